//! Orograph.
pub mod graph;
pub mod nodes;
pub mod raster;
pub mod simd;
pub mod spec;
