//! Differences of two rasters: blue where a value is lower, dark where it is the same, orange where it is higher.

use super::ramp::{Stop, Table};
use super::{Color, Picture};
use crate::raster::Raster;
use rayon::prelude::*;

/// Colours from the largest difference below 0 to the largest above, at shares from -1 to 1.
///
/// The middle is dark: what is the same is most of the picture, and should not be what is seen.
pub const DIFFERENCE: [(f32, Color); 7] = [
    (-1.0, [206, 230, 255]),
    (-0.5, [84, 156, 226]),
    (-0.12, [32, 78, 134]),
    (0.0, [27, 30, 35]),
    (0.12, [132, 72, 30]),
    (0.5, [226, 140, 66]),
    (1.0, [255, 234, 204]),
];

/// Draws differences, one pixel a sample; the colours reach their ends at `most` below and above 0.
pub fn difference(raster: &Raster, most: f32) -> Picture {
    let most = if most > 0.0 { most } else { 1.0 };
    let table = Table::new(&stops(), -most, most);
    let mut rgba = vec![255; raster.width * raster.height * 4];
    if !raster.data.is_empty() {
        let rows = rgba.par_chunks_mut(raster.width * 4).enumerate();
        rows.for_each(|(row, pixels)| {
            for (pixel, &v) in pixels.as_chunks_mut::<4>().0.iter_mut().zip(raster.row(row)) {
                let [r, g, b] = table.at(v).map(|c| (c + 0.5) as u8);
                *pixel = [r, g, b, 255];
            }
        });
    }
    Picture { width: raster.width, height: raster.height, rgba }
}

fn stops() -> [Stop; 7] {
    DIFFERENCE.map(|(at, color)| ((at + 1.0) / 2.0, color))
}
