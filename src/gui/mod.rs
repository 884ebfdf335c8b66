//! The editor window: the only home of egui.
//!
//! Panels read a [`Scene`](request::Scene) and return [`Request`](request::Request)s; [`app`] carries them out, keeps the
//! undo history and hands evaluation to a worker thread.

pub mod command;
pub mod request;
