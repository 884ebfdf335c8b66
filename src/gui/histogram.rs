//! How the values of the preview spread, with the level of the sea as a line that drags.

use super::language::tr;
use super::request::{Request, Scene};
use super::theme::{ON_PLATE, PLATE, SMALL, Theme};
use super::widgets::expression::{Unit, format, sample};
use super::worker::{Shown, is_output};
use crate::graph::{Edit, World};
use crate::spec::Quantity;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, Id, Painter, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

/// Height in points.
pub(super) const HEIGHT: f32 = 64.0;

/// Draws the histogram of the preview.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, shown: &Shown, requests: &mut Vec<Request>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    let theme = Theme::of(ui);
    ui.painter().rect(rect, 5.0, theme.field, Stroke::new(1.0, theme.edge), StrokeKind::Inside);
    let inner = rect.shrink2(vec2(6.0, 5.0));
    let has_sea = is_output(scene.graph, &shown.link) || shown.subject.quantity == Quantity::Metres;
    // The document is ahead of the picture while the line is dragged.
    let world = scene.graph.world;
    let sea = shown.subject.sea().and(world.sea).and_then(|metres| shown.subject.value(metres)).filter(|_| has_sea);
    bars(ui.painter(), inner, shown, sea);
    ticks(ui.painter(), inner, shown);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Image, true, tr!("histogram"));
        info.current_text_value = percentiles_in_words(shown);
        info
    });
    match sea {
        Some(value) => sea_line(ui, inner, &response, shown, world, value, requests),
        None => hover_bar(ui, inner, &response, shown),
    }
}

/// The marks for those who do not see them.
fn percentiles_in_words(shown: &Shown) -> Option<String> {
    let words = |value: f32| match shown.subject.metres(value) {
        Some(metres) => format!("{metres:.1} m"),
        None => sample(f64::from(value)),
    };
    let [low, middle, high] = shown.statistics.percentiles?.map(words);
    Some(tr!("5 % below {low}, half below {middle}, 95 % below {high}", low = low, middle = middle, high = high))
}

fn bars(painter: &Painter, inner: Rect, shown: &Shown, sea: Option<f32>) {
    let theme = Theme::of(painter.ctx());
    let statistics = &shown.statistics;
    let count = statistics.bars.len() as f32;
    let (lo, hi) = statistics.ends;
    columns(painter, inner, &statistics.bars, |i| {
        let value = lo + (i as f32 + 0.5) / count * (hi - lo);
        match (shown.subject.quantity, sea) {
            (Quantity::Tiles, _) => {
                let [r, g, b] = shown.subject.levels.get(i).map_or([128; 3], |l| l.color);
                Color32::from_rgb(r, g, b)
            }
            (_, Some(sea)) if value < sea => theme.water,
            _ => theme.land,
        }
    });
}

/// Marks where 5, 50 and 95 of 100 samples lie below.
fn ticks(painter: &Painter, inner: Rect, shown: &Shown) {
    let (lo, hi) = shown.statistics.ends;
    let color = Theme::of(painter.ctx()).secondary;
    for (i, value) in shown.statistics.percentiles.into_iter().flatten().enumerate() {
        let share = (value - lo) / (hi - lo);
        if !(0.0..=1.0).contains(&share) {
            continue;
        }
        let foot = pos2(inner.left() + share * inner.width(), inner.bottom() + 4.5);
        // The median stands out.
        let size = if i == 1 { 4.5 } else { 3.0 };
        let points = vec![foot - vec2(0.0, size + 1.0), foot + vec2(size, 0.0), foot - vec2(size, 0.0)];
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    }
}

/// One column per bar, in the colour of its index.
pub(super) fn columns(painter: &Painter, inner: Rect, bars: &[u64], color: impl Fn(usize) -> Color32) {
    let most = bars.iter().copied().max().unwrap_or(0).max(1) as f32;
    let step = inner.width() / bars.len().max(1) as f32;
    for (i, &n) in bars.iter().enumerate().filter(|(_, n)| **n > 0) {
        // The square root keeps small bars visible beside the spike that a flat sea floor makes.
        let height = ((n as f32 / most).sqrt() * inner.height()).max(1.0);
        let left = inner.left() + i as f32 * step;
        let gap = if step > 4.0 { 1.0 } else { 0.0 };
        let bar = Rect::from_min_max(pos2(left, inner.bottom() - height), pos2(left + step - gap, inner.bottom()));
        painter.rect_filled(bar, 0.0, color(i));
    }
}

/// The line at the sea's level: it drags, and the arrow keys of a screen reader's slider move it too.
fn sea_line(
    ui: &Ui,
    inner: Rect,
    response: &Response,
    shown: &Shown,
    world: World,
    value: f32,
    requests: &mut Vec<Request>,
) {
    let theme = Theme::of(ui);
    let (lo, hi) = shown.statistics.ends;
    let place = |v: f32| inner.left() + ((v - lo) / (hi - lo)).clamp(0.0, 1.0) * inner.width();
    let x = place(value);
    let grip = Rect::from_center_size(pos2(x, inner.center().y), vec2(14.0, inner.height() + 8.0));
    let id = Id::unique("sea level");
    let line = ui.interact(grip, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeHorizontal);
    let metres = world.sea.unwrap_or(0.0);
    line.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Slider, true, tr!("sea line"));
        info.value = Some(metres);
        info
    });
    if let Some(at) = line.interact_pointer_pos().filter(|_| line.dragged()) {
        let share = ((at.x - inner.left()) / inner.width()).clamp(0.0, 1.0);
        requests.extend(move_sea(shown, world, lo + share * (hi - lo), inner.width(), id));
    }
    let active = line.hovered() || line.dragged();
    let width = if active { 2.5 } else { 1.5 };
    let painter = ui.painter();
    painter.vline(x, inner.y_range().expand(4.0), Stroke::new(width, theme.accent));
    painter.circle_filled(pos2(x, inner.top() - 1.0), if active { 4.5 } else { 3.5 }, theme.accent);
    if active {
        let land = shown.statistics.land.map_or_else(String::new, |l| {
            format!(" · {}", tr!("land {percent} %", percent = format_args!("{:.0}", l * 100.0)))
        });
        note(painter, inner, x, &format!("{}{land}", tr!("sea {metres}", metres = format(metres, Unit::Metres))));
    } else {
        hover_bar(ui, inner, response, shown);
    }
}

/// The request that puts the sea where `value` is, on a histogram of `width` points.
fn move_sea(shown: &Shown, world: World, value: f32, width: f32, gesture: Id) -> Option<Request> {
    let (low, high) = world.height;
    // A hand cannot aim finer than a point; the level is rounded to what a point is worth.
    let step = round_step((high - low).abs() / f64::from(width));
    let level = (shown.subject.metres(value)? / step).round() * step;
    let sea = Some(level.clamp(low.min(high), low.max(high)) + 0.0);
    (sea != world.sea).then(|| Request::gesture(Edit::World(World { sea, ..world }), gesture))
}

/// 1, 2 or 5 times a power of ten, not above `step`.
fn round_step(step: f64) -> f64 {
    if !(step.is_finite() && step > 0.0) {
        return 1.0;
    }
    let decade = libm::pow(10.0, libm::floor(libm::log10(step)));
    [5.0, 2.0, 1.0].iter().map(|f| f * decade).find(|s| *s <= step).unwrap_or(decade)
}

/// Says what the bar under the pointer counts.
fn hover_bar(ui: &Ui, inner: Rect, response: &Response, shown: &Shown) {
    let tiles = shown.subject.quantity == Quantity::Tiles;
    let name = |i: usize| shown.subject.levels.get(i).filter(|_| tiles).map(|level| level.name.as_str());
    say_bar(ui, inner, response, &shown.statistics.bars, shown.statistics.ends, name);
}

/// Says what the bar under the pointer counts: its name, or the values that it stands for, and its share.
pub(super) fn say_bar<'a>(
    ui: &Ui,
    inner: Rect,
    response: &Response,
    bars: &[u64],
    (lo, hi): (f32, f32),
    name: impl Fn(usize) -> Option<&'a str>,
) {
    let Some(at) = response.hover_pos().filter(|p| inner.contains(*p)) else { return };
    let count = bars.len();
    let i = (((at.x - inner.left()) / inner.width() * count as f32) as usize).min(count.saturating_sub(1));
    let total: u64 = bars.iter().sum();
    let share = bars.get(i).map_or(0.0, |&n| n as f64 / total.max(1) as f64);
    let edge = |i: usize| lo + i as f32 / count.max(1) as f32 * (hi - lo);
    let text = |i: usize| sample(f64::from(edge(i)));
    let range = || tr!("{from} to {to}", from = text(i), to = text(i + 1));
    let named = name(i).map(str::to_owned);
    let below: u64 = bars.iter().take(i).sum();
    let below = format!("{:.1}", below as f64 / total.max(1) as f64 * 100.0);
    let behind =
        if named.is_none() { format!(" · {}", tr!("{percent} % below", percent = below)) } else { String::new() };
    let what = named.unwrap_or_else(range);
    note(ui.painter(), inner, at.x, &format!("{what} · {:.1} %{behind}", share * 100.0));
}

fn note(painter: &Painter, inner: Rect, x: f32, text: &str) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(SMALL), ON_PLATE);
    let half = galley.size().x / 2.0 + 5.0;
    let center = x.clamp(inner.left() + half, (inner.right() - half).max(inner.left() + half));
    let rect = Align2::CENTER_TOP.anchor_size(pos2(center, inner.top()), galley.size() + vec2(10.0, 4.0));
    painter.rect_filled(rect, 4.0, PLATE);
    painter.galley(rect.min + vec2(5.0, 2.0), galley, ON_PLATE);
}
