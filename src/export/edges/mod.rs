//! Reads the edges of written files back: the rows and columns that a tile shares with its neighbours.
//!
//! Every format that keeps its samples is read: images, arrays and text by what stands in the file, meshes by the vertices
//! that lie on the edge. Where a crate of other people knows a format, it is the reader, so that the writer is not its own judge.

mod images;
mod mesh;
mod plain;
mod text;

use super::{Format, Layout};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// The outermost rows and columns of a file as bytes, row by row southwards, each row eastwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bands {
    /// Bytes of a sample: of a vertex of a mesh, its three coordinates.
    pub sample: usize,
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

/// Whether files of that format can be read back here, sample by sample. A JPEG cannot: it does not keep its samples.
pub fn reads_back(format: Format) -> bool {
    format != Format::Jpeg
}

/// The outermost `band` rows and columns of the file at `path`, which was written with `layout` and has its southern row
/// first if `south_first`. One row is held at a time.
///
/// # Errors
/// When the file cannot be read or is not of that size.
pub fn edges(path: &Path, layout: &Layout, band: usize, south_first: bool) -> Result<Bands, EdgesError> {
    let file = File::open(path).map_err(|e| EdgesError::Read(path.into(), e))?;
    let file = BufReader::with_capacity(1 << 20, file);
    let mut rows = Rows::new(layout, band, south_first);
    let read = match layout.format {
        Format::Png16 | Format::Png8 | Format::Indexed | Format::Color | Format::Rgba => images::png(file, &mut rows),
        Format::Exr | Format::ExrY => images::exr(file, &mut rows),
        Format::Tiff32 | Format::Tiff16 | Format::BigTiff32 | Format::BigTiff16 => images::tiff(file, &mut rows),
        Format::R8 | Format::R16 | Format::R16Be | Format::R32 | Format::Npy | Format::Pgm16 => {
            plain::read(file, &mut rows)
        }
        Format::Asc | Format::Csv | Format::Tmx => text::read(layout.format, file, &mut rows),
        Format::Obj | Format::Stl | Format::Ply | Format::Glb => mesh::read(layout, file, &mut rows),
        Format::Jpeg => Err(Fault::Other(format!("{} is not read back", layout.format.title()))),
    };
    match read.and_then(|()| rows.complete()) {
        Ok(bands) => Ok(bands),
        Err(Fault::Read(e)) => Err(EdgesError::Read(path.into(), e)),
        Err(Fault::Other(what)) => Err(EdgesError::Other { path: path.into(), what }),
    }
}

/// What goes wrong with a file whose name is known elsewhere.
enum Fault {
    Read(io::Error),
    Other(String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

/// Says that a file has another size.
fn other_size((width, height): (usize, usize)) -> Fault {
    Fault::Other(format!("it has {width} x {height} samples"))
}

/// Collects bands from rows as they come.
struct Rows {
    size: (usize, usize),
    band: usize,
    south_first: bool,
    next: usize,
    bands: Bands,
}

impl Rows {
    fn new(layout: &Layout, band: usize, south_first: bool) -> Self {
        let (width, height) = (layout.width as usize, layout.height as usize);
        let sample = if layout.format.is_mesh() { mesh::VERTEX } else { layout.format.sample_bytes() };
        let empty = |samples: usize| vec![mesh::NOTHING; samples * sample];
        let bands = Bands {
            sample,
            north: empty(band * width),
            south: empty(band * width),
            west: empty(band * height),
            east: empty(band * height),
        };
        Self { size: (width, height), band, south_first, next: 0, bands }
    }

    fn row_bytes(&self) -> usize {
        self.size.0 * self.bands.sample
    }

    /// Takes the next row of the file.
    fn add(&mut self, row: &[u8]) -> Result<(), Fault> {
        let (height, band, bytes) = (self.size.1, self.band * self.bands.sample, self.row_bytes());
        if row.len() != bytes || self.next >= height {
            return Err(Fault::Other(format!("row {} has {} bytes, {bytes} belong there", self.next, row.len())));
        }
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
        Ok(())
    }

    /// The bands, once all rows are there.
    fn complete(self) -> Result<Bands, Fault> {
        match self.size.1 - self.next {
            0 => Ok(self.bands),
            missing => Err(Fault::Other(format!("{missing} rows are missing"))),
        }
    }
}
