//! Directions that flow: values as angles, and currents around the hills of a potential.

use super::fractal::with_workspace;
use super::map::{lower, saturate, upper};
use crate::simd::{circle, vectorized};
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// What the values of an angle are.
    pub enum Measure {
        /// Turns: 0 and 1 look eastwards, 0.25 southwards.
        Turns,
        /// Compass bearings in degrees, as Aspect gives them: 0 looks northwards, 90 eastwards.
        Bearing,
    }
}

node! {
    /// Reads its source as an angle and gives the direction that it looks in: wind, strokes, drifting sand.
    ///
    /// A unit vector, x eastwards and y southwards: cosine and sine of the angle, as in the flow fields of generative art
    /// (after Perlin and Velho, Live Paint, 1995). Plug both into dx and dy of a Warp to push a picture along the flow.
    pub struct FlowAngle = "Flow Angle" in Warp,
    keywords ["flow field", "direction", "vector", "angle", "wind", "polar", "cosine", "sine", "heading"], pointwise,
    face [measure];
    inputs {
        /// Angle: a noise, or a bearing.
        source: In(Plain) = REQUIRED;
        /// Multiplies it: how many turns a value of 1 makes.
        turns: In(Plain) = number(1.0), soft 0.0..=4.0, hard -1e6..=1e6;
    }
    params {
        /// What its values are.
        measure: Measure = Measure::Turns;
    }
    outputs { x: Signed, y: Signed }
}

impl Node for FlowAngle {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for FlowAngle {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, turns) = (ins.operand(Self::source), ins.operand(Self::turns));
        let (scale, offset) = match self.measure {
            Measure::Turns => (1.0, 0.0),
            Measure::Bearing => (1.0 / 360.0, -0.25),
        };
        let (xs, ys) = two(out);
        let held = |v: f64| upper(lower(v as f32, 1.0), -1.0);
        vectorized(
            #[inline(always)]
            || {
                for (i, (x, y)) in xs.iter_mut().zip(ys).enumerate() {
                    let angle = f64::from(source.at(i)) * f64::from(turns.at(i)) * scale + offset;
                    let (cos, sin) = circle(angle);
                    (*x, *y) = (held(cos), held(sin));
                }
            },
        );
    }
}

node! {
    /// Makes currents that circle around the hills and hollows of its source and never pile up: smoke, water, marble.
    ///
    /// The derivative of the source southwards and minus that eastwards, times `size`: a field without divergence (Bridson,
    /// Hourihan and Nordenstam, Curl-Noise for Procedural Fluid Flow, 2007). Derivatives are differences over twice the step,
    /// so that values stay within the span of the source times size / (2 · step). For dx and dy of a Warp.
    pub struct Curl = "Curl" in Warp,
    keywords ["curl noise", "divergence free", "swirl", "fluid", "flow field", "turbulence", "smoke", "vortex", "eddies"],
    face [size, step];
    inputs {
        /// Potential: currents follow its contours.
        source: Field(Plain) = REQUIRED;
    }
    params {
        /// Length over which the source has to change by 1 to give a current of 1.
        size: Metres = extent(1.0 / 16.0), soft metres(0.0)..=extent(0.25), hard metres(0.0)..=metres(1e9);
        /// How far from a place the source is looked at on either side.
        step: Metres = extent(1.0 / 2048.0), soft extent(1.0 / 8192.0)..=extent(1.0 / 64.0), hard metres(1e-6)..=metres(1e9);
    }
    outputs { x: Plain, y: Plain }
}

impl Curl {
    /// What a difference of 1 becomes.
    fn scale(&self) -> f32 {
        (self.size / (2.0 * self.step)) as f32
    }
}

impl Node for Curl {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let Interval { lo, hi } = ins[Self::source].bound;
        let most = saturate(saturate(hi - lo) * self.scale());
        if (hi - lo).is_finite() { Interval::new(-most, most) } else { Interval::ALL }
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let (scale, step) = (self.scale(), self.step as f32);
        Arc::new(Current { scale, step, bound: self.bound(0, ins) })
    }
}

struct Current {
    scale: f32,
    step: f32,
    bound: Interval,
}

impl Current {
    /// Writes the source's difference along one axis, `(by_x, by_y)` steps to either side, times the scale.
    fn difference(&self, at: &Domain<'_>, source: &dyn Field, (by_x, by_y): (f32, f32), out: &mut [f32]) {
        with_workspace(at.len(), |_, [x, y, before]| {
            let mut look = |sign: f32, into: &mut [f32]| {
                let moved = |d: Option<&[f32]>, by: f32, into: &mut [f32]| match d {
                    Some(d) => into.iter_mut().zip(d).for_each(|(o, d)| *o = saturate(d + by)),
                    None => into.fill(by),
                };
                moved(at.displacement.map(|d| d.x), sign * by_x, x);
                moved(at.displacement.map(|d| d.y), sign * by_y, y);
                source.sample(&at.displaced(x, y), into);
            };
            look(-1.0, before);
            look(1.0, out);
            let Interval { lo, hi } = self.bound;
            for (o, before) in out.iter_mut().zip(before) {
                *o = saturate(saturate(*o - *before) * self.scale).clamp(lo, hi) + 0.0;
            }
        });
    }
}

impl Kernel for Current {
    fn calls(&self, _: usize) -> u32 {
        4
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Curl::source) else {
            return out.all().for_each(|slot| slot.fill(0.0));
        };
        let (x, y) = two(out);
        self.difference(at, source, (0.0, self.step), x);
        self.difference(at, source, (-self.step, 0.0), y);
    }
}

/// The slots of both outputs.
fn two<'a>(out: &'a mut Outputs<'_, '_>) -> (&'a mut [f32], &'a mut [f32]) {
    let mut slots = out.all();
    (slots.next().unwrap_or_default(), slots.next().unwrap_or_default())
}

pub(super) const NODES: &[&NodeSpec] = &[&FlowAngle::SPEC, &Curl::SPEC];
