//! Remove Specks: patches of a tile map that are too small become part of what lies around them.

use crate::spec::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

node! {
    /// Clears a tile map of small patches: each becomes the tile that it borders on most.
    ///
    /// A patch is what hangs together by its sides (4-connected components; Rosenfeld and Pfaltz, 1966), over the whole map.
    /// The smallest patch goes first, and of equal ones the northernmost and westernmost. For maps of tiles that players
    /// and artists can read, and for fewer borders between materials.
    pub struct RemoveSpecks = "Remove Specks" in Tiles,
    keywords ["despeckle", "clean", "small regions", "islands", "connected components", "denoise", "generalize", "sieve"],
    bypass source, face [size];
    inputs {
        /// Tile map that is cleaned.
        source: Area(Tiles) = REQUIRED;
    }
    params {
        /// Side of the square whose area a patch must have to stay.
        size: Metres = extent(1.0 / 64.0), soft metres(0.0)..=extent(0.125), hard metres(0.0)..=metres(1e9);
    }
    outputs { value: Tiles }
}

impl Node for RemoveSpecks {
    fn bound(&self, _: usize, ins: &[InputBound]) -> Interval {
        ins[Self::source].bound
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(Filtered(self))
    }
}

impl Filter for RemoveSpecks {
    fn reach(&self, _: (f64, f64)) -> (usize, usize) {
        (0, 0)
    }

    fn extent(&self) -> Extent {
        Extent::Whole
    }

    fn nearest(&self) -> bool {
        true
    }

    fn fill(&self, from: &Window<'_>, out: &mut [&mut [f32]]) {
        out[0].copy_from_slice(from.values);
        // The cast saturates.
        let least = (self.size * self.size / (from.spacing.0 * from.spacing.1)).ceil() as usize;
        Sieve { width: from.width, tiles: out[0], seen: vec![0; from.values.len()], round: 0 }.clean(least);
    }
}

/// A tile map while it is cleaned.
struct Sieve<'t> {
    width: usize,
    tiles: &'t mut [f32],
    /// In which round a sample was last seen.
    seen: Vec<u32>,
    round: u32,
}

impl Sieve<'_> {
    /// Removes the patches of fewer than `least` samples.
    fn clean(&mut self, least: usize) {
        let mut patch = Vec::new();
        let mut waiting = BinaryHeap::new();
        self.round += 1;
        for first in 0..self.tiles.len() {
            if self.seen[first] == 0 && self.flood(first, usize::MAX, &mut patch) < least {
                waiting.push(Reverse((patch.len(), first)));
            }
        }
        while let Some(Reverse((size, first))) = waiting.pop() {
            self.round += 1;
            // The patch may have grown by others that became part of it.
            let now = self.flood(first, least, &mut patch);
            if now >= least {
                continue;
            }
            if now != size {
                waiting.push(Reverse((now, first)));
                continue;
            }
            if let Some(tile) = self.around(&patch) {
                patch.iter().for_each(|&i| self.tiles[i] = tile);
            }
        }
    }

    /// Collects the patch of a sample, unless it reaches `enough` samples; gives how many there are.
    fn flood(&mut self, first: usize, enough: usize, patch: &mut Vec<usize>) -> usize {
        patch.clear();
        patch.push(first);
        self.seen[first] = self.round;
        let mut next = 0;
        while next < patch.len() && patch.len() < enough {
            let i = patch[next];
            next += 1;
            for n in neighbours(i, self.width, self.tiles.len()).into_iter().flatten() {
                if self.seen[n] != self.round && self.tiles[n] == self.tiles[i] {
                    self.seen[n] = self.round;
                    patch.push(n);
                }
            }
        }
        patch.len()
    }

    /// The tile that a patch has most sides in common with, the lower one of equals; none around what fills the map.
    fn around(&self, patch: &[usize]) -> Option<f32> {
        let own = self.tiles[*patch.first()?];
        let mut sides: BTreeMap<u32, usize> = BTreeMap::new();
        for &i in patch {
            for n in neighbours(i, self.width, self.tiles.len()).into_iter().flatten() {
                if self.tiles[n] != own {
                    *sides.entry(self.tiles[n] as u32).or_default() += 1;
                }
            }
        }
        sides.into_iter().max_by_key(|&(tile, count)| (count, Reverse(tile))).map(|(tile, _)| tile as f32)
    }
}

/// The samples west, east, north and south of a sample.
fn neighbours(i: usize, width: usize, len: usize) -> [Option<usize>; 4] {
    let column = i % width;
    [
        (column > 0).then(|| i - 1),
        (column + 1 < width).then(|| i + 1),
        i.checked_sub(width),
        Some(i + width).filter(|&n| n < len),
    ]
}
