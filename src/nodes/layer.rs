//! Layers as in image editors: one field laid over another in one of many ways.

use super::map::{lower, map_all, upper};
use super::select::Blend;
use crate::spec::*;
use std::sync::Arc;

/// Defines the ways of laying `b` over `a`, both in [0, 1], and the loop for each.
macro_rules! modes {
    ($( $(#[doc = $doc:literal])+ $mode:ident = $f:expr; )+) => {
        choice! {
            /// How a layer acts on what lies below it.
            pub enum LayerMode { $( $(#[doc = $doc])+ $mode, )+ }
        }

        impl Kernel for Layer {
            fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
                let operands = [Self::a, Self::b, Self::mask].map(|port| ins.operand(port));
                let out = out.value();
                match self.mode {
                    $( LayerMode::$mode => map_all(out, operands, |[a, b, mask]| {
                        let (a, b) = (unit(a), unit(b));
                        Blend::mix(a, unit($f(a, b)), mask)
                    }), )+
                }
            }
        }
    };
}

#[inline(always)]
fn unit(v: f32) -> f32 {
    lower(upper(v, 0.0), 1.0)
}

#[inline(always)]
fn screen(a: f32, b: f32) -> f32 {
    1.0 - (1.0 - a) * (1.0 - b)
}

/// Multiplies below the middle of `by` and screens above it.
#[inline(always)]
fn hard_light(a: f32, by: f32) -> f32 {
    if by < 0.5 { a * (2.0 * by) } else { screen(a, 2.0 * by - 1.0) }
}

/// `a / b`, 1 where `b` is 0 and `a` is not.
#[inline(always)]
fn share(a: f32, b: f32) -> f32 {
    let share = a / b;
    if a <= 0.0 { 0.0 } else { lower(share, 1.0) }
}

node! {
    /// Lays `b` over `a` as a layer of an image editor: multiply, screen, overlay, soft light and others, through a mask.
    ///
    /// Both are heights or masks from 0 to 1, and so is the result.
    pub struct Layer = "Layer" in Select,
    keywords ["blend mode", "blending", "overlay", "screen", "soft light", "hard light", "difference", "exclusion", "dodge",
        "burn", "lighten", "darken", "mix", "combine", "composite"],
    pointwise, bypass a, face [mode];
    inputs {
        /// What lies below.
        a: In(Unit) = REQUIRED;
        /// What is laid over it.
        b: In(Unit) = REQUIRED;
        /// How much of it is seen: 0 keeps `a`.
        mask: In(Unit) = number(1.0), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {
        /// How it acts.
        mode: LayerMode = LayerMode::Overlay;
    }
    outputs { value: Unit }
}

modes! {
    /// a + b, at most 1.
    Add = |a: f32, b: f32| a + b;
    /// a - b, at least 0.
    Subtract = |a: f32, b: f32| a - b;
    /// a · b: low parts of either are low.
    Multiply = |a: f32, b: f32| a * b;
    /// 1 - (1 - a)(1 - b): high parts of either are high.
    Screen = screen;
    /// Multiplies the lower half of `a` and screens the upper one: detail that keeps valleys and peaks.
    Overlay = |a: f32, b: f32| hard_light(b, a);
    /// Multiplies below the middle of `b` and screens above it.
    HardLight = hard_light;
    /// (1 - 2b)a² + 2ba: a gentle overlay without a crease (Pegtop).
    SoftLight = |a: f32, b: f32| (1.0 - 2.0 * b) * a * a + 2.0 * b * a;
    /// |a - b|: creases where both are equal.
    Difference = |a: f32, b: f32| (a - b).abs();
    /// a + b - 2ab: a softer difference.
    Exclusion = |a: f32, b: f32| a + b - 2.0 * a * b;
    /// The lower of both.
    Darken = lower;
    /// The higher of both.
    Lighten = upper;
    /// a / (1 - b): lifts `a` steeply where `b` is high.
    Dodge = |a: f32, b: f32| share(a, 1.0 - b);
    /// 1 - (1 - a) / b: cuts `a` deeply where `b` is low.
    Burn = |a: f32, b: f32| 1.0 - share(1.0 - a, b);
    /// a + 2b - 1: adds and takes away about the middle of `b`.
    LinearLight = |a: f32, b: f32| a + 2.0 * b - 1.0;
}

impl Node for Layer {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Layer::SPEC];
