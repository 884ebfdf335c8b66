//! Shapes that are drawn rather than grown: masks, hills, gradients, waves and patterns.

mod falloff;
mod gradient;
mod hill;
mod path;
mod place;
mod wave;

use crate::spec::NodeSpec;

pub(super) const NODES: &[&NodeSpec] = &[
    &falloff::RadialFalloff::SPEC,
    &falloff::BorderFalloff::SPEC,
    &falloff::Ellipse::SPEC,
    &hill::Cone::SPEC,
    &hill::Gaussian::SPEC,
    &gradient::LinearGradient::SPEC,
    &gradient::DistanceToPoint::SPEC,
    &path::DistanceToPath::SPEC,
    &wave::SineWave::SPEC,
    &wave::SquareWave::SPEC,
    &wave::TriangleWave::SPEC,
    &wave::Checkerboard::SPEC,
];
