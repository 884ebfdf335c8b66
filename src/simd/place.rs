//! Where samples lie: positions in metres, and how a noise places its lattice on them.

use super::lanes::Lanes;
use super::mix::mix;
use super::split::{FARTHEST, FARTHEST_STEP, Split, split, split_all};
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
    /// Metres eastwards and southwards after which everything repeats.
    pub period: Option<[f64; 2]>,
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
    /// Width of a cell in metres along x, y and z: the same along all axes unless the lattice repeats.
    scale: [f64; 3],
    factor: f64,
    skew: f64,
    shift: [f64; 3],
    /// Cells after which the lattice repeats along each axis; 0: never.
    cells: [f64; 3],
}

/// Most cells after which a lattice repeats. Beyond, neighbouring samples of any map have nothing in common, so that none
/// could tell, and numbers of cells would leave the whole numbers of an `f32`.
const MOST_CELLS: f64 = 4_194_304.0;

/// How many whole cells of about `scale` metres take up `length` metres, and how wide they are then; `None` if they are too
/// many to count.
pub fn whole_cells(length: f64, scale: f64) -> Option<(f64, f64)> {
    let cells = (length / scale).round().max(1.0);
    (cells <= MOST_CELLS).then(|| (cells, length / cells))
}

impl Placement {
    /// A lattice whose cells are `scale` metres wide, moved by `shift` cells.
    pub fn new(scale: f64, shift: [f64; 3]) -> Self {
        Self { scale: [scale; 3], factor: 1.0, skew: 1.0, shift, cells: [0.0; 3] }
    }

    /// The same lattice with cells that are made to fit `period`, metres along x and y before they are stretched, and to
    /// repeat with it.
    pub fn repeating(mut self, period: Option<[f64; 2]>) -> Self {
        for (axis, length) in period.into_iter().flatten().enumerate() {
            self.fit(axis, length * self.factor);
        }
        self
    }

    /// The same lattice with layers that are made to fit `length` metres of depth and to repeat with them.
    pub fn looping(mut self, length: Option<f64>) -> Self {
        if let Some(length) = length {
            self.fit(2, length);
        }
        self
    }

    fn fit(&mut self, axis: usize, length: f64) {
        if let Some((cells, scale)) = whole_cells(length, self.scale[axis]) {
            (self.cells[axis], self.scale[axis]) = (cells, scale);
        }
    }

    /// Cells after which the lattice repeats along each axis; 0: never.
    #[inline(always)]
    pub fn cells(&self) -> [f32; 3] {
        self.cells.map(|cells| cells as f32)
    }

    /// Whether the lattice repeats along any axis.
    pub fn repeats(&self) -> bool {
        self.cells != [0.0; 3]
    }

    /// Width of a cell in metres along `axis`.
    pub fn scale(&self, axis: usize) -> f64 {
        self.scale[axis]
    }

    /// A coordinate in cells, taken back into the first of the repetitions along `axis`: exact, as it takes away no more
    /// than a whole number.
    #[inline(always)]
    fn folded(&self, v: f64, axis: usize) -> f64 {
        let cells = self.cells[axis];
        let v = v.clamp(-FARTHEST, FARTHEST);
        v - cells * (v / cells).floor()
    }

    /// Splits a coordinate along x or y.
    #[inline(always)]
    pub fn split(&self, metres: f64, axis: usize) -> Split {
        let v = if axis == 0 { self.x(metres) } else { self.y(metres) };
        split(if self.cells[axis] == 0.0 { v } else { self.folded(v, axis) })
    }

    /// Splits coordinates along x or y; runs as vector instructions where it is inlined into a kernel.
    #[inline(always)]
    pub fn split_all(&self, metres: &[f64], axis: usize, cells: &mut [u32], fracs: &mut [f32]) {
        // Each case has a loop of its own, without a branch inside.
        match (axis, self.cells[axis] == 0.0) {
            (0, true) => split_all(metres, |p| self.x(p), cells, fracs),
            (0, false) => split_all(metres, |p| self.folded(self.x(p), 0), cells, fracs),
            (_, true) => split_all(metres, |p| self.y(p), cells, fracs),
            (_, false) => split_all(metres, |p| self.folded(self.y(p), 1), cells, fracs),
        }
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
        ((metres * self.factor) / self.scale[0] + self.shift[0]) * self.skew
    }
    #[inline(always)]
    pub fn y(&self, metres: f64) -> f64 {
        ((metres * self.factor) / self.scale[1] + self.shift[1]) * self.skew
    }
    #[inline(always)]
    pub fn z(&self, metres: f64) -> f64 {
        let v = (metres / self.scale[2] + self.shift[2]) * self.skew;
        if self.cells[2] == 0.0 { v } else { self.folded(v, 2) }
    }
    /// Cells in a metre, for displacements of at most `reach`, if their steps are this much times them and need not be kept
    /// within bounds. A power of two can be multiplied up before.
    #[inline(always)]
    pub fn frequency_within(&self, reach: f32) -> Option<f32> {
        let (stretch, frequency) = (self.factor as f32, (1.0 / self.scale[0]) as f32);
        let exact = stretch.is_normal() && stretch.to_bits() & 0x007F_FFFF == 0 && self.scale[0] == self.scale[1];
        (exact && (reach * stretch) * frequency < FARTHEST_STEP).then_some(stretch * frequency)
    }
    /// Displacements along `axis` in cells: at most [`FARTHEST_STEP`], and 0 for what is no number.
    #[inline(always)]
    pub fn steps<S: Lanes>(&self, simd: S, metres: S::f32s, axis: usize) -> S::f32s {
        let farthest = S::f32s::splat(simd, FARTHEST_STEP);
        let step = metres * self.factor as f32 * (1.0 / self.scale[axis]) as f32;
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
