//! Which values become 0 and 1 of the unit range, and how many metres those are.

use crate::graph::World;
use crate::spec::{Interval, Quantity};

/// The values that become 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mapping {
    /// Value that becomes 0.
    pub lo: f64,
    /// Value that becomes 1.
    pub hi: f64,
    /// What decided.
    pub by: By,
}

/// What decided a [`Mapping`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The bound lies inside `[0, 1]`.
    Unit,
    /// The bound lies inside `[-1, 1]`.
    Signed,
    /// The bound itself.
    Bound,
    /// Two values that were asked for.
    Range,
    /// The extremes on the build grid.
    Measured,
}

impl By {
    /// Word for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Signed => "signed",
            Self::Bound => "bound",
            Self::Range => "range",
            Self::Measured => "measured",
        }
    }
}

impl Mapping {
    /// The mapping of a socket with that bound; `None` for an unbounded one.
    pub fn of(bound: Interval) -> Option<Self> {
        let (ends, by) = match bound {
            b if Interval::UNIT.holds(b) => (Interval::UNIT, By::Unit),
            b if Interval::SIGNED.holds(b) => (Interval::SIGNED, By::Signed),
            b if b.is_bounded() => (b, By::Bound),
            _ => return None,
        };
        Some(Self { lo: f64::from(ends.lo), hi: f64::from(ends.hi), by })
    }

    /// `value` on the unit range, not clamped. A flat mapping puts everything at 0.5, as Normalize does with a flat
    /// field.
    pub fn unit(&self, value: f64) -> f64 {
        let span = self.hi - self.lo;
        if span > 0.0 { (value - self.lo) / span } else { 0.5 }
    }

    /// Whether `value` lies outside and would be clamped.
    pub fn clips(&self, value: f64) -> bool {
        value < self.lo || value > self.hi
    }
}

/// Heights in metres of the two ends of a mapping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heights {
    /// Metres that 0 stands for.
    pub zero: f64,
    /// Metres that 1 stands for.
    pub one: f64,
}

impl Heights {
    /// Heights of the ends of `mapping` for values that mean `quantity` and stay inside `bound`; `None` where values
    /// are no heights.
    ///
    /// Metres are heights already. Signed values go through v/2 + 1/2 onto the world's height range, others by the
    /// socket's own mapping, whatever range was asked for: a narrower range then stands for fewer metres.
    pub fn of(world: &World, quantity: Quantity, bound: Interval, mapping: Mapping) -> Option<Self> {
        let height = |v: f64| match quantity {
            Quantity::Metres => v,
            Quantity::Signed => world.metres(v / 2.0 + 0.5),
            Quantity::Unit => world.metres(v),
            _ => world.metres(Mapping::of(bound).unwrap_or(mapping).unit(v)),
        };
        match quantity {
            Quantity::Tiles | Quantity::Degrees => None,
            _ => Some(Self { zero: height(mapping.lo) + 0.0, one: height(mapping.hi) + 0.0 }),
        }
    }

    /// Metres of a value of the unit range.
    pub fn at(&self, unit: f64) -> f64 {
        self.zero + unit * (self.one - self.zero)
    }
}
