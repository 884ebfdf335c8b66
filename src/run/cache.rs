//! Stored results: rasters under a byte budget, least recently used first out, and measured ranges.

use super::maps::Maps;
use super::pages::Pages;
use crate::plan::Key;
use crate::raster::{Grid, Raster, Region, Sampling};
use crate::spec::{Measured, Spread};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ranges are a few bytes each; this many are kept before the oldest half is dropped.
const RANGES: usize = 8192;

/// Spreads are some kilobytes each.
const SPREADS: usize = 64;

/// Results that outlive a render.
pub(super) struct Cache {
    budget: usize,
    inner: Mutex<Inner>,
    /// What filters have made, and of what.
    pub pages: Pages,
    /// Whole maps.
    pub maps: Maps,
}

#[derive(Default)]
struct Inner {
    entries: Vec<Entry>,
    bytes: usize,
    clock: u64,
    ranges: BTreeMap<Key, (u64, Measured)>,
    /// The newest last, at most [`SPREADS`].
    spreads: Vec<(Key, Arc<Spread>)>,
}

struct Entry {
    key: Key,
    output: usize,
    place: Place,
    raster: Arc<Raster>,
    used: u64,
}

/// Where a stored raster's samples lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub grid: Grid,
    pub region: Region,
}

/// A stored raster that holds all samples of a wanted region: sample `(i, j)` of the region is the raster's
/// `(x + i * step_x, y + j * step_y)`.
#[derive(Clone)]
pub(super) struct Found {
    pub raster: Arc<Raster>,
    x: usize,
    y: usize,
    step_x: usize,
    step_y: usize,
}

impl Found {
    /// Copies the samples of the block at `column`, `row` of the wanted region, `width` samples a row.
    pub fn read(&self, column: usize, row: usize, width: usize, out: &mut [f32]) {
        for (j, line) in out.chunks_mut(width).enumerate() {
            let from = self.raster.row(self.y + (row + j) * self.step_y);
            let first = self.x + column * self.step_x;
            if self.step_x == 1 {
                line.copy_from_slice(&from[first..][..width]);
                continue;
            }
            for (i, o) in line.iter_mut().enumerate() {
                *o = from[first + i * self.step_x];
            }
        }
    }
}

impl Cache {
    pub fn new(budget: usize) -> Self {
        Self { budget, inner: Mutex::default(), pages: Pages::new(budget / 4), maps: Maps::new(budget / 2) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic while the lock was held cannot leave the maps half-written: every change is a single insertion.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that stored results take.
    pub fn bytes(&self) -> usize {
        self.lock().bytes + self.pages.bytes() + self.map_bytes()
    }

    pub fn budget(&self) -> usize {
        self.budget
    }

    /// A stored raster of that step that holds every sample of `place`.
    pub fn find(&self, key: Key, output: usize, place: Place) -> Option<Found> {
        let mut inner = self.lock();
        inner.clock += 1;
        let clock = inner.clock;
        let entries = inner.entries.iter_mut().filter(|e| e.key == key && e.output == output);
        for entry in entries {
            if let Some(found) = entry.covers(place) {
                entry.used = clock;
                return Some(found);
            }
        }
        None
    }

    /// Bytes of the stored raster that holds every sample of `place`, which does not count as using it.
    pub fn holds(&self, key: Key, output: usize, place: Place) -> Option<usize> {
        let inner = self.lock();
        let mut entries = inner.entries.iter().filter(|e| e.key == key && e.output == output);
        entries.find(|entry| entry.covers(place).is_some()).map(|entry| bytes(&entry.raster))
    }

    /// Stores a raster if it fits the budget, dropping the ones that were used longest ago.
    pub fn store(&self, key: Key, output: usize, place: Place, raster: Arc<Raster>) {
        let size = bytes(&raster);
        if size > self.budget {
            return;
        }
        // Pages are given away last: they are small, and several blocks need each of them. So are whole maps.
        let pages = self.pages.bytes() + self.map_bytes();
        let mut inner = self.lock();
        inner.entries.retain(|e| e.key != key || e.output != output || e.place != place);
        inner.bytes = inner.entries.iter().map(|e| bytes(&e.raster)).sum();
        while inner.bytes + size + pages > self.budget {
            let oldest = inner.entries.iter().enumerate().min_by_key(|(_, e)| e.used).map(|(i, _)| i);
            let Some(oldest) = oldest else { break };
            let gone = inner.entries.remove(oldest);
            inner.bytes -= bytes(&gone.raster);
        }
        inner.clock += 1;
        let used = inner.clock;
        inner.bytes += size;
        inner.entries.push(Entry { key, output, place, raster, used });
    }

    pub fn range(&self, key: Key) -> Option<Measured> {
        self.lock().ranges.get(&key).map(|(_, m)| *m)
    }

    pub fn spread(&self, key: Key) -> Option<Arc<Spread>> {
        self.lock().spreads.iter().find(|(known, _)| *known == key).map(|(_, spread)| Arc::clone(spread))
    }

    pub fn store_spread(&self, key: Key, spread: Arc<Spread>) {
        let mut inner = self.lock();
        inner.spreads.retain(|(known, _)| *known != key);
        if inner.spreads.len() >= SPREADS {
            inner.spreads.remove(0);
        }
        inner.spreads.push((key, spread));
    }

    pub fn store_range(&self, key: Key, measured: Measured) {
        let mut inner = self.lock();
        inner.clock += 1;
        let clock = inner.clock;
        inner.ranges.insert(key, (clock, measured));
        if inner.ranges.len() > RANGES {
            let mut ages: Vec<u64> = inner.ranges.values().map(|(age, _)| *age).collect();
            ages.sort_unstable();
            let middle = ages[ages.len() / 2];
            inner.ranges.retain(|_, (age, _)| *age >= middle);
        }
    }
}

fn bytes(raster: &Raster) -> usize {
    raster.data.len() * size_of::<f32>()
}

impl Entry {
    fn covers(&self, wanted: Place) -> Option<Found> {
        if !same_positions(&self.place.grid, &wanted.grid) {
            return None;
        }
        let (have, want) = (self.place.region, wanted.region);
        let (x, step_x) = along(have.x, have.stride, have.width, want.x, want.stride, want.width)?;
        let (y, step_y) = along(have.y, have.stride, have.height, want.y, want.stride, want.height)?;
        Some(Found { raster: Arc::clone(&self.raster), x, y, step_x, step_y })
    }
}

/// Grids that give the same position for the same index.
fn same_positions(a: &Grid, b: &Grid) -> bool {
    a.origin == b.origin
        && a.extent == b.extent
        && a.samples == b.samples
        && a.repeats == b.repeats
        && (a.sampling == b.sampling
            || (a.samples == (1, 1) && a.sampling != Sampling::Cells && b.sampling != Sampling::Cells))
}

/// First index and step in a stored line that give a wanted line.
fn along(
    have: i64,
    have_stride: u32,
    have_n: usize,
    want: i64,
    want_stride: u32,
    want_n: usize,
) -> Option<(usize, usize)> {
    let stride = i64::from(have_stride);
    let offset = want - have;
    if want_n == 0 || offset < 0 || offset % stride != 0 || (want_n > 1 && !want_stride.is_multiple_of(have_stride)) {
        return None;
    }
    let first = usize::try_from(offset / stride).ok()?;
    let step = if want_n > 1 { (want_stride / have_stride) as usize } else { 1 };
    (first + (want_n - 1) * step < have_n).then_some((first, step))
}
