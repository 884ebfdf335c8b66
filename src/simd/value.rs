//! Value noise: random numbers on the square lattice, blended over z, then y, then x.

use super::drive::{SquareNoise, fill};
use super::fade::{Curve, Fade, lerp, with_fade};
use super::lattice::{Hashed, Lattice};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::split::Split;
use std::marker::PhantomData;

/// Value noise of one feature scale and seed; values in [-1, 1].
#[derive(Clone, Debug)]
pub struct ValueNoise {
    scale: f64,
    seed: u64,
    curve: Curve,
}

impl ValueNoise {
    /// Noise whose cells are `scale` metres wide.
    pub fn new(scale: f64, seed: u64, curve: Curve) -> Self {
        Self { scale, seed, curve }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let seed = mix(self.seed, salt);
        let place = Placement::new(self.scale, shift(seed));
        let lattice = Hashed::new(seed);
        with_fade!(self.curve, F => match depth {
            Depth::Flat => fill(&Noise::<F, false> { lattice, fade: PhantomData }, &place, at, depth, out),
            _ => fill(&Noise::<F, true> { lattice, fade: PhantomData }, &place, at, depth, out),
        });
    }
}

struct Noise<F, const SOLID: bool> {
    lattice: Hashed,
    fade: PhantomData<F>,
}

/// From the high 24 bits of a hash to [-1, 1), less 2^-19 of it so that rounding errors of the blends stay inside.
const STEP: f32 = 0.999_998_1 / 8_388_608.0;

#[inline(always)]
fn signed(hash: u32) -> f32 {
    ((hash as i32) >> 8) as f32 * STEP
}

impl<F: Fade, const SOLID: bool> SquareNoise for Noise<F, SOLID> {
    /// The layers below and above, and the faded fraction between them.
    type Slab = (u32, u32, f32);
    type Corner = f32;
    type Edge = f32;
    /// Value of the west column, and what the east column differs by.
    type Cell = [f32; 2];

    #[inline(always)]
    fn column(&self, x: i32) -> u32 {
        self.lattice.column(x)
    }
    #[inline(always)]
    fn row(&self, y: i32) -> u32 {
        self.lattice.row(y)
    }
    #[inline(always)]
    fn slab(&self, z: Split) -> Self::Slab {
        (self.lattice.layer(z.cell), self.lattice.layer(z.cell.wrapping_add(1)), F::fade(z.frac))
    }
    #[inline(always)]
    fn corner(&self, column: u32, row: u32, (below, above, w): Self::Slab) -> f32 {
        let plane = self.lattice.plane(column, row);
        if !SOLID {
            return signed(self.lattice.flat(plane));
        }
        lerp(signed(self.lattice.solid(plane, below)), signed(self.lattice.solid(plane, above)), w)
    }
    #[inline(always)]
    fn edge(&self, north: f32, south: f32, _: f32, v: f32) -> f32 {
        lerp(north, south, v)
    }
    #[inline(always)]
    fn cell(&self, west: f32, east: f32) -> [f32; 2] {
        [west, east - west]
    }
    #[inline(always)]
    fn value(&self, [a, d]: [f32; 2], _: f32, u: f32) -> f32 {
        a + u * d
    }
    #[inline(always)]
    fn fade(&self, t: f32) -> f32 {
        F::fade(t)
    }
}
