//! Fields that grow evenly: along a direction, or with the distance from a point.

use super::place::{Turned, exact_offsets};
use crate::nodes::ease::Easing;
use crate::nodes::map::narrow;
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// How a gradient goes on beyond its ends.
    pub enum Beyond {
        /// It stays 0 on one side and 1 on the other.
        Hold,
        /// It starts anew at 0.
        Repeat,
        /// It turns around.
        Mirror,
    }
}

node! {
    /// Rises from 0 to 1 along a direction: a coast on one side and mountains on the other, or a climate from north to south.
    ///
    /// 0.5 at the centre. A direction of 0 degrees rises eastwards, 90 southwards.
    pub struct LinearGradient = "Linear Gradient" in Shape,
    keywords ["gradient", "ramp", "slope", "plane", "direction", "latitude", "climate", "tilt"],
    face [direction, length, beyond];
    inputs {}
    params {
        /// Position at which it is 0.5.
        center: Point = DefaultValue::WorldCenter;
        /// Direction in which it rises, clockwise from the east.
        direction: Degrees = 0.0, soft 0.0..=360.0, hard -36000.0..=36000.0;
        /// Distance over which it rises from 0 to 1.
        length: Metres = extent(1.0), soft extent(0.01)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// How it goes on beyond its ends.
        beyond: Beyond = Beyond::Hold;
        /// How it rises.
        easing: Easing = Easing::Linear;
    }
    outputs { value: Unit }
}

impl Node for LinearGradient {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl LinearGradient {
    #[inline(always)]
    fn rise(&self, at: &Domain<'_>, out: &mut [f32], fold: impl Fn(f64) -> f64) {
        let turned = Turned::by(self.direction);
        exact_offsets(at, self.center, out, |dx, dy, _| {
            let t = fold(turned.back_exact(dx, dy).0 / self.length + 0.5);
            let t = if t > 0.0 { t } else { 0.0 };
            (if t < 1.0 { t } else { 1.0 }) as f32
        });
    }
}

impl Kernel for LinearGradient {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let out = out.value();
        vectorized(
            #[inline(always)]
            || {
                match self.beyond {
                    Beyond::Hold => self.rise(at, out, |t| t),
                    Beyond::Repeat => self.rise(at, out, |t| t - t.floor()),
                    Beyond::Mirror => self.rise(at, out, |t| (t - 2.0 * (t * 0.5 + 0.5).floor()).abs()),
                }
                if self.easing != Easing::Linear {
                    out.iter_mut().for_each(|o| *o = self.easing.at(*o));
                }
            },
        );
    }
}

choice! {
    /// How far two positions are said to lie apart.
    pub enum Metric {
        /// In a straight line.
        Euclidean,
        /// Along streets: the sum of the distances eastwards and southwards.
        Manhattan,
        /// As a king moves on a chessboard: the larger of the distances eastwards and southwards.
        Chebyshev,
    }
}

node! {
    /// Gives the distance from a point in metres: rings, craters and everything that depends on how far away something is.
    ///
    /// Plugged into Sine or Modulo it gives rings, into Smoothstep a mask of any profile.
    pub struct DistanceToPoint = "Distance to Point" in Shape,
    keywords ["distance", "radius", "radial", "point", "cone", "rings", "euclidean", "manhattan", "chebyshev"],
    face [metric];
    inputs {}
    params {
        /// Position of the point.
        point: Point = DefaultValue::WorldCenter;
        /// How distance is measured.
        metric: Metric = Metric::Euclidean;
    }
    outputs { value: Metres }
}

impl Node for DistanceToPoint {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::new(0.0, f32::INFINITY)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for DistanceToPoint {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (point, out) = (self.point, out.value());
        vectorized(
            #[inline(always)]
            || match self.metric {
                Metric::Euclidean => exact_offsets(at, point, out, |x, y, _| narrow((x * x + y * y).sqrt())),
                Metric::Manhattan => exact_offsets(at, point, out, |x, y, _| narrow(x.abs() + y.abs())),
                Metric::Chebyshev => exact_offsets(at, point, out, |x, y, _| {
                    let (x, y) = (x.abs(), y.abs());
                    narrow(if x > y { x } else { y })
                }),
            },
        );
    }
}
