//! The row lattice: noise on an axis-aligned grid, many samples per hash.
//!
//! Along a row of samples the noise of a cell is a function of x alone, whose few coefficients depend on the cell and the
//! row. So they are computed once per cell and row, into tables, and each lane fetches those of its cell by one look-up
//! inside a register:
//!
//! ```text
//!   lattice columns   0         1         2         3          points are hashed once per row of cells   (Strip::turn_to)
//!                     |    .    |    .    |    .    |
//!   edges             e0        e1        e2        e3         points blended in y, once per row         (Tables::blend)
//!   cells             [ e0,e1-e0 ][ e1,e2-e1 ][ e2,e3-e2 ]     tables: T numbers per cell and row
//!   samples           x x x x x x x x x x x x x x x x          one vector; pickers 0 0 0 0 0 1 1 1 1 1 1 2 2 2 2 2
//! ```
//!
//! Loops, from the outside: blocks of [`ROWS`] rows, or of half as many in long sums, whose tables fill the first cache;
//! tables of all octaves and rows; vectors of columns; groups of four rows; octaves; rows. So a vector's fractions and
//! pickers are loaded once for four rows, and its sums stay in registers over all octaves.

use super::fade::Curve;
use super::lanes::{Lanes, load, store};
use super::place::Placement;
use super::square::{Cell, Octave, Square};
use super::strip::{LINES, Strip};
use super::sum::Finish;
use fearless_simd::prelude::*;

/// Rows of a block.
pub(super) const ROWS: usize = 8;
/// Most numbers per cell and row.
const MOST_NUMBERS: usize = 4;

/// Rows whose sums stay in registers at a time. Compilers fetch the numbers of all of their cells first, which are as many
/// again; more would not fit sixteen registers.
const GROUP: usize = 4;

/// Runs `$body` with `$row` from 0 to 3, or from 3 to 0: written out, so that what it indexes stays in registers.
macro_rules! four_rows {
    ($row:ident => $body:expr) => {
        four_rows!(@ $row, $body, 0 1 2 3)
    };
    (backwards $row:ident => $body:expr) => {
        four_rows!(@ $row, $body, 3 2 1 0)
    };
    (@ $row:ident, $body:expr, $($n:literal)*) => {
        $({
            const $row: usize = $n;
            $body
        })*
    };
}

/// Rows of samples on the lattice.
pub(super) struct RowSplits {
    pub cell: [u32; ROWS],
    pub frac: [f32; ROWS],
    pub faded: [f32; ROWS],
}

impl RowSplits {
    /// A function of its own, compiled once per level rather than into every noise.
    #[inline(never)]
    pub fn new<S: Lanes>(simd: S, y: &[f64], place: &Placement, curve: Curve) -> Self {
        let mut rows = Self { cell: [0; ROWS], frac: [0.0; ROWS], faded: [0.0; ROWS] };
        let mut all = [0.0; ROWS];
        all[..y.len()].copy_from_slice(y);
        simd.vectorize(
            #[inline(always)]
            || {
                place.split_all(&all, 1, &mut rows.cell, &mut rows.frac);
                // Two vectors of four, one of eight, or the lower half of one of sixteen.
                for at in (0..ROWS).step_by(S::f32s::LEN) {
                    store::<S>(curve.lanes(simd, load(simd, &rows.frac, at)), &mut rows.faded, at);
                }
            },
        );
        rows
    }
}

/// Numbers of the cells of one octave, for each row of a block.
#[repr(C, align(64))]
pub(super) struct Tables(pub [[[f32; LINES]; MOST_NUMBERS]; ROWS]);

impl Tables {
    pub fn new() -> Box<Self> {
        Box::new(Self([[[0.0; LINES]; MOST_NUMBERS]; ROWS]))
    }

    /// Writes the cells of the `K` rows from `row` on, which lie in the strip's current row of cells.
    ///
    /// Two rows at a time, because each step along a row waits for the one before.
    #[inline(always)]
    pub fn blend<S: Lanes, N: Square<C, T>, const C: usize, const T: usize, const K: usize>(
        &mut self,
        simd: S,
        strip: &Strip,
        rows: &RowSplits,
        row: usize,
    ) {
        let lanes = S::f32s::LEN;
        let zero = S::f32s::splat(simd, 0.0);
        let (mut y, mut v) = ([zero; K], [zero; K]);
        for k in 0..K {
            y[k] = S::f32s::splat(simd, rows.frac[row + k]);
            v[k] = S::f32s::splat(simd, rows.faded[row + k]);
        }
        let tables = &mut self.0[row..row + K];
        let mut edges = [[zero; 2]; K];
        let [north, south] = strip.points(simd, 0);
        for k in 0..K {
            edges[k] = N::edge::<S>(north, south, y[k], v[k]);
        }
        let mut at = 0;
        while at + 1 < strip.count {
            let mut next = edges;
            if at + lanes < strip.count {
                let [north, south] = strip.points(simd, at + lanes);
                for k in 0..K {
                    next[k] = N::edge::<S>(north, south, y[k], v[k]);
                }
            }
            for k in 0..K {
                let east = [simd.shift_in(edges[k][0], next[k][0]), simd.shift_in(edges[k][1], next[k][1])];
                let cells = N::Cell::between::<S>(edges[k], east);
                for t in 0..T {
                    cells[t].store_slice(&mut tables[k][t][at..at + lanes]);
                }
            }
            edges = next;
            at += lanes;
        }
    }
}

/// A block of rows: which samples of a whole of `width` columns it fills.
pub(super) struct Rows {
    pub first: usize,
    pub rows: usize,
    pub from: usize,
    pub to: usize,
    pub width: usize,
}

impl Rows {
    /// Fills the block with the octaves' sum from their tables.
    ///
    /// A function of its own, compiled once per level and kind of cell rather than into every noise.
    #[inline(never)]
    pub fn sweep<S: Lanes, N: Cell<T>, const T: usize>(
        &self,
        simd: S,
        octaves: &[Octave],
        strips: &[Box<Strip>],
        tables: &[Box<Tables>],
        finish: Option<Finish>,
        out: &mut [f32],
    ) {
        let summed = octaves[0].term.is_some();
        let bent = octaves[0].term.is_some_and(|term| term.bent);
        let weighted = octaves.iter().any(|o| o.term.is_some_and(|term| term.weight.is_some()));
        let parts = (octaves, strips, tables);
        simd.vectorize(
            #[inline(always)]
            || match (summed, bent, weighted) {
                (false, ..) => {
                    let done = self.one::<S, N, T>(simd, &strips[0], &tables[0], out);
                    self.run::<S, N, T, false, false, false>(simd, parts, None, done, out);
                }
                (_, false, false) => self.run::<S, N, T, true, false, false>(simd, parts, finish, 0, out),
                (_, false, true) => self.run::<S, N, T, true, false, true>(simd, parts, finish, 0, out),
                (_, true, false) => self.run::<S, N, T, true, true, false>(simd, parts, finish, 0, out),
                (_, true, true) => self.run::<S, N, T, true, true, true>(simd, parts, finish, 0, out),
            },
        );
    }

    /// Fills the whole vectors of a block with a noise that is not summed, and says how many those are in a row.
    ///
    /// Row by row, as memory likes it; most vectors lie in the same cell as the one before, whose numbers are in registers
    /// already.
    #[inline(always)]
    fn one<S: Lanes, N: Cell<T>, const T: usize>(
        &self,
        simd: S,
        strip: &Strip,
        tables: &Tables,
        out: &mut [f32],
    ) -> usize {
        let lanes = S::f32s::LEN;
        let whole = (self.to - self.from) / lanes;
        let lines = out[self.first * self.width..].chunks_mut(self.width).take(self.rows);
        for (line, table) in lines.zip(&tables.0) {
            let mut cell = [S::f32s::splat(simd, 0.0); T];
            let mut here = None;
            for (v, line) in line[self.from..self.to].chunks_exact_mut(lanes).enumerate() {
                let at = v * lanes..(v + 1) * lanes;
                let x = S::f32s::from_slice(simd, &strip.frac[at.clone()]);
                let u = S::f32s::from_slice(simd, &strip.faded[at.clone()]);
                let base = usize::from(strip.base[v]).min(LINES - lanes);
                if !strip.single[v] {
                    here = None;
                    let pickers = S::u32s::from_slice(simd, &strip.picker[at]);
                    for t in 0..T {
                        cell[t] = simd.pick(S::f32s::from_slice(simd, &table[t][base..base + lanes]), pickers);
                    }
                } else if here != Some(base) {
                    here = Some(base);
                    for t in 0..T {
                        cell[t] = S::f32s::splat(simd, table[t][base]);
                    }
                }
                N::value::<S>(cell, x, u).store_slice(line);
            }
        }
        whole
    }

    #[inline(always)]
    fn run<S: Lanes, N: Cell<T>, const T: usize, const SUM: bool, const BENT: bool, const WEIGHTED: bool>(
        &self,
        simd: S,
        (octaves, strips, tables): (&[Octave], &[Box<Strip>], &[Box<Tables>]),
        finish: Option<Finish>,
        done: usize,
        out: &mut [f32],
    ) {
        let lanes = S::f32s::LEN;
        let zero = S::f32s::splat(simd, 0.0);
        for (v, column) in (self.from..self.to).step_by(lanes).enumerate().skip(done) {
            for group in (0..self.rows.min(ROWS)).step_by(GROUP) {
                let mut sums = [zero; GROUP];
                for ((octave, strip), table) in octaves.iter().zip(strips).zip(tables) {
                    let at = v * lanes..(v + 1) * lanes;
                    let x = S::f32s::from_slice(simd, &strip.frac[at.clone()]);
                    let u = S::f32s::from_slice(simd, &strip.faded[at.clone()]);
                    let base = usize::from(strip.base[v]).min(LINES - lanes);
                    let bias = octave.term.map_or(0.0, |term| term.bias);
                    let weight = octave.term.and_then(|term| term.weight).unwrap_or(1.0);
                    let table = &table.0[group..group + GROUP];
                    macro_rules! add {
                        ($row:ident, $cell:expr) => {{
                            let mut n = N::value::<S>($cell, x, u);
                            if BENT {
                                n = n.abs() - bias;
                            }
                            if WEIGHTED {
                                n *= weight;
                            }
                            sums[$row] = if SUM { sums[$row] + n } else { n };
                        }};
                    }
                    if strip.single[v] {
                        // The other way round than below: two branches that end alike would be compiled into one end, and
                        // the numbers of all rows would have to wait for it in memory.
                        four_rows!(backwards R => add!(R, {
                            let mut cell = [zero; T];
                            for t in 0..T {
                                cell[t] = S::f32s::splat(simd, table[R][t][base]);
                            }
                            cell
                        }));
                    } else {
                        let pickers = S::u32s::from_slice(simd, &strip.picker[at]);
                        four_rows!(R => add!(R, {
                            let mut cell = [zero; T];
                            for t in 0..T {
                                let cells = S::f32s::from_slice(simd, &table[R][t][base..base + lanes]);
                                cell[t] = simd.pick(cells, pickers);
                            }
                            cell
                        }));
                    }
                }
                four_rows!(R => if group + R < self.rows {
                    let value = match finish {
                        Some(finish) => finish.apply(simd, sums[R]),
                        None => sums[R],
                    };
                    let start = (self.first + group + R) * self.width;
                    store::<S>(value, &mut out[start..start + self.to], column);
                });
            }
        }
    }
}
