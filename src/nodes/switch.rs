//! Switching between parts of a recipe.

use super::map::map1;
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// One of the inputs of a switch.
    pub enum Pick {
        /// The first input.
        A,
        /// The second input.
        B,
        /// The third input.
        C,
        /// The fourth input.
        D,
    }
}

node! {
    /// Passes on one of four fields and computes no other: variants of a recipe behind one choice.
    ///
    /// Inputs that are not picked may stay open. As a graph parameter the choice can be set from outside.
    pub struct Switch = "Switch" in Select,
    keywords ["choose", "variant", "option", "toggle", "a/b", "compare", "route", "multiplexer"], pointwise, bypass a,
    face [pick];
    inputs {
        /// First field.
        a: In(Plain) = REQUIRED => when chosen("pick", "A");
        /// Second field.
        b: In(Plain) = REQUIRED => when chosen("pick", "B");
        /// Third field.
        c: In(Plain) = REQUIRED => when chosen("pick", "C");
        /// Fourth field.
        d: In(Plain) = REQUIRED => when chosen("pick", "D");
    }
    params {
        /// Which input passes.
        pick: Pick = Pick::A;
    }
    outputs { value: Plain }
}

impl Switch {
    fn port(&self) -> usize {
        match self.pick {
            Pick::A => Self::a,
            Pick::B => Self::b,
            Pick::C => Self::c,
            Pick::D => Self::d,
        }
    }
}

impl Node for Switch {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[self.port()].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Switch {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map1(out.value(), ins.operand(self.port()), |v| v);
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Switch::SPEC];
