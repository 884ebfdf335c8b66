//! OpenSimplex2S noise.

use super::{Generator, Noise};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Soft, flowing swells, the smoothest of the noises: for clouds, dunes and warps in which no direction may show.
    ///
    /// OpenSimplex2S (K.jpg, 2017 and 2021): every point of the triangles reaches as far as its neighbours. In 3D two cubic
    /// lattices, turned so that slices of equal depth look alike. Costs more than Simplex and is rounder.
    pub struct SuperSimplex = "Super Simplex" in Noise,
    keywords ["opensimplex2s", "opensimplex2", "open simplex", "opensimplex", "supersimplex", "smooth", "gradient", "noise",
        "frequency", "period"],
    face [feature_scale, seed];
    inputs {
        /// Third coordinate; the noise is 2D while it is open.
        ///
        /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Size of one swell: the width of a skewed lattice cell. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
    }
    outputs { value: Signed }
}

impl Node for SuperSimplex {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = crate::simd::SuperSimplex::new(self.feature_scale, self.seed.0);
        let generator = Generator::SuperSimplex(noise);
        Arc::new(Noise { generator, depth: Self::depth, scale: Some(self.feature_scale) })
    }
}
