//! Value noise.

use super::{Fade, Generator, Noise};
use crate::simd::ValueNoise;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Soft square blotches on a visible lattice: for patchwork, dirt and comparison with Perlin.
    ///
    /// Random numbers on the points of a square lattice, blended in between.
    pub struct Value = "Value" in Noise,
    keywords ["noise", "blotches", "patches", "bilinear", "frequency", "period"],
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
        /// How lattice points are blended.
        fade: Fade = Fade::Quintic;
    }
    outputs { value: Signed }
}

impl Node for Value {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = ValueNoise::new(self.feature_scale, self.seed.0, self.fade.curve());
        let generator = Generator::Value(noise.looping(ins[Self::depth].period));
        Arc::new(Noise { generator, depth: Self::depth, scale: Some(self.feature_scale) })
    }
}
