//! What a report says of the values of a map, gathered strip by strip in any order.

use super::hash::Hasher;
use super::{Mapping, TileShare};
use crate::raster::Region;
use crate::run::Strip;
use crate::spec::Level;
use rayon::prelude::*;

/// Facts about the values of a map. Nothing depends on how the map is cut into strips, nor on their order.
pub(super) struct Tally {
    width: usize,
    /// Values that would be clamped are counted against this.
    mapping: Option<Mapping>,
    /// Samples so far.
    samples: usize,
    /// Smallest and largest value.
    extremes: Option<(f32, f32)>,
    /// Sum of each row: they are added up southwards in the end, because sums depend on their order.
    sums: Vec<f64>,
    outside: usize,
    /// Samples by tile, for tile maps.
    tiles: Option<Vec<usize>>,
    hasher: Hasher,
}

/// Facts about one row.
struct Row {
    extremes: (f32, f32),
    sum: f64,
    outside: usize,
    tiles: Vec<usize>,
}

impl Tally {
    /// For the values on `region`; `tiles` if they are tile numbers.
    pub fn new(region: Region, mapping: Option<Mapping>, tiles: bool) -> Self {
        Self {
            width: region.width,
            mapping,
            samples: 0,
            extremes: None,
            sums: vec![0.0; region.height],
            outside: 0,
            tiles: tiles.then(Vec::new),
            hasher: Hasher::new(region.width, region.height, tiles),
        }
    }

    /// Adds a strip. Its rows are looked at in parallel.
    pub fn add(&mut self, strip: &Strip) {
        let values = strip.values();
        if values.is_empty() {
            return;
        }
        let (mapping, tiles) = (self.mapping, self.tiles.is_some());
        let rows: Vec<Row> = values.par_chunks(self.width).map(|row| look(row, mapping, tiles)).collect();
        for (number, row) in (strip.first..).zip(&rows) {
            self.sums[number] = row.sum;
            let (lo, hi) = row.extremes;
            self.extremes = Some(self.extremes.map_or((lo, hi), |(min, max)| (min.min(lo), max.max(hi))));
            self.outside += row.outside;
            if let Some(counts) = &mut self.tiles {
                add(counts, &row.tiles);
            }
        }
        self.samples += values.len();
        self.hasher.add(strip.first as u64 * self.width as u64, &values);
    }

    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// Smallest and largest value; both 0 without samples.
    pub fn extremes(&self) -> (f32, f32) {
        self.extremes.unwrap_or((0.0, 0.0))
    }

    /// Mean of the values, as [`Raster::mean`](crate::raster::Raster::mean) gives it.
    pub fn mean(&self) -> f64 {
        if self.samples == 0 { 0.0 } else { self.sums.iter().sum::<f64>() / self.samples as f64 }
    }

    /// Share of the samples outside the mapping, if there is one.
    pub fn clipped(&self) -> Option<f64> {
        self.mapping.map(|_| self.outside as f64 / self.samples.max(1) as f64)
    }

    /// Samples in each band of a tile map; they sum to all samples.
    pub fn shares(&self, levels: &[Level]) -> Option<Vec<TileShare>> {
        let mut counts = self.tiles.clone()?;
        counts.resize(counts.len().max(levels.len()).max(1), 0);
        let name = |index: usize| levels.get(index).map_or_else(String::new, |l| l.name.clone());
        let total = self.samples.max(1) as f64;
        let share = |(index, samples)| TileShare { index, name: name(index), samples, share: samples as f64 / total };
        Some(counts.into_iter().enumerate().map(share).collect())
    }

    /// The hash of the values, once all of them were added.
    pub fn hash(self) -> String {
        self.hasher.finish()
    }
}

fn look(row: &[f32], mapping: Option<Mapping>, tiles: bool) -> Row {
    // Adding +0 turns -0 into +0, so that the result does not depend on the order of the samples.
    let start = (f32::INFINITY, f32::NEG_INFINITY);
    let extremes = row.iter().fold(start, |(lo, hi), &v| (lo.min(v + 0.0), hi.max(v + 0.0)));
    let sum = row.iter().map(|&v| f64::from(v)).sum();
    let outside = mapping.map_or(0, |m| row.iter().filter(|v| m.clips(f64::from(**v))).count());
    let mut counts = Vec::new();
    for &v in row.iter().filter(|_| tiles) {
        let tile = v as usize;
        if tile >= counts.len() {
            counts.resize(tile + 1, 0);
        }
        counts[tile] += 1;
    }
    Row { extremes, sum, outside, tiles: counts }
}

fn add(counts: &mut Vec<usize>, more: &[usize]) {
    counts.resize(counts.len().max(more.len()), 0);
    counts.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}
