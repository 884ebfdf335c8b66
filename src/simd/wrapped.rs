//! A lattice that repeats after whole numbers of cells, for worlds without borders and for loops in time.

use super::lanes::Lanes;
use super::lattice::Lattice;
use super::square::Octave;
use fearless_simd::prelude::*;

/// Random numbers of `lattice` that repeat after `cells` along each axis; 0: never.
///
/// Cells stay plain until their number is asked for, so that a step from cell to cell never leaves the count. They are
/// those of a [`Placement`](super::place::Placement) that repeats, so they lie within one repetition plus a displacement.
#[derive(Clone, Copy)]
pub(super) struct Wrapped<L: Lattice> {
    lattice: L,
    cells: [f32; 3],
}

impl<L: Lattice> Wrapped<L> {
    pub fn new(lattice: L, octave: &Octave) -> Self {
        Self { lattice, cells: octave.place.cells() }
    }

    /// The lattice that is wrapped.
    #[inline(always)]
    pub fn inner(self) -> L {
        self.lattice
    }

    /// Cells along an axis within the first repetition, strided as the inner lattice takes them.
    #[inline(always)]
    fn within<S: Lanes>(self, simd: S, cell: S::u32s, axis: usize) -> S::u32s {
        let cells = self.cells[axis];
        let cell = if cells == 0.0 { cell } else { wrap(simd, cell, cells) };
        self.lattice.strided::<S>(cell, axis)
    }
}

/// Cells within the first `cells` of an axis.
///
/// Exact: all numbers are whole and below 2^24, and a quotient that rounds to the wrong side is made up for. A function of
/// its own keeps loops of worlds that do not repeat small, and a cold one leaves their numbers in registers.
#[cold]
#[inline(never)]
fn wrap<S: Lanes>(simd: S, cell: S::u32s, cells: f32) -> S::u32s {
    simd.vectorize(
        #[inline(always)]
        || {
            let signed: S::i32s = cell.bitcast();
            let (cell, zero) = (signed.to_float::<S::f32s>(), S::f32s::splat(simd, 0.0));
            let rest = cell - (cell * (1.0 / cells)).floor() * cells;
            let rest = rest.simd_lt(zero).select(rest + cells, rest);
            let rest = rest.simd_ge(cells).select(rest - cells, rest);
            let rest: S::i32s = rest.to_int();
            rest.bitcast()
        },
    )
}

impl<L: Lattice> Lattice for Wrapped<L> {
    const STRIDE: [u32; 3] = [1; 3];

    #[inline(always)]
    fn start(self) -> [u32; 3] {
        [0; 3]
    }
    #[inline(always)]
    fn column<S: Lanes>(self, simd: S, x: S::u32s) -> S::u32s {
        self.lattice.column(simd, self.within(simd, x, 0))
    }
    #[inline(always)]
    fn row<S: Lanes>(self, simd: S, y: S::u32s) -> S::u32s {
        self.lattice.row(simd, self.within(simd, y, 1))
    }
    #[inline(always)]
    fn layer<S: Lanes>(self, simd: S, z: S::u32s) -> S::u32s {
        self.lattice.layer(simd, self.within(simd, z, 2))
    }
    #[inline(always)]
    fn flat<S: Lanes>(self, simd: S, column: S::u32s, row: S::u32s) -> S::u32s {
        self.lattice.flat(simd, column, row)
    }
    #[inline(always)]
    fn solid<S: Lanes>(self, simd: S, column: S::u32s, row: S::u32s, layer: S::u32s) -> S::u32s {
        self.lattice.solid(simd, column, row, layer)
    }
    #[inline(always)]
    fn eighth<S: Lanes>(number: S::u32s) -> S::u32s {
        L::eighth::<S>(number)
    }
    #[inline(always)]
    fn sixteenth<S: Lanes>(number: S::u32s) -> S::u32s {
        L::sixteenth::<S>(number)
    }
    #[inline(always)]
    fn twelfth<S: Lanes>(simd: S, number: S::u32s) -> S::u32s {
        L::twelfth(simd, number)
    }
}
