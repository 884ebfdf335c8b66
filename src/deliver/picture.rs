//! How a result is drawn: the same for the window's preview and for a picture that is written to a file.

use super::make::mapping_of;
use super::{Content, Job, Mapping};
use crate::graph::{View, ViewRamp, World};
use crate::raster::Region;
use crate::run::{Cancelled, Options, Runner, Strip};
use crate::spec::{Interval, Level, Quantity};
use crate::view::{self, Exaggeration, Mode, Ramp, Scene};
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
        sea: world.sea,
        spacing,
        exaggeration: view.exaggeration.map_or(Exaggeration::Auto, Exaggeration::Factor),
        shown: (mapping.lo as f32, mapping.hi as f32),
        tiles: levels.iter().map(|l| l.color).collect(),
        ..base
    }
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
    if job.region.len() <= options.strip {
        return Ok(scene);
    }
    let options = Options { progress: None, ..options.clone() };
    let exaggeration = view::exaggeration(&scene, job.region.height, |from, to| {
        let rows = Region { y: job.region.row(from), height: to - from, ..job.region };
        runner.render(&job.plan, &job.grid, rows, &options).map(|rendered| rendered.raster)
    })?;
    Ok(Scene { exaggeration, ..scene })
}

/// The scene of a job's picture, its range measured if it has to be.
pub(super) fn scene_of_whole(job: &Job, runner: &Runner, options: &Options) -> Result<Scene, Cancelled> {
    let mapping = mapping_of(job, runner, options)?;
    let mode = if let Content::Picture(mode, _) = job.content { mode } else { Mode::Grey };
    scene_of(job, mode, job.levels(), mapping, runner, options)
}

/// The pixels of a strip, three bytes each. The strip has the margins that the scene needs.
pub(super) fn rows(strip: &Strip, scene: &Scene) -> Vec<u8> {
    let picture = view::picture(&strip.raster, scene);
    let row = 4 * picture.width;
    let pixels = picture.rgba[strip.above * row..][..strip.rows * row].as_chunks::<4>().0;
    pixels.iter().map(|&[r, g, b, _]| [r, g, b]).collect::<Vec<_>>().into_flattened()
}
