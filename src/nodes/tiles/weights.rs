//! Splat Weights: how much of each of four materials lies at a place.

use crate::nodes::map::{lower, upper};
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// How masks become weights.
    pub enum Mix {
        /// Each has its share of their sum.
        Shares,
        /// Each covers those before it, as layers of paint do; the first takes what is left.
        Layers,
    }
}

node! {
    /// Turns up to four masks into weights that add up to 1: what a terrain shader blends its materials by.
    ///
    /// Red, green, blue and alpha, as a splat map holds them (Bloom, 2000). Where no mask says anything, red has all the
    /// weight. Weights of tiles need no node: every tile map is exported with `--map splat`.
    pub struct SplatWeights = "Splat Weights" in Tiles,
    keywords ["splat map", "splatmap", "alpha map", "weight map", "texture blending", "material", "layers", "rgba"],
    pointwise, face [mix];
    inputs {
        /// Mask of the first material.
        red: In(Unit) = REQUIRED;
        /// Mask of the second material.
        green: In(Unit) = number(0.0), soft 0.0..=1.0;
        /// Mask of the third material.
        blue: In(Unit) = number(0.0), soft 0.0..=1.0;
        /// Mask of the fourth material.
        alpha: In(Unit) = number(0.0), soft 0.0..=1.0;
    }
    params {
        /// How they become weights.
        mix: Mix = Mix::Shares;
    }
    outputs { red: Unit, green: Unit, blue: Unit, alpha: Unit }
}

impl Node for SplatWeights {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

/// Shares of the sum of four masks.
#[inline(always)]
fn shares(masks: [f32; 4]) -> [f32; 4] {
    let sum = (masks[0] + masks[1]) + (masks[2] + masks[3]);
    let share = |v: f32| if sum > 0.0 { lower(v / sum, 1.0) } else { 0.0 };
    let first = if sum > 0.0 { share(masks[0]) } else { 1.0 };
    [first, share(masks[1]), share(masks[2]), share(masks[3])]
}

/// What is seen of each mask under those after it.
#[inline(always)]
fn layers([_, green, blue, alpha]: [f32; 4]) -> [f32; 4] {
    let under_alpha = 1.0 - alpha;
    let under_blue = under_alpha * (1.0 - blue);
    [under_blue * (1.0 - green), under_blue * green, under_alpha * blue, alpha]
}

impl Kernel for SplatWeights {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let masks = [Self::red, Self::green, Self::blue, Self::alpha].map(|port| ins.operand(port));
        let len = out.value().len();
        for i in 0..len {
            let masks = masks.map(|mask| lower(upper(mask.at(i), 0.0), 1.0));
            let weights = match self.mix {
                Mix::Shares => shares(masks),
                Mix::Layers => layers(masks),
            };
            for (slot, weight) in out.all().zip(weights) {
                slot[i] = weight;
            }
        }
    }
}
