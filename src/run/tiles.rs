//! Jobs: rectangles of the wanted region that threads fill, each with its own part of every raster that is written.

use crate::plan::Slot;
use crate::raster::{Raster, Region};

/// Most rows of a job. A strip of columns costs kernels something to begin with, which its rows share.
const MOST_ROWS: usize = 256;
/// Jobs that each thread should find, so that all finish at about the same time.
const JOBS_PER_THREAD: usize = 16;

/// The size of the jobs of a region: a block wide, a whole number of blocks high.
pub(super) fn job_size(
    (width, height): (usize, usize),
    (block_width, block_height): (usize, usize),
    threads: usize,
) -> (usize, usize) {
    let columns = width.div_ceil(block_width).max(1);
    let bands = (threads * JOBS_PER_THREAD).div_ceil(columns);
    let rows = height.div_ceil(bands).clamp(1, MOST_ROWS);
    (block_width, rows.next_multiple_of(block_height))
}

/// The rows of some rasters of one size, cut into pieces and laid out job by job: down each column of jobs, so that a
/// thread stays on the same columns, and in each job raster by raster.
pub(super) struct Cut<'r> {
    slots: Vec<Slot>,
    /// Samples in a row and rows of a raster.
    size: (usize, usize),
    /// Samples in a row and most rows of a job.
    job: (usize, usize),
    pieces: Vec<&'r mut [f32]>,
}

impl<'r> Cut<'r> {
    /// Cuts rasters of `size` that take the values of slots into jobs of the size `job`.
    pub fn new(rasters: Vec<(Slot, &'r mut Raster)>, size: (usize, usize), job: (usize, usize)) -> Self {
        let (width, height) = size;
        let slots: Vec<Slot> = rasters.iter().map(|(slot, _)| *slot).collect();
        let mut pieces: Vec<&mut [f32]> = Vec::new();
        pieces.resize_with(slots.len() * height * width.div_ceil(job.0), Default::default);
        for (r, (_, raster)) in rasters.into_iter().enumerate() {
            for (row, line) in raster.data.chunks_mut(width.max(1)).enumerate() {
                let first = row - row % job.1;
                let rows = job.1.min(height - first);
                for (column, piece) in line.chunks_mut(job.0).enumerate() {
                    let start = (column * height + first) * slots.len();
                    pieces[start + r * rows + row - first] = piece;
                }
            }
        }
        Self { slots, size, job, pieces }
    }

    /// The jobs, each of at least one sample.
    pub fn jobs(&mut self) -> Vec<Job<'_, 'r>> {
        let (width, height) = self.size;
        let mut rest = &mut self.pieces[..];
        let mut jobs = Vec::with_capacity(width.div_ceil(self.job.0) * height.div_ceil(self.job.1));
        for column in (0..width).step_by(self.job.0) {
            for row in (0..height).step_by(self.job.1) {
                let size = (self.job.0.min(width - column), self.job.1.min(height - row));
                let (pieces, later) = std::mem::take(&mut rest).split_at_mut(self.slots.len() * size.1);
                rest = later;
                jobs.push(Job { at: (column, row), size, slots: &self.slots, pieces });
            }
        }
        jobs
    }
}

/// A rectangle of the wanted region and where its values go.
pub(super) struct Job<'c, 'r> {
    /// Column and row of its first sample in the region.
    pub at: (usize, usize),
    /// Width and height in samples.
    pub size: (usize, usize),
    slots: &'c [Slot],
    pieces: &'c mut [&'r mut [f32]],
}

impl Job<'_, '_> {
    /// Its samples as a part of the wanted region.
    pub fn region(&self, of: Region) -> Region {
        Region { x: of.column(self.at.0), y: of.row(self.at.1), width: self.size.0, height: self.size.1, ..of }
    }

    /// The values that the first of the rasters has of it.
    pub fn wanted(&self) -> Vec<f32> {
        self.pieces.iter().take(self.size.1).flat_map(|row| row.iter().copied()).collect()
    }

    /// Writes the values of `slot` over whole rows of the job from its row `row` on, if they go anywhere.
    pub fn write(&mut self, slot: Slot, row: usize, values: &[f32]) {
        let (width, height) = self.size;
        for (_, pieces) in self.slots.iter().zip(self.pieces.chunks_mut(height)).filter(|(s, _)| **s == slot) {
            for (piece, line) in pieces[row..].iter_mut().zip(values.chunks(width)) {
                piece.copy_from_slice(line);
            }
        }
    }
}
