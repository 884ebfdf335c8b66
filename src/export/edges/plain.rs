//! Files whose samples stand there as they are, uncompressed and in rows, up to the last byte.

use super::{Fault, Rows};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Reads the samples behind whatever stands before them.
pub fn read(mut file: BufReader<File>, rows: &mut Rows) -> Result<(), Fault> {
    let samples = rows.row_bytes() as u64 * rows.size.1 as u64;
    let head = file.get_ref().metadata()?.len().checked_sub(samples).ok_or(io::ErrorKind::UnexpectedEof);
    file.seek(SeekFrom::Start(head.map_err(io::Error::from)?))?;
    let mut row = vec![0; rows.row_bytes()];
    for _ in 0..rows.size.1 {
        file.read_exact(&mut row)?;
        rows.add(&row)?;
    }
    Ok(())
}
