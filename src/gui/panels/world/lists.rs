//! The recipe's outputs.

use super::list_heading;
use crate::graph::{Edit, Graph, Output};
use crate::gui::language::{self, tr};
use crate::gui::panels::inspector::group_of;
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, regular};
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use crate::raster::Sampling;
use eframe::egui::{Align, Button, ComboBox, Label, Layout, RichText, Ui, vec2};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Width of the names of outputs in points.
const NAME: f32 = 104.0;
/// Width of the lists of samplings in points.
const SAMPLING: f32 = 92.0;

pub(super) fn outputs(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Request>) {
    list_heading(ui, if group_of(scene.graph).is_some() { tr!("Outputs of the group") } else { tr!("Outputs") });
    if scene.graph.outputs.is_empty() {
        hint(ui, tr!("None yet: select a node and press O."));
    }
    for output in &scene.graph.outputs {
        output_row(ui, output, scene.graph, true, out);
    }
}

/// An output of the recipe, or of the group that `graph` shows from within: its name, the node that gives it (if
/// `with_node`), its sampling, and a cross that removes it.
pub fn output_row(ui: &mut Ui, output: &Output, graph: &Graph, with_node: bool, out: &mut Vec<Request>) {
    let is_default = graph.outputs.first() == Some(output);
    // What a group gives has no samples of its own.
    let of_group = group_of(graph).is_some();
    ui.push_id(&output.name, |ui| {
        ui.horizontal(|ui| {
            let label = tr!("Name of output {name}", name = output.name);
            let (response, renamed) = TextField::new(&label, &output.name).width(NAME).show(ui);
            response.on_hover_text(match of_group {
                true => tr!("Name of the socket that the group's nodes have."),
                false => tr!("Name to render and export by."),
            });
            if let Some(to) = renamed {
                let edit = Edit::RenameOutput { from: output.name.clone(), to: to.trim().to_owned() };
                out.push(Request::edit(edit));
            }
            if with_node {
                let text = RichText::new(output.from.to_string()).color(tone(ui).accent);
                let size =
                    vec2((ui.available_width() - SAMPLING - icon::SIZE - 60.0).max(50.0), ui.spacing().interact_size.y);
                let layout = Layout::left_to_right(Align::Center);
                let response = ui.allocate_ui_with_layout(size, layout, |ui| {
                    ui.set_min_size(size);
                    ui.add(Button::new(text).frame(false).truncate())
                });
                let response = response.inner;
                if response.on_hover_text(tr!("Select the node that gives it.")).clicked() {
                    out.push(Request::Select(BTreeSet::from([Arc::clone(&output.from.node)])));
                }
            }
            if !of_group {
                sampling(ui, output, out);
            }
            if icon_button(ui, Icon::Remove, &tr!("Remove output {name}", name = output.name), tr!("Remove."), false)
                .clicked()
            {
                out.push(Request::edit(Edit::RemoveOutput(output.name.clone())));
            }
            if is_default {
                let text = RichText::new(tr!("default")).font(regular(SMALL)).color(tone(ui).muted);
                ui.label(text).on_hover_text(match of_group {
                    true => tr!("The group's main output: its picture, and what a wire takes first."),
                    false => tr!("What is rendered where no output is named."),
                });
            }
        });
    });
}

fn sampling(ui: &mut Ui, output: &Output, out: &mut Vec<Request>) {
    let about = |sampling| match sampling {
        Sampling::Vertices => tr!("On the corners, both borders included: heightmaps."),
        Sampling::Cells => tr!("In the middle of cells: tile maps and masks."),
        Sampling::Repeating => tr!("On the corners without the last: textures that repeat."),
    };
    let list = ComboBox::from_id_salt("sampling").selected_text(language::text(output.sampling.name())).width(SAMPLING);
    let shown = list.show_ui(ui, |ui| {
        for (name, sampling) in Sampling::NAMED {
            let chosen = sampling == output.sampling;
            if ui.selectable_label(chosen, language::text(name)).on_hover_text(about(sampling)).clicked() && !chosen {
                out.push(Request::edit(Edit::SetOutput(Output { sampling, ..output.clone() })));
            }
        }
    });
    let name = tr!("Sampling of output {name}", name = output.name);
    shown.response.accessible_name(name).on_hover_text(about(output.sampling));
}

pub(super) fn hint(ui: &mut Ui, text: &str) {
    let color = tone(ui).muted;
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
}
