//! The loops of noises on the square lattice.
//!
//! On an undisplaced, axis-aligned grid ([`rows`]) lattice points are hashed once per row of cells and blended in y once
//! per row of samples. Elsewhere ([`points`]) each sample does all of it. Both call the same functions in the same order,
//! so they agree to the bit.

use super::place::{Depth, Placement, Positions};
use super::split::{CHUNK, Split, Splits, split};

/// Lattice columns that a chunk may touch while it is worked on row by row: one per sample and the two at the ends.
pub(super) const LINES: usize = CHUNK + 2;

/// A noise on the square lattice, cut where neighbouring samples share work.
pub(super) trait SquareNoise {
    /// What the third coordinate contributes; nothing in 2D.
    type Slab: Copy;
    /// A lattice point, blended over the third coordinate.
    type Corner: Copy + Default;
    /// A lattice column, blended in y.
    type Edge: Copy;
    /// What lies between two lattice columns.
    type Cell: Copy + Default;

    fn column(&self, x: i32) -> u32;
    fn row(&self, y: i32) -> u32;
    fn slab(&self, z: Split) -> Self::Slab;
    fn corner(&self, column: u32, row: u32, slab: Self::Slab) -> Self::Corner;
    /// `y` is the fraction, `v` the fraction faded.
    fn edge(&self, north: Self::Corner, south: Self::Corner, y: f32, v: f32) -> Self::Edge;
    fn cell(&self, west: Self::Edge, east: Self::Edge) -> Self::Cell;
    /// `x` is the fraction, `u` the fraction faded.
    fn value(&self, cell: Self::Cell, x: f32, u: f32) -> f32;
    fn fade(&self, t: f32) -> f32;

    /// The lattice points around a cell: north-west, north-east, south-west, south-east.
    #[inline(always)]
    fn around(&self, (x, y): (i32, i32), slab: Self::Slab) -> [Self::Corner; 4] {
        let (west, east) = (self.column(x), self.column(x.wrapping_add(1)));
        let (north, south) = (self.row(y), self.row(y.wrapping_add(1)));
        [(west, north), (east, north), (west, south), (east, south)].map(|(c, r)| self.corner(c, r, slab))
    }

    /// The noise inside a cell.
    #[inline(always)]
    fn inside(&self, [nw, ne, sw, se]: [Self::Corner; 4], x: f32, y: f32) -> f32 {
        let v = self.fade(y);
        self.value(self.cell(self.edge(nw, sw, y, v), self.edge(ne, se, y, v)), x, self.fade(x))
    }
}

/// Fills `out` with the noise at the positions `at`.
pub(super) fn fill<N: SquareNoise>(
    noise: &N,
    place: &Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    out: &mut [f32],
) {
    let level = match depth {
        Depth::Flat => 0.0,
        Depth::Level(z) => z,
        Depth::Samples(_) => 0.0,
    };
    let slab = noise.slab(split(place.z(level)));
    let grid = at.separable && at.displacement.is_none() && !matches!(depth, Depth::Samples(_));
    let mut columns = Splits::new();
    for from in (0..at.width).step_by(CHUNK) {
        let to = at.width.min(from + CHUNK);
        if at.separable {
            columns.load(&at.x[from..to], |x| place.x(x));
        }
        let lines = if grid { Lines::of(&columns, to - from) } else { None };
        match lines {
            Some(lines) => rows(noise, place, at, slab, (from, to), &columns, &lines, out),
            None => points(noise, place, at, depth, slab, (from, to), &columns, out),
        }
    }
}

/// The lattice columns that a chunk of samples touches.
pub(super) struct Lines {
    /// The westmost one.
    pub west: i32,
    /// How many there are, the eastern side of the last cell included.
    pub count: usize,
    /// Cell of each sample, counted from `west`.
    pub index: [u16; CHUNK],
}

impl Lines {
    /// The lines of the first `n` columns; `None` if there are more lines than samples, so that nothing is shared.
    pub fn of(columns: &Splits, n: usize) -> Option<Self> {
        let first = columns.cell[0];
        let (mut lo, mut hi) = (0, 0);
        for cell in &columns.cell[..n] {
            let offset = cell.wrapping_sub(first);
            lo = lo.min(offset);
            hi = hi.max(offset);
        }
        let count = i64::from(hi) - i64::from(lo) + 2;
        if count > n as i64 + 2 {
            return None;
        }
        let west = first.wrapping_add(lo);
        let mut index = [0; CHUNK];
        for (i, cell) in index.iter_mut().zip(&columns.cell[..n]) {
            *i = cell.wrapping_sub(west) as u16;
        }
        Some(Self { west, count: count as usize, index })
    }
}

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
fn rows<N: SquareNoise>(
    noise: &N,
    place: &Placement,
    at: &Positions<'_>,
    slab: N::Slab,
    (from, to): (usize, usize),
    columns: &Splits,
    lines: &Lines,
    out: &mut [f32],
) {
    let n = to - from;
    let mut hashes = [0; LINES];
    for (i, hash) in hashes[..lines.count].iter_mut().enumerate() {
        *hash = noise.column(lines.west.wrapping_add(i as i32));
    }
    let mut faded = [0.0; CHUNK];
    for (u, &x) in faded.iter_mut().zip(&columns.frac[..n]) {
        *u = noise.fade(x);
    }
    let line = |y: i32, corners: &mut [N::Corner; LINES]| {
        let row = noise.row(y);
        for (corner, &column) in corners.iter_mut().zip(&hashes[..lines.count]) {
            *corner = noise.corner(column, row, slab);
        }
    };
    let mut north = [N::Corner::default(); LINES];
    let mut south = [N::Corner::default(); LINES];
    let mut cells = [N::Cell::default(); LINES];
    let mut current = None;
    for (r, &y) in at.y.iter().enumerate() {
        let y = split(place.y(y));
        if current != Some(y.cell) {
            if current == Some(y.cell.wrapping_sub(1)) {
                std::mem::swap(&mut north, &mut south);
            } else {
                line(y.cell, &mut north);
            }
            line(y.cell.wrapping_add(1), &mut south);
            current = Some(y.cell);
        }
        let v = noise.fade(y.frac);
        let mut west = noise.edge(north[0], south[0], y.frac, v);
        for i in 1..lines.count {
            let east = noise.edge(north[i], south[i], y.frac, v);
            cells[i - 1] = noise.cell(west, east);
            west = east;
        }
        let (quads, rest) = out[at.span(r, from, to)].as_chunks_mut::<4>();
        let rest_from = 4 * quads.len();
        let (index, _) = lines.index.as_chunks::<4>();
        let (x, _) = columns.frac.as_chunks::<4>();
        let (u, _) = faded.as_chunks::<4>();
        for (((o, i), x), u) in quads.iter_mut().zip(index).zip(x).zip(u) {
            if i[0] == i[3] && i[1] == i[2] && i[0] == i[1] {
                let cell = cells[usize::from(i[0])];
                *o = [0, 1, 2, 3].map(|k| noise.value(cell, x[k], u[k]));
            } else {
                for k in 0..4 {
                    o[k] = noise.value(cells[usize::from(i[k])], x[k], u[k]);
                }
            }
        }
        for (k, o) in rest.iter_mut().enumerate() {
            let i = rest_from + k;
            *o = noise.value(cells[usize::from(lines.index[i])], columns.frac[i], faded[i]);
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
fn points<N: SquareNoise>(
    noise: &N,
    place: &Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    slab: N::Slab,
    (from, to): (usize, usize),
    columns: &Splits,
    out: &mut [f32],
) {
    let (mut xs, mut ys) = (Splits::new(), Splits::new());
    for r in 0..at.height {
        locate(place, at, r, (from, to), columns, &mut xs, &mut ys);
        let span = at.span(r, from, to);
        match depth {
            Depth::Samples(z) => {
                let z = &z[span.clone()];
                for (i, (o, &z)) in out[span].iter_mut().zip(z).enumerate() {
                    let slab = noise.slab(split(place.z(f64::from(z))));
                    let corners = noise.around((xs.cell[i], ys.cell[i]), slab);
                    *o = noise.inside(corners, xs.frac[i], ys.frac[i]);
                }
            }
            Depth::Flat | Depth::Level(_) => {
                // Neighbouring samples mostly lie in the same cell.
                let mut cell = (xs.cell[0], ys.cell[0]);
                let mut corners = noise.around(cell, slab);
                for (i, o) in out[span].iter_mut().enumerate() {
                    if cell != (xs.cell[i], ys.cell[i]) {
                        cell = (xs.cell[i], ys.cell[i]);
                        corners = noise.around(cell, slab);
                    }
                    *o = noise.inside(corners, xs.frac[i], ys.frac[i]);
                }
            }
        }
    }
}

/// Splits the positions of samples `from..to` of row `r`; `columns` holds those of a separable base.
pub(super) fn locate(
    place: &Placement,
    at: &Positions<'_>,
    r: usize,
    (from, to): (usize, usize),
    columns: &Splits,
    xs: &mut Splits,
    ys: &mut Splits,
) {
    let span = at.span(r, from, to);
    if at.separable {
        xs.copy(to - from, columns);
        ys.repeat(to - from, split(place.y(at.y[r])));
    } else {
        xs.load(&at.x[span.clone()], |x| place.x(x));
        ys.load(&at.y[span.clone()], |y| place.y(y));
    }
    if let Some((dx, dy)) = at.displacement {
        xs.displace(&dx[span.clone()], |d| place.offset(d));
        ys.displace(&dy[span], |d| place.offset(d));
    }
}
