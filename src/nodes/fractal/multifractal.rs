//! Fractals whose octaves depend on one another: folded back and forth, and Musgrave's multifractals.

use super::built_in::{BuiltIn, Summed};
use super::declare::declare;
use super::nodes::{Fractal, Ports};
use super::{Octaves, Source, with_workspace};
use crate::nodes::noise::{Fade, Generator, Lattice, depth};
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

/// Declares a fractal with inputs of its own beside those that all of them have.
macro_rules! multifractal {
    (
        $(#[doc = $doc:literal])+
        $name:ident = $title:literal, [$($keyword:literal),+],
        octaves $octaves:literal, gain $gain:literal, face [$($face:ident),+], outputs $out:ident,
        inputs { $($inputs:tt)+ }
    ) => {
        declare! {
            $(#[doc = $doc])+
            $name = $title, [$($keyword),+], octaves $octaves, gain $gain, face [$($face),+], outputs $out,
            before { $($inputs)+ }
            after {}
        }

        impl $name {
            fn octaves(&self, ins: &[InputBound]) -> Octaves {
                self.built_in().octaves(ins[Self::source], ins[Self::depth])
            }
        }
    };
}

multifractal! {
    /// Folded ground: contour-like bands within bands, brains, marbled rock, agate.
    ///
    /// Fbm of a noise that is folded back and forth between -1 and 1 in every octave (the ping-pong fractal of FastNoise Lite,
    /// Peck). A strength of 0.5 folds nothing.
    PingPongFractal = "Ping Pong Fractal", ["ping-pong", "pingpong", "fold", "folds", "bands", "brain", "marble", "fractal"],
    octaves 4, gain 0.5, face [feature_scale, octaves], outputs Signed,
    inputs {
        /// How often each octave is folded; 0.5 changes nothing within -1 and 1.
        strength: In(Plain) = number(2.0), soft 0.5..=4.0, hard 0.0..=1e6;
        /// How much less an octave counts where the one before is low: 1 keeps hollows smooth and roughens heights.
        weighted_strength: In(Plain) = number(0.0), soft 0.0..=1.0, hard 0.0..=1.0;
    }
}

impl PingPongFractal {
    fn sum(&self, ins: &[InputBound]) -> Octaves {
        let weighted = ins[Self::weighted_strength].bound.hi > 0.0;
        Octaves { weighted, source: Interval::SIGNED, ..self.octaves(ins) }
    }
}

impl Node for PingPongFractal {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        self.sum(ins).bound()
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let (source, gain, depth) = (Self::source, Self::gain, Self::depth);
        let (strength, ping_pong) = (Self::weighted_strength, Some(Self::strength));
        let ports = Ports { source, gain, depth, strength, ping_pong };
        Arc::new(Fractal::new(self.sum(ins), self.built_in(), ports, ins))
    }
}

multifractal! {
    /// Smooth valleys below rough mountains: detail gathers on what stands high and leaves the lowlands calm.
    ///
    /// Hybrid multifractal (Musgrave, 1994): each octave, lifted by the offset, is weighed by the product of those before it.
    /// Here over the sum of the amplitudes and lowered by the offset again, so that one octave is the noise itself. Source
    /// values count within -1 and 1.
    HybridMultifractal = "Hybrid Multifractal",
    ["musgrave", "hybrid", "hybridmulti", "multifractal", "heterogeneous", "valleys", "terrain", "fractal"],
    octaves 7, gain 0.7, face [feature_scale, octaves], outputs Signed,
    inputs {
        /// How far every octave is lifted: low ones make wide plains, high ones bring detail everywhere.
        offset: In(Plain) = number(0.7), soft 0.0..=1.0, hard 0.0..=2.0;
    }
}

multifractal! {
    /// Sharp ridges on smooth flanks: crests branch where they stand high, and valleys stay without detail.
    ///
    /// Ridged multifractal (Musgrave, 1994): the square of the offset less |n|, weighed by what the octave before left there,
    /// over the sum of the amplitudes. Ridged treats all heights alike; this one erodes. Source values count within -1 and 1.
    RidgedMultifractal = "Ridged Multifractal",
    ["musgrave", "ridgedmulti", "ridged", "ridges", "multifractal", "mountains", "alps", "sharpness", "fractal"],
    octaves 7, gain 0.5, face [feature_scale, octaves], outputs Unit,
    inputs {
        /// How little of an octave the next one feels: 0.5 (the reciprocal of Musgrave's gain of 2) is rough, 2 is smooth.
        attenuation: In(Plain) = number(0.5), soft 0.1..=4.0, hard 0.01..=100.0;
        /// Height of the ridges, which stand where the noise is 0; less than 1 splits them.
        offset: In(Plain) = number(1.0), soft 0.5..=1.0, hard 0.0..=1.0;
    }
}

/// What sums octaves by a rule of its own.
trait Rule: Send + Sync {
    /// Writes the sum. `weights`, `powers` and `totals` are room for one number per sample each.
    fn sum(&self, octaves: Sampled<'_>, ins: &Inputs<'_>, room: [&mut [f32]; 3], out: &mut [f32]);
}

/// The octaves of a source at some positions.
struct Sampled<'a> {
    sum: &'a Octaves,
    at: &'a Domain<'a>,
    source: Source<'a>,
    stretched: &'a mut Stretched,
    noise: &'a mut [f32],
}

impl Sampled<'_> {
    fn each(self, f: impl FnMut(u32, f32, &mut [f32])) {
        self.sum.each(self.at, self.source, self.stretched, self.noise, f);
    }
}

/// Kernel of a fractal with a rule.
struct Ruled<R> {
    rule: R,
    sum: Octaves,
    generator: Generator,
    features: Features,
    ports: [usize; 2],
    plugged: bool,
}

impl<R: Rule> Ruled<R> {
    /// `ports` are those of the source and the depth.
    fn new(rule: R, sum: Octaves, built_in: BuiltIn, [source, depth]: [usize; 2], ins: &[InputBound]) -> Self {
        let (generator, features) = (built_in.generator(ins[depth]), built_in.features());
        Self { rule, sum, generator, features, ports: [source, depth], plugged: ins[source].plugged }
    }
}

impl<R: Rule> Kernel for Ruled<R> {
    fn generators(&self) -> u32 {
        if self.plugged { 0 } else { self.sum.count }
    }

    fn calls(&self, _: usize) -> u32 {
        self.sum.count
    }

    fn borders(&self) -> Borders {
        if self.plugged { Borders::Meet } else { self.generator.borders() }
    }

    fn features(&self) -> Option<Features> {
        (!self.plugged).then_some(self.features)
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let [source, deep] = self.ports;
        let source = match ins.field(source) {
            Some(field) => Source::Field(field),
            None => Source::Noise(&self.generator, depth(ins, deep)),
        };
        with_workspace(at.len(), |stretched, [noise, weights, powers, totals]| {
            let octaves = Sampled { sum: &self.sum, at, source, stretched, noise };
            self.rule.sum(octaves, ins, [weights, powers, totals], out.value());
        });
    }
}

/// Starts a sum: whole weights and amplitudes, nothing summed.
fn start([weights, powers, totals]: [&mut [f32]; 3], out: &mut [f32]) {
    weights.fill(1.0);
    powers.fill(1.0);
    totals.fill(0.0);
    out.fill(0.0);
}

struct Hybrid {
    bound: Interval,
}

impl Rule for Hybrid {
    fn sum(&self, octaves: Sampled<'_>, ins: &Inputs<'_>, room: [&mut [f32]; 3], out: &mut [f32]) {
        let (gain, offset) = (ins.operand(HybridMultifractal::gain), ins.operand(HybridMultifractal::offset));
        let [weights, powers, totals] = room;
        start([&mut *weights, &mut *powers, &mut *totals], out);
        octaves.each(|k, present, noise| {
            vectorized(
                #[inline(always)]
                || {
                    for (i, &n) in noise.iter().enumerate() {
                        if k > 0 {
                            powers[i] *= gain.at(i);
                        }
                        let amplitude = powers[i] * present;
                        let signal = weights[i] * ((n.clamp(-1.0, 1.0) + offset.at(i)) * amplitude);
                        out[i] += signal;
                        weights[i] = signal.clamp(0.0, 1.0);
                        totals[i] += amplitude;
                    }
                },
            );
        });
        let Interval { lo, hi } = self.bound;
        vectorized(
            #[inline(always)]
            || {
                for (i, o) in out.iter_mut().enumerate() {
                    *o = (*o * (1.0 / totals[i]) - offset.at(i)).clamp(lo, hi) + 0.0;
                }
            },
        );
    }
}

impl Node for HybridMultifractal {
    /// Every octave at its highest makes the noise's highest; at its lowest either the first one alone is low, or, with an
    /// offset above 1, the offset is all that is taken away again.
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let source = self.octaves(ins).source.clamped(Interval::SIGNED);
        let offset = ins[Self::offset].bound;
        let lo = if source.lo + offset.hi > 0.0 { source.lo.min(-offset.hi) } else { source.lo };
        let hi = if source.hi + offset.lo < 0.0 { source.hi.max(-offset.lo) } else { source.hi };
        Interval::new(lo, hi)
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let rule = Hybrid { bound: self.bound(0, ins) };
        Arc::new(Ruled::new(rule, self.octaves(ins), self.built_in(), [Self::source, Self::depth], ins))
    }
}

struct Sharp {
    bound: Interval,
}

impl Rule for Sharp {
    fn sum(&self, octaves: Sampled<'_>, ins: &Inputs<'_>, room: [&mut [f32]; 3], out: &mut [f32]) {
        let operand = |port| ins.operand(port);
        let (gain, offset) = (operand(RidgedMultifractal::gain), operand(RidgedMultifractal::offset));
        let attenuation = operand(RidgedMultifractal::attenuation);
        let [weights, powers, totals] = room;
        start([&mut *weights, &mut *powers, &mut *totals], out);
        octaves.each(|k, present, noise| {
            vectorized(
                #[inline(always)]
                || {
                    for (i, &n) in noise.iter().enumerate() {
                        if k > 0 {
                            powers[i] *= gain.at(i);
                        }
                        let amplitude = powers[i] * present;
                        let ridge = offset.at(i) - n.abs().min(1.0);
                        let signal = ridge * ridge * weights[i];
                        out[i] += signal * amplitude;
                        weights[i] = (signal / attenuation.at(i)).min(1.0);
                        totals[i] += amplitude;
                    }
                },
            );
        });
        let Interval { lo, hi } = self.bound;
        vectorized(
            #[inline(always)]
            || {
                for (o, total) in out.iter_mut().zip(&*totals) {
                    *o = (*o * (1.0 / total)).clamp(lo, hi) + 0.0;
                }
            },
        );
    }
}

impl Node for RidgedMultifractal {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let source = self.octaves(ins).source.clamped(Interval::SIGNED);
        let nearest = if source.contains(0.0) { 0.0 } else { source.lo.abs().min(source.hi.abs()) };
        let farthest = source.lo.abs().max(source.hi.abs());
        let offset = ins[Self::offset].bound;
        let most = (offset.hi - nearest).abs().max((offset.lo - farthest).abs());
        Interval::new(0.0, most * most)
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let rule = Sharp { bound: self.bound(0, ins) };
        Arc::new(Ruled::new(rule, self.octaves(ins), self.built_in(), [Self::source, Self::depth], ins))
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&PingPongFractal::SPEC, &HybridMultifractal::SPEC, &RidgedMultifractal::SPEC];
