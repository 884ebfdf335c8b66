//! The recipe file: RON in a canonical form that people can read, diff and merge.
//!
//! A canonical file without comments loads and saves to the same bytes. What this version does not know (kinds, fields of
//! nodes, top-level fields, newer versions of kinds) is kept as text and written back.

mod biomes;
mod exports;
mod group;
mod layout;
mod node;
mod parse;
mod ramp;
pub(super) mod raw;
pub(super) mod read;
mod store;
mod view;
mod write;

pub(super) use group::is_field_name;
pub(super) use node::RESERVED;
pub(super) use parse::{parameter_value, read_world_field};
pub use store::{Fingerprint, LoadError, SaveError, SaveOptions, Saved, fingerprint};
pub(super) use view::{FIELDS as VIEW, read_field as read_view_field};
pub(super) use write::{fragment, quoted, written};

use super::{Graph, NodeId, Problem};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Version of the file format, written as `orograph: 1`.
pub const FORMAT: u32 = 1;

/// A recipe as it was read, with the places of its parts in the text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The recipe.
    pub graph: Graph,
    /// What a person should know, such as a top-level field that has no effect.
    pub warnings: Vec<Problem>,
    /// Whether the text holds comments that a save would lose; those above the recipe are kept.
    pub loses_comments: bool,
    places: Places,
    text: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Bytes of the file.
    pub span: Range<usize>,
}

/// Why a text is no recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {message}", place.line, place.column)]
pub struct ParseError {
    /// One sentence that names the node and the field where they are known.
    pub message: String,
    /// Where.
    pub place: Place,
    /// The node that it is about.
    pub node: Option<NodeId>,
    /// The field that it is about.
    pub field: Option<String>,
    /// Further errors of the same text.
    pub more: Vec<Self>,
}

/// Where the parts of a recipe stand in the text: nodes by id (their names), fields by node and name (their values).
#[derive(Clone, Debug, Default)]
struct Places {
    nodes: BTreeMap<NodeId, Range<usize>>,
    fields: BTreeMap<(NodeId, String), Range<usize>>,
    /// `seed`, `world.extent`, `outputs.height`, `parameters.ruggedness`, …
    others: BTreeMap<String, Range<usize>>,
}

impl Loaded {
    /// Where a problem of the recipe stands in the text.
    pub fn locate(&self, problem: &Problem) -> Option<Place> {
        let field = problem.field.as_deref();
        let span = match &problem.node {
            Some(id) => {
                let id = self.scoped(problem.group.as_ref(), id);
                let within = field.and_then(|field| self.places.fields.get(&(id.clone(), field.to_owned())));
                within.or_else(|| self.places.nodes.get(&id))
            }
            None => match &problem.group {
                Some(group) => self.places.others.get(&format!("groups.{group}")),
                None => field.and_then(|field| {
                    let section = field.split('.').next().unwrap_or(field);
                    self.places.others.get(field).or_else(|| self.places.others.get(section))
                }),
            },
        };
        span.map(|span| Place::new(&self.text, span.clone()))
    }

    /// Where the node of that name stands in the text.
    pub fn node(&self, id: &str) -> Option<Place> {
        let span = self.places.nodes.get(&self.scoped(None, &id.into()));
        span.map(|span| Place::new(&self.text, span.clone()))
    }

    /// The name by which a node's places are kept: `instance/node` stands where the node of the instance's group does.
    fn scoped(&self, group: Option<&Arc<str>>, id: &NodeId) -> NodeId {
        let mut group = group.cloned();
        let mut nodes = group.as_ref().map_or(Some(&self.graph.nodes), |g| self.graph.groups.get(g).map(|g| &g.nodes));
        let mut rest = &**id;
        while let Some((instance, inner)) = rest.split_once('/') {
            group = nodes.and_then(|nodes| nodes.get(instance)).and_then(|node| node.group.clone());
            nodes = group.as_ref().and_then(|g| self.graph.groups.get(g)).map(|g| &g.nodes);
            rest = inner;
        }
        node::scoped(group.as_ref(), &rest.into())
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Place {
    /// The place of `span` in `text`.
    pub fn new(text: &str, span: Range<usize>) -> Self {
        let start = (0..=span.start.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
        let before = text[..start].trim_start_matches('\u{feff}');
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self { line, column, span }
    }
}
