//! The graph far out: wires and boxes as two shapes for all of them, since there may be thousands.

use super::node::Brush;
use super::wire::{Curve, Tone, Wire};
use super::{Canvas, Frame};
use eframe::egui::epaint::Mesh;
use eframe::egui::{Color32, Painter};

impl Canvas {
    /// Wires with how they are drawn: the ones that nothing happens to together, the others over them.
    pub(super) fn paint_thin_wires<'a>(
        &self,
        painter: &Painter,
        wires: impl Iterator<Item = (&'a Wire, Tone)>,
        width: f32,
    ) {
        let reach = (width + 1.0 / painter.pixels_per_point()) / 2.0;
        let mut others = Vec::new();
        self.sheets[1].draw(painter, |mesh| {
            for (wire, tone) in wires {
                if tone != Tone::Plain || !wire.more.is_empty() {
                    others.push((wire, tone));
                } else {
                    add_line(mesh, &wire.curve, reach, Tone::plain(wire.color));
                }
            }
        });
        others.into_iter().for_each(|(wire, tone)| wire.paint(painter, width, tone));
    }

    /// The nodes as boxes.
    pub(super) fn paint_boxes(&self, painter: &Painter, frame: &Frame<'_, '_>) {
        let mut marked = Vec::new();
        self.sheets[2].draw(painter, |plain| {
            for face in frame.layout.visible() {
                let Some(node) = frame.scene.graph.nodes.get(&face.id) else { continue };
                let brush = Brush { painter, frame, face, node, zoom: self.camera.zoom, lit: None };
                if brush.has_error() || frame.scene.selection.contains(&face.id) {
                    marked.push(brush);
                } else {
                    plain.add_colored_rect(face.rect.expand(1.0), frame.theme.edge);
                    plain.add_colored_rect(face.rect, brush.far_color());
                }
            }
        });
        marked.iter().for_each(|brush| brush.edge(brush.far_color()));
    }
}

/// Adds a thin line along a curve: full in the middle, gone at `reach` on both sides.
fn add_line(mesh: &mut Mesh, curve: &Curve, reach: f32, color: Color32) {
    let mut points = curve.few_points();
    let (first, pieces) = (mesh.vertices.len() as u32, points.len() as u32 - 1);
    let Some(mut point) = points.next() else { return };
    let mut before = point;
    loop {
        let next = points.next();
        let along = next.unwrap_or(point) - before;
        let side = along.normalized().rot90() * reach;
        mesh.colored_vertex(point - side, Color32::TRANSPARENT);
        mesh.colored_vertex(point, color);
        mesh.colored_vertex(point + side, Color32::TRANSPARENT);
        let Some(next) = next else { break };
        (before, point) = (point, next);
    }
    for i in 0..pieces {
        let [a, b, c] = [0, 1, 2].map(|k| first + 3 * i + k);
        mesh.indices.extend([a, b, a + 3, a + 3, b, b + 3, b, c, b + 3, b + 3, c, c + 3]);
    }
}
