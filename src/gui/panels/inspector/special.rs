//! Rows whose nodes do not all get the same value: seeds, positions, numbers that may be off; and rows that cannot be edited
//! together.

use super::fields::Change;
use super::{At, Mix};
use crate::graph::{Field, Node, Setting};
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::values::effective;
use crate::gui::widgets::expression::Unit;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use crate::spec::Value;
use eframe::egui::{Align2, Checkbox, FontSelection, Id, Key, Label, RichText, Ui, vec2};

impl At<'_> {
    /// A seed that is typed, or drawn: several nodes get one each then.
    pub(super) fn seed(&self, ui: &mut Ui, field: Field, seed: u64, width: f32, out: &mut Vec<Request>) {
        let mixed = self.mix(field) == Mix::Values;
        let name = self.words(field).0;
        let text = if mixed { String::new() } else { seed.to_string() };
        let width = width - icon::SIZE - ui.spacing().item_spacing.x;
        let (response, typed) = TextField::new("", &text).width(width).show(ui);
        if mixed {
            // No hint of the field: for screen readers it would stand in for the row's name.
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(tr!("mixed")));
            if !response.has_focus() {
                let font = FontSelection::Default.resolve(ui.style());
                let at = response.rect.left_center() + vec2(8.0, 0.0);
                ui.painter().text(at, Align2::LEFT_CENTER, tr!("mixed"), font, tone(ui).muted);
            }
        }
        match typed.as_deref().map(|text| (text, text.trim().parse::<u64>())) {
            Some((_, Ok(seed))) => out.push(self.set(field.name(), Some(Value::Seed(seed).into()), None)),
            Some((text, Err(_))) if !text.trim().is_empty() => out.push(Request::Toast(tr!(
                "{field} stays as it was: “{text}” is no whole number from 0 to {most}.",
                field = name,
                text = text.trim(),
                most = u64::MAX
            ))),
            _ => {}
        }
        let hint = if self.others.is_empty() { tr!("Another seed.") } else { tr!("Another seed for each node.") };
        if icon_button(ui, Icon::Dice, &tr!("Roll {field}", field = name), hint, false).clicked() {
            let mut next = another_seed(seed);
            out.push(self.set_each(field.name(), None, |_| {
                let own = next;
                next += 1;
                Some(Value::Seed(own).into())
            }));
        }
    }

    /// A position in metres; each axis is set for itself.
    pub(super) fn point(&self, ui: &mut Ui, field: Field, p: [f64; 2], width: f32, out: &mut Vec<Request>) {
        let name = self.words(field).0;
        let half = (width - ui.spacing().item_spacing.x) * 0.5;
        let hard = Some((f64::from(f32::MIN), f64::from(f32::MAX)));
        let own = |node: &Node| match effective(self.scene.graph, node, field) {
            Some(Value::Point(own)) => own,
            _ => p,
        };
        for (axis, letter) in ["x", "y"].into_iter().enumerate() {
            let label = format!("{name} {letter}");
            let mixed = self.others.iter().any(|(_, node)| own(node)[axis] != p[axis]);
            let number = NumberField::new(&label, p[axis]).unit(Unit::Metres).hard(hard).mixed(mixed);
            let edited = number.width(half).show(ui);
            if let Some(value) = edited.value {
                self.remember(ui, field, edited.gesture);
                out.push(self.set_each(field.name(), edited.gesture, |node| {
                    let mut own = own(node);
                    own[axis] = value;
                    Some(Value::Point(own).into())
                }));
            }
        }
    }

    /// A switch with a number beside it while it is on. Where some nodes are off, a press switches those on.
    pub(super) fn optional(
        &self,
        ui: &mut Ui,
        field: Field,
        value: &Value,
        width: f32,
        out: &mut Vec<Request>,
    ) -> Option<Change> {
        let is_on = |node: &Node| !matches!(effective(self.scene.graph, node, field), None | Some(Value::Off));
        let split = self.others.iter().any(|(_, node)| is_on(node) != is_on(self.node));
        let mut on = *value != Value::Off && !split;
        let switch = ui.add(Checkbox::without_text(&mut on).indeterminate(split));
        let width = (width - switch.rect.width() - ui.spacing().item_spacing.x).max(20.0);
        let edited = match value {
            Value::Number(v) if !split => {
                self.number(ui, field, &tr!("{field} value", field = self.words(field).0), *v, width)
            }
            _ => {
                self.muted(ui, if split { tr!("mixed") } else { tr!("off") });
                None
            }
        };
        let first = Value::Number(self.first_number(field));
        match (switch.changed(), on) {
            (true, true) if split => {
                out.push(self.set_each(field.name(), None, |node| match is_on(node) {
                    true => node.setting(field.name()).cloned(),
                    false => Some(first.clone().into()),
                }));
                None
            }
            (true, true) => Some((first, None)),
            (true, false) => Some((Value::Off, None)),
            _ => edited,
        }
    }

    /// Notes what several nodes hold when a drag of their values begins: it may be a different thing on each.
    pub(super) fn remember(&self, ui: &Ui, field: Field, gesture: Option<Id>) {
        let Some(gesture) = gesture.filter(|_| !self.others.is_empty()) else { return };
        let settings = || self.all().map(|(_, node)| node.setting(field.name()).cloned()).collect();
        ui.data_mut(|data| {
            data.get_temp_mut_or_insert_with(before(field), || Before { gesture, settings: settings() });
        });
    }

    /// What brings that back, if Esc ends the drag.
    pub(super) fn restored(&self, ui: &Ui, field: Field) -> Option<Request> {
        if self.others.is_empty() {
            return None;
        }
        let (escape, held) = ui.input(|i| (i.key_pressed(Key::Escape), i.pointer.any_down()));
        if held && !escape {
            return None;
        }
        let noted = ui.data_mut(|data| {
            let noted = data.get_temp::<Before>(before(field));
            data.remove::<Before>(before(field));
            noted
        });
        let before = noted.filter(|_| escape)?;
        let mut settings = before.settings.into_iter();
        Some(self.set_each(field.name(), Some(before.gesture), |_| settings.next().flatten()))
    }

    /// The number that an optional field starts with: the allowed one that is nearest to 0.
    fn first_number(&self, field: Field) -> f64 {
        let (lo, hi) = field.limits(self.scene.graph.world.extent).unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        0.0_f64.max(lo).min(hi)
    }

    /// What is said where wires or shared values differ, which cannot be edited for all at once.
    pub(super) fn wired(&self, ui: &mut Ui, field: Field) {
        let count = |is: fn(&Setting) -> bool| {
            self.all().filter(|(_, node)| node.setting(field.name()).is_some_and(is)).count()
        };
        let plugged = count(|setting| matches!(setting, Setting::Link(_)));
        let shared = count(|setting| matches!(setting, Setting::Parameter(_)));
        let all = self.others.len() + 1;
        let words = match (plugged, shared) {
            (n, _) if n == all => tr!("plugged into different nodes").to_owned(),
            (0, n) => tr!("{n} of {all} shared", n = n, all = all),
            (n, _) => tr!("{n} of {all} plugged", n = n, all = all),
        };
        self.muted(ui, &words);
    }

    pub(super) fn muted(&self, ui: &mut Ui, words: &str) {
        ui.add(Label::new(RichText::new(words).color(tone(ui).muted)).selectable(false).truncate());
    }
}

/// What nodes held before a drag.
#[derive(Clone)]
struct Before {
    gesture: Id,
    settings: Vec<Option<Setting>>,
}

fn before(field: Field) -> Id {
    Id::unique(("values before a drag", field.name()))
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
