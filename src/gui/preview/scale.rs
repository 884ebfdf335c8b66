//! The scale bar: a round length at the foot of the picture.

use crate::gui::theme::{ON_PLATE, PLATE};
use crate::gui::widgets::expression::{Unit, format};
use eframe::egui::{Align2, FontId, Painter, Rect, Stroke, pos2, vec2};

/// Points that the bar should roughly take.
const WIDTH: f64 = 100.0;

/// Draws the bar for a picture of `metres` a point.
pub(super) fn bar(painter: &Painter, area: Rect, metres: f64) {
    let length = round_length(metres * WIDTH);
    let width = (length / metres) as f32;
    if !(width.is_finite() && width > 4.0 && width < area.width() - 40.0) {
        return;
    }
    let left = area.left_bottom() + vec2(16.0, -15.0);
    let right = left + vec2(width, 0.0);
    let text = format(length, Unit::Metres);
    let words = painter.layout_no_wrap(text, FontId::proportional(11.0), ON_PLATE);
    let at = pos2((left.x + right.x) / 2.0, left.y - 4.0);
    let place = Align2::CENTER_BOTTOM.anchor_size(at, words.size());
    let plate = place.union(Rect::from_two_pos(left, right)).expand2(vec2(8.0, 6.0));
    painter.rect_filled(plate, 4.0, PLATE);
    painter.galley(place.min, words, ON_PLATE);
    painter.line_segment([left, right], Stroke::new(2.0, ON_PLATE));
}

/// The largest of 1, 2, 2.5, 5 times a power of ten that is not above `length`.
fn round_length(length: f64) -> f64 {
    if !(length.is_finite() && length > 0.0) {
        return 0.0;
    }
    let decade = libm::pow(10.0, libm::floor(libm::log10(length)));
    [5.0, 2.5, 2.0, 1.0].iter().map(|f| f * decade).find(|l| *l <= length * 1.000_001).unwrap_or(decade)
}
