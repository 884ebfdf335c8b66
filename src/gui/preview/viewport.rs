//! Where the preview looks: fit, zoom about the pointer, drag to pan.

use crate::raster::Sampling;
use eframe::egui::{Pos2, Rect, Response, Ui, Vec2, vec2};

/// Factor of one notch of the wheel.
const NOTCH: f32 = 1.1;
/// Largest zoom.
const MOST: f32 = 64.0;

/// What part of the world is in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Viewport {
    /// 1 where the world just fits.
    zoom: f32,
    /// The place in the middle, as shares of the world's sides.
    center: Vec2,
}

impl Default for Viewport {
    fn default() -> Self {
        Self { zoom: 1.0, center: vec2(0.5, 0.5) }
    }
}

impl Viewport {
    /// Whether the whole world is in sight.
    pub fn is_fitted(&self) -> bool {
        self.zoom == 1.0
    }

    /// Takes the wheel, drags and double clicks on the picture.
    pub fn input(&mut self, ui: &Ui, area: Rect, extent: (f64, f64), response: &Response) {
        if response.double_clicked() {
            *self = Self::default();
        }
        if let Some(at) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            let factor = pinch * libm::powf(NOTCH, scroll / 50.0);
            if factor != 1.0 {
                self.zoom_about(area, extent, at, factor);
            }
        }
        if response.dragged() {
            self.center -= response.drag_delta() / self.size(area, extent);
        }
        self.keep_in_sight();
    }

    fn zoom_about(&mut self, area: Rect, extent: (f64, f64), at: Pos2, factor: f32) {
        let before = (at - area.center()) / self.size(area, extent);
        self.zoom = (self.zoom * factor).clamp(1.0, MOST);
        let after = (at - area.center()) / self.size(area, extent);
        self.center += before - after;
    }

    fn keep_in_sight(&mut self) {
        // Half of the visible part may not pass the border, so that a fitted picture does not move at all.
        let half = 0.5 / self.zoom;
        self.center = self.center.clamp(vec2(half, half), vec2(1.0 - half, 1.0 - half));
    }

    /// Size of the whole world on screen.
    fn size(&self, area: Rect, extent: (f64, f64)) -> Vec2 {
        let (w, h) = (extent.0.max(1e-9) as f32, extent.1.max(1e-9) as f32);
        let scale = (area.width() / w).min(area.height() / h) * self.zoom;
        vec2(w * scale, h * scale)
    }

    /// Where the whole world lies on screen; parts may be outside of `area`.
    pub fn rect(&self, area: Rect, extent: (f64, f64)) -> Rect {
        let size = self.size(area, extent);
        Rect::from_min_size(area.center() - self.center * size, size)
    }

    /// The place under a point of the screen as shares of the world's sides; `None` outside of the world.
    pub fn place(&self, area: Rect, extent: (f64, f64), at: Pos2) -> Option<(f64, f64)> {
        let rect = self.rect(area, extent);
        if !rect.contains(at) || !area.contains(at) {
            return None;
        }
        let place = (at - rect.min) / rect.size();
        Some((f64::from(place.x), f64::from(place.y)))
    }

    /// Pixels of the whole world along its longer side.
    pub fn pixels(&self, area: Rect, extent: (f64, f64), pixels_per_point: f32) -> usize {
        let size = self.size(area, extent) * pixels_per_point;
        size.max_elem().round().clamp(1.0, 65_536.0) as usize
    }
}

/// Place in samples of a strided picture (pixel centres at halves) of a place given as a share of the world's side.
pub(super) fn texel(sampling: Sampling, samples: u32, stride: u32, share: f64) -> f32 {
    let n = f64::from(samples);
    let index = match sampling {
        Sampling::Vertices => share * (n - 1.0),
        Sampling::Cells => share * n - 0.5,
        Sampling::Repeating => share * n,
    };
    (index / f64::from(stride.max(1)) + 0.5) as f32
}
