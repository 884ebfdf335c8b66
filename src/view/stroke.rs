//! Lines with smooth edges: how much of each pixel they cover, and ink where they do.

use super::Picture;
use rayon::prelude::*;

/// Rows of a band, which is drawn on one thread.
const BAND: usize = 32;

/// A straight piece of a line, in pixels whose centres lie at halves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub from: [f32; 2],
    pub to: [f32; 2],
    /// Half of the line's width.
    pub half: f32,
    /// How strong the line is, 0 to 1.
    pub strength: f32,
}

impl Stroke {
    /// Rows that the stroke may touch in a picture of `height` rows, the last one not included.
    fn rows(&self, height: usize) -> (usize, usize) {
        let (low, high) = ends(self.from[1], self.to[1], self.half);
        (low.min(height), high.min(height))
    }

    /// Adds what the stroke covers of some columns of the rows from `first` on, one value a pixel; where strokes meet the
    /// stronger one counts.
    fn cover(&self, first: usize, columns: (usize, usize), covered: &mut [f32]) {
        let width = columns.1 - columns.0;
        let rows = (first, first + covered.len() / width.max(1));
        self.each_in(columns, rows, |(column, row), cover| {
            let pixel = &mut covered[(row - first) * width + column - columns.0];
            if cover > *pixel {
                *pixel = cover;
            }
        });
    }

    /// Calls `f` with the number of each pixel that the stroke covers in a picture of that size, and by how much.
    pub fn each(&self, (width, height): (usize, usize), mut f: impl FnMut(usize, f32)) {
        self.each_in((0, width), (0, height), |(column, row), cover| f(row * width + column, cover));
    }

    #[inline(always)]
    fn each_in(&self, columns: (usize, usize), rows: (usize, usize), mut f: impl FnMut((usize, usize), f32)) {
        let (left, right) = ends(self.from[0], self.to[0], self.half);
        let (top, bottom) = self.rows(rows.1);
        let along = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        let length = along[0] * along[0] + along[1] * along[1];
        let per = if length > 0.0 { 1.0 / length } else { 0.0 };
        for row in top.max(rows.0)..bottom {
            let y = row as f32 + 0.5 - self.from[1];
            for column in left.max(columns.0)..right.min(columns.1) {
                let x = column as f32 + 0.5 - self.from[0];
                let share = ((x * along[0] + y * along[1]) * per).clamp(0.0, 1.0);
                let apart = [x - share * along[0], y - share * along[1]];
                let distance = (apart[0] * apart[0] + apart[1] * apart[1]).sqrt();
                let cover = (self.half + 0.5 - distance).min(1.0) * self.strength;
                if cover > 0.0 {
                    f((column, row), cover);
                }
            }
        }
    }
}

/// Pixels whose centres lie between two places or within `half` and a half of them: the first, and the one behind the last.
fn ends(a: f32, b: f32, half: f32) -> (usize, usize) {
    // Casts take what lies before the picture, and what is no number, to 0.
    ((a.min(b) - half - 1.0) as usize, (a.max(b) + half + 1.0) as usize)
}

/// How much of each pixel the strokes cover, row by row, 0 to 1.
pub(super) fn covered(width: usize, height: usize, strokes: &[Stroke]) -> Vec<f32> {
    covered_within([(0, width), (0, height)], strokes)
}

/// The same of the pixels between two columns and two rows, the last ones not included.
pub(super) fn covered_within([columns, rows]: [(usize, usize); 2], strokes: &[Stroke]) -> Vec<f32> {
    let (width, height) = (columns.1 - columns.0, rows.1 - rows.0);
    let mut covered = vec![0.0; width * height];
    if covered.is_empty() {
        return covered;
    }
    let mut bands = vec![Vec::new(); height.div_ceil(BAND)];
    for stroke in strokes.iter().filter(|s| s.from.iter().chain(&s.to).all(|v| v.is_finite())) {
        let (top, bottom) = stroke.rows(rows.1);
        let top = top.max(rows.0);
        if top < bottom {
            let (first, last) = ((top - rows.0) / BAND, (bottom - 1 - rows.0) / BAND);
            bands[first..=last].iter_mut().for_each(|band| band.push(*stroke));
        }
    }
    covered.par_chunks_mut(width * BAND).zip(bands.par_iter()).enumerate().for_each(|(i, (pixels, strokes))| {
        strokes.iter().for_each(|stroke| stroke.cover(rows.0 + i * BAND, columns, pixels));
    });
    covered
}

/// Mixes `color`, which depends on what is there, into each pixel as far as it is covered.
pub(super) fn ink(picture: &mut Picture, covered: &[f32], color: impl Fn([f32; 3]) -> [f32; 3] + Sync) {
    let pixels = picture.rgba.par_chunks_mut(4).zip(covered.par_iter());
    pixels.filter(|(_, cover)| **cover > 0.0).for_each(|(pixel, &cover)| {
        let there = [0, 1, 2].map(|i| f32::from(pixel[i]));
        let color = color(there);
        for (i, byte) in pixel[..3].iter_mut().enumerate() {
            *byte = (there[i] + (color[i] - there[i]) * cover + 0.5) as u8;
        }
    });
}
