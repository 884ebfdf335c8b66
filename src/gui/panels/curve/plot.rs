//! The plot of a curve: points drag, arrows move the one that has the focus, a double click adds one, Del removes it.

use super::shape::{Shape, Window};
use super::{CurveEditor, CurveReply, Memory};
use crate::gui::language::tr;
use crate::gui::theme::{SMALL, regular};
use crate::gui::widgets::expression::{Unit, format};
use crate::gui::widgets::tone::tone;
use crate::nodes::Spline;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, CursorIcon, EventFilter, Id, Key, Painter, Pos2, Rect, Response, Sense, Shape as Drawn, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, pos2, vec2,
};

/// Height of the plot for its width, and its limits in points.
const PROPORTION: f32 = 0.46;
const LOWEST: f32 = 120.0;
const HIGHEST: f32 = 240.0;
/// Room around the window for points at its edge.
const MARGIN: f32 = 9.0;
/// Radius of a point, and of the circle in which it is grabbed.
const RADIUS: f32 = 4.5;
const REACH: f32 = 9.0;
/// Arrows move a point by this share of the window; with Shift by a tenth of that.
const NUDGE: f64 = 0.01;

/// The window's place on the screen.
#[derive(Clone, Copy)]
struct Frame {
    rect: Rect,
    window: Window,
}

impl Frame {
    fn place(&self, [x, y]: [f64; 2]) -> Pos2 {
        let share = |v: f64, (lo, hi): (f64, f64)| ((v - lo) / (hi - lo)) as f32;
        let (x, y) = (share(x, self.window.x), share(y, self.window.y));
        // Far outside is as good as just outside, and drawn without overflow.
        let (x, y) = (x.clamp(-100.0, 100.0), y.clamp(-100.0, 100.0));
        pos2(self.rect.left() + x * self.rect.width(), self.rect.bottom() - y * self.rect.height())
    }

    fn value(&self, at: Pos2) -> [f64; 2] {
        let along = |share: f32, (lo, hi): (f64, f64)| lo + f64::from(share) * (hi - lo);
        let x = (at.x - self.rect.left()) / self.rect.width().max(1.0);
        let y = (self.rect.bottom() - at.y) / self.rect.height().max(1.0);
        [along(x.clamp(0.0, 1.0), self.window.x), along(y.clamp(0.0, 1.0), self.window.y)]
    }
}

impl CurveEditor<'_> {
    pub(super) fn plot(&self, ui: &mut Ui, shape: &Shape, window: Window, memory: &mut Memory, reply: &mut CurveReply) {
        let width = ui.available_width();
        let (_, outer) = ui.allocate_space(vec2(width, (width * PROPORTION).clamp(LOWEST, HIGHEST)));
        let frame = Frame { rect: outer.shrink(MARGIN), window };
        let ground = ui.interact(outer, ui.make_persistent_id("plot"), Sense::CLICK);
        ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, tr!("Curve, a double click adds a point")));
        let spline = Spline::new(self.points, self.ends);
        self.paint(ui, frame, outer, &spline);
        let mut on_point = false;
        let mut held = false;
        for index in 0..self.points.len() {
            let response = self.point(ui, shape, frame, index, memory, reply);
            on_point |= response.hovered() || response.dragged();
            held |= response.dragged();
        }
        memory.held = held.then_some(window);
        if !on_point {
            self.ground(ui, shape, frame, &spline, &ground, memory, reply);
        }
    }

    /// What the pointer does between the points.
    #[allow(clippy::too_many_arguments, reason = "one gesture over all that the plot knows")]
    fn ground(
        &self,
        ui: &Ui,
        shape: &Shape,
        frame: Frame,
        spline: &Spline,
        ground: &Response,
        memory: &mut Memory,
        reply: &mut CurveReply,
    ) {
        let Some(pointer) = ground.hover_pos() else { return };
        let at = frame.value(pointer);
        let adds = ground.double_clicked() || (ground.clicked() && ui.input(|i| i.modifiers.command));
        if adds && let Some((points, index)) = shape.added(at, frame.window) {
            reply.points = Some((points, None));
            memory.chosen = index;
            ui.memory_mut(|m| m.request_focus(point_id(ui, index)));
        }
        let value = spline.at(at[0]);
        let on_curve = frame.place([at[0], value]);
        ui.painter_at(frame.rect.expand(MARGIN)).circle_filled(on_curve, 2.5, tone(ui).secondary);
        let words = tr!("{from} becomes {to}", from = short(at[0]), to = short(value));
        ground.clone().on_hover_text_at_pointer(words);
    }

    fn point(
        &self,
        ui: &Ui,
        shape: &Shape,
        frame: Frame,
        index: usize,
        memory: &mut Memory,
        reply: &mut CurveReply,
    ) -> Response {
        let point = self.points[index];
        let id = point_id(ui, index);
        let center = frame.place(point);
        let area = Rect::from_center_size(center, Vec2::splat(2.0 * REACH));
        let response = ui.interact(area, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
        describe(ui, &response, index, point);
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        if response.has_focus() || response.dragged() {
            memory.chosen = index;
        }
        if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            reply.points = Some((shape.moved(index, frame.value(pointer), frame.window), Some(id)));
        }
        if response.has_focus() {
            self.keys(ui, shape, frame.window, index, memory, reply);
        }
        response.context_menu(|ui| {
            let button = eframe::egui::Button::new(tr!("Remove this point"));
            if ui.add_enabled(shape.can_lose_one(), button).clicked() {
                reply.points = shape.without(index).map(|points| (points, None));
                ui.close();
            }
        });
        paint_point(ui, frame.rect, center, &response, memory.chosen == index);
        response
    }

    /// Arrows and Del, for the point that has the focus.
    fn keys(&self, ui: &Ui, shape: &Shape, window: Window, index: usize, memory: &mut Memory, reply: &mut CurveReply) {
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(point_id(ui, index), arrows));
        let presses = |i: &eframe::egui::InputState, more: Key, less: Key| {
            i.num_presses(more) as f64 - i.num_presses(less) as f64
        };
        let (right, up, part, deletes) = ui.input(|i| {
            let part = if i.modifiers.shift { NUDGE * 0.1 } else { NUDGE };
            let deletes = i.key_pressed(Key::Delete) || i.key_pressed(Key::Backspace);
            let up = presses(i, Key::ArrowUp, Key::ArrowDown);
            (presses(i, Key::ArrowRight, Key::ArrowLeft), up, part, deletes)
        });
        let [x, y] = self.points[index];
        if right != 0.0 || up != 0.0 {
            let by = |count: f64, (lo, hi): (f64, f64)| count * part * (hi - lo);
            let to = [x + by(right, window.x), y + by(up, window.y)];
            reply.points = Some((shape.moved(index, to, window), None));
        }
        if deletes && let Some(points) = shape.without(index) {
            memory.chosen = index.min(points.len() - 1);
            ui.memory_mut(|m| m.request_focus(point_id(ui, memory.chosen)));
            reply.points = Some((points, None));
        }
    }

    fn paint(&self, ui: &Ui, frame: Frame, outer: Rect, spline: &Spline) {
        let (tone, rect) = (tone(ui), frame.rect);
        let painter = ui.painter_at(outer);
        painter.rect(outer, 4.0, tone.field, Stroke::new(1.0, tone.edge), StrokeKind::Inside);
        self.paint_histogram(ui, &painter, frame);
        for part in 0..=4 {
            let share = part as f32 / 4.0;
            let stroke = Stroke::new(1.0, tone.edge.gamma_multiply(0.7));
            painter.vline(rect.left() + share * rect.width(), rect.y_range(), stroke);
            painter.hline(rect.x_range(), rect.top() + share * rect.height(), stroke);
        }
        let (from, to) = (frame.window.x.0.max(frame.window.y.0), frame.window.x.1.min(frame.window.y.1));
        if from < to {
            let ends = [frame.place([from, from]), frame.place([to, to])];
            let stroke = Stroke::new(1.0, tone.muted.gamma_multiply(0.7));
            painter.extend(Drawn::dashed_line(&ends, stroke, 3.0, 4.0));
        }
        let steps = (rect.width() as usize).clamp(2, 2000);
        let line = (0..=steps).map(|i| {
            let x = rect.left() + rect.width() * i as f32 / steps as f32;
            let [v, _] = frame.value(pos2(x, rect.center().y));
            pos2(x, frame.place([v, spline.at(v)]).y)
        });
        painter.add(Drawn::line(line.collect(), Stroke::new(2.0, tone.text)));
        let corner = |at: Pos2, align: Align2, value: f64| {
            painter.text(at, align, short(value), regular(SMALL), tone.muted);
        };
        corner(rect.right_bottom() + vec2(-3.0, -2.0), Align2::RIGHT_BOTTOM, frame.window.x.1);
        corner(rect.left_bottom() + vec2(10.0, -2.0), Align2::LEFT_BOTTOM, frame.window.x.0);
        corner(rect.left_top() + vec2(3.0, 1.0), Align2::LEFT_TOP, frame.window.y.1);
    }

    fn paint_histogram(&self, ui: &Ui, painter: &Painter, frame: Frame) {
        let Some((histogram, (lo, hi))) = self.histogram.filter(|(h, _)| !h.counts.is_empty()) else { return };
        // Square roots keep rare values visible beside a flat sea.
        let height = |count: u32| libm::sqrtf(count as f32);
        let mut heights: Vec<f32> = histogram.counts.iter().copied().map(height).collect();
        heights.sort_by(f32::total_cmp);
        // What nearly all bars stay under: the ground of a flat sea alone would leave the others as slivers.
        let top = heights.get(heights.len() * 97 / 100).copied().unwrap_or(1.0).max(1.0);
        let bin = (hi - lo) / histogram.counts.len() as f64;
        let color = tone(ui).bar.gamma_multiply(0.55);
        for (n, &count) in histogram.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let from = lo + n as f64 * bin;
            let (left, right) = (frame.place([from, 0.0]).x, frame.place([from + bin, 0.0]).x);
            let y = frame.rect.bottom() - frame.rect.height() * 0.8 * (height(count) / top).min(1.0);
            let bar = Rect::from_min_max(pos2(left, y), pos2(right, frame.rect.bottom()));
            painter.rect_filled(bar.intersect(frame.rect), 0.0, color);
        }
    }
}

fn point_id(ui: &Ui, index: usize) -> Id {
    ui.make_persistent_id(("point", index))
}

fn describe(ui: &Ui, response: &Response, index: usize, [x, y]: [f64; 2]) {
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Point {n}", n = index + 1)));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_value(tr!("{from} becomes {to}", from = short(x), to = short(y)));
    });
}

fn paint_point(ui: &Ui, rect: Rect, center: Pos2, response: &Response, chosen: bool) {
    let tone = tone(ui);
    let painter = ui.painter_at(rect.expand(MARGIN));
    let active = response.hovered() || response.dragged();
    let radius = if active || chosen { RADIUS + 1.0 } else { RADIUS };
    painter.circle(center, radius, if chosen { tone.accent } else { tone.panel }, Stroke::new(1.6, tone.text));
    if response.has_focus() {
        painter.circle_stroke(center, radius + 2.5, Stroke::new(1.2, tone.accent));
    }
}

fn short(value: f64) -> String {
    format(crate::gui::widgets::expression::round_to(value, 3), Unit::Plain)
}
