//! Median, Dilate and Erode: the middle, largest and smallest of the values within a disc.

use super::samples;
use crate::nodes::map::{lower, upper};
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Removes specks and spikes and keeps edges sharp: each value becomes the middle one of those around it.
    ///
    /// The median of the samples of the build grid within a disc. For cleaning up masks and imported terrain.
    pub struct Median = "Median" in Filter,
    keywords ["despeckle", "denoise", "clean", "remove specks", "filter"], bypass source, face [radius];
    inputs {
        /// What is cleaned.
        source: Area(Plain) = REQUIRED;
    }
    params {
        /// Radius of the disc, at most 16 samples of the build grid.
        radius: Metres = extent(1.0 / 512.0), soft metres(0.0)..=extent(1.0 / 128.0), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Inherited }
}

node! {
    /// Widens what is high: each value becomes the highest one around it.
    ///
    /// The maximum of the samples of the build grid within a disc. Turns ridges into walls and makes masks larger.
    pub struct Dilate = "Dilate" in Filter,
    keywords ["expand", "grow", "maximum filter", "thicken", "morphology", "filter"], bypass source, face [radius];
    inputs {
        /// What is widened.
        source: Area(Plain) = REQUIRED;
    }
    params {
        /// Radius of the disc.
        radius: Metres = extent(1.0 / 128.0), soft metres(0.0)..=extent(1.0 / 16.0), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Inherited }
}

node! {
    /// Widens what is low: each value becomes the lowest one around it.
    ///
    /// The minimum of the samples of the build grid within a disc. Opens valleys and makes masks smaller; for the work of
    /// water, this is not it.
    pub struct Erode = "Erode" in Filter,
    keywords ["shrink", "minimum filter", "thin", "morphology", "contract", "filter"], bypass source, face [radius];
    inputs {
        /// What is narrowed.
        source: Area(Plain) = REQUIRED;
    }
    params {
        /// Radius of the disc.
        radius: Metres = extent(1.0 / 128.0), soft metres(0.0)..=extent(1.0 / 16.0), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Inherited }
}

/// Samples that a median reaches at most: it sorts what lies in the disc for every sample.
const MOST_OF_MEDIAN: usize = 16;

impl Node for Median {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(Middle { radius: self.radius }))
    }
}

impl Node for Dilate {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(Extreme { radius: self.radius, highest: true }))
    }
}

impl Node for Erode {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(Extreme { radius: self.radius, highest: false }))
    }
}

/// Samples east and west of the middle that lie within a disc, for each row from its north to its south.
fn disc(radius: f64, (dx, dy): (f64, f64), rows: usize) -> Vec<usize> {
    let half = |row: usize| {
        let off = (row as f64 - rows as f64) * dy;
        samples((radius * radius - off * off).max(0.0).sqrt(), dx)
    };
    (0..=2 * rows).map(half).collect()
}

struct Middle {
    radius: f64,
}

impl Filter for Middle {
    fn reach(&self, (dx, dy): (f64, f64)) -> (usize, usize) {
        (samples(self.radius, dx), samples(self.radius, dy))
    }

    fn most_reach(&self) -> usize {
        MOST_OF_MEDIAN
    }

    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        let halves = disc(self.radius, from.spacing, from.reach.1);
        let (stride, mut around) = (from.stride(), Vec::new());
        for (row, line) in out[0].chunks_exact_mut(from.width).enumerate() {
            for (column, o) in line.iter_mut().enumerate() {
                around.clear();
                for (dy, &half) in halves.iter().enumerate() {
                    let middle = (row + dy) * stride + column + from.reach.0;
                    around.extend_from_slice(&from.values[middle - half..=middle + half]);
                }
                let middle = around.len() / 2;
                *o = *around.select_nth_unstable_by(middle, f32::total_cmp).1;
            }
        }
    }
}

struct Extreme {
    radius: f64,
    /// The highest rather than the lowest.
    highest: bool,
}

impl Filter for Extreme {
    fn reach(&self, (dx, dy): (f64, f64)) -> (usize, usize) {
        (samples(self.radius, dx), samples(self.radius, dy))
    }

    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        let out = &mut *out[0];
        vectorized(
            #[inline(always)]
            || match self.highest {
                true => self.extremes(from, out, upper),
                false => self.extremes(from, out, lower),
            },
        );
    }
}

impl Extreme {
    /// Row by row of the window: the extremes of spans of 1, 2, 4, … samples, of which any longer span is two, and from
    /// them what the row adds to each row of the disc's reach.
    #[inline(always)]
    fn extremes(&self, from: &Window<'_>, out: &mut [f32], pick: impl Fn(f32, f32) -> f32) {
        let halves = disc(self.radius, from.spacing, from.reach.1);
        let (stride, width) = (from.stride(), from.width);
        for (row, line) in out.chunks_exact_mut(width).enumerate() {
            line.copy_from_slice(from.row(row, 0, 0));
        }
        let mut spans: Vec<Vec<f32>> = vec![Vec::new(); (2 * from.reach.0 + 1).ilog2() as usize + 1];
        for (y, values) in from.values.chunks_exact(stride).enumerate() {
            spans[0].clear();
            spans[0].extend_from_slice(values);
            for level in 1..spans.len() {
                let (shorter, longer) = spans.split_at_mut(level);
                let (shorter, longer) = (&shorter[level - 1], &mut longer[0]);
                longer.clear();
                let halves = shorter.iter().zip(shorter.iter().skip(1 << (level - 1)));
                longer.extend(halves.map(|(&a, &b)| pick(a, b)));
            }
            for (dy, &half) in halves.iter().enumerate() {
                // This row of the window is row `dy` of the disc around row `y - dy` of the page.
                let Some(row) = y.checked_sub(dy).filter(|&row| row < from.height) else { continue };
                let len = 2 * half + 1;
                let level = len.ilog2() as usize;
                let west = &spans[level][from.reach.0 - half..][..width];
                let east = &spans[level][from.reach.0 + half + 1 - (1 << level)..][..width];
                for ((o, &a), &b) in out[row * width..][..width].iter_mut().zip(west).zip(east) {
                    *o = pick(*o, pick(a, b));
                }
            }
        }
    }
}
