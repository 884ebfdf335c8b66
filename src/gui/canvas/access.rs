//! Names of what is on the canvas for screen readers, and for tests that look things up by them.
//!
//! The widgets here sense nothing but hovering, so that gestures stay with the canvas; a screen reader's click selects.

use super::camera::Detail;
use super::face::{Face, Slot};
use super::geometry::{Layout, link};
use super::trouble::WAITS;
use super::value::Handle;
use super::{Canvas, Frame};
use crate::graph::{Field, Link};
use crate::gui::language::{self, tr};
use eframe::egui::accesskit::{Action, Role};
use eframe::egui::{Id, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

impl Canvas {
    pub(super) fn describe(&self, ui: &Ui, response: &Response, frame: &mut Frame<'_, '_>) {
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, tr!("graph")));
        // Without a screen reader nobody asks for the names of hundreds of pins.
        if ui.ctx().accesskit_node_builder(response.id, |_| ()).is_none() {
            return;
        }
        let mut clicked = None;
        for face in frame.layout.visible() {
            let selected = frame.scene.selection.contains(&face.id);
            let name = tr!("node {id}", id = face.id);
            let node =
                named(ui, face.rect, ("node", &*face.id), || WidgetInfo::selected(Role::Group, true, selected, &name));
            ui.ctx().accesskit_node_builder(node.id, |n| {
                n.add_action(Action::Click);
                n.set_description(description(face, frame));
            });
            if ui.input(|i| i.has_accesskit_action_request(node.id, Action::Click)) {
                clicked = Some(face.id.clone());
            }
            if face.opens && frame.layout.detail == Detail::Full {
                let name = tr!("open {node}", node = face.id);
                let key = ("open", &*face.id);
                named(ui, face.open_rect(), key, || WidgetInfo::labeled(Role::Button, true, &name));
            }
            if let Some(timing) = frame.timing(&face.id) {
                let name = tr!("time of {node}", node = face.id);
                let place = face.time_rect(frame.layout.zoom);
                let response = named(ui, place, ("time", &*face.id), || WidgetInfo::labeled(Role::Status, true, &name));
                ui.ctx().accesskit_node_builder(response.id, |n| n.set_value(timing.to_string()));
                let name = tr!("result of {node}", node = face.id);
                let mark = Face::stored_mark(place);
                let response =
                    named(ui, mark, ("stored", &*face.id), || WidgetInfo::labeled(Role::Status, true, &name));
                ui.ctx().accesskit_node_builder(response.id, |n| n.set_value(timing.stored_words()));
            }
            if frame.layout.detail != Detail::Box {
                pins(ui, face, &frame.layout);
            }
            if frame.layout.detail == Detail::Full {
                values(ui, face, frame);
            }
        }
        plates(ui, frame);
        if let Some(id) = clicked {
            frame.select([id].into());
        }
    }
}

/// Frames, notes and the points of wires.
fn plates(ui: &Ui, frame: &Frame<'_, '_>) {
    let seen = |rect: &Rect| rect.intersects(frame.view);
    for plate in frame.layout.frames.iter().filter(|plate| seen(&plate.rect)) {
        let name = tr!("frame {name}", name = plate.name());
        let key = plate.item.to_string();
        named(ui, plate.title(), ("frame", &key), || WidgetInfo::labeled(Role::Group, true, &name));
    }
    for plate in frame.layout.notes.iter().filter(|plate| seen(&plate.rect)) {
        let name = tr!("note {name}", name = plate.name());
        let key = plate.item.to_string();
        let response = named(ui, plate.rect, ("note", &key), || WidgetInfo::labeled(Role::Note, true, &name));
        ui.ctx().accesskit_node_builder(response.id, |n| n.set_description(plate.text.clone()));
    }
    for wire in frame.layout.wires.iter().filter(|wire| !wire.more.is_empty()) {
        for (i, knot) in wire.knots().enumerate() {
            let key = format!("{}.{} {}", wire.to, wire.port, i + 1);
            let name = tr!("bend {place}", place = key);
            let rect = Rect::from_center_size(knot, Vec2::splat(12.0));
            named(ui, rect, ("bend", &key), || WidgetInfo::labeled(Role::Button, true, &name));
        }
    }
}

fn named(ui: &Ui, rect: Rect, key: (&str, &str), info: impl Fn() -> WidgetInfo) -> Response {
    let response = ui.interact(rect, Id::unique(("canvas", key)), Sense::hover());
    response.widget_info(info);
    response
}

fn description(face: &Face, frame: &Frame<'_, '_>) -> String {
    let kind = face.spec.map_or(tr!("unknown kind"), language::title);
    let problem = frame.problems(&face.id).next().map(|p| format!(". {}", p.message));
    let waits = frame.waits(&face.id).then(|| format!(". {}", language::text(WAITS)));
    format!("{kind}{}", problem.or(waits).unwrap_or_default())
}

fn pins(ui: &Ui, face: &Face, layout: &Layout) {
    let around = |at: Pos2| Rect::from_center_size(at, Vec2::splat((12.0 * layout.zoom).clamp(8.0, 18.0)));
    for index in face.outputs() {
        let output = face.spec.and_then(|s| s.outputs.get(index)).map_or("value", |o| o.name);
        let name = tr!("output {id}.{port}", id = face.id, port = output);
        let Link { node, .. } = link(&face.id, face.spec, index);
        let key = format!("{node}.{output}");
        named(ui, around(face.output(index)), ("output", &key), || WidgetInfo::labeled(Role::Button, true, &name));
    }
    for input in face.inputs() {
        let name = tr!("input {id}.{port}", id = face.id, port = input.name);
        let key = format!("{}.{}", face.id, input.name);
        named(ui, around(face.input(input.name)), ("input", &key), || WidgetInfo::labeled(Role::Button, true, &name));
    }
}

fn values(ui: &Ui, face: &Face, frame: &Frame<'_, '_>) {
    let Some(node) = frame.scene.graph.nodes.get(&face.id) else { return };
    for row in &face.rows {
        let field = match row.slot {
            Slot::Input(input) => Field::Input(input),
            Slot::Param(param) => Field::Param(param),
            Slot::Output(_) | Slot::Unknown(..) => continue,
        };
        let text = super::value::text(frame.scene.graph, node, field);
        if text.is_empty() {
            continue;
        }
        let role = match super::value::handle(frame.scene.graph, node, field) {
            Handle::Number { .. } => Role::SpinButton,
            Handle::Choice(_) | Handle::Flag(_) => Role::Button,
            Handle::None => Role::Status,
        };
        let name = tr!("value {id}.{field}", id = face.id, field = field.name());
        let key = format!("{}.{}", face.id, field.name());
        let response = named(ui, Face::value_rect(row), ("value", &key), || WidgetInfo::labeled(role, true, &name));
        ui.ctx().accesskit_node_builder(response.id, |n| n.set_value(text));
    }
}
