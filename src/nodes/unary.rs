//! Functions of one value at the same sample.

use super::map::{map_all, map1};
use crate::simd::circle;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Turns the sign around: heights become depths, and what was moved eastwards moves westwards.
    ///
    /// The result is -v. Invert mirrors within the bound of its source instead.
    pub struct Negate = "Negate" in Math, keywords ["negative", "minus", "opposite", "sign", "flip", "invert"], pointwise,
    bypass source;
    inputs {
        /// Value whose sign is turned around.
        source: In(Plain) = REQUIRED;
    }
    params {}
    outputs { value: Inherited }
}

impl Node for Negate {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound.map(Self::of)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Negate {
    #[inline(always)]
    fn of(v: f32) -> f32 {
        0.0 - v
    }
}

impl Kernel for Negate {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map1(out.value(), ins.operand(Self::source), Self::of);
    }
}

node! {
    /// Takes the square root and keeps the sign: plains become domes with steep rims, small values grow most.
    ///
    /// The result is sign(v) · √|v|.
    pub struct SquareRoot = "Square Root" in Math, keywords ["sqrt", "signed sqrt", "root", "dome", "power"], pointwise,
    bypass source;
    inputs {
        /// Value whose root is taken.
        source: In(Plain) = REQUIRED;
    }
    params {}
    outputs { value: Plain }
}

impl SquareRoot {
    #[inline(always)]
    fn of(v: f32) -> f32 {
        v.abs().sqrt().copysign(v)
    }
}

impl Node for SquareRoot {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound.map(Self::of)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for SquareRoot {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map1(out.value(), ins.operand(Self::source), Self::of);
    }
}

node! {
    /// Turns a field into waves along its levels: rings around hills, bands of marble, ripples in wood.
    ///
    /// The result is sin(2π · (frequency · v + phase / 360)), computed in 64 bits and rounded once. A phase of 90 degrees
    /// makes it a cosine.
    pub struct Sine = "Sine" in Math,
    keywords ["sin", "cosine", "cos", "wave", "rings", "bands", "ripples", "marble", "wood", "contour"], pointwise,
    bypass source;
    inputs {
        /// Field along whose levels the waves run.
        source: In(Plain) = REQUIRED;
        /// Waves from one whole value to the next.
        frequency: In(Plain) = number(4.0), soft 0.0..=32.0;
        /// Where in the wave the value 0 lies.
        phase: In(Degrees) = number(0.0), soft 0.0..=360.0;
    }
    params {}
    outputs { value: Signed }
}

impl Node for Sine {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Sine {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let operands = [Self::source, Self::frequency, Self::phase].map(|port| ins.operand(port));
        map_all(out.value(), operands, |[v, frequency, phase]| {
            circle(f64::from(v) * f64::from(frequency) + f64::from(phase) / 360.0).1 as f32
        });
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&SquareRoot::SPEC, &Negate::SPEC, &Sine::SPEC];
