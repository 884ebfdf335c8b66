//! Simplex noise.

use super::{Generator, Lattice, Noise};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Smooth, rounded bumps without a grain: like Perlin where its lattice would show.
    ///
    /// Gradient noise on triangles in 2D and tetrahedra in 3D (Perlin, 2001; Gustavson, 2005). The hashed lattice is
    /// continuous everywhere. The permutation lattice is Gustavson's, whose 3D noise jumps by up to 0.003 between tetrahedra.
    pub struct Simplex = "Simplex" in Noise,
    keywords ["opensimplex", "gradient", "noise", "triangles", "frequency", "period"],
    face [feature_scale, seed];
    inputs {
        /// Third coordinate; the noise is 2D while it is open.
        ///
        /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Size of one bump: the width of a skewed lattice cell. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
        /// Where the random numbers come from.
        lattice: Lattice = Lattice::Hashed;
    }
    outputs { value: Signed }
}

impl Node for Simplex {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = crate::simd::Simplex::new(self.feature_scale, self.lattice.seeds(self.seed));
        Arc::new(Noise { generator: Generator::Simplex(noise), depth: Self::depth, scale: Some(self.feature_scale) })
    }
}
