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

/// Splits a coordinate measured in cells. Beyond 2^63 the cell saturates and the fraction is 0.
#[inline(always)]
pub fn split(v: f64) -> Split {
    let floor = floor64(v);
    Split::within(floor as i64 as i32, (v - floor) as f32)
}

impl Split {
    /// The coordinate `by` cells further on.
    #[inline(always)]
    pub fn moved(self, by: f32) -> Self {
        let v = self.frac + by;
        let floor = floor32(v);
        Self::within(self.cell.wrapping_add(floor as i32), v - floor)
    }

    /// The sum of two coordinates.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let (cell, frac) = (self.cell.wrapping_add(other.cell), self.frac + other.frac);
        if frac < 1.0 { Self { cell, frac } } else { Self { cell: cell.wrapping_add(1), frac: frac - 1.0 } }
    }

    /// A fraction that has rounded up to 1 belongs to the next cell; so do those that are no fraction any more.
    #[inline(always)]
    fn within(cell: i32, frac: f32) -> Self {
        if (0.0..1.0).contains(&frac) { Self { cell, frac } } else { Self { cell: cell.wrapping_add(1), frac: 0.0 } }
    }
}

// Floors by conversion instead of `floor`, which is a function call on processors without SSE4.1. From 2^52 (2^23) on,
// every number is whole and the conversion changes nothing, or it saturates and the fraction is out of range.
#[inline(always)]
fn floor64(v: f64) -> f64 {
    let whole = v as i64 as f64;
    if v < whole { whole - 1.0 } else { whole }
}

#[inline(always)]
fn floor32(v: f32) -> f32 {
    let whole = v as i32 as f32;
    if v < whole { whole - 1.0 } else { whole }
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
