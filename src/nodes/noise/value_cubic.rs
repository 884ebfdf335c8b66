//! Cubic value noise.

use super::{Generator, Noise};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Rounded blotches of every size between two cells: lumpy ground, cloud banks, stains; softer than Value.
    ///
    /// Random numbers on the points of a square lattice, joined by cubic splines through four of them along each axis (Catmull
    /// and Rom, 1974), so that bumps are not all of one width. Divided by the most that the splines overshoot.
    pub struct ValueCubic = "Value Cubic" in Noise,
    keywords ["value noise", "bicubic", "tricubic", "catmull-rom", "spline", "blotches", "lumps", "smooth", "frequency", "period"],
    face [feature_scale, seed];
    inputs {
        /// Third coordinate; the noise is 2D while it is open.
        ///
        /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Distance between lattice points. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
    }
    outputs { value: Signed }
}

impl Node for ValueCubic {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = crate::simd::ValueCubic::new(self.feature_scale, self.seed.0).looping(ins[Self::depth].period);
        let generator = Generator::ValueCubic(noise);
        Arc::new(Noise { generator, depth: Self::depth, scale: Some(self.feature_scale) })
    }
}
