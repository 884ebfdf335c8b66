//! Slope, Slope Mask and Aspect: how steep the ground is, and which way it falls.

use super::relief::{Gradient, each};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// How steep the ground is: 0 degrees where it is level, towards 90 on cliffs.
    ///
    /// Measured in true metres, by the difference of the neighbouring samples of the build grid (central differences).
    /// For rock on steep ground and snow on flat ground; blur first to leave out the stones.
    pub struct Slope = "Slope" in Filter,
    keywords ["steepness", "gradient", "angle", "incline", "derivative", "tilt"];
    inputs {
        /// Heights.
        source: Area(Metres) = REQUIRED;
    }
    params {}
    outputs { value: Degrees }
}

node! {
    /// Selects ground by its steepness: 1 between two slopes, 0 elsewhere, with soft borders.
    ///
    /// Measured as Slope does it. Use it to blend rock in on cliffs, or to keep grass off them.
    pub struct SlopeMask = "Slope Mask" in Filter,
    keywords ["steepness", "select", "selector", "cliff", "rock mask", "angle"], face [lower, upper];
    inputs {
        /// Heights.
        source: Area(Metres) = REQUIRED;
    }
    params {
        /// Smallest slope that is selected.
        lower: Degrees = 30.0, soft 0.0..=90.0, hard 0.0..=90.0;
        /// Largest slope that is selected.
        upper: Degrees = 90.0, soft 0.0..=90.0, hard 0.0..=90.0;
        /// How many degrees outside the selection the mask takes to fall to 0.
        falloff: Degrees = 10.0, soft 0.0..=45.0, hard 0.0..=90.0;
    }
    outputs { value: Unit }
}

node! {
    /// Which way the ground falls, as a compass bearing: 0 northwards, 90 eastwards, 180 southwards, 270 westwards.
    ///
    /// Level ground gives 0. For moss on northern slopes and snow that the wind drives; and as an angle for flow.
    pub struct Aspect = "Aspect" in Filter,
    keywords ["direction", "exposure", "bearing", "compass", "orientation", "downhill"];
    inputs {
        /// Heights.
        source: Area(Metres) = REQUIRED;
    }
    params {}
    outputs { value: Degrees }
}

impl Node for Slope {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::new(0.0, 90.0)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(self))
    }
}

impl Node for SlopeMask {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(self))
    }
}

impl Node for Aspect {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::new(0.0, 360.0)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(self))
    }
}

/// Degrees of a slope.
fn steepness(Gradient { x, y }: Gradient) -> f32 {
    degrees(libm::atanf((x * x + y * y).sqrt())).min(90.0)
}

fn degrees(radians: f32) -> f32 {
    radians * (180.0 / std::f32::consts::PI)
}

impl Filter for Slope {
    fn reach(&self, _: (f64, f64)) -> (usize, usize) {
        (1, 1)
    }
    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        each(from, |i, gradient| out[0][i] = steepness(gradient));
    }
}

impl Filter for SlopeMask {
    fn reach(&self, _: (f64, f64)) -> (usize, usize) {
        (1, 1)
    }
    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        let (lower, upper, falloff) = (self.lower as f32, self.upper as f32, self.falloff as f32);
        each(from, |i, gradient| {
            let slope = steepness(gradient);
            let outside = (lower - slope).max(slope - upper).max(0.0);
            // A falloff of 0 leaves a hard border.
            let t = if outside == 0.0 { 1.0 } else { (1.0 - outside / falloff).max(0.0) };
            out[0][i] = t * t * (3.0 - 2.0 * t);
        });
    }
}

impl Filter for Aspect {
    fn reach(&self, _: (f64, f64)) -> (usize, usize) {
        (1, 1)
    }
    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        each(from, |i, Gradient { x, y }| {
            // The ground falls against its gradient; y runs southwards, bearings start in the north.
            let bearing = degrees(libm::atan2f(-x, y));
            let bearing = if bearing < 0.0 { bearing + 360.0 } else { bearing + 0.0 };
            out[0][i] = if (x == 0.0 && y == 0.0) || bearing >= 360.0 { 0.0 } else { bearing };
        });
    }
}
