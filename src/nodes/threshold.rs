//! Where a field passes a level: hard and soft edges.

use super::ease::{Easing, way};
use super::map::{map_all, map2};
use crate::spec::*;
use std::sync::Arc;

/// Whether values of `v` reach `edge`: always, never, or it depends.
fn reaches(v: Interval, edge: Interval) -> Option<bool> {
    match () {
        () if v.lo >= edge.hi => Some(true),
        () if v.hi < edge.lo => Some(false),
        () => None,
    }
}

node! {
    /// Gives 0 below an edge and 1 from the edge on: a mask with a hard border.
    pub struct Step = "Step" in Adjust, keywords ["threshold", "binary", "greater than", "compare", "mask", "edge", ">"],
    pointwise;
    inputs {
        /// Field that is compared.
        source: In(Plain) = REQUIRED;
        /// Value from which on the result is 1.
        edge: In(Plain) = number(0.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Unit }
}

impl Node for Step {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        match reaches(ins[Self::source].bound, ins[Self::edge].bound) {
            Some(true) => Interval::point(1.0),
            Some(false) => Interval::point(0.0),
            None => Interval::UNIT,
        }
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Step {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, edge) = (ins.operand(Self::source), ins.operand(Self::edge));
        map2(out.value(), source, edge, |v, edge| if v >= edge { 1.0 } else { 0.0 });
    }
}

node! {
    /// Rises from 0 to 1 between two values: a mask with a soft border, or a slope that starts and ends gently.
    ///
    /// 0 up to `from` and 1 from `to` on; if `to` is the smaller one it falls instead. Equal ends make a hard edge.
    pub struct Smoothstep = "Smoothstep" in Adjust,
    keywords ["smooth step", "ease", "fade", "soft threshold", "s-curve", "linear step", "mask", "ramp"], pointwise;
    inputs {
        /// Field that is compared.
        source: In(Plain) = REQUIRED;
        /// Value at which it leaves 0.
        from: In(Plain) = number(0.0), soft -1.0..=1.0;
        /// Value at which it arrives at 1.
        to: In(Plain) = number(1.0), soft -1.0..=1.0;
    }
    params {
        /// How it rises.
        easing: Easing = Easing::Smoothstep;
    }
    outputs { value: Unit }
}

impl Node for Smoothstep {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let [source, from, to] = [Self::source, Self::from, Self::to].map(|port| ins[port].bound);
        if from.lo < from.hi || to.lo < to.hi {
            return Interval::UNIT;
        }
        source.map(|v| self.easing.at(way(v, from.lo, to.lo)))
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Smoothstep {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let operands = [Self::source, Self::from, Self::to].map(|port| ins.operand(port));
        let out = out.value();
        match self.easing {
            Easing::Linear => map_all(out, operands, |[v, from, to]| way(v, from, to)),
            Easing::Smoothstep => map_all(out, operands, |[v, f, t]| Easing::Smoothstep.at(way(v, f, t))),
            Easing::Smootherstep => map_all(out, operands, |[v, f, t]| Easing::Smootherstep.at(way(v, f, t))),
        }
    }
}

node! {
    /// Switches between two values where a field passes a level: sea floor below, land above, without a border between.
    ///
    /// A value equal to the level belongs above it.
    pub struct Threshold = "Threshold" in Adjust,
    keywords ["cut", "binary", "compare", "if", "condition", "mask", "greater than", "less than"], pointwise;
    inputs {
        /// Field that decides.
        source: In(Plain) = REQUIRED;
        /// Level at which the result switches.
        level: In(Plain) = number(0.0), soft -1.0..=1.0;
        /// What is given where the field lies below the level.
        below: In(Plain) = number(0.0), soft -1.0..=1.0;
        /// What is given where the field has reached the level.
        above: In(Plain) = number(1.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Plain }
}

impl Node for Threshold {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (below, above) = (ins[Self::below].bound, ins[Self::above].bound);
        match reaches(ins[Self::source].bound, ins[Self::level].bound) {
            Some(true) => above,
            Some(false) => below,
            None => Interval::hull(&[below.lo, below.hi, above.lo, above.hi]),
        }
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Threshold {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let operands = [Self::source, Self::level, Self::below, Self::above].map(|port| ins.operand(port));
        map_all(out.value(), operands, |[v, level, below, above]| if v >= level { above } else { below });
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Step::SPEC, &Smoothstep::SPEC, &Threshold::SPEC];
