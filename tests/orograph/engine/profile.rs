//! Time by node: what is counted, what is left out, and what it costs when nobody asks.

use crate::support::recipe::{graph, island_like, plan};
use orograph::graph::{Graph, Node};
use orograph::run::{Options, Runner, Stats};
use orograph::spec::Value;
use std::time::{Duration, Instant};

fn profiled(graph: &Graph, node: &str, threads: usize) -> (Stats, Duration) {
    let grid = graph.world.grid(Default::default());
    let options = Options { profile: true, ..Options::default() };
    let begun = Instant::now();
    let stats = Runner::new(Some(threads), 0).render(&plan(graph, node), &grid, grid.region(), &options).unwrap().stats;
    (stats, begun.elapsed())
}

#[test]
fn every_node_that_worked_has_a_time_and_all_together_fit_into_the_run() {
    let g = island_like(257, 257);
    let (stats, wall) = profiled(&g, "height", 1);
    assert_eq!(stats.spent.keys().collect::<Vec<_>>(), stats.filled.keys().collect::<Vec<_>>());
    assert!(stats.busy <= wall, "{:?} of {wall:?} on one thread", stats.busy);
    assert_eq!(stats.spent.values().sum::<Duration>(), stats.busy, "no step of the island is shared");
}

#[test]
fn nobody_pays_for_a_profile_that_was_not_asked_for() {
    let g = island_like(33, 33);
    let grid = g.world.grid(Default::default());
    let stats = Runner::new(Some(1), 0).render(&plan(&g, "height"), &grid, grid.region(), &Options::default());
    let stats = stats.unwrap().stats;
    assert!(stats.spent.is_empty() && stats.busy.is_zero() && !stats.filled.is_empty());
}

#[test]
fn the_time_of_a_sampled_field_is_its_own() {
    let deep = Node::new("Fbm").with("octaves", 12u32).with("seed", Value::Seed(1));
    let g = graph(&[
        ("land", deep),
        ("shift", Node::new("Constant").with("value", 40.0)),
        ("bent", Node::new("Warp").with("source", "land").with("dx", "shift").with("dy", "shift")),
        ("twice", Node::new("Warp").with("source", "bent").with("dx", "shift").with("dy", "shift")),
    ]);
    let (stats, wall) = profiled(&g, "twice", 1);
    assert!(stats.busy <= wall, "a field's time was counted twice: {:?} of {wall:?}", stats.busy);
    assert!(stats.spent["land"] > stats.spent["bent"] + stats.spent["twice"], "{:?}", stats.spent);
}

#[test]
fn a_shared_step_counts_for_each_of_its_nodes_and_once_for_the_whole() {
    let g = graph(&[
        ("a", Node::new("Fbm").with("seed", Value::Seed(3))),
        ("b", Node::new("Fbm").with("seed", Value::Seed(3))),
        ("sum", Node::new("Add").with("a", "a").with("b", "b")),
    ]);
    let (stats, _) = profiled(&g, "sum", 2);
    assert_eq!(stats.spent["a"], stats.spent["b"]);
    assert_eq!(stats.spent["a"] + stats.spent["sum"], stats.busy);
}
