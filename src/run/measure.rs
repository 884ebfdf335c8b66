//! Range passes: the extremes of a field over the build grid, undisplaced, at time 0.

use super::cache::Place;
use super::{Cancelled, Options, Runner, Stats, Stopped, Walk};
use crate::plan::{Key, Measure, Plan};
use crate::raster::Region;
use crate::spec::Measured;
use std::convert::Infallible;
use std::sync::Arc;

impl Runner {
    /// The extremes of the plan's values over its build grid. The values stay stored where they fit: they are often the
    /// next ones to be read.
    ///
    /// # Errors
    /// [`Cancelled`] when `options.cancel` stopped the run.
    pub fn extremes(&self, plan: &Plan, options: &Options) -> Result<Measured, Cancelled> {
        let key = plan.range_key();
        if let Some(known) = self.cache.range(key) {
            return Ok(known);
        }
        let measured = self.extremes_of(plan, options, &mut Stats::default())?;
        self.cache.store_range(key, measured);
        Ok(measured)
    }

    /// The extremes of the plan's values over a part of its build grid. Nothing is stored.
    ///
    /// # Errors
    /// [`Cancelled`] when `options.cancel` stopped the run.
    pub fn extremes_in(&self, plan: &Plan, region: Region, options: &Options) -> Result<Measured, Cancelled> {
        self.measure_only(plan, region, options, &mut Stats::default())
    }

    /// Takes what somebody else has measured: the extremes of the pass `key` (see [`Plan::range_key`]).
    pub fn remember(&self, key: Key, measured: Measured) {
        self.cache.store_range(key, measured);
    }

    /// Runs the measuring passes of `plan` that nobody has run yet, so that every later render only reads what they found.
    ///
    /// # Errors
    /// [`Cancelled`] when `options.cancel` stopped the run.
    pub fn measure_ranges(&self, plan: &Plan, options: &Options) -> Result<(), Cancelled> {
        let nothing = Region { x: 0, y: 0, width: 0, height: 0, stride: 1 };
        self.measure_first(plan, nothing, options, &mut Stats::default()).map(drop)
    }

    /// Extremes for each of the plan's measuring passes, from the cache where they are known.
    pub(super) fn measure_all(
        &self,
        plan: &Plan,
        options: &Options,
        stats: &mut Stats,
    ) -> Result<Vec<Measured>, Cancelled> {
        let options = Options { progress: None, ..options.clone() };
        plan.measures.iter().map(|pass| self.measure(pass, &options, stats)).collect()
    }

    /// Runs the passes that a render of `region` needs and nobody has run yet, as the first part of the progress.
    /// Returns the share of the work that they are.
    pub(super) fn measure_first(
        &self,
        plan: &Plan,
        region: Region,
        options: &Options,
        stats: &mut Stats,
    ) -> Result<f32, Cancelled> {
        let unknown: Vec<_> = plan.measures.iter().filter(|pass| self.cache.range(pass.key).is_none()).collect();
        let samples = |pass: &Measure| pass.plan.build_grid.region().len() as f32;
        let all = unknown.iter().map(|pass| samples(pass)).sum::<f32>() + region.len().max(1) as f32;
        let mut done = 0.0;
        for pass in unknown {
            let next = done + samples(pass) / all;
            self.measure(pass, &options.part(done, next), stats)?;
            done = next;
        }
        Ok(done)
    }

    fn measure(&self, pass: &Measure, options: &Options, stats: &mut Stats) -> Result<Measured, Cancelled> {
        if let Some(known) = self.cache.range(pass.key) {
            return Ok(known);
        }
        let measured = self.extremes_of(&pass.plan, options, stats)?;
        stats.range_passes += 1;
        self.cache.store_range(pass.key, measured);
        Ok(measured)
    }

    fn extremes_of(&self, plan: &Plan, options: &Options, stats: &mut Stats) -> Result<Measured, Cancelled> {
        let options = Options { keep_target: false, ..options.clone() };
        let fits = plan.build_grid.region().len() * size_of::<f32>() <= self.cache.budget() / 2;
        match plan.root_slot().filter(|slot| fits && plan.steps[slot.step].outputs == 1) {
            Some(_) => self.measure_and_store(plan, &options, stats),
            None => {
                let options = Options { keep: Vec::new(), ..options };
                self.measure_only(plan, plan.build_grid.region(), &options, stats)
            }
        }
    }

    fn measure_and_store(&self, plan: &Plan, options: &Options, stats: &mut Stats) -> Result<Measured, Cancelled> {
        let grid = plan.build_grid;
        let place = Place { grid, region: grid.region() };
        let rendered = self.render(plan, &grid, place.region, options)?;
        stats.add(&rendered.stats);
        let (min, max) = rendered.raster.extremes().unwrap_or((0.0, 0.0));
        if let Some(slot) = plan.root_slot() {
            self.cache.store(plan.steps[slot.step].key, slot.output, place, Arc::new(rendered.raster));
        }
        Ok(Measured { min, max })
    }

    fn measure_only(
        &self,
        plan: &Plan,
        region: Region,
        options: &Options,
        stats: &mut Stats,
    ) -> Result<Measured, Cancelled> {
        let grid = plan.build_grid;
        let mut extremes: Option<(f32, f32)> = None;
        let run = self.stream::<Infallible>(plan, &grid, region, Walk::default(), options, |strip| {
            if let Some((lo, hi)) = strip.raster.extremes() {
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
