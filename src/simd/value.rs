//! Value noise: random numbers on the square lattice, blended over z, then y, then x.

use super::fade::{Curve, lerps};
use super::lanes::Lanes;
use super::lattice::{Hashed, Lattice};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::split::Splits;
use super::square::{self, Cell, Octave, Slab, Square, layers};
use super::strip::{Key, next_noise};
use super::sum::{Finish, Sum};
use fearless_simd::prelude::*;

/// Value noise of one feature scale and seed; values in [-1, 1].
#[derive(Clone, Debug)]
pub struct ValueNoise {
    number: u64,
    scale: f64,
    seed: u64,
    curve: Curve,
}

impl ValueNoise {
    /// Noise whose cells are `scale` metres wide.
    pub fn new(scale: f64, seed: u64, curve: Curve) -> Self {
        Self { number: next_noise(), scale, seed, curve }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let octaves = |into: &mut Vec<Octave>| {
            let (place, lattice) = self.octave(salt);
            into.push(Octave::single(place, lattice));
        };
        self.run(&Key::new(self.number, salt, None, depth), None, octaves, at, depth, out);
    }

    /// Writes a sum of octaves of the noise at the positions `at` into `out`, one value per sample.
    pub fn sum(&self, sum: &Sum, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let octaves = |into: &mut Vec<Octave>| sum.octaves(|k| self.octave(mix(salt, k)), into);
        self.run(&Key::new(self.number, salt, Some(sum), depth), Some(sum.finish()), octaves, at, depth, out);
    }

    /// Place and random numbers of the lattice with a salt.
    fn octave(&self, salt: u64) -> (Placement, Hashed) {
        let seed = mix(self.seed, salt);
        (Placement::new(self.scale, shift(seed)), Hashed::new(seed))
    }

    fn run(
        &self,
        key: &Key,
        finish: Option<Finish>,
        octaves: impl Fn(&mut Vec<Octave>) + Copy,
        at: &Positions<'_>,
        depth: Depth<'_>,
        out: &mut [f32],
    ) {
        match depth {
            Depth::Flat => {
                square::fill(&Noise::<false>(self.curve), key, (finish, self.scale), octaves, at, depth, out);
            }
            _ => square::fill(&Noise::<true>(self.curve), key, (finish, self.scale), octaves, at, depth, out),
        }
    }
}

/// From the high 24 bits of a hash to [-1, 1), less 2^-19 of it so that rounding errors of the blends stay inside.
const STEP: f32 = 0.999_998_1 / 8_388_608.0;

#[derive(Clone, Copy)]
struct Noise<const SOLID: bool>(Curve);

#[derive(Clone, Copy)]
struct Ready {
    lattice: Hashed,
    step: f32,
}

impl Ready {
    #[inline(always)]
    fn signed<S: Lanes>(&self, number: S::u32s) -> S::f32s {
        let number: S::i32s = number.bitcast();
        (number >> 8).to_float::<S::f32s>() * self.step
    }
}

impl<const SOLID: bool> Square<1, 2> for Noise<SOLID> {
    type Ready<S: Lanes> = Ready;
    type Lattice = Hashed;
    type Cell = Slope;

    #[inline(always)]
    fn curve(&self) -> Curve {
        self.0
    }
    #[inline(always)]
    fn ready<S: Lanes>(&self, _: S, octave: &Octave) -> Ready {
        Ready { lattice: octave.lattice, step: STEP * octave.scale }
    }
    #[inline(always)]
    fn lattice<S: Lanes>(ready: &Ready) -> Hashed {
        ready.lattice
    }
    #[inline(always)]
    fn slab<S: Lanes>(simd: S, ready: &Ready, curve: Curve, z: Splits<S>) -> Slab<S> {
        if !SOLID {
            return Slab::none(simd);
        }
        let [below, above] = layers(simd, ready.lattice, z.cell);
        Slab { below, above, z: z.frac, w: curve.lanes(simd, z.frac) }
    }
    #[inline(always)]
    fn corner<S: Lanes>(simd: S, ready: &Ready, column: S::u32s, row: S::u32s, slab: &Slab<S>) -> [S::f32s; 1] {
        if !SOLID {
            return [ready.signed::<S>(ready.lattice.flat(simd, column, row))];
        }
        let below = ready.signed::<S>(ready.lattice.solid(simd, column, row, slab.below));
        let above = ready.signed::<S>(ready.lattice.solid(simd, column, row, slab.above));
        [lerps::<S>(below, above, slab.w)]
    }
    #[inline(always)]
    fn edge<S: Lanes>(north: [S::f32s; 1], south: [S::f32s; 1], _: S::f32s, v: S::f32s) -> [S::f32s; 2] {
        let edge = lerps::<S>(north[0], south[0], v);
        [edge, edge]
    }
}

/// Value of the west column, and what the east column differs by.
#[derive(Clone, Copy)]
struct Slope;

impl Cell<2> for Slope {
    #[inline(always)]
    fn between<S: Lanes>(west: [S::f32s; 2], east: [S::f32s; 2]) -> [S::f32s; 2] {
        [west[0], east[0] - west[0]]
    }
    #[inline(always)]
    fn value<S: Lanes>([a, d]: [S::f32s; 2], _: S::f32s, u: S::f32s) -> S::f32s {
        a + u * d
    }
}
