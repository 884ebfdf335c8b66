//! Where samples lie: positions in metres, and how a noise places its lattice on them.

use super::mix::mix;

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

impl<'a> Positions<'a> {
    /// Samples `from..to` of row `row` in arrays that hold one entry per sample.
    pub(super) fn span(&self, row: usize, from: usize, to: usize) -> std::ops::Range<usize> {
        row * self.width + from..row * self.width + to
    }

    /// Base x of samples `from..to` of row `row`.
    pub(super) fn base_x(&self, row: usize, from: usize, to: usize) -> &'a [f64] {
        if self.separable { &self.x[from..to] } else { &self.x[self.span(row, from, to)] }
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
#[derive(Clone, Copy)]
pub(super) struct Placement {
    scale: f64,
    frequency: f32,
    shift: [f64; 3],
}

impl Placement {
    /// A lattice whose cells are `scale` metres wide, moved by `shift` cells.
    pub fn new(scale: f64, shift: [f64; 3]) -> Self {
        Self { scale, frequency: (1.0 / scale) as f32, shift }
    }

    #[inline(always)]
    pub fn x(&self, metres: f64) -> f64 {
        metres / self.scale + self.shift[0]
    }
    #[inline(always)]
    pub fn y(&self, metres: f64) -> f64 {
        metres / self.scale + self.shift[1]
    }
    #[inline(always)]
    pub fn z(&self, metres: f64) -> f64 {
        metres / self.scale + self.shift[2]
    }
    /// A displacement in cells.
    #[inline(always)]
    pub fn offset(&self, metres: f32) -> f32 {
        metres * self.frequency
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
