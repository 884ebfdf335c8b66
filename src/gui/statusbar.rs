//! The line at the bottom: what the worker does, counts, times, the keys that matter now, problems.

use super::language::tr;
use super::panels::problems;
use super::request::{Command, Request, Scene};
use super::theme::Theme;
use super::topbar::shortcut_of;
use super::widgets::icon::{Icon, icon_button};
use super::widgets::tone::tone;
use crate::graph::Severity;
use crate::spec::Category;
use eframe::egui::{Align, Button, Frame, Label, Layout, Margin, Panel, ProgressBar, RichText, Sense, Ui, vec2};
use std::time::Duration;

/// Height of the line in points.
const HEIGHT: f32 = 26.0;
/// Size of its text in points.
const SIZE: f32 = 11.5;

/// Room for a key and what it does in points.
const KEY: f32 = 120.0;

/// What the worker is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activity {
    /// Nothing: everything that is shown is final.
    #[default]
    Ready,
    /// A picture is being computed.
    Computing,
    /// What is shown is a draft, because the whole grid is only computed on request.
    Draft,
    /// The preview cannot be computed.
    Failed,
}

/// What the line reads.
pub struct StatusBar<'a> {
    /// What the worker does.
    pub activity: Activity,
    /// Name of the file that is being read, if that takes a while.
    pub opening: Option<&'a str>,
    /// Generator evaluations per sample of what the preview shows.
    pub cost: Option<u64>,
    /// How long the last complete preview took.
    pub preview_time: Option<Duration>,
    /// Bytes that stored results take, and the budget.
    pub cache: (usize, usize),
    /// Share of the running export that is done.
    pub export: Option<f32>,
    /// Whether a name or text of the document holds a letter that no font has.
    pub missing_letters: bool,
    /// The document and its problems.
    pub scene: &'a Scene<'a>,
}

impl StatusBar<'_> {
    /// Draws the line and returns what the person asked for.
    pub fn show(&self, ui: &mut Ui) -> Vec<Request> {
        let mut requests = Vec::new();
        let frame = Frame::NONE.fill(tone(ui).panel).inner_margin(Margin::symmetric(12, 0));
        Panel::bottom("status bar").exact_size(HEIGHT).frame(frame).show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = 14.0;
                self.state(ui);
                self.numbers(ui);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    self.problems(ui, &mut requests);
                    self.export(ui, &mut requests);
                    self.keys(ui);
                });
            });
        });
        requests
    }

    fn state(&self, ui: &mut Ui) {
        let tone = tone(ui);
        let theme = Theme::of(ui);
        let opening = self.opening.map(|file| tr!("Opening {file}", file = file));
        let (color, text) = match (self.activity, &opening) {
            (_, Some(opening)) => (tone.accent, opening.as_str()),
            (Activity::Ready, _) => (theme.ok, tr!("Ready")),
            (Activity::Computing, _) => (tone.accent, tr!("Computing")),
            (Activity::Draft, _) => (theme.category(Category::Noise), tr!("Draft")),
            (Activity::Failed, _) => (tone.error, tr!("In error")),
        };
        ui.spacing_mut().item_spacing.x = 8.0;
        let (rect, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 4.0, color);
        ui.label(RichText::new(text).size(SIZE).color(tone.text));
        ui.spacing_mut().item_spacing.x = 14.0;
    }

    fn numbers(&self, ui: &mut Ui) {
        let mut counts = tr!(self.scene.graph.nodes.len(), "1 node", "{n} nodes");
        if let Some(cost) = self.cost {
            let cost = tr!(cost, "1 evaluation a sample", "{n} evaluations a sample");
            counts = format!("{counts} · {cost}");
        }
        faint(ui, &counts).on_hover_text(tr!("Noise evaluations behind one sample of the preview"));
        if let Some(time) = self.preview_time {
            faint(ui, &tr!("preview {time}", time = duration(time)));
        }
        let (used, budget) = self.cache;
        let megabytes = |bytes: usize| bytes.div_ceil(1 << 20);
        faint(ui, &tr!("cache {used} / {most} MB", used = megabytes(used), most = megabytes(budget)));
        if self.missing_letters {
            let hint = tr!("Some letters of this recipe are in no installed font and are shown as boxes.");
            faint(ui, tr!("letters missing")).on_hover_text(hint);
        }
    }

    fn problems(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let tone = tone(ui);
        let problems = self.scene.problems;
        let errors = problems.iter().any(|p| p.severity == Severity::Error);
        let color = match (errors, problems.is_empty()) {
            (_, true) => tone.muted,
            (true, _) => tone.error,
            (false, _) => tone.warning,
        };
        let text = RichText::new(tr!(problems.len(), "1 problem", "{n} problems")).size(SIZE).color(color);
        if problems.is_empty() {
            ui.add(Label::new(text).selectable(false));
            return;
        }
        let button = ui.add(Button::new(text).frame_when_inactive(false));
        requests.extend(problems::popup(&button, self.scene));
    }

    /// How far the running export is, with a way to end it.
    fn export(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let Some(share) = self.export else { return };
        ui.spacing_mut().item_spacing.x = 5.0;
        let cancel = Command::CancelExport;
        if icon_button(ui, Icon::Remove, cancel.title(), cancel.title(), false).clicked() {
            requests.push(cancel.request());
        }
        let percent = (share * 100.0).clamp(0.0, 100.0) as u32;
        let bar = ProgressBar::new(share).desired_width(90.0).desired_height(8.0).fill(tone(ui).accent);
        ui.add(bar);
        let words = tr!("Exporting {percent} %", percent = percent);
        ui.add(Label::new(RichText::new(words).size(SIZE).color(tone(ui).text)).selectable(false));
        ui.add_space(9.0);
    }

    /// The three keys that matter now, the most useful one first.
    fn keys(&self, ui: &mut Ui) {
        let three = match self.scene.selection.len() {
            0 => [
                (Command::AddNode, tr!("add node")),
                (Command::FrameAll, tr!("frame all")),
                (Command::Export, tr!("export")),
            ],
            1 => [
                (Command::View, tr!("view")),
                (Command::UseAsOutput, tr!("use as output")),
                (Command::Delete, tr!("delete")),
            ],
            _ => [
                (Command::Duplicate, tr!("duplicate")),
                (Command::FrameSelection, tr!("frame")),
                (Command::Delete, tr!("delete")),
            ],
        };
        // What the left side leaves has room for so many.
        let room = (ui.available_width() / KEY) as usize;
        for (command, does) in three.into_iter().take(room).rev() {
            let tone = tone(ui);
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.add(Label::new(RichText::new(does).size(SIZE).color(tone.muted)).selectable(false));
            // The key's cap says Del, and there is no room for more.
            let keys = shortcut_of(ui, command).replace("Delete", "Del");
            let keys = RichText::new(keys).size(SIZE).color(tone.secondary);
            ui.add(Label::new(keys).selectable(false));
            ui.add_space(9.0);
        }
    }
}

fn faint(ui: &mut Ui, text: &str) -> eframe::egui::Response {
    let color = tone(ui).muted;
    ui.add(Label::new(RichText::new(text).size(SIZE).color(color)).selectable(false))
}

/// `3.1 ms`, `240 ms`, `1.6 s`.
pub fn duration(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}
