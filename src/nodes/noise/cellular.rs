//! Cellular noise.

use super::{Generator, Noise};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Round pits around scattered points, walled by sharp ridges: for cracked ground, craters, scales and foam.
    ///
    /// Distance to the nearest feature point, F1 (Worley, 1996), found exactly, as a share of the farthest that the point of a
    /// cell can be: √2 cells in 2D, √3 in 3D. Feature points are 0.
    pub struct Cellular = "Cellular" in Noise,
    keywords ["worley", "voronoi", "cells", "bubbles", "craters", "cracks", "distance", "f1", "frequency", "period"],
    face [feature_scale, jitter, seed];
    inputs {
        /// Third coordinate; the noise is 2D while it is open.
        ///
        /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Width of the square cells, each of which holds one feature point. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.125), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
        /// How far the feature points stray: 0 is a regular grid, 1 anywhere in their cells.
        jitter: f64 = 1.0, soft 0.0..=1.0, hard 0.0..=1.0;
    }
    outputs { value: Unit }
}

impl Node for Cellular {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = crate::simd::Cellular::new(self.feature_scale, self.seed.0, self.jitter as f32);
        let generator = Generator::Cellular(noise.looping(ins[Self::depth].period));
        Arc::new(Noise { generator, depth: Self::depth, scale: Some(self.feature_scale) })
    }
}
