//! Names and colours of a tile map's bands, as they stand at the world's sea.

use crate::graph::{Graph, Link, Setting};
use crate::spec::{Level, ParamKind, Quantity, Value};
use std::collections::BTreeSet;

/// The bands of the tile map at `link`, lowest first: those of the node itself, or of the first node upstream of its
/// tile inputs that declares bands. Empty where there are none.
pub fn levels_of(graph: &Graph, link: &Link) -> Vec<Level> {
    let mut seen = BTreeSet::new();
    let mut id = link.node.clone();
    while seen.insert(id.clone()) {
        let Some(node) = graph.nodes.get(&id) else { break };
        let Some(spec) = node.spec() else { break };
        if let Some(param) = spec.params.iter().find(|p| p.kind == ParamKind::Levels) {
            let value = match node.setting(param.name) {
                Some(Setting::Value(value)) => value.clone(),
                _ => graph.world.default_of(param),
            };
            let Value::Levels(levels) = value else { break };
            return graph.world.levels(&levels);
        }
        let tiles = spec.inputs.iter().filter(|i| i.quantity == Quantity::Tiles);
        match tiles.into_iter().find_map(|i| node.link(i.name)) {
            Some(source) => id = source.node.clone(),
            None => break,
        }
    }
    Vec::new()
}
