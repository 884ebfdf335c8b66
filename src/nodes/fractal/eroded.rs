//! Fractals that know how steep the ground is: octaves that fade on slopes, and octaves that flow down them.
//!
//! Slopes of the built-in Perlin noise are exact. Those of a plugged source are differences between positions a 64th of the
//! feature scale to either side.

use super::{Octaves, with_workspace};
use crate::nodes::map::saturate;
use crate::nodes::noise::{Fade, Lattice, depth, perlin_bound, positions};
use crate::simd::{Depth, Perlin, mix, presence, vectorized};
use crate::spec::*;
use std::sync::Arc;

macro_rules! sloped {
    (
        $(#[doc = $doc:literal])+
        $name:ident = $title:literal, [$($keyword:literal),+], outputs $out:ident, inputs { $($inputs:tt)+ }
    ) => {
        node! {
            $(#[doc = $doc])+
            pub struct $name = $title in Fractal, keywords [$($keyword),+, "octaves", "noise"], face [feature_scale, octaves];
            inputs {
                /// Field that is summed instead of Perlin noise, sampled five times per octave, for its slopes.
                ///
                /// It brings its own seed and depth. Values count within -1 and 1.
                source: Field(Signed) = OPTIONAL;
                /// Amplitude of each octave relative to the one before (also called persistence or roughness).
                gain: In(Plain) = number(0.5), soft 0.0..=1.0, hard 0.0..=2.0;
                $($inputs)+
                /// Third coordinate of the noise, the same for every octave; the noise is 2D while it is open.
                ///
                /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
                depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0) => when open(&["source"]);
            }
            params {
                /// Size of the bumps of the first octave, or of those of the source: slopes are measured against it.
                feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
                /// Number of octaves; each adds detail that is finer by the lacunarity.
                octaves: u32 = 8, soft 1..=8, hard 1..=32;
                /// Frequency of each octave relative to the one before.
                lacunarity: f64 = 2.0, soft 1.0..=4.0, hard 1.0..=16.0;
                /// Which of 2^64 fields.
                seed: Seed = 0 => when open(&["source"]);
                /// Where the random numbers come from.
                lattice: Lattice = Lattice::Hashed => when open(&["source"]);
                /// How lattice points are blended; Linear makes slopes jump.
                fade: Fade = Fade::Quintic => when open(&["source"]);
                /// Octaves fade out as their features come near this size, and end there; 0 keeps all of them.
                ///
                /// Twice the distance of samples leaves out what no sample can show.
                finest: Metres = metres(0.0), soft metres(0.0)..=extent(1.0 / 32.0), hard metres(0.0)..=metres(1e9);
            }
            outputs { value: $out }
        }

        impl $name {
            /// The octaves, and what else summing them needs.
            fn steep(&self, ins: &[InputBound]) -> Steep {
                let (source, deep) = (ins[Self::source], ins[Self::depth]);
                let noise = Perlin::new(self.feature_scale, self.lattice.seeds(self.seed), self.fade.curve());
                let bound = if source.plugged { source.bound } else { perlin_bound(self.lattice, deep.plugged) };
                Steep {
                    sum: Octaves::plain(self.octaves, self.lacunarity, bound.clamped(Interval::SIGNED)),
                    noise: noise.looping(deep.period),
                    scale: self.feature_scale,
                    finest: self.finest,
                    ports: [Self::source, Self::depth],
                    plugged: source.plugged,
                }
            }
        }
    };
}

sloped! {
    /// Worn ground: detail where it is level, smooth flanks where it is steep, as if water had carried the grain away.
    ///
    /// Octaves from 0 to 1, each divided by 1 plus the erosion times the square of the slope so far (Quilez, 2008, "Value noise
    /// derivatives"), which is measured in the cells of each octave. Over the sum of the amplitudes.
    ErodedFbm = "Eroded Fbm",
    ["quilez", "iq", "erosion", "derivative", "slope", "eroded", "mountains", "alpine", "weathered", "fractal", "brownian"],
    outputs Unit,
    inputs {
        /// How much slopes smooth what comes after; 0 is Fbm, lifted to the range from 0 to 1.
        erosion: In(Plain) = number(1.0), soft 0.0..=4.0, hard 0.0..=1000.0;
    }
}

sloped! {
    /// Swiss mountains: ridges that fan out into gullies, drawn downhill by their own slopes.
    ///
    /// Octaves of 1 - |n|, each sampled where the slopes of those before have moved it to, and fainter in the valleys (swiss
    /// turbulence; de Carpentier, 2008, "Scape"). Over the sum of the amplitudes, in [0, 1].
    Swiss = "Swiss",
    ["swiss turbulence", "carpentier", "erosion", "eroded", "ridges", "mountains", "alps", "derivative", "gullies", "ridged", "fractal"],
    outputs Unit,
    inputs {
        /// How far slopes move the octaves that follow, in feature scales.
        warp: In(Plain) = number(0.25), soft 0.0..=0.5, hard -4.0..=4.0;
    }
}

/// Octaves of a noise and its slopes.
struct Steep {
    sum: Octaves,
    noise: Perlin,
    scale: f64,
    finest: f64,
    ports: [usize; 2],
    plugged: bool,
}

/// Where octaves take their values from.
#[derive(Clone, Copy)]
enum Ground<'a> {
    Perlin(&'a Perlin, Depth<'a>),
    /// A field, and how far to either side its slopes are measured, in metres.
    Field(&'a dyn Field, f32),
}

/// Slopes beyond this are cliffs all the same; their squares must stay numbers.
const STEEPEST: f32 = 1e6;

impl Ground<'_> {
    /// Writes values and slopes, what they rise by per feature scale.
    fn sample(self, at: &Domain<'_>, [n, east, south]: [&mut [f32]; 3]) {
        match self {
            Self::Perlin(noise, depth) => noise.slopes(&positions(at), depth, at.salt, [n, east, south]),
            Self::Field(field, step) => {
                field.sample(at, n);
                with_workspace(at.len(), |_, [x, y, less]| {
                    for (axis, slope) in [east, south].into_iter().enumerate() {
                        let (along_x, along_y) = if axis == 0 { (step, 0.0) } else { (0.0, step) };
                        moved(at, (along_x, along_y), x, y);
                        field.sample(&at.displaced(x, y), slope);
                        moved(at, (-along_x, -along_y), x, y);
                        field.sample(&at.displaced(x, y), less);
                        slope.iter_mut().zip(&*less).for_each(|(more, less)| *more = saturate((*more - less) * 32.0));
                    }
                });
            }
        }
    }
}

/// Writes the displacement of a domain plus `by`.
fn moved(at: &Domain<'_>, (east, south): (f32, f32), x: &mut [f32], y: &mut [f32]) {
    match at.displacement {
        Some(d) => {
            x.iter_mut().zip(d.x).for_each(|(o, d)| *o = saturate(d + east));
            y.iter_mut().zip(d.y).for_each(|(o, d)| *o = saturate(d + south));
        }
        None => {
            x.fill(east);
            y.fill(south);
        }
    }
}

impl Steep {
    fn ground<'a>(&'a self, ins: &Inputs<'a>) -> Ground<'a> {
        let [source, deep] = self.ports;
        match ins.field(source) {
            Some(field) => Ground::Field(field, (self.scale / 64.0) as f32),
            None => Ground::Perlin(&self.noise, depth(ins, deep)),
        }
    }

    /// How much of octave `k` is left.
    fn presence(&self, factor: f64, k: u32) -> f32 {
        presence((self.finest > 0.0).then_some(self.finest / self.scale), factor, k)
    }

    fn generators(&self) -> u32 {
        if self.plugged { 0 } else { self.sum.count }
    }

    fn features(&self) -> Option<Features> {
        let Octaves { count: octaves, lacunarity, .. } = self.sum;
        Some(Features { scale: self.scale, octaves, lacunarity, finest: self.finest })
    }
}

/// A value from -1 to 1 as a height from 0 to 1.
#[inline(always)]
fn lifted(v: f32) -> f32 {
    (v + 1.0) * 0.5
}

/// A way to sum octaves by their slopes.
trait Sums: Send + Sync {
    fn sum(&self, steep: &Steep, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut [f32]);
}

struct Sloped<R> {
    steep: Steep,
    rule: R,
}

impl<R: Sums> Kernel for Sloped<R> {
    fn generators(&self) -> u32 {
        self.steep.generators()
    }

    fn calls(&self, _: usize) -> u32 {
        5 * self.steep.sum.count
    }

    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn features(&self) -> Option<Features> {
        self.steep.features()
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        self.rule.sum(&self.steep, at, ins, out.value());
    }
}

struct Eroded {
    bound: Interval,
}

impl Node for ErodedFbm {
    /// A mean whose terms may be made smaller.
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        Interval::new(0.0, lifted(self.steep(ins).sum.bound().hi))
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Sloped { steep: self.steep(ins), rule: Eroded { bound: self.bound(0, ins) } })
    }
}

impl Sums for Eroded {
    fn sum(&self, steep: &Steep, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut [f32]) {
        let (gain, erosion) = (ins.operand(ErodedFbm::gain), ins.operand(ErodedFbm::erosion));
        let ground = steep.ground(ins);
        with_workspace(at.len(), |stretched, [noise, east, south, all_east, all_south, powers, totals]| {
            powers.fill(1.0);
            for room in [&mut *totals, &mut *all_east, &mut *all_south, &mut *out] {
                room.fill(0.0);
            }
            let mut factor = 1.0;
            for k in 0..steep.sum.count {
                let present = steep.presence(factor, k);
                if present == 0.0 {
                    break;
                }
                let octave = stretched.domain(at, factor, mix(at.salt, u64::from(k)));
                ground.sample(&octave, [noise, east, south]);
                vectorized(
                    #[inline(always)]
                    || {
                        for (i, &n) in noise.iter().enumerate() {
                            if k > 0 {
                                powers[i] *= gain.at(i);
                            }
                            let amplitude = powers[i] * present;
                            all_east[i] += present * (0.5 * east[i].clamp(-STEEPEST, STEEPEST));
                            all_south[i] += present * (0.5 * south[i].clamp(-STEEPEST, STEEPEST));
                            let square = all_east[i] * all_east[i] + all_south[i] * all_south[i];
                            let height = lifted(n.clamp(-1.0, 1.0));
                            out[i] += amplitude * height / (1.0 + erosion.at(i) * square);
                            totals[i] += amplitude;
                        }
                    },
                );
                factor *= steep.sum.lacunarity;
            }
            finish(out, totals, self.bound);
        });
    }
}

/// Divides by the sum of the amplitudes, takes rounding errors back inside the bound, and -0 to +0.
fn finish(sum: &mut [f32], totals: &[f32], Interval { lo, hi }: Interval) {
    vectorized(
        #[inline(always)]
        || sum.iter_mut().zip(totals).for_each(|(s, total)| *s = (*s * (1.0 / total)).clamp(lo, hi) + 0.0),
    );
}

struct Flowing;

impl Node for Swiss {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Sloped { steep: self.steep(ins), rule: Flowing })
    }
}

impl Sums for Flowing {
    fn sum(&self, steep: &Steep, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut [f32]) {
        let (gain, warp) = (ins.operand(Swiss::gain), ins.operand(Swiss::warp));
        let ground = steep.ground(ins);
        let scale = steep.scale as f32;
        with_workspace(at.len(), |stretched, [noise, east, south, x, y, amplitudes, powers, totals]| {
            amplitudes.fill(1.0);
            powers.fill(1.0);
            totals.fill(0.0);
            out.fill(0.0);
            moved(at, (0.0, 0.0), x, y);
            let mut factor = 1.0;
            for k in 0..steep.sum.count {
                let present = steep.presence(factor, k);
                if present == 0.0 {
                    break;
                }
                let octave = stretched.domain(&at.displaced(x, y), factor, mix(at.salt, u64::from(k)));
                ground.sample(&octave, [noise, east, south]);
                vectorized(
                    #[inline(always)]
                    || {
                        for (i, &n) in noise.iter().enumerate() {
                            let n = n.clamp(-1.0, 1.0);
                            let weight = amplitudes[i] * present;
                            out[i] += weight * (1.0 - n.abs());
                            totals[i] += powers[i] * present;
                            let flow = (warp.at(i) * scale) * (weight * -n);
                            x[i] = saturate(x[i] + flow * east[i].clamp(-STEEPEST, STEEPEST));
                            y[i] = saturate(y[i] + flow * south[i].clamp(-STEEPEST, STEEPEST));
                            powers[i] *= gain.at(i);
                            amplitudes[i] *= gain.at(i) * out[i].min(1.0);
                        }
                    },
                );
                factor *= steep.sum.lacunarity;
            }
            finish(out, totals, Interval::UNIT);
        });
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&ErodedFbm::SPEC, &Swiss::SPEC];
