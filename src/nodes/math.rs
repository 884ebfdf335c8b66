//! Arithmetic on one or two values at the same sample. Results that leave the range of `f32` stop at its ends.

use super::map::{lower, map1, map2, saturate, saturated, upper};
use super::power::Power;
use crate::spec::*;
use std::sync::Arc;

/// Implements a node that combines `a` and `b` by an operation that is monotone in each.
///
/// The bound uses the operation itself: where that overflows the bound is infinite, and holds for saturated samples.
macro_rules! combine {
    ($name:ident, $f:expr) => {
        impl Node for $name {
            fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
                saturated(ins[Self::a].bound.zip(ins[Self::b].bound, $f))
            }
            fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
                Arc::new(self)
            }
        }

        impl Kernel for $name {
            fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
                map2(out.value(), ins.operand(Self::a), ins.operand(Self::b), |a, b| saturate($f(a, b)));
            }
        }
    };
}

node! {
    /// Adds two values.
    pub struct Add = "Add" in Math, keywords ["sum", "plus", "+", "combine"], pointwise, bypass a;
    inputs {
        /// First summand.
        a: In(Plain) = REQUIRED;
        /// Second summand.
        b: In(Plain) = number(0.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Plain }
}

combine!(Add, |a: f32, b: f32| a + b);

node! {
    /// Takes one value from another.
    pub struct Subtract = "Subtract" in Math, keywords ["minus", "difference", "-", "combine"], pointwise, bypass a;
    inputs {
        /// What is taken from.
        a: In(Plain) = REQUIRED;
        /// What is taken away.
        b: In(Plain) = number(0.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Plain }
}

combine!(Subtract, |a: f32, b: f32| a - b);

node! {
    /// Multiplies two values, for instance relief by a mask.
    pub struct Multiply = "Multiply" in Math, keywords ["times", "product", "scale", "mask", "*", "combine"], pointwise,
    bypass a;
    inputs {
        /// First factor.
        a: In(Plain) = REQUIRED;
        /// Second factor.
        b: In(Plain) = number(1.0), soft 0.0..=2.0;
    }
    params {}
    outputs { value: Plain }
}

// Samples are finite, so that 0 times an unbounded input is 0.
combine!(Multiply, |a: f32, b: f32| if a == 0.0 || b == 0.0 { 0.0 } else { a * b });

node! {
    /// Takes the lower of two values.
    pub struct Minimum = "Minimum" in Math, keywords ["min", "lower", "intersect", "combine"], pointwise, bypass a;
    inputs {
        /// First value.
        a: In(Plain) = REQUIRED;
        /// Second value.
        b: In(Plain) = number(1.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Plain }
}

combine!(Minimum, lower);

node! {
    /// Takes the higher of two values.
    pub struct Maximum = "Maximum" in Math, keywords ["max", "higher", "union", "combine"], pointwise, bypass a;
    inputs {
        /// First value.
        a: In(Plain) = REQUIRED;
        /// Second value.
        b: In(Plain) = number(0.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Plain }
}

combine!(Maximum, upper);

node! {
    /// Drops the sign of a value: valleys below 0 become mountains.
    pub struct Abs = "Abs" in Math, keywords ["absolute", "magnitude", "fold", "|x|"], pointwise, bypass source;
    inputs {
        /// Value whose sign is dropped.
        source: In(Plain) = REQUIRED;
    }
    params {}
    outputs { value: Plain }
}

impl Node for Abs {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        magnitudes(ins[Self::source].bound)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Abs {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map1(out.value(), ins.operand(Self::source), f32::abs);
    }
}

/// The interval of `|v|` for `v` in `bound`.
pub(super) fn magnitudes(bound: Interval) -> Interval {
    let ends = bound.map(f32::abs);
    if bound.contains(0.0) { Interval::new(0.0, ends.hi) } else { ends }
}

pub(super) const NODES: &[&NodeSpec] =
    &[&Add::SPEC, &Subtract::SPEC, &Multiply::SPEC, &Minimum::SPEC, &Maximum::SPEC, &Power::SPEC, &Abs::SPEC];
