//! What can be said of every node without evaluating anything: bounds, meaning, cost, errors.

use super::compile::Compiler;
use super::program::Costs;
use super::{Note, PlanError, Source};
use crate::graph::{Graph, NodeId};
use crate::spec::{Interval, Quantity};
use std::collections::BTreeMap;

/// What is known of one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// Meaning and bound of each output; empty while the node or one that feeds it is in error.
    pub outputs: Vec<(Quantity, Interval)>,
    /// Generator evaluations per sample for the node and all that feeds it.
    pub cost: u64,
    /// Clamped ports, and what a person may want to know of the node.
    pub notes: Vec<Note>,
    /// What is wrong with this very node; errors further up are reported there.
    pub error: Option<PlanError>,
}

/// Surveys every node of `graph`, reachable from an output or not.
pub fn survey(graph: &Graph) -> BTreeMap<NodeId, Survey> {
    let graph = graph.expanded();
    let mut compiler = Compiler::new(&graph, 0.0);
    let mut found = BTreeMap::new();
    for id in graph.nodes.keys() {
        let mut survey = Survey::default();
        match compiler.node(id) {
            Ok(wires) => survey.outputs = wires.iter().map(|w| (w.quantity, w.bound)).collect(),
            Err(error) if error.node.as_ref() == Some(id) => survey.error = Some(error),
            Err(_) => {}
        }
        found.insert(NodeId::clone(id), survey);
    }
    let mut costs = Costs::new(&compiler.steps);
    for (id, wires) in &compiler.done {
        let Some(Source::Slot(slot)) = wires.as_ref().ok().and_then(|w| w.first()).map(|w| w.source) else { continue };
        if let Some(survey) = found.get_mut(id) {
            survey.cost = costs.at(slot.step).generators;
        }
    }
    for note in compiler.notes.into_iter().chain(compiler.hints) {
        if let Some(survey) = found.get_mut(&note.node) {
            survey.notes.push(note);
        }
    }
    found
}
