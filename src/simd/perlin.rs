//! Gradient noise on the square lattice (Perlin, 1985 and 2002), in 2D and 3D.
//!
//! The canonical expression blends over z, then y, then x, and keeps slope and offset of each lattice column apart, because
//! everything but the last step then depends on column and row only:
//!
//! ```text
//! ga = lerp(gx00, gx01, v)   ca = lerp(gy00·y, gy01·(y - 1), v)   left lattice column; gb, cb: the right one
//! value = (ga·x + ca) + u·((gb - ga)·x + ((cb - gb) - ca))
//! ```

use super::drive::{SquareNoise, fill};
use super::fade::{Curve, Fade, lerp, with_fade};
use super::gradient::{EIGHT, TEXTBOOK, edges, edges_within};
use super::lattice::{Hashed, Lattice, Permuted, Seeds};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::split::Split;
use std::marker::PhantomData;

/// Perlin noise of one feature scale and seed.
///
/// Hashed: eight gradients of length √2 in 2D and twelve scaled by the bound of the fade in 3D, values in [-1, 1] in both.
/// Permutation: the textbook's, unscaled; values in [-1, 1] in 2D and in [-1.065, 1.065] in 3D.
#[derive(Clone, Debug)]
pub struct Perlin {
    scale: f64,
    seeds: Seeds,
    curve: Curve,
}

impl Perlin {
    /// Noise whose cells are `scale` metres wide.
    pub fn new(scale: f64, seeds: Seeds, curve: Curve) -> Self {
        Self { scale, seeds, curve }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        with_fade!(self.curve, F => match &self.seeds {
            Seeds::Hashed(seed) => {
                let seed = mix(*seed, salt);
                let place = Placement::new(self.scale, shift(seed));
                run::<_, F>(Hashed::new(seed), &EIGHT, &edges_within(F::BOUND_3D), &place, at, depth, out);
            }
            Seeds::Permutation(table) => {
                let place = Placement::new(self.scale, [0.0; 3]);
                run::<_, F>(Permuted(table), &TEXTBOOK, &edges(1.0), &place, at, depth, out);
            }
        });
    }
}

fn run<L: Lattice, F: Fade>(
    lattice: L,
    flat: &[[f32; 2]; 8],
    solid: &[[f32; 3]; 16],
    place: &Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    out: &mut [f32],
) {
    match depth {
        Depth::Flat => fill(&Flat::<L, F> { lattice, gradients: flat, fade: PhantomData }, place, at, depth, out),
        _ => fill(&Solid::<L, F> { lattice, gradients: solid, fade: PhantomData }, place, at, depth, out),
    }
}

/// The noise of one 2D cell from its four gradients, as the kernels blend it.
///
/// `gradients` are those of the corners (0, 0), (1, 0), (0, 1), (1, 1); `x` and `y` lie in [0, 1].
pub fn corner_blend(gradients: [[f32; 2]; 4], x: f32, y: f32, curve: Curve) -> f32 {
    let [nw, ne, sw, se] = gradients;
    let v = curve.at(y);
    between(column(nw, sw, y, v), column(ne, se, y, v), x, curve.at(x))
}

/// Slope in x and offset of a lattice column.
#[inline(always)]
fn column(north: [f32; 2], south: [f32; 2], y: f32, v: f32) -> [f32; 2] {
    [lerp(north[0], south[0], v), lerp(north[1] * y, south[1] * (y - 1.0), v)]
}

/// Slope and offset of the west column, then what the east column differs by.
#[inline(always)]
fn difference([ga, ca]: [f32; 2], [gb, cb]: [f32; 2]) -> [f32; 4] {
    [ga, ca, gb - ga, (cb - gb) - ca]
}

#[inline(always)]
fn across([g, c, dg, dc]: [f32; 4], x: f32, u: f32) -> f32 {
    (g * x + c) + u * (dg * x + dc)
}

fn between(west: [f32; 2], east: [f32; 2], x: f32, u: f32) -> f32 {
    across(difference(west, east), x, u)
}

struct Flat<'a, L, F> {
    lattice: L,
    gradients: &'a [[f32; 2]; 8],
    fade: PhantomData<F>,
}

impl<L: Lattice, F: Fade> SquareNoise for Flat<'_, L, F> {
    type Slab = ();
    type Corner = [f32; 2];
    type Edge = [f32; 2];
    type Cell = [f32; 4];

    #[inline(always)]
    fn column(&self, x: i32) -> u32 {
        self.lattice.column(x)
    }
    #[inline(always)]
    fn row(&self, y: i32) -> u32 {
        self.lattice.row(y)
    }
    #[inline(always)]
    fn slab(&self, _: Split) {}
    #[inline(always)]
    fn corner(&self, column: u32, row: u32, (): ()) -> [f32; 2] {
        self.gradients[L::eighth(self.lattice.flat(self.lattice.plane(column, row))) & 7]
    }
    #[inline(always)]
    fn edge(&self, north: [f32; 2], south: [f32; 2], y: f32, v: f32) -> [f32; 2] {
        column(north, south, y, v)
    }
    #[inline(always)]
    fn cell(&self, west: [f32; 2], east: [f32; 2]) -> [f32; 4] {
        difference(west, east)
    }
    #[inline(always)]
    fn value(&self, cell: [f32; 4], x: f32, u: f32) -> f32 {
        across(cell, x, u)
    }
    #[inline(always)]
    fn fade(&self, t: f32) -> f32 {
        F::fade(t)
    }
}

struct Solid<'a, L, F> {
    lattice: L,
    gradients: &'a [[f32; 3]; 16],
    fade: PhantomData<F>,
}

/// The two layers of lattice points around a depth.
#[derive(Clone, Copy)]
struct Layers {
    below: u32,
    above: u32,
    z: f32,
    w: f32,
}

impl<L: Lattice, F: Fade> SquareNoise for Solid<'_, L, F> {
    type Slab = Layers;
    /// Gradient in x and y and what z contributes, blended over z.
    type Corner = [f32; 3];
    type Edge = [f32; 2];
    type Cell = [f32; 4];

    #[inline(always)]
    fn column(&self, x: i32) -> u32 {
        self.lattice.column(x)
    }
    #[inline(always)]
    fn row(&self, y: i32) -> u32 {
        self.lattice.row(y)
    }
    #[inline(always)]
    fn slab(&self, z: Split) -> Layers {
        let (below, above) = (self.lattice.layer(z.cell), self.lattice.layer(z.cell.wrapping_add(1)));
        Layers { below, above, z: z.frac, w: F::fade(z.frac) }
    }
    #[inline(always)]
    fn corner(&self, column: u32, row: u32, slab: Layers) -> [f32; 3] {
        let plane = self.lattice.plane(column, row);
        let [ax, ay, az] = self.gradients[L::sixteenth(self.lattice.solid(plane, slab.below)) & 15];
        let [bx, by, bz] = self.gradients[L::sixteenth(self.lattice.solid(plane, slab.above)) & 15];
        [lerp(ax, bx, slab.w), lerp(ay, by, slab.w), lerp(az * slab.z, bz * (slab.z - 1.0), slab.w)]
    }
    #[inline(always)]
    fn edge(&self, [nx, ny, nz]: [f32; 3], [sx, sy, sz]: [f32; 3], y: f32, v: f32) -> [f32; 2] {
        [lerp(nx, sx, v), lerp(ny * y + nz, sy * (y - 1.0) + sz, v)]
    }
    #[inline(always)]
    fn cell(&self, west: [f32; 2], east: [f32; 2]) -> [f32; 4] {
        difference(west, east)
    }
    #[inline(always)]
    fn value(&self, cell: [f32; 4], x: f32, u: f32) -> f32 {
        across(cell, x, u)
    }
    #[inline(always)]
    fn fade(&self, t: f32) -> f32 {
        F::fade(t)
    }
}
