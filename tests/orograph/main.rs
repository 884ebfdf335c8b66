//! Every test of Orograph, grouped by the user's job.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may fail by panicking")]

mod command_line;
mod edits;
mod engine;
mod exports;
mod files;
mod house;
mod noise;
mod pictures;
mod pointwise;
mod support;
