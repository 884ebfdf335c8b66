//! Choosing the file of a node that reads an image.

use super::EditorApp;
use crate::graph::{Edit, NodeId, Setting};
use crate::gui::files::{Purpose, Question, relative_to};
use crate::gui::language::tr;
use crate::spec::Value;
use eframe::egui;
use std::path::Path;

/// The nodes that wait for an image.
pub(super) struct Picking {
    nodes: Vec<NodeId>,
    field: &'static str,
    /// Number of the document and the open groups: another graph may be shown once there is an answer.
    place: (u64, String),
}

impl EditorApp {
    /// Asks for an image; the dialog starts where the first node's image is, else beside the recipe.
    pub(super) fn pick_image(&mut self, nodes: Vec<NodeId>, field: &'static str, ctx: &egui::Context) {
        let graph = self.document.shown();
        let setting = nodes.first().and_then(|id| graph.nodes.get(id)).and_then(|node| node.setting(field));
        let now = match setting {
            Some(Setting::Value(Value::File(path))) => graph.folder.join(Path::new(&**path)),
            _ => Path::new("").into(),
        };
        let beside = now.parent().filter(|folder| folder.is_dir()).or_else(|| self.document.path()?.parent());
        let folder = beside.map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.into()));
        let name = now.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.picking = Some(Picking { nodes, field, place: self.place() });
        self.put(Question { purpose: Purpose::Image, folder, name }, ctx);
    }

    /// Has the nodes that wait read the image at `path`, named from the recipe's folder.
    pub(super) fn picked_image(&mut self, path: &Path) {
        let Some(Picking { nodes, field, place }) = self.picking.take() else { return };
        if place != self.place() {
            self.complain(tr!("Another graph is open now: choose the image again."));
            return;
        }
        let folder = self.document.path().and_then(|file| std::path::absolute(file.parent()?).ok());
        let text = folder.map_or_else(|| path.display().to_string(), |folder| relative_to(path, &folder));
        let set =
            |id: NodeId| Edit::Set { id, field: field.into(), setting: Some(Value::File(text.as_str().into()).into()) };
        self.edit(&Edit::all(nodes.into_iter().map(set).collect()), None);
    }

    fn place(&self) -> (u64, String) {
        (self.document_number, self.document.prefix())
    }
}
