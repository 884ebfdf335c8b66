//! A render in strips, for maps that should not be held in memory at once.

use super::{Cancelled, Options, Remark, Rendered, Runner, Stats};
use crate::plan::Plan;
use crate::raster::{Grid, Raster, Region};
use std::sync::Arc;

/// Samples in a strip: 16 MiB of values, enough to keep all threads busy.
const STRIP: usize = 1 << 22;

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
    /// The values of `plan` on `region` of `grid`, handed to `receive` in strips of whole rows from north to south, each
    /// with the number of its first row. The values are those of [`Runner::render`]; nothing but a strip is held.
    ///
    /// # Errors
    /// [`Stopped`] when the run was cancelled or when `receive` failed.
    pub fn stream<E>(
        &self,
        plan: &Plan,
        grid: &Grid,
        region: Region,
        options: &Options,
        mut receive: impl FnMut(usize, &Raster) -> Result<(), E>,
    ) -> Result<(Vec<Remark>, Stats), Stopped<E>> {
        let rows = (STRIP / region.width.max(1)).clamp(1, region.height.max(1));
        let mut remarks = Vec::new();
        let mut stats = Stats::default();
        for first in (0..region.height).step_by(rows) {
            let height = rows.min(region.height - first);
            let strip = Region { y: region.row(first), height, ..region };
            let share = |rows: usize| rows as f32 / region.height as f32;
            let (done, part) = (share(first), share(height));
            let outer = options.progress.clone();
            let progress = outer
                .map(|report| -> Arc<dyn Fn(f32) + Send + Sync> { Arc::new(move |inner| report(done + part * inner)) });
            let Rendered { raster, remarks: found, stats: strip_stats } =
                self.render(plan, grid, strip, &Options { progress, ..options.clone() })?;
            receive(first, &raster).map_err(Stopped::Receiver)?;
            stats.add(&strip_stats);
            remarks = found;
        }
        Ok((remarks, stats))
    }
}
