//! Arithmetic and adjustments: what an artist relies on.

use crate::support::kernel::{Setup, node};
use orograph::spec::{Interval, Value};

fn at(setup: Setup<'_>, source: f64) -> f32 {
    setup.give("source", source).ready().here(0.0, 0.0)
}

#[test]
fn nothing_divides_by_zero_and_nothing_leaves_the_numbers() {
    let of = |kind: &str, a: f64, b: f64| node(kind).give("a", a).give("b", b).ready().here(0.0, 0.0);
    assert_eq!((of("Divide", 3.0, 0.0), of("Divide", 0.0, 0.0), of("Modulo", 3.0, 0.0)), (0.0, 0.0, 0.0));
    assert_eq!(of("Divide", -3e38, 1e-30), -f32::MAX);
    assert_eq!((of("Divide", 3.0, 4.0), of("Modulo", 0.875, 0.25), of("Modulo", -0.125, 0.5)), (0.75, 0.125, 0.375));
    assert_eq!(of("Modulo", -0.125, -0.5), 0.375);
    // Next to a multiple the rest is 0 or almost the divisor, and never the divisor itself.
    assert_eq!(of("Modulo", f64::from(-f32::MIN_POSITIVE), 1.0), 0.0);
}

#[test]
fn quotients_are_bounded_where_the_divisor_keeps_away_from_zero() {
    let bound = |b: [f32; 2]| node("Divide").samples("a", &[-1.0, 3.0]).samples("b", &b).ready().bound;
    assert_eq!(bound([2.0, 4.0]), Interval::new(-0.5, 1.5));
    assert_eq!(bound([-1.0, 4.0]), Interval::ALL);
    let positive = node("Divide").samples("a", &[0.0, 3.0]).samples("b", &[0.0, 2.0]).ready().bound;
    assert_eq!(positive, Interval::new(0.0, f32::INFINITY));
}

#[test]
fn a_smooth_extreme_meets_the_sharp_one_outside_its_reach_and_never_has_a_crease() {
    let smooth =
        |kind: &str, a: f64| node(kind).give("a", a).give("b", 0.0).give("smoothness", 0.4).ready().here(0.0, 0.0);
    assert_eq!((smooth("SmoothMinimum", 0.5), smooth("SmoothMinimum", -0.5)), (0.0, -0.5));
    assert_eq!((smooth("SmoothMaximum", 0.5), smooth("SmoothMaximum", -0.5)), (0.5, 0.0));
    assert!((smooth("SmoothMinimum", 0.0) + 0.1).abs() < 1e-7 && (smooth("SmoothMaximum", 0.0) - 0.1).abs() < 1e-7);
    let line: Vec<f64> = (-600..=600).map(|i| f64::from(smooth("SmoothMaximum", f64::from(i) / 1000.0))).collect();
    let slopes: Vec<f64> = line.windows(2).map(|w| (w[1] - w[0]) * 1000.0).collect();
    assert!(slopes.windows(2).all(|w| (w[1] - w[0]).abs() < 0.01), "the slope jumps");
}

#[test]
fn tone_curves_keep_black_and_white_and_change_nothing_in_their_middle() {
    for (kind, port, neutral) in [("Gamma", "gamma", 1.0), ("Bias", "amount", 0.5), ("Gain", "amount", 0.5)] {
        for strength in [0.2, neutral, 0.9] {
            let curve = |v: f64| at(node(kind).give(port, strength), v);
            assert_eq!((curve(0.0), curve(1.0), curve(-2.0), curve(3.0)), (0.0, 1.0, 0.0, 1.0), "{kind}");
            let line: Vec<f32> = (0..=500).map(|i| curve(f64::from(i) / 500.0)).collect();
            assert!(line.windows(2).all(|w| w[0] <= w[1]), "{kind} turns back");
            if strength == neutral {
                assert!(line.iter().enumerate().all(|(i, v)| (v - i as f32 / 500.0).abs() < 1e-6), "{kind}");
            }
        }
    }
    assert_eq!(at(node("Bias").give("amount", 0.25), 0.5), 0.25);
    assert_eq!(at(node("Gain").give("amount", 0.9), 0.5), 0.5);
    assert!(at(node("Gamma").give("gamma", 2.0), 0.25) == 0.5);
}

#[test]
fn levels_stretch_what_lies_between_black_and_white() {
    let levels = || node("Levels").give("black", 0.2).give("white", 0.6);
    assert_eq!((at(levels(), 0.1), at(levels(), 0.2), at(levels(), 0.6), at(levels(), 0.9)), (0.0, 0.0, 1.0, 1.0));
    assert!((at(levels(), 0.4) - 0.5).abs() < 1e-6);
    let short = levels().give("low", 0.25).give("high", 0.5);
    assert_eq!((at(short.clone(), 0.0), at(short.clone(), 1.0)), (0.25, 0.5));
    assert_eq!(short.give("source", 0.3).ready().bound, Interval::new(0.25, 0.5));
}

#[test]
fn terraces_are_level_and_reach_both_ends() {
    let cliffs = || node("Terrace").count("steps", 5).give("smoothness", 0.0);
    let heights: Vec<f32> = (0..=1000).map(|i| at(cliffs(), f64::from(i) / 1000.0)).collect();
    let mut levels = heights.clone();
    levels.dedup();
    assert_eq!(levels, [0.0, 0.25, 0.5, 0.75, 1.0]);
    // With a straight riser, a smoothness of 1 changes nothing.
    let none = || node("Terrace").choice("riser", "Straight").give("smoothness", 1.0);
    assert!((0..=100).all(|i| (at(none(), f64::from(i) / 100.0) - i as f32 / 100.0).abs() < 1e-6));
    let half = |v| at(node("Terrace").count("steps", 2).give("smoothness", 0.5), v);
    assert_eq!((half(0.25), half(0.5), half(0.75)), (0.0, 0.5, 1.0));
    assert!(half(0.3) > 0.0 && half(0.7) < 1.0);
}

#[test]
fn quantized_values_are_multiples() {
    let quantize = |rounding, v| at(node("Quantize").choice("rounding", rounding).give("step", 10.0), v);
    assert_eq!((quantize("Nearest", 14.9), quantize("Nearest", 15.0), quantize("Nearest", -4.0)), (10.0, 20.0, 0.0));
    assert_eq!((quantize("Down", 19.0), quantize("Up", 11.0), quantize("Down", -1.0)), (10.0, 20.0, -10.0));
    assert_eq!(at(node("Quantize").give("step", 0.0), 0.37), 0.37);
}

#[test]
fn a_ping_pong_of_a_half_changes_nothing_and_more_folds() {
    let fold = |v, strength| at(node("PingPong").give("strength", strength), v);
    for i in -10..=10 {
        assert!((fold(f64::from(i) / 10.0, 0.5) - i as f32 / 10.0).abs() < 1e-6);
    }
    assert_eq!(
        (fold(-1.0, 2.0), fold(-0.5, 2.0), fold(0.0, 2.0), fold(0.5, 2.0), fold(1.0, 2.0)),
        (-1.0, 1.0, -1.0, 1.0, -1.0)
    );
}

#[test]
fn a_sine_is_exact_at_quarter_turns_and_a_cosine_is_its_phase() {
    let sine = |v, phase| at(node("Sine").give("frequency", 1.0).give("phase", phase), v);
    assert_eq!(
        (sine(0.0, 0.0), sine(0.25, 0.0), sine(0.5, 0.0), sine(0.75, 0.0), sine(1.0, 0.0)),
        (0.0, 1.0, 0.0, -1.0, 0.0)
    );
    assert_eq!((sine(0.0, 90.0), sine(0.5, 90.0)), (1.0, -1.0));
    for i in 0..4000 {
        let v = f64::from(i) * 0.00371 - 7.0;
        let expected = libm::sin(v as f32 as f64 * std::f64::consts::TAU);
        assert!((f64::from(sine(v, 0.0)) - expected).abs() < 1e-7, "{v}");
    }
}

#[test]
fn a_step_belongs_to_what_is_above_it() {
    assert_eq!((at(node("Step").give("edge", 0.5), 0.5), at(node("Step").give("edge", 0.5), 0.49)), (1.0, 0.0));
    let threshold = |v| at(node("Threshold").give("level", 0.5).give("below", -3.0).give("above", 7.0), v);
    assert_eq!((threshold(0.5), threshold(0.49)), (7.0, -3.0));
    let falling = |v| at(node("Smoothstep").give("from", 1.0).give("to", 0.0), v);
    assert_eq!((falling(-1.0), falling(0.5), falling(2.0)), (1.0, 0.5, 0.0));
    let hard = |v| at(node("Smoothstep").give("from", 0.5).give("to", 0.5), v);
    assert_eq!((hard(0.49), hard(0.5)), (0.0, 1.0));
    // What never passes the edge is known beforehand.
    assert_eq!(node("Step").give("source", 2.0).ready().bound, Interval::point(1.0));
    assert_eq!(
        node("Quantize")
            .set("rounding", Value::Choice("Down"))
            .samples("source", &[0.3, 0.9])
            .give("step", 0.5)
            .ready()
            .bound,
        Interval::new(0.0, 0.5)
    );
}
