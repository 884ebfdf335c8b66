//! A second, naive implementation of the nodes of arithmetic, adjustment, selection, shape and domain, written from
//! `docs/definitions.md` alone: sample by sample and bit-equal to the kernels.

mod domains;
mod pointwise;
mod shapes;

use crate::noise::bits;
use crate::support::kernel::{Places, node};
use orograph::simd::mix;
use orograph::spec::{Domain, Value};

/// Cosine and sine of an angle in turns.
fn circle(turns: f64) -> (f64, f64) {
    let turns = if turns.abs() >= 1_099_511_627_776.0 { 0.0 } else { turns };
    let quarter = (turns * 4.0).round_ties_even();
    let x = (turns - quarter * 0.25) * std::f64::consts::TAU;
    let z = x * x;
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    let series = |highest: u32| {
        let mut r = 1.0 / factorial(highest);
        for k in 1..8 {
            r = 1.0 / factorial(highest - 2 * k) - r * z;
        }
        r
    };
    let (sin, cos) = (x * series(15), series(14));
    let (c, s) = match quarter.rem_euclid(4.0) as u32 {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    };
    (c + 0.0, s + 0.0)
}

fn way(v: f32, from: f32, to: f32) -> f32 {
    let (v, from, to) = (f64::from(v), f64::from(from), f64::from(to));
    if to - from == 0.0 {
        return if v >= from { 1.0 } else { 0.0 };
    }
    ((v - from) / (to - from)).clamp(0.0, 1.0) as f32
}

fn ease(easing: &str, t: f32) -> f32 {
    let u = t.min(1.0 - t);
    let w = match easing {
        "Linear" => return t,
        "Dome" => return (1.0 - (1.0 - t) * (1.0 - t)).max(0.0).sqrt(),
        "Smoothstep" => u * u * (3.0 - 2.0 * u),
        _ => u * u * u * (u * (u * 6.0 - 15.0) + 10.0),
    };
    if t < 0.5 { w } else { 1.0 - w }
}

/// Random numbers of a seed, from 0 up to 1.
fn rolls(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = mix(state, 1);
        (state >> 11) as f64 / 9_007_199_254_740_992.0
    }
}

/// Where a shape is asked for its value: position, displacement.
#[derive(Clone, Copy)]
struct Spot {
    x: f64,
    y: f64,
    dx: f32,
    dy: f32,
}

impl Spot {
    /// The offset from a centre in 32 bits.
    fn offset(self, [cx, cy]: [f64; 2]) -> (f32, f32) {
        ((self.x - cx) as f32 + self.dx, (self.y - cy) as f32 + self.dy)
    }

    /// The offset from a centre in 64 bits.
    fn exact(self, [cx, cy]: [f64; 2]) -> (f64, f64) {
        (self.x + f64::from(self.dx) - cx, self.y + f64::from(self.dy) - cy)
    }
}

/// A grid of a few hundred positions with a displacement, and values for up to six inputs.
struct Field {
    places: Places,
    by: [Vec<f32>; 2],
    inputs: Vec<Vec<f32>>,
}

impl Field {
    fn new(seed: u64) -> Self {
        let mut roll = rolls(seed);
        let far = [0.0, 1e6, -1e9][(roll() * 3.0) as usize];
        let places = Places::new((far + roll() * 1000.0, far - roll() * 1000.0), 0.3 + roll() * 40.0, 37, 9);
        let mut line = |scale: f32| -> Vec<f32> { (0..37 * 9).map(|_| (roll() as f32 * 2.0 - 1.0) * scale).collect() };
        let by = [line(300.0), line(300.0)];
        let inputs = (0..6).map(|_| line(1.6)).collect();
        Self { places, by, inputs }
    }

    /// Compares a node with `naive`, undisplaced and displaced. Inputs are samples, kept within what is given for them.
    fn check(
        &self,
        kind: &str,
        set: &[(&str, Value)],
        inputs: &[(&str, f32, f32)],
        naive: impl Fn(Spot, &[f32]) -> f32,
    ) {
        let spread = |&(_, lo, hi): &(&str, f32, f32), values: &Vec<f32>| -> Vec<f32> {
            values.iter().map(|v| if hi > 1e5 { *v } else { v.clamp(lo, hi) }).collect()
        };
        let values: Vec<Vec<f32>> = inputs.iter().zip(&self.inputs).map(|(i, v)| spread(i, v)).collect();
        let mut setup = node(kind);
        for (param, value) in set {
            setup = setup.set(param, value.clone());
        }
        for ((name, ..), values) in inputs.iter().zip(&values) {
            setup = setup.samples(name, values);
        }
        let ready = setup.ready();
        let at = self.places.domain();
        let [dx, dy] = &self.by;
        let still = vec![0.0; dx.len()];
        for (at, dx, dy) in [(at, &still, &still), (at.displaced(dx, dy), dx, dy)] {
            let expected: Vec<f32> = (0..at.len())
                .map(|i| {
                    let (x, y) = at.base_at(i % at.width, i / at.width);
                    let given: Vec<f32> = values.iter().map(|v| v[i]).collect();
                    naive(Spot { x, y, dx: dx[i], dy: dy[i] }, &given)
                })
                .collect();
            assert_eq!(bits(&ready.at(&at)), bits(&expected), "{kind} {set:?}");
        }
    }
}

/// Any number will do for an input.
const ANY: f32 = 1e6;

/// Two domains at the same samples: with and without a displacement.
fn domains<'a>(places: &'a Places, by: &'a [Vec<f32>; 2]) -> [Domain<'a>; 2] {
    [places.domain(), places.domain().displaced(&by[0], &by[1])]
}
