//! Several files from one evaluation: the strips of a map go to the coder and the writer of every file that holds the same
//! samples.

use super::facts::report;
use super::make::{mapping_of, write};
use super::samples::Coder;
use super::tally::Tally;
use super::{Job, Mapping, Report};
use super::{companions, sidecar};
use crate::export::WriteError;
use crate::run::{Cancelled, Options, Runner, Stopped, Walk};
use crate::spec::Quantity;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// What is on its way to one file.
struct Line<'j> {
    job: &'j Job,
    mapping: Option<Mapping>,
    coder: Coder<'j>,
    tally: Tally,
    /// `None` once the writer has failed.
    sender: Option<SyncSender<Vec<u8>>>,
}

/// Evaluates and writes `jobs`, those that hold the same samples from one evaluation. `tell` hears of every file by its
/// number; one that cannot be written does not hold up the others.
///
/// # Errors
/// [`Cancelled`] when `options` stopped it: files that `tell` has not heard of are as they were then.
pub fn deliver_all(
    jobs: &[Job],
    runner: &Runner,
    options: &Options,
    mut tell: impl FnMut(usize, Result<Report, WriteError>),
) -> Result<(), Cancelled> {
    let samples = jobs.iter().map(|job| job.region.len() as f32).sum::<f32>().max(1.0);
    let groups = groups(jobs);
    let mut done = 0.0;
    for (i, group) in groups.iter().enumerate() {
        let some: Vec<&Job> = group.iter().filter_map(|&i| jobs.get(i)).collect();
        let next = done + some.iter().map(|job| job.region.len() as f32).sum::<f32>() / samples;
        // What a later one may read again is kept where it takes little room.
        let small = some.first().is_some_and(|job| 4 * job.region.len() <= runner.cache_use().1 / 4);
        let options = Options { keep_target: small && i + 1 < groups.len(), ..options.part(done, next) };
        let reports = together(&some, runner, &options)?;
        group.iter().zip(reports).for_each(|(&i, report)| tell(i, report));
        done = next;
    }
    Ok(())
}

/// Numbers of the jobs that hold the same samples in the same order.
fn groups(jobs: &[Job]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let alike = |a: &Job, b: &Job| {
        (a.plan.key, a.plan.time, a.grid, a.region, a.reach(), a.south_first)
            == (b.plan.key, b.plan.time, b.grid, b.region, b.reach(), b.south_first)
    };
    for (i, job) in jobs.iter().enumerate() {
        let known = groups.iter_mut().find(|g| g.first().is_some_and(|&first| alike(&jobs[first], job)));
        match known {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    groups
}

fn together(jobs: &[&Job], runner: &Runner, options: &Options) -> Result<Vec<Result<Report, WriteError>>, Cancelled> {
    let mut lines = jobs.iter().map(|job| Line::new(job, runner, options)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = jobs.first() else { return Ok(Vec::new()) };
    let margin = lines.iter().map(|line| line.coder.margin()).max().unwrap_or(0);
    let walk = Walk { northwards: first.south_first, margin, within: first.reach() };
    // All files together hold as much in memory as one alone, unless one of them is drawn as a whole.
    let is_whole = lines.iter().any(|line| line.coder.is_whole());
    let strip = if is_whole { first.region.len() } else { options.strip / jobs.len().max(1) };
    let options = &Options { strip, ..options.clone() };
    let (run, written) = thread::scope(|scope| {
        let mut writers = Vec::new();
        for line in &mut lines {
            let (sender, receiver) = sync_channel(1);
            let (layout, path) = (line.coder.layout(), &line.job.path);
            let write = move || write(&layout, path, receiver);
            writers.push(thread::Builder::new().name("write".into()).spawn_scoped(scope, write));
            line.sender = Some(sender);
        }
        let run = runner.stream(&first.plan, &first.grid, first.region, walk, options, |strip| {
            for line in lines.iter_mut().filter(|line| line.sender.is_some()) {
                let bytes = runner.install(|| {
                    line.tally.add(&strip);
                    line.coder.rows(&strip)
                });
                // The writer went away because it failed, and says more about it in the end.
                let gone = line.sender.as_ref().is_some_and(|sender| sender.send(bytes).is_err());
                if gone {
                    line.sender = None;
                }
            }
            if lines.iter().all(|line| line.sender.is_none()) { Err(()) } else { Ok(()) }
        });
        lines.iter_mut().for_each(|line| line.sender = None);
        let end = |(writer, job): (std::io::Result<thread::ScopedJoinHandle<'_, _>>, &&Job)| match writer {
            Ok(writer) => writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(source) => Err(WriteError::Failed { target: job.path.clone(), source }),
        };
        (run, writers.into_iter().zip(jobs).map(end).collect::<Vec<Result<u64, WriteError>>>())
    });
    let remarks = match run {
        Ok((remarks, _)) => remarks,
        Err(Stopped::Cancelled) => return Err(Cancelled),
        Err(Stopped::Receiver(())) => Vec::new(),
    };
    let finish = |(line, bytes): (Line<'_>, Result<u64, WriteError>)| -> Result<Report, WriteError> {
        let bytes = bytes?;
        let job = line.job;
        let mut beside = companions::write(job)?;
        let mut report = Report { bytes, ..report(job, line.mapping, line.coder.codes(), line.tally, &remarks) };
        beside.extend(sidecar::write(job, &report)?);
        report.beside = beside.iter().map(|path| path.display().to_string()).collect();
        Ok(report)
    };
    Ok(lines.into_iter().zip(written).map(finish).collect())
}

impl<'j> Line<'j> {
    fn new(job: &'j Job, runner: &Runner, options: &Options) -> Result<Self, Cancelled> {
        let options = Options { progress: None, ..options.clone() };
        let mapping = mapping_of(job, runner, &options)?;
        let coder = Coder::new(job, mapping, runner, &options)?;
        let tally = Tally::new(job.region, mapping, job.plan.quantity == Quantity::Tiles);
        Ok(Self { job, mapping, coder, tally, sender: None })
    }
}
