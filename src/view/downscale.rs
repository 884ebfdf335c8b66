//! Smaller pictures by area averaging: every source pixel counts by the area it shares with the target's.

use super::Picture;
use rayon::prelude::*;

/// A part of a picture that is scaled: where it lies in the whole, and which part of the result is wanted. All that the
/// latter needs must be there.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// Its first column and row.
    pub at: (usize, usize),
    /// Columns and rows of the whole.
    pub of: (usize, usize),
    /// Pixels of the whole's result.
    pub pixels: (usize, usize),
    /// First and last column and row that are wanted of them; the last ones not included.
    pub wanted: [(usize, usize); 2],
}

impl Cut {
    fn whole(picture: &Picture, width: usize, height: usize) -> Self {
        let of = (picture.width, picture.height);
        Self { at: (0, 0), of, pixels: (width, height), wanted: [(0, width), (0, height)] }
    }

    fn size(&self) -> (usize, usize) {
        (self.wanted[0].1 - self.wanted[0].0, self.wanted[1].1 - self.wanted[1].0)
    }
}

/// `picture` at `width` x `height` pixels, each the mean of the area it covers. Larger sizes repeat pixels.
pub fn downscale(picture: &Picture, width: usize, height: usize) -> Picture {
    downscale_cut(picture, &Cut::whole(picture, width, height))
}

/// The same of a part.
pub(super) fn downscale_cut(picture: &Picture, cut: &Cut) -> Picture {
    let (width, height) = cut.size();
    let mut rgba = vec![255; width * height * 4];
    if rgba.is_empty() || picture.rgba.is_empty() {
        return Picture { width, height, rgba };
    }
    let columns = shares((cut.at.0, cut.of.0), cut.pixels.0, cut.wanted[0]);
    let rows = shares((cut.at.1, cut.of.1), cut.pixels.1, cut.wanted[1]);
    rgba.par_chunks_mut(width * 4).zip(&rows).for_each_init(
        || vec![0f32; picture.width * 3],
        |sums, (pixels, share)| {
            sums.fill(0.0);
            for (weight, row) in share.weights.iter().zip(share.from..) {
                add_row(sums, &picture.rgba[row * picture.width * 4..][..picture.width * 4], *weight);
            }
            for (pixel, share) in pixels.chunks_exact_mut(4).zip(&columns) {
                let mut mean = [0.5; 3];
                for (weight, sum) in share.weights.iter().zip(sums[share.from * 3..].chunks_exact(3)) {
                    mean.iter_mut().zip(sum).for_each(|(m, s)| *m += weight * s);
                }
                pixel[..3].copy_from_slice(&mean.map(|m| m as u8));
            }
        },
    );
    Picture { width, height, rgba }
}

/// `picture` at `width` x `height` pixels, at least as many as it has, in straight lines between the middles of its pixels.
pub(super) fn enlarge(picture: &Picture, width: usize, height: usize) -> Picture {
    enlarge_cut(picture, &Cut::whole(picture, width, height))
}

/// The same of a part.
pub(super) fn enlarge_cut(picture: &Picture, cut: &Cut) -> Picture {
    let (width, height) = cut.size();
    let mut rgba = vec![255; width * height * 4];
    if rgba.is_empty() || picture.rgba.is_empty() {
        return Picture { width, height, rgba };
    }
    let (from, to) = cut.wanted[0];
    let columns: Vec<_> = (from..to).map(|i| between(i, cut.pixels.0, (cut.at.0, cut.of.0))).collect();
    rgba.par_chunks_mut(width * 4).enumerate().for_each(|(row, pixels)| {
        let (top, bottom, down) = between(cut.wanted[1].0 + row, cut.pixels.1, (cut.at.1, cut.of.1));
        for (pixel, &(left, right, along)) in pixels.chunks_exact_mut(4).zip(&columns) {
            let [a, b, c, d] =
                [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| picture.at(x, y));
            let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
            for (i, byte) in pixel[..3].iter_mut().enumerate() {
                let [a, b, c, d] = [a[i], b[i], c[i], d[i]].map(f32::from);
                *byte = (mix(mix(a, b, along), mix(c, d, along), down) + 0.5) as u8;
            }
        }
    });
    Picture { width, height, rgba }
}

/// The two of `source` places that the place `i` of `target` lies between, counted from the place `at`, and its share of the
/// way.
fn between(i: usize, target: usize, (at, source): (usize, usize)) -> (usize, usize, f32) {
    let (first, second, share) = neighbours(i, target, source);
    (first - at, second - at, share)
}

/// The same, counted from the first place.
pub(super) fn neighbours(i: usize, target: usize, source: usize) -> (usize, usize, f32) {
    let place = ((i as f32 + 0.5) * source as f32 / target as f32 - 0.5).clamp(0.0, (source - 1) as f32);
    let first = place as usize;
    (first, (first + 1).min(source - 1), place - first as f32)
}

fn add_row(sums: &mut [f32], row: &[u8], weight: f32) {
    for (sum, pixel) in sums.chunks_exact_mut(3).zip(row.chunks_exact(4)) {
        for (s, &p) in sum.iter_mut().zip(&pixel[..3]) {
            *s += weight * f32::from(p);
        }
    }
}

/// Source pixels of one target pixel along one side: `weights`, which sum to 1, from index `from` on.
struct Share {
    from: usize,
    weights: Vec<f32>,
}

/// The shares of the wanted ones of `target` pixels, counted from the source pixel `at`.
fn shares((at, source): (usize, usize), target: usize, wanted: (usize, usize)) -> Vec<Share> {
    // Lengths in units of 1/(source · target) of the side, so that every overlap is a whole number.
    let share = |i: usize| {
        let (start, end) = (i * source, (i + 1) * source);
        let (from, to) = (start / target, end.div_ceil(target));
        let overlap = |j: usize| (end.min((j + 1) * target) - start.max(j * target)) as f32 / source as f32;
        Share { from: from - at, weights: (from..to).map(overlap).collect() }
    };
    (wanted.0..wanted.1).map(share).collect()
}
