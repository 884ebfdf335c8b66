//! Every level of vector instructions computes the same bits.

use super::{bits, scaled};
use crate::support::kernel::{Places, Ready, Setup, node};
use orograph::simd::{Level, force};
use orograph::spec::{Base, Domain};
use proptest::prelude::*;
use std::sync::Mutex;

/// The level is one for the whole program, so tests that choose it take turns. Others do not care: that is the point.
static TURN: Mutex<()> = Mutex::new(());

/// What `f` gives on each level that the machine has, slowest first; missing levels are named.
pub fn on_each_level<R>(mut f: impl FnMut() -> R) -> Vec<(Level, R)> {
    let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut results = Vec::new();
    for level in Level::ALL {
        if force(Some(level)) {
            results.push((level, f()));
        } else {
            println!("skipped {}: this processor does not have it", level.name());
        }
    }
    force(None);
    drop(turn);
    results
}

/// Any noise or fractal at any setting.
fn any_setup() -> impl Strategy<Value = Setup<'static>> {
    let kinds = scaled().chain(["White"]).collect::<Vec<_>>();
    let depth = prop_oneof![Just(None), (-1e3..1e3f64).prop_map(Some)];
    let scale = prop_oneof![0.3..40.0f64, 40.0..900.0f64];
    let choices = (
        prop::sample::select(vec!["Hashed", "Permutation"]),
        prop::sample::select(vec!["Linear", "Cubic", "Quintic"]),
        prop::sample::select(vec!["Perlin", "Simplex", "Value", "SuperSimplex", "ValueCubic"]),
    );
    let sum = (1..10u32, 1.0..4.0f64, prop_oneof![Just(0.5), Just(0.25), Just(1.0), 0.0..2.0f64]);
    (prop::sample::select(kinds), scale, any::<u64>(), depth, choices, sum, 0.0..=1.0f64).prop_map(
        |(kind, scale, seed, depth, (lattice, fade, noise), (octaves, lacunarity, gain), jitter)| {
            let mut setup = node(kind).seed(seed);
            if kind != "White" {
                setup = setup.scale(scale);
            }
            if setup.has("lattice") {
                setup = setup.choice("lattice", lattice);
            }
            if setup.has("fade") {
                setup = setup.choice("fade", fade);
            }
            if kind == "Cellular" {
                setup = setup.number("jitter", jitter);
            }
            if setup.has("octaves") {
                setup = setup.count("octaves", octaves).number("lacunarity", lacunarity).give("gain", gain);
            }
            if setup.has("noise") {
                setup = setup.choice("noise", noise);
            }
            depth.map_or(setup.clone(), |z| setup.give("depth", z))
        },
    )
}

/// Odd widths and heights, near and far, fine and coarse.
fn any_places() -> impl Strategy<Value = Places> {
    let origin = prop_oneof![-300.0..300.0f64, -1e7..1e7f64, -1e12..1e12f64];
    (origin.clone(), origin, 0.01..30.0f64, 1..300usize, 1..19usize)
        .prop_map(|(x, y, step, width, height)| Places::new((x, y), step, width, height))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn all_levels_agree_to_the_bit(
        setup in any_setup(), places in any_places(), salt in any::<u64>(),
        displaced in any::<bool>(), scattered in any::<bool>(), period in prop::option::of([3.0..900.0f64, 3.0..900.0f64]),
        d in prop::collection::vec(-90.0..90.0f32, 64),
    ) {
        let n = places.domain().len();
        let (dx, dy): (Vec<f32>, Vec<f32>) = (0..n).map(|i| (d[i % 64], d[(i * 7 + 17) % 64])).unzip();
        let (x, y) = places.scattered();
        let noise = setup.ready();
        let results = on_each_level(|| {
            let mut at = Domain { salt, period, ..places.domain() };
            if scattered {
                at.base = Base::Full { x: &x, y: &y };
            }
            bits(&noise.at(&if displaced { at.displaced(&dx, &dy) } else { at }))
        });
        for (level, values) in &results {
            prop_assert_eq!(values, &results[0].1, "{:?}", level);
        }
    }
}

#[test]
fn strange_numbers_are_the_same_on_all_levels() {
    let mut far = Places::new((0.0, 0.0), 1e3, 24, 7);
    far.x.extend([1e9, 1e15, -1e15, 1e19, -1e19, 1e30, f64::MAX, f64::MIN, -0.0, 1e-310]);
    far.y.extend([-1e15, 1e300, f64::MIN, -0.0]);
    let n = far.domain().len();
    let big: Vec<f32> = (0..n)
        .map(|i| match i % 5 {
            0 => f32::MAX,
            1 => -1e20 * i as f32,
            2 => 5e6 + i as f32 * 0.37,
            3 => -1e-40,
            _ => -power_of_two(i % 40),
        })
        .collect();
    for kind in scaled() {
        let ready: Ready<'_> = node(kind).scale(1e-3).ready();
        let results = on_each_level(|| {
            let (still, moved) = (ready.on(&far), ready.at(&far.domain().displaced(&big, &big)));
            [bits(&still), bits(&moved)]
        });
        for (level, values) in &results {
            assert_eq!(values, &results[0].1, "{kind} on {level:?}");
        }
    }
}

/// 2 to a whole power.
fn power_of_two(n: usize) -> f32 {
    (0..n).fold(1.0, |product, _| product * 2.0)
}

#[test]
fn a_noise_remembers_columns_without_mixing_them_up() {
    // Strips are kept from block to block: other columns, salts, depths and levels must not find them.
    let perlin = node("Perlin").scale(20.0).seed(1).ready();
    let fbm = node("Fbm").scale(20.0).seed(1).ready();
    let places: Vec<Places> = (0..90).map(|i| Places::new((f64::from(i) * 13.0, 5.0), 1.0, 70, 9)).collect();
    let at = |places: &Places, salt| -> [Vec<u32>; 2] {
        let at = Domain { salt, ..places.domain() };
        [bits(&perlin.at(&at)), bits(&fbm.at(&at))]
    };
    let first: Vec<_> = places.iter().flat_map(|p| [at(p, 0), at(p, 9)]).collect();
    let again: Vec<_> = places.iter().flat_map(|p| [at(p, 0), at(p, 9)]).collect();
    assert_eq!(first, again);
    // A thread that has seen nothing agrees.
    let afresh = || {
        let at = Domain { salt: 9, ..places[3].domain() };
        [node("Perlin"), node("Fbm")].map(|kind| bits(&kind.scale(20.0).seed(1).ready().at(&at)))
    };
    let elsewhere = std::thread::scope(|s| s.spawn(afresh).join().unwrap());
    assert_eq!(elsewhere, first[7]);
}
