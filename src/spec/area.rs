//! The contract of kernels that read a neighbourhood: a filter fills pages of the build grid, and the runner reads them
//! at whatever positions are asked for.

use super::{Borders, Domain, Inputs, Kernel, Outputs};

/// Samples of the build grid that a filter may read beyond each edge of a page. What reaches further works on the whole map.
pub const MOST_REACH: usize = 512;

/// Samples that a whole map with all that is read around it may have: 256 MiB of values.
pub const MOST_WHOLE: usize = 1 << 26;

/// How much of the build grid a filter has to see at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// A neighbourhood: pages are made where they are needed, and go on beyond the world.
    #[default]
    Pages,
    /// All of it: a value may depend on any other. Made once per build grid, read between its samples everywhere else.
    Whole,
    /// All of it, and that is what the node is for: what comes after it, tiles of a large map too, works from the result.
    Baked,
}

/// What a kernel with an `Area` port computes: values on the samples of the build grid, from those around them.
///
/// The values are those of the one picture that the build grid defines: at time and place alike for every preview, tile
/// and crop, at salt 0.
pub trait Filter: Send + Sync {
    /// Samples that are read beyond each edge of what is filled, east-west and north-south, where neighbouring samples
    /// lie `spacing` metres apart. From [`MOST_REACH`] on the filter is filled over the whole map at once.
    fn reach(&self, spacing: (f64, f64)) -> (usize, usize);

    /// The largest reach that the planner accepts.
    fn most_reach(&self) -> usize {
        usize::MAX
    }

    /// How much it has to see at once.
    fn extent(&self) -> Extent {
        Extent::Pages
    }

    /// Samples beyond each edge of the world, east-west and north-south, that a whole map is filled for as well.
    fn margin(&self, _spacing: (f64, f64)) -> (usize, usize) {
        (0, 0)
    }

    /// Whether values are read as they stand at the nearest sample, as categories are, rather than between samples.
    fn nearest(&self) -> bool {
        false
    }

    /// Writes one slot per output of the node, each `from.width * from.height` long, row 0 northmost.
    ///
    /// A value depends on the samples within reach of it and on nothing else, in one order of operations: not on the
    /// place in the window nor on its size.
    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]);
}

/// The samples that a filter reads.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    /// Samples in a row of what is filled.
    pub width: usize,
    /// Rows of what is filled.
    pub height: usize,
    /// Samples beyond each edge, east-west and north-south.
    pub reach: (usize, usize),
    /// Distance of neighbouring samples in metres, eastwards and southwards.
    pub spacing: (f64, f64),
    /// Values, `(width + 2 * reach.0) * (height + 2 * reach.1)` long, row 0 northmost.
    pub values: &'a [f32],
}

impl Window<'_> {
    /// Samples in a row of `values`.
    pub fn stride(&self) -> usize {
        self.width + 2 * self.reach.0
    }

    /// `width` values of the row that lies `dy` rows south of row `row` of what is filled, from `dx` samples east of its
    /// first on. Offsets stay within reach.
    #[inline(always)]
    pub fn row(&self, row: usize, dx: isize, dy: isize) -> &[f32] {
        let line = (row + self.reach.1).wrapping_add_signed(dy);
        let first = line * self.stride() + self.reach.0.wrapping_add_signed(dx);
        &self.values[first..][..self.width]
    }
}

/// What is plugged into an `Area` port.
pub trait Area {
    /// Writes what `filter` makes of the source at the positions `at`: bilinear between the samples of the build grid, or
    /// the nearest one's value where [`Filter::nearest`] says so.
    fn filtered(&self, filter: &dyn Filter, at: &Domain<'_>, out: &mut Outputs<'_, '_>);
}

/// The kernel of a node whose first input is an `Area` port and which is nothing but a filter of it.
pub struct Filtered<F>(pub F);

impl<F: Filter> Kernel for Filtered<F> {
    /// Pages of a repeating world hold what lies beyond its borders.
    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn reach(&self, spacing: (f64, f64)) -> (usize, usize) {
        self.0.reach(spacing)
    }

    fn most_reach(&self) -> usize {
        self.0.most_reach()
    }

    fn extent(&self) -> Extent {
        self.0.extent()
    }

    fn margin(&self, spacing: (f64, f64)) -> (usize, usize) {
        self.0.margin(spacing)
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        match ins.area(0) {
            Some(area) => area.filtered(&self.0, at, out),
            None => out.all().for_each(|slot| slot.fill(0.0)),
        }
    }
}
