//! What the worker does with a job: survey, coarse preview, thumbnails, the whole grid, the palette's pictures.

use super::around::Around;
use super::compare::Compared;
use super::contact::Contacts;
use super::facts;
use super::kinds::Kinds;
use super::parts::{Attention, Impression};
use super::refining::Remembered;
use super::sketches::Sketches;
use super::stage::Stride;
use super::templates::Templates;
use super::thumb::Thumbs;
use super::timings::Timings;
use super::{Event, Job, UNASKED, Work, lock};
use crate::graph::{Graph, Link};
use crate::plan::{Key, Plan, compile};
use crate::raster::{Grid, Region, Sampling};
use crate::run::{Cancel, Cancelled, Options, Rendered, Runner};
use crate::view::Mode;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Where an engine sends what it finds, and how it learns that nobody wants it any more.
pub(super) struct Desk<'a> {
    /// Takes events.
    pub send: &'a dyn Fn(Event),
    /// Whether a newer job waits.
    pub newer: &'a dyn Fn() -> bool,
    /// Set when a newer job comes in.
    pub cancel: &'a Cancel,
}

impl Desk<'_> {
    /// # Errors
    /// [`Cancelled`] when a newer job waits.
    pub fn check(&self) -> Result<(), Cancelled> {
        if (self.newer)() || self.cancel.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// The state that outlives jobs.
pub(super) struct Engine {
    pub runner: Arc<Runner>,
    pub(super) attention: Arc<Attention>,
    work: Arc<Mutex<Work>>,
    surveyed: Option<Arc<Graph>>,
    /// Measuring passes whose result the runner knows.
    measured: BTreeSet<Key>,
    pub(super) shown: Option<Remembered>,
    pub(super) impression: Option<Impression>,
    pub(super) compared: Compared,
    pub(super) around: Option<Around>,
    pub(super) thumbs: Thumbs,
    kinds: Kinds,
    templates: Templates,
    sketches: Sketches,
    contacts: Contacts,
    pub(super) timings: Timings,
}

/// A plan with the grid that it is shown on.
pub(super) struct Target {
    pub link: Link,
    pub plan: Plan,
    pub grid: Grid,
    /// Whether its values depend on the clock.
    pub moves: bool,
}

impl Engine {
    pub fn new(runner: Arc<Runner>, attention: Arc<Attention>, work: Arc<Mutex<Work>>) -> Self {
        Self {
            runner,
            attention,
            work,
            surveyed: None,
            measured: BTreeSet::new(),
            shown: None,
            impression: None,
            compared: Compared::default(),
            around: None,
            thumbs: Thumbs::default(),
            kinds: Kinds::default(),
            templates: Templates::default(),
            sketches: Sketches::default(),
            contacts: Contacts::default(),
            timings: Timings::default(),
        }
    }

    /// Does a job, as long as no newer one waits.
    pub fn run(&mut self, job: &Job, desk: &Desk<'_>) {
        let started = Instant::now();
        if self.stages(job, desk, started).is_ok() {
            (desk.send)(Event::Idle);
        }
    }

    fn stages(&mut self, job: &Job, desk: &Desk<'_>, started: Instant) -> Result<(), Cancelled> {
        self.survey(job, desk);
        let target = self.target(job, desk);
        if let Some(target) = &target {
            self.coarse(job, target, desk)?;
            self.reference(job, target, false, desk)?;
            self.beside(job, target, desk)?;
        }
        // What thumbnails measure would not be run, nor timed, by the fine picture.
        if !job.timings || target.is_none() {
            self.thumbnails(job, desk)?;
        }
        // Somebody waits for these in a dialog over everything else.
        self.sketches.draw(&job.sketches, &self.runner, desk)?;
        if job.templates {
            self.templates.draw(&self.runner, desk)?;
        }
        if let Some(target) = &target {
            self.fine(job, target, desk)?;
            self.reference(job, target, true, desk)?;
            (desk.send)(Event::Done(started.elapsed()));
            self.times(job, target, desk)?;
            // Ranges that were measured meanwhile make some thumbnails final.
            self.thumbnails(job, desk)?;
        }
        let mut kinds = std::mem::take(&mut self.kinds);
        let result = kinds.draw(self, desk);
        self.kinds = kinds;
        result?;
        // The longest of all, so the last: whatever else is wanted takes its place.
        let Some(contact) = &job.contact else { return Ok(()) };
        (desk.send)(Event::Settled);
        self.contacts.draw(contact, &job.graph, &self.runner, desk)
    }

    fn survey(&mut self, job: &Job, desk: &Desk<'_>) {
        if self.surveyed.as_ref().is_some_and(|graph| Arc::ptr_eq(graph, &job.graph)) {
            return;
        }
        let (facts, problems) = facts::survey(&job.graph);
        self.surveyed = Some(Arc::clone(&job.graph));
        self.thumbs.dropped(|id| facts.get(id).is_none_or(|f| f.outputs.is_empty()));
        (desk.send)(Event::Surveyed { facts, problems });
    }

    /// Plans the preview; `None` if there is none or it cannot be planned, which is reported.
    fn target(&mut self, job: &Job, desk: &Desk<'_>) -> Option<Target> {
        let link = job.preview.clone()?;
        match compile(&job.graph, &link, job.time) {
            Ok(plan) => {
                let output = job.graph.outputs.iter().find(|o| o.from == link);
                let grid = job.graph.world.grid(output.map_or(Sampling::Vertices, |o| o.sampling));
                // A moment later it would be another plan.
                let later = compile(&job.graph, &link, job.time + 1.0);
                let moves = later.is_ok_and(|later| later.key != plan.key);
                Some(Target { link, plan, grid, moves })
            }
            Err(error) => {
                self.shown = None;
                (desk.send)(Event::Failed { link, message: error.message });
                None
            }
        }
    }

    /// Tells how long the nodes take, if a person wants to know.
    fn times(&mut self, job: &Job, target: &Target, desk: &Desk<'_>) -> Result<(), Cancelled> {
        if !job.timings {
            self.timings.forget();
            return Ok(());
        }
        let stride = match is_on_request(job, &target.grid) {
            true => Stride::middle(&target.grid, target.plan.cost, true).map_or(1, |stride| stride.step),
            false => 1,
        };
        let region = target.grid.region().strided(stride);
        self.timings.tell(target, region, &self.runner, options(desk.cancel), desk.send)
    }

    /// The mode of the preview as it stands.
    pub fn shown_mode(&self) -> Option<Mode> {
        self.shown.as_ref().map(|shown| shown.shown.mode)
    }

    fn thumbnails(&mut self, job: &Job, desk: &Desk<'_>) -> Result<(), Cancelled> {
        let mut thumbs = std::mem::take(&mut self.thumbs);
        let result = thumbs.draw(self, job, desk);
        self.thumbs = thumbs;
        result
    }

    /// Whether all ranges of a plan are measured and all its whole maps are filled already.
    pub fn knows_ranges(&self, plan: &Plan) -> bool {
        let mut passes = plan.measures.iter().map(|pass| pass.key).chain(plan.map_keys());
        passes.all(|key| self.measured.contains(&key))
    }

    /// Renders and counts the work.
    pub fn render(
        &mut self,
        plan: &Plan,
        grid: &Grid,
        region: Region,
        options: Options,
    ) -> Result<Rendered, Cancelled> {
        let options = Options { keep_target: true, ..options };
        let rendered = self.runner.render(plan, grid, region, &options)?;
        self.measured.extend(plan.measures.iter().map(|pass| pass.key).chain(plan.map_keys()));
        let mut work = lock(&self.work);
        work.range_passes += rendered.stats.range_passes;
        for (node, samples) in &rendered.stats.filled {
            *work.filled.entry(node.clone()).or_default() += samples;
        }
        Ok(rendered)
    }
}

/// Options of a run that `cancel` stops.
pub(super) fn options(cancel: &Cancel) -> Options {
    Options { cancel: cancel.clone(), ..Options::default() }
}

pub(super) fn is_on_request(job: &Job, grid: &Grid) -> bool {
    u64::from(grid.samples.0) * u64::from(grid.samples.1) > UNASKED && !job.whole_grid
}
