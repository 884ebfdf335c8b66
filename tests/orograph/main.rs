//! Every test of Orograph, grouped by the user's job.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may fail by panicking")]

mod edits;
mod engine;
mod files;
mod house;
mod noise;
mod pointwise;
mod support;
