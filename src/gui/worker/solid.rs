//! What the 3D view is drawn from, and the lit flat picture that stands in for it where nothing can draw it.

use super::engine::{Engine, Target, options};
use super::paint::{self, Look, Subject};
use super::stage::Statistics;
use super::{Job, Shown};
use crate::graph::{Graph, Link, View};
use crate::gui::relief::{Ground, shares_of, thinned};
use crate::plan::compile;
use crate::raster::{Raster, Region};
use crate::run::{Cancel, Cancelled};
use crate::spec::Quantity;
use crate::view::{self, Mode, Picture, Scene};
use std::sync::Arc;

/// Whether the preview is flat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// It is.
    #[default]
    Flat,
    /// It is, but lit, whatever its mode: nothing can draw it in 3D.
    Lit,
    /// It is a block of ground.
    Solid,
}

/// Tile maps that read one another, on the way to the heights that they are made of.
const DEEPEST: usize = 64;
/// Samples along a side whose slopes say how steep a ground is: few, so that it does not grow or sink while the preview is
/// refined.
const SURVEYED: usize = 160;
/// What ground looks like without colours.
const CLAY: [u8; 4] = [203, 199, 191, 255];

impl Engine {
    /// Adds what the 3D view needs to a preview of `graph`, if it is wanted.
    ///
    /// # Errors
    /// [`Cancelled`] when `cancel` stopped it.
    pub fn add_ground(
        &mut self,
        graph: &Graph,
        job: &Job,
        target: &Target,
        shown: &mut Shown,
        cancel: &Cancel,
    ) -> Result<(), Cancelled> {
        shown.ground = None;
        if job.look.shape != Shape::Solid {
            return Ok(());
        }
        let (raster, subject) = match shown.subject.quantity {
            Quantity::Tiles => match self.ground_of_tiles(graph, target, shown.subject.region, (job.time, cancel))? {
                Some(found) => found,
                None => return Ok(()),
            },
            _ => (Arc::clone(&shown.raster), shown.subject.clone()),
        };
        shown.ground = ground(&raster, &subject, shown, &job.look).map(Arc::new);
        Ok(())
    }

    /// The heights that a map of tiles is made of.
    fn ground_of_tiles(
        &mut self,
        graph: &Graph,
        target: &Target,
        region: Region,
        (time, cancel): (f64, &Cancel),
    ) -> Result<Option<(Arc<Raster>, Subject)>, Cancelled> {
        let Some(link) = heights_below(graph, &target.link, time) else { return Ok(None) };
        let Ok(plan) = compile(graph, &link, time) else { return Ok(None) };
        let rendered = self.render(&plan, &target.grid, region, options(cancel))?;
        let subject = Subject::new(graph, &link, &plan, &target.grid, region);
        Ok(Some((Arc::new(rendered.raster), subject)))
    }
}

/// The output that a map of tiles reads, through any number of other maps of tiles.
fn heights_below(graph: &Graph, tiles: &Link, time: f64) -> Option<Link> {
    let mut node = tiles.node.clone();
    for _ in 0..DEEPEST {
        let sources: Vec<Link> =
            graph.wires().filter(|(_, to, _)| **to == node).map(|(from, _, _)| from.clone()).collect();
        let of = |link: &Link| compile(graph, link, time).ok().map(|plan| plan.quantity);
        let heights = |link: &&Link| matches!(of(link), Some(q) if !matches!(q, Quantity::Tiles | Quantity::Degrees));
        if let Some(found) = sources.iter().find(heights) {
            return Some(found.clone());
        }
        node = sources.into_iter().find(|link| of(link) == Some(Quantity::Tiles))?.node;
    }
    None
}

/// The ground of heights, coloured as the preview is; `None` for what is no height.
fn ground(raster: &Arc<Raster>, subject: &Subject, shown: &Shown, look: &Look) -> Option<Ground> {
    let (zero, one) = (subject.metres(0.0)?, subject.metres(1.0)?);
    if raster.data.is_empty() {
        return None;
    }
    let heights = thinned(raster);
    let (low, high) = heights.extremes()?;
    let metres = |v: f32| zero + f64::from(v) * (one - zero);
    let statistics = Statistics::of(&heights, subject);
    let lit = subject.scene(Mode::Terrain, &view_of(Mode::Terrain, look), &statistics);
    let world = subject.world;
    let (low, high) = (metres(low).min(metres(high)), metres(low).max(metres(high)));
    Some(Ground {
        colors: Arc::new(colors(&thinned(&shown.raster), shown, look)),
        tiles: shown.mode == Mode::Tiles,
        colored_water: matches!(shown.mode, Mode::Terrain | Mode::Ramp) && lit.sea.is_some() && has_water(&lit),
        metres: (zero, one - zero),
        extremes: (low, high),
        range: (world.height.0.min(world.height.1), world.height.0.max(world.height.1)),
        sea: world.sea,
        exaggeration: steepness(&heights, subject, &lit),
        extent: world.extent,
        across: [
            shares_of(&subject.grid, &subject.region, 0, heights.width),
            shares_of(&subject.grid, &subject.region, 1, heights.height),
        ],
        heights,
    })
}

fn has_water(scene: &Scene) -> bool {
    !scene.ramp.water.is_empty()
}

fn view_of(mode: Mode, look: &Look) -> View {
    View { mode: mode.name().into(), ..look.view.clone() }
}

/// The factor on heights: the recipe's, or as the hillshade finds it, on a coarse grid of always the same fineness.
fn steepness(heights: &Raster, subject: &Subject, lit: &Scene) -> f64 {
    let step = (heights.width.max(heights.height) / SURVEYED).max(1);
    let size = (heights.width.div_ceil(step), heights.height.div_ceil(step));
    let coarse = Raster::from_fn(size.0, size.1, |i, j| heights.at(i * step, j * step));
    let spacing = |extent: f64, n: usize| extent * step as f64 / n.saturating_sub(1).max(1) as f64;
    let extent = subject.world.extent;
    let spacing = (spacing(extent.0, heights.width), spacing(extent.1, heights.height));
    paint::steepness(&Scene { spacing, ..lit.clone() }, &coarse)
}

/// The colours of the preview before they are lit.
fn colors(raster: &Raster, shown: &Shown, look: &Look) -> Picture {
    let mode = match shown.mode {
        Mode::Terrain => Mode::Ramp,
        mode => mode,
    };
    if mode == Mode::Shade {
        return Picture { width: raster.width, height: raster.height, rgba: CLAY.repeat(raster.data.len()) };
    }
    view::picture(raster, &scene_of(mode, shown, look))
}

fn scene_of(mode: Mode, shown: &Shown, look: &Look) -> Scene {
    let mut scene = shown.subject.scene(mode, &view_of(mode, look), &shown.statistics);
    if shown.mode == Mode::Terrain {
        // The ramp of a terrain spans the world's heights, not what is shown of them.
        scene.shown = scene.values;
    } else if paint::levelled(shown.mode, look, &shown.statistics) {
        scene.shown = (shown.statistics.min, shown.statistics.max);
    }
    scene
}

/// The picture of a raster, lit whatever its mode.
pub(super) fn lit(raster: &Raster, picture: Picture, subject: &Subject, mode: Mode, look: &Look) -> Picture {
    let flat = matches!(mode, Mode::Grey | Mode::Signed | Mode::Ramp | Mode::Heat);
    if !flat || subject.metres(0.0).is_none() {
        return picture;
    }
    let statistics = Statistics::of(raster, subject);
    let shade = view::picture(raster, &subject.scene(Mode::Shade, &view_of(Mode::Shade, look), &statistics));
    let mut picture = picture;
    for (pixel, shade) in picture.rgba.as_chunks_mut::<4>().0.iter_mut().zip(shade.rgba.as_chunks::<4>().0) {
        // The shading alone goes from 56 to 246 (see `view::picture`); lit colours from 0.35 to 1.2 times theirs.
        let cosine = (f32::from(shade[0]) - 56.0) / 190.0;
        for channel in &mut pixel[..3] {
            *channel = (f32::from(*channel) * (0.35 + 0.85 * cosine) + 0.5) as u8;
        }
    }
    picture
}
