//! Several nodes selected: how many, what can be done to all of them, the values that nodes of one kind share, and which
//! nodes they are.

use super::header::dot;
use super::{At, Field};
use crate::graph::{Node, NodeId};
use crate::gui::language::{self, tr};
use crate::gui::request::{Command, Request, Scene};
use crate::gui::theme::{TEXT, semibold};
use crate::gui::widgets::row::heading;
use crate::gui::widgets::tone::{category, tone};
use crate::spec::NodeSpec;
use eframe::egui::{Align, Button, Label, Layout, RichText, Ui};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What can be done to a selection; the titles come from the command table.
const ACTIONS: [Command; 6] =
    [Command::Duplicate, Command::Copy, Command::Cut, Command::Mute, Command::FrameSelection, Command::Delete];

pub(super) fn show(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Request>) {
    let known = scene.selection.iter().filter_map(|id| scene.graph.nodes.get_key_value(id));
    let nodes: Vec<(&NodeId, &Node)> = known.map(|(id, node)| (id, &**node)).collect();
    heading(ui, &tr!("{n} nodes selected", n = nodes.len()));
    ui.horizontal_wrapped(|ui| {
        for command in ACTIONS.into_iter().filter(|c| *c != Command::Mute || can_mute(&nodes)) {
            if ui.button(command.title()).clicked() {
                out.push(Request::Do(command));
            }
        }
    });
    if let (Some(spec), [(id, node), others @ ..]) = (common(&nodes), &nodes[..]) {
        let at = At { scene, id, node, others };
        ui.push_id(("together", spec.kind), |ui| at.together(ui, spec, out));
    }
    ui.add_space(4.0);
    for (id, node) in nodes {
        line(ui, id, node, out);
    }
}

/// The declaration that all nodes have; `None` where they are of several kinds or versions, or inputs of a group.
fn common(nodes: &[(&NodeId, &Node)]) -> Option<&'static NodeSpec> {
    let spec = nodes.first()?.1.spec()?;
    let same = |node: &Node| node.spec().is_some_and(|other| std::ptr::eq(other, spec)) && !node.is_group_input();
    nodes.iter().all(|(_, node)| same(node)).then_some(spec)
}

impl At<'_> {
    /// The rows that edit all nodes at once.
    fn together(&self, ui: &mut Ui, spec: &'static NodeSpec, out: &mut Vec<Request>) {
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            dot(ui, category(ui, spec.category));
            let title = RichText::new(language::title(spec)).font(semibold(TEXT)).color(tone(ui).text);
            ui.add(Label::new(title).selectable(false).truncate());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.values_button(ui, out);
                self.presets_button(ui, out);
                let words = tr!("an edit reaches all {n}", n = self.others.len() + 1);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.muted(ui, &words));
            });
        });
        for field in Field::all(spec).filter(|field| self.is_shown(spec, *field)) {
            self.field_row(ui, field, None, out);
        }
    }
}

/// A node's dot, name and kind; a press selects it alone.
fn line(ui: &mut Ui, id: &NodeId, node: &Node, out: &mut Vec<Request>) {
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

fn can_mute(nodes: &[(&NodeId, &Node)]) -> bool {
    nodes.iter().any(|(_, node)| node.spec().is_some_and(|spec| spec.bypass.is_some()))
}
