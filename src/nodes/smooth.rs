//! Minimum and maximum without the crease where the fields cross.

use super::map::{lower, map3, narrow};
use crate::spec::*;
use std::sync::Arc;

/// How much lower than the lower of two values a smooth minimum lies.
///
/// The polynomial of Quilez (2013): k/4 · (1 - |a - b| / k)² within `k` of the crossing, 0 outside it.
#[inline(always)]
fn dip(a: f32, b: f32, k: f32) -> f64 {
    let (apart, k) = ((f64::from(a) - f64::from(b)).abs(), f64::from(k));
    let share = if apart < k { 1.0 - apart / k } else { 0.0 };
    share * share * k * 0.25
}

#[inline(always)]
fn smooth_lower(a: f32, b: f32, k: f32) -> f32 {
    let sharp = lower(a, b);
    lower(narrow(f64::from(sharp) - dip(a, b, k)), sharp)
}

#[inline(always)]
fn smooth_upper(a: f32, b: f32, k: f32) -> f32 {
    -smooth_lower(-a, -b, k)
}

/// The interval of the smooth minimum, which rises with both values and falls with the smoothness.
fn lower_bound(a: Interval, b: Interval, k: Interval) -> Interval {
    let sharp = a.zip(b, lower);
    let lo = if a.lo.is_finite() && b.lo.is_finite() && k.hi.is_finite() {
        let lo = smooth_lower(a.lo, b.lo, k.hi);
        // Monotone in 64 bits but for the last one.
        if lo < sharp.lo { lo.next_down() } else { lo }
    } else if k.hi > 0.0 {
        f32::NEG_INFINITY
    } else {
        sharp.lo
    };
    Interval::new(lo, sharp.hi)
}

fn negated(bound: Interval) -> Interval {
    bound.map(|v| -v)
}

macro_rules! smooth {
    ($name:ident, $f:expr, $bound:expr) => {
        impl Node for $name {
            fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
                let [a, b, k] = [Self::a, Self::b, Self::smoothness].map(|port| ins[port].bound);
                $bound(a, b, k)
            }
            fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
                Arc::new(self)
            }
        }

        impl Kernel for $name {
            fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
                let [a, b, k] = [Self::a, Self::b, Self::smoothness].map(|port| ins.operand(port));
                map3(out.value(), a, b, k, $f);
            }
        }
    };
}

node! {
    /// Takes the lower of two values and rounds the crease where they cross: valleys that run into one another.
    ///
    /// At most a quarter of the smoothness lower than the lower value (polynomial smooth minimum, Quilez, 2013).
    pub struct SmoothMinimum = "Smooth Minimum" in Math,
    keywords ["smooth min", "smin", "soft minimum", "polynomial", "round", "intersect", "combine"], pointwise, bypass a;
    inputs {
        /// First value.
        a: In(Plain) = REQUIRED;
        /// Second value.
        b: In(Plain) = number(1.0), soft -1.0..=1.0;
        /// How far apart the values may be for one to bend the other; 0 leaves the crease.
        smoothness: In(Plain) = number(0.25), soft 0.0..=1.0, hard 0.0..=1e9;
    }
    params {}
    outputs { value: Plain }
}

smooth!(SmoothMinimum, smooth_lower, lower_bound);

node! {
    /// Takes the higher of two values and rounds the crease where they cross: hills that grow out of a plain.
    ///
    /// At most a quarter of the smoothness higher than the higher value (polynomial smooth maximum, Quilez, 2013).
    pub struct SmoothMaximum = "Smooth Maximum" in Math,
    keywords ["smooth max", "smax", "soft maximum", "polynomial", "round", "union", "metaballs", "combine"], pointwise,
    bypass a;
    inputs {
        /// First value.
        a: In(Plain) = REQUIRED;
        /// Second value.
        b: In(Plain) = number(0.0), soft -1.0..=1.0;
        /// How far apart the values may be for one to bend the other; 0 leaves the crease.
        smoothness: In(Plain) = number(0.25), soft 0.0..=1.0, hard 0.0..=1e9;
    }
    params {}
    outputs { value: Plain }
}

smooth!(SmoothMaximum, smooth_upper, |a: Interval, b: Interval, k: Interval| {
    // The same as the smooth minimum of both upside down.
    negated(lower_bound(negated(a), negated(b), k))
});

pub(super) const NODES: &[&NodeSpec] = &[&SmoothMinimum::SPEC, &SmoothMaximum::SPEC];
