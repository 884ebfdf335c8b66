//! The recipe's graph parameters: their names, values, sliders and words, and the fields that use them.
//!
//! They have no order of their own: the file and this list sort them by name.

use super::list_heading;
use super::lists::hint;
use crate::graph::{Edit, Field, Graph, NodeId, Parameter, ParameterValue};
use crate::gui::language::{self, tr};
use crate::gui::panels::inspector::{group_of, hard, unit_of_field};
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, Theme, regular};
use crate::gui::widgets::expression::Unit;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::row::label_width;
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use crate::spec::{Choice, ParamKind, ParamSpec};
use eframe::egui::{Align, Button, ComboBox, Frame, Id, Label, Layout, Margin, RichText, Ui};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A parameter with what its uses say of it.
struct Shared<'a> {
    graph: &'a Graph,
    name: &'a Arc<str>,
    parameter: &'a Parameter,
    /// Node and field that use it, with the group that the node is in.
    uses: Vec<(Option<Arc<str>>, NodeId, Field)>,
    /// Whether these are all: from within a group the recipe's own nodes are not seen.
    all: bool,
}

pub(super) fn show(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Request>) {
    list_heading(ui, tr!("Graph parameters"));
    let graph = scene.graph;
    if graph.parameters.is_empty() {
        hint(ui, tr!("None yet: click the name of a value in a node to share it."));
    }
    let all = group_of(graph).is_none();
    for (name, parameter) in &graph.parameters {
        let shared = Shared { graph, name, parameter, uses: graph.uses(name), all };
        ui.push_id(("parameter", name), |ui| shared.show(ui, out));
    }
    let about = tr!("A value that nodes may share; it changes nothing until a node uses it.");
    if ui.button(tr!("Add a parameter")).on_hover_text(about).clicked() {
        let value = ParameterValue::Number(0.5);
        let parameter = Parameter { value, range: Some((0.0, 1.0)), about: String::new() };
        let name = graph.fresh_parameter("parameter");
        out.push(Request::edit(Edit::Parameter { name, parameter: Some(parameter) }));
    }
}

impl Shared<'_> {
    fn show(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let theme = Theme::of(ui.ctx());
        let frame = Frame::new().fill(theme.body).stroke((1.0, theme.edge)).corner_radius(5);
        frame.inner_margin(Margin::symmetric(6, 5)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal(|ui| {
                self.name(ui, out);
                let width = ui.available_width() - icon::SIZE - ui.spacing().item_spacing.x;
                self.value(ui, width, out);
                let hint = tr!("Remove; the nodes that use it keep its value.");
                if icon_button(ui, Icon::Remove, &tr!("Remove {name}", name = self.title()), hint, false).clicked() {
                    out.push(Request::edit(Edit::Parameter { name: Arc::clone(self.name), parameter: None }));
                }
            });
            self.about(ui, out);
            ui.horizontal(|ui| {
                if let ParameterValue::Number(value) = self.parameter.value {
                    self.range(ui, value, out);
                }
                if self.all {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.users(ui, out));
                }
            });
        });
    }

    fn title(&self) -> String {
        format!("${}", self.name)
    }

    fn set(&self, parameter: Parameter, gesture: Option<Id>) -> Request {
        let edit = Edit::Parameter { name: Arc::clone(self.name), parameter: Some(parameter) };
        Request::Edit { edit, merge: gesture }
    }

    fn name(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let column = label_width(ui.available_width());
        let left = ui.cursor().left();
        let accent = tone(ui).accent;
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add(Label::new(RichText::new("$").color(accent)).selectable(false));
        let label = tr!("Name of ${name}", name = self.name);
        let width = column - (ui.cursor().left() - left);
        let (response, renamed) = TextField::new(&label, self.name).bare().width(width).show(ui);
        response.on_hover_text(tr!("A new name goes to every field that uses it."));
        ui.spacing_mut().item_spacing.x = 6.0;
        if let Some(to) = renamed {
            let to = to.trim().trim_start_matches('$').replace(char::is_whitespace, "_").into();
            out.push(Request::edit(Edit::RenameParameter { from: Arc::clone(self.name), to }));
        }
    }

    fn value(&self, ui: &mut Ui, width: f32, out: &mut Vec<Request>) {
        let title = self.title();
        match &self.parameter.value {
            ParameterValue::Number(v) => {
                let (unit, whole) = self.unit();
                let field = NumberField::new(&title, *v).unit(unit).whole(whole).soft(self.parameter.range);
                let edited = field.hard(Some(self.limits())).width(width).show(ui);
                if let Some(v) = edited.value {
                    let value = ParameterValue::Number(v);
                    out.push(self.set(Parameter { value, ..self.parameter.clone() }, edited.gesture));
                }
            }
            ParameterValue::Choice(name) => {
                let chosen = match self.options() {
                    Some((kind, options)) => self.choice(ui, kind, options, name, width),
                    None => TextField::new(&title, name).width(width).show(ui).1,
                };
                if let Some(name) = chosen {
                    let value = ParameterValue::Choice(name.trim().to_owned());
                    out.push(self.set(Parameter { value, ..self.parameter.clone() }, None));
                }
            }
        }
    }

    fn choice(
        &self,
        ui: &mut Ui,
        node: &NodeId,
        (param, options): (&str, &'static [Choice]),
        chosen: &str,
        width: f32,
    ) -> Option<String> {
        let spec = self.graph.nodes.get(node).and_then(|node| node.spec());
        let words = |name: &str| language::choice(spec, param, name, name.to_owned());
        let mut picked = None;
        let list = ComboBox::from_id_salt("choice").selected_text(words(chosen)).width(width).truncate();
        let shown = list.show_ui(ui, |ui| {
            for option in options {
                let button = ui.selectable_label(option.name == chosen, words(option.name));
                if button.on_hover_text(language::choice_doc(spec, param, option)).clicked() {
                    picked = Some(option.name.to_owned()).filter(|name| name != chosen);
                }
            }
        });
        shown.response.accessible_name(self.title());
        picked
    }

    fn about(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let label = tr!("What ${name} does", name = self.name);
        let field = TextField::new(&label, &self.parameter.about).hint(tr!("What it does")).bare();
        if let (_, Some(about)) = field.font(regular(SMALL)).show(ui) {
            let parameter = Parameter { about: about.trim().to_owned(), ..self.parameter.clone() };
            out.push(self.set(parameter, None));
        }
    }

    /// The extent of the slider.
    fn range(&self, ui: &mut Ui, value: f64, out: &mut Vec<Request>) {
        let muted = tone(ui).muted;
        let text = |text: &str| Label::new(RichText::new(text).font(regular(SMALL)).color(muted)).selectable(false);
        let (unit, whole) = self.unit();
        let (lo, hi) = self.parameter.range.unwrap_or((value.min(0.0), value.max(1.0)));
        let labels = (tr!("${name} from", name = self.name), tr!("${name} to", name = self.name));
        let field = |label, value| NumberField::new(label, value).unit(unit).whole(whole).width(62.0);
        ui.add(text(tr!("slider")));
        let from = field(&labels.0, lo).hard(Some((f64::from(f32::MIN), hi))).show(ui);
        ui.add(text(tr!("to")));
        let to = field(&labels.1, hi).hard(Some((lo, f64::from(f32::MAX)))).show(ui);
        if from.value.or(to.value).is_some() {
            let range = Some((from.value.unwrap_or(lo), to.value.unwrap_or(hi)));
            out.push(self.set(Parameter { range, ..self.parameter.clone() }, from.gesture.or(to.gesture)));
        }
    }

    /// How many fields use it; a press selects their nodes.
    fn users(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let tone = tone(ui);
        if self.uses.is_empty() {
            let text = RichText::new(tr!("not used")).font(regular(SMALL)).color(tone.muted);
            ui.add(Label::new(text).selectable(false)).on_hover_text(tr!("Click the name of a value to use it there."));
            return;
        }
        let words = tr!(self.uses.len(), "used by 1 field", "used by {n} fields");
        let button = Button::new(RichText::new(words).font(regular(SMALL)).color(tone.secondary)).frame(false);
        let place = |group: &Option<Arc<str>>| group.as_ref().map_or_else(String::new, |group| format!("{group}/"));
        let list = self.uses.iter().map(|(group, id, field)| format!("{}{id}.{}", place(group), field.name()));
        let list = list.collect::<Vec<_>>().join("\n");
        if ui.add(button.truncate()).on_hover_text(list).clicked() {
            // Of what is within groups, the instances are selected.
            let instances = |of: &Arc<str>| {
                let stands = self.graph.nodes.iter().filter(|(_, node)| node.group.as_ref() == Some(of));
                stands.map(|(id, _)| id.clone()).collect::<Vec<_>>()
            };
            let nodes = self.uses.iter().flat_map(|(group, id, _)| match group {
                Some(group) => instances(group),
                None => vec![id.clone()],
            });
            out.push(Request::Select(nodes.collect::<BTreeSet<_>>()));
        }
    }

    /// The unit on which all uses agree.
    fn unit(&self) -> (Unit, bool) {
        let mut units = self.uses.iter().map(|(_, _, field)| unit_of_field(*field));
        let first = units.next().unwrap_or_default();
        (
            if units.clone().all(|(unit, _)| unit == first.0) { first.0 } else { Unit::Plain },
            first.1 || units.any(|u| u.1),
        )
    }

    /// What every use takes.
    fn limits(&self) -> (f64, f64) {
        let extent = self.graph.world.extent;
        let all = (f64::from(f32::MIN), f64::from(f32::MAX));
        let limits = self.uses.iter().map(|(_, _, field)| hard(*field, extent, unit_of_field(*field).1));
        limits.fold(all, |(lo, hi), (least, most)| (lo.max(least), hi.min(most)))
    }

    /// The options that every use has, with the first node and its parameter that have them.
    fn options(&self) -> Option<(&NodeId, (&'static str, &'static [Choice]))> {
        let (_, id, field) = self.uses.first()?;
        match field {
            Field::Param(ParamSpec { kind: ParamKind::Choice(options), name, .. }) => Some((id, (name, options))),
            _ => None,
        }
    }
}
