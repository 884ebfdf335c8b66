//! Pictures of recipes that are not open: recent files, and what dead windows left.

use super::Event;
use super::engine::Desk;
use super::paint::Picture;
use super::templates::picture;
use crate::graph::Graph;
use crate::run::{Cancelled, Runner};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

/// Samples over the longer side.
const SAMPLES: u32 = 257;
/// Pixels over the longer side.
const PIXELS: usize = 224;

/// A recipe whose picture is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// What the answer is filed under.
    pub key: Arc<str>,
    /// A recipe is drawn again when this is another number.
    pub turn: u64,
    /// Where the recipe comes from.
    pub source: Source,
}

/// Where a recipe comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// This text.
    Text(Arc<str>),
    /// This file.
    File(PathBuf),
}

/// What was found.
pub struct Drawn {
    /// The first output; `None` without one, or where it cannot be evaluated.
    pub picture: Option<Picture>,
    /// Nodes of the recipe; `None` where it cannot be read.
    pub nodes: Option<usize>,
    /// When the file was written.
    pub modified: Option<SystemTime>,
}

/// What was drawn so far, with its turn.
#[derive(Default)]
pub(super) struct Sketches {
    drawn: BTreeMap<Arc<str>, u64>,
}

impl Sketches {
    /// Draws the pictures that are missing.
    pub fn draw(&mut self, wanted: &[Sketch], runner: &Runner, desk: &Desk<'_>) -> Result<(), Cancelled> {
        for sketch in wanted {
            if self.drawn.get(&sketch.key) == Some(&sketch.turn) {
                continue;
            }
            desk.check()?;
            let (graph, modified) = match &sketch.source {
                Source::Text(text) => (Graph::parse(text).ok(), None),
                Source::File(path) => {
                    let modified = std::fs::metadata(path).and_then(|found| found.modified()).ok();
                    (modified.and_then(|_| Graph::load(path).ok()), modified)
                }
            };
            let nodes = graph.as_ref().map(|loaded| loaded.graph.nodes.len());
            let picture = match graph {
                Some(loaded) => picture(loaded.graph, SAMPLES, PIXELS, runner, desk)?,
                None => None,
            };
            (desk.send)(Event::Sketch(Arc::clone(&sketch.key), Box::new(Drawn { picture, nodes, modified })));
            self.drawn.insert(Arc::clone(&sketch.key), sketch.turn);
        }
        Ok(())
    }
}
