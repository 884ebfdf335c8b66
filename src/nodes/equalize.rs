//! Equalize: a field onto [0, 1] so that every height takes the same area.

use crate::spec::*;
use std::sync::Arc;

node! {
    /// Spreads a field evenly over [0, 1]: every tenth of the range covers a tenth of the map.
    ///
    /// Heights are counted once over the whole build grid, in 4096 equal bins between the minimum and the maximum
    /// (histogram equalization; Pizer and others, 1987); within a bin values rise in a straight line. Use it before Tiles or
    /// a Height Mask to give each band a known area, or to bring out what lies in the middle of a noise. A flat field gives
    /// 0.5.
    pub struct Equalize = "Equalize" in Adjust,
    keywords ["histogram equalization", "equalise", "equalizer", "uniform", "percentile", "rank", "flatten", "distribution"],
    bypass source, face [];
    inputs {
        /// Field that is spread.
        source: Spread(Plain) = REQUIRED;
        /// How far: 0 only stretches the field onto [0, 1], 1 spreads it evenly.
        amount: In(Unit) = number(1.0), soft 0.0..=1.0, hard 0.0..=1.0;
    }
    params {}
    outputs { value: Unit }
}

impl Node for Equalize {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Equalize {
    fn remark(&self, measured: &[Option<Measured>]) -> Option<String> {
        let Measured { min, .. } = measured.get(Self::source).copied().flatten().filter(|m| m.min >= m.max)?;
        Some(format!("the source is flat at {min}, so every value becomes 0.5"))
    }

    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, amount, out) = (ins.operand(Self::source), ins.operand(Self::amount), out.value());
        let range = ins.measured(Self::source).filter(|m| m.min < m.max);
        let (Some(range), Some(spread)) = (range, ins.spread(Self::source)) else { return out.fill(0.5) };
        let (min, max) = (f64::from(range.min), f64::from(range.max));
        for (i, o) in out.iter_mut().enumerate() {
            let (v, amount) = (source.at(i), f64::from(amount.at(i)));
            let stretched = (f64::from(v).clamp(min, max) - min) / (max - min);
            let even = spread.share(range, v);
            *o = (stretched * (1.0 - amount) + even * amount).clamp(0.0, 1.0) as f32;
        }
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Equalize::SPEC];
