//! What is under the pointer: height, value, place, slope, tile.

use super::Compared;
use crate::gui::language::tr;
use crate::gui::theme::{ON_PLATE, ON_PLATE_WEAK, PLATE, SMALL, TEXT, Theme, semibold};
use crate::gui::widgets::expression::{Unit, format, sample};
use crate::gui::worker::{Shown, Subject};
use crate::raster::Sampling;
use crate::spec::Quantity;
use eframe::egui::text::LayoutJob;
use eframe::egui::{Color32, FontId, Pos2, Rect, Stroke, StrokeKind, TextFormat, Ui, vec2};

/// What was read at one sample.
pub(super) struct Reading {
    /// The main line: metres or the tile's name, else the value.
    main: String,
    /// Beside it: the value where the main line is something else.
    beside: String,
    /// Position and slope.
    place: String,
    /// Name and colour of the tile.
    tile: Option<(String, [u8; 3])>,
    /// What the other picture has there, and the difference.
    others: Vec<String>,
}

impl Reading {
    /// All of it in one line.
    pub fn text(&self) -> String {
        let tile = self.tile.as_ref().map_or("", |(name, _)| name.as_str());
        let parts = [self.main.as_str(), &self.beside, &self.place, tile];
        let parts = parts.into_iter().chain(self.others.iter().map(String::as_str));
        parts.filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// Adds what the other picture has at the same place.
    pub fn compare(&mut self, shown: &Shown, compared: &Compared<'_>, place: (f64, f64)) {
        let Some(other) = compared.shown else { return };
        let Some(reading) = read(other, place) else { return };
        self.others.push(format!("{}  {}", compared.comparison.pin.name(), reading.main));
        if let (Some((one, a)), Some((two, b))) = (value(shown, place), value(other, place)) {
            let difference = match (a, b) {
                (Some(a), Some(b)) => format!("{:+.1} m", a - b + 0.0),
                _ if shown.subject.quantity == Quantity::Tiles => return,
                _ => format!("{:+.3}", one - two + 0.0),
            };
            self.others.push(tr!("difference {amount}", amount = difference));
        }
    }
}

/// Reads the sample nearest to a place, given as shares of the world's sides.
pub(super) fn read(shown: &Shown, place: (f64, f64)) -> Option<Reading> {
    let subject = &shown.subject;
    let raster = &shown.raster;
    let (column, row) = (nearest(subject, 0, place.0, raster.width)?, nearest(subject, 1, place.1, raster.height)?);
    let value = raster.at(column, row) + 0.0;
    let (x, y) = (subject.grid.x(subject.region.column(column)), subject.grid.y(subject.region.row(row)));
    let mut place = format!("x {}  y {}", format(x, Unit::Metres), format(y, Unit::Metres));
    if let Some(slope) = slope(shown, column, row) {
        place = format!("{place} · {}", tr!("slope {degrees}°", degrees = format_args!("{slope:.0}")));
    }
    let level = subject.level(value);
    let tile = level.map(|l| (l.name.clone(), l.color));
    let (main, beside) = match (subject.quantity, subject.metres(value)) {
        (Quantity::Tiles, _) => {
            (level.map_or_else(|| tr!("unknown tile").into(), |l| l.name.clone()), tr!("tile {number}", number = value))
        }
        (Quantity::Metres, _) => (metres(f64::from(value)), String::new()),
        (Quantity::Degrees, _) => (format(f64::from(value), Unit::Degrees), String::new()),
        (_, Some(height)) => (metres(height), sample(f64::from(value))),
        (_, None) => (sample(f64::from(value)), String::new()),
    };
    let tile = tile.filter(|_| subject.quantity != Quantity::Tiles);
    Some(Reading { main, beside, place, tile, others: Vec::new() })
}

/// The value nearest to a place, and the metres that it stands for.
fn value(shown: &Shown, place: (f64, f64)) -> Option<(f32, Option<f64>)> {
    let (subject, raster) = (&shown.subject, &shown.raster);
    let (column, row) = (nearest(subject, 0, place.0, raster.width)?, nearest(subject, 1, place.1, raster.height)?);
    let value = raster.at(column, row) + 0.0;
    Some((value, subject.metres(value)))
}

/// A height to the decimetre.
fn metres(height: f64) -> String {
    format!("{:.1} m", height + 0.0)
}

/// Index in the raster of the sample nearest to `share` of a side.
fn nearest(subject: &Subject, axis: usize, share: f64, count: usize) -> Option<usize> {
    let n = f64::from(if axis == 0 { subject.grid.samples.0 } else { subject.grid.samples.1 });
    let index = match subject.grid.sampling {
        Sampling::Vertices => share * (n - 1.0),
        Sampling::Cells => share * n - 0.5,
        Sampling::Repeating => share * n,
    };
    let first = if axis == 0 { subject.region.x } else { subject.region.y };
    let index = ((index - first as f64) / f64::from(subject.region.stride.max(1))).round();
    // Half a sample beside the raster still has its edge as the nearest one.
    (count > 0 && index >= -1.0 && index <= count as f64).then(|| (index.max(0.0) as usize).min(count - 1))
}

/// Slope in degrees, by differences over the neighbouring samples.
fn slope(shown: &Shown, column: usize, row: usize) -> Option<f64> {
    let (subject, raster) = (&shown.subject, &shown.raster);
    subject.metres(0.0)?;
    if raster.width < 2 || raster.height < 2 {
        return None;
    }
    let stride = f64::from(subject.region.stride);
    let spacing = subject.grid.spacing();
    let height = |c: usize, r: usize| subject.metres(raster.at(c, r)).unwrap_or(0.0);
    let (left, right) = (column.saturating_sub(1), (column + 1).min(raster.width - 1));
    let (up, down) = (row.saturating_sub(1), (row + 1).min(raster.height - 1));
    let east = (height(right, row) - height(left, row)) / ((right - left) as f64 * spacing.0 * stride);
    let south = (height(column, down) - height(column, up)) / ((down - up) as f64 * spacing.1 * stride);
    Some(libm::atan((east * east + south * south).sqrt()).to_degrees())
}

/// Draws the reading beside the pointer, inside of `area`.
pub(super) fn draw(ui: &Ui, area: Rect, at: Pos2, reading: &Reading) {
    let theme = Theme::of(ui);
    let mut job = LayoutJob::default();
    let plain =
        |size: f32, color: Color32| TextFormat { font_id: FontId::proportional(size), color, ..Default::default() };
    job.append(&reading.main, 0.0, TextFormat { font_id: semibold(TEXT), color: ON_PLATE, ..Default::default() });
    if !reading.beside.is_empty() {
        job.append(&format!("  {}", reading.beside), 0.0, plain(TEXT, ON_PLATE_WEAK));
    }
    job.append(&format!("\n{}", reading.place), 0.0, plain(SMALL, ON_PLATE_WEAK));
    if let Some((name, _)) = &reading.tile {
        job.append("\n", 0.0, plain(SMALL, ON_PLATE_WEAK));
        job.append(name, 14.0, plain(SMALL, ON_PLATE_WEAK));
    }
    for line in &reading.others {
        job.append(&format!("\n{line}"), 0.0, plain(SMALL, ON_PLATE));
    }
    let galley = ui.painter().layout_job(job);
    let size = galley.size() + vec2(20.0, 14.0);
    let mut min = at + vec2(16.0, 16.0);
    if min.x + size.x > area.right() - 6.0 {
        min.x = at.x - 16.0 - size.x;
    }
    if min.y + size.y > area.bottom() - 6.0 {
        min.y = at.y - 16.0 - size.y;
    }
    let lowest = (area.right_bottom() - size - vec2(4.0, 4.0)).max(area.min);
    let rect = Rect::from_min_size(min.clamp(area.min + vec2(4.0, 4.0), lowest), size);
    let painter = ui.painter().with_clip_rect(area);
    painter.rect(rect, 6.0, PLATE, Stroke::new(1.0, theme.edge), StrokeKind::Inside);
    let text = rect.min + vec2(10.0, 7.0);
    let (bottom, lines) = (text.y + galley.size().y, galley.rows.len().max(1));
    painter.galley(text, galley, ON_PLATE);
    if let Some((_, [r, g, b])) = reading.tile {
        let below = reading.others.len() as f32 * (bottom - text.y) / (lines as f32);
        let swatch = Rect::from_min_size(Pos2::new(text.x, bottom - 11.5 - below), vec2(9.0, 9.0));
        painter.rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
    }
}
