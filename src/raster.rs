//! Grids of sample positions, rectangles of them, and the rasters that hold their values.

/// Where samples lie within the extent they cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// On the corners: the first sample on one edge of the extent, the last on the other. For heightmaps.
    #[default]
    Vertices,
    /// In the middle of cells. For tile maps and masks.
    Cells,
    /// On the corners without the last: for textures that repeat.
    Repeating,
}

impl Sampling {
    /// All samplings with their names in files.
    pub const NAMED: [(&'static str, Self); 3] =
        [("Vertices", Self::Vertices), ("Cells", Self::Cells), ("Repeating", Self::Repeating)];

    /// Name in files.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, s)| *s == self).map_or("Vertices", |(n, _)| n)
    }

    /// The sampling of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(n, _)| *n == name).map(|(_, s)| *s)
    }
}

/// Sample positions over a rectangle of the world.
///
/// Positions depend on the global sample index alone, which may lie outside `0..samples`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// North-west corner in metres.
    pub origin: (f64, f64),
    /// Width (eastwards) and height (southwards) in metres.
    pub extent: (f64, f64),
    /// Samples over the width and over the height.
    pub samples: (u32, u32),
    /// Where the samples lie.
    pub sampling: Sampling,
    /// Whether the world goes on from its eastern border at its western one, and from its southern one at its northern one:
    /// samples outside are those of the other side, bit by bit.
    pub repeats: bool,
}

impl Grid {
    /// Position of column `i` in metres eastwards.
    pub fn x(&self, i: i64) -> f64 {
        place(self.origin.0, self.extent.0, self.samples.0, self.sampling, self.within(self.samples.0, i))
    }

    /// Position of row `j` in metres southwards.
    pub fn y(&self, j: i64) -> f64 {
        place(self.origin.1, self.extent.1, self.samples.1, self.sampling, self.within(self.samples.1, j))
    }

    /// The index within the world of the sample that repeats as sample `i` of `n`. The last vertex repeats the first one.
    fn within(&self, n: u32, i: i64) -> i64 {
        let gaps = match self.sampling {
            Sampling::Vertices => n.max(2) - 1,
            Sampling::Cells | Sampling::Repeating => n.max(1),
        };
        if self.repeats { i.rem_euclid(i64::from(gaps)) } else { i }
    }

    /// Metres eastwards and southwards after which everything repeats, if it does.
    pub fn period(&self) -> Option<[f64; 2]> {
        self.repeats.then_some([self.extent.0, self.extent.1])
    }

    /// Distance of neighbouring samples in metres, eastwards and southwards.
    pub fn spacing(&self) -> (f64, f64) {
        let step = |extent: f64, n: u32| match self.sampling {
            Sampling::Vertices => extent / f64::from(n.max(2) - 1),
            Sampling::Cells | Sampling::Repeating => extent / f64::from(n.max(1)),
        };
        (step(self.extent.0, self.samples.0), step(self.extent.1, self.samples.1))
    }

    /// The same world with another number of samples.
    pub fn resampled(&self, samples: (u32, u32)) -> Self {
        Self { samples, ..*self }
    }

    /// All of the grid's samples.
    pub fn region(&self) -> Region {
        Region { x: 0, y: 0, width: self.samples.0 as usize, height: self.samples.1 as usize, stride: 1 }
    }
}

/// The forms are exact on purpose: another order of operations rounds differently, and then crops no longer match.
fn place(origin: f64, extent: f64, n: u32, sampling: Sampling, i: i64) -> f64 {
    let (i, count) = (i as f64, f64::from(n));
    match sampling {
        Sampling::Vertices if n == 1 => origin,
        Sampling::Vertices => origin + (i * extent) / (count - 1.0),
        Sampling::Cells => origin + ((i + 0.5) * extent) / count,
        Sampling::Repeating => origin + (i * extent) / count,
    }
}

/// A rectangle of a grid's samples by index: `width` x `height` samples from column `x`, row `y`, every `stride`-th one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// First column; may be negative.
    pub x: i64,
    /// First row; may be negative.
    pub y: i64,
    /// Samples in a row of the result.
    pub width: usize,
    /// Rows of the result.
    pub height: usize,
    /// Step between neighbouring samples of the result, 1 for all.
    pub stride: u32,
}

impl Region {
    /// Global column of the result's column `i`.
    pub fn column(&self, i: usize) -> i64 {
        self.x + i as i64 * i64::from(self.stride)
    }

    /// Global row of the result's row `j`.
    pub fn row(&self, j: usize) -> i64 {
        self.y + j as i64 * i64::from(self.stride)
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.width * self.height
    }

    /// Whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The smallest rectangle that holds this one and `other`, at the step 1.
    pub fn hull(&self, other: &Self) -> Self {
        let end = |from: i64, count: usize, stride: u32| from + (count as i64 - 1).max(0) * i64::from(stride) + 1;
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let [right, other_right] = [self, other].map(|r| end(r.x, r.width, r.stride));
        let [bottom, other_bottom] = [self, other].map(|r| end(r.y, r.height, r.stride));
        let (width, height) = (right.max(other_right) - x, bottom.max(other_bottom) - y);
        Self { x, y, width: width as usize, height: height as usize, stride: 1 }
    }

    /// Every `stride`-th sample of this region.
    pub fn strided(&self, stride: u32) -> Self {
        let n = stride.max(1) as usize;
        Self {
            width: self.width.div_ceil(n),
            height: self.height.div_ceil(n),
            stride: self.stride * stride.max(1),
            ..*self
        }
    }

    /// Rectangles of at most `width` x `height` samples that cover the region, row by row, as offsets into the result.
    pub fn tiles(&self, width: usize, height: usize) -> Vec<Tile> {
        let (width, height) = (width.max(1), height.max(1));
        let mut tiles = Vec::new();
        for y in (0..self.height).step_by(height) {
            for x in (0..self.width).step_by(width) {
                tiles.push(Tile { x, y, width: width.min(self.width - x), height: height.min(self.height - y) });
            }
        }
        tiles
    }
}

/// A rectangle inside a region's result, by offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// First column.
    pub x: usize,
    /// First row.
    pub y: usize,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Values on a region: `width` x `height`, row 0 northmost, row-major.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raster {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Values, `width * height` long.
    pub data: Vec<f32>,
}

impl Raster {
    /// A raster of zeros.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, data: vec![0.0; width * height] }
    }

    /// Takes on a size, in the same memory if that suffices; the values are any.
    pub fn reshape(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
        if self.data.capacity() < width * height {
            // Fresh zeros are cheaper than copies of values that do not matter.
            self.data = vec![0.0; width * height];
        }
        self.data.resize(width * height, 0.0);
    }

    /// A raster of `f(column, row)`.
    pub fn from_fn(width: usize, height: usize, f: impl Fn(usize, usize) -> f32) -> Self {
        let data = (0..width * height).map(|i| f(i % width.max(1), i / width.max(1))).collect();
        Self { width, height, data }
    }

    /// The value at `column`, `row`.
    pub fn at(&self, column: usize, row: usize) -> f32 {
        self.data[row * self.width + column]
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.data[row * self.width..][..self.width]
    }

    /// The part that `tile` names.
    pub fn crop(&self, tile: Tile) -> Self {
        let mut out = Self::new(tile.width, tile.height);
        for row in 0..tile.height {
            let from = &self.data[(tile.y + row) * self.width + tile.x..][..tile.width];
            out.data[row * tile.width..][..tile.width].copy_from_slice(from);
        }
        out
    }

    /// Smallest and largest value; `None` for an empty raster.
    pub fn extremes(&self) -> Option<(f32, f32)> {
        let first = *self.data.first()?;
        // Adding +0 turns -0 into +0, so that the result does not depend on the order of the samples.
        Some(self.data.iter().fold((first + 0.0, first + 0.0), |(lo, hi), &v| (lo.min(v + 0.0), hi.max(v + 0.0))))
    }

    /// Mean of the values, summed in `f64` row by row; 0 for an empty raster.
    pub fn mean(&self) -> f64 {
        if self.data.is_empty() {
            return 0.0;
        }
        let rows = self.data.chunks(self.width.max(1));
        let sum: f64 = rows.map(|row| row.iter().map(|&v| f64::from(v)).sum::<f64>()).sum();
        sum / self.data.len() as f64
    }
}
