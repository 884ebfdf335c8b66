//! Questions that the window asks before it goes on.

use super::EditorApp;
use super::outside::Outside;
use crate::gui::files::Purpose;
use crate::gui::language::{key, tr};
use crate::gui::recovery::Left;
use eframe::egui;
use std::path::PathBuf;

/// What is to happen once unsaved changes are dealt with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Then {
    New,
    AskOpen,
    Open(PathBuf),
    Template(&'static str),
    Tour,
    Quit,
}

/// A path that is being typed.
#[derive(Clone, Debug)]
pub(super) struct TypedPath {
    pub purpose: Purpose,
    pub text: String,
    /// Why it is typed.
    pub why: &'static str,
    /// What is wrong with the text.
    pub problem: Option<String>,
    /// The path of a file that exists and would be replaced: asked once more.
    pub replaces: Option<PathBuf>,
    /// Whether the field was given the focus, which happens once.
    pub focused: bool,
}

/// Why a path is typed where the desktop has no dialog.
pub(super) const NO_DIALOG: &str =
    key!("There is no file dialog on this system (neither a desktop portal nor zenity): type the path.");
/// Why a path is typed while a dialog was asked for already.
pub(super) const NO_ANSWER: &str =
    key!("The file dialog that was opened before has not answered: type the path instead.");

/// A file that cannot be opened.
#[derive(Clone, Debug)]
pub(super) struct Unreadable {
    pub title: String,
    pub message: String,
    /// The line of the file that is wrong.
    pub excerpt: Option<String>,
    /// Whether a document was open before and stays open.
    pub kept: bool,
}

/// A question that waits for an answer.
#[derive(Clone, Debug)]
pub(super) enum Prompt {
    /// There are unsaved changes.
    Unsaved(Then),
    /// A path is typed because there is no file dialog.
    Typed(TypedPath),
    /// Windows that died left these behind.
    Recovered(Vec<Left>),
    /// A file cannot be opened.
    Unreadable(Unreadable),
    /// Another program has changed the open file.
    Changed(Outside),
}

impl EditorApp {
    /// Whether a question or a window waits for an answer, so that shortcuts rest.
    pub(super) fn is_modal(&self) -> bool {
        self.prompt.is_some() || !self.next_prompts.is_empty() || self.templates_open || self.export.dialog.is_some()
    }

    /// Does `then` at once, or asks about unsaved changes first.
    pub(super) fn guarded(&mut self, then: Then, ctx: &egui::Context) {
        match self.document.is_dirty() {
            // The disk is not done yet with exactly this: what was asked for waits for it.
            true if self.is_being_saved() => self.after_save = Some(then),
            true => self.prompt = Some(Prompt::Unsaved(then)),
            false => self.go_on(then, ctx),
        }
    }

    /// Does what had to wait.
    pub(super) fn go_on(&mut self, then: Then, ctx: &egui::Context) {
        match then {
            Then::New => self.new_document(),
            Then::AskOpen => self.ask_open(ctx),
            Then::Open(path) => self.open(&path, ctx),
            Then::Template(name) => self.open_template(name),
            Then::Tour => {
                self.open_template("island");
                self.tour.start();
            }
            Then::Quit => {
                self.may_close = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// Holds the window open while there are unsaved changes, or some that are not on the disk yet.
    pub(super) fn closing(&mut self, ctx: &egui::Context) {
        if !ctx.input(|i| i.viewport().close_requested()) || self.may_close {
            return;
        }
        if self.saver.newest().is_some() && (self.is_being_saved() || !self.document.is_dirty()) {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.after_save = Some(Then::Quit);
            self.say(tr!("Orograph closes as soon as the file is on the disk."));
        } else if self.document.is_dirty() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.prompt = Some(Prompt::Unsaved(Then::Quit));
        }
    }
}
