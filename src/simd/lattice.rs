//! Random numbers of lattice points: hashed, or looked up in a permutation table as the textbooks do.

use super::lanes::{Lanes, MOST};
use super::mix::mix;
use fearless_simd::prelude::*;

/// The published permutation (Perlin, 2002).
#[rustfmt::skip]
pub const PUBLISHED: [u8; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69, 142, 8, 99, 37, 240,
    21, 10, 23, 190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32, 57, 177, 33, 88,
    237, 149, 56, 87, 174, 20, 125, 136, 171, 168, 68, 175, 74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111,
    229, 122, 60, 211, 133, 230, 220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216, 80, 73,
    209, 76, 132, 187, 208, 89, 18, 169, 200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173, 186, 3, 64, 52, 217,
    226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255, 82, 85, 212, 207, 206, 59, 227, 47, 16, 58, 17, 182, 189, 28, 42,
    223, 183, 170, 213, 119, 248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9, 129, 22, 39, 253, 19, 98,
    108, 110, 79, 113, 224, 232, 178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162, 241,
    81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157, 184, 84, 204, 176, 115, 121, 50, 45, 127, 4,
    150, 254, 138, 236, 205, 93, 222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78, 66, 215, 61, 156, 180,
];

/// Where a lattice noise takes its random numbers from.
#[derive(Clone, Debug)]
pub enum Seeds {
    /// A hash of cell and seed, without a period and different for each salt.
    Hashed(u64),
    /// A permutation table, written twice: period 256, the same for every salt.
    Permutation(Box<[u8; 512]>),
}

impl Seeds {
    /// The permutation lattice of a seed: the published table for 0, else a [`shuffled`] one.
    pub fn permutation(seed: u64) -> Self {
        let table = shuffled(seed);
        Self::Permutation(Box::new(std::array::from_fn(|i| table[i & 255])))
    }
}

/// The published table for seed 0, else a shuffle of it (Durstenfeld, 1964) that depends on all of `seed`.
pub fn shuffled(seed: u64) -> [u8; 256] {
    let mut table = PUBLISHED;
    if seed != 0 {
        for i in (1..table.len()).rev() {
            let random = mix(seed, i as u64);
            let below = (u128::from(random) * (i as u128 + 1)) >> 64;
            table.swap(i, below as usize);
        }
    }
    table
}

/// Random numbers of lattice points, in the steps that share work between neighbours.
///
/// A point's number is `flat(column, row)` in 2D and `solid(column, row, layer)` in 3D, of coordinates that are *strided*:
/// `start + cell * stride` along their axis, which steps from cell to cell by one addition. Cells are the low 32 bits of a
/// lattice coordinate.
pub(super) trait Lattice: Copy {
    /// From the strided coordinate of a cell to that of the next, along x, y and z.
    const STRIDE: [u32; 3];

    /// The strided coordinates of cell 0.
    fn start(self) -> [u32; 3];
    /// What depends on x alone.
    fn column<S: Lanes>(self, simd: S, x: S::u32s) -> S::u32s;
    /// What depends on y alone.
    fn row<S: Lanes>(self, simd: S, y: S::u32s) -> S::u32s;
    /// What depends on z alone.
    fn layer<S: Lanes>(self, simd: S, z: S::u32s) -> S::u32s;
    /// Random number of a 2D point.
    fn flat<S: Lanes>(self, simd: S, column: S::u32s, row: S::u32s) -> S::u32s;
    /// Random number of the first 2D point where `mask` says so, else of the second one.
    #[inline(always)]
    fn either<S: Lanes>(self, simd: S, mask: S::mask32s, first: [S::u32s; 2], second: [S::u32s; 2]) -> S::u32s {
        self.flat(simd, mask.select(first[0], second[0]), mask.select(first[1], second[1]))
    }
    /// Random number of a 3D point.
    fn solid<S: Lanes>(self, simd: S, column: S::u32s, row: S::u32s, layer: S::u32s) -> S::u32s;
    /// One of eight gradients.
    fn eighth<S: Lanes>(number: S::u32s) -> S::u32s;
    /// One of the sixteen entries of the edge gradients of Perlin noise.
    fn sixteenth<S: Lanes>(number: S::u32s) -> S::u32s;
    /// One of the twelve edge gradients of Simplex noise.
    fn twelfth<S: Lanes>(simd: S, number: S::u32s) -> S::u32s;

    /// The strided coordinates of cells along an axis.
    #[inline(always)]
    fn strided<S: Lanes>(self, cells: S::u32s, axis: usize) -> S::u32s {
        cells * Self::STRIDE[axis] + self.start()[axis]
    }
}

/// The hashed lattice. Each coordinate is multiplied, moved by its own 32 bits of the seed and folded; the results are
/// combined by exclusive or and multiplied again. The high bits of the product are the best ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hashed {
    x: u32,
    y: u32,
    z: u32,
}

/// Says that the third word of a seed is meant.
const THIRD_WORD: u64 = 0x7A;

// Odd numbers of high entropy; within 2^24 cells no columns, diagonals or offsets of a power of two correlate.
const PRIME_X: u32 = 0x9E37_79B1;
const PRIME_Y: u32 = 0x85EB_CA77;
const PRIME_Z: u32 = 0xC2B2_AE3D;
const COMBINE: u32 = 0xA97A_2D39;
const FOLD: u32 = 15;

impl Hashed {
    pub fn new(seed: u64) -> Self {
        Self { x: seed as u32, y: (seed >> 32) as u32, z: mix(seed, THIRD_WORD) as u32 }
    }
}

impl Lattice for Hashed {
    const STRIDE: [u32; 3] = [PRIME_X, PRIME_Y, PRIME_Z];

    #[inline(always)]
    fn start(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
    #[inline(always)]
    fn column<S: Lanes>(self, _: S, x: S::u32s) -> S::u32s {
        x ^ (x >> FOLD)
    }
    #[inline(always)]
    fn row<S: Lanes>(self, _: S, y: S::u32s) -> S::u32s {
        y ^ (y >> FOLD)
    }
    #[inline(always)]
    fn layer<S: Lanes>(self, _: S, z: S::u32s) -> S::u32s {
        z ^ (z >> FOLD)
    }
    #[inline(always)]
    fn flat<S: Lanes>(self, _: S, column: S::u32s, row: S::u32s) -> S::u32s {
        (column ^ row) * COMBINE
    }
    #[inline(always)]
    fn either<S: Lanes>(self, _: S, mask: S::mask32s, first: [S::u32s; 2], second: [S::u32s; 2]) -> S::u32s {
        mask.select(first[0] ^ first[1], second[0] ^ second[1]) * COMBINE
    }
    #[inline(always)]
    fn solid<S: Lanes>(self, _: S, column: S::u32s, row: S::u32s, layer: S::u32s) -> S::u32s {
        ((column ^ row) ^ layer) * COMBINE
    }
    #[inline(always)]
    fn eighth<S: Lanes>(number: S::u32s) -> S::u32s {
        number >> 29
    }
    #[inline(always)]
    fn sixteenth<S: Lanes>(number: S::u32s) -> S::u32s {
        ((number >> 16) * 12) >> 16
    }
    #[inline(always)]
    fn twelfth<S: Lanes>(_: S, number: S::u32s) -> S::u32s {
        ((number >> 16) * 12) >> 16
    }
}

/// The permutation lattice: `perm[perm[perm[x] + y] + z]`, coordinates modulo 256.
#[derive(Clone, Copy)]
pub(super) struct Permuted<'a>(pub &'a [u8; 512]);

impl Permuted<'_> {
    #[inline(always)]
    fn look<S: Lanes>(self, simd: S, places: S::u32s) -> S::u32s {
        self.each(simd, places, |number| number)
    }

    #[inline(always)]
    fn each<S: Lanes>(self, simd: S, places: S::u32s, f: impl Fn(u32) -> u32) -> S::u32s {
        let mut lanes = [0; MOST];
        for (lane, &place) in lanes.iter_mut().zip(places.as_slice()) {
            *lane = f(u32::from(self.0[(place & 511) as usize]));
        }
        S::u32s::from_slice(simd, &lanes[..S::u32s::LEN])
    }
}

impl Lattice for Permuted<'_> {
    const STRIDE: [u32; 3] = [1; 3];

    #[inline(always)]
    fn start(self) -> [u32; 3] {
        [0; 3]
    }
    #[inline(always)]
    fn column<S: Lanes>(self, simd: S, x: S::u32s) -> S::u32s {
        self.look(simd, x & 255)
    }
    #[inline(always)]
    fn row<S: Lanes>(self, _: S, y: S::u32s) -> S::u32s {
        y & 255
    }
    #[inline(always)]
    fn layer<S: Lanes>(self, _: S, z: S::u32s) -> S::u32s {
        z & 255
    }
    #[inline(always)]
    fn flat<S: Lanes>(self, simd: S, column: S::u32s, row: S::u32s) -> S::u32s {
        self.look(simd, column + row)
    }
    #[inline(always)]
    fn solid<S: Lanes>(self, simd: S, column: S::u32s, row: S::u32s, layer: S::u32s) -> S::u32s {
        self.look(simd, self.look(simd, column + row) + layer)
    }
    #[inline(always)]
    fn eighth<S: Lanes>(number: S::u32s) -> S::u32s {
        number & 7
    }
    #[inline(always)]
    fn sixteenth<S: Lanes>(number: S::u32s) -> S::u32s {
        number & 15
    }
    /// `number % 12` for numbers below 256.
    #[inline(always)]
    fn twelfth<S: Lanes>(_: S, number: S::u32s) -> S::u32s {
        number - ((number * 171) >> 11) * 12
    }
}
