//! Division and what it leaves over.

use super::map::{map2, saturate, saturated};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Divides one value by another, for instance a height by the width that it is spread over.
    ///
    /// Dividing by 0 gives 0. Results beyond the numbers stop at the largest.
    pub struct Divide = "Divide" in Math, keywords ["division", "ratio", "quotient", "fraction", "/", "combine"], pointwise,
    bypass a;
    inputs {
        /// What is divided.
        a: In(Plain) = REQUIRED;
        /// What it is divided by.
        b: In(Plain) = number(2.0), soft 0.1..=10.0;
    }
    params {}
    outputs { value: Plain }
}

impl Divide {
    #[inline(always)]
    fn of(a: f32, b: f32) -> f32 {
        if b == 0.0 { 0.0 } else { a / b }
    }
}

impl Node for Divide {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (a, b) = (ins[Self::a].bound, ins[Self::b].bound);
        if b == Interval::point(0.0) {
            return b;
        }
        if !b.contains(0.0) {
            return saturated(a.zip(b, Self::of));
        }
        // Close to 0 the quotient grows without end, in the directions that the signs allow.
        let (positive, negative) = (b.hi > 0.0, b.lo < 0.0);
        let up = (a.hi > 0.0 && positive) || (a.lo < 0.0 && negative);
        let down = (a.lo < 0.0 && positive) || (a.hi > 0.0 && negative);
        Interval::new(if down { f32::NEG_INFINITY } else { 0.0 }, if up { f32::INFINITY } else { 0.0 })
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Divide {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map2(out.value(), ins.operand(Self::a), ins.operand(Self::b), |a, b| saturate(Self::of(a, b)));
    }
}

node! {
    /// Keeps what is left over after a division: slopes become a sawtooth that starts anew at every multiple.
    ///
    /// The result is a - |b| · ⌊a / |b|⌋, from 0 up to but not including |b|, below 0 as above it; 0 if b is 0.
    pub struct Modulo = "Modulo" in Math,
    keywords ["mod", "modulus", "remainder", "wrap", "repeat", "sawtooth", "%", "fraction"], pointwise, bypass a;
    inputs {
        /// Value that is divided.
        a: In(Plain) = REQUIRED;
        /// After how much it starts anew.
        b: In(Plain) = number(0.25), soft 0.05..=1.0;
    }
    params {}
    outputs { value: Plain }
}

impl Modulo {
    #[inline(always)]
    fn of(a: f32, b: f32) -> f32 {
        let (a, size) = (f64::from(a), f64::from(b.abs()));
        let rest = a - size * (a / size).floor();
        // The quotient of numbers just below a multiple may have been rounded up to it.
        let rest = if rest < 0.0 { rest + size } else { rest };
        let rest = rest as f32;
        // Fails where `size` is 0 and the rest is no number.
        if rest > 0.0 && rest < b.abs() { rest } else { 0.0 }
    }
}

impl Node for Modulo {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (a, b) = (ins[Self::a].bound, ins[Self::b].bound);
        let largest = b.lo.abs().max(b.hi.abs());
        // A value that is not negative is at least what is left of it.
        let hi = if a.lo >= 0.0 { largest.min(a.hi) } else { largest };
        Interval::new(0.0, hi)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Modulo {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map2(out.value(), ins.operand(Self::a), ins.operand(Self::b), Self::of);
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Divide::SPEC, &Modulo::SPEC];
