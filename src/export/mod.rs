//! File formats of results, independent of recipes: rows of samples go in, bytes come out, and no file is ever held whole.
//!
//! [`Format`] names what a file holds, [`Layout`] its size, [`encode`] writes it row by row, [`write_file`] puts it in
//! place in one step, and [`Preset`] knows what game engines accept. Which value becomes which sample is decided
//! elsewhere, in `deliver`. Meshes alone need the whole map.

mod animation;
mod atomic;
mod edges;
mod exr;
mod format;
mod jpeg;
mod layout;
mod lines;
mod mesh;
mod npy;
mod png;
mod preset;
mod text;
mod tiff;
pub mod tileset;

pub use animation::{Animation, FASTEST_GIF, write_animation};
pub use atomic::{WriteError, check_target, write_file, write_stdout};
pub use edges::{Bands, EdgesError, edges, reads_back};
pub use format::{Format, Sample, Shape};
pub use layout::{Around, Layout, Place};
pub use mesh::{MOST_SAMPLES as MOST_MESH_SAMPLES, MeshOptions};
pub use preset::{Engine, PRESET_FOLDER, Preset, PresetError, folder as preset_folder};

use std::io::{self, Write};

/// Writes a file of `layout` from the first byte to the last. `feed` writes the samples: all rows in the order of the
/// file, as the bytes that [`Format::put_codes`] and [`Format::put_floats`] make, in pieces of any size.
///
/// # Errors
/// What `feed` or the writer reports; `InvalidInput` if a side is zero where the format forbids it or if `feed` writes
/// too much, `UnexpectedEof` if it writes too little.
pub fn encode(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let whole = |rows: &mut dyn Write| {
        let mut rows = Rows { to: rows, left: layout.bytes() };
        feed(&mut rows)?;
        match rows.left {
            0 => Ok(()),
            left => Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("{left} bytes of samples are missing"))),
        }
    };
    match layout.format {
        Format::R8 | Format::R16 | Format::R16Be | Format::R32 => whole(writer),
        Format::Pgm16 => {
            write!(writer, "P5\n{} {}\n65535\n", layout.width, layout.height)?;
            whole(writer)
        }
        Format::Tiff32 | Format::Tiff16 | Format::BigTiff32 | Format::BigTiff16 => {
            tiff::header(layout, writer)?;
            whole(writer)
        }
        Format::Exr | Format::ExrY => exr::write(layout, writer, whole),
        Format::Asc => text::asc(layout, writer, whole),
        Format::Csv => text::csv(layout, writer, whole),
        Format::Tmx => text::tmx(layout, writer, whole),
        Format::Jpeg => jpeg::write(layout, writer, whole),
        Format::Obj | Format::Stl | Format::Ply | Format::Glb => mesh::write(layout, writer, whole),
        Format::Npy => {
            npy::header(layout.width, layout.height, writer)?;
            whole(writer)
        }
        Format::Png16 | Format::Png8 | Format::Indexed | Format::Color | Format::Rgba => {
            png::write(layout, writer, whole)
        }
    }
}

/// Takes as many bytes as a file has samples for.
struct Rows<'w> {
    to: &'w mut dyn Write,
    left: u64,
}

impl Write for Rows<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "there are more samples than the file has room for",
            ));
        }
        let n = self.to.write(bytes)?;
        self.left -= n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
