//! Area filters: nodes whose value at a sample depends on the samples around it, on the build grid.

use crate::spec::NodeSpec;

mod bake;
mod blur;
mod rank;
mod relief;
mod slope;

pub(super) use bake::BakeTiles;

pub(super) const NODES: &[&NodeSpec] = &[
    &blur::Blur::SPEC,
    &blur::Sharpen::SPEC,
    &rank::Median::SPEC,
    &rank::Dilate::SPEC,
    &rank::Erode::SPEC,
    &slope::Slope::SPEC,
    &slope::SlopeMask::SPEC,
    &slope::Aspect::SPEC,
    &relief::Curvature::SPEC,
    &relief::Normal::SPEC,
    &bake::Bake::SPEC,
];

/// Whole samples of `spacing` metres within `radius` metres.
fn samples(radius: f64, spacing: f64) -> usize {
    // The cast saturates, and what is too far is refused by the planner.
    (radius / spacing).floor() as usize
}
