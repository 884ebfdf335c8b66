//! Adds nodes: fresh ids and seeds, lengths written out, wires that were waiting for the node.

use super::apply::{Done, checked_place, refuse};
use super::{Applied, Refusal};
use crate::graph::field::Field;
use crate::graph::names::{lower_case, numbered, smallest_unused, suggestion};
use crate::graph::{Graph, Link, Node, NodeId, Output, Setting};
use crate::raster::Sampling;
use crate::spec::{NodeSpec, ParamKind, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Graph {
    /// An id for a new node of `kind`, such as `fbm` or `fbm2`.
    pub fn fresh_id(&self, kind: &str) -> NodeId {
        numbered(&lower_case(kind), |id| self.nodes.contains_key(id)).into()
    }

    /// The smallest seed from 1 that no node uses.
    pub fn fresh_seed(&self) -> u64 {
        smallest_unused(&self.seeds())
    }

    /// Every seed in use.
    pub(super) fn seeds(&self) -> BTreeSet<u64> {
        self.nodes.values().flat_map(|node| self.seeds_of(node)).map(|(_, seed)| seed).collect()
    }

    /// The seeds of one node with the names of their parameters.
    pub(super) fn seeds_of(&self, node: &Node) -> Vec<(&'static str, u64)> {
        let params = node.spec().map_or(&[][..], |spec| spec.params);
        let seeds = params.iter().filter(|p| p.kind == ParamKind::Seed).map(|p| (p.name, self.value(node, p)));
        seeds.filter_map(|(name, value)| if let Value::Seed(s) = value { Some((name, s)) } else { None }).collect()
    }

    /// A node of that kind as the palette makes it: lengths that depend on the world written out, an unused seed. What is
    /// as long as the world is wide or high goes on following it, as its centre does.
    pub(in crate::graph) fn new_node(&self, spec: &NodeSpec) -> Node {
        let mut node = Node::new(spec.kind);
        let mut seeds = self.seeds();
        for field in Field::all(spec) {
            let value = match (field, field.default(&self.world)) {
                (Field::Param(param), _) if param.kind == ParamKind::Seed => {
                    let seed = smallest_unused(&seeds);
                    seeds.insert(seed);
                    Value::Seed(seed)
                }
                (_, Some(Value::Number(v))) if field.is_symbolic() && !field.is_side() => {
                    let (lo, hi) = field.limits(self.world.extent).unwrap_or((f64::MIN, f64::MAX));
                    Value::Number(rounded(v).max(lo).min(hi))
                }
                _ => continue,
            };
            let setting = Setting::Value(value);
            if !field.is_default(&setting) {
                node.settings.insert(field.name().into(), setting);
            }
        }
        node
    }

    pub(super) fn add(
        &mut self,
        kind: &str,
        at: [f32; 2],
        from: Option<&Link>,
        to: Option<&(NodeId, Arc<str>)>,
    ) -> Done<Applied> {
        let Some(spec) = crate::nodes::find(kind) else {
            let hint = suggestion(kind, crate::nodes::all().map(|s| s.kind));
            return refuse(format!("{kind} is no kind of node{hint}"));
        };
        let id = self.fresh_id(kind);
        let first = self.nodes.is_empty();
        let node = Arc::new(self.new_node(spec));
        self.nodes.insert(id.clone(), node);
        self.layout.insert(id.clone(), checked_place(at)?);
        if let Some(from) = from {
            let port = self.first_legal_input(from, &id);
            let port = port.ok_or_else(|| self.no_input(from, &id, spec))?;
            self.connect(from, &id, &port)?;
        }
        if let Some((reader, port)) = to {
            self.connect(&Link::to(&id), reader, port)?;
        }
        if first {
            self.outputs.retain(|output| self.nodes.contains_key(&output.from.node));
            let output = Output { name: "height".into(), from: Link::to(&id), sampling: Sampling::default() };
            self.outputs.retain(|o| o.name != output.name);
            self.outputs.push(output);
        }
        Ok(Applied { select: vec![id], ..Applied::default() })
    }

    /// Why no input of a node takes a wire: what its first input says, or that there is none.
    pub(super) fn no_input(&self, from: &Link, to: &NodeId, spec: &NodeSpec) -> Refusal {
        let first = spec.inputs.first().map(|input| self.legal(from, to, input.name));
        let none = Refusal(format!("node \"{to}\" ({}) has no input", spec.kind));
        first.and_then(Result::err).unwrap_or(none)
    }

    pub(super) fn insert(&mut self, id: &NodeId, to: &NodeId, port: &str) -> Done {
        let Some(node) = self.nodes.get(id) else { return refuse(format!("there is no node \"{id}\"")) };
        if node.links().next().is_some() || self.wires().any(|(link, _, _)| link.node == *id) {
            return refuse(format!("node \"{id}\" has wires of its own, only a free node goes into a wire"));
        }
        let Some(spec) = node.spec() else {
            return refuse(format!("node \"{id}\" is of the unknown kind {}", node.kind));
        };
        let Some(source) = self.nodes.get(to).and_then(|n| n.link(port)).cloned() else {
            return refuse(format!("nothing is plugged into {port} of node \"{to}\""));
        };
        let input = self.first_legal_input(&source, id).ok_or_else(|| self.no_input(&source, id, spec))?;
        self.connect(&source, id, &input)?;
        self.connect(&Link::to(id), to, port)
    }
}

/// Whole numbers as they are, others to three digits.
fn rounded(v: f64) -> f64 {
    if v == v.trunc() { v } else { format!("{v:.2e}").parse().unwrap_or(v) }
}
