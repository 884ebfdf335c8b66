//! Files that appear whole or not at all: written beside the target, forced to the disk, then renamed over it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

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
    /// The system refused.
    #[error("cannot write {}: {}", .target.display(), .source)]
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

    fn failed(target: &Path) -> impl FnOnce(io::Error) -> Self {
        let target = target.to_path_buf();
        |source| Self::Failed { target, source }
    }
}

/// Finds out before any work whether `target` can be a file: its folder exists and it is no folder itself.
///
/// # Errors
/// [`WriteError::IsFolder`] or [`WriteError::NoFolder`].
pub fn check_target(target: &Path) -> Result<(), WriteError> {
    let separator = target.to_string_lossy().ends_with(std::path::is_separator);
    if separator || target.file_name().is_none() || target.is_dir() {
        return Err(WriteError::IsFolder(target.into()));
    }
    let folder = folder_of(target);
    if folder.is_dir() { Ok(()) } else { Err(WriteError::NoFolder { target: target.into(), folder }) }
}

/// Writes a file in one step: readers see the old bytes or all of the new ones. Returns the number of bytes.
///
/// `fill` writes the contents. A link is followed; a device or a pipe is written directly.
///
/// # Errors
/// When the target is no possible file, or the system refuses; nothing is left behind then.
pub fn write_file(target: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<u64, WriteError> {
    check_target(target)?;
    let real = fs::canonicalize(target).unwrap_or_else(|_| target.into());
    if fs::metadata(&real).is_ok_and(|m| !m.is_file()) {
        let file = OpenOptions::new().write(true).open(&real).map_err(WriteError::failed(target))?;
        return fill_file(file, fill).map(|(bytes, _)| bytes).map_err(WriteError::failed(target));
    }
    let (temporary, file) = create_beside(&real).map_err(WriteError::failed(target))?;
    let result = fill_file(file, fill).and_then(|(bytes, file)| {
        file.sync_all()?;
        drop(file);
        fs::rename(&temporary, &real)?;
        Ok(bytes)
    });
    match result {
        Ok(bytes) => {
            sync_folder(&folder_of(&real));
            Ok(bytes)
        }
        Err(source) => {
            // The first failure is the one to report; a temporary file that cannot be removed either adds nothing.
            let _ = fs::remove_file(&temporary);
            Err(WriteError::Failed { target: target.into(), source })
        }
    }
}

/// Writes to standard output. Returns the number of bytes.
///
/// # Errors
/// When the system refuses; see [`WriteError::is_broken_pipe`].
pub fn write_stdout(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<u64, WriteError> {
    let mut out = Counted { inner: BufWriter::new(io::stdout().lock()), bytes: 0 };
    let done = fill(&mut out).and_then(|()| out.flush());
    done.map(|()| out.bytes).map_err(WriteError::failed(Path::new("standard output")))
}

fn folder_of(target: &Path) -> PathBuf {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.into(),
        _ => PathBuf::from("."),
    }
}

fn fill_file(file: File, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<(u64, File)> {
    let mut out = Counted { inner: BufWriter::with_capacity(1 << 18, file), bytes: 0 };
    fill(&mut out)?;
    let bytes = out.bytes;
    let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok((bytes, file))
}

/// A new file in the target's folder, so that the rename stays on one file system.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // Long names would not fit any more with what is added here.
    let stem: String = name.chars().take(40).collect();
    loop {
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let temporary = target.with_file_name(format!(".{stem}.{}-{n}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e),
        }
    }
}

/// Makes the rename survive a power cut where folders can be synchronised; elsewhere the file is whole all the same.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(bytes)?;
        self.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
