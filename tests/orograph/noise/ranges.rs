//! Every value lies in the range that its node declares, and the range is used.

use super::{FRACTALS, largest, scaled};
use crate::support::kernel::{Places, Ready, Setup, node};
use orograph::simd::{mix, shift};

const SEEDS: [u64; 4] = [0, 1, 42, (1 << 32) - 1];

/// The span of values over 65 536 cells, after checking each against the bound.
fn span(noise: &Ready<'_>) -> f32 {
    let values = noise.on(&Places::new((-300.0, 77.0), 1.0, 1024, 1024));
    let (lo, hi) = values.iter().fold((f32::MAX, f32::MIN), |(lo, hi), &v| (lo.min(v), hi.max(v)));
    assert!(noise.bound.contains(lo) && noise.bound.contains(hi), "{lo} to {hi} outside {:?}", noise.bound);
    hi - lo
}

#[test]
fn single_noises_stay_in_their_range_and_use_most_of_it() {
    for kind in ["Perlin", "Simplex", "Value", "Cellular"] {
        for seed in SEEDS {
            let noise = node(kind).scale(4.0).seed(seed).ready();
            let used = span(&noise) / noise.bound.span();
            assert!(used >= 0.8, "{kind} with seed {seed} uses {used} of its range");
        }
    }
    // The newer ones sum more numbers, whose extremes seldom meet; a million samples each.
    for kind in ["SuperSimplex", "ValueCubic"] {
        for noise in [node(kind).scale(1.7).seed(42).ready(), node(kind).scale(1.7).give("depth", 9.0).ready()] {
            let used = span(&noise) / noise.bound.span();
            assert!(used >= 0.6, "{kind} uses {used} of its range");
        }
    }
    let white = node("White").seed(3).ready();
    assert!(span(&white) / white.bound.span() >= 0.99);
}

#[test]
fn every_choice_of_lattice_fade_and_depth_stays_in_its_range() {
    let small = Places::new((-300.0, 77.0), 0.37, 512, 128);
    let check = |setup: Setup<'_>, what: &str| {
        let noise = setup.ready();
        let values = noise.on(&small);
        assert!(values.iter().all(|&v| noise.bound.contains(v)), "{what}: a value outside {:?}", noise.bound);
    };
    for depth in [None, Some(0.0), Some(33.7)] {
        let plugged = |setup: Setup<'static>| match depth {
            Some(z) => setup.scale(2.0).give("depth", z),
            None => setup.scale(2.0),
        };
        for lattice in ["Hashed", "Permutation"] {
            for fade in ["Linear", "Cubic", "Quintic"] {
                for kind in ["Perlin", "Fbm", "Ridged", "Billow", "Turbulence"] {
                    let setup = plugged(node(kind)).choice("lattice", lattice).choice("fade", fade);
                    check(setup, &format!("{kind} {lattice} {fade} {depth:?}"));
                }
                check(plugged(node("Value")).choice("fade", fade), "Value");
            }
            check(plugged(node("Simplex")).choice("lattice", lattice), "Simplex");
        }
        check(plugged(node("SuperSimplex")), "SuperSimplex");
        check(plugged(node("ValueCubic")), "ValueCubic");
        for jitter in [0.0, 0.5, 1.0] {
            check(plugged(node("Cellular")).number("jitter", jitter), "Cellular");
        }
    }
}

#[test]
fn permutation_perlin_3d_declares_more_than_one() {
    let bound = |setup: Setup<'_>| setup.ready().bound.hi;
    assert_eq!(bound(node("Perlin").choice("lattice", "Permutation").give("depth", 1.0)), 1.065);
    assert_eq!(bound(node("Perlin").choice("lattice", "Permutation")), 1.0);
    assert_eq!(bound(node("Perlin").give("depth", 1.0)), 1.0);
    assert_eq!(bound(node("Fbm").choice("lattice", "Permutation").give("depth", 1.0)), 1.065);
}

#[test]
fn perlin_reaches_one_at_cell_centres_and_never_passes_it() {
    for seed in SEEDS {
        let [sx, sy, _] = shift(mix(seed, 0));
        let noise = node("Perlin").scale(1.0).seed(seed).ready();
        let centres = noise.on(&Places::new((0.5 - sx, 0.5 - sy), 1.0, 512, 512));
        assert!((0.99..=1.0).contains(&largest(centres.iter().copied())), "seed {seed}");
        // Where rounding could tip over: all around the centres.
        for i in 0..64 {
            let near = f64::from(i) * 1e-5 - 3e-4;
            let around = noise.on(&Places::new((0.5 - sx + near, 0.5 - sy - near), 1.0, 256, 256));
            assert!(largest(around.iter().copied()) <= 1.0, "seed {seed}, {near} off the centre");
        }
    }
    let textbook = node("Perlin").choice("lattice", "Permutation").scale(1.0).ready();
    let centres = textbook.on(&Places::new((0.5, 0.5), 1.0, 256, 256));
    assert!((0.99..=1.0).contains(&largest(centres.iter().copied())));
}

#[test]
fn fractals_stay_within_one_for_any_octaves_and_gain() {
    let places = Places::new((0.0, 0.0), 3.0, 128, 128);
    for octaves in 1..=16 {
        for gain in [0.25, 0.5, 0.75, 1.0, 1.5] {
            for kind in FRACTALS {
                let noise = node(kind).scale(64.0).count("octaves", octaves).give("gain", gain).ready();
                let values = noise.on(&places);
                assert!(values.iter().all(|v| v.abs() <= 1.0), "{kind}, {octaves} octaves, gain {gain}");
            }
        }
    }
}

#[test]
fn all_numbers_are_finite_at_any_distance_and_setting() {
    let mut far = Places::new((0.0, 0.0), 1e3, 24, 7);
    far.x.extend([1e9, 1e15, -1e15, 1e19, -1e19, 1e30, f64::MAX, f64::MIN]);
    far.y.extend([-1e15, 1e300, f64::MIN]);
    let n = far.domain().len();
    let big: Vec<f32> = (0..n).map(|i| if i % 3 == 0 { f32::MAX } else { -1e20 * i as f32 }).collect();
    for kind in scaled() {
        let mut setup = node(kind).scale(1e-3);
        if setup.has("octaves") {
            setup = setup.count("octaves", 32).number("lacunarity", 16.0).give("gain", 2.0);
        }
        let depths = [setup.clone(), setup.clone().give("depth", -1e300), setup.samples("depth", &big)];
        for noise in depths.map(Setup::ready) {
            let (still, moved) = (noise.on(&far), noise.at(&far.domain().displaced(&big, &big)));
            assert!(still.iter().chain(&moved).all(|&v| noise.bound.contains(v)), "{kind}");
        }
    }
    let white = node("White").ready();
    assert!(white.at(&far.domain().displaced(&big, &big)).iter().all(|&v| white.bound.contains(v)));
}

#[test]
fn cellular_is_the_distance_in_cells_over_its_farthest() {
    // A regular grid: the centres are 0 and the corners of cells √½ away.
    let [sx, sy, sz] = shift(mix(0, 0));
    let regular = node("Cellular").scale(10.0).number("jitter", 0.0);
    let flat = regular.clone().ready();
    let corner = |n: &Ready<'_>| n.here(10.0 * (3.0 - sx), 10.0 * (4.0 - sy));
    let centre = |n: &Ready<'_>| n.here(10.0 * (3.5 - sx), 10.0 * (4.5 - sy));
    assert!(centre(&flat).abs() < 1e-6 && (corner(&flat) - 0.5).abs() < 1e-6);
    let solid = regular.clone().give("depth", 10.0 * (1.0 - sz)).ready();
    assert!((corner(&solid) - 0.5).abs() < 1e-6, "√¾ over √3");
    assert!((centre(&solid) - 0.5 / 3f32.sqrt()).abs() < 1e-6);
}
