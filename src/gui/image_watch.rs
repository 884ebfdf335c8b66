//! Notices when a file that a node reads changes, appears or goes: a thread of its own looks at times and sizes.
//!
//! The file has to look the same twice before it is news, so that one that is just being written is not read half.

use crate::graph::{Graph, Setting};
use crate::gui::shared::Shared;
use crate::spec::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Looks after the files of the open recipe's nodes.
pub struct ImageWatch {
    shared: Arc<Shared<State>>,
}

#[derive(Default)]
struct State {
    files: BTreeMap<PathBuf, Seen>,
    /// Grows with every change.
    turn: u64,
    closed: bool,
}

/// Time and size; `None` while there is no file.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// How a file looked.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// When it was read; `None` before the first look.
    known: Option<Stamp>,
    /// In the last look.
    last: Option<Stamp>,
}

impl Seen {
    /// Whether this look is the second in a row that finds another file than the known one.
    fn is_news(&mut self, now: Stamp) -> bool {
        let before = self.last.replace(now);
        let known = *self.known.get_or_insert(now);
        let news = known != now && before == Some(now);
        if news {
            self.known = Some(now);
        }
        news
    }
}

impl ImageWatch {
    /// Starts the thread; `wake` is called from it when a file changed.
    pub fn start(interval: Duration, wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::<Shared<State>>::default();
        let theirs = Arc::clone(&shared);
        // Without the thread a file is read again with the next change of the recipe.
        let _ = std::thread::Builder::new().name("images".into()).spawn(move || look(&theirs, interval, &wake));
        Self { shared }
    }

    /// From now on the files that `graph` names are looked after.
    pub fn follow(&self, graph: &Graph) {
        let wanted = files(graph);
        if wanted.is_empty() && self.shared.lock().files.is_empty() {
            return;
        }
        self.shared.change(|state| {
            state.files.retain(|path, _| wanted.contains(path));
            for path in wanted {
                state.files.entry(path).or_default();
            }
        });
    }

    /// A number that is another one after every change of a file.
    pub fn turn(&self) -> u64 {
        self.shared.lock().turn
    }
}

impl Drop for ImageWatch {
    /// Does not wait for the thread, which may hang on a drive that is gone.
    fn drop(&mut self) {
        self.shared.change(|state| state.closed = true);
    }
}

/// The files that nodes of the recipe and of its groups read.
fn files(graph: &Graph) -> BTreeSet<PathBuf> {
    let inner = graph.groups.values().flat_map(|group| group.nodes.values());
    let settings = graph.nodes.values().chain(inner).flat_map(|node| node.settings.values());
    let named = settings.filter_map(|setting| match setting {
        Setting::Value(Value::File(path)) => Some(path),
        _ => None,
    });
    // A name of what the program carries is no file, and stays so.
    named.filter(|path| !path.trim().is_empty()).map(|path| graph.folder.join(Path::new(&**path))).collect()
}

/// The thread: looks turn by turn while there is anything to look after, until the window closes.
fn look(shared: &Shared<State>, interval: Duration, wake: &dyn Fn()) {
    let mut state = shared.lock();
    while !state.closed {
        if state.files.is_empty() {
            state = shared.wait(state);
            continue;
        }
        let paths: Vec<PathBuf> = state.files.keys().cloned().collect();
        drop(state);
        // The disk is asked without the lock, so that the window never waits for it.
        let stamps: Vec<(PathBuf, Stamp)> = paths.into_iter().map(|path| (path.clone(), stamp(&path))).collect();
        state = shared.lock();
        let mut news = false;
        for (path, now) in stamps {
            news |= state.files.get_mut(&path).is_some_and(|seen| seen.is_news(now));
        }
        if news {
            state.turn += 1;
            wake();
        }
        if !state.closed {
            state = shared.wait_for(state, interval);
        }
    }
}

fn stamp(path: &Path) -> Stamp {
    let found = std::fs::metadata(path).ok()?;
    Some((found.modified().ok(), found.len()))
}
