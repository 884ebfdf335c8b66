//! What kernels need beyond the portable vectors of `fearless_simd`: table look-ups inside registers.
//!
//! The only architecture-dependent code of the crate. [`Lanes`] adds to each level three look-ups and a shift by one lane;
//! each is one or two instructions, and none of them computes.

use fearless_simd::prelude::*;
use fearless_simd::{Bytes, Fallback, SimdFrom};

/// Most lanes that a vector of any level has.
pub(super) const MOST: usize = 16;

/// A level of instructions with look-ups inside registers.
pub(super) trait Lanes: Simd {
    /// A table of eight numbers in registers.
    type Eight: Copy;
    /// A table of sixteen numbers in registers.
    type Sixteen: Copy;

    /// The form of a lane number that [`Lanes::pick`] takes.
    fn picker(lane: u32) -> u32;
    /// Lane `i` becomes lane `pickers[i]` of `table`.
    fn pick(self, table: Self::f32s, pickers: Self::u32s) -> Self::f32s;
    /// Lanes move down by one; the first lane of `next` follows the last one.
    fn shift_in(self, lanes: Self::f32s, next: Self::f32s) -> Self::f32s;

    fn eight(self, table: &[f32; 8]) -> Self::Eight;
    /// Lane `i` becomes entry `numbers[i]` of `table`; numbers are below 8.
    fn look8(self, table: Self::Eight, numbers: Self::u32s) -> Self::f32s;

    fn sixteen(self, table: &[f32; 16]) -> Self::Sixteen;
    /// Lane `i` becomes entry `numbers[i]` of `table`; numbers are below 16.
    fn look16(self, table: Self::Sixteen, numbers: Self::u32s) -> Self::f32s;
}

/// The lanes from `at` on; lanes beyond the end of `from` are those of its last entries.
#[inline(always)]
pub(super) fn load<S: Lanes>(simd: S, from: &[f32], at: usize) -> S::f32s {
    match from.get(at..at + S::f32s::LEN) {
        Some(lanes) => S::f32s::from_slice(simd, lanes),
        None => load_end(simd, from, at),
    }
}

#[inline(always)]
fn load_end<S: Lanes>(simd: S, from: &[f32], at: usize) -> S::f32s {
    let mut lanes = [0.0; MOST];
    let rest = &from[at..];
    lanes[..rest.len()].copy_from_slice(rest);
    S::f32s::from_slice(simd, &lanes[..S::f32s::LEN])
}

/// Writes the lanes to `to` from `at` on, as far as it reaches.
#[inline(always)]
pub(super) fn store<S: Lanes>(lanes: S::f32s, to: &mut [f32], at: usize) {
    match to.get_mut(at..at + S::f32s::LEN) {
        Some(to) => lanes.store_slice(to),
        None => {
            let mut all = [0.0; MOST];
            lanes.store_slice(&mut all[..S::f32s::LEN]);
            let rest = &mut to[at..];
            rest.copy_from_slice(&all[..rest.len()]);
        }
    }
}

/// The lanes of a table entry each; for levels without a register that holds the table.
#[inline(always)]
fn look_up<S: Lanes, const N: usize>(simd: S, table: &[f32; N], numbers: S::u32s) -> S::f32s {
    let mut lanes = [0.0; MOST];
    for (lane, &number) in lanes.iter_mut().zip(numbers.as_slice()) {
        *lane = table[number as usize % N];
    }
    S::f32s::from_slice(simd, &lanes[..S::f32s::LEN])
}

/// Byte numbers of the four bytes of a 32-bit lane: the form of levels that move bytes.
#[inline(always)]
fn bytes_of_lane(lane: u32) -> u32 {
    lane.wrapping_mul(0x0404_0404).wrapping_add(0x0302_0100)
}

impl Lanes for Fallback {
    type Eight = [f32; 8];
    type Sixteen = [f32; 16];

    #[inline(always)]
    fn picker(lane: u32) -> u32 {
        lane
    }
    #[inline(always)]
    fn pick(self, table: Self::f32s, pickers: Self::u32s) -> Self::f32s {
        let (t, p) = (table.as_array(), pickers.as_array());
        [t[p[0] as usize & 3], t[p[1] as usize & 3], t[p[2] as usize & 3], t[p[3] as usize & 3]].simd_into(self)
    }
    #[inline(always)]
    fn shift_in(self, lanes: Self::f32s, next: Self::f32s) -> Self::f32s {
        lanes.slide::<1>(next)
    }
    #[inline(always)]
    fn eight(self, table: &[f32; 8]) -> [f32; 8] {
        *table
    }
    #[inline(always)]
    fn look8(self, table: [f32; 8], numbers: Self::u32s) -> Self::f32s {
        look_up(self, &table, numbers)
    }
    #[inline(always)]
    fn sixteen(self, table: &[f32; 16]) -> [f32; 16] {
        *table
    }
    #[inline(always)]
    fn look16(self, table: [f32; 16], numbers: Self::u32s) -> Self::f32s {
        look_up(self, &table, numbers)
    }
}

/// Levels of four lanes that move bytes by number.
macro_rules! four_lanes {
    ($token:ty) => {
        impl Lanes for $token {
            type Eight = [Self::f32s; 2];
            type Sixteen = [[Self::f32s; 2]; 2];

            #[inline(always)]
            fn picker(lane: u32) -> u32 {
                bytes_of_lane(lane)
            }
            #[inline(always)]
            fn pick(self, table: Self::f32s, pickers: Self::u32s) -> Self::f32s {
                table.swizzle_dyn(pickers.to_bytes())
            }
            #[inline(always)]
            fn shift_in(self, lanes: Self::f32s, next: Self::f32s) -> Self::f32s {
                lanes.slide::<1>(next)
            }
            #[inline(always)]
            fn eight(self, table: &[f32; 8]) -> Self::Eight {
                [Self::f32s::from_slice(self, &table[..4]), Self::f32s::from_slice(self, &table[4..])]
            }
            #[inline(always)]
            fn look8(self, table: Self::Eight, numbers: Self::u32s) -> Self::f32s {
                let bytes = ((numbers & 3) * 0x0404_0404 + 0x0302_0100).to_bytes();
                let [low, high] = table;
                numbers.simd_lt(4).select(low.swizzle_dyn(bytes), high.swizzle_dyn(bytes))
            }
            #[inline(always)]
            fn sixteen(self, table: &[f32; 16]) -> Self::Sixteen {
                let four = table.as_chunks::<4>().0;
                let (a, b) = (Self::f32s::from_slice(self, &four[0]), Self::f32s::from_slice(self, &four[1]));
                let (c, d) = (Self::f32s::from_slice(self, &four[2]), Self::f32s::from_slice(self, &four[3]));
                [[a, b], [c, d]]
            }
            #[inline(always)]
            fn look16(self, [low, high]: Self::Sixteen, numbers: Self::u32s) -> Self::f32s {
                numbers.simd_lt(8).select(self.look8(low, numbers), self.look8(high, numbers & 7))
            }
        }
    };
}

#[cfg(target_arch = "aarch64")]
four_lanes!(fearless_simd::aarch64::Neon);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use fearless_simd::x86::{Avx2, Avx512, Sse4_2};
    use std::arch::x86_64::*;

    four_lanes!(Sse4_2);

    fearless_simd::kernel!(
        #[inline(always)]
        fn permute8(token: Avx2, table: __m256, lanes: __m256i) -> __m256 {
            _mm256_permutevar8x32_ps(table, lanes)
        }
    );
    fearless_simd::kernel!(
        #[inline(always)]
        fn shift8(token: Avx2, lanes: __m256, next: __m256) -> __m256 {
            let (lanes, next) = (_mm256_castps_si256(lanes), _mm256_castps_si256(next));
            let middle = _mm256_permute2x128_si256::<0x21>(lanes, next);
            _mm256_castsi256_ps(_mm256_alignr_epi8::<4>(middle, lanes))
        }
    );
    fearless_simd::kernel!(
        #[inline(always)]
        fn permute16(token: Avx512, table: __m512, lanes: __m512i) -> __m512 {
            _mm512_permutexvar_ps(lanes, table)
        }
    );
    fearless_simd::kernel!(
        #[inline(always)]
        fn shift16(token: Avx512, lanes: __m512, next: __m512) -> __m512 {
            let (lanes, next) = (_mm512_castps_si512(lanes), _mm512_castps_si512(next));
            _mm512_castsi512_ps(_mm512_alignr_epi32::<1>(next, lanes))
        }
    );

    impl Lanes for Avx2 {
        type Eight = Self::f32s;
        type Sixteen = [Self::f32s; 2];

        #[inline(always)]
        fn picker(lane: u32) -> u32 {
            lane
        }
        #[inline(always)]
        fn pick(self, table: Self::f32s, pickers: Self::u32s) -> Self::f32s {
            Self::f32s::simd_from(self, permute8(self, table.into(), pickers.into()))
        }
        #[inline(always)]
        fn shift_in(self, lanes: Self::f32s, next: Self::f32s) -> Self::f32s {
            Self::f32s::simd_from(self, shift8(self, lanes.into(), next.into()))
        }
        #[inline(always)]
        fn eight(self, table: &[f32; 8]) -> Self::f32s {
            Self::f32s::from_slice(self, table)
        }
        #[inline(always)]
        fn look8(self, table: Self::f32s, numbers: Self::u32s) -> Self::f32s {
            self.pick(table, numbers)
        }
        #[inline(always)]
        fn sixteen(self, table: &[f32; 16]) -> Self::Sixteen {
            [Self::f32s::from_slice(self, &table[..8]), Self::f32s::from_slice(self, &table[8..])]
        }
        #[inline(always)]
        fn look16(self, [low, high]: Self::Sixteen, numbers: Self::u32s) -> Self::f32s {
            numbers.simd_lt(8).select(self.pick(low, numbers), self.pick(high, numbers))
        }
    }

    impl Lanes for Avx512 {
        type Eight = Self::f32s;
        type Sixteen = Self::f32s;

        #[inline(always)]
        fn picker(lane: u32) -> u32 {
            lane
        }
        #[inline(always)]
        fn pick(self, table: Self::f32s, pickers: Self::u32s) -> Self::f32s {
            Self::f32s::simd_from(self, permute16(self, table.into(), pickers.into()))
        }
        #[inline(always)]
        fn shift_in(self, lanes: Self::f32s, next: Self::f32s) -> Self::f32s {
            Self::f32s::simd_from(self, shift16(self, lanes.into(), next.into()))
        }
        #[inline(always)]
        fn eight(self, table: &[f32; 8]) -> Self::f32s {
            let [a, b, c, d, e, f, g, h] = *table;
            Self::f32s::from_slice(self, &[a, b, c, d, e, f, g, h, a, b, c, d, e, f, g, h])
        }
        #[inline(always)]
        fn look8(self, table: Self::f32s, numbers: Self::u32s) -> Self::f32s {
            self.pick(table, numbers)
        }
        #[inline(always)]
        fn sixteen(self, table: &[f32; 16]) -> Self::f32s {
            Self::f32s::from_slice(self, table)
        }
        #[inline(always)]
        fn look16(self, table: Self::f32s, numbers: Self::u32s) -> Self::f32s {
            self.pick(table, numbers)
        }
    }
}
