//! Where a recipe lies, which its relative paths start from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of a recipe's file; none for a recipe that was never saved. It is no content: recipes that differ in nothing
/// else are equal.
#[derive(Clone, Debug, Default)]
pub struct Folder(Option<Arc<Path>>);

impl PartialEq for Folder {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Folder {
    /// The folder of the file at `path`.
    pub fn of(path: &Path) -> Self {
        Self(path.parent().map(Into::into))
    }

    /// A path as the recipe means it: relative to its folder, or to the current one while it has none.
    pub fn join(&self, path: &Path) -> PathBuf {
        self.0.as_deref().map_or_else(|| path.to_owned(), |folder| folder.join(path))
    }
}
