//! Masks that fall from 1 to 0: around a point, towards the border, inside an ellipse.

use super::place::{Turned, offsets};
use crate::nodes::ease::mirrored;
use crate::nodes::map::{lower, upper};
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
        let (inner, out) = (ins.operand(Self::inner), out.value());
        vectorized(
            #[inline(always)]
            || {
                match self.shape {
                    Shape::Circle => offsets(at, self.center, out, |dx, dy| (dx * dx + dy * dy).sqrt()),
                    Shape::Square => offsets(at, self.center, out, |dx, dy| upper(dx.abs(), dy.abs())),
                }
                falls(self.falloff, self.radius as f32, inner, out);
            },
        );
    }
}

/// Turns distances into values: 0 from `radius` on, 1 on the inner share of it.
#[inline(always)]
fn falls(falloff: Falloff, radius: f32, inner: Operand<'_>, out: &mut [f32]) {
    match falloff {
        Falloff::Linear => descend(radius, out, inner, |t| t),
        Falloff::Smoothstep => descend(radius, out, inner, |t| Falloff::Smoothstep.at(t)),
        Falloff::Smootherstep => descend(radius, out, inner, |t| Falloff::Smootherstep.at(t)),
        Falloff::Dome => descend(radius, out, inner, |t| Falloff::Dome.at(t)),
    }
}

/// Turns distances into values; `curve` leads from 0 at 0 to 1 at 1.
#[inline(always)]
fn descend(radius: f32, out: &mut [f32], inner: Operand<'_>, curve: impl Fn(f32) -> f32) {
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

impl Falloff {
    /// The curve from 0 at 0 to 1 at 1.
    #[inline(always)]
    fn at(self, t: f32) -> f32 {
        match self {
            Self::Linear => t,
            Self::Smoothstep => mirrored(t, |u| u * u * (3.0 - 2.0 * u)),
            Self::Smootherstep => mirrored(t, |u| u * u * u * (u * (u * 6.0 - 15.0) + 10.0)),
            Self::Dome => upper(1.0 - (1.0 - t) * (1.0 - t), 0.0).sqrt(),
        }
    }
}

node! {
    /// Gives 1 inside an ellipse and falls to 0 at its outline: long islands, lakes, craters seen at an angle.
    ///
    /// Exactly 0 on the outline and beyond it. Rotation is clockwise on the map.
    pub struct Ellipse = "Ellipse" in Shape,
    keywords ["oval", "circle", "disc", "mask", "island", "lake", "radial"], face [width, height, rotation];
    inputs {
        /// Share of the way from the centre to the outline that stays 1.
        inner: In(Unit) = number(0.4), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {
        /// Position of the middle.
        center: Point = DefaultValue::WorldCenter;
        /// Length from end to end, eastwards before it is rotated.
        width: Metres = shorter_side(0.8), soft shorter_side(0.05)..=shorter_side(1.5), hard metres(1e-3)..=metres(1e9);
        /// Length from end to end, southwards before it is rotated.
        height: Metres = shorter_side(0.45), soft shorter_side(0.05)..=shorter_side(1.5),
            hard metres(1e-3)..=metres(1e9);
        /// How far it is turned clockwise.
        rotation: Degrees = 30.0, soft 0.0..=360.0, hard -36000.0..=36000.0;
        /// How it descends from 1 to 0.
        falloff: Falloff = Falloff::Smoothstep;
    }
    outputs { value: Unit }
}

impl Node for Ellipse {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Ellipse {
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (inner, out) = (ins.operand(Self::inner), out.value());
        let turned = Turned::by(self.rotation);
        let [a, b] = [self.width, self.height].map(|length| (2.0 / length) as f32);
        vectorized(
            #[inline(always)]
            || {
                offsets(at, self.center, out, |dx, dy| {
                    let (u, v) = turned.back(dx, dy);
                    let (u, v) = (u * a, v * b);
                    (u * u + v * v).sqrt()
                });
                falls(self.falloff, 1.0, inner, out);
            },
        );
    }
}

choice! {
    /// How the sides of a border meet in its corners.
    pub enum Corner {
        /// In a crease.
        Sharp,
        /// In a round.
        Round,
    }
}

node! {
    /// Gives 1 inside the world and falls to 0 at its border: terrain that ends in the sea on every side, tiles that fit.
    ///
    /// Exactly 0 on the border and beyond it. Other rectangles than the world are possible.
    pub struct BorderFalloff = "Border Falloff" in Shape,
    keywords ["edge falloff", "border", "rectangle", "square", "vignette", "frame", "island", "mask", "zeroed edges"],
    face [margin, corner, falloff];
    inputs {}
    params {
        /// Position of the rectangle's middle.
        center: Point = DefaultValue::WorldCenter;
        /// Length of the rectangle from west to east.
        width: Metres = world_width(1.0), soft world_width(0.1)..=world_width(1.0), hard metres(1e-3)..=metres(1e9);
        /// Length of the rectangle from north to south.
        height: Metres = world_height(1.0), soft world_height(0.1)..=world_height(1.0), hard metres(1e-3)..=metres(1e9);
        /// How far inside the border 1 is reached.
        margin: Metres = shorter_side(0.25), soft metres(0.0)..=shorter_side(0.5), hard metres(0.0)..=metres(1e9);
        /// How the sides meet in the corners.
        corner: Corner = Corner::Round;
        /// How it descends from 1 to 0.
        falloff: Falloff = Falloff::Smoothstep;
    }
    outputs { value: Unit }
}

impl Node for BorderFalloff {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl BorderFalloff {
    /// Shares of the margin that lie between a sample and the sides: 0 on the border and outside, 1 from the margin on.
    #[inline(always)]
    fn shares(&self, dx: f32, dy: f32) -> (f32, f32) {
        let margin = self.margin as f32;
        let share = |side: f64, d: f32| {
            let inside = (side * 0.5) as f32 - d.abs();
            if inside > 0.0 { lower(inside / margin, 1.0) } else { 0.0 }
        };
        (share(self.width, dx), share(self.height, dy))
    }
}

impl Kernel for BorderFalloff {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let out = out.value();
        vectorized(
            #[inline(always)]
            || {
                match self.corner {
                    Corner::Sharp => offsets(at, self.center, out, |dx, dy| {
                        let (x, y) = self.shares(dx, dy);
                        lower(x, y)
                    }),
                    Corner::Round => offsets(at, self.center, out, |dx, dy| {
                        let (x, y) = self.shares(dx, dy);
                        let (ax, ay) = (1.0 - x, 1.0 - y);
                        upper(1.0 - (ax * ax + ay * ay).sqrt(), 0.0)
                    }),
                }
                out.iter_mut().for_each(|o| *o = self.falloff.at(*o));
            },
        );
    }
}
