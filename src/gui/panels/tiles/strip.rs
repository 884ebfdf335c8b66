//! The strip of a tile map's bands over the histogram: borders drag, a click splits, Del removes.

use super::{Bands, STRIP, TilesEditor, TilesReply};
use crate::gui::language::tr;
use crate::gui::widgets::tone::tone;
use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, CursorIcon, Key, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

/// Distance from a border within which it is grabbed, in points.
const REACH: f32 = 4.0;

impl TilesEditor<'_> {
    pub(super) fn strip(&self, ui: &mut Ui, bands: &Bands, height: f32, reply: &mut TilesReply) {
        let (_, rect) = ui.allocate_space(vec2(STRIP, height));
        let ground = ui.interact(rect, ui.make_persistent_id("strip"), Sense::CLICK);
        ground.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Bands, a click splits")));
        self.paint(ui, bands, rect);
        let mut on_border = false;
        for index in 0..bands.levels.len() {
            let Some(below) = bands.levels[index].below else { continue };
            let border = self.border(ui, bands, index, below, rect, reply);
            on_border |= border.hovered() || border.dragged();
        }
        let Some(pointer) = ground.hover_pos().filter(|_| !on_border) else { return };
        let value = value_at(rect, pointer.y);
        let level = &bands.levels[bands.find(value)];
        let words = tr!("{name} at {value}; click to split", name = level.name, value = format_args!("{value:.3}"));
        if ground.clone().on_hover_text_at_pointer(words).clicked() {
            reply.levels = Some((bands.clone().split(value).levels, None));
        }
    }

    fn border(
        &self,
        ui: &Ui,
        bands: &Bands,
        index: usize,
        below: f32,
        strip: Rect,
        reply: &mut TilesReply,
    ) -> Response {
        let y = y_of(strip, below);
        let grip = grip(bands, index, y, strip);
        let id = ui.make_persistent_id(("border", index));
        let response = ui.interact(grip, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeVertical);
        let name = &bands.levels[index].name;
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, tr!("Upper border of {name}", name = name));
            info.value = Some(f64::from(below));
            info
        });
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            self.move_bound(bands, index, value_at(strip, pointer.y), Some(id), reply);
        }
        if response.has_focus() && ui.input(|i| i.key_pressed(Key::Delete) || i.key_pressed(Key::Backspace)) {
            reply.levels = Some((bands.clone().without(index).levels, None));
        }
        let active = response.hovered() || response.dragged() || response.has_focus();
        let color = match (bands.ends_at_sea(index), active) {
            (_, true) => Color32::WHITE,
            (true, false) => tone(ui).accent,
            (false, false) => Color32::from_black_alpha(150),
        };
        let stroke = Stroke::new(if active { 2.0 } else { 1.0 }, color);
        ui.painter().hline(strip.x_range(), y, stroke);
        response
    }

    fn paint(&self, ui: &Ui, bands: &Bands, rect: Rect) {
        let painter = ui.painter_at(rect);
        for (index, level) in bands.levels.iter().enumerate() {
            let (lo, hi) = bands.ends(index);
            let [r, g, b] = level.color;
            let band = Rect::from_min_max(pos2(rect.left(), y_of(rect, hi)), pos2(rect.right(), y_of(rect, lo)));
            painter.rect_filled(band, 0.0, Color32::from_rgb(r, g, b));
        }
        if let Some(histogram) = self.histogram {
            // Square roots keep rare heights visible beside a large flat sea.
            let height = |count: u32| libm::sqrtf(count as f32);
            let top = usual_top(histogram.counts.iter().copied().map(height).collect());
            let bin = rect.height() / histogram.counts.len().max(1) as f32;
            for (n, &count) in histogram.counts.iter().enumerate() {
                let y = rect.bottom() - n as f32 * bin;
                let right = rect.left() + rect.width() * (height(count) / top).min(1.0) * 0.92;
                let bar = Rect::from_min_max(pos2(rect.left(), y - bin), pos2(right, y));
                painter.rect_filled(bar, 0.0, Color32::from_black_alpha(88));
            }
        }
        painter.rect_stroke(rect, 2.0, Stroke::new(1.0, tone(ui).edge), StrokeKind::Inside);
    }
}

fn y_of(rect: Rect, value: f32) -> f32 {
    rect.bottom() - value.clamp(0.0, 1.0) * rect.height()
}

fn value_at(rect: Rect, y: f32) -> f32 {
    ((rect.bottom() - y) / rect.height().max(1.0)).clamp(0.0, 1.0)
}

/// The height that nearly all bars stay under: a flat sea bed alone would leave the others as slivers.
fn usual_top(mut heights: Vec<f32>) -> f32 {
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() * 97 / 100).copied().unwrap_or(1.0).max(1.0)
}

/// Where the border of band `index`, drawn at `y`, is grabbed.
fn grip(bands: &Bands, index: usize, y: f32, strip: Rect) -> Rect {
    // Borders that nearly touch share the space between them, so that each can be led away from the other.
    let neighbour =
        |i: Option<usize>| i.and_then(|i| bands.levels.get(i)).and_then(|l| l.below).map(|b| y_of(strip, b));
    let top = neighbour(Some(index + 1)).map_or(y - REACH, |above| (y - REACH).max(0.5 * (above + y)));
    let bottom = neighbour(index.checked_sub(1)).map_or(y + REACH, |below| (y + REACH).min(0.5 * (below + y)));
    Rect::from_min_max(pos2(strip.left(), top), pos2(strip.right(), bottom))
}
