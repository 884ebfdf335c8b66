//! Helpers that several groups of tests share.

pub mod recipe;
