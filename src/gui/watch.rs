//! Notices when another program changes the open file: a thread of its own looks at its time and size, and reads it when
//! they differ from what the window knows.
//!
//! Only other content counts: a file that is touched, or written again as it was, is no news. A file has to look the same
//! twice before it is read, so that one that is just being written is not taken for finished.

use crate::graph::{Fingerprint, fingerprint};
use crate::gui::shared::Shared;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Time between two looks.
pub const INTERVAL: Duration = Duration::from_secs(1);

/// What happened to the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It holds this now.
    Changed(Vec<u8>),
    /// It is not there any more.
    Gone,
}

/// Looks after the open file.
pub struct Watch {
    shared: Arc<Shared<State>>,
}

#[derive(Default)]
struct State {
    watched: Option<Watched>,
    /// While the window itself writes the file nothing is news.
    held: bool,
    /// Grows with everything that makes an older look worthless.
    turn: u64,
    news: Option<News>,
    look_now: bool,
    closed: bool,
}

#[derive(Clone)]
struct Watched {
    path: PathBuf,
    /// What the window knows that the file holds.
    known: Fingerprint,
    /// How the file looked when it held that.
    stamp: Option<Stamp>,
    /// How it looked last time, while that differs.
    before: Option<Stamp>,
    /// Looks in a row that found no file.
    missing: u32,
}

type Stamp = (Option<SystemTime>, u64);

impl Watch {
    /// Starts the thread; `wake` is called from it when there is news.
    pub fn start(interval: Duration, wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::<Shared<State>>::default();
        let theirs = Arc::clone(&shared);
        // Without the thread nothing is noticed, which a save still does by itself.
        let _ = std::thread::Builder::new().name("watch".into()).spawn(move || look(&theirs, interval, &wake));
        Self { shared }
    }

    /// From now on the file at `path` is watched; it is known to hold what has this fingerprint.
    pub fn follow(&self, path: &Path, known: Fingerprint) {
        self.change(|state| {
            state.held = false;
            state.watched = Some(Watched { path: path.into(), known, stamp: None, before: None, missing: 0 });
        });
    }

    /// Nothing is watched any more.
    pub fn forget(&self) {
        self.change(|state| {
            state.held = false;
            state.watched = None;
        });
    }

    /// The window writes the file: nothing is news until [`Watch::follow`] or [`Watch::go_on`].
    pub fn hold(&self) {
        self.change(|state| state.held = true);
    }

    /// The window has not written after all.
    pub fn go_on(&self) {
        self.change(|state| state.held = false);
    }

    /// Looks at once rather than at the next turn.
    pub fn look_now(&self) {
        self.shared.change(|state| state.look_now = true);
    }

    /// What the window knows that the file holds.
    pub fn known(&self, path: &Path) -> Option<Fingerprint> {
        self.shared.lock().watched.as_ref().filter(|watched| watched.path == path).map(|watched| watched.known)
    }

    /// What happened since the last call. Each content is told once.
    pub fn take_news(&self) -> Option<News> {
        self.shared.lock().news.take()
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.shared.change(|state| {
            change(state);
            state.turn += 1;
            state.news = None;
        });
    }
}

impl Drop for Watch {
    /// Does not wait for the thread, which may hang on a drive that is gone.
    fn drop(&mut self) {
        self.shared.change(|state| state.closed = true);
    }
}

/// The thread: looks at the file turn by turn, until the window closes.
fn look(shared: &Shared<State>, interval: Duration, wake: &dyn Fn()) {
    let mut state = shared.lock();
    loop {
        if state.closed {
            return;
        }
        let Some(mut watched) = state.watched.clone().filter(|_| !state.held) else {
            state = shared.wait(state);
            continue;
        };
        state.look_now = false;
        let turn = state.turn;
        drop(state);
        // The disk is asked without the lock, so that the window never waits for it.
        let news = watched.look();
        state = shared.lock();
        if state.turn == turn {
            state.watched = Some(watched);
            if news.is_some() {
                state.news = news;
                wake();
            }
        }
        if !state.look_now && !state.closed && state.turn == turn {
            state = shared.wait_for(state, interval);
        }
    }
}

impl Watched {
    /// Looks at the file once.
    fn look(&mut self) -> Option<News> {
        let Ok(found) = std::fs::metadata(&self.path) else {
            // Some programs remove a file before they put the new one in its place.
            self.missing += 1;
            self.stamp = None;
            return (self.missing == 2).then_some(News::Gone);
        };
        self.missing = 0;
        let stamp = stamp(&found);
        if self.stamp == Some(stamp) {
            return None;
        }
        if self.before != Some(stamp) {
            self.before = Some(stamp);
            return None;
        }
        let content = std::fs::read(&self.path).ok()?;
        self.stamp = Some(stamp);
        let found = fingerprint(&content);
        if found == self.known {
            return None;
        }
        self.known = found;
        Some(News::Changed(content))
    }
}

fn stamp(found: &Metadata) -> Stamp {
    (found.modified().ok(), found.len())
}
