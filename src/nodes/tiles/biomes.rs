//! Biome Table: tiles by height and moisture.

use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Gives each place the tile that grows at its height and moisture: deserts, forests and tundra, each where it belongs.
    ///
    /// Rows are bands of heights, whose warmth falls upwards, columns go from dry to wet (after Whittaker's diagram,
    /// Communities and Ecosystems, 1975). A value equal to a border belongs above it; rows of nothing but water follow the
    /// world's sea. Plug a broad fBm or the distance to water into the moisture.
    pub struct BiomeTable = "Biome Table" in Tiles,
    keywords ["biomes", "whittaker", "climate", "classify", "ecosystem", "moisture", "humidity", "temperature", "vegetation"],
    pointwise;
    inputs {
        /// Heights from 0 to 1.
        source: In(Unit) = REQUIRED;
        /// Moisture from 0, dry, to 1, wet.
        moisture: In(Unit) = number(0.5), soft 0.0..=1.0;
    }
    params {
        /// Tiles, borders of moisture, and which tile stands where.
        biomes: Biomap = DefaultValue::TerrainBiomes;
    }
    outputs { value: Tiles }
}

impl Node for BiomeTable {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::new(0.0, self.biomes.tiles.len().saturating_sub(1) as f32)
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        let biomes = &*self.biomes;
        let columns = biomes.moisture.len() + 1;
        // A row under a lower one takes nothing.
        let rows = biomes.rows.iter().take(biomes.rows.len().saturating_sub(1));
        let climb = rows.scan(f32::NEG_INFINITY, |top, row| {
            *top = top.max(row.below.unwrap_or(f32::INFINITY));
            Some(*top)
        });
        let cells = (0..biomes.rows.len().max(1)).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Arc::new(Table {
            heights: climb.collect(),
            moisture: biomes.moisture.clone(),
            tiles: cells.map(|(row, column)| biomes.tile(row, column) as f32).collect(),
        })
    }
}

struct Table {
    /// Borders between rows and between columns.
    heights: Vec<f32>,
    moisture: Vec<f32>,
    /// Row by row, the lowest first.
    tiles: Vec<f32>,
}

/// Writes how many borders lie at or below each value.
#[inline(always)]
fn count(borders: &[f32], values: Operand<'_>, out: &mut [f32]) {
    match values {
        Operand::Number(v) => out.fill(borders.iter().filter(|border| v >= **border).count() as f32),
        Operand::Samples(s) => {
            out.fill(0.0);
            for &border in borders {
                out.iter_mut().zip(s).for_each(|(o, &v)| *o += if v >= border { 1.0 } else { 0.0 });
            }
        }
    }
}

/// A number, or `len` of the samples.
fn part(operand: Operand<'_>, from: usize, len: usize) -> Operand<'_> {
    match operand {
        Operand::Samples(s) => Operand::Samples(&s[from..from + len]),
        number => number,
    }
}

/// Samples that are worked on at a time.
const CHUNK: usize = 256;

impl Kernel for Table {
    fn fill(&self, _: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let (heights, moisture) = (ins.operand(BiomeTable::source), ins.operand(BiomeTable::moisture));
        let columns = self.moisture.len() + 1;
        let mut column = [0.0; CHUNK];
        for (from, line) in (0..).step_by(CHUNK).zip(out.value().chunks_mut(CHUNK)) {
            let column = &mut column[..line.len()];
            let (heights, moisture) = (part(heights, from, line.len()), part(moisture, from, line.len()));
            vectorized(
                #[inline(always)]
                || {
                    count(&self.heights, heights, line);
                    count(&self.moisture, moisture, column);
                },
            );
            for (o, column) in line.iter_mut().zip(column) {
                *o = self.tiles.get(*o as usize * columns + *column as usize).copied().unwrap_or(0.0);
            }
        }
    }
}
