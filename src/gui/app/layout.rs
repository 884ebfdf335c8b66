//! The panels of the window and where they lie.

use super::EditorApp;
use crate::gui::panels::{export, keys, templates, tiles};
use crate::gui::preview::Preview;
use crate::gui::request::Request;
use crate::gui::statusbar::StatusBar;
use crate::gui::theme::Theme;
use crate::gui::topbar::TopBar;
use crate::spec::Measured;
use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Ui, UiBuilder};

/// Width of the right panel in points.
const SIDE: f32 = 446.0;
/// Width of the inspector's scroll bar in points.
const SCROLL: f32 = 8.0;

impl EditorApp {
    /// Draws all panels and returns what was asked for in them.
    pub(super) fn panels(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut requests = TopBar {
            document: &self.document,
            settings: &mut self.settings,
            auto_levels: self.wanted.auto_levels,
            typed_seed: &mut self.typed_seed,
        }
        .show(ui);
        requests.extend(self.status(ui));
        requests.extend(self.side(ui));
        self.canvas.scroll = self.settings.scroll;
        let frame = Frame::NONE.fill(Theme::of(ui).canvas);
        let canvas = CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            // The scene borrows what the canvas does not touch.
            let mut canvas = std::mem::take(&mut self.canvas);
            let requests = canvas.show(ui, &self.scene());
            self.canvas = canvas;
            requests
        });
        requests.extend(canvas.inner);
        requests.extend(self.windows(ui.ctx()));
        requests
    }

    fn status(&self, ui: &mut Ui) -> Vec<Request> {
        let scene = self.scene();
        let cost = self.board.shown.as_ref().filter(|s| Some(&s.link) == self.preview.as_ref()).map(|s| s.cost);
        StatusBar {
            activity: self.board.activity(self.preview.as_ref()),
            cost,
            preview_time: self.board.preview_time,
            cache: self.worker.cache_use(),
            scene: &scene,
        }
        .show(ui)
    }

    fn side(&mut self, ui: &mut Ui) -> Vec<Request> {
        let frame =
            Frame::NONE.fill(Theme::of(ui).panel).inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 0 });
        let panel = Panel::right("side").default_size(SIDE).size_range(320.0..=760.0).resizable(true).frame(frame);
        panel
            .show(ui, |ui| {
                // A child takes no room: only a person changes the panel's width, whatever it holds.
                let room = ui.available_rect_before_wrap();
                ui.advance_cursor_after_rect(room);
                let mut child = ui.new_child(UiBuilder::new().max_rect(room));
                child.set_clip_rect(room.expand2(egui::vec2(SCROLL, 0.0)).intersect(ui.clip_rect()));
                let ui = &mut child;
                ui.spacing_mut().item_spacing.y = 7.0;
                let mut requests = self.show_preview(ui);
                ui.add_space(2.0);
                ui.separator();
                // The inspector's scroll bar lies in the panel's margin, so that all rows end where the picture does.
                let mut below = ui.available_rect_before_wrap();
                below.max.x += SCROLL;
                requests.extend(self.show_inspector(&mut ui.new_child(UiBuilder::new().max_rect(below))));
                requests
            })
            .inner
    }

    fn show_preview(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut pane = std::mem::take(&mut self.pane);
        let failure = self.board.failure.as_ref().filter(|(link, _)| Some(link) == self.preview.as_ref());
        let outcome = pane.show(
            ui,
            &Preview {
                scene: &self.scene(),
                shown: self.board.shown.as_ref(),
                texture: self.board.texture.as_ref(),
                failure: failure.map(|(_, sentence)| sentence.as_str()),
                auto_levels: self.wanted.auto_levels,
                computing: !self.board.is_done(),
            },
        );
        self.pane = pane;
        if let Some((link, mode)) = outcome.mode {
            self.wanted.modes.insert(link, mode);
        }
        self.wanted.whole_grid |= outcome.whole_grid;
        outcome.requests
    }

    fn show_inspector(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut inspector = std::mem::take(&mut self.inspector);
        let scene = self.scene();
        let source = tiles::source_of_selection(&scene);
        let counts = source.and_then(|link| self.board.heights(&link.node));
        let histogram = counts.map(|counts| tiles::Histogram { counts });
        let requests = inspector.show(ui, &scene, histogram.as_ref());
        self.inspector = inspector;
        requests
    }

    /// Windows over the panels: templates, keys, the export dialog.
    fn windows(&mut self, ctx: &egui::Context) -> Vec<Request> {
        // A dialog is answered alone.
        self.keys_open &= !self.is_modal();
        keys::show(ctx, &mut self.keys_open);
        let mut requests = templates::show(ctx, &mut self.templates_open, &self.board.templates);
        if let Some(mut dialog) = self.export.dialog.take() {
            if let Some(shown) = self.board.shown.as_ref().filter(|s| s.hash.is_some()) {
                let (min, max) = (shown.statistics.min, shown.statistics.max);
                dialog.know(shown.link.clone(), Measured { min, max });
            }
            let reply = dialog.show(ctx, &self.scene(), &self.export.state());
            if reply.action.is_some() {
                self.settings.export = dialog.habit();
            }
            self.export.dialog = Some(dialog);
            requests.extend(reply.requests);
            if let Some(action) = reply.action {
                self.export_action(action, ctx);
            }
        }
        requests
    }

    /// Opens the export dialog, with what was asked for last.
    pub(super) fn show_export(&mut self) {
        if self.export.dialog.is_none() {
            let (graph, path) = (self.document.graph(), self.document.path());
            let dialog = export::ExportDialog::new(graph, path, self.export.last.as_ref());
            self.export.dialog = Some(dialog.with_habit(graph, &self.settings.export));
        }
    }
}
