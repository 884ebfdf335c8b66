//! A list of pairs, such as the corners of a path: a line for each, with its numbers.

use super::At;
use crate::graph::Setting;
use crate::gui::language::{self, tr};
use crate::gui::request::Request;
use crate::gui::theme::{TEXT, semibold};
use crate::gui::widgets::expression::Unit;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::tone::tone;
use crate::spec::{ParamSpec, Rows, Value};
use eframe::egui::{Align, Id, Label, Layout, RichText, Ui, vec2};

impl At<'_> {
    /// The list of a parameter.
    pub(super) fn rows(&self, ui: &mut Ui, param: &'static ParamSpec, rows: &'static Rows, out: &mut Vec<Request>) {
        let Value::Points(pairs) = self.scene.graph.value(self.node, param) else { return };
        let set = |pairs: Vec<[f64; 2]>, gesture: Option<Id>| {
            self.set(param.name, Some(Setting::Value(Value::Points(pairs.into()))), gesture)
        };
        ui.push_id(param.name, |ui| {
            ui.add_space(4.0);
            let changed = self.node.setting(param.name).is_some();
            let (add, reset) = self.head(ui, param, changed, pairs.len() < rows.count.1);
            if reset {
                out.push(self.set(param.name, None, None));
            }
            if add {
                let mut pairs = pairs.to_vec();
                added(rows, &mut pairs);
                out.push(set(pairs, None));
            }
            for (index, pair) in pairs.iter().enumerate() {
                ui.push_id(index, |ui| {
                    let (edited, removed) = line(ui, rows, index, *pair, pairs.len() > rows.count.0);
                    let mut pairs = pairs.to_vec();
                    if removed {
                        pairs.remove(index);
                        out.push(set(pairs, None));
                    } else if let Some((column, value, gesture)) = edited {
                        pairs[index][column] = value;
                        if rows.rising {
                            pairs.sort_by(|a, b| a[0].total_cmp(&b[0]));
                        }
                        out.push(set(pairs, gesture));
                    }
                });
            }
        });
    }

    /// The name of a list with its buttons: whether a row is to be added, and whether the default is wanted.
    pub(super) fn head(&self, ui: &mut Ui, param: &'static ParamSpec, changed: bool, more: bool) -> (bool, bool) {
        let (mut add, mut reset) = (false, false);
        let (name, doc) = match self.node.spec() {
            Some(spec) => (language::port(spec, param.name), language::port_doc(spec, param.name)),
            None => return (false, false),
        };
        ui.horizontal(|ui| {
            let title = RichText::new(&name).font(semibold(TEXT)).color(tone(ui).text);
            ui.add(Label::new(title).selectable(false)).on_hover_text(doc);
            if changed {
                let label = tr!("Reset {name}", name = name);
                reset = icon_button(ui, Icon::Reset, &label, tr!("Return to the default."), false).clicked();
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                add = ui.add_enabled(more, eframe::egui::Button::new(tr!("Add a row"))).clicked();
            });
        });
        (add, reset)
    }
}

/// An edited number with its column and gesture.
type Edited = Option<(usize, f64, Option<Id>)>;

/// The numbers of a row and the button that removes it.
fn line(ui: &mut Ui, rows: &Rows, index: usize, pair: [f64; 2], removable: bool) -> (Edited, bool) {
    let (mut edited, mut removed) = (None, false);
    let entry = word(rows.entry);
    ui.horizontal(|ui| {
        let number = format!("{}", index + 1);
        ui.allocate_ui_with_layout(vec2(22.0, 20.0), Layout::right_to_left(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(number).color(tone(ui).muted)).selectable(false));
        });
        let width = (ui.available_width() - icon::SIZE - 2.0 * ui.spacing().item_spacing.x) * 0.5 - 3.0;
        for (column, (spec, value)) in rows.columns.iter().zip(pair).enumerate() {
            let label = tr!("{column} of {entry} {n}", column = word(spec.name), entry = entry, n = index + 1);
            let unit = if spec.metres { Unit::Metres } else { Unit::Plain };
            let soft = (!spec.metres).then_some(spec.range);
            let field = NumberField::new(&label, value).unit(unit).soft(soft).hard(Some(spec.range)).width(width);
            let reply = field.show(ui);
            if let Some(value) = reply.value {
                edited = Some((column, value, reply.gesture));
            }
            reply.response.on_hover_text(tr!(
                "{column} of {entry} {n}",
                column = word(spec.name),
                entry = entry,
                n = index + 1
            ));
        }
        if removable {
            let label = tr!("Remove {entry} {n}", entry = entry, n = index + 1);
            removed = icon_button(ui, Icon::Remove, &label, tr!("Remove this row."), false).clicked();
        }
    });
    (edited, removed)
}

/// Adds a row: half-way in the widest gap of a list that rises, else as far beyond the last as that is from the one before.
fn added(rows: &Rows, pairs: &mut Vec<[f64; 2]>) {
    let held = |v: f64, column: usize| v.clamp(rows.columns[column].range.0, rows.columns[column].range.1);
    if rows.rising {
        let gap = |i: &usize| pairs[i + 1][0] - pairs[*i][0];
        let widest = (0..pairs.len().saturating_sub(1)).max_by(|a, b| gap(a).total_cmp(&gap(b)));
        if let Some(i) = widest {
            let middle = (pairs[i][0] + pairs[i + 1][0]) * 0.5;
            pairs.insert(i + 1, [middle, pairs[i][1]]);
        }
        return;
    }
    let last = pairs.last().copied().unwrap_or_default();
    let before = pairs.len().checked_sub(2).and_then(|i| pairs.get(i)).copied();
    let before = before.unwrap_or([last[0] - 100.0, last[1]]);
    pairs.push([held(2.0 * last[0] - before[0], 0), held(2.0 * last[1] - before[1], 1)]);
}

/// A word of a list in the language that is spoken.
fn word(name: &'static str) -> &'static str {
    match name {
        "corner" => tr!("corner"),
        "terrace" => tr!("terrace"),
        "level" => tr!("level"),
        "softness" => tr!("softness"),
        name => name,
    }
}
