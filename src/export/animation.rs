//! Pictures that move: GIF and animated PNG, frame by frame.

use crate::view::Picture;
use image::codecs::gif::{GifEncoder, Repeat};
use std::io::{self, Write};

/// A file of many frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Animation {
    /// 256 colours a frame, shown everywhere.
    Gif,
    /// All colours.
    Png,
}

/// Frames a second beyond which no GIF goes: viewers take shorter delays for mistakes and slow down.
pub const FASTEST_GIF: f64 = 50.0;
/// How thoroughly the colours of a GIF's frame are chosen: every so many pixels count.
const SPEED: i32 = 10;

impl Animation {
    /// The kind that a file's extension means.
    pub fn by_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "gif" => Some(Self::Gif),
            "png" | "apng" => Some(Self::Png),
            _ => None,
        }
    }

    /// Name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Gif => "GIF",
            Self::Png => "animated PNG",
        }
    }
}

/// Writes `count` pictures of the same size that are shown `fps` a second, over and over. `frame` gives each by its number.
///
/// # Errors
/// What `frame` or the writer reports; `InvalidInput` for a size that the format does not take.
pub fn write_animation(
    animation: Animation,
    (count, fps): (u32, f64),
    out: &mut dyn Write,
    frame: impl FnMut(u32) -> io::Result<Picture>,
) -> io::Result<()> {
    match animation {
        Animation::Gif => gif(count, fps, out, frame),
        Animation::Png => png(count, fps, out, frame),
    }
}

fn gif(count: u32, fps: f64, out: &mut dyn Write, mut frame: impl FnMut(u32) -> io::Result<Picture>) -> io::Result<()> {
    let mut encoder = GifEncoder::new_with_speed(out, SPEED);
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    for i in 0..count {
        let picture = frame(i)?;
        let size = (picture.width as u32, picture.height as u32);
        let image = image::RgbaImage::from_raw(size.0, size.1, picture.rgba);
        let image = image.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        // Delays are hundredths of a second; the places of the frames are rounded, so that none of it adds up.
        let at = |i: u32| (f64::from(i) * 100.0 / fps).round() as u32;
        let delay = image::Delay::from_numer_denom_ms((at(i + 1) - at(i)) * 10, 1);
        encoder.encode_frame(image::Frame::from_parts(image, 0, 0, delay)).map_err(io::Error::other)?;
    }
    Ok(())
}

fn png(count: u32, fps: f64, out: &mut dyn Write, mut frame: impl FnMut(u32) -> io::Result<Picture>) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let first = frame(0)?;
    let mut encoder = png::Encoder::new(out, first.width as u32, first.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(count, 0)?;
    let (numerator, denominator) = delay(fps);
    encoder.set_frame_delay(numerator, denominator)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb(&first))?;
    for i in 1..count {
        writer.write_image_data(&rgb(&frame(i)?))?;
    }
    writer.finish()?;
    Ok(())
}

/// Seconds of a frame as a fraction of 16-bit numbers.
fn delay(fps: f64) -> (u16, u16) {
    let most = f64::from(u16::MAX);
    if fps.fract() == 0.0 && fps >= 1.0 && fps <= most {
        return (1, fps as u16);
    }
    let scale = if fps < 1.0 { 10_000.0 * fps } else { 1000.0 };
    let (numerator, denominator) = (scale.round(), (scale * fps).round());
    let shrink = (denominator / most).max(numerator / most).max(1.0);
    ((numerator / shrink).round().max(1.0) as u16, (denominator / shrink).round().max(1.0) as u16)
}

fn rgb(picture: &Picture) -> Vec<u8> {
    picture.rgba.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect()
}
