//! The picture of the canvas: ground, wires, nodes, and what is being done on top of them.

use super::camera::Detail;
use super::geometry::{Hit, same_output};
use super::gesture::{Gesture, Move};
use super::wire::{self, Curve, Tone, Wire};
use super::wiring::{Drag, Target};
use super::{Canvas, Frame, Purpose};
use crate::graph::{Item, Link, NodeId};
use crate::gui::language::tr;
use crate::gui::theme::{TEXT, regular, semibold};
use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use std::sync::Arc;

/// Distance of the grid's dots at 100 %.
const GRID: f32 = 22.0;

impl Canvas {
    pub(super) fn paint(&self, ui: &Ui, frame: &Frame<'_, '_>) {
        let painter = ui.painter();
        self.paint_ground(painter, frame);
        self.paint_frames(painter, frame);
        let target = self.target(frame);
        self.paint_wires(painter, frame, target.as_ref());
        self.paint_notes(painter, frame);
        match frame.layout.detail {
            Detail::Box => self.paint_boxes(painter, frame),
            _ => frame.layout.visible().for_each(|face| self.paint_node(painter, face, frame)),
        }
        self.paint_over_nodes(painter, frame, target.as_ref());
        if let (Gesture::Wire(drag), Some(at)) = (&self.gesture, self.pointer) {
            self.paint_held_wire(painter, frame, drag, (at, target.as_ref()));
        }
        if let Some((_, purpose, at)) = &self.palette
            && let Some(wire) = purpose.wire(frame.scene.graph)
        {
            let at = self.camera.to_screen(frame.view, *at);
            self.paint_held_wire(painter, frame, &wire, (at, None));
        }
        if let Gesture::Knife(line) = &self.gesture {
            let line: Vec<_> = line.iter().map(|p| self.camera.to_screen(frame.view, *p)).collect();
            painter.add(Shape::line(line, Stroke::new(1.5, frame.theme.error)));
        }
        if let Gesture::Box(lasso) = &self.gesture
            && let Some(at) = self.pointer
        {
            let from = self.camera.to_screen(frame.view, lasso.from);
            let rect = Rect::from_two_pos(from, at);
            let accent = frame.theme.accent;
            painter.rect(
                rect,
                3.0,
                accent.gamma_multiply(0.08),
                Stroke::new(1.0, accent.gamma_multiply(0.8)),
                StrokeKind::Inside,
            );
        }
        if frame.scene.graph.nodes.is_empty() {
            paint_welcome(painter, frame);
        }
    }

    /// Where the held wire would go.
    pub(super) fn target(&self, frame: &Frame<'_, '_>) -> Option<Target> {
        match (&self.gesture, self.pointer) {
            (Gesture::Wire(drag), Some(at)) => Some(drag.target(frame.scene.graph, &frame.layout, at)),
            _ => None,
        }
    }

    fn paint_ground(&self, painter: &Painter, frame: &Frame<'_, '_>) {
        let view = frame.view;
        painter.rect_filled(view, 0.0, frame.theme.canvas);
        let mut step = GRID * self.camera.zoom;
        // Far out, where there is most else to draw, the dots stand as wide apart as at 100 %.
        let closest = if frame.layout.detail == Detail::Box { GRID } else { GRID / 2.0 };
        while step < closest {
            step *= 2.0;
        }
        let size = 1.5_f32.max(1.6 * self.camera.zoom.min(1.25));
        let first = |offset: f32, low: f32| low + offset - (offset / step).floor() * step;
        self.sheets[0].draw(painter, |mesh| {
            let mut y = first(self.camera.offset.y, view.top());
            while y < view.bottom() {
                let mut x = first(self.camera.offset.x, view.left());
                while x < view.right() {
                    mesh.add_colored_rect(Rect::from_center_size(pos2(x, y), Vec2::splat(size)), frame.theme.grid);
                    x += step;
                }
                y += step;
            }
        });
    }

    fn paint_wires(&self, painter: &Painter, frame: &Frame<'_, '_>, target: Option<&Target>) {
        let width = wire::width(self.camera.zoom);
        let toned = frame.wires_in_view().filter_map(|wire| Some((wire, self.tone(wire, frame, target)?)));
        match width <= wire::THIN {
            true => self.paint_thin_wires(painter, toned, width),
            false => toned.for_each(|(wire, tone)| wire.paint(painter, width, tone)),
        }
        self.paint_knot(painter, frame);
        if let Gesture::Move(drag) = &self.gesture {
            self.paint_healed(painter, frame, drag);
        }
    }

    /// The ring around the selected point of a wire.
    fn paint_knot(&self, painter: &Painter, frame: &Frame<'_, '_>) {
        let Some((to, port, index)) = &self.knot else { return };
        let wire = frame.layout.wires.iter().find(|wire| wire.is(to, port));
        if let Some(at) = wire.and_then(|wire| wire.knots().nth(*index)) {
            let radius = wire::width(self.camera.zoom) * 1.9 + 3.0;
            painter.circle_stroke(at, radius, Stroke::new(2.0, frame.theme.accent));
        }
    }

    /// The wire that would receive the dragged node, which covers it, and traces of wires that pass behind nodes.
    fn paint_over_nodes(&self, painter: &Painter, frame: &Frame<'_, '_>, target: Option<&Target>) {
        let width = wire::width(self.camera.zoom);
        let selected = |id: &NodeId| frame.scene.selection.contains(id);
        let idle = self.gesture == Gesture::Idle;
        for wire in frame.wires_in_view() {
            let followed = selected(&wire.from.node) || selected(&wire.to);
            match self.tone(wire, frame, target) {
                Some(Tone::Glowing) => wire.paint(painter, width, Tone::Glowing),
                Some(Tone::Bright) => wire.paint(painter, width, Tone::Trace),
                Some(Tone::Plain) if idle && followed => wire.paint(painter, width, Tone::Trace),
                _ => {}
            }
        }
    }

    /// How a wire is drawn; `None` while its end is held.
    fn tone(&self, wire: &Wire, frame: &Frame<'_, '_>, target: Option<&Target>) -> Option<Tone> {
        let replaced = match target {
            Some(Target::Edits { replaces: Some((id, port)), .. }) => wire.is(id, port),
            _ => false,
        };
        if let Some(doomed) = self.doomed_tone(wire, frame) {
            return Some(doomed);
        }
        let from = |link: &Link| same_output(frame.scene.graph, link, &wire.from);
        if let Some((_, Purpose::Into(_, id, port), _)) = &self.palette
            && wire.is(id, port)
        {
            return Some(Tone::Glowing);
        }
        Some(match (&self.gesture, self.hovered()) {
            (Gesture::Wire(Drag::Plugged(_, id, port)), _) if wire.is(id, port) => return None,
            (Gesture::Wire(Drag::Bundle(link)), _) if from(link) => Tone::Dashed,
            (Gesture::Wire(_), _) if replaced => Tone::Dashed,
            (Gesture::Wire(_), _) => Tone::Plain,
            (Gesture::Move(Move { insert: Some((id, port)), .. }), _) if wire.is(id, port) => Tone::Glowing,
            (Gesture::Move(drag), _) if lifts(drag, frame, &wire.from.node, &wire.to) => Tone::Dashed,
            (_, Some(Hit::Wire(id, port) | Hit::Knot(id, port, _))) if wire.is(id, port) => Tone::Bright,
            (_, Some(Hit::Input(id, port))) if wire.is(id, port) => Tone::Bright,
            (_, Some(Hit::Output(link))) if from(link) => Tone::Bright,
            _ => Tone::Plain,
        })
    }

    /// The wires that would stay when the dragged node is lifted out of its own.
    fn paint_healed(&self, painter: &Painter, frame: &Frame<'_, '_>, drag: &Move) {
        let Item::Node(grabbed) = &drag.grabbed else { return };
        if !lifts(drag, frame, grabbed, grabbed) {
            return;
        }
        let graph = frame.scene.graph;
        let Some(node) = graph.nodes.get(grabbed) else { return };
        let bypass = node.spec().and_then(|s| s.bypass).and_then(|port| node.link(port));
        let mut plugged = node.links().map(|(_, link)| link);
        let only = plugged.next().filter(|_| plugged.next().is_none());
        let Some(source) = bypass.or(only) else { return };
        let Some(from) = Drag::output(source.clone()).anchor(&frame.layout) else { return };
        let Some(face) = frame.layout.faces.get(&source.node) else { return };
        for wire in frame.layout.wires.iter().filter(|w| w.from.node == *grabbed) {
            let curve = Curve::between(from, wire.end(), self.camera.zoom);
            curve.paint(painter, face.color, wire::width(self.camera.zoom), Tone::Glowing);
        }
    }

    /// The wire of `drag` to a position, or to where its target takes it.
    fn paint_held_wire(
        &self,
        painter: &Painter,
        frame: &Frame<'_, '_>,
        drag: &Drag,
        (at, target): (Pos2, Option<&Target>),
    ) {
        let at = match target {
            Some(Target::Edits { at, .. }) => *at,
            _ => at,
        };
        let color = match drag {
            Drag::Output(link) | Drag::Plugged(link, ..) | Drag::Bundle(link) => {
                frame.layout.faces.get(&link.node).map_or(frame.theme.muted, |f| f.color)
            }
            Drag::Input(..) => frame.theme.secondary,
        };
        let width = wire::width(self.camera.zoom);
        let tone = match target {
            Some(Target::Refused(_)) => Tone::Dashed,
            Some(Target::Edits { .. }) => Tone::Glowing,
            _ => Tone::Bright,
        };
        if let Drag::Bundle(from) = drag {
            let ends = frame.layout.wires.iter().filter(|w| same_output(frame.scene.graph, &w.from, from));
            for wire in ends {
                Curve::between(at, wire.end(), self.camera.zoom).paint(painter, color, width, tone);
            }
        } else if let Some(curve) = drag.curve(&frame.layout, at) {
            curve.paint(painter, color, width, tone);
        }
        painter.circle_filled(at, (4.0 * self.camera.zoom).clamp(3.0, 6.0), color);
    }
}

impl Frame<'_, '_> {
    fn wires_in_view(&self) -> impl Iterator<Item = &Wire> {
        self.layout.wires.iter().filter(|wire| wire.bounds.expand(8.0).intersects(self.view))
    }
}

/// Whether a dragged node is being lifted out of the wire between two nodes.
fn lifts(drag: &Move, frame: &Frame<'_, '_>, from: &NodeId, to: &NodeId) -> bool {
    let is_grabbed = |id: &NodeId| matches!(&drag.grabbed, Item::Node(grabbed) if grabbed == id);
    frame.modifiers.alt && drag.tops.len() == 1 && (is_grabbed(from) || is_grabbed(to))
}

fn paint_welcome(painter: &Painter, frame: &Frame<'_, '_>) {
    let centre = frame.view.center();
    let line = |dy: f32, text: &str, font, color: Color32| {
        painter.text(centre + vec2(0.0, dy), Align2::CENTER_CENTER, text, font, color);
    };
    line(-12.0, tr!("Nothing here yet"), semibold(15.0), frame.theme.text);
    line(12.0, tr!("Press Space to add a node, or drop a recipe here."), regular(TEXT), frame.theme.secondary);
}

/// Text in one row, cut with an ellipsis where it is wider than `width`; returns the place that it takes.
pub fn text(
    painter: &Painter,
    at: Pos2,
    align: Align2,
    text: &str,
    font: eframe::egui::FontId,
    color: Color32,
    width: f32,
) -> Rect {
    let galley = galley(painter, text, font, color, width, 1);
    let rect = align.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, color);
    rect
}

/// Text of `rows` rows at most in a width.
pub fn galley(
    painter: &Painter,
    text: &str,
    font: eframe::egui::FontId,
    color: Color32,
    width: f32,
    rows: usize,
) -> Arc<eframe::egui::Galley> {
    use eframe::egui::text::{LayoutJob, TextWrapping};
    let mut job = LayoutJob::simple(text.to_owned(), font, color, width.max(1.0));
    job.wrap =
        TextWrapping { max_width: width.max(1.0), max_rows: rows, break_anywhere: rows == 1, ..Default::default() };
    painter.layout_job(job)
}
