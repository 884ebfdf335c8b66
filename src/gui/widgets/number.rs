//! The number field: a bar that drags, a text that is typed, and the limits that both respect.
//!
//! Dragging by one point moves the value by 1/200 of the soft range (of its logarithm where the range is positive and
//! wide), Shift makes that a tenth, Ctrl ten times. A click or the focus starts typing; Enter, Tab or a press elsewhere
//! takes the text, Esc restores. The wheel does nothing.

use super::bar::{Bar, TRAVEL};
use super::expression::exact;
pub use super::expression::{Unit, format, parse};
use super::text::{elided, select_all};
use super::tone::tone;
use crate::gui::language::tr;
use eframe::egui::accesskit::{Action, ActionData, Role};
use eframe::egui::{
    Align2, CursorIcon, Frame, Id, Key, Rect, Response, Sense, Stroke, StrokeKind, TextEdit, Tooltip, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

/// Seconds for which a hint stays.
const HINT_SECONDS: f64 = 5.0;
/// Width in points under which a field keeps less room beside its text.
const NARROW: f32 = 80.0;

/// A number that is dragged or typed.
#[derive(Clone, Debug)]
pub struct NumberField<'a> {
    name: &'a str,
    value: f64,
    unit: Unit,
    whole: bool,
    decimals: Option<usize>,
    mixed: bool,
    soft: Option<(f64, f64)>,
    hard: (f64, f64),
    id: Option<Id>,
    width: Option<f32>,
    height: Option<f32>,
}

/// What a [`NumberField`] reports.
pub struct Edited {
    /// Response of the field.
    pub response: Response,
    /// New value, inside the hard limits; `None` while it is as it was.
    pub value: Option<f64>,
    /// Key of the gesture that the change belongs to; `None` for a typed value.
    pub gesture: Option<Id>,
}

/// Text that is being typed, with the value it started from.
#[derive(Clone, Default)]
struct Typing {
    text: String,
    from: f64,
    /// The pass in which the field was drawn last: a text that was left longer ago is stale.
    pass: u64,
}

/// A drag: where it started and its place along the soft range, unrounded.
#[derive(Clone, Copy, Default)]
struct Drag {
    start: f64,
    bar: Bar,
    place: f64,
}

#[derive(Clone)]
struct Hint {
    text: String,
    until: f64,
}

impl<'a> NumberField<'a> {
    /// A field without limits. `name` is for screen readers; empty where a label names it.
    pub fn new(name: &'a str, value: f64) -> Self {
        Self {
            name,
            value,
            unit: Unit::Plain,
            whole: false,
            decimals: None,
            mixed: false,
            soft: None,
            hard: (f64::NEG_INFINITY, f64::INFINITY),
            id: None,
            width: None,
            height: None,
        }
    }

    /// What the number counts.
    #[must_use]
    pub fn unit(mut self, unit: Unit) -> Self {
        self.unit = unit;
        self
    }

    /// Whole numbers only.
    #[must_use]
    pub fn whole(mut self, whole: bool) -> Self {
        self.whole = whole;
        self
    }

    /// Decimals that are shown at most; typing starts from all of them.
    #[must_use]
    pub fn decimals(mut self, decimals: usize) -> Self {
        self.decimals = Some(decimals);
        self
    }

    /// The field stands for several values that differ: no number is shown, and any that is typed counts as new.
    #[must_use]
    pub fn mixed(mut self, mixed: bool) -> Self {
        self.mixed = mixed;
        self
    }

    /// Extent of the bar, if there is one.
    #[must_use]
    pub fn soft(mut self, soft: Option<(f64, f64)>) -> Self {
        self.soft = soft.filter(|(lo, hi)| lo < hi && lo.is_finite() && hi.is_finite());
        self
    }

    /// Limits that no value leaves.
    #[must_use]
    pub fn hard(mut self, hard: Option<(f64, f64)>) -> Self {
        self.hard = hard.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        self
    }

    /// An id of its own; without it the field's id comes from its name and the surrounding `Ui`.
    #[must_use]
    pub fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// Width in points; without it all that is there.
    #[must_use]
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Height in points; without it the style's.
    #[must_use]
    pub fn height(mut self, height: f32) -> Self {
        self.height = Some(height);
        self
    }

    /// Draws the field and reports what was done to it.
    pub fn show(self, ui: &mut Ui) -> Edited {
        let width = self.width.unwrap_or_else(|| ui.available_width());
        let height = self.height.unwrap_or_else(|| ui.spacing().interact_size.y);
        let (_, rect) = ui.allocate_space(vec2(width, height));
        self.show_at(ui, rect)
    }

    /// Draws the field in `rect`, which the caller has allocated.
    pub fn show_at(self, ui: &mut Ui, rect: Rect) -> Edited {
        let id = self.id.unwrap_or_else(|| ui.make_persistent_id(("number", self.name)));
        let layer = ui.layer_id();
        let typing = ui.is_enabled()
            && ui.memory_mut(|m| {
                m.interested_in_focus(id, layer);
                m.has_focus(id)
            });
        let mut edited = match typing {
            true => self.type_in(ui, id, rect),
            false => self.drag_in(ui, id, rect),
        };
        if let Some(value) = self.assistive(ui, id) {
            edited.value = Some(value);
        }
        edited.value = edited.value.filter(|v| self.mixed || *v != self.value);
        if edited.value.is_some() {
            edited.response.mark_changed();
        }
        self.describe(ui, &edited);
        self.show_hint(ui, id, rect);
        edited
    }

    /// The field while it has the focus: a text that is taken when the focus goes.
    fn type_in(&self, ui: &mut Ui, id: Id, rect: Rect) -> Edited {
        let pass = ui.ctx().cumulative_pass_nr();
        let fresh = || Typing { text: self.unchanged(), from: self.value, pass };
        let stored = ui.data(|d| d.get_temp::<Typing>(id)).filter(|t| t.from == self.value);
        let starts = stored.is_none();
        let mut typing = stored.unwrap_or_else(fresh);
        if starts {
            select_all(ui, id, &typing.text);
            forget_hint(ui, id);
        }
        let tone = tone(ui);
        ui.painter().rect(rect, 3.0, tone.field, Stroke::new(1.0, tone.accent), StrokeKind::Inside);
        let inside = rect.shrink2(vec2(8.0, 0.0));
        let edit = TextEdit::singleline(&mut typing.text)
            .id(id)
            .frame(Frame::NONE)
            .desired_width(inside.width())
            .align(Align2::LEFT_CENTER)
            .min_size(inside.size());
        // A child allocates nothing: the caller has allocated the field already.
        let response = ui.new_child(UiBuilder::new().max_rect(inside)).add(edit).with_new_rect(rect);
        let pressed_elsewhere =
            ui.input(|i| i.pointer.any_pressed() && i.pointer.interact_pos().is_none_or(|p| !rect.contains(p)));
        let escaped = ui.input(|i| i.key_pressed(Key::Escape));
        let done = response.lost_focus() || pressed_elsewhere;
        let value = match done && !escaped {
            true => self.take_text(ui, id, &typing.text),
            false => None,
        };
        if done || escaped {
            ui.data_mut(|d| d.remove::<Typing>(id));
            ui.memory_mut(|m| m.surrender_focus(id));
        } else {
            ui.data_mut(|d| d.insert_temp(id, Typing { pass, ..typing }));
        }
        Edited { response, value, gesture: None }
    }

    /// The field without the focus: a bar that drags.
    fn drag_in(&self, ui: &mut Ui, id: Id, rect: Rect) -> Edited {
        // The focus may have gone before this frame; what was typed until then counts, unless Esc took it.
        let left = ui.data_mut(|d| d.remove_temp::<Typing>(id)).filter(|t| t.from == self.value);
        let last_pass = ui.ctx().cumulative_pass_nr().saturating_sub(1);
        let typed = left
            .filter(|t| t.pass >= last_pass && !ui.input(|i| i.key_pressed(Key::Escape)))
            .and_then(|t| self.take_text(ui, id, &t.text));
        let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeHorizontal);
        if response.clicked() {
            ui.memory_mut(|m| m.request_focus(id));
        }
        let dragged = self.drag(ui, id, &response);
        self.paint(ui, rect, dragged.unwrap_or(self.value), &response);
        Edited { gesture: dragged.map(|_| id), value: dragged.or(typed), response }
    }

    fn drag(&self, ui: &Ui, id: Id, response: &Response) -> Option<f64> {
        let key = id.with("drag");
        if response.drag_started() {
            let bar = self.bar();
            let drag = Drag { start: self.value, bar, place: bar.place(self.value) };
            ui.data_mut(|d| d.insert_temp(key, drag));
            forget_hint(ui, id);
        }
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            return ui.data_mut(|d| d.remove_temp::<Drag>(key)).map(|drag| drag.start);
        }
        if response.drag_stopped() {
            ui.data_mut(|d| d.remove::<Drag>(key));
        }
        if !response.dragged() {
            return None;
        }
        let mut drag = ui.data(|d| d.get_temp::<Drag>(key))?;
        let points = f64::from(response.drag_delta().x);
        if points == 0.0 {
            return None;
        }
        let speed = ui.input(|i| match (i.modifiers.shift, i.modifiers.command) {
            (true, _) => 0.1,
            (_, true) => 10.0,
            _ => 1.0,
        });
        drag.place += points * speed / TRAVEL;
        let (lo, hi) = self.drag_limits(drag.start);
        let bar = drag.bar;
        drag.place = drag.place.clamp(bar.place(lo), bar.place(hi));
        ui.data_mut(|d| d.insert_temp(key, drag));
        Some(bar.tidy(drag.place, speed).clamp(lo, hi) + 0.0)
    }

    /// A drag stays on the bar, or between the bar and where it started; without a bar inside the hard limits.
    fn drag_limits(&self, start: f64) -> (f64, f64) {
        let (lo, hi) = self.soft.map_or(self.hard, |(lo, hi)| (lo.min(start), hi.max(start)));
        (lo.max(self.hard.0), hi.min(self.hard.1).max(lo.max(self.hard.0)))
    }

    fn bar(&self) -> Bar {
        Bar::new(self.soft, self.value, self.whole)
    }

    /// Takes a typed text: a value inside the limits, or a hint that says why not.
    fn take_text(&self, ui: &Ui, id: Id, text: &str) -> Option<f64> {
        if text == self.unchanged() {
            return None;
        }
        match parse(text, self.unit) {
            Ok(value) => {
                let asked = if self.whole { value.round() } else { value };
                let (lo, hi) = self.hard;
                let taken = asked.max(lo).min(hi);
                if taken != asked {
                    self.hint(ui, id, self.outside(asked));
                }
                Some(taken + 0.0)
            }
            Err(reason) => {
                self.hint(
                    ui,
                    id,
                    tr!("{why} The value stays {value}.", why = reason, value = format(self.value, self.unit)),
                );
                None
            }
        }
    }

    /// What stands in the field when typing starts.
    fn unchanged(&self) -> String {
        if self.mixed { String::new() } else { exact(self.value) }
    }

    fn outside(&self, asked: f64) -> String {
        let show = |v: f64| format(v, self.unit);
        let allowed = match self.hard {
            (lo, hi) if lo.is_finite() && hi.is_finite() => tr!("{from} to {to}", from = show(lo), to = show(hi)),
            (lo, _) if lo.is_finite() => tr!("{value} or more", value = show(lo)),
            (_, hi) => tr!("{value} or less", value = show(hi)),
        };
        let name = if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
        name + &tr!("{value} is outside; allowed is {allowed}.", value = show(asked), allowed = allowed)
    }

    fn hint(&self, ui: &Ui, id: Id, text: String) {
        let until = ui.input(|i| i.time) + HINT_SECONDS;
        ui.data_mut(|d| d.insert_temp(id.with("hint"), Hint { text, until }));
    }

    fn show_hint(&self, ui: &Ui, id: Id, rect: Rect) {
        let Some(hint) = ui.data(|d| d.get_temp::<Hint>(id.with("hint"))) else { return };
        let left = hint.until - ui.input(|i| i.time);
        if left <= 0.0 {
            return forget_hint(ui, id);
        }
        let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id.with("hint"), rect);
        let color = tone(ui).warning;
        tooltip.show(|ui| ui.colored_label(color, hint.text));
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
    }

    /// What assistive programs ask for.
    fn assistive(&self, ui: &Ui, id: Id) -> Option<f64> {
        let (lo, hi) = self.drag_limits(self.value);
        let steps = ui.input(|i| {
            i.num_accesskit_action_requests(id, Action::Increment) as f64
                - i.num_accesskit_action_requests(id, Action::Decrement) as f64
        });
        let set = ui.input(|i| {
            i.accesskit_action_requests(id, Action::SetValue).find_map(|request| match request.data {
                Some(ActionData::NumericValue(value)) => Some(value),
                _ => None,
            })
        });
        if let Some(value) = set.filter(|v| v.is_finite()) {
            let value = if self.whole { value.round() } else { value };
            return Some(value.max(self.hard.0).min(self.hard.1) + 0.0);
        }
        if steps == 0.0 {
            return None;
        }
        Some(self.bar().step(self.value, steps).clamp(lo, hi) + 0.0)
    }

    fn paint(&self, ui: &Ui, rect: Rect, value: f64, response: &Response) {
        let tone = tone(ui);
        let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
        let active = response.hovered() || response.dragged();
        painter.rect_filled(rect, 3.0, tone.field);
        if self.soft.is_some() && (!self.mixed || response.dragged()) {
            let share = self.bar().place(value).clamp(0.0, 1.0) as f32;
            let end = pos2(rect.left() + share * rect.width(), rect.bottom());
            painter.rect_filled(Rect::from_min_max(rect.min, end), 3.0, tone.bar);
        }
        let edge = if active { tone.edge_hover } else { tone.edge };
        painter.rect_stroke(rect, 3.0, Stroke::new(1.0, edge), StrokeKind::Inside);
        let mixed = self.mixed && !response.dragged();
        let color = if ui.is_enabled() && !mixed { tone.text } else { tone.muted };
        let pad = if rect.width() < NARROW { 5.0 } else { 8.0 };
        let words = if mixed { tr!("mixed").to_owned() } else { self.words(value) };
        let words = elided(ui, words, color, rect.width() - 2.0 * pad);
        let at = Align2::LEFT_CENTER.anchor_size(rect.left_center() + vec2(pad, 0.0), words.size());
        painter.galley(at.min, words, color);
    }

    /// The value as it is shown.
    fn words(&self, value: f64) -> String {
        let rounded = self.decimals.and_then(|n| format!("{value:.n$}").parse().ok());
        format(rounded.unwrap_or(value), self.unit)
    }

    fn describe(&self, ui: &Ui, edited: &Edited) {
        let value = edited.value.unwrap_or(self.value);
        let role = if self.soft.is_some() { Role::Slider } else { Role::SpinButton };
        edited.response.widget_info(|| {
            let mut info = WidgetInfo::labeled(role, ui.is_enabled(), self.name);
            info.value = Some(value);
            info
        });
        let (lo, hi) = self.hard;
        ui.ctx().accesskit_node_builder(edited.response.id, |node| {
            if lo.is_finite() {
                node.set_min_numeric_value(lo);
            }
            if hi.is_finite() {
                node.set_max_numeric_value(hi);
            }
            node.add_action(Action::SetValue);
            node.add_action(Action::Increment);
            node.add_action(Action::Decrement);
            let mixed = self.mixed && edited.value.is_none();
            node.set_value(if mixed { tr!("mixed").to_owned() } else { self.words(value) });
        });
    }
}

fn forget_hint(ui: &Ui, id: Id) {
    ui.data_mut(|d| d.remove::<Hint>(id.with("hint")));
}
