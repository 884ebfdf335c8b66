//! Commands that put the canvas in order: frames, notes, collapsing, colours, lining up, the grid, laying out, swapping.

use super::Canvas;
use super::holding::{SNAP_GRID, around};
use super::plates::area;
use crate::graph::{Axis, CanvasNote, Edge, Edit, Frame as Border, Item, Node, NodeId};
use crate::gui::language::tr;
use crate::gui::request::{Command, Request, Scene};
use std::sync::Arc;

/// Size of a new note.
const NOTE: [f32; 2] = [220.0, 96.0];

impl Canvas {
    /// Everything that is selected: nodes, then frames and notes.
    pub(super) fn chosen(&self, scene: &Scene<'_>) -> Vec<Item> {
        let nodes = scene.selection.iter().cloned().map(Item::Node);
        nodes.chain(self.picked.iter().cloned()).filter(|item| scene.graph.has(item)).collect()
    }

    /// Carries out a command that puts things in order.
    pub(super) fn put_in_order(&mut self, command: Command, scene: &Scene<'_>) -> Vec<Request> {
        let edge = match command {
            Command::Enclose => return self.enclose(scene),
            Command::AddNote => return self.add_note(scene),
            Command::Collapse => return collapse(scene).into_iter().collect(),
            Command::SwapInputs => return self.swap(scene).into_iter().collect(),
            Command::SnapNow => return self.snap_now(scene),
            Command::AutoLayout => return arrange(scene),
            Command::SpaceAcross => return self.distribute(Axis::Horizontal, scene),
            Command::SpaceDown => return self.distribute(Axis::Vertical, scene),
            Command::AlignLeft => Edge::Left,
            Command::AlignCenter => Edge::Center,
            Command::AlignRight => Edge::Right,
            Command::AlignTop => Edge::Top,
            Command::AlignMiddle => Edge::Middle,
            Command::AlignBottom => Edge::Bottom,
            _ => return Vec::new(),
        };
        match self.boxes(scene, 2) {
            Ok(boxes) => vec![Request::edit(Edit::Align { boxes, to: edge })],
            Err(toast) => vec![toast],
        }
    }

    /// The selected things with their sizes, `least` of them or a sentence.
    #[allow(clippy::result_large_err, reason = "what is asked for instead; seldom made")]
    fn boxes(&self, scene: &Scene<'_>, least: usize) -> Result<Vec<(Item, [f32; 2])>, Request> {
        let placed = |item: &Item| scene.graph.place_of(item).is_some();
        let sized = |item: Item| Some((area(scene.graph, &item)?.size().into(), item));
        let chosen = self.chosen(scene).into_iter().filter(placed);
        let boxes: Vec<_> = chosen.filter_map(sized).map(|(size, item)| (item, size)).collect();
        match boxes.len() >= least {
            true => Ok(boxes),
            false => Err(Request::Toast(tr!("Select at least {n} things to line them up.", n = least))),
        }
    }

    fn distribute(&self, along: Axis, scene: &Scene<'_>) -> Vec<Request> {
        match self.boxes(scene, 3) {
            Ok(boxes) => vec![Request::edit(Edit::Distribute { boxes, along })],
            Err(toast) => vec![toast],
        }
    }

    fn snap_now(&self, scene: &Scene<'_>) -> Vec<Request> {
        let items: Vec<Item> =
            self.chosen(scene).into_iter().filter(|item| scene.graph.place_of(item).is_some()).collect();
        match items.is_empty() {
            true => vec![Request::Toast(tr!("Select what should go to the grid.").into())],
            false => vec![Request::edit(Edit::Snap { items, grid: SNAP_GRID })],
        }
    }

    /// Puts what is selected into a new frame and starts typing its title.
    fn enclose(&mut self, scene: &Scene<'_>) -> Vec<Request> {
        let graph = scene.graph;
        let items = self.chosen(scene);
        let Some(rect) = around(graph, &items) else {
            return vec![Request::Toast(tr!("Select the nodes that the frame should hold.").into())];
        };
        let name = graph.items.fresh_frame();
        let outer = graph.items.frame_of(&items[0]).filter(|outer| {
            let outer = Some(*outer);
            items.iter().all(|item| graph.items.frame_of(item) == outer)
        });
        let mut frame = Border {
            title: tr!("Frame").into(),
            at: [rect.left(), rect.top()],
            size: [rect.width(), rect.height()],
            ..Border::default()
        };
        for item in items {
            match item {
                Item::Node(id) => drop(frame.nodes.insert(id)),
                Item::Frame(name) => drop(frame.frames.insert(name)),
                Item::Note(name) => drop(frame.notes.insert(name)),
            }
        }
        let merge = self.next_merge();
        let item = Item::Frame(name.clone());
        let mut out = vec![Request::gesture(Edit::SetFrame { name, frame: Some(frame) }, merge)];
        if let Some(outer) = outer {
            let edit = Edit::Enclose { items: vec![item.clone()], frame: Some(outer.clone()) };
            out.push(Request::gesture(edit, merge));
        }
        self.picked = [item.clone()].into();
        self.start_words(&item, graph);
        self.retitle(tr!("Frame"));
        out.push(Request::Select(Default::default()));
        out
    }

    /// A note under the pointer, whose text is typed at once.
    fn add_note(&mut self, scene: &Scene<'_>) -> Vec<Request> {
        let name = scene.graph.items.fresh_note();
        let at = self.paste_point(self.view);
        let note = CanvasNote { at, size: NOTE, ..CanvasNote::default() };
        let item = Item::Note(name.clone());
        self.picked = [item.clone()].into();
        self.start_words(&item, scene.graph);
        vec![Request::edit(Edit::SetNote { name, note: Some(note) }), Request::Select(Default::default())]
    }

    fn swap(&self, scene: &Scene<'_>) -> Option<Request> {
        let id = self.leading(scene)?;
        let node = scene.graph.nodes.get(&id)?;
        Some(match swappable(node) {
            Some((a, b)) => Request::edit(Edit::Swap { id, a: a.into(), b: b.into() }),
            None => Request::Toast(tr!("“{node}” has no two inputs that could be swapped.", node = id)),
        })
    }
}

/// The two inputs of a node that are swapped: the first two, or the first two wires if it has more.
pub fn swappable(node: &Node) -> Option<(&'static str, &'static str)> {
    let spec = node.spec()?;
    let tiles = |i: &crate::spec::InputSpec| i.quantity == crate::spec::Quantity::Tiles;
    let plugged = spec.inputs.iter().filter(|input| node.link(input.name).is_some());
    let mut first = plugged.chain(spec.inputs.iter());
    let a = first.next()?;
    let b = first.find(|b| b.name != a.name && tiles(b) == tiles(a))?;
    // In the order of the declaration.
    let place = |name: &str| spec.inputs.iter().position(|input| input.name == name);
    Some(if place(a.name) <= place(b.name) { (a.name, b.name) } else { (b.name, a.name) })
}

/// Collapses the selected nodes, or opens them where all are collapsed.
fn collapse(scene: &Scene<'_>) -> Option<Request> {
    let ids: Vec<NodeId> = scene.selection.iter().cloned().collect();
    let is = |id: &NodeId| scene.graph.items.looks.get(id).is_some_and(|look| look.collapsed);
    let collapsed = !ids.iter().all(is);
    (!ids.is_empty()).then(|| Request::edit(Edit::Collapse { ids, collapsed }))
}

/// Lays out the selected nodes, or all of them.
fn arrange(scene: &Scene<'_>) -> Vec<Request> {
    let graph = scene.graph;
    let all = scene.selection.len() < 2;
    let nodes = graph.nodes.iter().filter(|(id, _)| all || scene.selection.contains(*id));
    let size = |(id, node): (&NodeId, &Arc<Node>)| (id.clone(), super::face::size(graph, id, node).into());
    let sizes: Vec<(NodeId, [f32; 2])> = nodes.map(size).collect();
    if sizes.is_empty() {
        return Vec::new();
    }
    vec![Request::edit(Edit::Arrange { sizes })]
}
