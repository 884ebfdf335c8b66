//! The flat picture: samples where they lie in the world, and what is drawn over them.

use super::{Outcome, Preview, PreviewPane, extent, legend, probe, scale, solid, viewport};
use crate::graph::World;
use crate::gui::compare::Way;
use crate::gui::language::tr;
use crate::gui::theme::{ON_PLATE, PLATE, TEXT, Theme};
use crate::gui::worker::{Patch, Shown, Subject};
use crate::raster::Grid;
use eframe::egui::accesskit::Role;
use eframe::egui::epaint::RectShape;
use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Stroke, StrokeKind, TextureHandle, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};

/// Samples as they are drawn.
#[derive(Clone, Copy)]
pub(super) struct Layer<'a> {
    /// What the samples are.
    pub subject: &'a Subject,
    /// Columns and rows of the samples.
    pub size: (usize, usize),
    /// Their picture.
    pub texture: &'a TextureHandle,
}

impl<'a> Layer<'a> {
    pub fn of(shown: &'a Shown, texture: &'a TextureHandle) -> Self {
        Self { subject: &shown.subject, size: (shown.raster.width, shown.raster.height), texture }
    }
}

impl PreviewPane {
    pub(super) fn picture(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        response: &Response,
        preview: &Preview<'_>,
        outcome: &mut Outcome,
    ) {
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        painter.rect_filled(area, 6.0, Theme::of(ui).field);
        let world = preview.scene.graph.world;
        let mut viewport = self.viewport;
        let draws = self.profile.input(ui, area, world.extent, &viewport, response);
        let moves = !draws && self.frame.input(ui, area, preview, &mut viewport, response, outcome);
        viewport.input(ui, area, world.extent, response, !draws && !moves);
        self.viewport = viewport;
        self.beyond = self.viewport.beyond(area, world.extent).filter(|_| self.tiled.is_none());
        self.pixels = self.viewport.pixels(area, world.extent, ui.pixels_per_point());
        self.dot = ui.pixels_per_point().round().clamp(1.0, 8.0) as usize;
        let at = response.hover_pos().unwrap_or_else(|| area.center());
        self.looks_at = self.viewport.place(area, world.extent, at);
        let mut reading = None;
        match (preview.shown, preview.texture) {
            (Some(shown), Some(texture)) if preview.failure.is_none() => {
                let dim = Some(&shown.link) != preview.scene.preview;
                self.samples(ui, area, preview, (shown, texture), dim);
                if self.tiled.is_none() {
                    extent::frame(&painter, area, world, &self.viewport);
                }
                if !dim {
                    reading = self.marks(ui, area, response, preview, shown);
                }
            }
            _ => empty(ui, area, preview),
        }
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Image, true, name_of(preview));
            info.current_text_value = reading.clone();
            info
        });
        painter.rect_stroke(area, 6.0, Stroke::new(1.0, Theme::of(ui).edge), StrokeKind::Inside);
    }

    /// The samples: of the world and around it, or of two worlds.
    fn samples(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        preview: &Preview<'_>,
        (shown, texture): (&Shown, &TextureHandle),
        dim: bool,
    ) {
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        let world = preview.scene.graph.world;
        let place = (self.pixels, self.dot);
        let samples = (shown.raster.width, shown.raster.height);
        let current = shown.picture.current.as_ref().filter(|_| !dim);
        let drifting = current.and_then(|current| self.drift.show(ui, current, samples, place));
        let layer = Layer::of(shown, drifting.as_ref().unwrap_or(texture));
        let lies = |shown: &Shown| Some(&shown.link) == preview.scene.preview;
        if let Some((around, texture)) = preview.around.filter(|(around, _)| lies(around) && self.beyond.is_some()) {
            self.draw(&painter, area, &world, &Layer::of(around, texture), dim);
        }
        match preview.compared.as_ref().filter(|_| !dim) {
            Some(compared) if compared.comparison.way == Way::Difference => {
                self.difference(ui, area, &world, compared);
            }
            Some(compared) => {
                let link = compared.comparison.name_of_shown(&shown.link);
                self.split(ui, (area, &world), &layer, compared, &link);
            }
            None => {
                self.draw(&painter, area, &world, &layer, dim);
                let of_this = |patch: &Patch| !dim && patch.link == shown.link && patch.mode == shown.mode;
                for (patch, texture) in preview.patches.iter().filter(|(patch, _)| of_this(patch)) {
                    self.draw_patch(&painter, area, &world, patch, texture);
                }
            }
        }
    }

    /// What is drawn over the samples; what can be read off them.
    fn marks(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        response: &Response,
        preview: &Preview<'_>,
        shown: &Shown,
    ) -> Option<String> {
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        let world = preview.scene.graph.world;
        self.profile.draw(&painter, area, world.extent, &self.viewport);
        let lies = self.viewport.rect(area, world.extent);
        scale::bar(&painter, area, world.extent.0 / f64::from(lies.width()));
        if preview.scene.graph.view.legend && preview.compared.is_none() {
            legend::draw(&painter, area, shown);
        }
        draft_mark(&painter, area, shown, preview.computing);
        if let Some(sentence) = solid::why_flat(self, preview) {
            solid::say(ui, area, sentence);
        }
        let verdict = self.tiled.map(|marked| {
            if marked {
                extent::seams(&painter, area, lies);
            }
            extent::verdict(ui, area, shown)
        });
        let read = self.probe(ui, area, response, preview, shown);
        // What is said of the whole comes before what is said of a place.
        match (verdict, read) {
            (Some(verdict), Some(read)) => Some(format!("{verdict} · {read}")),
            (verdict, read) => verdict.or(read),
        }
    }

    /// Draws the samples where they lie in the world, whatever their stride, so that a sharper picture does not jump; of a map
    /// that is shown beside itself nine times.
    pub(super) fn draw(&self, painter: &Painter, area: Rect, world: &World, layer: &Layer<'_>, dim: bool) {
        let lies = self.lies(area, world, layer);
        let tint = if dim { Color32::from_white_alpha(90) } else { Color32::WHITE };
        if self.tiled.is_none() {
            return blit(painter, area, lies, layer, tint);
        }
        let size = self.viewport.size(area, world.extent);
        for side in extent::around() {
            let (rect, uv) = lies;
            blit(painter, area, (rect.translate(side * size), uv), layer, tint);
        }
    }

    /// Draws a part over the whole.
    fn draw_patch(&self, painter: &Painter, area: Rect, world: &World, patch: &Patch, texture: &TextureHandle) {
        let (subject, grid) = (&patch.subject, &patch.subject.grid);
        let ends = |(from, to): (f64, f64), samples: u32| {
            let share = |index: f64| viewport::share_of(grid.sampling, samples, index);
            (share(from), share(to))
        };
        let (x, y) = (ends(patch.lies[0], grid.samples.0), ends(patch.lies[1], grid.samples.1));
        let rect = Rect::from_min_max(
            self.on_screen(area, world, grid, (x.0, y.0)),
            self.on_screen(area, world, grid, (x.1, y.1)),
        );
        let whole = Rect::from_min_max(
            self.on_screen(area, world, grid, (0.0, 0.0)),
            self.on_screen(area, world, grid, (1.0, 1.0)),
        );
        let layer = Layer { subject, size: (subject.region.width, subject.region.height), texture };
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let sides = if self.tiled.is_some() { extent::around().collect() } else { vec![Vec2::ZERO] };
        let size = self.viewport.size(area, world.extent);
        for by in sides.into_iter().map(|side| side * size) {
            let lies = (rect.translate(by), uv);
            blit(painter, area.intersect(whole.translate(by)), lies, &layer, Color32::WHITE);
        }
    }

    /// The point of the screen for a place given as shares of a grid's sides. The samples of a world that has moved stay on
    /// their ground until the new ones come.
    fn on_screen(&self, area: Rect, world: &World, grid: &Grid, (x, y): (f64, f64)) -> Pos2 {
        let share = |origin: f64, extent: f64, own: f64, side: f64, share: f64| {
            (origin - own) / side.max(1e-9) + share * (extent / side.max(1e-9))
        };
        let place = (
            share(grid.origin.0, grid.extent.0, world.origin.0, world.extent.0, x),
            share(grid.origin.1, grid.extent.1, world.origin.1, world.extent.1, y),
        );
        self.viewport.point(area, world.extent, place)
    }

    /// Where the samples lie on screen, and the part of their picture that lies there.
    fn lies(&self, area: Rect, world: &World, layer: &Layer<'_>) -> (Rect, Rect) {
        let Layer { subject, size: (width, height), .. } = *layer;
        let (grid, region) = (&subject.grid, &subject.region);
        let is_whole = (region.x, region.y) == (0, 0) && grid.region().strided(region.stride).len() == region.len();
        let (mut from, mut to) = ((0.0, 0.0), (1.0, 1.0));
        if !is_whole {
            let share = |first: i64, count: usize, samples: u32| {
                let last = first as f64 + (count.max(1) - 1) as f64 * f64::from(region.stride);
                let share = |index: f64| viewport::share_of(grid.sampling, samples, index);
                (share(first as f64), share(last))
            };
            let (x, y) = (share(region.x, width, grid.samples.0), share(region.y, height, grid.samples.1));
            (from, to) = ((x.0, y.0), (x.1, y.1));
        }
        let u = |share: f64| viewport::texel(grid.sampling, grid.samples.0, (region.x, region.stride), share);
        let v = |share: f64| viewport::texel(grid.sampling, grid.samples.1, (region.y, region.stride), share);
        let (w, h) = (width as f32, height as f32);
        let uv = Rect::from_min_max(pos2(u(from.0) / w, v(from.1) / h), pos2(u(to.0) / w, v(to.1) / h));
        let corner = |place| self.on_screen(area, world, grid, place);
        (Rect::from_min_max(corner(from), corner(to)), uv)
    }

    fn probe(&self, ui: &Ui, area: Rect, response: &Response, preview: &Preview<'_>, shown: &Shown) -> Option<String> {
        let at = response.hover_pos().filter(|_| !response.dragged())?;
        let mut place = self.viewport.place(area, shown.subject.world.extent, at);
        if self.tiled.is_some() {
            let wrapped = |p: f64| p - libm::floor(p);
            place = (wrapped(place.0), wrapped(place.1));
        }
        let inside = (0.0..=1.0).contains(&place.0) && (0.0..=1.0).contains(&place.1);
        let around = preview.around.map(|(around, _)| around).filter(|around| around.link == shown.link);
        let read = if inside { shown } else { around? };
        let mut reading = probe::read(read, place)?;
        if let Some(compared) = preview.compared.as_ref().filter(|_| inside) {
            reading.compare(shown, compared, place);
        }
        probe::draw(ui, area, at, &reading);
        Some(reading.text())
    }
}

/// Draws what of a picture lies within `area`.
fn blit(painter: &Painter, area: Rect, (rect, uv): (Rect, Rect), layer: &Layer<'_>, tint: Color32) {
    let seen = rect.intersect(area);
    if !seen.is_positive() {
        return;
    }
    let share = |p: Pos2| (p - rect.min) / rect.size();
    let (from, to) = (share(seen.min), share(seen.max));
    let part = Rect::from_min_max(uv.min + from * uv.size(), uv.min + to * uv.size());
    // Only a picture that fills its place has that place's corners.
    let radius = if seen == area { 6 } else { 0 };
    painter.add(RectShape::filled(seen, radius, tint).with_texture(layer.texture.id(), part));
}

/// What the picture is called.
pub(super) fn name_of(preview: &Preview<'_>) -> String {
    let link = preview.scene.preview;
    link.map_or_else(|| tr!("preview").into(), |link| tr!("preview of {output}", output = link))
}

/// What is said where there is no picture.
fn empty(ui: &Ui, area: Rect, preview: &Preview<'_>) {
    let theme = Theme::of(ui);
    let (text, color) = match (preview.failure, preview.scene.preview) {
        (Some(sentence), _) => (sentence.to_owned(), theme.error),
        (None, None) => {
            (tr!("Add a node, and its picture appears here.\nV on a node shows it.").to_owned(), theme.muted)
        }
        (None, Some(_)) => (tr!("Computing…").to_owned(), theme.muted),
    };
    let galley = ui.painter().layout(text, FontId::proportional(TEXT), color, area.width() - 48.0);
    let at = area.center() - galley.size() / 2.0;
    ui.painter().galley(at, galley, color);
}

/// Says that a picture is not final, and how fine it is.
pub(super) fn draft_mark(painter: &Painter, area: Rect, shown: &Shown, computing: bool) {
    if shown.hash.is_some() {
        return;
    }
    let (w, h) = (shown.raster.width, shown.raster.height);
    let text = if computing { tr!("refining…").to_owned() } else { tr!("draft {w} × {h}", w = w, h = h) };
    let at = area.right_bottom() - vec2(10.0, 10.0);
    let galley = painter.layout_no_wrap(text, FontId::proportional(11.0), ON_PLATE);
    let rect = Align2::RIGHT_BOTTOM.anchor_size(at, galley.size() + Vec2::splat(8.0));
    painter.rect_filled(rect, 4.0, PLATE);
    painter.galley(rect.min + Vec2::splat(4.0), galley, ON_PLATE);
}
