//! Reads the edges of written files back: the rows and columns that a tile shares with its neighbours.

use super::Format;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The outermost rows and columns of a file as bytes, row by row southwards, each row eastwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bands {
    /// The northmost rows.
    pub north: Vec<u8>,
    /// The southmost rows.
    pub south: Vec<u8>,
    /// The westmost samples of every row.
    pub west: Vec<u8>,
    /// The eastmost samples of every row.
    pub east: Vec<u8>,
}

/// Why a file could not be read back: one sentence.
#[derive(Debug, thiserror::Error)]
pub enum EdgesError {
    /// The system refused, or the file ends early.
    #[error("cannot read {} back: {}", .0.display(), crate::disk::why(.1))]
    Read(PathBuf, io::Error),
    /// It is another sort of file.
    #[error("{} holds something else than it was written with: {what}", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

/// Whether files of that format can be read back here, sample by sample.
pub fn reads_back(format: Format) -> bool {
    way(format).is_some()
}

/// How the samples of a format lie in a file.
enum Way {
    Png,
    /// Uncompressed rows, up to the last byte.
    Plain,
}

fn way(format: Format) -> Option<Way> {
    match format {
        Format::Png16 | Format::Png8 | Format::Indexed | Format::Color => Some(Way::Png),
        Format::R8 | Format::R16 | Format::R16Be | Format::R32 | Format::Npy | Format::Pgm16 => Some(Way::Plain),
        _ => None,
    }
}

/// The outermost `band` rows and columns of the file at `path`, which has `size` samples (width, height) of `format` and
/// its southern row first if `south_first`. One row is held at a time.
///
/// # Errors
/// When the file cannot be read or is not of that size.
pub fn edges(
    path: &Path,
    format: Format,
    size: (usize, usize),
    band: usize,
    south_first: bool,
) -> Result<Bands, EdgesError> {
    let failed = |e: io::Error| EdgesError::Read(path.into(), e);
    let other = |what: String| EdgesError::Other { path: path.into(), what };
    let mut rows = Rows::new(size, band, format.sample_bytes(), south_first);
    let file = File::open(path).map_err(failed)?;
    match way(format) {
        Some(Way::Png) => png(BufReader::with_capacity(1 << 20, file), &mut rows).map_err(|e| match e {
            PngFault::Read(e) => failed(e),
            PngFault::Other(what) => other(what),
        })?,
        Some(Way::Plain) => plain(file, &mut rows, size).map_err(failed)?,
        None => return Err(other(format!("{} is not read back", format.title()))),
    }
    Ok(rows.bands)
}

/// Collects bands from rows as they come.
struct Rows {
    size: (usize, usize),
    band: usize,
    sample: usize,
    south_first: bool,
    next: usize,
    bands: Bands,
}

impl Rows {
    fn new((width, height): (usize, usize), band: usize, sample: usize, south_first: bool) -> Self {
        let mut bands = Bands::default();
        (bands.north, bands.south) = (vec![0; band * width * sample], vec![0; band * width * sample]);
        (bands.west, bands.east) = (vec![0; band * height * sample], vec![0; band * height * sample]);
        Self { size: (width, height), band, sample, south_first, next: 0, bands }
    }

    fn row_bytes(&self) -> usize {
        self.size.0 * self.sample
    }

    fn add(&mut self, row: &[u8]) {
        let (height, band, bytes) = (self.size.1, self.band * self.sample, self.row_bytes());
        let at = if self.south_first { height - 1 - self.next } else { self.next };
        if at < self.band {
            self.bands.north[at * bytes..][..bytes].copy_from_slice(row);
        }
        if at + self.band >= height {
            self.bands.south[(at + self.band - height) * bytes..][..bytes].copy_from_slice(row);
        }
        self.bands.west[at * band..][..band].copy_from_slice(&row[..band]);
        self.bands.east[at * band..][..band].copy_from_slice(&row[bytes - band..]);
        self.next += 1;
    }
}

fn plain(mut file: File, rows: &mut Rows, (_, height): (usize, usize)) -> io::Result<()> {
    let samples = rows.row_bytes() as u64 * height as u64;
    let header = file.metadata()?.len().checked_sub(samples).ok_or(io::ErrorKind::UnexpectedEof)?;
    file.seek(SeekFrom::Start(header))?;
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut row = vec![0; rows.row_bytes()];
    for _ in 0..height {
        file.read_exact(&mut row)?;
        rows.add(&row);
    }
    Ok(())
}

enum PngFault {
    Read(io::Error),
    Other(String),
}

impl From<png::DecodingError> for PngFault {
    fn from(error: png::DecodingError) -> Self {
        match error {
            png::DecodingError::IoError(e) => Self::Read(e),
            error => Self::Other(error.to_string()),
        }
    }
}

fn png(file: BufReader<File>, rows: &mut Rows) -> Result<(), PngFault> {
    let mut reader = png::Decoder::new(file).read_info()?;
    let (width, height) = rows.size;
    let (w, h) = (reader.info().width as usize, reader.info().height as usize);
    let bytes = reader.info().raw_row_length().saturating_sub(1);
    if (w, h) != (width, height) || bytes != rows.row_bytes() {
        return Err(PngFault::Other(format!("it has {w} x {h} samples and {bytes} bytes a row")));
    }
    while let Some(row) = reader.next_row()? {
        if rows.next < height && row.data().len() == rows.row_bytes() {
            rows.add(row.data());
        }
    }
    match rows.next == height {
        true => Ok(()),
        false => Err(PngFault::Other(format!("{} rows are missing", height - rows.next))),
    }
}
