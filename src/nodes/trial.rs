//! A kind that has had a change of definition: the pattern for every other one, and what the tests of versions use.
//!
//! It is in no catalogue, and files know it only in a program that has called [`admit`]. The first version stands below as
//! it was; the second has another default, other limits, another formula, one output fewer and other fields.

use crate::spec::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

static ADMITTED: AtomicBool = AtomicBool::new(false);

/// Makes the kind known to [`find`](super::find) from now on.
pub fn admit() {
    ADMITTED.store(true, Ordering::Relaxed);
}

pub(super) fn find(kind: &str) -> Option<&'static NodeSpec> {
    const CURRENT: &NodeSpec = &Trial::SPEC;
    (kind == CURRENT.kind && ADMITTED.load(Ordering::Relaxed)).then_some(CURRENT)
}

node! {
    /// Multiplies a value by the square of a number.
    pub struct Trial = "Trial" in Math, keywords ["version"], pointwise, bypass source, face [gain],
    version 2 after [v1::Trial::SPEC];
    inputs {
        /// Value that is multiplied.
        source: In(Plain) = REQUIRED;
        /// Number that is added.
        offset: In(Plain) = number(0.25);
    }
    params {
        /// Number whose square multiplies.
        gain: f64 = 3.0, soft 0.0..=4.0, hard 0.0..=8.0;
    }
    outputs { value: Plain }
}

impl Node for Trial {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::ALL
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Trial {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, offset) = (ins.operand(Self::source), ins.operand(Self::offset));
        let factor = (self.gain * self.gain) as f32;
        for (i, o) in out.value().iter_mut().enumerate() {
            *o = (source.at(i) * factor + offset.at(i)).clamp(f32::MIN, f32::MAX);
        }
    }
}

mod v1 {
    use crate::spec::*;
    use std::sync::Arc;

    node! {
        /// Multiplies a value by a number.
        pub struct Trial = "Trial" in Math, keywords ["version"], pointwise, bypass source, face [gain];
        inputs {
            /// Value that is multiplied.
            source: In(Plain) = REQUIRED;
        }
        params {
            /// Number that multiplies.
            gain: f64 = 2.0, soft 0.0..=10.0, hard 0.0..=100.0;
            /// Number that is added.
            bias: f64 = 0.5;
        }
        outputs { value: Plain, rest: Plain }
    }

    impl Node for Trial {
        fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
            Interval::ALL
        }
        fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
            Arc::new(self)
        }
    }

    impl Kernel for Trial {
        fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
            let source = ins.operand(Self::source);
            let (gain, bias) = (self.gain as f32, self.bias as f32);
            for i in 0..out.value().len() {
                let value = (source.at(i) * gain + bias).clamp(f32::MIN, f32::MAX);
                out.slot(0)[i] = value;
                out.slot(1)[i] = (source.at(i) - value).clamp(f32::MIN, f32::MAX);
            }
        }
    }
}
