//! Range passes: the extremes of a field over the build grid, undisplaced, at time 0.

use super::cache::Place;
use super::{Cancelled, Options, Runner, Stats};
use crate::plan::{Measure, Plan};
use crate::spec::Measured;
use std::sync::Arc;

impl Runner {
    /// Extremes for each of the plan's measuring passes, from the cache where they are known.
    pub(super) fn measure_all(&self, plan: &Plan, options: &Options, stats: &mut Stats) -> Result<Vec<Measured>, Cancelled> {
        plan.measures.iter().map(|pass| self.measure(pass, options, stats)).collect()
    }

    fn measure(&self, pass: &Measure, options: &Options, stats: &mut Stats) -> Result<Measured, Cancelled> {
        if let Some(known) = self.cache.range(pass.key) {
            return Ok(known);
        }
        let grid = pass.plan.build_grid;
        // The steps to be kept are kept here too: what feeds a measured field is read again at the next change.
        let options = Options { progress: None, keep_target: false, ..options.clone() };
        let rendered = self.render(&pass.plan, &grid, grid.region(), &options)?;
        stats.range_passes += 1;
        stats.add(&rendered.stats);
        let (min, max) = rendered.raster.extremes().unwrap_or((0.0, 0.0));
        let measured = Measured { min, max };
        self.cache.store_range(pass.key, measured);
        // The samples that were measured are usually the next ones to be read.
        if let Some(slot) = pass.plan.root_slot() {
            let place = Place { grid, region: grid.region() };
            let key = pass.plan.steps[slot.step].key;
            if pass.plan.steps[slot.step].outputs == 1 {
                self.cache.store(key, slot.output, place, Arc::new(rendered.raster));
            }
        }
        Ok(measured)
    }
}
