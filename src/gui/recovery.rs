//! Work that survives a crash: while a document has unsaved changes, a copy of it lies beside the settings.
//!
//! Each running window owns one recovery file and holds a lock on it. A file without a lock was left by a window that
//! died; the next start offers it. Copies are written by a thread of their own, at most [`DELAY`] after an edit, and what
//! is not written yet is when the window ends; a clean exit or a save removes the file.

use crate::disk;
use crate::graph::Graph;
use crate::gui::language::tr;
use crate::gui::shared::Shared;
use std::collections::VecDeque;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest time between an edit and the start of writing its copy, so that it is on the disk within 2 s.
pub const DELAY: Duration = Duration::from_secs(1);

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

impl Left {
    /// Whether the document's own file holds the same.
    fn is_saved(&self) -> bool {
        let path = self.path.as_deref();
        path.is_some_and(|path| std::fs::read_to_string(path).is_ok_and(|saved| saved == self.text))
    }
}

/// Keeps the copy of one window's document.
pub struct Recovery {
    shared: Arc<Shared<State>>,
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
struct State {
    newest: Option<(Arc<Graph>, Option<PathBuf>)>,
    due: Option<Instant>,
    /// What has to be done with files, in this order.
    chores: VecDeque<Chore>,
    closed: bool,
    /// The copy that could not be written, and why.
    failure: Option<(PathBuf, String)>,
}

/// Something to do with the window's copy.
enum Chore {
    /// It goes.
    Remove,
    /// What a dead window left becomes it.
    Adopt(PathBuf),
}

impl Recovery {
    /// Takes a place in `folder/recovery` and starts the thread. Without a folder nothing is kept.
    pub fn start(folder: Option<&Path>, delay: Duration) -> Self {
        let shared = Arc::<Shared<State>>::default();
        let slot = folder.and_then(|folder| Slot::take(&folder.join("recovery")));
        let thread = slot.as_ref().and_then(|slot| {
            let (shared, file) = (Arc::clone(&shared), slot.file.clone());
            let name = std::thread::Builder::new().name("recovery".into());
            name.spawn(move || keep(&shared, &file, delay)).ok()
        });
        Self { shared, thread, slot }
    }

    /// The document changed: a copy is due.
    pub fn changed(&self, graph: Arc<Graph>, path: Option<&Path>) {
        self.shared.change(|state| {
            state.newest = Some((graph, path.map(Path::to_path_buf)));
            state.due.get_or_insert_with(Instant::now);
        });
    }

    /// The document has no unsaved changes any more: the copy goes.
    pub fn clear(&self) {
        self.shared.change(|state| {
            state.newest = None;
            state.due = None;
            state.chores.push_back(Chore::Remove);
        });
    }

    /// What a dead window left is open here now: its file becomes this window's copy in one step, so that there is one at
    /// any moment. Without a place of its own the window leaves the file where it is.
    pub fn adopt(&self, left: &Left) {
        if self.thread.is_some() {
            self.shared.change(|state| state.chores.push_back(Chore::Adopt(left.file.clone())));
        }
    }

    /// What went wrong with the last copy, once.
    pub fn take_failure(&self) -> Option<String> {
        let (file, why) = self.shared.lock().failure.take()?;
        Some(tr!("The recovery file {file} cannot be written: {why}.", file = file.display(), why = why))
    }

    /// This window's recovery file.
    pub fn file(&self) -> Option<&Path> {
        self.slot.as_ref().map(|slot| slot.file.as_path())
    }

    /// A clean exit: the thread ends and the files go.
    pub fn close(&mut self) {
        self.clear();
        self.end();
        if let Some(slot) = self.slot.take() {
            let _ = std::fs::remove_file(&slot.lock_path);
            drop(slot.lock);
        }
    }

    /// Waits until the thread has written or removed what it has to.
    fn end(&mut self) {
        self.shared.change(|state| state.closed = true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Recovery {
    /// Writes what is not written yet and keeps the copy: only [`Recovery::close`] is a clean exit.
    fn drop(&mut self) {
        self.end();
    }
}

/// The thread: writes what is due and removes what has to go, until the window closes.
fn keep(shared: &Shared<State>, file: &Path, delay: Duration) {
    let mut state = shared.lock();
    loop {
        if let Some(chore) = state.chores.pop_front() {
            drop(state);
            chore.carry_out(file);
            state = shared.lock();
            continue;
        }
        let Some(due) = state.due else {
            if state.closed {
                return;
            }
            state = shared.wait(state);
            continue;
        };
        let waited = due.elapsed();
        if waited < delay && !state.closed {
            state = shared.wait_for(state, delay - waited);
            continue;
        }
        state.due = None;
        let Some((graph, path)) = state.newest.clone() else { continue };
        // The slow part happens without the lock, so that the window never waits for the disk.
        drop(state);
        let written = write(shared, file, &graph, path.as_deref());
        state = shared.lock();
        if let Err(error) = written {
            state.failure = Some((file.into(), disk::why(&error)));
        }
    }
}

impl Chore {
    fn carry_out(self, file: &Path) {
        match self {
            Self::Remove => drop(std::fs::remove_file(file)),
            Self::Adopt(left) => {
                if std::fs::rename(&left, file).is_ok() {
                    let _ = std::fs::remove_file(left.with_extension("lock"));
                }
            }
        }
    }
}

fn write(shared: &Shared<State>, file: &Path, graph: &Graph, path: Option<&Path>) -> std::io::Result<()> {
    let text = copy_text(graph, path);
    std::fs::create_dir_all(disk::folder_of(file))?;
    let staged = disk::stage(file, |writer| writer.write_all(text.as_bytes()))?;
    // A save that came meanwhile needs no copy: the staged one goes away by itself. One that comes now removes it.
    if shared.lock().newest.is_some() { staged.place().map(drop) } else { Ok(()) }
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
            // Somebody who clears up may have removed it before it was locked.
            if !lock_path.exists() {
                return None;
            }
            Some(Self { file, lock_path, lock })
        })
    }
}

/// Documents that dead windows left in `folder`, newest first, and the copies that windows hold at the moment. What dead
/// windows left besides is removed.
pub fn left_behind(folder: Option<&Path>) -> (Vec<Left>, Vec<PathBuf>) {
    let entries = folder.and_then(|folder| std::fs::read_dir(folder.join("recovery")).ok());
    let mut files: Vec<PathBuf> = entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.iter().for_each(|file| clear_up(file));
    files.retain(|file| file.extension().is_some_and(|e| e == "ron"));
    let left = let_go(&mut files);
    (left, files)
}

/// Takes the copies out of `held` that are gone or that no window holds any more; the latter, newest first.
pub fn let_go(held: &mut Vec<PathBuf>) -> Vec<Left> {
    let free: Vec<PathBuf> = held.extract_if(.., |file| !is_alive(file)).collect();
    let mut found: Vec<Left> = free.iter().filter_map(|file| left(file)).collect();
    found.retain(|left| {
        // The window died between a save and the removal of its copy.
        let is_saved = left.is_saved();
        if is_saved {
            forget(left);
        }
        !is_saved
    });
    found.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.file.cmp(&b.file)));
    found
}

/// Removes a copy that was opened or refused.
pub fn forget(left: &Left) {
    let _ = std::fs::remove_file(&left.file);
    let _ = std::fs::remove_file(left.file.with_extension("lock"));
}

/// Removes the lock of a dead window that has no copy, and what it was writing when it died.
fn clear_up(file: &Path) {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let half_written = name.strip_prefix('.').filter(|name| name.ends_with(".tmp"));
    if let Some((copy, _)) = half_written.and_then(|name| name.split_once(".ron.")) {
        if !is_alive(&file.with_file_name(format!("{copy}.ron"))) {
            let _ = std::fs::remove_file(file);
        }
        return;
    }
    if file.extension().is_some_and(|e| e == "lock") && !file.with_extension("ron").exists() {
        let Ok(lock) = File::open(file) else { return };
        // It is held while it goes, so that nobody takes it meanwhile.
        if lock.try_lock().is_ok() {
            let _ = std::fs::remove_file(file);
        }
    }
}

fn left(file: &Path) -> Option<Left> {
    let text = std::fs::read_to_string(file).ok()?;
    // The line is ours and no comment of the recipe.
    let (path, text) = match text.strip_prefix(PATH_LINE).and_then(|text| text.split_once('\n')) {
        Some((path, text)) => (path.trim(), text.to_owned()),
        None => ("", text),
    };
    let path = Some(path).filter(|p| !p.is_empty()).map(PathBuf::from);
    let written = std::fs::metadata(file).and_then(|m| m.modified()).ok();
    Some(Left { file: file.into(), path, written, text })
}

/// Whether a window still holds the lock of a recovery file.
fn is_alive(file: &Path) -> bool {
    File::open(file.with_extension("lock")).is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

const PATH_LINE: &str = "// unsaved changes of ";

fn copy_text(graph: &Graph, path: Option<&Path>) -> String {
    // A name may hold an end of line, the line may not.
    let path = path.map_or_else(String::new, |p| p.display().to_string().replace(['\n', '\r'], " "));
    format!("{PATH_LINE}{path}\n{}", graph.to_ron())
}
