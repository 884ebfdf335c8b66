//! The menu of a row's name, which shares, copies and resets its value, and the menu of all values in the header.

use super::{At, Mix};
use crate::graph::{Edit, Field, NodeId, ParameterValue, Setting};
use crate::gui::language::tr;
use crate::gui::request::{Command, Request};
use crate::gui::topbar::shortcut_of;
use crate::gui::values::{self, Values, effective};
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::spec::Value;
use eframe::egui::{Button, Key, Modifiers, Popup, Response, SetOpenCommand, Ui};
use std::sync::Arc;

impl At<'_> {
    /// The menu of a row's name: by a press on it, or by Alt and the arrow down while the row has the keyboard.
    pub(super) fn field_menu(&self, ui: &Ui, label: &Response, field: Field, out: &mut Vec<Request>) {
        let setting = self.node.setting(field.name());
        if matches!(setting, Some(Setting::Link(_))) || self.mix(field) == Mix::Wired || !field.takes_value() {
            return;
        }
        // To read the response of what has the focus may take the focus away, so the key is asked first.
        let pressed = ui.input(|i| i.modifiers.alt && i.key_pressed(Key::ArrowDown));
        let by_key =
            pressed && has_focus(ui, label) && ui.input_mut(|input| input.consume_key(Modifiers::ALT, Key::ArrowDown));
        let asked = label.clicked() || label.secondary_clicked() || by_key;
        let menu = Popup::menu(label).open_memory(asked.then_some(SetOpenCommand::Toggle));
        menu.show(|ui| self.menu_entries(ui, field, out));
    }

    fn menu_entries(&self, ui: &mut Ui, field: Field, out: &mut Vec<Request>) {
        self.sharing_entries(ui, field, out);
        let graph = self.scene.graph;
        if self.mix(field) == Mix::Same
            && ui.button(tr!("Copy the value")).clicked()
            && let Some(values) = Values::of_field(graph, self.node, field)
        {
            values.copy(ui.ctx());
        }
        let pasted = Values::copied(ui.ctx()).and_then(|values| values.for_field(graph, field));
        if let Some(setting) = pasted
            && ui.button(tr!("Paste the value")).clicked()
        {
            out.push(self.set(field.name(), setting, None));
        }
        let own = |s: &Setting| !field.is_default(s);
        if self.all().any(|(_, node)| node.setting(field.name()).is_some_and(own))
            && ui.button(tr!("Reset to default")).clicked()
        {
            out.push(self.set(field.name(), None, None));
        }
    }

    /// What makes the value a graph parameter, or one that there is already.
    fn sharing_entries(&self, ui: &mut Ui, field: Field, out: &mut Vec<Request>) {
        if !field.takes_parameter() {
            return;
        }
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
        let value = self.shareable(field).filter(|_| used.is_none());
        if value.is_some() && ui.button(tr!("Share as a graph parameter")).clicked() {
            out.push(self.share(field));
            // The edit selects the node whose value it was.
            out.push(Request::Select(self.all().map(|(id, _)| Arc::clone(id)).collect()));
        }
    }

    /// What the field holds, if a graph parameter can hold it.
    fn shareable(&self, field: Field) -> Option<ParameterValue> {
        match effective(self.scene.graph, self.node, field)? {
            Value::Number(v) => Some(ParameterValue::Number(v)),
            Value::Count(n) => Some(ParameterValue::Number(f64::from(n))),
            Value::Choice(name) => Some(ParameterValue::Choice(name.into())),
            _ => None,
        }
    }

    /// Makes a parameter of the field's name and value that every node uses, as one step.
    fn share(&self, field: Field) -> Request {
        let name = self.scene.graph.fresh_parameter(field.name());
        let expose =
            Edit::Expose { id: Arc::clone(self.id), field: field.name().into(), name: Some(Arc::clone(&name)) };
        let uses = |(id, _): &(&NodeId, _)| Edit::Set {
            id: Arc::clone(id),
            field: field.name().into(),
            setting: Some(Setting::Parameter(Arc::clone(&name))),
        };
        Request::edit(Edit::all(std::iter::once(expose).chain(self.others.iter().map(uses)).collect()))
    }

    /// The button in the header that opens the menu of all values.
    pub(super) fn values_button(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let hint = tr!("Copy, paste and reset all values.");
        let button = icon_button(ui, Icon::More, tr!("Values"), hint, false);
        Popup::menu(&button).show(|ui| {
            ui.set_min_width(190.0);
            self.values_entries(ui, out);
        });
    }

    fn values_entries(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let graph = self.scene.graph;
        if entry(ui, Command::CopyValues, true) {
            out.push(values::copy_node(graph, self.id, self.node, ui.ctx()));
        }
        let copied = Values::copied(ui.ctx());
        if entry(ui, Command::PasteValues, copied.is_some()) {
            out.extend(copied.iter().flat_map(|values| values.paste(graph, self.all())));
        }
        if entry(ui, Command::ResetValues, self.all().any(|(_, node)| values::is_changed(node))) {
            out.extend(values::reset(self.all()));
        }
    }
}

/// An entry with the title and keys of a command; whether it was pressed.
fn entry(ui: &mut Ui, command: Command, enabled: bool) -> bool {
    let keys = shortcut_of(ui, command);
    ui.add_enabled(enabled, Button::new(command.title()).shortcut_text(keys)).clicked()
}

/// Whether a control in the row of that name has the keyboard.
fn has_focus(ui: &Ui, label: &Response) -> bool {
    let focused = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
    focused.is_some_and(|control| {
        let center = control.rect.center();
        control.layer_id == label.layer_id
            && label.rect.y_range().contains(center.y)
            && center.x > label.rect.left()
            && ui.clip_rect().contains(center)
    })
}
