//! The parts of the window: bar, panes, line of state, and the windows over them.

use super::EditorApp;
use crate::gui::dock::Pane;
use crate::gui::panels::export::{ExportDialog, ExportReply};
use crate::gui::panels::welcome::{self, Welcome};
use crate::gui::request::Request;
use crate::gui::statusbar::StatusBar;
use crate::gui::topbar::TopBar;
use crate::gui::widgets::scroll::scrolled;
use crate::spec::Measured;
use eframe::egui::{self, ScrollArea, Ui};

impl EditorApp {
    /// Draws all panels and returns what was asked for in them.
    pub(super) fn panels(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut requests = TopBar {
            document: &self.document,
            settings: &mut self.settings,
            auto_levels: self.wanted.auto_levels,
            typed_seed: &mut self.typed_seed,
            dock: &self.dock,
            focus: std::mem::take(&mut self.focus_menus),
        }
        .show(ui);
        requests.extend(self.status(ui));
        requests.extend(self.panes(ui));
        requests.extend(self.windows(ui.ctx()));
        requests
    }

    fn status(&self, ui: &mut Ui) -> Vec<Request> {
        let scene = self.scene();
        let cost = self.board.shown.as_ref().filter(|s| Some(&s.link) == self.preview.as_ref()).map(|s| s.cost);
        let opening = self.opening_name();
        StatusBar {
            activity: self.board.activity(self.preview.as_ref()),
            opening: opening.as_deref(),
            cost,
            preview_time: self.board.preview_time,
            cache: self.worker.cache_use(),
            export: self.export.progress(),
            missing_letters: self.fonts.missing,
            scene: &scene,
        }
        .show(ui)
    }

    /// Windows over the panels: templates, keys, the export dialog.
    fn windows(&mut self, ctx: &egui::Context) -> Vec<Request> {
        // A dialog is answered alone.
        self.keys_open &= !self.is_modal();
        self.keys_window.show(ctx, &mut self.keys_open, &mut self.settings.keys);
        let welcome =
            Welcome { templates: &self.board.templates, recent: &self.settings.recent, sketches: &self.board.sketches };
        let mut requests = welcome::show(ctx, &mut self.templates_open, &welcome);
        requests.extend(self.show_search(ctx));
        if let Some(mut dialog) = self.export.dialog.take() {
            self.tell_extremes(&mut dialog);
            let reply = dialog.show(ctx, &self.scene(), &self.export.state());
            self.note_habit(&dialog, &reply);
            self.export.dialog = Some(dialog);
            requests.extend(reply.requests);
            if let Some(action) = reply.action {
                self.export_action(action, ctx);
            }
        }
        requests
    }

    /// The export as a pane.
    pub(super) fn show_docked_export(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut dialog = self.export.docked.take().unwrap_or_else(|| self.new_export());
        self.tell_extremes(&mut dialog);
        let scene = self.scene();
        let state = self.export.state();
        let area = ScrollArea::vertical().id_salt("export").auto_shrink(false);
        let reply = scrolled(ui, area, |ui| dialog.show_docked(ui, &scene, &state));
        self.note_habit(&dialog, &reply);
        self.export.docked = Some(dialog);
        if let Some(action) = reply.action {
            self.export_action(action, ui.ctx());
        }
        reply.requests
    }

    fn tell_extremes(&self, dialog: &mut ExportDialog) {
        dialog.lies_in(&self.recipe_folder());
        if let Some(shown) = self.board.shown.as_ref().filter(|s| s.hash.is_some()) {
            let (min, max) = (shown.statistics.min, shown.statistics.max);
            dialog.know(shown.link.clone(), Measured { min, max });
        }
    }

    fn note_habit(&mut self, dialog: &ExportDialog, reply: &ExportReply) {
        if reply.action.is_some() {
            self.settings.export = dialog.habit();
        }
    }

    fn new_export(&self) -> ExportDialog {
        let (graph, path) = (self.document.graph(), self.document.path());
        ExportDialog::new(graph, path, self.export.last.as_ref()).with_habit(graph, &self.settings.export)
    }

    /// Opens the export dialog, with what was asked for last; where the export has a pane, that comes in front.
    pub(super) fn show_export(&mut self) {
        if self.dock.is_open(Pane::Export) {
            self.open_pane(Pane::Export, true);
        } else if self.export.dialog.is_none() {
            self.export.dialog = Some(self.new_export());
        }
    }
}
