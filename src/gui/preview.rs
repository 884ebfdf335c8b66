//! The preview: the picture of one output with its modes, the probe under the pointer, the scale bar and the numbers.

mod compare;
mod corner;
mod extent;
mod flow;
mod legend;
mod numbers;
mod options;
mod probe;
mod profile;
mod scale;
mod solid;
mod timeline;
mod viewport;

use super::compare::Way;
use super::histogram;
use super::language::{self, tr};
use super::ramps::Ramps;
use super::relief::Relief;
use super::request::{Command, Request, Scene};
use super::theme::{ON_PLATE, PLATE, TEXT, Theme};
use super::widgets::tone::tone;
use super::worker::{Shown, Subject};
use crate::graph::{Link, World};
use crate::view::Mode;
pub use compare::Compared;
use eframe::egui::accesskit::Role;
use eframe::egui::epaint::RectShape;
use eframe::egui::{
    Align, Align2, Color32, FontId, Label, Layout, Painter, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind,
    TextureHandle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use eframe::egui_wgpu::RenderState;
pub use viewport::Beyond;
use viewport::Viewport;

/// Height of the lines below the picture in points: options, numbers, histogram.
const CONTROLS: f32 = 136.0;
/// Where the picture would be lower than this in points, it takes the place of the histogram.
const LOWEST: f32 = 140.0;

/// What the pane reads.
pub struct Preview<'a> {
    /// The document and what is known of it.
    pub scene: &'a Scene<'a>,
    /// The newest picture, which may be of another output while one is computed.
    pub shown: Option<&'a Shown>,
    /// The picture as a texture.
    pub texture: Option<&'a TextureHandle>,
    /// What lies around the world, and its picture.
    pub around: Option<(&'a Shown, &'a TextureHandle)>,
    /// Why the preview cannot be computed.
    pub failure: Option<&'a str>,
    /// Whether auto levels are on.
    pub auto_levels: bool,
    /// Whether something better is on its way.
    pub computing: bool,
    /// The person's own colour ramps.
    pub ramps: &'a Ramps,
    /// What it is compared with.
    pub compared: Option<Compared<'a>>,
    /// Whether it stays on what it shows.
    pub locked: bool,
    /// Whether it is to be seen in 3D.
    pub solid: bool,
}

/// Samples as they are drawn.
#[derive(Clone, Copy)]
struct Layer<'a> {
    subject: &'a Subject,
    /// Columns and rows of the samples.
    size: (usize, usize),
    texture: &'a TextureHandle,
}

impl<'a> Layer<'a> {
    fn of(shown: &'a Shown, texture: &'a TextureHandle) -> Self {
        Self { subject: &shown.subject, size: (shown.raster.width, shown.raster.height), texture }
    }
}

/// What a person did in the pane.
#[derive(Default)]
pub struct Outcome {
    /// Requests for the app.
    pub requests: Vec<Request>,
    /// A mode chosen for an output that is no result of the recipe, which the file does not remember.
    pub mode: Option<(Link, Mode)>,
    /// Whether the whole grid of a large recipe was asked for.
    pub whole_grid: bool,
}

/// The pane, with what it remembers between frames.
pub struct PreviewPane {
    viewport: Viewport,
    /// Pixels along the longer side of the picture as it is drawn.
    pixels: usize,
    /// Pixels of a point, rounded.
    dot: usize,
    timeline: timeline::Timeline,
    drift: flow::Drift,
    profile: profile::Profile,
    frame: extent::Frame,
    /// Whether the map is shown beside itself, and whether its seams are marked.
    tiled: Option<bool>,
    /// What is in sight beside the world.
    beyond: Option<Beyond>,
    /// Where two pictures meet, as a share of the pane's width.
    divider: f32,
    /// The 3D view.
    relief: Relief,
}

impl Default for PreviewPane {
    fn default() -> Self {
        Self {
            viewport: Viewport::default(),
            pixels: 0,
            dot: 1,
            timeline: timeline::Timeline::default(),
            drift: flow::Drift::default(),
            profile: profile::Profile::default(),
            frame: extent::Frame::default(),
            tiled: None,
            beyond: None,
            divider: 0.5,
            relief: Relief::default(),
        }
    }
}

impl PreviewPane {
    /// A pane in a window that is drawn on this graphics device, if there is one.
    pub fn on(device: Option<&RenderState>) -> Self {
        Self { relief: Relief::on(device), ..Self::default() }
    }

    /// Shows everything again, for another document.
    pub fn reset(&mut self) {
        self.viewport = Viewport::default();
        self.timeline = timeline::Timeline::default();
        self.drift.reset();
        self.profile.clear();
        (self.frame, self.tiled, self.beyond) = (extent::Frame::default(), None, None);
        self.relief.go_home();
    }

    /// What is in sight beside the world, whose samples are wanted.
    pub fn beyond(&self) -> Option<Beyond> {
        self.beyond
    }

    /// Whether it can show the ground in 3D.
    pub fn can_be_solid(&self) -> bool {
        self.relief.can_draw()
    }

    /// The moment that is shown, in seconds.
    pub fn time(&self) -> f64 {
        self.timeline.wanted()
    }

    /// Pixels along the longer side that a picture should have to be sharp.
    pub fn pixels(&self) -> usize {
        self.pixels
    }

    /// Pixels of the dots that lines and letters in the picture are made of.
    pub fn dot(&self) -> usize {
        self.dot
    }

    /// Draws the pane and returns what the person did.
    pub fn show(&mut self, ui: &mut Ui, preview: &Preview<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        let is_low = ui.available_height() - CONTROLS < LOWEST;
        let controls = if is_low { CONTROLS - histogram::HEIGHT - ui.spacing().item_spacing.y } else { CONTROLS };
        let moves = preview.shown.is_some_and(|shown| shown.moves && Some(&shown.link) == preview.scene.preview);
        let controls = controls + if preview.compared.is_some() { compare::BAR } else { 0.0 };
        let controls = controls + if moves { timeline::ROW } else { 0.0 };
        let room = vec2(ui.available_width(), (ui.available_height() - controls).max(72.0));
        let (area, response) = ui.allocate_exact_size(room, Sense::click_and_drag());
        let ground = self.ground(preview);
        match ground {
            Some(ground) => {
                self.beyond = None;
                self.solid(ui, area, &response, preview, ground);
            }
            None => self.picture(ui, area, &response, preview, &mut outcome),
        }
        if let Some(shown) = preview.shown.filter(|s| Some(&s.link) == preview.scene.preview) {
            let difference = preview.compared.as_ref().filter(|c| c.comparison.way == Way::Difference);
            if difference.is_none() {
                options::chips(ui, area, preview, shown, &mut outcome);
            }
            self.corner(ui, area, preview, ground.is_some(), &mut outcome);
            match moves {
                true => self.timeline.show(ui, !preview.computing),
                false => self.timeline.rest(),
            }
            if let Some(compared) = &preview.compared {
                compare::bar(ui, compared, &mut outcome);
            }
            match difference {
                Some(compared) => {
                    compare::legend(ui, compared);
                    compare::numbers(ui, preview, compared);
                }
                None => {
                    options::row(ui, preview, shown, &mut self.drift, &mut outcome);
                    numbers::line(ui, preview, shown, &mut outcome);
                }
            }
            if !is_low && self.profile.is_drawn() && difference.is_none() {
                self.profile.plot(ui, shown);
            } else if !is_low {
                histogram::show(ui, preview.scene, shown, &mut outcome.requests);
            }
        }
        outcome
    }

    fn picture(&mut self, ui: &mut Ui, area: Rect, response: &Response, preview: &Preview<'_>, outcome: &mut Outcome) {
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
        let mut reading = None;
        match (preview.shown, preview.texture) {
            (Some(shown), Some(texture)) if preview.failure.is_none() => {
                let dim = Some(&shown.link) != preview.scene.preview;
                let place = (self.pixels, self.dot);
                let samples = (shown.raster.width, shown.raster.height);
                let current = shown.picture.current.as_ref().filter(|_| !dim);
                let drifting = current.and_then(|current| self.drift.show(ui, current, samples, place));
                let layer = Layer::of(shown, drifting.as_ref().unwrap_or(texture));
                let lies = |shown: &Shown| Some(&shown.link) == preview.scene.preview;
                if let Some((around, texture)) =
                    preview.around.filter(|(around, _)| lies(around) && self.beyond.is_some())
                {
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
                    None => self.draw(&painter, area, &world, &layer, dim),
                }
                if self.tiled.is_none() {
                    extent::frame(&painter, area, world, &self.viewport);
                }
                if !dim {
                    self.profile.draw(&painter, area, world.extent, &self.viewport);
                    scale::bar(
                        &painter,
                        area,
                        world.extent.0 / f64::from(self.viewport.rect(area, world.extent).width()),
                    );
                    if preview.scene.graph.view.legend && preview.compared.is_none() {
                        legend::draw(&painter, area, shown);
                    }
                    draft_mark(&painter, area, shown, preview.computing);
                    if let Some(sentence) = solid::why_flat(self, preview) {
                        solid::say(ui, area, sentence);
                    }
                    if let Some(marked) = self.tiled {
                        if marked {
                            extent::seams(&painter, area, self.viewport.rect(area, world.extent));
                        }
                        reading = Some(extent::verdict(ui, area, shown));
                    }
                    let read = self.probe(ui, area, response, preview, shown);
                    // What is said of the whole comes before what is said of a place.
                    reading = match (reading, read) {
                        (Some(verdict), Some(read)) => Some(format!("{verdict} · {read}")),
                        (verdict, read) => verdict.or(read),
                    };
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

    /// Draws the samples where they lie in the world, whatever their stride, so that a sharper picture does not jump; of a map
    /// that is shown beside itself nine times.
    fn draw(&self, painter: &Painter, area: Rect, world: &World, layer: &Layer<'_>, dim: bool) {
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

    /// Where the samples lie on screen, and the part of their picture that lies there.
    fn lies(&self, area: Rect, world: &World, layer: &Layer<'_>) -> (Rect, Rect) {
        let Layer { subject, size: (width, height), .. } = *layer;
        let (grid, region) = (&subject.grid, &subject.region);
        // The samples of a world that has moved stay on their ground until the new ones come.
        let moved = |at: f64, origin: f64, side: f64| (at - origin) / side.max(1e-9);
        let off = (
            moved(grid.origin.0, world.origin.0, world.extent.0),
            moved(grid.origin.1, world.origin.1, world.extent.1),
        );
        let scale = (grid.extent.0 / world.extent.0.max(1e-9), grid.extent.1 / world.extent.1.max(1e-9));
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
        let place = |(x, y): (f64, f64)| (off.0 + x * scale.0, off.1 + y * scale.1);
        let corner = |place| self.viewport.point(area, world.extent, place);
        (Rect::from_min_max(corner(place(from)), corner(place(to))), uv)
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
fn name_of(preview: &Preview<'_>) -> String {
    let link = preview.scene.preview;
    link.map_or_else(|| tr!("preview").into(), |link| tr!("preview of {output}", output = link))
}

/// What the preview shows, from the right: the kind of the node, the outputs that it is, its name.
pub fn subject(ui: &mut Ui, scene: &Scene<'_>) {
    let tone = tone(ui);
    let Some(link) = scene.preview else { return };
    let graph = scene.graph;
    let outputs: Vec<&str> = graph.outputs.iter().filter(|o| o.from == *link).map(|o| o.name.as_str()).collect();
    // From the right, so that a long name gives way to what stands behind it.
    if let Some(kind) = graph.nodes.get(&link.node).and_then(|n| n.spec()) {
        ui.add(Label::new(RichText::new(language::title(kind)).color(tone.muted)).truncate());
    }
    if !outputs.is_empty() && outputs != [link.to_string()] {
        let most = vec2(ui.available_width() * 0.5, ui.available_height());
        let text = RichText::new(tr!("output {names}", names = outputs.join(", "))).color(tone.muted);
        let layout = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(most, layout, |ui| ui.add(Label::new(text).truncate()));
    }
    ui.add(Label::new(RichText::new(link.to_string()).color(tone.secondary)).truncate());
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
fn draft_mark(painter: &Painter, area: Rect, shown: &Shown, computing: bool) {
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
