//! Noises on the square lattice, cut where neighbouring samples share work, and the choice of a loop for a block.
//!
//! On an undisplaced, axis-aligned grid the [row lattice](super::rows) does per lattice point, per cell and row, or per
//! column what depends on no more; elsewhere the [per-sample loop](super::points) does all of it in every lane. Both call
//! the functions of one [`Square`] in one order, so they agree to the bit.

use super::fade::Curve;
use super::lanes::Lanes;
use super::lattice::{Hashed, Lattice};
use super::level::at_level;
use super::place::{Depth, Placement, Positions};
use super::points::{points, reach};
use super::rows::{ROWS, Rows, Tables};
use super::split::{CHUNK, Splits, split};
use super::strip::{self, Key, LONG, Work};
use super::sum::{Finish, Term};
use super::wrapped::Wrapped;
use fearless_simd::prelude::*;

/// A noise on the square lattice: `C` numbers per lattice point, `T` per cell and row.
pub(super) trait Square<const C: usize, const T: usize>: Copy {
    /// Tables and constants of one octave in registers.
    type Ready<S: Lanes>: Copy;
    /// What lies between two lattice columns.
    type Cell: Cell<T>;
    /// Where its random numbers come from, unless the lattice repeats: then they come from this one, wrapped.
    type Lattice: Lattice;

    /// The curve that blends lattice points.
    fn curve(&self) -> Curve;
    /// Prepares an octave.
    fn ready<S: Lanes>(&self, simd: S, octave: &Octave) -> Self::Ready<S>;
    /// The lattice of an octave.
    fn lattice<S: Lanes>(ready: &Self::Ready<S>) -> Self::Lattice;
    /// What depends on z alone, with random numbers of `lattice`; nothing in 2D.
    fn slab<S: Lanes>(simd: S, lattice: impl Lattice, curve: Curve, z: Splits<S>) -> Slab<S>;
    /// A lattice point, blended over z.
    fn corner<S: Lanes>(simd: S, ready: &Self::Ready<S>, column: S::u32s, row: S::u32s, slab: &Slab<S>)
    -> [S::f32s; C];
    /// A lattice column, blended in y: `y` is the fraction, `v` the fraction faded. A noise that needs one number leaves
    /// the second 0.
    fn edge<S: Lanes>(north: [S::f32s; C], south: [S::f32s; C], y: S::f32s, v: S::f32s) -> [S::f32s; 2];
}

/// What lies between two lattice columns, as `T` numbers.
pub(super) trait Cell<const T: usize>: Copy {
    /// From what the columns depend on.
    fn between<S: Lanes>(west: [S::f32s; 2], east: [S::f32s; 2]) -> [S::f32s; T];
    /// The noise in a cell: `x` is the fraction, `u` the fraction faded.
    fn value<S: Lanes>(cell: [S::f32s; T], x: S::f32s, u: S::f32s) -> S::f32s;
}

/// The third coordinate on the lattice.
#[derive(Clone, Copy)]
pub(super) struct Slab<S: Lanes> {
    /// Random numbers of the layers below and above.
    pub below: S::u32s,
    pub above: S::u32s,
    /// The fraction, and the fraction faded.
    pub z: S::f32s,
    pub w: S::f32s,
}

impl<S: Lanes> Slab<S> {
    /// That of a 2D noise.
    #[inline(always)]
    pub fn none(simd: S) -> Self {
        let (number, zero) = (S::u32s::splat(simd, 0), S::f32s::splat(simd, 0.0));
        Self { below: number, above: number, z: zero, w: zero }
    }
}

/// What depends on z alone, in the layers below and above.
#[inline(always)]
pub(super) fn layers<S: Lanes, L: Lattice>(simd: S, lattice: L, cell: S::u32s) -> [S::u32s; 2] {
    let z = lattice.strided::<S>(cell, 2);
    [lattice.layer(simd, z), lattice.layer(simd, z + L::STRIDE[2])]
}

/// One octave of a sum: where its lattice lies, which random numbers it has, and what becomes of its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Octave {
    pub place: Placement,
    pub lattice: Hashed,
    /// Factor of the values of lattice points; a power of two, so that it commutes with all that follows.
    pub scale: f32,
    /// `None` for a noise that is not summed.
    pub term: Option<Term>,
}

/// Fills `out` with the sum of octaves that `key` names, made by `octave` where it is not remembered; `scale` is the width
/// of a cell in metres.
pub(super) fn fill<N: Square<C, T>, const C: usize, const T: usize>(
    noise: &N,
    key: &Key,
    (finish, scale): (Option<Finish>, f64),
    octaves: impl Fn(&mut Vec<Octave>) + Copy,
    at: &Positions<'_>,
    depth: Depth<'_>,
    out: &mut [f32],
) {
    let single = finish.is_none() && at.separable && at.displacement.is_none();
    let most = if single && spans_few_cells(at.x, scale) { LONG } else { CHUNK };
    for from in (0..at.width).step_by(most) {
        let to = at.width.min(from + most);
        let x = if at.separable { &at.x[from..to] } else { &[] };
        strip::with_work(key, x, octaves, |work, is_new| {
            at_level!(simd => chunk(simd, noise, work, is_new, finish, at, depth, (from, to), out));
        });
    }
}

/// Whether the lattice columns of a long piece of a row find room in a strip.
fn spans_few_cells(x: &[f64], scale: f64) -> bool {
    let ends = (x.first(), x.last());
    let (Some(first), Some(last)) = ends else { return false };
    let pieces = x.len().div_ceil(LONG) as f64;
    (last - first).abs() / scale / pieces < (CHUNK / 2) as f64
}

/// Octaves whose tables for half a block take up the first cache.
const MANY: usize = 5;

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
#[inline(always)]
fn chunk<S: Lanes, N: Square<C, T>, const C: usize, const T: usize>(
    simd: S,
    noise: &N,
    work: &mut Work,
    is_new: bool,
    finish: Option<Finish>,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, to): (usize, usize),
    out: &mut [f32],
) {
    let Work { octaves, strips, tables, .. } = work;
    if is_new && at.separable {
        for (octave, strip) in octaves.iter().zip(&mut *strips) {
            let lattice = Wrapped::new(N::lattice(&noise.ready(simd, octave)), octave);
            strip.lay(simd, &at.x[from..to], &octave.place, noise.curve(), 0, lattice);
        }
    }
    let level = if let Depth::Level(z) = depth { z } else { 0.0 };
    let grid = at.separable && at.displacement.is_none() && !matches!(depth, Depth::Samples(_));
    let fused = if grid { strips.iter().take_while(|strip| strip.count > 0).count() } else { 0 };
    let all = octaves.len();
    if fused > 0 {
        let most = if fused < MANY { ROWS } else { ROWS / 2 };
        for first in (0..at.height).step_by(most) {
            let rows = most.min(at.height - first);
            for ((octave, strip), table) in octaves.iter().zip(&mut *strips).zip(&mut *tables).take(fused) {
                blend(simd, noise, octave, strip, level, &at.y[first..first + rows], table);
            }
            let block = Rows { first, rows, from, to, width: at.width };
            let finish = finish.filter(|_| fused == all);
            block.sweep::<S, N::Cell, T>(simd, &octaves[..fused], &strips[..fused], &tables[..fused], finish, out);
        }
    }
    let reach = if fused < all { reach(simd, at, (from, to)) } else { 0.0 };
    for k in fused..all {
        let last = finish.filter(|_| k + 1 == all);
        for part in (from..to).step_by(CHUNK) {
            let part = (part, part - from, to.min(part + CHUNK) - part);
            let (octave, role) = (&octaves[k], (k == 0, last));
            let lattice = N::lattice(&noise.ready(simd, octave));
            if octave.place.repeats() {
                let lattice = Wrapped::new(lattice, octave);
                points(simd, noise, (octave, lattice), &strips[k], at, depth, part, reach, role, out);
            } else {
                points(simd, noise, (octave, lattice), &strips[k], at, depth, part, reach, role, out);
            }
        }
    }
}

/// Blends the lattice rows around up to [`ROWS`] rows of samples and writes a table of cells for each.
#[inline(always)]
fn blend<S: Lanes, N: Square<C, T>, const C: usize, const T: usize>(
    simd: S,
    noise: &N,
    octave: &Octave,
    strip: &mut strip::Strip,
    level: f64,
    y: &[f64],
    table: &mut Tables,
) {
    let ready = noise.ready(simd, octave);
    let lattice = Wrapped::new(N::lattice(&ready), octave);
    let slab = N::slab(simd, lattice, noise.curve(), Splits::splat(simd, split(octave.place.z(level))));
    let rows = super::rows::RowSplits::new(simd, y, &octave.place, noise.curve());
    let mut row = 0;
    while row < y.len() {
        strip.turn_to::<S, C, 2>(
            simd,
            rows.cell[row],
            0,
            #[inline(always)]
            |columns, y| N::corner(simd, &ready, columns, lattice.row(simd, lattice.strided::<S>(y, 1)), &slab),
        );
        if row + 1 < y.len() && rows.cell[row + 1] == rows.cell[row] {
            table.blend::<S, N, C, T, 2>(simd, strip, &rows, row);
            row += 2;
        } else {
            table.blend::<S, N, C, T, 1>(simd, strip, &rows, row);
            row += 1;
        }
    }
}
