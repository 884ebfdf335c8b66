//! Work that survives a crash: while a document has unsaved changes, a copy of it lies beside the settings.
//!
//! Each running window owns one recovery file and holds a lock on it. A file without a lock was left by a window that
//! died; the next start offers it. Copies are written by a thread of their own, some seconds after an edit, never later
//! than [`DELAY`]; a clean exit or a save removes the file.

use crate::disk;
use crate::graph::Graph;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest time between an edit and its copy on the disk; writing itself comes on top, so it stays well under 10 s.
pub const DELAY: Duration = Duration::from_secs(4);

/// A document that a dead window left behind.
#[derive(Clone, Debug)]
pub struct Left {
    /// The recovery file.
    pub file: PathBuf,
    /// The document's own file, if it had one.
    pub path: Option<PathBuf>,
    /// When the copy was written.
    pub written: Option<std::time::SystemTime>,
    /// The recipe.
    pub text: String,
}

/// Keeps the copy of one window's document.
pub struct Recovery {
    shared: Arc<Shared>,
    thread: Option<std::thread::JoinHandle<()>>,
    slot: Option<Slot>,
}

/// The place of one window: its recovery file and the lock that says that the window lives.
struct Slot {
    file: PathBuf,
    lock_path: PathBuf,
    /// Held until the window closes; the system lets go of it when the process dies, however it dies.
    lock: File,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    newest: Option<(Arc<Graph>, Option<PathBuf>)>,
    due: Option<Instant>,
    closed: bool,
    failure: Option<String>,
}

impl Recovery {
    /// Takes a place in `folder/recovery` and starts the thread. Without a folder nothing is kept.
    pub fn start(folder: Option<&Path>, delay: Duration) -> Self {
        let shared = Arc::new(Shared::default());
        let slot = folder.and_then(|folder| Slot::take(&folder.join("recovery")));
        let thread = slot.as_ref().and_then(|slot| {
            let (shared, file) = (Arc::clone(&shared), slot.file.clone());
            let name = std::thread::Builder::new().name("recovery".into());
            name.spawn(move || shared.keep(&file, delay)).ok()
        });
        Self { shared, thread, slot }
    }

    /// The document changed: a copy is due.
    pub fn changed(&self, graph: Arc<Graph>, path: Option<&Path>) {
        let mut state = self.shared.lock();
        state.newest = Some((graph, path.map(Path::to_path_buf)));
        state.due.get_or_insert_with(Instant::now);
        self.shared.wake.notify_all();
    }

    /// The document has no unsaved changes any more: the copy goes.
    pub fn clear(&self) {
        // The lock is held while the file goes, so that a copy that is being written does not come into place afterwards.
        let mut state = self.shared.lock();
        state.newest = None;
        state.due = None;
        if let Some(slot) = &self.slot {
            let _ = std::fs::remove_file(&slot.file);
        }
    }

    /// What went wrong with the last copy, once.
    pub fn take_failure(&self) -> Option<String> {
        self.shared.lock().failure.take()
    }

    /// This window's recovery file.
    pub fn file(&self) -> Option<&Path> {
        self.slot.as_ref().map(|slot| slot.file.as_path())
    }

    /// A clean exit: the thread ends and the files go.
    pub fn close(&mut self) {
        self.shared.lock().closed = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if let Some(slot) = self.slot.take() {
            let _ = std::fs::remove_file(&slot.file);
            let _ = std::fs::remove_file(&slot.lock_path);
            drop(slot.lock);
        }
    }
}

impl Drop for Recovery {
    /// Ends the thread but keeps the copy: only [`Recovery::close`] is a clean exit.
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// A poisoned lock only means that another thread died; the state is plain data and stays usable.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, file: &Path, delay: Duration) {
        let mut state = self.lock();
        loop {
            if state.closed {
                return;
            }
            let Some(due) = state.due else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let waited = due.elapsed();
            if waited < delay {
                let rest = self.wake.wait_timeout(state, delay - waited);
                state = rest.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            state.due = None;
            let Some((graph, path)) = state.newest.clone() else { continue };
            drop(state);
            // The slow part happens without the lock, so that the window never waits for the disk.
            let text = copy_text(&graph, path.as_deref());
            let staged = std::fs::create_dir_all(disk::folder_of(file))
                .and_then(|()| disk::stage(file, |writer| writer.write_all(text.as_bytes())));
            state = self.lock();
            // A save that came meanwhile has taken the copy back: the staged one goes away by itself.
            let placed =
                staged.and_then(|staged| if state.newest.is_some() { staged.place().map(drop) } else { Ok(()) });
            if let Err(error) = placed {
                state.failure = Some(format!("The recovery file {} cannot be written: {error}.", file.display()));
            }
        }
    }
}

impl Slot {
    fn take(folder: &Path) -> Option<Self> {
        std::fs::create_dir_all(folder).ok()?;
        (0..1000).find_map(|n| {
            let stem = format!("{}-{n}", std::process::id());
            let (file, lock_path) = (folder.join(format!("{stem}.ron")), folder.join(format!("{stem}.lock")));
            if file.exists() {
                return None;
            }
            let lock = File::options().create(true).append(true).open(&lock_path).ok()?;
            lock.try_lock().ok()?;
            Some(Self { file, lock_path, lock })
        })
    }
}

/// Documents that dead windows left in `folder`, newest first.
pub fn left_behind(folder: Option<&Path>) -> Vec<Left> {
    let entries = folder.and_then(|folder| std::fs::read_dir(folder.join("recovery")).ok());
    let mut found: Vec<Left> = entries.into_iter().flatten().flatten().filter_map(|e| left(&e.path())).collect();
    found.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.file.cmp(&b.file)));
    found
}

/// Removes a copy that was opened or refused.
pub fn forget(left: &Left) {
    let _ = std::fs::remove_file(&left.file);
    let _ = std::fs::remove_file(left.file.with_extension("lock"));
}

fn left(file: &Path) -> Option<Left> {
    if file.extension()? != "ron" || is_alive(file) {
        return None;
    }
    let text = std::fs::read_to_string(file).ok()?;
    let path = text.lines().next()?.strip_prefix(PATH_LINE).map(str::trim).filter(|p| !p.is_empty()).map(PathBuf::from);
    let written = std::fs::metadata(file).and_then(|m| m.modified()).ok();
    Some(Left { file: file.into(), path, written, text })
}

/// Whether a window still holds the lock of a recovery file.
fn is_alive(file: &Path) -> bool {
    File::open(file.with_extension("lock")).is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

const PATH_LINE: &str = "// unsaved changes of ";

fn copy_text(graph: &Graph, path: Option<&Path>) -> String {
    let path = path.map_or_else(String::new, |p| p.display().to_string());
    format!("{PATH_LINE}{path}\n{}", graph.to_ron())
}
