//! The window: owns the document, hands it to the panels, carries out what they ask for and keeps the worker busy.
//!
//! One frame: take in what the worker, dialogs and dropped files brought; keys; panels; carry out their requests; submit a
//! job if what is wanted changed; dialogs and toasts on top.

mod board;
mod carry;
mod comparing;
mod contact;
mod delivering;
mod dialogs;
mod exporting;
mod filing;
mod finding;
mod fonts;
mod icon;
mod images;
mod inside;
mod keys;
mod late;
mod layout;
mod opening;
mod outside;
mod panes;
mod presets;
mod prompts;
mod settle;
mod start;
mod wanted;

pub use start::{Options, run};

use super::canvas::Canvas;
use super::dock::{Dock, Pane};
use super::document::Document;
use super::files::{FilePicker, Pending};
use super::image_watch::ImageWatch;
use super::language::Language;
use super::panels::inspector::Inspector;
use super::panels::keys::KeysWindow;
use super::panels::world::WorldPanel;
use super::presets::Presets;
use super::preview::PreviewPane;
use super::ramps::Ramps;
use super::recovery::Recovery;
use super::request::Scene;
use super::saving::Saver;
use super::settings::{Appearance, Settings};
use super::toasts::{Toasts, Tone};
use super::tour::{Places, Tour};
use super::turns::Turns;
use super::watch::Watch;
use super::worker::{Work, Worker};
use crate::graph::Link;
use board::Board;
use comparing::Comparing;
use contact::ContactSheet;
use eframe::egui;
use exporting::Exporting;
use finding::Search;
use fonts::SystemFonts;
use images::Picking;
use late::Late;
use opening::Opening;
use prompts::Prompt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wanted::Wanted;

/// The editor.
pub struct EditorApp {
    document: Document,
    /// Grows with every document that is opened.
    document_number: u64,
    settings: Settings,
    system_language: Language,
    fonts: SystemFonts,
    saved_settings: Settings,
    config: Option<PathBuf>,
    /// Presets of nodes, which panels read.
    presets: Arc<Presets>,
    worker: Worker,
    board: Board,
    wanted: Wanted,
    preview: Option<Link>,
    preview_before: Option<Link>,
    canvas: Canvas,
    pane: PreviewPane,
    comparing: Comparing,
    /// The variations and their pictures.
    contact: ContactSheet,
    inspector: Inspector,
    /// The world as a pane of its own.
    world: WorldPanel,
    /// The person's own colour ramps.
    ramps: Ramps,
    dock: Dock,
    /// Whether the panes were moved and the settings do not say so yet.
    layout_changed: bool,
    export: Exporting,
    templates_open: bool,
    /// Grows whenever the welcome view opens.
    welcomed: u64,
    keys_open: bool,
    keys_window: KeysWindow,
    /// The list that finds by typing, while it is open.
    search: Option<Search>,
    synchronous: bool,
    typed_seed: Option<String>,
    /// Whether the menus take the keyboard's focus in the next frame.
    focus_menus: bool,
    prompt: Option<Prompt>,
    /// Questions that wait until the one before is answered.
    next_prompts: Vec<Prompt>,
    picker: Box<dyn FilePicker>,
    asking: Option<Pending>,
    /// Revision of the document when a path was asked for.
    asked_at: u64,
    /// Who waits for the image that is asked for.
    picking: Option<Picking>,
    after_save: Option<prompts::Then>,
    saver: Saver,
    watch: Watch,
    images: ImageWatch,
    recovery: Recovery,
    recovered_revision: Option<u64>,
    late: Late,
    toasts: Toasts,
    tour: Tour,
    turns: Turns,
    opening: Option<Opening>,
    notices: Vec<String>,
    title: String,
    may_close: bool,
}

impl eframe::App for EditorApp {
    fn raw_input_hook(&mut self, ctx: &egui::Context, raw: &mut egui::RawInput) {
        if self.turns.take(&mut raw.events, ctx.text_edit_focused()) {
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.take_in(&ctx);
        self.apply_settings(&ctx);
        self.settings.keys.publish(&ctx);
        self.presets.publish(&ctx);
        self.state(&ctx).publish(&ctx);
        let mut requests = self.keys(&ctx);
        requests.extend(self.panels(ui));
        for request in requests {
            self.carry_out(request, &ctx);
        }
        if !ctx.input(|i| i.pointer.any_down()) {
            self.document.end_gesture();
        }
        self.keep_preview_sane();
        self.keep_comparison_sane();
        self.look_for_letters(&ctx);
        self.submit(&ctx);
        self.keep_export();
        self.keep_recovery();
        self.dialogs(&ctx);
        self.show_tour(&ctx);
        self.toasts.show(&ctx);
        self.keep_settings();
        self.show_title(&ctx);
        self.closing(&ctx);
        settle::settle(&ctx);
        // What a press or a key changed shows in the next frame, which nothing else may ask for.
        if ctx.input(|i| i.events.iter().any(|e| !matches!(e, egui::Event::PointerMoved(_)))) {
            ctx.request_repaint();
        }
    }

    fn on_exit(&mut self) {
        self.export.stop();
        self.saver.close();
        while let Some(outcome) = self.saver.poll() {
            if outcome.result.is_ok() && outcome.order.document == self.document_number {
                self.document.saved_as(outcome.order.path, outcome.order.graph);
            }
        }
        // A window that is closed by force has asked nobody: its copy stays.
        if self.may_close || !self.document.is_dirty() {
            self.recovery.close();
        }
    }
}

impl EditorApp {
    /// The open document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The output that the preview shows.
    pub fn preview(&self) -> Option<&Link> {
        self.preview.as_ref()
    }

    /// Hash of the whole build grid of what the preview shows, once it is computed.
    pub fn hash(&self) -> Option<&str> {
        self.board.shown.as_ref().filter(|s| Some(&s.link) == self.preview.as_ref())?.hash.as_deref()
    }

    /// Parts of the preview that are finer than what it shows of the rest.
    pub fn parts(&self) -> usize {
        self.board.patches.len()
    }

    /// Shows finished parts of the preview once it has been worked on for so long.
    pub fn show_parts_after(&self, patience: std::time::Duration) {
        self.worker.show_parts_after(patience);
    }

    /// Whether the worker has finished everything that the window wants.
    pub fn is_idle(&self) -> bool {
        self.board.idle_serial == Some(self.wanted.serial())
    }

    /// Pictures of variations that are drawn and up to date, and how many there are.
    pub fn variations(&self) -> (usize, usize) {
        self.contact.progress()
    }

    /// Kernel work since the start.
    pub fn work(&self) -> Work {
        self.worker.work()
    }

    /// Everything that was said in toasts, oldest first.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// What the document and the worker's answers look like to the panels.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            graph: self.document.graph(),
            selection: self.selection_of_recipe(),
            preview: self.preview.as_ref(),
            facts: &self.board.facts,
            problems: &self.board.problems,
            thumbs: &self.board.thumbs,
            kinds: &self.board.kinds,
        }
    }

    /// What is remembered between runs.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The panes and where they lie.
    pub fn dock(&self) -> &Dock {
        &self.dock
    }

    /// This window's recovery file, which exists while there are unsaved changes.
    pub fn recovery_file(&self) -> Option<&Path> {
        self.recovery.file()
    }

    /// Takes in what the worker, a file dialog or a drop brought.
    fn take_in(&mut self, ctx: &egui::Context) {
        let events = self.worker.poll(64);
        if events.len() == 64 {
            ctx.request_repaint();
        }
        let events = self.take_cells(events, ctx);
        self.board.take(events, ctx);
        self.settle_saves(ctx);
        self.take_news(ctx);
        self.offer_late_copies(ctx);
        self.take_answer(ctx);
        self.take_opened(ctx);
        self.take_dropped(ctx);
        if let Some(failure) = self.recovery.take_failure() {
            self.complain(failure);
        }
    }

    /// Draws the tour, which Esc ends.
    fn show_tour(&mut self, ctx: &egui::Context) {
        if !self.tour.is_on() || self.is_modal() {
            return;
        }
        if ctx.input(|i| i.key_pressed(egui::Key::Escape) && !i.pointer.any_down()) {
            self.tour.leave();
            return;
        }
        let places = Places {
            canvas: &self.canvas,
            graph: self.document.shown(),
            preview: self.preview.as_ref(),
            inspector: self.dock.rect(Pane::Inspector),
            picture: self.dock.rect(Pane::Preview),
        };
        self.tour.show(ctx, &places);
    }

    /// Says something in passing.
    fn say(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.toasts.say(Tone::Notice, &text);
        self.notices.push(text);
    }

    /// Says something in passing, with details that a press unfolds.
    fn say_more(&mut self, text: impl Into<String>, details: String) {
        let text = text.into();
        self.toasts.say_more(Tone::Notice, &text, Some(details).filter(|details| !details.is_empty()));
        self.notices.push(text);
    }

    /// Says that something did not work.
    fn complain(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.toasts.say(Tone::Error, &text);
        self.notices.push(text);
    }

    fn keep_recovery(&mut self) {
        if self.recovered_revision == Some(self.document.revision()) {
            return;
        }
        self.recovered_revision = Some(self.document.revision());
        match self.document.is_dirty() {
            true => self.recovery.changed(self.document.graph().clone(), self.document.path()),
            false => self.recovery.clear(),
        }
    }

    fn keep_settings(&mut self) {
        if self.settings == self.saved_settings {
            return;
        }
        self.saved_settings = self.settings.clone();
        if let Err(sentence) = self.settings.save(self.config.as_deref()) {
            self.complain(sentence);
        }
    }

    /// Makes language, theme and size what the settings say.
    fn apply_settings(&mut self, ctx: &egui::Context) {
        let language = self.settings.language.unwrap_or(self.system_language);
        language.speak();
        self.fonts.prefer(language, ctx);
        ctx.set_theme(match self.settings.appearance {
            Appearance::Dark => egui::ThemePreference::Dark,
            Appearance::Light => egui::ThemePreference::Light,
            Appearance::System => egui::ThemePreference::System,
        });
        let scale = self.settings.scale.clamp(75, 250) as f32 / 100.0;
        if ctx.zoom_factor() != scale {
            ctx.set_zoom_factor(scale);
        }
    }

    fn show_title(&mut self, ctx: &egui::Context) {
        let mark = if self.document.is_dirty() { "• " } else { "" };
        let title = format!("{mark}{} – Orograph", self.document.title());
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}
