//! Categories: heights and moisture into tiles, tiles cleaned and kept, weights of materials.

use crate::spec::NodeSpec;

mod bands;
mod biomes;
mod specks;
mod weights;

pub(super) const NODES: &[&NodeSpec] = &[
    &bands::Tiles::SPEC,
    &biomes::BiomeTable::SPEC,
    &specks::RemoveSpecks::SPEC,
    &super::filter::BakeTiles::SPEC,
    &weights::SplatWeights::SPEC,
];
