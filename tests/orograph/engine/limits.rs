//! Graphs that nobody draws by hand: very long, very nested, or made to harm. They work or are refused in a sentence.

use crate::support::recipe::{graph, plan};
use orograph::graph::{Graph, Link, Node};
use orograph::plan::{compile, survey};
use orograph::raster::Sampling;
use orograph::run::{Options, Rendered, Runner};

/// `n0` is `first`; each of the others, up to `n<length>`, is made from the name of the one before.
fn chain(length: usize, first: Node, next: impl Fn(&str) -> Node) -> Graph {
    let mut nodes = vec![("n0".to_owned(), first)];
    for i in 1..=length {
        nodes.push((format!("n{i}"), next(&nodes[i - 1].0)));
    }
    let nodes: Vec<(&str, Node)> = nodes.iter().map(|(id, node)| (&**id, node.clone())).collect();
    let mut graph = graph(&nodes);
    graph.world.samples = (9, 9);
    graph
}

fn render(graph: &Graph, node: &str) -> Rendered {
    let grid = graph.world.grid(Sampling::Vertices);
    Runner::new(Some(2), 1 << 20).render(&plan(graph, node), &grid, grid.region(), &Options::default()).unwrap()
}

fn refusal(graph: &Graph, node: &str) -> String {
    compile(graph, &Link::to(node), 0.0).unwrap_err().to_string()
}

#[test]
fn five_thousand_nodes_in_a_row_are_planned_and_run() {
    let add = |source: &str| Node::new("Add").with("a", source).with("b", 1.0);
    let long = chain(5000, Node::new("Constant").with("value", 0.0), |source| add(source));
    assert_eq!(plan(&long, "n5000").constant(), Some(5000.0), "whatever is constant folds");
    let long = chain(5000, Node::new("Coordinates"), |source| add(source));
    assert_eq!(render(&long, "n5000").raster.data[0], 5000.0);
    // One of the last nodes by name comes first in the row, one of the first comes last.
    assert!(survey(&long).values().all(|s| s.error.is_none() && s.outputs.len() <= 2));
    let muted = chain(5000, Node::new("Coordinates"), |source| Node { muted: true, ..add(source) });
    assert_eq!(render(&muted, "n5000").raster.data[8], 4096.0);
}

#[test]
fn nodes_that_measure_in_a_row_do_not_double_the_work_each_time() {
    let normalize = |source: &str| Node::new("Normalize").with("source", source);
    let row = chain(40, Node::new("Perlin"), normalize);
    let done = render(&row, "n40");
    assert_eq!(done.stats.range_passes, 40, "planned anew by each that follows, there would be 2^40");
    assert_eq!(done.raster.extremes(), Some((0.0, 1.0)));
    assert!(survey(&row).values().all(|s| s.error.is_none()));
    let refused = refusal(&chain(70, Node::new("Perlin"), normalize), "n70");
    assert_eq!(
        refused,
        "node \"n65\" (Normalize): more than 64 nodes in a row measure a range, which is not supported"
    );
}

#[test]
fn fields_within_fields_are_run_or_refused() {
    let shift =
        |source: &str| Node::new("Warp").with("source", source).with("dx", 1.0).with("dy", 0.0).with("amplitude", 1.0);
    let deep = chain(120, Node::new("Coordinates"), shift);
    assert_eq!(render(&deep, "n120").raster.data[0], 120.0, "each moves by a metre");
    let refused = refusal(&chain(5000, Node::new("Coordinates"), shift), "n5000");
    assert!(refused.contains("fields within fields 5000 deep, allowed are 128"), "{refused}");
    // No noise anywhere, but every node samples the one before twice.
    let twice = |source: &str| Node::new("Warp").with("source", source).with("dx", source).with("dy", 0.0);
    let refused = refusal(&chain(40, Node::new("Coordinates"), twice), "n40");
    assert!(refused.contains("nodes per sample, allowed are 65536"), "{refused}");
}

#[test]
fn a_loop_of_many_nodes_is_named_by_the_first_few() {
    let abs = |source: &str| Node::new("Abs").with("source", source);
    let ring = chain(999, abs("n999"), abs);
    assert_eq!(ring.loops().len(), 1);
    for message in [ring.check()[0].message.clone(), refusal(&ring, "n500")] {
        assert!(message.contains("988 more") && message.contains("form a loop"), "{message}");
        assert!(message.len() < 300, "{message}");
    }
}
