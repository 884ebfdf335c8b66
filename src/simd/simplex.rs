//! Simplex noise (Perlin, 2001; Gustavson, 2005), in 2D and 3D.
//!
//! Coordinates are those of [`skew`]; what is here is relative to a cell's corner.

use super::gradient::{edges, eight, textbook};
use super::lanes::Lanes;
use super::lattice::{Hashed, Lattice, Permuted, Seeds};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::skew::{self, Skewed};
use super::split::Splits;
use super::strip::next_noise;
use fearless_simd::prelude::*;

/// Simplex noise of one feature scale and seed; values in [-1, 1].
///
/// Hashed: eight gradients in 2D, twelve in 3D, radius² 0.5 in both, continuous everywhere. Permutation: Gustavson's,
/// gradient `perm % 12`, radius² 0.5 in 2D and 0.6 in 3D, where it jumps by up to 0.003 at faces of the tetrahedra.
#[derive(Clone, Debug)]
pub struct Simplex {
    number: u64,
    scale: f64,
    seeds: Seeds,
}

/// The reciprocals of the largest sums of two and three dimensions, rounded down, so that values stay inside [-1, 1].
const HASHED_2D: f32 = 70.147;
const HASHED_3D: f32 = 76.88;
const RADIUS: f32 = 0.5;
const GUSTAVSON_RADIUS: f32 = 0.6;

/// Gustavson's: the twelve edge gradients without their z, four of them twice, as the hashed lattice's eight are.
const fn flattened() -> [[f32; 2]; 16] {
    let t = textbook(70.0);
    [t[4], t[5], t[6], t[7], t[0], t[1], t[0], t[1], t[2], t[3], t[2], t[3], t[0], t[0], t[0], t[0]]
}

const fn twice(t: [[f32; 2]; 8]) -> [[f32; 2]; 16] {
    [t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]]
}

// Skewing and unskewing of triangles and of tetrahedra: (√3 - 1)/2, (3 - √3)/6, 1/3, 1/6.
const SKEW_2D: f64 = 0.366_025_403_784_438_65;
const UNSKEW_2D: f32 = 0.211_324_87;
const SKEW_3D: f64 = 1.0 / 3.0;
const UNSKEW_3D: f32 = 1.0 / 6.0;

impl Simplex {
    /// Noise whose skewed cells are `scale` metres wide along the axes.
    pub fn new(scale: f64, seeds: Seeds) -> Self {
        Self { number: next_noise(), scale, seeds }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let flat = matches!(depth, Depth::Flat);
        match &self.seeds {
            Seeds::Hashed(seed) => {
                let seed = mix(*seed, salt);
                let (place, lattice) = (Placement::new(self.scale, shift(seed)), Hashed::new(seed));
                let corners = Corners { lattice, radius: RADIUS };
                if flat {
                    let triangles = Triangles::<_, true>(corners, twice(eight(HASHED_2D)));
                    skew::fill(&triangles, self.number, place, at, depth, salt, out);
                } else {
                    let tetrahedra = Tetrahedra(corners, edges(HASHED_3D));
                    skew::fill(&tetrahedra, self.number, place, at, depth, salt, out);
                }
            }
            Seeds::Permutation(table) => {
                let (place, lattice) = (Placement::new(self.scale, [0.0; 3]), Permuted(table));
                let corners = Corners { lattice, radius: GUSTAVSON_RADIUS };
                if flat {
                    let triangles = Triangles::<_, false>(Corners { radius: RADIUS, ..corners }, flattened());
                    skew::fill(&triangles, self.number, place, at, depth, salt, out);
                } else {
                    skew::fill(&Tetrahedra(corners, edges(32.0)), self.number, place, at, depth, salt, out);
                }
            }
        }
    }
}

/// What the corners of a cell share.
#[derive(Clone, Copy)]
struct Corners<L: Lattice> {
    lattice: L,
    radius: f32,
}

/// 2D: gradients by eighths of a number, of which the table holds two copies, or by twelfths.
struct Triangles<L: Lattice, const EIGHTHS: bool>(Corners<L>, [[f32; 2]; 16]);

/// Gradients of triangles in registers: by eighths, and by twelfths.
#[derive(Clone, Copy)]
struct Gradients<S: Lanes> {
    eight: [S::Eight; 2],
    sixteen: [S::Sixteen; 2],
}

impl<L: Lattice, const EIGHTHS: bool> Triangles<L, EIGHTHS> {
    #[inline(always)]
    fn corner<S: Lanes>(
        &self,
        simd: S,
        Gradients { eight, sixteen }: &Gradients<S>,
        (number, [x, y]): Corner<S>,
    ) -> S::f32s {
        let [gx, gy] = if EIGHTHS {
            let number = L::eighth::<S>(number);
            [simd.look8(eight[0], number), simd.look8(eight[1], number)]
        } else {
            let number = L::twelfth(simd, number);
            [simd.look16(sixteen[0], number), simd.look16(sixteen[1], number)]
        };
        let t = (S::f32s::splat(simd, self.0.radius) - x * x - y * y).max(0.0);
        (t * t) * (t * t) * (gx * x + gy * y)
    }
}

impl<L: Lattice, const EIGHTHS: bool> Skewed<2> for Triangles<L, EIGHTHS> {
    const SKEW: f64 = SKEW_2D;
    type Lattice = L;
    type Ready<S: Lanes> = Gradients<S>;

    #[inline(always)]
    fn lattice(&self) -> L {
        self.0.lattice
    }

    #[inline(always)]
    fn ready<S: Lanes>(&self, simd: S) -> Gradients<S> {
        let axes = [self.1.map(|g| g[0]), self.1.map(|g| g[1])];
        let eights = axes.map(|[a, b, c, d, e, f, g, h, ..]| [a, b, c, d, e, f, g, h]);
        Gradients {
            eight: [simd.eight(&eights[0]), simd.eight(&eights[1])],
            sixteen: [simd.sixteen(&axes[0]), simd.sixteen(&axes[1])],
        }
    }

    #[inline(always)]
    fn value<S: Lanes>(&self, simd: S, gradients: &Gradients<S>, at: [Splits<S>; 2]) -> S::f32s {
        let [first, middle, last] = self.corners(simd, at);
        self.corner(simd, gradients, first) + self.corner(simd, gradients, middle) + self.corner(simd, gradients, last)
    }

    #[inline(always)]
    fn two<S: Lanes>(&self, simd: S, gradients: &Gradients<S>, [a, b]: [[Splits<S>; 2]; 2]) -> [S::f32s; 2] {
        let (a, b) = (self.corners(simd, a), self.corners(simd, b));
        let mut sums = [self.corner(simd, gradients, a[0]), self.corner(simd, gradients, b[0])];
        for corner in 1..3 {
            let added = [self.corner(simd, gradients, a[corner]), self.corner(simd, gradients, b[corner])];
            sums = [sums[0] + added[0], sums[1] + added[1]];
        }
        sums
    }
}

/// A corner of a triangle: its random number, and where the sample lies from it.
type Corner<S> = (<S as Simd>::u32s, [<S as Simd>::f32s; 2]);

impl<L: Lattice, const EIGHTHS: bool> Triangles<L, EIGHTHS> {
    #[inline(always)]
    fn corners<S: Lanes>(&self, simd: S, [u, v]: [Splits<S>; 2]) -> [Corner<S>; 3] {
        let lattice = self.0.lattice;
        let rows = [lattice.row(simd, u.cell), lattice.row(simd, u.cell + L::STRIDE[1])];
        let columns = [lattice.column(simd, v.cell), lattice.column(simd, v.cell + L::STRIDE[0])];
        let unskew = (u.frac + v.frac) * UNSKEW_2D;
        let (x, y) = (u.frac - unskew, v.frac - unskew);
        let lower = u.frac.simd_gt(v.frac);
        let (near, far) = (S::f32s::splat(simd, UNSKEW_2D), S::f32s::splat(simd, UNSKEW_2D - 1.0));
        let first = lattice.flat(simd, columns[0], rows[0]);
        let middle = lattice.either(simd, lower, [columns[0], rows[1]], [columns[1], rows[0]]);
        let opposite = lattice.flat(simd, columns[1], rows[1]);
        let (mx, my) = (x + lower.select(far, near), y + lower.select(near, far));
        let last = 2.0 * UNSKEW_2D - 1.0;
        [(first, [x, y]), (middle, [mx, my]), (opposite, [x + last, y + last])]
    }
}

struct Tetrahedra<L: Lattice>(Corners<L>, [[f32; 3]; 16]);

impl<L: Lattice> Tetrahedra<L> {
    #[inline(always)]
    fn corner<S: Lanes>(
        &self,
        simd: S,
        gradients: &[S::Sixteen; 3],
        [column, row, layer]: [S::u32s; 3],
        [x, y, z]: [S::f32s; 3],
    ) -> S::f32s {
        let number = L::twelfth(simd, self.0.lattice.solid(simd, column, row, layer));
        let [gx, gy, gz] = *gradients;
        let (gx, gy, gz) = (simd.look16(gx, number), simd.look16(gy, number), simd.look16(gz, number));
        let t = (S::f32s::splat(simd, self.0.radius) - x * x - y * y - z * z).max(0.0);
        (t * t) * (t * t) * (gx * x + gy * y + gz * z)
    }
}

impl<L: Lattice> Tetrahedra<L> {
    /// What the corner adds that lies `steps` steps from the first one, those along the axes `taken`.
    #[inline(always)]
    fn middle<S: Lanes>(
        &self,
        simd: S,
        gradients: &[S::Sixteen; 3],
        [columns, rows, layers]: &[[S::u32s; 2]; 3],
        [x, y, z]: [S::f32s; 3],
        [i, j, k]: [S::mask32s; 3],
        steps: f32,
    ) -> S::f32s {
        let cells = [k.select(columns[1], columns[0]), j.select(rows[1], rows[0]), i.select(layers[1], layers[0])];
        let near = S::f32s::splat(simd, steps * UNSKEW_3D);
        let far = S::f32s::splat(simd, steps * UNSKEW_3D - 1.0);
        let places = [x + i.select(far, near), y + j.select(far, near), z + k.select(far, near)];
        self.corner(simd, gradients, cells, places)
    }
}

impl<L: Lattice> Skewed<3> for Tetrahedra<L> {
    const SKEW: f64 = SKEW_3D;
    type Lattice = L;
    type Ready<S: Lanes> = [S::Sixteen; 3];

    #[inline(always)]
    fn lattice(&self) -> L {
        self.0.lattice
    }

    #[inline(always)]
    fn ready<S: Lanes>(&self, simd: S) -> [S::Sixteen; 3] {
        let (x, y, z) = (self.1.map(|g| g[0]), self.1.map(|g| g[1]), self.1.map(|g| g[2]));
        [simd.sixteen(&x), simd.sixteen(&y), simd.sixteen(&z)]
    }

    #[inline(always)]
    fn value<S: Lanes>(&self, simd: S, gradients: &[S::Sixteen; 3], [u, v, w]: [Splits<S>; 3]) -> S::f32s {
        let lattice = self.0.lattice;
        let layers = [lattice.layer(simd, u.cell), lattice.layer(simd, u.cell + L::STRIDE[2])];
        let rows = [lattice.row(simd, v.cell), lattice.row(simd, v.cell + L::STRIDE[1])];
        let columns = [lattice.column(simd, w.cell), lattice.column(simd, w.cell + L::STRIDE[0])];
        let unskew = (u.frac + v.frac + w.frac) * UNSKEW_3D;
        let (x, y, z) = (u.frac - unskew, v.frac - unskew, w.frac - unskew);
        let (uv, vw, uw) = (u.frac.simd_ge(v.frac), v.frac.simd_ge(w.frac), u.frac.simd_ge(w.frac));
        // Whether the step along each axis is among the first one or two that lead from corner to corner.
        let first = [uv & uw, !uv & vw, !uw & !vw];
        let second = [uv | uw, !uv | vw, !uw | !vw];
        let cells = [columns, rows, layers];
        let last = 3.0 * UNSKEW_3D - 1.0;
        self.corner(simd, gradients, [columns[0], rows[0], layers[0]], [x, y, z])
            + self.middle(simd, gradients, &cells, [x, y, z], first, 1.0)
            + self.middle(simd, gradients, &cells, [x, y, z], second, 2.0)
            + self.corner(simd, gradients, [columns[1], rows[1], layers[1]], [x + last, y + last, z + last])
    }
}
