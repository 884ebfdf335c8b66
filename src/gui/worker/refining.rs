//! The preview from its first coarse picture to the whole grid with its hash.

use super::engine::{Desk, Engine, Target, is_on_request, options};
use super::paint::{self, Look, Subject, mode_for};
use super::parts::Impression;
use super::stage::{Statistics, Stride};
use super::{Event, Job, Shown};
use crate::graph::{Graph, Link};
use crate::plan::{Key, compile};
use crate::raster::{Region, Sampling};
use crate::run::{Cancel, Cancelled, Options, Rendered};
use crate::spec::Quantity;
use crate::view::{Mode, Tint};
use std::sync::Arc;

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

impl Engine {
    /// The first picture: what is there already, in new colours if they changed, or a coarse one.
    pub fn coarse(&mut self, job: &Job, target: &Target, desk: &Desk<'_>) -> Result<(), Cancelled> {
        if let Some(mut old) =
            self.shown.take_if(|old| old.key == target.plan.key && old.shown.subject.grid == target.grid)
        {
            let painted = self.painted(job, target, old.shown.subject.region);
            if painted != old.painted {
                old.shown.tint = self.tint(job, target, painted.mode, painted.subject.region, desk.cancel)?;
                let ground = old.shown.ground.take();
                old.shown = recoloured(&painted, old.shown);
                self.add_ground(&job.graph, job, target, &mut old.shown, desk.cancel)?;
                // Another sun is no other ground: what was uploaded stays.
                if let Some(ground) = ground.filter(|ground| old.shown.ground.as_ref() == Some(ground)) {
                    old.shown.ground = Some(ground);
                }
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

    /// What is shown of this very target: the same plan has other samples where the world was moved.
    fn own(&self, target: &Target) -> Option<&Remembered> {
        self.shown.as_ref().filter(|old| old.key == target.plan.key && old.shown.subject.grid == target.grid)
    }

    /// The finer pictures up to the whole grid with its hash.
    pub fn fine(&mut self, job: &Job, target: &Target, desk: &Desk<'_>) -> Result<(), Cancelled> {
        let on_request = is_on_request(job, &target.grid);
        let is_shown =
            |engine: &Self, stride: u32| engine.own(target).is_some_and(|s| s.shown.subject.region.stride <= stride);
        if let Some(stride) = Stride::middle(&target.grid, target.plan.cost, on_request)
            && !is_shown(self, stride.step)
        {
            self.stage(job, target, stride, desk, desk.cancel)?;
            desk.check()?;
        }
        let is_final = self.own(target).is_some_and(|s| s.shown.hash.is_some());
        if !on_request && !is_final {
            self.ahead(job, target, desk)?;
            self.stage(job, target, Stride { step: 1 }, desk, desk.cancel)?;
        }
        Ok(())
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
        let options = Options { keep, profile: whole && job.timings, ..self.attentive(cancel) };
        let rendered = self.render_in_parts((job, target), plan, region, options, desk)?;
        if whole {
            self.timings.take(&rendered.stats);
        }
        let mode = mode_for(&job.graph, &target.link, target.plan.quantity, job.look.chosen);
        let tint = self.tint(job, target, mode, region, cancel)?;
        let mut shown = self.shown(job, target, (region, tint), rendered);
        self.add_ground(draft_graph.as_ref().unwrap_or(&job.graph), job, target, &mut shown.shown, cancel)?;
        let (seen, key) = (&shown.shown, target.plan.key);
        self.impression = Some(Impression::of(key, &seen.raster, &seen.subject, &job.look, &seen.statistics));
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
