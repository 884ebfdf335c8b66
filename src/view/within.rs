//! Parts of a picture of contours while the rest of its raster is not known yet: the pixels that they decide, as they will be in
//! the whole.

use super::contour::{in_intervals, pieces_from};
use super::downscale::{Cut, downscale_cut, enlarge_cut, neighbours};
use super::draw::{HEAVY, Scale, line_color, strokes};
use super::stroke::{covered_within, ink};
use super::{Picture, Scene, paint};
use crate::raster::Raster;

/// A part of a raster, and the picture of the whole.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    /// First column and row of the part.
    pub at: (usize, usize),
    /// Columns and rows of the whole.
    pub of: (usize, usize),
    /// Pixels of the whole's picture.
    pub pixels: (usize, usize),
}

impl Within {
    /// Samples beside a part, on each side, that all pixels together depend on which depend on one of the part's too.
    pub fn reach(&self, scene: &Scene) -> usize {
        let dot = scene.dot_of(self.pixels.0, self.pixels.1);
        let widest =
            |n: usize, pixels: usize| libm::ceilf((2.0 * ink_reach(dot) + 1.0) * n as f32 / pixels.max(1) as f32);
        widest(self.of.0, self.pixels.0).max(widest(self.of.1, self.pixels.1)) as usize + 5
    }

    /// The first and the last sample along one side that a pixel depends on.
    fn needs(pixel: usize, pixels: usize, samples: usize, dot: usize) -> (usize, usize) {
        // The colours of the samples that it covers or lies between, each lit by its neighbours.
        let colors = match pixels >= samples {
            true => {
                let (first, second, _) = neighbours(pixel, pixels, samples);
                (first, second)
            }
            false => (pixel * samples / pixels, ((pixel + 1) * samples).div_ceil(pixels) - 1),
        };
        // Lines through all cells that come near enough.
        let sample = |pixel: f32| pixel * samples as f32 / pixels as f32 - 0.5;
        let (middle, reach) = (pixel as f32 + 0.5, ink_reach(dot));
        let lines = (libm::floorf(sample(middle - reach)), libm::ceilf(sample(middle + reach)));
        let first = (colors.0.saturating_sub(1)).min(lines.0 as usize);
        (first, (colors.1 + 1).max(lines.1 as usize).min(samples - 1))
    }
}

/// How far from the middle of a pixel a line may lie that inks it.
fn ink_reach(dot: usize) -> f32 {
    dot as f32 * HEAVY + 0.5
}

/// The pixels of a picture of contours that a part of its raster decides, each as it is in the picture of the whole except
/// that labels are left out, and the column and row of the first. The exaggeration has to be given. Samples that are not known
/// yet are no numbers; pixels that depend on one, or on what lies beside the part, are transparent.
pub fn contours_within(raster: &Raster, scene: &Scene, within: Within) -> Option<(Picture, (usize, usize))> {
    let Within { at, of, pixels } = within;
    let dot = scene.dot_of(pixels.0, pixels.1);
    // Pixels that need nothing beside the part lie in one stretch along each side.
    let decided = |at: usize, count: usize, of: usize, pixels: usize| {
        let is_in = |pixel: &usize| {
            let (first, last) = Within::needs(*pixel, pixels, of, dot);
            first >= at && last < at + count
        };
        let first = (0..pixels).find(is_in)?;
        Some((first, (first..pixels).take_while(is_in).last()? + 1))
    };
    if of.0.min(of.1) == 0 {
        return None;
    }
    let wanted = [decided(at.0, raster.width, of.0, pixels.0)?, decided(at.1, raster.height, of.1, pixels.1)?];
    let cut = Cut { at, of, pixels, wanted };
    let colors = paint::colors(raster, scene);
    let mut picture = match pixels.0 >= of.0 && pixels.1 >= of.1 {
        true => enlarge_cut(&colors, &cut),
        false => downscale_cut(&colors, &cut),
    };
    let scale = Scale::of(of, pixels);
    let pieces = pieces_from(&in_intervals(raster, scene), None, at);
    let inked = covered_within(wanted, &strokes(&pieces, raster, scene, at, (scale, dot)));
    ink(&mut picture, &inked, line_color);
    let unknown = Unknown::of(raster);
    let rows = |axis: usize, of: usize, pixels: usize, at: usize| -> Vec<(usize, usize)> {
        let needs = |pixel| Within::needs(pixel, pixels, of, dot);
        (wanted[axis].0..wanted[axis].1).map(needs).map(|(first, last)| (first - at, last - at)).collect()
    };
    let (columns, rows) = (rows(0, of.0, pixels.0, at.0), rows(1, of.1, pixels.1, at.1));
    for (pixel, (row, column)) in picture
        .rgba
        .as_chunks_mut::<4>()
        .0
        .iter_mut()
        .zip(rows.iter().flat_map(|row| columns.iter().map(move |c| (row, c))))
    {
        if unknown.among(*column, *row) {
            *pixel = [0; 4];
        }
    }
    Some((picture, (wanted[0].0, wanted[1].0)))
}

/// Which samples are no numbers, summed up from the corner so that whole rectangles are asked at once.
struct Unknown {
    width: usize,
    sums: Vec<u32>,
}

impl Unknown {
    fn of(raster: &Raster) -> Self {
        let width = raster.width + 1;
        let mut sums = vec![0; width * (raster.height + 1)];
        for row in 0..raster.height {
            let mut sum = 0;
            for (column, v) in raster.row(row).iter().enumerate() {
                sum += u32::from(!v.is_finite());
                sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + sum;
            }
        }
        Self { width, sums }
    }

    /// Whether one lies between two columns and two rows, the last ones included.
    fn among(&self, columns: (usize, usize), rows: (usize, usize)) -> bool {
        let at = |column: usize, row: usize| self.sums[row * self.width + column];
        at(columns.1 + 1, rows.1 + 1) + at(columns.0, rows.0) != at(columns.0, rows.1 + 1) + at(columns.1 + 1, rows.0)
    }
}
