//! What the worker does with a job: survey, coarse preview, thumbnails, the whole grid, the palette's pictures.

use super::around::Around;
use super::compare::Compared;
use super::contact::Contacts;
use super::facts;
use super::kinds::Kinds;
use super::paint::{self, Look, Subject, mode_for};
use super::sketches::Sketches;
use super::stage::{Statistics, Stride};
use super::templates::Templates;
use super::thumb::Thumbs;
use super::timings::Timings;
use super::{Event, Job, Shown, UNASKED, Work, lock};
use crate::graph::{Graph, Link};
use crate::plan::{Key, Plan, compile};
use crate::raster::{Grid, Region, Sampling};
use crate::run::{Cancel, Cancelled, Options, Rendered, Runner};
use crate::spec::Quantity;
use crate::view::{Mode, Tint};
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
    work: Arc<Mutex<Work>>,
    surveyed: Option<Arc<Graph>>,
    /// Measuring passes whose result the runner knows.
    measured: BTreeSet<Key>,
    pub(super) shown: Option<Remembered>,
    pub(super) compared: Compared,
    pub(super) around: Option<Around>,
    thumbs: Thumbs,
    kinds: Kinds,
    templates: Templates,
    sketches: Sketches,
    contacts: Contacts,
    timings: Timings,
}

/// The preview as it stands, with what its values and its colours depend on.
pub(super) struct Remembered {
    pub key: Key,
    painted: Painted,
    pub shown: Shown,
}

impl Remembered {
    /// The same values in other colours.
    pub fn recoloured(key: Key, painted: Painted, shown: Shown) -> Self {
        let shown = recoloured(&painted, shown);
        Self { key, painted, shown }
    }
}

/// What the colours of a preview depend on.
#[derive(Clone, PartialEq)]
pub(super) struct Painted {
    link: Link,
    subject: Subject,
    mode: Mode,
    look: Look,
}

impl Painted {
    pub fn link(&self) -> &Link {
        &self.link
    }

    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }
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
    pub fn new(runner: Arc<Runner>, work: Arc<Mutex<Work>>) -> Self {
        Self {
            runner,
            work,
            surveyed: None,
            measured: BTreeSet::new(),
            shown: None,
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

    /// The first picture: what is there already, in new colours if they changed, or a coarse one.
    pub fn coarse(&mut self, job: &Job, target: &Target, desk: &Desk<'_>) -> Result<(), Cancelled> {
        if let Some(mut old) =
            self.shown.take_if(|old| old.key == target.plan.key && old.shown.subject.grid == target.grid)
        {
            let painted = self.painted(job, target, old.shown.subject.region);
            if painted != old.painted {
                old.shown.tint = self.tint(job, target, painted.mode, painted.subject.region, desk.cancel)?;
                old.shown = recoloured(&painted, old.shown);
                self.add_ground(&job.graph, job, target, &mut old.shown, desk.cancel)?;
                (desk.send)(Event::Shown(Box::new(old.shown.clone())));
            }
            self.shown = Some(Remembered { painted, ..old });
            return Ok(());
        }
        let stride = Stride::coarse(&target.grid, target.plan.cost);
        if stride.step > 1 {
            // A coarse picture is cheap and is finished even if a newer job waits: else a long drag would show nothing.
            self.stage(job, target, stride, desk, &Cancel::default())?;
        }
        desk.check()
    }

    pub fn painted(&self, job: &Job, target: &Target, region: Region) -> Painted {
        let link = target.link.clone();
        let subject = Subject::new(&job.graph, &link, &target.plan, &target.grid, region);
        let mode = mode_for(&job.graph, &link, target.plan.quantity, job.look.chosen);
        Painted { link, subject, mode, look: job.look.clone() }
    }

    /// The finer pictures up to the whole grid with its hash.
    pub fn fine(&mut self, job: &Job, target: &Target, desk: &Desk<'_>) -> Result<(), Cancelled> {
        let on_request = is_on_request(job, &target.grid);
        let is_shown = |engine: &Self, stride: u32| {
            engine.shown.as_ref().is_some_and(|s| s.key == target.plan.key && s.shown.subject.region.stride <= stride)
        };
        if let Some(stride) = Stride::middle(&target.grid, target.plan.cost, on_request)
            && !is_shown(self, stride.step)
        {
            self.stage(job, target, stride, desk, desk.cancel)?;
            desk.check()?;
        }
        let is_final = self.shown.as_ref().is_some_and(|s| s.key == target.plan.key && s.shown.hash.is_some());
        if !on_request && !is_final {
            self.stage(job, target, Stride { step: 1 }, desk, desk.cancel)?;
        }
        Ok(())
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

    /// Renders the target with a stride, tells the window and remembers it.
    fn stage(
        &mut self,
        job: &Job,
        target: &Target,
        stride: Stride,
        desk: &Desk<'_>,
        cancel: &Cancel,
    ) -> Result<(), Cancelled> {
        let region = target.grid.region().strided(stride.step);
        let whole = stride.step == 1;
        // Ranges and whole maps that are not known yet are made on a coarse grid first, and the picture is a draft.
        let draft_graph = match whole || self.knows_ranges(&target.plan) {
            true => None,
            false => Some(draft_of(&job.graph, target.plan.cost)),
        };
        let draft = draft_graph.as_ref().and_then(|graph| compile(graph, &target.link, job.time).ok());
        let plan = draft.as_ref().unwrap_or(&target.plan);
        let mut keep = job.worked_on.as_ref().map_or_else(Vec::new, |id| plan.frontier(id));
        if !whole {
            keep.extend(self.thumbs.keep());
        }
        let options = Options { keep, profile: whole && job.timings, ..options(cancel) };
        let rendered = self.render(plan, &target.grid, region, options)?;
        if whole {
            self.timings.take(&rendered.stats);
        }
        let mode = mode_for(&job.graph, &target.link, target.plan.quantity, job.look.chosen);
        let tint = self.tint(job, target, mode, region, cancel)?;
        let mut shown = self.shown(job, target, (region, tint), rendered);
        self.add_ground(draft_graph.as_ref().unwrap_or(&job.graph), job, target, &mut shown.shown, cancel)?;
        (desk.send)(Event::Shown(Box::new(shown.shown.clone())));
        // A draft is not remembered, so that the next job with the same plan does not take it for the real one.
        self.shown = draft.is_none().then_some(shown);
        Ok(())
    }

    /// What the window shows of a render.
    fn shown(
        &self,
        job: &Job,
        target: &Target,
        (region, tint): (Region, Option<Arc<Tint>>),
        rendered: Rendered,
    ) -> Remembered {
        let raster = Arc::new(rendered.raster);
        let whole = region.stride == 1;
        let hash = whole.then(|| crate::deliver::hash(&raster, target.plan.quantity == Quantity::Tiles));
        let painted = self.painted(job, target, region);
        let statistics = Arc::new(Statistics::of(&raster, &painted.subject));
        let (subject, look) = (&painted.subject, &painted.look);
        let picture = paint::preview(&raster, subject, painted.mode, look, &statistics, tint.as_ref());
        let shown = Shown {
            link: target.link.clone(),
            subject: painted.subject.clone(),
            cost: target.plan.cost,
            raster,
            statistics,
            hash,
            mode: painted.mode,
            tint,
            picture: Arc::new(picture),
            moves: target.moves,
            ground: None,
            on_request: is_on_request(job, &target.grid),
            remarks: rendered.remarks,
        };
        Remembered { key: target.plan.key, painted, shown }
    }

    /// What colours particles, if they are drawn and another output does.
    fn tint(
        &self,
        job: &Job,
        target: &Target,
        mode: Mode,
        region: Region,
        cancel: &Cancel,
    ) -> Result<Option<Arc<Tint>>, Cancelled> {
        let Some(color) = job.graph.view.flow.color.as_ref().filter(|_| mode == Mode::Flow) else { return Ok(None) };
        // One that cannot be computed is a problem of its own; particles then have the colours of their field.
        let Ok(plan) = compile(&job.graph, color, job.time) else { return Ok(None) };
        let rendered = self.runner.render(&plan, &target.grid, crate::deliver::seen(region), &options(cancel))?;
        Ok(Some(Arc::new(crate::deliver::tint(&plan, rendered.raster))))
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

fn is_on_request(job: &Job, grid: &Grid) -> bool {
    u64::from(grid.samples.0) * u64::from(grid.samples.1) > UNASKED && !job.whole_grid
}

fn recoloured(painted: &Painted, shown: Shown) -> Shown {
    let statistics = Arc::new(Statistics::of(&shown.raster, &painted.subject));
    let (subject, look) = (&painted.subject, &painted.look);
    let picture = paint::preview(&shown.raster, subject, painted.mode, look, &statistics, shown.tint.as_ref());
    let picture = Arc::new(picture);
    let (link, subject) = (painted.link.clone(), painted.subject.clone());
    Shown { link, subject, mode: painted.mode, statistics, picture, ..shown }
}

/// The graph on a coarse build grid, so that ranges are found fast; what it gives is a draft.
pub(super) fn draft_of(graph: &Graph, cost: u64) -> Graph {
    let grid = graph.world.grid(Sampling::Vertices);
    let region = grid.region().strided(Stride::coarse(&grid, cost).step);
    let mut draft = graph.clone();
    draft.world.samples = (region.width as u32, region.height as u32);
    draft
}
