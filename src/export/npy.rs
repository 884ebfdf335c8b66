//! The head of a NumPy array file; the samples follow it.

use std::io::{self, Write};

/// Head of an array of 32-bit floating-point numbers, little endian, of shape `(rows, columns)`, format version 1.0
/// (NEP 1, Robert Kern, 2007).
pub fn header(width: u32, height: u32, writer: &mut dyn Write) -> io::Result<()> {
    let mut header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({height}, {width}), }}");
    // Magic, version and length take 10 bytes; the whole is padded to a multiple of 64 and ends with a line feed.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    writer.write_all(b"\x93NUMPY\x01\x00")?;
    writer.write_all(&(header.len() as u16).to_le_bytes())?;
    writer.write_all(header.as_bytes())
}
