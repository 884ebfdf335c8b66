//! What a group looks like from within: its first instance's values under the names that its nodes have there.

use super::EditorApp;
use crate::graph::{Graph, Link, NodeId, Problem};
use crate::gui::request::{Facts, Request, Scene, Thumb};
use std::collections::{BTreeMap, BTreeSet};

/// Facts, problems and pictures of the nodes of the open group, by their names within.
#[derive(Default)]
pub(super) struct Inside {
    facts: BTreeMap<NodeId, Facts>,
    problems: Vec<Problem>,
    thumbs: BTreeMap<NodeId, Thumb>,
    preview: Option<Link>,
}

/// The name within of a node whose whole name is `path`.
fn inner(path: &str, prefix: &str) -> Option<NodeId> {
    path.strip_prefix(prefix).filter(|id| !id.contains('/')).map(NodeId::from)
}

impl EditorApp {
    /// Nothing while the recipe itself is looked at.
    pub(super) fn inside(&self) -> Inside {
        let prefix = self.document.prefix();
        if prefix.is_empty() {
            return Inside::default();
        }
        let group = self.document.open_group();
        let board = &self.board;
        let of_group = |problem: &&Problem| problem.group.is_some() && problem.group == group;
        let as_own = |problem: &Problem| Problem { group: None, ..problem.clone() };
        let whole = |link: &Link| Some(Link { node: inner(&link.node, &prefix)?, output: link.output.clone() });
        let facts = board.facts.iter().filter_map(|(id, facts)| Some((inner(id, &prefix)?, facts.clone())));
        let thumbs = board.thumbs.iter().filter_map(|(id, thumb)| Some((inner(id, &prefix)?, *thumb)));
        Inside {
            facts: facts.collect(),
            problems: board.problems.iter().filter(of_group).map(as_own).collect(),
            thumbs: thumbs.collect(),
            preview: self.preview.as_ref().and_then(whole),
        }
    }

    /// What the canvas and the inspector show: the recipe, or the open group.
    pub(super) fn scene_in_sight<'a>(&'a self, inside: &'a Inside) -> Scene<'a> {
        if self.document.open_groups().is_empty() {
            return self.scene();
        }
        Scene {
            graph: self.document.shown(),
            selection: self.document.selection(),
            preview: inside.preview.as_ref(),
            facts: &inside.facts,
            problems: &inside.problems,
            thumbs: &inside.thumbs,
            kinds: &self.board.kinds,
        }
    }

    /// The selected nodes of the recipe itself: none while a group is open.
    pub(super) fn selection_of_recipe(&self) -> &BTreeSet<NodeId> {
        static NONE: BTreeSet<NodeId> = BTreeSet::new();
        if self.document.open_groups().is_empty() { self.document.selection() } else { &NONE }
    }

    /// Requests from within a group, with names as the recipe knows them.
    pub(super) fn outward(&self, requests: Vec<Request>) -> Vec<Request> {
        let prefix = self.document.prefix();
        let whole = |request| match request {
            Request::Preview(link) => {
                Request::Preview(Link { node: format!("{prefix}{}", link.node).into(), output: link.output })
            }
            other => other,
        };
        requests.into_iter().map(whole).collect()
    }
}

/// Whether a recipe has a node of that whole name, such as `hills/rock`.
pub(super) fn holds(graph: &Graph, path: &str) -> bool {
    let Some((first, rest)) = path.split_once('/') else { return graph.nodes.contains_key(path) };
    let group = graph.nodes.get(first).and_then(|node| node.group.as_ref());
    group.and_then(|of| graph.inside(of)).is_some_and(|inside| holds(&inside, rest))
}
