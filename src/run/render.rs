//! One render: measure, replace what is stored, run jobs on all threads, store what is to be kept.

use super::cache::Place;
use super::exec::{Common, Executor, Shared};
use super::focus::{Part, Queue};
use super::measure::Ready;
use super::tiles::{Cut, Job, job_size};
use super::{Cancelled, Options, Runner};
use crate::plan::{NodeId, Plan, Slot, Source};
use crate::raster::{Grid, Raster, Region};
use crate::spec::{Base, Domain, Measured};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// What a render gives.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The values; tiles as whole numbers.
    pub raster: Raster,
    /// What a person should know, such as that a field is flat.
    pub remarks: Vec<Remark>,
    /// What was done.
    pub stats: Stats,
}

/// What a person should know of a node after a run: one sentence that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The node.
    pub node: NodeId,
    /// The sentence.
    pub message: String,
}

/// What a render did; tests assert it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Samples that each node's kernel filled, measuring passes included, by node. A step that several nodes share counts for each of them.
    pub filled: BTreeMap<NodeId, u64>,
    /// Time of each node's kernel, summed over threads, without that of the fields that it samples; counted like `filled`.
    /// Empty unless [`Options::profile`] asks for it.
    pub spent: BTreeMap<NodeId, Duration>,
    /// Time of all kernels, summed over threads, a step that several nodes share counted once.
    pub busy: Duration,
    /// Measuring passes that were run rather than remembered.
    pub range_passes: u64,
    /// Whole maps that were filled rather than remembered.
    pub maps: u64,
    /// Steps whose values were read from stored results.
    pub stored_reads: u64,
}

impl Stats {
    /// Adds what the steps of `plan` have filled and, if it was measured, how long they took.
    fn count(&mut self, plan: &Plan, work: &Work) {
        for (step, filled) in plan.steps.iter().zip(&work.filled) {
            let samples = filled.load(Ordering::Relaxed);
            for node in step.nodes.iter().filter(|_| samples > 0) {
                *self.filled.entry(NodeId::clone(node)).or_default() += samples;
            }
        }
        for (step, nanoseconds) in plan.steps.iter().zip(&work.nanoseconds) {
            let time = Duration::from_nanos(nanoseconds.load(Ordering::Relaxed));
            self.busy += time;
            for node in step.nodes.iter().filter(|_| !time.is_zero()) {
                *self.spent.entry(NodeId::clone(node)).or_default() += time;
            }
        }
    }

    /// Adds the work of another run.
    pub fn add(&mut self, other: &Self) {
        for (node, samples) in &other.filled {
            *self.filled.entry(NodeId::clone(node)).or_default() += samples;
        }
        for (node, time) in &other.spent {
            *self.spent.entry(NodeId::clone(node)).or_default() += *time;
        }
        self.busy += other.busy;
        self.range_passes += other.range_passes;
        self.maps += other.maps;
        self.stored_reads += other.stored_reads;
    }
}

/// What the jobs of a render have done, step by step.
struct Work {
    filled: Vec<AtomicU64>,
    nanoseconds: Vec<AtomicU64>,
}

impl Work {
    fn new(steps: usize) -> Self {
        let zeros = || (0..steps).map(|_| AtomicU64::new(0)).collect();
        Self { filled: zeros(), nanoseconds: zeros() }
    }

    fn add(&self, executor: &Executor<'_>) {
        for (sum, n) in self.filled.iter().zip(executor.filled()) {
            sum.fetch_add(n, Ordering::Relaxed);
        }
        for (sum, time) in self.nanoseconds.iter().zip(executor.clock.spent()) {
            sum.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }
}

impl Runner {
    /// The values of `plan` on `region` of `grid`: row 0 northmost.
    ///
    /// # Errors
    /// [`Cancelled`] when `options.cancel` stopped the run.
    pub fn render(&self, plan: &Plan, grid: &Grid, region: Region, options: &Options) -> Result<Rendered, Cancelled> {
        self.render_over(Raster::default(), plan, grid, region, options)
    }

    /// [`Runner::render`] into the memory of a raster whose values are no longer needed: what is rendered again and again
    /// need not ask the system for new memory each time, which costs as much as a plain noise.
    ///
    /// # Errors
    /// [`Cancelled`] when `options.cancel` stopped the run.
    pub fn render_over(
        &self,
        old: Raster,
        plan: &Plan,
        grid: &Grid,
        region: Region,
        options: &Options,
    ) -> Result<Rendered, Cancelled> {
        let x: Vec<f64> = (0..region.width).map(|i| grid.x(region.column(i))).collect();
        let y: Vec<f64> = (0..region.height).map(|j| grid.y(region.row(j))).collect();
        let place = Place { grid: *grid, region };
        self.render_at(old, plan, Positions::Lines { x: &x, y: &y }, Some(place), options)
    }

    /// The values of `plan` at free positions in metres (x eastwards, y southwards).
    ///
    /// # Errors
    /// [`Cancelled`] when `options.cancel` stopped the run.
    pub fn sample(&self, plan: &Plan, positions: &[(f64, f64)], options: &Options) -> Result<Rendered, Cancelled> {
        let x: Vec<f64> = positions.iter().map(|p| p.0).collect();
        let y: Vec<f64> = positions.iter().map(|p| p.1).collect();
        self.render_at(Raster::default(), plan, Positions::Free { x: &x, y: &y }, None, options)
    }

    fn render_at(
        &self,
        mut raster: Raster,
        plan: &Plan,
        at: Positions<'_>,
        place: Option<Place>,
        options: &Options,
    ) -> Result<Rendered, Cancelled> {
        let mut stats = Stats::default();
        let ready = self.prepare(plan, options, &mut stats)?;
        let remarks = remarks(plan, &ready.measured);
        let (width, height) = at.size();
        raster.reshape(width, height);
        match plan.root {
            Source::Number(v) => raster.data.fill(v as f32),
            Source::Open | Source::Field(_) | Source::Area(_) | Source::Map(_) => raster.data.fill(0.0),
            Source::Slot(root) => {
                let shared = self.share(plan, root, place, &ready, options);
                stats.stored_reads += shared.main.steps().filter(|&step| shared.stored[step].is_some()).count() as u64;
                let mut kept = Kept::new(&shared, options, (width, height), self.cache.budget());
                let rasters = std::iter::once((root, &mut raster)).chain(kept.rasters()).collect();
                let work = self.jobs(&shared, (at, place), rasters, options)?;
                stats.count(plan, &work);
                if let Some(place) = place {
                    kept.store(self, plan, place);
                    if options.keep_target && plan.steps[root.step].outputs == 1 {
                        let key = plan.steps[root.step].key;
                        self.cache.store(key, root.output, place, Arc::new(raster.clone()));
                    }
                }
            }
        }
        Ok(Rendered { raster, remarks, stats })
    }

    fn share<'a>(
        &'a self,
        plan: &'a Plan,
        root: Slot,
        place: Option<Place>,
        ready: &Ready,
        options: &'a Options,
    ) -> Shared<'a> {
        let mut stored = vec![None; plan.steps.len()];
        let main = plan.program_of(root, |step| {
            // Steps with several outputs are never stored: a reader could want the other one.
            let found = place.filter(|_| plan.steps[step].outputs == 1);
            stored[step] = found.and_then(|place| self.cache.find(plan.steps[step].key, 0, place));
            stored[step].is_some()
        });
        Shared::new(plan, main, stored, ready, (options, &self.cache))
    }

    /// Runs all jobs and gives what each step has done. The first of the rasters is what is wanted.
    fn jobs(
        &self,
        shared: &Shared<'_>,
        (at, place): (Positions<'_>, Option<Place>),
        rasters: Vec<(Slot, &mut Raster)>,
        options: &Options,
    ) -> Result<Work, Cancelled> {
        let work = Work::new(shared.plan.steps.len());
        let done = AtomicUsize::new(0);
        let all = at.size().0 * at.size().1;
        let block = (options.block.0.max(1), options.block.1.max(1));
        let mut cut = Cut::new(rasters, at.size(), job_size(at.size(), block, self.threads()));
        let one = |mut job: Job<'_, '_>| {
            let executor = Executor::new(shared);
            run(&mut job, &executor, at, block.1, options);
            work.add(&executor);
            if options.cancel.is_cancelled() {
                return;
            }
            let samples = job.size.0 * job.size.1;
            let done = done.fetch_add(samples, Ordering::Relaxed) + samples;
            if let Some(progress) = &options.progress {
                progress(done as f32 / all as f32);
            }
            if let (Some(finished), Some(Place { region, .. })) = (&options.finished, place) {
                finished(Part { region: job.region(region), values: job.wanted() });
            }
        };
        let jobs = cut.jobs();
        self.threads.install(|| match (&options.focus, at) {
            (Some(focus), Positions::Lines { x, y }) => {
                let (count, queue) = (jobs.len(), Queue::new(jobs, focus));
                (0..count).into_par_iter().with_max_len(1).for_each(|_| {
                    if let Some(job) = queue.next((x, y)) {
                        one(job);
                    }
                });
            }
            _ => jobs.into_par_iter().with_max_len(1).for_each(one),
        });
        if options.cancel.is_cancelled() {
            return Err(Cancelled);
        }
        Ok(work)
    }
}

/// Fills a job in blocks of up to `block` rows.
fn run(job: &mut Job<'_, '_>, executor: &Executor<'_>, at: Positions<'_>, block: usize, options: &Options) {
    let ((column, first), (width, height)) = (job.at, job.size);
    let mut hold = executor.hold(width * block.min(height));
    for row in (0..height).step_by(block) {
        rest(options);
        if options.cancel.is_cancelled() {
            break;
        }
        let domain = at.block((column, first + row), width, block.min(height - row), executor.common());
        executor.block(&mut hold, &domain, (column, first + row), &mut |slot, values| job.write(slot, row, values));
    }
    executor.give(hold);
}

/// Positions of a whole render.
#[derive(Clone, Copy)]
enum Positions<'a> {
    Lines { x: &'a [f64], y: &'a [f64] },
    Free { x: &'a [f64], y: &'a [f64] },
}

impl<'a> Positions<'a> {
    fn size(self) -> (usize, usize) {
        match self {
            Self::Lines { x, y } => (x.len(), y.len()),
            Self::Free { x, .. } => (x.len(), 1),
        }
    }

    /// The block of `width` x `height` samples at `column`, `row`.
    fn block(self, (column, row): (usize, usize), width: usize, height: usize, common: Common) -> Domain<'a> {
        let base = match self {
            Self::Lines { x, y } => Base::Separable { x: &x[column..][..width], y: &y[row..][..height] },
            Self::Free { x, y } => Base::Full { x: &x[column..][..width], y: &y[column..][..width] },
        };
        let Common { time, period } = common;
        Domain { width, height, base, displacement: None, salt: 0, time, period }
    }
}

/// Waits while a more urgent run is on.
fn rest(options: &Options) {
    let Some(pause) = &options.pause else { return };
    while pause.load(Ordering::Relaxed) && !options.cancel.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Rasters of the steps that are to be stored.
struct Kept {
    rasters: Vec<(Slot, Raster)>,
}

impl Kept {
    /// As many of the steps that are worth it as fit `budget` bytes.
    fn new(shared: &Shared<'_>, options: &Options, (width, height): (usize, usize), budget: usize) -> Self {
        let room = budget / (width * height * size_of::<f32>()).max(1);
        let steps = shared.main.steps().filter(|&step| {
            let plan_step = &shared.plan.steps[step];
            options.keep.contains(&plan_step.key) && plan_step.outputs == 1 && shared.stored[step].is_none()
        });
        let rasters = steps.take(room).map(|step| (Slot { step, output: 0 }, Raster::new(width, height))).collect();
        Self { rasters }
    }

    fn rasters(&mut self) -> impl Iterator<Item = (Slot, &mut Raster)> {
        self.rasters.iter_mut().map(|(slot, raster)| (*slot, raster))
    }

    fn store(self, runner: &Runner, plan: &Plan, place: Place) {
        for (slot, raster) in self.rasters {
            runner.cache.store(plan.steps[slot.step].key, slot.output, place, Arc::new(raster));
        }
    }
}

fn remarks(plan: &Plan, measured: &[Measured]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for step in plan.steps.iter().filter(|s| s.measured.iter().any(Option::is_some)) {
        let extremes: Vec<Option<Measured>> = step.measured.iter().map(|e| e.map(|e| e.find(measured))).collect();
        if let Some(remark) = step.kernel.remark(&extremes) {
            let of =
                |node: &NodeId| Remark { node: NodeId::clone(node), message: format!("node \"{node}\": {remark}") };
            remarks.extend(step.nodes.iter().map(of));
        }
    }
    remarks
}
