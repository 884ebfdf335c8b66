//! From an [`Ask`] to a [`Job`]: everything is decided, nothing is evaluated.

use super::tiles::levels_of;
use super::{Ask, AskError, By, Heights, Mapping, RangeAsk, Size, Units, What};
use crate::export::{Format, Preset, Shape, check_target};
use crate::graph::{Graph, Link, Setting, View, World};
use crate::plan::{Plan, compile};
use crate::raster::{Grid, Region, Sampling};
use crate::spec::{Level, Quantity, Value};
use crate::view::Mode;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most samples of one render. A map is written strip by strip, so this is what anybody would wait for, not what fits.
const MOST_SAMPLES: u64 = 65537 * 65537;

/// Most samples of a row, since a strip is at least a row.
const MOST_COLUMNS: usize = 1 << 22;

/// A render with all decisions made. Owns what it needs, so that it can run on another thread while the graph changes.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the output, if one was asked for.
    pub output: Option<String>,
    /// What is evaluated.
    pub link: Link,
    /// The plan at the asked time.
    pub plan: Arc<Plan>,
    /// Samples over the world.
    pub grid: Grid,
    /// The samples that are rendered.
    pub region: Region,
    /// The file; `-` is standard output.
    pub path: PathBuf,
    /// Format of the file.
    pub format: Format,
    /// What the file's samples are.
    pub content: Content,
    /// The engine that will read the file.
    pub preset: Option<&'static Preset>,
    /// Whether the first row of the file is the southern edge.
    pub south_first: bool,
    /// Which values become 0 and 1; `None` if nothing says so, or if the extremes on the build grid do (`measure`).
    pub mapping: Option<Mapping>,
    /// The plan at time 0 whose extremes on the build grid become 0 and 1.
    pub measure: Option<Arc<Plan>>,
    /// The world, for metres.
    pub world: World,
    /// Seed of the recipe.
    pub seed: u64,
    /// How the recipe wants its pictures.
    pub view: View,
    /// Whether a node that is reached uses the textbook's lattice, which is 0 at whole multiples of its feature scale.
    pub textbook: bool,
}

/// What the samples of a file are.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Integer codes of the unit range.
    Codes,
    /// Numbers in these units.
    Numbers(Units),
    /// Tile numbers, with the bands that they stand for.
    Tiles(Vec<Level>),
    /// A picture in this mode; of tile maps with their bands.
    Picture(Mode, Vec<Level>),
}

/// Decides all that `ask` leaves open, and plans.
///
/// # Errors
/// A sentence that says what is wrong and what would do.
pub fn resolve(graph: &Graph, ask: &Ask) -> Result<Job, AskError> {
    let (output, link, sampling) = resolve_link(graph, &ask.what)?;
    if ask.path != Path::new("-") {
        check_target(&ask.path)?;
    }
    let plan = Arc::new(compile(graph, &link, ask.time)?);
    let (format, content) = content_of(graph, ask, &link, plan.quantity)?;
    let grid = sized(&graph.world.grid(ask.sampling.unwrap_or(sampling)), ask.size);
    let region = region_of(ask, &grid)?;
    if let Some(preset) = ask.preset {
        preset.accept_format(format)?;
        preset.accept(region.width as u32, region.height as u32)?;
    }
    let mut job = Job {
        textbook: uses_textbook(graph, &plan),
        output,
        link,
        plan,
        grid,
        region,
        path: ask.path.clone(),
        format,
        content,
        preset: ask.preset,
        south_first: ask.flip_y != ask.preset.is_some_and(|p| p.south_first),
        mapping: None,
        measure: None,
        world: graph.world,
        seed: graph.seed,
        view: graph.view.clone(),
    };
    job.choose_mapping(graph, ask)?;
    Ok(job)
}

/// The output or node that `what` means: name of the output, link, where its samples lie.
///
/// # Errors
/// When the recipe has no such thing.
pub fn resolve_link(graph: &Graph, what: &What) -> Result<(Option<String>, Link, Sampling), AskError> {
    let output = match what {
        What::First => graph.outputs.first().ok_or(AskError::NoOutputs)?,
        What::Output(name) => graph.output(name).ok_or_else(|| no_output(graph, name))?,
        What::Node(link) => return node_output(graph, link).map(|()| (None, link.clone(), Sampling::default())),
    };
    Ok((Some(output.name.clone()), output.from.clone(), output.sampling))
}

impl Job {
    /// The output or node in words: `output "height"`, `node "land"`.
    pub fn name(&self) -> String {
        match &self.output {
            Some(name) => format!("output \"{name}\""),
            None => format!("node \"{}\"", self.link),
        }
    }

    /// Metres that 0 and 1 of the mapping stand for; `None` where values are no heights.
    pub fn heights(&self, mapping: Mapping) -> Option<Heights> {
        Heights::of(&self.world, self.plan.quantity, self.plan.bound, mapping)
    }

    /// Bands of a tile map; none for numbers.
    pub fn levels(&self) -> &[Level] {
        match &self.content {
            Content::Tiles(levels) | Content::Picture(_, levels) => levels,
            _ => &[],
        }
    }

    /// Whether values have to become shares of a range.
    fn needs_mapping(&self) -> bool {
        match self.content {
            Content::Codes | Content::Numbers(Units::Unit) => true,
            Content::Numbers(Units::Metres) => self.plan.quantity != Quantity::Metres,
            Content::Picture(..) => self.plan.quantity != Quantity::Tiles,
            Content::Numbers(Units::Raw) | Content::Tiles(_) => false,
        }
    }

    fn choose_mapping(&mut self, graph: &Graph, ask: &Ask) -> Result<(), AskError> {
        if matches!(self.content, Content::Tiles(_)) || self.plan.quantity == Quantity::Tiles {
            return Ok(());
        }
        match ask.range {
            RangeAsk::Given(lo, hi) => self.mapping = Some(Mapping { lo, hi, by: By::Range }),
            RangeAsk::Socket => self.mapping = Mapping::of(self.plan.bound),
            RangeAsk::Measured => {
                let plan =
                    if ask.time == 0.0 { Arc::clone(&self.plan) } else { compile(graph, &self.link, 0.0)?.into() };
                self.measure = Some(plan);
            }
        }
        if self.needs_mapping() && self.mapping.is_none() && self.measure.is_none() {
            return Err(AskError::Unbounded { name: self.name() });
        }
        Ok(())
    }
}

/// What the file holds, and in which format.
fn content_of(graph: &Graph, ask: &Ask, link: &Link, quantity: Quantity) -> Result<(Format, Content), AskError> {
    let tiles = quantity == Quantity::Tiles;
    let mode = ask.picture.as_deref().map(|name| mode_of(name, tiles)).transpose()?;
    let shape = match (&mode, tiles) {
        (Some(_), _) => Shape::Picture,
        (None, true) => Shape::Tiles,
        (None, false) => Shape::Values,
    };
    let format = format_of(ask, shape)?;
    let levels = if tiles { levels_of(graph, link) } else { Vec::new() };
    if matches!(format, Format::Indexed | Format::Png8) && levels.len() > 256 {
        let what = format.title();
        return Err(AskError::Conflict(format!("{what} holds at most 256 levels of tiles: write .r16 instead")));
    }
    let content = match mode {
        Some(mode) => Content::Picture(mode, levels),
        None if tiles => Content::Tiles(levels),
        None if format.is_float() => Content::Numbers(ask.units.unwrap_or(Units::Raw)),
        None => Content::Codes,
    };
    check_wishes(ask, &content, format, quantity)?;
    Ok((format, content))
}

/// Whether a node of the plan uses the textbook's permutation lattice.
pub(super) fn uses_textbook(graph: &Graph, plan: &Plan) -> bool {
    let graph = graph.expanded();
    let chosen = |id| graph.nodes.get(id).and_then(|node| node.setting("lattice"));
    plan.nodes.iter().any(|id| matches!(chosen(id), Some(Setting::Value(Value::Choice("Permutation")))))
}

/// Whether there are such a node and such an output of it; of unknown kinds the plan has more to say.
fn node_output(graph: &Graph, link: &Link) -> Result<(), AskError> {
    let graph = graph.expanded();
    let Some(node) = graph.nodes.get(&link.node) else { return Err(AskError::NoNode(link.node.clone())) };
    match node.spec() {
        Some(spec) if link.output_index(spec).is_none() => {
            let known: Vec<&str> = spec.outputs.iter().map(|o| o.name).collect();
            Err(AskError::NoNodeOutput { link: link.clone(), known: known.join(", ") })
        }
        _ => Ok(()),
    }
}

fn no_output(graph: &Graph, name: &str) -> AskError {
    let known: Vec<String> = graph.outputs.iter().map(|o| format!("\"{}\"", o.name)).collect();
    let known = if known.is_empty() { "none".into() } else { known.join(", ") };
    AskError::NoOutput { name: name.into(), known }
}

fn mode_of(name: &str, tiles: bool) -> Result<Mode, AskError> {
    match Mode::from_name(name) {
        None => {
            let known: Vec<&str> = Mode::NAMED.iter().map(|(name, _)| *name).collect();
            Err(AskError::Conflict(format!("there is no view \"{name}\", there are {}", known.join(", "))))
        }
        Some(Mode::Tiles) if !tiles => Err(AskError::Conflict("the view Tiles shows tile maps only".into())),
        Some(_) if tiles => Ok(Mode::Tiles),
        Some(mode) => Ok(mode),
    }
}

fn format_of(ask: &Ask, shape: Shape) -> Result<Format, AskError> {
    let refuse = |why: String| AskError::NoFormat { path: ask.path.clone(), why };
    let format = match ask.format {
        Some(format) => format,
        None if ask.path == Path::new("-") => Format::by_extension("png", shape).unwrap_or(Format::Png16),
        None => {
            let extension = ask.path.extension().unwrap_or_default().to_string_lossy();
            let known: Vec<String> = Format::all_extensions().iter().map(|e| format!(".{e}")).collect();
            Format::by_extension(&extension, shape).ok_or_else(|| match (shape, &*extension) {
                (Shape::Picture, "r16" | "raw" | "r32" | "npy") => refuse("a picture is written as .png".into()),
                (_, "") => refuse(format!("the name needs an extension, one of {}", known.join(", "))),
                (_, other) => refuse(format!("the format .{other} is not known, known are {}", known.join(", "))),
            })?
        }
    };
    if format.holds(shape) {
        return Ok(format);
    }
    let why = match shape {
        Shape::Picture => format!("a picture cannot be written as {}, it is written as .png", format.title()),
        _ => format!(
            "{} is for tile maps and pictures; heights are written as png16, png8, r16, r32 or npy",
            format.title()
        ),
    };
    Err(refuse(why))
}

/// Refuses wishes that would have no effect, so that nobody believes they had one.
fn check_wishes(ask: &Ask, content: &Content, format: Format, quantity: Quantity) -> Result<(), AskError> {
    let conflict = |why: &str| Err(AskError::Conflict(why.into()));
    let tiles = quantity == Quantity::Tiles;
    match content {
        _ if tiles && ask.range != RangeAsk::Socket => {
            conflict("a range is for numbers, tiles are written as they are")
        }
        _ if tiles && ask.units.is_some() => conflict("units are for numbers, tiles are written as they are"),
        _ if tiles && ask.preset.is_some() => conflict("a preset is for heights, not for tiles"),
        Content::Picture(..) if ask.preset.is_some() => conflict("a preset is for heights, not for pictures"),
        Content::Picture(..) if ask.units.is_some() => conflict("units are for numbers, not for pictures"),
        Content::Codes if matches!(ask.units, Some(Units::Raw | Units::Metres)) => Err(AskError::Conflict(format!(
            "{} holds shares of a range, not {}: write .r32 or .npy for other units",
            format.title(),
            ask.units.map_or("", Units::name)
        ))),
        Content::Numbers(Units::Metres) if quantity == Quantity::Degrees => conflict("angles have no height in metres"),
        _ => Ok(()),
    }
}

/// The grid with the number of samples that is asked for.
pub(super) fn sized(grid: &Grid, size: Option<Size>) -> Grid {
    match size {
        None => *grid,
        Some(Size::Exact(width, height)) => grid.resampled((width, height)),
        Some(Size::Width(width)) => grid.resampled((width, height_for(grid, width))),
    }
}

/// Rows that go with `width` columns so that samples keep their proportions.
///
/// Counts on vertices include both edges. A grid that has the world's proportions in counts (512 x 256) keeps them in
/// counts; any other (1025 x 513) keeps them in steps.
fn height_for(grid: &Grid, width: u32) -> u32 {
    let (columns, rows) = (f64::from(grid.samples.0), f64::from(grid.samples.1));
    let by_counts = columns * grid.extent.1 == rows * grid.extent.0;
    let height = match grid.sampling {
        Sampling::Vertices if !by_counts && columns > 1.0 => {
            (f64::from(width) - 1.0) * (rows - 1.0) / (columns - 1.0) + 1.0
        }
        _ => f64::from(width) * rows / columns,
    };
    height.round().clamp(1.0, f64::from(u32::MAX)) as u32
}

fn region_of(ask: &Ask, grid: &Grid) -> Result<Region, AskError> {
    let region = match ask.region {
        None => grid.region(),
        Some(c) => Region { x: c.x, y: c.y, width: c.width as usize, height: c.height as usize, stride: 1 },
    };
    check_size(region)?;
    Ok(region)
}

/// Refuses more samples than one render should have.
pub(super) fn check_size(region: Region) -> Result<(), AskError> {
    let (w, h) = (region.width, region.height);
    let most = if w as u64 * h as u64 > MOST_SAMPLES {
        "at most 65537 x 65537 are allowed".to_owned()
    } else if w > MOST_COLUMNS {
        format!("at most {MOST_COLUMNS} in a row are allowed")
    } else {
        return Ok(());
    };
    Err(AskError::TooMany(format!("{w} x {h} samples are too many at once, {most}: render regions of it")))
}
