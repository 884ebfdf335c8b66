//! Helpers that several groups of tests share.

pub mod kernel;
pub mod png;
pub mod recipe;
#[cfg(feature = "ui-tests")]
pub mod window;
