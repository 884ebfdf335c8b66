//! Perlin noise with its exact slopes: the derivatives of its expression along x and y, per cell.

use super::alone::{self, Alone};
use super::fade::{Curve, lerps};
use super::gradient::{EIGHT, TEXTBOOK, edges, edges_within};
use super::lanes::Lanes;
use super::lattice::{Lattice, Permuted, Seeds};
use super::level::at_level;
use super::perlin::Perlin;
use super::place::{Depth, Placement, Positions};
use super::split::Splits;
use super::square::Octave;
use super::wrapped::Wrapped;
use fearless_simd::prelude::*;

impl Perlin {
    /// Writes the noise and what it rises by per cell eastwards and southwards, one value per sample each.
    pub fn slopes(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, mut out: [&mut [f32]; 3]) {
        let (place, lattice) = self.octave(salt);
        let octave = Octave::single(place.repeating(at.period), lattice);
        let (place, curve) = (octave.place, self.curve);
        let flat = |table: &[[f32; 2]; 8]| std::array::from_fn(|i| [table[i % 8][0], table[i % 8][1], 0.0]);
        macro_rules! fill {
            ($lattice:expr, $eight:expr, $edges:expr) => {{
                let lattice = Wrapped::new($lattice, &octave);
                match depth {
                    Depth::Flat => {
                        run(&Sloped::<_, false> { lattice, table: flat($eight), curve }, &place, at, depth, &mut out)
                    }
                    Depth::Level(_) | Depth::Samples(_) => {
                        run(&Sloped::<_, true> { lattice, table: $edges, curve }, &place, at, depth, &mut out)
                    }
                }
            }};
        }
        match &self.seeds {
            Seeds::Hashed(_) => fill!(lattice, &EIGHT, edges_within(curve.bound_3d())),
            Seeds::Permutation(table) => fill!(Permuted(table), &TEXTBOOK, edges(1.0)),
        }
    }
}

fn run<A: Alone<3>>(noise: &A, place: &Placement, at: &Positions<'_>, depth: Depth<'_>, out: &mut [&mut [f32]; 3]) {
    for piece in alone::pieces(at.width) {
        at_level!(simd => alone::fill(simd, noise, place, at, depth, piece, out));
    }
}

/// Gradients of lattice points: by eighths in 2D, of which the table holds two copies, by sixteenths in 3D.
struct Sloped<L: Lattice, const SOLID: bool> {
    lattice: L,
    table: [[f32; 3]; 16],
    curve: Curve,
}

impl Curve {
    /// What the curve rises by at `t` in every lane.
    #[inline(always)]
    fn slope<S: Lanes>(self, simd: S, t: S::f32s) -> S::f32s {
        let one = S::f32s::splat(simd, 1.0);
        let both = t * (one - t);
        match self {
            Self::Linear => one,
            Self::Cubic => both * 6.0,
            Self::Quintic => both * both * 30.0,
        }
    }
}

/// Slope and offset of a lattice column, and what both rise by southwards.
type Column<S> = [[<S as Simd>::f32s; 2]; 2];

#[inline(always)]
fn column<S: Lanes, const SOLID: bool>(
    [nx, ny, nz]: [S::f32s; 3],
    [sx, sy, sz]: [S::f32s; 3],
    [y, v, dv]: [S::f32s; 3],
) -> Column<S> {
    let (mut north, mut south) = (ny * y, sy * (y - 1.0));
    if SOLID {
        (north, south) = (north + nz, south + sz);
    }
    let value = [lerps::<S>(nx, sx, v), lerps::<S>(north, south, v)];
    [value, [dv * (sx - nx), lerps::<S>(ny, sy, v) + dv * (south - north)]]
}

impl<L: Lattice, const SOLID: bool> Sloped<L, SOLID> {
    #[inline(always)]
    fn point<S: Lanes>(
        &self,
        simd: S,
        tables: &[S::Sixteen; 3],
        [column, row]: [S::u32s; 2],
        layers: &[S::u32s; 2],
        [z, w]: [S::f32s; 2],
    ) -> [S::f32s; 3] {
        let [gx, gy, gz] = *tables;
        if !SOLID {
            let number = L::eighth::<S>(self.lattice.flat(simd, column, row));
            return [simd.look16(gx, number), simd.look16(gy, number), z];
        }
        let below = L::sixteenth::<S>(self.lattice.solid(simd, column, row, layers[0]));
        let above = L::sixteenth::<S>(self.lattice.solid(simd, column, row, layers[1]));
        let (ax, ay, az) = (simd.look16(gx, below), simd.look16(gy, below), simd.look16(gz, below));
        let (bx, by, bz) = (simd.look16(gx, above), simd.look16(gy, above), simd.look16(gz, above));
        [lerps::<S>(ax, bx, w), lerps::<S>(ay, by, w), lerps::<S>(az * z, bz * (z - 1.0), w)]
    }
}

impl<L: Lattice, const SOLID: bool> Alone<3> for Sloped<L, SOLID> {
    type Ready<S: Lanes> = [S::Sixteen; 3];

    #[inline(always)]
    fn ready<S: Lanes>(&self, simd: S) -> [S::Sixteen; 3] {
        let (x, y, z) = (self.table.map(|g| g[0]), self.table.map(|g| g[1]), self.table.map(|g| g[2]));
        [simd.sixteen(&x), simd.sixteen(&y), simd.sixteen(&z)]
    }

    #[inline(always)]
    fn values<S: Lanes>(&self, simd: S, tables: &[S::Sixteen; 3], [px, py, pz]: &[Splits<S>; 3]) -> [S::f32s; 3] {
        let (lattice, curve) = (self.lattice, self.curve);
        let (x, y, z) = (px.frac, py.frac, pz.frac);
        let (u, v, w) = (curve.lanes(simd, x), curve.lanes(simd, y), curve.lanes(simd, z));
        let (du, dv) = (curve.slope(simd, x), curve.slope(simd, y));
        let cell = lattice.strided::<S>(px.cell, 0);
        let columns = [lattice.column(simd, cell), lattice.column(simd, cell + L::STRIDE[0])];
        let cell = lattice.strided::<S>(py.cell, 1);
        let rows = [lattice.row(simd, cell), lattice.row(simd, cell + L::STRIDE[1])];
        let mut layers = [px.cell; 2];
        if SOLID {
            let cell = lattice.strided::<S>(pz.cell, 2);
            layers = [lattice.layer(simd, cell), lattice.layer(simd, cell + L::STRIDE[2])];
        }
        let nw = self.point(simd, tables, [columns[0], rows[0]], &layers, [z, w]);
        let sw = self.point(simd, tables, [columns[0], rows[1]], &layers, [z, w]);
        let ne = self.point(simd, tables, [columns[1], rows[0]], &layers, [z, w]);
        let se = self.point(simd, tables, [columns[1], rows[1]], &layers, [z, w]);
        let [[ga, ca], [south_ga, south_ca]] = column::<S, SOLID>(nw, sw, [y, v, dv]);
        let [[gb, cb], [south_gb, south_cb]] = column::<S, SOLID>(ne, se, [y, v, dv]);
        let (slope, across) = (gb - ga, (gb - ga) * x + ((cb - gb) - ca));
        let value = (ga * x + ca) + u * across;
        let east = (ga + u * slope) + du * across;
        let south = (south_ga * x + south_ca) + u * ((south_gb - south_ga) * x + ((south_cb - south_gb) - south_ca));
        [value, east, south]
    }
}
