//! Noise on lattices: seeds, lattice hash, gradients, interpolation, and the loops that fill blocks of samples.
//!
//! Everything here takes plain slices and imports nothing else of the crate. The loops are scalar and each noise has one
//! canonical expression, so kernels for wider registers can take their place without changing a bit. This folder is the
//! only home of architecture-dependent code.

mod cellular;
mod drive;
mod fade;
mod gradient;
mod lattice;
mod mix;
pub mod perlin;
mod place;
mod simplex;
mod split;
mod value;
mod white;

pub use cellular::Cellular;
pub use fade::{Curve, lerp};
pub use lattice::{PUBLISHED, Seeds, shuffled};
pub use mix::mix;
pub use perlin::Perlin;
pub use place::{Depth, Positions, shift};
pub use simplex::Simplex;
pub use split::{Split, split};
pub use value::ValueNoise;
pub use white::White;
