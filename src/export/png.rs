//! PNG files. Samples of 16 bits are big endian; no chunk speaks of gamma or colour space, because some engines (Godot
//! among them) apply such a chunk to heights.

use super::{Format, Layout};
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use std::cell::RefCell;
use std::io::{self, Write};

/// Bytes of compressed samples in a chunk.
const CHUNK: usize = 1 << 20;

/// Writes a PNG of `layout` whose samples `feed` writes.
pub fn write(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let failure = Failure::default();
    let encoded = encode(layout, Latch { to: writer, failure: &failure }, &failure, feed);
    // What the disk said comes first: all that followed is its echo.
    failure.check()?;
    encoded
}

fn encode(
    layout: &Layout,
    out: Latch<'_>,
    failure: &Failure,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut encoder = Encoder::new(out, layout.width, layout.height);
    let (color, depth) = kind(layout.format);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Fast);
    if color == ColorType::Indexed {
        encoder.set_palette(layout.palette.as_flattened().to_vec());
    }
    let mut file = encoder.write_header().map_err(cause)?;
    let mut rows = file.stream_writer_with_size(CHUNK).map_err(cause)?;
    feed(&mut Watched { to: &mut rows, failure })?;
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

fn kind(format: Format) -> (ColorType, BitDepth) {
    match format {
        Format::Png8 => (ColorType::Grayscale, BitDepth::Eight),
        Format::Indexed => (ColorType::Indexed, BitDepth::Eight),
        Format::Color => (ColorType::Rgb, BitDepth::Eight),
        Format::Rgba => (ColorType::Rgba, BitDepth::Eight),
        _ => (ColorType::Grayscale, BitDepth::Sixteen),
    }
}

/// The first failure of a [`Latch`].
#[derive(Default)]
struct Failure(RefCell<Option<io::Error>>);

impl Failure {
    fn check(&self) -> io::Result<()> {
        self.0.borrow_mut().take().map_or(Ok(()), Err)
    }

    fn is_set(&self) -> bool {
        self.0.borrow().is_some()
    }
}

/// Keeps the first failure of a writer to itself and swallows what comes after: the compressor panics where the last
/// bytes of a stream cannot be written.
struct Latch<'w> {
    to: &'w mut dyn Write,
    failure: &'w Failure,
}

impl Latch<'_> {
    fn attempt(&mut self, action: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if !self.failure.is_set()
            && let Err(error) = action(self.to)
        {
            *self.failure.0.borrow_mut() = Some(error);
        }
    }
}

impl Write for Latch<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|to| to.write_all(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(|to| to.flush());
        Ok(())
    }
}

/// Stops the samples as soon as the file behind them has failed.
struct Watched<'w> {
    to: &'w mut dyn Write,
    failure: &'w Failure,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.failure.is_set() {
            true => Err(io::Error::other("the file cannot be written")),
            false => self.to.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
