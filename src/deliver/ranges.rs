//! Ranges that are measured apart from rendering: by several machines, part by part, and put together afterwards.
//!
//! A Normalize needs the extremes of its input over the whole build grid, and so does a measured mapping. [`Ranges`] holds
//! what was found with the content keys of the passes, so that what belongs to another state of the recipe is refused.
//! Passes that wait for other passes make further rounds. Extremes are exact whatever the parts and their order.

use super::Job;
use crate::plan::{KeyBuilder, Measure};
use crate::raster::{Grid, Region};
use crate::run::{Cancelled, Options, Runner};
use crate::spec::Measured;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Measured ranges: those of a part of the build grid, or of all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ranges {
    /// Version of the program.
    pub orograph: String,
    /// Hash of all passes that the result needs.
    pub work: String,
    /// Number of passes that the result needs.
    pub passes: usize,
    /// Which passes in a row were measured, from 1.
    pub round: usize,
    /// Columns and rows of parts.
    pub parts: (u32, u32),
    /// Column and row of this part, from the north-west; `None` for the whole.
    pub part: Option<(u32, u32)>,
    /// What earlier rounds have found, over the whole build grid.
    pub known: Vec<RangeOf>,
    /// What this round has found.
    pub found: Vec<RangeOf>,
}

/// The extremes of one field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RangeOf {
    /// Key of the pass.
    pub key: String,
    /// The node whose values were measured.
    pub node: String,
    /// Smallest value.
    pub min: f32,
    /// Largest value.
    pub max: f32,
}

/// Why ranges cannot be used: one sentence with the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangesError {
    /// They are of another program, recipe, seed or result.
    #[error("{}: {why}, measure the ranges again with orograph range", .file.display())]
    Stale {
        /// The file.
        file: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// A part is missing, or given twice with different values.
    #[error("{0}")]
    Parts(String),
    /// There is no such part.
    #[error("there is no tile {},{}, there are {} x {} of them, counted from 0", .0.0, .0.1, .1.0, .1.1)]
    NoPart((u32, u32), (u32, u32)),
}

impl Job {
    /// Every pass that has to be measured before the first sample is final, each once, those that others wait for first.
    pub(super) fn passes(&self) -> Vec<Measure> {
        let mut passes = self.plan.passes();
        if let Some(plan) = &self.measure {
            let own = Measure {
                key: plan.range_key(),
                plan: Arc::clone(plan),
                in_a_row: 1 + plan.passes().iter().map(|p| p.in_a_row).max().unwrap_or(0),
                counts: false,
            };
            let more = plan.passes().into_iter().chain([own]);
            for pass in more {
                if passes.iter().all(|known| known.key != pass.key) {
                    passes.push(pass);
                }
            }
        }
        passes
    }

    /// How many rounds of measuring there are: passes that wait for one another.
    pub fn rounds(&self) -> usize {
        self.passes().iter().map(|pass| pass.in_a_row).max().unwrap_or(0)
    }

    /// Lets `runner` know what `ranges`, read from `file`, has found, instead of measuring it.
    ///
    /// # Errors
    /// When they are of other work or do not hold all of it.
    pub fn take_ranges(&self, ranges: &Ranges, file: &Path, runner: &Runner) -> Result<(), RangesError> {
        let passes = self.passes();
        ranges.check(&passes, file)?;
        let known = ranges.whole();
        for pass in &passes {
            let Some(range) = known.get(&*pass.key.to_string()) else {
                let why = format!("it does not hold the range of node \"{}\"", node_of(pass));
                return Err(RangesError::Stale { file: file.into(), why });
            };
            runner.remember(pass.key, range.measured());
        }
        Ok(())
    }

    /// Measures the next round over the part `part` of `parts` of the build grid; without a part, all rounds over all of
    /// it. `known` is what earlier rounds have found, and its file.
    ///
    /// # Errors
    /// When `known` is of other work or there is no such part. `Ok(Err(_))` when `options` stopped it.
    pub fn measure_part(
        &self,
        (parts, part): ((u32, u32), Option<(u32, u32)>),
        known: Option<(&Ranges, &Path)>,
        runner: &Runner,
        options: &Options,
    ) -> Result<Result<Ranges, Cancelled>, RangesError> {
        let passes = self.passes();
        let mut before: Vec<RangeOf> = Vec::new();
        if let Some((ranges, file)) = known {
            ranges.check(&passes, file)?;
            before = ranges.whole().into_values().cloned().collect();
        }
        if let Some(part) = part.filter(|p| p.0 >= parts.0 || p.1 >= parts.1) {
            return Err(RangesError::NoPart(part, parts));
        }
        let is_known = |pass: &Measure| before.iter().any(|range| range.key == pass.key.to_string());
        for pass in passes.iter().filter(|pass| is_known(pass)) {
            if let Some(range) = before.iter().find(|range| range.key == pass.key.to_string()) {
                runner.remember(pass.key, range.measured());
            }
        }
        let left: Vec<&Measure> = passes.iter().filter(|pass| !is_known(pass)).collect();
        let round = left.iter().map(|pass| pass.in_a_row).min().unwrap_or_else(|| self.rounds());
        let now: Vec<&Measure> = left.into_iter().filter(|pass| part.is_none() || pass.in_a_row == round).collect();
        let found = measure(&now, (parts, part), runner, options);
        let found = match found {
            Ok(found) => found,
            Err(stopped) => return Ok(Err(stopped)),
        };
        let round = if part.is_none() { self.rounds() } else { round };
        let orograph = env!("CARGO_PKG_VERSION").into();
        Ok(Ok(Ranges {
            orograph,
            work: work_of(&passes),
            passes: passes.len(),
            round,
            parts,
            part,
            known: before,
            found,
        }))
    }
}

/// Measures passes whose own passes are known or come before them.
fn measure(
    passes: &[&Measure],
    (parts, part): ((u32, u32), Option<(u32, u32)>),
    runner: &Runner,
    options: &Options,
) -> Result<Vec<RangeOf>, Cancelled> {
    let share = |i: usize| i as f32 / passes.len().max(1) as f32;
    let one = |(i, pass): (usize, &&Measure)| {
        let options = options.part(share(i), share(i + 1));
        let seen = match part.map(|part| part_of(&pass.plan.build_grid, parts, part)) {
            Some(region) if region.is_empty() => return Ok(None),
            Some(region) => runner.extremes_in(&pass.plan, region, &options)?,
            None => runner.extremes(&pass.plan, &options)?,
        };
        Ok(Some(RangeOf { key: pass.key.to_string(), node: node_of(pass), min: seen.min, max: seen.max }))
    };
    passes.iter().enumerate().filter_map(|pass| one(pass).transpose()).collect()
}

/// The samples of a grid that make up one of so many parts. Parts may be empty where there are more of them than samples.
fn part_of(grid: &Grid, parts: (u32, u32), part: (u32, u32)) -> Region {
    let cut = |all: u32, parts: u32, i: u32| (u64::from(all) * u64::from(i) / u64::from(parts)) as i64;
    let (x, y) = (cut(grid.samples.0, parts.0, part.0), cut(grid.samples.1, parts.1, part.1));
    let (to_x, to_y) = (cut(grid.samples.0, parts.0, part.0 + 1), cut(grid.samples.1, parts.1, part.1 + 1));
    Region { x, y, width: (to_x - x) as usize, height: (to_y - y) as usize, stride: 1 }
}

/// Puts the parts of one round together.
///
/// # Errors
/// When they are of different work, or when one is missing.
pub fn reduce(parts: &[(PathBuf, Ranges)]) -> Result<Ranges, RangesError> {
    let wrong = |why: String| Err(RangesError::Parts(why));
    let Some((first_file, first)) = parts.first() else { return wrong("there are no parts to put together".into()) };
    let mut seen: BTreeMap<(u32, u32), &Path> = BTreeMap::new();
    let mut found: BTreeMap<&str, RangeOf> = BTreeMap::new();
    for (file, ranges) in parts {
        let Some(part) = ranges.part else {
            return wrong(format!("{} is no part, it holds the ranges of the whole", file.display()));
        };
        let same = (&ranges.orograph, &ranges.work, ranges.round, ranges.parts, &ranges.known)
            == (&first.orograph, &first.work, first.round, first.parts, &first.known);
        if !same {
            let (a, b) = (first_file.display(), file.display());
            return wrong(format!(
                "{a} and {b} are of different work: measure all parts with the same recipe and program"
            ));
        }
        seen.insert(part, file);
        for range in &ranges.found {
            let sum = found.entry(&range.key).or_insert_with(|| range.clone());
            (sum.min, sum.max) = (sum.min.min(range.min), sum.max.max(range.max));
        }
    }
    let (columns, rows) = first.parts;
    let all = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let missing: Vec<String> = all.filter(|p| !seen.contains_key(p)).map(|(x, y)| format!("{x},{y}")).collect();
    if let [some @ .., last] = &missing[..] {
        let (what, which) = match some {
            [] => ("part", last.clone()),
            some => ("parts", format!("{} and {last}", some[..some.len().min(8)].join(", "))),
        };
        let count = if missing.len() > 9 { format!(" and {} more", missing.len() - 9) } else { String::new() };
        return wrong(format!("{what} {which}{count} of {columns} x {rows} are missing: run orograph range for them"));
    }
    Ok(Ranges { part: None, found: found.into_values().collect(), ..first.clone() })
}

impl Ranges {
    /// Refuses ranges of other work.
    fn check(&self, passes: &[Measure], file: &Path) -> Result<(), RangesError> {
        let stale = |why: &str| Err(RangesError::Stale { file: file.into(), why: why.into() });
        if let Some((x, y)) = self.part {
            let count = u64::from(self.parts.0) * u64::from(self.parts.1);
            let why = format!("{} is part {x},{y} of {count}", file.display());
            return Err(RangesError::Parts(format!("{why}: put all of them together with orograph reduce")));
        }
        if self.orograph != env!("CARGO_PKG_VERSION") {
            let (theirs, ours) = (&self.orograph, env!("CARGO_PKG_VERSION"));
            return stale(&format!("its ranges were measured by orograph {theirs}, this is {ours}"));
        }
        if self.work != work_of(passes) {
            return stale("its ranges are of another recipe, seed or output, or of an earlier state of this one");
        }
        Ok(())
    }

    fn whole(&self) -> BTreeMap<&str, &RangeOf> {
        self.known.iter().chain(&self.found).map(|range| (&*range.key, range)).collect()
    }
}

impl RangeOf {
    fn measured(&self) -> Measured {
        Measured { min: self.min, max: self.max }
    }
}

fn work_of(passes: &[Measure]) -> String {
    let mut keys: Vec<_> = passes.iter().map(|pass| pass.key).collect();
    keys.sort_unstable();
    keys.into_iter().fold(KeyBuilder::new("work"), KeyBuilder::key).finish().to_string()
}

/// The node whose values a pass measures; passes over numbers have none.
fn node_of(pass: &Measure) -> String {
    let step = pass.plan.root_slot().and_then(|slot| pass.plan.steps.get(slot.step));
    step.and_then(|step| step.nodes.first()).map_or_else(String::new, |node| node.to_string())
}
