//! Where everything on the canvas lies, in screen points, for one frame: nodes, their rows and pins, wires; and what is
//! under a position.

use super::camera::{Camera, Detail};
use super::face::{Face, WIDTH, size};
use super::plates::{Grip, Plate, Resized};
use super::wire::{Knot, Wire};
use crate::graph::{Graph, Item, Link, Node, NodeId};
use crate::gui::request::Scene;
use crate::gui::theme::Theme;
use crate::spec::NodeSpec;
use eframe::egui::emath::GuiRounding;
use eframe::egui::{Pos2, Rect, Vec2, pos2};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Pins are grabbed within this distance on screen.
const GRAB: f32 = 9.0;
/// Wires are touched within this distance on screen.
const TOUCH: f32 = 6.0;

/// All of one frame.
pub struct Layout {
    /// Nodes by id.
    pub faces: BTreeMap<NodeId, Face>,
    /// Order of drawing, the topmost last.
    pub order: Vec<NodeId>,
    /// Wires, by node and port that they go to.
    pub wires: Vec<Wire>,
    /// Frames, the ones that hold others first.
    pub frames: Vec<Plate>,
    /// Notes.
    pub notes: Vec<Plate>,
    /// How much of nodes is drawn.
    pub detail: Detail,
    /// The zoom.
    pub zoom: f32,
    /// The canvas's rectangle.
    pub view: Rect,
    /// Where the graph's origin lies.
    pub origin: Pos2,
}

/// Part of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The header.
    Title,
    /// The sign in the header that opens a group.
    Open,
    /// The picture and the rows.
    Body,
    /// The value of a field.
    Value(&'static str),
}

/// What is under a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// Nothing.
    Empty,
    /// A node.
    Node(NodeId, Part),
    /// The pin of an input.
    Input(NodeId, &'static str),
    /// The pin of an output.
    Output(Link),
    /// A wire, by the node and port that it goes to.
    Wire(NodeId, Arc<str>),
    /// A point that a wire passes, by the wire's end and the point's index.
    Knot(NodeId, Arc<str>, usize),
    /// A frame's title or edge, or a note.
    Plate(Item, Grip),
}

/// What is drawn away from its place while it is dragged.
#[derive(Clone, Copy, Default)]
pub struct Changed<'a> {
    /// Nodes, frames and notes, and how far they are, in points of the graph.
    pub moved: Option<(&'a BTreeSet<Item>, Vec2)>,
    /// A frame or note whose edge is dragged.
    pub resized: Option<&'a Resized>,
    /// A point of a wire that is dragged.
    pub knot: Option<&'a Knot>,
}

impl Changed<'_> {
    /// Whether everything is in its place.
    pub fn is_nothing(&self) -> bool {
        self.moved.is_none() && self.resized.is_none() && self.knot.is_none()
    }

    /// How far a thing is from its place.
    pub fn shift(&self, item: &Item) -> Vec2 {
        self.moved.filter(|(items, _)| items.contains(item)).map_or(Vec2::ZERO, |(_, by)| by)
    }

    /// How far a node is from its place.
    pub fn shift_of(&self, id: &NodeId) -> Vec2 {
        if self.moved.is_none() { Vec2::ZERO } else { self.shift(&Item::Node(id.clone())) }
    }
}

/// Place of a node in points of the graph; nodes without one stand in a row.
pub fn place(graph: &Graph, id: &NodeId) -> Pos2 {
    match graph.layout.get(id) {
        Some([x, y]) => pos2(*x, *y),
        None => spare_place(graph.nodes.keys().position(|n| n == id).unwrap_or(0)),
    }
}

/// Where a node without a place stands that is the `index`th of all.
fn spare_place(index: usize) -> Pos2 {
    pos2(index as f32 * (WIDTH + 44.0), -260.0)
}

/// Every node with its place in points of the graph, by id.
pub fn places(graph: &Graph) -> impl Iterator<Item = (&NodeId, &Arc<Node>, Pos2)> {
    let at = |(index, id)| graph.layout.get(id).map_or_else(|| spare_place(index), |[x, y]| pos2(*x, *y));
    graph.nodes.iter().enumerate().map(move |(index, (id, node))| (id, node, at((index, id))))
}

/// The rectangle of every node in points of the graph, by id.
pub fn rects(graph: &Graph) -> impl Iterator<Item = (&NodeId, Rect)> {
    places(graph).map(|(id, node, at)| (id, Rect::from_min_size(at, size(graph, id, node))))
}

/// The rectangle around nodes, in points of the graph; `None` if there are none.
pub fn bounds<'a>(graph: &Graph, ids: impl Iterator<Item = &'a NodeId>) -> Option<Rect> {
    let rect = |id: &NodeId| {
        let node = graph.nodes.get(id)?;
        Some(Rect::from_min_size(place(graph, id), size(graph, id, node)))
    };
    ids.filter_map(rect).reduce(|a, b| a | b)
}

/// The link to output `index` of a node, as files write it.
pub fn link(id: &NodeId, spec: Option<&NodeSpec>, index: usize) -> Link {
    let name = spec.and_then(|s| s.outputs.get(index)).filter(|_| index > 0).map(|o| o.name.into());
    Link { node: id.clone(), output: name }
}

/// Whether two links mean the same output, also where one of them names the first.
pub fn same_output(graph: &Graph, a: &Link, b: &Link) -> bool {
    let index = |l: &Link| graph.nodes.get(&l.node).and_then(|n| n.spec()).and_then(|s| l.output_index(s));
    a.node == b.node && (a.output == b.output || (index(a).is_some() && index(a) == index(b)))
}

impl Layout {
    /// Lays the graph out for one frame.
    pub fn new(
        scene: &Scene<'_>,
        camera: &Camera,
        view: Rect,
        changed: &Changed<'_>,
        raised: Option<&NodeId>,
        (theme, pixels_per_point): (&Theme, f32),
    ) -> Self {
        let face = |(id, node, place): (&NodeId, &Arc<Node>, Pos2)| {
            let at = camera.to_screen(view, place + changed.shift_of(id)).round_to_pixels(pixels_per_point);
            (id.clone(), Face::new(scene, (id, node), (place, at), camera.zoom, theme))
        };
        let faces: BTreeMap<NodeId, Face> = places(scene.graph).map(face).collect();
        let mut order: Vec<NodeId> = faces.keys().cloned().collect();
        let is_moved = |id: &NodeId| changed.shift_of(id) != Vec2::ZERO;
        order.sort_by_cached_key(|id| (is_moved(id), scene.selection.contains(id), raised == Some(id)));
        let wires = Wire::all(scene.graph, &faces, camera, view, changed);
        let frames = Plate::frames(scene.graph, camera, view, changed, theme);
        let notes = Plate::notes(scene.graph, camera, view, changed, theme);
        let origin = camera.to_screen(view, Pos2::ZERO);
        Self { faces, order, wires, frames, notes, detail: Detail::at(camera.zoom), zoom: camera.zoom, view, origin }
    }

    /// Nodes that can be seen, in order of drawing.
    pub fn visible(&self) -> impl DoubleEndedIterator<Item = &Face> {
        let margin = 24.0 * self.zoom + 12.0;
        self.order
            .iter()
            .filter_map(|id| self.faces.get(id))
            .filter(move |face| face.rect.expand(margin).intersects(self.view))
    }

    /// What is under a position, the topmost first: pins before the node that they belong to, wires last.
    pub fn hit(&self, at: Pos2) -> Hit {
        for face in self.visible().rev() {
            if let Some(pin) = self.pin_at(face, at) {
                return pin;
            }
            if face.rect.contains(at) {
                return Hit::Node(face.id.clone(), face.part_at(at, self.detail));
            }
        }
        if let Some((note, grip)) = self.notes.iter().rev().find_map(|note| Some((note, note.grip_at(at)?))) {
            return Hit::Plate(note.item.clone(), grip);
        }
        if let Some(wire) = self.wire_at(at) {
            return match wire.knot_at(at) {
                Some(index) => Hit::Knot(wire.to.clone(), wire.port.clone(), index),
                None => Hit::Wire(wire.to.clone(), wire.port.clone()),
            };
        }
        match self.frames.iter().rev().find_map(|frame| Some((frame, frame.grip_at(at)?))) {
            Some((frame, grip)) => Hit::Plate(frame.item.clone(), grip),
            None => Hit::Empty,
        }
    }

    /// The wire nearest to a position, if one is touched.
    pub fn wire_at(&self, at: Pos2) -> Option<&Wire> {
        let near = self.wires.iter().map(|w| (w.distance(at), w)).filter(|(d, _)| *d <= TOUCH);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, w)| w)
    }

    /// The topmost node under a position.
    pub fn node_at(&self, at: Pos2) -> Option<&Face> {
        self.visible().rev().find(|face| face.rect.contains(at))
    }

    fn pin_at(&self, face: &Face, at: Pos2) -> Option<Hit> {
        if self.detail == Detail::Box {
            return None;
        }
        let reach = (GRAB * self.zoom).clamp(6.0, 12.0);
        let output = face.outputs().find(|i| face.output(*i).distance(at) <= reach);
        if let Some(index) = output {
            return Some(Hit::Output(link(&face.id, face.spec, index)));
        }
        let mut inputs = face.inputs();
        inputs.find(|i| face.input(i.name).distance(at) <= reach).map(|i| Hit::Input(face.id.clone(), i.name))
    }
}
