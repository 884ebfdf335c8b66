//! Points of a curve and what a hand may do to them: they stay in order, finite, and as many as a curve may have.

use crate::gui::language::key;

/// Fewest points of a curve.
const FEWEST: usize = 2;
/// Most points of a curve.
const MOST: usize = 32;

/// Ready shapes by name, over the unit square.
pub const PRESETS: [(&str, &[[f64; 2]]); 6] = [
    (key!("Straight line"), &[[0.0, 0.0], [1.0, 1.0]]),
    (key!("Ease in and out"), &[[0.0, 0.0], [0.25, 0.1], [0.75, 0.9], [1.0, 1.0]]),
    (key!("Wide lowlands"), &[[0.0, 0.0], [0.5, 0.15], [1.0, 1.0]]),
    (key!("High plateaus"), &[[0.0, 0.0], [0.5, 0.85], [1.0, 1.0]]),
    (key!("Terraces"), &[[0.0, 0.0], [0.24, 0.03], [0.34, 0.32], [0.58, 0.36], [0.68, 0.66], [0.9, 0.7], [1.0, 1.0]]),
    (key!("Upside down"), &[[0.0, 1.0], [1.0, 0.0]]),
];

/// Points of a curve, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    points: Vec<[f64; 2]>,
}

/// The part of the plane that the editor shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Lowest and highest value that comes in.
    pub x: (f64, f64),
    /// Lowest and highest value that comes out.
    pub y: (f64, f64),
}

impl Shape {
    /// These points.
    pub fn new(points: &[[f64; 2]]) -> Self {
        Self { points: points.to_vec() }
    }

    /// Room for all points and for the values that come in, `extent`; the unit square where nothing is known.
    pub fn window(&self, extent: Option<(f64, f64)>) -> Window {
        let base = extent.filter(|(lo, hi)| lo.is_finite() && hi.is_finite() && lo < hi).unwrap_or((0.0, 1.0));
        let hull =
            |axis: usize| self.points.iter().fold(base, |(lo, hi), point| (lo.min(point[axis]), hi.max(point[axis])));
        Window { x: hull(0), y: hull(1) }
    }

    /// Smallest and largest x that point `index` may be typed at: between its neighbours, not on them.
    pub fn limits(&self, index: usize) -> (f64, f64) {
        let x = |i: Option<usize>| i.and_then(|i| self.points.get(i)).map(|point| point[0] as f32);
        let lo = x(index.checked_sub(1)).map_or(f32::MIN, f32::next_up);
        let hi = x(Some(index + 1)).map_or(f32::MAX, f32::next_down);
        (shortest(lo.min(hi)), shortest(hi.max(lo)))
    }

    /// The points with point `index` at `to`, its x kept between its neighbours.
    pub fn with(&self, index: usize, [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
        let mut points = self.points.clone();
        let (lo, hi) = self.limits(index);
        if let Some(point) = points.get_mut(index).filter(|_| x.is_finite() && y.is_finite()) {
            *point = [x.clamp(lo, hi) + 0.0, y.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) + 0.0];
        }
        points
    }

    /// As [`Shape::with`], for a hand: whole steps inside `window`, with a step to spare on either side of the point.
    pub fn moved(&self, index: usize, [x, y]: [f64; 2], window: Window) -> Vec<[f64; 2]> {
        let Some(&[old, _]) = self.points.get(index) else { return self.points.clone() };
        let step = step(window.x);
        let beside = |i: Option<usize>| i.and_then(|i| self.points.get(i)).map(|point| point[0]);
        let lo = beside(index.checked_sub(1)).map_or(window.x.0, |x| tidy(x + step, window.x));
        let hi = beside(Some(index + 1)).map_or(window.x.1, |x| tidy(x - step, window.x));
        let x = if lo < hi { tidy(x, window.x).clamp(lo, hi) } else { old };
        self.with(index, [x, tidy(y, window.y).clamp(window.y.0, window.y.1)])
    }

    /// The points with one more at `at`, and its place among them; `None` where there is no room for another.
    pub fn added(&self, [x, y]: [f64; 2], window: Window) -> Option<(Vec<[f64; 2]>, usize)> {
        let at = [tidy(x, window.x), tidy(y, window.y)];
        let taken = |point: &[f64; 2]| (point[0] - at[0]).abs() < step(window.x) * 0.5;
        if self.points.len() >= MOST || self.points.iter().any(taken) {
            return None;
        }
        let index = self.points.iter().filter(|point| point[0] < at[0]).count();
        let mut points = self.points.clone();
        points.insert(index, at);
        let rise = points.windows(2).all(|p| (p[0][0] as f32) < p[1][0] as f32);
        (rise && at.iter().all(|v| (*v as f32).is_finite())).then_some((points, index))
    }

    /// Whether a point may go.
    pub fn can_lose_one(&self) -> bool {
        self.points.len() > FEWEST
    }

    /// The points without point `index`; `None` where the curve needs it.
    pub fn without(&self, index: usize) -> Option<Vec<[f64; 2]>> {
        let mut points = self.points.clone();
        (self.can_lose_one() && index < points.len()).then(|| {
            points.remove(index);
            points
        })
    }
}

impl Window {
    /// Points of the unit square, laid over the values that come in, on both axes.
    pub fn laid_out(&self, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let along = |share: f64| tidy(self.x.0 + share * (self.x.1 - self.x.0), self.x);
        points.iter().map(|&[x, y]| [along(x), along(y)]).collect()
    }
}

/// The step in which a hand moves over `span`: a power of ten, a thousandth of it or less.
fn step(span: (f64, f64)) -> f64 {
    libm::pow(10.0, f64::from(-decimals(span)))
}

/// Decimals of that step; below 0 it is a multiple of ten.
fn decimals((lo, hi): (f64, f64)) -> i32 {
    let fine = (hi - lo).abs().max(1e-30) / 500.0;
    (-libm::floor(libm::log10(fine))).clamp(-38.0, 38.0) as i32
}

/// `value` in whole steps of `span`.
fn tidy(value: f64, span: (f64, f64)) -> f64 {
    let decimals = decimals(span);
    let power = libm::pow(10.0, f64::from(decimals.abs()));
    // Dividing by a whole power of ten is rounded correctly; multiplying by its inverse is not.
    let whole = if decimals >= 0 { (value * power).round() / power } else { (value / power).round() * power };
    if whole.is_finite() { whole + 0.0 } else { value }
}

/// The shortest number that is this `f32`.
fn shortest(v: f32) -> f64 {
    crate::gui::panels::inspector::shortest(v)
}
