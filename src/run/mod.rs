//! Runs a plan over a region: tiles on all cores, ranges measured first, results stored, cancellation.
//!
//! The same code serves the preview, thumbnails, the command line and exports. A value depends on the plan and the
//! position alone: not on the region, the tile, the number of threads or what is stored.

mod around;
mod cache;
mod clock;
mod exec;
mod focus;
mod maps;
mod measure;
mod pages;
mod render;
mod stream;
mod tiles;

pub use focus::{Focus, Part};
pub use render::{Remark, Rendered, Stats};
pub use stream::{Stopped, Strip, Walk};

use crate::plan::{Key, NodeId, Plan};
use crate::raster::{Grid, Region};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of a thread's stack; only what is used takes memory.
const STACK: usize = 8 << 20;

/// Samples in a strip of a streamed run: 16 MiB of values, enough to keep all threads busy.
const STRIP: usize = 1 << 22;

/// A pool of threads with a cache. One per program; an export has its own.
pub struct Runner {
    threads: rayon::ThreadPool,
    cache: cache::Cache,
}

/// How to run.
#[derive(Clone)]
pub struct Options {
    /// Stops the run at the next block.
    pub cancel: Cancel,
    /// Called with the share that is done, from any thread.
    pub progress: Option<Arc<dyn Fn(f32) + Send + Sync>>,
    /// What is computed first; values do not depend on it.
    pub focus: Option<Arc<Focus>>,
    /// Takes each part of the wanted values as soon as it is finished, from any thread.
    pub finished: Option<Arc<dyn Fn(Part) + Send + Sync>>,
    /// Steps whose values are stored for later runs over the same samples.
    pub keep: Vec<Key>,
    /// Whether the target's values are stored too.
    pub keep_target: bool,
    /// While this is set the run rests, block by block.
    pub pause: Option<Arc<AtomicBool>>,
    /// Samples in a block: width and height. Values do not depend on it.
    pub block: (usize, usize),
    /// Whether kernels are timed: [`Stats::spent`].
    pub profile: bool,
    /// Samples in a strip of a streamed run; a strip is at least a row. Values do not depend on it.
    pub strip: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cancel: Cancel::default(),
            progress: None,
            focus: None,
            finished: None,
            keep: Vec::new(),
            keep_target: false,
            pause: None,
            block: (256, 8),
            profile: false,
            strip: STRIP,
        }
    }
}

impl Options {
    /// The same for a part of the work, whose progress goes from `from` to `to`.
    pub fn part(&self, from: f32, to: f32) -> Self {
        let progress = self.progress.clone().map(|report| -> Arc<dyn Fn(f32) + Send + Sync> {
            Arc::new(move |share| report(from + (to - from) * share))
        });
        Self { progress, ..self.clone() }
    }
}

/// A switch that stops a run; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Stops every run that holds a clone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The switch itself, for what can only set a flag, such as a signal.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the run is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The run was stopped; not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl Runner {
    /// A runner with `threads` threads (`None`: one per core) and a cache of `budget` bytes.
    pub fn new(threads: Option<usize>, budget: usize) -> Self {
        let threads = threads.map_or(0, |n| n.max(1));
        // Fields within fields are calls within calls.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        // A machine that cannot start threads at all can still run everything on the current one.
        let pool = pool.or_else(|_| rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build());
        match pool {
            Ok(threads) => Self { threads, cache: cache::Cache::new(budget) },
            Err(error) => unreachable!("a pool that uses the current thread starts no other: {error}"),
        }
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// Does `work` on the runner's threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }

    /// Nodes of a plan whose values over `region` of `grid` are stored, each with the bytes that they take: a run over the
    /// region reads them instead of computing them. Nodes that are equal share one result.
    pub fn stored(&self, plan: &Plan, grid: &Grid, region: Region) -> BTreeMap<NodeId, usize> {
        let place = cache::Place { grid: *grid, region };
        let mut found = BTreeMap::new();
        for step in plan.steps.iter().filter(|step| step.outputs == 1) {
            if let Some(bytes) = self.cache.holds(step.key, 0, place) {
                found.extend(step.nodes.iter().map(|node| (NodeId::clone(node), bytes)));
            }
        }
        found
    }

    /// Bytes that stored results take, and the budget.
    pub fn cache_use(&self) -> (usize, usize) {
        (self.cache.bytes(), self.cache.budget())
    }
}
