//! Where things on the canvas lie in the window, for what points at them from outside.
//!
//! The names that screen readers get tell places too, but only while somebody asks for them.

use super::camera::Detail;
use super::face::HEADER;
use super::geometry;
use super::{Canvas, Goal};
use crate::graph::{Graph, Item, NodeId};
use eframe::egui::{Pos2, Rect, Vec2, pos2};

/// Places along each side that are tried for an empty one.
const STEPS: u8 = 9;

impl Canvas {
    /// The canvas in the window.
    pub fn view(&self) -> Rect {
        self.view
    }

    /// The nodes of the shown graph that are in sight, each with its rectangle in the window.
    pub fn nodes_in_sight<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = (&'a NodeId, Rect)> {
        let shown = geometry::rects(graph).map(|(id, rect)| (id, self.in_window(rect)));
        shown.filter(|(_, rect)| self.view.intersects(*rect))
    }

    /// The dot at the right of a node's header, where its first output is; `None` where nodes are drawn without.
    pub fn output_dot(&self, node: Rect) -> Option<Pos2> {
        let y = node.top() + HEADER / 2.0 * self.camera.zoom;
        (Detail::at(self.camera.zoom) != Detail::Box).then(|| pos2(node.right(), y))
    }

    /// Brings a node and the one that is nearest to it into the view, as large as fits.
    pub fn reveal_beside(&mut self, graph: &Graph, id: &NodeId) {
        let centre = |wanted: &NodeId| geometry::bounds(graph, std::iter::once(wanted)).map(|rect| rect.center());
        let Some(at) = centre(id) else { return };
        let others = geometry::rects(graph).filter(|(other, _)| *other != id);
        let nearest = others.map(|(other, rect)| (rect.center().distance(at), other));
        let nearest = nearest.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, other)| other);
        let items = std::iter::once(id).chain(nearest).map(|id| Item::Node(id.clone())).collect();
        self.goal = Some(Goal::Items(items));
    }

    /// A place of this size in sight that lies clear of nodes as far as there is one, and near the middle.
    pub fn empty_place(&self, graph: &Graph, size: Vec2) -> Rect {
        let nodes: Vec<Rect> = self.nodes_in_sight(graph).map(|(_, rect)| rect.expand(12.0)).collect();
        let room = self.view.shrink(24.0).shrink2(size / 2.0);
        let at = |i: u8, j: u8| {
            let share = Vec2::new(f32::from(i), f32::from(j)) / f32::from(STEPS - 1);
            Rect::from_center_size(room.min + share * room.size(), size)
        };
        let covered = |place: Rect| nodes.iter().map(|node| overlap(place, *node)).sum::<f32>();
        let middle = self.view.center();
        let rank = |place: &Rect| (covered(*place), place.center().distance(middle));
        let places = (0..STEPS).flat_map(|i| (0..STEPS).map(move |j| at(i, j)));
        let better = |a: Rect, b: Rect| if rank(&b) < rank(&a) { b } else { a };
        places.reduce(better).unwrap_or(Rect::from_center_size(middle, size))
    }

    fn in_window(&self, rect: Rect) -> Rect {
        let to = |p| self.camera.to_screen(self.view, p);
        Rect::from_min_max(to(rect.min), to(rect.max))
    }
}

/// Area that two rectangles have in common.
pub fn overlap(a: Rect, b: Rect) -> f32 {
    let both = a.intersect(b);
    if both.is_positive() { both.area() } else { 0.0 }
}
