//! Orograph draws terrain as a graph of noise nodes and renders it to the same bytes on every machine.
//!
//! Five nouns, in the order of the pipeline:
//!
//! - a **spec** ([`spec`]) is what a kind of node is, as data;
//! - a **kernel** ([`nodes`]) fills blocks of samples;
//! - a **graph** ([`graph`]) is the document: nodes, links, values, world, outputs;
//! - a **plan** ([`plan`]) is the reachable part of a graph as ordered steps with content keys;
//! - a **render** ([`run`]) is a plan over a region: tiles, threads, cache, cancellation.

pub mod cli;
pub mod deliver;
pub mod disk;
pub mod export;
pub mod graph;
#[cfg(feature = "gui")]
pub mod gui;
pub mod nodes;
pub mod plan;
pub mod raster;
pub mod run;
pub mod simd;
pub mod spec;
pub mod view;
