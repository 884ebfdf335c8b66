//! What the window wants of the worker, and when that changes.

use super::EditorApp;
use super::prompts::Prompt;
use crate::graph::{Graph, Link, NodeId};
use crate::gui::preview::Beyond;
use crate::gui::recovery::Left;
use crate::gui::worker::{Job, Look, Shape, Sketch, Source, touched};
use eframe::egui;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Nodes up to which all have a picture, wherever the canvas looks.
const FEW: usize = 256;

/// What was last asked of the worker.
#[derive(Default)]
pub(super) struct Wanted {
    serial: u64,
    last: Option<Asked>,
    /// Modes that a person chose for what is not a height output.
    pub modes: BTreeMap<Link, crate::view::Mode>,
    /// Whether the preview shows the extremes of its samples as black and white.
    pub auto_levels: bool,
    /// Whether the whole grid of a large recipe was asked for.
    pub whole_grid: bool,
    /// Nodes of a large recipe that were in sight, the latest last: those whose pictures are kept.
    sighted: Vec<NodeId>,
}

#[derive(PartialEq)]
struct Asked {
    preview: Option<Link>,
    /// What it is compared with: which pin, of what, and whether the difference is wanted.
    reference: Option<(u64, Link, bool)>,
    look: Look,
    /// What is in sight beside the world.
    around: Option<Beyond>,
    /// Seconds on the clock.
    time: f64,
    thumbs: Vec<NodeId>,
    templates: bool,
    sketches: Arc<[Sketch]>,
    /// The turn of the contact sheet.
    contact: Option<u64>,
    whole_grid: bool,
    timings: bool,
    /// The turn of the files that nodes read.
    images: u64,
    graph: Arc<Graph>,
}

impl Wanted {
    /// Number of the last job.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Takes in which nodes are in sight; all of those, and the latest before them up to a number.
    fn sight(&mut self, ids: impl Iterator<Item = NodeId>) -> BTreeSet<NodeId> {
        let now: BTreeSet<NodeId> = ids.collect();
        self.sighted.retain(|id| !now.contains(id));
        let room = FEW.saturating_sub(now.len());
        self.sighted.drain(..self.sighted.len().saturating_sub(room));
        self.sighted.extend(now);
        self.sighted.iter().cloned().collect()
    }
}

impl EditorApp {
    /// Gives the worker a new job if anything that it would see changed.
    pub(super) fn submit(&mut self, ctx: &egui::Context) {
        let mut graph = Arc::clone(self.document.graph());
        let images = self.images.turn();
        let (world, (x, y)) = (graph.world, self.pane.looks_at());
        self.worker.look_at((world.origin.0 + x * world.extent.0, world.origin.1 + y * world.extent.1));
        let thumbs = self.thumbs_wanted();
        let look = self.look();
        let sketches = self.sketches_wanted();
        let contact = self.contact_wanted();
        let turn = contact.as_ref().map(|contact| contact.turn);
        let reference = self.reference_wanted();
        let pinned = reference.as_ref().map(|wanted| (wanted.turn, wanted.link.clone(), wanted.difference));
        if let Some(last) = &self.wanted.last {
            let same = last.preview == self.preview && last.look == look && last.thumbs == thumbs;
            let same = same && last.time == self.pane.time() && last.around == self.pane.beyond();
            let same = same
                && last.templates == self.templates_open
                && last.sketches == sketches
                && last.contact == turn
                && last.whole_grid == self.wanted.whole_grid;
            let same = same && last.reference == pinned;
            let same = same && last.timings == self.settings.timings && last.images == images;
            if same && means_the_same(&last.graph, &graph) {
                return;
            }
        }
        self.wanted.serial += 1;
        let read_again = self.wanted.last.as_ref().is_some_and(|last| last.images != images);
        if read_again {
            // The same recipe means something else now: nothing that was found out about it counts.
            graph = Arc::new(Graph::clone(&graph));
        }
        self.images.follow(&graph);
        let last = self.wanted.last.as_ref().filter(|_| !read_again);
        let changed = last.and_then(|last| touched(&last.graph, &graph));
        self.board.submitted(self.wanted.serial, changed.as_ref());
        let (whole_grid, timings) = (self.wanted.whole_grid, self.settings.timings);
        if !timings {
            self.board.timed(BTreeMap::new());
        }
        self.wanted.last = Some(Asked {
            preview: self.preview.clone(),
            reference: pinned,
            look: look.clone(),
            around: self.pane.beyond(),
            time: self.pane.time(),
            thumbs: thumbs.clone(),
            templates: self.templates_open,
            sketches: Arc::clone(&sketches),
            contact: turn,
            whole_grid,
            timings,
            images,
            graph: Arc::clone(&graph),
        });
        self.worker.submit(Job {
            serial: self.wanted.serial,
            graph,
            preview: self.preview.clone(),
            reference,
            around: self.pane.beyond(),
            look,
            thumbs,
            worked_on: self.document.worked_on().cloned(),
            templates: self.templates_open,
            sketches,
            contact,
            whole_grid,
            timings,
            time: self.pane.time(),
        });
        ctx.request_repaint();
    }

    /// Nodes that have a picture: the one that a person works on and what it feeds first, where eyes are.
    ///
    /// Of a large recipe only those that are or were in sight, and the selected one, whose values the inspector shows.
    fn thumbs_wanted(&mut self) -> Vec<NodeId> {
        let prefix = self.document.prefix();
        let whole = |id: &NodeId| -> NodeId { format!("{prefix}{id}").into() };
        // The open group's nodes are what is looked at.
        let mut ids: Vec<NodeId> =
            if prefix.is_empty() { Vec::new() } else { self.document.shown().nodes.keys().map(whole).collect() };
        let graph = self.document.graph();
        let first = self.document.worked_on().map_or_else(BTreeSet::new, |id| graph.descendants(id));
        let few = ids.len() + graph.nodes.len() <= FEW;
        let sighted = if few { BTreeSet::new() } else { self.wanted.sight(self.canvas.pictured().iter().map(whole)) };
        let selected = self.document.selection();
        let shown = |id: &NodeId| few || sighted.contains(id) || selected.contains(id);
        ids.retain(|id| {
            few || sighted.contains(id) || id.strip_prefix(&*prefix).is_some_and(|id| selected.contains(id))
        });
        let (before, rest): (Vec<NodeId>, Vec<NodeId>) =
            graph.nodes.keys().filter(|id| shown(id)).cloned().partition(|id| first.contains(id));
        ids.extend(before);
        ids.extend(rest);
        ids
    }

    /// Recipes other than the open one whose pictures an open dialog shows.
    fn sketches_wanted(&self) -> Arc<[Sketch]> {
        if let Some(Prompt::Recovered(left)) = &self.prompt {
            let sketch = |left: &Left| Sketch {
                key: left.file.display().to_string().into(),
                turn: 0,
                source: Source::Text(left.text.as_str().into()),
            };
            return left.iter().map(sketch).collect();
        }
        if self.templates_open {
            let sketch = |path: &PathBuf| Sketch {
                key: path.display().to_string().into(),
                turn: self.welcomed,
                source: Source::File(path.clone()),
            };
            return self.settings.recent.iter().map(sketch).collect();
        }
        Arc::default()
    }

    /// How the preview is coloured now.
    pub(super) fn look(&self) -> Look {
        let graph = self.document.graph();
        let chosen = self.preview.as_ref().and_then(|link| self.wanted.modes.get(link).copied());
        Look {
            chosen,
            view: graph.view.clone(),
            auto_levels: self.wanted.auto_levels,
            dot: self.pane.dot(),
            // In steps, so that a window that is being resized does not ask for every size.
            pixels: self.pane.pixels().next_multiple_of(32),
            shape: match self.settings.relief {
                true if !self.pane.can_be_solid() => Shape::Lit,
                true if self.comparison().is_none() => Shape::Solid,
                _ => Shape::Flat,
            },
        }
    }

    /// Keeps the preview on something that exists.
    pub(super) fn keep_preview_sane(&mut self) {
        let graph = self.document.graph();
        let exists = |link: &Link| super::inside::holds(graph, &link.node);
        if self.preview_before.as_ref().is_some_and(|link| !exists(link)) {
            self.preview_before = None;
        }
        if !self.preview.as_ref().is_some_and(exists) {
            self.preview = self.preview_before.take().or_else(|| self.document.first_output());
        }
    }
}

/// Whether two graphs show the same: places on the canvas are no part of the meaning.
pub(super) fn means_the_same(a: &Arc<Graph>, b: &Arc<Graph>) -> bool {
    if Arc::ptr_eq(a, b) {
        return true;
    }
    let same_nodes = a.nodes.len() == b.nodes.len()
        && a.nodes.iter().zip(&b.nodes).all(|((i, n), (j, m))| i == j && (Arc::ptr_eq(n, m) || n == m));
    same_nodes
        && a.seed == b.seed
        && a.world == b.world
        && a.parameters == b.parameters
        && a.outputs == b.outputs
        && a.view == b.view
        && a.groups == b.groups
}
