//! The fractal nodes: four folds of one sum.

use super::built_in::{BuiltIn, Summed};
use super::declare::declare;
use super::{Octaves, Source, Weighing};
use crate::nodes::noise::{Fade, Generator, Lattice, depth};
use crate::simd::Fold;
use crate::spec::*;
use std::sync::Arc;

macro_rules! fractal {
    (
        $(#[doc = $doc:literal])+
        $name:ident = $title:literal, $fold:ident, [$($keyword:literal),+],
        octaves $octaves:literal, gain $gain:literal, outputs $out:ident
    ) => {
        declare! {
            $(#[doc = $doc])+
            $name = $title, [$($keyword),+], octaves $octaves, gain $gain, face [feature_scale, octaves], outputs $out,
            before {}
            after {
                /// How much less an octave counts where the one before is low: 1 keeps hollows smooth and roughens heights.
                weighted_strength: In(Plain) = number(0.0), soft 0.0..=1.0, hard 0.0..=1.0;
            }
        }

        impl $name {
            fn sum(&self, ins: &[InputBound]) -> Octaves {
                let strength = ins[Self::weighted_strength].bound;
                let (source, depth) = (ins[Self::source], ins[Self::depth]);
                Octaves { fold: Fold::$fold, weighted: strength.hi > 0.0, ..self.built_in().octaves(source, depth) }
            }
        }

        impl Node for $name {
            fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
                self.sum(ins).bound()
            }

            fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
                let strength = Self::weighted_strength;
                let ports = Ports { source: Self::source, gain: Self::gain, depth: Self::depth, strength, ping_pong: None };
                let (sum, built_in) = (self.sum(ins), self.built_in());
                Arc::new(Fractal::new(sum, built_in, ports, ins))
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

/// Where the inputs of a fractal are.
pub(super) struct Ports {
    pub source: usize,
    pub gain: usize,
    pub depth: usize,
    pub strength: usize,
    /// That of the strength of folding, if samples are folded back and forth.
    pub ping_pong: Option<usize>,
}

/// Kernel of a plain sum of octaves.
pub(super) struct Fractal {
    sum: Octaves,
    generator: Generator,
    features: Features,
    ports: Ports,
    /// Whether a source stands in for the built-in noise.
    plugged: bool,
}

impl Fractal {
    pub fn new(sum: Octaves, built_in: BuiltIn, ports: Ports, ins: &[InputBound]) -> Self {
        let (generator, features) = (built_in.generator(ins[ports.depth]), built_in.features());
        let plugged = ins[ports.source].plugged;
        Self { sum, generator, features, ports, plugged }
    }
}

impl Kernel for Fractal {
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
        let source = match ins.field(self.ports.source) {
            Some(field) => Source::Field(field),
            None => Source::Noise(&self.generator, depth(ins, self.ports.depth)),
        };
        let by = Weighing {
            gain: ins.operand(self.ports.gain),
            strength: ins.operand(self.ports.strength),
            ping_pong: self.ports.ping_pong.map(|port| ins.operand(port)),
        };
        self.sum.fill(at, source, by, out.value());
    }
}

pub(in crate::nodes) const NODES: &[&NodeSpec] = &[&Fbm::SPEC, &Ridged::SPEC, &Billow::SPEC, &Turbulence::SPEC];
