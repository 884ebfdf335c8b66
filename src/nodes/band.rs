//! Bands of values with soft borders: masks of heights, and choosing by them.

use super::ease::{Easing, way};
use super::map::{lower, map_all};
use super::select::Blend;
use crate::spec::*;
use std::sync::Arc;

/// 1 from `from` to `to`, 0 from `falloff` outside them on. Where the limits cross, nothing lies between them.
#[inline(always)]
fn band(v: f32, from: f32, to: f32, falloff: f32, easing: Easing) -> f32 {
    let up = way(v, from - falloff, from);
    let down = if v <= to { 1.0 } else { 1.0 - way(v, to, to + falloff) };
    // Without a falloff the upper limit itself still lies inside.
    easing.at(if from <= to { lower(up, down) } else { 0.0 })
}

node! {
    /// Marks a range of heights: 1 between two levels, fading to 0 outside, for snow lines, beaches and belts of forest.
    pub struct HeightMask = "Height Mask" in Select,
    keywords ["height selector", "altitude", "elevation", "band", "range", "interval", "mask", "snow line", "beach"],
    pointwise;
    inputs {
        /// Heights from 0 to 1.
        source: In(Unit) = REQUIRED;
        /// Lowest height that is wholly inside.
        lower: In(Unit) = number(0.4), soft 0.0..=1.0;
        /// Highest height that is wholly inside.
        upper: In(Unit) = number(0.6), soft 0.0..=1.0;
        /// How far outside the mask fades to 0.
        falloff: In(Unit) = number(0.1), soft 0.0..=0.5, hard 0.0..=1.0;
    }
    params {
        /// How it fades.
        easing: Easing = Easing::Smoothstep;
    }
    outputs { value: Unit }
}

impl Node for HeightMask {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for HeightMask {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let operands = [Self::source, Self::lower, Self::upper, Self::falloff].map(|port| ins.operand(port));
        let out = out.value();
        match self.easing {
            Easing::Linear => map_all(out, operands, |[v, a, b, f]| band(v, a, b, f, Easing::Linear)),
            Easing::Smoothstep => map_all(out, operands, |[v, a, b, f]| band(v, a, b, f, Easing::Smoothstep)),
            Easing::Smootherstep => map_all(out, operands, |[v, a, b, f]| band(v, a, b, f, Easing::Smootherstep)),
        }
    }
}

node! {
    /// Takes `b` where a third field lies between two limits and `a` elsewhere, with a soft border: one terrain inside another.
    ///
    /// Between the limits it is `b`; over the falloff outside them it eases to `a` (after the select module of libnoise,
    /// Bevins, 2003).
    pub struct Select = "Select" in Select,
    keywords ["choose", "chooser", "conditional", "mix", "edge falloff", "control", "mask", "if"], pointwise, bypass a;
    inputs {
        /// Field outside the limits.
        a: In(Plain) = REQUIRED;
        /// Field between the limits.
        b: In(Plain) = REQUIRED;
        /// Field that decides.
        control: In(Plain) = REQUIRED;
        /// Lower limit.
        lower: In(Plain) = number(0.0), soft -1.0..=1.0;
        /// Upper limit.
        upper: In(Plain) = number(1.0), soft -1.0..=1.0;
        /// How far outside the limits `a` is reached.
        falloff: In(Plain) = number(0.1), soft 0.0..=1.0, hard 0.0..=1e9;
    }
    params {}
    outputs { value: Plain }
}

impl Node for Select {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (a, b) = (ins[Self::a].bound, ins[Self::b].bound);
        Interval::hull(&[a.lo, a.hi, b.lo, b.hi])
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Select {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let ports = [Self::a, Self::b, Self::control, Self::lower, Self::upper, Self::falloff];
        map_all(out.value(), ports.map(|port| ins.operand(port)), |[a, b, v, from, to, falloff]| {
            Blend::mix(a, b, band(v, from, to, falloff, Easing::Smoothstep))
        });
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Select::SPEC, &HeightMask::SPEC];
