//! From an [`Ask`] to a [`Job`]: everything is decided, nothing is evaluated.

use super::content::content_of;
use super::sidecar::RecipeFacts;
use super::{Ask, AskError, By, Content, Heights, Map, Mapping, RangeAsk, Size, Units, What};
use crate::export::{Around, Engine, Format, MOST_MESH_SAMPLES, MeshOptions, Place, Preset, check_target};
use crate::graph::{Along, Graph, Link, Setting, View, World};
use crate::plan::{Plan, compile};
use crate::raster::{Grid, Region, Sampling};
use crate::spec::{Level, Quantity, Value};
use crate::view::{self, Mode};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most samples of one render. A map is written strip by strip, so this is what anybody would wait for, not what fits.
const MOST_SAMPLES: u64 = 65537 * 65537;

/// Most samples of a picture that is drawn as a whole.
const MOST_WHOLE: u64 = 4097 * 4097;

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
    /// What colours the particles of a picture, if it is not the field itself.
    pub tint: Option<Arc<Plan>>,
    /// Pixels along the longer side of a picture; `None`: one per sample.
    pub pixels: Option<u32>,
    /// How a mesh is made.
    pub mesh: MeshOptions,
    /// EPSG code of the projected coordinate system that the world lies in.
    pub epsg: Option<u16>,
    /// Whether all facts about the file are written beside it.
    pub sidecar: bool,
    /// What there is to say about the recipe itself.
    pub recipe: RecipeFacts,
    /// Whether a node that is reached uses the textbook's lattice, which is 0 at whole multiples of its feature scale.
    pub textbook: bool,
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
        pixels: ask.pixels,
        tint: None,
        mesh: ask.mesh,
        epsg: ask.epsg,
        sidecar: ask.sidecar || ask.preset.is_some(),
        recipe: RecipeFacts::of(graph),
    };
    job.check_place()?;
    job.choose_mapping(graph, ask)?;
    if let (Content::Picture(Mode::Flow, _), Some(color)) = (&job.content, &graph.view.flow.color) {
        node_output(graph, color)?;
        job.tint = Some(Arc::new(compile(graph, color, ask.time)?));
    }
    if let Some(preset) = job.preset {
        let heights = job.mapping.and_then(|m| job.heights(m)).map(|h| (h.zero, h.one));
        preset.accept_heights(heights, job.grid.spacing(), job.size())?;
    }
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

    /// Samples in a row, and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.region.width as u32, self.region.height as u32)
    }

    /// Columns and rows of the file: those of the samples, or of a picture of another size.
    pub fn picture_size(&self) -> (u32, u32) {
        match (&self.content, self.pixels) {
            (Content::Picture(mode, _), Some(pixels)) => {
                let (w, h) = view::size_for(*mode, (self.region.width, self.region.height), pixels as usize);
                (w as u32, h as u32)
            }
            _ => self.size(),
        }
    }

    /// What to type into the program that the preset is for, with `mapping` where it had to be measured.
    pub fn engine(&self, mapping: Option<Mapping>) -> Engine {
        let heights = mapping.or(self.mapping).and_then(|m| self.heights(m)).map(|h| (h.zero, h.one));
        let file = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.preset.map_or_else(Engine::default, |preset| {
            preset.engine_for(self.format, &file, heights, self.grid.spacing(), self.size())
        })
    }

    /// Metres that 0 and 1 of the mapping stand for; `None` where values are no heights.
    pub fn heights(&self, mapping: Mapping) -> Option<Heights> {
        Heights::of(&self.world, self.plan.quantity, self.plan.bound, mapping)
    }

    /// Bands of a tile map; none for numbers.
    pub fn levels(&self) -> &[Level] {
        match &self.content {
            Content::Tiles(levels) | Content::Picture(_, levels) | Content::Map(_, levels) => levels,
            _ => &[],
        }
    }

    /// Where the samples lie. Rows of the world run southwards, so northings are its y with the other sign.
    pub fn place(&self) -> Place {
        let (grid, region) = (&self.grid, &self.region);
        let first = (grid.x(region.x), grid.y(region.y));
        let middle = if grid.sampling == Sampling::Cells { 0.5 } else { 0.0 };
        Place {
            first: (first.0 + 0.0, -first.1 + 0.0),
            spacing: grid.spacing(),
            offset: (region.x as f64 + middle, region.y as f64 + middle),
            cells: grid.sampling == Sampling::Cells,
            epsg: self.epsg,
        }
    }

    /// How far what stands at an edge may depend on the samples beyond it: over the world, for maps for shaders and normals
    /// of meshes of a part of it. `None`: it does not go beyond.
    pub(super) fn reach(&self) -> Option<Region> {
        let all = self.grid.region();
        let depends = matches!(self.content, Content::Map(..)) || self.format == Format::Glb;
        (depends && self.region != all).then(|| self.region.hull(&all))
    }

    /// Samples around its own that the writer of the file sees.
    pub(super) fn around(&self) -> Around {
        let Some(hull) = self.reach().filter(|_| self.format == Format::Glb) else { return Around::default() };
        let region = self.region;
        let one = |beyond: i64| u32::from(beyond > 0);
        let end = |from: i64, count: usize| from + count as i64;
        Around {
            west: one(region.x - hull.x),
            east: one(end(hull.x, hull.width) - end(region.x, region.width)),
            north: one(region.y - hull.y),
            south: one(end(hull.y, hull.height) - end(region.y, region.height)),
        }
    }

    /// Refuses what a file that says where it lies cannot say.
    fn check_place(&self) -> Result<(), AskError> {
        let conflict = |why: String| Err(AskError::Conflict(why));
        let (title, (width, height)) = (self.format.title(), (self.region.width, self.region.height));
        if self.format.is_placed() && self.south_first {
            return conflict(format!("{title} says where it lies, its first row is the northern one"));
        }
        let (dx, dy) = self.grid.spacing();
        if self.format == Format::Asc && ((dx - dy) / dx).abs() > 1e-9 {
            let edge = u32::from(self.grid.sampling == Sampling::Vertices);
            let rows = (self.grid.extent.1 / dx).round() as u32 + edge;
            let size = format!("{}x{rows}", self.grid.samples.0);
            let (dx, dy) = (super::number(dx), super::number(dy));
            return conflict(format!("{title} has square cells, these are {dx} x {dy} m: the nearest size is {size}"));
        }
        let drawn_whole = match &self.content {
            Content::Picture(mode, _) => mode.is_whole() || self.view.legend || self.pixels.is_some(),
            _ => false,
        };
        if self.pixels.is_some() && !matches!(self.content, Content::Picture(..)) {
            return conflict(
                "pixels are for pictures (--view), the size of other files is that of their samples".into(),
            );
        }
        if drawn_whole && width as u64 * height as u64 > MOST_WHOLE {
            let why = "a picture with lines, labels, a legend or a size of its own is drawn as a whole, at most 4097 x 4097 samples";
            return conflict(format!(
                "{why}, these are {width} x {height}: give a smaller --size, or render regions of it"
            ));
        }
        if self.format == Format::Tmx && self.path == Path::new("-") {
            return conflict(format!("{title} has its tileset beside it, so it needs a file name"));
        }
        let samples = width as u64 * height as u64;
        if self.format.is_mesh() && (width < 2 || height < 2 || samples > MOST_MESH_SAMPLES) {
            return conflict(format!(
                "a mesh is made of 2 x 2 to 4097 x 4097 samples, these are {width} x {height}: write regions of it"
            ));
        }
        let mesh = self.mesh != MeshOptions::default();
        if mesh && !self.format.is_mesh() {
            return conflict(format!("an error bound and skirts are for meshes, not for {title}"));
        }
        if self.epsg.is_some() && !(self.format.is_placed() && !self.format.is_mesh() && self.format != Format::Asc) {
            return conflict(format!("{title} holds no EPSG code, .tif does"));
        }
        Ok(())
    }

    /// Whether values have to become shares of a range.
    fn needs_mapping(&self) -> bool {
        match self.content {
            Content::Codes | Content::Numbers(Units::Unit) => true,
            Content::Numbers(Units::Metres) | Content::Map(Map::Normals(_), _) => {
                self.plan.quantity != Quantity::Metres
            }
            Content::Map(Map::Flow(_), _) => {
                self.view.flow.along != Along::Angle && self.plan.quantity != Quantity::Metres
            }
            Content::Picture(..) => self.plan.quantity != Quantity::Tiles,
            Content::Numbers(Units::Raw) | Content::Tiles(_) | Content::Map(Map::Weights(_), _) => false,
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
