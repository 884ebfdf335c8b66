//! Reads the nodes of a recipe: known fields into settings, everything else kept as text.

use super::ParseError;
use super::group::group_of;
use super::parse::{Finding, Reader, names, refusal};
use super::raw::{Entry, Fault, Raw, Shape};
use super::read::{setting, unique};
use super::write::node_text;
use crate::graph::field::Field;
use crate::graph::{GROUP, Graph, Node, NodeId};
use crate::spec::NodeSpec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Fields that every node has.
pub(in crate::graph) const RESERVED: [&str; 3] = ["note", "version", "muted"];

impl Node {
    /// The node as it stands in a recipe, in one line: `Fbm(octaves: 8)`.
    pub fn to_ron(&self) -> String {
        node_text(self)
    }

    /// Reads a node as it stands in a recipe. Links and graph parameters are none of its own.
    ///
    /// # Errors
    /// As for a recipe that holds this node alone, at whose place the message points.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let recipe = format!("(orograph: 1, nodes: {{ \"it\": {text} }})");
        let loaded = Graph::parse(&recipe)?;
        let node = loaded.graph.nodes.get("it").map(|node| Self::clone(node));
        // A text that closes the bracket and goes on makes a recipe without the node.
        Ok(node.unwrap_or_else(|| Self::new("")))
    }
}

impl Reader {
    pub(super) fn nodes(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        self.graph.nodes = self.nodes_of(raw)?;
        Ok(())
    }

    /// The nodes of the recipe or of the group that is being read.
    pub(super) fn nodes_of(&mut self, raw: &Raw<'_>) -> Result<BTreeMap<NodeId, Arc<Node>>, Fault> {
        let mut nodes = BTreeMap::new();
        for entry in names(raw, "the node ")? {
            let id: NodeId = entry.name.as_str().into();
            self.places.nodes.insert(scoped(self.scope.as_ref(), &id), entry.span.clone());
            match self.node(&id, &entry.value) {
                Ok(node) => {
                    nodes.insert(id, Arc::new(node));
                }
                Err(fault) => self.find(&id, None, fault, None),
            }
        }
        Ok(nodes)
    }

    fn node(&mut self, id: &NodeId, raw: &Raw<'_>) -> Result<Node, Fault> {
        let (kind, rest) = raw.word();
        if raw.shape() != Shape::Word || kind.is_empty() {
            return Err(raw.fault(format!("the node is {}, allowed is a kind such as Perlin(seed: 1)", raw.excerpt())));
        }
        let fields = match rest.text {
            "" => Vec::new(),
            text if text.starts_with('(') => rest.fields()?,
            _ => return Err(rest.fault(format!("expected `(` after {kind}"))),
        };
        unique(&fields, "the field ")?;
        // A file that says no version was written when the kind had only one.
        let mut node = Node { version: 1, ..Node::new(kind) };
        for entry in &fields {
            let owner = scoped(self.scope.as_ref(), id);
            self.places.fields.insert((owner, entry.name.clone()), entry.value.span());
            if let Err(fault) = reserved(&mut node, entry) {
                self.find(id, Some(kind), fault, Some(&entry.name));
            }
        }
        let is_group = kind == GROUP;
        if is_group {
            match group_of(&fields, raw) {
                Ok(of) => self.graph.make_instance(&mut node, &of),
                Err(fault) => self.find(id, Some(kind), fault, Some("of")),
            }
        }
        let spec = node.spec();
        let is_of = |e: &Entry<'_>| is_group && e.name == "of";
        let is_field = |e: &&Entry<'_>| !RESERVED.contains(&e.name.as_str()) && !is_of(e);
        for entry in fields.iter().filter(is_field) {
            if let Err(fault) = self.field(&mut node, spec, entry) {
                self.find(id, Some(kind), fault, Some(&entry.name));
            }
        }
        Ok(node)
    }

    fn field(&self, node: &mut Node, spec: Option<&NodeSpec>, entry: &Entry<'_>) -> Result<(), Fault> {
        let Some(field) = spec.and_then(|spec| Field::of(spec, &entry.name)) else {
            node.unknown.push((entry.name.clone(), entry.value.text.to_owned()));
            return Ok(());
        };
        let setting = setting(field, &entry.value, &self.graph.world)?;
        if !field.is_default(&setting) {
            node.settings.insert(field.name().into(), setting);
        }
        Ok(())
    }

    fn find(&mut self, id: &NodeId, kind: Option<&str>, fault: Fault, field: Option<&str>) {
        let kind = kind.map_or_else(String::new, |kind| format!(" ({kind})"));
        let group = self.scope.as_ref().map_or_else(String::new, |name| format!("group \"{name}\": "));
        let message = format!("{group}node \"{id}\"{kind}: {}", fault.message);
        let fault = Fault { message, span: fault.span };
        self.findings.push(Finding { fault, node: Some(id.clone()), field: field.map(str::to_owned) });
    }
}

fn reserved(node: &mut Node, entry: &Entry<'_>) -> Result<(), Fault> {
    let value = &entry.value;
    match entry.name.as_str() {
        "note" => node.note = value.string().map_err(|_| refusal(value, "note", "a text in quotes"))?,
        "muted" => node.muted = value.read().map_err(|_| refusal(value, "muted", "true or false"))?,
        "version" => {
            let version = value.read().ok().filter(|v| *v >= 1);
            node.version = version.ok_or_else(|| refusal(value, "version", "a whole number from 1"))?;
        }
        _ => {}
    }
    Ok(())
}

/// The name by which places are kept: that of the node, within its group.
pub(super) fn scoped(group: Option<&Arc<str>>, id: &NodeId) -> NodeId {
    group.map_or_else(|| id.clone(), |group| format!("{group}:{id}").into())
}
