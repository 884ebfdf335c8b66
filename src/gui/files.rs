//! Asking for a path: the desktop's dialog in a thread of its own, behind a trait so that tests answer instead.
//!
//! The dialog needs an XDG portal with a file chooser or `zenity`; without them `rfd` gives the same `None` as a person
//! who cancels. The picker therefore looks for them first, and the window asks for a typed path where there is neither.

use super::language::tr;
use crate::spec::IMAGE_EXTENSIONS;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A recipe to open.
    Open,
    /// Where to save a recipe.
    Save,
    /// Where to write an export.
    Export,
    /// An image for a node to read.
    Image,
}

/// A question for a path.
#[derive(Clone, Debug)]
pub struct Question {
    /// What the path is for.
    pub purpose: Purpose,
    /// Folder that the dialog starts in.
    pub folder: Option<PathBuf>,
    /// Name that the dialog proposes.
    pub name: String,
}

/// Answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This path.
    Path(PathBuf),
    /// The person changed their mind.
    Cancelled,
    /// There is no dialog here: ask for a typed path.
    NoService,
}

/// Asks people for paths without blocking.
pub trait FilePicker {
    /// Starts to ask; the answer goes to `reply`, then `wake` is called.
    fn ask(&self, question: &Question, reply: Sender<Answer>, wake: Box<dyn FnOnce() + Send>);
}

/// The desktop's own dialogs.
#[derive(Default)]
pub struct NativePicker;

impl FilePicker for NativePicker {
    fn ask(&self, question: &Question, reply: Sender<Answer>, wake: Box<dyn FnOnce() + Send>) {
        let question = question.clone();
        let failed = reply.clone();
        // The language belongs to the thread that draws.
        let words = if question.purpose == Purpose::Image { tr!("Height image") } else { tr!("Orograph recipe") };
        let thread = std::thread::Builder::new().name("file dialog".into()).spawn(move || {
            let answer = if has_service() { dialog(&question, words) } else { Answer::NoService };
            // The window may be gone by now; then nobody waits for the answer.
            let _ = reply.send(answer);
            wake();
        });
        if thread.is_err() {
            let _ = failed.send(Answer::NoService);
        }
    }
}

fn dialog(question: &Question, words: &str) -> Answer {
    let started = std::time::Instant::now();
    let mut dialog = rfd::FileDialog::new();
    match question.purpose {
        Purpose::Open | Purpose::Save => dialog = dialog.add_filter(words, &["ron"]),
        Purpose::Image => dialog = dialog.add_filter(words, &IMAGE_EXTENSIONS).add_filter("*", &["*"]),
        Purpose::Export => {}
    }
    if let Some(folder) = question.folder.as_deref().filter(|f| f.is_dir()) {
        dialog = dialog.set_directory(folder);
    }
    let path = match question.purpose {
        Purpose::Open | Purpose::Image => dialog.pick_file(),
        Purpose::Save | Purpose::Export => dialog.set_file_name(&question.name).save_file(),
    };
    match path {
        Some(path) => Answer::Path(path),
        // Nobody cancels a dialog this fast: the service was announced but did not come up.
        None if started.elapsed().as_millis() < 150 => Answer::NoService,
        None => Answer::Cancelled,
    }
}

/// Whether a file dialog can come up at all.
fn has_service() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    in_path("zenity") || (has_bus() && has_portal())
}

fn in_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn has_bus() -> bool {
    std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|dir| Path::new(&dir).join("bus").exists())
}

/// Whether the portal is installed with a back end that can choose files.
fn has_portal() -> bool {
    let dirs = std::env::var_os("XDG_DATA_DIRS").filter(|dirs| !dirs.is_empty());
    let dirs = dirs.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    std::env::split_paths(&dirs).any(|share| {
        let service = share.join("dbus-1/services/org.freedesktop.portal.Desktop.service");
        service.is_file() && std::fs::read_dir(share.join("xdg-desktop-portal/portals")).is_ok_and(can_choose_files)
    })
}

fn can_choose_files(portals: std::fs::ReadDir) -> bool {
    portals.flatten().any(|entry| {
        std::fs::read_to_string(entry.path()).is_ok_and(|text| text.contains("org.freedesktop.impl.portal.FileChooser"))
    })
}

/// A question that is being asked.
pub struct Pending {
    /// What was asked.
    pub question: Question,
    answer: Receiver<Answer>,
}

impl Pending {
    /// Asks `picker`.
    pub fn ask(picker: &dyn FilePicker, question: Question, wake: Box<dyn FnOnce() + Send>) -> Self {
        let (reply, answer) = channel();
        picker.ask(&question, reply, wake);
        Self { question, answer }
    }

    /// The answer, once it is there. A picker that died without an answer counts as missing.
    pub fn answer(&self) -> Option<Answer> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(std::sync::mpsc::TryRecvError::Empty) => None,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => Some(Answer::NoService),
        }
    }
}

/// `path` with the extension `.ron`, unless it has one that says RON.
pub fn with_ron(path: PathBuf) -> PathBuf {
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("ron")) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".ron");
    name.into()
}

/// `path` as a recipe in `folder` should name it: relative where both lie in one place, and with slashes.
pub fn relative_to(path: &Path, folder: &Path) -> String {
    let (parts, base): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (path.components().collect(), folder.components().collect());
    let shared = parts.iter().zip(&base).take_while(|(a, b)| a == b).count();
    // A root alone is no common place: what lies on another disk or in another home moves separately.
    if !parts[..shared].iter().any(|part| matches!(part, Component::Normal(_))) {
        return path.display().to_string();
    }
    let up = base[shared..].iter().map(|_| "..".to_owned());
    let down = parts[shared..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<String>>().join("/")
}

/// A typed path: `~/` is the home folder, other relative paths start at the working folder.
pub fn typed(text: &str) -> Option<PathBuf> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if let Some(rest) = text.strip_prefix("~/") {
        return Some(dirs::home_dir().unwrap_or_default().join(rest));
    }
    Some(std::path::absolute(text).unwrap_or_else(|_| text.into()))
}
