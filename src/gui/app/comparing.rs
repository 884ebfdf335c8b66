//! Comparing and locking: what is pinned, how it is shown beside the preview, and what the preview follows.

use super::EditorApp;
use crate::graph::{Link, NodeId};
use crate::gui::compare::{Comparison, Pin, Since, Way};
use crate::gui::language::tr;
use crate::gui::request::Command;
use crate::gui::worker::Reference;
use std::sync::Arc;

/// What the preview is compared with, and what may change it.
#[derive(Default)]
pub(super) struct Comparing {
    pub comparison: Option<Comparison>,
    /// Whether viewing another node is refused.
    pub locked: bool,
    /// Whether the preview shows what is selected.
    pub follows: bool,
    /// The node that it followed last.
    followed: Option<NodeId>,
    /// Counts the pins.
    turn: u64,
}

impl Comparing {
    /// Lets go of what belonged to another document.
    pub fn forget(&mut self) {
        *self = Self { follows: self.follows, turn: self.turn, ..Self::default() };
    }
}

impl EditorApp {
    /// What the preview is compared with.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparing.comparison.as_ref()
    }

    /// Whether the preview stays on what it shows.
    pub fn is_preview_locked(&self) -> bool {
        self.comparing.locked
    }

    /// Does what concerns comparing.
    pub(super) fn do_comparing(&mut self, command: Command) {
        match command {
            Command::Pin => self.pin_preview(),
            Command::CompareNodes => self.compare_nodes(),
            Command::CompareBefore => {
                let count = self.document.undo_len();
                match count.checked_sub(1) {
                    Some(before) => self.compare_with_step(before),
                    None => self.say(tr!("There is no step to compare with.")),
                }
            }
            Command::CompareSaved => {
                let graph = Arc::clone(self.document.saved());
                self.pin_graph(graph, Since::Saved);
            }
            Command::SplitPreview => self.show_as(Way::Split),
            Command::ShowDifference => self.show_as(Way::Difference),
            Command::SwapSides => self.swap_sides(),
            Command::StopComparing => {
                self.comparing.comparison = None;
                self.board.forget_reference();
            }
            Command::LockPreview => self.comparing.locked = !self.comparing.locked && self.preview.is_some(),
            Command::FollowSelection => {
                self.comparing.follows ^= true;
                self.comparing.followed = None;
            }
            _ => {}
        }
    }

    /// Pins what the preview shows as it is now.
    fn pin_preview(&mut self) {
        let graph = Arc::clone(self.document.graph());
        self.pin_graph(graph, Since::Pinned);
    }

    /// Compares with the recipe as it is after `count` of the history's steps.
    pub(super) fn compare_with_step(&mut self, count: usize) {
        if let Some(graph) = self.document.graph_at(count) {
            self.pin_graph(graph, Since::Step);
        }
    }

    fn pin_graph(&mut self, graph: Arc<crate::graph::Graph>, since: Since) {
        let Some(link) = self.preview.clone() else { return };
        self.pin(Pin { link, graph: Some(graph), since });
    }

    /// Compares the selected node with the preview, or two selected ones with each other; both follow the recipe.
    fn compare_nodes(&mut self) {
        let prefix = self.document.prefix();
        let links: Vec<Link> =
            self.document.selection().iter().map(|id| Link::to(&format!("{prefix}{id}"))).take(2).collect();
        let live = |link: &Link| Pin { link: link.clone(), graph: None, since: Since::Live };
        match links.as_slice() {
            [one, other] => {
                let (one, other) = (live(one), other.clone());
                if self.preview.as_ref() != Some(&other) {
                    self.preview_before = self.preview.replace(other);
                }
                self.pin(one);
            }
            [one] => {
                let one = live(one);
                self.pin(one);
            }
            _ => {}
        }
    }

    fn pin(&mut self, pin: Pin) {
        let old = self.comparing.comparison.take();
        let (way, swapped) = old.as_ref().map_or((Way::Split, false), |old| (old.way, old.swapped));
        self.board.forget_reference();
        self.comparing.turn += 1;
        self.comparing.comparison = Some(Comparison { pin, way, swapped });
    }

    fn show_as(&mut self, way: Way) {
        match &mut self.comparing.comparison {
            Some(comparison) => comparison.way = way,
            None => self.say(tr!("Pin a picture first.")),
        }
    }

    /// Shows each picture on the other side.
    fn swap_sides(&mut self) {
        if let Some(comparison) = &mut self.comparing.comparison {
            comparison.swapped ^= true;
        }
    }

    /// What the worker should draw beside the preview.
    pub(super) fn reference_wanted(&self) -> Option<Reference> {
        let comparison = self.comparing.comparison.as_ref()?;
        let pin = &comparison.pin;
        let graph = pin.graph.as_ref().unwrap_or(self.document.graph());
        let difference = comparison.way == Way::Difference;
        Some(Reference { turn: self.comparing.turn, graph: Arc::clone(graph), link: pin.link.clone(), difference })
    }

    /// Whether the preview may show something else; says why not.
    pub(super) fn may_view(&mut self) -> bool {
        let Some(shown) = self.preview.clone().filter(|_| self.comparing.locked) else { return true };
        self.say(tr!("The preview is locked to {output}: unlock it to view something else.", output = shown));
        false
    }

    /// A node has another name.
    pub(super) fn pin_renamed(&mut self, from: &NodeId, to: &NodeId) {
        if let Some(comparison) = &mut self.comparing.comparison
            && comparison.pin.graph.is_none()
            && comparison.pin.link.node == *from
        {
            comparison.pin.link.node = to.clone();
        }
    }

    /// Keeps what is compared, locked and followed on things that exist.
    pub(super) fn keep_comparison_sane(&mut self) {
        let graph = self.document.graph();
        let gone = |c: &Comparison| c.pin.graph.is_none() && !super::inside::holds(graph, &c.pin.link.node);
        if self.comparing.comparison.as_ref().is_some_and(gone) || self.preview.is_none() {
            self.comparing.comparison = None;
            self.board.forget_reference();
        }
        self.comparing.locked &= self.preview.is_some();
        self.follow_selection();
    }

    fn follow_selection(&mut self) {
        if !self.comparing.follows || self.comparing.locked {
            return;
        }
        let mut selected = self.document.selection().iter();
        let (Some(id), None) = (selected.next(), selected.next()) else { return };
        let path = NodeId::from(format!("{}{id}", self.document.prefix()));
        if self.comparing.followed.as_ref() == Some(&path) {
            return;
        }
        let link = Link::to(&path);
        if self.preview.as_ref() != Some(&link) && super::inside::holds(self.document.graph(), &path) {
            self.preview_before = self.preview.replace(link);
        }
        self.comparing.followed = Some(path);
    }
}
