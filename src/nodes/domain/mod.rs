//! Domain nodes: a source seen at other positions, moved, turned, stretched, mirrored or repeated.
//!
//! Straight maps take the base in `f64` and the displacement in `f32`, in the order of the graph and never folded together.
//! Maps that bend or fold take the whole position, so that a displaced sample is folded where it really lies.

mod fold;
mod reseed;
mod room;
mod straight;
mod swirl;
mod warp;

use crate::spec::NodeSpec;

pub(super) const NODES: &[&NodeSpec] = &[
    &warp::DomainWarp::SPEC,
    &straight::Offset::SPEC,
    &straight::Scale::SPEC,
    &straight::Rotate::SPEC,
    &swirl::Swirl::SPEC,
    &fold::Mirror::SPEC,
    &fold::Repeat::SPEC,
    &reseed::Reseed::SPEC,
];

/// Implements a node that passes on the bound of its source, which it samples elsewhere.
macro_rules! elsewhere {
    ($name:ident) => {
        impl Node for $name {
            fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
                ins[Self::source].bound
            }
            fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
                Arc::new(self)
            }
        }
    };
}
use elsewhere;
