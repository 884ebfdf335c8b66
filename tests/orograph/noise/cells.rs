//! The cellular noises beyond F1: a naive search of eleven by eleven cells, written from `docs/definitions.md`, gives the
//! same bits.

use super::bits;
use super::reference::{At, Lattice};
use crate::support::kernel::{Places, node};
use orograph::spec::{Base, Domain, Field, Interval};
use proptest::prelude::*;
use std::cell::RefCell;

const DISTANCES: [&str; 6] = ["Euclidean", "EuclideanSquared", "Manhattan", "Chebyshev", "Minkowski", "Hybrid"];
const FEATURES: [&str; 7] = ["F1", "F2", "F2MinusF1", "F1PlusF2", "F1TimesF2", "F1OverF2", "DistanceToEdge"];

fn measure(distance: &str, p: f32, [x, y, z]: [f32; 3]) -> f32 {
    let squared = x * x + y * y + z * z;
    let along = x.abs() + y.abs() + z.abs();
    match distance {
        "Euclidean" | "EuclideanSquared" => squared,
        "Manhattan" => along,
        "Chebyshev" => x.abs().max(y.abs()).max(z.abs()),
        "Minkowski" => libm::powf(x.abs(), p) + libm::powf(y.abs(), p) + libm::powf(z.abs(), p),
        _ => along + squared,
    }
}

fn root(distance: &str, p: f32, measured: f32) -> f32 {
    match distance {
        "Euclidean" => measured.sqrt(),
        "Minkowski" => libm::powf(measured, 1.0 / p),
        _ => measured,
    }
}

/// The largest F1 and F2.
fn largest(distance: &str, p: f32, axes: f32) -> [f32; 2] {
    let (corner, neighbour) = match distance {
        "Euclidean" | "EuclideanSquared" => (axes, 2.25 + 0.25 * (axes - 1.0)),
        "Manhattan" => (axes, 1.5 + 0.5 * (axes - 1.0)),
        "Chebyshev" => (1.0, 1.5),
        "Minkowski" => (axes, libm::powf(1.5, p) + libm::powf(0.5, p) * (axes - 1.0)),
        _ => (2.0 * axes, 3.75 + 0.75 * (axes - 1.0)),
    };
    [corner, corner.max(neighbour)].map(|m| root(distance, p, m))
}

/// All points around a sample, nearest first: measure, offset and number of the cell.
fn points(lattice: &Lattice, jitter: f32, at: &At, distance: &str, p: f32) -> Vec<(f32, [f32; 3], u32)> {
    let (here, solid) = (at.on(lattice), at.z.is_some());
    let layers = if solid { -5..=5 } else { 0..=0 };
    let mut found = Vec::new();
    for (k, j, i) in layers.flat_map(|k| (-5..=5).flat_map(move |j| (-5..=5).map(move |i| (k, j, i)))) {
        let e: [i32; 3] = [i, j, k];
        let cell = |axis: usize| here[axis].cell.wrapping_add(e[axis] as u32);
        let n = lattice.number(cell(0), cell(1), solid.then(|| cell(2)));
        let away = |axis: usize| {
            let draw = (n ^ (n >> 15)).wrapping_mul([0x9E37_79B1, 0xC2B2_AE35, 0x27D4_EB2F][axis]) >> 8;
            let p = (draw as f32 * (1.0 / 16_777_216.0)) * jitter + (0.5 - 0.5 * jitter);
            (p + e[axis] as f32) - here[axis].frac
        };
        let to = [away(0), away(1), if solid { away(2) } else { 0.0 }];
        found.push((measure(distance, p, to), to, n));
    }
    // A stable sort: of equal ones the first in order of layers, rows and columns.
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

fn expected(feature: &str, distance: &str, p: f32, lattice: &Lattice, jitter: f32, at: &At) -> f32 {
    let distance = if feature == "DistanceToEdge" { "Euclidean" } else { distance };
    let near = points(lattice, jitter, at, distance, p);
    let [m1, m2] = largest(distance, p, if at.z.is_some() { 3.0 } else { 2.0 });
    let (f1, f2) = (root(distance, p, near[0].0), root(distance, p, near[1].0));
    let value = match feature {
        "F1" => f1 * (1.0 / m1),
        "F2" => f2 * (1.0 / m2),
        "F2MinusF1" => (f2 - f1) * (1.0 / m2),
        "F1PlusF2" => (f1 + f2) * (1.0 / (m1 + m2)),
        "F1TimesF2" => f1 * f2 * (1.0 / (m1 * m2)),
        "F1OverF2" => {
            if f2 > 0.0 {
                f1 / f2
            } else {
                0.0
            }
        }
        "Cell" => {
            let n = near[0].2;
            ((n ^ (n >> 15)).wrapping_mul(0x85EB_CA77) >> 8) as f32 * (1.0 / 16_777_215.0)
        }
        _ => {
            let a = near[0].1;
            let planes = near.iter().filter_map(|(_, b, _)| {
                let [x, y, z] = [0, 1, 2].map(|axis| b[axis] - a[axis]);
                let apart = (x * x + y * y + z * z).sqrt();
                let along = (a[0] + b[0]) * x + (a[1] + b[1]) * y + (a[2] + b[2]) * z;
                (apart > 0.0).then(|| along * 0.5 / apart)
            });
            planes.fold(f32::MAX, f32::min).max(0.0) * (2.0 / m2)
        }
    };
    value.min(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_feature_and_distance_is_that_of_the_points_nearest_of_all(
        feature in prop::sample::select([&FEATURES[..], &["Cell"]].concat()),
        distance in prop::sample::select(DISTANCES.to_vec()),
        exponent in 0.25..8.0f64,
        (seed, salt) in any::<(u64, u64)>(),
        (scale, jitter) in (0.4..300.0f64, prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0f64]),
        depth in prop::option::weighted(0.25, -90.0..90.0f64),
        (x0, y0, step) in (-1e6..1e6f64, -500.0..500.0f64, 0.05..4.0f64),
        displace in any::<bool>(),
    ) {
        let kind = if feature == "Cell" { "CellularValue" } else { "CellularDistance" };
        let mut setup = node(kind).scale(scale).seed(seed).number("jitter", jitter);
        setup = setup.choice("distance", distance).number("exponent", exponent);
        if feature != "Cell" {
            setup = setup.choice("feature", feature);
        }
        let noise = depth.map_or(setup.clone(), |z| setup.give("depth", z)).ready();
        let places = Places::new((x0, y0), step, 19, 2);
        let by: Vec<f32> = (0..19 * 2).map(|i| i as f32 * 0.71 - 60.0).collect();
        let plain = Domain { salt, ..places.domain() };
        let values = noise.at(&if displace { plain.displaced(&by, &by) } else { plain });
        let lattice = Lattice::of("Hashed", seed, salt);
        let naive: Vec<f32> = (0..values.len()).map(|i| {
            let by = displace.then(|| [by[i]; 2]);
            let at = At { scale, stretch: 1.0, x: places.x[i % 19], y: places.y[i / 19], by, z: depth };
            expected(feature, distance, exponent as f32, &lattice, jitter as f32, &at)
        }).collect();
        prop_assert_eq!(bits(&values), bits(&naive));
    }
}

#[test]
fn features_stay_within_0_and_1_and_use_most_of_it() {
    for (feature, distance) in FEATURES.into_iter().flat_map(|f| DISTANCES.map(|d| (f, d))) {
        let noise = node("CellularDistance").scale(7.0).choice("feature", feature).choice("distance", distance).ready();
        let values = noise.on(&Places::new((-300.0, 77.0), 1.0, 256, 256));
        assert!(values.iter().all(|v| (0.0..=1.0).contains(v)), "{feature} {distance}");
        let (lo, hi) = values.iter().fold((f32::MAX, f32::MIN), |(lo, hi), &v| (lo.min(v), hi.max(v)));
        // Squares of distances seldom come near the square of the longest, and products of two still less.
        let square = distance == "EuclideanSquared" || distance == "Hybrid";
        let least = if square { if feature == "F1TimesF2" { 0.2 } else { 0.4 } } else { 0.5 };
        assert!(hi - lo >= least, "{feature} {distance} uses {lo} to {hi}");
    }
}

#[test]
fn plain_f1_is_the_quick_cellular_noise_but_for_rounding() {
    let places = Places::new((12.5, -80.0), 0.83, 200, 40);
    let quick = node("Cellular").scale(17.0).seed(5).ready().on(&places);
    let slow = node("CellularDistance").choice("feature", "F1").scale(17.0).seed(5).ready().on(&places);
    assert!(quick.iter().zip(&slow).all(|(a, b)| (a - b).abs() < 2e-7));
}

/// Notes where it is sampled.
struct Noted(RefCell<Vec<(f64, f64)>>);

impl Field for Noted {
    fn sample(&self, at: &Domain<'_>, out: &mut [f32]) {
        out.fill(0.0);
        let places = (0..at.len()).map(|i| at.position(i % at.width, i / at.width));
        self.0.borrow_mut().extend(places);
    }
}

#[test]
fn a_lookup_reads_its_source_at_the_point_of_the_cell() {
    let noted = Noted(RefCell::default());
    let input = orograph::spec::Input::Field(&noted);
    let lookup = node("CellularLookup").scale(20.0).seed(3).plug("source", input, Interval::SIGNED).ready();
    let pits = node("Cellular").scale(20.0).seed(3).ready();
    let places = Places::new((-40.0, 15.0), 0.9, 40, 40);
    lookup.on(&places);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for &(px, py) in noted.0.borrow().iter() {
        x.push(px);
        y.push(py);
    }
    let n = x.len();
    let base = Base::Full { x: &x, y: &y };
    let at_points =
        pits.at(&Domain { width: n, height: 1, base, displacement: None, salt: 0, time: 0.0, period: None });
    assert!(n == 1600 && at_points.iter().all(|&v| v < 1e-5), "the points of cells are the bottoms of the pits");
}
