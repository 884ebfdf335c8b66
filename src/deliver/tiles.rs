//! Names and colours of a tile map's bands, as they stand at the world's sea.

use crate::graph::{Graph, Link, Setting, VALUE};
use crate::spec::{Level, ParamKind, Quantity, Value};
use std::collections::BTreeSet;

/// The bands of the tile map at `link`, lowest first: those of the node itself, or of the first node upstream of its
/// tile inputs that declares bands. Empty where there are none.
pub fn levels_of(graph: &Graph, link: &Link) -> Vec<Level> {
    let graph = graph.expanded();
    let mut seen = BTreeSet::new();
    let mut link = link;
    while seen.insert(link) {
        let Some(node) = graph.nodes.get(&link.node) else { break };
        let Some(spec) = node.spec() else { break };
        if node.is_alias() {
            let output = link.output_index(spec).and_then(|i| spec.outputs.get(i)).map_or(VALUE, |o| o.name);
            match node.link(output).or_else(|| node.link(VALUE)) {
                Some(source) => link = source,
                None => break,
            }
            continue;
        }
        if let Some(param) = spec.params.iter().find(|p| p.kind == ParamKind::Levels) {
            let value = match node.setting(param.name) {
                Some(Setting::Value(value)) => value.clone(),
                _ => graph.world.default_of(param),
            };
            let Value::Levels(levels) = value else { break };
            return graph.world.levels(&levels);
        }
        if let Some(param) = spec.params.iter().find(|p| p.kind == ParamKind::Biomes) {
            let value = match node.setting(param.name) {
                Some(Setting::Value(value)) => value.clone(),
                _ => graph.world.default_of(param),
            };
            let Value::Biomes(biomes) = value else { break };
            return biomes.levels();
        }
        let tiles = spec.inputs.iter().filter(|i| i.quantity == Quantity::Tiles);
        match tiles.into_iter().find_map(|i| node.link(i.name)) {
            Some(source) => link = source,
            None => break,
        }
    }
    Vec::new()
}
