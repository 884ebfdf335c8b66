//! The fractal nodes: four folds of one sum.

use super::{Octaves, Source};
use crate::nodes::noise::{Fade, Generator, Lattice, depth, perlin_bound};
use crate::simd::{Fold, Perlin, Simplex, ValueNoise};
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// Noise that a fractal sums while nothing is plugged in.
    pub enum Summed {
        /// Evenly sized bumps.
        Perlin,
        /// Rounded bumps without a grain.
        Simplex,
        /// Square blotches.
        Value,
    }
}

macro_rules! fractal {
    (
        $(#[doc = $doc:literal])+
        $name:ident = $title:literal, $fold:ident, [$($keyword:literal),+],
        octaves $octaves:literal, gain $gain:literal, outputs $out:ident
    ) => {
        node! {
            $(#[doc = $doc])+
            pub struct $name = $title in Fractal, keywords [$($keyword),+, "octaves", "noise"], face [feature_scale, octaves];
            inputs {
                /// Field that is summed instead of the built-in noise, sampled once per octave.
                ///
                /// It brings its own feature scale, seed and depth.
                source: Field(Signed) = OPTIONAL;
                /// Amplitude of each octave relative to the one before (also called persistence or roughness).
                gain: In(Plain) = number($gain), soft 0.0..=1.0, hard 0.0..=2.0;
                /// Third coordinate of the noise, the same for every octave; the noise is 2D while it is open.
                ///
                /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
                depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0) => when open(&["source"]);
            }
            params {
                /// Size of the bumps of the first octave. Its reciprocal is the frequency.
                feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0),
                    hard metres(1e-3)..=metres(1e9) => when open(&["source"]);
                /// Number of octaves; each adds detail that is finer by the lacunarity.
                octaves: u32 = $octaves, soft 1..=8, hard 1..=32;
                /// Frequency of each octave relative to the one before.
                lacunarity: f64 = 2.0, soft 1.0..=4.0, hard 1.0..=16.0;
                /// Which of 2^64 fields.
                seed: Seed = 0 => when open(&["source"]);
                /// Noise that is summed.
                noise: Summed = Summed::Perlin => when open(&["source"]);
                /// Where the random numbers of Perlin and Simplex come from.
                lattice: Lattice = Lattice::Hashed => when open(&["source"]);
                /// How lattice points of Perlin and Value are blended.
                fade: Fade = Fade::Quintic => when open(&["source"]);
            }
            outputs { value: $out }
        }

        impl $name {
            fn sum(&self, ins: &[InputBound]) -> Octaves {
                let source = ins[Self::source];
                let built_in = match self.noise {
                    Summed::Perlin => perlin_bound(self.lattice, ins[Self::depth].plugged),
                    Summed::Simplex | Summed::Value => Interval::SIGNED,
                };
                Octaves {
                    count: self.octaves,
                    lacunarity: self.lacunarity,
                    fold: Fold::$fold,
                    source: if source.plugged { source.bound } else { built_in },
                }
            }

            fn generator(&self) -> Generator {
                let (scale, curve) = (self.feature_scale, self.fade.curve());
                match self.noise {
                    Summed::Perlin => Generator::Perlin(Perlin::new(scale, self.lattice.seeds(self.seed), curve)),
                    Summed::Simplex => Generator::Simplex(Simplex::new(scale, self.lattice.seeds(self.seed))),
                    Summed::Value => Generator::Value(ValueNoise::new(scale, self.seed.0, curve)),
                }
            }
        }

        impl Node for $name {
            fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
                self.sum(ins).bound()
            }

            fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
                let ports = Ports { source: Self::source, gain: Self::gain, depth: Self::depth };
                let plugged = ins[Self::source].plugged;
                Arc::new(Fractal { sum: self.sum(ins), generator: self.generator(), ports, plugged })
            }
        }
    };
}

fractal! {
    /// Natural ground: octaves of a noise, each finer and fainter than the last.
    ///
    /// Fractional Brownian motion (Mandelbrot and Van Ness, 1968; octave sums after Musgrave, 1989): the sum of the octaves
    /// over the sum of their amplitudes, so that the range does not depend on how many there are.
    Fbm = "Fbm", Plain, ["fractal", "brownian", "perlin", "persistence", "roughness", "terrain", "clouds", "frequency"],
    octaves 6, gain 0.5, outputs Signed
}

fractal! {
    /// Mountain chains: sharp branching crests with finer crests on their flanks.
    ///
    /// The mean of `1 - 2|n|` over the octaves (after Musgrave's ridged noise, 1994): a crest stands where the noise crosses 0.
    Ridged = "Ridged", Ridged, ["ridges", "mountains", "crests", "multifractal", "persistence", "roughness", "frequency"],
    octaves 7, gain 0.5, outputs Signed
}

fractal! {
    /// Puffy mounds between sharp creases: dunes, pillows, cumulus clouds, eroded valleys.
    ///
    /// The mean of `2|n| - 1` over the octaves: a crease lies where the noise crosses 0.
    Billow = "Billow", Billow, ["billowy", "puffy", "dunes", "pillows", "persistence", "roughness", "frequency"],
    octaves 4, gain 0.4, outputs Signed
}

fractal! {
    /// Creased, flame-like folds from 0 up: marble, fire, smoke.
    ///
    /// The mean of `|n|` over the octaves (Perlin, 1985), in [0, 1].
    Turbulence = "Turbulence", Absolute, ["turbulent", "marble", "fire", "smoke", "persistence", "roughness", "frequency"],
    octaves 6, gain 0.5, outputs Unit
}

struct Ports {
    source: usize,
    gain: usize,
    depth: usize,
}

struct Fractal {
    sum: Octaves,
    generator: Generator,
    ports: Ports,
    /// Whether a source stands in for the built-in noise.
    plugged: bool,
}

impl Kernel for Fractal {
    fn generators(&self) -> u32 {
        if self.plugged { 0 } else { self.sum.count }
    }

    fn calls(&self, _: usize) -> u32 {
        self.sum.count
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let source = match ins.field(self.ports.source) {
            Some(field) => Source::Field(field),
            None => Source::Noise(&self.generator, depth(ins, self.ports.depth)),
        };
        self.sum.fill(at, source, ins.operand(self.ports.gain), out.value());
    }
}

pub(in crate::nodes) const NODES: &[&NodeSpec] = &[&Fbm::SPEC, &Ridged::SPEC, &Billow::SPEC, &Turbulence::SPEC];
