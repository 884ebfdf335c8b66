//! Choosing between fields.

use super::map::{lower, map3, upper};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Mixes `a` and `b` by a mask: 0 keeps `a`, 1 takes `b`.
    ///
    /// The result is a · (1 - mask) + b · mask, never outside `a` and `b`; where they are equal, so is the result.
    pub struct Blend = "Blend" in Select, keywords ["mix", "lerp", "interpolate", "fade", "layer", "combine"], pointwise,
    bypass a;
    inputs {
        /// Field where the mask is 0.
        a: In(Plain) = REQUIRED;
        /// Field where the mask is 1.
        b: In(Plain) = REQUIRED;
        /// Share of `b`.
        mask: In(Unit) = number(0.5), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {}
    outputs { value: Plain }
}

impl Blend {
    #[inline(always)]
    pub(super) fn mix(a: f32, b: f32, mask: f32) -> f32 {
        let mixed = a * (1.0 - mask) + b * mask;
        lower(upper(mixed, lower(a, b)), upper(a, b))
    }
}

impl Node for Blend {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (a, b, mask) = (ins[Self::a].bound, ins[Self::b].bound, ins[Self::mask].bound);
        match mask {
            Interval { hi: 0.0, .. } => a,
            Interval { lo: 1.0, .. } => b,
            // With one mask for all samples the mix is monotone in both fields.
            Interval { lo, hi } if lo == hi && a.is_bounded() && b.is_bounded() => a.zip(b, |a, b| Self::mix(a, b, lo)),
            _ => Interval::hull(&[a.lo, a.hi, b.lo, b.hi]),
        }
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Blend {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (a, b, mask) = (ins.operand(Self::a), ins.operand(Self::b), ins.operand(Self::mask));
        map3(out.value(), a, b, mask, Self::mix);
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Blend::SPEC];
