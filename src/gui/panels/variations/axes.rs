//! The rows that say what varies across and down, and through which values.

use super::{Axis, Dial, Sort, Target};
use crate::gui::language::tr;
use crate::gui::theme::SMALL;
use crate::gui::topbar::another_seed;
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use eframe::egui::{Button, ComboBox, Label, RichText, Ui, vec2};

/// Widths in points.
const LIST: f32 = 150.0;
const NUMBER: f32 = 64.0;
const COUNT: f32 = 44.0;

/// The row of what varies first; two rows where it is narrow.
pub(super) fn across(ui: &mut Ui, dials: &[Dial], (axis, down): (&mut Axis, Option<&Axis>), most: usize, narrow: bool) {
    let chosen = part(ui, narrow, |ui| {
        faint(ui, if down.is_some() { tr!("across") } else { tr!("vary") });
        let taken = down.map(|down| &down.target);
        list(ui, "across", tr!("What varies across"), dials, Some(&axis.target), taken, false)
    });
    if let Some(Some(dial)) = chosen {
        *axis = Axis::of(dial, axis.count);
    }
    if let Some(dial) = dials.iter().find(|dial| dial.target == axis.target) {
        part(ui, narrow, |ui| values(ui, dial, axis, most, (&names(false), down.is_none())));
    }
}

/// A part of a row, which is a row of its own where it is narrow.
fn part<R>(ui: &mut Ui, narrow: bool, content: impl FnOnce(&mut Ui) -> R) -> R {
    if narrow { ui.horizontal(content).inner } else { content(ui) }
}

/// The row of what varies from row to row, which may be nothing.
pub(super) fn down(
    ui: &mut Ui,
    dials: &[Dial],
    (taken, down): (&Target, &mut Option<Axis>),
    (count, most): (usize, usize),
    narrow: bool,
) {
    let present = down.as_ref().map(|axis| axis.target.clone());
    let chosen = part(ui, narrow, |ui| {
        faint(ui, if present.is_some() { tr!("down") } else { tr!("and") });
        list(ui, "down", tr!("What varies down"), dials, present.as_ref(), Some(taken), true)
    });
    match chosen {
        Some(Some(dial)) => *down = Some(Axis::of(dial, down.as_ref().map_or(count, |axis| axis.count))),
        Some(None) => *down = None,
        None => {}
    }
    if let Some(axis) = down
        && let Some(dial) = dials.iter().find(|dial| dial.target == axis.target)
    {
        part(ui, narrow, |ui| values(ui, dial, axis, most, (&names(true), false)));
    }
}

/// A list of dials; what was chosen: a dial, or nothing at all.
fn list<'a>(
    ui: &mut Ui,
    salt: &str,
    name: &str,
    dials: &'a [Dial],
    present: Option<&Target>,
    taken: Option<&Target>,
    may_be_nothing: bool,
) -> Option<Option<&'a Dial>> {
    let shown =
        dials.iter().find(|dial| Some(&dial.target) == present).map_or(tr!("nothing else"), |d| d.name.as_str());
    let mut chosen = None;
    // Its arrow takes part of the width.
    let width = LIST.min(ui.available_width() - 8.0);
    let combo = ComboBox::from_id_salt(salt).selected_text(shown).width(width).truncate().height(420.0);
    let shown = combo.show_ui(ui, |ui| {
        if may_be_nothing && ui.selectable_label(present.is_none(), tr!("nothing else")).clicked() {
            chosen = Some(None);
        }
        for dial in dials.iter().filter(|dial| Some(&dial.target) != taken) {
            if ui.selectable_label(Some(&dial.target) == present, &dial.name).clicked() {
                chosen = Some(Some(dial));
            }
        }
        let hint = tr!("Select a node to vary its fields.");
        if !dials.iter().any(|dial| matches!(dial.target, Target::Field(..))) {
            ui.add_enabled(false, Label::new(RichText::new(hint).size(SMALL).color(tone(ui).muted)));
        }
    });
    shown.response.accessible_name(name);
    chosen
}

/// What the fields of a row are called.
struct Names {
    first: &'static str,
    last: &'static str,
    seed: &'static str,
    count: &'static str,
}

fn names(is_down: bool) -> Names {
    match is_down {
        false => Names {
            first: tr!("first value"),
            last: tr!("last value"),
            seed: tr!("first seed"),
            count: tr!("number of pictures"),
        },
        true => Names {
            first: tr!("first value down"),
            last: tr!("last value down"),
            seed: tr!("first seed down"),
            count: tr!("number of rows"),
        },
    }
}

/// The values: first seed or ends, and how many. `pages` gives seeds buttons that go on.
fn values(ui: &mut Ui, dial: &Dial, axis: &mut Axis, most: usize, (names, pages): (&Names, bool)) {
    match &dial.sort {
        Sort::Seed(_) => seeds(ui, axis, (names, pages)),
        Sort::Number { ends, hard, unit, whole } => {
            let field = |name: &'static str, value: f64| {
                let number = NumberField::new(name, value).unit(*unit).whole(*whole).hard(*hard).width(NUMBER);
                number.soft(Some(*ends).filter(|(lo, hi)| hi > lo))
            };
            if let Some(from) = field(names.first, axis.ends.0).show(ui).value {
                axis.ends.0 = from;
            }
            faint(ui, "–");
            if let Some(to) = field(names.last, axis.ends.1).show(ui).value {
                axis.ends.1 = to;
            }
        }
        // All options are shown.
        Sort::Choice(_) => return,
    }
    faint(ui, "×");
    let field = NumberField::new(names.count, axis.count as f64).whole(true);
    let field = field.soft(Some((1.0, most as f64))).hard(Some((1.0, most as f64))).width(COUNT);
    if let Some(count) = field.show(ui).value {
        axis.count = (count as usize).clamp(1, most);
    }
}

fn seeds(ui: &mut Ui, axis: &mut Axis, (names, pages): (&Names, bool)) {
    let step = axis.count as u64;
    if pages && turn(ui, "‹", tr!("Earlier seeds"), axis.first > 0) {
        axis.first = axis.first.saturating_sub(step);
    }
    let text = axis.first.to_string();
    let typed = TextField::new(names.seed, &text).width(NUMBER).show(ui).1;
    if let Some(first) = typed.and_then(|text| text.trim().parse::<u64>().ok()) {
        axis.first = first;
    }
    if pages && turn(ui, "›", tr!("Later seeds"), axis.first.checked_add(step).is_some()) {
        axis.first = axis.first.saturating_add(step);
    }
    let (name, hint) = (tr!("Other seeds"), tr!("Seeds that were not seen yet"));
    if icon_button(ui, Icon::Dice, name, hint, false).clicked() {
        axis.first = another_seed(axis.first);
    }
}

/// A button that turns the page.
fn turn(ui: &mut Ui, sign: &str, name: &str, enabled: bool) -> bool {
    let response = ui.add_enabled(enabled, Button::new(sign).min_size(vec2(22.0, 22.0)));
    response.clone().accessible_name(name);
    response.on_hover_text(name).clicked()
}

fn faint(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).size(SMALL).color(tone(ui).muted)).selectable(false));
}
