//! What the colours mean, on a plate over the picture: it stays in sight when the picture is moved, and has every letter.

use crate::gui::language::tr;
use crate::gui::theme::{ON_PLATE, ON_PLATE_WEAK, PLATE, SMALL};
use crate::gui::worker::Shown;
use crate::view::{Color, Legend, Zone, per_cent};
use eframe::egui::{Align2, Color32, FontId, Painter, Rect, pos2, vec2};

/// Side of a swatch, and height of a bar in points.
const SWATCH: f32 = 10.0;
const BAR: f32 = 112.0;
/// Least and usual height of a line.
const LINES: (f32, f32) = (13.0, 17.0);
/// Room around what stands on the plate.
const ROOM: f32 = 9.0;
/// Points under the plate, which the mark of a draft takes.
const FOOT: f32 = 38.0;
/// Points over the plate, which the chips take.
const HEAD: f32 = 36.0;
/// Width and height in points of the buttons in the upper right corner.
const CORNER: (f32, f32) = (62.0, 168.0);

/// Draws the legend of a picture into the lower right corner of its area.
pub(super) fn draw(painter: &Painter, area: Rect, shown: &Shown) {
    match &shown.picture.legend {
        // Highest on top, as they lie in the world.
        Some(Legend::Tiles(tiles)) => {
            let line =
                |(name, color, share): &(String, Color, f64)| (name.clone(), *color, format!("{:.1} %", share * 100.0));
            list(painter, area, tiles.iter().rev().map(line).collect());
        }
        Some(Legend::Range { shares, ends }) => {
            let line = |(zone, share): (Zone, &f64)| (words(zone, ends), zone.color(), per_cent(*share));
            list(painter, area, Zone::ALL.into_iter().zip(shares).map(line).collect());
        }
        Some(Legend::Bar { colors, marks }) => bar(painter, area, colors, marks),
        None => {}
    }
}

/// What a zone of a range is called.
fn words(zone: Zone, (low, high): &(String, String)) -> String {
    match zone {
        Zone::Above => tr!("above {value}", value = high),
        Zone::UpperEnd => tr!("at {value}", value = high),
        Zone::Inside => tr!("between|a range's ends").into(),
        Zone::LowerEnd => tr!("at {value}", value = low),
        Zone::Below => tr!("below {value}", value = low),
    }
}

/// Height that there is for what stands on the plate.
fn room(area: Rect) -> f32 {
    (area.height() - HEAD - FOOT - 2.0 * ROOM).max(LINES.0)
}

fn plate(painter: &Painter, area: Rect, (width, height): (f32, f32)) -> Rect {
    let size = vec2(width + 2.0 * ROOM, height + 2.0 * ROOM);
    let rect = Align2::RIGHT_BOTTOM.anchor_size(area.right_bottom() - vec2(10.0, FOOT), size);
    // In a low picture it stands beside the buttons.
    let aside = if rect.top() < area.top() + CORNER.1 { CORNER.0 } else { 0.0 };
    let rect = rect.translate(vec2(-aside, 0.0));
    painter.rect_filled(rect, 6.0, PLATE);
    rect.shrink(ROOM)
}

/// Lines from the top, each with its name, its colour and its share; as many as there is room for.
fn list(painter: &Painter, area: Rect, lines: Vec<(String, Color, String)>) {
    let font = FontId::proportional(SMALL);
    let line = (room(area) / lines.len().max(1) as f32).clamp(LINES.0, LINES.1);
    let most = ((room(area) / line) as usize).max(1);
    let words = |text: String, color: Color32| painter.layout_no_wrap(text, font.clone(), color);
    let lines: Vec<_> = lines
        .into_iter()
        .take(most)
        .map(|(name, color, share)| (words(name, ON_PLATE), color, words(share, ON_PLATE_WEAK)))
        .collect();
    let names = lines.iter().map(|l| l.0.size().x).fold(0.0, f32::max);
    let shares = lines.iter().map(|l| l.2.size().x).fold(0.0, f32::max);
    let width = SWATCH + 7.0 + names + 14.0 + shares;
    let inner = plate(painter, area, (width, line * lines.len() as f32 - (line - SWATCH)));
    for (i, (name, [r, g, b], share)) in lines.into_iter().enumerate() {
        let swatch = Rect::from_min_size(inner.min + vec2(0.0, line * i as f32), vec2(SWATCH, SWATCH));
        painter.rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        let middle = |galley: &eframe::egui::Galley| swatch.center().y - galley.size().y / 2.0;
        let (name_y, share_y) = (middle(&name), middle(&share));
        painter.galley(pos2(swatch.right() + 7.0, name_y), name, ON_PLATE);
        painter.galley(pos2(inner.right() - share.size().x, share_y), share, ON_PLATE_WEAK);
    }
}

fn bar(painter: &Painter, area: Rect, colors: &[Color], marks: &[(f32, String)]) {
    let font = FontId::proportional(SMALL);
    let marks: Vec<_> =
        marks.iter().map(|(at, text)| (*at, painter.layout_no_wrap(text.clone(), font.clone(), ON_PLATE))).collect();
    let letters = marks.iter().map(|(_, galley)| galley.size().x).fold(0.0, f32::max);
    let inner = plate(painter, area, (SWATCH + 8.0 + letters, BAR.min(room(area))));
    let inner = inner.shrink2(vec2(0.0, 5.0));
    let step = inner.height() / colors.len().max(1) as f32;
    for (i, [r, g, b]) in colors.iter().enumerate() {
        let bottom = inner.bottom() - step * i as f32;
        let rect = Rect::from_min_max(pos2(inner.left(), bottom - step - 0.5), pos2(inner.left() + SWATCH, bottom));
        painter.rect_filled(rect, 0.0, Color32::from_rgb(*r, *g, *b));
    }
    for (at, galley) in marks {
        let y = inner.bottom() - at * inner.height() - galley.size().y / 2.0;
        painter.galley(pos2(inner.left() + SWATCH + 8.0, y), galley, ON_PLATE);
    }
}
