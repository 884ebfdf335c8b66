//! State that the window and one of its threads share: changed under a lock, each change wakes who waits.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// State behind a lock, and what wakes its thread.
#[derive(Default)]
pub struct Shared<T> {
    state: Mutex<T>,
    wake: Condvar,
}

impl<T> Shared<T> {
    /// The state. A poisoned lock only means that another thread died; the state is plain data and stays usable.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes the thread.
    pub fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let changed = change(&mut self.lock());
        self.wake.notify_all();
        changed
    }

    /// Waits for a change.
    pub fn wait<'a>(&'a self, state: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        self.wake.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, or for `most` at the longest.
    pub fn wait_for<'a>(&'a self, state: MutexGuard<'a, T>, most: Duration) -> MutexGuard<'a, T> {
        self.wake.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0
    }
}
