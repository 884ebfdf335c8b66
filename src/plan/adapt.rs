//! Conversions that the planner puts between a source and a port: units, and clamps to a port's hard range.

use super::{Key, KeyBuilder};
use crate::spec::{Domain, Inputs, Interval, Kernel, Outputs};

/// `clamp(v * scale + offset)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Adapt {
    scale: f32,
    offset: f32,
    clamp: Interval,
}

impl Adapt {
    /// Signed values as unit values: `v / 2 + 1 / 2`.
    pub const SIGNED_TO_UNIT: Self = Self { scale: 0.5, offset: 0.5, clamp: Interval::ALL };

    /// Unit values as metres.
    pub fn unit_to_metres(height: (f64, f64)) -> Self {
        Self { scale: (height.1 - height.0) as f32, offset: height.0 as f32, clamp: Interval::ALL }
    }

    /// The number `v` as a field, whatever is read.
    pub fn flat(v: f64) -> Self {
        Self { scale: 0.0, offset: v as f32, clamp: Interval::ALL }
    }

    /// Values held inside `to`.
    pub fn clamp(to: Interval) -> Self {
        Self { scale: 1.0, offset: 0.0, clamp: to }
    }

    /// The converted value.
    pub fn apply(self, v: f32) -> f32 {
        (v * self.scale + self.offset).clamp(f32::MIN, f32::MAX).clamp(self.clamp.lo, self.clamp.hi)
    }

    /// The bound of converted values.
    pub fn bound(self, bound: Interval) -> Interval {
        bound.map(|v| if v.is_finite() { self.apply(v) } else { (v * self.scale).clamp(self.clamp.lo, self.clamp.hi) })
    }

    /// The key of the converted values of a source with `key`.
    pub fn key(self, source: Key, output: usize) -> Key {
        let parts = [self.scale, self.offset, self.clamp.lo, self.clamp.hi];
        let key = KeyBuilder::new("adapt").key(source).whole(output as u64);
        parts.iter().fold(key, |key, &v| key.number(f64::from(v))).finish()
    }
}

impl Kernel for Adapt {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let source = ins.operand(0);
        for (i, o) in out.value().iter_mut().enumerate() {
            *o = self.apply(source.at(i));
        }
    }
}
