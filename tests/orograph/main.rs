//! Every test of Orograph, grouped by the user's job.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may fail by panicking")]

#[cfg(feature = "ui-tests")]
mod canvas;
mod command_line;
#[cfg(feature = "ui-tests")]
mod editor;
mod edits;
mod engine;
mod exports;
mod files;
mod filters;
#[cfg(feature = "ui-tests")]
mod finding;
mod house;
mod noise;
#[cfg(feature = "ui-tests")]
mod panels;
mod pictures;
mod pointwise;
#[cfg(feature = "ui-tests")]
mod relief;
#[cfg(feature = "ui-tests")]
mod story;
mod support;
mod versions;
mod vocabulary;
#[cfg(feature = "ui-tests")]
mod waiting;
mod whole_maps;
#[cfg(feature = "ui-tests")]
mod workspace;
