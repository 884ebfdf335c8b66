//! Numbers beside a picture: how values spread, and how much of them is land.

use super::arrows::raster_at;
use crate::raster::Raster;
use rayon::prelude::*;

/// Counts of the values in `bins` equal bins from `lo` to `hi`; values outside count in the first or last.
pub fn histogram(raster: &Raster, lo: f32, hi: f32, bins: usize) -> Vec<u64> {
    if bins == 0 {
        return Vec::new();
    }
    let span = hi - lo;
    let scale = if span > 0.0 && span.is_finite() { bins as f32 / span } else { 0.0 };
    let count = |mut counts: Vec<u64>, row: &[f32]| {
        for v in row {
            counts[(((v - lo) * scale) as usize).min(bins - 1)] += 1;
        }
        counts
    };
    let sum = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
    raster.data.par_chunks(1 << 14).fold(|| vec![0; bins], count).reduce(|| vec![0; bins], sum)
}

/// Share of the samples at or above `sea`, a raster value; 0 for an empty raster.
pub fn land_share(raster: &Raster, sea: f32) -> f64 {
    let land = raster.data.par_iter().filter(|&&v| v >= sea).count();
    if raster.data.is_empty() { 0.0 } else { land as f64 / raster.data.len() as f64 }
}

/// Values below which these shares of the samples lie, to a 4096th of the span of all values.
pub fn percentiles<const N: usize>(raster: &Raster, shares: [f64; N]) -> [f32; N] {
    const BINS: usize = 4096;
    let Some((lo, hi)) = raster.extremes() else { return [0.0; N] };
    let counts = histogram(raster, lo, hi, BINS);
    let total = raster.data.len() as f64;
    shares.map(|share| {
        let wanted = share.clamp(0.0, 1.0) * total;
        let mut below = 0.0;
        for (i, &n) in counts.iter().enumerate() {
            let n = n as f64;
            if n > 0.0 && below + n >= wanted {
                let at = (i as f64 + ((wanted - below) / n).clamp(0.0, 1.0)) / BINS as f64;
                return lo + (at * (f64::from(hi) - f64::from(lo))) as f32;
            }
            below += n;
        }
        hi
    })
}

/// `count` values along a straight way between two places, given as columns and rows, in straight lines between samples.
/// Places beyond the raster take the value at its edge.
pub fn profile(raster: &Raster, from: [f32; 2], to: [f32; 2], count: usize) -> Vec<f32> {
    if raster.data.is_empty() {
        return Vec::new();
    }
    let last = [(raster.width - 1) as f32, (raster.height - 1) as f32];
    let value = |i: usize| {
        let share = if count > 1 { i as f32 / (count - 1) as f32 } else { 0.0 };
        let place = [0, 1].map(|axis| (from[axis] + (to[axis] - from[axis]) * share).clamp(0.0, last[axis]));
        raster_at(raster, place)
    };
    (0..count).map(value).collect()
}

/// How well a map fits to itself along one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seam {
    /// Largest step from the last sample to the first one beside it.
    pub across: f32,
    /// Largest step between neighbours within the map.
    pub within: f32,
}

impl Seam {
    /// Whether nobody can tell where the map ends.
    pub fn is_seamless(&self) -> bool {
        self.across <= self.within
    }
}

/// The seams of a map that is laid beside itself: where it meets itself eastwards, and where southwards.
pub fn seams(raster: &Raster) -> [Seam; 2] {
    let (w, h) = (raster.width, raster.height);
    let most = |steps: &mut dyn Iterator<Item = f32>| steps.fold(0.0, f32::max);
    let row_steps = |y: usize| raster.row(y).windows(2).map(|v| (v[1] - v[0]).abs()).fold(0.0, f32::max);
    let column_steps = |y: usize| {
        let (a, b) = (raster.row(y), raster.row(y + 1));
        a.iter().zip(b).map(|(a, b)| (b - a).abs()).fold(0.0, f32::max)
    };
    if w == 0 || h == 0 {
        return [Seam::default(); 2];
    }
    let east = Seam {
        across: most(&mut (0..h).map(|y| (raster.at(0, y) - raster.at(w - 1, y)).abs())),
        within: most(&mut (0..h).map(row_steps)),
    };
    let south = Seam {
        across: most(&mut (0..w).map(|x| (raster.at(x, 0) - raster.at(x, h - 1)).abs())),
        within: most(&mut (0..h - 1).map(column_steps)),
    };
    [east, south]
}
