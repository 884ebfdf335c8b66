//! Value noise whose lattice points are joined by cubic splines (Catmull and Rom, 1974): over z, then y, then x.

use super::alone::{self, Alone};
use super::lanes::Lanes;
use super::lattice::{Hashed, Lattice};
use super::level::at_level;
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::split::Splits;
use super::square::Octave;
use super::value::signed;
use super::wrapped::Wrapped;
use fearless_simd::prelude::*;

/// Cubic value noise of one feature scale and seed; values in [-1, 1].
///
/// A spline overshoots its points by a quarter at most along each axis, and values are divided by what that makes of ±1:
/// 1.25² in 2D, 1.25³ in 3D.
#[derive(Clone, Debug)]
pub struct ValueCubic {
    scale: f64,
    seed: u64,
    /// Metres of depth after which everything repeats.
    looped: Option<f64>,
}

// From the high 24 bits of a hash to [-1, 1), less 2^-19 of it so that rounding errors of the splines stay inside.
const STEP_2D: f32 = 0.999_998_1 / 8_388_608.0 / 1.5625;
const STEP_3D: f32 = 0.999_998_1 / 8_388_608.0 / 1.953_125;

impl ValueCubic {
    /// Noise whose cells are `scale` metres wide.
    pub fn new(scale: f64, seed: u64) -> Self {
        Self { scale, seed, looped: None }
    }

    /// The same noise with layers that repeat after `depth` metres, about `scale` metres apart.
    pub fn looping(self, depth: Option<f64>) -> Self {
        Self { looped: depth, ..self }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let seed = mix(self.seed, salt);
        let place = Placement::new(self.scale, shift(seed)).looping(self.looped).repeating(at.period);
        let octave = Octave::single(place, Hashed::new(seed));
        let wrapped = Wrapped::new(octave.lattice, &octave);
        match depth {
            Depth::Flat => run(&Spline::<false>(wrapped), &place, at, depth, out),
            Depth::Level(_) | Depth::Samples(_) => run(&Spline::<true>(wrapped), &place, at, depth, out),
        }
    }
}

fn run<A: Alone<1>>(noise: &A, place: &Placement, at: &Positions<'_>, depth: Depth<'_>, out: &mut [f32]) {
    for piece in alone::pieces(at.width) {
        at_level!(simd => alone::fill(simd, noise, place, at, depth, piece, &mut [&mut *out]));
    }
}

struct Spline<const SOLID: bool>(Wrapped<Hashed>);

/// The spline through four equally spaced values, at share `t` of the way from the second to the third.
#[inline(always)]
fn spline<S: Lanes>([a, b, c, d]: [S::f32s; 4], t: S::f32s) -> S::f32s {
    let (slope, bend) = (c - a, a * 2.0 - b * 5.0 + c * 4.0 - d);
    let twist = (b - c) * 3.0 + d - a;
    b + t * 0.5 * (slope + t * (bend + t * twist))
}

impl<const SOLID: bool> Alone<1> for Spline<SOLID> {
    type Ready<S: Lanes> = ();

    #[inline(always)]
    fn ready<S: Lanes>(&self, _: S) {}

    #[inline(always)]
    fn values<S: Lanes>(&self, simd: S, _: &(), at: &[Splits<S>; 3]) -> [S::f32s; 1] {
        let (lattice, zero) = (self.0, S::f32s::splat(simd, 0.0));
        let cell = |axis: usize, k: usize| lattice.strided::<S>(at[axis].cell + (k as u32).wrapping_sub(1), axis);
        let mut layers = [at[2].cell; 4];
        if SOLID {
            for k in 0..4 {
                layers[k] = lattice.layer(simd, cell(2, k));
            }
        }
        let mut rows = [at[1].cell; 4];
        for j in 0..4 {
            rows[j] = lattice.row(simd, cell(1, j));
        }
        let mut across = [zero; 4];
        for i in 0..4 {
            let column = lattice.column(simd, cell(0, i));
            let mut down = [zero; 4];
            for j in 0..4 {
                down[j] = if SOLID {
                    let mut through = [zero; 4];
                    for k in 0..4 {
                        through[k] = signed::<S>(lattice.solid(simd, column, rows[j], layers[k]), STEP_3D);
                    }
                    spline::<S>(through, at[2].frac)
                } else {
                    signed::<S>(lattice.flat(simd, column, rows[j]), STEP_2D)
                };
            }
            across[i] = spline::<S>(down, at[1].frac);
        }
        [spline::<S>(across, at[0].frac)]
    }
}
