//! Cellular noise (Worley, 1996): distance to the nearest of points strewn one per cell of the square lattice.

use super::drive::{LINES, Lines, locate};
use super::lattice::{Hashed, Lattice};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::split::{CHUNK, Split, Splits, split};

/// Cellular noise of one feature scale and seed; values in [0, 1].
///
/// The distance in cells over √2 in 2D and over √3 in 3D, the farthest that the point of a sample's own cell can be. The
/// nearest point is exact: where none of the 3 x 3 (x 3) cells holds one that is nearer than the next ring of cells, that
/// ring is searched too; a third ring is never nearer than 2.
#[derive(Clone, Debug)]
pub struct Cellular {
    scale: f64,
    seed: u64,
    jitter: f32,
}

impl Cellular {
    /// Noise whose cells are `scale` metres wide. `jitter`: 0 keeps every point in the middle of its cell, 1 strews it
    /// over all of it.
    pub fn new(scale: f64, seed: u64, jitter: f32) -> Self {
        Self { scale, seed, jitter }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let seed = mix(self.seed, salt);
        let place = Placement::new(self.scale, shift(seed));
        let points = Points { lattice: Hashed::new(seed), jitter: self.jitter, middle: 0.5 - 0.5 * self.jitter };
        match depth {
            Depth::Flat => fill(&Flat(points), &place, at, depth, out),
            _ => fill(&Solid(points), &place, at, depth, out),
        }
    }
}

/// Feature points of cells.
#[derive(Clone, Copy)]
struct Points {
    lattice: Hashed,
    jitter: f32,
    middle: f32,
}

// Odd multipliers that draw up to three 24-bit numbers from one hash.
const DRAW: [u32; 3] = [0x9E37_79B1, 0xC2B2_AE35, 0x27D4_EB2F];

impl Points {
    /// Coordinate `axis` of the point of a cell, in cells from its corner.
    #[inline(always)]
    fn coordinate(self, hash: u32, axis: usize) -> f32 {
        let hash = (hash ^ (hash >> 15)).wrapping_mul(DRAW[axis]);
        self.middle + self.jitter * ((hash >> 8) as f32 * (1.0 / 16_777_216.0))
    }
}

/// Cellular noise of two or three dimensions, cut where neighbouring samples share work.
trait Features {
    /// What the third coordinate contributes.
    type Slab: Copy;
    /// Points of the cells at one column and row.
    type Pillar: Copy + Default;

    fn points(&self) -> Points;
    fn slab(&self, z: Split) -> Self::Slab;
    /// Cell of the third coordinate.
    fn cell(slab: Self::Slab) -> i32;
    /// Distance from a depth to the nearer side of its cell.
    fn inset(slab: Self::Slab) -> f32;
    /// The points of the cells at `reach` and less from the slab's.
    fn pillar(&self, column: u32, row: u32, slab: Self::Slab) -> Self::Pillar;
    /// Smallest squared distance to a pillar's points; `east` and `south` lead from the sample's cell to the pillar's.
    fn nearest(pillar: &Self::Pillar, east: f32, south: f32, x: f32, y: f32, slab: Self::Slab) -> f32;
    /// The same over the cells two rings away in the third coordinate too.
    fn nearest_far(&self, column: u32, row: u32, offset: [f32; 2], x: f32, y: f32, slab: Self::Slab) -> f32;
    /// The value of a squared distance.
    fn value(squared: f32) -> f32;

    /// `squared`, or what the second ring of cells has nearer.
    #[inline(always)]
    fn finish(&self, squared: f32, x: Split, y: Split, slab: Self::Slab) -> f32 {
        let inset = x.frac.min(1.0 - x.frac).min(y.frac.min(1.0 - y.frac)).min(Self::inset(slab));
        // A little less than the ring's distance, for the rounding of the distances that are compared with it.
        let ring = 0.9999 + inset;
        Self::value(if squared > ring * ring { self.search_far(squared, x, y, slab) } else { squared })
    }

    #[cold]
    fn search_far(&self, mut squared: f32, x: Split, y: Split, slab: Self::Slab) -> f32 {
        let lattice = self.points().lattice;
        for south in -2..=2 {
            for east in -2..=2 {
                let column = lattice.column(x.cell.wrapping_add(east));
                let row = lattice.row(y.cell.wrapping_add(south));
                let offset = [east as f32, south as f32];
                squared = squared.min(self.nearest_far(column, row, offset, x.frac, y.frac, slab));
            }
        }
        squared
    }

    /// The pillars around a cell, row by row.
    #[inline(always)]
    fn around(&self, (x, y): (i32, i32), slab: Self::Slab) -> [[Self::Pillar; 3]; 3] {
        let lattice = self.points().lattice;
        let columns = [-1, 0, 1].map(|d| lattice.column(x.wrapping_add(d)));
        [-1, 0, 1].map(|d| {
            let row = lattice.row(y.wrapping_add(d));
            columns.map(|column| self.pillar(column, row, slab))
        })
    }

    /// The noise inside a cell, from three rows of three pillars.
    #[inline(always)]
    fn inside(&self, rows: [&[Self::Pillar]; 3], x: Split, y: Split, slab: Self::Slab) -> f32 {
        let mut squared = f32::MAX;
        for (south, row) in [-1.0, 0.0, 1.0].into_iter().zip(rows) {
            for (east, pillar) in [-1.0, 0.0, 1.0].into_iter().zip(row) {
                squared = squared.min(Self::nearest(pillar, east, south, x.frac, y.frac, slab));
            }
        }
        self.finish(squared, x, y, slab)
    }
}

struct Flat(Points);

impl Features for Flat {
    type Slab = ();
    type Pillar = [f32; 2];

    #[inline(always)]
    fn points(&self) -> Points {
        self.0
    }
    #[inline(always)]
    fn slab(&self, _: Split) {}
    #[inline(always)]
    fn cell((): ()) -> i32 {
        0
    }
    #[inline(always)]
    fn inset((): ()) -> f32 {
        0.5
    }
    #[inline(always)]
    fn pillar(&self, column: u32, row: u32, (): ()) -> [f32; 2] {
        let hash = self.0.lattice.flat(self.0.lattice.plane(column, row));
        [self.0.coordinate(hash, 0), self.0.coordinate(hash, 1)]
    }
    #[inline(always)]
    fn nearest(&[px, py]: &[f32; 2], east: f32, south: f32, x: f32, y: f32, (): ()) -> f32 {
        let (dx, dy) = ((px + east) - x, (py + south) - y);
        dx * dx + dy * dy
    }
    fn nearest_far(&self, column: u32, row: u32, [east, south]: [f32; 2], x: f32, y: f32, (): ()) -> f32 {
        Self::nearest(&self.pillar(column, row, ()), east, south, x, y, ())
    }
    #[inline(always)]
    fn value(squared: f32) -> f32 {
        (squared * 0.5).sqrt().min(1.0)
    }
}

struct Solid(Points);

impl Solid {
    #[inline(always)]
    fn point(&self, plane: u32, layer: i32) -> [f32; 3] {
        let hash = self.0.lattice.solid(plane, self.0.lattice.layer(layer));
        [0, 1, 2].map(|axis| self.0.coordinate(hash, axis))
    }

    #[inline(always)]
    fn squared([px, py, pz]: [f32; 3], offset: [f32; 3], at: [f32; 3]) -> f32 {
        let (dx, dy, dz) = ((px + offset[0]) - at[0], (py + offset[1]) - at[1], (pz + offset[2]) - at[2]);
        dx * dx + dy * dy + dz * dz
    }
}

impl Features for Solid {
    type Slab = Split;
    type Pillar = [[f32; 3]; 3];

    #[inline(always)]
    fn points(&self) -> Points {
        self.0
    }
    #[inline(always)]
    fn slab(&self, z: Split) -> Split {
        z
    }
    #[inline(always)]
    fn cell(z: Split) -> i32 {
        z.cell
    }
    #[inline(always)]
    fn inset(z: Split) -> f32 {
        z.frac.min(1.0 - z.frac)
    }
    #[inline(always)]
    fn pillar(&self, column: u32, row: u32, z: Split) -> [[f32; 3]; 3] {
        let plane = self.0.lattice.plane(column, row);
        [-1, 0, 1].map(|up| self.point(plane, z.cell.wrapping_add(up)))
    }
    #[inline(always)]
    fn nearest(pillar: &[[f32; 3]; 3], east: f32, south: f32, x: f32, y: f32, z: Split) -> f32 {
        let [a, b, c] = *pillar;
        let squared = |point, up| Self::squared(point, [east, south, up], [x, y, z.frac]);
        squared(a, -1.0).min(squared(b, 0.0)).min(squared(c, 1.0))
    }
    fn nearest_far(&self, column: u32, row: u32, [east, south]: [f32; 2], x: f32, y: f32, z: Split) -> f32 {
        let plane = self.0.lattice.plane(column, row);
        let squared = |up: i32| {
            let point = self.point(plane, z.cell.wrapping_add(up));
            Self::squared(point, [east, south, up as f32], [x, y, z.frac])
        };
        (-2..=2).map(squared).fold(f32::MAX, f32::min)
    }
    #[inline(always)]
    fn value(squared: f32) -> f32 {
        (squared * (1.0 / 3.0)).sqrt().min(1.0)
    }
}

fn fill<N: Features>(noise: &N, place: &Placement, at: &Positions<'_>, depth: Depth<'_>, out: &mut [f32]) {
    let slab = noise.slab(split(place.z(if let Depth::Level(z) = depth { z } else { 0.0 })));
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

/// Pillars west of the first line, one per line, and east of the last.
const PILLARS: usize = LINES + 1;

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
fn rows<N: Features>(
    noise: &N,
    place: &Placement,
    at: &Positions<'_>,
    slab: N::Slab,
    (from, to): (usize, usize),
    columns: &Splits,
    lines: &Lines,
    out: &mut [f32],
) {
    let lattice = noise.points().lattice;
    let count = lines.count + 1;
    let line = |y: i32, into: &mut [N::Pillar; PILLARS]| {
        let row = lattice.row(y);
        for (i, pillar) in into[..count].iter_mut().enumerate() {
            *pillar = noise.pillar(lattice.column(lines.west.wrapping_add(i as i32 - 1)), row, slab);
        }
    };
    let mut pillars = [[N::Pillar::default(); PILLARS]; 3];
    let mut current = None;
    for (r, &y) in at.y.iter().enumerate() {
        let y = split(place.y(y));
        if current != Some(y.cell) {
            let next = current == Some(y.cell.wrapping_sub(1));
            if next {
                pillars.rotate_left(1);
            }
            for (k, into) in pillars.iter_mut().enumerate().skip(if next { 2 } else { 0 }) {
                line(y.cell.wrapping_add(k as i32 - 1), into);
            }
            current = Some(y.cell);
        }
        for (i, o) in out[at.span(r, from, to)].iter_mut().enumerate() {
            let (x, west) = (columns.at(i), usize::from(lines.index[i]));
            let [north, middle, south] = &pillars;
            let rows = [north, middle, south].map(|row| &row[west..west + 3]);
            *o = noise.inside(rows, x, y, slab);
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
fn points<N: Features>(
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
        let mut known = None;
        let mut pillars = [[N::Pillar::default(); 3]; 3];
        for (i, o) in out[span.clone()].iter_mut().enumerate() {
            let (x, y) = (xs.at(i), ys.at(i));
            let slab = match depth {
                Depth::Samples(z) => noise.slab(split(place.z(f64::from(z[span.start + i])))),
                Depth::Flat | Depth::Level(_) => slab,
            };
            let cell = (x.cell, y.cell, N::cell(slab));
            // Neighbouring samples mostly lie in the same cell.
            if known != Some(cell) {
                pillars = noise.around((x.cell, y.cell), slab);
                known = Some(cell);
            }
            let [north, middle, south] = &pillars;
            *o = noise.inside([north, middle, south], x, y, slab);
        }
    }
}
