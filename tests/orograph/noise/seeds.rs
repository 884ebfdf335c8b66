//! Seeds: every bit matters, no two fields are related, and nothing repeats.

use super::{FRACTALS, bits, correlation, deviation, scaled};
use crate::support::kernel::{Places, node};
use orograph::simd::mix;
use orograph::spec::Domain;
use std::collections::BTreeSet;

#[test]
fn every_seeded_node_reacts_to_its_seed() {
    let places = Places::new((0.0, 0.0), 1.0, 256, 256);
    for kind in scaled() {
        let field = |seed| node(kind).scale(16.0).seed(seed).ready().on(&places);
        let (a, b) = (field(10), field(99));
        let equal = a.iter().zip(&b).filter(|(a, b)| a == b).count();
        assert!(equal * 100 < a.len(), "{kind}: {equal} equal pixels");
        assert!(correlation(&a, &b).abs() < 0.25, "{kind}");
    }
}

#[test]
fn neighbouring_seeds_are_unrelated() {
    let places = Places::new((0.0, 0.0), 1.0, 256, 256);
    for kind in scaled().chain(["White"]) {
        let field = |seed| {
            let setup = if kind == "White" { node(kind) } else { node(kind).scale(16.0) };
            setup.seed(seed).ready().on(&places)
        };
        let mut before = field(0);
        let mut sum = 0.0;
        for seed in 1..=20 {
            let now = field(seed);
            sum += correlation(&before, &now).abs();
            before = now;
        }
        assert!(sum / 20.0 < 0.1, "{kind}: mean correlation {}", sum / 20.0);
    }
}

#[test]
fn ten_thousand_seeds_give_ten_thousand_fields() {
    let places = Places::new((0.0, 0.0), 1.0, 32, 32);
    let distinct = |seeds: &dyn Fn(u64) -> u64, n: u64| {
        let fields = (0..n).map(|i| {
            let fbm = node("Fbm").scale(16.0).count("octaves", 3).seed(seeds(i)).ready();
            let bytes = bits(&fbm.on(&places)).iter().flat_map(|b| b.to_le_bytes()).collect::<Vec<_>>();
            *blake3::hash(&bytes).as_bytes()
        });
        fields.collect::<BTreeSet<_>>().len()
    };
    assert_eq!(distinct(&|i| mix(2024, i), 10_000), 10_000, "random seeds");
    assert_eq!(distinct(&|i| i << 50, 1000), 1000, "seeds that differ in their high bits");
}

#[test]
fn salts_are_seeds_too() {
    let places = Places::new((0.0, 0.0), 1.0, 256, 256);
    for kind in scaled() {
        let noise = node(kind).scale(16.0).seed(4).ready();
        let salted = |salt| noise.at(&Domain { salt, ..places.domain() });
        let (plain, one, high) = (noise.on(&places), salted(1), salted(1 << 40));
        for (a, b) in [(&plain, &one), (&plain, &high), (&one, &high)] {
            assert!(correlation(a, b).abs() < 0.25, "{kind}");
        }
    }
}

#[test]
fn nothing_repeats_within_65536_cells() {
    let at = |x: f64, y: f64| Places::new((8.0 * x, 8.0 * y), 1.0, 256, 256);
    for kind in ["Perlin", "Simplex", "SuperSimplex", "Cellular", "Value", "ValueCubic"] {
        let noise = node(kind).scale(8.0).seed(1).ready();
        let here = noise.on(&at(0.0, 0.0));
        for cells in [256.0, 289.0, 512.0, 1024.0, 4096.0, 65536.0] {
            for (dx, dy) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0)] {
                let there = noise.on(&at(cells * dx, cells * dy));
                let r = correlation(&here, &there);
                assert!(r.abs() < 0.15, "{kind}: {r} at {cells} cells along ({dx}, {dy})");
            }
        }
    }
}

#[test]
fn the_origin_is_a_place_like_any_other_for_fractals() {
    for kind in FRACTALS {
        let at_origin: Vec<f32> =
            (0..64).map(|seed| node(kind).scale(64.0).seed(seed).ready().here(0.0, 0.0)).collect();
        assert!(deviation(&at_origin) >= 0.05, "{kind}: {}", deviation(&at_origin));
        let field = |scale| node(kind).scale(scale).seed(3).ready().on(&Places::new((0.0, 0.0), 1.0, 256, 256));
        let zoomed = correlation(&field(16.0), &field(32.0));
        assert!(zoomed < 0.3, "{kind}: an image resembles itself at twice the size, {zoomed}");
    }
}

#[test]
fn whole_metres_are_not_flat_at_a_feature_scale_of_one() {
    for seed in 0..32 {
        let values = node("Perlin").scale(1.0).seed(seed).ready().on(&Places::new((0.0, 0.0), 1.0, 64, 64));
        assert!(deviation(&values) >= 0.1, "seed {seed}: {}", deviation(&values));
    }
    let default = node("Perlin").ready().on(&Places::new((0.0, 0.0), 16.0, 256, 256));
    assert!(deviation(&default) >= 0.15);
    assert!(default.iter().map(|v| (v * 32767.5 + 32767.5) as u16).collect::<BTreeSet<_>>().len() >= 1000);
}

#[test]
fn white_noise_is_even_and_unrelated_from_sample_to_sample() {
    let white = node("White").seed(5).ready();
    let values = white.on(&Places::new((-100.0, -100.0), 1.0, 257, 256));
    let expected = (1.0f64 / 3.0).sqrt();
    assert!((deviation(&values) - expected).abs() < 0.005);
    let neighbours = [1, 2, 257, 258].map(|step| correlation(&values[step..], &values[..values.len() - step]));
    assert!(neighbours.iter().all(|r| r.abs() < 0.02), "{neighbours:?}");
    let deeper = node("White").seed(5).give("depth", 1.0).ready().on(&Places::new((-100.0, -100.0), 1.0, 257, 256));
    assert!(correlation(&values, &deeper).abs() < 0.02);
}
