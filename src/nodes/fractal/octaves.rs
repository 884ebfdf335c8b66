//! The sum of octaves that all fractals share.
//!
//! Lattice noises sum their octaves in one kernel ([`crate::simd::Sum`]) while the gain is a number; other noises, plugged
//! sources and gains per sample go octave by octave. Both compute the same expression and so give the same bits.

use super::with_workspace;
use crate::nodes::noise::Generator;
use crate::simd::{Depth, Fold, Sum, mix, vectorized};
use crate::spec::{Domain, Field, Interval, Operand};

/// What is summed.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// A noise and its third coordinate, which octaves share.
    Noise(&'a Generator, Depth<'a>),
    /// Whatever is plugged in.
    Field(&'a dyn Field),
}

/// A sum `Σ a_k · fold(n_k) / Σ a_k` in which octave `k` samples its source at `p · lacunarity^k` with salt `k`.
#[derive(Clone, Debug)]
pub struct Octaves {
    /// How many.
    pub count: u32,
    /// From the frequency of one octave to that of the next.
    pub lacunarity: f64,
    /// What is done to each sample.
    pub fold: Fold,
    /// Bound of the source.
    pub source: Interval,
}

/// From here on, sums of up to 32 products with amplitudes up to 2^31 may leave the numbers.
const LARGE: f32 = 1e27;

/// What values saturate at.
const NUMBERS: Interval = Interval::new(f32::MIN, f32::MAX);

/// The interval of folded values of `source`.
fn interval(fold: Fold, source: Interval) -> Interval {
    let (lo, hi) = (source.lo.abs(), source.hi.abs());
    let nearest = if source.contains(0.0) { 0.0 } else { lo.min(hi) };
    let magnitude = Interval::new(nearest, lo.max(hi));
    let folded = match fold {
        Fold::Plain => source,
        Fold::Ridged => magnitude.map(ridged),
        Fold::Billow => magnitude.map(billow),
        Fold::Absolute => magnitude,
    };
    if source.is_bounded() { folded.clamped(NUMBERS) } else { folded }
}

#[inline(always)]
fn ridged(v: f32) -> f32 {
    1.0 - 2.0 * v.abs()
}

#[inline(always)]
fn billow(v: f32) -> f32 {
    2.0 * v.abs() - 1.0
}

impl Octaves {
    /// Bound of the sum: a weighted mean lies where its terms lie.
    pub fn bound(&self) -> Interval {
        interval(self.fold, self.source)
    }

    /// Writes the sum at the positions `at` into `out`. `gain` leads from the amplitude of one octave to that of the next.
    pub fn fill(&self, at: &Domain<'_>, source: Source<'_>, gain: Operand<'_>, out: &mut [f32]) {
        if let (Source::Noise(generator, depth), Operand::Number(gain)) = (source, gain)
            && generator.sum(&self.fused(gain), at, depth, out)
        {
            return;
        }
        with_workspace(at.len(), |stretched, [noise, amplitudes, totals]| {
            let mut weights = match gain {
                Operand::Number(gain) => Weights::Same { gain, amplitude: 1.0, total: 1.0 },
                Operand::Samples(gains) => {
                    amplitudes.fill(1.0);
                    totals.fill(1.0);
                    Weights::Each { gains, amplitudes, totals }
                }
            };
            out.fill(0.0);
            let mut factor = 1.0;
            for k in 0..self.count {
                let salt = mix(at.salt, u64::from(k));
                let octave = if k == 0 { Domain { salt, ..*at } } else { stretched.domain(at, factor, salt) };
                match source {
                    Source::Noise(generator, depth) => generator.fill(&octave, depth, noise),
                    Source::Field(field) => field.sample(&octave, noise),
                }
                if k > 0 {
                    weights.next();
                }
                self.add(noise, &weights, out);
                factor *= self.lacunarity;
            }
            self.divide(&weights, out);
        });
    }

    /// The same sum for a kernel that does all octaves at once.
    fn fused(&self, gain: f32) -> Sum {
        let bound = self.bound().clamped(NUMBERS);
        let (octaves, lacunarity, fold) = (self.count, self.lacunarity, self.fold);
        Sum { octaves, lacunarity, gain, fold, bound: (bound.lo, bound.hi) }
    }

    /// Adds an octave to `sum`.
    fn add(&self, noise: &[f32], weights: &Weights<'_>, sum: &mut [f32]) {
        let large = !Interval::new(-LARGE, LARGE).holds(self.source);
        vectorized(
            #[inline(always)]
            || match self.fold {
                Fold::Plain if large => add(noise, weights, sum, |v| v, saturated),
                Fold::Ridged if large => add(noise, weights, sum, |v| saturated(ridged(v)), saturated),
                Fold::Billow if large => add(noise, weights, sum, |v| saturated(billow(v)), saturated),
                Fold::Absolute if large => add(noise, weights, sum, f32::abs, saturated),
                Fold::Plain => add(noise, weights, sum, |v| v, |v| v),
                Fold::Ridged => add(noise, weights, sum, ridged, |v| v),
                Fold::Billow => add(noise, weights, sum, billow, |v| v),
                Fold::Absolute => add(noise, weights, sum, f32::abs, |v| v),
            },
        );
    }

    /// Divides by the sum of the amplitudes, takes rounding errors back inside the bound, and -0 to +0.
    fn divide(&self, weights: &Weights<'_>, sum: &mut [f32]) {
        let bound = self.bound().clamped(NUMBERS);
        vectorized(
            #[inline(always)]
            || match weights {
                Weights::Same { total, .. } => {
                    let share = 1.0 / total;
                    sum.iter_mut().for_each(|s| *s = (*s * share).clamp(bound.lo, bound.hi) + 0.0);
                }
                Weights::Each { totals, .. } => {
                    let each = sum.iter_mut().zip(&**totals);
                    each.for_each(|(s, t)| *s = (*s * (1.0 / t)).clamp(bound.lo, bound.hi) + 0.0);
                }
            },
        );
    }
}

fn saturated(v: f32) -> f32 {
    v.clamp(f32::MIN, f32::MAX)
}

/// Amplitudes of the current octave, and their sums so far.
enum Weights<'a> {
    /// The same at every sample.
    Same { gain: f32, amplitude: f32, total: f32 },
    /// One per sample each.
    Each { gains: &'a [f32], amplitudes: &'a mut [f32], totals: &'a mut [f32] },
}

impl Weights<'_> {
    /// Goes to the next octave.
    fn next(&mut self) {
        match self {
            Self::Same { gain, amplitude, total } => step(*gain, amplitude, total),
            Self::Each { gains, amplitudes, totals } => vectorized(
                #[inline(always)]
                || {
                    for ((&gain, amplitude), total) in gains.iter().zip(&mut **amplitudes).zip(&mut **totals) {
                        step(gain, amplitude, total);
                    }
                },
            ),
        }
    }
}

#[inline(always)]
fn step(gain: f32, amplitude: &mut f32, total: &mut f32) {
    *amplitude *= gain;
    *total += *amplitude;
}

#[inline(always)]
fn add(noise: &[f32], weights: &Weights<'_>, sum: &mut [f32], fold: impl Fn(f32) -> f32, keep: impl Fn(f32) -> f32) {
    match weights {
        Weights::Same { amplitude, .. } => {
            for (s, &n) in sum.iter_mut().zip(noise) {
                *s += keep(*amplitude * fold(n));
            }
        }
        Weights::Each { amplitudes, .. } => {
            for ((s, &n), &amplitude) in sum.iter_mut().zip(noise).zip(&**amplitudes) {
                *s += keep(amplitude * fold(n));
            }
        }
    }
}
