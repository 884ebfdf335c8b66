//! What a job will take, before it is done: a piece from its middle is rendered and encoded into nothing, and the clock
//! read. Ranges are made up for that, since measuring them may be most of the work.

use super::make::deliver_with;
use super::{By, DeliverError, Job, Mapping};
use crate::export::{WriteError, encode};
use crate::plan::MapPass;
use crate::raster::Region;
use crate::run::{Options, Runner};
use crate::spec::Measured;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Instant;

/// Samples of the piece that is tried, along a side.
const PIECE: usize = 512;

/// Memory of the program itself and of what threads need, in bytes.
const BASE: u64 = 40 << 20;

/// What a job will take, about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// Files.
    pub files: u64,
    /// Samples of all files.
    pub samples: u64,
    /// Bytes of all files, before any compression.
    pub bytes: u64,
    /// Bytes of memory at most.
    pub memory: u64,
    /// Passes over the build grid that measure a range first.
    pub passes: usize,
    /// Seconds on this machine.
    pub seconds: f64,
}

/// Tries a piece of `job`, which stands for `files` files that are `sets` times measured for. `budget` are the bytes that
/// stored results may take, `threads` as for [`Runner::new`].
///
/// # Errors
/// [`DeliverError::Cancelled`] when `options` stopped it.
pub fn estimate(
    job: &Job,
    (files, sets): (u64, u64),
    (threads, budget): (Option<usize>, usize),
    options: &Options,
) -> Result<Estimate, DeliverError> {
    let runner = Runner::new(threads, 0);
    let passes = job.passes();
    for pass in &passes {
        runner.remember(pass.key, Measured { min: -1.0, max: 1.0 });
    }
    let mut piece = job.clone();
    piece.region = middle(job.region);
    if piece.measure.take().is_some() {
        piece.mapping = Some(Mapping { lo: -1.0, hi: 1.0, by: By::Measured });
    }
    let each = seconds_of(&piece, &runner, options)? / piece.region.len().max(1) as f64;
    let samples = job.region.len() as u64;
    let cost = |cost: u64| (cost + 1) as f64 / (job.plan.cost + 1) as f64;
    // Ranges and whole maps are passes over the build grid alike.
    let plans = passes.iter().map(|p| &p.plan).chain(job.plan.maps.iter().map(|m| &m.plan));
    let measured = plans.map(|plan| plan.build_grid.region().len() as f64 * cost(plan.cost)).sum::<f64>();
    Ok(Estimate {
        files,
        samples: samples.saturating_mul(files),
        bytes: samples.saturating_mul(files).saturating_mul(job.format.sample_bytes() as u64),
        memory: memory(job, options.strip, budget),
        passes: passes.len(),
        seconds: each * (samples as f64 * files as f64 + measured * sets as f64),
    })
}

impl Estimate {
    /// One sentence.
    pub fn sentence(&self) -> String {
        let files = if self.files == 1 { String::new() } else { format!("{} files, ", self.files) };
        let (samples, bytes) = (million(self.samples), size(self.bytes));
        let memory = size(self.memory);
        format!(
            "{files}{samples} samples, at most {bytes} on the disk, {memory} of memory, about {}",
            time(self.seconds)
        )
    }
}

/// A piece from the middle.
fn middle(region: Region) -> Region {
    let (width, height) = (region.width.min(PIECE), region.height.min(PIECE));
    let (x, y) = (region.column((region.width - width) / 2), region.row((region.height - height) / 2));
    Region { x, y, width, height, ..region }
}

/// Time of the second run: the first one wakes the threads.
fn seconds_of(piece: &Job, runner: &Runner, options: &Options) -> Result<f64, DeliverError> {
    let options = Options { progress: None, ..options.clone() };
    let mut took = 0.0;
    for _ in 0..2 {
        let begun = Instant::now();
        deliver_with(piece, None, runner, &options, |layout, strips| {
            let mut nowhere = io::sink();
            let rows = |rows: &mut dyn Write| strips.into_iter().try_for_each(|strip| rows.write_all(&strip));
            let failed = |source| WriteError::Failed { target: piece.path.clone(), source };
            encode(layout, &mut nowhere, rows).map(|()| 0).map_err(failed)
        })?;
        took = begun.elapsed().as_secs_f64();
    }
    Ok(took)
}

/// A strip of values, three of bytes, one more of each, and the fields that are measured as far as they are kept.
fn memory(job: &Job, strip: usize, budget: usize) -> u64 {
    let samples = job.region.len().min(strip.max(job.region.width)) as u64;
    // What a thread gives back the allocator may keep for that thread while another one asks for as much.
    let strips = samples * (2 * 4 + 4 * job.format.sample_bytes() as u64);
    let field = |samples: usize| 4 * samples as u64;
    let fields: u64 = job.passes().iter().map(|p| field(p.plan.build_grid.region().len())).sum();
    // A map stays, and so does its source while it is filled.
    let map = |map: &MapPass| field(map.plan.build_grid.region().len()) * (1 + map.outputs as u64);
    let maps: u64 = job.plan.maps.iter().map(map).sum();
    // A field that does not fit is measured strip by strip.
    BASE + strips + fields.min(budget as u64) + maps
}

fn million(n: u64) -> String {
    if n < 1_000_000 { n.to_string() } else { format!("{:.1} million", n as f64 / 1e6) }
}

fn size(bytes: u64) -> String {
    match bytes as f64 / f64::from(1 << 20) {
        mib if mib < 1.0 => format!("{} KiB", bytes.div_ceil(1024)),
        mib if mib < 4096.0 => format!("{mib:.0} MiB"),
        mib => format!("{:.1} GiB", mib / 1024.0),
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "a second".into(),
        s if s < 120.0 => format!("{s:.0} seconds"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3600.0),
    }
}
