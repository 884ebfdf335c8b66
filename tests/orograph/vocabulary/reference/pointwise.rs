//! Arithmetic, adjustments and selection as their definitions say.

use super::{ANY, Field, circle, ease, way};
use crate::support::kernel::node;
use orograph::spec::Value;

/// Compares a node of numbers, whatever the position.
fn check(kind: &str, set: &[(&str, Value)], inputs: &[(&str, f32, f32)], naive: impl Fn(&[f32]) -> f32) {
    for seed in 0..6 {
        Field::new(seed).check(kind, set, inputs, |_, v| naive(v));
    }
}

fn choice(param: &'static str, option: &'static str) -> (&'static str, Value) {
    (param, Value::Choice(option))
}

fn smooth_minimum(a: f32, b: f32, k: f32) -> f32 {
    let (m, apart, k) = (a.min(b), (f64::from(a) - f64::from(b)).abs(), f64::from(k));
    let h = if apart < k { 1.0 - apart / k } else { 0.0 };
    ((f64::from(m) - h * h * k * 0.25) as f32).min(m)
}

#[test]
fn arithmetic() {
    let any = [("a", -ANY, ANY), ("b", -ANY, ANY)];
    check("Divide", &[], &any, |v| if v[1] == 0.0 { 0.0 } else { v[0] / v[1] });
    check("Modulo", &[], &any, |v| {
        let (a, s) = (f64::from(v[0]), f64::from(v[1].abs()));
        let r = a - s * (a / s).floor();
        let r = (if r < 0.0 { r + s } else { r }) as f32;
        if 0.0 < r && r < v[1].abs() { r } else { 0.0 }
    });
    let source = [("source", -ANY, ANY)];
    check("SquareRoot", &[], &source, |v| v[0].signum() * v[0].abs().sqrt());
    check("Negate", &[], &source, |v| 0.0 - v[0]);
    check("Sine", &[], &[("source", -ANY, ANY), ("frequency", -ANY, ANY), ("phase", -ANY, ANY)], |v| {
        circle(f64::from(v[0]) * f64::from(v[1]) + f64::from(v[2]) / 360.0).1 as f32
    });
    let three = [("a", -ANY, ANY), ("b", -ANY, ANY), ("smoothness", 0.0, 2.0)];
    check("SmoothMinimum", &[], &three, |v| smooth_minimum(v[0], v[1], v[2]));
    check("SmoothMaximum", &[], &three, |v| -smooth_minimum(-v[0], -v[1], v[2]));
}

#[test]
fn edges() {
    check("Step", &[], &[("source", -ANY, ANY), ("edge", -ANY, ANY)], |v| if v[0] >= v[1] { 1.0 } else { 0.0 });
    for easing in ["Linear", "Smoothstep", "Smootherstep"] {
        let three = [("source", -ANY, ANY), ("from", -ANY, ANY), ("to", -ANY, ANY)];
        check("Smoothstep", &[choice("easing", easing)], &three, |v| ease(easing, way(v[0], v[1], v[2])));
    }
    let four = [("source", -ANY, ANY), ("level", -ANY, ANY), ("below", -ANY, ANY), ("above", -ANY, ANY)];
    check("Threshold", &[], &four, |v| if v[0] >= v[1] { v[3] } else { v[2] });
}

fn bias(v: f64, b: f64) -> f64 {
    (v * b / ((1.0 - 2.0 * b) * (1.0 - v) + b)).min(1.0)
}

fn unit(v: f32) -> f64 {
    f64::from(v.clamp(0.0, 1.0))
}

#[test]
fn tone_curves() {
    check("Bias", &[], &[("source", -ANY, ANY), ("amount", 0.001, 0.999)], |v| {
        bias(unit(v[0]), f64::from(v[1])) as f32
    });
    check("Gain", &[], &[("source", -ANY, ANY), ("amount", 0.001, 0.999)], |v| {
        let (t, g) = (unit(v[0]), f64::from(v[1]));
        let h = bias(if t < 0.5 { 2.0 * t } else { 2.0 - 2.0 * t }, 1.0 - g) * 0.5;
        (if t < 0.5 { h } else { 1.0 - h }) as f32
    });
}

#[test]
fn powers_agree_with_the_library_function_but_for_the_last_bit() {
    let close = |got: f32, expected: f64| (f64::from(got) - expected).abs() <= 1e-7;
    for i in 0..=2000 {
        let (v, gamma) = (f64::from(i) / 2000.0, 0.05 + f64::from(i % 97) * 0.11);
        let bent = if i == 0 { 0.0 } else { libm::pow(f64::from(v as f32), 1.0 / f64::from(gamma as f32)) };
        let bend = |kind: &str| node(kind).give("source", v).give("gamma", gamma);
        assert!(close(bend("Gamma").ready().here(0.0, 0.0), bent), "{v}, {gamma}");
        let levels = bend("Levels").give("black", 0.0).give("white", 1.0).give("low", 0.25).give("high", 0.75);
        assert!(close(levels.ready().here(0.0, 0.0), 0.25 + 0.5 * bent), "{v}, {gamma}");
    }
}

#[test]
fn steps_and_folds() {
    for riser in ["Straight", "Rounded", "Talus"] {
        for steps in [2u32, 3, 8, 31] {
            let set = [choice("riser", riser), ("steps", Value::Count(steps))];
            check("Terrace", &set, &[("source", -ANY, ANY), ("smoothness", 0.0, 1.0)], |v| {
                let (n, w) = (f64::from(steps - 1), f64::from(v[1]));
                let p = unit(v[0]) * n;
                let s = p.floor();
                let u = ((p - s - (0.5 - 0.5 * w)) / w).clamp(0.0, 1.0);
                let rise = match riser {
                    _ if w == 0.0 => f64::from(u8::from(p - s >= 0.5)),
                    "Straight" => u,
                    "Rounded" => u * u * (3.0 - 2.0 * u),
                    _ => u * u,
                };
                (((s + rise) / n) as f32).min(1.0)
            });
        }
    }
    for rounding in ["Nearest", "Down", "Up"] {
        check("Quantize", &[choice("rounding", rounding)], &[("source", -ANY, ANY), ("step", 0.0, 1.0)], |v| {
            let (x, step) = (f64::from(v[0]) / f64::from(v[1]), f64::from(v[1]));
            match rounding {
                _ if v[1] <= 0.0 => v[0],
                "Nearest" => ((x + 0.5).floor() * step + 0.0) as f32,
                "Down" => (x.floor() * step + 0.0) as f32,
                _ => (x.ceil() * step + 0.0) as f32,
            }
        });
    }
    check("PingPong", &[], &[("source", -ANY, ANY), ("strength", 0.0, 1.6)], |v| {
        let t = (f64::from(v[0]) + 1.0) * f64::from(v[1]);
        let t = (t - 2.0 * (t * 0.5).floor()) - 1.0;
        (1.0 - 2.0 * t.abs()) as f32
    });
    check("HeightInMetres", &[], &[("source", -ANY, ANY)], |v| v[0]);
}

fn mixed(a: f32, b: f32, m: f32) -> f32 {
    (a * (1.0 - m) + b * m).clamp(a.min(b), a.max(b))
}

fn band(easing: &str, v: f32, from: f32, to: f32, falloff: f32) -> f32 {
    if from > to {
        return 0.0;
    }
    let up = way(v, from - falloff, from);
    let down = if v <= to { 1.0 } else { 1.0 - way(v, to, to + falloff) };
    ease(easing, up.min(down))
}

#[test]
fn bands() {
    for easing in ["Linear", "Smoothstep", "Smootherstep"] {
        let four = [("source", -ANY, ANY), ("lower", -ANY, ANY), ("upper", -ANY, ANY), ("falloff", 0.0, 1.0)];
        check("HeightMask", &[choice("easing", easing)], &four, |v| band(easing, v[0], v[1], v[2], v[3]));
    }
    let names = ["a", "b", "control", "lower", "upper", "falloff"];
    let six =
        names.map(|name| (name, if name == "falloff" { 0.0 } else { -ANY }, if name == "falloff" { 2.0 } else { ANY }));
    check("Select", &[], &six, |v| mixed(v[0], v[1], band("Smoothstep", v[2], v[3], v[4], v[5])));
}

#[test]
fn layers() {
    let screen = |a: f32, b: f32| 1.0 - (1.0 - a) * (1.0 - b);
    let hard = move |a: f32, by: f32| if by < 0.5 { a * (2.0 * by) } else { screen(a, 2.0 * by - 1.0) };
    let share = |a: f32, b: f32| if a <= 0.0 { 0.0 } else { (a / b).min(1.0) };
    for mode in [
        "Add",
        "Subtract",
        "Multiply",
        "Screen",
        "Overlay",
        "HardLight",
        "SoftLight",
        "Difference",
        "Exclusion",
        "Darken",
        "Lighten",
        "Dodge",
        "Burn",
        "LinearLight",
    ] {
        let three = [("a", -ANY, ANY), ("b", -ANY, ANY), ("mask", 0.0, 1.0)];
        check("Layer", &[choice("mode", mode)], &three, |v| {
            let (a, b) = (v[0].clamp(0.0, 1.0), v[1].clamp(0.0, 1.0));
            let laid: f32 = match mode {
                "Add" => a + b,
                "Subtract" => a - b,
                "Multiply" => a * b,
                "Screen" => screen(a, b),
                "Overlay" => hard(b, a),
                "HardLight" => hard(a, b),
                "SoftLight" => (1.0 - 2.0 * b) * a * a + 2.0 * b * a,
                "Difference" => (a - b).abs(),
                "Exclusion" => a + b - 2.0 * a * b,
                "Darken" => a.min(b),
                "Lighten" => a.max(b),
                "Dodge" => share(a, 1.0 - b),
                "Burn" => 1.0 - share(1.0 - a, b),
                _ => a + 2.0 * b - 1.0,
            };
            mixed(a, laid.clamp(0.0, 1.0), v[2])
        });
    }
}
