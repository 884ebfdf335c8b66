//! Which group of the document is looked at, and what edits mean there.

use super::Document;
use crate::graph::{Edit, Graph, NodeId};
use std::sync::Arc;

impl Document {
    /// The graph that is looked at: the recipe, or a group of it.
    pub fn shown(&self) -> &Arc<Graph> {
        &self.shown
    }

    /// The instances that were entered, outermost first; none while the recipe itself is looked at.
    pub fn open_groups(&self) -> &[NodeId] {
        &self.open
    }

    /// What stands before the names of the nodes that are looked at in plans and messages: empty, or `hills/`.
    pub fn prefix(&self) -> String {
        self.open.iter().map(|id| format!("{id}/")).collect()
    }

    /// Looks into an instance of a group; whether it is one.
    pub fn enter(&mut self, id: &NodeId) -> bool {
        self.end_gesture();
        let depth = self.open.len();
        self.open.push(id.clone());
        self.look_inside();
        if self.open.len() == depth {
            return false;
        }
        self.selection.clear();
        true
    }

    /// Goes back out until `depth` groups are open, and selects the instance that was left.
    pub fn leave_to(&mut self, depth: usize) {
        let Some(left) = self.open.get(depth).cloned() else { return };
        self.end_gesture();
        self.open.truncate(depth);
        self.look_inside();
        self.select([left].into());
    }

    /// Brings what is looked at up to date; groups that are no longer there are left.
    pub(super) fn look_inside(&mut self) {
        let mut shown = Arc::clone(&self.graph);
        let mut depth = 0;
        for id in &self.open {
            let Some(of) = shown.nodes.get(id).and_then(|node| node.group.clone()) else { break };
            let Some(inside) = shown.inside(&of) else { break };
            shown = Arc::new(inside);
            depth += 1;
        }
        self.open.truncate(depth);
        self.shown = shown;
    }

    /// Name of the group that is looked at.
    pub fn open_group(&self) -> Option<Arc<str>> {
        self.ways_open().pop().map(|(group, _)| group)
    }

    /// The groups that were entered, outermost first, each with the whole name of the instance that leads there.
    pub fn ways_open(&self) -> Vec<(Arc<str>, String)> {
        let mut ways: Vec<(Arc<str>, String)> = Vec::new();
        for id in &self.open {
            let (nodes, prefix) = match ways.last() {
                None => (&self.graph.nodes, String::new()),
                Some((group, path)) => match self.graph.groups.get(group) {
                    Some(body) => (&body.nodes, format!("{path}/")),
                    None => break,
                },
            };
            let Some(of) = nodes.get(id).and_then(|node| node.group.clone()) else { break };
            ways.push((of, format!("{prefix}{id}")));
        }
        ways
    }

    /// The edit as it is among the nodes of the group that is looked at; `None` where it is the recipe's.
    pub(super) fn inward(&self, edit: &Edit) -> Option<Edit> {
        let as_it_is = edit.is_of_recipe() || matches!(edit, Edit::Inside { .. });
        let group = self.open_group().filter(|_| !as_it_is)?;
        Some(Edit::Inside { group, edit: Box::new(edit.clone()) })
    }
}
