//! A render in strips, for maps that should not be held in memory at once.

use super::{Cancelled, Options, Remark, Rendered, Runner, Stats};
use crate::plan::Plan;
use crate::raster::{Grid, Raster, Region};

/// How a map is walked through, strip by strip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Whether the strips come from south to north. Rows within a strip always run southwards.
    pub northwards: bool,
    /// Rows that are evaluated beyond both edges of a strip, as far as the region goes.
    pub margin: usize,
}

/// Some whole rows of a map.
#[derive(Clone, Debug)]
pub struct Strip {
    /// First row, counted from the north of the region.
    pub first: usize,
    /// Rows, without the margins.
    pub rows: usize,
    /// Rows of the raster before `first`: the northern margin.
    pub above: usize,
    /// The values, margins included.
    pub raster: Raster,
}

impl Strip {
    /// The values without the margins, row 0 northmost.
    pub fn values(&self) -> &[f32] {
        let width = self.raster.width;
        &self.raster.data[self.above * width..][..self.rows * width]
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
        let rows = (options.strip / region.width.max(1)).clamp(1, region.height.max(1));
        let strips = region.height.div_ceil(rows);
        let mut remarks = Vec::new();
        for n in 0..strips {
            let first = rows * if walk.northwards { strips - 1 - n } else { n };
            let height = rows.min(region.height - first);
            let (from, to) = (first.saturating_sub(walk.margin), (first + height + walk.margin).min(region.height));
            let part = options.part(n as f32 / strips as f32, (n + 1) as f32 / strips as f32);
            let strip = Region { y: region.row(from), height: to - from, ..region };
            let Rendered { raster, remarks: found, stats: done } = self.render(plan, grid, strip, &part)?;
            receive(Strip { first, rows: height, above: first - from, raster }).map_err(Stopped::Receiver)?;
            stats.add(&done);
            remarks = found;
        }
        Ok((remarks, stats))
    }
}
