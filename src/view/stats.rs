//! Numbers beside a picture: how values spread, and how much of them is land.

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
