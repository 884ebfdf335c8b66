//! Closed intervals: the bound of a socket, the hard range of a port, the extent of a slider.

/// A closed interval `[lo, hi]`; either end may be infinite.
///
/// Bounds are computed with the same `f32` operations as the samples they bound. Rounding is monotone, so a bound that is
/// derived by the same expression holds for every rounded sample too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Smallest value.
    pub lo: f32,
    /// Largest value.
    pub hi: f32,
}

impl Interval {
    /// Every number.
    pub const ALL: Self = Self::new(f32::NEG_INFINITY, f32::INFINITY);
    /// `[0, 1]`, the range of masks and normalised heights.
    pub const UNIT: Self = Self::new(0.0, 1.0);
    /// `[-1, 1]`, the range of signed noises.
    pub const SIGNED: Self = Self::new(-1.0, 1.0);

    /// The interval from `lo` to `hi`, which must be in order.
    pub const fn new(lo: f32, hi: f32) -> Self {
        Self { lo, hi }
    }

    /// The interval that holds one value.
    pub const fn point(v: f32) -> Self {
        Self { lo: v, hi: v }
    }

    /// The smallest interval that holds all of `values`; NaN (such as 0 · ∞) counts as unbounded.
    pub fn hull(values: &[f32]) -> Self {
        if values.iter().any(|v| v.is_nan()) {
            return Self::ALL;
        }
        let lo = values.iter().copied().fold(f32::INFINITY, f32::min);
        let hi = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        Self { lo, hi }
    }

    /// Whether `v` lies inside, ends included.
    pub fn contains(self, v: f32) -> bool {
        self.lo <= v && v <= self.hi
    }

    /// Whether all of `other` lies inside.
    pub fn holds(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// Whether both ends are finite.
    pub fn is_bounded(self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    /// `hi - lo`.
    pub fn span(self) -> f32 {
        self.hi - self.lo
    }

    /// The interval of `f(v)` for a monotone `f`, rising or falling.
    pub fn map(self, f: impl Fn(f32) -> f32) -> Self {
        Self::hull(&[f(self.lo), f(self.hi)])
    }

    /// The interval of `f(a, b)` for an `f` that is monotone in each argument (sums, products, minima).
    pub fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self::hull(&[f(self.lo, other.lo), f(self.lo, other.hi), f(self.hi, other.lo), f(self.hi, other.hi)])
    }

    /// The part of `self` that a clamp to `to` leaves.
    pub fn clamped(self, to: Self) -> Self {
        Self { lo: self.lo.clamp(to.lo, to.hi), hi: self.hi.clamp(to.lo, to.hi) }
    }
}
