//! Fractals: octaves of a noise, each finer and fainter than the last, summed.

mod nodes;
mod octaves;
mod workspace;

pub(super) use nodes::NODES;
pub(super) use octaves::{Octaves, Source};
pub(super) use workspace::with_workspace;
