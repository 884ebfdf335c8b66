//! Pictures of a raster: grey, signed, coloured, lit, with lines and arrows, or one colour per tile; and the numbers beside them.
//!
//! [`picture`] draws at the raster's own size, [`picture_at`] at another one, with lines and letters as sharp as that is. For a smaller picture draw at full size and [`downscale`]: relief that is
//! lit after it was thinned out looks like another terrain. Rows are drawn in parallel; the bytes do not depend on how.

mod arrows;
mod contour;
mod difference;
mod downscale;
mod draw;
mod flow;
mod labels;
mod legend;
mod letters;
mod paint;
mod ramp;
mod scene;
mod shade;
mod stats;
mod stroke;
mod within;

pub use contour::{INDEX, contour};
pub use difference::{DIFFERENCE, difference};
pub use downscale::downscale;
pub use draw::{contour_labels, current, flow_for, picture, picture_at, picture_for, size_for};
pub use flow::{Course, Current, Flow, Particles, SEEN, STEPS, WARM_UP, stride};
pub use labels::Label;
pub use legend::{Legend, legend, per_cent};
pub use letters::{draw_text, text_size};
pub use paint::Zone;
pub use ramp::{Color, EVEN, Ramp, Stop, color_at, ramp, ramps};
pub use scene::{Exaggeration, Mode, Scene, Tint, round_below};
pub use shade::{Sun, exaggeration, slope};
pub use stats::{Seam, histogram, land_share, percentiles, profile, seams};
pub use within::{Within, contours_within};

/// An opaque image: rows from the north, four bytes (red, green, blue, 255) a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Red, green and blue of a pixel.
    pub fn at(&self, column: usize, row: usize) -> Color {
        let i = (row * self.width + column) * 4;
        [self.rgba[i], self.rgba[i + 1], self.rgba[i + 2]]
    }

    /// The picture as a PNG file of 8-bit RGB.
    ///
    /// # Errors
    /// When the picture is empty or larger than a PNG may be.
    pub fn png(&self) -> image::ImageResult<Vec<u8>> {
        use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
        let rgb: Vec<u8> = self.rgba.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
        let mut file = Vec::new();
        let side = |n: usize| u32::try_from(n).unwrap_or(0);
        PngEncoder::new(&mut file).write_image(&rgb, side(self.width), side(self.height), ExtendedColorType::Rgb8)?;
        Ok(file)
    }
}
