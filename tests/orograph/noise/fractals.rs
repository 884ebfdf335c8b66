//! Fractals: built-in noises and plugged sources, gains per sample, and what each fold means.

use super::bits;
use crate::support::kernel::{Places, Ready, Setup, node};
use orograph::simd::mix;
use orograph::spec::{Domain, Input, Interval, Stretched};
use proptest::prelude::*;

const FRACTALS: [&str; 4] = ["Fbm", "Ridged", "Billow", "Turbulence"];
/// Those that sum any built-in noise.
const SUMS: [&str; 7] =
    ["Fbm", "Ridged", "Billow", "Turbulence", "PingPongFractal", "HybridMultifractal", "RidgedMultifractal"];

fn noise(kind: &str, lattice: &'static str, seed: u64, scale: f64) -> Setup<'static> {
    let setup = node(kind).scale(scale).seed(seed);
    if setup.has("lattice") { setup.choice("lattice", lattice) } else { setup }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_plugged_source_equals_the_built_in_noise_to_the_bit(
        fractal in prop::sample::select(SUMS.to_vec()),
        kind in prop::sample::select(vec!["Perlin", "Simplex", "Value", "SuperSimplex", "ValueCubic"]),
        lattice in prop::sample::select(vec!["Hashed", "Permutation"]),
        (seed, salt) in any::<(u64, u64)>(),
        (scale, octaves, lacunarity, gain) in (4.0..900.0f64, 1..12u32, 1.0..4.0f64, 0.0..2.0f64),
        depth in prop::option::of(-50.0..50.0f64),
        strength in prop_oneof![Just(0.0), 0.0..=1.0f64],
        period in prop::option::of([90.0..900.0f64, 90.0..900.0f64]),
        d in prop::option::of(-300.0..300.0f32),
    ) {
        let with_depth = |s: Setup<'static>| match depth { Some(z) => s.give("depth", z), None => s };
        let source = with_depth(noise(kind, lattice, seed, scale)).ready();
        let weighted = !fractal.ends_with("Multifractal");
        let weigh = |s: Setup<'static>| if weighted { s.give("weighted_strength", strength) } else { s };
        let set = |s: Setup<'static>| {
            weigh(s.count("octaves", octaves).number("lacunarity", lacunarity).give("gain", gain))
        };
        let built_in = with_depth(set(node(fractal))).choice("noise", kind).choice("lattice", lattice);
        let built_in = built_in.scale(scale).seed(seed).ready();
        let plugged = set(node(fractal));
        // Whatever the hidden parameters say.
        let plugged = plugged.source(&source).scale(3.0).seed(99).choice("noise", "Simplex").ready();

        let places = Places::new((-70.0, 1234.5), 3.3, 70, 5);
        let n = places.domain().len();
        let shifts: Vec<f32> = (0..n).map(|i| d.unwrap_or(0.0) * i as f32 / n as f32).collect();
        let period = period.filter(|_| !kind.ends_with("Simplex"));
        let mut at = Domain { salt, period, ..places.domain() };
        if d.is_some() {
            at = at.displaced(&shifts, &shifts);
        }
        prop_assert_eq!(bits(&built_in.at(&at)), bits(&plugged.at(&at)));
        prop_assert_eq!(built_in.bound, plugged.bound);
    }

    #[test]
    fn a_gain_per_sample_equals_that_number(kind in prop::sample::select(SUMS.to_vec()), gain in 0u8..=128) {
        let gain = f32::from(gain) / 64.0;
        let places = Places::new((0.0, 0.0), 5.0, 40, 4);
        let gains = vec![gain; 160];
        let number = node(kind).scale(90.0).give("gain", f64::from(gain)).ready();
        let each = node(kind).scale(90.0).samples("gain", &gains).ready();
        prop_assert_eq!(bits(&number.on(&places)), bits(&each.on(&places)));
    }
}

/// The octaves of Perlin noise of seed 6 and scale 80 on `places`, by definition.
fn octaves(places: &Places, count: u64, lacunarity: f64) -> Vec<Vec<f32>> {
    let perlin = node("Perlin").scale(80.0).seed(6).ready();
    let octave = |k: u64| {
        let factor = (0..k).fold(1.0, |f, _| f * lacunarity);
        perlin.at(&Stretched::default().domain(&places.domain(), factor, mix(0, k)))
    };
    (0..count).map(octave).collect()
}

#[test]
fn each_fractal_is_the_sum_of_its_definition() {
    let places = Places::new((-100.0, 40.0), 2.5, 90, 7);
    let (lacunarity, gain) = (2.3, 0.6f32);
    let octaves = octaves(&places, 5, lacunarity);
    type Fold = fn(f32) -> f32;
    let folds: [(&str, Fold); 4] = [
        ("Fbm", |n| n),
        ("Ridged", |n| 1.0 - 2.0 * n.abs()),
        ("Billow", |n| 2.0 * n.abs() - 1.0),
        ("Turbulence", f32::abs),
    ];
    for (kind, fold) in folds {
        let fractal = node(kind).scale(80.0).seed(6).count("octaves", 5).number("lacunarity", lacunarity);
        let values = fractal.give("gain", f64::from(gain)).ready().on(&places);
        for (i, value) in values.iter().enumerate() {
            let (mut sum, mut total, mut amplitude) = (0.0f32, 0.0f32, 1.0f32);
            for octave in &octaves {
                sum += amplitude * fold(octave[i]);
                total += amplitude;
                amplitude *= gain;
            }
            assert_eq!(*value, sum * (1.0 / total), "{kind}");
        }
    }
}

#[test]
fn a_gain_of_zero_leaves_the_first_octave() {
    let places = Places::new((0.0, 0.0), 3.0, 64, 8);
    let perlin = node("Perlin").scale(64.0).seed(2).ready().on(&places);
    let fbm = node("Fbm").scale(64.0).seed(2).give("gain", 0.0).ready().on(&places);
    assert_eq!(perlin, fbm);
}

#[test]
fn fractals_of_fractals_are_decorrelated_octave_by_octave() {
    let places = Places::new((0.0, 0.0), 1.0, 128, 128);
    let inner = node("Fbm").scale(60.0).seed(1).count("octaves", 3).ready();
    let outer = node("Ridged").count("octaves", 3).source(&inner).ready();
    let values = outer.on(&places);
    assert!(values.iter().all(|&v| outer.bound.contains(v)));
    // The inner first octave of the outer second is another field than the inner second octave of the outer first.
    let salts = [mix(mix(0, 1), 0), mix(mix(0, 0), 1)];
    assert_ne!(salts[0], salts[1]);
}

#[test]
fn bounds_follow_the_source() {
    let constant = |v: f32| {
        let same = vec![v; 64];
        let places = Places::new((0.0, 0.0), 1.0, 8, 8);
        move |kind: &str| {
            let field = Level(same[0]);
            let fractal = node(kind).plug("source", Input::Field(&field), Interval::point(v)).ready();
            (fractal.bound, fractal.on(&places)[0])
        }
    };
    let of = constant(0.3);
    assert_eq!(of("Fbm"), (Interval::point(0.3), 0.3));
    assert_eq!(of("Turbulence"), (Interval::point(0.3), 0.3));
    assert_eq!(of("Ridged").0, Interval::point(1.0 - 2.0 * 0.3));
    for kind in FRACTALS {
        for v in [f32::MAX, f32::MIN] {
            let (bound, value) = constant(v)(kind);
            assert!(value.is_finite() && bound.contains(value), "{kind} of {v}: {value}");
        }
    }
}

/// The same value everywhere.
struct Level(f32);

impl orograph::spec::Field for Level {
    fn sample(&self, _: &Domain<'_>, out: &mut [f32]) {
        out.fill(self.0);
    }
}

#[test]
fn raising_the_octaves_adds_detail_and_keeps_the_shape() {
    let places = Places::new((0.0, 0.0), 1.0, 256, 64);
    let field = |n| -> Vec<f32> { Ready::on(&node("Fbm").scale(100.0).seed(1).count("octaves", n).ready(), &places) };
    let (five, six) = (field(5), field(6));
    assert_ne!(five, six);
    assert!(super::correlation(&five, &six) > 0.98);
    for n in 1..=32 {
        assert!(field(n).iter().all(|v| v.is_finite()));
    }
}
