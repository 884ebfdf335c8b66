//! Perlin noise.

use super::{Fade, Generator, Lattice, Noise, perlin_bound};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Smooth, evenly sized bumps and hollows: the plainest building block of terrain.
    ///
    /// Gradient noise on a square lattice (Perlin, 1985 and 2002). The hashed lattice has eight gradients in 2D and reaches
    /// exactly ±1; in 3D it has the twelve edge gradients and is scaled to ±1. The permutation lattice is the textbook's and
    /// unscaled: ±1 in 2D, ±1.065 in 3D, and 0 on lattice points, which lie at whole multiples of the feature scale.
    pub struct Perlin = "Perlin" in Noise,
    keywords ["gradient", "noise", "clouds", "bumps", "frequency", "period"],
    face [feature_scale, seed];
    inputs {
        /// Third coordinate; the noise is 2D while it is open.
        ///
        /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Size of one bump: the width of a lattice cell. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
        /// Where the random numbers come from.
        lattice: Lattice = Lattice::Hashed;
        /// How lattice points are blended.
        fade: Fade = Fade::Quintic;
    }
    outputs { value: Signed }
}

impl Node for Perlin {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        perlin_bound(self.lattice, ins[Self::depth].plugged)
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = crate::simd::Perlin::new(self.feature_scale, self.lattice.seeds(self.seed), self.fade.curve());
        let generator = Generator::Perlin(noise.looping(ins[Self::depth].period));
        Arc::new(Noise { generator, depth: Self::depth, scale: Some(self.feature_scale) })
    }
}
