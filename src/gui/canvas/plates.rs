//! Frames and notes: where they lie on the screen, where they are grabbed, and how they are drawn.

use super::camera::{Camera, Detail};
use super::geometry::{Changed, Hit};
use super::paint::{galley, text};
use super::{Canvas, Frame};
use crate::graph::{Graph, Item};
use crate::gui::theme::{Theme, regular, semibold};
use eframe::egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// Height of a frame's title at 100 %.
pub const TITLE: f32 = 28.0;
/// Smallest side of a frame or note.
const SMALLEST: Vec2 = vec2(80.0, 44.0);
/// Edges are grabbed within this distance on screen.
const EDGE: f32 = 6.0;
/// Radius of corners at 100 %.
const RADIUS: f32 = 8.0;

/// A frame or note on the screen.
pub struct Plate {
    /// What it is.
    pub item: Item,
    /// All of it.
    pub rect: Rect,
    /// Its title or text.
    pub text: String,
    /// Its colour.
    pub color: Color32,
    zoom: f32,
}

/// Where a frame or note is grabbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// At a frame's title or anywhere on a note.
    Body,
    /// At edges: -1 the west or north one, 1 the east or south one.
    Edge([i8; 2]),
}

/// A frame or note whose edge follows the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Resized {
    /// What it is.
    pub item: Item,
    /// Its edges.
    pub edges: [i8; 2],
    /// Where they were grabbed, in points of the graph.
    pub from: Pos2,
    /// How far they are, in points of the graph.
    pub by: Vec2,
}

impl Resized {
    /// The rectangle that it makes of another one.
    pub fn of(&self, rect: Rect) -> Rect {
        let mut result = rect;
        for axis in 0..2 {
            match self.edges[axis] {
                -1 => result.min[axis] = (rect.min[axis] + self.by[axis]).min(rect.max[axis] - SMALLEST[axis]),
                1 => result.max[axis] = (rect.max[axis] + self.by[axis]).max(rect.min[axis] + SMALLEST[axis]),
                _ => {}
            }
        }
        result
    }
}

/// The rectangle of a frame or note in points of the graph.
pub fn area(graph: &Graph, item: &Item) -> Option<Rect> {
    let rect = |at: [f32; 2], size: [f32; 2]| Rect::from_min_size(at.into(), size.into());
    match item {
        Item::Node(id) => super::geometry::bounds(graph, std::iter::once(id)),
        Item::Frame(name) => graph.items.frames.get(name).map(|frame| rect(frame.at, frame.size)),
        Item::Note(name) => graph.items.notes.get(name).map(|note| rect(note.at, note.size)),
    }
}

impl Plate {
    /// All frames, larger ones first.
    pub fn frames(graph: &Graph, camera: &Camera, view: Rect, changed: &Changed<'_>, theme: &Theme) -> Vec<Self> {
        let frames = graph.items.frames.iter();
        let plate = |(name, frame): (&std::sync::Arc<str>, &crate::graph::Frame)| {
            let color = frame.color.map_or(theme.muted, |[r, g, b]| Color32::from_rgb(r, g, b));
            Self::new(graph, Item::Frame(name.clone()), &frame.title, color, (camera, view), changed)
        };
        let mut plates: Vec<Self> = frames.filter_map(plate).collect();
        plates.sort_by(|a, b| b.rect.area().total_cmp(&a.rect.area()));
        plates
    }

    /// All notes.
    pub fn notes(graph: &Graph, camera: &Camera, view: Rect, changed: &Changed<'_>, theme: &Theme) -> Vec<Self> {
        let plate = |(name, note): (&std::sync::Arc<str>, &crate::graph::CanvasNote)| {
            let color = note.color.map_or(theme.accent, |[r, g, b]| Color32::from_rgb(r, g, b));
            Self::new(graph, Item::Note(name.clone()), &note.text, color, (camera, view), changed)
        };
        graph.items.notes.iter().filter_map(plate).collect()
    }

    fn new(
        graph: &Graph,
        item: Item,
        text: &str,
        color: Color32,
        (camera, view): (&Camera, Rect),
        changed: &Changed<'_>,
    ) -> Option<Self> {
        let mut rect = area(graph, &item)?.translate(changed.shift(&item));
        if let Some(resized) = changed.resized.filter(|resized| resized.item == item) {
            rect = resized.of(rect);
        }
        let rect = Rect::from_min_max(camera.to_screen(view, rect.min), camera.to_screen(view, rect.max));
        Some(Self { item, rect, text: text.into(), color, zoom: camera.zoom })
    }

    /// The bar that moves a frame; all of a note.
    pub fn title(&self) -> Rect {
        match self.item {
            Item::Frame(_) => Rect::from_min_size(self.rect.min, vec2(self.rect.width(), self.bar())),
            _ => self.rect,
        }
    }

    /// Height of the title, which stays large enough to grab and to read far out.
    fn bar(&self) -> f32 {
        (TITLE * self.zoom).max(15.0).min(self.rect.height())
    }

    /// What a press at a position grabs.
    pub fn grip_at(&self, at: Pos2) -> Option<Grip> {
        if !self.rect.expand(EDGE).contains(at) {
            return None;
        }
        let near = |low: f32, high: f32, v: f32| match (v < low + EDGE, v > high - EDGE) {
            (true, _) => -1,
            (_, true) => 1,
            _ => 0,
        };
        let edges = [near(self.rect.left(), self.rect.right(), at.x), near(self.rect.top(), self.rect.bottom(), at.y)];
        match edges {
            [0, 0] => self.title().contains(at).then_some(Grip::Body),
            edges => Some(Grip::Edge(edges)),
        }
    }

    /// The frame's title, or a stand-in where it has none.
    pub fn name(&self) -> String {
        match &self.item {
            Item::Frame(name) if self.text.is_empty() => name.to_string(),
            Item::Frame(_) => self.text.clone(),
            Item::Node(name) | Item::Note(name) => name.to_string(),
        }
    }

    fn radius(&self) -> CornerRadius {
        CornerRadius::same((RADIUS * self.zoom).round().clamp(2.0, 14.0) as u8)
    }
}

impl Canvas {
    pub(super) fn paint_frames(&self, painter: &Painter, frame: &Frame<'_, '_>) {
        for plate in frame.layout.frames.iter().filter(|plate| plate.rect.intersects(frame.view)) {
            self.paint_frame(painter, plate, frame);
        }
    }

    fn paint_frame(&self, painter: &Painter, plate: &Plate, frame: &Frame<'_, '_>) {
        let theme = frame.theme;
        let radius = plate.radius();
        let receives = self.receiver(frame).is_some_and(|item| item == plate.item);
        let ground = theme.canvas.lerp_to_gamma(plate.color, if receives { 0.24 } else { 0.11 });
        painter.rect_filled(plate.rect, radius, ground);
        let top = CornerRadius { sw: 0, se: 0, ..radius };
        painter.rect_filled(plate.title(), top, theme.canvas.lerp_to_gamma(plate.color, 0.34));
        let (width, line) = self.outline(&plate.item, plate.color, frame);
        painter.rect_stroke(plate.rect, radius, Stroke::new(width, line), StrokeKind::Inside);
        let size = self.camera.font(13.5).max(9.0);
        let at = plate.title().left_center() + vec2((11.0 * plate.zoom).max(5.0), 0.0);
        let room = plate.rect.right() - at.x - 6.0;
        text(painter, at, Align2::LEFT_CENTER, &plate.text, semibold(size), theme.text, room);
    }

    pub(super) fn paint_notes(&self, painter: &Painter, frame: &Frame<'_, '_>) {
        let theme = frame.theme;
        for plate in frame.layout.notes.iter().filter(|plate| plate.rect.intersects(frame.view)) {
            painter.rect_filled(plate.rect, plate.radius(), theme.body.lerp_to_gamma(plate.color, 0.16));
            let (width, line) = self.outline(&plate.item, plate.color, frame);
            painter.rect_stroke(plate.rect, plate.radius(), Stroke::new(width, line), StrokeKind::Inside);
            if self.is_typing(&plate.item) {
                continue;
            }
            if frame.layout.detail == Detail::Box {
                // Lines that stand for text too small to read.
                let inner = plate.rect.shrink(3.0);
                let lines = (inner.height() / 4.0).floor().clamp(0.0, 6.0) as usize;
                let line = |i: usize| inner.top() + 2.0 + i as f32 * 4.0;
                let stroke = Stroke::new(1.0, theme.muted.gamma_multiply(0.6));
                painter.extend(
                    (0..lines).map(|i| {
                        Shape::line_segment([pos2(inner.left(), line(i)), pos2(inner.right(), line(i))], stroke)
                    }),
                );
                continue;
            }
            let inset = 10.0 * plate.zoom;
            let size = self.camera.font(12.5);
            let inner = plate.rect.shrink(inset);
            let rows = (inner.height() / (size * 1.2)).floor().max(1.0) as usize;
            let (words, color) = match plate.text.is_empty() {
                true => ("…", theme.muted),
                false => (plate.text.as_str(), theme.text),
            };
            let words = galley(painter, words, regular(size), color, inner.width(), rows);
            painter.with_clip_rect(plate.rect.intersect(painter.clip_rect())).galley(inner.min, words, color);
        }
    }

    fn outline(&self, item: &Item, color: Color32, frame: &Frame<'_, '_>) -> (f32, Color32) {
        let hovered = matches!(self.hovered(), Some(Hit::Plate(over, _)) if over == item);
        match (self.picked.contains(item), hovered) {
            (true, _) => (2.0, frame.theme.accent),
            (_, true) => (1.5, color),
            _ => (1.0, frame.theme.canvas.lerp_to_gamma(color, 0.5)),
        }
    }
}
