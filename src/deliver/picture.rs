//! How a result is drawn: the same for the window's preview and for a picture that is written to a file.

use super::make::mapping_of;
use super::{Content, Job, Mapping};
use crate::graph::{self, Along, View, ViewRamp, World};
use crate::plan::Plan;
use crate::raster::{Raster, Region};
use crate::run::{Cancelled, Options, Runner, Strip};
use crate::spec::{Interval, Level, Quantity};
use crate::view::{self, Course, Exaggeration, Mode, Particles, Ramp, Scene, Sun, Tint};
use std::sync::Arc;

/// The scene in which values that mean `quantity` and stay inside `bound` are drawn.
///
/// Heights span the world's height range: unit values from 0 to 1, signed ones from -1 to 1, metres as they are, others
/// by their own mapping. `mapping` is the range that colours span; `levels` are the bands of a tile map.
pub fn scene(
    world: &World,
    view: &View,
    mode: Mode,
    (quantity, bound): (Quantity, Interval),
    mapping: Mapping,
    levels: &[Level],
    spacing: (f64, f64),
) -> Scene {
    let own = Mapping::of(bound).unwrap_or(mapping);
    let values = match quantity {
        Quantity::Unit => (0.0, 1.0),
        Quantity::Signed => (-1.0, 1.0),
        Quantity::Metres => (world.height.0 as f32, world.height.1 as f32),
        _ => (own.lo as f32, own.hi as f32),
    };
    let base = Scene::default();
    Scene {
        mode,
        ramp: colors(&view.ramp).unwrap_or(base.ramp),
        values,
        height: world.height,
        degrees: quantity == Quantity::Degrees,
        sea: world.sea,
        spacing,
        exaggeration: view.exaggeration.map_or(Exaggeration::Auto, Exaggeration::Factor),
        shown: (mapping.lo as f32, mapping.hi as f32),
        tiles: levels.iter().map(|l| l.color).collect(),
        names: levels.iter().map(|l| l.name.clone()).collect(),
        sun: Sun { azimuth: view.sun.0, altitude: view.sun.1 },
        heat: view::ramp(&view.heat).unwrap_or(base.heat),
        interval: view.contours,
        particles: particles(&view.flow),
        legend: view.legend,
        ..base
    }
}

/// How particles drift, as a recipe says.
fn particles(flow: &graph::Flow) -> Particles {
    let course = match flow.along {
        Along::Angle => Course::Angle,
        Along::Downhill => Course::Downhill,
        Along::Around => Course::Around,
    };
    let graph::Flow { particles: count, speed, fade, life, seed, .. } = *flow;
    Particles { course, count, speed, fade, life, seed }
}

/// What colours something else: values of `plan` over the whole of what is drawn, with the ends of its range.
pub fn tint(plan: &Plan, raster: Raster) -> Tint {
    let measured = || raster.extremes().unwrap_or((0.0, 1.0));
    let ends = Mapping::of(plan.bound).map_or_else(measured, |m| (m.lo as f32, m.hi as f32));
    Tint { raster, ends }
}

/// The colours of a view's ramp; `None` for a name that the program does not know.
pub fn colors(ramp: &ViewRamp) -> Option<Arc<Ramp>> {
    match ramp {
        ViewRamp::Named(name) => view::ramp(name),
        ViewRamp::Own(own) => {
            let (water, land) = (own.water.clone(), own.land.clone());
            Some(Arc::new(Ramp { name: own.name.clone(), water, land }))
        }
    }
}

/// The scene of a job's picture, with an exaggeration that holds for all of its strips.
pub(super) fn scene_of(
    job: &Job,
    mode: Mode,
    levels: &[Level],
    mapping: Option<Mapping>,
    runner: &Runner,
    options: &Options,
) -> Result<Scene, Cancelled> {
    // Only tile maps come without a mapping, and their colours do not depend on it.
    let mapping = mapping.unwrap_or(Mapping { lo: 0.0, hi: 1.0, by: super::By::Unit });
    let values = (job.plan.quantity, job.plan.bound);
    let scene = scene(&job.world, &job.view, mode, values, mapping, levels, job.grid.spacing());
    let scene = Scene { tint: tint_of(job, runner, options)?, ..scene };
    if scene.is_whole() || job.region.len() <= options.strip {
        return Ok(scene);
    }
    let options = Options { progress: None, ..options.clone() };
    let exaggeration = view::exaggeration(&scene, job.region.height, |from, to| {
        let rows = Region { y: job.region.row(from), height: to - from, ..job.region };
        runner.render(&job.plan, &job.grid, rows, &options).map(|rendered| rendered.raster)
    })?;
    Ok(Scene { exaggeration, ..scene })
}

/// The pixels of a whole picture in the order of a file, three bytes each.
pub(super) fn rgb_rows(picture: &view::Picture, south_first: bool) -> Vec<u8> {
    let rgb = |row: &[u8]| row.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect::<Vec<_>>();
    let rows = picture.rgba.chunks_exact((4 * picture.width).max(1));
    if south_first { rows.rev().flat_map(rgb).collect() } else { rows.flat_map(rgb).collect() }
}

/// What colours a job's particles, if it is not the field itself.
fn tint_of(job: &Job, runner: &Runner, options: &Options) -> Result<Option<Arc<Tint>>, Cancelled> {
    let Some(plan) = &job.tint else { return Ok(None) };
    let options = Options { progress: None, ..options.clone() };
    let rendered = runner.render(plan, &job.grid, seen(job.region), &options)?;
    Ok(Some(Arc::new(tint(plan, rendered.raster))))
}

/// The samples of a region that particles see.
pub fn seen(region: Region) -> Region {
    let stride = view::stride(region.width.max(region.height));
    let side = |n: usize| n.div_ceil(stride);
    let (width, height) = (side(region.width), side(region.height));
    Region { width, height, stride: region.stride * stride as u32, ..region }
}

/// The scene of a job's picture, its range measured if it has to be.
pub(super) fn scene_of_whole(job: &Job, runner: &Runner, options: &Options) -> Result<Scene, Cancelled> {
    let mapping = mapping_of(job, runner, options)?;
    let mode = if let Content::Picture(mode, _) = job.content { mode } else { Mode::Grey };
    scene_of(job, mode, job.levels(), mapping, runner, options)
}

/// The pixels of a strip, three bytes each. The strip has the margins that the scene needs; with `pixels` it is the whole map,
/// drawn for a place of so many pixels.
pub(super) fn rows(strip: &Strip, scene: &Scene, pixels: Option<u32>) -> Vec<u8> {
    let picture = match pixels {
        Some(pixels) => view::picture_for(&strip.raster, scene, pixels as usize),
        None => view::picture(&strip.raster, scene),
    };
    let row = 4 * picture.width;
    let (above, rows) = if pixels.is_some() { (0, picture.height) } else { (strip.above, strip.rows) };
    let pixels = picture.rgba[above * row..][..rows * row].as_chunks::<4>().0;
    pixels.iter().map(|&[r, g, b, _]| [r, g, b]).collect::<Vec<_>>().into_flattened()
}
