//! Domain Warp: octaves of displacement with a noise of its own.

use crate::nodes::fractal::with_workspace;
use crate::nodes::map::saturate;
use crate::nodes::noise::Generator;
use crate::simd::{Curve, Depth, Perlin, Seeds, Simplex, SuperSimplex, ValueCubic, ValueNoise, mix, vectorized};
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// Where each octave of a warp is sampled.
    pub enum Progress {
        /// Where the octaves before it have moved to: folds within folds, curls and eddies.
        Progressive,
        /// Where the sample was: broad bends with finer bends on them.
        Independent,
    }
}

choice! {
    /// Noise that displaces.
    pub enum Displacer {
        /// Evenly sized bends.
        Perlin,
        /// Rounded bends without a grain.
        Simplex,
        /// Square bends.
        Value,
        /// Soft bends, the smoothest.
        SuperSimplex,
        /// Rounded bends of every size.
        ValueCubic,
    }
}

node! {
    /// Stirs its source with octaves of its own noise: eroded, flowing, marbled shapes in one node.
    ///
    /// Each octave moves the position by two unrelated noises, together by no more than the amplitude along either axis.
    /// Progressive octaves build on one another, independent ones add up (after FastNoise2, Peck).
    pub struct DomainWarp = "Domain Warp" in Warp,
    keywords ["warp fractal", "progressive", "independent", "turbulence", "distort", "displace", "flow", "marble", "octaves"],
    bypass source, face [feature_scale, octaves, progress];
    inputs {
        /// What is stirred.
        source: Field(Plain) = REQUIRED;
        /// How far all octaves together move at most, along either axis.
        amplitude: In(Metres) = length(extent(1.0 / 12.0)), soft metres(0.0)..=extent(0.25),
            hard metres(-1e9)..=metres(1e9);
    }
    params {
        /// Size of the bends of the first octave. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Number of octaves; each adds bends that are finer by the lacunarity.
        octaves: u32 = 4, soft 1..=8, hard 1..=32;
        /// Frequency of each octave relative to the one before.
        lacunarity: f64 = 2.0, soft 1.0..=4.0, hard 1.0..=16.0;
        /// Amplitude of each octave relative to the one before (also called persistence or roughness).
        gain: f64 = 0.5, soft 0.0..=1.0, hard 0.0..=2.0;
        /// Where each octave is sampled.
        progress: Progress = Progress::Progressive;
        /// Noise that displaces.
        noise: Displacer = Displacer::Perlin;
        /// Which of 2^64 warps.
        seed: Seed = 0;
    }
    outputs { value: Inherited }
}

impl Node for DomainWarp {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = |axis| {
            let (scale, seed) = (self.feature_scale, mix(self.seed.0, axis));
            match self.noise {
                Displacer::Perlin => Generator::Perlin(Perlin::new(scale, Seeds::Hashed(seed), Curve::Quintic)),
                Displacer::Simplex => Generator::Simplex(Simplex::new(scale, Seeds::Hashed(seed))),
                Displacer::Value => Generator::Value(ValueNoise::new(scale, seed, Curve::Quintic)),
                Displacer::SuperSimplex => Generator::SuperSimplex(SuperSimplex::new(scale, seed)),
                Displacer::ValueCubic => Generator::ValueCubic(ValueCubic::new(scale, seed)),
            }
        };
        let (x, y) = (noise(1), noise(2));
        let gain = self.gain as f32;
        let amplitudes = (1..self.octaves).scan(1.0f32, |a, _| {
            *a *= gain;
            Some(*a)
        });
        let mut shares: Vec<f32> = std::iter::once(1.0).chain(amplitudes).collect();
        let total = 1.0 / shares.iter().sum::<f32>();
        shares.iter_mut().for_each(|share| *share *= total);
        let progressive = self.progress == Progress::Progressive;
        Arc::new(Stirred { x, y, shares, lacunarity: self.lacunarity, progressive })
    }
}

struct Stirred {
    x: Generator,
    y: Generator,
    /// What part of the amplitude each octave has.
    shares: Vec<f32>,
    lacunarity: f64,
    progressive: bool,
}

/// Adds `amplitude · (share · noise)` to a displacement.
#[inline(always)]
fn add(displacement: &mut [f32], amplitude: Operand<'_>, share: f32, noise: &[f32]) {
    match amplitude {
        Operand::Number(a) => {
            displacement.iter_mut().zip(noise).for_each(|(d, n)| *d = saturate(*d + a * (share * n)));
        }
        Operand::Samples(a) => {
            displacement.iter_mut().zip(noise).zip(a).for_each(|((d, n), a)| *d = saturate(*d + a * (share * n)));
        }
    }
}

impl Stirred {
    /// Writes the displacement of every sample into `x` and `y`.
    fn displace(&self, at: &Domain<'_>, amplitude: Operand<'_>, x: &mut [f32], y: &mut [f32]) {
        match at.displacement {
            Some(d) => {
                x.copy_from_slice(d.x);
                y.copy_from_slice(d.y);
            }
            None => {
                x.fill(0.0);
                y.fill(0.0);
            }
        }
        with_workspace(at.len(), |stretched, [east, south, _]| {
            let mut factor = 1.0;
            for (k, &share) in self.shares.iter().enumerate() {
                // Without a displacement of its own, the first octave needs none of zeros.
                let here = if self.progressive && k > 0 { at.displaced(x, y) } else { *at };
                let octave = stretched.domain(&here, factor, mix(at.salt, k as u64));
                self.x.fill(&octave, Depth::Flat, east);
                self.y.fill(&octave, Depth::Flat, south);
                vectorized(
                    #[inline(always)]
                    || {
                        add(x, amplitude, share, east);
                        add(y, amplitude, share, south);
                    },
                );
                factor *= self.lacunarity;
            }
        });
    }
}

impl Kernel for Stirred {
    fn generators(&self) -> u32 {
        2 * self.shares.len() as u32
    }

    fn borders(&self) -> Borders {
        self.x.borders()
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(DomainWarp::source) else { return out.value().fill(0.0) };
        let amplitude = ins.operand(DomainWarp::amplitude);
        with_workspace(at.len(), |_, [x, y, _]| {
            self.displace(at, amplitude, x, y);
            source.sample(&at.displaced(x, y), out.value());
        });
    }
}
