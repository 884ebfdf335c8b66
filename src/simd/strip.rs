//! What a noise knows about a strip of columns, and the memory of it from block to block.
//!
//! A render walks down its strips block by block. Splitting columns, fading them and hashing lattice points costs as much
//! as a block's samples, so each thread keeps the strips that it used last. They are found by the noise and the exact
//! positions of the columns, and hold nothing that is not a function of those.

use super::fade::Curve;
use super::lanes::{Lanes, MOST};
use super::lattice::Lattice;
use super::level::{Level, pinned, vectorized};
use super::place::{Depth, Placement};
use super::points::strides;
use super::rows::Tables;
use super::split::{CHUNK, Splits};
use super::square::Octave;
use super::sum::Sum;
use super::wrapped::Wrapped;
use fearless_simd::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most columns of a strip, of which sums of octaves use [`CHUNK`].
///
/// A field is written fastest in long rows, but what several octaves know of them would not fit the first cache.
pub(super) const LONG: usize = 1024;
/// Room for the columns: a little more, so that the arrays of a strip do not begin at the same place of a cache's ways.
const ROOM: usize = LONG + MOST;
/// Room for the lattice columns of a strip, in whole vectors.
pub(super) const LINES: usize = CHUNK + 2 * MOST;
/// Most lattice columns of a strip: one more than a cell per sample of a [`CHUNK`] has.
const MOST_LINES: usize = CHUNK + 1;

/// One octave over up to [`LONG`] columns. Entries between the last column and the end of its vector repeat it.
#[repr(C, align(64))]
pub(super) struct Strip {
    /// The columns on the lattice: fraction, fraction faded, cell.
    pub frac: [f32; ROOM],
    pub faded: [f32; ROOM],
    pub cell: [u32; ROOM],
    /// The cells as the lattice strides, [`ROUND_BITS`] further west, so that the first number of
    /// [`step_of`](super::split::step_of) can be added.
    pub strided: [u32; ROOM],
    /// Which cell each column lies in, counted from its vector's base, as [`Lanes::pick`] takes it.
    pub picker: [u32; ROOM],
    /// The first cell that each vector's look-ups load.
    pub base: [u16; ROOM / 4],
    /// Whether all of a vector lies in its base cell.
    pub single: [bool; ROOM / 4],
    /// Columns, in whole vectors.
    used: usize,
    /// Lattice columns, those on both sides of every cell and the margin in the west; 0 if a vector touches more cells than a look-up can tell apart.
    pub count: usize,
    /// What depends on x alone, for each lattice column.
    hash: [u32; LINES],
    /// The points of the two or three lattice rows around the current row of cells, as a ring.
    points: [[[f32; LINES]; 3]; 3],
    /// Place of the northmost one in the ring.
    north: usize,
    /// The current row of cells.
    row: Option<u32>,
}

impl Strip {
    fn new() -> Box<Self> {
        Box::new(Self {
            frac: [0.0; ROOM],
            faded: [0.0; ROOM],
            cell: [0; ROOM],
            strided: [0; ROOM],
            picker: [0; ROOM],
            base: [0; ROOM / 4],
            single: [false; ROOM / 4],
            used: 0,
            count: 0,
            hash: [0; LINES],
            points: [[[0.0; LINES]; 3]; 3],
            north: 0,
            row: None,
        })
    }

    /// Lays the strip over the columns `x`, with `margin` more lattice columns than cells need in the west and as many in
    /// the east.
    #[inline(always)]
    pub fn lay<S: Lanes, L: Lattice>(
        &mut self,
        simd: S,
        x: &[f64],
        place: &Placement,
        curve: Curve,
        margin: u32,
        lattice: Wrapped<L>,
    ) {
        let [(start, stride), _] = strides(lattice, place);
        let Some(west) = self.lay_cells(simd, x, place, curve, (start, stride)) else { return };
        self.count += 2 * margin as usize;
        let west = west.wrapping_sub(margin);
        for at in (0..self.count).step_by(S::u32s::LEN) {
            let cells = S::u32s::from_fn(simd, |lane| west.wrapping_add((at + lane) as u32));
            let hash = lattice.column(simd, lattice.strided::<S>(cells, 0));
            hash.store_slice(&mut self.hash[at..at + S::u32s::LEN]);
        }
    }

    /// What [`Strip::lay`] does before it asks for random numbers: all but those of lattice columns. Says which cell is the
    /// westmost one, unless a vector touches too many of them.
    ///
    /// A function of its own, compiled once per level rather than into every noise.
    #[inline(never)]
    fn lay_cells<S: Lanes>(
        &mut self,
        simd: S,
        x: &[f64],
        place: &Placement,
        curve: Curve,
        strides: (u32, u32),
    ) -> Option<u32> {
        simd.vectorize(
            #[inline(always)]
            || {
                self.lay_columns(simd, x, place, strides);
                for at in (0..self.used).step_by(S::f32s::LEN) {
                    let t = S::f32s::from_slice(simd, &self.frac[at..at + S::f32s::LEN]);
                    curve.lanes(simd, t).store_slice(&mut self.faded[at..at + S::f32s::LEN]);
                }
                (self.row, self.count) = (None, 0);
                self.place_vectors::<S>()
            },
        )
    }

    /// Splits the columns `x`, and nothing else; strides cells by `start` and `stride`.
    #[inline(always)]
    pub fn lay_columns<S: Lanes>(&mut self, simd: S, x: &[f64], place: &Placement, (start, stride): (u32, u32)) {
        let n = x.len();
        place.split_all(x, 0, &mut self.cell, &mut self.frac);
        let (cell, frac) = (self.cell[n - 1], self.frac[n - 1]);
        self.used = n.next_multiple_of(MOST);
        self.cell[n..self.used].fill(cell);
        self.frac[n..self.used].fill(frac);
        for at in (0..self.used).step_by(S::u32s::LEN) {
            let cells = S::u32s::from_slice(simd, &self.cell[at..at + S::u32s::LEN]);
            (cells * stride + start).store_slice(&mut self.strided[at..at + S::u32s::LEN]);
        }
    }

    /// The lanes of the columns from `i` on.
    #[inline(always)]
    pub fn at<S: Lanes>(&self, simd: S, i: usize) -> Splits<S> {
        let span = i..i + S::f32s::LEN;
        let cell = S::u32s::from_slice(simd, &self.cell[span.clone()]);
        Splits { cell, frac: S::f32s::from_slice(simd, &self.frac[span]) }
    }

    /// The cells, strided, and the fractions of the columns from `from` on, which is a multiple of [`CHUNK`] within the strip.
    pub fn chunk(&self, from: usize) -> (&[u32; CHUNK], &[f32; CHUNK]) {
        let whole = "a strip holds whole chunks";
        let cells = self.strided[from..].first_chunk().expect(whole);
        (cells, self.frac[from..].first_chunk().expect(whole))
    }

    /// The lanes of the columns from `i` on, their cells strided.
    #[inline(always)]
    pub fn strided_at<S: Lanes>(&self, simd: S, i: usize) -> Splits<S> {
        let span = i..i + S::f32s::LEN;
        let cell = S::u32s::from_slice(simd, &self.strided[span.clone()]);
        Splits { cell, frac: S::f32s::from_slice(simd, &self.frac[span]) }
    }

    /// Finds the cells that each vector's look-ups load, and the westmost cell. Columns may come in any order.
    #[inline(always)]
    fn place_vectors<S: Lanes>(&mut self) -> Option<u32> {
        let lanes = S::f32s::LEN;
        let first = self.cell[0];
        let offset = |cell: u32| i64::from(cell.wrapping_sub(first) as i32);
        let cells = &self.cell[..self.used];
        let lowest = cells.iter().map(|&c| offset(c)).min()?;
        let highest = cells.iter().map(|&c| offset(c)).max()?;
        let lines = highest - lowest + 2;
        if lines > MOST_LINES as i64 {
            return None;
        }
        for (v, cells) in cells.chunks_exact(lanes).enumerate() {
            let place = |c: u32| (offset(c) - lowest) as usize;
            let low = cells.iter().map(|&c| place(c)).min()?;
            let high = cells.iter().map(|&c| place(c)).max()?;
            if high - low >= lanes {
                return None;
            }
            // The roundest base that still reaches the last cell: loads that cross no cache line are twice as fast.
            let mut unit = lanes;
            while high - (low & !(unit - 1)) >= lanes {
                unit /= 2;
            }
            let base = low & !(unit - 1);
            self.single[v] = low == high;
            self.base[v] = if low == high { low } else { base } as u16;
            let base = usize::from(self.base[v]);
            for (picker, &cell) in self.picker[v * lanes..][..lanes].iter_mut().zip(cells) {
                *picker = S::picker((place(cell) - base) as u32);
            }
        }
        self.count = lines as usize;
        Some(first.wrapping_add(lowest as u32))
    }

    /// Makes `row` the current row of cells, with `L` lattice rows around it from `first` on; `point` gives points from
    /// what columns depend on and a row of the lattice.
    #[inline(always)]
    pub fn turn_to<S: Lanes, const C: usize, const L: usize>(
        &mut self,
        simd: S,
        row: u32,
        first: u32,
        point: impl Fn(S::u32s, S::u32s) -> [S::f32s; C],
    ) {
        if self.row == Some(row) {
            return;
        }
        let next = self.row == Some(row.wrapping_sub(1));
        if next {
            self.north = (self.north + 1) % L;
        }
        for line in if next { L - 1 } else { 0 }..L {
            let y = S::u32s::splat(simd, row.wrapping_add(first).wrapping_add(line as u32));
            let points = &mut self.points[(self.north + line) % L];
            for at in (0..self.count).step_by(S::f32s::LEN) {
                let columns = S::u32s::from_slice(simd, &self.hash[at..at + S::u32s::LEN]);
                let point = point(columns, y);
                for c in 0..C {
                    point[c].store_slice(&mut points[c][at..at + S::f32s::LEN]);
                }
            }
        }
        self.row = Some(row);
    }

    /// Points of `L` lattice rows around the current row of cells, from lattice column `at` on.
    #[inline(always)]
    pub fn points<S: Lanes, const C: usize, const L: usize>(&self, simd: S, at: usize) -> [[S::f32s; C]; L] {
        let mut points = [[S::f32s::splat(simd, 0.0); C]; L];
        for line in 0..L {
            for c in 0..C {
                let lanes = &self.points[(self.north + line) % L][c][at..at + S::f32s::LEN];
                points[line][c] = S::f32s::from_slice(simd, lanes);
            }
        }
        points
    }
}

/// What strips are found by, beside their columns.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Key {
    /// Number of the noise; see [`next_noise`].
    pub noise: u64,
    pub salt: u64,
    /// Octaves, lacunarity, gain, fold and finest features of the sum, as bits.
    pub sum: [u64; 4],
    /// Kind of depth, and its value if it is one.
    pub depth: (u8, u64),
    /// Metres after which everything repeats, as bits; 0 for never.
    pub period: [u64; 2],
}

impl Key {
    pub fn new(noise: u64, salt: u64, sum: Option<&Sum>, depth: Depth<'_>, period: Option<[f64; 2]>) -> Self {
        let sum = sum.map_or([0; 4], |s| {
            let small = u64::from(s.octaves) << 8 | s.fold as u64;
            [small, s.lacunarity.to_bits(), u64::from(s.gain.to_bits()), s.finest.map_or(0, f64::to_bits)]
        });
        let period = period.map_or([0; 2], |period| period.map(f64::to_bits));
        let depth = match depth {
            Depth::Flat => (0, 0),
            Depth::Level(z) => (1, z.to_bits()),
            Depth::Samples(_) => (2, 0),
        };
        Self { noise, salt, sum, depth, period }
    }
}

/// A number that no other noise of this process has.
pub(super) fn next_noise() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The octaves of a noise over some columns.
pub(super) struct Work {
    key: Key,
    level: Level,
    x: Vec<f64>,
    /// When it was used last.
    used: u64,
    pub octaves: Vec<Octave>,
    pub strips: Vec<Box<Strip>>,
    pub tables: Vec<Box<Tables>>,
}

impl Work {
    fn is(&self, key: &Key, level: Level, x: &[f64]) -> bool {
        self.key == *key && self.level == level && same_bits(&self.x, x)
    }

    /// Takes the place of what was remembered, with strips that are still to be laid.
    fn renew(&mut self, key: Key, level: Level, x: &[f64], octaves: impl Fn(&mut Vec<Octave>)) {
        (self.key, self.level) = (key, level);
        self.x.clear();
        self.x.extend_from_slice(x);
        self.octaves.clear();
        octaves(&mut self.octaves);
        self.strips.resize_with(self.octaves.len(), Strip::new);
    }
}

/// Whether two lists are equal bit by bit, without a branch per entry.
fn same_bits(a: &[f64], b: &[f64]) -> bool {
    let differ = |differ: u64, (a, b): (&f64, &f64)| differ | (a.to_bits() ^ b.to_bits());
    a.len() == b.len() && a.first() == b.first() && vectorized(|| a.iter().zip(b).fold(0, differ) == 0)
}

/// Strips that a thread remembers.
const REMEMBERED: usize = 64;

#[derive(Default)]
struct Memory {
    clock: u64,
    strips: Vec<Box<Work>>,
    /// Tables that are not in use; their contents do not matter.
    tables: Vec<Vec<Box<Tables>>>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

impl Memory {
    /// The strips of `key` over the columns `x`, or room for them, and which of the two it is.
    fn take(&mut self, key: &Key, level: Level, x: &[f64]) -> (Option<Box<Work>>, bool) {
        self.clock += 1;
        if let Some(place) = self.strips.iter().rposition(|work| work.is(key, level, x)) {
            return (Some(self.strips.swap_remove(place)), false);
        }
        if self.strips.len() < REMEMBERED {
            return (None, true);
        }
        let oldest = self.strips.iter().enumerate().min_by_key(|(_, work)| work.used).map(|(place, _)| place);
        (oldest.map(|place| self.strips.swap_remove(place)), true)
    }
}

/// Lends `run` the octaves that `key` names over the columns `x`, and whether their strips are still to be laid.
pub(super) fn with_work(key: &Key, x: &[f64], octaves: impl Fn(&mut Vec<Octave>), run: impl FnOnce(&mut Work, bool)) {
    let level = super::level();
    let (found, is_new, used, tables) = MEMORY.with_borrow_mut(|memory| {
        let (found, is_new) = memory.take(key, level, x);
        (found, is_new, memory.clock, memory.tables.pop().unwrap_or_default())
    });
    let mut work = found.unwrap_or_else(|| {
        let (x, octaves, strips) = (Vec::new(), Vec::new(), Vec::new());
        Box::new(Work { key: *key, level, x, used, octaves, strips, tables: Vec::new() })
    });
    if is_new {
        work.renew(*key, level, x, octaves);
    }
    (work.used, work.tables) = (used, tables);
    if work.tables.len() <= work.octaves.len() {
        work.tables.resize_with(work.octaves.len() + 1, Tables::new);
    }
    pinned(level, || run(&mut work, is_new));
    let tables = std::mem::take(&mut work.tables);
    MEMORY.with_borrow_mut(|memory| {
        memory.tables.push(tables);
        memory.strips.push(work);
    });
}
