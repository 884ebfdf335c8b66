//! The strip of one half: its colours, and under it a handle for each stop that drags, takes the focus and obeys keys.

use super::stops::Stops;
use super::{Change, Half};
use crate::gui::language::tr;
use crate::gui::widgets::gradient::gradient;
use crate::gui::widgets::tone::tone;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Color32, CursorIcon, EventFilter, Id, Key, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

/// Height of the colours, and of the handles under them, in points.
const COLORS: f32 = 26.0;
const HANDLE: f32 = 15.0;
/// Half the width of a handle.
const HALF: f32 = 5.5;
/// Arrows move a stop by this; with Shift by a tenth of it.
const NUDGE: f32 = 0.01;

/// Draws the strip; `chosen` is the stop whose colour and place are shown below it.
pub(super) fn show(ui: &mut Ui, half: Half, stops: &Stops, chosen: &mut usize) -> Option<Change> {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), COLORS + HANDLE));
    let colors = Rect::from_min_max(rect.min + vec2(HALF, 0.0), pos2(rect.right() - HALF, rect.top() + COLORS));
    let ground = ui.interact(colors, ui.make_persistent_id("colours"), Sense::CLICK);
    ground.widget_info(|| WidgetInfo::labeled(Role::Button, true, half.strip_name()));
    let painter = ui.painter_at(rect);
    gradient(&painter, colors, &stops.0);
    painter.rect_stroke(colors, 2.0, Stroke::new(1.0, tone(ui).edge), StrokeKind::Inside);
    let mut change = None;
    for index in 0..stops.0.len() {
        let response = handle(ui, half, stops, index, colors, chosen, &mut change);
        paint_handle(ui, stops.0[index].1, response.rect, *chosen == index, &response);
    }
    let clicked = ground.clicked();
    if let Some(pointer) = ground.on_hover_text_at_pointer(tr!("Click to add a colour here.")).interact_pointer_pos()
        && clicked
        && let Some((stops, index)) = stops.clone().added(place_of(colors, pointer.x))
    {
        *chosen = index;
        ui.memory_mut(|m| m.request_focus(handle_id(ui, index)));
        change = Some((stops, None));
    }
    change
}

fn handle(
    ui: &Ui,
    half: Half,
    stops: &Stops,
    index: usize,
    colors: Rect,
    chosen: &mut usize,
    change: &mut Option<Change>,
) -> Response {
    let at = stops.0[index].0;
    let x = colors.left() + at * colors.width();
    let rect = Rect::from_min_max(pos2(x - HALF, colors.bottom() - 2.0), pos2(x + HALF, colors.bottom() + HANDLE));
    let id = handle_id(ui, index);
    let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeHorizontal);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Slider, true, half.stop_name(index));
        info.value = Some(f64::from(at));
        info
    });
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if response.has_focus() || response.dragged() {
        *chosen = index;
    }
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        *change = Some((stops.clone().moved(index, place_of(colors, pointer.x)), Some(id)));
    }
    if response.has_focus() {
        keys(ui, stops, index, chosen, change);
    }
    response
}

fn keys(ui: &Ui, stops: &Stops, index: usize, chosen: &mut usize, change: &mut Option<Change>) {
    let arrows = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|m| m.set_focus_lock_filter(handle_id(ui, index), arrows));
    let (steps, part, deletes) = ui.input(|i| {
        let steps = i.num_presses(Key::ArrowRight) as f32 - i.num_presses(Key::ArrowLeft) as f32;
        let deletes = i.key_pressed(Key::Delete) || i.key_pressed(Key::Backspace);
        (steps, if i.modifiers.shift { NUDGE * 0.1 } else { NUDGE }, deletes)
    });
    if steps != 0.0 {
        *change = Some((stops.clone().moved(index, stops.0[index].0 + steps * part), None));
    }
    if deletes && let Some(rest) = stops.clone().without(index) {
        *chosen = index.min(rest.0.len() - 1);
        ui.memory_mut(|m| m.request_focus(handle_id(ui, *chosen)));
        *change = Some((rest, None));
    }
}

fn handle_id(ui: &Ui, index: usize) -> Id {
    ui.make_persistent_id(("stop", index))
}

fn place_of(colors: Rect, x: f32) -> f32 {
    ((x - colors.left()) / colors.width().max(1.0)).clamp(0.0, 1.0)
}

/// A house of the stop's colour that points at its place.
fn paint_handle(ui: &Ui, [r, g, b]: [u8; 3], rect: Rect, chosen: bool, response: &Response) {
    let tone = tone(ui);
    let active = response.hovered() || response.dragged() || response.has_focus();
    let edge = match (chosen, active) {
        (true, _) => tone.accent,
        (false, true) => tone.text,
        (false, false) => tone.muted,
    };
    let rect = rect.shrink(1.0);
    let wall = rect.top() + 5.0;
    let outline = vec![
        pos2(rect.center().x, rect.top()),
        pos2(rect.right(), wall),
        rect.right_bottom(),
        rect.left_bottom(),
        pos2(rect.left(), wall),
    ];
    let width = if chosen || active { 2.0 } else { 1.2 };
    let shape = Shape::convex_polygon(outline, Color32::from_rgb(r, g, b), Stroke::new(width, edge));
    ui.painter().add(shape);
}
