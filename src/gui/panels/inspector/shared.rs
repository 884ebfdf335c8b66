//! Values that nodes share as graph parameters: the chip in a row, the shared value, and the cross that frees it.

use super::At;
use super::fields::choice;
use crate::graph::{Edit, Field, Parameter, ParameterValue, Setting};
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::tone::tone;
use crate::spec::{ParamKind, ParamSpec, Value};
use eframe::egui::{Align, Id, Label, Layout, Response, RichText, Ui, vec2};
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
            ) => choice(ui, self.node.spec(), param, options, Some(name), width)
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
}

/// A text in at most `width` points.
fn cut(ui: &mut Ui, text: RichText, width: f32) -> Response {
    let size = vec2(width, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| ui.add(Label::new(text).truncate().selectable(false))).inner
}
