//! The sum of octaves that all fractals share.
//!
//! Lattice noises sum their octaves in one kernel ([`crate::simd::Sum`]) while the gain is a number; other noises, plugged
//! sources and gains per sample go octave by octave. Both compute the same expression and so give the same bits.

use super::with_workspace;
use crate::nodes::noise::Generator;
use crate::nodes::terrace::PingPong;
use crate::simd::{Depth, Fold, Sum, mix, presence, vectorized};
use crate::spec::{Domain, Field, Interval, Operand, Stretched};

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
    /// Size of the finest features that are kept, as a share of those of the first octave.
    pub finest: Option<f64>,
    /// Whether an octave may count less where those before it are low.
    pub weighted: bool,
}

/// How octaves are weighed.
#[derive(Clone, Copy)]
pub struct Weighing<'a> {
    /// From the amplitude of one octave to that of the next.
    pub gain: Operand<'a>,
    /// How much less an octave counts where the one before is low.
    pub strength: Operand<'a>,
    /// How often each sample is folded back and forth before anything else.
    pub ping_pong: Option<Operand<'a>>,
}

impl<'a> Weighing<'a> {
    /// By a gain alone.
    pub fn by(gain: Operand<'a>) -> Self {
        Self { gain, strength: Operand::Number(0.0), ping_pong: None }
    }
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

/// How high a folded value stands, from 0 to 1.
#[inline(always)]
fn standing(fold: Fold, v: f32) -> f32 {
    let v = if fold == Fold::Absolute { v } else { (v + 1.0) * 0.5 };
    v.clamp(0.0, 1.0)
}

impl Octaves {
    /// A sum without folds.
    pub fn plain(count: u32, lacunarity: f64, source: Interval) -> Self {
        Self { count, lacunarity, fold: Fold::Plain, source, finest: None, weighted: false }
    }

    /// Bound of the sum: a mean lies where its terms lie, or between them and 0 where weights fall.
    pub fn bound(&self) -> Interval {
        let Interval { lo, hi } = interval(self.fold, self.source);
        if self.weighted { Interval::new(lo.min(0.0), hi.max(0.0)) } else { Interval::new(lo, hi) }
    }

    /// Writes the sum at the positions `at` into `out`.
    pub fn fill(&self, at: &Domain<'_>, source: Source<'_>, by: Weighing<'_>, out: &mut [f32]) {
        if self.weighted {
            return self.fill_weighted(at, source, by, out);
        }
        if let (Source::Noise(generator, depth), Operand::Number(gain), None) = (source, by.gain, by.ping_pong)
            && generator.sum(&self.fused(gain), at, depth, out)
        {
            return;
        }
        with_workspace(at.len(), |stretched, [noise, amplitudes, totals]| {
            let mut weights = match by.gain {
                Operand::Number(gain) => Weights::Same { gain, amplitude: 1.0, total: 1.0 },
                Operand::Samples(gains) => {
                    amplitudes.fill(1.0);
                    totals.fill(1.0);
                    Weights::Each { gains, amplitudes, totals }
                }
            };
            out.fill(0.0);
            self.each(at, source, stretched, noise, |k, present, noise| {
                if let Some(strength) = by.ping_pong {
                    ping_pong(noise, strength);
                }
                if k > 0 {
                    weights.next(present);
                }
                self.add(noise, &weights, present, out);
            });
            self.divide(&weights, out);
        });
    }

    /// Samples the source octave by octave and hands over its number, how much of it is left, and its values.
    pub fn each(
        &self,
        at: &Domain<'_>,
        source: Source<'_>,
        stretched: &mut Stretched,
        noise: &mut [f32],
        mut f: impl FnMut(u32, f32, &mut [f32]),
    ) {
        let mut factor = 1.0;
        for k in 0..self.count {
            let present = presence(self.finest, factor, k);
            if present == 0.0 {
                break;
            }
            let salt = mix(at.salt, u64::from(k));
            let octave = if k == 0 { Domain { salt, ..*at } } else { stretched.domain(at, factor, salt) };
            match source {
                Source::Noise(generator, depth) => generator.fill(&octave, depth, noise),
                Source::Field(field) => field.sample(&octave, noise),
            }
            f(k, present, noise);
            factor *= self.lacunarity;
        }
    }

    /// The sum whose octaves count less where the one before is low (FastNoise Lite, Peck): the amplitude is multiplied by
    /// what a value's standing leaves of it. What is divided by stays the sum of the unweighted amplitudes.
    fn fill_weighted(&self, at: &Domain<'_>, source: Source<'_>, by: Weighing<'_>, out: &mut [f32]) {
        let bound = self.bound().clamped(NUMBERS);
        with_workspace(at.len(), |stretched, [noise, amplitudes, powers, totals]| {
            amplitudes.fill(1.0);
            powers.fill(1.0);
            totals.fill(0.0);
            out.fill(0.0);
            self.each(at, source, stretched, noise, |k, present, noise| {
                if let Some(strength) = by.ping_pong {
                    ping_pong(noise, strength);
                }
                vectorized(
                    #[inline(always)]
                    || {
                        for (i, &n) in noise.iter().enumerate() {
                            let gain = by.gain.at(i);
                            if k > 0 {
                                powers[i] *= gain;
                                amplitudes[i] *= gain;
                            }
                            totals[i] += powers[i] * present;
                            let v = self.folded(n);
                            out[i] += saturated(amplitudes[i] * present * v);
                            amplitudes[i] *= 1.0 + by.strength.at(i) * (standing(self.fold, v) - 1.0);
                        }
                    },
                );
            });
            vectorized(
                #[inline(always)]
                || {
                    for (o, total) in out.iter_mut().zip(&*totals) {
                        *o = (*o * (1.0 / total)).clamp(bound.lo, bound.hi) + 0.0;
                    }
                },
            );
        });
    }

    #[inline(always)]
    fn folded(&self, v: f32) -> f32 {
        match self.fold {
            Fold::Plain => v,
            Fold::Ridged => saturated(ridged(v)),
            Fold::Billow => saturated(billow(v)),
            Fold::Absolute => v.abs(),
        }
    }

    /// The same sum for a kernel that does all octaves at once.
    fn fused(&self, gain: f32) -> Sum {
        let bound = self.bound().clamped(NUMBERS);
        let (octaves, lacunarity, fold) = (self.count, self.lacunarity, self.fold);
        Sum { octaves, lacunarity, gain, fold, bound: (bound.lo, bound.hi), finest: self.finest }
    }

    /// Adds an octave to `sum`.
    fn add(&self, noise: &[f32], weights: &Weights<'_>, present: f32, sum: &mut [f32]) {
        let large = !Interval::new(-LARGE, LARGE).holds(self.source);
        vectorized(
            #[inline(always)]
            || match self.fold {
                Fold::Plain if large => add(noise, weights, present, sum, |v| v, saturated),
                Fold::Ridged if large => add(noise, weights, present, sum, |v| saturated(ridged(v)), saturated),
                Fold::Billow if large => add(noise, weights, present, sum, |v| saturated(billow(v)), saturated),
                Fold::Absolute if large => add(noise, weights, present, sum, f32::abs, saturated),
                Fold::Plain => add(noise, weights, present, sum, |v| v, |v| v),
                Fold::Ridged => add(noise, weights, present, sum, ridged, |v| v),
                Fold::Billow => add(noise, weights, present, sum, billow, |v| v),
                Fold::Absolute => add(noise, weights, present, sum, f32::abs, |v| v),
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
    /// Goes to the next octave, of which `present` is left.
    fn next(&mut self, present: f32) {
        match self {
            Self::Same { gain, amplitude, total } => step(*gain, present, amplitude, total),
            Self::Each { gains, amplitudes, totals } => vectorized(
                #[inline(always)]
                || {
                    for ((&gain, amplitude), total) in gains.iter().zip(&mut **amplitudes).zip(&mut **totals) {
                        step(gain, present, amplitude, total);
                    }
                },
            ),
        }
    }
}

#[inline(always)]
fn step(gain: f32, present: f32, amplitude: &mut f32, total: &mut f32) {
    *amplitude *= gain;
    *total += *amplitude * present;
}

/// Folds samples back and forth, as the node Ping Pong does.
fn ping_pong(noise: &mut [f32], strength: Operand<'_>) {
    vectorized(
        #[inline(always)]
        || match strength {
            Operand::Number(strength) => noise.iter_mut().for_each(|n| *n = PingPong::of(*n, strength)),
            Operand::Samples(each) => noise.iter_mut().zip(each).for_each(|(n, &s)| *n = PingPong::of(*n, s)),
        },
    );
}

#[inline(always)]
fn add(
    noise: &[f32],
    weights: &Weights<'_>,
    present: f32,
    sum: &mut [f32],
    fold: impl Fn(f32) -> f32,
    keep: impl Fn(f32) -> f32,
) {
    match weights {
        Weights::Same { amplitude, .. } => {
            let weight = *amplitude * present;
            for (s, &n) in sum.iter_mut().zip(noise) {
                *s += keep(weight * fold(n));
            }
        }
        Weights::Each { amplitudes, .. } => {
            for ((s, &n), &amplitude) in sum.iter_mut().zip(noise).zip(&**amplitudes) {
                *s += keep(amplitude * present * fold(n));
            }
        }
    }
}
