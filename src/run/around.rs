//! Reads what a filter makes of a field: pages of the build grid, made when they are first needed, bilinear between their
//! samples.
//!
//! ```text
//! source pages, SOURCE samples a side      the filter's page: side + 1 samples,   what is asked for: four
//! +----+----+----+                         so that the last cell is whole         samples of one page
//! |    |    |    |   window: the page
//! +----+====+----+   and the filter's      +--------+
//! |    |    |    |   reach on all sides    |  page  |
//! +----+====+----+   ------------------>   |        |   ------------------------>   value
//! |    |    |    |                         +--------+
//! +----+----+----+
//! ```
//!
//! Pages are numbered from the build grid's sample 0 and go on beyond the world in all directions, so that no value depends
//! on the region, tile or block that asks for it.

use super::exec::Call;
use super::pages::PageId;
use crate::raster::Grid;
use crate::spec::{Base, Domain, Field, Filter, Outputs, Window};
use std::sync::Arc;

/// Samples along a side of a page of the source.
const SOURCE: usize = 64;
/// Samples along the sides of the smallest and the largest page of a filter.
const SIDES: (usize, usize) = (64, 512);
/// Positions this close to a sample, in samples, lie on it: rounding must not blend in a neighbour.
const ON_SAMPLE: f64 = 1e-6;
/// Samples away from index 0 beyond which positions are not told apart.
const FAR: f64 = (1_u64 << 40) as f64;

/// A filter and what it is to read.
pub(super) struct Around<'c> {
    call: &'c Call<'c>,
    filter: &'c dyn Filter,
    grid: Grid,
    reach: (usize, usize),
    /// Samples along a side of a page.
    side: usize,
    outputs: usize,
}

/// A sample of the build grid and how far a position lies beyond it, as a share of the way to the next.
type Spot = (i64, f32);

impl<'c> Around<'c> {
    pub fn new(call: &'c Call<'c>, filter: &'c dyn Filter) -> Self {
        let plan = call.shared().plan;
        let grid = plan.build_grid;
        let reach = filter.reach(grid.spacing());
        // A window is mostly margin unless the page is about as large as what lies around it.
        let side = (2 * reach.0.max(reach.1)).next_power_of_two().clamp(SIDES.0, SIDES.1);
        Self { call, filter, grid, reach, side, outputs: plan.steps[call.step].outputs }
    }

    /// Writes the values at the positions `at`.
    pub fn read(&self, at: &Domain<'_>, out: &mut Outputs<'_, '_>) {
        let mut near = Near::default();
        let columns: Vec<Spot> = match (at.base, at.displacement) {
            (Base::Separable { x, .. }, None) => x.iter().map(|&x| self.column(x)).collect(),
            _ => Vec::new(),
        };
        for row in 0..at.height {
            let line = match at.base {
                Base::Separable { y, .. } => self.row(y[row]),
                Base::Full { .. } => (0, 0.0),
            };
            for column in 0..at.width {
                let (x, y) = match columns.get(column) {
                    Some(x) => (*x, line),
                    None => {
                        let (x, y) = at.position(column, row);
                        (self.column(x), self.row(y))
                    }
                };
                let page =
                    near.page((x.0.div_euclid(self.side as i64), y.0.div_euclid(self.side as i64)), |id| self.page(id));
                for output in 0..self.outputs {
                    out.slot(output)[row * at.width + column] = self.value(page, output, x, y);
                }
            }
        }
    }

    fn column(&self, x: f64) -> Spot {
        spot(x, self.grid.origin.0, self.grid.extent.0, self.grid.samples.0)
    }

    fn row(&self, y: f64) -> Spot {
        spot(y, self.grid.origin.1, self.grid.extent.1, self.grid.samples.1)
    }

    /// The value of an output between the four samples around a position, all of which lie in `page`.
    fn value(&self, page: &[f32], output: usize, (i, u): Spot, (j, v): Spot) -> f32 {
        let (line, side) = (self.side + 1, self.side as i64);
        let north = output * line * line + j.rem_euclid(side) as usize * line + i.rem_euclid(side) as usize;
        let south = north + line;
        if self.filter.nearest() {
            let row = if v < 0.5 { north } else { south };
            return page[row + usize::from(u >= 0.5)];
        }
        let upper = between(page[north], page[north + 1], u);
        if v == 0.0 { upper } else { between(upper, between(page[south], page[south + 1], u), v) }
    }

    /// The filter's page at `at`.
    fn page(&self, at: (i64, i64)) -> Arc<Vec<f32>> {
        let shared = self.call.shared();
        let id = PageId { key: shared.plan.steps[self.call.step].key, output: 0, side: self.side, at };
        shared.cache.pages.get(id, || {
            let line = self.side + 1;
            let window = self.window(at);
            let mut values = vec![0.0; self.outputs * line * line];
            let mut slots: Vec<&mut [f32]> = values.chunks_mut(line * line).collect();
            let spacing = self.grid.spacing();
            let window = Window { width: line, height: line, reach: self.reach, spacing, values: &window };
            self.filter.fill(&window, &mut slots);
            (values, !shared.cancel.is_cancelled())
        })
    }

    /// The source's samples of a page and around it.
    fn window(&self, at: (i64, i64)) -> Vec<f32> {
        let side = self.side as i64;
        let (west, north) = (at.0 * side - self.reach.0 as i64, at.1 * side - self.reach.1 as i64);
        let (width, height) = (self.side + 1 + 2 * self.reach.0, self.side + 1 + 2 * self.reach.1);
        let mut window = vec![0.0; width * height];
        for (py, rows, y) in pieces(north, height) {
            for (px, columns, x) in pieces(west, width) {
                let page = self.source((px, py));
                for row in 0..rows.len() {
                    let from = (rows.start + row) * SOURCE;
                    let from = &page[from + columns.start..from + columns.end];
                    window[(y + row) * width + x..][..columns.len()].copy_from_slice(from);
                }
            }
        }
        window
    }

    /// The source's page at `at`.
    fn source(&self, at: (i64, i64)) -> Arc<Vec<f32>> {
        let (shared, root) = (self.call.shared(), self.call.program.root);
        let id = PageId { key: shared.plan.steps[root.step].key, output: root.output, side: SOURCE, at };
        shared.cache.pages.get(self.on_grid(id), || {
            let line = |first: i64, place: &dyn Fn(i64) -> f64| -> Vec<f64> {
                (0..SOURCE as i64).map(|i| place(first * SOURCE as i64 + i)).collect()
            };
            let (x, y) = (line(at.0, &|i| self.grid.x(i)), line(at.1, &|j| self.grid.y(j)));
            let base = Base::Separable { x: &x, y: &y };
            let mut values = vec![0.0; SOURCE * SOURCE];
            let (time, period) = (shared.plan.time, self.grid.period());
            let domain = Domain { width: SOURCE, height: SOURCE, base, displacement: None, salt: 0, time, period };
            self.call.sample(&domain, &mut values);
            (values, !shared.cancel.is_cancelled())
        })
    }

    /// The id with the build grid in its key, as a step's own key knows no grid.
    fn on_grid(&self, id: PageId) -> PageId {
        PageId { key: crate::plan::KeyBuilder::new("page").key(id.key).grid(&self.grid).finish(), ..id }
    }
}

/// The pages of the source along one axis that hold `len` samples from index `first` on: number of the page, samples within
/// it, and where they go.
fn pieces(first: i64, len: usize) -> impl Iterator<Item = (i64, std::ops::Range<usize>, usize)> {
    let side = SOURCE as i64;
    let (from, to) = (first, first + len as i64);
    (from.div_euclid(side)..=(to - 1).div_euclid(side)).map(move |page| {
        let start = (page * side).max(from);
        let end = ((page + 1) * side).min(to);
        ((page), (start - page * side) as usize..(end - page * side) as usize, (start - from) as usize)
    })
}

/// Where a position lies along one axis of the build grid.
pub(super) fn spot(position: f64, origin: f64, extent: f64, samples: u32) -> Spot {
    let along = ((position - origin) * f64::from(samples.max(2) - 1) / extent).clamp(-FAR, FAR);
    let nearest = (along + 0.5).floor();
    if (along - nearest).abs() < ON_SAMPLE {
        return (nearest as i64, 0.0);
    }
    let before = along.floor();
    (before as i64, (along - before) as f32)
}

/// The value at share `t` of the way from `a` to `b`, between the two also after rounding.
pub(super) fn between(a: f32, b: f32, t: f32) -> f32 {
    (a * (1.0 - t) + b * t).clamp(a.min(b), a.max(b))
}

/// A page with its number.
type Numbered = ((i64, i64), Arc<Vec<f32>>);

/// The pages that were read last.
#[derive(Default)]
struct Near {
    pages: [Option<Numbered>; 4],
    last: usize,
    next: usize,
}

impl Near {
    fn page(&mut self, at: (i64, i64), get: impl FnOnce((i64, i64)) -> Arc<Vec<f32>>) -> &[f32] {
        let is_it = |page: &Option<Numbered>| page.as_ref().is_some_and(|(id, _)| *id == at);
        if !is_it(&self.pages[self.last]) {
            self.last = self.pages.iter().position(is_it).unwrap_or_else(|| {
                let next = self.next;
                self.pages[next] = Some((at, get(at)));
                self.next = (next + 1) % self.pages.len();
                next
            });
        }
        self.pages[self.last].as_ref().map_or(&[], |(_, page)| page)
    }
}
