//! File formats of results, independent of recipes: pictures and heights go in as an [`Image`], bytes come out.
//!
//! [`Format`] names what a file holds, [`encode`] writes it, [`write_file`] puts it in place in one step, and
//! [`Preset`] knows what game engines accept. Which value becomes which sample is decided elsewhere, in `deliver`.

mod atomic;
mod format;
mod image;
mod png;
mod preset;
mod raw;

pub use atomic::{WriteError, check_target, write_file, write_stdout};
pub use format::{Format, Shape};
pub use image::{Image, Pixels};
pub use preset::{Engine, Preset, PresetError};

use std::io::{self, Write};

/// Writes `image` as a file of `format`, from the first byte to the last.
///
/// # Errors
/// What the writer reports; `InvalidInput` if the pixels are not of the format's kind or no side may be zero.
pub fn encode(image: &Image, format: Format, writer: &mut dyn Write) -> io::Result<()> {
    match (format, &image.pixels) {
        (Format::R16, Pixels::Grey16(codes)) => raw::r16(codes, writer),
        (Format::R32, Pixels::Float(values)) => raw::r32(values, writer),
        (Format::Npy, Pixels::Float(values)) => raw::npy(values, image.width, image.height, writer),
        (Format::Png16 | Format::Png8 | Format::Indexed | Format::Color, _) => png::write(image, format, writer),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{} cannot hold these samples", format.title()))),
    }
}
