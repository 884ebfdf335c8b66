//! The hash by which two renders are compared, on whatever machines they were made.
//!
//! Samples may come in any order. BLAKE3 is a tree: the input is cut into leaves, every leaf is hashed for itself, and
//! the hashes of neighbours are joined two by two. So a map that is written from its southern edge upwards still gets
//! the hash of its northern row first, in one walk, and leaves are hashed on all threads. What is held are the leaves
//! that are not full yet and one joined hash per level of the tree.

use crate::raster::Raster;
use blake3::hazmat::{ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Bytes of a leaf: 64 of BLAKE3's chunks, enough for its vectors.
const LEAF: u64 = 1 << 16;

/// Bytes before the samples: width, height, channels.
const HEADER: u64 = 12;

/// BLAKE3, as 64 hexadecimal digits, of width, height and channels (1) as `u32`, then the samples: `f32` values, or
/// `u16` tile numbers if `tiles`. Everything is little endian, the north row comes first, -0 counts as +0.
///
/// BLAKE3: O'Connor, Aumasson, Neves and Wilcox-O'Hearn, 2020.
pub fn hash(raster: &Raster, tiles: bool) -> String {
    let mut hasher = Hasher::new(raster.width, raster.height, tiles);
    hasher.add(0, &raster.data);
    hasher.finish()
}

/// Computes [`hash`] from parts of a map.
pub(super) struct Hasher {
    tiles: bool,
    /// Bytes in all, header included.
    bytes: u64,
    /// Leaves of which parts are missing, by number.
    open: BTreeMap<u64, Open>,
    /// Subtrees that wait for a neighbour: by level above the leaves and number on that level.
    joined: BTreeMap<(u32, u64), ChainingValue>,
}

#[derive(Default)]
struct Open {
    bytes: Vec<u8>,
    filled: usize,
}

/// A leaf's part of some samples.
enum Part {
    Whole(ChainingValue),
    Piece { offset: usize, bytes: Vec<u8> },
}

impl Hasher {
    /// For a map of `width` x `height` samples.
    pub fn new(width: usize, height: usize, tiles: bool) -> Self {
        let size = if tiles { size_of::<u16>() } else { size_of::<f32>() };
        let bytes = HEADER + width as u64 * height as u64 * size as u64;
        let mut hasher = Self { tiles, bytes, open: BTreeMap::new(), joined: BTreeMap::new() };
        let header = [width as u32, height as u32, 1].map(u32::to_le_bytes);
        hasher.insert(0, 0, header.as_flattened());
        hasher
    }

    /// Adds samples from number `first` on, counted from the north-western corner row by row. Each sample comes once.
    pub fn add(&mut self, first: u64, values: &[f32]) {
        if values.is_empty() {
            return;
        }
        let size = self.size();
        // Header and leaves are whole numbers of samples long, so no sample lies in two leaves.
        let (start, end) = (HEADER + first * size, HEADER + (first + values.len() as u64) * size);
        let parts: Vec<(u64, Part)> = (start / LEAF..=(end - 1) / LEAF)
            .into_par_iter()
            .map(|leaf| {
                let (from, to) = (start.max(leaf * LEAF), end.min((leaf + 1) * LEAF));
                let bytes = self.bytes_of(&values[((from - start) / size) as usize..((to - start) / size) as usize]);
                let part = match bytes.len() == self.length(leaf) && self.leaves() > 1 {
                    true => Part::Whole(subtree(leaf, &bytes)),
                    false => Part::Piece { offset: (from - leaf * LEAF) as usize, bytes },
                };
                (leaf, part)
            })
            .collect();
        for (leaf, part) in parts {
            match part {
                Part::Whole(hash) => self.join(leaf, hash),
                Part::Piece { offset, bytes } => self.insert(leaf, offset, &bytes),
            }
        }
    }

    /// The hash, once every sample was added.
    pub fn finish(self) -> String {
        if self.leaves() == 1 {
            let bytes = self.open.get(&0).map_or(&[][..], |open| &open.bytes);
            return blake3::hash(bytes).to_hex().to_string();
        }
        // From west to east along the input: subtrees shrink from left to right, each larger than all that follow.
        let mut left: Vec<((u32, u64), ChainingValue)> = self.joined.into_iter().collect();
        left.sort_by_key(|((level, number), _)| number << level);
        let mut hashes = left.into_iter().map(|(_, hash)| hash);
        let Some(first) = hashes.next() else { return String::new() };
        let Some(rest) = hashes.rev().reduce(|right, left| merge_subtrees_non_root(&left, &right, Mode::Hash)) else {
            return String::new();
        };
        merge_subtrees_root(&first, &rest, Mode::Hash).to_hex().to_string()
    }

    fn size(&self) -> u64 {
        if self.tiles { size_of::<u16>() as u64 } else { size_of::<f32>() as u64 }
    }

    fn leaves(&self) -> u64 {
        self.bytes.div_ceil(LEAF)
    }

    fn length(&self, leaf: u64) -> usize {
        (self.bytes - leaf * LEAF).min(LEAF) as usize
    }

    fn bytes_of(&self, values: &[f32]) -> Vec<u8> {
        match self.tiles {
            true => values.iter().flat_map(|&v| (v as u16).to_le_bytes()).collect(),
            false => values.iter().flat_map(|&v| (v + 0.0).to_le_bytes()).collect(),
        }
    }

    /// Puts a piece into a leaf, and hashes the leaf when it is full.
    fn insert(&mut self, leaf: u64, offset: usize, piece: &[u8]) {
        let length = self.length(leaf);
        let open = self.open.entry(leaf).or_default();
        open.bytes.resize(length, 0);
        open.bytes[offset..][..piece.len()].copy_from_slice(piece);
        open.filled += piece.len();
        if open.filled == length
            && self.leaves() > 1
            && let Some(open) = self.open.remove(&leaf)
        {
            self.join(leaf, subtree(leaf, &open.bytes));
        }
    }

    /// Joins a leaf's hash with that of its neighbour, and so on upwards as far as neighbours are there. The two halves
    /// of the whole stay apart: the root is made in another way.
    fn join(&mut self, leaf: u64, mut hash: ChainingValue) {
        let (mut level, mut number) = (0, leaf);
        while 2 << level < self.leaves()
            && let Some(other) = self.joined.remove(&(level, number ^ 1))
        {
            let (left, right) = if number.is_multiple_of(2) { (&hash, &other) } else { (&other, &hash) };
            hash = merge_subtrees_non_root(left, right, Mode::Hash);
            (level, number) = (level + 1, number / 2);
        }
        self.joined.insert((level, number), hash);
    }
}

fn subtree(leaf: u64, bytes: &[u8]) -> ChainingValue {
    blake3::Hasher::new().set_input_offset(leaf * LEAF).update(bytes).finalize_non_root()
}
