//! What an artist waits for: the recipe of twelve nodes at 512 x 512 while it is edited, and thumbnails.

use crate::{ISLAND, TWELVE, graph, planned};
use orograph::graph::{Graph, Node};
use orograph::raster::{Grid, Region};
use orograph::run::{Options, Runner};
use std::sync::Arc;
use std::time::Instant;

const SIDE: u32 = 512;
const ROUNDS: usize = 25;

/// Bytes that a window keeps.
const BUDGET: usize = 256 << 20;

/// Prints the median of each wait, planning included.
pub fn print() {
    println!("\nwaits of one thread, planning included, medians of {ROUNDS}{:13}ns/sample        ms", "");
    let whole = |grid: &Grid| grid.region();
    for stride in [8, 4] {
        let side = SIDE.div_ceil(stride);
        let coarse = |grid: &Grid| grid.region().strided(stride);
        line(&format!("recipe, coarse picture of {side} x {side}, first of all"), cold(TWELVE, SIDE, coarse));
    }
    line("recipe, 512 x 512, first of all", cold(TWELVE, SIDE, whole));
    line("recipe, 512 x 512, exponent of the last node moved", moved("height", "b", 0.01));
    line("recipe, 512 x 512, radius of the coast moved", moved("coast", "radius", 1.0));
    line("recipe, 512 x 512, warped land moved", moved("land", "feature_scale", 0.1));
    for side in [64, 96] {
        line(&format!("recipe, thumbnail of {side} x {side}"), cold(TWELVE, side, whole));
        line(&format!("island, thumbnail of {side} x {side}"), cold(ISLAND, side, whole));
    }
}

/// Seconds of a run, and its samples.
type Wait = (f64, usize);

fn line(what: &str, (seconds, samples): Wait) {
    println!("{what:56} {:9.2} {:9.3}", seconds * 1e9 / samples as f64, seconds * 1e3);
}

fn median(mut waits: Vec<Wait>) -> Wait {
    waits.sort_by(|a, b| a.0.total_cmp(&b.0));
    waits[waits.len() / 2]
}

/// A picture that nothing is known of yet, on a thread that has done nothing yet.
fn cold(file: &str, side: u32, part: impl Fn(&Grid) -> Region) -> Wait {
    let graph = graph(file);
    median((0..ROUNDS).map(|_| wait(&graph, &Runner::new(Some(1), BUDGET), side, &part, None)).collect())
}

/// A picture after a value has moved for the third time or more.
fn moved(node: &str, value: &str, by: f64) -> Wait {
    let mut graph = graph(TWELVE);
    let runner = Runner::new(Some(1), BUDGET);
    let mut waits = Vec::new();
    for round in 0..ROUNDS + 2 {
        let old = (*graph.nodes[node]).clone();
        let start = if value == "b" { 2.0 } else { if node == "coast" { 500.0 } else { 100.0 } };
        let next: Node = old.with(value, start + by * round as f64);
        graph.nodes.insert(node.into(), Arc::new(next));
        waits.push(wait(&graph, &runner, SIDE, &Grid::region, Some(node)));
    }
    median(waits.split_off(2))
}

/// Plans and renders; `edited` is the node whose frontier is kept.
fn wait(graph: &Graph, runner: &Runner, side: u32, part: &dyn Fn(&Grid) -> Region, edited: Option<&str>) -> Wait {
    let start = Instant::now();
    let (plan, grid) = planned(graph, side);
    let keep = edited.map_or_else(Vec::new, |node| plan.frontier(node));
    let options = Options { keep, keep_target: true, ..Options::default() };
    let rendered = runner.render(&plan, &grid, part(&grid), &options).unwrap();
    (start.elapsed().as_secs_f64(), rendered.raster.data.len())
}
