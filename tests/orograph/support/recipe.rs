//! Recipes made in code.

use orograph::graph::{Graph, Link, Node};
use orograph::plan::{Plan, compile};
use orograph::raster::{Raster, Sampling};
use orograph::run::{Options, Runner};
use orograph::spec::Value;
use std::sync::Arc;

/// A graph of these nodes over 65 x 65 samples of a 4096 m world.
pub fn graph(nodes: &[(&str, Node)]) -> Graph {
    let mut graph = Graph { seed: 7, ..Graph::default() };
    graph.world.samples = (65, 65);
    graph.nodes = nodes.iter().map(|(id, node)| ((*id).into(), Arc::new(node.clone()))).collect();
    graph
}

/// A small island with a fractal, a ridge, warps, a mask and a normalised height, over `width` x `height` samples.
pub fn island_like(width: u32, height: u32) -> Graph {
    let fbm = |seed| Node::new("Fbm").with("seed", Value::Seed(seed)).with("octaves", 4u32);
    let mut graph = graph(&[
        ("bx", fbm(11)),
        ("by", fbm(12)),
        ("land", fbm(1)),
        ("bent", Node::new("Warp").with("source", "land").with("dx", "bx").with("dy", "by").with("amplitude", 420.0)),
        ("hills", Node::new("Remap").with("source", "bent").with("from_min", -0.5).with("from_max", 0.5)),
        ("ridges", Node::new("Ridged").with("seed", Value::Seed(2)).with("octaves", 4u32)),
        ("peaks", Node::new("Power").with("a", "ridges").with("b", 1.7)),
        ("relief", Node::new("Add").with("a", "hills").with("b", "peaks")),
        ("disc", Node::new("RadialFalloff").with("radius", Value::Number(1760.0))),
        ("island", Node::new("Multiply").with("a", "relief").with("b", "disc")),
        ("height", Node::new("Normalize").with("source", "island")),
    ]);
    graph.world.samples = (width, height);
    graph.world.extent = (4096.0, 4096.0 * f64::from(height) / f64::from(width));
    graph
}

/// The plan of the first output of `node`, at time 0.
pub fn plan(graph: &Graph, node: &str) -> Plan {
    compile(graph, &Link::to(node), 0.0).unwrap()
}

/// The values of `node` on the build grid.
pub fn render(graph: &Graph, node: &str) -> Raster {
    let grid = graph.world.grid(Sampling::Vertices);
    Runner::new(Some(2), 0).render(&plan(graph, node), &grid, grid.region(), &Options::default()).unwrap().raster
}
