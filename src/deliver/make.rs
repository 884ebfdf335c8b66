//! Evaluates a [`Job`] strip by strip and writes the strips while the next ones are evaluated.
//!
//! A strip goes through three hands: all threads evaluate it and turn it into the bytes of its rows, the [`Tally`] notes
//! what the report needs, and a thread of its own compresses and writes. Strips come in the order of the file, from the
//! south where its first row is the southern edge, so no format has to seek and a pipe will do. Memory holds a strip of
//! values and the bytes of three, whatever the size of the map.

use super::companions;
use super::facts::report;
use super::samples::Coder;
use super::sidecar;
use super::tally::Tally;
use super::{By, Job, Mapping, Report};
use crate::export::{Layout, WriteError, encode, write_file, write_stdout};
use crate::plan::Plan;
use crate::raster::Region;
use crate::run::{Cancelled, Options, Remark, Runner, Stopped};
use crate::spec::Quantity;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Strips that wait for the disk. One is enough: the disk and the threads are rarely both idle then.
const WAITING: usize = 1;

/// Why nothing was delivered.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// Somebody stopped it; no fault.
    #[error("cancelled")]
    Cancelled,
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<Cancelled> for DeliverError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Evaluates `job` and writes its file, or to standard output if its path is `-`.
///
/// # Errors
/// [`DeliverError::Cancelled`] when `options` stopped it, else what the disk said. The old file is unchanged then.
pub fn deliver(job: &Job, runner: &Runner, options: &Options) -> Result<Report, DeliverError> {
    deliver_blended(job, None, runner, options)
}

/// The same with values of another plan mixed in: its share, 0 to 1.
///
/// # Errors
/// As for [`deliver`].
pub(super) fn deliver_blended(
    job: &Job,
    blend: Option<(&Plan, f32)>,
    runner: &Runner,
    options: &Options,
) -> Result<Report, DeliverError> {
    deliver_with(job, blend, runner, options, |layout, strips| write(layout, &job.path, strips))
}

/// Evaluates `job` and hands the bytes of its strips to `write`, which runs on a thread of its own and returns the number
/// of bytes that it has written.
pub(super) fn deliver_with(
    job: &Job,
    blend: Option<(&Plan, f32)>,
    runner: &Runner,
    options: &Options,
    write: impl FnOnce(&Layout, Receiver<Vec<u8>>) -> Result<u64, WriteError> + Send,
) -> Result<Report, DeliverError> {
    let (mapping, measured) = match &job.measure {
        Some(plan) => {
            let share = share_of_measuring(plan, job);
            (Some(measured_mapping(plan, runner, &options.part(0.0, share))?), share)
        }
        None => (job.mapping, 0.0),
    };
    let mut coder = Coder::new(job, mapping, runner, options)?;
    let mut tally = Tally::new(job.region, mapping, job.plan.quantity == Quantity::Tiles);
    let layout = coder.layout();
    let mut beside = companions::write(job)?;
    let (sender, receiver) = sync_channel(WAITING);
    let (remarks, bytes) = thread::scope(|scope| {
        let write = || write(&layout, receiver);
        let writer = thread::Builder::new().name("write".into()).spawn_scoped(scope, write);
        let writer = writer.map_err(|e| WriteError::Failed { target: job.path.clone(), source: e })?;
        let options = options.part(measured, 1.0);
        let evaluated = evaluate((job, blend), runner, &options, &mut coder, &mut tally, sender);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match evaluated {
            Err(Stopped::Cancelled) => Err(DeliverError::Cancelled),
            Err(Stopped::Receiver(gone)) => written.and(Err(gone)).map_err(DeliverError::Write),
            Ok(remarks) => Ok((remarks, written?)),
        }
    })?;
    let mut report = Report { bytes, ..report(job, mapping, coder.codes(), tally, &remarks) };
    beside.extend(sidecar::write(job, &report)?);
    report.beside = beside.iter().map(|path| path.display().to_string()).collect();
    Ok(report)
}

/// Evaluates strip by strip and hands their bytes to the writer. The sender goes at the end, which tells the writer.
fn evaluate(
    (job, blend): (&Job, Option<(&Plan, f32)>),
    runner: &Runner,
    options: &Options,
    coder: &mut Coder<'_>,
    tally: &mut Tally,
    sender: SyncSender<Vec<u8>>,
) -> Result<Vec<Remark>, Stopped<WriteError>> {
    let walk = coder.walk();
    let strip = if coder.is_whole() { job.region.len() } else { options.strip };
    let options = &Options { strip, ..options.clone() };
    let run = runner.stream(&job.plan, &job.grid, job.region, walk, options, |mut strip| {
        if let Some((plan, share)) = blend {
            let (y, height) = (job.region.row(strip.first - strip.above), strip.raster.height);
            let rows = Region { y, height, ..job.region };
            let quiet = Options { progress: None, ..options.clone() };
            // Somebody stopped it, which is told apart below.
            let other = runner.render(plan, &job.grid, rows, &quiet).map_err(|_| interrupted(job))?;
            super::frames::mix(&mut strip.raster, &other.raster, share);
        }
        let bytes = runner.install(|| {
            tally.add(&strip);
            coder.rows(&strip)
        });
        drop(strip);
        // The writer went away because it failed, and has more to say about it than this.
        let gone = || WriteError::Failed { target: job.path.clone(), source: io::ErrorKind::BrokenPipe.into() };
        sender.send(bytes).map_err(|_| gone())
    });
    match run {
        Err(Stopped::Receiver(_)) if options.cancel.is_cancelled() => Err(Stopped::Cancelled),
        run => run.map(|(remarks, _)| remarks),
    }
}

fn interrupted(job: &Job) -> WriteError {
    WriteError::Failed { target: job.path.clone(), source: io::ErrorKind::Interrupted.into() }
}

/// Writes the strips as they come. When they end early nothing is put in place.
pub(super) fn write(layout: &Layout, path: &Path, strips: Receiver<Vec<u8>>) -> Result<u64, WriteError> {
    let fill = |out: &mut dyn Write| {
        encode(layout, out, |rows| strips.into_iter().try_for_each(|strip| rows.write_all(&strip)))
    };
    if path == Path::new("-") { write_stdout(fill) } else { write_file(path, fill) }
}

/// The mapping of a job, measured if it has to be.
pub(super) fn mapping_of(job: &Job, runner: &Runner, options: &Options) -> Result<Option<Mapping>, Cancelled> {
    match &job.measure {
        Some(plan) => measured_mapping(plan, runner, options).map(Some),
        None => Ok(job.mapping),
    }
}

/// The extremes over the recipe's build grid at time 0, as for any other range.
fn measured_mapping(plan: &Plan, runner: &Runner, options: &Options) -> Result<Mapping, Cancelled> {
    let seen = runner.extremes(plan, options)?;
    Ok(Mapping { lo: f64::from(seen.min), hi: f64::from(seen.max), by: By::Measured })
}

fn share_of_measuring(plan: &Plan, job: &Job) -> f32 {
    let (measured, rendered) = (plan.build_grid.region().len() as f32, job.region.len().max(1) as f32);
    measured / (measured + rendered)
}
