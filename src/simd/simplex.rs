//! Simplex noise (Perlin, 2001; Gustavson, 2005), in 2D and 3D.
//!
//! Coordinates are skewed in `f64`, one term per axis, split, and added as fractions, so that detail does not depend on how
//! far from the origin it lies and columns and rows are split once. Everything after is relative to the cell's corner.

use super::gradient::{edges, eight, textbook};
use super::lattice::{Hashed, Lattice, Permuted, Seeds};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::split::{CHUNK, Split, Splits, split};

/// Simplex noise of one feature scale and seed; values in [-1, 1].
///
/// Hashed: eight gradients in 2D, twelve in 3D, radius² 0.5 in both, continuous everywhere. Permutation: Gustavson's,
/// gradient `perm % 12`, radius² 0.5 in 2D and 0.6 in 3D, where it jumps by up to 0.003 at faces of the tetrahedra.
#[derive(Clone, Debug)]
pub struct Simplex {
    scale: f64,
    seeds: Seeds,
}

/// The reciprocals of the largest sums of two and three dimensions, rounded down, so that values stay inside [-1, 1].
const HASHED_2D: f32 = 70.147;
const HASHED_3D: f32 = 76.88;
const RADIUS: f32 = 0.5;

const EIGHT: [[f32; 2]; 8] = eight(HASHED_2D);
const EDGES: [[f32; 3]; 16] = edges(HASHED_3D);
/// Gustavson's: the twelve edge gradients without their z, and their scales.
const FLATTENED: [[f32; 2]; 12] = flattened();
const GUSTAVSON_EDGES: [[f32; 3]; 16] = edges(32.0);
const GUSTAVSON_RADIUS: f32 = 0.6;

const fn flattened() -> [[f32; 2]; 12] {
    let t = textbook(70.0);
    [t[4], t[5], t[6], t[7], t[0], t[1], t[0], t[1], t[2], t[3], t[2], t[3]]
}

// Skewing and unskewing of triangles and of tetrahedra: (√3 - 1)/2, (3 - √3)/6, 1/3, 1/6.
const SKEW_2D: f64 = 0.366_025_403_784_438_65;
const UNSKEW_2D: f32 = 0.211_324_87;
const SKEW_3D: f64 = 1.0 / 3.0;
const UNSKEW_3D: f32 = 1.0 / 6.0;

impl Simplex {
    /// Noise whose skewed cells are `scale` metres wide along the axes.
    pub fn new(scale: f64, seeds: Seeds) -> Self {
        Self { scale, seeds }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        match &self.seeds {
            Seeds::Hashed(seed) => {
                let seed = mix(*seed, salt);
                let (place, lattice) = (Placement::new(self.scale, shift(seed)), Hashed::new(seed));
                match depth {
                    Depth::Flat => fill_2d(&place, at, out, |u, v| triangle(lattice, &EIGHT, Hashed::eighth, u, v)),
                    _ => fill_3d(&place, at, depth, out, |u, v, w| tetrahedron(lattice, &EDGES, RADIUS, u, v, w)),
                }
            }
            Seeds::Permutation(table) => {
                let (place, lattice) = (Placement::new(self.scale, [0.0; 3]), Permuted(table));
                let (edges, radius) = (&GUSTAVSON_EDGES, GUSTAVSON_RADIUS);
                match depth {
                    Depth::Flat => {
                        fill_2d(&place, at, out, |u, v| triangle(lattice, &FLATTENED, Permuted::twelfth, u, v));
                    }
                    _ => fill_3d(&place, at, depth, out, |u, v, w| tetrahedron(lattice, edges, radius, u, v, w)),
                }
            }
        }
    }
}

/// Fills `out` with `noise` of the skewed coordinates.
#[inline(always)]
fn fill_2d(place: &Placement, at: &Positions<'_>, out: &mut [f32], noise: impl Fn(Split, Split) -> f32) {
    let (along, aside) = (1.0 + SKEW_2D, SKEW_2D);
    let mut x = [Splits::new(), Splits::new()];
    let mut displaced = [[0.0; CHUNK]; 2];
    for from in (0..at.width).step_by(CHUNK) {
        let to = at.width.min(from + CHUNK);
        for r in 0..at.height {
            let span = at.span(r, from, to);
            if r == 0 || !at.separable {
                x[0].load(at.base_x(r, from, to), |x| place.x(x) * along);
                x[1].load(at.base_x(r, from, to), |x| place.x(x) * aside);
            }
            offsets(place, at, span.clone(), SKEW_2D as f32, &mut displaced);
            let row = |y: f64| (split(place.y(y) * aside), split(place.y(y) * along));
            let mut y = if at.separable { row(at.y[r]) } else { Default::default() };
            for (i, o) in out[span.clone()].iter_mut().enumerate() {
                if !at.separable {
                    y = row(at.y[span.start + i]);
                }
                let (mut u, mut v) = (x[0].at(i).plus(y.0), x[1].at(i).plus(y.1));
                if at.displacement.is_some() {
                    (u, v) = (u.moved(displaced[0][i]), v.moved(displaced[1][i]));
                }
                *o = noise(u, v);
            }
        }
    }
}

/// Fills `out` with `noise` of the skewed coordinates.
#[inline(always)]
fn fill_3d(
    place: &Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    out: &mut [f32],
    noise: impl Fn(Split, Split, Split) -> f32,
) {
    let (along, aside) = (1.0 + SKEW_3D, SKEW_3D);
    let skewed = |v: f64| (split(v * aside), split(v * along));
    let level = skewed(place.z(if let Depth::Level(z) = depth { z } else { 0.0 }));
    let mut x = [Splits::new(), Splits::new()];
    let mut displaced = [[0.0; CHUNK]; 2];
    for from in (0..at.width).step_by(CHUNK) {
        let to = at.width.min(from + CHUNK);
        for r in 0..at.height {
            let span = at.span(r, from, to);
            if r == 0 || !at.separable {
                x[0].load(at.base_x(r, from, to), |x| place.x(x) * along);
                x[1].load(at.base_x(r, from, to), |x| place.x(x) * aside);
            }
            offsets(place, at, span.clone(), SKEW_3D as f32, &mut displaced);
            let mut y = if at.separable { skewed(place.y(at.y[r])) } else { Default::default() };
            for (i, o) in out[span.clone()].iter_mut().enumerate() {
                if !at.separable {
                    y = skewed(place.y(at.y[span.start + i]));
                }
                let z = match depth {
                    Depth::Samples(z) => skewed(place.z(f64::from(z[span.start + i]))),
                    Depth::Flat | Depth::Level(_) => level,
                };
                let mut u = x[0].at(i).plus(y.0).plus(z.0);
                let mut v = x[1].at(i).plus(y.1).plus(z.0);
                let mut w = x[1].at(i).plus(y.0).plus(z.1);
                if let Some((dx, dy)) = at.displacement {
                    let aside = skew(place, SKEW_3D as f32, dx[span.start + i], dy[span.start + i]);
                    (u, v, w) = (u.moved(displaced[0][i]), v.moved(displaced[1][i]), w.moved(aside));
                }
                *o = noise(u, v, w);
            }
        }
    }
}

/// What a displacement adds to each skewed coordinate beyond its own part, in cells.
#[inline(always)]
fn skew(place: &Placement, factor: f32, dx: f32, dy: f32) -> f32 {
    (place.offset(dx) + place.offset(dy)) * factor
}

/// The skewed displacements of the samples `span`, in cells.
#[inline(always)]
fn offsets(
    place: &Placement,
    at: &Positions<'_>,
    span: std::ops::Range<usize>,
    factor: f32,
    into: &mut [[f32; CHUNK]; 2],
) {
    let Some((dx, dy)) = at.displacement else { return };
    for (i, (&dx, &dy)) in dx[span.clone()].iter().zip(&dy[span]).enumerate() {
        let aside = skew(place, factor, dx, dy);
        into[0][i] = place.offset(dx) + aside;
        into[1][i] = place.offset(dy) + aside;
    }
}

/// The noise inside one skewed square: three corners. The lattice is asked for y before x, as in Gustavson's tables.
#[inline(always)]
fn triangle<L: Lattice, const N: usize>(
    lattice: L,
    gradients: &[[f32; 2]; N],
    pick: impl Fn(u32) -> usize,
    u: Split,
    v: Split,
) -> f32 {
    let unskew = (u.frac + v.frac) * UNSKEW_2D;
    let (x, y) = (u.frac - unskew, v.frac - unskew);
    let (i, j) = if u.frac > v.frac { (1, 0) } else { (0, 1) };
    let corner = |i: i32, j: i32, x: f32, y: f32| {
        let t = (RADIUS - x * x - y * y).max(0.0);
        let plane = lattice.plane(lattice.column(v.cell.wrapping_add(j)), lattice.row(u.cell.wrapping_add(i)));
        let [gx, gy] = gradients[pick(lattice.flat(plane)) % N];
        (t * t) * (t * t) * (gx * x + gy * y)
    };
    let first = corner(0, 0, x, y);
    let second = corner(i, j, x - i as f32 + UNSKEW_2D, y - j as f32 + UNSKEW_2D);
    let third = corner(1, 1, x - 1.0 + 2.0 * UNSKEW_2D, y - 1.0 + 2.0 * UNSKEW_2D);
    first + second + third
}

/// The noise inside one skewed cube: four corners. The lattice is asked for z, then y, then x.
#[inline(always)]
fn tetrahedron<L: Lattice>(lattice: L, gradients: &[[f32; 3]; 16], radius: f32, u: Split, v: Split, w: Split) -> f32 {
    let unskew = (u.frac + v.frac + w.frac) * UNSKEW_3D;
    let (x, y, z) = (u.frac - unskew, v.frac - unskew, w.frac - unskew);
    let (uv, vw, uw) = (u.frac >= v.frac, v.frac >= w.frac, u.frac >= w.frac);
    // How many of the three steps from corner to corner come before the one along each axis.
    let order = [i32::from(!uv) + i32::from(!uw), i32::from(uv) + i32::from(!vw), i32::from(uw) + i32::from(vw)];
    let corner = |step: i32| {
        let [i, j, k] = order.map(|before| i32::from(before < step));
        let shift = step as f32 * UNSKEW_3D;
        let (x, y, z) = (x - i as f32 + shift, y - j as f32 + shift, z - k as f32 + shift);
        let t = (radius - x * x - y * y - z * z).max(0.0);
        let column = lattice.column(w.cell.wrapping_add(k));
        let plane = lattice.plane(column, lattice.row(v.cell.wrapping_add(j)));
        let number = lattice.solid(plane, lattice.layer(u.cell.wrapping_add(i)));
        let [gx, gy, gz] = gradients[L::twelfth(number) & 15];
        (t * t) * (t * t) * (gx * x + gy * y + gz * z)
    };
    corner(0) + corner(1) + corner(2) + corner(3)
}
