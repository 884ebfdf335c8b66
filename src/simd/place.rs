//! Where samples lie: positions in metres, and how a noise places its lattice on them.

use super::lanes::Lanes;
use super::mix::mix;
use super::split::FARTHEST_STEP;
use fearless_simd::prelude::*;

/// Positions of a block of samples in metres, row-major: an exact base plus an optional displacement.
#[derive(Clone, Copy)]
pub struct Positions<'a> {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Whether `x` holds one entry per column and `y` one per row; else both hold one per sample.
    pub separable: bool,
    /// Eastwards.
    pub x: &'a [f64],
    /// Southwards.
    pub y: &'a [f64],
    /// Offsets that are added, one per sample: eastwards, southwards.
    pub displacement: Option<(&'a [f32], &'a [f32])>,
}

impl Positions<'_> {
    /// Samples `from..to` of row `row` in arrays that hold one entry per sample.
    pub(super) fn span(&self, row: usize, from: usize, to: usize) -> std::ops::Range<usize> {
        row * self.width + from..row * self.width + to
    }
}

/// Third coordinate of a noise, in metres.
#[derive(Clone, Copy)]
pub enum Depth<'a> {
    /// There is none: the noise is two-dimensional.
    Flat,
    /// The same for all samples.
    Level(f64),
    /// One per sample.
    Samples(&'a [f32]),
}

/// From metres to cells of a lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    scale: f64,
    factor: f64,
    skew: f64,
    shift: [f64; 3],
}

impl Placement {
    /// A lattice whose cells are `scale` metres wide, moved by `shift` cells.
    pub fn new(scale: f64, shift: [f64; 3]) -> Self {
        Self { scale, factor: 1.0, skew: 1.0, shift }
    }

    /// The same lattice under positions that are multiplied by `factor` along x and y first.
    pub fn stretched(self, factor: f64) -> Self {
        Self { factor, ..self }
    }

    /// The same lattice with all coordinates multiplied by `skew` last.
    pub fn skewed(self, skew: f64) -> Self {
        Self { skew, ..self }
    }

    #[inline(always)]
    pub fn x(&self, metres: f64) -> f64 {
        ((metres * self.factor) / self.scale + self.shift[0]) * self.skew
    }
    #[inline(always)]
    pub fn y(&self, metres: f64) -> f64 {
        ((metres * self.factor) / self.scale + self.shift[1]) * self.skew
    }
    #[inline(always)]
    pub fn z(&self, metres: f64) -> f64 {
        (metres / self.scale + self.shift[2]) * self.skew
    }
    /// Cells in a metre, for displacements of at most `reach`, if their steps are this much times them and need not be kept
    /// within bounds. A power of two can be multiplied up before.
    #[inline(always)]
    pub fn frequency_within(&self, reach: f32) -> Option<f32> {
        let (stretch, frequency) = (self.factor as f32, (1.0 / self.scale) as f32);
        let exact = stretch.is_normal() && stretch.to_bits() & 0x007F_FFFF == 0;
        (exact && (reach * stretch) * frequency < FARTHEST_STEP).then_some(stretch * frequency)
    }
    /// Displacements in cells: at most [`FARTHEST_STEP`], and 0 for what is no number.
    #[inline(always)]
    pub fn steps<S: Lanes>(&self, simd: S, metres: S::f32s) -> S::f32s {
        let farthest = S::f32s::splat(simd, FARTHEST_STEP);
        let step = metres * self.factor as f32 * (1.0 / self.scale) as f32;
        let step = step.simd_gt(farthest).select(farthest, step);
        let step = step.simd_lt(-farthest).select(-farthest, step);
        step.simd_eq(step).select(step, S::f32s::splat(simd, 0.0))
    }
}

/// Says that the shift of a seed is meant.
const SHIFT: u64 = 0x51;

/// How far the hashed lattice of a mixed seed is moved along x, y and z, in cells: between 1/8 and 7/8, so that neither
/// the octaves of a fractal nor whole numbers meet lattice points, where gradient noise is 0.
pub fn shift(seed: u64) -> [f64; 3] {
    let random = mix(seed, SHIFT);
    [random, random >> 21, random >> 42].map(|bits| 0.125 + 0.75 * (bits & 0x1F_FFFF) as f64 / 2_097_152.0)
}
