//! One row per input and parameter, drawn by the type that its declaration gives.

use super::{At, unit_of};
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
        if let Field::Param(param @ ParamSpec { kind: ParamKind::Levels, .. }) = field {
            return self.levels(ui, param, histogram, out);
        }
        if let Field::Param(param @ ParamSpec { kind: ParamKind::Points, .. }) = field {
            return self.curve(ui, param, histogram, out);
        }
        let (name, doc) = self.words(field);
        let setting = self.node.setting(field.name());
        let reset = setting.is_some_and(|s| matches!(s, Setting::Value(_)) && !field.is_default(s));
        let reply = Row { name: &name, doc: &doc, reset }.show(ui, |ui, width| match setting {
            Some(Setting::Link(link)) => self.plugged(ui, (field.name(), &name), link, width, out),
            Some(Setting::Parameter(parameter)) => self.shared(ui, field, parameter, width, out),
            Some(Setting::Value(_)) | None => {
                if let Some((value, gesture)) = self.own_value(ui, field, width) {
                    // An input that holds nothing is off; a parameter says so.
                    let off = value == Value::Off && matches!(field, Field::Input(_));
                    let setting = (!off).then(|| value.into());
                    out.push(self.set(field.name(), setting, gesture));
                }
            }
        });
        if reply.reset {
            out.push(self.set(field.name(), None, None));
        }
        self.field_menu(&reply.label, field, out);
        self.clamp_note(ui, field.name());
    }

    /// Name and documentation of a field.
    fn words(&self, field: Field) -> (String, String) {
        match self.node.spec() {
            Some(spec) => (language::port(spec, field.name()), language::port_doc(spec, field.name())),
            None => (spoken(field.name()), String::new()),
        }
    }

    fn own_value(&self, ui: &mut Ui, field: Field, width: f32) -> Option<Change> {
        match field {
            Field::Input(input) => self.input(ui, field, input, width),
            Field::Param(param) => self.param(ui, field, param, width),
        }
    }

    fn input(&self, ui: &mut Ui, field: Field, input: &'static InputSpec, width: f32) -> Option<Change> {
        let graph = self.scene.graph;
        match (input.open, graph.number(self.node, input)) {
            (Open::Number(_), Some(value)) => self.number(ui, field, "", value, width),
            (Open::Optional, number) if field.takes_value() => {
                let number = number.map_or(Value::Off, Value::Number);
                self.optional(ui, field, &number, width)
            }
            _ => {
                self.open_port(ui, input, width);
                None
            }
        }
    }

    fn param(&self, ui: &mut Ui, field: Field, param: &'static ParamSpec, width: f32) -> Option<Change> {
        let value = self.scene.graph.value(self.node, param);
        match (param.kind, value) {
            (ParamKind::Optional, value) => self.optional(ui, field, &value, width),
            (ParamKind::Choice(options), Value::Choice(name)) => {
                choice(ui, self.node.spec(), param.name, options, name, width).map(|name| (Value::Choice(name), None))
            }
            (_, Value::Number(v)) => self.number(ui, field, "", v, width),
            (_, Value::Count(n)) => self.number(ui, field, "", f64::from(n), width),
            (_, Value::Flag(mut on)) => {
                ui.add(Checkbox::without_text(&mut on)).changed().then_some((Value::Flag(on), None))
            }
            (_, Value::Seed(seed)) => seed_field(ui, &self.words(field).0, seed, width),
            (_, Value::File(path)) => {
                let hint = tr!("Path of an image");
                let (_, typed) = TextField::new("", &path).hint(hint).width(width).show(ui);
                typed.map(|text| (Value::File(text.trim().into()), None))
            }
            (_, Value::Point(p)) => point(ui, &self.words(field).0, p, width),
            _ => None,
        }
    }

    /// A number field with the field's unit and limits; the value comes back as a count where the field is one.
    pub(super) fn number(&self, ui: &mut Ui, field: Field, name: &str, value: f64, width: f32) -> Option<Change> {
        let extent = self.scene.graph.world.extent;
        let (unit, soft, whole) = match field {
            Field::Input(input) => (unit_of(input.quantity), input.soft, false),
            Field::Param(param) => (unit_of_kind(param.kind), param.soft, param.kind == ParamKind::Count),
        };
        let number = NumberField::new(name, value).unit(unit).whole(whole).width(width);
        let edited = number.soft(soft.map(|s| s.resolve(extent))).hard(Some(hard(field, extent, whole))).show(ui);
        let value = edited.value?;
        let value =
            if whole { Value::Count(value.clamp(0.0, f64::from(u32::MAX)) as u32) } else { Value::Number(value) };
        Some((value, edited.gesture))
    }

    /// A switch with a number beside it while it is on.
    fn optional(&self, ui: &mut Ui, field: Field, value: &Value, width: f32) -> Option<Change> {
        let mut on = *value != Value::Off;
        let switch = ui.add(Checkbox::without_text(&mut on));
        let width = (width - switch.rect.width() - ui.spacing().item_spacing.x).max(20.0);
        let edited = match value {
            Value::Number(v) => self.number(ui, field, &tr!("{field} value", field = self.words(field).0), *v, width),
            _ => {
                ui.add(Label::new(RichText::new(tr!("off")).color(tone(ui).muted)).selectable(false));
                None
            }
        };
        match (switch.changed(), on) {
            (true, true) => Some((Value::Number(self.first_number(field)), None)),
            (true, false) => Some((Value::Off, None)),
            _ => edited,
        }
    }

    /// The number that an optional field starts with: the allowed one that is nearest to 0.
    fn first_number(&self, field: Field) -> f64 {
        let (lo, hi) = field.limits(self.scene.graph.world.extent).unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        0.0_f64.max(lo).min(hi)
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

/// The limits of a field's number: its own, and those of what it is stored in.
fn hard(field: Field, extent: (f64, f64), whole: bool) -> (f64, f64) {
    let storage = if whole { (0.0, f64::from(u32::MAX)) } else { (f64::from(f32::MIN), f64::from(f32::MAX)) };
    let (lo, hi) = field.limits(extent).unwrap_or(storage);
    (lo.max(storage.0), hi.min(storage.1))
}

fn unit_of_kind(kind: ParamKind) -> Unit {
    match kind {
        ParamKind::Metres | ParamKind::Point => Unit::Metres,
        ParamKind::Degrees => Unit::Degrees,
        _ => Unit::Plain,
    }
}

/// A list of options; the sentence of each is shown while the pointer rests on it.
pub(super) fn choice(
    ui: &mut Ui,
    spec: Option<&NodeSpec>,
    param: &str,
    options: &'static [Choice],
    chosen: &str,
    width: f32,
) -> Option<&'static str> {
    let title = |name: &str| language::choice(spec, param, name, title(name));
    let doc = |option: &Choice| language::choice_doc(spec, param, option);
    let mut picked = None;
    let list = ComboBox::from_id_salt("choice").selected_text(title(chosen)).width(width).truncate();
    let shown = list.show_ui(ui, |ui| {
        for option in options {
            let button = ui.selectable_label(option.name == chosen, title(option.name)).on_hover_text(doc(option));
            if button.clicked() {
                picked = Some(option.name);
            }
        }
    });
    // Not as text: that would name the list for screen readers, which the row does better.
    shown.response.on_hover_ui(|ui| {
        ui.label(options.iter().find(|o| o.name == chosen).map(doc).unwrap_or_default());
    });
    picked.filter(|name| *name != chosen)
}

/// `RadialFalloff` as `Radial falloff`; a digit and a single letter stay where they are.
fn title(name: &str) -> String {
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

fn seed_field(ui: &mut Ui, name: &str, seed: u64, width: f32) -> Option<Change> {
    let text = seed.to_string();
    let field = TextField::new("", &text).width(width - icon::SIZE - ui.spacing().item_spacing.x);
    let typed = field.show(ui).1.and_then(|text| text.trim().parse::<u64>().ok());
    let rolled = icon_button(ui, Icon::Dice, &tr!("Roll {field}", field = name), tr!("Another seed."), false).clicked();
    let seed = if rolled { Some(another_seed(seed)) } else { typed.filter(|new| *new != seed) };
    seed.map(|seed| (Value::Seed(seed), None))
}

/// A short number, drawn by the clock, that differs from `seed`.
fn another_seed(seed: u64) -> u64 {
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
    // Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014: the mixer of SplitMix64.
    let mut z = clock ^ seed.rotate_left(32);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let drawn = (z ^ (z >> 31)) % 99_999 + 1;
    if drawn == seed { drawn + 1 } else { drawn }
}

fn point(ui: &mut Ui, name: &str, p: [f64; 2], width: f32) -> Option<Change> {
    let half = (width - ui.spacing().item_spacing.x) * 0.5;
    let hard = Some((f64::from(f32::MIN), f64::from(f32::MAX)));
    let mut changed = None;
    for (axis, letter) in ["x", "y"].into_iter().enumerate() {
        let label = format!("{name} {letter}");
        let edited = NumberField::new(&label, p[axis]).unit(Unit::Metres).hard(hard).width(half).show(ui);
        if let Some(value) = edited.value {
            let mut p = p;
            p[axis] = value;
            changed = Some((Value::Point(p), edited.gesture));
        }
    }
    changed
}
