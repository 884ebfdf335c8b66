//! Opening recipes: a large one, or one on a slow disk, is read by a thread of its own while the window goes on.

use super::EditorApp;
use super::prompts::{Prompt, Then, Unreadable};
use crate::graph::{Fingerprint, Graph, LoadError, Loaded, Problem};
use crate::gui::document::Document;
use crate::gui::language::tr;
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// What a frame may wait for a file, so that an ordinary one is there at once.
const PATIENCE: Duration = Duration::from_millis(30);

/// What came of reading a file.
type Read = Result<(Loaded, Fingerprint), LoadError>;

/// A file that is being read.
pub(super) struct Opening {
    path: PathBuf,
    /// Number and revision of the document when it was asked for.
    document: u64,
    revision: u64,
    answer: Receiver<Read>,
}

impl EditorApp {
    /// Opens a file, or says why it cannot be opened and leaves the document alone. A file that is asked for while
    /// another one is still read takes its place.
    pub(super) fn open(&mut self, path: &Path, ctx: &egui::Context) {
        let (send, answer) = channel();
        let (file, waker) = (path.to_path_buf(), ctx.clone());
        let read = move || {
            // Whoever asked may have asked for something else since.
            let _ = send.send(Graph::load_with_fingerprint(&file));
            waker.request_repaint();
        };
        let thread = std::thread::Builder::new().name("opening".into()).stack_size(16 << 20);
        let started = !self.synchronous && thread.spawn(read).is_ok();
        self.opening = None;
        if !started {
            return self.open_now(path);
        }
        match answer.recv_timeout(PATIENCE) {
            Ok(read) => self.opened(path, read),
            Err(_) => {
                let (document, revision) = (self.document_number, self.document.revision());
                self.opening = Some(Opening { path: path.into(), document, revision, answer });
            }
        }
    }

    /// Opens a file and waits for it.
    pub(super) fn open_now(&mut self, path: &Path) {
        self.opened(path, Graph::load_with_fingerprint(path));
    }

    /// Takes in a file that was read.
    pub(super) fn take_opened(&mut self, ctx: &egui::Context) {
        let Some(opening) = self.opening.take() else { return };
        match opening.answer.try_recv() {
            // Something else was opened since.
            Ok(_) if opening.document != self.document_number => {}
            // What was changed while the file was read has not been asked about.
            Ok(_) if opening.revision != self.document.revision() => self.guarded(Then::Open(opening.path), ctx),
            Ok(read) => self.opened(&opening.path, read),
            Err(TryRecvError::Empty) => self.opening = Some(opening),
            Err(TryRecvError::Disconnected) => self.open_now(&opening.path),
        }
    }

    /// The file that is being read, by its name.
    pub(super) fn opening_name(&self) -> Option<String> {
        let path = &self.opening.as_ref()?.path;
        Some(path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned())
    }

    fn opened(&mut self, path: &Path, read: Read) {
        match read {
            Ok((loaded, fingerprint)) => {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
                self.settings.remember(&path);
                self.show_document(Document::opened(loaded.graph, path.clone()));
                self.watch.follow(&path, fingerprint);
                self.tell_of(loaded.loses_comments, &loaded.warnings);
            }
            Err(error) => self.unreadable(path, &error),
        }
    }

    /// What a person should know of a recipe that was opened.
    fn tell_of(&mut self, loses_comments: bool, warnings: &[Problem]) {
        if loses_comments {
            self.say(tr!("Comments inside this recipe are not kept when it is saved; those above it are."));
        }
        match warnings {
            [] => {}
            [one] => self.say(one.message.clone()),
            several => {
                let sentences: Vec<&str> = several.iter().map(|warning| warning.message.as_str()).collect();
                let told = tr!("{n} things in this recipe are worth knowing.", n = several.len());
                self.say_more(told, sentences.join("\n"));
            }
        }
    }

    fn unreadable(&mut self, path: &Path, error: &LoadError) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let excerpt = match error {
            LoadError::Parse { text, error, .. } => excerpt(text, error.place.line, error.place.column),
            _ => None,
        };
        let message = error.to_string();
        self.notices.push(message.clone());
        // The title is set by the first frame: before it nothing was open.
        let kept = !self.title.is_empty();
        let title = tr!("{file} cannot be opened", file = name);
        self.prompt = Some(Prompt::Unreadable(Unreadable { title, message, excerpt, kept }));
    }
}

/// The line of a text with a mark under the column.
fn excerpt(text: &str, line: usize, column: usize) -> Option<String> {
    let source: Vec<char> = text.lines().nth(line.checked_sub(1)?)?.chars().collect();
    // Long lines are cut to the part around the column.
    let from = column.saturating_sub(40);
    let part: String = source.iter().skip(from).take(90).collect();
    let mark = " ".repeat(column.saturating_sub(1 + from));
    Some(format!("{part}\n{mark}^"))
}
