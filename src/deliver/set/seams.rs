//! Whether tiles meet: their files are read back, and the samples that neighbours share are compared bit by bit.

use super::TileSet;
use crate::deliver::Job;
use crate::export::{Bands, EdgesError, Layout, edges};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How the shared samples of a set compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seams {
    /// Edges between two tiles.
    pub edges: u64,
    /// Samples that were compared.
    pub samples: u64,
    /// Samples that differ.
    pub differing: u64,
    /// Edges with such samples.
    pub differing_edges: u64,
    /// The first two files that do not meet.
    pub first: Option<(String, String)>,
}

/// Why the files could not be compared.
pub type SeamsError = EdgesError;

impl Seams {
    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            edges: self.edges + other.edges,
            samples: self.samples + other.samples,
            differing: self.differing + other.differing,
            differing_edges: self.differing_edges + other.differing_edges,
            first: self.first.clone().or_else(|| other.first.clone()),
        }
    }

    /// One sentence.
    pub fn sentence(&self) -> String {
        let Self { edges, samples, differing, differing_edges, .. } = self;
        match &self.first {
            None => format!("{edges} shared edges read back, {samples} samples, none differs"),
            Some((a, b)) => format!(
                "{differing_edges} of {edges} shared edges differ in {differing} of {samples} samples, the first between {a} and {b}"
            ),
        }
    }

    fn compare(&mut self, (a, one): (&PathBuf, &[u8]), (b, other): (&PathBuf, &[u8]), sample: usize) {
        let (one, other) = (one.chunks_exact(sample), other.chunks_exact(sample));
        self.samples += one.len() as u64;
        let differing = one.zip(other).filter(|(a, b)| a != b).count() as u64;
        self.edges += 1;
        self.differing += differing;
        if differing > 0 {
            self.differing_edges += 1;
            self.first.get_or_insert_with(|| (a.display().to_string(), b.display().to_string()));
        }
    }
}

/// Reads the files of all tiles of `set` back and compares what they share. `file` names the file of a tile; `job` is the
/// job of any of them. `None` where nothing is shared, or where a format does not keep its samples.
///
/// # Errors
/// When a file is missing or is not what it should be.
pub fn seams(job: &Job, set: &TileSet, file: impl Fn((u32, u32)) -> PathBuf) -> Result<Option<Seams>, SeamsError> {
    let mut found = Seams::default();
    let band = set.overlap as usize;
    if band == 0 || !crate::export::reads_back(job.format) {
        return Ok(None);
    }
    let mut above: Vec<(PathBuf, Bands)> = Vec::new();
    // From north to south, whichever way the names count.
    for north in 0..set.rows {
        let y = if set.from_south { set.rows - 1 - north } else { north };
        let mut row: Vec<(PathBuf, Bands)> = Vec::new();
        for x in 0..set.columns {
            let path = file((x, y));
            let place = job.of_tile(set, (x, y), &path).place();
            let layout = Layout { place, ..Layout::new(set.width, set.height, job.format) };
            let bands = edges(&path, &layout, band, job.south_first)?;
            if let Some((west, before)) = row.last() {
                found.compare((west, &before.east), (&path, &bands.west), bands.sample);
            }
            if let Some((northern, before)) = above.get(x as usize) {
                found.compare((northern, &before.south), (&path, &bands.north), bands.sample);
            }
            row.push((path, bands));
        }
        above = row;
    }
    Ok(Some(found))
}
