//! `orograph sheet`: pictures of several seeds or values on one sheet.

use super::Failure;
use super::args::SheetArgs;
use super::interrupt::stop_on_request;
use super::load::{Recipe, load, runner, what};
use super::output::{print, print_json, warn_raw};
use super::progress::Progress;
use super::render::{keep_the_recipe, write_failed};
use crate::deliver::{
    Along, DeliverError, Job, Paper, RangeAsk, Sheet, SheetAsk, SheetError, Variation, draw, variations,
};
use crate::export::{WriteError, check_target, write_file, write_stdout};
use serde::Serialize;
use std::path::Path;

/// What a sheet holds, for scripts.
#[derive(Serialize)]
struct Listing<'a> {
    path: String,
    width: usize,
    height: usize,
    cell: (usize, usize),
    columns: usize,
    rows: usize,
    cells: Vec<Place<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    label: &'a str,
    column: usize,
    row: usize,
    x: usize,
    y: usize,
}

/// Draws the sheet that the arguments ask for.
pub fn run(mut args: SheetArgs) -> Result<(), Failure> {
    let along = along(&mut args)?;
    target(&args)?;
    let recipe = load(&args.recipe, args.seed)?;
    let ask = SheetAsk {
        what: what(&args.result),
        view: args.view.clone(),
        size: args.size,
        range: args.range.unwrap_or(RangeAsk::Socket),
        time: args.result.time,
    };
    let refused = |e| refused(&recipe, e);
    let columns = args.columns.map(usize::from);
    let cells = variations(&recipe.graph, &along.0, along.1.as_ref(), columns).map_err(refused)?;
    let jobs = cells.iter().map(|cell| cell.resolve(&recipe.graph, &ask)).collect::<Result<Vec<Job>, _>>();
    let jobs = jobs.map_err(refused)?;
    let Some(first) = jobs.first() else { return Err(Failure::Usage("there is nothing to vary".into())) };
    let paper = Paper::new((first.region.width, first.region.height), &cells).map_err(refused)?;
    let sheet = fill(&args, paper, &cells, &jobs)?;
    let png = sheet.picture().png().map_err(Failure::fault)?;
    let written = match args.out == Path::new("-") {
        true => write_stdout(|out| out.write_all(&png)),
        false => write_file(&args.out, |out| out.write_all(&png)),
    };
    written.map_err(|e| write_failed(&e))?;
    say(&args, paper, &cells)
}

fn fill(args: &SheetArgs, paper: Paper, cells: &[Variation], jobs: &[Job]) -> Result<Sheet, Failure> {
    let runner = runner(&args.recipe);
    let progress = Progress::new(cells.len() as u64, args.quiet);
    let cancel = stop_on_request();
    let mut sheet = Sheet::new(paper);
    for ((index, cell), job) in (0..).zip(cells).zip(jobs) {
        let options = progress.options(index, &cell.label, &cancel);
        let picture = draw(job, &runner, &options).map_err(|error| match error {
            DeliverError::Cancelled => {
                Failure::Interrupted(format!("interrupted: {} was not written", args.out.display()))
            }
            error => Failure::fault(error),
        })?;
        sheet.put(cell, &picture);
    }
    Ok(sheet)
}

/// What varies, taken out of the arguments: one or two of seeds, graph parameters and fields, in this order.
fn along(args: &mut SheetArgs) -> Result<(Along, Option<Along>), Failure> {
    let mut found: Vec<Along> = args.seeds.take().map(Along::Seeds).into_iter().collect();
    let mut fixed = Vec::new();
    for (name, text) in std::mem::take(&mut args.recipe.param) {
        match sweep(&name, &text).map_err(|why| Failure::Usage(format!("--param {name}: {why}")))? {
            Some(along) => found.push(along),
            None => fixed.push((name, text)),
        }
    }
    args.recipe.param = fixed;
    let mut fixed = Vec::new();
    for (target, text) in std::mem::take(&mut args.recipe.set) {
        match field_sweep(&target, &text).map_err(|why| Failure::Usage(format!("--set {target}: {why}")))? {
            Some(along) => found.push(along),
            None => fixed.push((target, text)),
        }
    }
    args.recipe.set = fixed;
    let mut found = found.into_iter();
    match (found.next(), found.next(), found.next()) {
        (Some(first), second, None) => Ok((first, second)),
        (None, ..) => Err(Failure::Usage(
            "say what varies: --seeds A..B, --param NAME=LO..HI:COUNT or --set NODE.FIELD=LO..HI:COUNT".into(),
        )),
        _ => Err(Failure::Usage("a sheet varies one or two things: seeds, graph parameters or fields of nodes".into())),
    }
}

/// Reads `LO..HI:COUNT` or `A,B,C`; `None` for a single value.
fn sweep(name: &str, text: &str) -> Result<Option<Along>, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|v| v.is_finite());
    if let Some((from, rest)) = text.split_once("..") {
        let ends = rest.split_once(':').and_then(|(to, count)| {
            let count = count.trim().parse::<u16>().ok().filter(|n| *n > 0)?;
            Some((number(from)?, number(to)?, usize::from(count)))
        });
        let (from, to, count) = ends.ok_or("write LO..HI:COUNT, such as 1..3:5")?;
        return Ok(Some(Along::Numbers { name: name.into(), from, to, count }));
    }
    let values: Vec<String> = text.split(',').map(|value| value.trim().to_owned()).collect();
    Ok((values.len() > 1).then(|| Along::Listed { name: name.into(), values }))
}

/// Reads `LO..HI:COUNT` or names of options `A,B,C`; `None` for a single value. Numbers with commas are a pair.
fn field_sweep(target: &str, text: &str) -> Result<Option<Along>, String> {
    let is_word = |part: &str| part.trim().starts_with(char::is_alphabetic);
    match target.contains('.') && (text.contains("..") || text.split(',').all(is_word)) {
        true => sweep(target, text),
        false => Ok(None),
    }
}

/// Refuses what no sheet can be written to, before any work.
fn target(args: &SheetArgs) -> Result<(), Failure> {
    if args.out == Path::new("-") {
        return Ok(());
    }
    if !args.out.extension().is_some_and(|e| e.eq_ignore_ascii_case("png")) {
        return Err(Failure::Usage(format!("{}: a sheet is written as .png", args.out.display())));
    }
    keep_the_recipe(&args.out, &args.recipe.file)?;
    check_target(&args.out).map_err(|e: WriteError| Failure::fault(e))
}

fn refused(recipe: &Recipe, error: SheetError) -> Failure {
    match error {
        SheetError::Ask { why, .. } => recipe.refused(&why),
        error => Failure::Usage(error.to_string()),
    }
}

/// Says what lies where: to standard output, or to standard error where the sheet itself went there.
fn say(args: &SheetArgs, paper: Paper, cells: &[Variation]) -> Result<(), Failure> {
    let to_stdout = args.out != Path::new("-");
    let path = args.out.display().to_string();
    let (width, height) = paper.size();
    if args.recipe.json {
        let place = |cell: &'_ Variation| paper.corner(cell.at.0, cell.at.1);
        let listed = cells.iter().map(|cell| {
            let (x, y) = place(cell);
            Place { label: &cell.label, column: cell.at.0, row: cell.at.1, x, y }
        });
        let Paper { cell, columns, rows } = paper;
        let listing = Listing { path, width, height, cell, columns, rows, cells: listed.collect() };
        if to_stdout {
            return print_json(&listing);
        }
        warn_raw(&serde_json::to_string(&listing).map_err(Failure::fault)?);
        return Ok(());
    }
    if args.quiet {
        return Ok(());
    }
    let (w, h) = paper.cell;
    let mut lines = vec![format!("{path}: {} pictures of {w} x {h}, {width} x {height} in all", cells.len())];
    for row in 0..paper.rows {
        let labels: Vec<&str> = cells.iter().filter(|c| c.at.1 == row).map(|c| &*c.label).collect();
        lines.push(format!("  {}", labels.join(" | ")));
    }
    match to_stdout {
        true => print(&lines.join("\n")),
        false => {
            warn_raw(&lines.join("\n"));
            Ok(())
        }
    }
}
