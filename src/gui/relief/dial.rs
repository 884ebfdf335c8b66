//! A small sky seen from above: its middle is overhead, its rim the horizon, up is where the camera looks. The sun on it is
//! dragged.

use super::Sun;
use super::input::turned;
use crate::gui::language::tr;
use crate::gui::theme::{ON_PLATE_WEAK, PLATE, Theme};
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Color32, CursorIcon, EventFilter, FontId, Key, Modifiers, Pos2, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};

/// Diameter in points.
const SIDE: f32 = 50.0;
/// Radius of the sun.
const DOT: f32 = 5.0;
/// Degrees of a press of an arrow key.
const STEP: f64 = 5.0;

/// The sky.
pub(super) struct Dial<'a> {
    /// What is dragged.
    pub sun: &'a mut Sun,
    /// Where the camera looks, in degrees clockwise from north.
    pub heading: f64,
}

impl Dial<'_> {
    /// Draws it.
    pub fn show(self, ui: &mut Ui) {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click_and_drag());
        let radius = SIDE / 2.0 - DOT - 1.0;
        if response.double_clicked() {
            *self.sun = Sun::default();
        } else if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked()) {
            *self.sun = sun_at((at - rect.center()) / radius, self.heading);
        }
        if response.has_focus() {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            let take = |key: Key| ui.input_mut(|i| i.count_and_consume_key(Modifiers::NONE, key)) as f64;
            let around = take(Key::ArrowRight) - take(Key::ArrowLeft);
            let up = take(Key::ArrowUp) - take(Key::ArrowDown);
            *self.sun = turned(*self.sun, around * STEP, up * STEP);
        }
        let words = tr!(
            "from {azimuth}°, {altitude}° high",
            azimuth = format_args!("{:.0}", self.sun.azimuth),
            altitude = format_args!("{:.0}", self.sun.altitude)
        );
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, tr!("Sun"));
            info.current_text_value = Some(words.clone());
            info
        });
        self.paint(ui, rect.center(), radius, response.hovered() || response.dragged() || response.has_focus());
        let hint = tr!("Light {direction}. Drag it here, or drag on the picture with Ctrl.", direction = words);
        response.on_hover_cursor(CursorIcon::Grab).on_hover_text(hint);
    }

    fn paint(&self, ui: &Ui, center: Pos2, radius: f32, strong: bool) {
        let theme = Theme::of(ui);
        let painter = ui.painter();
        painter.circle(center, SIDE / 2.0, PLATE, Stroke::NONE);
        let faint = Stroke::new(1.0, Color32::from_white_alpha(46));
        painter.circle_stroke(center, radius, faint);
        painter.circle_stroke(center, radius / 2.0, Stroke::new(1.0, Color32::from_white_alpha(26)));
        let north = direction(0.0, self.heading);
        painter.text(
            center + north * (radius - 6.0),
            Align2::CENTER_CENTER,
            tr!("N|north on a compass"),
            FontId::proportional(9.0),
            ON_PLATE_WEAK,
        );
        let at =
            center + direction(self.sun.azimuth, self.heading) * (radius * (1.0 - self.sun.altitude / 90.0) as f32);
        let ray = Stroke::new(1.0, theme.accent.gamma_multiply(0.55));
        painter.line_segment([center, at], ray);
        painter.circle(at, DOT, Theme::DARK.accent, Stroke::new(if strong { 2.0 } else { 1.0 }, Color32::WHITE));
    }
}

/// Where a direction lies on the dial.
fn direction(azimuth: f64, heading: f64) -> Vec2 {
    let (sin, cos) = libm::sincos((azimuth - heading).to_radians());
    vec2(sin as f32, -cos as f32)
}

/// The sun at a place of the dial whose rim is one away from its middle.
fn sun_at(at: Vec2, heading: f64) -> Sun {
    let away = f64::from(at.length()).min(1.0);
    let azimuth = libm::atan2(f64::from(at.x), -f64::from(at.y)).to_degrees() + heading;
    turned(Sun { azimuth, altitude: 90.0 * (1.0 - away) }, 0.0, 0.0)
}
