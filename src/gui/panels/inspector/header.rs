//! The head of the inspector: kind, name, cost, documentation, actions, note, what is wrong; and the outputs that the node
//! feeds.

use super::At;
use crate::graph::{Edit, Link, Problem};
use crate::gui::language::{self, tr};
use crate::gui::panels::world::output_row;
use crate::gui::request::{Command, Request};
use crate::gui::theme::{TEXT, semibold};
use crate::gui::widgets::row::{heading, spoken, text_row};
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::{category, tone};
use crate::spec::NodeSpec;
use eframe::egui::{Align, Button, Color32, Label, Layout, Rect, Response, RichText, Ui, Vec2, vec2};
use std::sync::Arc;

/// Evaluations per sample from which the cost is shown in the colour of warnings.
const DEAR: u64 = 256;

impl At<'_> {
    pub(super) fn header(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let spec = self.node.spec();
        ui.horizontal(|ui| {
            dot(ui, spec.map_or(tone(ui).error, |s| category(ui, s.category)));
            let title = spec.map_or(&*self.node.kind, |spec| language::title(spec));
            let title = RichText::new(title).font(semibold(TEXT)).color(tone(ui).text);
            ui.add(Label::new(title).selectable(false).truncate());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if spec.is_some() && !self.node.is_group_input() {
                    self.values_button(ui, out);
                    self.presets_button(ui, out);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.name(ui, out));
            });
        });
        self.documentation(ui, spec);
        self.timing(ui);
        self.upgrade(ui, out);
        self.problems(ui);
        if !self.node.note.is_empty() {
            self.note(ui, out);
        }
    }

    fn name(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let field = TextField::new(tr!("Name of the node"), self.id).bare().width(ui.available_width());
        let (response, renamed) = field.show(ui);
        response.on_hover_text(tr!("Name in files and on wires; click to change it."));
        if let Some(to) = renamed {
            out.push(Request::edit(Edit::Rename { id: Arc::clone(self.id), to: to.trim().into() }));
        }
    }

    pub(super) fn cost(&self, ui: &mut Ui) {
        let Some(cost) = self.scene.facts.get(self.id).map(|f| f.cost).filter(|c| *c > 0) else { return };
        let tone = tone(ui);
        let color = if cost >= DEAR { tone.warning } else { tone.muted };
        let words = tr!(cost, "1 evaluation/sample", "{n} evaluations/sample");
        let hint = tr!("Noise evaluations for one sample of this node, with all that feeds it.");
        text_row(ui, tr!("cost"), hint, RichText::new(words).color(color));
    }

    fn documentation(&self, ui: &mut Ui, spec: Option<&NodeSpec>) {
        let color = tone(ui).muted;
        let Some(spec) = spec else {
            let text = tr!("This version does not know this kind of node; its fields are kept as they are.");
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
            return;
        };
        let response = ui.add(Label::new(RichText::new(language::sentence(spec)).color(color)).wrap());
        let whole = language::doc(spec);
        if whole != language::sentence(spec) {
            response.on_hover_text(whole);
        }
    }

    /// How long the node takes, while that is shown.
    fn timing(&self, ui: &mut Ui) {
        let Some(timing) = self.scene.facts.get(self.id).and_then(|facts| facts.timing) else { return };
        let hint =
            tr!("Over the whole grid, summed over threads, without fields that it samples; share of the preview.");
        let text = RichText::new(tr!("Takes {time}", time = timing)).color(tone(ui).muted);
        ui.add(Label::new(text).selectable(false)).on_hover_text(hint);
        let text = RichText::new(timing.stored_words()).color(tone(ui).muted);
        ui.add(Label::new(text).selectable(false)).on_hover_text(timing.stored_hint());
    }

    /// The offer to move a node of an older version to the current one.
    fn upgrade(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let Some(upgrade) = self.scene.graph.upgrade_of(self.id) else { return };
        let text = tr!("Version {number}: computes what it did when the recipe was made.", number = upgrade.from);
        ui.add(Label::new(RichText::new(text).color(tone(ui).muted)).wrap());
        let button = ui.add(Button::new(tr!("Upgrade to version {number}", number = upgrade.to)));
        if button.on_hover_text(format!("{upgrade}.")).clicked() {
            out.push(Request::edit(Edit::Upgrade { ids: vec![Arc::clone(self.id)] }));
        }
    }

    fn problems(&self, ui: &mut Ui) {
        let color = tone(ui).error;
        let mut told: Vec<String> = Vec::new();
        for problem in self.scene.problems.iter().filter(|p| p.own_node() == Some(self.id)) {
            let words = in_place(problem);
            if !told.contains(&words) {
                ui.add(Label::new(RichText::new(&words).color(color)).wrap());
                told.push(words);
            }
        }
    }

    /// The foot of the inspector: what can be done to the node, and the place for a note where there is none.
    pub(super) fn actions(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let spec = self.node.spec();
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let viewed = self.scene.preview.is_some_and(|link| link.node == *self.id);
            if chip(ui, tr!("View"), viewed).on_hover_text(tr!("Show this node in the preview (V).")).clicked()
                && !viewed
            {
                out.push(Request::Preview(Link::to(self.id)));
            }
            if spec.is_some_and(|s| s.bypass.is_some()) {
                let hint = tr!("Pass the input through as if the node were not there (M).");
                if chip(ui, tr!("Mute"), self.node.muted).on_hover_text(hint).clicked() {
                    let edit = Edit::Mute { ids: vec![Arc::clone(self.id)], muted: !self.node.muted };
                    out.push(Request::edit(edit));
                }
            }
            let hint = tr!("Give this node's result a name to render and export it by (O).");
            if chip(ui, tr!("Use as output"), false).on_hover_text(hint).clicked() {
                out.push(Request::Do(Command::UseAsOutput));
            }
            if self.node.note.is_empty() {
                self.note(ui, out);
            }
        });
    }

    fn note(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let lines = self.node.note.lines().count().max(1);
        let field = TextField::new(tr!("Note"), &self.node.note).hint(tr!("Add a note")).lines(lines).submits();
        let (_, taken) = field.width(ui.available_width()).show(ui);
        if let Some(note) = taken {
            out.push(Request::edit(Edit::Note { id: Arc::clone(self.id), note: note.trim().into() }));
        }
    }

    /// The outputs of the recipe, or of the group that is looked at, that this node feeds.
    pub(super) fn named_outputs(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let graph = self.scene.graph;
        let mut fed = graph.outputs.iter().filter(|o| o.from.node == *self.id).peekable();
        if fed.peek().is_none() {
            return;
        }
        heading(ui, tr!("Used as"));
        for output in fed {
            output_row(ui, output, graph, false, out);
        }
    }
}

/// A problem as it reads beside its node: without the node's name, and an open input as what is to be done.
fn in_place(problem: &Problem) -> String {
    let message = match problem.message.split_once("): ") {
        Some((who, what)) if who.starts_with("node \"") => what,
        _ => &problem.message,
    };
    match &problem.field {
        Some(field) if message.contains("input") && message.contains(" is open") => {
            tr!("{port} needs a wire", port = spoken(field))
        }
        _ => message.to_owned(),
    }
}

/// The coloured square before a title.
pub(super) fn dot(ui: &mut Ui, color: Color32) {
    let (_, rect) = ui.allocate_space(vec2(9.0, ui.spacing().interact_size.y));
    ui.painter().rect_filled(Rect::from_center_size(rect.center(), Vec2::splat(8.5)), 2.5, color);
}

/// A small toggle, lit in the accent while `on`.
pub(super) fn chip(ui: &mut Ui, text: &str, on: bool) -> Response {
    let theme = crate::gui::theme::Theme::of(ui.ctx());
    let (fill, color) = if on { (theme.accent, theme.on_accent) } else { (theme.body, theme.text) };
    ui.add(Button::new(RichText::new(text).color(color)).fill(fill).selected(false))
}
