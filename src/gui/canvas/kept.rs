//! What one frame leaves for the next: the layout while nothing moves, and the memory of large meshes.

use super::Canvas;
use super::camera::Camera;
use super::geometry::Layout;
use crate::graph::{Graph, NodeId};
use crate::gui::request::Scene;
use crate::gui::theme::Theme;
use eframe::egui::epaint::Mesh;
use eframe::egui::{Painter, Rect, Shape, Ui};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// A layout, and all that it was made from.
pub struct Kept {
    graph: Arc<Graph>,
    selection: BTreeSet<NodeId>,
    raised: Option<NodeId>,
    camera: Camera,
    view: Rect,
    theme: &'static Theme,
    pixels_per_point: f32,
    layout: Rc<Layout>,
}

impl Canvas {
    /// Where everything lies: as in the frame before, unless something of it changed since.
    pub(super) fn layout(&mut self, scene: &Scene<'_>, ui: &Ui) -> Rc<Layout> {
        let (theme, pixels_per_point) = (Theme::of(ui.ctx()), ui.pixels_per_point());
        let changed = self.changed();
        let still = changed.is_nothing();
        let same = |kept: &&Kept| {
            Arc::ptr_eq(&kept.graph, scene.graph)
                && (&kept.selection, &kept.raised) == (scene.selection, &self.raised)
                && (kept.camera, kept.view) == (self.camera, self.view)
                && std::ptr::eq(kept.theme, theme)
                && kept.pixels_per_point == pixels_per_point
        };
        if let Some(kept) = self.kept.as_ref().filter(same).filter(|_| still) {
            return kept.layout.clone();
        }
        let look = (theme, pixels_per_point);
        let layout = Layout::new(scene, &self.camera, self.view, &changed, self.raised.as_ref(), look);
        let layout = Rc::new(layout);
        self.kept = still.then(|| Kept {
            graph: scene.graph.clone(),
            selection: scene.selection.clone(),
            raised: self.raised.clone(),
            camera: self.camera,
            view: self.view,
            theme,
            pixels_per_point,
            layout: layout.clone(),
        });
        layout
    }
}

/// A mesh of thousands of triangles whose memory serves frame after frame, rather than being asked for and given back each
/// time.
#[derive(Default)]
pub struct Sheet(RefCell<Arc<Mesh>>);

impl Sheet {
    /// Draws what `fill` puts into the empty mesh.
    pub fn draw(&self, painter: &Painter, fill: impl FnOnce(&mut Mesh)) {
        let mut mesh = self.0.take();
        // While the shape of an earlier frame still holds it, it is left to that.
        if Arc::get_mut(&mut mesh).is_none() {
            mesh = Arc::default();
        }
        let inner = Arc::make_mut(&mut mesh);
        // Not `Mesh::clear`, which gives the vertices' memory back.
        inner.indices.clear();
        inner.vertices.clear();
        fill(inner);
        painter.add(Shape::Mesh(mesh.clone()));
        self.0.replace(mesh);
    }
}
