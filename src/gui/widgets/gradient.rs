//! Colours of a ramp as a painted strip.

use crate::view::{Stop, color_at};
use eframe::egui::epaint::{Mesh, Vertex, WHITE_UV};
use eframe::egui::{Color32, Painter, Rect, Shape, pos2};

/// Paints `stops` over `rect`, the first at its left edge.
pub fn gradient(painter: &Painter, rect: Rect, stops: &[Stop]) {
    let columns = (rect.width() / 2.0).ceil().clamp(2.0, 1024.0) as u32;
    let mut mesh = Mesh::default();
    for column in 0..=columns {
        let share = column as f32 / columns as f32;
        let [r, g, b] = color_at(stops, share);
        let (x, color) = (rect.left() + share * rect.width(), Color32::from_rgb(r, g, b));
        for y in [rect.top(), rect.bottom()] {
            mesh.vertices.push(Vertex { pos: pos2(x, y), uv: WHITE_UV, color });
        }
        if column > 0 {
            let i = 2 * column;
            mesh.add_triangle(i - 2, i - 1, i);
            mesh.add_triangle(i - 1, i + 1, i);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// Paints both halves of a ramp over `rect`: water at the left where there is any.
pub fn swatch(painter: &Painter, rect: Rect, water: &[Stop], land: &[Stop]) {
    let shore = if water.is_empty() { rect.left() } else { rect.left() + rect.width() * 0.35 };
    if !water.is_empty() {
        gradient(painter, Rect::from_min_max(rect.min, pos2(shore, rect.bottom())), water);
    }
    gradient(painter, Rect::from_min_max(pos2(shore, rect.top()), rect.max), land);
}
