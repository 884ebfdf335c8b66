//! Values that nodes share as graph parameters: the chip in a row, and the menu that shares, uses or frees a value.

use super::At;
use super::fields::choice;
use crate::graph::{Edit, Field, Parameter, ParameterValue, Setting};
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::tone::tone;
use crate::spec::{ParamKind, ParamSpec, Value};
use eframe::egui::{Align, Id, Label, Layout, Popup, Response, RichText, SetOpenCommand, Ui, vec2};
use std::sync::Arc;

impl At<'_> {
    /// `$name`, the shared value, and a cross that gives the field a value of its own again.
    pub(super) fn shared(&self, ui: &mut Ui, field: Field, name: &Arc<str>, width: f32, out: &mut Vec<Request>) {
        let Some(parameter) = self.scene.graph.parameters.get(name) else {
            let text = tr!("${name} does not exist", name = name);
            cut(ui, RichText::new(text).color(tone(ui).error), width - icon::SIZE - ui.spacing().item_spacing.x);
            if icon_button(
                ui,
                Icon::Remove,
                &tr!("Stop using ${name}", name = name),
                tr!("Return to the default."),
                false,
            )
            .clicked()
            {
                out.push(self.set(field.name(), None, None));
            }
            return;
        };
        let chip = cut(ui, RichText::new(format!("${name}")).color(tone(ui).accent), width * 0.4);
        let used = chip.rect.width() + icon::SIZE + 2.0 * ui.spacing().item_spacing.x;
        if !parameter.about.is_empty() {
            chip.on_hover_text(&parameter.about);
        }
        if let Some((value, gesture)) = self.shared_value(ui, field, parameter, (width - used).max(30.0)) {
            let parameter = Parameter { value, ..parameter.clone() };
            let edit = Edit::Parameter { name: Arc::clone(name), parameter: Some(parameter) };
            out.push(Request::Edit { edit, merge: gesture });
        }
        let hint = tr!("Give this field a value of its own.");
        if icon_button(ui, Icon::Remove, &tr!("Stop using ${name}", name = name), hint, false).clicked() {
            out.push(self.set(field.name(), self.own_copy(field, &parameter.value, name), None));
        }
    }

    fn shared_value(
        &self,
        ui: &mut Ui,
        field: Field,
        parameter: &Parameter,
        width: f32,
    ) -> Option<(ParameterValue, Option<Id>)> {
        match (&parameter.value, field) {
            (ParameterValue::Number(v), _) => {
                let (value, gesture) = self.number(ui, field, "", *v, width)?;
                let number = match value {
                    Value::Count(n) => f64::from(n),
                    Value::Number(v) => v,
                    _ => return None,
                };
                Some((ParameterValue::Number(number), gesture))
            }
            (
                ParameterValue::Choice(name),
                Field::Param(ParamSpec { kind: ParamKind::Choice(options), name: param, .. }),
            ) => choice(ui, self.node.spec(), param, options, name, width)
                .map(|name| (ParameterValue::Choice(name.into()), None)),
            (ParameterValue::Choice(name), _) => {
                ui.label(name);
                None
            }
        }
    }

    fn own_copy(&self, field: Field, value: &ParameterValue, name: &str) -> Option<Setting> {
        field.value_of_parameter(name, value, &self.scene.graph.world).ok().map(Setting::Value)
    }

    /// The menu of a row's name.
    pub(super) fn field_menu(&self, label: &Response, field: Field, out: &mut Vec<Request>) {
        let setting = self.node.setting(field.name());
        if matches!(setting, Some(Setting::Link(_))) || !field.takes_parameter() {
            return;
        }
        let asked = label.clicked() || label.secondary_clicked();
        let menu = Popup::menu(label).open_memory(asked.then_some(SetOpenCommand::Toggle));
        menu.show(|ui| self.menu_entries(ui, field, out));
    }

    fn menu_entries(&self, ui: &mut Ui, field: Field, out: &mut Vec<Request>) {
        let graph = self.scene.graph;
        let used = match self.node.setting(field.name()) {
            Some(Setting::Parameter(name)) => Some(name),
            _ => None,
        };
        for (name, parameter) in &graph.parameters {
            let fits = field.value_of_parameter(name, &parameter.value, &graph.world).is_ok();
            if fits && used != Some(name) && ui.button(tr!("Use ${name}", name = name)).clicked() {
                out.push(self.set(field.name(), Some(Setting::Parameter(Arc::clone(name))), None));
            }
        }
        if let (None, Some(value)) = (used, self.shareable(field))
            && ui.button(tr!("Share as a graph parameter")).clicked()
        {
            self.share(field, value, label_id(self.id, field), out);
        }
        if self.node.setting(field.name()).is_some_and(|s| !field.is_default(s))
            && ui.button(tr!("Reset to default")).clicked()
        {
            out.push(self.set(field.name(), None, None));
        }
    }

    /// What the field holds, if a graph parameter can hold it.
    fn shareable(&self, field: Field) -> Option<ParameterValue> {
        let graph = self.scene.graph;
        let value = match field {
            Field::Input(input) => graph.number(self.node, input).map(Value::Number)?,
            Field::Param(param) => graph.value(self.node, param),
        };
        match value {
            Value::Number(v) => Some(ParameterValue::Number(v)),
            Value::Count(n) => Some(ParameterValue::Number(f64::from(n))),
            Value::Choice(name) => Some(ParameterValue::Choice(name.into())),
            _ => None,
        }
    }

    /// Makes a parameter of the field's name and value and uses it, as one step.
    fn share(&self, field: Field, value: ParameterValue, step: Id, out: &mut Vec<Request>) {
        let graph = self.scene.graph;
        let taken = |name: &str| graph.parameters.contains_key(name);
        let numbered = (2..).map(|n| format!("{}{n}", field.name()));
        let mut names = std::iter::once(field.name().to_owned()).chain(numbered);
        let Some(name) = names.find(|name| !taken(name)).map(Arc::<str>::from) else { return };
        let soft = match field {
            Field::Input(input) => input.soft,
            Field::Param(param) => param.soft,
        };
        let range = soft.map(|s| s.resolve(graph.world.extent));
        let parameter = Parameter { value, range, about: String::new() };
        let edit = Edit::Parameter { name: Arc::clone(&name), parameter: Some(parameter) };
        out.push(Request::gesture(edit, step));
        out.push(self.set(field.name(), Some(Setting::Parameter(name)), Some(step)));
    }
}

/// A text in at most `width` points.
fn cut(ui: &mut Ui, text: RichText, width: f32) -> Response {
    let size = vec2(width, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| ui.add(Label::new(text).truncate().selectable(false))).inner
}

fn label_id(node: &str, field: Field) -> Id {
    Id::unique(("share", node, field.name()))
}
