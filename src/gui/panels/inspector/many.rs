//! Several nodes selected: how many, which, and what can be done to all of them.

use super::header::dot;
use crate::gui::language::{self, tr};
use crate::gui::request::{Command, Request, Scene};
use crate::gui::widgets::row::heading;
use crate::gui::widgets::tone::{category, tone};
use eframe::egui::{Align, Button, Label, Layout, RichText, Ui};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What can be done to a selection; the titles come from the command table.
const ACTIONS: [Command; 6] =
    [Command::Duplicate, Command::Copy, Command::Cut, Command::Mute, Command::FrameSelection, Command::Delete];

pub(super) fn show(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Request>) {
    heading(ui, &tr!("{n} nodes selected", n = scene.selection.len()));
    ui.horizontal_wrapped(|ui| {
        for command in ACTIONS.into_iter().filter(|c| *c != Command::Mute || can_mute(scene)) {
            if ui.button(command.title()).clicked() {
                out.push(Request::Do(command));
            }
        }
    });
    ui.add_space(4.0);
    for (id, node) in scene.selection.iter().filter_map(|id| scene.graph.nodes.get_key_value(id)) {
        ui.horizontal(|ui| {
            let spec = node.spec();
            dot(ui, spec.map_or(tone(ui).error, |s| category(ui, s.category)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let kind = spec.map_or(&*node.kind, |spec| language::title(spec));
                ui.add(Label::new(RichText::new(kind).color(tone(ui).muted)).truncate());
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let button = Button::new(RichText::new(&**id).color(tone(ui).text)).frame(false).truncate();
                    if ui.add(button).on_hover_text(tr!("Select only this node.")).clicked() {
                        out.push(Request::Select(BTreeSet::from([Arc::clone(id)])));
                    }
                });
            });
        });
    }
}

fn can_mute(scene: &Scene<'_>) -> bool {
    let mut nodes = scene.selection.iter().filter_map(|id| scene.graph.nodes.get(id));
    nodes.any(|node| node.spec().is_some_and(|spec| spec.bypass.is_some()))
}
