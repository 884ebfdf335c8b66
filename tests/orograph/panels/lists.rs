//! The editors of lists of pairs and of tables of biomes.

use super::*;
use orograph::spec::{Biomes, Value};

fn value(host: &Host, node: &str, param: &str) -> Value {
    let node = host.node(node);
    let (_, param) = node.spec().unwrap().param(param).unwrap();
    host.graph().value(node, param)
}

fn pairs(host: &Host, node: &str, param: &str) -> Vec<[f64; 2]> {
    match value(host, node, param) {
        Value::Points(pairs) => pairs.to_vec(),
        other => panic!("{other:?}"),
    }
}

fn biomes(host: &Host) -> Biomes {
    match value(host, "map", "biomes") {
        Value::Biomes(biomes) => (*biomes).clone(),
        other => panic!("{other:?}"),
    }
}

fn editor(id: &str, node: Node) -> Harness<'static, Host> {
    let mut graph = graph();
    graph.nodes.insert(id.into(), Arc::new(node));
    window(Host::new(graph, &[id]))
}

#[test]
fn corners_of_a_path_are_typed_added_and_removed_a_row_each() {
    let mut harness = editor("road", Node::new("DistanceToPath"));
    let before = pairs(harness.state(), "road", "corners");
    assert_eq!(before.len(), 4);
    type_into(&mut harness, "x of corner 2", "1234");
    assert_eq!(pairs(harness.state(), "road", "corners")[1], [1234.0, before[1][1]]);
    harness.get_by_label("Add a row").click();
    harness.run();
    let longer = pairs(harness.state(), "road", "corners");
    let on = |axis: usize| 2.0 * before[3][axis] - before[2][axis];
    assert_eq!((longer.len(), longer[4]), (5, [on(0), on(1)]), "the path goes on");
    harness.get_by_label("Remove corner 1").click();
    harness.run();
    assert_eq!(pairs(harness.state(), "road", "corners")[0][0], 1234.0);
    assert_eq!(harness.state().document.undo_len(), 3);
    harness.get_by_label("Reset corners").click();
    harness.run();
    assert_eq!(pairs(harness.state(), "road", "corners"), before);
    assert!(harness.state().refused.is_empty());
}

#[test]
fn a_terrace_is_added_in_the_widest_gap_and_keeps_the_order() {
    let mut harness = editor("steps", Node::new("TerraceLevels").with("source", "height"));
    harness.get_by_label("Add a row").click();
    harness.run();
    let levels = pairs(harness.state(), "steps", "levels");
    assert_eq!((levels.len(), levels[4][0]), (6, 0.8));
    type_into(&mut harness, "level of terrace 1", "0.5");
    let levels: Vec<f64> = pairs(harness.state(), "steps", "levels").iter().map(|pair| pair[0]).collect();
    assert_eq!(levels, [0.2, 0.35, 0.5, 0.6, 0.8, 1.0]);
    type_into(&mut harness, "level of terrace 1", "7");
    let levels = pairs(harness.state(), "steps", "levels");
    assert!(levels.iter().all(|pair| pair[0] <= 1.0) && levels.is_sorted(), "{levels:?}");
}

#[test]
fn a_table_of_biomes_is_edited_cell_by_cell() {
    let mut harness = editor("map", Node::new("BiomeTable").with("source", "height"));
    let before = biomes(harness.state());
    type_into(&mut harness, "Row 4 below", "0.5");
    assert_eq!(biomes(harness.state()).rows[3].below, Some(0.5));
    type_into(&mut harness, "Border of moisture 1", "0.3");
    assert_eq!(biomes(harness.state()).moisture[0], 0.3);
    harness.get_by_label("Remove row 5").click();
    harness.run();
    assert_eq!(biomes(harness.state()).rows.len(), before.rows.len() - 1);
    harness.get_by_label("Split row 3").click();
    harness.run();
    assert_eq!(biomes(harness.state()).rows[2].tiles, [2, 2, 2, 2]);
    type_into(&mut harness, "Name of tile beach", "strand");
    assert_eq!(biomes(harness.state()).tiles[2].name, "strand");
    harness.get_by_label("Add a tile").click();
    harness.run();
    assert_eq!(biomes(harness.state()).tiles.len(), before.tiles.len() + 1);
    harness.get_by_label("Remove tile 1").click();
    harness.run();
    assert_eq!(biomes(harness.state()).tiles.len(), before.tiles.len());
    assert!(harness.state().refused.is_empty(), "{:?}", harness.state().refused);
    assert_eq!(harness.state().document.undo_len(), 7);
}
