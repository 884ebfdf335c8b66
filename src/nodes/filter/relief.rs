//! Curvature and Normal: the shape of the ground around a sample.

use crate::nodes::map::saturate;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Ridges and valleys: positive where the ground bulges, negative where it is hollow, 0 on planes.
    ///
    /// The curvature (minus the Laplacian of the height) times `size`, on the samples of the build grid, clamped to
    /// [-1, 1]. Worn edges, dust in hollows, vegetation in valleys; blur first for larger forms.
    pub struct Curvature = "Curvature" in Filter,
    keywords ["curvature mask", "convexity", "concavity", "cavity", "ridge mask", "valley mask", "laplacian"], face [size];
    inputs {
        /// Heights.
        source: Area(Metres) = REQUIRED;
    }
    params {
        /// Curvature whose radius is this long gives 1: larger values bring out fainter forms.
        size: Metres = extent(1.0 / 64.0), soft metres(1.0)..=extent(0.25), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Signed }
}

node! {
    /// The direction in which the ground faces: a unit vector, as a normal map holds it.
    ///
    /// x points eastwards, y southwards and z up, by central differences on the build grid, in true metres.
    pub struct Normal = "Normal" in Filter,
    keywords ["normal map", "direction", "facing", "vector", "light"];
    inputs {
        /// Heights.
        source: Area(Metres) = REQUIRED;
    }
    params {}
    outputs { z: Unit, x: Signed, y: Signed }
}

impl Node for Curvature {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(self))
    }
}

impl Node for Normal {
    fn bound(&self, output: usize, _: &[InputBound]) -> Interval {
        if output == 0 { Interval::UNIT } else { Interval::SIGNED }
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(self))
    }
}

/// Metres that the ground rises per metre.
#[derive(Clone, Copy)]
pub(super) struct Gradient {
    /// Eastwards.
    pub x: f32,
    /// Southwards.
    pub y: f32,
}

/// The gradient at each sample of a window with its index in the page, by the samples on either side.
pub(super) fn each(from: &Window<'_>, mut f: impl FnMut(usize, Gradient)) {
    let (across, down) = ((0.5 / from.spacing.0) as f32, (0.5 / from.spacing.1) as f32);
    for row in 0..from.height {
        let (west, east) = (from.row(row, -1, 0), from.row(row, 1, 0));
        let (north, south) = (from.row(row, 0, -1), from.row(row, 0, 1));
        for column in 0..from.width {
            let x = saturate(saturate(east[column] - west[column]) * across);
            let y = saturate(saturate(south[column] - north[column]) * down);
            f(row * from.width + column, Gradient { x, y });
        }
    }
}

impl Filter for Curvature {
    fn reach(&self, _: (f64, f64)) -> (usize, usize) {
        (1, 1)
    }
    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        let (dx, dy) = from.spacing;
        let (across, down) = ((self.size / (dx * dx)) as f32, (self.size / (dy * dy)) as f32);
        for row in 0..from.height {
            let (west, here, east) = (from.row(row, -1, 0), from.row(row, 0, 0), from.row(row, 1, 0));
            let (north, south) = (from.row(row, 0, -1), from.row(row, 0, 1));
            for (column, o) in out[0][row * from.width..][..from.width].iter_mut().enumerate() {
                let h = here[column];
                let x = saturate(((h - west[column]) + (h - east[column])) * across);
                let y = saturate(((h - north[column]) + (h - south[column])) * down);
                *o = saturate(x + y).clamp(-1.0, 1.0);
            }
        }
    }
}

impl Filter for Normal {
    fn reach(&self, _: (f64, f64)) -> (usize, usize) {
        (1, 1)
    }
    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        each(from, |i, Gradient { x, y }| {
            // In f64, where the square of the steepest ground is still a number.
            let (x, y) = (f64::from(x), f64::from(y));
            let length = (x * x + y * y + 1.0).sqrt();
            let axes = [1.0 / length, -x / length, -y / length];
            for (slot, v) in out.iter_mut().zip(axes) {
                slot[i] = v as f32;
            }
        });
    }
}
