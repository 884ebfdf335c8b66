//! What happens to the open file outside of the window: saves that come to their end, and changes by other programs.

use super::EditorApp;
use super::prompts::Prompt;
use crate::graph::{Graph, SaveError, fingerprint};
use crate::gui::difference::{Line, difference};
use crate::gui::language::tr;
use crate::gui::saving::Outcome;
use crate::gui::watch::News;
use eframe::egui;
use std::path::{Path, PathBuf};

/// Common lines that are shown around each difference.
const CONTEXT: usize = 2;

/// A file that another program has changed.
#[derive(Clone, Debug)]
pub(super) struct Outside {
    pub path: PathBuf,
    /// What the file holds now.
    pub text: String,
    /// Why that is no recipe.
    pub problem: Option<String>,
    /// The differences, while they are shown.
    pub lines: Option<Vec<Line>>,
}

impl EditorApp {
    /// Takes in the ends of saves.
    pub(super) fn settle_saves(&mut self, ctx: &egui::Context) {
        while let Some(outcome) = self.saver.poll() {
            self.settle(outcome, ctx);
            if self.saver.newest().is_none()
                && let Some(then) = self.after_save.take()
            {
                // What was changed while the disk worked has not been asked about.
                self.guarded(then, ctx);
            }
        }
    }

    fn settle(&mut self, Outcome { order, result }: Outcome, ctx: &egui::Context) {
        let is_open = order.document == self.document_number;
        let saved = match result {
            Ok(saved) => saved,
            Err(error) => {
                self.after_save = None;
                self.watch.go_on();
                match error {
                    SaveError::Changed { content, .. } if is_open => self.ask_about_change(&order.path, &content),
                    error => self.complain(tr!("{why}. Nothing is lost: the changes are still open.", why = error)),
                }
                return;
            }
        };
        self.settings.remember(&order.path);
        if let Some(error) = saved.backup_failure {
            let why = crate::disk::why(&error);
            self.complain(tr!(
                "The recipe is saved, but the file before it could not be kept as .bak: {why}.",
                why = why
            ));
        }
        if !is_open {
            return;
        }
        self.watch.follow(&order.path, saved.fingerprint);
        self.document.saved_as(order.path, order.graph);
        self.recovered_revision = None;
        self.say(tr!("Saved {file}.", file = self.document.title()));
        if self.settings.export_on_save {
            // What the recipe remembers is the delivery; without that it is what was exported last.
            match (self.document.graph().exports.is_empty(), self.export.last.is_some()) {
                (false, _) => self.export_all(true, ctx),
                (true, true) => self.export_again(ctx),
                (true, false) => {}
            }
        }
    }

    /// Whether exactly what is open is being saved.
    pub(super) fn is_being_saved(&self) -> bool {
        self.saver
            .newest()
            .is_some_and(|order| order.document == self.document_number && **self.document.graph() == *order.graph)
    }

    /// Takes in what another program did to the open file.
    pub(super) fn take_news(&mut self, ctx: &egui::Context) {
        if ctx.input(|i| i.events.iter().any(|e| matches!(e, egui::Event::WindowFocused(true)))) {
            self.watch.look_now();
        }
        let Some(path) = self.document.path().map(Path::to_path_buf) else { return };
        match self.watch.take_news() {
            None => {}
            Some(News::Changed(content)) => self.ask_about_change(&path, &content),
            Some(News::Gone) => {
                self.document.file_holds(None);
                self.recovered_revision = None;
                let name = self.document.title();
                self.complain(tr!(
                    "{name} was deleted or moved. What is open stays open; saving writes the file again.",
                    name = name
                ));
            }
        }
    }

    fn ask_about_change(&mut self, path: &Path, content: &[u8]) {
        let text = String::from_utf8_lossy(content).into_owned();
        let (graph, problem) = match Graph::parse(&text) {
            Ok(loaded) => (Some(loaded.graph), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let same = graph.as_ref().is_some_and(|graph| *graph == **self.document.graph());
        // Until an answer the changes count as unsaved, so that they are kept whatever happens.
        self.document.file_holds(graph);
        self.recovered_revision = None;
        self.watch.follow(path, fingerprint(content));
        // Other comments or spaces are no other recipe.
        if same {
            return;
        }
        let outside = Outside { path: path.into(), text, problem, lines: None };
        self.next_prompts.retain(|prompt| !matches!(prompt, Prompt::Changed(_)));
        match &self.prompt {
            Some(Prompt::Changed(_)) | None => self.prompt = Some(Prompt::Changed(outside)),
            Some(_) => self.next_prompts.insert(0, Prompt::Changed(outside)),
        }
    }

    /// Takes over what the file holds.
    pub(super) fn reload(&mut self, outside: &Outside) {
        match Graph::parse(&outside.text) {
            Ok(loaded) => {
                self.document.reload(loaded.graph, tr!("Reload"));
                self.recovered_revision = None;
                self.say(tr!("Reloaded {name}; undo brings back what was open.", name = self.document.title()));
            }
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// The lines in which the file differs from what is open, both in the canonical form.
    pub(super) fn compare(&self, outside: &Outside) -> Vec<Line> {
        let theirs = Graph::parse(&outside.text).map(|loaded| loaded.graph.to_ron());
        difference(&self.document.graph().to_ron(), theirs.as_ref().unwrap_or(&outside.text), CONTEXT)
    }
}
