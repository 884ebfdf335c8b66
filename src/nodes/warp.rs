//! Domain warps: a source sampled at other positions than those asked for.

use super::fractal::{Octaves, Source, Weighing, with_workspace};
use super::map::{map2, saturate};
use super::noise::Generator;
use crate::simd::{Curve, Depth, Perlin, Seeds, mix, vectorized};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Bends its source like a reflection in moving water: breaks up straight lines, circles and grids.
    ///
    /// Samples the source at the position moved by amplitude times (dx, dy). Domain warping after Perlin (1985) and
    /// Quilez (2002).
    pub struct Warp = "Warp" in Warp,
    keywords ["domain warp", "distort", "displace", "displacement", "turbulence", "bend", "twist"],
    bypass source, face [feature_scale, seed];
    inputs {
        /// What is bent.
        source: Field(Signed) = REQUIRED;
        /// Displacement eastwards, in amplitudes; while it is open, a 4-octave fBm that is unrelated to the one of dy.
        dx: In(Signed) = OPTIONAL, soft -1.0..=1.0;
        /// Displacement southwards, in amplitudes; while it is open, a 4-octave fBm that is unrelated to the one of dx.
        dy: In(Signed) = OPTIONAL, soft -1.0..=1.0;
        /// How far a displacement of 1 moves.
        amplitude: In(Metres) = length(extent(1.0 / 12.0)), soft metres(0.0)..=extent(0.25),
            hard metres(-1e9)..=metres(1e9);
    }
    params {
        /// Size of the bends while dx or dy is open.
        feature_scale: Metres = extent(1.0 / 3.0), soft extent(1.0 / 256.0)..=extent(2.0),
            hard metres(1e-3)..=metres(1e9) => when open(&["dx", "dy"]);
        /// Which of 2^64 displacements, while dx or dy is open.
        seed: Seed = 0 => when open(&["dx", "dy"]);
    }
    outputs { value: Inherited }
}

impl Node for Warp {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let noise = |axis| {
            let seeds = Seeds::Hashed(mix(self.seed.0, axis));
            Generator::Perlin(Perlin::new(self.feature_scale, seeds, Curve::Quintic))
        };
        let sum = Octaves::plain(4, 2.0, Interval::SIGNED);
        let open = [Self::dx, Self::dy].iter().filter(|&&port| !ins[port].plugged).count() as u32;
        Arc::new(Bend { sum, x: noise(1), y: noise(2), open })
    }
}

/// A warp with the noises that displace while nothing else does.
struct Bend {
    sum: Octaves,
    x: Generator,
    y: Generator,
    /// How many of dx and dy are open.
    open: u32,
}

impl Bend {
    /// Writes the displacement along one axis into `out`: what the domain brings plus `amplitude` times `by`.
    fn displace(
        &self,
        at: &Domain<'_>,
        (by, noise): (Input<'_>, &Generator),
        amplitude: Operand<'_>,
        before: Option<&[f32]>,
        out: &mut [f32],
    ) {
        match by {
            Input::Number(v) => out.fill(v as f32),
            Input::Samples(by) if before.is_none() => {
                return map2(out, Operand::Samples(by), amplitude, |by, a| saturate(0.0 + a * by));
            }
            Input::Samples(by) => out.copy_from_slice(by),
            Input::Open | Input::Field(_) | Input::Area(_) => {
                self.sum.fill(at, Source::Noise(noise, Depth::Flat), Weighing::by(Operand::Number(0.5)), out);
            }
        }
        vectorized(
            #[inline(always)]
            || match (before, amplitude) {
                (None, Operand::Number(a)) => out.iter_mut().for_each(|o| *o = saturate(0.0 + a * *o)),
                (None, Operand::Samples(a)) => out.iter_mut().zip(a).for_each(|(o, a)| *o = saturate(0.0 + a * *o)),
                (Some(before), amplitude) => {
                    for (i, (o, before)) in out.iter_mut().zip(before).enumerate() {
                        *o = saturate(before + amplitude.at(i) * *o);
                    }
                }
            },
        );
    }
}

impl Kernel for Bend {
    fn generators(&self) -> u32 {
        self.open * self.sum.count
    }

    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Warp::source) else { return out.value().fill(0.0) };
        let amplitude = ins.operand(Warp::amplitude);
        with_workspace(at.len(), |_, [x, y, _]| {
            let before = at.displacement;
            self.displace(at, (ins.port(Warp::dx), &self.x), amplitude, before.map(|d| d.x), x);
            self.displace(at, (ins.port(Warp::dy), &self.y), amplitude, before.map(|d| d.y), y);
            source.sample(&at.displaced(x, y), out.value());
        });
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Warp::SPEC];
