//! `orograph range` and `orograph reduce`: the ranges that a recipe needs, measured apart from rendering, in parts if one likes.

use super::Failure;
use super::args::{RangeArgs, ReduceArgs};
use super::interrupt::stop_on_request;
use super::load::{Recipe, load, runner, what};
use super::output::{print, print_json};
use super::progress::Progress;
use super::render::write_failed;
use crate::deliver::{Ask, Job, RangeAsk, Ranges, RangesError, reduce, resolve};
use crate::export::{Format, write_file};
use crate::run::Runner;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Measures what the arguments ask for and writes it down.
pub fn range(args: &RangeArgs) -> Result<(), Failure> {
    let recipe = load(&args.recipe, args.seed)?;
    let job = job(args, &recipe)?;
    let known = args.range_file.as_deref().map(read).transpose()?;
    let known = known.as_ref().zip(args.range_file.as_deref());
    let progress = Progress::new(1, args.quiet);
    let name = args.out.display().to_string();
    let options = progress.options(0, &name, &stop_on_request());
    let part = (args.tiles.unwrap_or((1, 1)), args.tile);
    let measured = job.measure_part(part, known, &runner(&args.recipe), &options).map_err(ranges_failed)?;
    let ranges = measured.map_err(|_| Failure::Interrupted(format!("interrupted: {name} was not written")))?;
    write(&args.out, &ranges)?;
    let what = match (ranges.part, ranges.found.len(), ranges.passes) {
        (_, _, 0) => "the recipe measures no range".to_owned(),
        (Some((x, y)), found, all) => format!("{found} of {all} ranges over tile {x},{y}, round {}", ranges.round),
        (None, ..) => said(&ranges),
    };
    say(args.recipe.json, args.quiet, &name, &ranges, &what)
}

/// Puts the parts together.
pub fn reduce_parts(args: &ReduceArgs) -> Result<(), Failure> {
    let parts = args.parts.iter().map(|path| Ok((path.clone(), read(path)?))).collect::<Result<Vec<_>, Failure>>()?;
    let ranges = reduce(&parts).map_err(ranges_failed)?;
    write(&args.out, &ranges)?;
    say(args.json, args.quiet, &args.out.display().to_string(), &ranges, &said(&ranges))
}

/// Lets the runner know the ranges of the file, if one is named.
pub fn take(file: Option<&PathBuf>, job: &Job, runner: &Runner) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    job.take_ranges(&read(file)?, file, runner).map_err(ranges_failed)
}

fn said(ranges: &Ranges) -> String {
    let all: Vec<String> =
        ranges.known.iter().chain(&ranges.found).map(|r| format!("{} {} to {}", r.node, r.min, r.max)).collect();
    format!("{} of {} ranges: {}", all.len(), ranges.passes, all.join(", "))
}

fn say(json: bool, quiet: bool, name: &str, ranges: &Ranges, what: &str) -> Result<(), Failure> {
    match (json, quiet) {
        (true, _) => print_json(ranges),
        (false, true) => Ok(()),
        (false, false) => print(&format!("{name}: {what}")),
    }
}

/// A job that is never written, for its passes.
fn job(args: &RangeArgs, recipe: &Recipe) -> Result<Job, Failure> {
    let ask = Ask {
        what: what(&args.result),
        path: "-".into(),
        format: Some(Format::R32),
        range: args.range.unwrap_or(RangeAsk::Socket),
        time: args.result.time,
        ..Ask::default()
    };
    resolve(&recipe.graph, &ask).map_err(|e| recipe.refused(&e))
}

fn read(path: &Path) -> Result<Ranges, Failure> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|e| Failure::fault(format!("cannot read {shown}: {e}")))?;
    let ranges = serde_json::from_slice(&bytes);
    ranges
        .map_err(|e| Failure::fault(format!("{shown} holds no ranges that orograph range or reduce has written: {e}")))
}

fn write(path: &Path, ranges: &Ranges) -> Result<(), Failure> {
    let fill = |out: &mut dyn Write| {
        serde_json::to_writer_pretty(&mut *out, ranges)?;
        out.write_all(b"\n")
    };
    write_file(path, fill).map(drop).map_err(|e| write_failed(&e))
}

fn ranges_failed(error: RangesError) -> Failure {
    match error {
        error @ RangesError::NoPart(..) => Failure::Usage(error.to_string()),
        error => Failure::fault(error),
    }
}
