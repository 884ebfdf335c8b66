//! Where everything on the canvas lies, in screen points, for one frame: nodes, their rows and pins, wires; and what is
//! under a position.

use super::camera::{Camera, Detail};
use super::plates::{Grip, Plate, Resized};
use super::wire::{Knot, Wire};
use crate::graph::{Graph, Item, Link, Node, NodeId};
use crate::gui::request::Scene;
use crate::gui::theme::Theme;
use crate::spec::{InputSpec, NodeSpec, ParamSpec};
use eframe::egui::emath::GuiRounding;
use eframe::egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Width of a node at 100 %.
pub const WIDTH: f32 = 176.0;
/// Height of a node's header.
pub const HEADER: f32 = 27.0;
/// Height of a node's picture.
pub const THUMB: f32 = 100.0;
/// Height of a row.
pub const ROW: f32 = 23.0;
/// Space under the last row.
const FOOT: f32 = 4.0;
/// Distance of the pins of a collapsed node.
const PIN_GAP: f32 = 11.0;
/// Pins are grabbed within this distance on screen.
const GRAB: f32 = 9.0;
/// Wires are touched within this distance on screen.
const TOUCH: f32 = 6.0;

/// What a row of a node shows.
#[derive(Clone)]
pub enum Slot {
    /// An output beyond the first, by index.
    Output(usize),
    /// A port.
    Input(&'static InputSpec),
    /// A parameter.
    Param(&'static ParamSpec),
    /// A field that this version does not know: name and text.
    Unknown(String, String),
}

/// One row of a node.
pub struct Row {
    /// Its place.
    pub rect: Rect,
    /// What it shows.
    pub slot: Slot,
}

/// One node as it lies on the screen.
pub struct Face {
    /// The node.
    pub id: NodeId,
    /// Its declaration, if the kind is known.
    pub spec: Option<&'static NodeSpec>,
    /// Colour of its family.
    pub color: Color32,
    /// Colour that a person gave it.
    pub tint: Option<Color32>,
    /// Whether only its header is drawn, as a pill.
    pub collapsed: bool,
    /// The whole node.
    pub rect: Rect,
    /// Its header.
    pub header: Rect,
    /// Its picture.
    pub thumb: Rect,
    /// Its rows; none while it is collapsed.
    pub rows: Vec<Row>,
    /// Its inputs with the places of their pins.
    pins: Vec<(&'static InputSpec, Pos2)>,
}

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
        None => {
            let index = graph.nodes.keys().position(|n| n == id).unwrap_or(0);
            pos2(index as f32 * (WIDTH + 44.0), -260.0)
        }
    }
}

/// Height of a node in full at 100 %.
pub fn height(graph: &Graph, node: &Node) -> f32 {
    HEADER + THUMB + ROW * slots(graph, node).len() as f32 + FOOT
}

/// Size of a node as it is drawn at 100 %; collapsed ones have no picture and no rows.
pub fn size(graph: &Graph, id: &NodeId, node: &Node) -> Vec2 {
    match graph.items.looks.get(id).is_some_and(|look| look.collapsed) {
        true => vec2(WIDTH, pill_height(&slots(graph, node), node)),
        false => vec2(WIDTH, height(graph, node)),
    }
}

/// Height of a collapsed node: its pins stand beside the title.
fn pill_height(slots: &[Slot], node: &Node) -> f32 {
    let inputs = slots.iter().filter(|slot| matches!(slot, Slot::Input(_))).count();
    let outputs = node.spec().map_or(1, |spec| spec.outputs.len());
    HEADER.max(PIN_GAP * inputs.max(outputs) as f32 + 8.0)
}

/// The rectangle around nodes, in points of the graph; `None` if there are none.
pub fn bounds<'a>(graph: &Graph, ids: impl Iterator<Item = &'a NodeId>) -> Option<Rect> {
    let rect = |id: &NodeId| {
        let node = graph.nodes.get(id)?;
        Some(Rect::from_min_size(place(graph, id), size(graph, id, node)))
    };
    ids.filter_map(rect).reduce(|a, b| a | b)
}

/// Rows of a node: further outputs, ports, then the parameters on its face.
fn slots(graph: &Graph, node: &Node) -> Vec<Slot> {
    let Some(spec) = node.spec() else {
        return node.unknown.iter().map(|(name, text)| Slot::Unknown(name.clone(), text.clone())).collect();
    };
    let outputs = (1..spec.outputs.len()).map(Slot::Output);
    let used = |i: &&'static InputSpec| node.link(i.name).is_some() || graph.is_shown(node, i.shown);
    let inputs = spec.inputs.iter().filter(used).map(Slot::Input);
    let params = spec.face.iter().filter_map(|name| spec.param(name)).map(|(_, p)| p);
    let params = params.filter(|p| graph.is_shown(node, p.shown)).map(Slot::Param);
    outputs.chain(inputs).chain(params).collect()
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

impl Face {
    fn new(scene: &Scene<'_>, id: &NodeId, node: &Node, at: Pos2, zoom: f32, theme: &Theme) -> Self {
        let slots = slots(scene.graph, node);
        let look = scene.graph.items.looks.get(id);
        let collapsed = look.is_some_and(|look| look.collapsed);
        let height = match collapsed {
            true => pill_height(&slots, node),
            false => HEADER + THUMB + ROW * slots.len() as f32 + FOOT,
        };
        let rect = Rect::from_min_size(at, vec2(WIDTH, height) * zoom);
        let header = Rect::from_min_size(at, vec2(WIDTH, if collapsed { height } else { HEADER }) * zoom);
        let thumb = Rect::from_min_size(header.left_bottom(), vec2(WIDTH, if collapsed { 0.0 } else { THUMB }) * zoom);
        let spec = node.spec();
        let color = spec.map_or(theme.muted, |s| theme.category(s.category));
        let mut face = Self {
            id: id.clone(),
            spec,
            color,
            tint: look.and_then(|look| look.color).map(|[r, g, b]| Color32::from_rgb(r, g, b)),
            collapsed,
            rect,
            header,
            thumb,
            rows: Vec::new(),
            pins: Vec::new(),
        };
        face.fill(slots, zoom);
        face
    }

    /// Rows and pins: beside their rows, or down the sides of a collapsed node.
    fn fill(&mut self, slots: Vec<Slot>, zoom: f32) {
        let inputs = slots.iter().filter_map(|slot| if let Slot::Input(input) = slot { Some(*input) } else { None });
        if self.collapsed {
            let inputs: Vec<_> = inputs.collect();
            let n = inputs.len();
            self.pins = inputs.into_iter().enumerate().map(|(i, input)| (input, self.beside(i, n, false))).collect();
            return;
        }
        let corner = self.thumb.left_bottom();
        let row = |(i, slot)| {
            let min = corner + vec2(0.0, i as f32 * ROW * zoom);
            Row { rect: Rect::from_min_size(min, vec2(WIDTH, ROW) * zoom), slot }
        };
        self.rows = slots.into_iter().enumerate().map(row).collect();
        let pin = |row: &Row| match row.slot {
            Slot::Input(input) => Some((input, row.rect.left_center())),
            _ => None,
        };
        self.pins = self.rows.iter().filter_map(pin).collect();
    }

    /// Place of pin `i` of `n` on a side of a collapsed node.
    fn beside(&self, i: usize, n: usize, right: bool) -> Pos2 {
        let zoom = self.rect.width() / WIDTH;
        let x = if right { self.rect.right() } else { self.rect.left() };
        pos2(x, self.rect.center().y + (i as f32 - (n.max(1) - 1) as f32 / 2.0) * PIN_GAP * zoom)
    }

    /// Where the pin of output `index` is.
    pub fn output(&self, index: usize) -> Pos2 {
        if self.collapsed {
            return self.beside(index, self.spec.map_or(1, |s| s.outputs.len()), true);
        }
        let row = self.rows.iter().find(|r| matches!(r.slot, Slot::Output(i) if i == index));
        row.map_or_else(|| self.header.right_center(), |r| r.rect.right_center())
    }

    /// Where the pin of an input is; the header's edge while its row is not shown.
    pub fn input(&self, port: &str) -> Pos2 {
        let pin = self.pins.iter().find(|(input, _)| input.name == port);
        pin.map_or_else(|| self.header.left_center(), |(_, at)| *at)
    }

    /// Every output's index; one for a kind that is not known.
    pub fn outputs(&self) -> impl Iterator<Item = usize> {
        0..self.spec.map_or(1, |s| s.outputs.len())
    }

    /// Every input that has a pin.
    pub fn inputs(&self) -> impl Iterator<Item = &'static InputSpec> {
        self.pins.iter().map(|(input, _)| *input)
    }

    /// Where the time that the node takes is written: over the picture's north-west corner.
    pub fn time_rect(&self, zoom: f32) -> Rect {
        Rect::from_min_size(self.thumb.min + vec2(6.0, 7.0) * zoom, vec2(56.0, 15.0) * zoom)
    }

    /// The place of the mark that says whether the node's result is stored, at the left of the time.
    pub fn stored_mark(time: Rect) -> Rect {
        let side = time.height();
        Rect::from_min_size(time.min, vec2(side, side))
    }

    /// The part of a row that shows and changes its value.
    pub fn value_rect(row: &Row) -> Rect {
        let left = row.rect.left() + row.rect.width() * 0.52;
        Rect::from_min_max(pos2(left, row.rect.top()), row.rect.max - vec2(row.rect.width() * 0.03, 0.0))
    }

    fn part_at(&self, at: Pos2, detail: Detail) -> Part {
        if self.header.contains(at) {
            return Part::Title;
        }
        let value = |row: &&Row| detail == Detail::Full && Self::value_rect(row).contains(at);
        match self.rows.iter().find(value).map(|row| &row.slot) {
            Some(Slot::Input(input)) => Part::Value(input.name),
            Some(Slot::Param(param)) => Part::Value(param.name),
            _ => Part::Body,
        }
    }
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
        let face = |(id, node): (&NodeId, &Arc<Node>)| {
            let at = place(scene.graph, id) + changed.shift_of(id);
            let at = camera.to_screen(view, at).round_to_pixels(pixels_per_point);
            (id.clone(), Face::new(scene, id, node, at, camera.zoom, theme))
        };
        let faces: BTreeMap<NodeId, Face> = scene.graph.nodes.iter().map(face).collect();
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
