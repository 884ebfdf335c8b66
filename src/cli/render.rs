//! `orograph render`: one file. Several are the affair of `batch`.

use super::args::{RecipeArgs, RenderArgs};
use super::interrupt::stop_on_request;
use super::load::{Warned, load, runner, what};
use super::output::{print, print_json, warn_raw};
use super::progress::Progress;
use super::{Failure, batch, frames, range, terminal, verify};
use crate::deliver::{Ask, DeliverError, Job, Letters, RangeAsk, Report, STORED, deliver, estimate, number, resolve};
use crate::export::{MeshOptions, WriteError};
use crate::run::Options;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Where a file name holds the seed.
const SEED: &str = "{seed}";

/// Renders what the arguments ask for.
pub fn run(args: &RenderArgs) -> Result<(), Failure> {
    if let Some(file) = &args.many.verify {
        return verify::run(args, file);
    }
    let mut recipe = load(&args.recipe, args.seed)?;
    keep_the_recipe(&args.out, &args.recipe.file)?;
    if let Some(view) = args.view.as_deref().and_then(Letters::from_name) {
        return terminal::run(args, view, &recipe);
    }
    if let Some(moments) = args.frames.ask() {
        return frames::run(args, &recipe, moments);
    }
    match &args.seeds {
        // One seed is one file, which may go to standard output.
        Some(seeds) if seeds.end - seeds.start == 1 && args.out == Path::new("-") => recipe.graph.seed = seeds.start,
        None if args.many.tiles.is_none() => {}
        _ => return batch::run(&batch::Wish::of(args), recipe),
    }
    let runner = runner(&args.recipe);
    let progress = Progress::new(1, args.quiet);
    let path = with_seed(&args.out, recipe.graph.seed);
    let options = progress.options(0, &path.display().to_string(), &stop_on_request());
    let job = resolve(&recipe.graph, &ask(args, &path)).map_err(|e| recipe.refused(&e))?;
    range::take(args.many.range_file.as_ref(), &job, &runner)?;
    if estimated(&args.recipe, (args.many.estimate, args.quiet), &job, (1, 1), &options)? {
        return Ok(());
    }
    let report = deliver(&job, &runner, &options).map_err(|error| failed(&path, &error))?;
    progress.pause(|| {
        Warned::default().print(report.notes.iter().chain(&report.remarks));
        say(args.recipe.json, args.quiet, &report)
    })
}

/// Samples from which somebody who waits is told beforehand what it takes.
const LARGE: u64 = 1 << 26;

/// Says what `job` and its like will take, if that was asked for (`asked`) or may be long. Whether that was all that was
/// asked for.
pub fn estimated(
    args: &RecipeArgs,
    (asked, quiet): (bool, bool),
    job: &Job,
    (files, sets): (u64, u64),
    options: &Options,
) -> Result<bool, Failure> {
    let large = (job.region.len() as u64).saturating_mul(files) > LARGE;
    let watched = large && !quiet && io::stderr().is_terminal();
    if !asked && !watched {
        return Ok(false);
    }
    let power = (args.threads.map(usize::from), STORED);
    let found = estimate(job, (files, sets), power, options).map_err(|error| failed(&job.path, &error))?;
    match (asked, args.json) {
        (true, true) => print_json(&found)?,
        (true, false) => print(&found.sentence())?,
        (false, _) => warn_raw(&found.sentence()),
    }
    Ok(asked)
}

/// The failure that says why `path` was not written.
pub fn failed(path: &Path, error: &DeliverError) -> Failure {
    match error {
        DeliverError::Cancelled => Failure::Interrupted(format!("interrupted: {} was not written", path.display())),
        DeliverError::Write(error) => write_failed(error),
    }
}

/// The failure that says why a file was not written: one that is worth another try, or not.
pub fn write_failed(error: &WriteError) -> Failure {
    match error {
        error if error.is_broken_pipe() => Failure::BrokenPipe,
        error if error.is_worth_retrying() => Failure::Passing(format!("error: {error}")),
        error => Failure::fault(error),
    }
}

/// What the arguments ask for, to be written to `path`.
pub fn ask(args: &RenderArgs, path: &Path) -> Ask {
    Ask {
        what: what(&args.result),
        path: path.into(),
        format: args.format,
        size: args.size,
        region: args.region,
        sampling: args.sampling,
        preset: args.preset,
        range: args.range.unwrap_or(RangeAsk::Socket),
        units: args.units,
        picture: args.view.clone(),
        pixels: args.pixels,
        map: args.map,
        mesh: MeshOptions { error: args.mesh_error, skirt: args.skirt, keep_edges: false },
        epsg: args.epsg,
        sidecar: args.sidecar,
        flip_y: args.flip_y,
        time: args.result.time,
    }
}

/// Refuses to write over the recipe that is drawn.
pub fn keep_the_recipe(out: &Path, recipe: &Path) -> Result<(), Failure> {
    let same = out.canonicalize().is_ok_and(|out| recipe.canonicalize().is_ok_and(|file| file == out));
    if same && out.is_file() {
        return Err(Failure::Usage(format!("{} is the recipe itself, OUT has to be another file", out.display())));
    }
    Ok(())
}

fn with_seed(path: &Path, seed: u64) -> PathBuf {
    match path.to_str() {
        Some(text) => text.replace(SEED, &seed.to_string()).into(),
        None => path.into(),
    }
}

/// Prints the report: to standard output, or to standard error where the file itself went there.
pub fn say(json: bool, quiet: bool, report: &Report) -> Result<(), Failure> {
    let to_stdout = report.path != "-";
    if json {
        if to_stdout {
            return print_json(report);
        }
        warn_raw(&serde_json::to_string(report).map_err(Failure::fault)?);
        return Ok(());
    }
    if quiet {
        return Ok(());
    }
    if to_stdout {
        return print(&summary(report));
    }
    warn_raw(&summary(report));
    Ok(())
}

fn summary(report: &Report) -> String {
    let mut lines = vec![format!("{}: {}", report.path, report.sentence)];
    if let Some(tiles) = &report.tiles {
        let shares: Vec<String> =
            tiles.iter().map(|t| format!("{} {} ({} %)", t.name, t.samples, number(t.share * 100.0))).collect();
        lines.push(format!("  samples per tile: {}", shares.join(", ")));
    } else {
        let (min, max) = (number(report.min.into()), number(report.max.into()));
        let mut line = format!("  values {min} to {max}, mean {}", number(report.mean));
        if let Some(m) = &report.mapping {
            line += &format!(", mapped from {} to {} ({})", number(m.lo), number(m.hi), m.by);
        }
        if let Some(clipped) = report.clipped.filter(|c| *c > 0.0) {
            line += &format!(", {} % outside", number(clipped * 100.0));
        }
        lines.push(line);
    }
    lines.extend(report.import.iter().map(|line| format!("  {line}")));
    lines.push(format!("  seed {}, {} bytes, hash {}", report.seed, report.bytes, report.hash));
    lines.extend(report.hints.iter().map(|hint| format!("  note: {}", hint.message)));
    lines.join("\n")
}
