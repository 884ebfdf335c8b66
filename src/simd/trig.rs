//! Sine and cosine that are the same on every machine: straight-line `f64` code, since the platform's differ.

use std::f64::consts::TAU;

/// Cosine and sine of an angle in turns, within 1e-13; exact at quarter turns.
///
/// The angle is reduced to an eighth of a turn about the nearest quarter, where the power series of both are short. Beyond
/// 2^40 turns, where `f32` angles are whole, it counts as 0.
#[inline(always)]
pub fn circle(turns: f64) -> (f64, f64) {
    // Adding 1.5 · 2^52 rounds to a whole number and leaves it in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    const FARTHEST: f64 = 1_099_511_627_776.0;
    let turns = if turns.abs() < FARTHEST { turns } else { 0.0 };
    let rounded = turns * 4.0 + ROUND;
    let quarter = rounded.to_bits() & 3;
    let x = (turns - (rounded - ROUND) * 0.25) * TAU;
    let z = x * x;
    let sin = x * series(z, [1_307_674_368_000.0, 6_227_020_800.0, 39_916_800.0, 362_880.0, 5_040.0, 120.0, 6.0, 1.0]);
    let cos = series(z, [87_178_291_200.0, 479_001_600.0, 3_628_800.0, 40_320.0, 720.0, 24.0, 2.0, 1.0]);
    let (along, aside) = if quarter & 1 == 1 { (sin, cos) } else { (cos, sin) };
    let along = if (quarter + 1) & 2 == 2 { -along } else { along };
    let aside = if quarter & 2 == 2 { -aside } else { aside };
    (along + 0.0, aside + 0.0)
}

/// `1/f_7 - z/f_6 + …` from the highest power of `-z` down; `factorials` begin with that power's.
#[inline(always)]
fn series(z: f64, factorials: [f64; 8]) -> f64 {
    let mut sum = 1.0 / factorials[0];
    let mut i = 1;
    while i < factorials.len() {
        sum = 1.0 / factorials[i] - sum * z;
        i += 1;
    }
    sum
}
