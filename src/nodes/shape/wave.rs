//! Regular patterns: waves across the map, and a chessboard.
//!
//! Their phase is computed in 64 bits, so that they are as regular far from the origin as near it.

use super::place::{Turned, exact_offsets};
use crate::simd::{circle, vectorized};
use crate::spec::*;
use std::sync::Arc;

/// Writes `profile` of the place of every sample in its wave, from 0 up to 1, and of the number of the sample.
#[inline(always)]
fn waves(
    at: &Domain<'_>,
    (center, direction, wavelength): (Point, Degrees, Metres),
    phase: Operand<'_>,
    out: &mut [f32],
    profile: impl Fn(f64, usize) -> f32,
) {
    let turned = Turned::by(direction);
    exact_offsets(at, center, out, |dx, dy, i| {
        let t = turned.back_exact(dx, dy).0 / wavelength + f64::from(phase.at(i)) / 360.0;
        let t = t - t.floor();
        // Fails where the position is no number that waves reach.
        profile(if t < 1.0 { t } else { 0.0 }, i)
    });
}

/// Implements a wave by its profile over one wavelength.
macro_rules! wave {
    ($name:ident, $profile:expr) => {
        impl Node for $name {
            fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
                Interval::SIGNED
            }
            fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
                Arc::new(self)
            }
        }

        impl Kernel for $name {
            fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
                let (phase, shape, out) = (ins.operand(Self::phase), self.shape(ins), out.value());
                vectorized(
                    #[inline(always)]
                    || {
                        let line = (self.center, self.direction, self.wavelength);
                        waves(at, line, phase, out, |t, i| $profile(t, f64::from(shape.at(i))));
                    },
                );
            }
        }
    };
}

node! {
    /// Even swells across the map: ripples, furrows, the bands of a zebra.
    ///
    /// A sine of the way along a direction, 0 at the centre and rising from there.
    pub struct SineWave = "Sine Wave" in Shape,
    keywords ["sin", "cosine", "wave", "ripples", "swell", "stripes", "bands", "frequency", "period"],
    face [wavelength, direction];
    inputs {
        /// How far the wave is moved along, in degrees of a wave.
        phase: In(Degrees) = number(0.0), soft 0.0..=360.0;
    }
    params {
        /// Position at which the wave begins.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from crest to crest.
        wavelength: Metres = extent(0.125), soft extent(1.0 / 256.0)..=extent(1.0), hard metres(1e-3)..=metres(1e9);
        /// Direction in which the waves follow one another, clockwise from the east.
        direction: Degrees = 0.0, soft 0.0..=360.0, hard -36000.0..=36000.0;
    }
    outputs { value: Signed }
}

impl SineWave {
    fn shape<'a>(&self, _: &Inputs<'a>) -> Operand<'a> {
        Operand::Number(0.0)
    }
}

wave!(SineWave, |t: f64, _: f64| circle(t).1 as f32);

node! {
    /// Stripes with hard borders: 1 and -1 in turns, for fields, streets and masks.
    pub struct SquareWave = "Square Wave" in Shape,
    keywords ["stripes", "pulse", "bands", "lines", "rectangle", "wave", "duty", "frequency", "period"],
    face [wavelength, direction];
    inputs {
        /// How far the stripes are moved along, in degrees of a wavelength.
        phase: In(Degrees) = number(0.0), soft 0.0..=360.0;
        /// Share of a wavelength that is 1.
        share: In(Unit) = number(0.5), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {
        /// Position at which a stripe of 1 begins.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from stripe to stripe.
        wavelength: Metres = extent(0.125), soft extent(1.0 / 256.0)..=extent(1.0), hard metres(1e-3)..=metres(1e9);
        /// Direction in which the stripes follow one another, clockwise from the east.
        direction: Degrees = 0.0, soft 0.0..=360.0, hard -36000.0..=36000.0;
    }
    outputs { value: Signed }
}

impl SquareWave {
    fn shape<'a>(&self, ins: &Inputs<'a>) -> Operand<'a> {
        ins.operand(Self::share)
    }
}

wave!(SquareWave, |t: f64, share: f64| if t < share { 1.0 } else { -1.0 });

node! {
    /// Straight slopes up and down: roofs, dunes with a steep lee side, a sawtooth.
    ///
    /// Rises from -1 to 1 over the share of a wavelength that `skew` says, and falls over the rest.
    pub struct TriangleWave = "Triangle Wave" in Shape,
    keywords ["sawtooth", "zigzag", "ramp", "dunes", "wave", "roof", "frequency", "period"],
    face [wavelength, direction];
    inputs {
        /// How far the wave is moved along, in degrees of a wavelength.
        phase: In(Degrees) = number(0.0), soft 0.0..=360.0;
        /// Share of a wavelength that rises: 0.5 is even, 1 a sawtooth.
        skew: In(Unit) = number(0.5), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {
        /// Position of a valley.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from crest to crest.
        wavelength: Metres = extent(0.125), soft extent(1.0 / 256.0)..=extent(1.0), hard metres(1e-3)..=metres(1e9);
        /// Direction in which the waves follow one another, clockwise from the east.
        direction: Degrees = 0.0, soft 0.0..=360.0, hard -36000.0..=36000.0;
    }
    outputs { value: Signed }
}

impl TriangleWave {
    fn shape<'a>(&self, ins: &Inputs<'a>) -> Operand<'a> {
        ins.operand(Self::skew)
    }
}

wave!(TriangleWave, |t: f64, skew: f64| {
    let (up, down) = (t / skew, (1.0 - t) / (1.0 - skew));
    (2.0 * (if t < skew { up } else { down }) - 1.0) as f32
});

node! {
    /// A chessboard of 1 and -1: fields, tiles, and a test of where warps lead.
    pub struct Checkerboard = "Checkerboard" in Shape,
    keywords ["chess", "checker", "squares", "grid", "tiles", "pattern", "test"], face [size, rotation];
    inputs {}
    params {
        /// Position of a corner that four squares share.
        center: Point = DefaultValue::WorldCenter;
        /// Side of a square.
        size: Metres = extent(0.125), soft extent(1.0 / 256.0)..=extent(1.0), hard metres(1e-3)..=metres(1e9);
        /// How far it is turned clockwise.
        rotation: Degrees = 0.0, soft 0.0..=360.0, hard -36000.0..=36000.0;
    }
    outputs { value: Signed }
}

impl Node for Checkerboard {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Checkerboard {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let out = out.value();
        vectorized(
            #[inline(always)]
            || {
                let turned = Turned::by(self.rotation);
                exact_offsets(at, self.center, out, |dx, dy, _| {
                    let (u, v) = turned.back_exact(dx, dy);
                    let squares = ((u / self.size).floor() + (v / self.size).floor()) * 0.5;
                    if squares == squares.floor() { 1.0 } else { -1.0 }
                });
            },
        );
    }
}
