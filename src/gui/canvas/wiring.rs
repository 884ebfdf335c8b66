//! Wires under the pointer: where one would go, why it may not, and what dropping it does.

use super::face::Face;
use super::geometry::{Layout, link, same_output};
use super::gesture::Move;
use super::wire::{Curve, Wire};
use super::{Canvas, Frame, Purpose};
use crate::graph::{Edit, Graph, Link, NodeId};
use crate::gui::language::tr;
use crate::gui::request::Request;
use eframe::egui::Pos2;
use std::sync::Arc;

/// Sockets attract a wire, and wires a node, within this distance on screen.
const SNAP: f32 = 24.0;
/// Within this distance an illegal socket is meant, and says why.
const MEANT: f32 = 10.0;

/// The end of a wire that is held.
#[derive(Clone, Debug, PartialEq)]
pub enum Drag {
    /// A new wire from an output.
    Output(Link),
    /// A new wire towards an open input.
    Input(NodeId, &'static str),
    /// The end of a wire that was plugged: its source, and where it was.
    Plugged(Link, NodeId, &'static str),
    /// All wires of an output.
    Bundle(Link),
}

/// What dropping a wire would do.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Nothing is there.
    Empty,
    /// The wire is back where it was.
    Home,
    /// This; the wire ends at `at`.
    Edits {
        /// Where the wire ends.
        at: Pos2,
        /// What is done.
        edits: Vec<Edit>,
        /// The port whose wire is replaced.
        replaces: Option<(NodeId, Arc<str>)>,
    },
    /// It is not allowed.
    Refused(String),
}

/// An end that a wire may be dropped on.
enum Socket {
    Input(NodeId, &'static str),
    Output(Link),
}

impl Drag {
    /// All wires of an output.
    pub fn bundle(from: Link) -> Self {
        Self::Bundle(from)
    }

    /// A new wire from an output.
    pub fn output(from: Link) -> Self {
        Self::Output(from)
    }

    /// The wire at an input, or a new one.
    pub fn input(graph: &Graph, id: NodeId, port: &'static str) -> Self {
        match graph.nodes.get(&id).and_then(|n| n.link(port)) {
            Some(link) => Self::Plugged(link.clone(), id, port),
            None => Self::Input(id, port),
        }
    }

    /// Whether the held end looks for an input.
    pub fn seeks_input(&self) -> bool {
        matches!(self, Self::Output(_) | Self::Plugged(..))
    }

    /// Where the other end is, on the screen.
    pub fn anchor(&self, layout: &Layout) -> Option<Pos2> {
        let output = |link: &Link| {
            let face = layout.faces.get(&link.node)?;
            Some(face.output(face.spec.and_then(|s| link.output_index(s)).unwrap_or(0)))
        };
        match self {
            Self::Output(link) | Self::Plugged(link, ..) | Self::Bundle(link) => output(link),
            Self::Input(id, port) => Some(layout.faces.get(id)?.input(port)),
        }
    }

    /// The curve from the other end to the pointer.
    pub fn curve(&self, layout: &Layout, at: Pos2) -> Option<Curve> {
        let anchor = self.anchor(layout)?;
        Some(match self {
            Self::Input(..) => Curve::between(at, anchor, layout.zoom),
            _ => Curve::between(anchor, at, layout.zoom),
        })
    }

    /// Why a wire may not end at an input, if it looks for one.
    pub fn refusal_at_input(&self, graph: &Graph, id: &NodeId, port: &str) -> Option<String> {
        match self {
            Self::Output(from) | Self::Plugged(from, ..) => graph.legal(from, id, port).err().map(|r| r.0),
            Self::Input(..) | Self::Bundle(_) => Some(tr!("a wire joins an output and an input").into()),
        }
    }

    /// Why a wire may not end at an output, if it looks for one.
    pub fn refusal_at_output(&self, graph: &Graph, from: &Link) -> Option<String> {
        match self {
            Self::Input(id, port) => graph.legal(from, id, port).err().map(|r| r.0),
            Self::Bundle(old) => {
                let mut readers = graph.wires().filter(|(l, _, _)| same_output(graph, l, old));
                readers.find_map(|(_, to, port)| graph.legal(from, to, port).err()).map(|r| r.0)
            }
            Self::Output(_) | Self::Plugged(..) => Some(tr!("a wire joins an output and an input").into()),
        }
    }

    /// What dropping the wire at `at` would do.
    pub fn target(&self, graph: &Graph, layout: &Layout, at: Pos2) -> Target {
        let mut refused = None;
        for (distance, pin, socket) in self.sockets(layout, at) {
            match self.plug(graph, &socket, pin) {
                Target::Refused(why) if distance <= MEANT => return Target::Refused(why),
                Target::Refused(why) => refused = refused.or(Some(why)),
                target => return target,
            }
        }
        match layout.node_at(at) {
            Some(face) => self.onto_body(graph, layout, face),
            None => refused.map_or(Target::Empty, Target::Refused),
        }
    }

    /// Sockets of the sought kind within reach, the nearest first.
    fn sockets(&self, layout: &Layout, at: Pos2) -> Vec<(f32, Pos2, Socket)> {
        let mut found = Vec::new();
        for face in layout.visible().filter(|f| f.rect.expand(SNAP).contains(at)) {
            if self.seeks_input() {
                let pin =
                    |i: &'static crate::spec::InputSpec| (face.input(i.name), Socket::Input(face.id.clone(), i.name));
                found.extend(face.inputs().map(pin));
            } else {
                let pin = |i: usize| (face.output(i), Socket::Output(link(&face.id, face.spec, i)));
                found.extend(face.outputs().map(pin));
            }
        }
        let mut near: Vec<_> = found.into_iter().map(|(pin, s)| (pin.distance(at), pin, s)).collect();
        near.retain(|(d, _, _)| *d <= SNAP);
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near
    }

    fn plug(&self, graph: &Graph, socket: &Socket, at: Pos2) -> Target {
        let (refusal, home) = match socket {
            Socket::Input(id, port) => {
                let home = matches!(self, Self::Plugged(_, old, p) if old == id && p == port);
                (self.refusal_at_input(graph, id, port), home)
            }
            Socket::Output(to) => {
                let home = matches!(self, Self::Bundle(old) if same_output(graph, old, to));
                (self.refusal_at_output(graph, to), home)
            }
        };
        match (home, refusal) {
            (true, _) => Target::Home,
            (_, Some(why)) => Target::Refused(why),
            _ => {
                let edits = self.edits(socket);
                let replaces = match (socket, self) {
                    (Socket::Input(id, port), _) => Some((id.clone(), Arc::from(*port))),
                    (Socket::Output(_), Self::Input(id, port)) => Some((id.clone(), Arc::from(*port))),
                    _ => None,
                };
                let plugged =
                    |(id, port): &(NodeId, Arc<str>)| graph.nodes.get(id).is_some_and(|n| n.link(port).is_some());
                Target::Edits { at, edits, replaces: replaces.filter(plugged) }
            }
        }
    }

    fn edits(&self, socket: &Socket) -> Vec<Edit> {
        let connect = |from: &Link, to: &NodeId, port: &str| Edit::Connect {
            from: from.clone(),
            to: to.clone(),
            port: port.into(),
        };
        match (self, socket) {
            (Self::Output(from), Socket::Input(id, port)) => vec![connect(from, id, port)],
            (Self::Plugged(from, old, was), Socket::Input(id, port)) => {
                vec![Edit::Disconnect { to: old.clone(), port: (*was).into() }, connect(from, id, port)]
            }
            (Self::Input(id, port), Socket::Output(from)) => vec![connect(from, id, port)],
            (Self::Bundle(from), Socket::Output(to)) => {
                vec![Edit::MoveWires { from: from.clone(), to: to.clone() }]
            }
            _ => Vec::new(),
        }
    }

    fn onto_body(&self, graph: &Graph, layout: &Layout, face: &Face) -> Target {
        let socket = match self {
            Self::Plugged(_, old, _) if *old == face.id => return Target::Home,
            Self::Bundle(old) if old.node == face.id => return Target::Home,
            Self::Output(from) | Self::Plugged(from, ..) => match graph.first_legal_input(from, &face.id) {
                Some(port) => face.inputs().find(|i| i.name == &*port).map(|i| Socket::Input(face.id.clone(), i.name)),
                None => {
                    let why = face.inputs().find_map(|i| self.refusal_at_input(graph, &face.id, i.name));
                    return Target::Refused(why.unwrap_or_else(|| tr!("“{node}” has no input", node = face.id)));
                }
            },
            Self::Input(..) | Self::Bundle(_) => Some(Socket::Output(link(&face.id, face.spec, 0))),
        };
        let Some(socket) = socket else { return Target::Empty };
        let pin = match &socket {
            Socket::Input(id, port) => layout.faces.get(id).map(|f| f.input(port)),
            Socket::Output(_) => Some(face.output(0)),
        };
        self.plug(graph, &socket, pin.unwrap_or(face.rect.center()))
    }
}

impl Frame<'_, '_> {
    /// The wire that a dragged node would go into: the node has no wire of its own, and of the wires that it fits this
    /// one is nearest to the pointer.
    pub(super) fn insertion(&self, drag: &Move, at: Pos2) -> Option<(NodeId, Arc<str>)> {
        let graph = self.scene.graph;
        let crate::graph::Item::Node(id) = &drag.grabbed else { return None };
        let is_free = graph.wires().all(|(from, to, _)| from.node != *id && to != id);
        if drag.tops.len() != 1 || !is_free || self.modifiers.alt {
            return None;
        }
        let out = link(id, self.layout.faces.get(id)?.spec, 0);
        let fits =
            |w: &Wire| graph.first_legal_input(&w.from, id).is_some() && graph.legal(&out, &w.to, &w.port).is_ok();
        let near = self.layout.wires.iter().map(|w| (w.distance(at), w));
        let near = near.filter(|(distance, w)| *distance <= SNAP && fits(w));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, w)| (w.to.clone(), w.port.clone()))
    }
}

impl Canvas {
    /// A wire is let go.
    pub(super) fn drop_wire(&mut self, drag: Drag, at: Pos2, frame: &mut Frame<'_, '_>) {
        let merge = self.next_merge();
        let graph = frame.scene.graph;
        match drag.target(graph, &frame.layout, at) {
            Target::Edits { edits, .. } => {
                frame.out.extend(edits.into_iter().map(|edit| Request::gesture(edit, merge)));
            }
            Target::Empty if frame.view.contains(at) => match drag {
                Drag::Output(from) => self.open_palette(Some(at), Purpose::From(from), frame.view),
                Drag::Input(id, port) => self.open_palette(Some(at), Purpose::To(id, port.into()), frame.view),
                Drag::Plugged(_, to, port) => {
                    frame.out.push(Request::edit(Edit::Disconnect { to, port: port.into() }));
                }
                Drag::Bundle(_) => {}
            },
            Target::Refused(why) => frame.out.push(Request::Toast(sentence(&why))),
            Target::Empty | Target::Home => {}
        }
    }
}

/// A reason as a sentence of its own.
pub fn sentence(why: &str) -> String {
    let mut chars = why.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    let rest: String = chars.collect();
    format!("{first}{rest}{}", if why.ends_with('.') { "" } else { "." })
}
