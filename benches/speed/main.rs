//! Speed by itself: `cargo bench --bench speed`. Times of one machine, for finding what became slower and for the README;
//! how they compare with other libraries is the matter of `ratios`.
//!
//! Kernels fill blocks of 256 x 8 samples down a strip, as a render does, on one thread; an item is a sample, so that
//! 1000 Mitem/s are 1 ns a sample. At the end comes what an artist waits for, in nanoseconds per sample and thread. A word
//! picks cases by name.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail by panicking")]

#[path = "../../tests/orograph/support/kernel.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod kernel;
mod kernels;
mod waiting;

use divan::Bencher;
use divan::counter::ItemsCount;
use orograph::graph::{Graph, Link};
use orograph::plan::{Plan, compile};
use orograph::raster::{Grid, Raster, Sampling};
use orograph::run::{Options, Runner};
use std::path::Path;

fn main() {
    divan::main();
    let listed = ["--test", "--list"].map(|word| std::env::args().any(|a| a == word));
    if !listed.contains(&true) {
        waiting::print();
    }
}

fn graph(file: &str) -> Graph {
    Graph::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap().graph
}

fn planned(graph: &Graph, side: u32) -> (Plan, Grid) {
    let plan = compile(graph, &Link::to("height"), 0.0).unwrap();
    let grid = graph.world.grid(Sampling::Vertices).resampled((side, side));
    (plan, grid)
}

const TWELVE: &str = "benches/recipe12.ron";
const ISLAND: &str = "graphs/island.ron";
const HILLS: &str = "graphs/hills.ron";

/// Recipes with their ranges known, into a raster that is reused.
#[divan::bench(args = [(TWELVE, 1024), (TWELVE, 4096), (ISLAND, 1024), (ISLAND, 4096), (HILLS, 1024), (TWELVE, 96), (ISLAND, 96)])]
fn recipe(bencher: Bencher<'_, '_>, (file, side): (&str, u32)) {
    let (plan, grid) = planned(&graph(file), side);
    let runner = Runner::new(Some(1), 0);
    let mut raster = Raster::default();
    bencher.counter(ItemsCount::new(grid.region().len())).bench_local(|| {
        let old = std::mem::take(&mut raster);
        raster = runner.render_over(old, &plan, &grid, grid.region(), &Options::default()).unwrap().raster;
    });
}

/// A normalized field whose range nobody knows: measured on the build grid, stored, scaled.
#[divan::bench]
fn normalize(bencher: Bencher<'_, '_>) {
    let graph = graph(HILLS);
    let plan = compile(&graph, &Link::to("height"), 0.0).unwrap();
    let grid = graph.world.grid(Sampling::Vertices);
    let fresh = || Runner::new(Some(1), 256 << 20);
    bencher
        .counter(ItemsCount::new(grid.region().len()))
        .with_inputs(fresh)
        .bench_local_refs(|runner| runner.render(&plan, &grid, grid.region(), &Options::default()).unwrap());
}
