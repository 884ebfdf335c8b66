//! `orograph [FILE]`: the editor, where this build has one.

use super::Failure;
use std::path::PathBuf;

/// Opens the editor and returns when it is closed.
#[cfg(feature = "gui")]
pub fn open(file: Option<PathBuf>) -> Result<(), Failure> {
    crate::gui::run(file).map_err(Failure::fault)
}

/// Says that this build has no editor.
#[cfg(not(feature = "gui"))]
pub fn open(file: Option<PathBuf>) -> Result<(), Failure> {
    let recipe = file.map_or("RECIPE.ron".into(), |f| f.display().to_string());
    let what = "this build of orograph has no window; render without one";
    Err(Failure::fault(format!("{what}: orograph render {recipe} -o OUT.png")))
}
