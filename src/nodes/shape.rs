//! Shapes that are drawn rather than grown: masks of islands and lakes.

use super::map::{lower, upper};
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// Outline of a falloff.
    pub enum Shape {
        /// Round: distance from the centre.
        Circle,
        /// Square: the larger of the distances eastwards and southwards.
        Square,
    }
}

choice! {
    /// How a falloff descends from 1 to 0.
    pub enum Falloff {
        /// In a straight line, with a crease at either end.
        Linear,
        /// Level at both ends: 3t² - 2t³.
        Smoothstep,
        /// Level and without a bend at both ends: 6t⁵ - 15t⁴ + 10t³.
        Smootherstep,
        /// As a dome, steepest at the border: √(1 - (1 - t)²).
        Dome,
    }
}

node! {
    /// Gives 1 around a point and falls to 0 at a radius: multiplied with a relief it makes an island.
    ///
    /// Exactly 0 at and beyond the radius. Offsets from the centre are rounded to 32 bits, so that samples which mirror each
    /// other in the centre agree to the bit.
    pub struct RadialFalloff = "Radial Falloff" in Shape,
    keywords ["island", "mask", "gradient", "circle", "distance", "vignette", "cone", "radial"],
    face [radius, shape, falloff];
    inputs {
        /// Share of the radius that stays 1.
        inner: In(Unit) = number(0.4), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {
        /// Position of the middle.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from the centre at which 0 is reached.
        radius: Metres = shorter_side(0.45), soft shorter_side(0.05)..=shorter_side(1.0), hard metres(0.0)..=metres(1e9);
        /// Outline.
        shape: Shape = Shape::Circle;
        /// How it descends from 1 to 0.
        falloff: Falloff = Falloff::Smoothstep;
    }
    outputs { value: Unit }
}

impl Node for RadialFalloff {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for RadialFalloff {
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        vectorized(
            #[inline(always)]
            || self.falls(at, ins.operand(Self::inner), out.value()),
        );
    }
}

impl RadialFalloff {
    #[inline(always)]
    fn falls(&self, at: &Domain<'_>, inner: Operand<'_>, out: &mut [f32]) {
        match self.shape {
            Shape::Circle => distances(at, self.center, out, |dx, dy| (dx * dx + dy * dy).sqrt()),
            Shape::Square => distances(at, self.center, out, |dx, dy| upper(dx.abs(), dy.abs())),
        }
        match self.falloff {
            Falloff::Linear => self.descend(out, inner, |t| t),
            Falloff::Smoothstep => self.descend(out, inner, |t| mirrored(t, |u| u * u * (3.0 - 2.0 * u))),
            Falloff::Smootherstep => {
                self.descend(out, inner, |t| mirrored(t, |u| u * u * u * (u * (u * 6.0 - 15.0) + 10.0)));
            }
            Falloff::Dome => self.descend(out, inner, |t| upper(1.0 - (1.0 - t) * (1.0 - t), 0.0).sqrt()),
        }
    }

    /// Turns distances into values; `curve` leads from 0 at 0 to 1 at 1.
    #[inline(always)]
    fn descend(&self, out: &mut [f32], inner: Operand<'_>, curve: impl Fn(f32) -> f32) {
        let radius = self.radius as f32;
        // Infinite where all of the radius stays 1; the comparison with the radius then decides alone.
        let steepness = |inner: f32| 1.0 / ((1.0 - inner) * radius);
        let value = |d: f32, steepness: f32| {
            let value = curve(lower((radius - d) * steepness, 1.0));
            if d < radius { value } else { 0.0 }
        };
        match inner {
            Operand::Number(inner) => {
                let steepness = steepness(inner);
                out.iter_mut().for_each(|o| *o = value(*o, steepness));
            }
            Operand::Samples(inner) => {
                out.iter_mut().zip(inner).for_each(|(o, &inner)| *o = value(*o, steepness(inner)));
            }
        }
    }
}

/// A curve that is point-symmetric about (½, ½), from its lower half: near 1 its rounding stays as fine as near 0, so that
/// it never leaves [0, 1] and never turns back.
#[inline(always)]
fn mirrored(t: f32, lower_half: impl Fn(f32) -> f32) -> f32 {
    let value = lower_half(lower(t, 1.0 - t));
    if t < 0.5 { value } else { 1.0 - value }
}

/// Writes the distance of every position from `center`, by `measure` of its two offsets.
#[inline(always)]
fn distances(at: &Domain<'_>, [cx, cy]: Point, out: &mut [f32], measure: impl Fn(f32, f32) -> f32) {
    let width = at.width;
    for (row, line) in out.chunks_mut(width.max(1)).enumerate() {
        let here = row * width..(row + 1) * width;
        let offset = |p: f64, c: f64| (p - c) as f32;
        match (at.base, at.displacement) {
            (Base::Separable { x, y }, None) => {
                let dy = offset(y[row], cy);
                line.iter_mut().zip(x).for_each(|(o, &x)| *o = measure(offset(x, cx), dy));
            }
            (Base::Separable { x, y }, Some(d)) => {
                let dy = offset(y[row], cy);
                let displaced = d.x[here.clone()].iter().zip(&d.y[here]);
                for ((o, &x), (&by_x, &by_y)) in line.iter_mut().zip(x).zip(displaced) {
                    *o = measure(offset(x, cx) + by_x, dy + by_y);
                }
            }
            (Base::Full { x, y }, None) => {
                for ((o, &x), &y) in line.iter_mut().zip(&x[here.clone()]).zip(&y[here]) {
                    *o = measure(offset(x, cx), offset(y, cy));
                }
            }
            (Base::Full { x, y }, Some(d)) => {
                for (i, o) in here.zip(line) {
                    *o = measure(offset(x[i], cx) + d.x[i], offset(y[i], cy) + d.y[i]);
                }
            }
        }
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&RadialFalloff::SPEC];
