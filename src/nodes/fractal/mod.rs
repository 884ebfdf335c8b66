//! Fractals: octaves of a noise, each finer and fainter than the last, summed.

mod built_in;
mod declare;
mod eroded;
mod multifractal;
mod nodes;
mod octaves;
mod workspace;

use crate::spec::NodeSpec;

pub(super) use octaves::{Octaves, Source, Weighing};
pub(super) use workspace::with_workspace;

pub(super) const FAMILIES: [&[&NodeSpec]; 3] = [nodes::NODES, multifractal::NODES, eroded::NODES];
