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
    /// Metres of depth after which everything repeats.
    looped: Option<f64>,
}

impl ValueNoise {
    /// Noise whose cells are `scale` metres wide.
    pub fn new(scale: f64, seed: u64, curve: Curve) -> Self {
        Self { number: next_noise(), scale, seed, curve, looped: None }
    }

    /// The same noise with layers that repeat after `depth` metres, about `scale` metres apart.
    pub fn looping(self, depth: Option<f64>) -> Self {
        Self { looped: depth, ..self }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let octaves = |into: &mut Vec<Octave>| {
            let (place, lattice) = self.octave(salt);
            into.push(Octave::single(place.repeating(at.period), lattice));
        };
        self.run(&Key::new(self.number, salt, None, depth, at.period), None, octaves, at, depth, out);
    }

    /// Writes a sum of octaves of the noise at the positions `at` into `out`, one value per sample.
    pub fn sum(&self, sum: &Sum, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let octaves = |into: &mut Vec<Octave>| sum.octaves(|k| self.octave(mix(salt, k)), at.period, into);
        self.run(
            &Key::new(self.number, salt, Some(sum), depth, at.period),
            Some(sum.finish()),
            octaves,
            at,
            depth,
            out,
        );
    }

    /// Place and random numbers of the lattice with a salt.
    fn octave(&self, salt: u64) -> (Placement, Hashed) {
        let seed = mix(self.seed, salt);
        (Placement::new(self.scale, shift(seed)).looping(self.looped), Hashed::new(seed))
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
        let (scale, lattice) = ((finish, self.scale), |octave: &Octave| octave.lattice);
        if matches!(depth, Depth::Flat) {
            square::fill(&Noise::<_, false>(self.curve, lattice), key, scale, octaves, at, depth, out);
        } else {
            square::fill(&Noise::<_, true>(self.curve, lattice), key, scale, octaves, at, depth, out);
        }
    }
}

/// From the high 24 bits of a hash to [-1, 1), less 2^-19 of it so that rounding errors of the blends stay inside.
const STEP: f32 = 0.999_998_1 / 8_388_608.0;

/// The curve, and where an octave takes its random numbers from.
#[derive(Clone, Copy)]
struct Noise<F, const SOLID: bool>(Curve, F);

#[derive(Clone, Copy)]
struct Ready<L: Lattice> {
    lattice: L,
    step: f32,
}

/// The values of lattice points, each the high 24 bits of its number times `step`.
#[inline(always)]
pub(super) fn signed<S: Lanes>(number: S::u32s, step: f32) -> S::f32s {
    let number: S::i32s = number.bitcast();
    (number >> 8).to_float::<S::f32s>() * step
}

impl<L: Lattice, F: Fn(&Octave) -> L + Copy, const SOLID: bool> Square<1, 2> for Noise<F, SOLID> {
    type Ready<S: Lanes> = Ready<L>;
    type Lattice = L;
    type Cell = Slope;

    #[inline(always)]
    fn curve(&self) -> Curve {
        self.0
    }
    #[inline(always)]
    fn ready<S: Lanes>(&self, _: S, octave: &Octave) -> Ready<L> {
        Ready { lattice: (self.1)(octave), step: STEP * octave.scale }
    }
    #[inline(always)]
    fn lattice<S: Lanes>(ready: &Ready<L>) -> L {
        ready.lattice
    }
    #[inline(always)]
    fn slab<S: Lanes>(simd: S, lattice: impl Lattice, curve: Curve, z: Splits<S>) -> Slab<S> {
        if !SOLID {
            return Slab::none(simd);
        }
        let [below, above] = layers(simd, lattice, z.cell);
        Slab { below, above, z: z.frac, w: curve.lanes(simd, z.frac) }
    }
    #[inline(always)]
    fn corner<S: Lanes>(simd: S, ready: &Ready<L>, column: S::u32s, row: S::u32s, slab: &Slab<S>) -> [S::f32s; 1] {
        if !SOLID {
            return [signed::<S>(ready.lattice.flat(simd, column, row), ready.step)];
        }
        let below = signed::<S>(ready.lattice.solid(simd, column, row, slab.below), ready.step);
        let above = signed::<S>(ready.lattice.solid(simd, column, row, slab.above), ready.step);
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
