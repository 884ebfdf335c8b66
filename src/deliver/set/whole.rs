//! A whole set of tiles in one call, for callers that report at the end: measured, written, kept where finished, compared.

use super::{Header, Kind, Ledger, LedgerError, Names, Pattern, Seams, SeamsError, TilesAsk, resolve_set, seams};
use crate::deliver::{Ask, AskError, DeliverError, deliver};
use crate::graph::Graph;
use crate::run::{Cancelled, Options, Runner};

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Tiles of the set.
    pub files: u64,
    /// Those that were finished before.
    pub kept: u64,
    /// How the shared samples compared, where they are read back.
    pub seams: Option<Seams>,
}

/// Why a set is not complete. What was finished is kept.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// It is refused.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A file could not be written, or somebody stopped it.
    #[error(transparent)]
    Deliver(#[from] DeliverError),
    /// The list of finished files cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A file cannot be read back.
    #[error(transparent)]
    Seams(#[from] SeamsError),
    /// Tiles do not meet.
    #[error("{0}")]
    Differ(String),
}

impl From<Cancelled> for SetError {
    fn from(_: Cancelled) -> Self {
        Self::Deliver(DeliverError::Cancelled)
    }
}

/// Writes the tiles of `graph` that `ask` and `tiles` ask for; the path of `ask` has fields.
///
/// # Errors
/// A sentence that says what is wrong; [`DeliverError::Cancelled`] when `options` stopped it.
pub fn deliver_set(
    graph: &Graph,
    ask: &Ask,
    tiles: &TilesAsk,
    runner: &Runner,
    options: &Options,
) -> Result<Written, SetError> {
    let pattern = Pattern::parse(&ask.path)?;
    let plain = Ask { path: pattern.fill(&Names { seed: 0, output: "output", tile: None }), ..ask.clone() };
    let unseeded = Graph { seed: 0, ..graph.clone() };
    let (set, first) = resolve_set(&unseeded, &plain, tiles)?;
    pattern.tells_apart(false, Some(&set))?;
    let header = Header::of(&first, Kind::Tiles, Some(set));
    let mut ledger = Ledger::open(&pattern.beside("tiles.json"), header, false)?;
    let (_, mut job) = resolve_set(graph, &plain, tiles)?;
    let output = job.output.clone().unwrap_or_else(|| job.link.to_string());
    let path = |tile| pattern.fill(&Names { seed: graph.seed, output: &output, tile: Some((&set, tile)) });
    let (mut written, mut settled) = (Written { files: set.count(), kept: 0, seams: None }, false);
    let share = |n: usize| n as f32 / set.count() as f32;
    for (n, tile) in set.tiles().enumerate() {
        if ledger.finished(&job.of_tile(&set, tile, &path(tile)), Some(tile)).is_some() {
            written.kept += 1;
            continue;
        }
        if !settled {
            job.settle(runner, &Options { progress: None, ..options.clone() })?;
            settled = true;
        }
        let piece = job.of_tile(&set, tile, &path(tile));
        let report = deliver(&piece, runner, &options.part(share(n), share(n + 1)));
        match report {
            Ok(report) => ledger.add(&report, &piece, Some(tile))?,
            Err(error) => {
                ledger.save()?;
                return Err(error.into());
            }
        }
    }
    written.seams = seams(&job, &set, path)?;
    if let Some(seams) = &written.seams {
        ledger.set_seams(seams.clone());
    }
    ledger.close()?;
    match written.seams.as_ref().filter(|seams| seams.differing > 0) {
        Some(seams) => Err(SetError::Differ(seams.sentence())),
        None => Ok(written),
    }
}
