//! One line of a panel: a name, a control, and an arrow back to the default where there is something to go back from.

use super::icon::{self, Icon, icon_button};
use super::tone::tone;
use crate::gui::language::tr;
use crate::gui::theme::{TEXT, semibold};
use eframe::egui::{Align, Label, Layout, Rect, Response, RichText, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

/// A line of a panel.
pub struct Row<'a> {
    /// Name, which also names the control for screen readers.
    pub name: &'a str,
    /// Documentation, shown while the pointer rests on the name.
    pub doc: &'a str,
    /// Whether the arrow to the default is drawn.
    pub reset: bool,
}

/// What a line reports.
pub struct RowReply<R> {
    /// What the control gave.
    pub inner: R,
    /// Whether the arrow was clicked.
    pub reset: bool,
    /// The name, which senses clicks.
    pub label: Response,
}

/// Width of the names' column in a panel of that width.
pub fn label_width(available: f32) -> f32 {
    (available * 0.29).clamp(76.0, 132.0)
}

impl Row<'_> {
    /// Draws the line; `control` gets the width that it may fill.
    pub fn show<R>(&self, ui: &mut Ui, control: impl FnOnce(&mut Ui, f32) -> R) -> RowReply<R> {
        ui.push_id(self.name, |ui| self.show_line(ui, control)).inner
    }

    fn show_line<R>(&self, ui: &mut Ui, control: impl FnOnce(&mut Ui, f32) -> R) -> RowReply<R> {
        // A child of its own, so that a line that is too wide widens no other.
        let room = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), ui.spacing().interact_size.y));
        let layout = Layout::left_to_right(Align::Center);
        let mut child = ui.new_child(UiBuilder::new().id_salt("line").max_rect(room).layout(layout));
        let reply = self.line_in(&mut child, control);
        let mut used = child.min_rect();
        used.max.x = used.max.x.min(room.max.x);
        ui.advance_cursor_after_rect(used);
        reply
    }

    fn line_in<R>(&self, ui: &mut Ui, control: impl FnOnce(&mut Ui, f32) -> R) -> RowReply<R> {
        let height = ui.spacing().interact_size.y;
        let column = label_width(ui.available_width());
        let left = ui.cursor().left();
        let room = if self.reset { column - icon::SIZE - 2.0 } else { column };
        let label = name_label(ui, self.name, room, vec2(column, height));
        // Beside the name, not behind the control: controls of all lines end at one edge.
        let arrow = Rect::from_center_size(
            pos2(left + column - icon::SIZE * 0.5, label.rect.center().y),
            Vec2::splat(icon::SIZE),
        );
        let label = if self.doc.is_empty() { label } else { label.on_hover_text(prose(self.doc)) };
        let width = ui.available_width().max(40.0);
        let inner = match self.name {
            "" => control(ui, width),
            _ => ui.label_inputs_by(label.id, |ui| control(ui, width)),
        };
        let reset = self.reset && {
            let hint = tr!("Return {field} to its default.", field = self.name);
            let mut place = ui.new_child(UiBuilder::new().id_salt("reset").max_rect(arrow));
            icon_button(&mut place, Icon::Reset, &tr!("Reset {field}", field = self.name), &hint, false).clicked()
        };
        RowReply { inner, reset, label }
    }
}

/// The name in a column of `size`, cut to `room`.
fn name_label(ui: &mut Ui, name: &str, room: f32, size: Vec2) -> Response {
    let text = RichText::new(name).color(tone(ui).secondary);
    let (column, empty) = ui.allocate_exact_size(size, Sense::hover());
    if name.is_empty() {
        return empty;
    }
    let place = Rect::from_min_size(column.min, vec2(room, size.y));
    let layout = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().id_salt("name").max_rect(place).layout(layout));
    ui.add(Label::new(text).truncate().selectable(false).sense(Sense::CLICK))
}

/// A line without a control: a name and a text that may wrap.
pub fn text_row(ui: &mut Ui, name: &str, doc: &str, text: RichText) -> Response {
    let row = Row { name, doc, reset: false };
    row.show(ui, |ui, _| ui.add(Label::new(text).wrap())).inner
}

/// A heading between groups of lines.
pub fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.add_space(6.0);
    let color = tone(ui).text;
    ui.label(RichText::new(text).font(semibold(TEXT)).color(color))
}

/// Documentation as a person reads it: lines joined, paragraphs kept.
pub fn prose(doc: &str) -> String {
    let lines: Vec<&str> = doc.trim().lines().map(str::trim).collect();
    let paragraphs: Vec<String> = lines.split(|line| line.is_empty()).map(|p| p.join(" ")).collect();
    paragraphs.join("\n\n")
}

/// A name in files as people read it: `feature_scale` is "feature scale".
pub fn spoken(name: &str) -> String {
    name.replace('_', " ")
}
