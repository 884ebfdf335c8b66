//! Frames, notes, points of wires and the knife under the pointer: what each drag shows and asks for.

use super::geometry::{Changed, Hit, place, rects};
use super::gesture::{Gesture, Move};
use super::plates::{Grip, Plate, Resized, area};
use super::wire::{Knot, Tone, Wire};
use super::{Canvas, Frame};
use crate::graph::{CanvasNote, Edit, Frame as Border, Graph, Item, NodeId};
use crate::gui::request::Request;
use eframe::egui::{Id, Modifiers, Pos2, Rect, Vec2, vec2};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Distance of the grid that things snap to, in points of the graph.
pub const SNAP_GRID: f32 = 22.0;

impl Canvas {
    /// What the present gesture draws away from its place.
    pub(super) fn changed(&self) -> Changed<'_> {
        match &self.gesture {
            Gesture::Move(drag) => Changed { moved: Some((&drag.items, drag.by)), ..Changed::default() },
            Gesture::Resize(resized) => Changed { resized: Some(resized), ..Changed::default() },
            Gesture::Knot(knot) => Changed { knot: Some(knot), ..Changed::default() },
            _ => Changed::default(),
        }
    }

    /// Selects frames and notes beside, or instead of, what is selected.
    pub fn pick(&mut self, items: impl IntoIterator<Item = Item>) {
        self.picked = items.into_iter().filter(|item| !matches!(item, Item::Node(_))).collect();
    }

    /// Selected frames and notes.
    pub fn picked(&self) -> &BTreeSet<Item> {
        &self.picked
    }

    pub(super) fn click_plate(&mut self, item: Item, modifiers: Modifiers, frame: &mut Frame<'_, '_>) {
        let more = modifiers.shift || modifiers.command;
        match more && self.picked.contains(&item) {
            true => drop(self.picked.remove(&item)),
            false if more => drop(self.picked.insert(item)),
            false => {
                self.picked = [item].into();
                frame.select(BTreeSet::new());
            }
        }
    }

    /// A drag of a frame, a note or one of their edges begins.
    pub(super) fn start_plate(
        &mut self,
        (item, grip): (Item, Grip),
        from: Pos2,
        modifiers: Modifiers,
        frame: &mut Frame<'_, '_>,
    ) -> Gesture {
        if let Grip::Edge(edges) = grip {
            return Gesture::Resize(Resized { item, edges, from, by: Vec2::ZERO });
        }
        if !self.picked.contains(&item) {
            self.click_plate(item.clone(), modifiers, frame);
        }
        self.picked.insert(item.clone());
        let ids = frame.selected.as_ref().unwrap_or(frame.scene.selection).clone();
        Gesture::Move(self.held(ids, item, from, frame.scene.graph))
    }

    /// The move of nodes with the frames and notes that are selected too.
    pub(super) fn held(&self, ids: BTreeSet<NodeId>, grabbed: Item, from: Pos2, graph: &Graph) -> Move {
        let mut tops: Vec<Item> = ids.iter().cloned().map(Item::Node).collect();
        if self.picked.contains(&grabbed) || matches!(&grabbed, Item::Node(_)) {
            tops.extend(self.picked.iter().cloned());
        }
        let items = graph.items.with_contents(&tops);
        Move { ids, tops, items, grabbed, from, by: Vec2::ZERO, insert: None }
    }

    /// How far a drag has come, on the grid if that is wished.
    pub(super) fn snapped(&self, drag: &Move, by: Vec2, frame: &Frame<'_, '_>) -> Vec2 {
        let corner = match &drag.grabbed {
            Item::Node(id) => Some(place(frame.scene.graph, id)),
            item => area(frame.scene.graph, item).map(|rect| rect.min),
        };
        match corner.filter(|_| self.snap && !frame.modifiers.command) {
            Some(corner) => {
                let at = (corner + by).to_vec2() / SNAP_GRID;
                at.round() * SNAP_GRID - corner.to_vec2()
            }
            None => by.round(),
        }
    }

    /// What was dragged is let go: it moves, and goes into the frame that it lies in now.
    pub(super) fn drop_items(&mut self, drag: &Move, merge: Id, frame: &mut Frame<'_, '_>) {
        if drag.by == Vec2::ZERO {
            return;
        }
        shift(&drag.tops, &drag.items, drag.by, merge, frame);
        let graph = frame.scene.graph;
        for item in &drag.tops {
            let outer = graph.items.frame_of(item);
            if outer.is_some_and(|outer| drag.items.contains(&Item::Frame(outer.clone()))) {
                continue;
            }
            let inner = frame_around(graph, drag, item);
            if inner.as_ref() != outer {
                let edit = Edit::Enclose { items: vec![item.clone()], frame: inner };
                frame.out.push(Request::gesture(edit, merge));
            }
        }
    }

    /// What the arrows of this frame add up to moves everything that is selected, in one step.
    pub(super) fn nudge(&mut self, frame: &mut Frame<'_, '_>) {
        let by = std::mem::take(&mut frame.nudge);
        let tops = self.chosen(frame.scene);
        if by == Vec2::ZERO || tops.is_empty() {
            return;
        }
        let items = frame.scene.graph.items.with_contents(&tops);
        let merge = self.next_merge();
        shift(&tops, &items, by, merge, frame);
    }

    /// The frame that would receive what is dragged.
    pub(super) fn receiver(&self, frame: &Frame<'_, '_>) -> Option<Item> {
        let Gesture::Move(drag) = &self.gesture else { return None };
        let graph = frame.scene.graph;
        let name = frame_around(graph, drag, &drag.grabbed)?;
        (graph.items.frame_of(&drag.grabbed) != Some(&name)).then_some(Item::Frame(name))
    }

    pub(super) fn drop_resized(&mut self, resized: &Resized, frame: &mut Frame<'_, '_>) {
        let graph = frame.scene.graph;
        let Some(rect) = area(graph, &resized.item).map(|rect| resized.of(rect)) else { return };
        let (at, size) = ([rect.left(), rect.top()], [rect.width(), rect.height()]);
        let edit =
            match &resized.item {
                Item::Frame(name) => graph.items.frames.get(name).map(|frame| Edit::SetFrame {
                    name: name.clone(),
                    frame: Some(Border { at, size, ..frame.clone() }),
                }),
                Item::Note(name) => graph.items.notes.get(name).map(|note| Edit::SetNote {
                    name: name.clone(),
                    note: Some(CanvasNote { at, size, ..note.clone() }),
                }),
                Item::Node(_) => None,
            };
        frame.out.extend(edit.map(Request::edit));
    }

    /// A double click on a wire gives it a point there.
    pub(super) fn add_knot(&mut self, to: NodeId, port: Arc<str>, at: Pos2, frame: &mut Frame<'_, '_>) {
        let Some(wire) = frame.layout.wires.iter().find(|w| w.is(&to, &port)) else { return };
        let index = wire.place_of_knot(at);
        let mut points = bends(frame.scene.graph, &to, &port);
        let point = self.camera.to_graph(frame.view, at).round();
        points.insert(index.min(points.len()), [point.x, point.y]);
        self.knot = Some((to.clone(), port.clone(), index));
        frame.out.push(Request::edit(Edit::Bend { to, port, points }));
    }

    pub(super) fn drop_knot(&mut self, knot: Knot, frame: &mut Frame<'_, '_>) {
        let mut points = bends(frame.scene.graph, &knot.to, &knot.port);
        if let Some(point) = points.get_mut(knot.index) {
            *point = [knot.at.x, knot.at.y];
            frame.out.push(Request::edit(Edit::Bend { to: knot.to, port: knot.port, points }));
        }
    }

    /// Takes the selected point of a wire away; `None` if none is selected.
    pub(super) fn remove_knot(&mut self, graph: &Graph) -> Option<Request> {
        let (to, port, index) = self.knot.take()?;
        let mut points = bends(graph, &to, &port);
        if index >= points.len() {
            return None;
        }
        points.remove(index);
        Some(Request::edit(Edit::Bend { to, port, points }))
    }

    /// Wires that the knife's line crosses.
    pub(super) fn doomed(&self, frame: &Frame<'_, '_>) -> Vec<(NodeId, Arc<str>)> {
        let Gesture::Knife(line) = &self.gesture else { return Vec::new() };
        let line: Vec<Pos2> = line.iter().map(|p| self.camera.to_screen(frame.view, *p)).collect();
        let crossed = frame.layout.wires.iter().filter(|wire| wire.is_crossed(&line));
        crossed.map(|wire| (wire.to.clone(), wire.port.clone())).collect()
    }

    /// The knife is let go.
    pub(super) fn cut(&mut self, frame: &mut Frame<'_, '_>) {
        let wires = self.doomed(frame);
        if !wires.is_empty() {
            frame.out.push(Request::edit(Edit::Cut(wires)));
        }
    }

    pub(super) fn doomed_tone(&self, wire: &Wire, frame: &Frame<'_, '_>) -> Option<Tone> {
        let Gesture::Knife(line) = &self.gesture else { return None };
        let line: Vec<Pos2> = line.iter().map(|p| self.camera.to_screen(frame.view, *p)).collect();
        wire.is_crossed(&line).then_some(Tone::Doomed)
    }
}

/// Asks for a move of `tops`, which with their contents are `items`. A node without a place gets the one where it stands.
fn shift(tops: &[Item], items: &BTreeSet<Item>, by: Vec2, merge: Id, frame: &mut Frame<'_, '_>) {
    let graph = frame.scene.graph;
    let plain = items.iter().all(|item| matches!(item, Item::Node(_))) && graph.items.bends.is_empty();
    let moved = |id: &NodeId| {
        let at = place(graph, id) + by;
        (id.clone(), [at.x, at.y])
    };
    let placed = items.iter().filter_map(|item| match item {
        Item::Node(id) if plain || !graph.layout.contains_key(id) => Some(moved(id)),
        _ => None,
    });
    let places: Vec<_> = placed.filter(|(id, _)| graph.nodes.contains_key(id)).collect();
    if !plain {
        frame.out.push(Request::gesture(Edit::Move { items: tops.to_vec(), by: by.into() }, merge));
    }
    if !places.is_empty() {
        frame.out.push(Request::gesture(Edit::Place(places), merge));
    }
}

/// The points of a wire.
fn bends(graph: &Graph, to: &NodeId, port: &Arc<str>) -> Vec<[f32; 2]> {
    graph.items.bends.get(&(to.clone(), port.clone())).cloned().unwrap_or_default()
}

/// The smallest frame that does not move and that the middle of a dragged thing lies in.
fn frame_around(graph: &Graph, drag: &Move, item: &Item) -> Option<Arc<str>> {
    let middle = area(graph, item)?.translate(drag.by).center();
    let around = graph.items.frames.keys().filter_map(|name| {
        let item = Item::Frame(name.clone());
        let rect = area(graph, &item).filter(|rect| rect.contains(middle))?;
        (!drag.items.contains(&item)).then_some((rect.area(), name))
    });
    around.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name.clone())
}

/// Frames and notes that a box selects: notes that it touches, frames that lie in it.
pub fn boxed(graph: &Graph, box_: Rect) -> BTreeSet<Item> {
    let notes = graph.items.notes.keys().map(|name| Item::Note(name.clone()));
    let notes = notes.filter(|item| area(graph, item).is_some_and(|rect| rect.intersects(box_)));
    let frames = graph.items.frames.keys().map(|name| Item::Frame(name.clone()));
    let frames = frames.filter(|item| area(graph, item).is_some_and(|rect| box_.contains_rect(rect)));
    notes.chain(frames).collect()
}

/// A frame around things, with room for its title.
pub fn around(graph: &Graph, items: &[Item]) -> Option<Rect> {
    let all = items.iter().filter_map(|item| area(graph, item)).reduce(|a, b| a | b)?;
    Some(Rect::from_min_max(all.min - vec2(22.0, 44.0), all.max + vec2(22.0, 22.0)))
}

/// The rectangle around everything on the canvas, in points of the graph.
pub fn everything(graph: &Graph) -> Option<Rect> {
    with_plates(graph, rects(graph).map(|(_, rect)| rect))
}

/// The rectangle around frames, notes and these rectangles of nodes, in points of the graph.
pub fn with_plates(graph: &Graph, nodes: impl Iterator<Item = Rect>) -> Option<Rect> {
    let items = &graph.items;
    let frames = items.frames.keys().map(|name| Item::Frame(name.clone()));
    let all = frames.chain(items.notes.keys().map(|name| Item::Note(name.clone())));
    let plates = all.filter_map(|item| area(graph, &item)).reduce(|a, b| a | b);
    match (nodes.reduce(|a, b| a | b), plates) {
        (Some(a), Some(b)) => Some(a | b),
        (a, b) => a.or(b),
    }
}

impl Frame<'_, '_> {
    /// A frame or note as it lies on the screen.
    pub(super) fn plate(&self, item: &Item) -> Option<&Plate> {
        self.layout.frames.iter().chain(&self.layout.notes).find(|plate| plate.item == *item)
    }
}

/// Whether something under the pointer is a point of a wire that is selected.
pub fn is_knot(hit: &Hit) -> Option<(NodeId, Arc<str>, usize)> {
    match hit {
        Hit::Knot(to, port, index) => Some((to.clone(), port.clone(), *index)),
        _ => None,
    }
}
