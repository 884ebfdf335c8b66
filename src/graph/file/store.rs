//! Recipes on disk. A save leaves either the whole new file or the old one.

use super::{Loaded, ParseError};
use crate::disk;
use crate::graph::Graph;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes of the largest recipe; a device may give bytes without end.
const LARGEST: u64 = 64 << 20;

/// Why a recipe could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is larger than any recipe.
    #[error("{} is no recipe: it is larger than {} MiB", path.display(), LARGEST >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file is not text.
    #[error("{} is no recipe: it is not UTF-8 text", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// The text is no recipe.
    #[error("{}:{}:{}: {}", path.display(), error.place.line, error.place.column, error.message)]
    Parse {
        /// The file.
        path: PathBuf,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: Box<ParseError>,
    },
}

/// Why a recipe could not be saved. The file that was there before is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file may not be written.
    #[error("cannot save {}: the file is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The system refused.
    #[error("cannot save {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Graph {
    /// Reads the recipe at `path`.
    ///
    /// # Errors
    /// When the file cannot be read or is no recipe.
    pub fn load(path: &Path) -> Result<Loaded, LoadError> {
        let mut bytes = Vec::new();
        let read = fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
        read.map_err(|source| LoadError::Read { path: path.to_owned(), source })?;
        if bytes.len() as u64 > LARGEST {
            return Err(LoadError::TooLarge { path: path.to_owned() });
        }
        let text = String::from_utf8(bytes).map_err(|_| LoadError::NotText { path: path.to_owned() })?;
        match Self::parse(&text) {
            Ok(loaded) => Ok(loaded),
            Err(error) => Err(LoadError::Parse { path: path.to_owned(), text, error: Box::new(error) }),
        }
    }

    /// Writes the canonical text to `path`: into a temporary file beside it, to the disk, and into place.
    ///
    /// # Errors
    /// When the file is read-only or the system refuses; the old file is unchanged then.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        if fs::metadata(path).is_ok_and(|m| m.permissions().readonly()) {
            return Err(SaveError::ReadOnly { path: path.to_owned() });
        }
        disk::replace(path, |writer| writer.write_all(self.to_ron().as_bytes()))
            .map(drop)
            .map_err(|source| SaveError::Write { path: path.to_owned(), source })
    }
}
