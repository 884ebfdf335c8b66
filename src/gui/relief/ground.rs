//! What the 3D view is drawn from: heights, the colours that lie on them, and where they lie in the world. The worker
//! makes it; the window uploads it.

use super::camera::Bounds;
use crate::raster::{Grid, Raster, Region, Sampling};
use crate::view::Picture;
use std::sync::Arc;

/// Samples along the longer side that the view takes at most; of larger rasters it takes fewer samples.
pub const LARGEST: usize = 2049;
/// Heights beyond so many times the world's longer side are drawn at that height.
pub const HIGHEST: f64 = 16.0;
/// Depth of the block below its lowest ground, as a share of the world's longer side.
const FOOT: f64 = 0.045;

/// Heights and colours of a block of ground.
#[derive(Clone, PartialEq)]
pub struct Ground {
    /// Heights as values, north row first.
    pub heights: Arc<Raster>,
    /// The colour of each, not lit.
    pub colors: Arc<Picture>,
    /// Whether there is nothing between two colours: they are tiles.
    pub tiles: bool,
    /// Whether the colours below the sea are those of water.
    pub colored_water: bool,
    /// Metres of the value 0, and metres for a value of one.
    pub metres: (f64, f64),
    /// Metres at the lowest and highest sample.
    pub extremes: (f64, f64),
    /// Lowest and highest metres that the world's heights should have.
    pub range: (f64, f64),
    /// Level of the sea in metres.
    pub sea: Option<f64>,
    /// Factor on heights.
    pub exaggeration: f64,
    /// Width and height of the world in metres.
    pub extent: (f64, f64),
    /// Where the samples of a row lie between the world's edges, as shares: the first, and the step to the next. Then
    /// those of a column.
    pub across: [(f64, f64); 2],
}

impl Ground {
    /// Metres that are one in the view.
    pub fn unit(&self) -> f64 {
        self.extent.0.max(self.extent.1).max(1e-9)
    }

    /// Metres that lie at height 0 in the view: the sea, or the world's lowest.
    fn datum(&self) -> f64 {
        self.sea.unwrap_or(self.range.0)
    }

    /// Height in the view of a number of metres, exaggerated.
    pub fn height_of(&self, metres: f64) -> f64 {
        ((metres - self.datum()) / self.unit() * self.exaggeration).clamp(-HIGHEST, HIGHEST)
    }

    /// Height in the view of the value 0, and for a value of one, not exaggerated.
    pub fn scale(&self) -> (f64, f64) {
        ((self.metres.0 - self.datum()) / self.unit(), self.metres.1 / self.unit())
    }

    /// Height of the sea in the view.
    pub fn sea_height(&self) -> Option<f64> {
        self.sea.map(|sea| self.height_of(sea))
    }

    /// Height of the block's foot.
    pub fn foot(&self) -> f64 {
        let lowest = self.height_of(self.extremes.0);
        lowest.min(self.sea_height().unwrap_or(lowest)) - FOOT
    }

    /// Half of the world's sides in the view.
    pub fn half(&self) -> (f64, f64) {
        (self.extent.0 / self.unit() / 2.0, self.extent.1 / self.unit() / 2.0)
    }

    /// The block, from its foot to its top.
    pub fn bounds(&self) -> Bounds {
        let (x, y) = self.half();
        let top = self.height_of(self.extremes.1).max(self.sea_height().unwrap_or(f64::NEG_INFINITY));
        Bounds { min: [-x, -y, self.foot()], max: [x, y, top.max(self.foot() + 1e-3)] }
    }

    /// Samples along the longer side.
    pub fn longer_side(&self) -> usize {
        self.heights.width.max(self.heights.height)
    }

    /// Where column `i` (axis 0: eastwards) or row `i` (axis 1: northwards) stands in the view. The outermost reach the
    /// edge of the world, whatever the sampling, so that a finer picture is no larger.
    pub fn place(&self, axis: usize, i: usize) -> f64 {
        let half = if axis == 0 { self.half().0 } else { -self.half().1 };
        let last = if axis == 0 { self.heights.width } else { self.heights.height }.saturating_sub(1);
        let share = match i {
            0 => 0.0,
            i if i >= last => 1.0,
            i => self.across[axis].0 + self.across[axis].1 * i as f64,
        };
        (share * 2.0 - 1.0) * half
    }

    /// Height of the ground in the view at a place of it, by the nearest four samples.
    pub fn height_at(&self, x: f64, y: f64) -> f64 {
        let (half, raster) = (self.half(), &self.heights);
        let shares = [(x / half.0 + 1.0) / 2.0, (1.0 - y / half.1) / 2.0];
        let cell = |axis: usize, n: usize| {
            let (first, step) = self.across[axis];
            let at = if step > 0.0 { (shares[axis] - first) / step } else { 0.0 };
            let at = at.clamp(0.0, n.saturating_sub(1) as f64);
            let low = (at as usize).min(n.saturating_sub(2));
            (low, (low + 1).min(n.saturating_sub(1)), at - low as f64)
        };
        let ((west, east, fx), (north, south, fy)) = (cell(0, raster.width), cell(1, raster.height));
        let row = |j: usize| f64::from(raster.at(west, j)) * (1.0 - fx) + f64::from(raster.at(east, j)) * fx;
        let value = row(north) * (1.0 - fy) + row(south) * fy;
        self.height_of(self.metres.0 + value * self.metres.1)
    }

    /// The place under a point of the view as shares of the world's sides, eastwards and southwards.
    pub fn shares(&self, x: f64, y: f64) -> (f64, f64) {
        let half = self.half();
        (((x / half.0 + 1.0) / 2.0).clamp(0.0, 1.0), ((1.0 - y / half.1) / 2.0).clamp(0.0, 1.0))
    }
}

/// A raster with at most [`LARGEST`] samples along a side: itself, or every few samples of it.
pub fn thinned(raster: &Arc<Raster>) -> Arc<Raster> {
    let side = |n: usize| n.min(LARGEST);
    let (width, height) = (side(raster.width), side(raster.height));
    if (width, height) == (raster.width, raster.height) {
        return Arc::clone(raster);
    }
    let of = |i: usize, n: usize, all: usize| if n > 1 { (i * (all - 1) + (n - 1) / 2) / (n - 1) } else { 0 };
    let columns: Vec<usize> = (0..width).map(|i| of(i, width, raster.width)).collect();
    let rows = (0..height).map(|j| raster.row(of(j, height, raster.height)));
    let data = rows.flat_map(|row| columns.iter().map(|&i| row[i])).collect();
    Arc::new(Raster { width, height, data })
}

/// Where `taken` samples of a region's `count` lie between the edges of the grid, as shares: the first and the step; of
/// its columns (axis 0) or rows (axis 1).
pub fn shares_of(grid: &Grid, region: &Region, axis: usize, taken: usize) -> (f64, f64) {
    let (samples, first, count) = match axis {
        0 => (grid.samples.0, region.x, region.width),
        _ => (grid.samples.1, region.y, region.height),
    };
    let (n, stride) = (f64::from(samples.max(1)), f64::from(region.stride));
    // Of a raster that was thinned out, samples lie further apart.
    let stride = if taken > 1 { stride * (count.max(2) - 1) as f64 / (taken - 1) as f64 } else { stride };
    let first = first as f64;
    match grid.sampling {
        Sampling::Vertices => (first / (n - 1.0).max(1.0), stride / (n - 1.0).max(1.0)),
        Sampling::Cells => ((first + 0.5) / n, stride / n),
        Sampling::Repeating => (first / n, stride / n),
    }
}
