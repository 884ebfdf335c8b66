//! The picture of one node: header, picture, rows, pins, and its marks (previewed, muted, output, error).

use super::camera::Detail;
use super::face::{Face, Row, Slot, THUMB, WIDTH};
use super::geometry::{Hit, Part, link, same_output};
use super::gesture::Gesture;
use super::paint::{galley, text};
use super::trouble::WAITS;
use super::{Canvas, Frame, value};
use crate::graph::{Field, Node, Severity};
use crate::gui::language;
use crate::gui::statusbar::duration;
use crate::gui::theme::{ON_PLATE_WEAK, PLATE, icons, regular, semibold};
use eframe::egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use egui_material_icons::icons::{ICON_ERROR, ICON_FLAG, ICON_OPEN_IN_FULL, ICON_VISIBILITY};

/// Radius of a node's corners at 100 %.
const RADIUS: f32 = 8.0;
/// Distance of text from a node's edge.
const INSET: f32 = 11.0;

/// What paints one node.
pub(super) struct Brush<'a> {
    pub painter: &'a Painter,
    pub frame: &'a Frame<'a, 'a>,
    pub face: &'a Face,
    pub node: &'a Node,
    pub zoom: f32,
    /// What of the node the pointer is on.
    pub lit: Option<Part>,
}

impl Canvas {
    pub(super) fn paint_node(&self, painter: &Painter, face: &Face, frame: &Frame<'_, '_>) {
        let Some(node) = frame.scene.graph.nodes.get(&face.id) else { return };
        let lit = self.part_under_pointer(face);
        let brush = Brush { painter, frame, face, node, zoom: self.camera.zoom, lit };
        let detail = frame.layout.detail;
        brush.body(lit.is_some());
        let font = |size: f32| self.camera.font(size);
        if !face.collapsed {
            brush.thumb(detail, font);
        }
        brush.header(font);
        brush.time(font);
        if detail == Detail::Full {
            face.rows.iter().for_each(|row| brush.row(row, font));
        }
        brush.edge(Color32::TRANSPARENT);
        brush.flags(font);
        self.pins(&brush);
        brush.message(font);
    }

    fn part_under_pointer(&self, face: &Face) -> Option<Part> {
        match self.hovered() {
            Some(Hit::Node(id, part)) if *id == face.id => Some(*part),
            _ => None,
        }
    }

    fn pins(&self, brush: &Brush<'_>) {
        let (face, graph) = (brush.face, brush.frame.scene.graph);
        let drag = match &self.gesture {
            Gesture::Wire(drag) => Some(drag),
            _ => None,
        };
        for index in face.outputs() {
            let link = link(&face.id, face.spec, index);
            let hovered = matches!(self.hovered(), Some(Hit::Output(l)) if same_output(graph, l, &link));
            let state = match drag {
                Some(drag) if !drag.seeks_input() => Some(drag.refusal_at_output(graph, &link).is_none()),
                Some(_) => Some(false),
                None => None,
            };
            brush.pin(face.output(index), Some(face.color), brush.frame.theme.muted, hovered, state);
        }
        for input in face.inputs() {
            let source = brush.node.link(input.name);
            let color = source.and_then(|l| brush.frame.layout.faces.get(&l.node)).map(|f| f.color);
            let color = color.or(source.map(|_| brush.frame.theme.error));
            let hovered = matches!(self.hovered(), Some(Hit::Input(id, p)) if *id == face.id && *p == input.name);
            let state = match drag {
                Some(drag) if drag.seeks_input() => Some(drag.refusal_at_input(graph, &face.id, input.name).is_none()),
                Some(_) => Some(false),
                None => None,
            };
            // Far out an open pin would be noise, unless a wire looks for it.
            if brush.frame.layout.detail == Detail::Full || color.is_some() || state == Some(true) {
                let theme = brush.frame.theme;
                let ring = if brush.frame.waits_at(&face.id, input.name) { theme.accent } else { theme.muted };
                brush.pin(face.input(input.name), color, ring, hovered, state);
            }
        }
    }
}

impl Brush<'_> {
    fn radius(&self) -> u8 {
        let radius = if self.face.collapsed { self.face.rect.height() / 2.0 } else { RADIUS * self.zoom };
        radius.round().clamp(1.0, 32.0) as u8
    }

    pub fn has_error(&self) -> bool {
        self.frame.problems(&self.face.id).any(|p| p.severity == Severity::Error)
    }

    fn body(&self, hovered: bool) {
        let theme = self.frame.theme;
        let blur = (18.0 * self.zoom).clamp(4.0, 30.0) as u8;
        self.painter.add(theme.soft_shadow(blur).as_shape(self.face.rect, CornerRadius::same(self.radius())));
        let fill = if hovered { theme.body.lerp_to_gamma(theme.raised, 0.45) } else { theme.body };
        self.painter.rect_filled(self.face.rect, self.radius(), fill);
        if let Some(tint) = self.face.tint {
            let radius = self.radius();
            let top = CornerRadius { nw: radius, ne: radius, sw: 0, se: 0 };
            let corners = if self.face.collapsed { CornerRadius::same(radius) } else { top };
            self.painter.rect_filled(self.face.header, corners, fill.lerp_to_gamma(tint, 0.42));
        }
    }

    /// The node's edge, around what is filled with `fill`.
    pub fn edge(&self, fill: Color32) {
        let theme = self.frame.theme;
        let (wrong, selected) = (self.has_error(), self.frame.scene.selection.contains(&self.face.id));
        let (width, color) = match (wrong, selected) {
            (false, true) => (2.0, theme.accent),
            (true, true) => (2.5, theme.error),
            (true, false) => (1.5, theme.error),
            (false, false) => (1.0, theme.edge),
        };
        let stroke = Stroke::new(width, color);
        self.painter.rect(self.face.rect, self.radius(), fill, stroke, StrokeKind::Outside);
        if wrong && selected {
            let ring = self.face.rect.expand(3.0);
            self.painter.rect_stroke(ring, self.radius() + 3, Stroke::new(1.5, theme.accent), StrokeKind::Outside);
        }
    }

    /// The colour of the node far out: that of its family.
    pub fn far_color(&self) -> Color32 {
        let share = if self.node.muted { 0.35 } else { 0.75 };
        self.frame.theme.body.lerp_to_gamma(self.face.tint.unwrap_or(self.face.color), share)
    }

    fn thumb(&self, detail: Detail, font: impl Fn(f32) -> f32) {
        let theme = self.frame.theme;
        let rect = match detail {
            Detail::Full => self.face.thumb,
            _ => Rect::from_min_max(self.face.thumb.min, self.face.rect.max - vec2(0.0, RADIUS * self.zoom)),
        };
        self.painter.rect_filled(rect, 0.0, theme.field);
        if self.frame.waits(&self.face.id) {
            if detail == Detail::Full {
                let (font, color) = (regular(font(11.5)), theme.warning);
                text(
                    self.painter,
                    rect.center(),
                    Align2::CENTER_CENTER,
                    language::text(WAITS),
                    font,
                    color,
                    rect.width() - 8.0,
                );
            }
            return;
        }
        let Some(thumb) = self.frame.scene.thumbs.get(&self.face.id) else { return };
        let (w, h) = (thumb.size[0].max(1) as f32, thumb.size[1].max(1) as f32);
        let (across, down) = (rect.width() / w, rect.height() / h);
        // A world wider than the place is shown whole; beside any other the picture has more than the place takes.
        let scale = if w / h > WIDTH / THUMB * 1.03 { across.min(down) } else { across.max(down) };
        let picture = Rect::from_center_size(rect.center(), vec2(w, h) * scale);
        let seen = picture.intersect(rect);
        let share = |at: Pos2| ((at - picture.min) / picture.size()).to_pos2();
        let part = Rect::from_min_max(share(seen.min), share(seen.max));
        let light = if self.node.muted { 110 } else { 255 };
        self.painter.image(thumb.texture, seen, part, Color32::from_gray(light));
        if let (Some((lo, hi)), Detail::Full) = (thumb.used, detail) {
            self.used_bar(rect, lo, hi);
        }
    }

    /// How long the node takes, over its picture, and its share of the preview's time as a line under the header. The more
    /// it takes of the whole, the warmer the colour.
    fn time(&self, font: impl Fn(f32) -> f32) {
        let Some(timing) = self.frame.timing(&self.face.id) else { return };
        let (theme, z) = (self.frame.theme, self.zoom);
        let heat = (timing.share * 3.0).min(1.0);
        let color = theme.secondary.lerp_to_gamma(theme.accent, heat);
        let line = Rect::from_min_size(
            self.face.header.left_bottom(),
            vec2(self.face.header.width() * timing.share.clamp(0.0, 1.0), (3.0 * z).max(1.5)),
        );
        self.painter.rect_filled(line, 0.0, color);
        let place = self.face.time_rect(z);
        let words = galley(self.painter, &duration(timing.time), semibold(font(11.0)), color, 90.0 * z, 1);
        let mark = Face::stored_mark(place);
        let at = pos2(mark.right(), place.center().y - words.size().y / 2.0);
        let plate = Rect::from_min_max(place.min, pos2(at.x + words.size().x + 5.0 * z, place.bottom()));
        self.painter.rect_filled(plate, 3.0 * z, theme.canvas.gamma_multiply(0.86));
        self.painter.galley(at, words, color);
        // Full where the result is kept, hollow where it is not.
        let dot = Rect::from_center_size(mark.center(), Vec2::splat(6.0 * z));
        let line = Stroke::new((1.2 * z).max(1.0), theme.secondary);
        let fill = if timing.stored.is_some() { theme.ok } else { Color32::TRANSPARENT };
        let line = if timing.stored.is_some() { Stroke::NONE } else { line };
        self.painter.rect(dot, 1.5 * z, fill, line, StrokeKind::Inside);
    }

    /// The part of the socket's bound that the picture's samples use, from the bottom up.
    fn used_bar(&self, thumb: Rect, lo: f32, hi: f32) {
        let width = (2.0 * self.zoom).max(1.2);
        let track = Rect::from_min_max(
            pos2(thumb.right() - width * 2.0, thumb.top() + width * 2.0),
            pos2(thumb.right() - width, thumb.bottom() - width * 2.0),
        );
        self.painter.rect_filled(track.expand(1.5), width, PLATE);
        let y = |share: f32| track.bottom() - share.clamp(0.0, 1.0) * track.height();
        let used = Rect::from_min_max(pos2(track.left(), y(hi).min(y(lo) - 1.0)), pos2(track.right(), y(lo)));
        self.painter.rect_filled(used, width, ON_PLATE_WEAK);
    }

    fn header(&self, font: impl Fn(f32) -> f32) {
        let (theme, z, header) = (self.frame.theme, self.zoom, self.face.header);
        let fade = |c: Color32| if self.node.muted { c.gamma_multiply(0.6) } else { c };
        let middle = header.center().y;
        let dot = Rect::from_center_size(pos2(header.left() + 14.0 * z, middle), Vec2::splat(8.0 * z));
        self.painter.rect_filled(dot, 2.5 * z, fade(self.face.color));
        let mut right = header.right() - INSET * z;
        if self.face.opens && self.frame.layout.detail == Detail::Full {
            right = self.opens(right, font(13.0));
        }
        if self.has_error() {
            right = self.icon(ICON_ERROR.codepoint, right, theme.error, font(13.0));
        }
        let previewed = self.frame.scene.preview.is_some_and(|l| l.node == self.face.id);
        if previewed {
            right = self.icon(ICON_VISIBILITY.codepoint, right, theme.accent, font(13.0));
        }
        if self.node.muted {
            right = self.badge("M", right, font(9.5));
        }
        let left = dot.right() + 7.0 * z;
        let room = right - left;
        let title = match self.face.spec {
            Some(spec) => language::title(spec),
            None => &self.node.kind,
        };
        let title_color = if self.face.spec.is_some() { theme.text } else { theme.secondary };
        let cut = if room < 60.0 * z { room } else { room * 0.72 };
        let at = pos2(left, middle);
        let taken = text(self.painter, at, Align2::LEFT_CENTER, title, semibold(font(12.5)), fade(title_color), cut);
        let rest = right - taken.right() - 8.0 * z;
        if rest > 14.0 * z {
            let at = pos2(right, middle);
            text(self.painter, at, Align2::RIGHT_CENTER, &self.face.id, regular(font(11.0)), theme.muted, rest);
        }
    }

    /// An icon left of `right`; returns where the next thing ends.
    fn icon(&self, codepoint: &str, right: f32, color: Color32, size: f32) -> f32 {
        // The icon face sits low in its line.
        let at = pos2(right, self.face.header.center().y - size * 0.07);
        let rect = self.painter.text(at, Align2::RIGHT_CENTER, codepoint, icons(size), color);
        rect.left() - 5.0 * self.zoom
    }

    /// The sign that the node opens: on a plate while the pointer is on it. Returns where the next thing ends.
    fn opens(&self, right: f32, size: f32) -> f32 {
        let (theme, place) = (self.frame.theme, self.face.open_rect());
        let lit = self.lit == Some(Part::Open);
        if lit {
            self.painter.rect_filled(place, 4.0 * self.zoom, theme.raised);
        }
        let color = if lit { theme.text } else { theme.secondary };
        self.icon(ICON_OPEN_IN_FULL.codepoint, right, color, size)
    }

    fn badge(&self, letter: &str, right: f32, size: f32) -> f32 {
        let theme = self.frame.theme;
        let side = 14.0 * self.zoom;
        let rect = Rect::from_center_size(pos2(right - side / 2.0, self.face.header.center().y), Vec2::splat(side));
        self.painter.rect_filled(rect, 3.0 * self.zoom, theme.raised);
        self.painter.rect_stroke(rect, 3.0 * self.zoom, Stroke::new(1.0, theme.muted), StrokeKind::Inside);
        self.painter.text(rect.center(), Align2::CENTER_CENTER, letter, semibold(size), theme.text);
        rect.left() - 5.0 * self.zoom
    }

    fn row(&self, row: &Row, font: impl Fn(f32) -> f32) {
        let theme = self.frame.theme;
        let graph = self.frame.scene.graph;
        let dim = |c: Color32| if self.node.muted { c.gamma_multiply(0.6) } else { c };
        let left = pos2(row.rect.left() + INSET * self.zoom, row.rect.center().y);
        let right = pos2(row.rect.right() - INSET * self.zoom, row.rect.center().y);
        let room = right.x - left.x;
        let pair = |name: &str, value: &str| {
            let font = regular(font(12.0));
            let used = match value.is_empty() {
                true => 0.0,
                false => {
                    let room = room * 0.68;
                    let color = dim(theme.text);
                    text(self.painter, right, Align2::RIGHT_CENTER, value, font.clone(), color, room).width() + 6.0
                }
            };
            text(self.painter, left, Align2::LEFT_CENTER, name, font, dim(theme.secondary), room - used);
        };
        let port = |name: &str| self.face.spec.map_or_else(String::new, |spec| language::port(spec, name));
        match &row.slot {
            Slot::Output(index) => {
                let named = self.face.spec.and_then(|s| Some((s, s.outputs.get(*index)?)));
                let name = named.map_or_else(String::new, |(spec, output)| language::output(spec, output.name));
                let font = regular(font(12.0));
                text(self.painter, right, Align2::RIGHT_CENTER, &name, font, dim(theme.secondary), room);
            }
            Slot::Input(input) => pair(&port(input.name), &value::text(graph, self.node, Field::Input(input))),
            Slot::Param(param) => pair(&port(param.name), &value::text(graph, self.node, Field::Param(param))),
            Slot::Unknown(name, value) => pair(name, value),
        }
    }

    /// Filled with `color` when plugged, a hollow `ring` when open; `legal` while a wire is dragged.
    fn pin(&self, at: Pos2, color: Option<Color32>, ring: Color32, hovered: bool, legal: Option<bool>) {
        let theme = self.frame.theme;
        let radius = (4.0 * self.zoom).clamp(2.0, 7.0);
        let fade = |c: Color32| if legal == Some(false) { c.gamma_multiply(0.35) } else { c };
        if legal == Some(true) || hovered {
            let glow = color.unwrap_or(theme.accent);
            self.painter.circle_filled(at, radius * 2.0, glow.gamma_multiply(0.3));
        }
        self.painter.circle_filled(at, radius + 2.0 * self.zoom.min(1.0), theme.canvas);
        match color {
            Some(color) => drop(self.painter.circle_filled(at, radius, fade(color))),
            None => {
                let ring = Stroke::new((1.5 * self.zoom).clamp(1.0, 2.0), fade(ring));
                self.painter.circle(at, radius, theme.body, ring);
            }
        }
    }

    /// The flags of the outputs that the node is, over its top edge.
    fn flags(&self, font: impl Fn(f32) -> f32) {
        let (theme, z) = (self.frame.theme, self.zoom);
        let mut right = self.face.rect.right() - 2.0 * z;
        for output in self.frame.scene.graph.outputs.iter().filter(|o| o.from.node == self.face.id).rev() {
            let name = galley(self.painter, &output.name, semibold(font(11.0)), theme.accent, 140.0 * z, 1);
            let flag = galley(self.painter, ICON_FLAG.codepoint, icons(font(12.0)), theme.accent, 40.0, 1);
            let width = name.size().x + flag.size().x + 3.0 * z;
            let bottom = self.face.rect.top() - 4.0 * z;
            let line = |g: &eframe::egui::Galley, x: f32| pos2(x, bottom - 8.0 * z - g.size().y / 2.0);
            self.painter.galley(line(&flag, right - width), flag.clone(), theme.accent);
            let x = right - name.size().x;
            self.painter.galley(line(&name, x), name, theme.accent);
            right -= width + 10.0 * z;
        }
    }

    /// The first problem under the node, in words.
    fn message(&self, font: impl Fn(f32) -> f32) {
        let theme = self.frame.theme;
        let mut problems: Vec<_> = self.frame.problems(&self.face.id).collect();
        problems.sort_by_key(|p| p.severity);
        let Some(problem) = problems.first() else { return };
        let color = if problem.severity == Severity::Error { theme.error } else { theme.warning };
        // The node says itself which one it is.
        let prefix = format!("node \"{}\" ({}): ", self.face.id, self.node.kind);
        let words = problem.message.strip_prefix(&prefix).unwrap_or(&problem.message);
        let width = self.face.rect.width() - 8.0 * self.zoom;
        let words = galley(self.painter, words, regular(font(11.0)), color, width, 3);
        let at = self.face.rect.left_bottom() + vec2(4.0, 5.0) * self.zoom;
        let ground = Rect::from_min_size(at, words.size()).expand(3.0 * self.zoom);
        self.painter.rect_filled(ground, 4.0, theme.canvas.gamma_multiply(0.85));
        self.painter.galley(at, words, color);
    }
}
