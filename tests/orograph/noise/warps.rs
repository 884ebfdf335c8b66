//! Domain warp: where its source is sampled.

use super::{bits, correlation, deviation};
use crate::support::kernel::{Places, Ready, node};
use orograph::spec::{Domain, Field, Interval};

/// A field that tells how far it was displaced along one axis.
struct Ruler {
    axis: usize,
}

impl Field for Ruler {
    fn sample(&self, at: &Domain<'_>, out: &mut [f32]) {
        for (i, o) in out.iter_mut().enumerate() {
            let (dx, dy) = at.displacement_at(i % at.width, i / at.width);
            *o = [dx, dy][self.axis];
        }
    }
}

fn displacement(axis: usize, seed: u64, places: &Places) -> Vec<f32> {
    let ruler = Ruler { axis };
    let input = orograph::spec::Input::Field(&ruler);
    let warp = node("Warp").plug("source", input, Interval::ALL).give("amplitude", 100.0).scale(64.0).seed(seed);
    warp.ready().on(places)
}

#[test]
fn no_amplitude_is_no_warp() {
    let places = Places::new((-50.0, 20.0), 3.0, 90, 6);
    let source = node("Fbm").scale(70.0).seed(1).ready();
    let warp = node("Warp").source(&source).give("amplitude", 0.0).ready();
    assert_eq!(bits(&warp.on(&places)), bits(&source.on(&places)));
    assert_eq!(warp.bound, source.bound);
}

#[test]
fn numbers_shift_the_source_by_amplitude_times_dx_and_dy() {
    let places = Places::new((0.0, 0.0), 2.0, 64, 16);
    let source = node("Perlin").scale(64.0).seed(1).ready();
    let warp = node("Warp").source(&source).give("amplitude", 32.0).give("dx", 0.5).give("dy", -1.0).ready();
    let moved = source.on(&Places::new((16.0, -32.0), 2.0, 64, 16));
    let error = super::largest(warp.on(&places).iter().zip(&moved).map(|(a, b)| a - b));
    assert!(error < 1e-6, "{error}");
}

#[test]
fn displacements_add_up_along_a_chain() {
    let places = Places::new((0.0, 0.0), 1.0, 8, 2);
    let ruler = Ruler { axis: 0 };
    let input = orograph::spec::Input::Field(&ruler);
    let inner =
        node("Warp").plug("source", input, Interval::ALL).give("amplitude", 7.0).give("dx", 0.5).give("dy", 0.0);
    let inner = inner.ready();
    let dx: Vec<f32> = (0..16).map(|i| i as f32 / 16.0).collect();
    let outer = node("Warp").source(&inner).give("amplitude", 2.0).samples("dx", &dx).give("dy", 0.0).ready();
    let expected: Vec<f32> = dx.iter().map(|d| 2.0 * d + 3.5).collect();
    assert_eq!(outer.on(&places), expected);
}

#[test]
fn open_displacements_are_unrelated_four_octave_fields_of_the_seed() {
    let places = Places::new((0.0, 0.0), 4.0, 256, 256);
    let (x, y, other) = (displacement(0, 1, &places), displacement(1, 1, &places), displacement(0, 2, &places));
    assert!(deviation(&x) > 15.0 && deviation(&y) > 15.0, "{} and {}", deviation(&x), deviation(&y));
    assert!(x.iter().chain(&y).all(|d| d.abs() <= 100.0));
    assert!(correlation(&x, &y).abs() < 0.1 && correlation(&x, &other).abs() < 0.1);
    // One of them may be plugged and the other stays as it was.
    let ruler = Ruler { axis: 1 };
    let input = orograph::spec::Input::Field(&ruler);
    let half = node("Warp").plug("source", input, Interval::ALL).give("amplitude", 100.0).give("dx", 0.25);
    assert_eq!(half.scale(64.0).seed(1).ready().on(&places), y);
}

#[test]
fn a_warp_inside_a_fractal_is_salted_like_any_source() {
    let places = Places::new((0.0, 0.0), 1.0, 128, 64);
    let source = node("Perlin").scale(40.0).seed(1).ready();
    let warp = node("Warp").source(&source).give("amplitude", 10.0).ready();
    let salted = |n: &Ready<'_>, salt| n.at(&Domain { salt, ..places.domain() });
    assert!(correlation(&salted(&warp, 0), &salted(&warp, 5)).abs() < 0.3);
    let fractal = node("Fbm").source(&warp).count("octaves", 3).ready().on(&places);
    assert!(fractal.iter().all(|v| v.abs() <= 1.0) && deviation(&fractal) > 0.05);
}
