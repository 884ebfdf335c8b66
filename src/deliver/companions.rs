//! Files that stand beside the one that was asked for: the tileset of a tile map, with its picture.

use super::Job;
use crate::export::{Format, WriteError, tileset, write_file};
use std::path::{Path, PathBuf};

/// Writes what `job`'s file will point to, and names it.
///
/// # Errors
/// What the disk said; the files of these names are then as they were.
pub(super) fn write(job: &Job) -> Result<Vec<PathBuf>, WriteError> {
    if job.format != Format::Tmx || job.path == Path::new("-") {
        return Ok(Vec::new());
    }
    let tiles: Vec<tileset::Swatch<'_>> = job.levels().iter().map(|level| (&*level.name, level.color)).collect();
    let picture = picture_of(&job.path);
    let failed = |source| WriteError::Failed { target: picture.clone(), source };
    let pixels = tileset::picture(&tiles).map_err(failed)?;
    let text = tileset::tsx(&stem(&job.path), &file_name(&picture), &tiles);
    write_file(&picture, |out| out.write_all(&pixels))?;
    let set = job.path.with_extension("tsx");
    write_file(&set, |out| out.write_all(text.as_bytes()))?;
    Ok(vec![set, picture])
}

/// Name of the tileset's file beside `path`.
pub(super) fn tileset_name(path: &Path) -> String {
    file_name(&path.with_extension("tsx"))
}

/// The tileset's picture: `land-tiles.png` beside `land.tmx`.
fn picture_of(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}-tiles.png", stem(path)))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
