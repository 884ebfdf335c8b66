//! Arithmetic on one or two values at the same sample.

use crate::spec::*;
use std::sync::Arc;

node! {
    /// Adds two values.
    pub struct Add = "Add" in Math, keywords ["sum", "plus", "+"], pointwise, bypass a;
    inputs {
        /// First summand.
        a: In(Plain) = REQUIRED;
        /// Second summand.
        b: In(Plain) = number(0.0), soft -1.0..=1.0;
    }
    params {}
    outputs { value: Plain }
}

impl Node for Add {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::a].bound.zip(ins[Self::b].bound, |a, b| a + b)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Add {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (a, b) = (ins.operand(Self::a), ins.operand(Self::b));
        for (i, o) in out.value().iter_mut().enumerate() {
            *o = a.at(i) + b.at(i);
        }
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Add::SPEC];
