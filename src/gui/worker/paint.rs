//! What a raster shows (its unit, metres, tiles), the modes it can be drawn in, and its pictures.

use super::Spread;
use super::solid::{Shape, lit};
use super::stage::Statistics;
use super::thumb::ThumbPicture;
use crate::deliver::{By, Mapping, levels_of};
use crate::graph::{Graph, Link, View, World};
use crate::plan::Plan;
use crate::raster::{Grid, Raster, Region, Tile};
use crate::spec::{Interval, Level, Measured, ParamKind, Quantity};
use crate::view::{self, Current, Exaggeration, Legend, Mode, Scene, Tint, Within};
use eframe::egui::ColorImage;
use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;

/// Pixels along the longer side of a preview's picture; larger rasters are shaded in full and filtered down.
const LARGEST: usize = 2048;

/// Bins of the histogram of heights that the editor of tiles shows.
const HEIGHT_BINS: usize = 256;

/// How the preview is coloured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// Mode that a person chose for this output; `None`: the one that fits.
    pub chosen: Option<Mode>,
    /// What the recipe says about its pictures.
    pub view: View,
    /// Whether the extremes of the samples are black and white.
    pub auto_levels: bool,
    /// Pixels of the dots of lines and letters in the picture.
    pub dot: usize,
    /// Pixels along the longer side that are of use; finer pictures are filtered down to it.
    pub pixels: usize,
    /// Whether it is flat.
    pub shape: Shape,
}

/// A picture, ready to become a texture.
pub struct Picture {
    /// Its pixels.
    pub image: Arc<ColorImage>,
    /// What its colours mean.
    pub legend: Option<Legend>,
    /// What particles see of it, where it is a picture of their flow: the window lets them drift.
    pub current: Option<Arc<Flowing>>,
}

/// A field along which particles drift, and how they are drawn.
pub struct Flowing {
    /// The field.
    pub current: Current,
    /// The scene that it was taken from.
    pub scene: Scene,
}

/// What the samples of a raster are.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// What the values mean.
    pub quantity: Quantity,
    /// Values cannot leave this.
    pub bound: Interval,
    /// The grid that the samples belong to.
    pub grid: Grid,
    /// Which of its samples they are.
    pub region: Region,
    /// The world that gives metres and the sea.
    pub world: World,
    /// Bands of a tile map; for heights those of a tile map that reads them.
    pub levels: Vec<Level>,
    /// Values at the ends of what is shown: the socket's range; `None` for an unbounded one.
    pub range: Option<(f32, f32)>,
}

/// Thumbnail's manner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Shading, exaggerated automatically.
    Shade,
    /// One colour per tile.
    Tiles,
    /// Grey over the extremes of the samples.
    Grey,
}

impl Subject {
    /// What the samples of `plan` on `region` of `grid` are.
    pub fn new(graph: &Graph, link: &Link, plan: &Plan, grid: &Grid, region: Region) -> Self {
        let range = Mapping::of(plan.bound).map(|m| (m.lo as f32, m.hi as f32)).filter(|(lo, hi)| hi > lo);
        let levels = match plan.quantity {
            Quantity::Tiles => levels_of(graph, link),
            _ => tiles_reading(graph, link).map_or_else(Vec::new, |tiles| levels_of(graph, &tiles)),
        };
        Self { quantity: plan.quantity, bound: plan.bound, grid: *grid, region, world: graph.world, levels, range }
    }

    /// Two values and the metres that they stand for; `None` for what is no height.
    fn heights(&self) -> Option<((f32, f32), (f64, f64))> {
        let height = self.world.height;
        match self.quantity {
            Quantity::Signed => Some(((-1.0, 1.0), height)),
            Quantity::Unit => Some(((0.0, 1.0), height)),
            Quantity::Metres => Some(((height.0 as f32, height.1 as f32), height)),
            Quantity::Plain => self.range.map(|range| (range, height)),
            Quantity::Degrees | Quantity::Tiles => None,
        }
    }

    /// Height in metres of a value.
    pub fn metres(&self, value: f32) -> Option<f64> {
        let ((from, to), (low, high)) = self.heights()?;
        if to == from {
            return None;
        }
        Some(low + (f64::from(value) - f64::from(from)) / (f64::from(to) - f64::from(from)) * (high - low))
    }

    /// Value at a height in metres.
    pub fn value(&self, metres: f64) -> Option<f32> {
        let ((from, to), (low, high)) = self.heights()?;
        let share = if high == low { return None } else { (metres - low) / (high - low) };
        Some((f64::from(from) + share * (f64::from(to) - f64::from(from))) as f32)
    }

    /// Value at the sea's surface, where there is a sea and the values are heights.
    pub fn sea(&self) -> Option<f32> {
        // What is centred on 0 or counts something else has land only once it is looked at as terrain.
        self.value(self.world.sea?)
    }

    /// The tile of a value.
    pub fn level(&self, value: f32) -> Option<&Level> {
        match self.quantity {
            Quantity::Tiles => self.levels.get(value as usize),
            Quantity::Unit => self.levels.iter().find(|l| l.below.is_none_or(|below| value < below)),
            _ => None,
        }
    }

    pub(super) fn scene(&self, mode: Mode, view: &View, statistics: &Statistics) -> Scene {
        let (lo, hi) = self.range.unwrap_or(statistics.ends);
        let mapping = Mapping { lo: f64::from(lo), hi: f64::from(hi), by: By::Bound };
        let (spacing, stride) = (self.grid.spacing(), f64::from(self.region.stride));
        let spacing = (spacing.0 * stride, spacing.1 * stride);
        let values = (self.quantity, self.bound);
        // The window draws the legend itself, where it stays in sight and has the letters of every language.
        let view = View { legend: false, ..view.clone() };
        crate::deliver::scene(&self.world, &view, mode, values, mapping, &self.levels, spacing)
    }
}

/// The first tile map that reads `link` directly.
fn tiles_reading(graph: &Graph, link: &Link) -> Option<Link> {
    let mut readers = graph.wires().filter(|(from, _, _)| from.node == link.node);
    readers.find_map(|(_, to, _)| {
        let spec = graph.nodes.get(to)?.spec()?;
        spec.params.iter().any(|p| p.kind == ParamKind::Levels).then(|| Link::to(to))
    })
}

/// Modes of heights, those that are used most first.
const HEIGHTS: [Mode; 12] = [
    Mode::Grey,
    Mode::Ramp,
    Mode::Terrain,
    Mode::Shade,
    Mode::Contours,
    Mode::Hillshade,
    Mode::Heat,
    Mode::Slope,
    Mode::Normals,
    Mode::Arrows,
    Mode::Flow,
    Mode::Clipping,
];
/// The same with the one for values around 0.
const SIGNED: [Mode; 13] = [
    Mode::Grey,
    Mode::Signed,
    Mode::Ramp,
    Mode::Terrain,
    Mode::Shade,
    Mode::Contours,
    Mode::Hillshade,
    Mode::Heat,
    Mode::Slope,
    Mode::Normals,
    Mode::Arrows,
    Mode::Flow,
    Mode::Clipping,
];

/// Modes that make sense for a quantity.
pub fn modes_of(quantity: Quantity) -> &'static [Mode] {
    match quantity {
        Quantity::Tiles => &[Mode::Tiles],
        Quantity::Signed => &SIGNED,
        Quantity::Unit | Quantity::Metres | Quantity::Plain => &HEIGHTS,
        Quantity::Degrees => &[Mode::Grey, Mode::Ramp, Mode::Heat, Mode::Clipping],
    }
}

/// Whether `link` is a result of the recipe, which is shown as the recipe says.
pub fn is_output(graph: &Graph, link: &Link) -> bool {
    graph.outputs.iter().any(|o| o.from == *link)
}

/// The mode of a preview: the chosen one, else the recipe's for its outputs, else the one that fits the quantity.
pub fn mode_for(graph: &Graph, link: &Link, quantity: Quantity, chosen: Option<Mode>) -> Mode {
    let valid = |mode: &Mode| modes_of(quantity).contains(mode);
    let of_recipe = || Mode::from_name(&graph.view.mode).filter(|_| is_output(graph, link)).filter(valid);
    chosen.filter(valid).or_else(of_recipe).unwrap_or(match quantity {
        Quantity::Tiles => Mode::Tiles,
        Quantity::Signed => Mode::Signed,
        Quantity::Metres => Mode::Terrain,
        _ => Mode::Grey,
    })
}

/// Draws the preview.
pub(super) fn preview(
    raster: &Raster,
    subject: &Subject,
    mode: Mode,
    look: &Look,
    statistics: &Statistics,
    tint: Option<&Arc<Tint>>,
) -> Picture {
    let mut scene = scene_of(subject, mode, look, statistics);
    scene.auto_levels = levelled(mode, look, statistics);
    if mode == Mode::Flow {
        scene.tint = tint.cloned();
        let current = view::current(raster, &scene);
        let still = image(&view::picture(&Raster::new(1, 1), &Scene { mode: Mode::Arrows, ..scene.clone() }));
        return Picture { current: Some(Arc::new(Flowing { current, scene })), ..still };
    }
    let legend = view::legend(raster, &scene);
    let picture = match look.shape {
        Shape::Lit => fitted(&lit(raster, view::picture(raster, &scene), subject, mode, look), look.pixels),
        _ => image(&view::picture_for(raster, &scene, look.pixels.clamp(1, LARGEST))),
    };
    Picture { legend, ..picture }
}

/// Draws a part of a preview in the colours of the whole, whose statistics these are.
pub(super) fn part(raster: &Raster, subject: &Subject, mode: Mode, look: &Look, whole: &Statistics) -> Picture {
    let mut scene = scene_of(subject, mode, look, whole);
    let levelled = levelled(mode, look, whole);
    let shades = if levelled { Cow::Owned(kept_within(raster, whole)) } else { Cow::Borrowed(raster) };
    if levelled {
        scene.shown = (whole.min, whole.max);
    }
    match look.shape {
        Shape::Lit => fitted(&lit(&shades, view::picture(&shades, &scene), subject, mode, look), look.pixels),
        _ => image(&view::picture_for(&shades, &scene, look.pixels.clamp(1, LARGEST))),
    }
}

/// Draws what a new part of a raster (where it begins and how many samples it has, eastwards and southwards) decides of a
/// picture of contours, and where that lies, in samples of the raster. What is not known yet is no number.
pub(super) fn contours_within(
    known: &Raster,
    part: [(usize, usize); 2],
    subject: &Subject,
    (look, whole): (&Look, &Statistics),
) -> Option<(Picture, [(f64, f64); 2])> {
    let of = (known.width, known.height);
    let pixels = view::size_for(Mode::Contours, of, look.pixels.clamp(1, LARGEST));
    let scene = Scene { dot: look.dot, ..subject.scene(Mode::Contours, &look.view, whole) };
    let reach = Within { at: (0, 0), of, pixels }.reach(&scene);
    let around = |(at, count): (usize, usize), of: usize| (at.saturating_sub(reach), (at + count + reach).min(of));
    let (x, y) = (around(part[0], of.0), around(part[1], of.1));
    let tile = Tile { x: x.0, y: y.0, width: x.1 - x.0, height: y.1 - y.0 };
    let (picture, first) = view::contours_within(&known.crop(tile), &scene, Within { at: (x.0, y.0), of, pixels })?;
    let place = |pixel: usize, pixels: usize, of: usize| pixel as f64 * of as f64 / pixels as f64 - 0.5;
    let side = |first: usize, count: usize, pixels: usize, of: usize| {
        (place(first, pixels, of), place(first + count, pixels, of))
    };
    let lies = [side(first.0, picture.width, pixels.0, of.0), side(first.1, picture.height, pixels.1, of.1)];
    Some((image(&picture), lies))
}

/// Whether the extremes of the samples are the ends of the colours. What an export loses has nothing to do with them.
pub(super) fn levelled(mode: Mode, look: &Look, statistics: &Statistics) -> bool {
    look.auto_levels && statistics.max > statistics.min && !matches!(mode, Mode::Tiles | Mode::Clipping)
}

/// A raster whose values are kept within what the whole holds: what lies beside or between may leave it, which is no reason
/// for the colours of an alarm.
pub(super) fn kept_within(raster: &Raster, whole: &Statistics) -> Raster {
    let data = raster.data.iter().map(|v| v.clamp(whole.min, whole.max)).collect();
    Raster { width: raster.width, height: raster.height, data }
}

/// The factor on the heights of a scene, found from a raster where it is automatic.
pub(super) fn steepness(scene: &Scene, raster: &Raster) -> f64 {
    let rows = |from: usize, to: usize| -> Result<Raster, Infallible> {
        let data = raster.data[from * raster.width..to * raster.width].to_vec();
        Ok(Raster { width: raster.width, height: to - from, data })
    };
    let factor = match scene.exaggeration {
        Exaggeration::Factor(factor) => Ok(Exaggeration::Factor(factor)),
        Exaggeration::Auto => view::exaggeration(scene, raster.height, rows),
    };
    match factor {
        Ok(Exaggeration::Factor(factor)) if factor.is_finite() => factor,
        _ => 1.0,
    }
}

/// How the window has its pictures drawn.
fn scene_of(subject: &Subject, mode: Mode, look: &Look, statistics: &Statistics) -> Scene {
    let mut scene = subject.scene(mode, &look.view, statistics);
    scene.dot = look.dot;
    scene
}

/// A picture, filtered down to `pixels` along its longer side where it has more.
pub(super) fn fitted(picture: &view::Picture, pixels: usize) -> Picture {
    let longer = picture.width.max(picture.height);
    let most = pixels.clamp(1, LARGEST);
    if longer <= most {
        return image(picture);
    }
    let side = |n: usize| (n * most).div_ceil(longer).max(1);
    image(&view::downscale(picture, side(picture.width), side(picture.height)))
}

/// Draws a thumbnail.
pub(super) fn thumb(raster: &Raster, subject: &Subject, style: Style) -> ThumbPicture {
    thumb_around(raster, raster, subject, style)
}

/// Draws a thumbnail of `wide`, whose middle `world` is; what is said of the samples is said of `world` alone.
pub(super) fn thumb_around(world: &Raster, wide: &Raster, subject: &Subject, style: Style) -> ThumbPicture {
    let statistics = Statistics::of(world, subject);
    let mode = match style {
        Style::Shade => Mode::Shade,
        Style::Tiles => Mode::Tiles,
        Style::Grey => Mode::Grey,
    };
    let view = View { exaggeration: None, ..View::default() };
    let mut scene = subject.scene(mode, &view, &statistics);
    if statistics.max > statistics.min {
        scene.shown = (statistics.min, statistics.max);
    }
    let tiles = subject.quantity == Quantity::Tiles;
    let used = subject.range.filter(|_| !tiles).map(|(lo, hi)| {
        let share = |v: f32| ((v - lo) / (hi - lo)).clamp(0.0, 1.0);
        (share(statistics.min), share(statistics.max))
    });
    let seen = Some(Measured { min: statistics.min, max: statistics.max });
    let heights = subject.heights().map_or_else(Vec::new, |((lo, hi), _)| view::histogram(world, lo, hi, HEIGHT_BINS));
    let heights = heights.into_iter().map(|n| u32::try_from(n).unwrap_or(u32::MAX)).collect();
    let shown = if tiles { wide.clone() } else { kept_within(wide, &statistics) };
    let names = subject.levels.iter().filter(|_| tiles).map(|level| (level.name.clone(), level.color)).collect();
    let spread = Arc::new(Spread { ends: statistics.ends, bars: statistics.bars.clone(), tiles: names });
    ThumbPicture { picture: image(&view::picture(&shown, &scene)), used, seen, heights, spread }
}

/// A picture as the window takes it.
pub(super) fn image(picture: &view::Picture) -> Picture {
    let size = [picture.width, picture.height];
    Picture { image: Arc::new(ColorImage::from_rgba_unmultiplied(size, &picture.rgba)), legend: None, current: None }
}
