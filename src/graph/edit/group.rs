//! Nodes into a group and out of it again. Neither changes what is computed.

use super::Applied;
use super::apply::{Done, refuse};
use crate::graph::expand::{instance_seed, mix_seeds};
use crate::graph::field::Field;
use crate::graph::group::TAKEN;
use crate::graph::names::{NAME_RULE, is_name, numbered};
use crate::graph::{Graph, Group, GroupInput, Item, Link, Node, NodeId, Output, Setting};
use crate::raster::Sampling;
use crate::spec::{Open, Quantity, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Distance of a group's inputs from what reads them, and from one another.
const ASIDE: [f32; 2] = [230.0, 90.0];

impl Graph {
    pub(super) fn make_group(&mut self, items: &[Item], name: Option<&Arc<str>>) -> Done<Applied> {
        for item in items {
            self.existing(item)?;
        }
        let all = self.items.with_contents(items);
        let is_inner = |id: &NodeId| all.contains(&Item::Node(id.clone()));
        let ids: BTreeSet<NodeId> =
            self.nodes.iter().filter(|(id, n)| is_inner(id) && !n.is_group_input()).map(|(id, _)| id.clone()).collect();
        if ids.is_empty() {
            return refuse("a group needs at least one node");
        }
        let name = match name {
            Some(name) => self.free_group_name(name)?,
            None => numbered("group", |name| self.groups.contains_key(name)).into(),
        };
        let sound = self.loops().is_empty();
        let id: NodeId = numbered(&name, |id| self.nodes.contains_key(id)).into();
        let (inputs, sources) = self.border_inputs(&ids);
        let outputs = self.border_outputs(&ids);
        if outputs.is_empty() {
            return refuse("a group gives something, and nothing leaves these nodes");
        }
        let group = self.body_of(&all, &ids, inputs, &sources, &outputs);
        self.groups.insert(name.clone(), Arc::new(group));
        self.stand_in(&id, &name, &ids, &all, &sources, &outputs);
        if sound && !self.loops().is_empty() {
            return refuse(
                "wires lead from these nodes through others and back: take the nodes between into the group too",
            );
        }
        Ok(Applied { select: vec![id], ..Applied::default() })
    }

    /// One input for each source outside that `ids` read, with the name of that input.
    fn border_inputs(&self, ids: &BTreeSet<NodeId>) -> (Vec<GroupInput>, BTreeMap<Link, NodeId>) {
        let mut sources: BTreeMap<Link, NodeId> = BTreeMap::new();
        let mut inputs: Vec<GroupInput> = Vec::new();
        let specs = ids.iter().filter_map(|id| Some((self.nodes.get(id)?, self.nodes.get(id)?.spec()?)));
        let ports =
            specs.flat_map(|(node, spec)| spec.inputs.iter().filter_map(|port| Some((node.link(port.name)?, port))));
        for (link, port) in ports.filter(|(link, _)| !ids.contains(&link.node)) {
            let mut input = GroupInput::new(port.name, port.quantity);
            match port.open {
                Open::Number(n) => input.default = Some(n.resolve(self.world.extent)),
                Open::Optional => input.optional = true,
                Open::Required => {}
            }
            let tiles = port.quantity == Quantity::Tiles;
            let soft = Field::Input(port).soft_range(self.world.extent).filter(|(lo, hi)| lo < hi && !tiles);
            input.range = soft;
            if let Some(known) = sources.get(link).and_then(|name| inputs.iter_mut().find(|i| i.name == *name)) {
                if (known.default, known.optional) != (input.default, input.optional) {
                    (known.default, known.optional) = (None, false);
                }
                continue;
            }
            let taken = |name: &str| {
                ids.contains(name) || TAKEN.contains(&name) || inputs.iter().any(|input| &*input.name == name)
            };
            input.name = numbered(port.name, taken).into();
            sources.insert(link.clone(), input.name.clone());
            inputs.push(input);
        }
        (inputs, sources)
    }

    /// A name for each output of `ids` that is read from outside; where none is, for what no node reads.
    fn border_outputs(&self, ids: &BTreeSet<NodeId>) -> BTreeMap<Link, String> {
        let wires = self.wires().filter(|(link, to, _)| ids.contains(&link.node) && !ids.contains(*to));
        let named = self.outputs.iter().map(|output| &output.from).filter(|from| ids.contains(&from.node));
        let mut read: BTreeSet<Link> =
            wires.map(|(link, _, _)| link).chain(named).map(|link| self.shortened(link)).collect();
        if read.is_empty() {
            let inner: BTreeSet<&NodeId> = self.wires().map(|(link, _, _)| &link.node).collect();
            read = ids.iter().filter(|id| !inner.contains(id)).map(|id| Link::to(id)).collect();
        }
        if let [only] = read.iter().collect::<Vec<_>>()[..] {
            return BTreeMap::from([(only.clone(), "value".to_owned())]);
        }
        let mut names: BTreeMap<Link, String> = BTreeMap::new();
        for link in read {
            let stem = link.output.as_ref().map_or_else(|| link.node.to_string(), |o| format!("{}_{o}", link.node));
            let name = numbered(&stem, |name| names.values().any(|n| n == name));
            names.insert(link, name);
        }
        names
    }

    fn body_of(
        &self,
        all: &BTreeSet<Item>,
        ids: &BTreeSet<NodeId>,
        inputs: Vec<GroupInput>,
        sources: &BTreeMap<Link, NodeId>,
        outputs: &BTreeMap<Link, String>,
    ) -> Group {
        let mut piece = self.piece(&all.iter().cloned().collect::<Vec<_>>());
        piece.nodes.retain(|id, _| ids.contains(id));
        piece.map_links(|link| match sources.get(link) {
            Some(input) => Some(Link::to(input)),
            None => Some(link.clone()),
        });
        let mut layout = piece.layout;
        let corner = layout.values().fold([f32::INFINITY; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
        layout.retain(|id, _| ids.contains(id));
        if corner[0].is_finite() {
            for (i, input) in inputs.iter().enumerate() {
                layout.insert(input.name.clone(), [corner[0] - ASIDE[0], corner[1] + ASIDE[1] * i as f32]);
            }
        }
        let output = |(from, name): (&Link, &String)| Output {
            name: name.clone(),
            from: from.clone(),
            sampling: Sampling::default(),
        };
        let outputs = outputs.iter().map(output).collect();
        Group { inputs, nodes: piece.nodes, outputs, layout, items: piece.items, ..Group::default() }
    }

    /// Puts an instance in the place of the nodes that went into a group.
    fn stand_in(
        &mut self,
        id: &NodeId,
        name: &Arc<str>,
        ids: &BTreeSet<NodeId>,
        all: &BTreeSet<Item>,
        sources: &BTreeMap<Link, NodeId>,
        outputs: &BTreeMap<Link, String>,
    ) {
        let mut instance = Node::instance(name);
        self.make_instance(&mut instance, name);
        let plugged = sources.iter().map(|(link, input)| (input.clone(), Setting::Link(link.clone())));
        instance.settings.extend(plugged);
        self.nodes.insert(id.clone(), Arc::new(instance));
        let places: Vec<[f32; 2]> = ids.iter().filter_map(|id| self.layout.get(id).copied()).collect();
        if !places.is_empty() {
            // In doubles: the sum of two finite places may be beyond the largest single.
            let sum = |i: usize| places.iter().map(|p| f64::from(p[i])).sum::<f64>();
            let mean = |i: usize| ((sum(i) / places.len() as f64) as f32).round() + 0.0;
            self.layout.insert(id.clone(), [mean(0), mean(1)]);
        }
        let mut frames = ids.iter().filter_map(|id| self.items.frame_of(&Item::Node(id.clone())));
        let frame = frames.find(|frame| !all.contains(&Item::Frame(Arc::clone(frame)))).cloned();
        for item in all {
            match item {
                Item::Frame(name) => drop(self.items.frames.remove(name)),
                Item::Note(name) => drop(self.items.notes.remove(name)),
                Item::Node(_) => {}
            }
            self.items.release(item);
        }
        if let Some(frame) = frame.and_then(|frame| self.items.frames.get_mut(&frame)) {
            frame.nodes.insert(id.clone());
        }
        self.nodes.retain(|id, _| !ids.contains(id));
        self.layout.retain(|id, _| !ids.contains(id));
        let moved = |graph: &Self, link: &Link| match outputs.get(&graph.shortened(link)) {
            Some(output) => Link { node: id.clone(), output: Some(output.as_str().into()) },
            None => link.clone(),
        };
        // The nodes are gone, so a link with the name of a first output can no longer be told from another: all were
        // shortened before.
        let links: BTreeMap<Link, Link> = self
            .wires()
            .map(|(link, _, _)| link)
            .chain(self.outputs.iter().map(|output| &output.from))
            .map(|link| (link.clone(), self.shortened(&moved(self, link))))
            .collect();
        let renamed = |link: &Link| links.get(link).cloned().unwrap_or_else(|| link.clone());
        for output in &mut self.outputs {
            output.from = renamed(&output.from);
        }
        self.map_links(|link| Some(renamed(link)));
    }

    pub(super) fn unpack(&mut self, id: &NodeId) -> Done<Applied> {
        let Some(node) = self.nodes.get(id).cloned() else { return refuse(format!("there is no node \"{id}\"")) };
        let Some(group) = node.group.as_ref().and_then(|of| self.groups.get(of)).cloned() else {
            return refuse(format!("node \"{id}\" ({}) is no group, only a group can be unpacked", node.kind));
        };
        let nodes = group.nodes.clone();
        let copied = Self { nodes, layout: group.layout.clone(), items: group.items.clone(), ..Self::default() };
        let ids = self.free_ids(&copied);
        let arrives = |link: &Link| -> Option<Setting> {
            match (ids.get(&link.node), group.input(&link.node)) {
                (Some(id), _) => Some(Setting::Link(Link { node: id.clone(), output: link.output.clone() })),
                (None, Some(input)) => node.setting(&input.name).cloned().or_else(|| input.default.map(Setting::from)),
                (None, None) => None,
            }
        };
        for (old, inner) in &group.nodes {
            let mut inner = (**inner).clone();
            mix_seeds(&mut inner, instance_seed(&node));
            inner.settings.retain(|_, setting| !matches!(setting, Setting::Link(_)));
            self.nodes.insert(ids.get(old).unwrap_or(old).clone(), Arc::new(inner));
        }
        for (old, inner) in &group.nodes {
            for (port, link) in inner.links() {
                self.put_through(ids.get(old).unwrap_or(old), port, arrives(link))?;
            }
        }
        let first = group.inputs.first().map(|input| Link::to(&input.name)).filter(|_| node.muted);
        let given = |link: &Link| {
            let named = link.output.as_ref().map(|name| group.outputs.iter().find(|o| *o.name == **name));
            let output = named.unwrap_or_else(|| group.outputs.first())?;
            arrives(first.as_ref().unwrap_or(&output.from))
        };
        let readers: Vec<(Link, NodeId, Arc<str>)> = self
            .wires()
            .filter(|(link, _, _)| link.node == *id)
            .map(|(link, to, port)| (link.clone(), to.clone(), port.clone()))
            .collect();
        for (link, to, port) in readers {
            self.node_mut(&to)?.settings.remove(&port);
            self.put_through(&to, &port, given(&link))?;
        }
        let notice = self.move_named_outputs(id, given);
        let corner = group.nodes.keys().filter_map(|id| group.layout.get(id));
        let corner = corner.fold([f32::INFINITY; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
        let at = self.layout.remove(id).filter(|_| corner[0].is_finite());
        let shift = at.map_or([0.0; 2], |at| [at[0] - corner[0], at[1] - corner[1]]);
        let items = self.adopt_items(&copied, &ids, shift)?;
        let frame = self.items.frame_of(&Item::Node(id.clone())).cloned();
        self.nodes.remove(id);
        if let Some(frame) = frame.and_then(|frame| self.items.frames.get_mut(&frame)) {
            frame.nodes.extend(ids.values().cloned());
        }
        Ok(Applied { select: ids.into_values().collect(), items, notice })
    }

    /// Plugs or sets what arrived at a port through a group. A number that the port cannot take comes from a node.
    fn put_through(&mut self, to: &NodeId, port: &Arc<str>, setting: Option<Setting>) -> Done {
        let Some(setting) = setting else { return Ok(()) };
        let field = self.field(to, port)?;
        let fits = matches!(setting, Setting::Link(_)) || self.fits(to, field, &setting).is_ok();
        let setting = if fits { setting } else { Setting::Link(self.constant(setting)) };
        if !field.is_default(&setting) {
            self.node_mut(to)?.settings.insert(port.clone(), setting);
        }
        Ok(())
    }

    /// A new node that gives a number.
    fn constant(&mut self, value: Setting) -> Link {
        let spec = crate::nodes::constant();
        let id = self.fresh_id(spec.kind);
        let mut node = Node::new(spec.kind);
        let is_default = spec.param("value").is_some_and(|(_, param)| Field::Param(param).is_default(&value));
        if !is_default {
            node.settings.insert("value".into(), value);
        }
        self.nodes.insert(id.clone(), Arc::new(node));
        Link::to(&id)
    }

    /// Moves the recipe's outputs from an instance to what it gave them.
    fn move_named_outputs(&mut self, id: &NodeId, given: impl Fn(&Link) -> Option<Setting>) -> Option<String> {
        let mut lost = Vec::new();
        for mut output in std::mem::take(&mut self.outputs) {
            if output.from.node == *id {
                match given(&output.from) {
                    Some(Setting::Link(link)) => output.from = link,
                    Some(value @ (Setting::Parameter(_) | Setting::Value(Value::Number(_)))) => {
                        output.from = self.constant(value);
                    }
                    _ => {
                        lost.push(format!("output \"{}\" went with its group", output.name));
                        continue;
                    }
                }
            }
            self.outputs.push(output);
        }
        (!lost.is_empty()).then(|| lost.join("; "))
    }

    pub(super) fn free_group_name(&self, name: &Arc<str>) -> Done<Arc<str>> {
        if !is_name(name) {
            return refuse(format!("\"{name}\" cannot name a group, allowed are {NAME_RULE}"));
        }
        match self.groups.contains_key(name) {
            true => refuse(format!("there is already a group \"{name}\"")),
            false => Ok(name.clone()),
        }
    }
}
