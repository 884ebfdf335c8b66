//! Bake: a result that is computed once over the build grid and kept.

use super::samples;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Computes its source once over the whole map and keeps the result: what comes after it only reads a picture.
    ///
    /// Changes nothing to look at on the samples of the build grid; between them values lie on straight lines, and beyond
    /// the world and the margin its edge goes on. Put it behind what is costly and is read often, such as the source of a
    /// warp or a fractal, and behind nodes that work on the whole map before rendering tiles.
    pub struct Bake = "Bake" in Filter,
    keywords ["cache", "freeze", "store", "buffer", "raster", "generator cache", "precompute", "build"], bypass source,
    face [margin];
    inputs {
        /// What is computed once.
        source: Area(Plain) = REQUIRED;
    }
    params {
        /// How far beyond the world it is computed as well, for warps that look there.
        margin: Metres = metres(0.0), soft metres(0.0)..=extent(0.25), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Inherited }
}

node! {
    /// Computes a tile map once over the whole map and keeps it, as Bake does it with values.
    ///
    /// Between the samples of the build grid the nearest one's tile is given. Needed behind Remove Specks before tiles of a
    /// large map are rendered.
    pub struct BakeTiles = "Bake Tiles" in Tiles,
    keywords ["cache", "freeze", "store", "buffer", "raster", "precompute", "build"], bypass source, face [margin];
    inputs {
        /// Tile map that is computed once.
        source: Area(Tiles) = REQUIRED;
    }
    params {
        /// How far beyond the world it is computed as well.
        margin: Metres = metres(0.0), soft metres(0.0)..=extent(0.25), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Tiles }
}

impl Node for Bake {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(Kept { margin: self.margin, nearest: false }))
    }
}

impl Node for BakeTiles {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(Kept { margin: self.margin, nearest: true }))
    }
}

struct Kept {
    margin: f64,
    nearest: bool,
}

impl Filter for Kept {
    fn reach(&self, _: (f64, f64)) -> (usize, usize) {
        (0, 0)
    }

    fn extent(&self) -> Extent {
        Extent::Baked
    }

    fn margin(&self, (dx, dy): (f64, f64)) -> (usize, usize) {
        (samples(self.margin, dx), samples(self.margin, dy))
    }

    fn nearest(&self) -> bool {
        self.nearest
    }

    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        out[0].copy_from_slice(from.values);
    }
}
