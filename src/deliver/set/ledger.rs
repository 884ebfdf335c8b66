//! What is finished of several files: a list beside them, as JSON for programs and as CSV for tables.
//!
//! A file counts as finished if the list was made for the same work and the file's bytes still have the hash that the list
//! holds. The list is replaced whole, at most once a second while files are written, so a run that is killed does the last
//! second again. Runs on several machines write lists of their own, `NAME.PART.json` beside `NAME.json`; the run over all
//! of it takes them in.

use super::{Seams, TileSet};
use crate::deliver::{Corner, Job, Report};
use crate::export::{EdgesError, WriteError, write_file};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a list may lag behind while files are written.
const LAG: Duration = Duration::from_secs(1);

/// What a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One file per seed.
    Seeds,
    /// Tiles, of one seed or of several.
    Tiles,
}

/// What all files of a list have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the program.
    pub orograph: String,
    /// What the list is of.
    pub kind: Kind,
    /// Name of the output, if one was asked for.
    pub output: Option<String>,
    /// What was evaluated: `node` or `node.output`.
    pub node: String,
    /// Samples over the world.
    pub grid: (u32, u32),
    /// Where samples lie.
    pub sampling: String,
    /// Seconds on the clock.
    pub time: f64,
    /// Name of the format.
    pub format: String,
    /// The tiles.
    pub tiles: Option<TileSet>,
    /// Hash of all that decides about the files, seeds apart.
    pub key: String,
}

/// One finished file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The file, from the list's folder.
    pub file: String,
    /// Seed of the recipe.
    pub seed: String,
    /// Column and row of the tile.
    pub tile: Option<(u32, u32)>,
    /// First column and row within the grid.
    pub region: Corner,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Smallest value.
    pub min: f32,
    /// Largest value.
    pub max: f32,
    /// Mean of the values.
    pub mean: f64,
    /// Share of the samples outside the mapping.
    pub clipped: Option<f64>,
    /// Hash of the values.
    pub hash: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// BLAKE3 of the file's bytes.
    pub file_hash: String,
}

#[derive(Serialize, Deserialize)]
struct List {
    #[serde(flatten)]
    header: Header,
    seams: Option<Seams>,
    files: Vec<Entry>,
}

/// Why a list cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// Another file stands in its place.
    #[error("{} is no list of finished files and stays as it is: name another one with --manifest", .0.display())]
    Foreign(PathBuf),
    /// The disk.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file that was just written cannot be read back.
    #[error(transparent)]
    Read(#[from] EdgesError),
}

/// A list that is being kept.
pub struct Ledger {
    path: PathBuf,
    header: Header,
    seams: Option<Seams>,
    entries: BTreeMap<Place, Entry>,
    parts: Vec<PathBuf>,
    saved: Option<Instant>,
}

/// Where an entry stands in the list: seed, row, column.
type Place = (u64, u32, u32);

impl Header {
    /// What the files of `job` have in common with those of other seeds and tiles. `job` is of the seed 0.
    pub fn of(job: &Job, kind: Kind, tiles: Option<TileSet>) -> Self {
        Self {
            orograph: env!("CARGO_PKG_VERSION").into(),
            kind,
            output: job.output.clone(),
            node: job.link.to_string(),
            grid: job.grid.samples,
            sampling: job.grid.sampling.name().to_lowercase(),
            time: job.plan.time + 0.0,
            format: job.format.name().into(),
            tiles,
            key: job.fingerprint(tiles),
        }
    }

    fn is_for(&self, other: &Self) -> bool {
        self.key == other.key && self.kind == other.kind && self.tiles == other.tiles
    }
}

impl Ledger {
    /// Goes on with the list at `path`, and with those of its parts, as far as they are of the same work. With `fresh`
    /// nothing counts as finished.
    ///
    /// # Errors
    /// When another file stands there.
    pub fn open(path: &Path, header: Header, fresh: bool) -> Result<Self, LedgerError> {
        let mut ledger =
            Self { path: path.into(), header, seams: None, entries: BTreeMap::new(), parts: Vec::new(), saved: None };
        if path.exists() {
            let list = read(path).ok_or_else(|| LedgerError::Foreign(path.into()))?;
            ledger.take(list, fresh);
        }
        for part in parts_of(path) {
            if let Some(list) = read(&part).filter(|list| list.header.is_for(&ledger.header)) {
                ledger.take(list, fresh);
                ledger.parts.push(part);
            }
        }
        Ok(ledger)
    }

    fn take(&mut self, list: List, fresh: bool) {
        if !fresh && list.header.is_for(&self.header) {
            self.entries.extend(list.files.into_iter().filter_map(|e| Some((place(&e)?, e))));
        }
    }

    /// What all files have in common.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The entry of the file that `job` would write, if that file is there already.
    pub fn finished(&self, job: &Job, tile: Option<(u32, u32)>) -> Option<&Entry> {
        let entry = self.entries.get(&(job.seed, tile.map_or(0, |t| t.1), tile.map_or(0, |t| t.0)))?;
        let same = entry.file == self.name_of(&job.path) && entry.tile == tile;
        let there = || file_hash(&job.path).is_ok_and(|hash| hash == entry.file_hash);
        (same && there()).then_some(entry)
    }

    /// Writes down a file that was just written, and the list if it was not written for a while.
    ///
    /// # Errors
    /// When the file cannot be read back or the list not be written.
    pub fn add(&mut self, report: &Report, job: &Job, tile: Option<(u32, u32)>) -> Result<(), LedgerError> {
        let entry = Entry {
            file: self.name_of(&job.path),
            seed: job.seed.to_string(),
            tile,
            region: report.region,
            width: report.width,
            height: report.height,
            min: report.min + 0.0,
            max: report.max + 0.0,
            mean: report.mean + 0.0,
            clipped: report.clipped,
            hash: report.hash.clone(),
            bytes: report.bytes,
            file_hash: file_hash(&job.path).map_err(|e| EdgesError::Read(job.path.clone(), e))?,
        };
        if let Some(place) = place(&entry) {
            self.entries.insert(place, entry);
        }
        if self.saved.is_none_or(|saved| saved.elapsed() > LAG) {
            self.save()?;
        }
        Ok(())
    }

    /// Notes how the edges of all tiles compared.
    pub fn set_seams(&mut self, seams: Seams) {
        self.seams = Some(match &self.seams {
            Some(before) => before.and(&seams),
            None => seams,
        });
    }

    /// Writes the list, as JSON and as CSV.
    ///
    /// # Errors
    /// What the disk said.
    pub fn save(&mut self) -> Result<(), LedgerError> {
        let files: Vec<Entry> = self.entries.values().cloned().collect();
        let csv = csv(&files);
        let list = List { header: self.header.clone(), seams: self.seams.clone(), files };
        let json = |out: &mut dyn Write| {
            serde_json::to_writer_pretty(&mut *out, &list)?;
            out.write_all(b"\n")
        };
        write_file(&self.path, json)?;
        write_file(&self.path.with_extension("csv"), |out| out.write_all(csv.as_bytes()))?;
        self.saved = Some(Instant::now());
        Ok(())
    }

    /// Writes the list for the last time and removes the lists of the parts that it has taken in.
    ///
    /// # Errors
    /// What the disk said.
    pub fn close(mut self) -> Result<PathBuf, LedgerError> {
        self.save()?;
        for part in &self.parts {
            // A part that stays says nothing that is wrong.
            let _ = fs::remove_file(part);
            let _ = fs::remove_file(part.with_extension("csv"));
        }
        Ok(self.path)
    }

    fn name_of(&self, path: &Path) -> String {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }
}

fn place(entry: &Entry) -> Option<Place> {
    let (x, y) = entry.tile.unwrap_or((0, 0));
    Some((entry.seed.parse().ok()?, y, x))
}

fn read(path: &Path) -> Option<List> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// `NAME.PART.json` beside `NAME.json`, in order.
fn parts_of(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(stem) = path.file_stem().map(|s| format!("{}.", s.to_string_lossy())) else { return Vec::new() };
    let own = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let is_part = |name: &str| name != own && name.starts_with(&stem) && name.ends_with(".json");
    let names =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.file_name().to_string_lossy().into_owned());
    let mut parts: Vec<PathBuf> = names.filter(|n| is_part(n)).map(|n| path.with_file_name(n)).collect();
    parts.sort();
    parts
}

fn file_hash(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

fn csv(files: &[Entry]) -> String {
    let mut out = String::from("file,seed,tile_x,tile_y,x,y,width,height,min,max,mean,clipped,hash,bytes,file_hash\n");
    for e in files {
        let tile = |n: Option<u32>| n.map_or_else(String::new, |n| n.to_string());
        let (x, y) = (tile(e.tile.map(|t| t.0)), tile(e.tile.map(|t| t.1)));
        let clipped = e.clipped.map_or_else(String::new, |c| c.to_string());
        let file = quoted(&e.file);
        out += &format!("{file},{},{x},{y},{},{},{},{},", e.seed, e.region.x, e.region.y, e.width, e.height);
        out += &format!("{},{},{},{clipped},{},{},{}\n", e.min, e.max, e.mean, e.hash, e.bytes, e.file_hash);
    }
    out
}

/// A text as RFC 4180 (2005) has it.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}
