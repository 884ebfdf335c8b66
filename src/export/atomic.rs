//! Where results go: a file that appears whole or not at all, a device, or standard output.

use crate::disk::{self, Counted, folder_of};
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Why a file could not be written. The file that was there before is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The path ends in a separator or names a folder.
    #[error("{} is a folder, a file name is needed", .0.display())]
    IsFolder(PathBuf),
    /// The folder that should hold the file is not there.
    #[error("cannot write {}: the folder {} does not exist", .target.display(), .folder.display())]
    NoFolder {
        /// The file.
        target: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// The file may not be written.
    #[error("cannot write {}: the file is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// The system refused.
    #[error("cannot write {}: {}", .target.display(), disk::why(.source))]
    Failed {
        /// The file, or `standard output`.
        target: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl WriteError {
    /// Whether the reader of standard output went away, which is no fault of anyone.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Failed { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether the same may well succeed later: the disk was full, the file in use, the network gone. A path that cannot be
    /// written is none of that.
    pub fn is_worth_retrying(&self) -> bool {
        match self {
            Self::Failed { source, .. } => disk::is_passing(source),
            Self::IsFolder(_) | Self::NoFolder { .. } | Self::ReadOnly(_) => false,
        }
    }

    fn failed(target: &Path) -> impl FnOnce(io::Error) -> Self {
        let target = target.to_path_buf();
        |source| Self::Failed { target, source }
    }
}

/// Finds out before any work whether `target` can be a file: its folder exists, and it is neither a folder nor a file
/// that somebody protected.
///
/// # Errors
/// [`WriteError::IsFolder`], [`WriteError::NoFolder`] or [`WriteError::ReadOnly`].
pub fn check_target(target: &Path) -> Result<(), WriteError> {
    let separator = target.to_string_lossy().ends_with(std::path::is_separator);
    if separator || target.file_name().is_none() || target.is_dir() {
        return Err(WriteError::IsFolder(target.into()));
    }
    let folder = folder_of(target);
    if !folder.is_dir() {
        return Err(WriteError::NoFolder { target: target.into(), folder });
    }
    // Replacing a file asks its folder for permission, not the file.
    match fs::metadata(target) {
        Ok(m) if m.is_file() && m.permissions().readonly() => Err(WriteError::ReadOnly(target.into())),
        _ => Ok(()),
    }
}

/// Writes a file in one step: readers see the old bytes or all of the new ones. Returns the number of bytes.
///
/// `fill` writes the contents. A link is followed; a device or a pipe is written directly.
///
/// # Errors
/// When the target is no possible file, or the system refuses; nothing is left behind then.
pub fn write_file(target: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<u64, WriteError> {
    check_target(target)?;
    let written = if fs::metadata(target).is_ok_and(|m| !m.is_file()) {
        OpenOptions::new().write(true).open(target).and_then(|device| fill_stream(device, fill))
    } else {
        disk::replace(target, fill)
    };
    written.map_err(WriteError::failed(target))
}

/// Writes to standard output. Returns the number of bytes.
///
/// # Errors
/// When the system refuses; see [`WriteError::is_broken_pipe`].
pub fn write_stdout(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<u64, WriteError> {
    fill_stream(io::stdout().lock(), fill).map_err(WriteError::failed(Path::new("standard output")))
}

fn fill_stream(stream: impl Write, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<u64> {
    let mut out = Counted::new(BufWriter::new(stream));
    fill(&mut out)?;
    out.flush()?;
    Ok(out.bytes)
}
