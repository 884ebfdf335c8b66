//! Heights into bands of tiles.

use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Cuts a height field into bands: water, sand, grass, mountain, snow.
    ///
    /// A value belongs to the first level whose bound lies above it, so that a value equal to a bound belongs above it. What
    /// no bound takes belongs to the last level, and values outside [0, 1] to the first or last.
    pub struct Tiles = "Tiles" in Tiles,
    keywords ["threshold", "biomes", "classify", "bands", "levels", "categories", "quantize", "tile map"], pointwise;
    inputs {
        /// Heights from 0 to 1.
        source: In(Unit) = REQUIRED;
    }
    params {
        /// Bands, lowest first. Bands of water follow the world's sea.
        levels: Levels = DefaultValue::TerrainLevels;
    }
    outputs { value: Tiles }
}

impl Node for Tiles {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::new(0.0, self.levels.len().saturating_sub(1) as f32)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Bands { bounds: bounds(&self.levels) })
    }
}

/// Upper bounds of all levels but the last, each at least the one below it: a bound under a lower one takes nothing.
fn bounds(levels: &[Level]) -> Vec<f32> {
    let lower = &levels[..levels.len().saturating_sub(1)];
    let climb = lower.iter().scan(f32::NEG_INFINITY, |top, level| {
        *top = top.max(level.below.unwrap_or(f32::INFINITY));
        Some(*top)
    });
    climb.collect()
}

struct Bands {
    bounds: Vec<f32>,
}

impl Kernel for Bands {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (source, out) = (ins.operand(Tiles::source), out.value());
        // The index of a band is the number of bounds at or below the value.
        match source {
            Operand::Number(v) => out.fill(self.bounds.iter().filter(|bound| v >= **bound).count() as f32),
            Operand::Samples(s) => vectorized(
                #[inline(always)]
                || {
                    out.fill(0.0);
                    for &bound in &self.bounds {
                        out.iter_mut().zip(s).for_each(|(o, &v)| *o += if v >= bound { 1.0 } else { 0.0 });
                    }
                },
            ),
        }
    }
}
