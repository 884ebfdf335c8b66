//! How fine a stage of the preview is, and what is said of its samples.

use super::paint::Subject;
use crate::raster::{Grid, Raster};
use crate::spec::Quantity;
use crate::view::{Seam, histogram, land_share, percentiles, seams};

/// Samples over the longer side of a coarse picture: what a thumbnail shows.
const COARSE: u32 = 176;
/// Generator evaluations that a coarse picture may cost, about 100 ms on a plain machine.
const COARSE_COST: u64 = 8_000_000;
/// Generator evaluations from which on a picture in between is worth its time.
const MIDDLE_COST: u64 = 40_000_000;
/// Samples over the longer side of the finest picture of a grid whose whole is only computed on request.
const REQUESTABLE: u32 = 1025;
/// Bars of a histogram.
pub const BARS: usize = 64;

/// Every how many samples of the grid a picture takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// The step, 1 for all samples.
    pub step: u32,
}

impl Stride {
    /// The stride of the first picture of a plan of that cost.
    pub fn coarse(grid: &Grid, cost: u64) -> Self {
        let longer = grid.samples.0.max(grid.samples.1);
        let mut step = longer.saturating_sub(1).div_ceil(COARSE).max(1);
        while step < longer && evaluations(grid, step, cost) > COARSE_COST {
            step += step.div_ceil(4);
        }
        Self { step }
    }

    /// Whether the whole takes so long that something has to be shown meanwhile.
    pub fn is_long(grid: &Grid, cost: u64) -> bool {
        evaluations(grid, 1, cost) > MIDDLE_COST
    }

    /// The stride of a picture between the coarse one and the whole, where the whole takes long or waits for a request.
    pub fn middle(grid: &Grid, cost: u64, on_request: bool) -> Option<Self> {
        let coarse = Self::coarse(grid, cost).step;
        let longer = grid.samples.0.max(grid.samples.1);
        let step = match on_request {
            true => longer.saturating_sub(1).div_ceil(REQUESTABLE - 1).max(1),
            false if Self::is_long(grid, cost) => coarse.div_ceil(3),
            false => return None,
        };
        (step > 1 && step < coarse).then_some(Self { step })
    }
}

fn evaluations(grid: &Grid, step: u32, cost: u64) -> u64 {
    let side = |n: u32| u64::from(n.div_ceil(step));
    (side(grid.samples.0) * side(grid.samples.1)).saturating_mul(cost.max(1))
}

/// What is said of a set of samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Smallest value.
    pub min: f32,
    /// Largest value.
    pub max: f32,
    /// Mean.
    pub mean: f64,
    /// Share of the samples at or above the sea; `None` where there is no sea or the values are no heights.
    pub land: Option<f64>,
    /// Values at the ends of the histogram.
    pub ends: (f32, f32),
    /// Values below which 5, 50 and 95 of 100 samples lie; `None` for tiles.
    pub percentiles: Option<[f32; 3]>,
    /// How the samples fit to themselves eastwards and southwards.
    pub seams: [Seam; 2],
    /// Samples per bar, from the lowest value to the highest. Tiles have one bar each.
    pub bars: Vec<u64>,
}

impl Statistics {
    /// Counts the samples of a raster.
    pub fn of(raster: &Raster, subject: &Subject) -> Self {
        let (min, max) = raster.extremes().unwrap_or((0.0, 0.0));
        let tiles = subject.quantity == Quantity::Tiles;
        let ends = match (tiles, subject.range) {
            (true, _) => (-0.5, subject.levels.len().max(1) as f32 - 0.5),
            (false, Some(range)) => range,
            // Without a bound the samples themselves are all that is known.
            (false, None) if max > min => (min, max),
            (false, None) => (min - 0.5, max + 0.5),
        };
        let count = if tiles { subject.levels.len().max(1) } else { BARS };
        let bars = histogram(raster, ends.0, ends.1, count);
        let land = subject.sea().map(|sea| land_share(raster, sea));
        let percentiles = (!tiles && !raster.data.is_empty()).then(|| percentiles(raster, [0.05, 0.5, 0.95]));
        Self { min, max, mean: raster.mean() + 0.0, land, percentiles, seams: seams(raster), ends, bars }
    }
}
