//! Slopes into steps: terraces, quantized values, folds.

use super::map::{loosened, lower, map1, map2, narrow, upper};
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// Outline of the rise from one terrace to the next.
    pub enum Riser {
        /// A straight slope with a sharp foot and a sharp lip.
        Straight,
        /// Rounded at foot and lip.
        Rounded,
        /// Scree that steepens up to a sharp lip.
        Talus,
    }
}

node! {
    /// Cuts slopes into level terraces with cliffs between: rice fields, strata of badlands, mesas.
    ///
    /// The terraces divide [0, 1] evenly, the lowest at 0 and the highest at 1. Smoothness is the share of each step that
    /// rises: 0 gives cliffs, 1 with a straight riser changes nothing.
    pub struct Terrace = "Terrace" in Adjust,
    keywords ["terraces", "steps", "strata", "mesa", "plateau", "layers", "rice", "badlands", "canyon", "cliffs"], pointwise,
    bypass source, face [steps, riser];
    inputs {
        /// Heights from 0 to 1.
        source: In(Unit) = REQUIRED;
        /// Share of each step that rises; the rest is level.
        smoothness: In(Unit) = number(0.35), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {
        /// Number of terraces, those at 0 and at 1 included.
        steps: u32 = 8, soft 2..=32, hard 2..=1024;
        /// Outline of the rise.
        riser: Riser = Riser::Rounded;
    }
    outputs { value: Unit }
}

impl Terrace {
    /// Value of a height. The rise of each step lies in its middle.
    #[inline(always)]
    fn at(&self, v: f32, smoothness: f32, rise: impl Fn(f64) -> f64) -> f32 {
        let v = lower(upper(v, 0.0), 1.0);
        let (steps, width) = (f64::from(self.steps - 1), f64::from(smoothness));
        let place = f64::from(v) * steps;
        let step = place.floor();
        // Infinite on either side of a cliff, where the comparisons decide alone.
        let u = (place - step - (0.5 - 0.5 * width)) / width;
        let u = if u > 0.0 { u } else { 0.0 };
        let u = if u < 1.0 { u } else { 1.0 };
        let cliff = if place - step >= 0.5 { 1.0 } else { 0.0 };
        let risen = if width > 0.0 { rise(u) } else { cliff };
        lower(((step + risen) / steps) as f32, 1.0)
    }

    fn curve(&self, v: f32, smoothness: f32) -> f32 {
        match self.riser {
            Riser::Straight => self.at(v, smoothness, |u| u),
            Riser::Rounded => self.at(v, smoothness, rounded),
            Riser::Talus => self.at(v, smoothness, |u| u * u),
        }
    }
}

#[inline(always)]
pub(super) fn rounded(u: f64) -> f64 {
    u * u * (3.0 - 2.0 * u)
}

impl Node for Terrace {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (source, smoothness) = (ins[Self::source].bound, ins[Self::smoothness].bound);
        if smoothness.lo < smoothness.hi {
            return Interval::UNIT;
        }
        loosened(source.map(|v| self.curve(v, smoothness.lo))).clamped(Interval::UNIT)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Terrace {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, smoothness, out) = (ins.operand(Self::source), ins.operand(Self::smoothness), out.value());
        match self.riser {
            Riser::Straight => map2(out, source, smoothness, |v, s| self.at(v, s, |u| u)),
            Riser::Rounded => map2(out, source, smoothness, |v, s| self.at(v, s, rounded)),
            Riser::Talus => map2(out, source, smoothness, |v, s| self.at(v, s, |u| u * u)),
        }
    }
}

choice! {
    /// Which of two neighbouring multiples a value becomes.
    pub enum Rounding {
        /// The nearer one; the upper one half-way.
        Nearest,
        /// The lower one.
        Down,
        /// The upper one.
        Up,
    }
}

node! {
    /// Rounds values to multiples of a step: levels without slopes between, in any unit, such as every 10 metres.
    pub struct Quantize = "Quantize" in Adjust,
    keywords ["round", "snap", "floor", "ceil", "posterize", "steps", "levels", "discretize", "bands"], pointwise,
    bypass source;
    inputs {
        /// Values that are rounded.
        source: In(Plain) = REQUIRED;
        /// Distance between the levels; 0 changes nothing.
        step: In(Plain) = number(0.125), soft 0.01..=1.0, hard 0.0..=1e9;
    }
    params {
        /// Which level a value becomes.
        rounding: Rounding = Rounding::Nearest;
    }
    outputs { value: Inherited }
}

impl Quantize {
    #[inline(always)]
    fn rounded(v: f32, step: f32, round: impl Fn(f64) -> f64) -> f32 {
        let level = round(f64::from(v) / f64::from(step)) * f64::from(step);
        if step > 0.0 { narrow(level + 0.0) } else { v }
    }

    fn of(&self, v: f32, step: f32) -> f32 {
        match self.rounding {
            _ if v.is_infinite() => v,
            Rounding::Nearest => Self::rounded(v, step, nearest),
            Rounding::Down => Self::rounded(v, step, f64::floor),
            Rounding::Up => Self::rounded(v, step, f64::ceil),
        }
    }
}

#[inline(always)]
fn nearest(v: f64) -> f64 {
    (v + 0.5).floor()
}

impl Node for Quantize {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (source, step) = (ins[Self::source].bound, ins[Self::step].bound);
        if step.lo == step.hi {
            return source.map(|v| self.of(v, step.lo));
        }
        // A level lies less than a step away; the last place is for rounding.
        let (down, up) = (source.lo - step.hi, source.hi + step.hi);
        loosened(match self.rounding {
            Rounding::Nearest => Interval::new(down, up),
            Rounding::Down => Interval::new(down, source.hi),
            Rounding::Up => Interval::new(source.lo, up),
        })
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Quantize {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, step, out) = (ins.operand(Self::source), ins.operand(Self::step), out.value());
        match self.rounding {
            Rounding::Nearest => map2(out, source, step, |v, step| Self::rounded(v, step, nearest)),
            Rounding::Down => map2(out, source, step, |v, step| Self::rounded(v, step, f64::floor)),
            Rounding::Up => map2(out, source, step, |v, step| Self::rounded(v, step, f64::ceil)),
        }
    }
}

node! {
    /// Folds a signed noise back and forth between -1 and 1: contour-like bands, brains, folded rock.
    ///
    /// Of v + 1 times the strength, whole numbers that are even become -1, odd ones 1, with straight lines between (the
    /// ping-pong of FastNoise Lite, Peck).
    pub struct PingPong = "Ping Pong" in Adjust,
    keywords ["fold", "ping-pong", "pingpong", "triangle", "mirror", "bounce", "bands", "zigzag"], pointwise, bypass source;
    inputs {
        /// Signed noise that is folded.
        source: In(Signed) = REQUIRED;
        /// How often it is folded; 0.5 changes nothing within -1 and 1.
        strength: In(Plain) = number(2.0), soft 0.5..=8.0, hard 0.0..=1e6;
    }
    params {}
    outputs { value: Signed }
}

impl PingPong {
    /// The folded value, in [-1, 1].
    #[inline(always)]
    pub(super) fn of(v: f32, strength: f32) -> f32 {
        let t = (f64::from(v) + 1.0) * f64::from(strength);
        let t = (t - 2.0 * (t * 0.5).floor()) - 1.0;
        (1.0 - 2.0 * t.abs()) as f32
    }
}

impl Node for PingPong {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::SIGNED
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for PingPong {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        map2(out.value(), ins.operand(Self::source), ins.operand(Self::strength), Self::of);
    }
}

node! {
    /// Gives heights in metres: 0 and 1 become the lowest and the highest level of the world.
    ///
    /// For arithmetic in metres: add 12 metres of dunes, cut at the sea, divide by a width.
    pub struct HeightInMetres = "Height in Metres" in Adjust,
    keywords ["metres", "meters", "elevation", "altitude", "unit", "convert", "world height"], pointwise;
    inputs {
        /// Heights from 0 to 1, or a signed noise, which is taken from -1 to 1.
        source: In(Metres) = REQUIRED;
    }
    params {}
    outputs { value: Metres }
}

impl Node for HeightInMetres {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for HeightInMetres {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        // The port has converted already.
        map1(out.value(), ins.operand(Self::source), |v| v);
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Terrace::SPEC, &Quantize::SPEC, &PingPong::SPEC, &HeightInMetres::SPEC];
