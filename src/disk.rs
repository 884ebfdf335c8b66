//! Files that appear whole or not at all: written beside the target, forced to the disk, then renamed over it. Recipes,
//! exports, settings and recovery copies are all written here.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How the names of files that are not in place yet end.
const TEMPORARY: &str = ".orograph.tmp";

/// A file that is written but not yet in place; dropped, it leaves nothing behind.
pub struct Staged {
    /// Open, because that holds its lock: see [`sweep`].
    file: File,
    temporary: PathBuf,
    target: PathBuf,
    bytes: u64,
    placed: bool,
}

/// Replaces `target` in one step: readers see the old bytes or all of the new ones. Returns the number of bytes.
///
/// A link is followed, and the permissions of the old file stay.
///
/// # Errors
/// What the system said; the old file is unchanged and nothing is left behind then.
pub fn replace(target: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<u64> {
    stage(target, fill)?.place()
}

/// Writes what is to replace `target` beside it and forces it to the disk.
///
/// # Errors
/// What the system said; nothing is left behind then.
pub fn stage(target: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Staged> {
    // A link stays a link: what it points at is replaced.
    let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let permissions = fs::metadata(&target).ok().filter(fs::Metadata::is_file).map(|m| m.permissions());
    sweep_now_and_then(&folder_of(&target));
    let (temporary, file) = create_beside(&target)?;
    let mut staged = Staged { file, temporary, target, bytes: 0, placed: false };
    staged.bytes = fill_and_sync(&staged.file, permissions, fill)?;
    Ok(staged)
}

impl Staged {
    /// Puts the file in place. Returns the number of bytes.
    ///
    /// # Errors
    /// What the system said; the old file is unchanged then.
    pub fn place(mut self) -> io::Result<u64> {
        fs::rename(&self.temporary, &self.target)?;
        self.placed = true;
        // Makes the rename survive a power cut where folders can be flushed; elsewhere the file is whole all the same.
        if let Ok(folder) = File::open(folder_of(&self.target)) {
            let _ = folder.sync_all();
        }
        Ok(self.bytes)
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.placed {
            // The first failure is the one to report; a temporary file that cannot be removed either adds nothing.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Where the previous content of `target` is kept: `recipe.ron.bak` beside `recipe.ron`. A link is followed.
pub fn backup_of(target: &Path) -> PathBuf {
    let mut name = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned()).into_os_string();
    name.push(".bak");
    name.into()
}

/// Keeps the present content of `target` as [`backup_of`] says, in place of an older one. Without a file it does nothing.
///
/// # Errors
/// What the system said; the older one is unchanged then.
pub fn back_up(target: &Path) -> io::Result<()> {
    if !target.is_file() {
        return Ok(());
    }
    let (target, backup) = (fs::canonicalize(target)?, backup_of(target));
    // A second name for the old file needs no room and cannot be half-written: what replaces the file is another one.
    let mut second = unused_name(&backup)?;
    while fs::hard_link(&target, &second).is_ok() {
        match fs::rename(&second, &backup) {
            // Somebody took it for one that was left behind.
            Err(e) if e.kind() == io::ErrorKind::NotFound => second = unused_name(&backup)?,
            renamed => {
                // Where both are names of one file already, renaming leaves both.
                let _ = fs::remove_file(&second);
                return renamed;
            }
        }
    }
    // Some file systems know no second names.
    replace(&backup, |out| io::copy(&mut File::open(&target)?, out).map(drop)).map(drop)
}

/// Removes what writers left in `folder` when they were killed. Whoever writes a temporary file holds its lock, on another
/// machine too where the folder is shared, so what can be locked has nobody any more.
pub fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(|e| is_temporary(&e.file_name())) {
        let path = entry.path();
        // It is held while it goes, so that nobody takes it meanwhile.
        let Ok(file) = OpenOptions::new().write(true).open(&path) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(&path);
        }
    }
}

/// [`sweep`], at most once a minute: a batch writes thousands of files into one folder.
fn sweep_now_and_then(folder: &Path) {
    static SWEPT: Mutex<BTreeMap<PathBuf, Instant>> = Mutex::new(BTreeMap::new());
    let now = Instant::now();
    let last = SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.into(), now);
    if last.is_none_or(|last| now.duration_since(last) > Duration::from_secs(60)) {
        sweep(folder);
    }
}

/// Whether a name is one of [`unused_name`]'s.
fn is_temporary(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    let middle = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(TEMPORARY));
    let number = middle.and_then(|middle| middle.rsplit_once('.')).and_then(|(_, number)| number.split_once('-'));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    number.is_some_and(|(process, count)| digits(process) && digits(count))
}

/// Why a file could not be written, with the way out where there is one; no full stop.
pub fn why(error: &io::Error) -> String {
    use io::ErrorKind::{NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match error.kind() {
        StorageFull | QuotaExceeded => "the disk is full; make room, or choose another place".into(),
        PermissionDenied | ReadOnlyFilesystem => "its folder may not be written to; choose another place".into(),
        NotFound => "its folder does not exist; choose another place".into(),
        _ => error.to_string(),
    }
}

/// Whether what the system said may well have passed by the next try: a full disk, a file in use, a network that is gone.
/// What says that the path is wrong, or that nobody may write there, stays.
pub fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    // Windows says of a file that another program holds: sharing violation, lock violation.
    let in_use = cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33));
    let lasting = matches!(
        error.kind(),
        Kind::NotFound
            | Kind::PermissionDenied
            | Kind::ReadOnlyFilesystem
            | Kind::NotADirectory
            | Kind::IsADirectory
            | Kind::InvalidFilename
            | Kind::InvalidInput
            | Kind::InvalidData
            | Kind::UnexpectedEof
            | Kind::Unsupported
            | Kind::FileTooLarge
            | Kind::BrokenPipe
    );
    in_use || !lasting
}

/// The folder that holds `target`.
pub fn folder_of(target: &Path) -> PathBuf {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.into(),
        _ => PathBuf::from("."),
    }
}

/// The part of a name that temporary files repeat: long names would not fit any more with what is added.
fn stem(name: &std::ffi::OsStr) -> String {
    name.to_string_lossy().chars().take(40).collect()
}

/// A name in the target's folder, so that a rename stays on one file system.
fn unused_name(target: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = target.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))?;
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    Ok(target.with_file_name(format!(".{}.{}-{n}{TEMPORARY}", stem(name), std::process::id())))
}

/// A new file in the target's folder, locked where the file system knows locks.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let temporary = unused_name(target)?;
        let file = match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(e) => return Err(e),
        };
        // Before it was locked somebody may have taken it for one that was left behind.
        let taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock)) || !temporary.exists();
        if !taken {
            return Ok((temporary, file));
        }
    }
}

fn fill_and_sync(
    file: &File,
    permissions: Option<Permissions>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<u64> {
    let mut out = Counted::new(BufWriter::with_capacity(1 << 18, file));
    fill(&mut out)?;
    let bytes = out.bytes;
    let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()?;
    Ok(bytes)
}

/// A writer that counts what goes through it.
pub struct Counted<W> {
    /// The writer behind it.
    pub inner: W,
    /// Bytes that went through.
    pub bytes: u64,
}

impl<W> Counted<W> {
    /// Counts what goes into `inner`.
    pub fn new(inner: W) -> Self {
        Self { inner, bytes: 0 }
    }
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
