//! Which nodes a change of the document can have an effect on.

use crate::graph::{Graph, NodeId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Nodes of `new` whose values may differ from what they were in `old`: changed nodes and all that they feed; `None`
/// where it may be every node, because the world, the seed, a graph parameter or a group changed.
pub fn touched(old: &Graph, new: &Graph) -> Option<BTreeSet<NodeId>> {
    if old.seed != new.seed || old.world != new.world || old.parameters != new.parameters || old.groups != new.groups {
        return None;
    }
    let same = |id: &NodeId| match (old.nodes.get(id), new.nodes.get(id)) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
        _ => false,
    };
    let mut touched: BTreeSet<NodeId> = new.nodes.keys().filter(|id| !same(id)).cloned().collect();
    // What read a node that is gone is in error now, although it did not change itself.
    let gone = |id: &NodeId| old.nodes.contains_key(id) && !new.nodes.contains_key(id);
    touched.extend(new.wires().filter(|(from, _, _)| gone(&from.node)).map(|(_, to, _)| to.clone()));
    loop {
        let fed: Vec<NodeId> = new
            .wires()
            .filter(|(from, to, _)| touched.contains(&from.node) && !touched.contains(*to))
            .map(|(_, to, _)| to.clone())
            .collect();
        if fed.is_empty() {
            return Some(touched);
        }
        touched.extend(fed);
    }
}
