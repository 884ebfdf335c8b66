//! White noise.

use super::{Generator, Noise};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Grain: every sample is a random number of its own, for dithering, scatter and roughness.
    ///
    /// A value is a hash of seed and exact position, so it is the same in every tile, crop and coarse preview, while a grid of
    /// another size, whose samples lie elsewhere, shows other grain.
    pub struct White = "White" in Noise,
    keywords ["grain", "random", "static", "dither", "noise"],
    face [seed];
    inputs {
        /// Third coordinate; another depth is another grain.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Which of 2^64 fields.
        seed: Seed = 0;
    }
    outputs { value: Signed }
}

impl Node for White {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = crate::simd::White::new(self.seed.0);
        Arc::new(Noise { generator: Generator::White(noise), depth: Self::depth, scale: None })
    }
}
