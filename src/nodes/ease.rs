//! Curves that lead from 0 at 0 to 1 at 1, shared by masks and shapes.

use crate::spec::*;

choice! {
    /// How a value eases from 0 to 1.
    pub enum Easing {
        /// In a straight line, with a crease at either end.
        Linear,
        /// Level at both ends: 3t² - 2t³.
        Smoothstep,
        /// Level and without a bend at both ends: 6t⁵ - 15t⁴ + 10t³.
        Smootherstep,
    }
}

impl Easing {
    /// The curve at `t` in [0, 1]; it never leaves [0, 1] and never turns back.
    #[inline(always)]
    pub(super) fn at(self, t: f32) -> f32 {
        match self {
            Self::Linear => t,
            Self::Smoothstep => mirrored(t, |u| u * u * (3.0 - 2.0 * u)),
            Self::Smootherstep => mirrored(t, |u| u * u * u * (u * (u * 6.0 - 15.0) + 10.0)),
        }
    }
}

/// A curve that is point-symmetric about (½, ½), from its lower half: near 1 its rounding stays as fine as near 0, so that
/// it never leaves [0, 1] and never turns back.
#[inline(always)]
pub(super) fn mirrored(t: f32, lower_half: impl Fn(f32) -> f32) -> f32 {
    let value = lower_half(if t < 1.0 - t { t } else { 1.0 - t });
    if t < 0.5 { value } else { 1.0 - value }
}

/// How far `v` has come on its way `from` .. `to`: 0 and 1 at the ends and beyond them. The way may run backwards; one
/// without length is a step that `v` has taken once it is there.
#[inline(always)]
pub(super) fn way(v: f32, from: f32, to: f32) -> f32 {
    let edge = if v >= from { 1.0 } else { 0.0 };
    let whole = f64::from(to) - f64::from(from);
    let t = (f64::from(v) - f64::from(from)) / whole;
    let t = if t > 0.0 { t } else { 0.0 };
    let t = (if t < 1.0 { t } else { 1.0 }) as f32;
    if whole == 0.0 { edge } else { t }
}
