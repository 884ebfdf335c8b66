//! What a run does first: the jobs nearest to a place, which may move while the run goes on.

use super::tiles::Job;
use crate::raster::Region;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A place of the plane in metres, eastwards and southwards, that somebody looks at. Values do not depend on it.
#[derive(Debug, Default)]
pub struct Focus {
    x: AtomicU64,
    y: AtomicU64,
}

impl Focus {
    /// Looks somewhere else from now on.
    pub fn set(&self, (x, y): (f64, f64)) {
        // A reader between the two sees a place between the two, which costs nothing but an odd order.
        self.x.store(x.to_bits(), Ordering::Relaxed);
        self.y.store(y.to_bits(), Ordering::Relaxed);
    }

    /// The place.
    pub fn get(&self) -> (f64, f64) {
        let read = |axis: &AtomicU64| f64::from_bits(axis.load(Ordering::Relaxed));
        (read(&self.x), read(&self.y))
    }
}

/// A rectangle of the wanted region that is finished while the rest is not.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its samples.
    pub region: Region,
    /// Their values, row by row from the north.
    pub values: Vec<f32>,
}

/// Jobs that nobody has begun yet.
pub(super) struct Queue<'f, J> {
    waiting: Mutex<Vec<J>>,
    focus: &'f Focus,
}

impl<'f, 'c, 'r> Queue<'f, Job<'c, 'r>> {
    /// All jobs wait.
    pub fn new(jobs: Vec<Job<'c, 'r>>, focus: &'f Focus) -> Self {
        Self { waiting: Mutex::new(jobs), focus }
    }

    /// The job whose positions, given by their lines, lie nearest to the place as it is now.
    pub fn next(&self, (x, y): (&[f64], &[f64])) -> Option<Job<'c, 'r>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let at = self.focus.get();
        let off = |from: &[f64], first: usize, count: usize, at: f64| {
            let (a, b) = (from[first], from[first + count - 1]);
            (at - (a + b) / 2.0).abs() - (b - a).abs() / 2.0
        };
        let distance = |job: &Job<'_, '_>| {
            let across = off(x, job.at.0, job.size.0, at.0).max(0.0);
            let down = off(y, job.at.1, job.size.1, at.1).max(0.0);
            across * across + down * down
        };
        let nearest = (0..waiting.len()).min_by(|&a, &b| distance(&waiting[a]).total_cmp(&distance(&waiting[b])))?;
        Some(waiting.swap_remove(nearest))
    }
}
