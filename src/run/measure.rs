//! Range passes: the extremes of a field over the build grid, undisplaced, at time 0.

use super::cache::Place;
use super::{Cancelled, Options, Runner, Stats, Stopped};
use crate::plan::{Measure, Plan};
use crate::spec::Measured;
use std::convert::Infallible;
use std::sync::Arc;

impl Runner {
    /// Extremes for each of the plan's measuring passes, from the cache where they are known.
    pub(super) fn measure_all(
        &self,
        plan: &Plan,
        options: &Options,
        stats: &mut Stats,
    ) -> Result<Vec<Measured>, Cancelled> {
        plan.measures.iter().map(|pass| self.measure(pass, options, stats)).collect()
    }

    fn measure(&self, pass: &Measure, options: &Options, stats: &mut Stats) -> Result<Measured, Cancelled> {
        if let Some(known) = self.cache.range(pass.key) {
            return Ok(known);
        }
        let options = Options { progress: None, keep: Vec::new(), keep_target: false, ..options.clone() };
        let measured = if self.fits(&pass.plan) {
            self.measure_and_store(pass, &options, stats)?
        } else {
            self.measure_only(pass, &options, stats)?
        };
        stats.range_passes += 1;
        self.cache.store_range(pass.key, measured);
        Ok(measured)
    }

    /// Whether the measured samples may stay: they are usually the next ones to be read.
    fn fits(&self, plan: &Plan) -> bool {
        let samples = plan.build_grid.region().len();
        let single = plan.root_slot().is_some_and(|slot| plan.steps[slot.step].outputs == 1);
        single && samples * size_of::<f32>() <= self.cache.budget() / 2
    }

    fn measure_and_store(&self, pass: &Measure, options: &Options, stats: &mut Stats) -> Result<Measured, Cancelled> {
        let grid = pass.plan.build_grid;
        let place = Place { grid, region: grid.region() };
        let rendered = self.render(&pass.plan, &grid, place.region, options)?;
        stats.add(&rendered.stats);
        let (min, max) = rendered.raster.extremes().unwrap_or((0.0, 0.0));
        if let Some(slot) = pass.plan.root_slot() {
            self.cache.store(pass.plan.steps[slot.step].key, slot.output, place, Arc::new(rendered.raster));
        }
        Ok(Measured { min, max })
    }

    fn measure_only(&self, pass: &Measure, options: &Options, stats: &mut Stats) -> Result<Measured, Cancelled> {
        let grid = pass.plan.build_grid;
        let mut extremes: Option<(f32, f32)> = None;
        let run = self.stream::<Infallible>(&pass.plan, &grid, grid.region(), options, |_, strip| {
            if let Some((lo, hi)) = strip.extremes() {
                extremes = Some(extremes.map_or((lo, hi), |(min, max)| (min.min(lo), max.max(hi))));
            }
            Ok(())
        });
        match run {
            Ok((_, done)) => stats.add(&done),
            Err(Stopped::Cancelled) => return Err(Cancelled),
            Err(Stopped::Receiver(never)) => match never {},
        }
        let (min, max) = extremes.unwrap_or((0.0, 0.0));
        Ok(Measured { min, max })
    }
}
