//! The small map in the corner: all nodes and frames, and the part of them that is in view. A press or drag moves the view.

use super::gesture::Gesture;
use super::holding::with_plates;
use super::plates::area;
use super::{Canvas, Frame};
use crate::gui::language::tr;
use eframe::egui::accesskit::Role;
use eframe::egui::epaint::Mesh;
use eframe::egui::{Color32, Id, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

/// Largest size of the map.
const SIZE: Vec2 = vec2(190.0, 128.0);
/// Distance from the canvas's corner.
const MARGIN: f32 = 14.0;
/// Room inside its border.
const INSET: f32 = 8.0;
/// A narrower canvas has no room for it.
const NARROW: Vec2 = vec2(420.0, 320.0);

/// Where the map lies and what it shows.
struct Map {
    rect: Rect,
    /// Screen points per point of the graph.
    scale: f32,
    centre: Pos2,
}

impl Map {
    fn to_map(&self, p: Pos2) -> Pos2 {
        self.rect.center() + (p - self.centre) * self.scale
    }

    fn of(&self, rect: Rect) -> Rect {
        Rect::from_min_max(self.to_map(rect.min), self.to_map(rect.max))
    }

    fn to_graph(&self, p: Pos2) -> Pos2 {
        self.centre + (p - self.rect.center()) / self.scale
    }
}

impl Canvas {
    fn map_of(&self, frame: &Frame<'_, '_>) -> Option<Map> {
        if !self.map || frame.view.width() < NARROW.x || frame.view.height() < NARROW.y {
            return None;
        }
        let all = with_plates(frame.scene.graph, frame.layout.faces.values().map(|face| face.home))?.expand(120.0);
        let rect = Rect::from_min_size(frame.view.max - Vec2::splat(MARGIN) - SIZE, SIZE);
        let room = rect.shrink(INSET).size();
        let scale = (room.x / all.width()).min(room.y / all.height()).min(0.12);
        Some(Map { rect, scale, centre: all.center() })
    }

    /// A press on the map goes there; whether it was one.
    pub(super) fn press_on_map(&mut self, at: Pos2, frame: &Frame<'_, '_>) -> bool {
        let inside = self.map_of(frame).is_some_and(|map| map.rect.contains(at));
        if inside {
            self.gesture = Gesture::Map;
            self.follow_on_map(at, frame);
        }
        inside
    }

    pub(super) fn follow_on_map(&mut self, at: Pos2, frame: &Frame<'_, '_>) {
        if let Some(map) = self.map_of(frame) {
            self.camera.centre(frame.view, map.to_graph(map.rect.clamp(at)));
        }
    }

    pub(super) fn show_map(&self, ui: &Ui, frame: &Frame<'_, '_>) {
        let Some(map) = self.map_of(frame) else { return };
        let (theme, graph) = (frame.theme, frame.scene.graph);
        let painter = ui.painter();
        painter.rect(map.rect, 8.0, theme.panel.gamma_multiply(0.94), Stroke::new(1.0, theme.edge), StrokeKind::Inside);
        let inner = painter.with_clip_rect(map.rect.shrink(1.0).intersect(painter.clip_rect()));
        for plate in &frame.layout.frames {
            if let Some(rect) = area(graph, &plate.item) {
                inner.rect_filled(map.of(rect), 2.0, theme.panel.lerp_to_gamma(plate.color, 0.3));
            }
        }
        // One shape for all, since there may be thousands.
        let mut boxes = Mesh::default();
        for face in frame.layout.faces.values() {
            let color = face.tint.unwrap_or(face.color);
            let rect = map.of(face.home);
            let rect = Rect::from_center_size(rect.center(), rect.size().max(Vec2::splat(2.5)));
            let selected = frame.scene.selection.contains(&face.id);
            boxes.add_colored_rect(rect, if selected { theme.text } else { color });
        }
        inner.add(boxes);
        for plate in &frame.layout.notes {
            if let Some(rect) = area(graph, &plate.item) {
                inner.rect_filled(map.of(rect), 1.5, theme.panel.lerp_to_gamma(plate.color, 0.5));
            }
        }
        let (low, high) =
            (self.camera.to_graph(frame.view, frame.view.min), self.camera.to_graph(frame.view, frame.view.max));
        let seen = map.of(Rect::from_min_max(low, high)).intersect(map.rect.shrink(2.0));
        let wash: Color32 = theme.text.gamma_multiply(0.07);
        inner.rect(seen, 2.0, wash, Stroke::new(1.0, theme.text.gamma_multiply(0.75)), StrokeKind::Inside);
        let response = ui.interact(map.rect, Id::unique("canvas map"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, tr!("map")));
    }
}
