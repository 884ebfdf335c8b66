//! Finished parts of a preview that is still being made, those nearest to where a person looks first.

use super::engine::{Desk, Engine, Target, options};
use super::paint::{self, Look, Picture, Subject};
use super::refining::draft_of;
use super::solid::Shape;
use super::stage::{Statistics, Stride};
use super::{Event, Job};
use crate::graph::Link;
use crate::plan::{Key, Plan, compile};
use crate::raster::{Raster, Region};
use crate::run::{Cancel, Cancelled, Focus, Options, Part, Rendered};
use crate::view::Mode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

/// Milliseconds that a person waits for the whole before parts of it are worth showing.
const PATIENCE: u64 = 80;
/// Time between two lots of parts: often enough to be seen growing, seldom enough to leave the time to the values.
const BETWEEN: Duration = Duration::from_millis(50);

/// Parts that may wait to be drawn; a render with more of them waits for the drawing.
const MOST_WAITING: usize = 4096;

/// Where a person looks, and for how long without seeing anything new.
pub(super) struct Attention {
    pub focus: Arc<Focus>,
    patience: AtomicU64,
}

impl Default for Attention {
    fn default() -> Self {
        Self { focus: Arc::default(), patience: AtomicU64::new(PATIENCE) }
    }
}

impl Attention {
    pub fn set_patience(&self, patience: Duration) {
        self.patience.store(u64::try_from(patience.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn patience(&self) -> Duration {
        Duration::from_millis(self.patience.load(Ordering::Relaxed))
    }
}

/// A finished part of a preview whose rest is still coarser.
#[derive(Clone)]
pub struct Patch {
    /// The output.
    pub link: Link,
    /// What the samples are, and which.
    pub subject: Subject,
    /// The mode that it is drawn in.
    pub mode: Mode,
    /// The picture.
    pub picture: Arc<Picture>,
    /// Where it lies, in columns and rows of the grid: from where to where eastwards, then southwards.
    pub lies: [(f64, f64); 2],
}

/// What the whole of a preview looked like when it was last shown: parts take their colours from it, so that they fit.
pub(super) struct Impression {
    key: Key,
    statistics: Arc<Statistics>,
    /// Factor of the shading, which a part alone would find anew.
    steepness: f64,
}

impl Impression {
    /// What is kept of a raster that is shown.
    pub fn of(key: Key, raster: &Raster, subject: &Subject, look: &Look, statistics: &Arc<Statistics>) -> Self {
        let scene = subject.scene(Mode::Shade, &look.view, statistics);
        Self { key, statistics: Arc::clone(statistics), steepness: paint::steepness(&scene, raster) }
    }
}

/// Draws parts as they come.
struct Painter {
    link: Link,
    subject: Subject,
    mode: Mode,
    look: Look,
    statistics: Arc<Statistics>,
    patience: Duration,
}

impl Painter {
    /// Draws finished parts until there are no more, at intervals, and not those that the whole overtakes.
    fn work(&self, parts: &Receiver<Part>, desk: &Desk<'_>) {
        let mut next = Instant::now() + self.patience;
        let (mut waiting, mut samples, mut known) = (Vec::new(), 0, None);
        while let Ok(part) = parts.recv() {
            let first = waiting.len();
            waiting.extend(std::iter::once(part).chain(parts.try_iter()));
            samples += waiting[first..].iter().map(|part| part.values.len()).sum::<usize>();
            if samples >= self.subject.region.len() || desk.cancel.is_cancelled() {
                return;
            }
            if Instant::now() < next {
                continue;
            }
            // One line of samples has no slope of its own; it waits for the whole.
            let has_slopes = |part: &Part| part.region.width > 1 && part.region.height > 1;
            for part in waiting.drain(..).filter(has_slopes) {
                if let Some(patch) = self.patch(part, &mut known) {
                    (desk.send)(Event::Patch(Box::new(patch)));
                }
            }
            next = Instant::now() + BETWEEN.min(self.patience);
        }
    }

    /// Parts of the picture that a new part of the values decides.
    fn patch(&self, part: Part, known: &mut Option<Raster>) -> Option<Patch> {
        if self.mode == Mode::Contours {
            return self.contours(&part, known);
        }
        let Part { region, values } = part;
        let raster = Raster { width: region.width, height: region.height, data: values };
        let subject = Subject { region, ..self.subject.clone() };
        // The pixels are those of the whole; this is so much of it.
        let whole = self.subject.region;
        let share = region.width.max(region.height) as f64 / whole.width.max(whole.height).max(1) as f64;
        let pixels = libm::ceil(self.look.pixels as f64 * share) as usize;
        let look = Look { pixels, ..self.look.clone() };
        let picture = paint::part(&raster, &subject, self.mode, &look, &self.statistics);
        // Samples are squares, so that parts leave no gap between them.
        let stride = f64::from(region.stride);
        let side =
            |first: i64, count: usize| (first as f64 - stride / 2.0, first as f64 + (count as f64 - 0.5) * stride);
        let lies = [side(region.x, region.width), side(region.y, region.height)];
        Some(Patch { link: self.link.clone(), subject, mode: self.mode, picture: Arc::new(picture), lies })
    }

    /// The same of contours, whose lines would break where parts meet: a part is drawn with all that is known around it, and
    /// only those pixels of it that nothing unknown can change.
    fn contours(&self, part: &Part, known: &mut Option<Raster>) -> Option<Patch> {
        let (whole, region) = (self.subject.region, part.region);
        let unknown = || Raster { width: whole.width, height: whole.height, data: vec![f32::NAN; whole.len()] };
        let known = known.get_or_insert_with(unknown);
        let stride = i64::from(whole.stride.max(1));
        let local = |at: i64, first: i64| usize::try_from((at - first) / stride).ok();
        let (x, y) = (local(region.x, whole.x)?, local(region.y, whole.y)?);
        for (row, values) in part.values.chunks_exact(region.width).enumerate() {
            known.data.get_mut((y + row) * whole.width + x..)?.get_mut(..region.width)?.copy_from_slice(values);
        }
        let (picture, lies) = paint::contours_within(
            known,
            [(x, region.width), (y, region.height)],
            &self.subject,
            (&self.look, &self.statistics),
        )?;
        let side = |(from, to): (f64, f64), first: i64| {
            let index = |sample: f64| first as f64 + sample * stride as f64;
            (index(from), index(to))
        };
        let lies = [side(lies[0], whole.x), side(lies[1], whole.y)];
        let subject = Subject { region, ..self.subject.clone() };
        Some(Patch { link: self.link.clone(), subject, mode: self.mode, picture: Arc::new(picture), lies })
    }
}

impl Engine {
    /// Who draws the parts of a stage; `None` where they cannot be told from the whole, or nothing coarser is in sight.
    fn painter(&self, job: &Job, target: &Target, region: Region) -> Option<Painter> {
        let impression = self.impression.as_ref().filter(|seen| seen.key == target.plan.key)?;
        let painted = self.painted(job, target, region);
        let mode = painted.mode();
        // The longest arrow stands for the steepest ground of all, so that arrows of a part would change with the whole;
        // particles drift over all of it; and ground is one mesh. Contours follow from what lies around them.
        let follows = !mode.is_whole() || (mode == Mode::Contours && job.look.shape == Shape::Flat);
        if !follows || job.look.shape == Shape::Solid {
            return None;
        }
        let mut look = job.look.clone();
        look.view.exaggeration = Some(impression.steepness);
        Some(Painter {
            link: target.link.clone(),
            subject: painted.subject().clone(),
            mode,
            look,
            statistics: Arc::clone(&impression.statistics),
            patience: self.attention.patience(),
        })
    }

    /// Renders and shows finished parts meanwhile, where something coarser of the same is shown already.
    pub fn render_in_parts(
        &mut self,
        (job, target): (&Job, &Target),
        plan: &Plan,
        region: Region,
        options: Options,
        desk: &Desk<'_>,
    ) -> Result<Rendered, Cancelled> {
        let Some(painter) = self.painter(job, target, region) else {
            return self.render(plan, &target.grid, region, options);
        };
        // Whoever has no patience at all is shown every part: the next one waits until it is taken.
        let (send, parts) = sync_channel(if painter.patience.is_zero() { 0 } else { MOST_WAITING });
        let whole = options.clone();
        let options = Options { finished: Some(Arc::new(move |part| drop(send.send(part)))), ..options };
        let rendered = std::thread::scope(|scope| {
            let render = || self.render(plan, &target.grid, region, options);
            let run = std::thread::Builder::new().name("parts".into()).spawn_scoped(scope, render).ok()?;
            painter.work(&parts, desk);
            Some(run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        // Without another thread the whole comes at once.
        rendered.unwrap_or_else(|| self.render(plan, &target.grid, region, whole))
    }

    /// Where ranges have to be measured before the first final sample is known, shows the whole grid in parts by the ranges
    /// of the coarse picture; what does not depend on ranges is stored and serves the final picture.
    pub fn ahead(&mut self, job: &Job, target: &Target, desk: &Desk<'_>) -> Result<(), Cancelled> {
        let (plan, grid) = (&target.plan, &target.grid);
        let is_measured_here = plan.build_grid == *grid && plan.map_keys().next().is_none();
        let is_long = Stride::is_long(grid, plan.cost) || self.attention.patience().is_zero();
        // What is stored here would not be timed by the final picture.
        if !is_measured_here || !is_long || job.timings || self.knows_ranges(plan) {
            return Ok(());
        }
        let region = grid.region();
        let Ok(draft) = compile(&draft_of(&job.graph, plan.cost), &target.link, job.time) else { return Ok(()) };
        let mut keep = draft.shared_with(plan);
        if keep.is_empty() {
            return Ok(());
        }
        keep.extend(job.worked_on.iter().flat_map(|id| draft.frontier(id)));
        let bytes = (keep.len() + 1) * region.len() * size_of::<f32>();
        if bytes > self.runner.cache_use().1 / 2 || self.painter(job, target, region).is_none() {
            return Ok(());
        }
        let options = Options { keep, ..self.attentive(desk.cancel) };
        self.render_in_parts((job, target), &draft, region, options, desk)?;
        desk.check()
    }

    /// Options of a run that `cancel` stops and that begins where a person looks.
    pub fn attentive(&self, cancel: &Cancel) -> Options {
        Options { focus: Some(Arc::clone(&self.attention.focus)), ..options(cancel) }
    }
}
