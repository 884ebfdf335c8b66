//! OpenSimplex2S noise (K.jpg, 2017 and 2021), also called SuperSimplex: like Simplex, but each point reaches as far as its
//! neighbours, so that four points in 2D and eight in 3D blend where Simplex has three and four.
//!
//! In 2D points stand on triangles; in 3D on two cubic lattices, the second in the middles of the first one's cells, turned so
//! that slices of equal depth cut them evenly ("ImproveXY"). Which points can matter is chosen by comparisons, not branches.
//! Gradients are ours: sixteen directions in 2D, twelve in 3D.

use super::gradient::edges;
use super::lanes::Lanes;
use super::lattice::{Hashed, Lattice};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::skew::{self, Skewed};
use super::split::Splits;
use super::strip::next_noise;
use fearless_simd::prelude::*;

/// OpenSimplex2S noise of one feature scale and seed; values in [-1, 1], continuous in value, slope and curvature.
#[derive(Clone, Debug)]
pub struct SuperSimplex {
    number: u64,
    scale: f64,
    seed: u64,
}

/// The reciprocals of the largest sums of two and three dimensions, rounded down, so that values stay inside [-1, 1].
const SCALE_2D: f32 = 18.201;
const SCALE_3D: f32 = 9.045;
/// Squared distance at which a point no longer matters: that of the nearest other ones.
const RADIUS_2D: f32 = 2.0 / 3.0;
const RADIUS_3D: f32 = 0.75;

// Skewing and unskewing of triangles: (√3 - 1)/2, (3 - √3)/6.
const SKEW_2D: f64 = 0.366_025_403_784_438_65;
const UNSKEW_2D: f32 = 0.211_324_87;
// The rotation that lays the long diagonal of the cubic lattices along z: (√3 - 3)/6 beside the diagonal, √3/3 for z.
const TURN: f64 = -0.211_324_865_405_187_1;
const TURN_Z: f64 = 0.577_350_269_189_625_8;
/// Tells the numbers of the second cubic lattice from those of the first.
const SECOND: u32 = 0xB529_7A4D;

/// Sixteen directions, 22.5 degrees apart, times `scale`.
const fn sixteen(scale: f32) -> [[f32; 2]; 16] {
    let (a, b) = (scale * 0.923_879_5, scale * 0.382_683_43);
    let (c, d, o) = (scale * std::f32::consts::FRAC_1_SQRT_2, scale, 0.0);
    [
        [d, o],
        [a, b],
        [c, c],
        [b, a],
        [o, d],
        [-b, a],
        [-c, c],
        [-a, b],
        [-d, o],
        [-a, -b],
        [-c, -c],
        [-b, -a],
        [o, -d],
        [b, -a],
        [c, -c],
        [a, -b],
    ]
}

impl SuperSimplex {
    /// Noise whose skewed cells (2D) or cubes (3D) are `scale` metres wide.
    pub fn new(scale: f64, seed: u64) -> Self {
        Self { number: next_noise(), scale, seed }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let seed = mix(self.seed, salt);
        let (place, lattice) = (Placement::new(self.scale, shift(seed)), Hashed::new(seed));
        match depth {
            Depth::Flat => skew::fill(&Flat(lattice), self.number, place, at, depth, salt, out),
            _ => skew::fill(&Solid(lattice), self.number, place, at, depth, salt, out),
        }
    }
}

#[derive(Clone, Copy)]
struct Flat(Hashed);

impl Flat {
    /// What the point `i` cells further along u and `j` along v adds at `(x, y)` from the cell's corner.
    #[inline(always)]
    fn point<S: Lanes>(
        self,
        simd: S,
        gradients: &[S::Sixteen; 2],
        [column, row]: [S::u32s; 2],
        [i, j]: [S::f32s; 2],
        [x, y]: [S::f32s; 2],
    ) -> S::f32s {
        let number = self.0.flat(simd, self.0.column(simd, column), self.0.row(simd, row)) >> 28;
        let (gx, gy) = (simd.look16(gradients[0], number), simd.look16(gradients[1], number));
        let unskew = (i + j) * UNSKEW_2D;
        let (x, y) = (x + (unskew - i), y + (unskew - j));
        let q = (S::f32s::splat(simd, RADIUS_2D) - x * x - y * y).max(0.0);
        (q * q) * (q * q) * (gx * x + gy * y)
    }
}

impl Skewed<2> for Flat {
    const SKEW: f64 = SKEW_2D;
    type Lattice = Hashed;
    type Ready<S: Lanes> = [S::Sixteen; 2];

    #[inline(always)]
    fn lattice(&self) -> Hashed {
        self.0
    }

    #[inline(always)]
    fn ready<S: Lanes>(&self, simd: S) -> [S::Sixteen; 2] {
        let table = sixteen(SCALE_2D);
        [simd.sixteen(&table.map(|g| g[0])), simd.sixteen(&table.map(|g| g[1]))]
    }

    #[inline(always)]
    fn value<S: Lanes>(&self, simd: S, gradients: &[S::Sixteen; 2], [u, v]: [Splits<S>; 2]) -> S::f32s {
        let number = |n: f32| S::f32s::splat(simd, n);
        let stride = |by: i32, axis: usize| S::u32s::splat(simd, (by as u32).wrapping_mul(Hashed::STRIDE[axis]));
        let (zero, one) = (number(0.0), number(1.0));
        let unskew = (u.frac + v.frac) * UNSKEW_2D;
        let at = [u.frac - unskew, v.frac - unskew];
        let upper = (u.frac + v.frac).simd_gt(1.0);
        // How far the third point lies along u: beyond the cell where the sample leans that way. The fourth is alike along v.
        let (along_u, along_v) = (u.frac * 2.0 - v.frac, v.frac * 2.0 - u.frac);
        let far_u = (upper & along_u.simd_gt(1.0)) | (!upper & along_u.simd_lt(0.0));
        let far_v = (upper & along_v.simd_gt(1.0)) | (!upper & along_v.simd_lt(0.0));
        let far = upper.select(number(2.0), number(-1.0));
        let near = upper.select(zero, one);
        let aside = upper.select(one, zero);
        let steps = |axis: usize| {
            let far = upper.select(stride(2, axis), stride(-1, axis));
            let near = upper.select(stride(0, axis), stride(1, axis));
            (far, near, upper.select(stride(1, axis), stride(0, axis)))
        };
        let ((far_row, near_row, row), (far_column, near_column, column)) = (steps(1), steps(0));
        let third = [v.cell + column, u.cell + far_u.select(far_row, near_row)];
        let fourth = [v.cell + far_v.select(far_column, near_column), u.cell + row];
        let opposite = [v.cell + Hashed::STRIDE[0], u.cell + Hashed::STRIDE[1]];
        self.point(simd, gradients, [v.cell, u.cell], [zero, zero], at)
            + self.point(simd, gradients, opposite, [one, one], at)
            + self.point(simd, gradients, third, [far_u.select(far, near), aside], at)
            + self.point(simd, gradients, fourth, [aside, far_v.select(far, near)], at)
    }
}

#[derive(Clone, Copy)]
struct Solid(Hashed);

/// The points of one cubic lattice around a sample, along the three axes: offsets from the nearest one and from the next
/// beyond it, and what depends on their cells.
#[derive(Clone, Copy)]
struct Around<S: Lanes> {
    near: [S::f32s; 3],
    next: [S::f32s; 3],
    near_hash: [S::u32s; 3],
    next_hash: [S::u32s; 3],
}

impl<S: Lanes> Around<S> {
    /// The next point along `axis` where it matters, else the one that is next along both other axes: the two never matter
    /// at once.
    #[inline(always)]
    fn beyond(&self, simd: S, axis: usize) -> ([S::f32s; 3], [S::u32s; 3]) {
        let (mut one, mut two) = (self.near, self.next);
        (one[axis], two[axis]) = (self.next[axis], self.near[axis]);
        let (mut hash_one, mut hash_two) = (self.near_hash, self.next_hash);
        (hash_one[axis], hash_two[axis]) = (self.next_hash[axis], self.near_hash[axis]);
        let [x, y, z] = one;
        let matters = (S::f32s::splat(simd, RADIUS_3D) - x * x - y * y - z * z).simd_gt(0.0);
        for k in 0..3 {
            one[k] = matters.select(one[k], two[k]);
            hash_one[k] = matters.select(hash_one[k], hash_two[k]);
        }
        (one, hash_one)
    }
}

impl Solid {
    /// What a point adds.
    #[inline(always)]
    fn point<S: Lanes>(
        self,
        simd: S,
        gradients: &[S::Sixteen; 3],
        ([x, y, z], [layer, row, column]): ([S::f32s; 3], [S::u32s; 3]),
    ) -> S::f32s {
        let number = Hashed::twelfth(simd, self.0.solid(simd, column, row, layer));
        let [gx, gy, gz] = *gradients;
        let (gx, gy, gz) = (simd.look16(gx, number), simd.look16(gy, number), simd.look16(gz, number));
        let q = (S::f32s::splat(simd, RADIUS_3D) - x * x - y * y - z * z).max(0.0);
        (q * q) * (q * q) * (gx * x + gy * y + gz * z)
    }

    /// What depends on a cell along one of the axes u, v, w.
    #[inline(always)]
    fn hash<S: Lanes>(self, simd: S, cell: S::u32s, axis: usize) -> S::u32s {
        match axis {
            0 => self.0.layer(simd, cell),
            1 => self.0.row(simd, cell),
            _ => self.0.column(simd, cell),
        }
    }
}

impl Skewed<3> for Solid {
    const SKEW: f64 = TURN;
    type Lattice = Hashed;
    type Ready<S: Lanes> = [S::Sixteen; 3];

    fn skew(coordinate: usize, skewed: usize) -> f64 {
        match (coordinate, skewed) {
            (2, _) => TURN_Z,
            (_, 2) => -TURN_Z,
            (a, b) if a == b => 1.0 + TURN,
            _ => TURN,
        }
    }

    #[inline(always)]
    fn steps<S: Lanes>(dx: S::f32s, dy: S::f32s) -> [S::f32s; 3] {
        let both = dx + dy;
        let aside = both * TURN as f32;
        [dx + aside, dy + aside, both * -TURN_Z as f32]
    }

    #[inline(always)]
    fn lattice(&self) -> Hashed {
        self.0
    }

    #[inline(always)]
    fn ready<S: Lanes>(&self, simd: S) -> [S::Sixteen; 3] {
        let table = edges(SCALE_3D);
        [simd.sixteen(&table.map(|g| g[0])), simd.sixteen(&table.map(|g| g[1])), simd.sixteen(&table.map(|g| g[2]))]
    }

    #[inline(always)]
    fn value<S: Lanes>(&self, simd: S, gradients: &[S::Sixteen; 3], at: [Splits<S>; 3]) -> S::f32s {
        let (zero, one) = (S::f32s::splat(simd, 0.0), S::f32s::splat(simd, 1.0));
        let (none, none_hash) = ([zero; 3], [at[0].cell; 3]);
        let mut corners = Around { near: none, next: none, near_hash: none_hash, next_hash: none_hash };
        let mut middles = corners;
        for axis in 0..3 {
            let (_, stride) = self.strides(axis);
            let Splits { cell, frac } = at[axis];
            let upper = frac.simd_ge(0.5);
            let onward = upper.select(one, -one);
            let (here, east) = (self.hash(simd, cell, axis), self.hash(simd, cell + stride, axis));
            corners.near[axis] = frac - upper.select(one, zero);
            corners.next[axis] = corners.near[axis] + onward;
            corners.near_hash[axis] = upper.select(east, here);
            corners.next_hash[axis] = upper.select(here, east);
            let west = self.hash(simd, cell - stride, axis);
            middles.near[axis] = frac - 0.5;
            middles.next[axis] = middles.near[axis] - onward;
            middles.near_hash[axis] = here;
            middles.next_hash[axis] = upper.select(east, west);
        }
        middles.near_hash[2] ^= SECOND;
        middles.next_hash[2] ^= SECOND;
        let mut sum = self.point(simd, gradients, (corners.near, corners.near_hash))
            + self.point(simd, gradients, (middles.near, middles.near_hash));
        for axis in 0..3 {
            sum += self.point(simd, gradients, corners.beyond(simd, axis));
            sum += self.point(simd, gradients, middles.beyond(simd, axis));
        }
        sum
    }
}
