//! Several files from one recipe: tiles that share their edges, and one map per seed.
//!
//! A [`TileSet`] cuts a grid into tiles, a [`Pattern`] names their files, a [`Ledger`] writes down what is finished, so that a
//! run which was stopped goes on where it ended, and [`seams`] reads the files back and compares what neighbours share.

mod ledger;
mod pattern;
mod seams;
mod whole;

pub use ledger::{Entry, Header, Kind, Ledger, LedgerError};
pub use pattern::{Names, Pattern};
pub use seams::{Seams, SeamsError, seams};
pub use whole::{SetError, Written, deliver_set};

use super::job::sized;
use super::make::mapping_of;
use super::{Ask, AskError, Content, Crop, Job, Size, resolve, resolve_link};
use crate::export::Format;
use crate::graph::Graph;
use crate::plan::KeyBuilder;
use crate::raster::{Grid, Sampling};
use crate::run::{Cancelled, Options, Runner};
use crate::view::Mode;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Most tiles of a set.
const MOST_TILES: u64 = 1 << 20;

/// The tiles that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilesAsk {
    /// Tiles from west to east.
    pub columns: u32,
    /// Tiles from north to south.
    pub rows: u32,
    /// Samples of a tile; `None`: so that they add up to the map's size.
    pub size: Option<Size>,
    /// Samples that neighbours share; `None`: one on vertices, none elsewhere.
    pub overlap: Option<u32>,
}

/// A grid cut into tiles of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileSet {
    /// Tiles from west to east.
    pub columns: u32,
    /// Tiles from north to south.
    pub rows: u32,
    /// Samples of a tile from west to east.
    pub width: u32,
    /// Samples of a tile from north to south.
    pub height: u32,
    /// Samples that neighbours share.
    pub overlap: u32,
    /// Whether tile rows are counted from the south, as the rows of their files are.
    pub from_south: bool,
}

impl TileSet {
    /// The tiles of `ask` over the world of `grid`, whose number of samples counts where no tile size is asked for.
    ///
    /// # Errors
    /// When the samples do not add up: a sentence that says which would.
    pub fn new(ask: &TilesAsk, grid: &Grid, fixed: bool) -> Result<Self, AskError> {
        let overlap = ask.overlap.unwrap_or(u32::from(grid.sampling == Sampling::Vertices));
        let (columns, rows) = (ask.columns, ask.rows);
        let (width, height) = match ask.size {
            Some(Size::Width(side)) => (side, side),
            Some(Size::Exact(width, height)) => (width, height),
            None => {
                (part_of(grid.samples.0, columns, overlap, "columns")?, part_of(grid.samples.1, rows, overlap, "rows")?)
            }
        };
        if overlap >= width.min(height) {
            let why = format!("tiles of {width} x {height} samples cannot share {overlap} with each neighbour");
            return Err(AskError::Conflict(format!("{why}, fewer than {} are allowed", width.min(height))));
        }
        let set = Self { columns, rows, width, height, overlap, from_south: false };
        let (w, h) = (whole(columns, width, overlap), whole(rows, height, overlap));
        if w > u64::from(u32::MAX) || h > u64::from(u32::MAX) || u64::from(columns) * u64::from(rows) > MOST_TILES {
            let why = format!("{columns} x {rows} tiles of {width} x {height} samples are too many");
            return Err(AskError::TooMany(format!(
                "{why}, at most {MOST_TILES} tiles and {} samples a side are allowed",
                u32::MAX
            )));
        }
        if fixed && ask.size.is_some() && set.samples() != grid.samples {
            let ((w, h), (gw, gh)) = (set.samples(), grid.samples);
            let why =
                format!("{columns} x {rows} tiles of {width} x {height} samples that share {overlap} are {w} x {h}");
            return Err(AskError::Conflict(format!("{why}, not {gw} x {gh}: leave out --size or --tile-size")));
        }
        Ok(set)
    }

    /// Samples of the whole map.
    pub fn samples(&self) -> (u32, u32) {
        let side = |tiles, side| whole(tiles, side, self.overlap) as u32;
        (side(self.columns, self.width), side(self.rows, self.height))
    }

    /// Number of tiles.
    pub fn count(&self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// Column and row of every tile as file names count them, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    }

    /// Whether there is a tile of that column and row.
    pub fn holds(&self, (x, y): (u32, u32)) -> bool {
        x < self.columns && y < self.rows
    }

    /// The samples of the tile `(x, y)` as file names count.
    pub fn crop(&self, (x, y): (u32, u32)) -> Crop {
        let step = |i: u32, side: u32| i64::from(i) * i64::from(side - self.overlap);
        let row = self.northern_row(y);
        Crop { x: step(x, self.width), y: step(row, self.height), width: self.width, height: self.height }
    }

    /// Number of the tile as texture tools count it: 1001 in the south-west, ten to a row.
    pub fn udim(&self, (x, y): (u32, u32)) -> u32 {
        1001 + x + 10 * (self.rows - 1 - self.northern_row(y))
    }

    fn northern_row(&self, y: u32) -> u32 {
        if self.from_south { self.rows - 1 - y } else { y }
    }
}

fn whole(tiles: u32, side: u32, overlap: u32) -> u64 {
    u64::from(tiles) * u64::from(side - overlap) + u64::from(overlap)
}

/// The side of a tile, so that `tiles` of them have `all` samples.
fn part_of(all: u32, tiles: u32, overlap: u32, what: &str) -> Result<u32, AskError> {
    let inner = all.saturating_sub(overlap);
    if inner > 0 && inner.is_multiple_of(tiles) {
        return Ok(inner / tiles + overlap);
    }
    let (below, above) = (inner / tiles * tiles + overlap, (inner / tiles + 1) * tiles + overlap);
    let nearest = if below > overlap { format!("{below} and {above} do") } else { format!("{above} does") };
    let why = format!("{all} samples do not make {tiles} {what} of tiles that share {overlap}");
    Err(AskError::Conflict(format!("{why}, {nearest}: give --size, or the tile's with --tile-size")))
}

/// The set of tiles that `tiles` asks for, and the job of its first one. `path` is the file of a tile.
///
/// # Errors
/// As for [`resolve`]; also when the samples do not add up, or when the tiles of a picture would not meet.
pub fn resolve_set(graph: &Graph, ask: &Ask, tiles: &TilesAsk) -> Result<(TileSet, Job), AskError> {
    let (_, _, sampling) = resolve_link(graph, &ask.what)?;
    let grid = sized(&graph.world.grid(ask.sampling.unwrap_or(sampling)), ask.size);
    let mut set = TileSet::new(tiles, &grid, ask.size.is_some())?;
    set.from_south = ask.flip_y != ask.preset.is_some_and(|p| p.south_first);
    let (width, height) = set.samples();
    let ask = Ask { size: Some(Size::Exact(width, height)), region: Some(set.crop((0, 0))), ..ask.clone() };
    let mut job = resolve(graph, &ask)?;
    check_format(job.format, job.mesh.error, set.overlap)?;
    job.mesh.keep_edges = job.mesh.error > 0.0 && set.overlap > 0;
    if let Some(node) = job.plan.whole_maps().first() {
        let why = format!("node \"{node}\" works on the whole map, which no tile holds");
        return Err(AskError::Conflict(format!("{why}: put a Bake node behind it, from which all tiles are read")));
    }
    let alone = |mode: &Mode| matches!(mode, Mode::Grey | Mode::Ramp | Mode::Heat | Mode::Clipping | Mode::Tiles);
    if matches!(job.content, Content::Picture(..)) && (graph.view.legend || ask.pixels.is_some()) {
        let why = "a legend and a size in pixels are of a whole picture";
        return Err(AskError::Conflict(format!("{why}: --set view.legend=false, or leave out --pixels or --tiles")));
    }
    if let Content::Picture(mode, _) = &job.content
        && !alone(mode)
    {
        let why = format!("the view {} looks at neighbouring samples, so its tiles would not meet", mode.name());
        return Err(AskError::Conflict(format!("{why}: take grey or ramp, or leave out --tiles")));
    }
    Ok((set, job))
}

/// Refuses files that cannot hold what neighbours are to share.
fn check_format(format: Format, error: f64, overlap: u32) -> Result<(), AskError> {
    let conflict = |why: &str| Err(AskError::Conflict(why.into()));
    match format {
        Format::Jpeg if overlap > 0 => {
            conflict("a JPEG does not keep its samples, so tiles cannot share any: write .png, or give --overlap 0")
        }
        _ if error > 0.0 && overlap > 1 => {
            conflict("meshes with fewer triangles keep their edges only, so tiles share one sample: give --overlap 1")
        }
        _ => Ok(()),
    }
}

impl Job {
    /// The same for the tile `tile` of `set`, written to `path`.
    #[must_use]
    pub fn of_tile(&self, set: &TileSet, tile: (u32, u32), path: &Path) -> Self {
        let crop = set.crop(tile);
        let mut job = self.clone();
        (job.region.x, job.region.y) = (crop.x, crop.y);
        job.path = path.into();
        job
    }

    /// A hash of all that decides about the file besides its place in the grid: two jobs with the same one write the same
    /// bytes for the same samples.
    pub fn fingerprint(&self, tiles: Option<TileSet>) -> String {
        let mut job = self.clone();
        (job.path, job.region) = (PathBuf::new(), if tiles.is_some() { job.grid.region() } else { job.region });
        let key = KeyBuilder::new("files").text(env!("CARGO_PKG_VERSION")).key(job.plan.key).key(job.plan.range_key());
        let key = match &job.measure {
            Some(plan) => key.key(plan.range_key()),
            None => key,
        };
        // All decisions at once, those of later versions too.
        key.text(&format!("{job:?}")).finish().to_string()
    }

    /// Measures whatever has to be known of the whole world, so that jobs of its parts need not.
    ///
    /// # Errors
    /// [`Cancelled`] when `options` stopped it.
    pub fn settle(&mut self, runner: &Runner, options: &Options) -> Result<(), Cancelled> {
        let share = if self.measure.is_some() { 0.5 } else { 1.0 };
        runner.measure_ranges(&self.plan, &options.part(0.0, share))?;
        self.mapping = mapping_of(self, runner, &options.part(share, 1.0))?;
        self.measure = None;
        Ok(())
    }
}
