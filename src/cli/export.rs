//! `orograph export`: writes the exports that a recipe remembers, all or some of them.

use super::Failure;
use super::args::ExportArgs;
use super::batch::{self, Wish};
use super::interrupt::stop_on_request;
use super::load::{Recipe, Warned, load, runner};
use super::output::warn;
use super::progress::Progress;
use super::render::{keep_the_recipe, say, write_failed};
use crate::deliver::{Delivery, Job, Names, Pattern, all_apart, deliver_all, delivery, resolve};
use crate::disk::folder_of;
use std::path::PathBuf;

/// Writes what the arguments name.
pub fn run(args: &ExportArgs) -> Result<(), Failure> {
    let recipe = load(&args.recipe, args.seed)?;
    let (sets, singles): (Vec<Delivery>, Vec<Delivery>) =
        wanted(args, &recipe)?.into_iter().partition(|d| d.tiles.is_some());
    // All of them are looked at before the first is evaluated.
    let jobs = singles.iter().map(|d| job(args, &recipe, d)).collect::<Result<Vec<Job>, Failure>>()?;
    let files = jobs.iter().zip(&singles).map(|(job, delivery)| (delivery.name.as_str(), job.path.as_path()));
    all_apart(files).map_err(|e| Failure::fault(e.to_string()))?;
    let mut failed = write(args, &jobs)?;
    for delivery in &sets {
        if let Err(failure) = batch::run(&wish(args, delivery), recipe.clone()) {
            if !matches!(failure, Failure::Passing(_) | Failure::Fault(_)) {
                return Err(failure);
            }
            failed.push(failure);
        }
    }
    // All but the first are printed here, that one at the end.
    let mut failed = failed.into_iter();
    let first = failed.next();
    failed.for_each(|failure| failure.print());
    first.map_or(Ok(()), Err)
}

/// The exports that are named, or all.
fn wanted(args: &ExportArgs, recipe: &Recipe) -> Result<Vec<Delivery>, Failure> {
    let exports = &recipe.graph.exports;
    let file = args.recipe.file.display();
    if exports.is_empty() {
        let way = "save one in the window's export dialog, or write exports: { \"NAME\": (path: \"FILE.png\") }";
        return Err(Failure::fault(format!("{file} has no exports: {way}")));
    }
    let known = || exports.iter().map(|e| e.name.clone()).collect::<Vec<_>>().join(", ");
    if let Some(name) = args.names.iter().find(|name| recipe.graph.export(name).is_none()) {
        return Err(Failure::Usage(format!("{file} has no export \"{name}\", it has {}", known())));
    }
    let folder = folder_of(&args.recipe.file);
    let folder = if folder.as_os_str() == "." { PathBuf::new() } else { folder };
    let chosen = exports.iter().filter(|e| args.names.is_empty() || args.names.contains(&e.name));
    let mut found = Vec::new();
    for export in chosen {
        let delivery = delivery(export, &folder).map_err(|e| recipe.refused(&e))?;
        for field in &delivery.unknown {
            warn(&format!("export \"{}\": the field {field} is not known here and has no effect", export.name));
        }
        found.push(delivery);
    }
    Ok(found)
}

fn job(args: &ExportArgs, recipe: &Recipe, delivery: &Delivery) -> Result<Job, Failure> {
    let mut ask = delivery.ask.clone();
    let pattern = Pattern::parse(&ask.path).map_err(|e| recipe.refused(&e))?;
    let output = crate::deliver::resolve_link(&recipe.graph, &ask.what).map_err(|e| recipe.refused(&e))?;
    let name = output.0.unwrap_or_else(|| output.1.to_string());
    ask.path = pattern.fill(&Names { seed: recipe.graph.seed, output: &name, tile: None });
    keep_the_recipe(&ask.path, &args.recipe.file)?;
    resolve(&recipe.graph, &ask).map_err(|e| recipe.refused(&e).within(&format!("export \"{}\"", delivery.name)))
}

/// Writes single files. What could not be written is among what is returned.
fn write(args: &ExportArgs, jobs: &[Job]) -> Result<Vec<Failure>, Failure> {
    let progress = Progress::new(1, args.quiet);
    let options = progress.options(0, &args.recipe.file.display().to_string(), &stop_on_request());
    let mut warned = Warned::default();
    let (mut failed, mut unsaid) = (Vec::new(), Ok(()));
    let mut done = 0;
    let ended = deliver_all(jobs, &runner(&args.recipe), &options, |_, report| {
        done += 1;
        match report {
            Ok(report) => progress.pause(|| {
                warned.print(report.notes.iter().chain(&report.remarks));
                let said = say(args.recipe.json, args.quiet, &report);
                if unsaid.is_ok() {
                    unsaid = said;
                }
            }),
            Err(error) => failed.push(write_failed(&error)),
        }
    });
    if ended.is_err() {
        return Err(Failure::Interrupted(format!("interrupted: {done} of {} files were written", jobs.len())));
    }
    unsaid.map(|()| failed)
}

fn wish<'a>(args: &'a ExportArgs, delivery: &Delivery) -> Wish<'a> {
    Wish {
        recipe: &args.recipe,
        ask: delivery.ask.clone(),
        tiles: delivery.tiles,
        tile: None,
        seeds: None,
        range_file: None,
        manifest: None,
        fresh: args.fresh,
        estimate: false,
        quiet: args.quiet,
    }
}
