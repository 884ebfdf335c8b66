//! Samples ready to be written, in the order in which a file holds them.

/// A rectangle of samples, row-major, in the order of the file: row 0 comes first.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Samples in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The samples.
    pub pixels: Pixels,
}

/// Samples by type, `width * height` of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Pixels {
    /// 8-bit grey codes.
    Grey8(Vec<u8>),
    /// 16-bit grey codes.
    Grey16(Vec<u16>),
    /// Numbers.
    Float(Vec<f32>),
    /// Indices into a palette of at most 256 colours.
    Indexed {
        /// One index per sample.
        indices: Vec<u8>,
        /// Red, green, blue by index.
        palette: Vec<[u8; 3]>,
    },
    /// Red, green, blue.
    Rgb(Vec<[u8; 3]>),
}

impl Image {
    /// Reverses the order of the rows.
    pub fn flip_rows(&mut self) {
        let width = self.width as usize;
        match &mut self.pixels {
            Pixels::Grey8(v) | Pixels::Indexed { indices: v, .. } => flip(v, width),
            Pixels::Grey16(v) => flip(v, width),
            Pixels::Float(v) => flip(v, width),
            Pixels::Rgb(v) => flip(v, width),
        }
    }
}

fn flip<T>(samples: &mut [T], width: usize) {
    let rows = samples.len() / width.max(1);
    for top in 0..rows / 2 {
        let (upper, lower) = samples.split_at_mut((rows - 1 - top) * width);
        upper[top * width..][..width].swap_with_slice(&mut lower[..width]);
    }
}
