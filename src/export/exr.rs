//! OpenEXR files of one channel of 32-bit floats, a row a chunk, uncompressed: then the place of every row is known from the
//! start, and the file can be written to a pipe.
//!
//! From "The OpenEXR File Layout" (Academy Software Foundation).

use super::lines::Lines;
use super::{Format, Layout};
use std::io::{self, Write};

/// Type of a channel of 32-bit floats.
const FLOAT: u32 = 2;

/// Writes a file of `layout`; the channel is `Y` for [`Format::ExrY`], else `R`.
pub fn write(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (Ok(right), Ok(bottom)) = (i32::try_from(layout.width), i32::try_from(layout.height)) else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "OpenEXR has no more than 2147483647 columns and rows",
        ));
    };
    let header = header(right - 1, bottom - 1, if layout.format == Format::ExrY { b'Y' } else { b'R' });
    writer.write_all(&header)?;
    let chunk = 8 + layout.row_bytes() as u64;
    let first = header.len() as u64 + 8 * u64::from(layout.height);
    for row in 0..u64::from(layout.height) {
        writer.write_all(&(first + row * chunk).to_le_bytes())?;
    }
    feed(&mut Lines::new(writer, layout.row_bytes(), |number, row, to| {
        to.write_all(&number.to_le_bytes())?;
        to.write_all(&(row.len() as u32).to_le_bytes())?;
        to.write_all(row)
    }))
}

fn header(right: i32, bottom: i32, channel: u8) -> Vec<u8> {
    // Magic number; version 2 of a file of scan lines in one part.
    let mut out = vec![0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0];
    let mut channels = vec![channel, 0];
    channels.extend(FLOAT.to_le_bytes());
    // Linear: no; reserved; every column and every row.
    channels.extend([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]);
    let window: Vec<u8> = [0, 0, right, bottom].into_iter().flat_map(i32::to_le_bytes).collect();
    let one = 1.0_f32.to_le_bytes();
    attribute(&mut out, "channels", "chlist", &channels);
    attribute(&mut out, "compression", "compression", &[0]);
    attribute(&mut out, "dataWindow", "box2i", &window);
    attribute(&mut out, "displayWindow", "box2i", &window);
    attribute(&mut out, "lineOrder", "lineOrder", &[0]);
    attribute(&mut out, "pixelAspectRatio", "float", &one);
    attribute(&mut out, "screenWindowCenter", "v2f", &[0; 8]);
    attribute(&mut out, "screenWindowWidth", "float", &one);
    out.push(0);
    out
}

fn attribute(out: &mut Vec<u8>, name: &str, kind: &str, value: &[u8]) {
    for text in [name, kind] {
        out.extend(text.as_bytes());
        out.push(0);
    }
    out.extend((value.len() as u32).to_le_bytes());
    out.extend(value);
}
