//! Positions on a lattice: a whole cell and the place inside it.
//!
//! An exact `f64` coordinate is split once, and everything after works on the `f32` fraction, so detail does not depend on
//! how far from the origin it lies. Displacements are added to the fraction and split off again.

/// Samples of a row that are worked on at a time; buffers of this length live on the stack.
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
const FARTHEST: f64 = 2_251_799_813_685_248.0;
/// Farthest displacement in cells, likewise for singles.
const FARTHEST_STEP: f32 = 4_194_304.0;

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
    /// The coordinate `by` cells further on.
    #[inline(always)]
    pub fn moved(self, by: f32) -> Self {
        let v = (self.frac + by).clamp(-FARTHEST_STEP, FARTHEST_STEP);
        let shifted = v + ROUND_STEP;
        let nearest = shifted - ROUND_STEP;
        let above = nearest > v;
        let floor = nearest - if above { 1.0 } else { 0.0 };
        let step = (shifted.to_bits() as i32).wrapping_sub(ROUND_STEP.to_bits() as i32 + i32::from(above));
        Self::within(self.cell.wrapping_add(step), v - floor)
    }

    /// The sum of two coordinates.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let (cell, frac) = (self.cell.wrapping_add(other.cell), self.frac + other.frac);
        if frac < 1.0 { Self { cell, frac } } else { Self { cell: cell.wrapping_add(1), frac: frac - 1.0 } }
    }

    /// A fraction that has rounded up to 1 belongs to the next cell.
    #[inline(always)]
    fn within(cell: i32, frac: f32) -> Self {
        let whole = i32::from(frac >= 1.0);
        Self { cell: cell.wrapping_add(whole), frac: if frac < 1.0 { frac } else { 0.0 } }
    }
}

/// Split coordinates of up to [`CHUNK`] samples.
pub(super) struct Splits {
    pub cell: [i32; CHUNK],
    pub frac: [f32; CHUNK],
}

impl Splits {
    pub fn new() -> Self {
        Self { cell: [0; CHUNK], frac: [0.0; CHUNK] }
    }

    #[inline(always)]
    pub fn at(&self, i: usize) -> Split {
        Split { cell: self.cell[i], frac: self.frac[i] }
    }

    #[inline(always)]
    pub fn set(&mut self, i: usize, v: Split) {
        self.cell[i] = v.cell;
        self.frac[i] = v.frac;
    }

    /// Splits `f` of each of `values`.
    #[inline(always)]
    pub fn load(&mut self, values: &[f64], f: impl Fn(f64) -> f64) {
        for (i, &v) in values.iter().enumerate() {
            self.set(i, split(f(v)));
        }
    }

    /// The first `n` entries become `v`.
    pub fn repeat(&mut self, n: usize, v: Split) {
        self.cell[..n].fill(v.cell);
        self.frac[..n].fill(v.frac);
    }

    /// Takes over the first `n` entries of `other`.
    pub fn copy(&mut self, n: usize, other: &Self) {
        self.cell[..n].copy_from_slice(&other.cell[..n]);
        self.frac[..n].copy_from_slice(&other.frac[..n]);
    }

    /// Moves each entry by `f` of the displacement beside it.
    #[inline(always)]
    pub fn displace(&mut self, by: &[f32], f: impl Fn(f32) -> f32) {
        for (i, &d) in by.iter().enumerate() {
            let moved = self.at(i).moved(f(d));
            self.set(i, moved);
        }
    }
}
