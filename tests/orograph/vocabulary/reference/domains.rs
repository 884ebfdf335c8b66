//! Domain nodes as their definitions say: where they sample their source.

use super::{Field as Places, circle, domains};
use crate::support::kernel::{Setup, node};
use orograph::simd::mix;
use orograph::spec::{Base, Domain, Field, Input, Interval, Value};
use std::cell::RefCell;

/// A field that notes where it is asked for values.
#[derive(Default)]
struct Notebook {
    seen: RefCell<Vec<[u64; 4]>>,
}

fn note(x: f64, y: f64, dx: f32, dy: f32) -> [u64; 4] {
    [(x + 0.0).to_bits(), (y + 0.0).to_bits(), (dx + 0.0).to_bits().into(), (dy + 0.0).to_bits().into()]
}

impl Field for Notebook {
    fn sample(&self, at: &Domain<'_>, out: &mut [f32]) {
        let places = (0..at.len()).map(|i| (i % at.width, i / at.width));
        let seen = places.map(|(c, r)| {
            let ((x, y), (dx, dy)) = (at.base_at(c, r), at.displacement_at(c, r));
            note(x, y, dx, dy)
        });
        self.seen.replace(seen.collect());
        out.fill(0.25);
    }
}

/// A position with its displacement, as a domain node gets it and as it passes it on.
type Place = (f64, f64, f32, f32);

fn check(setup: impl Fn(Setup<'static>) -> Setup<'static>, kind: &str, naive: impl Fn(usize, Place) -> Place) {
    let (mut ran, book) = (0, Box::leak(Box::new(Notebook::default())));
    for seed in 0..4 {
        let field = Places::new(seed);
        for at in domains(&field.places, &field.by) {
            let (x, y) = field.places.scattered();
            let ready = setup(node(kind).plug("source", Input::Field(book), Interval::SIGNED)).ready();
            for at in [at, Domain { base: Base::Full { x: &x, y: &y }, ..at }] {
                assert!(ready.at(&at).iter().all(|v| *v == 0.25) && ready.bound == Interval::SIGNED);
                let expected = (0..at.len()).map(|i| {
                    let ((x, y), (dx, dy)) =
                        (at.base_at(i % at.width, i / at.width), at.displacement_at(i % at.width, i / at.width));
                    let (x, y, dx, dy) = naive(i, (x, y, dx, dy));
                    note(x, y, dx, dy)
                });
                assert_eq!(*book.seen.borrow(), expected.collect::<Vec<_>>(), "{kind}");
                ran += 1;
            }
        }
    }
    assert_eq!(ran, 16);
}

const CENTER: [f64; 2] = [511.5, -77.25];

fn centred(setup: Setup<'static>) -> Setup<'static> {
    setup.set("center", Value::Point(CENTER))
}

fn turn((c, s): (f64, f64), x: f64, y: f64) -> (f64, f64) {
    (x * c + y * s, y * c - x * s)
}

#[test]
fn moving_scaling_and_turning() {
    check(|s| s.give("x", 123.25).give("y", -0.1), "Offset", |_, (x, y, dx, dy)| (x - 123.25, y + 0.1, dx, dy));
    let by: &[f32] = Box::leak((0..37 * 9).map(|i| i as f32 * 0.7 - 40.0).collect());
    check(|s| s.give("x", 3.5).samples("y", by), "Offset", |i, (x, y, dx, dy)| (x - 3.5, y, dx, dy - by[i]));
    check(
        |s| centred(s).number("size", 2.5).number("stretch", 0.3),
        "Scale",
        |_, (x, y, dx, dy)| {
            let ([cx, cy], fx, fy) = (CENTER, 2.5 * 0.3, 2.5);
            (cx + (x - cx) / fx, cy + (y - cy) / fy, dx * (1.0 / fx) as f32, dy * (1.0 / fy) as f32)
        },
    );
    let rotated = |degrees: f64, (x, y, dx, dy): Place| {
        let ([cx, cy], (c, s)) = (CENTER, circle(degrees / 360.0));
        let (u, v) = turn((c, s), x - cx, y - cy);
        let (c, s) = (c as f32, s as f32);
        let half = |a: f32, b: f32| 2.0 * (0.5 * a * c + 0.5 * b * s);
        (cx + u, cy + v, half(dx, dy), 2.0 * (0.5 * dy * c - 0.5 * dx * s))
    };
    check(|s| centred(s).give("angle", 33.3), "Rotate", |_, place| rotated(33.3, place));
    check(|s| centred(s).samples("angle", by), "Rotate", |i, place| rotated(f64::from(by[i]), place));
}

#[test]
fn swirls_mirrors_and_repetitions() {
    let total = |(x, y, dx, dy): Place| (x + f64::from(dx), y + f64::from(dy));
    let [cx, cy] = CENTER;
    check(
        |s| centred(s).give("angle", 200.0).number("radius", 800.0),
        "Swirl",
        |_, place| {
            let (px, py) = total(place);
            let (x, y) = (px - cx, py - cy);
            let l = (1.0 - (x * x + y * y).sqrt() / 800.0).max(0.0);
            let (u, v) = turn(circle(200.0 / 360.0 * (l * l)), x, y);
            if l > 0.0 { (cx + u, cy + v, 0.0, 0.0) } else { (px, py, 0.0, 0.0) }
        },
    );
    for axis in ["EastWest", "NorthSouth", "Both"] {
        for flip in [false, true] {
            check(
                |s| centred(s).choice("axis", axis).set("flip", Value::Flag(flip)),
                "Mirror",
                |_, place| {
                    let (x, y) = total(place);
                    let fold = |p: f64, c: f64| if (p > c) == flip { p } else { c - (p - c) };
                    let x = if axis == "NorthSouth" { x } else { fold(x, cx) };
                    (x, if axis == "EastWest" { y } else { fold(y, cy) }, 0.0, 0.0)
                },
            );
        }
    }
    for mirror in [false, true] {
        let set = |s| centred(s).number("width", 210.0).number("height", 33.0).set("mirror", Value::Flag(mirror));
        check(set, "Repeat", |_, place| {
            let fold = |p: f64, c: f64, length: f64| {
                let n = ((p - c) / length + 0.5).floor();
                let inside = p - length * n;
                if mirror && n.rem_euclid(2.0) == 1.0 { c - (inside - c) } else { inside }
            };
            let (x, y) = total(place);
            (fold(x, cx, 210.0), fold(y, cy, 33.0), 0.0, 0.0)
        });
    }
}

#[test]
fn domain_warps() {
    let (scale, lacunarity, gain, amplitude, seed) = (180.0, 2.2, 0.6, 70.0f32, 9u64);
    for (progress, noise) in [("Progressive", "Perlin"), ("Independent", "Simplex"), ("Progressive", "Value")] {
        for octaves in [1u32, 4] {
            let set = |s: Setup<'static>| {
                s.give("amplitude", f64::from(amplitude))
                    .scale(scale)
                    .seed(seed)
                    .number("lacunarity", lacunarity)
                    .number("gain", gain)
                    .count("octaves", octaves)
                    .choice("progress", progress)
                    .choice("noise", noise)
            };
            let noises = [1, 2].map(|axis| node(noise).scale(scale).seed(mix(seed, axis)).ready());
            let mut amplitudes = vec![1.0f32];
            for _ in 1..octaves {
                amplitudes.push(amplitudes[amplitudes.len() - 1] * gain as f32);
            }
            let total = 1.0 / amplitudes.iter().sum::<f32>();
            check(set, "DomainWarp", |_, (x, y, dx, dy)| {
                let (mut d, mut stretch) = ([dx, dy], 1.0);
                for (k, a) in amplitudes.iter().enumerate() {
                    let [bx, by] = if progress == "Progressive" { d } else { [dx, dy] };
                    let (bx, by) = ([bx * stretch as f32], [by * stretch as f32]);
                    let (x, y) = ([x * stretch], [y * stretch]);
                    let base = Base::Separable { x: &x, y: &y };
                    let plain = Domain {
                        width: 1,
                        height: 1,
                        base,
                        displacement: None,
                        salt: mix(0, k as u64),
                        time: 0.0,
                        period: None,
                    };
                    let n = noises.each_ref().map(|noise| noise.at(&plain.displaced(&bx, &by))[0]);
                    d = [0, 1].map(|axis| d[axis] + amplitude * ((a * total) * n[axis]));
                    stretch *= lacunarity;
                }
                (x, y, d[0], d[1])
            });
        }
    }
}
