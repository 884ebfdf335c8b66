//! Where the canvas looks: the mapping between the graph's points and the screen's.
//!
//! Nothing is drawn through a layer transform; every size and font is multiplied by the zoom instead, so that text is
//! crisp and accessibility boxes lie where things are seen.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

/// Points that a node keeps from the view's edge where it is put into sight.
const MARGIN: f32 = 20.0;

/// Offset and zoom of the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the graph's origin lies, in points from the view's north-west corner.
    pub offset: Vec2,
    /// Screen points per point of the graph.
    pub zoom: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { offset: vec2(40.0, 40.0), zoom: 1.0 }
    }
}

impl Camera {
    /// Smallest zoom.
    pub const MIN: f32 = 0.1;
    /// Largest zoom.
    pub const MAX: f32 = 2.0;
    /// Factor of one notch of the wheel.
    pub const NOTCH: f32 = 1.1;

    /// Screen position of a point of the graph.
    pub fn to_screen(self, view: Rect, p: Pos2) -> Pos2 {
        view.min + self.offset + p.to_vec2() * self.zoom
    }

    /// The graph's point at a screen position.
    pub fn to_graph(self, view: Rect, p: Pos2) -> Pos2 {
        ((p - view.min - self.offset) / self.zoom).to_pos2()
    }

    /// Zooms by `factor` and keeps what is under `at` where it is.
    pub fn zoom_about(&mut self, view: Rect, at: Pos2, factor: f32) {
        let fixed = self.to_graph(view, at);
        self.zoom = (self.zoom * factor).clamp(Self::MIN, Self::MAX);
        if (self.zoom - 1.0).abs() < 1e-3 && (factor - 1.0).abs() > 0.05 {
            // Notches there and back come home to exactly 100 %.
            self.zoom = 1.0;
        }
        self.offset = at - view.min - fixed.to_vec2() * self.zoom;
    }

    /// Shows `bounds` (of the graph) as large as fits, 100 % at most.
    pub fn frame(&mut self, view: Rect, bounds: Rect) {
        let room = (view.size() - Vec2::splat(96.0)).max(Vec2::splat(64.0));
        let size = bounds.size().max(Vec2::splat(1.0));
        self.zoom = (room.x / size.x).min(room.y / size.y).clamp(Self::MIN, 1.0);
        self.centre(view, bounds.center());
    }

    /// Puts a point of the graph into the middle of the view.
    pub fn centre(&mut self, view: Rect, p: Pos2) {
        self.offset = (view.size() / 2.0 - p.to_vec2() * self.zoom).round();
    }

    /// The corner of a rectangle of the graph, moved so that the rectangle lies inside the view; its north-west is seen
    /// where the view is too small.
    pub fn nudged_inside(&self, view: Rect, rect: Rect) -> Pos2 {
        let inner = view.shrink(MARGIN);
        let (low, high) = (self.to_graph(view, inner.min).ceil(), self.to_graph(view, inner.max) - rect.size());
        rect.min.min(high.floor()).max(low)
    }

    /// A font size at this zoom, in half points, so that a zoom does not fill the atlas with sizes.
    pub fn font(&self, size: f32) -> f32 {
        ((size * self.zoom * 2.0).round() / 2.0).max(4.0)
    }
}

/// How much of a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// A coloured box.
    Box,
    /// Header and picture.
    Picture,
    /// Everything.
    Full,
}

impl Detail {
    /// The detail at a zoom.
    pub fn at(zoom: f32) -> Self {
        match zoom {
            z if z < 0.26 => Self::Box,
            z if z < 0.45 => Self::Picture,
            _ => Self::Full,
        }
    }
}
