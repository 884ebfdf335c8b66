//! A document whose file another program has changed.

use super::Document;
use crate::graph::Graph;
use std::sync::Arc;

impl Document {
    /// Takes over what the file holds now, as a step that undo takes back.
    pub fn reload(&mut self, graph: Graph, step: &str) {
        self.gesture = None;
        self.push_undo(step.to_owned());
        self.redo.clear();
        let graph = Arc::new(graph);
        self.saved = Arc::clone(&graph);
        self.worked_on = None;
        self.replace(graph);
        self.keep_selection_sane();
    }

    /// The file holds this now, or nothing that can be read: what is open is unsaved unless it is the same.
    pub fn file_holds(&mut self, graph: Option<Graph>) {
        self.saved = Arc::new(graph.unwrap_or_default());
        self.update_dirty();
    }
}
