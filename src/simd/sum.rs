//! Sums of octaves as the kernels fold them.

use super::lanes::Lanes;
use super::lattice::Hashed;
use super::place::Placement;
use super::square::Octave;
use fearless_simd::prelude::*;

/// What is done to a sample before it is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// `n`: hills and valleys alike.
    Plain,
    /// `1 - 2|n|`: sharp crests where the source crosses 0.
    Ridged,
    /// `2|n| - 1`: sharp creases where the source crosses 0.
    Billow,
    /// `|n|`: the same, from 0.
    Absolute,
}

/// A sum `Σ a_k · fold(n_k) / Σ a_k` with `a_k = gain^k`, in which octave `k` samples its noise at `p · lacunarity^k` with
/// salt `mix(salt, k)`.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// How many octaves.
    pub octaves: u32,
    /// From the frequency of one octave to that of the next.
    pub lacunarity: f64,
    /// From the amplitude of one octave to that of the next.
    pub gain: f32,
    /// What is done to each sample.
    pub fold: Fold,
    /// What the result is clamped to.
    pub bound: (f32, f32),
    /// Size of the finest features that are kept, as a share of those of the first octave; see [`presence`].
    pub finest: Option<f64>,
}

/// How much of an octave is left whose features are `factor` times as fine as those of the first: all of it while they are
/// at least twice as large as the `finest`, none once they are no larger. The first octave always stays.
pub fn presence(finest: Option<f64>, factor: f64, octave: u32) -> f32 {
    match finest {
        Some(finest) if octave > 0 => (1.0 / (factor * finest) - 1.0).clamp(0.0, 1.0) as f32,
        _ => 1.0,
    }
}

/// How a value enters a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// Whether `|n| - bias` is summed rather than `n`.
    pub bent: bool,
    /// What is taken from `|n|`.
    pub bias: f32,
    /// Factor of the result; `None` where it is part of the noise already.
    pub weight: Option<f32>,
}

/// What is done to a whole sum: `(sum · share)` clamped, -0 as +0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finish {
    pub share: f32,
    pub bound: (f32, f32),
}

impl Finish {
    #[inline(always)]
    pub fn apply<S: Lanes>(self, simd: S, sum: S::f32s) -> S::f32s {
        let (lo, hi) = (S::f32s::splat(simd, self.bound.0), S::f32s::splat(simd, self.bound.1));
        (sum * self.share).max(lo).min(hi) + 0.0
    }
}

impl Octave {
    /// The only octave of a noise that is not summed.
    pub fn single(place: Placement, lattice: Hashed) -> Self {
        Self { place, lattice, scale: 1.0, term: None }
    }
}

/// Amplitudes below this are not made part of a noise: its smallest values would leave the normal numbers.
const FAINTEST: f32 = 1.0 / 4_294_967_296.0;

impl Sum {
    /// The octaves; `lattice` gives the place and the random numbers of one by its number. They repeat with `period`.
    pub(super) fn octaves(
        self,
        mut lattice: impl FnMut(u64) -> (Placement, Hashed),
        period: Option<[f64; 2]>,
        into: &mut Vec<Octave>,
    ) {
        let (mut factor, mut amplitude) = (1.0, 1.0f32);
        let bent = self.fold != Fold::Plain;
        let (stretch, bias) = match self.fold {
            Fold::Plain | Fold::Absolute => (1.0, 0.0),
            Fold::Ridged | Fold::Billow => (2.0, 1.0),
        };
        // A power of two has no digits beyond the first.
        let exact = |a: f32| a >= FAINTEST && a.to_bits() & 0x007F_FFFF == 0;
        for k in 0..self.octaves {
            let (place, lattice) = lattice(u64::from(k));
            let present = presence(self.finest, factor, k);
            if present == 0.0 {
                break;
            }
            let weight = amplitude * present;
            let (scale, term) = if exact(weight) {
                (stretch * weight, Term { bent, bias: bias * weight, weight: None })
            } else {
                (stretch, Term { bent, bias, weight: Some(weight) })
            };
            let place = place.stretched(factor).repeating(period);
            into.push(Octave { place, lattice, scale, term: Some(term) });
            factor *= self.lacunarity;
            amplitude *= self.gain;
        }
    }

    /// What is done to the whole sum. Crests are creases upside down: their sum is negated once, here.
    pub(super) fn finish(self) -> Finish {
        let (mut amplitude, mut total, mut factor) = (1.0f32, 1.0f32, 1.0);
        for k in 1..self.octaves {
            amplitude *= self.gain;
            factor *= self.lacunarity;
            total += amplitude * presence(self.finest, factor, k);
        }
        let share = 1.0 / total;
        Finish { share: if self.fold == Fold::Ridged { -share } else { share }, bound: self.bound }
    }
}
