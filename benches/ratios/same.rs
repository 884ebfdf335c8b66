//! The recipes' bytes in this optimised build, against the hashes that the tests hold their own build to.

use orograph::graph::Graph;
use orograph::plan::compile;
use orograph::raster::Sampling;
use orograph::run::{Options, Runner};
use std::path::Path;

const HASHES: &str = include_str!("../../tests/vectors/golden.txt");

/// A sentence for each recipe whose values differ from what `tests/vectors/golden.txt` says.
pub fn moved() -> Vec<String> {
    let recipes = HASHES.lines().filter(|line| line.starts_with("graphs/"));
    let found: Vec<(&str, bool)> = recipes
        .filter_map(|line| line.split_once(' '))
        .map(|(name, expected)| (name, hash(name) == expected))
        .collect();
    assert!(!found.is_empty(), "no hashes of recipes in tests/vectors/golden.txt");
    println!("{} recipes give the bytes of the tests' build", found.iter().filter(|(_, same)| *same).count());
    let moved = found.into_iter().filter(|(_, same)| !same);
    moved.map(|(name, _)| format!("{name}.ron: this build gives other bytes than the tests' build")).collect()
}

/// The hash of a recipe's first output, 129 x 129 samples, as the tests take it.
fn hash(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{name}.ron"));
    let mut graph = Graph::load(&path).unwrap().graph;
    graph.world.samples = (129, 129);
    let plan = compile(&graph, &graph.outputs[0].from, 0.0).unwrap();
    let grid = graph.world.grid(Sampling::Vertices);
    let raster = Runner::new(Some(2), 0).render(&plan, &grid, grid.region(), &Options::default()).unwrap().raster;
    let bytes: Vec<u8> = raster.data.iter().flat_map(|v| (v + 0.0).to_bits().to_le_bytes()).collect();
    blake3::hash(&bytes).to_hex().to_string()
}
