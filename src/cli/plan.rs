//! `orograph plan`: a render as plain commands, for a farm, a queue or `parallel`: ranges part by part, then files, then the
//! run over all of it that writes what is missing and compares the edges.

use super::Failure;
use super::args::{PlanArgs, PlanFormat};
use super::batch::{Wish, list_for};
use super::load::load;
use super::output::{print, print_json};
use crate::deliver::{Job, Kind, Pattern, RangeAsk, TileSet};
use serde::Serialize;
use std::ffi::OsString;
use std::path::Path;

/// Commands that may run at the same time.
#[derive(Serialize)]
struct Phase {
    name: String,
    commands: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct Plan {
    orograph: &'static str,
    phases: Vec<Phase>,
}

/// Options of `plan` that `render` does not have; each has a value.
const OWN: [&str; 3] = ["--as", "--phase", "--chunk"];

/// Prints the commands. `words` are those of the command line, the program's name first.
pub fn run(args: &PlanArgs, words: &[OsString]) -> Result<(), Failure> {
    let render = &args.render;
    let mut recipe = load(&render.recipe, render.seed)?;
    let pattern = Pattern::parse(&render.out).map_err(|e| recipe.refused(&e))?;
    if let Some(seeds) = &render.seeds {
        recipe.graph.seed = seeds.start;
    }
    let (set, job) = Wish::of(render).first(&recipe, &pattern)?;
    pattern.tells_apart(render.seeds.is_some(), set.as_ref()).map_err(|e| recipe.refused(&e))?;
    let words = words_of(words)?;
    let mut phases = match (&render.seeds, &set) {
        (Some(_), _) => vec![by_seeds(args, &pattern, set.is_some(), &words)?],
        (None, Some(set)) => by_tiles(args, &pattern, &job, set, &words)?,
        (None, None) => Vec::new(),
    };
    let name = if phases.is_empty() { "render" } else { "gather" };
    let mut last = ["orograph".into(), "render".into()].to_vec();
    last.extend(words);
    if let Some(ranges) = ranges_file(&pattern, &job, set.as_ref(), args)? {
        last.extend(["--range-file".into(), ranges]);
    }
    phases.push(Phase { name: name.into(), commands: vec![last] });
    if let Some(only) = &args.phase {
        let known: Vec<String> = phases.iter().map(|phase| phase.name.clone()).collect();
        phases.retain(|phase| phase.name == *only);
        if phases.is_empty() {
            return Err(Failure::Usage(format!("there is no phase \"{only}\", there are {}", known.join(", "))));
        }
    }
    match args.form {
        PlanFormat::Json => print_json(&Plan { orograph: env!("CARGO_PKG_VERSION"), phases }),
        PlanFormat::Commands => print(&commands(&phases, args.phase.is_some())),
    }
}

/// The words of the command line that a render understands too.
fn words_of(words: &[OsString]) -> Result<Vec<String>, Failure> {
    let mut out = Vec::new();
    let mut words = words.iter().skip_while(|word| *word != "plan").skip(1);
    while let Some(word) = words.next() {
        let word = text(word)?;
        if OWN.contains(&&*word) {
            words.next();
        } else if !OWN.iter().any(|own| word.strip_prefix(own).is_some_and(|rest| rest.starts_with('='))) {
            out.push(word);
        }
    }
    Ok(out)
}

fn text(word: impl AsRef<Path>) -> Result<String, Failure> {
    let path = word.as_ref();
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Failure::Usage(format!("{} is no Unicode, which a plan has to be", path.display())))
}

/// One command per so many seeds.
fn by_seeds(args: &PlanArgs, pattern: &Pattern, tiles: bool, words: &[String]) -> Result<Phase, Failure> {
    let seeds = args.render.seeds.clone().unwrap_or(0..0);
    let rest = without(words, "--seeds");
    let kind = if tiles { Kind::Tiles } else { Kind::Seeds };
    let step = usize::try_from(args.chunk).unwrap_or(usize::MAX).max(1);
    let command = |from: u64| {
        let to = from.saturating_add(args.chunk.max(1)).min(seeds.end);
        let list = text(list_for(pattern, kind, &format!("{from}-{to}")))?;
        let mut command = vec!["orograph".into(), "render".into()];
        command.extend(rest.clone());
        command.extend(["--seeds".into(), format!("{from}..{to}"), "--manifest".into(), list]);
        Ok(command)
    };
    let commands = seeds.clone().step_by(step).map(command).collect::<Result<_, Failure>>()?;
    Ok(Phase { name: "render".into(), commands })
}

/// Without an option and its value.
fn without(words: &[String], option: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == option {
            words.next();
        } else if word.strip_prefix(option).is_none_or(|rest| !rest.starts_with('=')) {
            out.push(word.clone());
        }
    }
    out
}

/// Rounds of ranges, each put together, then one command per tile.
fn by_tiles(
    args: &PlanArgs,
    pattern: &Pattern,
    job: &Job,
    set: &TileSet,
    words: &[String],
) -> Result<Vec<Phase>, Failure> {
    let mut phases = Vec::new();
    let parts = format!("{}x{}", set.columns, set.rows);
    for round in 1..=job.rounds() {
        let part = |(x, y): (u32, u32)| text(pattern.beside(&format!("range{round}.{x}_{y}.json")));
        let range = |tile: (u32, u32)| {
            let mut command: Vec<String> = vec!["orograph".into(), "range".into()];
            command.extend(args.render.recipe.words(&args.render.result, args.render.seed));
            if args.render.range == Some(RangeAsk::Measured) {
                command.extend(["--range".into(), "measured".into()]);
            }
            command.extend(["--tiles".into(), parts.clone(), "--tile".into(), format!("{},{}", tile.0, tile.1)]);
            if round > 1 {
                command.extend(["--range-file".into(), ranges_of(pattern, round - 1)?]);
            }
            command.extend(["-o".into(), part(tile)?]);
            Ok(command)
        };
        let commands = set.tiles().map(range).collect::<Result<_, Failure>>()?;
        phases.push(Phase { name: format!("range{round}"), commands });
        let mut reduce = vec!["orograph".into(), "reduce".into()];
        reduce.extend(set.tiles().map(part).collect::<Result<Vec<_>, Failure>>()?);
        reduce.extend(["-o".into(), ranges_of(pattern, round)?]);
        phases.push(Phase { name: format!("reduce{round}"), commands: vec![reduce] });
    }
    let ranges = ranges_file(pattern, job, Some(set), args)?;
    let render = |(x, y): (u32, u32)| {
        let mut command: Vec<String> = vec!["orograph".into(), "render".into()];
        command.extend(words.iter().cloned());
        command.extend(["--tile".into(), format!("{x},{y}")]);
        command.extend(ranges.iter().flat_map(|file| ["--range-file".to_owned(), file.clone()]));
        command
    };
    phases.push(Phase { name: "render".into(), commands: set.tiles().map(render).collect() });
    Ok(phases)
}

/// The file of all ranges, where the plan measures some.
fn ranges_file(
    pattern: &Pattern,
    job: &Job,
    set: Option<&TileSet>,
    args: &PlanArgs,
) -> Result<Option<String>, Failure> {
    let rounds = job.rounds();
    let measures = set.is_some() && args.render.seeds.is_none() && rounds > 0;
    measures.then(|| ranges_of(pattern, rounds)).transpose()
}

fn ranges_of(pattern: &Pattern, round: usize) -> Result<String, Failure> {
    text(pattern.beside(&format!("ranges{round}.json")))
}

/// One command a line; each phase has a line of its name before it.
fn commands(phases: &[Phase], bare: bool) -> String {
    let mut lines = Vec::new();
    for phase in phases {
        if !bare {
            lines.push(format!("# {}", phase.name));
        }
        lines.extend(
            phase.commands.iter().map(|command| command.iter().map(|w| quoted(w)).collect::<Vec<_>>().join(" ")),
        );
    }
    lines.join("\n")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
