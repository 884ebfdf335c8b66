//! Reads the nodes of a recipe: known fields into settings, everything else kept as text.

use super::parse::{Finding, Reader, names, refusal};
use super::raw::{Entry, Fault, Raw, Shape};
use super::read::{setting, unique};
use crate::graph::field::Field;
use crate::graph::{Node, NodeId};
use crate::spec::NodeSpec;
use std::sync::Arc;

/// Fields that every node has.
pub(in crate::graph) const RESERVED: [&str; 3] = ["note", "version", "muted"];

impl Reader {
    pub(super) fn nodes(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        for entry in names(raw, "the node ")? {
            let id: NodeId = entry.name.as_str().into();
            self.places.nodes.insert(id.clone(), entry.span.clone());
            if let Err(fault) = self.node(&id, &entry.value) {
                self.find(&id, None, fault, None);
            }
        }
        Ok(())
    }

    fn node(&mut self, id: &NodeId, raw: &Raw<'_>) -> Result<(), Fault> {
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
            self.places.fields.insert((id.clone(), entry.name.clone()), entry.value.span());
            if let Err(fault) = reserved(&mut node, entry) {
                self.find(id, Some(kind), fault, Some(&entry.name));
            }
        }
        let spec = node.spec();
        for entry in fields.iter().filter(|e| !RESERVED.contains(&e.name.as_str())) {
            if let Err(fault) = self.field(&mut node, spec, entry) {
                self.find(id, Some(kind), fault, Some(&entry.name));
            }
        }
        self.graph.nodes.insert(id.clone(), Arc::new(node));
        Ok(())
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
        let message = format!("node \"{id}\"{kind}: {}", fault.message);
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
