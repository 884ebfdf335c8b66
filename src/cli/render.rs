//! `orograph render`: one file, or one per seed.

use super::Failure;
use super::args::RenderArgs;
use super::interrupt::stop_on_request;
use super::load::{Recipe, Warned, load, runner, what};
use super::output::{print, print_json, warn_raw};
use super::progress::Progress;
use crate::deliver::{Ask, DeliverError, RangeAsk, Report, deliver, number, resolve};
use crate::export::MeshOptions;
use crate::run::{Options, Runner};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Where a file name holds the seed.
const SEED: &str = "{seed}";

/// Renders what the arguments ask for.
pub fn run(args: &RenderArgs) -> Result<(), Failure> {
    let mut recipe = load(&args.recipe, args.seed)?;
    let seeds = seeds(args, recipe.graph.seed)?;
    keep_the_recipe(&args.out, &args.recipe.file)?;
    let runner = runner(&args.recipe);
    let progress = Progress::new((seeds.end() - seeds.start()).saturating_add(1), args.quiet);
    let mut warned = Warned::default();
    let cancel = stop_on_request();
    for (index, seed) in (0..).zip(seeds) {
        recipe.graph.seed = seed;
        let path = with_seed(&args.out, seed);
        let options = progress.options(index, &path.display().to_string(), &cancel);
        let report = one(args, &recipe, &path, &runner, &options)?;
        progress.pause(|| {
            warned.print(report.notes.iter().chain(&report.remarks));
            say(args, &report)
        })?;
    }
    Ok(())
}

fn one(args: &RenderArgs, recipe: &Recipe, path: &Path, runner: &Runner, options: &Options) -> Result<Report, Failure> {
    let job = resolve(&recipe.graph, &ask(args, path)).map_err(|e| recipe.refused(&e))?;
    deliver(&job, runner, options).map_err(|error| match error {
        DeliverError::Cancelled => Failure::Interrupted(format!("interrupted: {} was not written", path.display())),
        DeliverError::Write(e) if e.is_broken_pipe() => Failure::BrokenPipe,
        error => Failure::fault(error),
    })
}

fn ask(args: &RenderArgs, path: &Path) -> Ask {
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
        map: args.map,
        mesh: MeshOptions { error: args.mesh_error, skirt: args.skirt },
        epsg: args.epsg,
        sidecar: args.sidecar,
        flip_y: args.flip_y,
        time: args.result.time,
    }
}

/// The seeds to render; several of them need a name that tells the files apart.
fn seeds(args: &RenderArgs, seed: u64) -> Result<RangeInclusive<u64>, Failure> {
    let Some(seeds) = &args.seeds else { return Ok(seed..=seed) };
    if seeds.end - seeds.start > 1 && !args.out.to_str().is_some_and(|out| out.contains(SEED)) {
        let message = format!("--seeds writes one file per seed, so OUT needs {SEED}, such as map_{SEED}.png");
        return Err(Failure::Usage(message));
    }
    Ok(seeds.start..=seeds.end - 1)
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
fn say(args: &RenderArgs, report: &Report) -> Result<(), Failure> {
    let to_stdout = report.path != "-";
    if args.recipe.json {
        if to_stdout {
            return print_json(report);
        }
        warn_raw(&serde_json::to_string(report).map_err(Failure::fault)?);
        return Ok(());
    }
    if args.quiet {
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
    lines.join("\n")
}
