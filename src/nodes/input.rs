//! Where values come from that no noise makes: numbers, positions and the clock.

use super::map::narrow;
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Gives one number everywhere.
    pub struct Constant = "Constant" in Input, keywords ["number", "value", "fixed", "level"], pointwise, face [value];
    inputs {}
    params {
        /// The number.
        value: f64 = 0.5, soft -1.0..=1.0;
    }
    outputs { value: Plain }
}

impl Node for Constant {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::point(narrow(self.value))
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Constant {
    fn fill(&self, _: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        out.value().fill(narrow(self.value));
    }
}

node! {
    /// Gives the position of each sample in metres: x eastwards, y southwards.
    pub struct Coordinates = "Coordinates" in Input, keywords ["position", "x", "y", "gradient", "slope", "world"];
    inputs {}
    params {}
    outputs { x: Metres, y: Metres }
}

impl Node for Coordinates {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::ALL
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Coordinates {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        vectorized(
            #[inline(always)]
            || {
                for row in 0..at.height {
                    let here = row * at.width..(row + 1) * at.width;
                    let (x, y) = match at.base {
                        Base::Separable { x, y } => (Line::Each(x), Line::Same(y[row])),
                        Base::Full { x, y } => (Line::Each(&x[here.clone()]), Line::Each(&y[here.clone()])),
                    };
                    x.write(at.displacement.map(|d| &d.x[here.clone()]), &mut out.slot(0)[here.clone()]);
                    y.write(at.displacement.map(|d| &d.y[here.clone()]), &mut out.slot(1)[here]);
                }
            },
        );
    }
}

/// One coordinate along a row of samples, before displacement.
enum Line<'a> {
    Same(f64),
    Each(&'a [f64]),
}

impl Line<'_> {
    #[inline(always)]
    fn write(self, displacement: Option<&[f32]>, out: &mut [f32]) {
        match (self, displacement) {
            (Self::Same(p), None) => out.fill(narrow(p + 0.0)),
            (Self::Same(p), Some(by)) => out.iter_mut().zip(by).for_each(|(o, &by)| *o = narrow(p + f64::from(by))),
            (Self::Each(p), None) => out.iter_mut().zip(p).for_each(|(o, &p)| *o = narrow(p + 0.0)),
            (Self::Each(p), Some(by)) => {
                out.iter_mut().zip(p).zip(by).for_each(|((o, &p), &by)| *o = narrow(p + f64::from(by)));
            }
        }
    }
}

node! {
    /// Gives the seconds on the clock: plugged into the depth of a noise, it makes the noise drift and change.
    pub struct Time = "Time" in Input, keywords ["clock", "seconds", "animation", "frame", "motion"], pointwise;
    inputs {}
    params {}
    outputs { value: Plain }
}

impl Node for Time {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::ALL
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Time {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        out.value().fill(narrow(at.time));
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Constant::SPEC, &Coordinates::SPEC, &Time::SPEC];
