//! What the pointer rests on, and the words that appear beside it after a moment.

use super::geometry::{Hit, Part};
use super::gesture::Gesture;
use super::plates::Grip;
use super::trouble::WAITS;
use super::value::range_text;
use super::wiring::Target;
use super::{Canvas, Frame, groups};
use crate::graph::{Field, Link, NodeId, Severity};
use crate::gui::language::{self, tr};
use crate::gui::request::OutputFacts;
use crate::gui::theme::{SMALL, TEXT, regular, semibold};
use eframe::egui::{Area, CursorIcon, Id, Label, Order, Pos2, Response, RichText, Ui, vec2};

/// Seconds that the pointer rests before words appear.
const DELAY: f64 = 0.4;
/// Width of the words at most.
const WIDTH: f32 = 300.0;

impl Canvas {
    /// Notes what the pointer rests on and since when, and shows by the cursor what a press would do.
    pub(super) fn rest_on(&mut self, ui: &Ui, response: &Response, frame: &Frame<'_, '_>) {
        let free = self.gesture == Gesture::Idle && self.palette.is_none() && self.menu.is_none();
        let at = response.hover_pos().filter(|_| free && response.contains_pointer());
        let hit = at.map(|at| frame.layout.hit(at));
        if hit.as_ref() != self.rest.as_ref().map(|(hit, _)| hit) {
            self.rest = hit.map(|hit| (hit, frame.time));
        }
        let cursor = match (&self.gesture, self.rest.as_ref().map(|(hit, _)| hit)) {
            (Gesture::Pan(_), _) => CursorIcon::Grabbing,
            (Gesture::Number(_), _) => CursorIcon::ResizeHorizontal,
            (Gesture::Idle, _) if self.space.is_some() => CursorIcon::Grab,
            (Gesture::Idle, Some(Hit::Node(id, Part::Value(field)))) if frame.is_number(id, field) => {
                CursorIcon::ResizeHorizontal
            }
            (Gesture::Idle, Some(Hit::Input(..) | Hit::Output(_))) => CursorIcon::Crosshair,
            (Gesture::Idle, Some(Hit::Node(_, Part::Open))) => CursorIcon::PointingHand,
            (Gesture::Knife(_), _) => CursorIcon::Crosshair,
            (Gesture::Idle, Some(Hit::Plate(_, Grip::Body) | Hit::Knot(..))) => CursorIcon::Move,
            (Gesture::Idle, Some(Hit::Plate(_, Grip::Edge(edges)))) => resize_icon(*edges),
            (Gesture::Resize(resized), _) => resize_icon(resized.edges),
            _ => return,
        };
        ui.ctx().set_cursor_icon(cursor);
    }

    /// What the pointer rests on.
    pub(super) fn hovered(&self) -> Option<&Hit> {
        self.rest.as_ref().map(|(hit, _)| hit)
    }

    pub(super) fn show_hover(&self, ui: &Ui, frame: &Frame<'_, '_>) {
        let Some(at) = self.pointer else { return };
        if let Gesture::Wire(drag) = &self.gesture {
            if let Target::Refused(why) = drag.target(frame.scene.graph, &frame.layout, at) {
                words(ui, frame, at, |ui| {
                    ui.add(Label::new(RichText::new(why).color(frame.theme.error)).wrap());
                });
            }
            return;
        }
        let Some((hit, since)) = &self.rest else { return };
        let left = since + DELAY - frame.time;
        if left > 0.0 {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
            return;
        }
        match hit {
            Hit::Wire(to, port) => {
                let wire = frame.layout.wires.iter().find(|w| w.is(to, port));
                if let Some(wire) = wire {
                    words(ui, frame, at, |ui| drop(ui.label(wire.label())));
                }
            }
            Hit::Input(id, port) => words(ui, frame, at, |ui| input_words(ui, frame, id, port)),
            Hit::Output(link) => words(ui, frame, at, |ui| output_words(ui, frame, link)),
            Hit::Node(id, Part::Title) => {
                let color =
                    |severity| if severity == Severity::Error { frame.theme.error } else { frame.theme.warning };
                let mut problems: Vec<(&str, _)> =
                    frame.problems(id).map(|p| (&*p.message, color(p.severity))).collect();
                problems.extend(frame.waits(id).then_some((language::text(WAITS), frame.theme.warning)));
                if !problems.is_empty() {
                    words(ui, frame, at, |ui| {
                        for (message, color) in problems {
                            ui.add(Label::new(RichText::new(message).color(color)).wrap());
                        }
                    });
                }
            }
            Hit::Node(id, _) if frame.is_on_time(id, at) => {
                if let Some(timing) = frame.timing(id) {
                    words(ui, frame, at, |ui| {
                        title(ui, frame, &tr!("Takes {time}", time = timing));
                        line(ui, frame, &timing.stored_words());
                        line(ui, frame, timing.stored_hint());
                    });
                }
            }
            Hit::Node(id, Part::Open | Part::Body) if groups::is_instance(frame.scene.graph, id) => {
                words(ui, frame, at, |ui| group_words(ui, frame, id));
            }
            Hit::Node(..) | Hit::Empty | Hit::Plate(..) | Hit::Knot(..) => {}
        }
    }
}

impl Frame<'_, '_> {
    /// Whether a place on the canvas is that of a node's time.
    fn is_on_time(&self, id: &NodeId, at: Pos2) -> bool {
        let mut faces = self.layout.visible();
        faces.any(|face| face.id == *id && face.time_rect(self.layout.zoom).contains(at))
    }

    fn is_number(&self, id: &NodeId, field: &str) -> bool {
        let handle = self.scene.graph.nodes.get(id).and_then(|node| {
            let field = Field::of(node.spec()?, field)?;
            Some(super::value::handle(self.scene.graph, node, field))
        });
        matches!(handle, Some(super::value::Handle::Number { .. }))
    }

    /// What is known of an output.
    pub(super) fn output_facts(&self, link: &Link) -> Option<OutputFacts> {
        let spec = self.scene.graph.nodes.get(&link.node)?.spec()?;
        self.scene.facts.get(&link.node)?.outputs.get(link.output_index(spec)?).copied()
    }
}

fn resize_icon(edges: [i8; 2]) -> CursorIcon {
    match edges {
        [0, _] => CursorIcon::ResizeVertical,
        [_, 0] => CursorIcon::ResizeHorizontal,
        [a, b] if a == b => CursorIcon::ResizeNwSe,
        _ => CursorIcon::ResizeNeSw,
    }
}

/// Words beside the pointer.
fn words(ui: &Ui, frame: &Frame<'_, '_>, at: Pos2, content: impl FnOnce(&mut Ui)) {
    let area = Area::new(Id::unique("canvas words")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(at + vec2(16.0, 14.0)).constrain_to(ui.ctx().content_rect()).show(ui.ctx(), |ui| {
        frame.theme.popup().show(ui, |ui| {
            ui.set_max_width(WIDTH);
            ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
            content(ui);
        });
    });
}

fn input_words(ui: &mut Ui, frame: &Frame<'_, '_>, id: &NodeId, port: &str) {
    let graph = frame.scene.graph;
    let Some(node) = graph.nodes.get(id) else { return };
    let Some(spec) = node.spec() else { return };
    let Some((_, input)) = spec.input(port) else { return };
    title(ui, frame, &format!("{id} · {}", language::port(spec, port)));
    line(ui, frame, first_line(&language::port_doc(spec, port)));
    if let Some((lo, hi)) = input.hard.map(|s| s.resolve(graph.world.extent)) {
        fact(ui, frame, tr!("takes"), &range_text(lo as f32, hi as f32, input.quantity));
    }
    match node.link(port) {
        Some(link) => {
            fact(ui, frame, tr!("from"), &link.to_string());
            values(ui, frame, frame.output_facts(link));
        }
        None => {
            let value = super::value::text(graph, node, Field::Input(input));
            match input.open {
                crate::spec::Open::Required => fact(ui, frame, tr!("open|port"), tr!("needs a wire")),
                _ if value.is_empty() => fact(ui, frame, tr!("open|port"), tr!("may stay open")),
                _ => fact(ui, frame, tr!("value"), &value),
            }
        }
    }
    let clamped = frame.scene.facts.get(id).into_iter().flat_map(|f| &f.clamped);
    for (_, sentence) in clamped.filter(|(name, _)| &**name == port) {
        ui.add(Label::new(RichText::new(sentence).font(regular(SMALL)).color(frame.theme.warning)).wrap());
    }
}

fn output_words(ui: &mut Ui, frame: &Frame<'_, '_>, link: &Link) {
    let Some(spec) = frame.scene.graph.nodes.get(&link.node).and_then(|n| n.spec()) else { return };
    let Some(output) = link.output_index(spec).and_then(|i| spec.outputs.get(i)) else { return };
    title(ui, frame, &format!("{} · {}", link.node, language::output(spec, output.name)));
    line(ui, frame, language::sentence(spec));
    values(ui, frame, frame.output_facts(link));
}

/// Which group a node stands for, and how it opens.
fn group_words(ui: &mut Ui, frame: &Frame<'_, '_>, id: &NodeId) {
    let group = frame.scene.graph.nodes.get(id).and_then(|node| node.group.as_deref()).unwrap_or_default();
    title(ui, frame, &tr!("Group {name}", name = group));
    line(ui, frame, tr!("Double-click or Tab to open"));
}

fn values(ui: &mut Ui, frame: &Frame<'_, '_>, facts: Option<OutputFacts>) {
    let Some(facts) = facts.filter(|f| f.quantity != crate::spec::Quantity::Tiles) else { return };
    fact(ui, frame, tr!("bound"), &range_text(facts.bound.lo, facts.bound.hi, facts.quantity));
    if let Some(seen) = facts.seen {
        fact(ui, frame, tr!("measured"), &range_text(seen.min, seen.max, facts.quantity));
    }
}

fn first_line(doc: &str) -> &str {
    doc.lines().next().unwrap_or_default()
}

fn title(ui: &mut Ui, frame: &Frame<'_, '_>, text: &str) {
    ui.label(RichText::new(text).font(semibold(TEXT)).color(frame.theme.text));
}

fn line(ui: &mut Ui, frame: &Frame<'_, '_>, text: &str) {
    ui.add(Label::new(RichText::new(text).font(regular(SMALL)).color(frame.theme.secondary)).wrap());
}

fn fact(ui: &mut Ui, frame: &Frame<'_, '_>, name: &str, value: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).font(regular(SMALL)).color(frame.theme.muted));
        ui.label(RichText::new(value).font(regular(SMALL)).color(frame.theme.text));
    });
}
