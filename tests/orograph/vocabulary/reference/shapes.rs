//! Shapes as their definitions say.

use super::{Field, Spot, circle, ease};
use orograph::spec::Value;

const CENTER: [f64; 2] = [417.3, -88.8];

fn check(kind: &str, set: &[(&str, Value)], inputs: &[(&str, f32, f32)], naive: impl Fn(Spot, &[f32]) -> f32) {
    let center = if kind == "DistanceToPoint" { "point" } else { "center" };
    let set: Vec<_> = set.iter().cloned().chain([(center, Value::Point(CENTER))]).collect();
    for seed in 0..4 {
        Field::new(seed).check(kind, &set, inputs, &naive);
    }
}

fn choice(param: &'static str, option: &'static str) -> (&'static str, Value) {
    (param, Value::Choice(option))
}

fn number(param: &'static str, v: f64) -> (&'static str, Value) {
    (param, Value::Number(v))
}

fn fall(falloff: &str, d: f32, radius: f32, inner: f32) -> f32 {
    let steepness = 1.0 / ((1.0 - inner) * radius);
    if d < radius { ease(falloff, ((radius - d) * steepness).min(1.0)) } else { 0.0 }
}

fn turn(angle: f64, x: f64, y: f64) -> (f64, f64) {
    let (c, s) = circle(angle / 360.0);
    (x * c + y * s, y * c - x * s)
}

const INNER: [(&str, f32, f32); 1] = [("inner", 0.0, 1.0)];

#[test]
fn falloffs() {
    for falloff in ["Linear", "Smoothstep", "Smootherstep", "Dome"] {
        for shape in ["Circle", "Square"] {
            let set = [choice("falloff", falloff), choice("shape", shape), number("radius", 400.0)];
            check("RadialFalloff", &set, &INNER, |at, v| {
                let (dx, dy) = at.offset(CENTER);
                let d = if shape == "Circle" { (dx * dx + dy * dy).sqrt() } else { dx.abs().max(dy.abs()) };
                fall(falloff, d, 400.0, v[0])
            });
        }
        let set =
            [choice("falloff", falloff), number("width", 900.0), number("height", 333.3), number("rotation", 33.0)];
        check("Ellipse", &set, &INNER, |at, v| {
            let (dx, dy) = at.offset(CENTER);
            let (c, s) = circle(33.0 / 360.0);
            let (c, s) = (c as f32, s as f32);
            let (u, w) = ((dx * c + dy * s) * (2.0 / 900.0f64) as f32, (dy * c - dx * s) * (2.0 / 333.3f64) as f32);
            fall(falloff, (u * u + w * w).sqrt(), 1.0, v[0])
        });
        for corner in ["Sharp", "Round"] {
            let set = [
                choice("falloff", falloff),
                choice("corner", corner),
                number("width", 1800.0),
                number("height", 1000.0),
                number("margin", 250.0),
            ];
            check("BorderFalloff", &set, &[], |at, _| {
                let (dx, dy) = at.offset(CENTER);
                let share = |side: f64, d: f32| {
                    let inside = (side * 0.5) as f32 - d.abs();
                    if inside > 0.0 { (inside / 250.0).min(1.0) } else { 0.0 }
                };
                let (x, y) = (share(1800.0, dx), share(1000.0, dy));
                let round = 1.0 - ((1.0 - x) * (1.0 - x) + (1.0 - y) * (1.0 - y)).sqrt();
                ease(falloff, if corner == "Sharp" { x.min(y) } else { round.max(0.0) })
            });
        }
    }
}

#[test]
fn straight_cones_and_gradients() {
    check("Cone", &[number("radius", 700.0)], &[("sharpness", 1.0, 1.0)], |at, _| {
        let (dx, dy) = at.offset(CENTER);
        let d = (dx * dx + dy * dy).sqrt();
        if d < 700.0 { 1.0 - d / 700.0 } else { 0.0 }
    });
    for beyond in ["Hold", "Repeat", "Mirror"] {
        for easing in ["Linear", "Smoothstep", "Smootherstep"] {
            let set = [
                choice("beyond", beyond),
                choice("easing", easing),
                number("direction", -75.5),
                number("length", 432.1),
            ];
            check("LinearGradient", &set, &[], |at, _| {
                let (x, y) = at.exact(CENTER);
                let t = turn(-75.5, x, y).0 / 432.1 + 0.5;
                let t = match beyond {
                    "Hold" => t,
                    "Repeat" => t - t.floor(),
                    _ => (t - 2.0 * (t * 0.5 + 0.5).floor()).abs(),
                };
                ease(easing, t.clamp(0.0, 1.0) as f32)
            });
        }
    }
}

#[test]
fn distances() {
    for metric in ["Euclidean", "Manhattan", "Chebyshev"] {
        check("DistanceToPoint", &[choice("metric", metric)], &[], |at, _| {
            let (x, y) = at.exact(CENTER);
            (match metric {
                "Euclidean" => (x * x + y * y).sqrt(),
                "Manhattan" => x.abs() + y.abs(),
                _ => x.abs().max(y.abs()),
            }) as f32
        });
    }
}

#[test]
fn waves_and_squares() {
    let set = [number("wavelength", 77.7), number("direction", 200.0)];
    let place = |at: Spot, phase: f32| {
        let (x, y) = at.exact(CENTER);
        let t = turn(200.0, x, y).0 / 77.7 + f64::from(phase) / 360.0;
        let t = t - t.floor();
        if t < 1.0 { t } else { 0.0 }
    };
    let phase = ("phase", -super::ANY, super::ANY);
    check("SineWave", &set, &[phase], |at, v| circle(place(at, v[0])).1 as f32);
    check("SquareWave", &set, &[phase, ("share", 0.0, 1.0)], |at, v| {
        if place(at, v[0]) < f64::from(v[1]) { 1.0 } else { -1.0 }
    });
    check("TriangleWave", &set, &[phase, ("skew", 0.0, 1.0)], |at, v| {
        let (t, skew) = (place(at, v[0]), f64::from(v[1]));
        (2.0 * (if t < skew { t / skew } else { (1.0 - t) / (1.0 - skew) }) - 1.0) as f32
    });
    check("Checkerboard", &[number("size", 91.0), number("rotation", 12.0)], &[], |at, _| {
        let (x, y) = at.exact(CENTER);
        let (u, v) = turn(12.0, x, y);
        let n = ((u / 91.0).floor() + (v / 91.0).floor()) * 0.5;
        if n == n.floor() { 1.0 } else { -1.0 }
    });
}
