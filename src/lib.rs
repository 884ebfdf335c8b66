//! Orograph draws terrain as a graph of noise nodes and renders it to the same bytes on every machine.
//!
//! Five nouns, in the order of the pipeline:
//!
//! - a **spec** ([`spec`]) is what a kind of node is, as data;
//! - a **kernel** ([`nodes`]) fills blocks of samples;
//! - a **graph** ([`graph`]) is the document: nodes, links, values, world, outputs;
//! - a **plan** ([`plan`]) is the reachable part of a graph as ordered steps with content keys;
//! - a **render** ([`run`]) is a plan over a region: tiles, threads, cache, cancellation.
//!
//! # A tour
//!
//! A recipe is text. Reading it gives a graph; what is left at its default is left out.
//!
//! ```
//! use orograph::graph::{Graph, Link};
//!
//! let recipe = r#"(
//!     orograph: 1,
//!     seed: 42,
//!     world: (origin: (0.0, 0.0), extent: (4096.0, 4096.0), samples: (65, 65), height: (-180.0, 420.0), sea: 0.0),
//!     nodes: {
//!         "coast": RadialFalloff(radius: 1760.0),
//!         "height": Normalize(source: "island"),
//!         "island": Multiply(a: "relief", b: "coast"),
//!         "relief": Fbm(seed: 1, feature_scale: 1300.0),
//!     },
//!     outputs: { "height": "height" },
//! )"#;
//! let graph = Graph::parse(recipe)?.graph;
//!
//! // Only what the target reaches is planned. A plan knows the bound of its values before any is computed.
//! let plan = orograph::plan::compile(&graph, &Link::to("height"), 0.0)?;
//! assert_eq!(plan.nodes.len(), 4);
//! assert_eq!((plan.bound.lo, plan.bound.hi), (0.0, 1.0));
//!
//! // A runner measures what has to be known of the whole world, then fills the region on all cores.
//! use orograph::run::{Options, Runner};
//! let runner = Runner::new(None, 64 << 20);
//! let grid = graph.world.grid(orograph::raster::Sampling::Vertices);
//! let Ok(whole) = runner.render(&plan, &grid, grid.region(), &Options::default()) else { return Ok(()) };
//! assert_eq!(whole.raster.extremes(), Some((0.0, 1.0)));
//!
//! // A coarse preview is every eighth sample of the same grid: the same values.
//! let coarse = grid.region().strided(8);
//! let Ok(preview) = runner.render(&plan, &grid, coarse, &Options::default()) else { return Ok(()) };
//! assert_eq!(preview.raster.at(4, 4), whole.raster.at(32, 32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cli;
pub mod deliver;
pub mod disk;
pub mod export;
pub mod graph;
#[cfg(feature = "gui")]
pub mod gui;
pub mod import;
pub mod nodes;
pub mod plan;
pub mod raster;
pub mod run;
pub mod simd;
pub mod spec;
pub mod view;
