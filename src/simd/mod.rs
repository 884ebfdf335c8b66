//! Noise on lattices: seeds, lattice hash, gradients, interpolation, and the loops that fill blocks of samples.
//!
//! Everything here takes plain slices and imports nothing else of the crate. Each noise has one canonical expression,
//! written down in `docs/definitions.md`; its loops are generic over the processor's level of vector instructions and give
//! the same bits on all of them. This folder is the only home of architecture-dependent code.

#![allow(clippy::needless_range_loop, reason = "loops over lanes of several arrays, which are unrolled")]
#![allow(clippy::vec_box, reason = "strips and tables are tens of kilobytes and must not move")]

mod alone;
mod cellular;
mod cubic;
mod fade;
mod gradient;
mod lanes;
mod lattice;
mod level;
mod mix;
pub mod perlin;
mod place;
mod points;
mod rows;
mod simplex;
mod skew;
mod slopes;
mod split;
mod square;
mod strip;
mod sum;
mod super_simplex;
mod trig;
mod value;
mod white;
mod worley;
mod wrapped;

pub use cellular::Cellular;
pub use cubic::ValueCubic;
pub use fade::{Curve, lerp};
pub use lattice::{PUBLISHED, Seeds, shuffled};
pub use level::{Level, force, level, vectorized};
pub use mix::mix;
pub use perlin::Perlin;
pub use place::{Depth, Positions, shift, whole_cells};
pub use simplex::Simplex;
pub use split::{Split, split};
pub use sum::{Fold, Sum, presence};
pub use super_simplex::SuperSimplex;
pub use trig::circle;
pub use value::ValueNoise;
pub use white::White;
pub use worley::{Feature, Metric, Worley};
