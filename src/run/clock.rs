//! Times kernels for a profile, step by step; costs one comparison per block while no profile is asked for.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Times of one job's kernels, on the thread that runs it.
pub(super) struct Clock {
    /// Time that each step's kernel took; empty while no profile is asked for.
    spent: Vec<Cell<Duration>>,
    /// Time of the kernels that have run since the innermost one that still runs has begun.
    within: Cell<Duration>,
}

impl Clock {
    /// A clock for so many steps; it stands still unless it is `on`.
    pub fn new(on: bool, steps: usize) -> Self {
        Self { spent: vec![Cell::default(); if on { steps } else { 0 }], within: Cell::default() }
    }

    /// Runs the kernel of `step` and adds its time, without that of the kernels that run inside it: those of the fields
    /// that it samples.
    #[inline]
    pub fn time(&self, step: usize, kernel: impl FnOnce()) {
        let Some(spent) = self.spent.get(step) else { return kernel() };
        let outside = self.within.take();
        let begun = Instant::now();
        kernel();
        let elapsed = begun.elapsed();
        spent.set(spent.get() + elapsed.saturating_sub(self.within.get()));
        self.within.set(outside + elapsed);
    }

    /// Time that each step's kernel took so far; nothing while no profile is asked for.
    pub fn spent(&self) -> impl Iterator<Item = Duration> {
        self.spent.iter().map(Cell::get)
    }
}
