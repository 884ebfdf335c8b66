//! Cuts a stream of samples into its rows, for formats that put something around each row.

use std::io::{self, Write};

/// Takes the samples of a file in pieces of any size and hands them on row by row.
pub struct Lines<'w, F> {
    to: &'w mut dyn Write,
    row: Vec<u8>,
    length: usize,
    number: u32,
    put: F,
}

impl<'w, F: FnMut(u32, &[u8], &mut dyn Write) -> io::Result<()>> Lines<'w, F> {
    /// Calls `put` with the number of each row, its `length` bytes and the file.
    pub fn new(to: &'w mut dyn Write, length: usize, put: F) -> Self {
        Self { to, row: Vec::with_capacity(length), length, number: 0, put }
    }
}

impl<F: FnMut(u32, &[u8], &mut dyn Write) -> io::Result<()>> Write for Lines<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = bytes.len().min(self.length - self.row.len());
        self.row.extend_from_slice(&bytes[..n]);
        if self.row.len() == self.length {
            (self.put)(self.number, &self.row, self.to)?;
            self.number += 1;
            self.row.clear();
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The floating-point samples of a row.
pub fn floats(row: &[u8]) -> impl Iterator<Item = f32> {
    row.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b))
}

/// The 16-bit samples of a row, low byte first.
pub fn words(row: &[u8]) -> impl Iterator<Item = u16> {
    row.as_chunks().0.iter().map(|b| u16::from_le_bytes(*b))
}
