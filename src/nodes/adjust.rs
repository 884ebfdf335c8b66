//! Reshaping one field: fold, flip, move onto another range.

use super::map::{lower, map_all, map1, map3, narrow, saturate, saturated, upper};
use super::math::magnitudes;
use super::normalize::Normalize;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Turns the zero line of a signed noise into a crest: 1 - |v|, and 0 beyond ±1.
    pub struct Ridge = "Ridge" in Adjust, keywords ["crest", "ridged", "fold", "vein", "river"], pointwise, bypass source;
    inputs {
        /// Signed noise whose zeros become crests.
        source: In(Signed) = REQUIRED;
    }
    params {}
    outputs { value: Unit }
}

impl Ridge {
    #[inline(always)]
    fn crest(magnitude: f32) -> f32 {
        upper(1.0 - magnitude, 0.0)
    }
}

impl Node for Ridge {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        magnitudes(ins[Self::source].bound).map(Self::crest)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Ridge {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map1(out.value(), ins.operand(Self::source), |v| Self::crest(v.abs()));
    }
}

node! {
    /// Turns a field upside down within its own bound: mountains become valleys, a mask its opposite.
    ///
    /// The result is lo + hi - v, where lo and hi are the bound of the source, so that a field within [0, 1] stays there.
    /// A source without a bound is negated.
    pub struct Invert = "Invert" in Adjust, keywords ["negate", "negative", "reverse", "flip", "complement"], pointwise,
    bypass source;
    inputs {
        /// Field that is turned upside down.
        source: In(Plain) = REQUIRED;
    }
    params {}
    outputs { value: Inherited }
}

impl Node for Invert {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let ends = ends(ins[Self::source].bound);
        saturated(ins[Self::source].bound.map(|v| ends - v))
    }
    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Inverted { ends: ends(ins[Self::source].bound) })
    }
}

/// lo + hi of a bound, 0 without one.
fn ends(bound: Interval) -> f32 {
    let sum = bound.lo + bound.hi;
    if bound.is_bounded() && sum.is_finite() { sum } else { 0.0 }
}

struct Inverted {
    ends: f32,
}

impl Kernel for Inverted {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map1(out.value(), ins.operand(Invert::source), |v| saturate(self.ends - v));
    }
}

node! {
    /// Moves values from one range to another along a straight line.
    ///
    /// `from_min` becomes exactly `to_min` and `from_max` exactly `to_max`; values outside go on along the line unless
    /// `clamp` is on. Either range may run backwards. If the first range is empty, everything becomes `to_min`.
    pub struct Remap = "Remap" in Adjust, keywords ["scale", "bias", "map range", "levels", "linear", "rescale"],
    pointwise, bypass source;
    inputs {
        /// Values that are moved.
        source: In(Plain) = REQUIRED;
        /// Start of the range that values come from.
        from_min: In(Plain) = number(-1.0), soft -1.0..=1.0;
        /// End of the range that values come from.
        from_max: In(Plain) = number(1.0), soft -1.0..=1.0;
        /// Start of the range that values go to.
        to_min: In(Plain) = number(0.0), soft -1.0..=1.0;
        /// End of the range that values go to.
        to_max: In(Plain) = number(1.0), soft -1.0..=1.0;
    }
    params {
        /// Whether values outside the first range stop at its ends.
        clamp: bool = false;
    }
    outputs { value: Plain }
}

/// The straight line of a [`Remap`], in `f64`: its rounded results are exact at both ends and monotone in between.
#[derive(Clone, Copy)]
struct Line {
    /// Point that the line goes through; of the two ends the one whose result is nearer to 0, which must not be lost in
    /// the rounding of the other.
    from: f64,
    to: f64,
    slope: f64,
    /// The first range in order.
    lo: f64,
    hi: f64,
}

impl Line {
    #[inline(always)]
    fn new(from_min: f32, from_max: f32, to_min: f32, to_max: f32) -> Self {
        let (f0, f1) = (f64::from(from_min), f64::from(from_max));
        let (t0, t1) = (f64::from(to_min), f64::from(to_max));
        let (lo, hi) = if f0 < f1 { (f0, f1) } else { (f1, f0) };
        let flat = f0 == f1;
        let slope = if flat { 0.0 } else { (t1 - t0) / (f1 - f0) };
        let far = !flat && t1.abs() < t0.abs();
        Self { from: if far { f1 } else { f0 }, to: if far { t1 } else { t0 }, slope, lo, hi }
    }

    #[inline(always)]
    fn at(&self, v: f64) -> f64 {
        self.to + (v - self.from) * self.slope
    }

    #[inline(always)]
    fn clamped(&self, v: f64) -> f64 {
        let v = if v > self.lo { v } else { self.lo };
        self.at(if v < self.hi { v } else { self.hi })
    }
}

impl Node for Remap {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let [source, from_min, from_max, to_min, to_max] =
            [Self::source, Self::from_min, Self::from_max, Self::to_min, Self::to_max].map(|port| ins[port].bound);
        let fixed = |bound: Interval| bound.lo == bound.hi;
        let moves = !fixed(to_min) || !fixed(to_max);
        if self.clamp && (moves || !fixed(from_min) || !fixed(from_max)) {
            return Interval::hull(&[to_min.lo, to_min.hi, to_max.lo, to_max.hi]);
        }
        if !fixed(from_min) || !fixed(from_max) {
            return Interval::ALL;
        }
        let corner = |v: f32, t0: f32, t1: f32| {
            let line = Line::new(from_min.lo, from_max.lo, t0, t1);
            match line.slope {
                0.0 => t0,
                _ if self.clamp => line.clamped(f64::from(v)) as f32,
                _ => line.at(f64::from(v)) as f32,
            }
        };
        let (lo, hi) = (
            to_min.zip(to_max, |t0, t1| corner(source.lo, t0, t1)),
            to_min.zip(to_max, |t0, t1| corner(source.hi, t0, t1)),
        );
        let hull = Interval::hull(&[lo.lo, lo.hi, hi.lo, hi.hi]);
        // A line that moves from sample to sample rounds differently on its way between the corners.
        let ends = [hull.lo, hull.hi, to_min.lo, to_min.hi, to_max.lo, to_max.hi];
        let slack = if moves { ends.iter().fold(0.0, |m: f32, v| m.max(v.abs())) * 1e-6 } else { 0.0 };
        if slack.is_finite() { saturated(Interval::new(hull.lo - slack, hull.hi + slack)) } else { Interval::ALL }
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Remap {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let source = ins.operand(Self::source);
        let ends = [Self::from_min, Self::from_max, Self::to_min, Self::to_max].map(|port| ins.operand(port));
        let out = out.value();
        if let [Operand::Number(f0), Operand::Number(f1), Operand::Number(t0), Operand::Number(t1)] = ends {
            let line = Line::new(f0, f1, t0, t1);
            return match self.clamp {
                true => map1(out, source, |v| narrow(line.clamped(f64::from(v)))),
                false => map1(out, source, |v| narrow(line.at(f64::from(v)))),
            };
        }
        let [f0, f1, t0, t1] = ends;
        map_all(out, [source, f0, f1, t0, t1], |[v, f0, f1, t0, t1]| {
            let (line, v) = (Line::new(f0, f1, t0, t1), f64::from(v));
            narrow(if self.clamp { line.clamped(v) } else { line.at(v) })
        });
    }
}

node! {
    /// Keeps values between two limits; where the limits cross, the upper one wins.
    pub struct Clamp = "Clamp" in Adjust, keywords ["limit", "saturate", "cut", "plateau"], pointwise, bypass source;
    inputs {
        /// Values that are limited.
        source: In(Plain) = REQUIRED;
        /// Lower limit.
        min: In(Plain) = number(0.0), soft -1.0..=1.0;
        /// Upper limit.
        max: In(Plain) = number(1.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Inherited }
}

impl Clamp {
    #[inline(always)]
    fn limited(v: f32, min: f32, max: f32) -> f32 {
        lower(upper(v, min), max)
    }
}

impl Node for Clamp {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let [v, min, max] = [Self::source, Self::min, Self::max].map(|port| ins[port].bound);
        Interval::new(Self::limited(v.lo, min.lo, max.lo), Self::limited(v.hi, min.hi, max.hi))
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Clamp {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let [v, min, max] = [Self::source, Self::min, Self::max].map(|port| ins.operand(port));
        map3(out.value(), v, min, max, Self::limited);
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Normalize::SPEC, &Remap::SPEC, &Clamp::SPEC, &Invert::SPEC, &Ridge::SPEC];
