//! Reseed: the same recipe with other random numbers.

use super::elsewhere;
use crate::simd::mix;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Another variant of its source: the same nodes and settings with other random numbers throughout.
    ///
    /// All noises behind the source, however deep, are drawn anew by one seed, for a second range of hills like the first one
    /// without a copy of its nodes. What holds no noise, such as shapes and images, stays as it is. Filters read their source
    /// as the map has it and stay as well.
    pub struct Reseed = "Reseed" in Warp,
    keywords ["seed offset", "variant", "another", "vary", "reroll", "salt", "random", "copy"], bypass source, face [seed];
    inputs {
        /// What is drawn anew.
        source: Field(Plain) = REQUIRED;
    }
    params {
        /// Which of 2^64 variants.
        seed: Seed = 0;
    }
    outputs { value: Inherited }
}

elsewhere!(Reseed);

impl Kernel for Reseed {
    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Self::source) else { return out.value().fill(0.0) };
        source.sample(&Domain { salt: mix(at.salt, self.seed.0), ..*at }, out.value());
    }
}
