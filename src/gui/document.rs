//! The open document: snapshots of the graph for undo, the selection, the path and the dirty mark.
//!
//! A snapshot is an `Arc<Graph>` whose nodes are shared, so a step costs little more than the node that it changes. Edits
//! that share a merge key while a pointer button is down are one step.

mod groups;
mod names;
mod outside;

use super::language::tr;
use crate::graph::{Applied, Edit, Folder, Graph, Link, NodeId, Refusal};
use eframe::egui;
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Steps that undo keeps.
pub const UNDO_STEPS: usize = 1000;

/// The open document.
pub struct Document {
    graph: Arc<Graph>,
    saved: Arc<Graph>,
    path: Option<PathBuf>,
    untitled: String,
    undo: VecDeque<Step>,
    redo: Vec<Step>,
    gesture: Option<egui::Id>,
    selection: BTreeSet<NodeId>,
    revision: u64,
    dirty: bool,
    worked_on: Option<(NodeId, u32)>,
    /// The instances that were entered, outermost first, and the graph that is looked at in the last of them.
    open: Vec<NodeId>,
    shown: Arc<Graph>,
}

/// A state that undo or redo returns to.
struct Step {
    name: String,
    graph: Arc<Graph>,
    selection: BTreeSet<NodeId>,
}

impl Document {
    /// A document that has no file yet, called `title` until it has one. It is clean: closing it loses nothing.
    pub fn untitled(graph: Graph, title: &str) -> Self {
        Self::with(graph, None, title)
    }

    /// The document of a file.
    pub fn opened(graph: Graph, path: PathBuf) -> Self {
        Self::with(graph, Some(path), tr!("Untitled"))
    }

    /// A document whose work survived a crash: dirty, whatever the file holds.
    pub fn recovered(graph: Graph, path: Option<PathBuf>) -> Self {
        let mut document = Self::with(graph, path, tr!("Untitled"));
        document.saved = Arc::new(Graph::default());
        document.dirty = true;
        document
    }

    fn with(mut graph: Graph, path: Option<PathBuf>, untitled: &str) -> Self {
        if let Some(path) = &path {
            graph.folder = Folder::of(path);
        }
        let graph = Arc::new(graph);
        Self {
            saved: Arc::clone(&graph),
            shown: Arc::clone(&graph),
            open: Vec::new(),
            graph,
            path,
            untitled: untitled.into(),
            undo: VecDeque::new(),
            redo: Vec::new(),
            gesture: None,
            selection: BTreeSet::new(),
            revision: 0,
            dirty: false,
            worked_on: None,
        }
    }

    /// The graph as it stands.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// Grows with every change of the graph, undo included.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the graph differs from what the file holds.
    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// The document's file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The file's name, or what the document is called without one.
    pub fn title(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        name.map_or_else(|| self.untitled.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// Selected nodes.
    pub fn selection(&self) -> &BTreeSet<NodeId> {
        &self.selection
    }

    /// Selects these nodes, as far as they exist.
    pub fn select(&mut self, ids: BTreeSet<NodeId>) {
        self.selection = ids.into_iter().filter(|id| self.shown.nodes.contains_key(id)).collect();
    }

    /// Changes the graph. An edit that changes nothing is no step.
    ///
    /// # Errors
    /// Why the edit is not allowed; nothing is changed then.
    pub fn apply(&mut self, edit: &Edit, merge: Option<egui::Id>) -> Result<Applied, Refusal> {
        let inner = self.inward(edit);
        let edit = inner.as_ref().unwrap_or(edit);
        let mut next = Graph::clone(&self.graph);
        let applied = next.apply(edit)?;
        if next == *self.graph {
            return Ok(applied);
        }
        if merge.is_none() || merge != self.gesture {
            self.push_undo(names::name(edit, &self.graph));
        }
        self.gesture = merge;
        self.redo.clear();
        self.worked_on = names::edited_node(edit).map(|id| match self.worked_on.take() {
            Some((last, times)) if last == id => (id, times + 1),
            _ => (id, 1),
        });
        self.replace(Arc::new(next));
        if !applied.select.is_empty() {
            self.selection = applied.select.iter().cloned().collect();
        }
        self.keep_selection_sane();
        Ok(applied)
    }

    /// Ends the gesture whose edits are merged; called while no pointer button is down.
    pub fn end_gesture(&mut self) {
        if self.gesture.take().is_some() && self.undo.back().is_some_and(|step| *step.graph == *self.graph) {
            // The gesture came back to where it began, so there is nothing to undo.
            self.undo.pop_back();
        }
    }

    /// Takes the last step back and returns its name.
    pub fn undo(&mut self) -> Option<String> {
        let step = self.undo.pop_back()?;
        let name = step.name.clone();
        let undone = self.swap(step);
        self.redo.push(undone);
        Some(name)
    }

    /// Does the last undone step again and returns its name.
    pub fn redo(&mut self) -> Option<String> {
        let step = self.redo.pop()?;
        let name = step.name.clone();
        let done = self.swap(step);
        self.undo.push_back(done);
        Some(name)
    }

    /// Name of the step that undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.undo.back().map(|step| step.name.as_str())
    }

    /// Name of the step that redo would do.
    pub fn redo_name(&self) -> Option<&str> {
        self.redo.last().map(|step| step.name.as_str())
    }

    /// Names of all steps in their order: those that can be undone, then those that can be done again.
    pub fn steps(&self) -> Vec<&str> {
        let undone = self.redo.iter().rev();
        self.undo.iter().chain(undone).map(|step| step.name.as_str()).collect()
    }

    /// Undoes or does again until `count` of [`Document::steps`] are done, or as many as there are.
    pub fn go_to(&mut self, count: usize) {
        while self.undo.len() > count && self.undo().is_some() {}
        while self.undo.len() < count && self.redo().is_some() {}
    }

    /// Number of steps that can be undone.
    pub fn undo_len(&self) -> usize {
        self.undo.len()
    }

    /// The graph `snapshot` is now what `path` holds. Edits made since it was taken stay unsaved.
    pub fn saved_as(&mut self, path: PathBuf, snapshot: Arc<Graph>) {
        // Paths of images start from where the recipe lies now.
        Arc::make_mut(&mut self.graph).folder = Folder::of(&path);
        self.path = Some(path);
        self.saved = snapshot;
        self.update_dirty();
    }

    /// The node that a person works on: the last two edits or more were of its values.
    pub fn worked_on(&self) -> Option<&NodeId> {
        self.worked_on.as_ref().filter(|(_, times)| *times > 1).map(|(id, _)| id)
    }

    /// The output that a document opens with: the first of its outputs that exists, else nothing.
    pub fn first_output(&self) -> Option<Link> {
        let exists = |link: &&Link| self.graph.nodes.contains_key(&link.node);
        self.graph.outputs.iter().map(|o| &o.from).find(exists).cloned()
    }

    fn push_undo(&mut self, name: String) {
        if self.undo.len() == UNDO_STEPS {
            self.undo.pop_front();
        }
        let (graph, selection) = (Arc::clone(&self.graph), self.selection.clone());
        self.undo.push_back(Step { name, graph, selection });
    }

    /// Goes to the state of `step` and returns the present one under the same name.
    fn swap(&mut self, step: Step) -> Step {
        let present = Step { name: step.name, graph: Arc::clone(&self.graph), selection: self.selection.clone() };
        self.gesture = None;
        self.worked_on = None;
        self.replace(step.graph);
        self.selection = step.selection;
        self.keep_selection_sane();
        present
    }

    fn replace(&mut self, graph: Arc<Graph>) {
        self.graph = graph;
        self.look_inside();
        self.revision += 1;
        self.update_dirty();
    }

    fn update_dirty(&mut self) {
        self.dirty = !Arc::ptr_eq(&self.graph, &self.saved) && *self.graph != *self.saved;
    }

    fn keep_selection_sane(&mut self) {
        self.selection.retain(|id| self.shown.nodes.contains_key(id));
    }
}
