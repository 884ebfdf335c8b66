//! What the pointer is doing on the canvas: presses that become clicks or drags, and what each drag does.
//!
//! Moves are kept here until they end, so that Esc restores without a trace and a drag of many nodes is one edit.

use super::geometry::{Hit, Part, link, rects};
use super::number::NumberDrag;
use super::plates::Resized;
use super::wire::Knot;
use super::wiring::Drag;
use super::{Canvas, Frame};
use crate::graph::{Edit, Item, NodeId};
use crate::gui::request::Request;
use eframe::egui::{Id, Modifiers, PointerButton, Pos2, Rect, Vec2};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Points that the pointer moves before a press is a drag.
const THRESHOLD: f32 = 4.0;
/// Seconds between the clicks of a double click.
const DOUBLE: f64 = 0.4;

/// What the pointer is doing.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// Nothing.
    Idle,
    /// A button is down and the pointer has not moved far enough for a drag.
    Press(Press),
    /// The view follows the pointer.
    Pan(PointerButton),
    /// A box selects what it touches.
    Box(Lasso),
    /// Nodes follow the pointer.
    Move(Move),
    /// A wire follows the pointer.
    Wire(Drag),
    /// A number follows the pointer.
    Number(NumberDrag),
    /// The edge of a frame or note follows the pointer.
    Resize(Resized),
    /// A point of a wire follows the pointer.
    Knot(Knot),
    /// A line that cuts wires, in points of the graph.
    Knife(Vec<Pos2>),
    /// The view follows the pointer on the small map.
    Map,
}

/// A press that is no drag yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Press {
    /// What was pressed.
    pub hit: Hit,
    /// Where, on the screen.
    pub at: Pos2,
    /// With which button.
    pub button: PointerButton,
    /// With which modifiers.
    pub modifiers: Modifiers,
}

/// A box that selects.
#[derive(Clone, Debug, PartialEq)]
pub struct Lasso {
    /// One corner, in points of the graph.
    pub from: Pos2,
    /// What was selected before.
    pub base: BTreeSet<NodeId>,
    /// Which frames and notes were.
    pub picked: BTreeSet<Item>,
    /// Whether touched nodes are added to, or taken from, what was selected; neither replaces it.
    pub mode: LassoMode,
}

/// What a box does with what it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LassoMode {
    /// Selects only that.
    Replace,
    /// Adds it.
    Add,
    /// Takes it away.
    Subtract,
}

/// Nodes that follow the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The nodes.
    pub ids: BTreeSet<NodeId>,
    /// What was taken: the nodes, and selected frames and notes.
    pub tops: Vec<Item>,
    /// All that moves, with the contents of frames.
    pub items: BTreeSet<Item>,
    /// What was grabbed.
    pub grabbed: Item,
    /// Where it was grabbed, in points of the graph.
    pub from: Pos2,
    /// How far they are, in points of the graph.
    pub by: Vec2,
    /// The wire that would receive the node.
    pub insert: Option<(NodeId, Arc<str>)>,
}

impl Gesture {
    /// Whether something is being dragged whose drop may lie outside of the view.
    pub fn pans_at_the_edge(&self) -> bool {
        matches!(self, Self::Box(_) | Self::Move(_) | Self::Wire(_) | Self::Resize(_) | Self::Knot(_) | Self::Knife(_))
    }

    /// Whether anything is being dragged.
    pub fn is_drag(&self) -> bool {
        !matches!(self, Self::Idle | Self::Press(_))
    }
}

impl Canvas {
    /// A button goes down on the canvas.
    pub(super) fn pressed(&mut self, at: Pos2, button: PointerButton, modifiers: Modifiers, frame: &mut Frame<'_, '_>) {
        self.pointer = Some(at);
        if self.gesture.is_drag() {
            if button == PointerButton::Secondary {
                self.cancel(frame);
            }
            return;
        }
        let pans = button == PointerButton::Middle || (button == PointerButton::Primary && self.space.is_some());
        if pans {
            self.space = self.space.map(|_| true);
            self.gesture = Gesture::Pan(button);
            return;
        }
        if !matches!(button, PointerButton::Primary | PointerButton::Secondary) {
            return;
        }
        if button == PointerButton::Primary && self.press_on_map(at, frame) {
            return;
        }
        let hit = frame.layout.hit(at);
        self.knot = super::holding::is_knot(&hit).filter(|_| button == PointerButton::Primary);
        if let (Hit::Node(id, _), PointerButton::Primary) = (&hit, button) {
            self.raised = Some(id.clone());
            let plain = !modifiers.shift && !modifiers.command;
            if plain && !frame.scene.selection.contains(id) {
                self.picked.clear();
                frame.select([id.clone()].into());
            }
        }
        self.gesture = Gesture::Press(Press { hit, at, button, modifiers });
    }

    /// The pointer moves.
    pub(super) fn moved(&mut self, to: Pos2, frame: &mut Frame<'_, '_>) {
        let from = self.pointer.replace(to).unwrap_or(to);
        match &self.gesture {
            Gesture::Press(press) if press.at.distance(to) > THRESHOLD => {
                let press = press.clone();
                self.start_drag(press, frame);
                self.follow(to, to - from, frame);
            }
            _ => self.follow(to, to - from, frame),
        }
    }

    /// A button goes up.
    pub(super) fn released(&mut self, at: Pos2, button: PointerButton, frame: &mut Frame<'_, '_>) {
        self.pointer = Some(at);
        let held = match &self.gesture {
            Gesture::Press(press) => press.button,
            Gesture::Pan(button) => *button,
            Gesture::Knife(_) => PointerButton::Secondary,
            _ => PointerButton::Primary,
        };
        if button != held {
            return;
        }
        if matches!(self.gesture, Gesture::Knife(_)) {
            self.cut(frame);
        }
        match std::mem::replace(&mut self.gesture, Gesture::Idle) {
            Gesture::Press(press) if button == PointerButton::Primary => self.clicked(press, frame),
            Gesture::Press(press) => self.open_menu_at(press.hit, at, frame),
            Gesture::Move(drag) => self.drop_nodes(drag, frame),
            Gesture::Wire(drag) => self.drop_wire(drag, at, frame),
            Gesture::Resize(resized) => self.drop_resized(&resized, frame),
            Gesture::Knot(knot) => self.drop_knot(knot, frame),
            Gesture::Idle | Gesture::Pan(_) | Gesture::Box(_) | Gesture::Number(_) => {}
            Gesture::Knife(_) | Gesture::Map => {}
        }
    }

    /// Esc or a right click while dragging: everything is as it was.
    pub(super) fn cancel(&mut self, frame: &mut Frame<'_, '_>) {
        match std::mem::replace(&mut self.gesture, Gesture::Idle) {
            Gesture::Box(lasso) => {
                self.picked = lasso.picked;
                frame.select(lasso.base);
            }
            Gesture::Number(drag) => frame.out.push(drag.undone()),
            _ => {}
        }
    }

    /// Brings a drag up to date with the pointer and the view.
    pub(super) fn follow(&mut self, at: Pos2, by: Vec2, frame: &mut Frame<'_, '_>) {
        let point = self.camera.to_graph(frame.view, at);
        match &mut self.gesture {
            Gesture::Pan(_) => self.camera.offset += by,
            Gesture::Box(lasso) => {
                let lasso = lasso.clone();
                frame.select(touched(frame, &lasso, point));
                let boxed = super::holding::boxed(frame.scene.graph, Rect::from_two_pos(lasso.from, point));
                self.picked = match lasso.mode {
                    LassoMode::Replace => boxed,
                    LassoMode::Add => &lasso.picked | &boxed,
                    LassoMode::Subtract => &lasso.picked - &boxed,
                };
            }
            Gesture::Move(drag) => {
                let drag = drag.clone();
                let by = self.snapped(&drag, point - drag.from, frame);
                let insert = frame.insertion(&drag, at);
                self.gesture = Gesture::Move(Move { by, insert, ..drag });
            }
            Gesture::Number(drag) => drag.follow(at, frame),
            Gesture::Resize(resized) => resized.by = (point - resized.from).round(),
            Gesture::Knot(knot) => knot.at = point.round(),
            Gesture::Knife(line) => line.push(point),
            Gesture::Map => self.follow_on_map(at, frame),
            Gesture::Idle | Gesture::Press(_) | Gesture::Wire(_) => {}
        }
    }

    fn start_drag(&mut self, press: Press, frame: &mut Frame<'_, '_>) {
        let from = self.camera.to_graph(frame.view, press.at);
        if press.button == PointerButton::Secondary {
            self.gesture = match press.modifiers.command {
                true => Gesture::Knife(vec![from]),
                false => Gesture::Pan(PointerButton::Secondary),
            };
            return;
        }
        let merge = self.next_merge();
        self.gesture = match press.hit {
            Hit::Empty | Hit::Wire(..) => {
                let mode = match (press.modifiers.shift, press.modifiers.command) {
                    (true, _) => LassoMode::Add,
                    (_, true) => LassoMode::Subtract,
                    _ => LassoMode::Replace,
                };
                let (base, picked) = (frame.scene.selection.clone(), self.picked.clone());
                Gesture::Box(Lasso { from, base, picked, mode })
            }
            Hit::Knot(to, port, index) => Gesture::Knot(Knot { to, port, index, at: from.round() }),
            Hit::Plate(item, grip) => self.start_plate((item, grip), from, press.modifiers, frame),
            Hit::Output(link) if press.modifiers.command => Gesture::Wire(Drag::bundle(link)),
            Hit::Output(link) => Gesture::Wire(Drag::output(link)),
            Hit::Input(id, port) => Gesture::Wire(Drag::input(frame.scene.graph, id, port)),
            Hit::Node(id, part) => match NumberDrag::start(&id, part, press.at, merge, frame) {
                Some(drag) => Gesture::Number(drag),
                None => Gesture::Move(self.start_move(id, from, press.modifiers, frame)),
            },
        };
    }

    fn clicked(&mut self, press: Press, frame: &mut Frame<'_, '_>) {
        let double =
            self.last_click.is_some_and(|(time, at)| frame.time - time < DOUBLE && at.distance(press.at) < 6.0);
        self.last_click = (!double).then_some((frame.time, press.at));
        match press.hit {
            Hit::Empty if double => self.open_palette(Some(press.at), super::Purpose::Free, frame.view),
            Hit::Empty if !press.modifiers.shift && !press.modifiers.command => {
                self.picked.clear();
                frame.select(BTreeSet::new());
            }
            Hit::Wire(to, port) if double => self.add_knot(to, port, press.at, frame),
            Hit::Plate(item, _) if double => self.start_words(&item, frame.scene.graph),
            Hit::Plate(item, _) => self.click_plate(item, press.modifiers, frame),
            Hit::Node(id, part) if double => self.double_clicked(id, part, frame),
            Hit::Node(id, part) => self.click_node(id, part, press.modifiers, press.at, frame),
            Hit::Input(id, _) => self.click_node(id, Part::Body, press.modifiers, press.at, frame),
            Hit::Output(link) => self.click_node(link.node, Part::Body, press.modifiers, press.at, frame),
            Hit::Empty | Hit::Wire(..) | Hit::Knot(..) => {}
        }
    }

    fn click_node(&mut self, id: NodeId, part: Part, modifiers: Modifiers, at: Pos2, frame: &mut Frame<'_, '_>) {
        let mut selection = frame.scene.selection.clone();
        match (modifiers.shift, modifiers.command) {
            (true, _) => drop(selection.insert(id.clone())),
            (_, true) if selection.contains(&id) => drop(selection.remove(&id)),
            (_, true) => drop(selection.insert(id.clone())),
            _ => {
                self.picked.clear();
                selection = [id.clone()].into();
            }
        }
        frame.select(selection);
        match part {
            _ if modifiers.shift || modifiers.command => {}
            Part::Value(field) => self.click_value(id, field, at, frame),
            Part::Open => frame.out.push(Request::Enter(id)),
            Part::Title | Part::Body => {}
        }
    }

    fn double_clicked(&mut self, id: NodeId, part: Part, frame: &mut Frame<'_, '_>) {
        match part {
            Part::Title => self.start_rename(id),
            Part::Open => frame.out.push(Request::Enter(id)),
            Part::Value(field) if self.start_typing(&id, field, frame.scene) => {}
            Part::Body if super::groups::is_instance(frame.scene.graph, &id) => frame.out.push(Request::Enter(id)),
            Part::Value(_) | Part::Body => {
                let spec = frame.scene.graph.nodes.get(&id).and_then(|n| n.spec());
                frame.out.push(Request::Preview(link(&id, spec, 0)));
            }
        }
    }

    fn drop_nodes(&mut self, drag: Move, frame: &mut Frame<'_, '_>) {
        let merge = self.next_merge();
        self.drop_items(&drag, merge, frame);
        let Item::Node(grabbed) = drag.grabbed else { return };
        if let Some((to, port)) = drag.insert {
            frame.out.push(Request::gesture(Edit::Insert { id: grabbed, to, port }, merge));
        } else if frame.modifiers.alt && drag.tops.len() == 1 {
            frame.out.push(Request::gesture(Edit::Extract { id: grabbed }, merge));
        }
    }

    /// A key for the edits of one gesture.
    pub(super) fn next_merge(&mut self) -> Id {
        self.gestures += 1;
        Id::unique(("canvas gesture", self.gestures))
    }

    fn start_move(&mut self, id: NodeId, from: Pos2, modifiers: Modifiers, frame: &mut Frame<'_, '_>) -> Move {
        let selection = frame.scene.selection;
        let keeps = modifiers.shift || modifiers.command;
        let mut ids = if selection.contains(&id) || keeps { selection.clone() } else { BTreeSet::new() };
        ids.insert(id.clone());
        frame.select(ids.clone());
        self.held(ids, Item::Node(id), from, frame.scene.graph)
    }
}

/// The selection that a box gives whose other corner is at `to`.
fn touched(frame: &Frame<'_, '_>, lasso: &Lasso, to: Pos2) -> BTreeSet<NodeId> {
    let graph = frame.scene.graph;
    let area = Rect::from_two_pos(lasso.from, to);
    let touched = rects(graph).filter(|(_, rect)| rect.intersects(area));
    let touched: BTreeSet<NodeId> = touched.map(|(id, _)| id.clone()).collect();
    match lasso.mode {
        LassoMode::Replace => touched,
        LassoMode::Add => &lasso.base | &touched,
        LassoMode::Subtract => &lasso.base - &touched,
    }
}
