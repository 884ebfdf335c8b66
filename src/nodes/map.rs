//! Loops of the pointwise kernels: one per combination of numbers and samples, chosen outside the loop, so that each is
//! straight-line code that the compiler turns into vector instructions of the processor's level.

use crate::simd::vectorized;
use crate::spec::{Interval, Operand};

/// The smaller of two finite numbers, as one instruction; `b` if they are equal.
#[inline(always)]
pub(super) fn lower(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two finite numbers, as one instruction; `b` if they are equal.
#[inline(always)]
pub(super) fn upper(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `v`, or the largest number of its sign where a result has overflowed.
#[inline(always)]
pub(super) fn saturate(v: f32) -> f32 {
    lower(upper(v, -f32::MAX), f32::MAX)
}

/// The bound of saturated values from the bound of values that may overflow: an end that is infinite towards the other end
/// is the largest number itself, one that is infinite outwards stays so and says that there is no bound.
pub(super) fn saturated(bound: Interval) -> Interval {
    Interval::new(bound.lo.min(f32::MAX), bound.hi.max(-f32::MAX))
}

/// The nearest finite `f32`.
#[inline(always)]
pub(super) fn narrow(v: f64) -> f32 {
    const MAX: f64 = f32::MAX as f64;
    let v = if v > -MAX { v } else { -MAX };
    (if v < MAX { v } else { MAX }) as f32
}

/// A bound from the corners of a function that is monotone but for its last bit.
pub(super) fn loosened(bound: Interval) -> Interval {
    Interval::new(bound.lo.next_down(), bound.hi.next_up())
}

/// Samples that [`map_all`] works on at a time.
const CHUNK: usize = 64;

/// Writes `f` of many operands for every sample. There would be too many combinations of numbers and samples for a loop
/// each, so numbers are spread out and one loop serves all.
#[allow(clippy::needless_range_loop, reason = "one loop over several arrays, which becomes vector code")]
#[inline(always)]
pub(super) fn map_all<const N: usize>(out: &mut [f32], operands: [Operand<'_>; N], f: impl Fn([f32; N]) -> f32) {
    vectorized(
        #[inline(always)]
        || {
            let (mut values, mut results) = ([[0.0; CHUNK]; N], [0.0; CHUNK]);
            for (from, line) in (0..).step_by(CHUNK).zip(out.chunks_mut(CHUNK)) {
                for (values, operand) in values.iter_mut().zip(operands) {
                    match operand {
                        Operand::Number(v) => *values = [v; CHUNK],
                        Operand::Samples(s) => values[..line.len()].copy_from_slice(&s[from..][..line.len()]),
                    }
                }
                for i in 0..CHUNK {
                    // Not `map`, which is a call of its own, without the level's instructions.
                    let mut at = [0.0; N];
                    for n in 0..N {
                        at[n] = values[n][i];
                    }
                    results[i] = f(at);
                }
                line.copy_from_slice(&results[..line.len()]);
            }
        },
    );
}

/// Writes `f(a)` for every sample.
#[inline(always)]
pub(super) fn map1(out: &mut [f32], a: Operand<'_>, f: impl Fn(f32) -> f32) {
    vectorized(
        #[inline(always)]
        || each1(out, a, f),
    );
}

#[inline(always)]
fn each1(out: &mut [f32], a: Operand<'_>, f: impl Fn(f32) -> f32) {
    match a {
        Operand::Number(a) => out.fill(f(a)),
        Operand::Samples(a) => {
            for (o, &a) in out.iter_mut().zip(a) {
                *o = f(a);
            }
        }
    }
}

/// Writes `f(a, b)` for every sample.
#[inline(always)]
pub(super) fn map2(out: &mut [f32], a: Operand<'_>, b: Operand<'_>, f: impl Fn(f32, f32) -> f32) {
    vectorized(
        #[inline(always)]
        || each2(out, a, b, f),
    );
}

#[inline(always)]
fn each2(out: &mut [f32], a: Operand<'_>, b: Operand<'_>, f: impl Fn(f32, f32) -> f32) {
    match (a, b) {
        (a, Operand::Number(b)) => each1(out, a, |a| f(a, b)),
        (Operand::Number(a), b) => each1(out, b, |b| f(a, b)),
        (Operand::Samples(a), Operand::Samples(b)) => {
            for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
                *o = f(a, b);
            }
        }
    }
}

/// Writes `f(a, b, c)` for every sample.
#[inline(always)]
pub(super) fn map3(out: &mut [f32], a: Operand<'_>, b: Operand<'_>, c: Operand<'_>, f: impl Fn(f32, f32, f32) -> f32) {
    vectorized(
        #[inline(always)]
        || each3(out, a, b, c, f),
    );
}

#[inline(always)]
fn each3(out: &mut [f32], a: Operand<'_>, b: Operand<'_>, c: Operand<'_>, f: impl Fn(f32, f32, f32) -> f32) {
    match (a, b, c) {
        (a, b, Operand::Number(c)) => each2(out, a, b, |a, b| f(a, b, c)),
        (a, Operand::Number(b), c) => each2(out, a, c, |a, c| f(a, b, c)),
        (Operand::Number(a), b, c) => each2(out, b, c, |b, c| f(a, b, c)),
        (Operand::Samples(a), Operand::Samples(b), Operand::Samples(c)) => {
            for (((o, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
                *o = f(a, b, c);
            }
        }
    }
}
