//! Choosing between fields: masks of heights, layers, switches.

use crate::support::kernel::node;
use crate::support::recipe::{graph, plan, render};
use orograph::graph::Node;
use orograph::plan::survey;
use orograph::spec::{Interval, Quantity, Value};

#[test]
fn a_height_mask_is_1_between_its_levels_and_0_beyond_its_falloff() {
    let mask = |v: f64, falloff: f64| {
        let mask = node("HeightMask").give("lower", 0.4).give("upper", 0.6).give("falloff", falloff);
        mask.give("source", v).ready().here(0.0, 0.0)
    };
    for (v, expected) in [(0.2, 0.0), (0.3, 0.0), (0.4, 1.0), (0.5, 1.0), (0.6, 1.0), (0.7, 0.0), (0.9, 0.0)] {
        assert!((mask(v, 0.1) - expected).abs() < 1e-6, "{v}");
    }
    assert!((mask(0.35, 0.1) - 0.5).abs() < 1e-5 && (mask(0.65, 0.1) - 0.5).abs() < 1e-5);
    assert_eq!((mask(0.39, 0.0), mask(0.4, 0.0), mask(0.6, 0.0), mask(0.61, 0.0)), (0.0, 1.0, 1.0, 0.0));
}

#[test]
fn a_select_takes_b_between_its_limits_and_a_elsewhere() {
    let select = |v: f64| {
        let select = node("Select").give("a", -1.0).give("b", 3.0).give("control", v);
        let ready = select.give("lower", -0.5).give("upper", 0.5).give("falloff", 0.25).ready();
        assert_eq!(ready.bound, Interval::new(-1.0, 3.0));
        ready.here(0.0, 0.0)
    };
    assert_eq!((select(-0.75), select(-0.5), select(0.0), select(0.5), select(0.8)), (-1.0, 3.0, 3.0, 3.0, -1.0));
    assert_eq!(select(0.625), 1.0);
    // Crossed limits enclose nothing.
    let crossed = node("Select").give("a", -1.0).give("b", 3.0).give("control", 0.0).give("lower", 0.5);
    assert_eq!(crossed.give("upper", -0.5).ready().here(0.0, 0.0), -1.0);
}

#[test]
fn a_layer_acts_through_its_mask_and_stays_within_0_and_1() {
    let layer = |mode, a: f64, b: f64, mask: f64| {
        node("Layer").choice("mode", mode).give("a", a).give("b", b).give("mask", mask).ready().here(0.0, 0.0)
    };
    assert_eq!(layer("Multiply", 0.5, 0.5, 1.0), 0.25);
    assert_eq!(layer("Screen", 0.5, 0.5, 1.0), 0.75);
    assert_eq!(layer("Overlay", 0.25, 0.5, 1.0), 0.25);
    assert_eq!(layer("Difference", 0.25, 1.0, 1.0), 0.75);
    assert_eq!((layer("Add", 0.75, 0.75, 1.0), layer("Subtract", 0.25, 0.75, 1.0)), (1.0, 0.0));
    assert_eq!((layer("Dodge", 0.0, 1.0, 1.0), layer("Burn", 1.0, 0.0, 1.0)), (0.0, 1.0));
    assert_eq!(layer("Multiply", 0.5, 0.5, 0.0), 0.5);
    assert_eq!(layer("Multiply", 0.5, 0.5, 0.5), 0.375);
}

#[test]
fn a_switch_computes_what_it_passes_on_and_nothing_else() {
    let recipe = |pick| {
        graph(&[
            ("first", Node::new("Perlin")),
            ("second", Node::new("Simplex")),
            ("out", Node::new("Switch").with("a", "first").with("b", "second").with("pick", Value::Choice(pick))),
        ])
    };
    for (pick, source) in [("A", "first"), ("B", "second")] {
        let g = recipe(pick);
        let planned = plan(&g, "out");
        let mut nodes: Vec<&str> = planned.nodes.iter().map(|n| &**n).collect();
        nodes.sort_unstable_by_key(|id| *id == "out");
        assert_eq!(nodes, [source, "out"]);
        assert_eq!(render(&g, "out").data, render(&g, source).data);
    }
    let open = &survey(&recipe("C"))["out"];
    let message = open.error.as_ref().map(ToString::to_string).unwrap_or_default();
    assert!(message.contains("input c is open"), "{message}");
}

#[test]
fn heights_become_the_metres_of_the_world() {
    let mut g = graph(&[
        ("unit", Node::new("RadialFalloff")),
        ("signed", Node::new("Perlin")),
        ("high", Node::new("HeightInMetres").with("source", "unit")),
        ("low", Node::new("HeightInMetres").with("source", "signed")),
    ]);
    g.world.height = (-200.0, 600.0);
    for id in ["high", "low"] {
        let planned = plan(&g, id);
        assert_eq!((planned.quantity, planned.bound), (Quantity::Metres, Interval::new(-200.0, 600.0)));
    }
    let (unit, high) = (render(&g, "unit"), render(&g, "high"));
    assert!(unit.data.iter().zip(&high.data).all(|(u, h)| *h == u * 800.0 - 200.0));
}
