//! Recipes on disk. A save leaves either the whole new file or the old one.

use super::{Loaded, ParseError};
use crate::graph::Graph;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
        let bytes = fs::read(path).map_err(|source| LoadError::Read { path: path.to_owned(), source })?;
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
        // A link stays a link: what it points at is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|m| m.permissions().readonly()) {
            return Err(SaveError::ReadOnly { path: path.to_owned() });
        }
        let permissions = old.filter(fs::Metadata::is_file).map(|m| m.permissions());
        replace(&target, self.to_ron().as_bytes(), permissions)
            .map_err(|source| SaveError::Write { path: path.to_owned(), source })
    }
}

fn replace(target: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let name = target.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))?;
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (temporary, file) = create_beside(folder, &name.to_string_lossy())?;
    let result = fill(file, bytes, permissions).and_then(|()| fs::rename(&temporary, target));
    if result.is_err() {
        // The reason of the failure is worth more than a failure to clean up after it.
        let _ = fs::remove_file(&temporary);
    } else if let Ok(folder) = File::open(folder) {
        // Not every system can flush a folder; the file itself is safe by now.
        let _ = folder.sync_all();
    }
    result
}

fn create_beside(folder: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0;
    loop {
        let path = folder.join(format!(".{name}.{}-{attempt}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}

fn fill(mut file: File, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}
