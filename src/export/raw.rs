//! Headerless samples and NumPy arrays, little endian on every machine.

use std::io::{self, Write};

/// Samples that are turned into bytes at a time.
const CHUNK: usize = 1 << 16;

/// 16-bit unsigned samples.
pub fn r16(codes: &[u16], writer: &mut dyn Write) -> io::Result<()> {
    write_chunks(codes, writer, |c| c.to_le_bytes())
}

/// 32-bit floating-point samples.
pub fn r32(values: &[f32], writer: &mut dyn Write) -> io::Result<()> {
    write_chunks(values, writer, |v| v.to_le_bytes())
}

/// A NumPy array of shape `(rows, columns)`, format version 1.0 (NEP 1, Robert Kern, 2007).
pub fn npy(values: &[f32], width: u32, height: u32, writer: &mut dyn Write) -> io::Result<()> {
    let mut header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({height}, {width}), }}");
    // Magic, version and length take 10 bytes; the whole is padded to a multiple of 64 and ends with a line feed.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    writer.write_all(b"\x93NUMPY\x01\x00")?;
    writer.write_all(&(header.len() as u16).to_le_bytes())?;
    writer.write_all(header.as_bytes())?;
    r32(values, writer)
}

fn write_chunks<T: Copy, const N: usize>(
    samples: &[T],
    writer: &mut dyn Write,
    bytes_of: impl Fn(T) -> [u8; N],
) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(CHUNK.min(samples.len()) * N);
    for chunk in samples.chunks(CHUNK) {
        bytes.clear();
        bytes.extend(chunk.iter().flat_map(|&s| bytes_of(s)));
        writer.write_all(&bytes)?;
    }
    Ok(())
}
