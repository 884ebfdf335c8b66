//! The curve: by a second, naive implementation written from `docs/definitions.md` alone, by its bound, and by its shape.

use super::{Bench, bits};
use crate::noise::levels::on_each_level;
use orograph::nodes::{CurveEnds, Spline};
use orograph::spec::*;
use proptest::prelude::*;

type Point = [f64; 2];

fn bench(points: &[Point], flat: bool) -> Bench {
    let ends = if flat { "Flat" } else { "Straight" };
    Bench::new("Curve").set("points", Value::Points(points.into())).set("ends", Value::Choice(ends))
}

/// Values of the node for samples whose bound is known to be `bound`.
fn run(points: &[Point], flat: bool, values: &[f32]) -> (Vec<f32>, Interval) {
    bench(points, flat).run(&[values])
}

fn naive(points: &[Point], flat: bool, v: f32) -> f32 {
    let n = points.len() - 1;
    let (x, y) = (|i: usize| points[i][0], |i: usize| points[i][1]);
    let r = |i: usize| (y(i + 1) - y(i)) / (x(i + 1) - x(i));
    let mut m = vec![r(0)];
    for i in 1..n {
        let same = (r(i - 1) > 0.0 && r(i) > 0.0) || (r(i - 1) < 0.0 && r(i) < 0.0);
        m.push(if same { (r(i - 1) + r(i)) * 0.5 } else { 0.0 });
    }
    m.push(r(n - 1));
    for i in 0..n {
        let q = m[i] * m[i] + m[i + 1] * m[i + 1];
        if q > 9.0 * (r(i) * r(i)) {
            let part = 3.0 * r(i).abs() / q.sqrt();
            m[i] *= part;
            m[i + 1] *= part;
        }
    }
    let v = f64::from(v);
    let value = if v < x(0) {
        y(0) + (v - x(0)) * if flat { 0.0 } else { m[0] }
    } else if v >= x(n) {
        y(n) + (v - x(n)) * if flat { 0.0 } else { m[n] }
    } else {
        let i = (0..n).find(|&i| v < x(i + 1)).unwrap();
        let (h, s) = (x(i + 1) - x(i), v - x(i));
        let square = (3.0 * r(i) - 2.0 * m[i] - m[i + 1]) / h;
        let cube = (m[i] + m[i + 1] - 2.0 * r(i)) / (h * h);
        let value = y(i) + s * (m[i] + s * (square + s * cube));
        let (lo, hi) = (y(i).min(y(i + 1)), y(i).max(y(i + 1)));
        let value = if value > lo { value } else { lo };
        if value < hi { value } else { hi }
    };
    value.clamp(-f64::from(f32::MAX), f64::from(f32::MAX)) as f32
}

/// Points of any sort: near and far, close together, on numbers that no `f32` holds.
fn any_points() -> impl Strategy<Value = Vec<Point>> {
    let step = prop_oneof![6 => 0.01..0.5f64, 1 => Just(1e-6), 1 => 10.0..1e6f64];
    let y = prop_oneof![6 => -1.5..1.5f64, 2 => prop::sample::select(vec![0.0, 0.5, 1.0]), 1 => -1e9..1e9f64];
    let start = prop_oneof![4 => -1.2..0.3f64, 1 => -1e5..1e5f64];
    (start, prop::collection::vec((step, y), 2..12)).prop_map(|(start, steps)| {
        let mut x = start;
        let place = |(step, y): (f64, f64)| {
            // Far from 0 a small step would vanish in the rounding.
            x += if step < 1.0 { step * x.abs().max(1.0) } else { step };
            [x, y]
        };
        steps.into_iter().map(place).collect()
    })
}

/// Values between, at and beyond the points.
fn values_for(points: &[Point], shares: &[f32]) -> Vec<f32> {
    let (first, last) = (points[0][0] as f32, points[points.len() - 1][0] as f32);
    let spread = shares.iter().map(|share| first + (last - first) * share);
    let at = points.iter().flat_map(|p| [p[0] as f32, (p[0] as f32).next_up(), (p[0] as f32).next_down()]);
    spread.chain(at).chain([0.0, -0.0, f32::MAX, -f32::MAX, 1e-40]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_curve_is_its_definition_to_the_bit_and_keeps_to_its_bound(
        points in any_points(), flat in any::<bool>(), shares in prop::collection::vec(-0.5f32..1.5, 70),
    ) {
        let values = values_for(&points, &shares);
        let (out, bound) = run(&points, flat, &values);
        let expected: Vec<f32> = values.iter().map(|&v| naive(&points, flat, v)).collect();
        prop_assert_eq!(bits(&out), bits(&expected));
        prop_assert!(out.iter().all(|v| v.is_finite() && bound.contains(*v)), "{:?} {:?}", out, bound);
        for (&v, &got) in values.iter().zip(&out) {
            prop_assert_eq!(bench(&points, flat).value(&[v]).to_bits(), got.to_bits(), "a number at {}", v);
        }
    }

    #[test]
    fn a_curve_stays_inside_the_bound_that_part_of_its_source_allows(
        points in any_points(), flat in any::<bool>(), a in -0.5f32..1.5, b in -0.5f32..1.5,
    ) {
        let ends = values_for(&points, &[a.min(b), a.max(b)]);
        let (lo, hi) = (ends[0], ends[1]);
        let values: Vec<f32> = (0..=200).map(|i| (lo + (hi - lo) * i as f32 / 200.0).clamp(lo, hi)).collect();
        let (out, bound) = bench(&points, flat).run_within(&[&values], &[Interval::new(lo, hi)], None);
        prop_assert!(out.iter().all(|v| bound.contains(*v)), "{:?} outside {:?}", out, bound);
    }

    #[test]
    fn between_two_points_a_curve_only_rises_or_only_falls(points in any_points()) {
        let spline = Spline::new(&points, CurveEnds::Straight);
        for pair in points.windows(2) {
            let rises = pair[1][1] >= pair[0][1];
            let scale = pair[0][1].abs().max(pair[1][1].abs());
            let at = |i: u32| spline.at(pair[0][0] + (pair[1][0] - pair[0][0]) * f64::from(i) / 64.0);
            for i in 0..64 {
                let step = if rises { at(i + 1) - at(i) } else { at(i) - at(i + 1) };
                prop_assert!(step >= -1e-13 * scale, "{} at {} of {:?}", step, i, pair);
            }
        }
    }
}

#[test]
fn a_curve_has_the_same_bits_on_every_level() {
    let points = [[-0.75, 0.25], [-0.2, -0.5], [0.1, 0.5], [0.3, 0.125], [0.9, 0.125]];
    let values: Vec<f32> = (-2000..2000).map(|i| i as f32 / 999.0).collect();
    let results = on_each_level(|| bits(&run(&points, false, &values).0));
    assert!(results.iter().all(|(_, found)| *found == results[0].1));
}

#[test]
fn a_new_curve_changes_nothing_and_is_a_number_where_its_source_is_one() {
    let values: Vec<f32> = (-300..300).map(|i| i as f32 / 77.0).chain([f32::MAX, -f32::MAX, 1e-40]).collect();
    let (out, bound) = Bench::new("Curve").run(&[&values]);
    assert_eq!(bits(&out), bits(&values));
    assert_eq!(bound, Interval::new(-f32::MAX, f32::MAX));
    assert_eq!(Bench::new("Curve").value(&[0.3]), 0.3);
}

#[test]
fn a_curve_meets_its_points_exactly_and_goes_on_as_it_is_told() {
    let points = [[0.0, 0.0], [0.5, 0.2], [1.0, 1.0]];
    let (out, bound) = run(&points, false, &[0.0, 0.5, 1.0, -1.0, 2.0]);
    assert_eq!(out[..3], [0.0, 0.2, 1.0]);
    assert!((out[3] + 0.4).abs() < 1e-6 && (out[4] - 2.6).abs() < 1e-6, "{out:?}");
    assert!(bound.contains(out[3]) && bound.contains(out[4]));
    let (out, bound) = run(&points, true, &[0.0, 0.5, 1.0, -1.0, 2.0]);
    assert_eq!((out, bound), (vec![0.0, 0.2, 1.0, 0.0, 1.0], Interval::UNIT));
}

#[test]
fn a_plateau_is_level_and_a_summit_is_not_overshot() {
    let plateau = [[0.0, 0.0], [0.3, 0.5], [0.6, 0.5], [1.0, 1.0]];
    let values: Vec<f32> = (0..=1000).map(|i| i as f32 / 1000.0).collect();
    let (out, bound) = run(&plateau, false, &values);
    assert!(values.iter().zip(&out).filter(|(v, _)| (0.3..=0.6).contains(*v)).all(|(_, y)| *y == 0.5));
    assert!(out.is_sorted());
    assert_eq!(bound, Interval::UNIT);
    let (out, bound) = run(&[[0.0, 0.0], [0.5, 1.0], [1.0, 0.0]], false, &values);
    assert_eq!((out.iter().copied().fold(0.0, f32::max), bound), (1.0, Interval::UNIT));
}

#[test]
fn a_source_without_a_bound_leaves_the_curve_one_where_it_is_level() {
    let bound = |points: &[Point], flat| bench(points, flat).build(&[Interval::ALL]).bounds[0];
    assert_eq!(bound(&[[0.0, 0.25], [1.0, 0.75]], true), Interval::new(0.25, 0.75));
    assert_eq!(bound(&[[0.0, 0.25], [1.0, 0.75]], false), Interval::ALL);
    assert_eq!(bound(&[[0.0, 0.0], [0.5, 0.0], [1.0, -1.0]], false), Interval::new(f32::NEG_INFINITY, 0.0));
}
