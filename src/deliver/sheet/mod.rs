//! Contact sheets: one recipe with several seeds or values, side by side.
//!
//! [`variations`] turns one or two [`Along`]s into [`Variation`]s, each a few edits of the recipe; [`draw`] draws one, and
//! [`Sheet`] puts them together. The window and `orograph sheet` share all of it, so they show the same pictures.

mod along;
mod paper;

use along::Step;
pub use along::{Along, AlongError};
pub use paper::{Paper, Sheet};

use super::{Ask, AskError, DeliverError, Job, RangeAsk, Size, What, resolve, scene_of_whole};
use crate::graph::{Edit, Field, Graph, Refusal, Setting};
use crate::run::{Options, Runner};
use crate::spec::Quantity;
use crate::view::{Mode, Picture, Scene, picture};

/// Most variations of one sheet.
pub const MOST_CELLS: usize = 1024;

/// Pixels of the longer side of a cell that are allowed.
pub const CELL: std::ops::RangeInclusive<u32> = 16..=2048;

/// One cell of a sheet: what differs from the recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// Column and row on the sheet.
    pub at: (usize, usize),
    /// What it is in a few words: `seed 12`, `ruggedness 1.5`.
    pub label: String,
    /// The values alone, of what varies across first: `12`, `1.5`.
    pub values: Vec<String>,
    /// The edits that make it of the recipe.
    pub edits: Vec<Edit>,
}

/// What a cell shows.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetAsk {
    /// What to evaluate.
    pub what: What,
    /// Name of the mode; `None`: as the recipe says.
    pub view: Option<String>,
    /// Pixels of the longer side.
    pub size: u32,
    /// Which values become black and white in grey pictures.
    pub range: RangeAsk,
    /// Seconds on the clock.
    pub time: f64,
}

/// Why a sheet cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// What varies makes no sense for this recipe.
    #[error(transparent)]
    Along(#[from] AlongError),
    /// A value does not fit.
    #[error("{label}: {why}")]
    Refused {
        /// The variation.
        label: String,
        /// What the recipe says to it.
        why: Refusal,
    },
    /// A variation cannot be evaluated.
    #[error("{label}: {why}")]
    Ask {
        /// The variation.
        label: String,
        /// What is wrong.
        why: AskError,
    },
    /// The sheet would be too large.
    #[error("{0}")]
    TooLarge(String),
}

/// The variations along one or two things: the second one changes from row to row. Along one, they go on in rows of
/// `columns` (`None`: about as many as rows).
///
/// # Errors
/// When the recipe lacks what varies, a value does not fit, or there would be too many.
pub fn variations(
    graph: &Graph,
    first: &Along,
    second: Option<&Along>,
    columns: Option<usize>,
) -> Result<Vec<Variation>, SheetError> {
    if let Some(second) = second
        && second.name() == first.name()
    {
        return Err(AlongError::Twice(first.name()).into());
    }
    let too_many =
        |n: usize| SheetError::TooLarge(format!("{n} pictures are too many, at most {MOST_CELLS} are allowed"));
    let (across, down) = (first.len(), second.map_or(1, Along::len));
    let count = across.saturating_mul(down);
    if count > MOST_CELLS {
        return Err(too_many(count));
    }
    let (across, down) = (first.steps(graph)?, second.map(|along| along.steps(graph)).transpose()?);
    let Some(down) = down else {
        let columns = columns.unwrap_or_else(|| square(across.len())).max(1);
        let cell = |(i, step): (usize, Step)| Variation {
            at: (i % columns, i / columns),
            label: step.label,
            values: vec![step.value],
            edits: vec![step.edit],
        };
        return Ok(across.into_iter().enumerate().map(cell).collect());
    };
    let rows = down.iter().enumerate().flat_map(|(row, below)| {
        across.iter().enumerate().map(move |(column, beside)| Variation {
            at: (column, row),
            label: format!("{}, {}", beside.label, below.label),
            values: vec![beside.value.clone(), below.value.clone()],
            edits: vec![beside.edit.clone(), below.edit.clone()],
        })
    });
    Ok(rows.collect())
}

/// Columns that make a sheet of `n` pictures about square.
fn square(n: usize) -> usize {
    (1..=n).find(|columns| columns * columns >= n).unwrap_or(1)
}

impl Variation {
    /// Whether the recipe already is this variation, as far as what varies goes.
    pub fn is_present(&self, graph: &Graph) -> bool {
        self.edits.iter().all(|edit| match edit {
            Edit::Seed(seed) => graph.seed == *seed,
            Edit::Parameter { name, parameter } => graph.parameters.get(name) == parameter.as_ref(),
            Edit::Set { id, field, setting } => graph.nodes.get(id).is_some_and(|node| {
                let (own, other) = (node.setting(field), setting.as_ref());
                let usual = |setting: Option<&Setting>| {
                    let declared = node.spec().and_then(|spec| Field::of(spec, field));
                    setting.cloned().or_else(|| declared?.default(&graph.world).map(Setting::Value))
                };
                own == other || usual(own) == usual(other)
            }),
            _ => false,
        })
    }

    /// The recipe with its edits.
    ///
    /// # Errors
    /// When a value does not fit.
    pub fn of(&self, graph: &Graph) -> Result<Graph, SheetError> {
        let mut graph = graph.clone();
        for edit in &self.edits {
            graph.apply(edit).map_err(|why| SheetError::Refused { label: self.label.clone(), why })?;
        }
        Ok(graph)
    }

    /// Everything decided, nothing evaluated.
    ///
    /// # Errors
    /// When a value does not fit, or the recipe cannot be evaluated with it.
    pub fn resolve(&self, graph: &Graph, ask: &SheetAsk) -> Result<Job, SheetError> {
        let refused = |why| SheetError::Ask { label: self.label.clone(), why };
        let graph = self.of(graph)?;
        let (w, h) = graph.world.samples;
        let width = (u64::from(ask.size) * u64::from(w) / u64::from(w.max(h).max(1))).max(1) as u32;
        let wish = |view: &str| Ask {
            what: ask.what.clone(),
            path: "-".into(),
            size: Some(Size::Width(width)),
            range: ask.range,
            picture: Some(view.into()),
            time: ask.time,
            ..Ask::default()
        };
        let job = resolve(&graph, &wish(ask.view.as_deref().unwrap_or(Mode::Grey.name()))).map_err(refused)?;
        // Tile maps are shown as such whatever the mode, and the recipe's mode is for heights.
        let own = Mode::from_name(&graph.view.mode).filter(|mode| *mode != Mode::Tiles);
        match (&ask.view, own) {
            (None, Some(mode)) if job.plan.quantity != Quantity::Tiles && job.output.is_some() => {
                resolve(&graph, &wish(mode.name())).map_err(refused)
            }
            _ => Ok(job),
        }
    }
}

/// Draws the picture of a job of [`Variation::resolve`]: the same pixels as a render of that size and view.
///
/// # Errors
/// [`DeliverError::Cancelled`] when `options` stopped it.
pub fn draw(job: &Job, runner: &Runner, options: &Options) -> Result<Picture, DeliverError> {
    // A cell is too small for a legend.
    let scene = Scene { legend: false, ..scene_of_whole(job, runner, options)? };
    let rendered = runner.render(&job.plan, &job.grid, job.region, options)?;
    Ok(runner.install(|| picture(&rendered.raster, &scene)))
}
