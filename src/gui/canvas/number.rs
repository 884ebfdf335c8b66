//! The drag of a number on a node's face.

use super::Frame;
use super::geometry::Part;
use super::value::{Handle, from_number, handle};
use crate::graph::{Edit, Field, NodeId, Setting};
use crate::gui::request::Request;
use crate::gui::widgets::bar::{Bar, TRAVEL};
use eframe::egui::{Id, Pos2};

/// A number that follows the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberDrag {
    id: NodeId,
    field: &'static str,
    before: Option<Setting>,
    place: f64,
    last: Pos2,
    merge: Id,
}

impl NumberDrag {
    /// The drag of the value under a press; `None` where no number is.
    pub(super) fn start(id: &NodeId, part: Part, at: Pos2, merge: Id, frame: &Frame<'_, '_>) -> Option<Self> {
        let Part::Value(name) = part else { return None };
        let node = frame.scene.graph.nodes.get(id)?;
        let field = Field::of(node.spec()?, name)?;
        let Handle::Number { value, whole, soft, .. } = handle(frame.scene.graph, node, field) else { return None };
        let place = Bar::new(soft, value, whole).place(value);
        let before = node.setting(name).cloned();
        Some(Self { id: id.clone(), field: field.name(), before, place, last: at, merge })
    }

    /// Asks for the value that belongs to the pointer's place.
    pub(super) fn follow(&mut self, at: Pos2, frame: &mut Frame<'_, '_>) {
        let graph = frame.scene.graph;
        let Some(node) = graph.nodes.get(&self.id) else { return };
        let Some(field) = node.spec().and_then(|spec| Field::of(spec, self.field)) else { return };
        let Handle::Number { value, whole, soft, hard, .. } = handle(graph, node, field) else { return };
        let points = f64::from(at.x - self.last.x);
        self.last = at;
        if points == 0.0 {
            return;
        }
        let speed = match (frame.modifiers.shift, frame.modifiers.command) {
            (true, _) => 0.1,
            (_, true) => 10.0,
            _ => 1.0,
        };
        let bar = Bar::new(soft, value, whole);
        let (lo, hi) = soft.map_or((f64::NEG_INFINITY, f64::INFINITY), |(lo, hi)| (lo.min(value), hi.max(value)));
        let (floor, ceiling) = hard.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        self.place += points * speed / TRAVEL;
        if soft.is_some() {
            self.place = self.place.clamp(bar.place(lo), bar.place(hi));
        }
        let next = bar.tidy(self.place, speed).max(lo.max(floor)).min(hi.min(ceiling));
        let setting = Setting::Value(from_number(field, next));
        if node.setting(self.field) != Some(&setting) {
            let edit = Edit::Set { id: self.id.clone(), field: self.field.into(), setting: Some(setting) };
            frame.out.push(Request::gesture(edit, self.merge));
        }
    }

    /// The edit that gives the value back that it had.
    pub(super) fn undone(self) -> Request {
        let edit = Edit::Set { id: self.id, field: self.field.into(), setting: self.before };
        Request::gesture(edit, self.merge)
    }
}
