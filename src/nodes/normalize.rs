//! Normalize: a measured field onto [0, 1], the same two numbers for every preview, tile and crop.

use super::map::map1;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Stretches a field onto [0, 1] by its minimum and maximum over the whole world.
    ///
    /// Both are measured once on the build grid, where exactly 0 and exactly 1 occur; values outside, which other grids may
    /// meet, stop at 0 and 1. A flat field gives 0.5, or the pivot's level if there is a pivot.
    pub struct Normalize = "Normalize" in Adjust,
    keywords ["auto levels", "autolevel", "stretch", "rescale", "range", "fit", "height"], bypass source,
    face [pivot, pivot_level];
    inputs {
        /// Field that is stretched.
        source: Range(Plain) = REQUIRED;
    }
    params {
        /// Value that lands on `pivot_level` whatever the minimum and maximum; both sides are stretched apart.
        ///
        /// Keeps a coast at the sea's level for every seed. A pivot outside the measured range leaves only its own side.
        pivot: Optional = DefaultValue::Off, soft -1.0..=1.0;
        /// Level on which the pivot lands.
        pivot_level: f64 = 0.5, soft 0.0..=1.0, hard 0.0..=1.0 => when on("pivot");
    }
    outputs { value: Unit }
}

impl Node for Normalize {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Normalize {
    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn remark(&self, measured: &[Option<Measured>]) -> Option<String> {
        let Measured { min, max } = measured.get(Self::source).copied().flatten()?;
        if min >= max {
            let level = self.pivot.map_or(0.5, |_| self.pivot_level);
            return Some(format!("the source is flat at {min}, so every value becomes {level}"));
        }
        let pivot = self.pivot.filter(|p| *p < f64::from(min) || *p > f64::from(max))?;
        let side = if pivot < f64::from(min) { "above" } else { "below" };
        Some(format!("the pivot {pivot} lies outside the measured {min} to {max}, so only the side {side} it is kept"))
    }

    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, out) = (ins.operand(Self::source), out.value());
        let flat = self.pivot.map_or(0.5, |_| self.pivot_level as f32);
        let Some(Measured { min, max }) = ins.measured(Self::source).filter(|m| m.min < m.max) else {
            return out.fill(flat);
        };
        let span = max - min;
        match self.pivot {
            Some(pivot) => {
                let pivoted = Pivoted { min: f64::from(min), max: f64::from(max), pivot, level: self.pivot_level };
                map1(out, source, |v| pivoted.level(f64::from(v)) as f32);
            }
            None if span.is_finite() => map1(out, source, |v| {
                let share = (v - min) / span;
                let share = if v <= min { 0.0 } else { share };
                if v >= max { 1.0 } else { share }
            }),
            None => {
                let (min, max) = (f64::from(min), f64::from(max));
                map1(out, source, |v| ((f64::from(v).clamp(min, max) - min) / (max - min)) as f32);
            }
        }
    }
}

/// The two straight lines of a pivot.
struct Pivoted {
    min: f64,
    max: f64,
    pivot: f64,
    level: f64,
}

impl Pivoted {
    /// Level of `v`: 0 at the minimum below the pivot, 1 at the maximum above it, its own level at the pivot.
    #[inline(always)]
    fn level(&self, v: f64) -> f64 {
        let v = v.clamp(self.min, self.max);
        if v < self.pivot {
            return self.level * ((v - self.min) / (self.pivot - self.min));
        }
        if v == self.pivot {
            return self.level;
        }
        let above = self.level + (1.0 - self.level) * ((v - self.pivot) / (self.max - self.pivot));
        if v == self.max { 1.0 } else { above.min(1.0) }
    }
}
