//! Small buttons with painted pictures, so that no control depends on a font that holds them.

use super::tone::tone;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

/// A picture of an [`icon_button`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// An arrow that turns back.
    Reset,
    /// A cross.
    Remove,
    /// A die.
    Dice,
    /// A drop of water.
    Water,
    /// Three dots.
    More,
    /// A folder.
    Folder,
}

/// Side of a button in points.
pub const SIZE: f32 = 20.0;

/// A frameless button whose accessible name is `name`; `hint` is shown on hover. `on` draws it in the accent colour.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, hint: &str, on: bool) -> Response {
    // Tab goes from field to field; the arrow to the default would stand in between.
    let sense = if icon == Icon::Reset { Sense::CLICK } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIZE), sense);
    let info = || match on {
        true => WidgetInfo::selected(Role::Button, ui.is_enabled(), true, name),
        false => WidgetInfo::labeled(Role::Button, ui.is_enabled(), name),
    };
    response.widget_info(info);
    let tone = tone(ui);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(1.0, tone.accent), StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, tone.edge);
    }
    let color = match (on, response.hovered()) {
        (true, _) => tone.accent,
        (false, true) => tone.text,
        (false, false) => tone.muted,
    };
    paint(ui.painter(), icon, rect.center(), color);
    if hint.is_empty() { response } else { response.on_hover_text(hint) }
}

/// Draws a picture of about 12 points around `center`.
pub fn paint(painter: &Painter, icon: Icon, center: Pos2, color: Color32) {
    let stroke = Stroke::new(1.4, color);
    let at = |x: f32, y: f32| center + vec2(x, y);
    match icon {
        Icon::Reset => {
            painter.line(arc(center + vec2(0.5, 0.5), 4.0, -200.0, 80.0), stroke);
            painter.line(vec![at(-5.5, -3.2), at(-3.4, -0.3), at(-0.6, -2.6)], stroke);
        }
        Icon::Remove => {
            painter.line_segment([at(-3.2, -3.2), at(3.2, 3.2)], stroke);
            painter.line_segment([at(-3.2, 3.2), at(3.2, -3.2)], stroke);
        }
        Icon::Dice => {
            painter.rect_stroke(Rect::from_center_size(center, Vec2::splat(11.0)), 2.5, stroke, StrokeKind::Middle);
            for (x, y) in [(-2.6, -2.6), (2.6, -2.6), (0.0, 0.0), (-2.6, 2.6), (2.6, 2.6)] {
                painter.circle_filled(at(x, y), 1.1, color);
            }
        }
        Icon::Folder => {
            let outline = [(-6.0, 4.5), (-6.0, -4.5), (-1.8, -4.5), (-0.2, -2.6), (6.0, -2.6), (6.0, 4.5)];
            painter.add(Shape::closed_line(outline.map(|(x, y)| at(x, y)).to_vec(), stroke));
        }
        Icon::Water => {
            for y in [-2.2_f32, 2.2] {
                let wave = (0..=12).map(|i| {
                    let x = i as f32 - 6.0;
                    at(x, y + 1.5 * libm::sinf(x * 1.05))
                });
                painter.line(wave.collect(), stroke);
            }
        }
        Icon::More => {
            for x in [-4.0, 0.0, 4.0] {
                painter.circle_filled(at(x, 0.0), 1.3, color);
            }
        }
    }
}

/// Points of an arc between two angles in degrees.
fn arc(center: Pos2, radius: f32, from: f32, to: f32) -> Vec<Pos2> {
    (0..=16)
        .map(|i| {
            let angle = (from + (to - from) * i as f32 / 16.0).to_radians();
            center + radius * vec2(libm::cosf(angle), libm::sinf(angle))
        })
        .collect()
}
