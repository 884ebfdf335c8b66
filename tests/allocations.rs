//! Memory: what a render asks the system for does not grow with its blocks. A program of its own, because it counts what
//! the whole program asks for.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may fail by panicking")]

use orograph::graph::Graph;
use orograph::plan::compile;
use orograph::raster::{Raster, Sampling};
use orograph::run::{Options, Runner};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Requests so far.
static REQUESTS: AtomicU64 = AtomicU64::new(0);

struct Counting;

#[allow(unsafe_code, reason = "an allocator can be written in no other way")]
// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        REQUESTS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What kernels do octave by octave, per sample or at places of their own.
const EVERYTHING: &str = r#"(
    orograph: 1,
    world: (origin: (0.0, 0.0), extent: (2000.0, 2000.0), samples: (1025, 1025)),
    nodes: {
        "bent": Warp(source: "sums", amplitude: "deep"),
        "cells": Cellular(depth: "hum"),
        "deep": Multiply(a: "rough", b: 90.0),
        "grain": White(),
        "hum": Multiply(a: "soft", b: 90.0),
        "place": Coordinates(),
        "ranks": Power(a: "sum", b: "rough"),
        "rough": Remap(source: "soft", to_min: "grain", to_max: "cells"),
        "soft": Fbm(noise: Simplex, seed: 1),
        "sum": Add(a: "bent", b: "place.x"),
        "sums": Fbm(source: "twice", gain: "rough", octaves: 3),
        "tiles": Tiles(source: "ranks"),
        "twice": Warp(source: "value"),
        "value": Billow(noise: Value, lattice: Permutation, seed: 2),
    },
    outputs: { "tiles": "tiles" },
)"#;

#[test]
fn blocks_ask_for_no_memory() {
    let read = |file: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let files = ["benches/recipe12.ron", "graphs/island.ron", "graphs/marble.ron", "graphs/clouds.ron"].map(read);
    for recipe in files.iter().map(String::as_str).chain([EVERYTHING]) {
        let graph = Graph::parse(recipe).unwrap().graph;
        let plan = compile(&graph, &graph.outputs[0].from, 0.0).unwrap();
        let runner = Runner::new(Some(1), 64 << 20);
        let grid = graph.world.grid(Sampling::Vertices);
        let mut raster = Raster::new(512, 1024);
        let mut requests = |rows| {
            let region = orograph::raster::Region { width: 512, height: rows, ..grid.region() };
            let before = REQUESTS.load(Ordering::Relaxed);
            let old = std::mem::take(&mut raster);
            raster = runner.render_over(old, &plan, &grid, region, &Options::default()).unwrap().raster;
            REQUESTS.load(Ordering::Relaxed) - before
        };
        requests(1024);
        let (few, many) = (requests(64), requests(1024));
        assert!(many < few + 8, "{few} requests for 16 blocks, {many} for 256: {recipe}");
    }
}
