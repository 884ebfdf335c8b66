//! Heights along a line that is drawn on the preview: the line on the picture, the plot under it.

use super::viewport::{Viewport, texel};
use crate::gui::histogram;
use crate::gui::language::tr;
use crate::gui::theme::{ON_PLATE, PLATE, SMALL, Theme};
use crate::gui::widgets::expression::{Unit, format, sample};
use crate::gui::worker::Shown;
use crate::view::profile;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Color32, EventFilter, FontId, Key, Mesh, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};

/// Values that are read along the line at most.
const VALUES: usize = 512;
/// How far a press of an arrow key goes along the line, as a share of it, and sideways, as a share of the world.
const STEPS: (f32, f32) = (0.01, 0.01);
/// Points between a place on the curve and what is said of it.
const BESIDE: f32 = 8.0;
/// Room for the words above the plot in points.
const HEAD: f32 = 15.0;

/// The line, and whether the next drag draws one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Profile {
    /// Whether a drag draws a line; Shift does it too.
    pub tool: bool,
    /// Both ends as shares of the world's sides.
    line: Option<[(f64, f64); 2]>,
    /// Whether a line is being drawn.
    drawing: bool,
    /// The way that the line was laid, unless a person drew or moved it.
    laid: Option<Course>,
    /// Whether the command was given since the last frame.
    asked: bool,
    /// Share of the way that the pointer is at in the plot, or that the keyboard has moved to.
    pointed: Option<f32>,
}

/// Which way a line runs that nobody drew.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Course {
    WestEast,
    NorthSouth,
}

impl Profile {
    /// Whether there is a line.
    pub fn is_drawn(&self) -> bool {
        self.line.is_some()
    }

    /// Whether there is one that nobody is drawing any more: the picture may change its size.
    pub fn is_laid(&self) -> bool {
        self.line.is_some() && !self.drawing
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        *self = Self { tool: false, ..Self::default() };
    }

    /// The command: a line through the middle, from west to east, then from north to south, then none.
    pub fn lay(&mut self) {
        self.asked = true;
    }

    /// Does what the command asked for, by the two corners of what is in sight.
    pub fn follow(&mut self, seen: [(f64, f64); 2]) {
        if !std::mem::take(&mut self.asked) {
            return;
        }
        let next = match (self.line, self.laid) {
            (None, _) => Course::WestEast,
            (Some(_), Some(Course::WestEast)) => Course::NorthSouth,
            _ => return self.clear(),
        };
        let [(west, north), (east, south)] = seen.map(|(x, y)| (x.clamp(0.0, 1.0), y.clamp(0.0, 1.0)));
        let (x, y) = ((west + east) / 2.0, (north + south) / 2.0);
        let line = match next {
            Course::WestEast => [(west, y), (east, y)],
            Course::NorthSouth => [(x, north), (x, south)],
        };
        // Where nothing of the world is in sight there is nothing to measure.
        let is_long = line[0] != line[1];
        *self = Self { line: is_long.then_some(line), laid: is_long.then_some(next), ..Self::default() };
    }

    /// Takes a drag on the picture that draws a line; whether it does.
    pub fn input(&mut self, ui: &Ui, area: Rect, extent: (f64, f64), viewport: &Viewport, response: &Response) -> bool {
        let wants = self.tool || ui.input(|i| i.modifiers.shift);
        if response.drag_started() && wants {
            let press = ui.input(|i| i.pointer.press_origin());
            (self.drawing, self.laid) = (true, None);
            self.line = press.map(|at| [viewport.place(area, extent, at); 2]);
        }
        if !self.drawing {
            return false;
        }
        if let (Some(at), Some(line)) = (response.interact_pointer_pos(), &mut self.line) {
            line[1] = viewport.place(area, extent, at.clamp(area.min, area.max));
        }
        if response.drag_stopped() || !response.dragged() {
            self.drawing = false;
            self.tool = false;
            if self.line.is_some_and(|[a, b]| a == b) {
                self.line = None;
            }
        }
        true
    }

    /// Draws the line on the picture.
    pub fn draw(&self, painter: &Painter, area: Rect, extent: (f64, f64), viewport: &Viewport) {
        let Some(line) = self.line else { return };
        let [from, to] = line.map(|place| viewport.point(area, extent, place));
        let color = Theme::DARK.accent;
        painter.line_segment([from, to], Stroke::new(3.5, Color32::from_black_alpha(150)));
        painter.line_segment([from, to], Stroke::new(1.6, color));
        for end in [from, to] {
            painter.circle(end, 3.5, color, Stroke::new(1.2, Color32::from_black_alpha(190)));
        }
        if let Some(share) = self.pointed {
            painter.circle(from + (to - from) * share, 4.5, Color32::WHITE, Stroke::new(1.5, Color32::BLACK));
        }
    }

    /// Draws the plot in the place of the histogram.
    pub fn plot(&mut self, ui: &mut Ui, shown: &Shown) {
        let size = vec2(ui.available_width(), histogram::HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let theme = Theme::of(ui);
        ui.painter().rect(rect, 5.0, theme.field, Stroke::new(1.0, theme.edge), StrokeKind::Inside);
        let Some(line) = self.line else { return };
        let values = values(shown, line);
        let heights: Vec<f64> = values.iter().map(|v| shown.subject.metres(*v).unwrap_or(f64::from(*v))).collect();
        let metres = length(shown, line);
        let words = summary(shown, &heights, metres);
        let inner = rect.shrink2(vec2(7.0, 5.0)).with_min_y(rect.top() + HEAD + 3.0);
        let hovered = response.hover_pos().filter(|at| rect.contains(*at)).map(|at| share(inner, at));
        let focused = response.has_focus();
        self.pointed = hovered.or(self.pointed.filter(|_| focused));
        if response.clicked() {
            response.request_focus();
        }
        if focused {
            self.keys(ui, &response, shown.subject.world.extent);
        }
        let said = self.pointed.map(|share| reading(shown, &heights, (share, metres)));
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Image, true, tr!("profile"));
            let said = said.as_ref().map_or_else(String::new, |said| format!(" · {said}"));
            info.current_text_value = Some(words.clone() + &said);
            info
        });
        let tops = curve(ui.painter(), inner, shown, &heights);
        let painter = ui.painter();
        let head = pos2(inner.left(), rect.top() + 3.0);
        painter.text(head, Align2::LEFT_TOP, &words, FontId::proportional(SMALL), theme.secondary);
        if let (Some(share), Some(said)) = (self.pointed, said) {
            let last = tops.len().max(1) - 1;
            let top = tops.get((share * last as f32).round() as usize).map_or(inner.top(), |top| top.y);
            mark(painter, inner, pos2(inner.left() + share * inner.width(), top), said);
        }
        if focused {
            painter.rect_stroke(rect, 5.0, Stroke::new(1.5, theme.accent), StrokeKind::Inside);
        }
        let close = Rect::from_center_size(rect.right_top() + vec2(-11.0, 11.0), vec2(16.0, 16.0));
        let button = ui.interact(close, response.id.with("close"), Sense::click());
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Remove the profile")));
        let color = if button.hovered() { theme.text } else { theme.muted };
        let sign = egui_material_icons::icons::ICON_CLOSE.codepoint;
        ui.painter().text(close.center(), Align2::CENTER_CENTER, sign, FontId::proportional(13.0), color);
        if button.clicked() {
            self.clear();
        }
    }

    /// To the left and right the arrows go along the line, up and down they move it sideways; with Shift by more.
    fn keys(&mut self, ui: &Ui, response: &Response, extent: (f64, f64)) {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let (shift, take) = ui.input(|i| {
            let times = |key| i.num_presses(key) as f32;
            let axis = |more, less| times(more) - times(less);
            (i.modifiers.shift, vec2(axis(Key::ArrowRight, Key::ArrowLeft), axis(Key::ArrowUp, Key::ArrowDown)))
        });
        let (along, aside) = if shift { (STEPS.0 * 10.0, STEPS.1 * 5.0) } else { STEPS };
        if take.x != 0.0 {
            self.pointed = Some((self.pointed.unwrap_or(0.5) + take.x * along).clamp(0.0, 1.0));
        }
        if let Some(line) = self.line.filter(|_| take.y != 0.0) {
            let metres = f64::from(take.y * aside) * extent.0.max(extent.1);
            (self.line, self.laid) = (Some(moved(line, extent, metres)), None);
            ui.request_repaint();
        }
    }
}

/// A line moved so many metres to its left, or as far as it goes within a world of that extent.
fn moved([a, b]: [(f64, f64); 2], extent: (f64, f64), metres: f64) -> [(f64, f64); 2] {
    let (dx, dy) = ((b.0 - a.0) * extent.0, (b.1 - a.1) * extent.1);
    let length = (dx * dx + dy * dy).sqrt();
    if !(length > 0.0 && extent.0 > 0.0 && extent.1 > 0.0) {
        return [a, b];
    }
    let by = (dy / length * metres / extent.0, -dx / length * metres / extent.1);
    let kept = |by: f64, p: f64, q: f64| by.max((-p.min(q)).min(0.0)).min((1.0 - p.max(q)).max(0.0));
    let by = (kept(by.0, a.0, b.0), kept(by.1, a.1, b.1));
    [(a.0 + by.0, a.1 + by.1), (b.0 + by.0, b.1 + by.1)]
}

fn share(inner: Rect, at: Pos2) -> f32 {
    ((at.x - inner.left()) / inner.width().max(1.0)).clamp(0.0, 1.0)
}

/// Values along the line.
fn values(shown: &Shown, line: [(f64, f64); 2]) -> Vec<f32> {
    let (grid, region) = (&shown.subject.grid, &shown.subject.region);
    let place = |(x, y): (f64, f64)| {
        let column = texel(grid.sampling, grid.samples.0, (region.x, region.stride), x) - 0.5;
        [column, texel(grid.sampling, grid.samples.1, (region.y, region.stride), y) - 0.5]
    };
    profile(&shown.raster, place(line[0]), place(line[1]), VALUES)
}

/// Metres from one end of the line to the other.
fn length(shown: &Shown, [a, b]: [(f64, f64); 2]) -> f64 {
    let (w, h) = shown.subject.world.extent;
    let (dx, dy) = ((b.0 - a.0) * w, (b.1 - a.1) * h);
    (dx * dx + dy * dy).sqrt()
}

fn height(shown: &Shown, v: f64) -> String {
    if shown.subject.metres(0.0).is_some() { format!("{:.1} m", v + 0.0) } else { sample(v) }
}

/// Length, both ends of the heights, and the way up and down.
fn summary(shown: &Shown, heights: &[f64], metres: f64) -> String {
    let low = heights.iter().copied().fold(f64::INFINITY, f64::min);
    let high = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut up, mut down) = (0.0, 0.0);
    for step in heights.windows(2).map(|w| w[1] - w[0]) {
        if step > 0.0 { up += step } else { down -= step }
    }
    let length = format(metres.round(), Unit::Metres);
    let [low, high, up, down] = [low, high, up, down].map(|v| height(shown, v));
    tr!(
        "{length} · {low} to {high} · up {up}, down {down}",
        length = length,
        low = low,
        high = high,
        up = up,
        down = down
    )
}

/// The heights as ground, with the sea where it covers them; gives the line along its top.
fn curve(painter: &Painter, inner: Rect, shown: &Shown, heights: &[f64]) -> Vec<Pos2> {
    let theme = Theme::of(painter.ctx());
    let sea = shown.subject.sea().and(shown.subject.world.sea);
    let bounds = heights.iter().copied().chain(sea.filter(|s| heights.iter().any(|h| h < s)));
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    bounds.for_each(|v| (low, high) = (low.min(v), high.max(v)));
    let span = if high > low { high - low } else { 1.0 };
    let y = |v: f64| inner.bottom() - ((v - low) / span) as f32 * inner.height();
    let x = |i: usize| inner.left() + i as f32 / (heights.len().max(2) - 1) as f32 * inner.width();
    let fill = |from: &dyn Fn(f64) -> f32, to: &dyn Fn(f64) -> f32, color: Color32| {
        let mut mesh = Mesh::default();
        for (i, &v) in heights.iter().enumerate() {
            mesh.colored_vertex(pos2(x(i), from(v)), color);
            mesh.colored_vertex(pos2(x(i), to(v).max(from(v))), color);
            if i > 0 {
                let n = 2 * i as u32;
                mesh.add_triangle(n - 2, n - 1, n);
                mesh.add_triangle(n - 1, n + 1, n);
            }
        }
        painter.add(Shape::mesh(mesh));
    };
    fill(&y, &|_| inner.bottom(), theme.land.gamma_multiply(0.55));
    if let Some(sea) = sea {
        fill(&|v| if v < sea { y(sea) } else { y(v) }, &|v| y(v), theme.water.gamma_multiply(0.7));
    }
    let points: Vec<Pos2> = heights.iter().enumerate().map(|(i, &v)| pos2(x(i), y(v))).collect();
    painter.add(Shape::line(points.clone(), Stroke::new(1.4, theme.text)));
    points
}

/// Distance and height at a share of the way.
fn reading(shown: &Shown, heights: &[f64], (share, metres): (f32, f64)) -> String {
    let last = heights.len().max(1) - 1;
    let at = ((share * last as f32).round() as usize).min(last);
    let distance = format((metres * f64::from(share)).round(), Unit::Metres);
    format!("{distance} · {}", height(shown, heights.get(at).copied().unwrap_or_default()))
}

/// Marks a place on the curve, and says beside it what is there.
fn mark(painter: &Painter, inner: Rect, at: Pos2, said: String) {
    let accent = Theme::of(painter.ctx()).accent;
    painter.vline(at.x, inner.y_range(), Stroke::new(1.0, accent));
    painter.circle(at, 3.0, accent, Stroke::new(1.0, PLATE));
    let galley = painter.layout_no_wrap(said, FontId::proportional(SMALL), ON_PLATE);
    let size = galley.size() + vec2(10.0, 4.0);
    // To the right of it, or to the left where the plot ends: the curve under the pointer stays in sight.
    let right = at.x + BESIDE + size.x <= inner.right();
    let left = if right { at.x + BESIDE } else { at.x - BESIDE - size.x };
    let rect = Rect::from_min_size(pos2(left, inner.top()), size);
    painter.rect_filled(rect, 4.0, PLATE);
    painter.galley(rect.min + vec2(5.0, 2.0), galley, ON_PLATE);
}
