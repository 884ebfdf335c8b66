//! The recipe's outputs and graph parameters.

use super::list_heading;
use crate::graph::{Edit, Graph, Output, Parameter, ParameterValue};
use crate::gui::language::{self, tr};
use crate::gui::panels::inspector::group_of;
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, regular};
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::row::Row;
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

pub(super) fn parameters(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Request>) {
    list_heading(ui, tr!("Graph parameters"));
    if scene.graph.parameters.is_empty() {
        hint(ui, tr!("None yet: click the name of a value in a node to share it."));
    }
    for (name, parameter) in &scene.graph.parameters {
        let label = format!("${name}");
        let row = Row { name: &label, doc: &parameter.about, reset: false };
        row.show(ui, |ui, width| {
            let width = width - icon::SIZE * 1.5 - ui.spacing().item_spacing.x;
            if let Some((value, gesture)) = value(ui, parameter, width) {
                let edit = set(name, Parameter { value, ..parameter.clone() });
                out.push(Request::Edit { edit, merge: gesture });
            }
            let hint = tr!("Remove; the nodes that use it keep its value.");
            if icon_button(ui, Icon::Remove, &tr!("Remove {name}", name = label), hint, false).clicked() {
                out.push(Request::edit(Edit::Parameter { name: Arc::clone(name), parameter: None }));
            }
        });
        about(ui, name, parameter, out);
    }
}

fn value(ui: &mut Ui, parameter: &Parameter, width: f32) -> Option<(ParameterValue, Option<eframe::egui::Id>)> {
    match &parameter.value {
        ParameterValue::Number(v) => {
            let hard = Some((f64::from(f32::MIN), f64::from(f32::MAX)));
            let edited = NumberField::new("", *v).soft(parameter.range).hard(hard).width(width).show(ui);
            edited.value.map(|v| (ParameterValue::Number(v), edited.gesture))
        }
        ParameterValue::Choice(name) => {
            let typed = TextField::new("", name).width(width).show(ui).1;
            typed.map(|name| (ParameterValue::Choice(name.trim().to_owned()), None))
        }
    }
}

/// The second line of a parameter: what it does, and the extent of its slider.
fn about(ui: &mut Ui, name: &Arc<str>, parameter: &Parameter, out: &mut Vec<Request>) {
    let row = Row { name: "", doc: "", reset: false };
    ui.push_id(("about", name), |ui| {
        row.show(ui, |ui, width| {
            let limits = matches!(parameter.value, ParameterValue::Number(_));
            let text_width = if limits { width * 0.5 } else { width };
            let label = tr!("What ${name} does", name = name);
            let (_, typed) =
                TextField::new(&label, &parameter.about).hint(tr!("What it does")).bare().width(text_width).show(ui);
            if let Some(about) = typed {
                out.push(Request::edit(set(name, Parameter { about: about.trim().to_owned(), ..parameter.clone() })));
            }
            if limits {
                range(ui, name, parameter, (width - text_width) * 0.5 - 26.0, out);
            }
        });
    });
}

fn range(ui: &mut Ui, name: &Arc<str>, parameter: &Parameter, width: f32, out: &mut Vec<Request>) {
    let ParameterValue::Number(value) = parameter.value else { return };
    let (lo, hi) = parameter.range.unwrap_or((value.min(0.0), value.max(1.0)));
    let labels = (tr!("${name} from", name = name), tr!("${name} to", name = name));
    let from = NumberField::new(&labels.0, lo).hard(Some((f64::from(f32::MIN), hi))).width(width).show(ui);
    ui.add(Label::new(RichText::new(tr!("to")).color(tone(ui).muted)).selectable(false));
    let to = NumberField::new(&labels.1, hi).hard(Some((lo, f64::from(f32::MAX)))).width(width).show(ui);
    if from.value.or(to.value).is_some() {
        let range = Some((from.value.unwrap_or(lo), to.value.unwrap_or(hi)));
        let edit = set(name, Parameter { range, ..parameter.clone() });
        out.push(Request::Edit { edit, merge: from.gesture.or(to.gesture) });
    }
}

fn set(name: &Arc<str>, parameter: Parameter) -> Edit {
    Edit::Parameter { name: Arc::clone(name), parameter: Some(parameter) }
}

fn hint(ui: &mut Ui, text: &str) {
    let color = tone(ui).muted;
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
}
