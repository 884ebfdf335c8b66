//! A curve that is drawn by hand: values go in along its x and come out as its y.

use super::map::{narrow, saturated};
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// How a curve goes on beyond its first and its last point.
    pub enum CurveEnds {
        /// Straight on, as steep as the curve is at that point.
        Straight,
        /// Level, at the height of that point.
        Flat,
    }
}

node! {
    /// Reshapes values by a curve that you draw: terraces, cliffs, plains, a soft shore, a stronger mask.
    ///
    /// The curve goes through all of its points, smoothly and without overshooting: between two points it only rises or
    /// only falls, and a point that is higher or lower than both of its neighbours is a summit or a bottom. As long as
    /// its points lie on one straight line from (0, 0) to (1, 1), nothing changes. Fritsch and Carlson, "Monotone
    /// piecewise cubic interpolation", 1980.
    pub struct Curve = "Curve" in Adjust,
    keywords ["spline", "tone curve", "transfer", "profile", "shaper", "lookup", "float curve", "terrace", "curves"],
    pointwise, bypass source;
    inputs {
        /// Values that are reshaped: heights, masks, noises of either sign.
        source: In(Plain) = REQUIRED;
    }
    params {
        /// Points that the curve goes through, from left to right: a value and what becomes of it.
        points: Points = &[[0.0, 0.0], [1.0, 1.0]];
        /// How the curve goes on beyond its first and its last point.
        ends: CurveEnds = CurveEnds::Straight;
    }
    outputs { value: Inherited }
}

impl Node for Curve {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        saturated(Spline::new(&self.points, self.ends).bound(ins[Self::source].bound))
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Spline::new(&self.points, self.ends))
    }
}

/// The curve of a `Curve` node, ready to be evaluated.
#[derive(Clone, Debug)]
pub struct Spline {
    /// x of the points, rising.
    knots: Vec<f64>,
    /// y of the points.
    heights: Vec<f64>,
    /// What lies before the first point, between two points each, and from the last point on: one more than there are points.
    pieces: Vec<Piece>,
}

/// A cubic in the distance from `x`, kept between `lo` and `hi`.
#[derive(Clone, Copy, Debug)]
struct Piece {
    x: f64,
    y: f64,
    slope: f64,
    square: f64,
    cube: f64,
    lo: f64,
    hi: f64,
}

impl Piece {
    const fn line(x: f64, y: f64, slope: f64) -> Self {
        Self { x, y, slope, square: 0.0, cube: 0.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY }
    }

    /// The cubic between two points with these slopes there (Hermite's, in powers of the distance).
    fn between([x, y]: [f64; 2], [x1, y1]: [f64; 2], slope: f64, slope1: f64) -> Self {
        let h = x1 - x;
        let rise = (y1 - y) / h;
        Self {
            x,
            y,
            slope,
            square: (3.0 * rise - 2.0 * slope - slope1) / h,
            cube: (slope + slope1 - 2.0 * rise) / (h * h),
            lo: y.min(y1),
            hi: y.max(y1),
        }
    }

    #[inline(always)]
    fn at(&self, v: f64) -> f64 {
        let s = v - self.x;
        let y = self.y + s * (self.slope + s * (self.square + s * self.cube));
        // Rounding alone could take the curve past the point at its end.
        let y = if y > self.lo { y } else { self.lo };
        if y < self.hi { y } else { self.hi }
    }

    /// What the values near `v`, which may be infinite, stay between on the other side of `v`.
    fn around(&self, v: f64) -> [f64; 2] {
        if self.square == 0.0 && self.cube == 0.0 {
            // A straight line rises or falls even after rounding.
            let y = if self.slope == 0.0 { self.y } else { self.y + (v - self.x) * self.slope };
            return [y.max(self.lo).min(self.hi); 2];
        }
        let (y, slack) = (self.at(v), 1e-13 * self.lo.abs().max(self.hi.abs()));
        [(y - slack).max(self.lo), (y + slack).min(self.hi)]
    }
}

impl Spline {
    /// The curve through `points`, whose x rise; without points it is 0 everywhere.
    pub fn new(points: &[[f64; 2]], ends: CurveEnds) -> Self {
        let slopes = slopes(points);
        let end = |slope: &f64| if ends == CurveEnds::Flat { 0.0 } else { *slope };
        let line = |point: Option<&[f64; 2]>, slope: Option<&f64>| {
            let [x, y] = point.copied().unwrap_or_default();
            Piece::line(x, y, slope.map_or(0.0, end))
        };
        let mut pieces = vec![line(points.first(), slopes.first())];
        if !points.is_empty() {
            let pairs = points.windows(2).zip(slopes.windows(2));
            pieces.extend(pairs.map(|(p, m)| Piece::between(p[0], p[1], m[0], m[1])));
            pieces.push(line(points.last(), slopes.last()));
        }
        Self {
            knots: points.iter().map(|point| point[0]).collect(),
            heights: points.iter().map(|point| point[1]).collect(),
            pieces,
        }
    }

    /// y of the curve at `v`; exactly the y of a point at its x.
    pub fn at(&self, v: f64) -> f64 {
        self.piece(v).at(v)
    }

    fn piece(&self, v: f64) -> &Piece {
        &self.pieces[self.knots.iter().filter(|x| **x <= v).count()]
    }

    /// The bound of the values that those inside `source` become: a piece has its extremes at its ends.
    fn bound(&self, source: Interval) -> Interval {
        let (lo, hi) = (f64::from(source.lo), f64::from(source.hi));
        let inside = |x: f64| lo < x && x < hi;
        let turns = self.knots.iter().zip(&self.heights).filter(|(x, _)| inside(**x)).map(|(_, y)| *y);
        let ends = [lo, hi].into_iter().flat_map(|v| self.piece(v).around(v));
        let values: Vec<f32> = ends.chain(turns).map(|y| y as f32).collect();
        Interval::hull(&values)
    }
}

/// Samples that the kernel works on at a time.
const CHUNK: usize = 64;

impl Kernel for Spline {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let out = out.value();
        let source = match ins.operand(Curve::source) {
            Operand::Number(v) => return out.fill(narrow(self.at(f64::from(v)))),
            Operand::Samples(source) => source,
        };
        // The first `f32` that is not below a point: comparing with it is comparing with the point.
        let firsts: Vec<f32> = self.knots.iter().map(|&x| at_or_above(x)).collect();
        vectorized(
            #[inline(always)]
            || {
                for (out, source) in out.chunks_mut(CHUNK).zip(source.chunks(CHUNK)) {
                    // A piece's number is the number of points at or before the value.
                    let mut pieces = [0u32; CHUNK];
                    for &first in &firsts {
                        pieces.iter_mut().zip(source).for_each(|(piece, &v)| *piece += u32::from(v >= first));
                    }
                    for ((out, &v), &piece) in out.iter_mut().zip(source).zip(&pieces) {
                        *out = narrow(self.pieces[piece as usize].at(f64::from(v)));
                    }
                }
            },
        );
    }
}

/// The smallest `f32` that is not below `x`.
fn at_or_above(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x { near.next_up() } else { near }
}

/// Slopes at the points: the mean of the two neighbouring rises, less where the curve would overshoot.
fn slopes(points: &[[f64; 2]]) -> Vec<f64> {
    let rises: Vec<f64> = points.windows(2).map(|p| (p[1][1] - p[0][1]) / (p[1][0] - p[0][0])).collect();
    let mut slopes: Vec<f64> = (0..points.len())
        .map(|i| match (i.checked_sub(1).and_then(|i| rises.get(i)), rises.get(i)) {
            (Some(&left), Some(&right)) if left > 0.0 && right > 0.0 || left < 0.0 && right < 0.0 => {
                (left + right) * 0.5
            }
            (Some(_), Some(_)) | (None, None) => 0.0,
            (Some(&only), None) | (None, Some(&only)) => only,
        })
        .collect();
    for (i, rise) in rises.iter().enumerate() {
        let (a, b) = (slopes[i], slopes[i + 1]);
        let steepness = a * a + b * b;
        // Within this circle a cubic only rises or only falls (the paper's first region).
        if steepness > 9.0 * (rise * rise) {
            let part = 3.0 * rise.abs() / steepness.sqrt();
            (slopes[i], slopes[i + 1]) = (a * part, b * part);
        }
    }
    slopes
}

pub(super) const NODES: &[&NodeSpec] = &[&Curve::SPEC];
