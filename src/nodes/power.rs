//! Power, and the deterministic power function behind it.
//!
//! The platform's `pow` differs between machines and a portable one is slow. This one is straight-line `f64` code from
//! additions, multiplications and one division, accurate far beyond the `f32` that it is rounded to.

use super::map::{map1, map2, narrow, saturated};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Raises a value to a power and keeps its sign: above 1 lowlands flatten and peaks sharpen, below 1 the reverse.
    ///
    /// The result is sign(a) · |a|^b, computed in 64 bits and rounded once. Whole exponents up to ±32 are multiplied out
    /// by squaring from the lowest bit up; all others are 2^(b · log2 |a|). A base of 0 gives 0 whatever the exponent.
    pub struct Power = "Power" in Math, keywords ["pow", "exponent", "gamma", "curve", "^", "sharpen"], pointwise,
    bypass a;
    inputs {
        /// Value that is raised.
        a: In(Plain) = REQUIRED;
        /// Exponent.
        b: In(Plain) = number(1.5), soft 0.25..=8.0, hard -32.0..=32.0;
    }
    params {}
    outputs { value: Plain }
}

impl Node for Power {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        saturated(bound(ins[Self::a].bound, ins[Self::b].bound))
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Power {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (a, out) = (ins.operand(Self::a), out.value());
        match ins.operand(Self::b) {
            Operand::Number(e) => match whole(e) {
                Some(n @ 0..=3) => map1(out, a, |v| signed(v, squared::<2>(f64::from(v.abs()), n as u32))),
                Some(n) => map1(out, a, |v| signed(v, multiplied(f64::from(v.abs()), n))),
                None => map1(out, a, |v| signed(v, power(f64::from(v.abs()), f64::from(e)))),
            },
            exponents => map2(out, a, exponents, value),
        }
    }
}

/// sign(v) · |v|^e as the node defines it, both ways computed, so that a loop around it has no branch.
#[inline(always)]
fn value(v: f32, e: f32) -> f32 {
    let base = f64::from(v.abs());
    // Adding 2^23 rounds to a whole number and leaves it in the low bits.
    const ROUND: f32 = 8_388_608.0;
    let magnitude = e.abs();
    let rounded = magnitude + ROUND;
    let whole = magnitude <= 32.0 && rounded - ROUND == magnitude;
    let multiplied = squared::<6>(base, rounded.to_bits() & 63);
    let multiplied = if e < 0.0 { 1.0 / multiplied } else { multiplied };
    signed(v, if whole { multiplied } else { power(base, f64::from(e)) })
}

/// The exponent as a whole number, if it is one that is multiplied out.
#[inline(always)]
fn whole(e: f32) -> Option<i32> {
    (e.abs() <= 32.0 && e.trunc() == e).then_some(e as i32)
}

#[inline(always)]
fn signed(v: f32, magnitude: f64) -> f32 {
    let result = narrow(magnitude).copysign(v);
    if v == 0.0 { 0.0 } else { result }
}

/// `base` to a whole power of at most ±32.
#[inline(always)]
fn multiplied(base: f64, n: i32) -> f64 {
    let result = squared::<6>(base, n.unsigned_abs());
    if n < 0 { 1.0 / result } else { result }
}

/// `base` to the power `n` below 2^`STEPS`, by squaring from the lowest bit up. All steps are always computed, so that the
/// loop around it has no branch; those beyond the highest bit change nothing.
#[inline(always)]
fn squared<const STEPS: u32>(base: f64, n: u32) -> f64 {
    let (mut result, mut square) = (1.0, base);
    for step in 0..STEPS {
        result = if n >> step & 1 == 1 { result * square } else { result };
        square *= square;
    }
    result
}

/// `base` to the power `e` for a positive finite `base`, within 1e-9 of its value where that lies within 2^±200.
///
/// log2 m = 2/ln 2 · artanh((m - 1)/(m + 1)) with m within √½..√2, artanh by its power series; 2^f for f within ±½ by
/// the power series of exp. Both are monotone about 1, so that a base below 1 never gives more than 1.
#[inline(always)]
pub(super) fn power(base: f64, e: f64) -> f64 {
    exp2(e * log2(base))
}

#[inline(always)]
fn log2(x: f64) -> f64 {
    const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    // 2^52 as bits: a whole number below it, put into its mantissa, is that number plus 2^52.
    const WHOLE: u64 = 0x4330_0000_0000_0000;
    let bits = x.to_bits();
    let biased = bits.wrapping_sub(SQRT_HALF).wrapping_add(1024 << 52) >> 52;
    let exponent = f64::from_bits(biased | WHOLE) - (4_503_599_627_370_496.0 + 1024.0);
    let m = f64::from_bits(bits.wrapping_sub(biased.wrapping_sub(1024) << 52));
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let mut series = 1.0 / 13.0;
    for odd in [11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        series = series * z + 1.0 / odd;
    }
    exponent + s * (series * (2.0 * std::f64::consts::LOG2_E))
}

/// 2 to the power `y`, which stops at ±200.
#[inline(always)]
pub(super) fn exp2(y: f64) -> f64 {
    // Adding 1.5 · 2^52 rounds to a whole number and leaves it in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let y = if y > -200.0 { y } else { -200.0 };
    let y = if y < 200.0 { y } else { 200.0 };
    let rounded = y + ROUND;
    let x = (y - (rounded - ROUND)) * std::f64::consts::LN_2;
    let mut series = 1.0 / 362_880.0;
    for factorial in [40_320.0, 5_040.0, 720.0, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0] {
        series = series * x + 1.0 / factorial;
    }
    series * f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52)
}

/// Corners of both intervals: the power is monotone in base and exponent apart from the jump at 0.
fn bound(base: Interval, exponent: Interval) -> Interval {
    let crosses = base.lo <= 0.0 && base.hi >= 0.0;
    if crosses && exponent.lo < 0.0 {
        let lo = if base.lo < 0.0 { f32::NEG_INFINITY } else { 0.0 };
        let hi = if base.hi > 0.0 { f32::INFINITY } else { 0.0 };
        return Interval::new(lo, hi);
    }
    let hull = base.zip(exponent, corner);
    // The two ways of computing, and the series, agree to the last bit but one; at 0 and ±1 they are exact.
    let exact = |v: f32| v == 0.0 || v.abs() == 1.0 || (exponent.lo == exponent.hi && whole(exponent.lo).is_some());
    Interval::new(
        if exact(hull.lo) { hull.lo } else { hull.lo.next_down() },
        if exact(hull.hi) { hull.hi } else { hull.hi.next_up() },
    )
}

fn corner(v: f32, e: f32) -> f32 {
    if v.is_finite() {
        return value(v, e.clamp(-32.0, 32.0));
    }
    match e {
        e if e > 0.0 => v,
        e if e < 0.0 => 0.0,
        _ => v.signum(),
    }
}
