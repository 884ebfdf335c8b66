//! Published values, the worked example, and errors against double precision.

use super::largest;
use crate::support::kernel::{Places, Ready, node};
use orograph::simd::perlin::corner_blend;
use orograph::simd::{Curve, PUBLISHED, Seeds, mix};
use orograph::spec::Domain;
use serde_json::Value;

fn rows(table: &str) -> Vec<Vec<f64>> {
    let all: Value = serde_json::from_str(include_str!("../../vectors/noise.json")).unwrap();
    let rows = all[table]["rows"].as_array().unwrap();
    rows.iter().map(|row| row.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()).collect()
}

fn close(value: f32, expected: f64, within: f64, row: &[f64]) {
    assert!((f64::from(value) - expected).abs() <= within, "{value} for {row:?}");
}

fn textbook(kind: &str) -> crate::support::kernel::Setup<'static> {
    node(kind).choice("lattice", "Permutation").scale(1.0)
}

#[test]
fn textbook_perlin_2d_meets_the_reference_values() {
    let perlin = textbook("Perlin").ready();
    for row in rows("perlin_2d") {
        close(perlin.here(row[0], row[1]), row[2], 1e-5, &row);
    }
}

#[test]
fn textbook_fbm_meets_the_reference_values() {
    for row in rows("fbm_2d") {
        let fbm = textbook("Fbm").count("octaves", row[2] as u32).number("lacunarity", row[3]).give("gain", row[4]);
        close(fbm.ready().here(row[0], row[1]), row[5], 1e-5, &row);
    }
}

#[test]
fn improved_perlin_3d_meets_the_reference_values() {
    for row in rows("perlin_3d") {
        let perlin = textbook("Perlin").give("depth", row[2]).ready();
        close(perlin.here(row[0], row[1]), row[3], 1e-5, &row);
    }
}

#[test]
fn gustavsons_simplex_2d_meets_the_reference_values() {
    let simplex = textbook("Simplex").ready();
    for row in rows("simplex_2d") {
        close(simplex.here(row[0], row[1]), row[2], 1e-5, &row);
    }
}

#[test]
fn gustavsons_simplex_3d_meets_the_reference_values() {
    for row in rows("simplex_3d") {
        let simplex = textbook("Simplex").give("depth", row[2]).ready();
        close(simplex.here(row[0], row[1]), row[3], 2e-4, &row);
    }
}

#[test]
fn the_worked_example_gives_its_value() {
    let gradients = [[1.0, 1.0], [-1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]];
    let value = corner_blend(gradients, 0.3, 0.6, Curve::Quintic);
    assert!((value - 0.169286).abs() < 1e-5, "{value}");
}

#[test]
fn fade_curves_are_the_published_polynomials() {
    for i in 0..=1000 {
        let t = f64::from(i) / 1000.0;
        let expected = [
            (Curve::Linear, t),
            (Curve::Cubic, t * t * (3.0 - 2.0 * t)),
            (Curve::Quintic, t * t * t * (t * (t * 6.0 - 15.0) + 10.0)),
        ];
        for (curve, value) in expected {
            assert!((f64::from(curve.at(t as f32)) - value).abs() < 3e-7, "{curve:?} at {t}");
        }
    }
    for curve in [Curve::Linear, Curve::Cubic, Curve::Quintic] {
        assert_eq!([curve.at(0.0), curve.at(0.5), curve.at(1.0)], [0.0, 0.5, 1.0], "{curve:?}");
    }
}

#[test]
fn seed_zero_is_the_published_table_and_other_seeds_shuffle_it() {
    assert_eq!(orograph::simd::shuffled(0), PUBLISHED);
    let (one, high) = (orograph::simd::shuffled(1), orograph::simd::shuffled(1 << 63));
    assert!(one != PUBLISHED && high != PUBLISHED && one != high);
    let Seeds::Permutation(table) = Seeds::permutation(9) else { panic!("a permutation lattice has a table") };
    let mut sorted = table[..256].to_vec();
    sorted.sort_unstable();
    assert!(sorted.iter().enumerate().all(|(i, &v)| i == usize::from(v)), "every number occurs once");
    assert_eq!(table[..256], table[256..]);
}

#[test]
fn the_permutation_lattice_repeats_every_256_cells_and_ignores_salts() {
    for kind in ["Perlin", "Simplex"] {
        for seed in [0, 5] {
            let noise = textbook(kind).seed(seed).ready();
            let here = Places::new((-3.25, 7.5), 0.25, 64, 8);
            let a = noise.on(&here);
            if kind == "Perlin" {
                assert_eq!(a, noise.on(&Places::new((256.0 - 3.25, 7.5 - 512.0), 0.25, 64, 8)));
            }
            assert_eq!(a, noise.at(&Domain { salt: 77, ..here.domain() }));
        }
    }
}

/// Textbook 2D Perlin noise in double precision.
fn reference(x: f64, y: f64) -> f64 {
    let gradients = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let (cx, cy) = (x.floor(), y.floor());
    let (fx, fy) = (x - cx, y - cy);
    let perm = |i: i64| i64::from(PUBLISHED[(i & 255) as usize]);
    let dot = |i: i64, j: i64| {
        let hash = perm(perm((cx as i64 + i) & 255) + ((cy as i64 + j) & 255));
        let (gx, gy) = gradients[(hash & 7) as usize];
        f64::from(gx) * (fx - i as f64) + f64::from(gy) * (fy - j as f64)
    };
    let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let lerp = |a: f64, b: f64, t: f64| a + t * (b - a);
    let (u, v) = (fade(fx), fade(fy));
    lerp(lerp(dot(0, 0), dot(1, 0), u), lerp(dot(0, 1), dot(1, 1), u), v)
}

fn error_of(noise: &Ready<'_>, offset: f64, octaves: i32) -> f32 {
    let places = Places::new((offset + 0.37, -offset - 0.61), 1.7, 400, 60);
    let (x, y) = places.scattered();
    let values = noise.on(&places);
    largest(values.iter().zip(x.iter().zip(&y)).map(|(&value, (&x, &y))| {
        let (mut sum, mut amplitude, mut total) = (0.0, 1.0, 0.0);
        for k in 0..octaves {
            let frequency = f64::from(1 << k);
            sum += amplitude * reference(x * frequency / 100.0, y * frequency / 100.0);
            total += amplitude;
            amplitude *= 0.5;
        }
        (f64::from(value) - sum / total) as f32
    }))
}

#[test]
fn errors_against_double_precision_do_not_grow_with_the_offset() {
    let perlin = textbook("Perlin").scale(100.0).ready();
    let fbm = textbook("Fbm").scale(100.0).ready();
    for offset in [0.0, 1e5, 1e6, 1e7] {
        let (one, six) = (error_of(&perlin, offset, 1), error_of(&fbm, offset, 6));
        assert!(one < 5e-6 && six < 5e-6, "Perlin {one}, fBm {six} at {offset} m");
    }
}

#[test]
fn mixing_keeps_zero_takes_no_sum_and_uses_every_bit() {
    assert_eq!(mix(0, 0), 0);
    assert_ne!(mix(1, 2), mix(2, 1));
    assert_ne!(mix(0, 3), mix(1, 2));
    // A seed and the salt that octave k derives must not cancel.
    for k in 1..64 {
        assert_ne!(mix(k, mix(0, k)), 0);
    }
    for bit in 0..64 {
        let flips = |a: u64, b: u64| (mix(a, b) ^ mix(0x1234, 0x5678)).count_ones();
        for flipped in [flips(0x1234 ^ (1 << bit), 0x5678), flips(0x1234, 0x5678 ^ (1 << bit))] {
            assert!((14..=50).contains(&flipped), "bit {bit} flips {flipped}");
        }
    }
}
