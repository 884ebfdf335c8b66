//! What a file holds, and how its samples become bytes.

use super::format::Sample;
use super::{Format, MeshOptions};

/// The size, format, colours and place of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Samples in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// What a sample is.
    pub format: Format,
    /// Red, green and blue by index, for [`Format::Indexed`]; at most 256.
    pub palette: Vec<[u8; 3]>,
    /// Where the samples lie in the world.
    pub place: Place,
    /// Metres that the codes 0 and 65535 stand for, where they stand for heights.
    pub heights: Option<(f64, f64)>,
    /// How meshes are made.
    pub mesh: MeshOptions,
    /// Name of the tileset's file that a [`Format::Tmx`] points to.
    pub tileset: String,
    /// Samples that the writer is fed beyond the file's own.
    pub around: Around,
}

/// Rows and columns around the samples of a file: the normals of a mesh depend on them, and on nothing farther away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Columns before the first one.
    pub west: u32,
    /// Columns after the last one.
    pub east: u32,
    /// Rows before the first one.
    pub north: u32,
    /// Rows after the last one.
    pub south: u32,
}

/// Where a map lies: eastwards and northwards, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Easting and northing of the first sample, which is the north-western one.
    pub first: (f64, f64),
    /// Metres between neighbouring samples, eastwards and southwards.
    pub spacing: (f64, f64),
    /// Steps of `spacing` from the world's north-western corner to the first sample, eastwards and southwards. Neighbouring
    /// parts of a map count the same steps to a sample that they share.
    pub offset: (f64, f64),
    /// Whether samples stand for cells rather than for points.
    pub cells: bool,
    /// EPSG code of the projected coordinate system, if the world lies in one.
    pub epsg: Option<u16>,
}

impl Default for Place {
    fn default() -> Self {
        Self { first: (0.0, 0.0), spacing: (1.0, 1.0), offset: (0.0, 0.0), cells: false, epsg: None }
    }
}

impl Place {
    /// Easting and northing of the outer north-western corner of the first sample's cell.
    pub fn corner(&self) -> (f64, f64) {
        (self.first.0 - self.spacing.0 / 2.0, self.first.1 + self.spacing.1 / 2.0)
    }
}

impl Layout {
    /// A file of that size and format, a metre a sample, without colours.
    pub fn new(width: u32, height: u32, format: Format) -> Self {
        Self {
            width,
            height,
            format,
            palette: Vec::new(),
            place: Place::default(),
            heights: None,
            mesh: MeshOptions::default(),
            tileset: String::new(),
            around: Around::default(),
        }
    }

    /// Bytes of a row of samples as they are fed.
    pub fn row_bytes(&self) -> usize {
        (self.around.west + self.width + self.around.east) as usize * self.format.sample_bytes()
    }

    /// Bytes of all samples as they are fed.
    pub fn bytes(&self) -> u64 {
        self.row_bytes() as u64 * u64::from(self.around.north + self.height + self.around.south)
    }
}

impl Format {
    /// Bytes of a sample, before any compression.
    pub const fn sample_bytes(self) -> usize {
        match self.sample() {
            Sample::U8 => 1,
            Sample::U16Be | Sample::U16Le => 2,
            Sample::Rgb => 3,
            Sample::F32 | Sample::Rgba => 4,
        }
    }

    /// Writes integer codes as the format orders their bytes; single bytes hold the low eight bits.
    pub fn put_codes(self, codes: impl Iterator<Item = u16>, out: &mut [u8]) {
        match self.sample() {
            Sample::U16Be => put(codes, out, u16::to_be_bytes),
            Sample::U16Le => put(codes, out, u16::to_le_bytes),
            _ => put(codes, out, |code| [code as u8]),
        }
    }

    /// Writes floating-point samples, little endian on every machine.
    pub fn put_floats(self, values: impl Iterator<Item = f32>, out: &mut [u8]) {
        put(values, out, f32::to_le_bytes);
    }
}

fn put<T, const N: usize>(samples: impl Iterator<Item = T>, out: &mut [u8], bytes_of: impl Fn(T) -> [u8; N]) {
    for (to, sample) in out.as_chunks_mut::<N>().0.iter_mut().zip(samples) {
        *to = bytes_of(sample);
    }
}
