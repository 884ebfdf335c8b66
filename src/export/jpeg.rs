//! JPEG pictures, written band by band. The encoder asks for pixels where the rest of the program hands rows over, so it
//! runs on a thread of its own and the two meet at a channel of bands.

use super::Layout;
use image::codecs::jpeg::JpegEncoder;
use image::{GenericImageView, Rgb};
use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// Quality of 100 at most; at this one blocks cannot be seen.
const QUALITY: u8 = 92;

/// Most pixels of a side.
const MOST: u32 = 65535;

/// Rows that a block of pixels spans.
const BAND: usize = 8;

/// Writes a JPEG of `layout` whose red, green and blue bytes `feed` writes.
pub fn write(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
    if layout.width > MOST || layout.height > MOST {
        return Err(invalid(format!("a JPEG has at most {MOST} pixels a side: write .png instead")));
    }
    let (bands, receiver) = sync_channel::<Vec<u8>>(1);
    let (packed, out) = channel::<Vec<u8>>();
    let bands_of = Bands { layout, receiver, now: RefCell::new((0, Vec::new())) };
    thread::scope(|scope| {
        let encode = move || {
            let mut to = Packed(packed);
            JpegEncoder::new_with_quality(&mut to, QUALITY).encode_image(&bands_of)
        };
        let encoder = thread::Builder::new().name("jpeg".into()).spawn_scoped(scope, encode)?;
        let band = layout.row_bytes() * BAND;
        let mut sink = Sink { bands: Some(bands), out: &out, to: writer, band: Vec::with_capacity(band), length: band };
        let fed = feed(&mut sink).and_then(|()| sink.finish());
        drop(sink);
        let ended = encoder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        fed?;
        for bytes in out.try_iter() {
            writer.write_all(&bytes)?;
        }
        ended.map_err(|e| invalid(e.to_string()))
    })
}

/// Takes rows, hands whole bands to the encoder, and writes what the encoder has made of earlier ones.
struct Sink<'w> {
    bands: Option<SyncSender<Vec<u8>>>,
    out: &'w Receiver<Vec<u8>>,
    to: &'w mut dyn Write,
    band: Vec<u8>,
    length: usize,
}

impl Sink<'_> {
    fn send(&mut self) -> io::Result<()> {
        let band = std::mem::replace(&mut self.band, Vec::with_capacity(self.length));
        // The encoder reads to the end; if it went away, what it said comes out in the end.
        if let Some(bands) = &self.bands {
            let _ = bands.send(band);
        }
        self.out.try_iter().try_for_each(|bytes| self.to.write_all(&bytes))
    }

    /// Sends what is left and tells the encoder that there is no more.
    fn finish(&mut self) -> io::Result<()> {
        if !self.band.is_empty() {
            self.send()?;
        }
        self.bands = None;
        Ok(())
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = bytes.len().min(self.length - self.band.len());
        self.band.extend_from_slice(&bytes[..n]);
        if self.band.len() == self.length {
            self.send()?;
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the encoder writes to.
struct Packed(Sender<Vec<u8>>);

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The reader stays to the end, or has failed and says so itself.
        let _ = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The picture as the encoder sees it: it goes from block to block southwards and never back.
struct Bands<'l> {
    layout: &'l Layout,
    receiver: Receiver<Vec<u8>>,
    /// First row of the band at hand, and its bytes.
    now: RefCell<(usize, Vec<u8>)>,
}

impl GenericImageView for Bands<'_> {
    type Pixel = Rgb<u8>;

    fn dimensions(&self) -> (u32, u32) {
        (self.layout.width, self.layout.height)
    }

    fn get_pixel(&self, x: u32, y: u32) -> Rgb<u8> {
        let (first, band) = &mut *self.now.borrow_mut();
        let (y, row) = (y as usize, self.layout.row_bytes());
        while band.is_empty() || y >= *first + band.len() / row.max(1) {
            let Ok(next) = self.receiver.recv() else { return Rgb([0; 3]) };
            *first += band.len() / row.max(1);
            *band = next;
        }
        let at = (y.saturating_sub(*first)) * row + 3 * x as usize;
        band.get(at..at + 3).map_or(Rgb([0; 3]), |p| Rgb([p[0], p[1], p[2]]))
    }
}
