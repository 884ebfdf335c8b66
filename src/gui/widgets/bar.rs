//! The scale of a number field's bar: where a value lies on it, and which value a place on it means.

use super::expression::round_to;

/// Points of a drag over the whole bar.
pub const TRAVEL: f64 = 200.0;
/// Bars wider than this factor are logarithmic.
const LOGARITHMIC: f64 = 100.0;

/// A bar from `lo` at place 0 to `hi` at place 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bar {
    lo: f64,
    hi: f64,
    whole: bool,
    logarithmic: bool,
}

impl Bar {
    /// The bar of a soft range, or one as long as `value` where there is none.
    pub fn new(soft: Option<(f64, f64)>, value: f64, whole: bool) -> Self {
        let (lo, hi) = soft.unwrap_or_else(|| (0.0, round_to(value.abs().max(1.0), 1)));
        let logarithmic = soft.is_some() && lo > 0.0 && hi / lo > LOGARITHMIC;
        Self { lo, hi, whole, logarithmic }
    }

    /// Where `value` lies: 0 at the bar's left end, 1 at its right.
    pub fn place(&self, value: f64) -> f64 {
        match self.logarithmic {
            true if value > 0.0 => libm::log(value / self.lo) / libm::log(self.hi / self.lo),
            true => 0.0,
            false => (value - self.lo) / (self.hi - self.lo),
        }
    }

    /// The value at `place`.
    pub fn value(&self, place: f64) -> f64 {
        match self.logarithmic {
            true => self.lo * libm::exp(place * libm::log(self.hi / self.lo)),
            false => self.lo + place * (self.hi - self.lo),
        }
    }

    /// The value at `place`, rounded to what a hand can mean at that speed (1 is a drag without Shift or Ctrl).
    pub fn tidy(&self, place: f64, speed: f64) -> f64 {
        let value = self.value(place);
        if self.whole {
            return value.round();
        }
        if self.logarithmic {
            return round_to(value, if speed < 1.0 { 4 } else { 3 });
        }
        let step = (self.hi - self.lo) / TRAVEL * speed;
        let decimals = (-libm::floor(libm::log10(step))).clamp(0.0, 15.0) as usize;
        format!("{value:.decimals$}").parse().unwrap_or(value)
    }

    /// The next value in the direction of `steps`, for keys and assistive programs.
    pub fn step(&self, value: f64, steps: f64) -> f64 {
        match self.whole {
            true => value.round() + steps,
            false => self.tidy(self.place(value) + steps / TRAVEL, 1.0),
        }
    }
}
