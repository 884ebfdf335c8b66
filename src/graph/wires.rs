//! Wires: which are legal, where one would go, and the loops of a graph that somebody wrote by hand.

use super::check::spec_of;
use super::field::Field;
use super::names::{listed, suggestion};
use super::{Graph, Link, Node, NodeId, Refusal, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Graph {
    /// Whether a wire may go from `from` to the input `port` of `to`, replacing what is plugged there.
    ///
    /// # Errors
    /// The reason, as one sentence that fits beside the pointer.
    pub fn legal(&self, from: &Link, to: &NodeId, port: &str) -> Result<(), Refusal> {
        let refuse = |why: String| Err(Refusal(why));
        let Some(node) = self.nodes.get(to) else { return refuse(format!("there is no node \"{to}\"")) };
        let field = self.field(to, port)?;
        let Field::Input(input) = field else {
            return refuse(format!("node \"{to}\" ({}): {port} is no input", node.kind));
        };
        let Some(source) = self.nodes.get(&from.node) else {
            return refuse(format!("there is no node \"{}\"", from.node));
        };
        if let Err(why) = spec_of(source) {
            return refuse(format!("node \"{}\": {why}", from.node));
        }
        if let Err(why) = self.check_source(from) {
            return refuse(format!("\"{from}\": {why}"));
        }
        if let Err(why) = self.check_tiles(from, input.quantity) {
            return refuse(why);
        }
        match self.reaches(to, &from.node) {
            true if *to == from.node => refuse(format!("the wire would make a loop: \"{to}\" would feed itself")),
            true => refuse(format!("the wire would make a loop: \"{to}\" feeds \"{}\"", from.node)),
            false => Ok(()),
        }
    }

    /// Where a wire that is dropped on the body of `to` goes: the first open legal input from the top, else the first legal one.
    pub fn first_legal_input(&self, from: &Link, to: &NodeId) -> Option<Arc<str>> {
        let node = self.nodes.get(to)?;
        let spec = node.spec()?;
        let shown = spec.inputs.iter().filter(|input| self.is_shown(node, input.shown));
        let legal: Vec<&str> =
            shown.map(|input| input.name).filter(|port| self.legal(from, to, port).is_ok()).collect();
        let open = legal.iter().find(|port| node.link(port).is_none());
        open.or(legal.first()).map(|port| (*port).into())
    }

    /// The loops of the graph: for each one its nodes along the wires, beginning with the first id. Empty in a sound graph.
    pub fn loops(&self) -> Vec<Vec<NodeId>> {
        let mut left: BTreeMap<&NodeId, BTreeSet<&NodeId>> = BTreeMap::new();
        for (id, node) in &self.nodes {
            let sources = node.links().filter_map(|(_, link)| self.nodes.get_key_value(&link.node));
            left.insert(id, sources.map(|(source, _)| source).collect());
        }
        let mut loops = Vec::new();
        loop {
            peel(&mut left);
            let Some((&start, _)) = left.first_key_value() else { return loops };
            let found = walk(&left, start);
            left.retain(|id, _| !found.contains(id));
            let sources = |sources: &mut BTreeSet<&NodeId>| sources.retain(|id| !found.contains(id));
            left.values_mut().for_each(sources);
            loops.push(found.into_iter().cloned().collect());
        }
    }

    /// The field of a node, or a sentence with the name that was probably meant.
    pub(super) fn field(&self, id: &str, name: &str) -> Result<Field, Refusal> {
        let Some(node) = self.nodes.get(id) else {
            let hint = suggestion(id, self.nodes.keys().map(|n| &**n));
            return Err(Refusal(format!("there is no node \"{id}\"{hint}")));
        };
        let spec = spec_of(node).map_err(|why| Refusal(format!("node \"{id}\": {why}")))?;
        Field::of(spec, name).ok_or_else(|| {
            let hint = match suggestion(name, Field::all(spec).map(Field::name)) {
                none if none.is_empty() => format!(", it has {}", listed(Field::all(spec).map(Field::name))),
                hint => hint,
            };
            Refusal(format!("node \"{id}\" ({}) has no field {name}{hint}", node.kind))
        })
    }

    /// What takes over the wires of a node that goes away: the source of its bypass, or of its only plugged input.
    pub(super) fn heal_source(&self, id: &str) -> Option<&Link> {
        let node = self.nodes.get(id)?;
        let bypass = node.spec().and_then(|spec| spec.bypass).and_then(|port| node.link(port));
        let mut links = node.links().map(|(_, link)| link);
        bypass.or_else(|| links.next().filter(|_| links.next().is_none()))
    }

    /// A link without the name of a first output, which needs none.
    pub(super) fn shortened(&self, link: &Link) -> Link {
        let spec = self.nodes.get(&link.node).and_then(|node| node.spec());
        let first = spec.and_then(|spec| spec.outputs.first()).map(|o| o.name);
        match &link.output {
            Some(output) if first == Some(&**output) => Link { node: link.node.clone(), output: None },
            _ => link.clone(),
        }
    }

    /// A node that can be changed.
    pub(super) fn node_mut(&mut self, id: &str) -> Result<&mut Node, Refusal> {
        match self.nodes.get_mut(id) {
            Some(node) => Ok(Arc::make_mut(node)),
            None => Err(Refusal(format!("there is no node \"{id}\""))),
        }
    }

    /// Changes every link between nodes; `None` unplugs.
    pub(super) fn map_links(&mut self, map: impl Fn(&Link) -> Option<Link>) {
        for node in self.nodes.values_mut() {
            if node.links().all(|(_, link)| map(link).as_ref() == Some(link)) {
                continue;
            }
            Arc::make_mut(node).settings.retain(|_, setting| match setting {
                Setting::Link(link) => map(link).map(|new| *link = new).is_some(),
                _ => true,
            });
        }
    }
}

/// Takes the names of first outputs out of all links, so that a wire is written in one way.
pub(super) fn shorten_links(graph: &mut Graph) {
    shorten_own_links(graph);
    for name in graph.groups.keys().cloned().collect::<Vec<_>>() {
        let Some(mut inside) = graph.inside(&name) else { continue };
        shorten_own_links(&mut inside);
        graph.put_inside(&name, inside);
    }
}

fn shorten_own_links(graph: &mut Graph) {
    let all = graph.wires().map(|(link, _, _)| link).chain(graph.outputs.iter().map(|o| &o.from));
    let named: BTreeMap<Link, Link> =
        all.filter(|l| l.output.is_some()).map(|l| (l.clone(), graph.shortened(l))).collect();
    if named.is_empty() {
        return;
    }
    let short = |link: &Link| named.get(link).unwrap_or(link).clone();
    for output in &mut graph.outputs {
        output.from = short(&output.from);
    }
    graph.map_links(|link| Some(short(link)));
}

/// Drops what no loop feeds: nodes without sources, again and again (after A. Kahn, 1962).
fn peel<'a>(left: &mut BTreeMap<&'a NodeId, BTreeSet<&'a NodeId>>) {
    let mut readers: BTreeMap<&NodeId, Vec<&'a NodeId>> = BTreeMap::new();
    for (&id, sources) in left.iter() {
        sources.iter().for_each(|&source| readers.entry(source).or_default().push(id));
    }
    let mut ready: Vec<&NodeId> = left.iter().filter(|(_, s)| s.is_empty()).map(|(&id, _)| id).collect();
    while let Some(id) = ready.pop() {
        left.remove(id);
        for &reader in readers.get(id).into_iter().flatten() {
            if let Some(sources) = left.get_mut(reader) {
                sources.remove(id);
                if sources.is_empty() {
                    ready.push(reader);
                }
            }
        }
    }
}

/// Follows sources from `start` until a node comes again; every node that is left has a source that is left.
fn walk<'a>(left: &BTreeMap<&'a NodeId, BTreeSet<&'a NodeId>>, start: &'a NodeId) -> Vec<&'a NodeId> {
    let mut path = vec![start];
    let mut seen = BTreeMap::from([(start, 0)]);
    let mut at = start;
    while let Some(&source) = left.get(at).and_then(|sources| sources.first()) {
        if let Some(&from) = seen.get(source) {
            path.drain(..from);
            break;
        }
        seen.insert(source, path.len());
        path.push(source);
        at = source;
    }
    path.reverse();
    let first = path.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(i, _)| i);
    path.rotate_left(first);
    path
}
