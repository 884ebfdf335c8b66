//! Blur and Sharpen: a Gaussian mean of the surroundings, and what stands out from it.

use super::samples;
use crate::nodes::map::saturate;
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Smooths its source: detail smaller than the radius melts away, as a lens out of focus does it.
    ///
    /// For soft masks, for rounding what is too rough, and before Slope to measure the lie of the land rather than its
    /// stones. Gaussian weights with a standard deviation of a third of the radius, on the samples of the build grid.
    pub struct Blur = "Blur" in Filter,
    keywords ["gaussian", "smooth", "soften", "filter", "average", "low pass"], bypass source, face [radius];
    inputs {
        /// What is smoothed.
        source: Area(Plain) = REQUIRED;
    }
    params {
        /// Distance at which a neighbour counts no more: three standard deviations.
        radius: Metres = extent(1.0 / 64.0), soft metres(0.0)..=extent(1.0 / 8.0), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Inherited }
}

node! {
    /// Brings out detail: what stands out from its surroundings stands out more.
    ///
    /// Adds `amount` times the difference between the source and its Gaussian mean (unsharp masking), on the samples of
    /// the build grid. Gives rock back its edges after a blur.
    pub struct Sharpen = "Sharpen" in Filter,
    keywords ["unsharp mask", "detail", "enhance", "crisp", "high pass", "filter"], bypass source, face [radius, amount];
    inputs {
        /// What is sharpened.
        source: Area(Plain) = REQUIRED;
    }
    params {
        /// Size of the surroundings: three standard deviations of the mean's weights.
        radius: Metres = extent(1.0 / 128.0), soft metres(0.0)..=extent(1.0 / 16.0), hard metres(0.0)..=metres(1e9);
        /// How much of the difference is added.
        amount: f64 = 1.0, soft 0.0..=3.0, hard 0.0..=16.0;
    }
    outputs { value: Inherited }
}

impl Node for Blur {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(Mean { radius: self.radius, amount: None, bound: self.bound(0, ins) }))
    }
}

impl Node for Sharpen {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        let Interval { lo, hi } = ins[Self::source].bound;
        let more = self.amount as f32 * (hi - lo);
        Interval::new(saturate(lo - more), saturate(hi + more))
    }
    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let bound = self.bound(0, ins);
        Arc::new(Filtered(Mean { radius: self.radius, amount: Some(self.amount as f32), bound }))
    }
}

/// A Gaussian mean, or how far the source stands out from it.
struct Mean {
    radius: f64,
    /// Share of the difference that is added to the source; `None`: the mean itself.
    amount: Option<f32>,
    /// What rounding must not leave.
    bound: Interval,
}

impl Filter for Mean {
    fn reach(&self, (dx, dy): (f64, f64)) -> (usize, usize) {
        (samples(self.radius, dx), samples(self.radius, dy))
    }

    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        let across = weights(self.radius, from.spacing.0, from.reach.0);
        let down = weights(self.radius, from.spacing.1, from.reach.1);
        // Rows first, those above and below the page included.
        let mut lines = vec![0.0; from.width * (from.height + 2 * from.reach.1)];
        vectorized(
            #[inline(always)]
            || {
                let stride = from.stride();
                for (out, line) in lines.chunks_exact_mut(from.width).zip(from.values.chunks_exact(stride)) {
                    blend(out, &across, |k| &line[from.reach.0.wrapping_add_signed(k)..]);
                }
                for (row, out) in out[0].chunks_exact_mut(from.width).enumerate() {
                    blend(out, &down, |k| &lines[(row + from.reach.1).wrapping_add_signed(k) * from.width..]);
                    let source = from.row(row, 0, 0);
                    for (o, &v) in out.iter_mut().zip(source) {
                        let value = self.amount.map_or(*o, |amount| saturate(v + amount * (v - *o)));
                        *o = value.clamp(self.bound.lo, self.bound.hi);
                    }
                }
            },
        );
    }
}

/// Sums the vectors that lie `-n..=n` away, the nearest first, by their weights.
#[inline(always)]
fn blend<'v>(out: &mut [f32], weights: &[f32], at: impl Fn(isize) -> &'v [f32]) {
    out.iter_mut().zip(at(0)).for_each(|(o, v)| *o = weights[0] * v);
    for (k, &weight) in weights.iter().enumerate().skip(1) {
        let k = k as isize;
        for ((o, before), after) in out.iter_mut().zip(at(-k)).zip(at(k)) {
            *o += weight * (before + after);
        }
    }
}

/// Weights of the samples 0, 1, … `reach` away; those of both sides add up to 1.
fn weights(radius: f64, spacing: f64, reach: usize) -> Vec<f32> {
    let sigma = radius / 3.0;
    let weigh = |k: usize| {
        let t = k as f64 * spacing / sigma;
        if k == 0 { 1.0 } else { libm::exp(-0.5 * t * t) }
    };
    let raw: Vec<f64> = (0..=reach).map(weigh).collect();
    let sum = raw.iter().skip(1).fold(raw[0], |sum, w| sum + 2.0 * w);
    raw.iter().map(|w| (w / sum) as f32).collect()
}
