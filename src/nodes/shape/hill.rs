//! Hills as drawn with a ruler and compass.

use super::place::offsets;
use crate::nodes::power::{exp2, power};
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// A round mountain: 1 at its top, straight flanks down to 0 at the radius, or the hollow flanks of a volcano.
    ///
    /// The result is (1 - d / radius)^sharpness at the distance d, and exactly 0 from the radius on.
    pub struct Cone = "Cone" in Shape,
    keywords ["mountain", "volcano", "peak", "pyramid", "hill", "radial", "distance"], face [radius];
    inputs {
        /// 1 gives straight flanks, more the hollow ones of a volcano, less a dome.
        sharpness: In(Plain) = number(1.0), soft 0.25..=4.0, hard 0.01..=32.0;
    }
    params {
        /// Position of the top.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from the top at which 0 is reached.
        radius: Metres = shorter_side(0.45), soft shorter_side(0.05)..=shorter_side(1.0), hard metres(1e-3)..=metres(1e9);
    }
    outputs { value: Unit }
}

impl Node for Cone {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Cone {
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (sharpness, out) = (ins.operand(Self::sharpness), out.value());
        vectorized(
            #[inline(always)]
            || {
                let radius = self.radius as f32;
                offsets(at, self.center, out, |dx, dy| {
                    let d = (dx * dx + dy * dy).sqrt();
                    if d < radius { 1.0 - d / radius } else { 0.0 }
                });
                let bent = |v: f32, e: f32| {
                    let bent = power(f64::from(v), f64::from(e)) as f32;
                    let bent = if e == 1.0 { v } else { bent };
                    if v > 0.0 { bent } else { 0.0 }
                };
                match sharpness {
                    Operand::Number(e) => out.iter_mut().for_each(|o| *o = bent(*o, e)),
                    Operand::Samples(e) => out.iter_mut().zip(e).for_each(|(o, &e)| *o = bent(*o, e)),
                }
            },
        );
    }
}

node! {
    /// A soft round hill without an edge: a bell that is 1 in the middle, half as high at the radius and fades away.
    ///
    /// The result is 2^-(d / radius)² at the distance d: a Gaussian whose standard deviation is 0.85 of the radius.
    pub struct Gaussian = "Gaussian" in Shape,
    keywords ["bell", "hill", "bump", "normal", "blob", "glow", "soft", "radial"], face [radius];
    inputs {}
    params {
        /// Position of the middle.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from the middle at which it is half as high.
        radius: Metres = shorter_side(0.2), soft shorter_side(0.02)..=shorter_side(0.5), hard metres(1e-3)..=metres(1e9);
    }
    outputs { value: Unit }
}

impl Node for Gaussian {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Gaussian {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (out, share) = (out.value(), 1.0 / (self.radius * self.radius));
        vectorized(
            #[inline(always)]
            || {
                offsets(at, self.center, out, |dx, dy| {
                    let (dx, dy) = (f64::from(dx), f64::from(dy));
                    exp2(-((dx * dx + dy * dy) * share)) as f32
                });
            },
        );
    }
}
