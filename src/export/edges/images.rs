//! PNG, OpenEXR and TIFF, by the crates that know them.

use super::{Fault, Rows, other_size};
use exr::block::reader::ChunksReader;
use exr::meta::attribute::SampleType;
use std::fs::File;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tiff::decoder::{Decoder, DecodingResult};

/// Reads a PNG row by row.
pub fn png(file: BufReader<File>, rows: &mut Rows) -> Result<(), Fault> {
    let failed = |error| match error {
        png::DecodingError::IoError(e) => Fault::Read(e),
        error => Fault::Other(error.to_string()),
    };
    let mut reader = png::Decoder::new(file).read_info().map_err(failed)?;
    let size = (reader.info().width as usize, reader.info().height as usize);
    if size != rows.size {
        return Err(other_size(size));
    }
    while let Some(row) = reader.next_row().map_err(failed)? {
        rows.add(row.data())?;
    }
    Ok(())
}

/// Reads an OpenEXR file of one channel chunk by chunk.
pub fn exr(file: BufReader<File>, rows: &mut Rows) -> Result<(), Fault> {
    // The reader is other people's; a damaged file that makes it panic is damaged all the same.
    catch_unwind(AssertUnwindSafe(|| chunks(file, rows))).unwrap_or_else(|_| Err(Fault::Other("it is damaged".into())))
}

fn chunks(file: BufReader<File>, rows: &mut Rows) -> Result<(), Fault> {
    let failed = |error: exr::error::Error| match error {
        exr::error::Error::Io(e) => Fault::Read(e),
        error => Fault::Other(error.to_string()),
    };
    let reader = exr::block::read(file, false).map_err(failed)?;
    let [header] = reader.headers() else { return Err(Fault::Other("it has several layers".into())) };
    let size = (header.layer_size.width(), header.layer_size.height());
    if size != rows.size {
        return Err(other_size(size));
    }
    if !matches!(&header.channels.list[..], [channel] if channel.sample_type == SampleType::F32) {
        return Err(Fault::Other("its samples are no 32-bit floats of one channel".into()));
    }
    for block in reader.all_chunks(false).map_err(failed)?.sequential_decompressor(false) {
        let block = block.map_err(failed)?;
        if block.index.pixel_position.y() != rows.next {
            return Err(Fault::Other(format!("row {} is in the place of another one", block.index.pixel_position.y())));
        }
        // The crate hands samples over in the order of this machine's bytes.
        let little: Vec<[u8; 4]> =
            block.data.as_chunks().0.iter().map(|b| u32::from_ne_bytes(*b).to_le_bytes()).collect();
        little.as_flattened().chunks(rows.row_bytes()).try_for_each(|row| rows.add(row))?;
    }
    Ok(())
}

/// Reads a TIFF of any sort strip by strip.
pub fn tiff(file: BufReader<File>, rows: &mut Rows) -> Result<(), Fault> {
    let failed = |error| match error {
        tiff::TiffError::IoError(e) => Fault::Read(e),
        error => Fault::Other(error.to_string()),
    };
    let mut decoder = Decoder::new(file).map_err(failed)?;
    let (width, height) = decoder.dimensions().map_err(failed)?;
    if (width as usize, height as usize) != rows.size {
        return Err(other_size((width as usize, height as usize)));
    }
    for strip in 0..decoder.strip_count().map_err(failed)? {
        let bytes = match decoder.read_chunk(strip).map_err(failed)? {
            DecodingResult::F32(samples) => samples.iter().flat_map(|v| v.to_le_bytes()).collect(),
            DecodingResult::U16(samples) => samples.iter().flat_map(|v| v.to_le_bytes()).collect(),
            _ => Vec::new(),
        };
        if bytes.is_empty() {
            return Err(Fault::Other("its samples are of another sort".into()));
        }
        bytes.chunks(rows.row_bytes()).try_for_each(|row| rows.add(row))?;
    }
    Ok(())
}
