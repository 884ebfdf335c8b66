//! A result as text: characters for a terminal without a window, or half blocks in its colours.

use super::tiles::levels_of;
use super::{AskError, Mapping, What, number, resolve_link, scene};
use crate::graph::{Graph, Link};
use crate::plan::{Plan, compile};
use crate::raster::{Raster, Region, Sampling};
use crate::run::{Cancelled, Options, Runner};
use crate::spec::{Level, Quantity};
use crate::view::{Mode, Picture, downscale, picture};
use std::fmt::Write;

/// Most characters in a row.
pub const MOST_LETTERS: usize = 1000;

/// Samples along the longer side that a picture is made of; more would not be seen.
const ENOUGH: u32 = 1025;

/// From the lowest to the highest ground, or from dark to bright.
const LAND: &[u8] = b".:-=+*#%@";
const GREY: &[u8] = b" .:-=+*#%@";
/// Deep and shallow water.
const WATER: &[u8] = b" ~";
/// Tiles that are no water, in their order.
const TILES: &[u8] = b".:;+o*x#%&@$ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// How a terminal shows a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// One of some ASCII characters for each place: dense ones for what is high.
    Ascii,
    /// The picture of the preview in 24-bit colours, two pixels to a character.
    Ansi,
}

impl Letters {
    /// The view of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        match () {
            () if name.eq_ignore_ascii_case("ascii") => Some(Self::Ascii),
            () if name.eq_ignore_ascii_case("ansi") => Some(Self::Ansi),
            () => None,
        }
    }
}

/// The world as lines of text, `columns` characters wide, each line with its end.
///
/// # Errors
/// What [`resolve_link`] and the planner refuse. `Ok(Err(_))` when `options` stopped it.
pub fn letters(
    graph: &Graph,
    (what, time): (&What, f64),
    (letters, columns): (Letters, usize),
    runner: &Runner,
    options: &Options,
) -> Result<Result<String, Cancelled>, AskError> {
    let (_, link, sampling) = resolve_link(graph, what)?;
    let plan = compile(graph, &link, time)?;
    let columns = columns.clamp(1, MOST_LETTERS);
    let raster = match rendered(graph, &plan, sampling, runner, options) {
        Ok(raster) => raster,
        Err(stopped) => return Ok(Err(stopped)),
    };
    // A character is about twice as high as wide.
    let (width, height) = graph.world.extent;
    let rows = ((columns as f64 * height / width / 2.0).round() as usize).clamp(1, MOST_LETTERS);
    Ok(Ok(match letters {
        Letters::Ascii => ascii(graph, (&link, &plan), &raster, (columns, rows)),
        Letters::Ansi => ansi(&picture_of(graph, (&link, &plan), &raster), (columns, rows)),
    }))
}

/// The world on its build grid, or on every n-th sample of a large one.
fn rendered(
    graph: &Graph,
    plan: &Plan,
    sampling: Sampling,
    runner: &Runner,
    options: &Options,
) -> Result<Raster, Cancelled> {
    let grid = graph.world.grid(sampling);
    let stride = grid.samples.0.max(grid.samples.1).div_ceil(ENOUGH).max(1);
    let region: Region = grid.region().strided(stride);
    runner.render(plan, &grid, region, options).map(|rendered| rendered.raster)
}

fn mapping(plan: &Plan, raster: &Raster) -> Mapping {
    let (lo, hi) = raster.extremes().unwrap_or((0.0, 1.0));
    Mapping::of(plan.bound).unwrap_or(Mapping { lo: lo.into(), hi: hi.into(), by: super::By::Measured })
}

/// The preview's picture.
fn picture_of(graph: &Graph, (link, plan): (&Link, &Plan), raster: &Raster) -> Picture {
    let tiles = plan.quantity == Quantity::Tiles;
    let mode = if tiles { Mode::Tiles } else { Mode::from_name(&graph.view.mode).unwrap_or_default() };
    let mode = if mode == Mode::Tiles && !tiles { Mode::Grey } else { mode };
    let levels = if tiles { levels_of(graph, link) } else { Vec::new() };
    let (width, height) = graph.world.extent;
    let step = |side: f64, n: usize| side / (n.max(2) - 1) as f64;
    let spacing = (step(width, raster.width), step(height, raster.height));
    let values = (plan.quantity, plan.bound);
    picture(raster, &scene(&graph.world, &graph.view, mode, values, mapping(plan, raster), &levels, spacing))
}

/// Two pixels to a character: the upper one in the ink of a half block, the lower one behind it.
fn ansi(picture: &Picture, (columns, rows): (usize, usize)) -> String {
    let small = downscale(picture, columns, rows * 2);
    let mut text = String::new();
    for row in 0..rows {
        let mut last = None;
        for column in 0..columns {
            let (upper, lower) = (small.at(column, 2 * row), small.at(column, 2 * row + 1));
            if last != Some((upper, lower)) {
                let ([r, g, b], [br, bg, bb]) = (upper, lower);
                // Writing to a string cannot fail.
                let _ = write!(text, "\x1b[38;2;{r};{g};{b};48;2;{br};{bg};{bb}m");
                last = Some((upper, lower));
            }
            text.push('▀');
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

/// One character for each place, and of tiles a line that says what they are.
fn ascii(graph: &Graph, (link, plan): (&Link, &Plan), raster: &Raster, size: (usize, usize)) -> String {
    if plan.quantity == Quantity::Tiles {
        let levels = levels_of(graph, link);
        return tiles(raster, &levels, size);
    }
    let mapping = mapping(plan, raster);
    let sea = graph.world.sea_unit().filter(|_| {
        matches!(plan.quantity, Quantity::Unit | Quantity::Metres | Quantity::Signed) && graph.view.mode == "Terrain"
    });
    let (low, high) = graph.world.height;
    let unit = |v: f32| match plan.quantity {
        Quantity::Metres => (f64::from(v) - low) / (high - low),
        _ => mapping.unit(f64::from(v)),
    };
    let pick = |letters: &[u8], share: f64| {
        let i = (share.clamp(0.0, 1.0) * letters.len() as f64) as usize;
        char::from(letters[i.min(letters.len() - 1)])
    };
    let letter = |v: f32| match (unit(v), sea.map(f64::from)) {
        (v, Some(sea)) if v < sea => pick(WATER, v / sea),
        (v, Some(sea)) => pick(LAND, (v - sea) / (1.0 - sea).max(1e-9)),
        (v, None) => pick(GREY, v),
    };
    let means = means(raster, size);
    let mut text = lines(&means.data.iter().map(|&v| letter(v)).collect::<Vec<_>>(), size.0);
    if let Some((lo, hi)) = raster.extremes() {
        let _ = writeln!(text, "{} to {}", number(lo.into()), number(hi.into()));
    }
    text
}

/// The tile in the middle of each place.
fn tiles(raster: &Raster, levels: &[Level], (columns, rows): (usize, usize)) -> String {
    let mut marks = Vec::new();
    let (mut water, mut land) = (0, 0);
    for level in levels {
        marks.push(if level.water {
            water += 1;
            char::from(WATER[(water - 1).min(WATER.len() - 1)])
        } else {
            land += 1;
            char::from(TILES[(land - 1) % TILES.len()])
        });
    }
    let middle = |i: usize, n: usize, of: usize| ((2 * i + 1) * of / (2 * n)).min(of.saturating_sub(1));
    let tile = |i: usize| {
        raster.at(middle(i % columns, columns, raster.width), middle(i / columns, rows, raster.height)) as usize
    };
    let letters: Vec<char> = (0..columns * rows).map(|i| marks.get(tile(i)).copied().unwrap_or('?')).collect();
    let mut text = lines(&letters, columns);
    let legend = marks.iter().zip(levels).map(|(mark, level)| format!("{mark} {}", level.name));
    text += &legend.collect::<Vec<_>>().join("  ");
    text.push('\n');
    text
}

fn lines(letters: &[char], columns: usize) -> String {
    letters.chunks(columns).flat_map(|line| line.iter().copied().chain(['\n'])).collect()
}

/// The mean of the samples of each place, summed from the north-west in 64 bits.
fn means(raster: &Raster, (columns, rows): (usize, usize)) -> Raster {
    let span = |i: usize, n: usize, of: usize| {
        let from = (i * of / n).min(of.saturating_sub(1));
        from..((i + 1) * of / n).clamp(from + 1, of.max(from + 1))
    };
    Raster::from_fn(columns, rows, |column, row| {
        let (across, down) = (span(column, columns, raster.width), span(row, rows, raster.height));
        let count = across.len() * down.len();
        let sum: f64 = down.flat_map(|y| raster.row(y)[across.clone()].iter().map(|&v| f64::from(v))).sum();
        (sum / count as f64) as f32
    })
}
