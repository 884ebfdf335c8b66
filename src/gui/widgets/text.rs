//! A text field that reports once, when the typing is over: Enter, Tab or a press elsewhere takes the text, Esc restores.

use super::tone::tone;
use eframe::egui::text::{CCursor, CCursorRange, LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Color32, FontId, FontSelection, Frame, Galley, Id, Key, KeyboardShortcut, Margin, Modifiers, Rect,
    Response, Stroke, TextEdit, Ui, pos2, vec2,
};
use std::sync::Arc;

/// A text that is edited in place.
pub struct TextField<'a> {
    name: &'a str,
    text: &'a str,
    hint: &'a str,
    lines: usize,
    width: f32,
    framed: bool,
    submits: bool,
    font: Option<FontId>,
    id: Option<Id>,
}

#[derive(Clone)]
struct Draft {
    text: String,
    from: String,
}

impl<'a> TextField<'a> {
    /// A field of one line. `name` is its accessible name, empty where a label names it.
    pub fn new(name: &'a str, text: &'a str) -> Self {
        Self {
            name,
            text,
            hint: "",
            lines: 1,
            width: f32::INFINITY,
            framed: true,
            submits: false,
            font: None,
            id: None,
        }
    }

    /// Text shown while the field is empty.
    #[must_use]
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// Several lines: Enter makes a new one.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Self {
        self.lines = lines;
        self
    }

    /// With several lines: Enter takes the text, Shift+Enter makes a new line.
    #[must_use]
    pub fn submits(mut self) -> Self {
        self.submits = true;
        self
    }

    /// Width in points; without it all that is there.
    #[must_use]
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// Draws the text alone until the pointer or the focus comes.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.framed = false;
        self
    }

    /// Font of the text.
    #[must_use]
    pub fn font(mut self, font: FontId) -> Self {
        self.font = Some(font);
        self
    }

    /// An id of its own; without it the field's id comes from its name and the surrounding `Ui`.
    #[must_use]
    pub fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// Draws the field; the new text, once the typing is over and only if it differs.
    pub fn show(self, ui: &mut Ui) -> (Response, Option<String>) {
        let id = self.id.unwrap_or_else(|| ui.make_persistent_id(("text", self.name)));
        let draft = ui.data(|d| d.get_temp::<Draft>(id)).filter(|d| d.from == self.text);
        let mut text = draft.map_or_else(|| self.text.to_owned(), |d| d.text);
        let response = self.edit(ui, id, &mut text);
        if !self.name.is_empty() {
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(self.name));
        }
        if response.gained_focus() && self.lines == 1 && !self.submits {
            select_all(ui, id, &text);
        }
        let escaped = ui.input(|i| i.key_pressed(Key::Escape));
        let submitted =
            self.submits && response.has_focus() && ui.input(|i| i.key_pressed(Key::Enter) && !i.modifiers.shift);
        let pressed_elsewhere = response.has_focus()
            && ui.input(|i| {
                i.pointer.any_pressed() && i.pointer.interact_pos().is_none_or(|p| !response.rect.contains(p))
            });
        if submitted || pressed_elsewhere {
            response.surrender_focus();
        }
        let done = response.lost_focus() || submitted || pressed_elsewhere;
        let taken = (done && !escaped && text != self.text).then(|| text.clone());
        if done || !response.has_focus() {
            ui.data_mut(|d| d.remove::<Draft>(id));
        } else {
            ui.data_mut(|d| d.insert_temp(id, Draft { text, from: self.text.to_owned() }));
        }
        (response, taken)
    }

    fn edit(&self, ui: &mut Ui, id: Id, text: &mut String) -> Response {
        let tone = tone(ui);
        let focused = ui.memory(|m| m.has_focus(id));
        let edge = match (focused, self.framed) {
            (true, _) => tone.accent,
            (false, true) => tone.edge,
            (false, false) => Color32::TRANSPARENT,
        };
        let fill = if self.framed || focused { tone.field } else { Color32::TRANSPARENT };
        let side = if self.framed { 8 } else { 4 };
        // A line of text is drawn a point above the middle of its row.
        let margin = Margin { left: side, right: side, top: 3, bottom: 1 };
        let frame = Frame::new().fill(fill).stroke(Stroke::new(1.0, edge)).corner_radius(3.0).inner_margin(margin);
        let edit = match self.lines {
            1 if !self.submits => TextEdit::singleline(text),
            lines if self.submits => {
                let shift_enter = KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter);
                TextEdit::multiline(text).desired_rows(lines).return_key(shift_enter)
            }
            lines => TextEdit::multiline(text).desired_rows(lines),
        };
        let width = self.width.min(ui.available_width());
        let mut edit = edit.id(id).frame(frame).desired_width(width).hint_text(self.hint);
        if let Some(font) = &self.font {
            edit = edit.font(font.clone());
        }
        let response = ui.add(edit);
        if self.lines == 1 && !self.submits && !response.has_focus() {
            self.cut(ui, response.rect, text, fill, f32::from(margin.right));
        }
        response
    }

    /// Marks a text that goes on beyond the end of its field.
    fn cut(&self, ui: &Ui, rect: Rect, text: &str, fill: Color32, margin: f32) {
        let font = self.font.clone().unwrap_or_else(|| FontSelection::Default.resolve(ui.style()));
        let color = tone(ui).text;
        let width = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), color).size().x;
        if width <= rect.width() - 2.0 * margin - 1.0 {
            return;
        }
        let mark = ui.painter().layout_no_wrap("…".to_owned(), font, color);
        let end = rect.right_center() - vec2(margin, 0.0);
        let place = Align2::RIGHT_CENTER.anchor_size(end, mark.size());
        let ground = if fill == Color32::TRANSPARENT { tone(ui).panel } else { fill };
        let behind = Rect::from_min_max(place.min, pos2(rect.right() - 1.0, place.max.y));
        ui.painter().rect_filled(behind, 0.0, ground);
        ui.painter().galley(place.min, mark, color);
    }
}

/// `text` in one line of at most `width` points, with an ellipsis where it is cut.
pub fn elided(ui: &Ui, text: String, color: Color32, width: f32) -> Arc<Galley> {
    let font = FontSelection::Default.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(text, font, color);
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    ui.painter().layout_job(job)
}

/// Selects the whole text of a field, so that typing replaces it: a short text is replaced more often than it is corrected,
/// and a second click places the cursor.
pub fn select_all(ui: &Ui, id: Id, text: &str) {
    select(ui, id, 0..text.chars().count());
}

/// Selects these characters of a text field.
pub fn select(ui: &Ui, id: Id, characters: std::ops::Range<usize>) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let range = CCursorRange::two(CCursor::new(characters.start), CCursor::new(characters.end));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), id);
}
