//! What a file holds, and how its samples become bytes.

use super::Format;

/// The size, format and colours of a file.
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
}

impl Layout {
    /// Bytes of a row of samples.
    pub fn row_bytes(&self) -> usize {
        self.width as usize * self.format.sample_bytes()
    }

    /// Bytes of all samples.
    pub fn bytes(&self) -> u64 {
        self.row_bytes() as u64 * u64::from(self.height)
    }
}

impl Format {
    /// Bytes of a sample, before any compression.
    pub const fn sample_bytes(self) -> usize {
        match self {
            Self::Png8 | Self::Indexed => 1,
            Self::Png16 | Self::R16 => 2,
            Self::Color => 3,
            Self::R32 | Self::Npy => 4,
        }
    }

    /// Writes integer codes as the format orders their bytes; single bytes hold the low eight bits.
    pub fn put_codes(self, codes: impl Iterator<Item = u16>, out: &mut [u8]) {
        match self {
            Self::Png16 => put(codes, out, u16::to_be_bytes),
            Self::R16 => put(codes, out, u16::to_le_bytes),
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
