//! New, open, save, drops: everything that concerns files.

use super::prompts::{NO_ANSWER, NO_DIALOG, Prompt, Then, TypedPath};
use super::{EditorApp, Exporting};
use crate::graph::{Graph, SaveOptions};
use crate::gui::document::Document;
use crate::gui::files::{Answer, Pending, Purpose, Question, with_ron};
use crate::gui::language::tr;
use crate::gui::recovery::Left;
use crate::gui::saving::Order;
use crate::gui::settings::Backup;
use crate::gui::templates;
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl EditorApp {
    /// A new document from the starter.
    pub(super) fn new_document(&mut self) {
        self.show_document(Document::untitled(Graph::starter(), tr!("Untitled")));
    }

    /// Opens a recipe of `graphs/` as a new document.
    pub(super) fn open_template(&mut self, name: &'static str) {
        match templates::find(name) {
            Some(template) => self.open_text(template.text, tr!("Untitled")),
            None => self.complain(tr!("There is no template called {name}.", name = name)),
        }
    }

    /// Saves to the document's file, or asks for one.
    pub(super) fn save(&mut self, ctx: &egui::Context) {
        match self.document.path().map(Path::to_path_buf) {
            Some(path) => self.save_to(path, ctx),
            None => self.ask_save(ctx),
        }
    }

    /// Has the document written to `path`; what waits for it goes on once it is on the disk.
    pub(super) fn save_to(&mut self, path: PathBuf, ctx: &egui::Context) {
        let expects = self.watch.known(&path);
        let options = SaveOptions { backup: self.settings.backup == Backup::Kept, expects };
        self.watch.hold();
        let graph = Arc::clone(self.document.graph());
        self.saver.save(Order { document: self.document_number, path, graph, options });
        self.settle_saves(ctx);
    }

    /// Asks where to save.
    pub(super) fn ask_save(&mut self, ctx: &egui::Context) {
        let name = match self.document.path() {
            Some(_) => self.document.title(),
            None => with_ron(self.document.title().to_lowercase().into()).display().to_string(),
        };
        self.ask(Purpose::Save, name, ctx);
    }

    /// Asks what to open.
    pub(super) fn ask_open(&mut self, ctx: &egui::Context) {
        self.ask(Purpose::Open, String::new(), ctx);
    }

    fn ask(&mut self, purpose: Purpose, name: String, ctx: &egui::Context) {
        let recent = || self.settings.recent.first().map(PathBuf::as_path);
        let folder = self.document.path().or_else(recent).and_then(Path::parent).map(Path::to_path_buf);
        self.put(Question { purpose, folder, name }, ctx);
    }

    /// Puts a question to the desktop's dialog; a path is typed instead while an earlier one has not answered.
    pub(super) fn put(&mut self, question: Question, ctx: &egui::Context) {
        self.asked_at = self.document.revision();
        if self.asking.take().is_some() {
            self.type_path(question, NO_ANSWER);
            return;
        }
        let waker = ctx.clone();
        self.asking = Some(Pending::ask(&*self.picker, question, Box::new(move || waker.request_repaint())));
        self.take_answer(ctx);
    }

    fn type_path(&mut self, question: Question, why: &'static str) {
        let Question { purpose, folder, name } = question;
        let folder = folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let text = folder.join(name).display().to_string();
        self.prompt =
            Some(Prompt::Typed(TypedPath { purpose, text, why, problem: None, replaces: None, focused: false }));
    }

    /// Takes in the answer of a file dialog, if it is there.
    pub(super) fn take_answer(&mut self, ctx: &egui::Context) {
        let Some(answer) = self.asking.as_ref().and_then(Pending::answer) else { return };
        let Some(Pending { question, .. }) = self.asking.take() else { return };
        match answer {
            Answer::Path(path) => self.answered(question.purpose, path, ctx),
            Answer::Cancelled => self.after_save = None,
            Answer::NoService => self.type_path(question, NO_DIALOG),
        }
    }

    /// Goes on with a path that was chosen or typed.
    pub(super) fn answered(&mut self, purpose: Purpose, path: PathBuf, ctx: &egui::Context) {
        match purpose {
            // What was changed while the dialog was open has not been asked about.
            Purpose::Open if self.document.revision() != self.asked_at => self.guarded(Then::Open(path), ctx),
            Purpose::Open => self.open(&path, ctx),
            Purpose::Save => self.save_to(with_ron(path), ctx),
            Purpose::Export => {
                let Exporting { dialog, docked, .. } = &mut self.export;
                if let Some(dialog) = dialog.as_mut().or(docked.as_mut()) {
                    dialog.set_path(path);
                }
            }
            Purpose::Image => self.picked_image(&path),
        }
    }

    /// Opens what was dropped on the window.
    pub(super) fn take_dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|i| i.raw.dropped_files.clone());
        let paths: Vec<PathBuf> = dropped.iter().filter_map(|file| dropped_path(&**file)).collect();
        let recipe = paths.iter().find(|p| is_recipe(p));
        match (recipe, paths.first()) {
            (Some(path), _) => self.guarded(Then::Open(path.clone()), ctx),
            (None, Some(path)) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.complain(tr!("{file} is no recipe: drop a file that ends in .ron.", file = name));
            }
            (None, None) => {}
        }
    }

    /// Opens the work of a window that died.
    pub(super) fn recover(&mut self, left: &Left) {
        match Graph::parse(&left.text) {
            Ok(loaded) => {
                let known = left.path.as_deref().and_then(|path| std::fs::read(path).ok());
                self.show_document(Document::recovered(loaded.graph, left.path.clone()));
                if let (Some(path), Some(known)) = (&left.path, known) {
                    self.watch.follow(path, crate::graph::fingerprint(&known));
                }
                self.recovery.adopt(left);
            }
            Err(error) => self.complain(tr!("The recovered recipe cannot be read: {why}", why = error)),
        }
    }
}

fn dropped_path(file: &dyn egui::DroppedFile) -> Option<PathBuf> {
    let path = file.path();
    (!path.as_os_str().is_empty()).then(|| path.to_path_buf())
}

/// Whether a path looks like a recipe.
pub(super) fn is_recipe(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("ron"))
}
