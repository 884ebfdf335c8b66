//! A render in strips, for maps that should not be held in memory at once.

use super::{Cancelled, Options, Remark, Rendered, Runner, Stats};
use crate::plan::Plan;
use crate::raster::{Grid, Raster, Region};
use std::borrow::Cow;

/// How a map is walked through, strip by strip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Whether the strips come from south to north. Rows within a strip always run southwards.
    pub northwards: bool,
    /// Rows that are evaluated beyond both edges of a strip, as far as the region goes.
    pub margin: usize,
    /// How far margins go instead, eastwards and westwards too: a rectangle that holds the region.
    pub within: Option<Region>,
}

/// Some whole rows of a map.
#[derive(Clone, Debug)]
pub struct Strip {
    /// First row, counted from the north of the region.
    pub first: usize,
    /// Rows, without the margins.
    pub rows: usize,
    /// Columns, without the margins.
    pub columns: usize,
    /// Rows of the raster before `first`: the northern margin.
    pub above: usize,
    /// Columns of the raster before the region's first one: the western margin.
    pub left: usize,
    /// The values, margins included.
    pub raster: Raster,
}

impl Strip {
    /// The values without the margins, row 0 northmost.
    pub fn values(&self) -> Cow<'_, [f32]> {
        let width = self.raster.width;
        let rows = &self.raster.data[self.above * width..][..self.rows * width];
        if self.columns == width {
            return rows.into();
        }
        let inner = |row: &[f32]| row[self.left..][..self.columns].to_vec();
        rows.chunks_exact(width.max(1)).flat_map(inner).collect()
    }
}

/// Why a streamed render ended early.
#[derive(Debug)]
pub enum Stopped<E> {
    /// It was cancelled.
    Cancelled,
    /// The receiver of the strips failed.
    Receiver(E),
}

impl<E> From<Cancelled> for Stopped<E> {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl Runner {
    /// The values of `plan` on `region` of `grid`, handed to `receive` strip by strip as `walk` says, at most
    /// [`Options::strip`] samples each but at least a row. The values are those of [`Runner::render`]; nothing but a
    /// strip is held here.
    ///
    /// # Errors
    /// [`Stopped`] when the run was cancelled or when `receive` failed.
    pub fn stream<E>(
        &self,
        plan: &Plan,
        grid: &Grid,
        region: Region,
        walk: Walk,
        options: &Options,
        mut receive: impl FnMut(Strip) -> Result<(), E>,
    ) -> Result<(Vec<Remark>, Stats), Stopped<E>> {
        let mut stats = Stats::default();
        // The maps are held, so that no strip has to fill them again.
        let (measured, _maps) = self.measure_first(plan, region, options, &mut stats)?;
        let options = &options.part(measured, 1.0);
        let reach = Reach::of(region, walk);
        let rows = (options.strip / region.width.max(1)).clamp(1, region.height.max(1));
        let strips = region.height.div_ceil(rows);
        let mut remarks = Vec::new();
        for n in 0..strips {
            let first = rows * if walk.northwards { strips - 1 - n } else { n };
            let height = rows.min(region.height - first);
            let (above, below) = reach.rows(first, height);
            let part = options.part(n as f32 / strips as f32, (n + 1) as f32 / strips as f32);
            let strip = Region {
                x: region.x - reach.left as i64 * i64::from(region.stride),
                y: region.row(first) - above as i64 * i64::from(region.stride),
                width: reach.left + region.width + reach.right,
                height: above + height + below,
                ..region
            };
            let Rendered { raster, remarks: found, stats: done } = self.render(plan, grid, strip, &part)?;
            let strip = Strip { first, rows: height, columns: region.width, above, left: reach.left, raster };
            receive(strip).map_err(Stopped::Receiver)?;
            stats.add(&done);
            remarks = found;
        }
        Ok((remarks, stats))
    }
}

/// Samples beyond a region that margins may take.
struct Reach {
    margin: usize,
    height: usize,
    /// Rows that there are beyond the northern and the southern edge.
    beyond: (usize, usize),
    left: usize,
    right: usize,
}

impl Reach {
    fn of(region: Region, walk: Walk) -> Self {
        let (margin, height) = (walk.margin, region.height);
        let Some(within) = walk.within else { return Self { margin, height, beyond: (0, 0), left: 0, right: 0 } };
        let step = i64::from(region.stride.max(1));
        let before = |inner: i64, outer: i64| ((inner - outer).max(0) / step) as usize;
        let after = |inner: i64, count: usize, outer: i64, all: usize| {
            ((outer + all as i64 - 1 - (inner + (count.max(1) as i64 - 1) * step)).max(0) / step) as usize
        };
        Self {
            margin,
            height,
            beyond: (before(region.y, within.y), after(region.y, height, within.y, within.height)),
            left: before(region.x, within.x).min(margin),
            right: after(region.x, region.width, within.x, within.width).min(margin),
        }
    }

    /// Rows above and below the `height` rows from `first` on.
    fn rows(&self, first: usize, height: usize) -> (usize, usize) {
        let below = self.height - first - height + self.beyond.1;
        ((first + self.beyond.0).min(self.margin), below.min(self.margin))
    }
}
