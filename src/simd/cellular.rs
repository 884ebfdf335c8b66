//! Cellular noise (Worley, 1996): distance to the nearest of points strewn one per cell of the square lattice.
//!
//! On a grid, what a point contributes along y is computed once per cell and row and what it contributes along x once per
//! column and row of cells, so that a row of samples costs nine look-ups, sums and minima (after the loops of
//! [`rows`](super::rows)). Elsewhere, and in 3D, each lane searches its own cells.

use super::Curve;
use super::lanes::{Lanes, load, store};
use super::lattice::{Hashed, Lattice};
use super::level::at_level;
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::points::{Row, depths};
use super::rows::{ROWS, RowSplits, Tables};
use super::split::{CHUNK, Splits, split};
use super::square::Octave;
use super::strip::{self, Key, LINES, Strip, Work, next_noise};
use super::wrapped::Wrapped;
use fearless_simd::prelude::*;

/// Cellular noise of one feature scale and seed; values in [0, 1].
///
/// The distance in cells over √2 in 2D and over √3 in 3D, the farthest that the point of a sample's own cell can be. The
/// nearest point is exact: where none of the 3 x 3 (x 3) cells holds one that is nearer than the next ring of cells, that
/// ring is searched too; a third ring is never nearer than 2.
#[derive(Clone, Debug)]
pub struct Cellular {
    number: u64,
    scale: f64,
    seed: u64,
    jitter: f32,
    /// Metres of depth after which everything repeats.
    looped: Option<f64>,
}

impl Cellular {
    /// Noise whose cells are `scale` metres wide. `jitter`: 0 keeps every point in the middle of its cell, 1 strews it
    /// over all of it.
    pub fn new(scale: f64, seed: u64, jitter: f32) -> Self {
        Self { number: next_noise(), scale, seed, jitter, looped: None }
    }

    /// The same noise with cells that repeat after `depth` metres, about `scale` metres deep.
    pub fn looping(self, depth: Option<f64>) -> Self {
        Self { looped: depth, ..self }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let seed = mix(self.seed, salt);
        let place = Placement::new(self.scale, shift(seed)).looping(self.looped).repeating(at.period);
        let octave = Octave::single(place, Hashed::new(seed));
        let strewn = Strewn::new(Wrapped::new(octave.lattice, &octave), self.jitter);
        let key = Key::new(self.number, salt, None, depth, at.period);
        for from in (0..at.width).step_by(CHUNK) {
            let to = at.width.min(from + CHUNK);
            let x = if at.separable { &at.x[from..to] } else { &[] };
            let octaves = |into: &mut Vec<Octave>| into.push(octave);
            strip::with_work(&key, x, octaves, |work, is_new| {
                at_level!(simd => fill(simd, strewn, work, is_new, at, depth, (from, to), out));
            });
        }
    }
}

/// Feature points of cells.
#[derive(Clone, Copy)]
pub(super) struct Strewn {
    lattice: Wrapped<Hashed>,
    jitter: f32,
    middle: f32,
}

// Odd multipliers that draw 24-bit numbers from one hash: three coordinates and the cell's own.
const DRAW: [u32; 4] = [0x9E37_79B1, 0xC2B2_AE35, 0x27D4_EB2F, 0x85EB_CA77];

impl Strewn {
    pub fn new(lattice: Wrapped<Hashed>, jitter: f32) -> Self {
        Self { lattice, jitter, middle: 0.5 - 0.5 * jitter }
    }

    /// Coordinate `axis` of the points of cells, in cells from their corners.
    #[inline(always)]
    pub fn coordinate<S: Lanes>(self, number: S::u32s, axis: usize) -> S::f32s {
        let number: S::i32s = (((number ^ (number >> 15)) * DRAW[axis]) >> 8).bitcast();
        number.to_float::<S::f32s>() * (1.0 / 16_777_216.0) * self.jitter + self.middle
    }

    /// A number in [0, 1] that belongs to a cell and to nothing else of it.
    #[inline(always)]
    pub fn drawn<S: Lanes>(self, number: S::u32s) -> S::f32s {
        let number: S::i32s = (((number ^ (number >> 15)) * DRAW[3]) >> 8).bitcast();
        number.to_float::<S::f32s>() * (1.0 / 16_777_215.0)
    }

    /// Numbers of the cells `offset` from those at `at`.
    #[inline(always)]
    pub fn number<S: Lanes>(self, simd: S, at: &[Splits<S>; 3], solid: bool, offset: [i32; 3]) -> S::u32s {
        let lattice = self.lattice;
        let cell = |axis: usize| lattice.strided::<S>(at[axis].cell + offset[axis] as u32, axis);
        let (column, row) = (lattice.column(simd, cell(0)), lattice.row(simd, cell(1)));
        if solid {
            lattice.solid(simd, column, row, lattice.layer(simd, cell(2)))
        } else {
            lattice.flat(simd, column, row)
        }
    }

    /// Squared distances to the points of the cells `offset` from those at `at`.
    #[inline(always)]
    fn squared<S: Lanes>(self, simd: S, at: &[Splits<S>; 3], solid: bool, offset: [i32; 3]) -> S::f32s {
        let number = self.number(simd, at, solid, offset);
        let x = self.coordinate::<S>(number, 0) + offset[0] as f32 - at[0].frac;
        let y = self.coordinate::<S>(number, 1) + offset[1] as f32 - at[1].frac;
        if !solid {
            return x * x + y * y;
        }
        let z = self.coordinate::<S>(number, 2) + offset[2] as f32 - at[2].frac;
        x * x + y * y + z * z
    }

    /// Smallest squared distance to the points of the cells at most `reach` away.
    #[inline(always)]
    fn nearest<S: Lanes>(self, simd: S, at: &[Splits<S>; 3], solid: bool, reach: i32) -> S::f32s {
        let mut nearest = S::f32s::splat(simd, f32::MAX);
        let layers = if solid { -reach..=reach } else { 0..=0 };
        for up in layers {
            for south in -reach..=reach {
                for east in -reach..=reach {
                    nearest = nearest.min(self.squared(simd, at, solid, [east, south, up]));
                }
            }
        }
        nearest
    }

    /// The noise of squared distances, which are those to the nearest points of the 3 x 3 (x 3) cells.
    #[inline(always)]
    fn finish<S: Lanes>(self, simd: S, squared: S::f32s, at: &[Splits<S>; 3], solid: bool) -> S::f32s {
        let mut squared = squared;
        if squared.simd_gt(NEXT_RING * NEXT_RING).any_true() {
            squared = self.farther(simd, squared, at, solid);
        }
        (squared * if solid { 1.0 / 3.0 } else { 0.5 }).sqrt().min(1.0)
    }

    /// `squared`, or what the second ring of cells has nearer. Seldom: its own function keeps the others small.
    #[inline(never)]
    fn farther<S: Lanes>(self, simd: S, squared: S::f32s, at: &[Splits<S>; 3], solid: bool) -> S::f32s {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut ring = S::f32s::splat(simd, 1.0);
                for axis in &at[..if solid { 3 } else { 2 }] {
                    ring = ring.min(axis.frac.min(S::f32s::splat(simd, 1.0) - axis.frac));
                }
                let ring = ring + NEXT_RING;
                let nearer = squared.min(self.nearest(simd, at, solid, 2));
                squared.simd_gt(ring * ring).select(nearer, squared)
            },
        )
    }
}

/// Distance to the second ring of cells from a face of the own cell, less a little for the rounding of the distances that
/// are compared with it.
const NEXT_RING: f32 = 0.9999;

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
#[inline(always)]
fn fill<S: Lanes>(
    simd: S,
    strewn: Strewn,
    work: &mut Work,
    is_new: bool,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, to): (usize, usize),
    out: &mut [f32],
) {
    let place = work.octaves[0].place;
    if is_new && at.separable {
        work.strips[0].lay(simd, &at.x[from..to], &place, Curve::Linear, 1, strewn.lattice);
    }
    let grid = at.separable && at.displacement.is_none() && matches!(depth, Depth::Flat);
    if grid && work.strips[0].count > 0 {
        for first in (0..at.height).step_by(ROWS) {
            let y = &at.y[first..at.height.min(first + ROWS)];
            let rows = RowSplits::new(simd, y, &place, Curve::Linear);
            let block = Block { strewn, rows, count: y.len(), first, from, to, width: at.width };
            block.fill(simd, work, out);
        }
    } else {
        points(simd, strewn, &place, &work.strips[0], at, depth, (from, to), out);
    }
}

/// A block of rows of a grid: which samples of a whole of `width` columns it fills.
struct Block {
    strewn: Strewn,
    rows: RowSplits,
    count: usize,
    first: usize,
    from: usize,
    to: usize,
    width: usize,
}

impl Block {
    #[inline(always)]
    fn fill<S: Lanes>(&self, simd: S, work: &mut Work, out: &mut [f32]) {
        let Work { strips, tables, .. } = work;
        let strip = &mut *strips[0];
        let [down, along, ..] = &mut tables[..] else { return };
        for row in 0..self.count {
            self.blend(simd, strip, row, down, along);
        }
        for (v, column) in (self.from..self.to).step_by(S::f32s::LEN).enumerate() {
            if strip.single[v] {
                self.sweep::<S, true>(simd, strip, (v, column), down, along, out);
            } else {
                self.sweep::<S, false>(simd, strip, (v, column), down, along, out);
            }
        }
    }

    /// Writes squared distances along y of the points around `row`, and, where it starts a row of cells, the points' x.
    #[inline(always)]
    fn blend<S: Lanes>(&self, simd: S, strip: &mut Strip, row: usize, down: &mut Tables, along: &mut Tables) {
        let strewn = self.strewn;
        strip.turn_to::<S, 2, 3>(
            simd,
            self.rows.cell[row],
            1u32.wrapping_neg(),
            #[inline(always)]
            |columns, y| {
                let row = strewn.lattice.row(simd, strewn.lattice.strided::<S>(y, 1));
                let number = strewn.lattice.flat(simd, columns, row);
                [strewn.coordinate::<S>(number, 0), strewn.coordinate::<S>(number, 1)]
            },
        );
        let y = S::f32s::splat(simd, self.rows.frac[row]);
        for i in (0..strip.count).step_by(S::f32s::LEN) {
            let points = strip.points::<S, 2, 3>(simd, i);
            for (line, south) in [-1.0, 0.0, 1.0].into_iter().enumerate() {
                let dy = points[line][1] + south - y;
                (dy * dy).store_slice(&mut down.0[row][line][i..i + S::f32s::LEN]);
                if self.starts_cell(row) {
                    points[line][0].store_slice(&mut along.0[row][line][i..i + S::f32s::LEN]);
                }
            }
        }
    }

    fn starts_cell(&self, row: usize) -> bool {
        row == 0 || self.rows.cell[row] != self.rows.cell[row - 1]
    }

    /// Fills all rows of one vector of columns.
    #[inline(always)]
    fn sweep<S: Lanes, const SINGLE: bool>(
        &self,
        simd: S,
        strip: &Strip,
        (v, column): (usize, usize),
        down: &Tables,
        along: &Tables,
        out: &mut [f32],
    ) {
        let lanes = S::f32s::LEN;
        let x = strip.at(simd, v * lanes);
        let base = usize::from(strip.base[v]).min(LINES - lanes - 2);
        let pickers = S::u32s::from_slice(simd, &strip.picker[v * lanes..][..lanes]);
        macro_rules! fetch {
            ($line:expr, $east:expr) => {{
                let from = base + $east;
                if SINGLE {
                    S::f32s::splat(simd, $line[from])
                } else {
                    simd.pick(S::f32s::from_slice(simd, &$line[from..from + lanes]), pickers)
                }
            }};
        }
        let mut east = [[S::f32s::splat(simd, 0.0); 3]; 3];
        for row in 0..self.count.min(ROWS) {
            if self.starts_cell(row) {
                for line in 0..3 {
                    for e in 0..3 {
                        let dx = fetch!(along.0[row][line], e) + (e as f32 - 1.0) - x.frac;
                        east[line][e] = dx * dx;
                    }
                }
            }
            let mut nearest = S::f32s::splat(simd, f32::MAX);
            for line in 0..3 {
                for e in 0..3 {
                    nearest = nearest.min(east[line][e] + fetch!(down.0[row][line], e));
                }
            }
            let y = split_of(simd, &self.rows, row);
            let value = self.strewn.finish(simd, nearest, &[x, y, y], false);
            let start = (self.first + row) * self.width;
            store::<S>(value, &mut out[start..start + self.to], column);
        }
    }
}

#[inline(always)]
fn split_of<S: Lanes>(simd: S, rows: &RowSplits, row: usize) -> Splits<S> {
    Splits { cell: S::u32s::splat(simd, rows.cell[row]), frac: S::f32s::splat(simd, rows.frac[row]) }
}

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
#[inline(always)]
fn points<S: Lanes>(
    simd: S,
    strewn: Strewn,
    place: &Placement,
    strip: &Strip,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, to): (usize, usize),
    out: &mut [f32],
) {
    let solid = !matches!(depth, Depth::Flat);
    let level = Splits::splat(simd, split(place.z(if let Depth::Level(z) = depth { z } else { 0.0 })));
    let (mut xs, mut ys) = (Row::new(), Row::new());
    for r in 0..at.height {
        let span = at.span(r, from, to);
        let mut row = level;
        if at.separable {
            row = Splits::splat(simd, place.split(at.y[r], 1));
        } else {
            xs.lay(simd, &at.x[span.clone()], (place, 0), (0, 1));
            ys.lay(simd, &at.y[span.clone()], (place, 1), (0, 1));
        }
        let line = &mut out[span.clone()];
        for i in (0..to - from).step_by(S::f32s::LEN) {
            let (mut x, mut y) = if at.separable { (strip.at(simd, i), row) } else { (xs.at(simd, i), ys.at(simd, i)) };
            if let Some((dx, dy)) = at.displacement {
                x = x.moved(place.steps(simd, load(simd, &dx[span.clone()], i), 0), 1);
                y = y.moved(place.steps(simd, load(simd, &dy[span.clone()], i), 1), 1);
            }
            let z = match depth {
                Depth::Samples(z) => depths(simd, &z[span.clone()], i, |z| place.z(z)),
                Depth::Flat | Depth::Level(_) => level,
            };
            let here = [x, y, z];
            let value = if solid {
                strewn.finish(simd, strewn.nearest(simd, &here, true, 1), &here, true)
            } else {
                strewn.finish(simd, strewn.nearest(simd, &here, false, 1), &here, false)
            };
            store::<S>(value, line, i);
        }
    }
}
