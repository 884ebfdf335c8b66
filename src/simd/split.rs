//! Positions on a lattice: a whole cell and the place inside it.
//!
//! An exact `f64` coordinate is split once, and everything after works on the `f32` fraction, so detail does not depend on
//! how far from the origin it lies. Displacements are added to the fraction and split off again.

use super::lanes::Lanes;
use fearless_simd::prelude::*;

/// Samples of a row that are worked on at a time.
pub(super) const CHUNK: usize = 256;

/// A lattice coordinate: the low 32 bits of the cell, which are all that a hash reads, and the fraction in [0, 1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Split {
    /// Low 32 bits of the cell.
    pub cell: i32,
    /// Place inside the cell, in [0, 1).
    pub frac: f32,
}

/// Farthest cell: beyond, coordinates saturate. Doubles still tell half cells there.
pub(super) const FARTHEST: f64 = 2_251_799_813_685_248.0;

// Adding one of these rounds to a whole number, which then stands in the low bits of the sum. Unlike conversions, which
// saturate, and `floor`, which is a function call on processors without SSE4.1, this is arithmetic on any register.
const ROUND: f64 = 6_755_399_441_055_744.0;
const ROUND_STEP: f32 = 12_582_912.0;

/// Splits a coordinate measured in cells.
#[inline(always)]
pub fn split(v: f64) -> Split {
    let v = v.clamp(-FARTHEST, FARTHEST);
    let shifted = v + ROUND;
    let nearest = shifted - ROUND;
    let above = nearest > v;
    let floor = nearest - if above { 1.0 } else { 0.0 };
    let cell = (shifted.to_bits() as i32).wrapping_sub(i32::from(above));
    Split::within(cell, (v - floor) as f32)
}

impl Split {
    /// A fraction that has rounded up to 1 belongs to the next cell.
    #[inline(always)]
    fn within(cell: i32, frac: f32) -> Self {
        if frac < 1.0 { Self { cell, frac } } else { Self { cell: cell.wrapping_add(1), frac: 0.0 } }
    }
}

/// Farthest step of a displacement in cells, so that sums of a few stay whole numbers of an `f32`.
pub(super) const FARTHEST_STEP: f32 = 1_048_576.0;

/// What the first number of [`step_of`] is more than the cells.
pub(super) const ROUND_BITS: u32 = ROUND_STEP.to_bits();

/// The whole cells, plus [`ROUND_BITS`], and the fraction that is left when `by` cells are added to a fraction.
///
/// Rounding `t - 0.5` to the nearest whole number takes two additions everywhere. The fraction lies in [0, 1], both ends
/// included, and may miss 0 by the rounding of the subtraction: noises are continuous across the faces of cells.
#[inline(always)]
pub(super) fn step_of<S: Lanes>(frac: S::f32s, by: S::f32s) -> (S::u32s, S::f32s) {
    let t = frac + by;
    let rounded = (t - 0.5) + ROUND_STEP;
    (rounded.bitcast(), t - (rounded - ROUND_STEP))
}

/// Lattice coordinates in lanes. Cells are plain, or strided as a [`Lattice`](super::lattice::Lattice) takes them.
#[derive(Clone, Copy)]
pub(super) struct Splits<S: Lanes> {
    pub cell: S::u32s,
    pub frac: S::f32s,
}

impl<S: Lanes> Splits<S> {
    /// The same coordinate in every lane.
    #[inline(always)]
    pub fn splat(simd: S, v: Split) -> Self {
        Self { cell: S::u32s::splat(simd, v.cell as u32), frac: S::f32s::splat(simd, v.frac) }
    }

    /// The coordinates `by` cells further on, at most [`FARTHEST_STEP`].
    #[inline(always)]
    pub fn moved(self, by: S::f32s, stride: u32) -> Self {
        let (step, frac) = step_of::<S>(self.frac, by);
        Self { cell: self.cell + (step - ROUND_BITS) * stride, frac }
    }

    /// The sums of two coordinates.
    #[inline(always)]
    pub fn plus(self, other: Self, stride: u32) -> Self {
        let (cell, frac) = (self.cell + other.cell, self.frac + other.frac);
        let inside = frac.simd_lt(1.0);
        Self { cell: inside.select(cell, cell + stride), frac: inside.select(frac, frac - 1.0) }
    }
}

/// Splits `f` of each of `values`; runs as vector instructions where it is inlined into a kernel.
#[inline(always)]
pub(super) fn split_all(values: &[f64], f: impl Fn(f64) -> f64, cells: &mut [u32], fracs: &mut [f32]) {
    for ((&v, cell), frac) in values.iter().zip(cells).zip(fracs) {
        let v = split(f(v));
        (*cell, *frac) = (v.cell as u32, v.frac);
    }
}
