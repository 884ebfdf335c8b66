//! Groups on the canvas: made of what is selected, unpacked again, and offered in the palette.

use super::Canvas;
use crate::graph::{Edit, GROUP, Graph, Item, NodeId};
use crate::gui::language::tr;
use crate::gui::request::{Command, Request, Scene};
use crate::spec::NodeSpec;

impl Canvas {
    /// Carries out a command on groups.
    pub(super) fn command_on_groups(&mut self, command: Command, scene: &Scene<'_>) -> Vec<Request> {
        let items = self.chosen(scene);
        if command == Command::MakeGroup {
            return match items.iter().any(|item| matches!(item, Item::Node(_) | Item::Frame(_))) {
                true => vec![Request::edit(Edit::MakeGroup { items, name: None })],
                false => vec![Request::Toast(tr!("Select the nodes that the group should hold.").into())],
            };
        }
        let merge = self.next_merge();
        let instances: Vec<NodeId> =
            scene.selection.iter().filter(|id| is_instance(scene.graph, id)).cloned().collect();
        match instances.is_empty() {
            true => vec![Request::Toast(tr!("Select a group to unpack.").into())],
            false => instances.into_iter().map(|id| Request::gesture(Edit::Unpack { id }, merge)).collect(),
        }
    }
}

/// Whether a node stands for a group.
pub fn is_instance(graph: &Graph, id: &str) -> bool {
    graph.nodes.get(id).is_some_and(|node| &*node.kind == GROUP && node.group.is_some())
}

/// A declaration for each group of the recipe, whose title is the group's name.
pub fn specs(graph: &Graph) -> Vec<&'static NodeSpec> {
    let spec = |name: &std::sync::Arc<str>| {
        // An instance knows its ports once it stands in a graph; nodes are shared, so that a trial is cheap.
        let mut trial = graph.clone();
        let added = trial.apply(&Edit::AddInstance { group: name.clone(), at: [0.0; 2], from: None }).ok()?;
        trial.nodes.get(added.select.first()?)?.spec()
    };
    graph.groups.keys().filter_map(spec).collect()
}
