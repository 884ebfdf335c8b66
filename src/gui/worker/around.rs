//! What lies around the world in the preview: real samples beyond its border, as coarse as the eye can take.

use super::engine::{Desk, Engine, Target};
use super::paint::{self, Look};
use super::refining::Painted;
use super::stage::Statistics;
use super::{Event, Job, Shown};
use crate::gui::preview::Beyond;
use crate::plan::Key;
use crate::raster::{Grid, Raster, Region, Sampling};
use crate::run::{Cancelled, Options};
use crate::view::Mode;
use std::sync::Arc;

/// Samples over the longer side of what is in sight.
const SEEN: f64 = 320.0;
/// Samples to which the edges of a picture are rounded outwards, so that a small move needs no new one.
const ROUNDED: i64 = 16;

/// The samples that were evaluated last, and their picture.
pub(super) struct Around {
    key: Key,
    grid: Grid,
    region: Region,
    painted: Painted,
    shown: Shown,
}

impl Engine {
    /// Draws what is in sight beside the world, unless that is what is there.
    pub(super) fn beside(&mut self, job: &Job, target: &Target, desk: &Desk<'_>) -> Result<(), Cancelled> {
        let Some(region) = job.around.map(|beyond| region(&target.grid, beyond)) else { return Ok(()) };
        let painted = self.painted(job, target, region);
        if painted.mode() == Mode::Flow {
            return Ok(());
        }
        let known = self.around.take_if(|a| (a.key, a.grid, a.region) == (target.plan.key, target.grid, region));
        let (raster, remarks) = match known {
            Some(known) if known.painted == painted => {
                self.around = Some(known);
                return Ok(());
            }
            Some(known) => (known.shown.raster, known.shown.remarks),
            None => {
                desk.check()?;
                let wanted = Options { keep: Vec::new(), ..self.attentive(desk.cancel) };
                let rendered = self.render(&target.plan, &target.grid, region, wanted)?;
                (Arc::new(rendered.raster), rendered.remarks)
            }
        };
        let statistics = Arc::new(self.statistics(&raster, &painted));
        let (shades, look) = levelled(&raster, (painted.mode(), &job.look), &statistics, region, &target.grid);
        let picture = paint::preview(&shades, painted.subject(), painted.mode(), &look, &statistics, None);
        let shown = Shown {
            link: target.link.clone(),
            subject: painted.subject().clone(),
            cost: target.plan.cost,
            raster,
            statistics,
            hash: None,
            mode: painted.mode(),
            tint: None,
            picture: Arc::new(picture),
            moves: target.moves,
            ground: None,
            on_request: false,
            remarks,
        };
        (desk.send)(Event::Around(Box::new(shown.clone())));
        self.around = Some(Around { key: target.plan.key, grid: target.grid, region, painted, shown });
        Ok(())
    }

    /// The statistics of the world, so that both have the same colours; those of the samples where there are none yet.
    fn statistics(&self, raster: &Raster, painted: &Painted) -> Statistics {
        match &self.shown {
            Some(world) if world.shown.link == *painted.link() => Statistics::clone(&world.shown.statistics),
            _ => Statistics::of(raster, painted.subject()),
        }
    }
}

/// What is drawn, and how: with automatic levels values beyond those of the world are as bright as its extremes.
fn levelled(
    raster: &Raster,
    (mode, look): (Mode, &Look),
    world: &Statistics,
    region: Region,
    grid: &Grid,
) -> (Raster, Look) {
    let shades = if paint::levelled(mode, look, world) { paint::kept_within(raster, world) } else { raster.clone() };
    // Pixels are those of the whole world; this is so much of it.
    let share = |count: usize, samples: u32| count as f64 * f64::from(region.stride) / f64::from(samples.max(1));
    let share = share(region.width, grid.samples.0).max(share(region.height, grid.samples.1));
    let pixels = (look.pixels as f64 * share) as usize;
    (shades, Look { pixels: pixels.max(64), ..look.clone() })
}

/// The samples of what is in sight.
fn region(grid: &Grid, beyond: Beyond) -> Region {
    let index = |share: f64, samples: u32| {
        let n = f64::from(samples);
        match grid.sampling {
            Sampling::Vertices => share * (n - 1.0),
            Sampling::Cells => share * n - 0.5,
            Sampling::Repeating => share * n,
        }
    };
    let ends = |from: f64, to: f64, samples: u32| (index(from, samples), index(to, samples));
    let (x, y) = (ends(beyond.from.0, beyond.to.0, grid.samples.0), ends(beyond.from.1, beyond.to.1, grid.samples.1));
    let longer = (x.1 - x.0).max(y.1 - y.0);
    // A power of two, so that zooming changes it seldom.
    let mut stride: u32 = 1;
    while longer / f64::from(stride) > SEEN && stride < 1 << 20 {
        stride *= 2;
    }
    let block = ROUNDED * i64::from(stride);
    let outwards = |(from, to): (f64, f64)| {
        let first = libm::floor(from / block as f64) as i64 * block;
        let last = libm::ceil(to / block as f64) as i64 * block;
        (first, ((last - first) / i64::from(stride)) as usize + 1)
    };
    let ((x, width), (y, height)) = (outwards(x), outwards(y));
    Region { x, y, width, height, stride }
}
