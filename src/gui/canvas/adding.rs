//! The palette on the canvas: what a chosen node is for, and where it goes.

use super::face::{HEADER, THUMB, WIDTH, height};
use super::geometry::rects;
use super::wiring::Drag;
use super::{Canvas, Frame, groups};
use crate::graph::{Edit, Graph, Link, Node, NodeId};
use crate::gui::palette::{Outcome, Palette};
use crate::gui::request::Request;
use crate::spec::{Category, NodeSpec};
use eframe::egui::{Pos2, Rect, Ui, Vec2, pos2, vec2};
use std::sync::Arc;

/// Points that a new node stays away from others.
const CLEAR: f32 = 10.0;
/// Points between the places that are tried for a new node, and how many of them in each direction.
const STEP: f32 = 22.0;
const REACH: i32 = 24;

/// What a node that is chosen in the palette is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// Nothing yet.
    Free,
    /// It reads this.
    From(Link),
    /// It feeds this port.
    To(NodeId, Arc<str>),
    /// It goes into this wire.
    Into(Link, NodeId, Arc<str>),
}

impl Canvas {
    /// Opens the palette, at the middle of the view where there is no pointer.
    pub(super) fn open_palette(&mut self, at: Option<Pos2>, purpose: Purpose, view: Rect) {
        let at = at.filter(|p| view.contains(*p)).unwrap_or(view.center());
        self.menu = None;
        // Beside the wire that it is opened for, which stays in sight.
        let corner = if matches!(purpose, Purpose::To(..)) { Palette::left_of(at) } else { Palette::new(at) };
        self.palette = Some((corner, purpose, self.camera.to_graph(view, at)));
    }

    pub(super) fn show_palette(&mut self, ui: &Ui, frame: &mut Frame<'_, '_>) {
        if ui.memory(|m| m.top_modal_layer().is_some()) {
            self.palette = None;
        }
        let Some((palette, purpose, at)) = &mut self.palette else { return };
        let graph = frame.scene.graph;
        let mut kinds: Vec<_> = crate::nodes::all().filter(|spec| purpose.fits(graph, spec)).collect();
        if matches!(purpose, Purpose::Free | Purpose::From(_)) {
            kinds.extend(groups::specs(graph).into_iter().filter(|spec| purpose.fits(graph, spec)));
        }
        let chosen = match palette.show(ui.ctx(), &kinds, frame.scene.kinds, &self.liked) {
            Outcome::Open => return,
            Outcome::Starred(spec) => return frame.out.push(Request::Star(spec.kind)),
            Outcome::Closed => None,
            Outcome::Chosen(spec) => Some(purpose.add(spec, *at)),
        };
        self.palette = None;
        frame.out.extend(chosen.map(|edit| Request::edit(self.in_sight(edit, frame))));
        ui.ctx().memory_mut(|m| m.request_focus(Self::id()));
    }

    /// The addition of a node, moved so that the whole node lies in the view.
    fn in_sight(&self, mut edit: Edit, frame: &Frame<'_, '_>) -> Edit {
        if let Edit::Add { kind, at, .. } = &mut edit {
            let size = vec2(WIDTH, height(frame.scene.graph, &Node::new(kind)));
            let place = self.camera.nudged_inside(frame.view, Rect::from_min_size(pos2(at[0], at[1]), size));
            let place = self.free_place(Rect::from_min_size(place, size), frame);
            *at = [place.x, place.y];
        }
        edit
    }

    /// The place nearest to a new node's, in points of the graph and in the view, where it covers no other node; its own
    /// place where there is none.
    fn free_place(&self, node: Rect, frame: &Frame<'_, '_>) -> Pos2 {
        let others: Vec<Rect> = rects(frame.scene.graph).map(|(_, rect)| rect.expand(CLEAR)).collect();
        let is_free = |by: &Vec2| {
            let there = node.translate(*by);
            !others.iter().any(|other| other.intersects(there))
                && self.camera.nudged_inside(frame.view, there) == there.min
        };
        let steps = -REACH..=REACH;
        let mut ways: Vec<Vec2> =
            steps.clone().flat_map(|x| steps.clone().map(move |y| vec2(x as f32, y as f32) * STEP)).collect();
        ways.sort_by(|a, b| a.length_sq().total_cmp(&b.length_sq()));
        node.min + ways.into_iter().find(is_free).unwrap_or(Vec2::ZERO)
    }
}

impl Purpose {
    /// The wire that waits for the node.
    pub fn wire(&self, graph: &Graph) -> Option<Drag> {
        match self {
            Self::From(link) => Some(Drag::output(link.clone())),
            Self::To(id, port) => {
                let (_, input) = graph.nodes.get(id)?.spec()?.input(port)?;
                Some(Drag::Input(id.clone(), input.name))
            }
            Self::Free | Self::Into(..) => None,
        }
    }

    /// Whether a node of that kind serves the purpose.
    fn fits(&self, graph: &Graph, spec: &NodeSpec) -> bool {
        use crate::spec::Quantity::Tiles;
        let given = |link: &Link| {
            let source = graph.nodes.get(&link.node).and_then(|n| n.spec())?;
            Some(source.outputs.get(link.output_index(source)?)?.quantity == Tiles)
        };
        let wanted = |id: &NodeId, port: &str| {
            let (_, input) = graph.nodes.get(id)?.spec()?.input(port)?;
            Some(input.quantity == Tiles)
        };
        let reads = |tiles: Option<bool>| spec.inputs.iter().any(|i| Some(i.quantity == Tiles) == tiles);
        let gives = |tiles: Option<bool>| spec.outputs.first().is_some_and(|o| Some(o.quantity == Tiles) == tiles);
        match self {
            Self::Free => true,
            Self::From(link) => reads(given(link)),
            Self::To(id, port) => gives(wanted(id, port)),
            Self::Into(link, id, port) => reads(given(link)) && gives(wanted(id, port)),
        }
    }

    /// The edit that adds a node of that kind, or an instance of that group, where the palette was opened.
    fn add(&self, spec: &NodeSpec, at: Pos2) -> Edit {
        let first_row = HEADER + THUMB + 11.0;
        let (from, to, corner) = match self {
            Self::Free => (None, None, at - vec2(WIDTH / 2.0, HEADER / 2.0)),
            Self::From(link) => (Some(link.clone()), None, at - vec2(0.0, first_row)),
            Self::To(id, port) => (None, Some((id.clone(), port.clone())), at - vec2(WIDTH, HEADER / 2.0)),
            Self::Into(link, id, port) => {
                (Some(link.clone()), Some((id.clone(), port.clone())), at - vec2(WIDTH / 2.0, HEADER / 2.0))
            }
        };
        let corner = pos2(corner.x.round(), corner.y.round());
        let at = [corner.x, corner.y];
        match spec.category {
            Category::Group => Edit::AddInstance { group: spec.title.into(), at, from },
            _ => Edit::Add { kind: spec.kind.into(), at, from, to },
        }
    }
}
