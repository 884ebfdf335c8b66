//! The kinds of nodes, one file per family. A node is declared in one place, its file, and listed at that file's end.

use crate::spec::NodeSpec;
use std::collections::BTreeMap;
use std::sync::LazyLock;

mod adjust;
mod band;
mod curve;
mod domain;
mod ease;
mod equalize;
mod filter;
mod flow;
mod fractal;
mod image;
mod input;
mod layer;
mod map;
mod math;
mod noise;
mod normalize;
mod power;
mod quotient;
mod select;
mod shape;
mod smooth;
mod strata;
mod switch;
mod terrace;
mod threshold;
mod tiles;
mod tone;
#[doc(hidden)]
pub mod trial;
mod unary;
mod warp;

pub use curve::{CurveEnds, Spline};

const FAMILIES: &[&[&NodeSpec]] = &[
    noise::NODES,
    fractal::FAMILIES[0],
    fractal::FAMILIES[1],
    fractal::FAMILIES[2],
    warp::NODES,
    domain::NODES,
    flow::NODES,
    shape::NODES,
    math::NODES,
    quotient::NODES,
    smooth::NODES,
    unary::NODES,
    adjust::NODES,
    equalize::NODES,
    curve::NODES,
    tone::NODES,
    terrace::NODES,
    strata::NODES,
    threshold::NODES,
    filter::NODES,
    select::NODES,
    band::NODES,
    layer::NODES,
    switch::NODES,
    tiles::NODES,
    input::NODES,
    image::NODES,
];

/// Every kind in its current version, family by family.
pub fn all() -> impl Iterator<Item = &'static NodeSpec> {
    FAMILIES.iter().copied().flatten().copied()
}

/// The kind of that name in its current version; [`NodeSpec::at`] gives the others.
pub fn find(kind: &str) -> Option<&'static NodeSpec> {
    // The window asks thousands of times a frame.
    static BY_NAME: LazyLock<BTreeMap<&str, &NodeSpec>> =
        LazyLock::new(|| all().map(|spec| (spec.kind, spec)).collect());
    BY_NAME.get(kind).copied().or_else(|| trial::find(kind))
}

/// The kind that gives one number everywhere.
pub(crate) fn constant() -> &'static NodeSpec {
    &input::Constant::SPEC
}
