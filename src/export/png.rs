//! PNG files. Samples of 16 bits are big endian; no chunk speaks of gamma or colour space, because some engines (Godot
//! among them) apply such a chunk to heights.

use super::{Format, Image, Pixels};
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use std::io::{self, Write};

/// Writes `image` as a PNG of `format`.
pub fn write(image: &Image, format: Format, writer: &mut dyn Write) -> io::Result<()> {
    let mut encoder = Encoder::new(writer, image.width, image.height);
    let (color, depth) = layout(image, format)?;
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Fast);
    if let Pixels::Indexed { palette, .. } = &image.pixels {
        encoder.set_palette(palette.as_flattened().to_vec());
    }
    let mut file = encoder.write_header().map_err(cause)?;
    let mut rows = file.stream_writer_with_size(1 << 20).map_err(cause)?;
    match &image.pixels {
        Pixels::Grey16(codes) => write_big_endian(codes, image.width, &mut rows)?,
        Pixels::Grey8(bytes) | Pixels::Indexed { indices: bytes, .. } => rows.write_all(bytes)?,
        Pixels::Rgb(colors) => rows.write_all(colors.as_flattened())?,
        Pixels::Float(_) => return Err(mismatch(format)),
    }
    rows.finish().map_err(cause)?;
    file.finish().map_err(cause)
}

/// What the system said, with its kind: a closed pipe is to be told from a full disk.
fn cause(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::new(io::ErrorKind::InvalidInput, error),
    }
}

fn layout(image: &Image, format: Format) -> io::Result<(ColorType, BitDepth)> {
    match (format, &image.pixels) {
        (Format::Png16, Pixels::Grey16(_)) => Ok((ColorType::Grayscale, BitDepth::Sixteen)),
        (Format::Png8, Pixels::Grey8(_)) => Ok((ColorType::Grayscale, BitDepth::Eight)),
        (Format::Indexed, Pixels::Indexed { .. }) => Ok((ColorType::Indexed, BitDepth::Eight)),
        (Format::Color, Pixels::Rgb(_)) => Ok((ColorType::Rgb, BitDepth::Eight)),
        _ => Err(mismatch(format)),
    }
}

fn mismatch(format: Format) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{} cannot hold these samples", format.title()))
}

fn write_big_endian(codes: &[u16], width: u32, writer: &mut dyn Write) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(2 * width as usize);
    for row in codes.chunks(width.max(1) as usize) {
        bytes.clear();
        bytes.extend(row.iter().flat_map(|c| c.to_be_bytes()));
        writer.write_all(&bytes)?;
    }
    Ok(())
}
