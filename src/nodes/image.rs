//! Terrain that exists already: a height image, placed in the world.

use super::map::narrow;
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

choice! {
    /// What lies between the samples of an image.
    pub enum Filter {
        /// A straight line between neighbours: keeps to their values.
        Bilinear,
        /// A smooth curve through four samples each way; kept within the image's lowest and highest value.
        Bicubic,
        /// The nearest sample: steps.
        Nearest,
    }
}

choice! {
    /// What lies beyond the edges of an image.
    pub enum Beyond {
        /// The samples of the edge go on.
        Clamp,
        /// The image again.
        Repeat,
        /// The image again, turned over at each edge.
        Mirror,
    }
}

choice! {
    /// How high an image is for its width.
    pub enum Proportions {
        /// As its samples say: they lie as far apart southwards as eastwards.
        Kept,
        /// As long southwards as `length` says.
        Own,
    }
}

choice! {
    /// What whole numbers of an image mean.
    pub enum Whole {
        /// Shares of the largest one that the format holds: 0 to 1.
        Shares,
        /// Themselves, as in height models in metres.
        Numbers,
    }
}

choice! {
    /// Which row of a file comes first.
    pub enum FirstRow {
        /// The northern one.
        North,
        /// The southern one, as in files for Unity.
        South,
    }
}

choice! {
    /// What a file without a header holds.
    pub enum Raw {
        /// What the file says: .r8, .r16 and .r32 by their names, all others by their first bytes.
        Auto,
        /// Bytes.
        U8,
        /// 16-bit whole numbers, low byte first.
        U16Little,
        /// 16-bit whole numbers, high byte first.
        U16Big,
        /// 32-bit floating-point numbers, low byte first.
        F32Little,
    }
}

node! {
    /// Brings a height image into the world: PNG, TIFF, OpenEXR, ASCII grid, NumPy, PGM or RAW.
    ///
    /// Its outermost samples lie on the edges of its extent. A path is relative to the recipe. Of a picture in colour the red
    /// channel is read. `value` and `metres` are the same numbers: `metres` says that they are heights.
    pub struct Image = "Image" in Input,
    keywords ["file", "heightmap", "import", "dem", "png", "tiff", "exr", "raw", "picture", "terrain"],
    face [file, width];
    inputs {}
    params {
        /// Path of the image, relative to the recipe.
        file: File = DefaultValue::NoFile;
        /// Position of the image's middle.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from its western to its eastern samples.
        width: Metres = extent(1.0), soft extent(0.1)..=extent(4.0), hard metres(1e-3)..=metres(1e9);
        /// How high it is for its width.
        proportions: Proportions = Proportions::Kept;
        /// Distance from its northern to its southern samples.
        length: Metres = extent(1.0), soft extent(0.1)..=extent(4.0), hard metres(1e-3)..=metres(1e9)
            => when chosen("proportions", "Own");
        /// What lies between its samples.
        filter: Filter = Filter::Bilinear;
        /// What lies beyond its edges.
        beyond: Beyond = Beyond::Clamp;
        /// Multiplies each sample.
        scale: f64 = 1.0, soft -1.0..=1.0;
        /// Is added to each sample, after the scale.
        offset: f64 = 0.0, soft -1.0..=1.0;
        /// What whole numbers mean.
        whole: Whole = Whole::Shares;
        /// Takes the place of samples without a value (NaN, "no data"), before the scale.
        missing: f64 = 0.0, soft -1.0..=1.0;
        /// Which row of the file comes first.
        first_row: FirstRow = FirstRow::North;
        /// What a file without a header holds.
        raw: Raw = Raw::Auto;
        /// Columns of a file without a header; 0: it is square.
        columns: u32 = 0, soft 0..=8192, hard 0..=4194304;
    }
    outputs { value: Plain, metres: Metres }
}

impl Node for Image {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        let Some(image) = &self.file.0 else { return Interval::point(0.0) };
        let ends = [image.extremes.0, image.extremes.1].map(|v| self.scaled(f64::from(v)));
        Interval::new(ends[0].min(ends[1]), ends[0].max(ends[1]))
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Image {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(image) = &self.file.0 else {
            out.slot(0).fill(0.0);
            out.slot(1).fill(0.0);
            return;
        };
        let lattice = self.lattice(image);
        vectorized(
            #[inline(always)]
            || {
                for row in 0..at.height {
                    for column in 0..at.width {
                        let i = row * at.width + column;
                        let (x, y) = match at.base {
                            Base::Separable { x, y } => (x[column], y[row]),
                            Base::Full { x, y } => (x[i], y[i]),
                        };
                        let (dx, dy) = at.displacement.map_or((0.0, 0.0), |d| (f64::from(d.x[i]), f64::from(d.y[i])));
                        let u = snapped((x + dx - lattice.west) / lattice.step.0);
                        let v = snapped((y + dy - lattice.north) / lattice.step.1);
                        let value = self.scaled(self.between(image, u, v));
                        out.slot(0)[i] = value;
                        out.slot(1)[i] = value;
                    }
                }
            },
        );
    }
}

/// Where the samples of an image lie in the world.
struct Lattice {
    west: f64,
    north: f64,
    /// Metres between neighbours.
    step: (f64, f64),
}

impl Image {
    fn scaled(&self, sample: f64) -> f32 {
        narrow(self.offset + sample * self.scale)
    }

    fn lattice(&self, image: &Imported) -> Lattice {
        // A repeating image has one more gap: from its last sample to its first.
        let gaps = |n: usize| if self.beyond == Beyond::Repeat { n.max(1) } else { n.max(2) - 1 } as f64;
        let (columns, rows) = (gaps(image.raster.width), gaps(image.raster.height));
        let east = self.width / columns;
        let south = if self.proportions == Proportions::Own { self.length / rows } else { east };
        Lattice {
            west: self.center[0] - east * columns / 2.0,
            north: self.center[1] - south * rows / 2.0,
            step: (east, south),
        }
    }

    /// The value at column `u` and row `v`, which may lie between samples and beyond the edges.
    #[inline(always)]
    fn between(&self, image: &Imported, u: f64, v: f64) -> f64 {
        let (width, height) = (image.raster.width, image.raster.height);
        let sample = |column: i64, row: i64| {
            let (column, row) = (self.index(column, width), self.index(row, height));
            f64::from(image.raster.data.get(row * width + column).copied().unwrap_or(0.0))
        };
        let (left, top) = (u.floor(), v.floor());
        let (s, t) = (u - left, v - top);
        let (left, top) = (left as i64, top as i64);
        match self.filter {
            Filter::Nearest => sample(left + i64::from(s >= 0.5), top + i64::from(t >= 0.5)),
            Filter::Bilinear => {
                let line = |row: i64| mixed(sample(left, row), sample(left + 1, row), s);
                mixed(line(top), line(top + 1), t)
            }
            Filter::Bicubic => {
                let line = |row: i64| curve([-1, 0, 1, 2].map(|by| sample(left + by, row)), s);
                let value = curve([-1, 0, 1, 2].map(|by| line(top + by)), t);
                value.clamp(f64::from(image.extremes.0), f64::from(image.extremes.1))
            }
        }
    }

    /// The column or row that stands for `i` of `count`.
    #[inline(always)]
    fn index(&self, i: i64, count: usize) -> usize {
        let last = count.max(1) as i64 - 1;
        let index = match self.beyond {
            Beyond::Clamp => i.clamp(0, last),
            Beyond::Repeat => i.rem_euclid(last + 1),
            Beyond::Mirror if last == 0 => 0,
            Beyond::Mirror => {
                let turned = i.rem_euclid(2 * last);
                if turned > last { 2 * last - turned } else { turned }
            }
        };
        index as usize
    }
}

/// A position that is meant to be a sample's: the last digits of a division do not count.
#[inline(always)]
fn snapped(u: f64) -> f64 {
    // Far beyond this nothing is told apart, and sums of indices stay whole.
    let u = u.clamp(-1e12, 1e12);
    let nearest = u.round();
    if (u - nearest).abs() < 1e-6 { nearest } else { u }
}

#[inline(always)]
fn mixed(a: f64, b: f64, t: f64) -> f64 {
    if t == 0.0 { a } else { a + (b - a) * t }
}

/// The curve through the two middle ones of four samples that is as steep there as the line between their neighbours
/// (Catmull and Rom, 1974).
#[inline(always)]
fn curve([a, b, c, d]: [f64; 4], t: f64) -> f64 {
    if t == 0.0 {
        return b;
    }
    let cubic = 3.0 * (b - c) + d - a;
    let square = 2.0 * a - 5.0 * b + 4.0 * c - d;
    b + 0.5 * t * (c - a + t * (square + t * cubic))
}

pub(super) const NODES: &[&NodeSpec] = &[&Image::SPEC];
