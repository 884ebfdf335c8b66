//! The document: nodes by id, values, links, world, outputs and layout.
//!
//! A graph knows the kinds of nodes and evaluates nothing. [`Graph::apply`] is its only writer in the window,
//! [`Graph::parse`] and [`Graph::to_ron`] are the file format, [`Graph::check`] finds what is wrong with it.

mod edit;
mod model;

pub use edit::{Applied, Edit, Refusal};
pub use model::{Graph, Link, Node, NodeId, Output, Parameter, ParameterValue, Setting, View, World};
