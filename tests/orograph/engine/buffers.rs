//! Buffers: values share them as soon as nobody reads the old one any more, whatever the graph looks like.

use super::{bits, options};
use crate::support::recipe::{graph, plan, render};
use orograph::graph::{Graph, Node};
use orograph::raster::Sampling;
use orograph::run::Runner;
use proptest::prelude::*;

#[test]
fn a_chain_of_any_length_needs_two_buffers() {
    for length in [2, 10, 300] {
        let mut g = graph(&[("n0", Node::new("Perlin"))]);
        for i in 1..=length {
            let source = format!("n{}", i - 1);
            let node = Node::new("Add").with("a", &*source).with("b", 0.25);
            g.nodes.insert(format!("n{i}").into(), node.into());
        }
        assert_eq!(plan(&g, &format!("n{length}")).buffers(), 2.min(length), "{length} nodes in a row");
    }
}

#[test]
fn a_value_that_is_read_late_keeps_its_buffer() {
    let g = graph(&[
        ("early", Node::new("Perlin")),
        ("a", Node::new("Abs").with("source", "early")),
        ("b", Node::new("Ridge").with("source", "a")),
        ("c", Node::new("Abs").with("source", "b")),
        ("late", Node::new("Subtract").with("a", "c").with("b", "early")),
    ]);
    assert_eq!(plan(&g, "late").buffers(), 3, "two for the chain, one for what waits");
    let (early, late) = (render(&g, "early"), render(&g, "late"));
    for (e, l) in early.data.iter().zip(&late.data) {
        assert_eq!((1.0 - e.abs()) - e, *l);
    }
}

#[test]
fn outputs_that_nobody_reads_give_their_buffers_back() {
    let g = graph(&[
        ("place", Node::new("Coordinates")),
        ("x", Node::new("Multiply").with("a", "place.x").with("b", 2.0)),
        ("both", Node::new("Add").with("a", "x").with("b", "place.x")),
    ]);
    let plan = plan(&g, "both");
    assert_eq!(plan.buffers(), 2);
    let grid = g.world.grid(Sampling::Vertices);
    let got = Runner::new(Some(1), 0).render(&plan, &grid, grid.region(), &options()).unwrap().raster;
    for (i, v) in got.row(1).iter().enumerate() {
        let x = grid.x(i as i64) as f32;
        assert_eq!(*v, x * 2.0 + x);
    }
}

/// A graph of sums and warps over two noises, by what each node reads of those before.
fn woven(picks: &[(usize, usize, bool)]) -> Graph {
    let mut g = graph(&[("n0", Node::new("Perlin")), ("n1", Node::new("White"))]);
    for (i, &(a, b, warped)) in picks.iter().enumerate() {
        let [a, b] = [a, b].map(|pick| format!("n{}", pick % (i + 2)));
        let node = match warped {
            // A warp runs all that its source needs once more, so only noises are warped.
            true => {
                Node::new("Warp").with("source", if i % 2 == 0 { "n0" } else { "n1" }).with("dx", &*a).with("dy", &*b)
            }
            false => Node::new("Blend").with("a", &*a).with("b", &*b).with("mask", 0.25),
        };
        g.nodes.insert(format!("n{}", i + 2).into(), node.into());
    }
    g.world.samples = (40, 9);
    g
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_value_of_a_woven_graph_is_that_of_its_inputs(
        picks in proptest::collection::vec((0usize..64, 0usize..64, any::<bool>()), 1..14)
    ) {
        let g = woven(&picks);
        for (i, &(a, b, warped)) in picks.iter().enumerate() {
            if warped {
                continue;
            }
            let [a, b] = [a, b].map(|pick| render(&g, &format!("n{}", pick % (i + 2))));
            let whole = render(&g, &format!("n{}", i + 2));
            for ((a, b), v) in a.data.iter().zip(&b.data).zip(&whole.data) {
                let mixed = a * 0.75 + b * 0.25;
                prop_assert_eq!(mixed.max(a.min(*b)).min(a.max(*b)), *v);
            }
        }
    }
}

#[test]
fn memory_that_is_reused_changes_no_value() {
    let g = super::island_like(97, 61);
    let p = plan(&g, "height");
    let grid = g.world.grid(Sampling::Vertices);
    let runner = Runner::new(Some(2), 0);
    let fresh = runner.render(&p, &grid, grid.region(), &options()).unwrap().raster;
    for (width, height) in [(97, 61), (300, 200), (3, 2)] {
        let old = orograph::raster::Raster::from_fn(width, height, |_, _| f32::NAN);
        let again = runner.render_over(old, &p, &grid, grid.region(), &options()).unwrap().raster;
        assert!(bits(&again) == bits(&fresh), "over {width} x {height} old values");
    }
}
