//! Terrace Levels: terraces at heights of one's own.

use super::map::{loosened, map1, narrow};
use super::terrace::{Riser, rounded};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Cuts slopes into terraces at heights of your own: strata of a canyon, benches of a quarry, the steps of a temple.
    ///
    /// Each terrace has an edge as soft as you like. Between two terraces heights rise in the middle of the way; the softness of the lower one is the share of the way that
    /// rises. Heights beyond the lowest and the highest terrace become these. Terrace does the same with even steps.
    pub struct TerraceLevels = "Terrace Levels" in Adjust,
    keywords ["terraces", "own levels", "strata", "stratify", "benches", "mesa", "plateau", "steps", "layers", "canyon"],
    pointwise, bypass source, face [riser];
    inputs {
        /// Heights from 0 to 1.
        source: In(Unit) = REQUIRED;
    }
    params {
        /// Height of each terrace, the lowest first, and how soft its edge is.
        levels: Terraces = &[[0.0, 0.6], [0.2, 0.3], [0.35, 0.15], [0.6, 0.4], [1.0, 0.0]];
        /// Outline of the rise.
        riser: Riser = Riser::Rounded;
    }
    outputs { value: Unit }
}

/// The way from one terrace to the next.
struct Rise {
    from: f64,
    by: f64,
    /// Where it begins to rise, and the width of the rise; 0 is a cliff.
    begin: f64,
    width: f64,
}

impl TerraceLevels {
    fn rises(&self) -> Vec<Rise> {
        let ways = self.levels.iter().zip(self.levels.iter().skip(1));
        ways.map(|(&[from, softness], &[to, _])| {
            let (by, width) = (to - from, (to - from) * softness);
            Rise { from, by, begin: from + (by - width) * 0.5, width }
        })
        .collect()
    }

    fn ends(&self) -> Interval {
        let level = |terrace: Option<&[f64; 2]>| terrace.map_or(0.0, |t| narrow(t[0]));
        Interval::new(level(self.levels.first()), level(self.levels.last()))
    }
}

/// The value of a height.
#[inline(always)]
fn climbed(v: f32, lowest: f32, rises: &[Rise], shape: impl Fn(f64) -> f64) -> f32 {
    let (v, mut value) = (f64::from(v), f64::from(lowest));
    for rise in rises {
        let u = (v - rise.begin) / rise.width;
        let u = if u > 0.0 { u } else { 0.0 };
        let u = if u < 1.0 { u } else { 1.0 };
        let cliff = if v >= rise.begin { 1.0 } else { 0.0 };
        let risen = if rise.width > 0.0 { shape(u) } else { cliff };
        let here = if risen < 1.0 { rise.from + rise.by * risen } else { rise.from + rise.by };
        value = if v >= rise.from { here } else { value };
    }
    value as f32
}

impl Node for TerraceLevels {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let (ends, rises) = (self.ends(), self.rises());
        let curve = |v: f32| match self.riser {
            Riser::Straight => climbed(v, ends.lo, &rises, |u| u),
            Riser::Rounded => climbed(v, ends.lo, &rises, rounded),
            Riser::Talus => climbed(v, ends.lo, &rises, |u| u * u),
        };
        loosened(ins[Self::source].bound.map(curve)).clamped(ends)
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let bound = self.bound(0, ins);
        Arc::new(Stairs { rises: self.rises(), riser: self.riser, lowest: self.ends().lo, bound })
    }
}

struct Stairs {
    rises: Vec<Rise>,
    riser: Riser,
    lowest: f32,
    /// What rounding must not leave.
    bound: Interval,
}

impl Kernel for Stairs {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, out, rises, lowest) =
            (ins.operand(TerraceLevels::source), out.value(), &self.rises[..], self.lowest);
        let Interval { lo, hi } = self.bound;
        match self.riser {
            Riser::Straight => map1(out, source, |v| climbed(v, lowest, rises, |u| u).clamp(lo, hi)),
            Riser::Rounded => map1(out, source, |v| climbed(v, lowest, rises, rounded).clamp(lo, hi)),
            Riser::Talus => map1(out, source, |v| climbed(v, lowest, rises, |u| u * u).clamp(lo, hi)),
        }
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&TerraceLevels::SPEC];
