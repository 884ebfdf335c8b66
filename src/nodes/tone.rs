//! Tone curves of [0, 1], as in image editors: they keep 0 and 1 and move what lies between.

use super::map::{loosened, map_all, map2};
use super::power::power;
use crate::spec::*;
use std::sync::Arc;

/// `v` in [0, 1].
#[inline(always)]
fn unit(v: f32) -> f64 {
    let v = if v > 0.0 { v } else { 0.0 };
    f64::from(if v < 1.0 { v } else { 1.0 })
}

/// The bound of a rising curve that keeps [0, 1], with the same `shape` for all samples; else [0, 1].
fn risen(source: Interval, shape: Interval, curve: impl Fn(f32, f32) -> f32) -> Interval {
    if shape.lo < shape.hi {
        return Interval::UNIT;
    }
    loosened(source.map(|v| curve(v, shape.lo))).clamped(Interval::UNIT)
}

/// Implements a node that bends [0, 1] by one number.
macro_rules! tone {
    ($name:ident, $shape:ident, $curve:expr) => {
        impl Node for $name {
            fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
                risen(ins[Self::source].bound, ins[Self::$shape].bound, $curve)
            }
            fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
                Arc::new(self)
            }
        }

        impl Kernel for $name {
            fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
                map2(out.value(), ins.operand(Self::source), ins.operand(Self::$shape), $curve);
            }
        }
    };
}

/// v^(1/gamma).
#[inline(always)]
fn gamma(v: f64, gamma: f32) -> f64 {
    let bent = power(v, 1.0 / f64::from(gamma));
    if v > 0.0 { bent } else { 0.0 }
}

node! {
    /// Brightens or darkens the middle of [0, 1] along a power curve: above 1 lowlands rise, below 1 they flatten.
    ///
    /// The result is v^(1/gamma) for v clamped to [0, 1], so that 0 and 1 stay.
    pub struct Gamma = "Gamma" in Adjust, keywords ["midtones", "exponent", "power", "brightness", "curve", "tone"],
    pointwise, bypass source;
    inputs {
        /// Heights or mask from 0 to 1.
        source: In(Unit) = REQUIRED;
        /// Above 1 lifts the middle, below 1 lowers it.
        gamma: In(Plain) = number(1.5), soft 0.2..=5.0, hard 0.01..=100.0;
    }
    params {}
    outputs { value: Unit }
}

tone!(Gamma, gamma, |v: f32, g: f32| gamma(unit(v), g) as f32);

/// The bias function of Schlick (1994), which maps ½ to `bias`.
#[inline(always)]
fn bias(v: f64, bias: f64) -> f64 {
    let bent = v * bias / ((1.0 - 2.0 * bias) * (1.0 - v) + bias);
    if bent < 1.0 { bent } else { 1.0 }
}

node! {
    /// Moves the middle of [0, 1] up or down along a gentle curve: more highland, or more lowland.
    ///
    /// The value 0.5 becomes the amount, 0 and 1 stay: v · b / ((1 - 2b)(1 - v) + b) (Schlick, 1994). 0.5 changes nothing.
    pub struct Bias = "Bias" in Adjust, keywords ["midtones", "schlick", "curve", "balance", "tone", "brightness"],
    pointwise, bypass source;
    inputs {
        /// Heights or mask from 0 to 1.
        source: In(Unit) = REQUIRED;
        /// What 0.5 becomes.
        amount: In(Unit) = number(0.35), soft 0.05..=0.95, hard 0.001..=0.999;
    }
    params {}
    outputs { value: Unit }
}

tone!(Bias, amount, |v: f32, b: f32| bias(unit(v), f64::from(b)) as f32);

/// The gain function of Schlick (1994): two biases, point-symmetric about the middle.
#[inline(always)]
fn gain(v: f64, gain: f64) -> f64 {
    let low = v < 0.5;
    let half = bias(if low { 2.0 * v } else { 2.0 - 2.0 * v }, 1.0 - gain) * 0.5;
    if low { half } else { 1.0 - half }
}

node! {
    /// Steepens or flattens the middle of [0, 1]: above 0.5 plains and plateaus with slopes between, below it a broad middle.
    ///
    /// An S-curve that keeps 0, 0.5 and 1, of two halves of Bias (Schlick, 1994). 0.5 changes nothing.
    pub struct Gain = "Gain" in Adjust, keywords ["contrast", "s-curve", "sigmoid", "schlick", "sharpen", "tone"],
    pointwise, bypass source;
    inputs {
        /// Heights or mask from 0 to 1.
        source: In(Unit) = REQUIRED;
        /// Above 0.5 steepens the middle, below 0.5 flattens it.
        amount: In(Unit) = number(0.7), soft 0.05..=0.95, hard 0.001..=0.999;
    }
    params {}
    outputs { value: Unit }
}

tone!(Gain, amount, |v: f32, g: f32| gain(unit(v), f64::from(g)) as f32);

node! {
    /// Stretches what lies between a black and a white point over a range, as the levels of an image editor do.
    ///
    /// Below the black point everything becomes `low`, above the white point `high`; between them `gamma` lifts or lowers
    /// the middle: low + (high - low) · t^(1/gamma), where t leads from 0 at black to 1 at white.
    pub struct Levels = "Levels" in Adjust,
    keywords ["black point", "white point", "gamma", "contrast", "stretch", "autolevel", "tone", "remap"], pointwise,
    bypass source;
    inputs {
        /// Heights or mask from 0 to 1.
        source: In(Unit) = REQUIRED;
        /// Black point: what becomes the lowest value.
        black: In(Unit) = number(0.25), soft 0.0..=1.0;
        /// White point: what becomes the highest value.
        white: In(Unit) = number(0.75), soft 0.0..=1.0;
        /// Above 1 lifts the middle, below 1 lowers it.
        gamma: In(Plain) = number(1.0), soft 0.2..=5.0, hard 0.01..=100.0;
        /// Lowest value of the result.
        low: In(Unit) = number(0.0), soft 0.0..=1.0, hard 0.0..=1.0;
        /// Highest value of the result.
        high: In(Unit) = number(1.0), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {}
    outputs { value: Unit }
}

impl Levels {
    #[inline(always)]
    fn of([v, black, white, bend, low, high]: [f32; 6]) -> f32 {
        let t = gamma(f64::from(super::ease::way(v, black, white)), bend);
        let (low, high) = (f64::from(low), f64::from(high));
        (low * (1.0 - t) + high * t) as f32
    }
}

impl Node for Levels {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (low, high) = (ins[Self::low].bound, ins[Self::high].bound);
        Interval::hull(&[low.lo, low.hi, high.lo, high.hi])
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Levels {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let ports = [Self::source, Self::black, Self::white, Self::gamma, Self::low, Self::high];
        map_all(out.value(), ports.map(|port| ins.operand(port)), Self::of);
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Levels::SPEC, &Gamma::SPEC, &Bias::SPEC, &Gain::SPEC];
