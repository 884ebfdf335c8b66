//! Range passes: the extremes of a field over the build grid, undisplaced, at time 0, and how its values are spread.

use super::cache::Place;
use super::maps::Filled;
use super::{Cancelled, Options, Runner, Stats, Stopped, Walk};
use crate::plan::{Key, Measure, Plan};
use crate::raster::{Raster, Region};
use crate::spec::{BINS, Measured, Spread};
use std::convert::Infallible;
use std::sync::Arc;

/// What the passes of a plan have found, in the order of the plan.
#[derive(Default)]
pub(super) struct Ready {
    pub measured: Vec<Measured>,
    /// Of the passes that count.
    pub spreads: Vec<Option<Arc<Spread>>>,
    pub maps: Filled,
}

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

    /// What has to be known before the first sample of a plan: what its passes find, from the cache where it is known.
    pub(super) fn prepare(&self, plan: &Plan, options: &Options, stats: &mut Stats) -> Result<Ready, Cancelled> {
        // What passes find is nothing to look at.
        let options = Options { progress: None, finished: None, ..options.clone() };
        let mut ready = Ready::default();
        for pass in &plan.measures {
            let measured = self.measure(pass, &options, stats)?;
            ready.measured.push(measured);
            ready.spreads.push(if pass.counts { Some(self.spread(pass, measured, &options, stats)?) } else { None });
        }
        ready.maps = self.fill_maps(plan, &options, stats)?;
        Ok(ready)
    }

    /// How the values of a pass are spread between their extremes: whole numbers of samples, whatever the order.
    fn spread(
        &self,
        pass: &Measure,
        measured: Measured,
        options: &Options,
        stats: &mut Stats,
    ) -> Result<Arc<Spread>, Cancelled> {
        if let Some(known) = self.cache.spread(pass.key) {
            return Ok(known);
        }
        let mut counts = vec![0; BINS];
        let count = |raster: &Raster| Spread::count(raster.data.iter(), measured, &mut counts);
        self.walk(&pass.plan, pass.plan.build_grid.region(), options, stats, count)?;
        let spread = Arc::new(Spread::new(&counts));
        self.cache.store_spread(pass.key, Arc::clone(&spread));
        Ok(spread)
    }

    /// Runs the passes that a render of `region` needs and nobody has run yet, as the first part of the progress.
    /// Returns the share of the work that they are, and the maps, which are there as long as somebody holds them.
    pub(super) fn measure_first(
        &self,
        plan: &Plan,
        region: Region,
        options: &Options,
        stats: &mut Stats,
    ) -> Result<(f32, Filled), Cancelled> {
        let unknown: Vec<_> = plan.measures.iter().filter(|pass| self.cache.range(pass.key).is_none()).collect();
        let samples = |pass: &Measure| pass.plan.build_grid.region().len() as f32;
        let maps = if self.has_maps(plan) { 0.0 } else { (plan.maps.len() * plan.build_grid.region().len()) as f32 };
        let all = unknown.iter().map(|pass| samples(pass)).sum::<f32>() + maps + region.len().max(1) as f32;
        let mut done = 0.0;
        for pass in unknown {
            let next = done + samples(pass) / all;
            self.measure(pass, &options.part(done, next), stats)?;
            done = next;
        }
        let filled = self.fill_maps(plan, &options.part(done, done + maps / all), stats)?;
        Ok((done + maps / all, filled))
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
        let mut extremes: Option<(f32, f32)> = None;
        self.walk(plan, region, options, stats, |raster| {
            if let Some((lo, hi)) = raster.extremes() {
                extremes = Some(extremes.map_or((lo, hi), |(min, max)| (min.min(lo), max.max(hi))));
            }
        })?;
        let (min, max) = extremes.unwrap_or((0.0, 0.0));
        Ok(Measured { min, max })
    }

    /// Hands the values of a plan over a part of its build grid to `see`, strip by strip.
    fn walk(
        &self,
        plan: &Plan,
        region: Region,
        options: &Options,
        stats: &mut Stats,
        mut see: impl FnMut(&Raster),
    ) -> Result<(), Cancelled> {
        let grid = plan.build_grid;
        let options = Options { keep: Vec::new(), keep_target: false, ..options.clone() };
        let run = self.stream::<Infallible>(plan, &grid, region, Walk::default(), &options, |strip| {
            see(&strip.raster);
            Ok(())
        });
        match run {
            Ok((_, done)) => stats.add(&done),
            Err(Stopped::Cancelled) => return Err(Cancelled),
            Err(Stopped::Receiver(never)) => match never {},
        }
        Ok(())
    }
}
