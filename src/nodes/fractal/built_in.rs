//! The noise that a fractal sums while nothing is plugged in.

use super::Octaves;
use crate::nodes::noise::{Fade, Generator, Lattice, perlin_bound};
use crate::simd::{Perlin, Simplex, SuperSimplex, ValueCubic, ValueNoise};
use crate::spec::*;

choice! {
    /// Noise that a fractal sums while nothing is plugged in.
    pub enum Summed {
        /// Evenly sized bumps.
        Perlin,
        /// Rounded bumps without a grain.
        Simplex,
        /// Square blotches.
        Value,
        /// Soft swells, the smoothest.
        SuperSimplex,
        /// Rounded blotches.
        ValueCubic,
    }
}

/// The settings of a fractal that concern its built-in noise, as declared.
#[derive(Clone, Copy)]
pub(super) struct BuiltIn {
    pub noise: Summed,
    pub scale: f64,
    pub seed: Seed,
    pub lattice: Lattice,
    pub fade: Fade,
    pub octaves: u32,
    pub lacunarity: f64,
    pub finest: f64,
}

impl BuiltIn {
    /// The sum of octaves without folds of the noise, or of what is plugged into `source`.
    pub fn octaves(&self, source: InputBound, depth: InputBound) -> Octaves {
        let bound = match self.noise {
            _ if source.plugged => source.bound,
            Summed::Perlin => perlin_bound(self.lattice, depth.plugged),
            _ => Interval::SIGNED,
        };
        let finest = (!source.plugged && self.finest > 0.0).then_some(self.finest / self.scale);
        Octaves { finest, ..Octaves::plain(self.octaves, self.lacunarity, bound) }
    }

    /// The noise, whose layers repeat with what is plugged into its depth.
    pub fn generator(&self, depth: InputBound) -> Generator {
        let (scale, curve, looped) = (self.scale, self.fade.curve(), depth.period);
        match self.noise {
            Summed::Perlin => {
                Generator::Perlin(Perlin::new(scale, self.lattice.seeds(self.seed), curve).looping(looped))
            }
            Summed::Simplex => Generator::Simplex(Simplex::new(scale, self.lattice.seeds(self.seed))),
            Summed::Value => Generator::Value(ValueNoise::new(scale, self.seed.0, curve).looping(looped)),
            Summed::SuperSimplex => Generator::SuperSimplex(SuperSimplex::new(scale, self.seed.0)),
            Summed::ValueCubic => Generator::ValueCubic(ValueCubic::new(scale, self.seed.0).looping(looped)),
        }
    }

    pub fn features(&self) -> Features {
        let Self { scale, octaves, lacunarity, finest, .. } = *self;
        Features { scale, octaves, lacunarity, finest }
    }
}
