//! One row per input and parameter, drawn by the type that its declaration gives.

use super::{At, Mix, unit_of_field};
use crate::graph::{Field, Setting};
use crate::gui::language::{self, tr};
use crate::gui::panels::tiles::{Histogram, TilesEditor};
use crate::gui::request::Request;
use crate::gui::theme::{SMALL, regular};
use crate::gui::widgets::expression::Unit;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::row::{Row, spoken};
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use crate::spec::{Choice, InputSpec, NodeSpec, Open, ParamKind, ParamSpec, Value};
use eframe::egui::{Checkbox, ComboBox, Id, Label, RichText, Ui};

/// A changed value, with the key of the gesture that changed it.
pub(super) type Change = (Value, Option<Id>);

impl At<'_> {
    /// The row of a field with all that belongs to it: control, arrow to the default, menu, clamp note.
    pub(super) fn field_row(
        &self,
        ui: &mut Ui,
        field: Field,
        histogram: Option<&Histogram<'_>>,
        out: &mut Vec<Request>,
    ) {
        let (name, doc) = self.words(field);
        if let Field::Param(param) = field
            && matches!(param.kind, ParamKind::Levels | ParamKind::Points | ParamKind::Rows(_) | ParamKind::Biomes)
        {
            match (param.kind, self.mix(field)) {
                (ParamKind::Levels, Mix::Same) => return self.levels(ui, param, histogram, out),
                (ParamKind::Rows(rows), Mix::Same) => return self.rows(ui, param, rows, out),
                (ParamKind::Biomes, Mix::Same) => return self.biomes(ui, param, out),
                (_, Mix::Same) => return self.curve(ui, param, histogram, out),
                _ => {}
            }
            let row = Row { name: &name, doc: &doc, reset: false };
            row.show(ui, |ui, _| self.muted(ui, tr!("mixed")));
            return;
        }
        let setting = self.node.setting(field.name());
        let mix = self.mix(field);
        let changed = |s: &Setting| matches!(s, Setting::Value(_)) && !field.is_default(s);
        let reset = mix != Mix::Wired && self.all().any(|(_, n)| n.setting(field.name()).is_some_and(changed));
        let reply = Row { name: &name, doc: &doc, reset }.show(ui, |ui, width| match (setting, mix) {
            (_, Mix::Wired) => self.wired(ui, field),
            (Some(Setting::Link(link)), _) => self.plugged(ui, (field.name(), &name), link, width, out),
            (Some(Setting::Parameter(parameter)), _) => self.shared(ui, field, parameter, width, out),
            (Some(Setting::Value(_)) | None, _) => {
                if let Some((value, gesture)) = self.own_value(ui, field, width, out) {
                    self.remember(ui, field, gesture);
                    out.push(self.set(field.name(), holding(field, value), gesture));
                }
                out.extend(self.restored(ui, field));
            }
        });
        if reply.reset {
            out.push(self.set(field.name(), None, None));
        }
        self.field_menu(ui, &reply.label, field, out);
        self.clamp_note(ui, field.name());
    }

    /// Name and documentation of a field.
    pub(super) fn words(&self, field: Field) -> (String, String) {
        match self.node.spec() {
            Some(spec) => (language::port(spec, field.name()), language::port_doc(spec, field.name())),
            None => (spoken(field.name()), String::new()),
        }
    }

    /// The control of a field's own value: what all nodes are to get, or, where each gets its own, a request.
    fn own_value(&self, ui: &mut Ui, field: Field, width: f32, out: &mut Vec<Request>) -> Option<Change> {
        match field {
            Field::Input(input) => self.input(ui, field, input, width, out),
            Field::Param(param) => self.param(ui, field, param, width, out),
        }
    }

    fn input(
        &self,
        ui: &mut Ui,
        field: Field,
        input: &'static InputSpec,
        width: f32,
        out: &mut Vec<Request>,
    ) -> Option<Change> {
        let graph = self.scene.graph;
        match (input.open, graph.number(self.node, input)) {
            (Open::Number(_), Some(value)) => self.number(ui, field, "", value, width),
            (Open::Optional, number) if field.takes_value() => {
                let number = number.map_or(Value::Off, Value::Number);
                self.optional(ui, field, &number, width, out)
            }
            _ => {
                self.open_port(ui, input, width);
                None
            }
        }
    }

    fn param(
        &self,
        ui: &mut Ui,
        field: Field,
        param: &'static ParamSpec,
        width: f32,
        out: &mut Vec<Request>,
    ) -> Option<Change> {
        let value = self.scene.graph.value(self.node, param);
        let mixed = self.mix(field) == Mix::Values;
        match (param.kind, value) {
            (ParamKind::Optional, value) => self.optional(ui, field, &value, width, out),
            (ParamKind::Choice(options), Value::Choice(name)) => {
                let chosen = (!mixed).then_some(name);
                choice(ui, self.node.spec(), param.name, options, chosen, width).map(|name| (Value::Choice(name), None))
            }
            (_, Value::Number(v)) => self.number(ui, field, "", v, width),
            (_, Value::Count(n)) => self.number(ui, field, "", f64::from(n), width),
            (_, Value::Flag(on)) => {
                let mut on = on && !mixed;
                let switch = ui.add(Checkbox::without_text(&mut on).indeterminate(mixed));
                switch.changed().then_some((Value::Flag(on), None))
            }
            (_, Value::Seed(seed)) => {
                self.seed(ui, field, seed, width, out);
                None
            }
            (_, Value::Point(p)) => {
                self.point(ui, field, p, width, out);
                None
            }
            (_, Value::File(path)) => {
                let hint = tr!("Path of an image");
                let path = if mixed { "" } else { &path };
                let text_width = width - icon::SIZE - ui.spacing().item_spacing.x;
                let (_, typed) = TextField::new("", path).hint(hint).width(text_width).show(ui);
                if icon_button(ui, Icon::Folder, tr!("Browse…"), tr!("Choose the image."), false).clicked() {
                    let nodes = self.all().map(|(id, _)| id.clone()).collect();
                    out.push(Request::PickImage { nodes, field: param.name });
                }
                typed.map(|text| (Value::File(text.trim().into()), None))
            }
            _ => None,
        }
    }

    /// A number field with the field's unit and limits; the value comes back as a count where the field is one.
    pub(super) fn number(&self, ui: &mut Ui, field: Field, name: &str, value: f64, width: f32) -> Option<Change> {
        let extent = self.scene.graph.world.extent;
        let (unit, whole) = unit_of_field(field);
        let soft = match field {
            Field::Input(input) => input.soft,
            Field::Param(param) => param.soft,
        };
        let mixed = self.mix(field) == Mix::Values;
        let number = NumberField::new(name, value).unit(unit).whole(whole).width(width).mixed(mixed);
        let edited = number.soft(soft.map(|s| s.resolve(extent))).hard(Some(hard(field, extent, whole))).show(ui);
        let value = edited.value?;
        let value =
            if whole { Value::Count(value.clamp(0.0, f64::from(u32::MAX)) as u32) } else { Value::Number(value) };
        Some((value, edited.gesture))
    }

    fn levels(
        &self,
        ui: &mut Ui,
        param: &'static ParamSpec,
        histogram: Option<&Histogram<'_>>,
        out: &mut Vec<Request>,
    ) {
        let Value::Levels(levels) = self.scene.graph.value(self.node, param) else { return };
        let editor = TilesEditor { world: &self.scene.graph.world, levels: &levels, histogram };
        let reply = editor.show(ui, self.node.setting(param.name).is_some());
        if let Some((levels, gesture)) = reply.levels {
            out.push(self.set(param.name, Some(Value::Levels(levels.into()).into()), gesture));
        }
        if let Some((world, gesture)) = reply.world {
            out.push(Request::Edit { edit: crate::graph::Edit::World(world), merge: gesture });
        }
        if reply.reset {
            out.push(self.set(param.name, None, None));
        }
    }

    fn clamp_note(&self, ui: &mut Ui, field: &str) {
        let Some(facts) = self.scene.facts.get(self.id) else { return };
        let color = tone(ui).warning;
        for (_, sentence) in facts.clamped.iter().filter(|(port, _)| **port == *field) {
            ui.add(Label::new(RichText::new(sentence).font(regular(SMALL)).color(color)).wrap());
        }
    }
}

/// The setting that a value is: an input that holds nothing is off; a parameter says so.
pub(super) fn holding(field: Field, value: Value) -> Option<Setting> {
    let off = value == Value::Off && matches!(field, Field::Input(_));
    (!off).then(|| value.into())
}

/// The limits of a field's number: its own, and those of what it is stored in.
pub(in crate::gui::panels) fn hard(field: Field, extent: (f64, f64), whole: bool) -> (f64, f64) {
    let storage = if whole { (0.0, f64::from(u32::MAX)) } else { (f64::from(f32::MIN), f64::from(f32::MAX)) };
    let (lo, hi) = field.limits(extent).unwrap_or(storage);
    (lo.max(storage.0), hi.min(storage.1))
}

/// What a parameter's number counts.
pub(in crate::gui::panels) fn unit_of_kind(kind: ParamKind) -> Unit {
    match kind {
        ParamKind::Metres | ParamKind::Point => Unit::Metres,
        ParamKind::Degrees => Unit::Degrees,
        _ => Unit::Plain,
    }
}

/// A list of options; the sentence of each is shown while the pointer rests on it. `None`: several are chosen.
pub(super) fn choice(
    ui: &mut Ui,
    spec: Option<&NodeSpec>,
    param: &str,
    options: &'static [Choice],
    chosen: Option<&str>,
    width: f32,
) -> Option<&'static str> {
    let title = |name: &str| language::choice(spec, param, name, option_title(name));
    let doc = |option: &Choice| language::choice_doc(spec, param, option);
    let mut picked = None;
    let words = chosen.map_or_else(|| tr!("mixed").to_owned(), title);
    let list = ComboBox::from_id_salt("choice").selected_text(words).width(width).truncate();
    let shown = list.show_ui(ui, |ui| {
        for option in options {
            let button =
                ui.selectable_label(Some(option.name) == chosen, title(option.name)).on_hover_text(doc(option));
            if button.clicked() {
                picked = Some(option.name);
            }
        }
    });
    // Not as text: that would name the list for screen readers, which the row does better.
    shown.response.on_hover_ui(|ui| {
        ui.label(options.iter().find(|o| Some(o.name) == chosen).map(doc).unwrap_or_default());
    });
    picked.filter(|name| Some(*name) != chosen)
}

/// `RadialFalloff` as `Radial falloff`; a digit and a single letter stay where they are.
pub(in crate::gui::panels) fn option_title(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let starts = i > 0 && c.is_uppercase() && chars[i - 1].is_lowercase();
        match starts {
            true => out.extend([' '].into_iter().chain(c.to_lowercase())),
            false => out.push(c),
        }
    }
    out
}
