//! Several files from one recipe: tiles that share their edges, one map per seed, or both. What is finished is kept.

use super::Failure;
use super::args::{RecipeArgs, RenderArgs};
use super::interrupt::stop_on_request;
use super::load::{Recipe, Warned, runner};
use super::output::{print, print_json};
use super::progress::Progress;
use super::range;
use super::render::{ask, estimated, failed, keep_the_recipe, say, write_failed};
use crate::deliver::{
    Ask, Entry, Header, Job, Kind, Ledger, LedgerError, Names, Pattern, TileSet, TilesAsk, deliver, resolve,
    resolve_set, seams,
};
use crate::export::check_target;
use crate::run::{Cancel, Runner};
use serde::Serialize;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What is wanted, from the command line or from the exports of a recipe.
pub struct Wish<'a> {
    /// The recipe, threads, and whether JSON is printed.
    pub recipe: &'a RecipeArgs,
    /// A file; its path has fields.
    pub ask: Ask,
    /// The tiles that it is cut into.
    pub tiles: Option<TilesAsk>,
    /// The only tile that is written.
    pub tile: Option<(u32, u32)>,
    /// One file, or set of tiles, for each of these seeds.
    pub seeds: Option<Range<u64>>,
    /// Ranges that are measured already.
    pub range_file: Option<&'a PathBuf>,
    /// The list of finished files; `None`: named after the files.
    pub manifest: Option<PathBuf>,
    /// Whether finished files are written again.
    pub fresh: bool,
    /// Whether nothing is written, and what it would take is said.
    pub estimate: bool,
    /// Whether nothing is said.
    pub quiet: bool,
}

/// A file that was there already, for scripts.
#[derive(Serialize)]
struct Kept<'a> {
    path: String,
    kept: bool,
    #[serde(flatten)]
    header: &'a Header,
    #[serde(flatten)]
    entry: &'a Entry,
}

/// The work on all files.
struct Batch<'a> {
    wish: &'a Wish<'a>,
    pattern: Pattern,
    set: Option<TileSet>,
    ledger: Ledger,
    runner: Runner,
    progress: Progress,
    cancel: Cancel,
    warned: Warned,
    /// Files that were there already, and all that were seen to.
    kept: u64,
    done: u64,
}

impl<'a> Wish<'a> {
    /// What the arguments of `orograph render` ask for.
    pub fn of(args: &'a RenderArgs) -> Self {
        Self {
            recipe: &args.recipe,
            ask: ask(args, &args.out),
            tiles: args.many.tiles(),
            tile: args.many.tile,
            seeds: args.seeds.clone(),
            range_file: args.many.range_file.as_ref(),
            manifest: args.many.manifest.clone(),
            fresh: args.many.fresh,
            estimate: args.many.estimate,
            quiet: args.quiet,
        }
    }

    /// The tiles, and a job that stands for all files of the recipe's seed.
    pub fn first(&self, recipe: &Recipe, pattern: &Pattern) -> Result<(Option<TileSet>, Job), Failure> {
        let path = pattern.fill(&Names { seed: 0, output: "output", tile: None });
        let ask = Ask { path, ..self.ask.clone() };
        let resolved = match &self.tiles {
            Some(tiles) => resolve_set(&recipe.graph, &ask, tiles).map(|(set, job)| (Some(set), job)),
            None => resolve(&recipe.graph, &ask).map(|job| (None, job)),
        };
        resolved.map_err(|e| recipe.refused(&e))
    }

    fn talks(&self) -> bool {
        !self.recipe.json && !self.quiet
    }
}

/// Renders what is wanted, file by file.
pub fn run(wish: &Wish<'_>, mut recipe: Recipe) -> Result<(), Failure> {
    if wish.ask.path == Path::new("-") {
        return Err(Failure::Usage("several files cannot be written to standard output: name them by fields".into()));
    }
    let pattern = Pattern::parse(&wish.ask.path).map_err(|e| recipe.refused(&e))?;
    let own = std::mem::take(&mut recipe.graph.seed);
    let seeds = wish.seeds.as_ref().map_or(own..=own, |seeds| seeds.start..=seeds.end - 1);
    let (set, job) = wish.first(&recipe, &pattern)?;
    recipe.graph.seed = own;
    pattern.tells_apart(seeds.start() != seeds.end(), set.as_ref()).map_err(|e| recipe.refused(&e))?;
    if let (Some(set), Some(tile @ (x, y))) = (&set, wish.tile)
        && !set.holds(tile)
    {
        let most = format!("{} x {} of them", set.columns, set.rows);
        return Err(Failure::Usage(format!("there is no tile {x},{y}, there are {most}, counted from 0")));
    }
    let kind = if set.is_some() { Kind::Tiles } else { Kind::Seeds };
    let ledger = Ledger::open(&list(wish, &pattern, kind), Header::of(&job, kind, set), wish.fresh);
    let sets = (seeds.end() - seeds.start()).saturating_add(1);
    let tiles = if wish.tile.is_some() { 1 } else { set.map_or(1, |set| set.count()) };
    let files = sets.saturating_mul(tiles);
    let mut batch = Batch {
        wish,
        pattern,
        set,
        ledger: ledger.map_err(ledger_failed)?,
        runner: runner(wish.recipe),
        progress: Progress::new(files, wish.quiet),
        cancel: stop_on_request(),
        warned: Warned::default(),
        kept: 0,
        done: 0,
    };
    let options = batch.progress.options(0, "estimating", &batch.cancel);
    if estimated(wish.recipe, (wish.estimate, wish.quiet), &job, (files, sets), &options)? {
        return Ok(());
    }
    let mut seeds = seeds;
    let ended = seeds.try_for_each(|seed| {
        recipe.graph.seed = seed;
        batch.seed(&recipe)
    });
    batch.end(ended)
}

/// Where the list of finished files stands.
fn list(wish: &Wish<'_>, pattern: &Pattern, kind: Kind) -> PathBuf {
    match (&wish.manifest, wish.tile) {
        (Some(path), _) => path.clone(),
        (None, Some((x, y))) => list_for(pattern, kind, &format!("{x}_{y}")),
        (None, None) => list_for(pattern, kind, ""),
    }
}

/// The list of a part of the files; of all of them without a name.
pub fn list_for(pattern: &Pattern, kind: Kind, part: &str) -> PathBuf {
    let kind = if kind == Kind::Tiles { "tiles" } else { "seeds" };
    let dot = if part.is_empty() { "" } else { "." };
    pattern.beside(&format!("{kind}{dot}{part}.json"))
}

/// The failure that says why the list of finished files cannot be kept.
fn ledger_failed(error: LedgerError) -> Failure {
    match error {
        LedgerError::Write(error) => write_failed(&error),
        error => Failure::fault(error),
    }
}

impl Batch<'_> {
    /// All files of the recipe's seed.
    fn seed(&mut self, recipe: &Recipe) -> Result<(), Failure> {
        let (_, mut job) = self.wish.first(recipe, &self.pattern)?;
        range::take(self.wish.range_file, &job, &self.runner)?;
        let output = job.output.clone().unwrap_or_else(|| job.link.to_string());
        let (pattern, seed) = (self.pattern.clone(), job.seed);
        let Some(set) = self.set else {
            job.path = pattern.fill(&Names { seed, output: &output, tile: None });
            return self.file(recipe, &job, None);
        };
        let path = |tile| pattern.fill(&Names { seed, output: &output, tile: Some((&set, tile)) });
        let mut settled = false;
        for tile in set.tiles().filter(|tile| self.wish.tile.is_none_or(|only| only == *tile)) {
            let mut piece = job.of_tile(&set, tile, &path(tile));
            if !settled && self.ledger.finished(&piece, Some(tile)).is_none() {
                // What has to be known of the whole world is measured once, before the first tile.
                let options = self.progress.options(self.done, "measuring", &self.cancel);
                job.settle(&self.runner, &options)
                    .map_err(|_| failed(&piece.path, &crate::deliver::DeliverError::Cancelled))?;
                piece = job.of_tile(&set, tile, &path(tile));
                settled = true;
            }
            self.file(recipe, &piece, Some(tile))?;
        }
        if self.wish.tile.is_some() { Ok(()) } else { self.compare(&job, &set, path) }
    }

    fn file(&mut self, recipe: &Recipe, job: &Job, tile: Option<(u32, u32)>) -> Result<(), Failure> {
        keep_the_recipe(&job.path, &self.wish.recipe.file)?;
        check_target(&job.path).map_err(|e| recipe.refused(&e.into()))?;
        let name = job.path.display().to_string();
        let options = self.progress.options(self.done, &name, &self.cancel);
        self.done += 1;
        if let Some(entry) = self.ledger.finished(job, tile) {
            self.kept += 1;
            if self.wish.recipe.json {
                let kept = Kept { path: name, kept: true, header: self.ledger.header(), entry };
                self.progress.pause(|| print_json(&kept))?;
            }
            return Ok(());
        }
        let report = deliver(job, &self.runner, &options).map_err(|e| failed(&job.path, &e))?;
        self.ledger.add(&report, job, tile).map_err(ledger_failed)?;
        let Self { progress, warned, wish, .. } = self;
        progress.pause(|| {
            warned.print(report.notes.iter().chain(&report.remarks));
            say(wish.recipe.json, wish.quiet, &report)
        })
    }

    /// Reads the tiles back and compares what neighbours share.
    fn compare(&mut self, job: &Job, set: &TileSet, path: impl Fn((u32, u32)) -> PathBuf) -> Result<(), Failure> {
        let found = seams(job, set, path).map_err(Failure::fault)?;
        let sentence = match &found {
            Some(seams) => seams.sentence(),
            None if set.overlap == 0 => "tiles share no samples, so there is nothing to compare".to_owned(),
            None => format!("shared edges are not read back from files of the format {}", job.format.name()),
        };
        let differing = found.as_ref().is_some_and(|seams| seams.differing > 0);
        if let Some(seams) = found {
            if self.wish.recipe.json {
                let said = serde_json::json!({ "seed": job.seed.to_string(), "seams": seams });
                self.progress.pause(|| print_json(&said))?;
            }
            self.ledger.set_seams(seams);
        }
        match (differing, self.wish.talks()) {
            (true, _) => Err(Failure::fault(sentence)),
            (false, true) => self.progress.pause(|| print(&sentence)),
            (false, false) => Ok(()),
        }
    }

    /// Writes the list for the last time, whatever happened.
    fn end(mut self, ended: Result<(), Failure>) -> Result<(), Failure> {
        if let Err(failure) = ended {
            // The failure comes first; a list that cannot be written either adds nothing.
            let _ = self.ledger.save();
            return Err(failure);
        }
        let path = self.ledger.close().map_err(ledger_failed)?;
        if !self.wish.talks() {
            return Ok(());
        }
        let kept = if self.kept > 0 { format!(", {} of them finished before", self.kept) } else { String::new() };
        let files = if self.done == 1 { "1 file".into() } else { format!("{} files", self.done) };
        self.progress.pause(|| print(&format!("{files}{kept}, listed in {}", path.display())))
    }
}
