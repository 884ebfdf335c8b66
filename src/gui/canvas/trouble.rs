//! What is wrong with nodes, and how loudly the canvas says so.
//!
//! A node that feeds no output harms nobody yet: that it still needs a source is said calmly, not as an error.

use super::Frame;
use crate::graph::{Graph, NodeId, Problem, Severity};
use crate::gui::language::key;
use crate::gui::request::Timing;
use crate::spec::Open;
use std::collections::{BTreeMap, BTreeSet};

/// What the canvas says of a node that waits for a wire.
pub const WAITS: &str = key!("needs a source");

/// Every node that an output is computed from.
pub fn feeding(graph: &Graph) -> BTreeSet<&NodeId> {
    let mut found = BTreeSet::new();
    let mut stack: Vec<&NodeId> = graph.outputs.iter().map(|output| &output.from.node).collect();
    while let Some(id) = stack.pop() {
        if found.insert(id) {
            let links = graph.nodes.get(id).into_iter().flat_map(|node| node.links());
            stack.extend(links.map(|(_, link)| &link.node));
        }
    }
    found
}

/// What is wrong, by the node that it is about.
pub fn by_node(problems: &[Problem]) -> BTreeMap<&NodeId, Vec<&Problem>> {
    let mut found: BTreeMap<&NodeId, Vec<&Problem>> = BTreeMap::new();
    for problem in problems {
        if let Some(id) = problem.own_node() {
            found.entry(id).or_default().push(problem);
        }
    }
    found
}

impl Frame<'_, '_> {
    /// What is wrong with a node, apart from inputs that wait for a wire while nothing depends on them.
    pub(super) fn problems(&self, id: &NodeId) -> impl Iterator<Item = &Problem> {
        self.problems_of(id).filter(|problem| self.waiting(problem).is_none())
    }

    /// Whether the node still needs a source, and nothing depends on it.
    pub(super) fn waits(&self, id: &NodeId) -> bool {
        self.problems_of(id).any(|problem| self.waiting(problem).is_some())
    }

    /// Whether that input of the node is one that waits for a wire.
    pub(super) fn waits_at(&self, id: &NodeId, input: &str) -> bool {
        self.problems_of(id).any(|problem| self.waiting(problem) == Some(input))
    }

    /// How long the node takes, while that is shown.
    pub(super) fn timing(&self, id: &NodeId) -> Option<Timing> {
        self.scene.facts.get(id).and_then(|facts| facts.timing)
    }

    fn problems_of(&self, id: &NodeId) -> impl Iterator<Item = &Problem> {
        self.troubles.get(id).into_iter().flatten().copied()
    }

    /// The open input that a problem is about, if its node feeds no output.
    fn waiting(&self, problem: &Problem) -> Option<&'static str> {
        let id = problem.own_node().filter(|id| !self.feeding.contains(id))?;
        let node = self.scene.graph.nodes.get(id)?;
        let (_, input) = node.spec()?.input(problem.field.as_deref()?)?;
        let open = input.open == Open::Required && node.setting(input.name).is_none();
        (open && problem.severity == Severity::Error).then_some(input.name)
    }
}
