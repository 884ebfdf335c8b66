//! Noises: fields of random numbers that everything else is made of.
//!
//! The arithmetic is in [`crate::simd`]; here the nodes are declared and their ports read.

mod cellular;
mod perlin;
mod simplex;
mod super_simplex;
mod value;
mod value_cubic;
mod white;
mod worley;

pub use cellular::Cellular;
pub use perlin::Perlin;
pub use simplex::Simplex;
pub use super_simplex::SuperSimplex;
pub use value::Value;
pub use value_cubic::ValueCubic;
pub use white::White;

use crate::simd::{Curve, Depth, Positions, Seeds, Sum, ValueNoise};
use crate::spec::*;

choice! {
    /// Where a lattice noise takes its random numbers from.
    pub enum Lattice {
        /// A hash of every cell: no period, and octaves of a fractal are independent.
        Hashed,
        /// The textbook's permutation table: repeats every 256 cells; seed 0 is the published table, other seeds shuffle it.
        Permutation,
    }
}

choice! {
    /// How the blend between two lattice points eases in and out.
    pub enum Fade {
        /// Straight lines: creases along the lattice.
        Linear,
        /// Smooth slopes, while hillshading still shows the lattice.
        Cubic,
        /// Smooth slopes and curvature: the lattice is hard to see.
        Quintic,
    }
}

impl Lattice {
    /// The random numbers of a mixed seed.
    pub(super) fn seeds(self, seed: Seed) -> Seeds {
        match self {
            Self::Hashed => Seeds::Hashed(seed.0),
            Self::Permutation => Seeds::permutation(seed.0),
        }
    }
}

impl Fade {
    pub(super) fn curve(self) -> Curve {
        match self {
            Self::Linear => Curve::Linear,
            Self::Cubic => Curve::Cubic,
            Self::Quintic => Curve::Quintic,
        }
    }
}

/// A noise that is ready to fill blocks.
#[derive(Clone, Debug)]
pub(super) enum Generator {
    Perlin(crate::simd::Perlin),
    Simplex(crate::simd::Simplex),
    Value(ValueNoise),
    SuperSimplex(crate::simd::SuperSimplex),
    ValueCubic(crate::simd::ValueCubic),
    Cellular(crate::simd::Cellular),
    White(crate::simd::White),
    Worley(crate::simd::Worley),
}

impl Generator {
    /// Writes the noise at the positions `at` into `out`.
    pub fn fill(&self, at: &Domain<'_>, depth: Depth<'_>, out: &mut [f32]) {
        let (place, salt) = (positions(at), at.salt);
        match self {
            Self::Perlin(noise) => noise.fill(&place, depth, salt, out),
            Self::Simplex(noise) => noise.fill(&place, depth, salt, out),
            Self::Value(noise) => noise.fill(&place, depth, salt, out),
            Self::SuperSimplex(noise) => noise.fill(&place, depth, salt, out),
            Self::ValueCubic(noise) => noise.fill(&place, depth, salt, out),
            Self::Cellular(noise) => noise.fill(&place, depth, salt, out),
            Self::White(noise) => noise.fill(&place, depth, salt, out),
            Self::Worley(noise) => noise.fill(&place, depth, salt, out),
        }
    }
}

impl Generator {
    /// Writes a sum of octaves at the positions `at` into `out`; false if the noise has no kernel for it.
    pub fn sum(&self, sum: &Sum, at: &Domain<'_>, depth: Depth<'_>, out: &mut [f32]) -> bool {
        match self {
            Self::Perlin(noise) => noise.sum(sum, &positions(at), depth, at.salt, out),
            Self::Value(noise) => noise.sum(sum, &positions(at), depth, at.salt, out),
            _ => return false,
        }
        true
    }

    /// Whether the noise can repeat: triangles fit no rectangle.
    pub fn borders(&self) -> Borders {
        match self {
            Self::Simplex(_) | Self::SuperSimplex(_) => Borders::Never,
            _ => Borders::Meet,
        }
    }
}

/// A domain as the loops of [`crate::simd`] read it.
pub(super) fn positions<'a>(at: &Domain<'a>) -> Positions<'a> {
    let (separable, x, y) = match at.base {
        Base::Separable { x, y } => (true, x, y),
        Base::Full { x, y } => (false, x, y),
    };
    let displacement = at.displacement.map(|d| (d.x, d.y));
    Positions { width: at.width, height: at.height, separable, x, y, displacement, period: at.period }
}

/// The third coordinate that arrives at a `depth` port: none while it is open.
pub(super) fn depth<'a>(ins: &Inputs<'a>, port: usize) -> Depth<'a> {
    match ins.port(port) {
        Input::Number(z) => Depth::Level(z),
        Input::Samples(z) => Depth::Samples(z),
        Input::Open | Input::Field(_) | Input::Area(_) => Depth::Flat,
    }
}

/// Bound of Perlin noise.
pub(super) fn perlin_bound(lattice: Lattice, solid: bool) -> Interval {
    match lattice {
        Lattice::Permutation if solid => Interval::new(-1.065, 1.065),
        _ => Interval::SIGNED,
    }
}

/// Kernel of a node that is nothing but a generator with a depth port.
struct Noise {
    generator: Generator,
    depth: usize,
    /// Size of the features; `None` for a noise that has none.
    scale: Option<f64>,
}

impl Kernel for Noise {
    fn generators(&self) -> u32 {
        1
    }

    fn borders(&self) -> Borders {
        self.generator.borders()
    }

    fn features(&self) -> Option<Features> {
        self.scale.map(|scale| Features { scale, octaves: 1, lacunarity: 1.0, finest: 0.0 })
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        self.generator.fill(at, depth(ins, self.depth), out.value());
    }
}

pub(super) const NODES: &[&NodeSpec] = &[
    &Perlin::SPEC,
    &Simplex::SPEC,
    &SuperSimplex::SPEC,
    &Value::SPEC,
    &ValueCubic::SPEC,
    &Cellular::SPEC,
    &worley::CellularDistance::SPEC,
    &worley::CellularValue::SPEC,
    &worley::CellularLookup::SPEC,
    &White::SPEC,
];
