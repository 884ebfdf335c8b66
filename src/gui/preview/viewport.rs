//! Where the preview looks: fit, zoom about the pointer, drag to pan, and on beyond the world.

use crate::raster::Sampling;
use eframe::egui::{Pos2, Rect, Response, Ui, Vec2, pos2, vec2};

/// Factor of one notch of the wheel.
const NOTCH: f32 = 1.1;
/// Smallest and largest zoom.
const ZOOM: (f32, f32) = (0.125, 64.0);
/// Sides of the world by which the middle of the view may lie beyond its border.
const BEYOND: f32 = 8.0;

/// What part of the world, and of what lies around it, is in sight.
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
    /// The world in the middle, at this zoom.
    pub fn at(zoom: f32) -> Self {
        Self { zoom, ..Self::default() }
    }

    /// Whether the whole world is in sight and fits.
    pub fn is_fitted(&self) -> bool {
        *self == Self::default()
    }

    /// Takes the wheel, and drags and double clicks on the picture unless they mean something else.
    pub fn input(&mut self, ui: &Ui, area: Rect, extent: (f64, f64), response: &Response, pans: bool) {
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
        if response.dragged() && pans {
            self.center -= response.drag_delta() / self.size(area, extent);
        }
        self.center = self.center.clamp(Vec2::splat(-BEYOND), Vec2::splat(1.0 + BEYOND));
    }

    /// Keeps the ground in its place while the world moves by these shares of its sides.
    pub fn follow(&mut self, by: (f64, f64)) {
        self.center -= vec2(by.0 as f32, by.1 as f32);
    }

    fn zoom_about(&mut self, area: Rect, extent: (f64, f64), at: Pos2, factor: f32) {
        let before = (at - area.center()) / self.size(area, extent);
        let old = self.zoom;
        self.zoom = (self.zoom * factor).clamp(ZOOM.0, ZOOM.1);
        // On the way past it the world fits: that is the place to stop at.
        if (old - 1.0) * (self.zoom - 1.0) < 0.0 || (self.zoom - 1.0).abs() < 1e-3 {
            self.zoom = 1.0;
        }
        let after = (at - area.center()) / self.size(area, extent);
        self.center += before - after;
        // Zooming out to the whole world ends with the world in the middle, unless a person looks beside it.
        let off = self.center - vec2(0.5, 0.5);
        if self.zoom == 1.0 && old > 1.0 && off.abs().max_elem() < 0.5 {
            self.center = vec2(0.5, 0.5);
        }
    }

    /// Size of the whole world on screen.
    pub fn size(&self, area: Rect, extent: (f64, f64)) -> Vec2 {
        let (w, h) = (extent.0.max(1e-9) as f32, extent.1.max(1e-9) as f32);
        let scale = (area.width() / w).min(area.height() / h) * self.zoom;
        vec2(w * scale, h * scale)
    }

    /// Where the whole world lies on screen; parts may be outside of `area`.
    pub fn rect(&self, area: Rect, extent: (f64, f64)) -> Rect {
        let size = self.size(area, extent);
        Rect::from_min_size(area.center() - self.center * size, size)
    }

    /// The point of the screen where a place lies, given as shares of the world's sides.
    pub fn point(&self, area: Rect, extent: (f64, f64), (x, y): (f64, f64)) -> Pos2 {
        let rect = self.rect(area, extent);
        pos2(rect.left() + x as f32 * rect.width(), rect.top() + y as f32 * rect.height())
    }

    /// The place under a point of the screen as shares of the world's sides, below 0 and above 1 beside the world.
    pub fn place(&self, area: Rect, extent: (f64, f64), at: Pos2) -> (f64, f64) {
        let rect = self.rect(area, extent);
        let place = (at - rect.min) / rect.size();
        (f64::from(place.x), f64::from(place.y))
    }

    /// What is in sight as shares of the world's sides, where part of it lies beside the world.
    pub fn beyond(&self, area: Rect, extent: (f64, f64)) -> Option<Beyond> {
        let rect = self.rect(area, extent);
        // The half of a point that a rounded size may be off is nothing to see.
        if rect.expand(1.0).contains_rect(area) || self.is_fitted() {
            return None;
        }
        let (from, to) = (self.place(area, extent, area.min), self.place(area, extent, area.max));
        // In steps, so that a view that is being moved does not ask for every place.
        let step = 32.0 * f64::from(self.zoom);
        let (low, high) = (|v: f64| libm::floor(v * step) / step, |v: f64| libm::ceil(v * step) / step);
        Some(Beyond { from: (low(from.0), low(from.1)), to: (high(to.0), high(to.1)) })
    }

    /// Pixels of the whole world along its longer side.
    pub fn pixels(&self, area: Rect, extent: (f64, f64), pixels_per_point: f32) -> usize {
        let size = self.size(area, extent) * pixels_per_point;
        size.max_elem().round().clamp(1.0, 65_536.0) as usize
    }
}

/// A part of the plane that is not all within the world, as shares of the world's sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beyond {
    /// The north-western corner.
    pub from: (f64, f64),
    /// The south-eastern corner.
    pub to: (f64, f64),
}

/// Place in samples of a strided picture (pixel centres at halves) of a place given as a share of the world's side. The
/// picture begins at the sample `first` and takes one of every `stride`.
pub(super) fn texel(sampling: Sampling, samples: u32, (first, stride): (i64, u32), share: f64) -> f32 {
    let n = f64::from(samples);
    let index = match sampling {
        Sampling::Vertices => share * (n - 1.0),
        Sampling::Cells => share * n - 0.5,
        Sampling::Repeating => share * n,
    };
    ((index - first as f64) / f64::from(stride.max(1)) + 0.5) as f32
}

/// The share of the world's side at which a sample lies: the other way round.
pub(super) fn share_of(sampling: Sampling, samples: u32, index: f64) -> f64 {
    let n = f64::from(samples);
    match sampling {
        Sampling::Vertices => index / (n - 1.0).max(1.0),
        Sampling::Cells => (index + 0.5) / n,
        Sampling::Repeating => index / n,
    }
}
