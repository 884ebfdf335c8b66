//! The document: nodes by id, values, links, world, outputs and layout.
//!
//! A graph knows the kinds of nodes and evaluates nothing. [`Graph::apply`] is its only writer in the window,
//! [`Graph::parse`] and [`Graph::to_ron`] are the file format, [`Graph::check`] finds what is wrong with it, and
//! [`Graph::assign`] is the command line's `--set`.

mod assign;
mod check;
mod edit;
mod expand;
mod export;
mod field;
mod file;
mod folder;
mod group;
mod items;
mod layout;
mod lists;
mod model;
mod names;
mod ramp;
mod shape;
mod starter;
mod view;
mod wires;

pub use assign::AssignError;
pub use check::{Problem, Severity};
pub use edit::{Applied, Axis, Edge, Edit, Refusal, Upgrade};
pub(crate) use expand::VALUE;
pub use export::Export;
pub use field::Field;
pub use file::{FORMAT, Fingerprint, LoadError, Loaded, ParseError, Place, SaveError, SaveOptions, Saved, fingerprint};
pub use folder::Folder;
pub use group::{GROUP, Group, GroupInput};
pub use items::{Bends, CanvasNote, Frame, Item, Items, Look};
pub use model::{Graph, Link, Node, NodeId, Output, Parameter, ParameterValue, Setting, World};
pub(crate) use names::quoted;
pub use ramp::{ColorStop, OwnRamp, STOPS, ViewRamp};
pub use shape::Shape;
pub use view::{Along, Flow, View};
