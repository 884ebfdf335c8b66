//! Golden hashes: what every node and recipe gives may only change on purpose.
//!
//! A hash is BLAKE3 of the `f32` bits, least byte first, with -0 as +0. To accept new values, run with `OROGRAPH_BLESS=1`
//! and say in the commit why they moved.

use super::levels::on_each_level;
use orograph::graph::{Graph, Link, Node};
use orograph::nodes;
use orograph::plan::compile;
use orograph::raster::Sampling;
use orograph::run::{Options, Runner};
use orograph::spec::Open;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn hash(values: &[f32]) -> String {
    let bytes: Vec<u8> = values.iter().flat_map(|v| (v + 0.0).to_bits().to_le_bytes()).collect();
    blake3::hash(&bytes).to_hex().to_string()
}

fn render(graph: &Graph, node: &str) -> Vec<f32> {
    let plan = compile(graph, &Link::to(node), 0.0).unwrap();
    let grid = graph.world.grid(Sampling::Vertices).resampled((129, 129));
    Runner::new(Some(2), 0).render(&plan, &grid, grid.region(), &Options::default()).unwrap().raster.data
}

/// The node `kind` with its defaults, and an fBm at each required input.
fn default_field(kind: &str) -> Vec<f32> {
    let spec = nodes::find(kind).unwrap();
    let mut graph = Graph { seed: 7, ..Graph::default() };
    let mut node = Node::new(kind);
    for (i, input) in spec.inputs.iter().enumerate() {
        if matches!(input.open, Open::Required) {
            let source = format!("source{i}");
            let fbm = Node::new("Fbm").with("seed", orograph::spec::Value::Seed(i as u64));
            graph.nodes.insert(source.as_str().into(), Arc::new(fbm));
            node = node.with(input.name, source.as_str());
        }
    }
    graph.nodes.insert("node".into(), Arc::new(node));
    render(&graph, "node")
}

/// Checks the hashes that `make` gives on every level against those in `tests/vectors/golden.txt`.
fn check(section: &str, make: impl Fn() -> BTreeMap<String, String>) {
    let path = folder("tests/vectors/golden.txt");
    let results = on_each_level(make);
    for (level, hashes) in &results {
        assert_eq!(hashes, &results[0].1, "{level:?} differs from {:?}", results[0].0);
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut golden: BTreeMap<String, String> =
        text.lines().filter_map(|l| l.split_once(' ')).map(|(name, hash)| (name.into(), hash.into())).collect();
    if std::env::var_os("OROGRAPH_BLESS").is_some() {
        golden.retain(|name, _| !name.starts_with(section));
        golden.extend(results[0].1.clone());
        let lines: Vec<String> = golden.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        fs::write(&path, lines.concat()).unwrap();
        return;
    }
    golden.retain(|name, _| name.starts_with(section));
    assert_eq!(golden, results[0].1, "values have moved; see the header of this test");
}

#[test]
fn the_default_field_of_every_node_keeps_its_bytes_on_every_level() {
    check("node/", || {
        nodes::all().map(|spec| (format!("node/{}", spec.kind), hash(&default_field(spec.kind)))).collect()
    });
}

#[test]
fn every_recipe_keeps_its_bytes_on_every_level() {
    let recipes: Vec<PathBuf> = fs::read_dir(folder("graphs")).unwrap().map(|f| f.unwrap().path()).collect();
    assert!(recipes.len() >= 6);
    check("graphs/", || {
        let hash_of = |path: &PathBuf| {
            let mut graph = Graph::load(path).unwrap().graph;
            graph.world.samples = (129, 129);
            let output = graph.outputs[0].from.node.clone();
            (format!("graphs/{}", path.file_stem().unwrap().to_str().unwrap()), hash(&render(&graph, &output)))
        };
        recipes.iter().filter(|p| p.extension().is_some_and(|e| e == "ron")).map(hash_of).collect()
    });
}
