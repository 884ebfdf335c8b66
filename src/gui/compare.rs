//! What the preview is compared with, and how the two are shown.

use super::language::tr;
use crate::graph::{Graph, Link};
use std::sync::Arc;

/// The other side of a comparison.
#[derive(Clone, Debug)]
pub struct Pin {
    /// The output.
    pub link: Link,
    /// The recipe as it was then; `None`: as it is now.
    pub graph: Option<Arc<Graph>>,
    /// Where it comes from.
    pub since: Since,
}

/// Where a pinned picture comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// It follows the recipe.
    Live,
    /// A person pinned it.
    Pinned,
    /// It is from before a step of the history.
    Step,
    /// It is what the file holds.
    Saved,
}

/// How two pictures are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Each on its side of a line.
    #[default]
    Split,
    /// Their difference.
    Difference,
}

/// A comparison as it stands.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The other side.
    pub pin: Pin,
    /// How the two are shown.
    pub way: Way,
    /// Whether the pinned one is on the right.
    pub swapped: bool,
}

impl Pin {
    /// What it is called.
    pub fn name(&self) -> String {
        match self.since {
            Since::Live => self.link.to_string(),
            Since::Pinned => tr!("{output}, pinned", output = self.link),
            Since::Step => tr!("{output}, before", output = self.link),
            Since::Saved => tr!("{output}, saved", output = self.link),
        }
    }
}

impl Comparison {
    /// What the preview's own picture is called beside the pinned one.
    pub fn name_of_shown(&self, link: &Link) -> String {
        match self.pin.since {
            Since::Live => link.to_string(),
            _ => tr!("{output}, now", output = link),
        }
    }
}
