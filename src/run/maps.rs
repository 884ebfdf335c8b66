//! Whole maps: what a node makes of all of its source at once, filled over the build grid before anything reads it, and read
//! between its samples everywhere else. Beyond the world, and the margin that a node asks for, its edge goes on.

use super::around::{between, spot};
use super::cache::Cache;
use super::{Cancelled, Options, Runner, Stats};
use crate::plan::{Key, MapPass, Plan};
use crate::raster::{Grid, Raster, Region};
use crate::spec::{Area, Base, Domain, Extent, Filter, Input, Inputs, Outputs, Window};
use rayon::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Rows at least that a thread fills at a time of a map whose values depend on their surroundings alone; with fewer than
/// are read around them, most of the work would be done anew for each band.
const BAND: usize = 32;

/// What a node has made of the whole build grid.
pub(super) struct Map {
    grid: Grid,
    /// Samples beyond each edge of the grid.
    margin: (usize, usize),
    /// Samples in a row and rows.
    size: (usize, usize),
    /// One slot after the other, each row by row from the north.
    values: Vec<f32>,
}

impl Map {
    fn bytes(&self) -> usize {
        self.values.len() * size_of::<f32>()
    }
}

/// Maps under a budget of bytes; one that somebody still reads is found whatever the budget.
pub(super) struct Maps {
    budget: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The one that was used longest ago first.
    kept: Vec<(Key, Arc<Map>)>,
    seen: Vec<(Key, Weak<Map>)>,
}

impl Maps {
    pub fn new(budget: usize) -> Self {
        Self { budget, inner: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic while the lock was held leaves whole entries.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that the kept maps take.
    pub fn bytes(&self) -> usize {
        self.lock().kept.iter().map(|(_, map)| map.bytes()).sum()
    }

    pub fn find(&self, key: Key) -> Option<Arc<Map>> {
        let mut inner = self.lock();
        if let Some(at) = inner.kept.iter().position(|(known, _)| *known == key) {
            let entry = inner.kept.remove(at);
            let map = Arc::clone(&entry.1);
            inner.kept.push(entry);
            return Some(map);
        }
        inner.seen.iter().find(|(known, _)| *known == key).and_then(|(_, map)| map.upgrade())
    }

    fn keep(&self, key: Key, map: &Arc<Map>) {
        let mut inner = self.lock();
        inner.seen.retain(|(known, map)| *known != key && map.strong_count() > 0);
        inner.seen.push((key, Arc::downgrade(map)));
        inner.kept.retain(|(known, _)| *known != key);
        inner.kept.push((key, Arc::clone(map)));
        let mut bytes: usize = inner.kept.iter().map(|(_, map)| map.bytes()).sum();
        // The newest stays whatever the budget: tiles and strips come back for it one after the other.
        while bytes > self.budget && inner.kept.len() > 1 {
            bytes -= inner.kept.remove(0).1.bytes();
        }
    }
}

/// The maps of a plan, in the order of its passes.
pub(super) type Filled = Vec<(Key, Arc<Map>)>;

impl Runner {
    /// Fills the maps that `plan` reads and that are not there yet. Whoever holds them need not make them again.
    pub(super) fn fill_maps(&self, plan: &Plan, options: &Options, stats: &mut Stats) -> Result<Filled, Cancelled> {
        let all = plan.maps.len().max(1) as f32;
        let fill = |(i, pass): (usize, &MapPass)| {
            let part = options.part(i as f32 / all, (i + 1) as f32 / all);
            Ok((pass.key, self.map(pass, &part, stats)?))
        };
        plan.maps.iter().enumerate().map(fill).collect()
    }

    /// Whether all maps of a plan are there.
    pub(super) fn has_maps(&self, plan: &Plan) -> bool {
        plan.maps.iter().all(|pass| self.cache.maps.find(pass.key).is_some())
    }

    fn map(&self, pass: &MapPass, options: &Options, stats: &mut Stats) -> Result<Arc<Map>, Cancelled> {
        if let Some(map) = self.cache.maps.find(pass.key) {
            return Ok(map);
        }
        let (grid, beyond) = (pass.plan.build_grid, (pass.margin.0 + pass.reach.0, pass.margin.1 + pass.reach.1));
        let options = Options { keep_target: false, ..options.clone() };
        let source = self.render(&pass.plan, &grid, around(&grid, beyond), &options)?;
        stats.add(&source.stats);
        let map = Arc::new(self.filled(pass, source.raster, &options)?);
        self.cache.maps.keep(pass.key, &map);
        stats.maps += 1;
        Ok(map)
    }

    /// Runs the kernel of a pass over its source.
    fn filled(&self, pass: &MapPass, source: Raster, options: &Options) -> Result<Map, Cancelled> {
        let grid = pass.plan.build_grid;
        let region = around(&grid, pass.margin);
        let size = (region.width, region.height);
        let mut values = vec![0.0; pass.outputs * region.len()];
        let mut slots: Vec<&mut [f32]> = values.chunks_mut(region.len().max(1)).collect();
        let x: Vec<f64> = (0..size.0).map(|i| grid.x(region.column(i))).collect();
        let y: Vec<f64> = (0..size.1).map(|j| grid.y(region.row(j))).collect();
        let base = Base::Separable { x: &x, y: &y };
        let at = Domain {
            width: size.0,
            height: size.1,
            base,
            displacement: None,
            salt: 0,
            time: pass.plan.time,
            period: grid.period(),
        };
        let whole = Whole { source: &source, size, reach: pass.reach, spacing: grid.spacing(), options };
        self.install(|| {
            let inputs = Inputs { ports: &[Input::Area(&whole)], measured: &[None], spreads: &[] };
            pass.kernel.fill(&at, &inputs, &mut Outputs::new(&mut slots));
        });
        if options.cancel.is_cancelled() {
            return Err(Cancelled);
        }
        Ok(Map { grid, margin: pass.margin, size, values })
    }
}

/// The samples of a grid and so many beyond each edge.
fn around(grid: &Grid, beyond: (usize, usize)) -> Region {
    let Region { width, height, .. } = grid.region();
    let (width, height) = (width + 2 * beyond.0, height + 2 * beyond.1);
    Region { x: -(beyond.0 as i64), y: -(beyond.1 as i64), width, height, stride: 1 }
}

/// The source of a whole map while it is filled.
struct Whole<'a> {
    source: &'a Raster,
    size: (usize, usize),
    reach: (usize, usize),
    spacing: (f64, f64),
    options: &'a Options,
}

impl Whole<'_> {
    /// What is read for `rows` rows from row `first` on.
    fn window(&self, first: usize, rows: usize) -> Window<'_> {
        let stride = self.source.width;
        let values = &self.source.data[first * stride..(first + rows + 2 * self.reach.1) * stride];
        Window { width: self.size.0, height: rows, reach: self.reach, spacing: self.spacing, values }
    }
}

impl Area for Whole<'_> {
    fn filtered(&self, filter: &dyn Filter, _: &Domain<'_>, out: &mut Outputs<'_, '_>) {
        let mut slots: Vec<&mut [f32]> = out.all().collect();
        if filter.extent() != Extent::Pages {
            return filter.fill(&self.window(0, self.size.1), &mut slots);
        }
        // Values depend on what is within reach alone, so bands of rows can be filled apart.
        let most = BAND.max(self.reach.1);
        let mut bands: Vec<Vec<&mut [f32]>> = Vec::new();
        bands.resize_with(self.size.1.div_ceil(most), Vec::new);
        for slot in slots {
            for (band, rows) in bands.iter_mut().zip(slot.chunks_mut(most * self.size.0.max(1))) {
                band.push(rows);
            }
        }
        bands.par_iter_mut().with_max_len(1).enumerate().for_each(|(i, slots)| {
            if !self.options.cancel.is_cancelled() {
                let rows = most.min(self.size.1 - i * most);
                filter.fill(&self.window(i * most, rows), slots);
            }
        });
    }
}

/// A map as its node's kernel reads it.
pub(super) struct Read<'m>(pub &'m Map);

impl Area for Read<'_> {
    fn filtered(&self, filter: &dyn Filter, at: &Domain<'_>, out: &mut Outputs<'_, '_>) {
        let map = self.0;
        let (columns, rows) = map.size;
        let len = columns * rows;
        let nearest = filter.nearest();
        for row in 0..at.height {
            for column in 0..at.width {
                let (x, y) = at.position(column, row);
                let (west, east, u) = near(x, (map.grid.origin.0, map.grid.extent.0, map.grid.samples.0), map.margin.0);
                let (north, south, v) =
                    near(y, (map.grid.origin.1, map.grid.extent.1, map.grid.samples.1), map.margin.1);
                for (slot, values) in out.all().zip(map.values.chunks(len.max(1))) {
                    let value = |i: usize, j: usize| values[j * columns + i];
                    slot[row * at.width + column] = if nearest {
                        value(if u < 0.5 { west } else { east }, if v < 0.5 { north } else { south })
                    } else {
                        let upper = between(value(west, north), value(east, north), u);
                        if v == 0.0 {
                            upper
                        } else {
                            between(upper, between(value(west, south), value(east, south), u), v)
                        }
                    };
                }
            }
        }
    }
}

/// The samples before and after a position along one axis of a map, and the share of the way from one to the other.
fn near(position: f64, (origin, extent, samples): (f64, f64, u32), margin: usize) -> (usize, usize, f32) {
    let (before, share) = spot(position, origin, extent, samples);
    let last = i64::from(samples) - 1 + 2 * margin as i64;
    let place = |i: i64| (i + margin as i64).clamp(0, last) as usize;
    (place(before), place(before + 1), share)
}

impl Cache {
    /// Bytes of filled maps.
    pub fn map_bytes(&self) -> usize {
        self.maps.bytes()
    }
}
