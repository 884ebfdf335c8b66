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
                    Depth::Flat => flat(&place, at, out, |plane| EIGHT[Hashed::eighth(lattice.flat(plane))], lattice),
                    _ => solid(&place, at, depth, out, lattice, &EDGES, RADIUS),
                }
            }
            Seeds::Permutation(table) => {
                let (place, lattice) = (Placement::new(self.scale, [0.0; 3]), Permuted(table));
                match depth {
                    Depth::Flat => flat(&place, at, out, |plane| FLATTENED[Permuted::twelfth(plane)], lattice),
                    _ => solid(&place, at, depth, out, lattice, &GUSTAVSON_EDGES, GUSTAVSON_RADIUS),
                }
            }
        }
    }
}

/// The 2D noise whose lattice points have the gradient `pick` of their plane number. The lattice is asked for y before x,
/// as in Gustavson's tables.
#[inline(always)]
fn flat<L: Lattice>(
    place: &Placement,
    at: &Positions<'_>,
    out: &mut [f32],
    pick: impl Fn(u32) -> [f32; 2],
    lattice: L,
) {
    let around = |(u, v): (i32, i32)| {
        [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(i, j)| pick(lattice.plane(lattice.column(v.wrapping_add(j)), lattice.row(u.wrapping_add(i)))))
    };
    // Neighbouring samples mostly lie in the same square.
    let mut square = (0, 0);
    let mut gradients = around(square);
    fill_2d(place, at, out, |u, v| {
        if square != (u.cell, v.cell) {
            square = (u.cell, v.cell);
            gradients = around(square);
        }
        triangle(&gradients, u.frac, v.frac)
    });
}

/// The 3D noise. The lattice is asked for z, then y, then x.
#[inline(always)]
fn solid<L: Lattice>(
    place: &Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    out: &mut [f32],
    lattice: L,
    gradients: &[[f32; 3]; 16],
    radius: f32,
) {
    let around = |[u, v, w]: [i32; 3]| -> [[f32; 3]; 8] {
        std::array::from_fn(|corner| {
            let [i, j, k] = [0, 1, 2].map(|axis| (corner >> axis & 1) as i32);
            let plane = lattice.plane(lattice.column(w.wrapping_add(k)), lattice.row(v.wrapping_add(j)));
            gradients[L::twelfth(lattice.solid(plane, lattice.layer(u.wrapping_add(i)))) & 15]
        })
    };
    // Neighbouring samples mostly lie in the same cube.
    let mut cube = [0; 3];
    let mut corners = around(cube);
    fill_3d(place, at, depth, out, |u, v, w| {
        if cube != [u.cell, v.cell, w.cell] {
            cube = [u.cell, v.cell, w.cell];
            corners = around(cube);
        }
        tetrahedron(&corners, radius, u.frac, v.frac, w.frac)
    });
}

/// Fills `out` with `noise` of the skewed coordinates.
#[inline(always)]
fn fill_2d(place: &Placement, at: &Positions<'_>, out: &mut [f32], mut noise: impl FnMut(Split, Split) -> f32) {
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
    mut noise: impl FnMut(Split, Split, Split) -> f32,
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

/// The noise inside a skewed square, from the gradients of its corners (0, 0), (1, 0), (0, 1), (1, 1).
#[inline(always)]
fn triangle(gradients: &[[f32; 2]; 4], u: f32, v: f32) -> f32 {
    let unskew = (u + v) * UNSKEW_2D;
    let (x, y) = (u - unskew, v - unskew);
    let lower = u > v;
    let (i, j) = if lower { (1.0, 0.0) } else { (0.0, 1.0) };
    let corner = |[gx, gy]: [f32; 2], x: f32, y: f32| {
        let t = (RADIUS - x * x - y * y).max(0.0);
        (t * t) * (t * t) * (gx * x + gy * y)
    };
    let first = corner(gradients[0], x, y);
    let second = corner(gradients[if lower { 1 } else { 2 }], x - i + UNSKEW_2D, y - j + UNSKEW_2D);
    let third = corner(gradients[3], x - 1.0 + 2.0 * UNSKEW_2D, y - 1.0 + 2.0 * UNSKEW_2D);
    first + second + third
}

/// The noise inside a skewed cube, from the gradients of its corners, x in the lowest bit of their numbers.
#[inline(always)]
fn tetrahedron(gradients: &[[f32; 3]; 8], radius: f32, u: f32, v: f32, w: f32) -> f32 {
    let unskew = (u + v + w) * UNSKEW_3D;
    let (x, y, z) = (u - unskew, v - unskew, w - unskew);
    let (uv, vw, uw) = (u >= v, v >= w, u >= w);
    // How many of the three steps from corner to corner come before the one along each axis.
    let order = [u8::from(!uv) + u8::from(!uw), u8::from(uv) + u8::from(!vw), u8::from(uw) + u8::from(vw)];
    let corner = |step: u8| {
        let [i, j, k] = order.map(|before| u8::from(before < step));
        let shift = f32::from(step) * UNSKEW_3D;
        let (x, y, z) = (x - f32::from(i) + shift, y - f32::from(j) + shift, z - f32::from(k) + shift);
        let t = (radius - x * x - y * y - z * z).max(0.0);
        let [gx, gy, gz] = gradients[usize::from(i | j << 1 | k << 2) & 7];
        (t * t) * (t * t) * (gx * x + gy * y + gz * z)
    };
    corner(0) + corner(1) + corner(2) + corner(3)
}
