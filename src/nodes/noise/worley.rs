//! The other cellular noises: distances of every sort, a number per cell, and a field that is read at the cells' points.

use super::{Generator, Noise, depth, positions};
use crate::nodes::fractal::with_workspace;
use crate::nodes::map::saturate;
use crate::simd::{Feature, Metric, Worley};
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// How far apart two points are.
    pub enum Distance {
        /// The straight line: round cells.
        Euclidean,
        /// The square of the straight line: pits with round bottoms.
        EuclideanSquared,
        /// Along the axes, as in a city of blocks: diamonds.
        Manhattan,
        /// The larger of the offsets along the axes: squares.
        Chebyshev,
        /// The root of the sum of the offsets to a power: between diamonds, circles and squares.
        Minkowski,
        /// Manhattan plus the square of the straight line: rounded diamonds.
        Hybrid,
    }
}

choice! {
    /// What is made of the distances to the nearest points.
    pub enum CellFeature {
        /// Distance to the nearest point: pits.
        F1,
        /// Distance to the second nearest point: pits with facets.
        F2,
        /// The difference: 0 on the borders of the cells, which become a net of valleys.
        F2MinusF1,
        /// The sum.
        F1PlusF2,
        /// The product.
        F1TimesF2,
        /// The quotient: 1 on the borders of the cells, 0 at their points.
        F1OverF2,
        /// True distance to the border of the cell, whatever the distance: cracks of even width.
        DistanceToEdge,
    }
}

node! {
    /// Cells of every sort: pits, facets, cracks, scales, crystals, city blocks.
    ///
    /// Distances to the nearest of points strewn one per cell (Worley, 1996), found exactly, as a share of the longest that
    /// there can be. Borders by the planes between points (Quilez, 2012). Plain pits are quicker with Cellular.
    pub struct CellularDistance = "Cellular Distance" in Noise,
    keywords ["worley", "voronoi", "f2", "f2-f1", "cracks", "edges", "crackle", "crystals", "manhattan", "chebyshev", "cells"],
    face [feature_scale, feature, seed];
    inputs {
        /// Third coordinate; the noise is 2D while it is open.
        ///
        /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Width of the square cells, each of which holds one feature point. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.125), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
        /// What is made of the distances.
        feature: CellFeature = CellFeature::F2MinusF1;
        /// How far apart two points are.
        distance: Distance = Distance::Euclidean;
        /// The power of Minkowski's distance: 1 gives diamonds, 2 circles, more turns them into squares.
        exponent: f64 = 3.0, soft 0.5..=8.0, hard 0.25..=16.0 => when chosen("distance", "Minkowski");
        /// How far the feature points stray: 0 is a regular grid, 1 anywhere in their cells.
        jitter: f64 = 1.0, soft 0.0..=1.0, hard 0.0..=1.0;
    }
    outputs { value: Unit }
}

node! {
    /// One random level per cell: plateaus, fields, cobbles, stained glass.
    ///
    /// Each sample has the number of the cell whose point is nearest (Worley, 1996).
    pub struct CellularValue = "Cellular Value" in Noise,
    keywords ["worley", "voronoi", "cell value", "mosaic", "patches", "fields", "plateaus", "random", "stained glass"],
    face [feature_scale, jitter, seed];
    inputs {
        /// Third coordinate; the noise is 2D while it is open.
        ///
        /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
        depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0);
    }
    params {
        /// Width of the square cells, each of which holds one feature point. Its reciprocal is the frequency.
        feature_scale: Metres = extent(0.125), soft extent(1.0 / 256.0)..=extent(2.0), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
        /// How far apart two points are.
        distance: Distance = Distance::Euclidean;
        /// The power of Minkowski's distance: 1 gives diamonds, 2 circles, more turns them into squares.
        exponent: f64 = 3.0, soft 0.5..=8.0, hard 0.25..=16.0 => when chosen("distance", "Minkowski");
        /// How far the feature points stray: 0 is a regular grid, 1 anywhere in their cells.
        jitter: f64 = 1.0, soft 0.0..=1.0, hard 0.0..=1.0;
    }
    outputs { value: Unit }
}

node! {
    /// Turns a field into flat cells, each as high as the field at its point: low-poly land, terraces of basalt, districts.
    ///
    /// Samples the source at the feature point that is nearest (Worley, 1996). The point is reached by a displacement, which
    /// rounds it by less than a millionth of a cell.
    pub struct CellularLookup = "Cellular Lookup" in Noise,
    keywords ["worley", "voronoi", "low poly", "facet", "mosaic", "crystallize", "plateaus", "pixelate", "districts"],
    face [feature_scale, jitter, seed];
    inputs {
        /// What is read at the cells' points.
        source: Field(Signed) = REQUIRED;
    }
    params {
        /// Width of the square cells, each of which holds one feature point. Its reciprocal is the frequency.
        feature_scale: Metres = extent(1.0 / 32.0), soft extent(1.0 / 256.0)..=extent(0.5), hard metres(1e-3)..=metres(1e9);
        /// Which of 2^64 fields.
        seed: Seed = 0;
        /// How far apart two points are.
        distance: Distance = Distance::Euclidean;
        /// The power of Minkowski's distance: 1 gives diamonds, 2 circles, more turns them into squares.
        exponent: f64 = 3.0, soft 0.5..=8.0, hard 0.25..=16.0 => when chosen("distance", "Minkowski");
        /// How far the feature points stray: 0 is a regular grid, 1 anywhere in their cells.
        jitter: f64 = 1.0, soft 0.0..=1.0, hard 0.0..=1.0;
    }
    outputs { value: Inherited }
}

impl Distance {
    fn metric(self, exponent: f64) -> Metric {
        match self {
            Self::Euclidean => Metric::Euclidean,
            Self::EuclideanSquared => Metric::Squared,
            Self::Manhattan => Metric::Manhattan,
            Self::Chebyshev => Metric::Chebyshev,
            Self::Minkowski => Metric::Minkowski(exponent as f32),
            Self::Hybrid => Metric::Hybrid,
        }
    }
}

impl CellFeature {
    fn feature(self) -> Feature {
        match self {
            Self::F1 => Feature::F1,
            Self::F2 => Feature::F2,
            Self::F2MinusF1 => Feature::F2MinusF1,
            Self::F1PlusF2 => Feature::F1PlusF2,
            Self::F1TimesF2 => Feature::F1TimesF2,
            Self::F1OverF2 => Feature::F1OverF2,
            Self::DistanceToEdge => Feature::Edge,
        }
    }
}

impl Node for CellularDistance {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let (metric, feature) = (self.distance.metric(self.exponent), self.feature.feature());
        let (jitter, looped) = (self.jitter as f32, ins[Self::depth].period);
        let noise = Worley { scale: self.feature_scale, seed: self.seed.0, jitter, metric, feature, looped };
        Arc::new(Noise { generator: Generator::Worley(noise), depth: Self::depth, scale: Some(self.feature_scale) })
    }
}

impl Node for CellularValue {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::UNIT
    }

    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel> {
        let (metric, feature) = (self.distance.metric(self.exponent), Feature::Cell);
        let (jitter, looped) = (self.jitter as f32, ins[Self::depth].period);
        let noise = Worley { scale: self.feature_scale, seed: self.seed.0, jitter, metric, feature, looped };
        Arc::new(Noise { generator: Generator::Worley(noise), depth: Self::depth, scale: Some(self.feature_scale) })
    }
}

impl Node for CellularLookup {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        let (metric, feature) = (self.distance.metric(self.exponent), Feature::F1);
        let jitter = self.jitter as f32;
        Arc::new(Lookup(Worley { scale: self.feature_scale, seed: self.seed.0, jitter, metric, feature, looped: None }))
    }
}

/// Samples a field at the nearest points.
struct Lookup(Worley);

impl Kernel for Lookup {
    fn generators(&self) -> u32 {
        1
    }

    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn features(&self) -> Option<Features> {
        Some(Features { scale: self.0.scale, octaves: 1, lacunarity: 1.0, finest: 0.0 })
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(CellularLookup::source) else { return out.value().fill(0.0) };
        with_workspace(at.len(), |_, [x, y, _]| {
            self.0.offsets(&positions(at), depth(ins, usize::MAX), at.salt, [x, y]);
            if let Some(before) = at.displacement {
                x.iter_mut().zip(before.x).for_each(|(x, before)| *x = saturate(before + *x));
                y.iter_mut().zip(before.y).for_each(|(y, before)| *y = saturate(before + *y));
            }
            source.sample(&at.displaced(x, y), out.value());
        });
    }
}
