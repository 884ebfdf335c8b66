//! Recipes on disk. A save leaves either the whole new file or the old one.

use super::{Loaded, ParseError};
use crate::disk;
use crate::graph::{Folder, Graph};
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
    #[error("cannot save {}: {}", path.display(), disk::why(source))]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not what the person who saves has seen of it.
    #[error("cannot save {}: another program has changed it meanwhile", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What it holds now.
        content: Vec<u8>,
    },
}

/// What tells the content of one file from that of another.
pub type Fingerprint = [u8; 32];

/// The fingerprint of a file's content: its BLAKE3 hash.
pub fn fingerprint(content: &[u8]) -> Fingerprint {
    *blake3::hash(content).as_bytes()
}

/// How a recipe is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveOptions {
    /// Whether the previous file is kept beside the new one, with `.bak` behind its name.
    pub backup: bool,
    /// What the file should hold before: something else is not replaced. `None` replaces anything.
    pub expects: Option<Fingerprint>,
}

/// What a save did.
#[derive(Debug)]
pub struct Saved {
    /// Fingerprint of what the file holds now.
    pub fingerprint: Fingerprint,
    /// Why the previous file could not be kept, where that was asked for and failed. The recipe is saved all the same.
    pub backup_failure: Option<io::Error>,
}

impl Graph {
    /// Reads the recipe at `path`.
    ///
    /// # Errors
    /// When the file cannot be read or is no recipe.
    pub fn load(path: &Path) -> Result<Loaded, LoadError> {
        Self::load_with_fingerprint(path).map(|(loaded, _)| loaded)
    }

    /// Reads the recipe at `path`, with the fingerprint of the file.
    ///
    /// # Errors
    /// When the file cannot be read or is no recipe.
    pub fn load_with_fingerprint(path: &Path) -> Result<(Loaded, Fingerprint), LoadError> {
        let mut bytes = Vec::new();
        let read = fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
        read.map_err(|source| LoadError::Read { path: path.to_owned(), source })?;
        if bytes.len() as u64 > LARGEST {
            return Err(LoadError::TooLarge { path: path.to_owned() });
        }
        let text = String::from_utf8(bytes).map_err(|_| LoadError::NotText { path: path.to_owned() })?;
        match Self::parse(&text) {
            Ok(mut loaded) => {
                loaded.graph.folder = Folder::of(path);
                Ok((loaded, fingerprint(text.as_bytes())))
            }
            Err(error) => Err(LoadError::Parse { path: path.to_owned(), text, error: Box::new(error) }),
        }
    }

    /// Writes the canonical text to `path`: into a temporary file beside it, to the disk, and into place.
    ///
    /// # Errors
    /// When the file is read-only or the system refuses; the old file is unchanged then.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        self.save_with(path, &SaveOptions::default()).map(drop)
    }

    /// Saves as [`Graph::save`] does, and keeps or checks what was there before.
    ///
    /// # Errors
    /// When the file is read-only, holds something unexpected, or the system refuses; it is unchanged then.
    pub fn save_with(&self, path: &Path, options: &SaveOptions) -> Result<Saved, SaveError> {
        if fs::metadata(path).is_ok_and(|m| m.permissions().readonly()) {
            return Err(SaveError::ReadOnly { path: path.to_owned() });
        }
        let text = self.to_ron();
        let fingerprint = fingerprint(text.as_bytes());
        // Reading what is no file might never end.
        let old = if path.is_file() { fs::read(path).ok() } else { None };
        let is_same = old.as_ref().is_some_and(|old| *old == text.as_bytes());
        if let (Some(old), Some(expected)) = (&old, options.expects)
            && !is_same
            && self::fingerprint(old) != expected
        {
            return Err(SaveError::Changed { path: path.to_owned(), content: old.clone() });
        }
        let failed = |source| SaveError::Write { path: path.to_owned(), source };
        let staged = disk::stage(path, |writer| writer.write_all(text.as_bytes())).map_err(failed)?;
        // Saving the same again would put the same into the copy and lose what came before it.
        let backup_failure = if options.backup && !is_same { disk::back_up(path).err() } else { None };
        staged.place().map_err(failed)?;
        Ok(Saved { fingerprint, backup_failure })
    }
}
