//! How long each node takes and whether its result is stored, while a person wants to know it.
//!
//! Times come with the runs over the whole grid that are made anyway. A node that is not run again keeps its time. Where
//! nothing is known because everything was stored before anybody asked, one run from nothing finds out.

use super::Event;
use super::engine::Target;
use crate::graph::NodeId;
use crate::gui::request::Timing;
use crate::raster::Region;
use crate::run::{Cancelled, Options, Runner, Stats};
use std::collections::BTreeMap;
use std::time::Duration;

/// What is known of the times of nodes.
#[derive(Default)]
pub(super) struct Timings {
    known: BTreeMap<NodeId, Duration>,
    told: BTreeMap<NodeId, Timing>,
}

impl Timings {
    /// Remembers the times of a run over the whole grid.
    pub fn take(&mut self, stats: &Stats) {
        self.known.extend(stats.spent.iter().map(|(id, time)| (NodeId::clone(id), *time)));
    }

    /// Forgets everything: nobody wants to know.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Tells the window the times of what the target reaches, if they have changed. `region` is what may be run to find
    /// them out.
    ///
    /// # Errors
    /// [`Cancelled`] when `options` stopped that run.
    pub fn tell(
        &mut self,
        target: &Target,
        region: Region,
        runner: &Runner,
        options: Options,
        send: &dyn Fn(Event),
    ) -> Result<(), Cancelled> {
        let nodes = &target.plan.nodes;
        if target.plan.constant().is_none() && !nodes.iter().any(|id| self.known.contains_key(id)) {
            let options = Options { profile: true, ..options };
            self.take(
                &Runner::new(Some(runner.threads()), 0).render(&target.plan, &target.grid, region, &options)?.stats,
            );
        }
        let reached: Vec<_> = nodes.iter().filter_map(|id| Some((id, *self.known.get(id)?))).collect();
        let all: f64 = reached.iter().map(|(_, time)| time.as_secs_f64()).sum();
        let share = |time: Duration| if all > 0.0 { (time.as_secs_f64() / all) as f32 } else { 0.0 };
        let stored = runner.stored(&target.plan, &target.grid, region);
        let timing = |id: &NodeId, time| Timing { time, share: share(time), stored: stored.get(id).copied() };
        let timings: BTreeMap<NodeId, Timing> =
            reached.into_iter().map(|(id, time)| (id.clone(), timing(id, time))).collect();
        if timings != self.told {
            self.told.clone_from(&timings);
            send(Event::Timed(timings));
        }
        Ok(())
    }
}
