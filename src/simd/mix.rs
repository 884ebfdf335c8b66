//! Mixing of seeds and salts. Seeds are combined by [`mix`] and never added, so that neighbouring seeds share nothing.

/// Odd number that makes the two arguments of [`mix`] play different parts: 2^64 divided by the golden ratio.
const TURN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Combines two 64-bit numbers into one that depends on every bit of both.
///
/// For either argument fixed, a bijection of the other; `mix(0, 0)` is 0; not symmetric. A node's seed is
/// `mix(mix(graph, node), salt)`. The finaliser and its constants are those of SplitMix64 (Steele, Lea and Flood, 2014,
/// with variant 13 of Stafford, 2011).
#[inline]
pub const fn mix(a: u64, b: u64) -> u64 {
    join(spread(a), b)
}

/// First half of [`mix`], which depends on `a` alone: `mix(a, b) = join(spread(a), b)`.
#[inline(always)]
pub(super) const fn spread(a: u64) -> u64 {
    finalise(a).wrapping_mul(TURN)
}

/// Second half of [`mix`].
#[inline(always)]
pub(super) const fn join(spread: u64, b: u64) -> u64 {
    finalise(spread ^ b)
}

#[inline(always)]
const fn finalise(mut v: u64) -> u64 {
    v = (v ^ (v >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    v = (v ^ (v >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    v ^ (v >> 31)
}
