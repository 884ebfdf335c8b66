//! The editor window: the only home of egui.
//!
//! Panels read a [`Scene`](request::Scene) and return [`Request`](request::Request)s; [`app`] carries them out, keeps the
//! undo history and hands evaluation to a worker thread.

pub mod app;
pub mod canvas;
pub mod command;
pub mod compare;
pub mod difference;
pub mod dock;
pub mod document;
pub mod files;
pub mod fuzzy;
mod histogram;
pub mod image_watch;
pub mod keymap;
pub mod language;
pub mod palette;
pub mod panels;
pub mod presets;
mod preview;
pub mod quick;
pub mod ramps;
pub mod recovery;
pub mod relief;
pub mod request;
pub mod saving;
pub mod settings;
mod shared;
mod statusbar;
pub mod templates;
pub mod theme;
mod toasts;
mod topbar;
pub mod tour;
pub mod turns;
pub mod values;
pub mod watch;
pub mod widgets;
pub mod worker;

pub use app::{EditorApp, Options, run};
