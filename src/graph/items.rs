//! What lies on the canvas beside nodes: frames, notes, bends of wires, and how nodes look. No plan reads any of it.

use super::{Graph, NodeId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Everything on the canvas that means nothing to the terrain, except the nodes' places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Items {
    /// Nodes that look different from others of their kind.
    pub looks: BTreeMap<NodeId, Look>,
    /// Points that a wire passes on its way, from source to reader, in points at 100 %; by the reader and its port.
    pub bends: Bends,
    /// Frames by name.
    pub frames: BTreeMap<Arc<str>, Frame>,
    /// Notes by name.
    pub notes: BTreeMap<Arc<str>, CanvasNote>,
    /// Fields of other versions, kept verbatim: name and RON text, in file order.
    pub unknown: Vec<(String, String)>,
}

/// Points that wires pass on their way, by reader and port.
pub type Bends = BTreeMap<(NodeId, Arc<str>), Vec<[f32; 2]>>;

/// How a node looks on the canvas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// Whether only its header is drawn.
    pub collapsed: bool,
    /// Colour of its header as red, green, blue; `None`: that of its family.
    pub color: Option<[u8; 3]>,
    /// Fields of other versions, kept verbatim.
    pub unknown: Vec<(String, String)>,
}

/// A titled rectangle behind nodes. What it holds moves with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Its title, for people.
    pub title: String,
    /// North-west corner in points at 100 %.
    pub at: [f32; 2],
    /// Width and height in points at 100 %.
    pub size: [f32; 2],
    /// Colour as red, green, blue; `None`: the theme's.
    pub color: Option<[u8; 3]>,
    /// Nodes that it holds.
    pub nodes: BTreeSet<NodeId>,
    /// Frames that it holds.
    pub frames: BTreeSet<Arc<str>>,
    /// Notes that it holds.
    pub notes: BTreeSet<Arc<str>>,
    /// Fields of other versions, kept verbatim.
    pub unknown: Vec<(String, String)>,
}

/// A text on the canvas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CanvasNote {
    /// The text.
    pub text: String,
    /// North-west corner in points at 100 %.
    pub at: [f32; 2],
    /// Width and height in points at 100 %.
    pub size: [f32; 2],
    /// Colour as red, green, blue; `None`: the theme's.
    pub color: Option<[u8; 3]>,
    /// Fields of other versions, kept verbatim.
    pub unknown: Vec<(String, String)>,
}

/// Something on the canvas that can be selected and moved.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// The node of that id.
    Node(NodeId),
    /// The frame of that name.
    Frame(Arc<str>),
    /// The note of that name.
    Note(Arc<str>),
}

impl std::fmt::Display for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Node(id) => write!(f, "node \"{id}\""),
            Self::Frame(name) => write!(f, "frame \"{name}\""),
            Self::Note(name) => write!(f, "note \"{name}\""),
        }
    }
}

impl Look {
    /// Whether the node looks like every other of its kind.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

impl Frame {
    /// Everything that the frame itself holds, without what frames in it hold.
    pub fn members(&self) -> impl Iterator<Item = Item> {
        let nodes = self.nodes.iter().cloned().map(Item::Node);
        let frames = self.frames.iter().cloned().map(Item::Frame);
        nodes.chain(frames).chain(self.notes.iter().cloned().map(Item::Note))
    }

    pub(super) fn hold(&mut self, item: &Item) {
        match item {
            Item::Node(id) => self.nodes.insert(id.clone()),
            Item::Frame(name) => self.frames.insert(name.clone()),
            Item::Note(name) => self.notes.insert(name.clone()),
        };
    }

    pub(super) fn release(&mut self, item: &Item) {
        match item {
            Item::Node(id) => self.nodes.remove(id),
            Item::Frame(name) => self.frames.remove(name),
            Item::Note(name) => self.notes.remove(name),
        };
    }
}

impl Items {
    /// The frame that holds `item`, if one does; the first by name where a file names several.
    pub fn frame_of(&self, item: &Item) -> Option<&Arc<str>> {
        let holds = |frame: &Frame| match item {
            Item::Node(id) => frame.nodes.contains(id),
            Item::Frame(name) => frame.frames.contains(name),
            Item::Note(name) => frame.notes.contains(name),
        };
        self.frames.iter().find(|(_, frame)| holds(frame)).map(|(name, _)| name)
    }

    /// `items` with everything that frames among them hold, directly or not.
    pub fn with_contents(&self, items: &[Item]) -> BTreeSet<Item> {
        let mut all = BTreeSet::new();
        let mut waiting = items.to_vec();
        while let Some(item) = waiting.pop() {
            if let Item::Frame(name) = &item
                && !all.contains(&item)
            {
                waiting.extend(self.frames.get(name).into_iter().flat_map(Frame::members));
            }
            all.insert(item);
        }
        all
    }

    /// A name for a new frame.
    pub fn fresh_frame(&self) -> Arc<str> {
        super::names::numbered("frame", |name| self.frames.contains_key(name)).into()
    }

    /// A name for a new note.
    pub fn fresh_note(&self) -> Arc<str> {
        super::names::numbered("note", |name| self.notes.contains_key(name)).into()
    }

    /// Takes an item out of every frame.
    pub(super) fn release(&mut self, item: &Item) {
        self.frames.values_mut().for_each(|frame| frame.release(item));
    }

    pub(super) fn rename_node(&mut self, id: &NodeId, to: &NodeId) {
        if let Some(look) = self.looks.remove(id) {
            self.looks.insert(to.clone(), look);
        }
        for frame in self.frames.values_mut().filter(|frame| frame.nodes.contains(id)) {
            frame.nodes.remove(id);
            frame.nodes.insert(to.clone());
        }
        let bent: Vec<_> = self.bends.keys().filter(|(reader, _)| reader == id).cloned().collect();
        for key in bent {
            if let Some(points) = self.bends.remove(&key) {
                self.bends.insert((to.clone(), key.1), points);
            }
        }
    }
}

impl Graph {
    /// Whether something of that name is on the canvas.
    pub fn has(&self, item: &Item) -> bool {
        match item {
            Item::Node(id) => self.nodes.contains_key(id),
            Item::Frame(name) => self.items.frames.contains_key(name),
            Item::Note(name) => self.items.notes.contains_key(name),
        }
    }

    /// North-west corner of something on the canvas; `None` for what is not there or has no place yet.
    pub fn place_of(&self, item: &Item) -> Option<[f32; 2]> {
        match item {
            Item::Node(id) => self.layout.get(id).copied(),
            Item::Frame(name) => self.items.frames.get(name).map(|frame| frame.at),
            Item::Note(name) => self.items.notes.get(name).map(|note| note.at),
        }
    }

    /// Drops what belongs to nodes and wires that were in `before` and are gone; what a file says of nodes that never were
    /// stays as it is.
    pub(super) fn tidy_items(&mut self, before: &Self) {
        let gone = |id: &NodeId| before.nodes.contains_key(id) && !self.nodes.contains_key(id);
        let items = &mut self.items;
        items.looks.retain(|id, look| !gone(id) && !look.is_plain());
        for frame in items.frames.values_mut() {
            frame.nodes.retain(|id| !gone(id));
        }
        let wire = |graph: &Self, (id, port): &(NodeId, Arc<str>)| {
            graph.nodes.get(id).and_then(|node| node.link(port)).is_some()
        };
        let nodes = &self.nodes;
        items.bends.retain(|key, points| {
            let is = nodes.get(&key.0).and_then(|node| node.link(&key.1)).is_some();
            !points.is_empty() && (is || !wire(before, key))
        });
    }
}
