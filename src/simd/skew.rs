//! Noises on skewed lattices: how coordinates get there, and the loop that fills blocks.
//!
//! Coordinates are skewed in `f64`, one term per axis, split, and added as fractions, so that detail does not depend on how
//! far from the origin it lies and columns and rows are split once. Everything after is done in every lane: triangles share
//! nothing along a row.

use super::lanes::{Lanes, load, store};
use super::lattice::{Hashed, Lattice};
use super::level::at_level;
use super::place::{Depth, Placement, Positions};
use super::points::{Row, depths};
use super::split::{CHUNK, Splits, split};
use super::square::Octave;
use super::strip::{self, Key, Work};
use fearless_simd::prelude::*;

/// Noise of `D` skewed coordinates u, v (and w): x along the first one, y along the second, z along the third, and each
/// aside of the others. The lattice is asked for them in opposite order, as in Gustavson's tables.
pub(super) trait Skewed<const D: usize> {
    /// Factor of the sum of all coordinates that is added to each.
    const SKEW: f64;
    /// Where random numbers come from.
    type Lattice: Lattice;
    /// Gradients in registers.
    type Ready<S: Lanes>: Copy;

    fn lattice(&self) -> Self::Lattice;
    fn ready<S: Lanes>(&self, simd: S) -> Self::Ready<S>;
    /// The noise at skewed coordinates.
    fn value<S: Lanes>(&self, simd: S, ready: &Self::Ready<S>, at: [Splits<S>; D]) -> S::f32s;
    /// Two vectors of it, step by step, so that a processor which waits for one has the other's work at hand.
    #[inline(always)]
    fn two<S: Lanes>(&self, simd: S, ready: &Self::Ready<S>, [a, b]: [[Splits<S>; D]; 2]) -> [S::f32s; 2] {
        [self.value(simd, ready, a), self.value(simd, ready, b)]
    }

    /// Factor of a coordinate in a skewed one.
    fn skew(coordinate: usize, skewed: usize) -> f64 {
        if coordinate == skewed { 1.0 + Self::SKEW } else { Self::SKEW }
    }

    /// The steps along the skewed coordinates of a displacement in cells.
    #[inline(always)]
    fn steps<S: Lanes>(dx: S::f32s, dy: S::f32s) -> [S::f32s; 3] {
        let aside = (dx + dy) * Self::SKEW as f32;
        [dx + aside, dy + aside, aside]
    }

    /// How the lattice strides along a skewed coordinate: start and stride.
    #[inline(always)]
    fn strides(&self, skewed: usize) -> (u32, u32) {
        let axis = D - 1 - skewed;
        (self.lattice().start()[axis], Self::Lattice::STRIDE[axis])
    }
}

/// What each skewed coordinate gets from x, from y and from z: strided splits, of which those from y hold the start.
#[derive(Clone, Copy)]
struct Terms<S: Lanes, const D: usize> {
    x: [Splits<S>; D],
    y: [Splits<S>; D],
    z: [Splits<S>; D],
}

impl<S: Lanes, const D: usize> Terms<S, D> {
    #[inline(always)]
    fn sum<N: Skewed<D>>(&self, noise: &N) -> [Splits<S>; D] {
        let mut sum = self.x;
        for axis in 0..D {
            let (_, stride) = noise.strides(axis);
            sum[axis] = self.x[axis].plus(self.y[axis], stride);
            if D == 3 {
                sum[axis] = sum[axis].plus(self.z[axis], stride);
            }
        }
        sum
    }
}

/// Fills `out` with `noise`, which strips remember by its `number`, at the positions `at`.
pub(super) fn fill<N: Skewed<D>, const D: usize>(
    noise: &N,
    number: u64,
    place: Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    salt: u64,
    out: &mut [f32],
) {
    let key = Key::new(number, salt, None, depth, None);
    let octaves = |into: &mut Vec<Octave>| {
        let octave = |axis| Octave::single(place.skewed(N::skew(0, axis)), Hashed::default());
        into.extend((0..D).map(octave));
    };
    for from in (0..at.width).step_by(CHUNK) {
        let to = at.width.min(from + CHUNK);
        let x = if at.separable { &at.x[from..to] } else { &[] };
        strip::with_work(&key, x, octaves, |work, is_new| {
            at_level!(simd => chunk(simd, noise, &place, work, is_new, at, depth, (from, to), out));
        });
    }
}

#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
#[inline(always)]
fn chunk<S: Lanes, N: Skewed<D>, const D: usize>(
    simd: S,
    noise: &N,
    place: &Placement,
    work: &mut Work,
    is_new: bool,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, to): (usize, usize),
    out: &mut [f32],
) {
    if is_new && at.separable {
        for (axis, strip) in work.strips.iter_mut().enumerate().take(D) {
            let (_, stride) = noise.strides(axis);
            strip.lay_columns(simd, &at.x[from..to], &place.skewed(N::skew(0, axis)), (0, stride));
        }
    }
    let ready = noise.ready(simd);
    let level = if let Depth::Level(z) = depth { z } else { 0.0 };
    let term = |v: f64, axis: usize, start: u32| {
        let (v, (_, stride)) = (split(v), noise.strides(axis));
        Splits {
            cell: S::u32s::splat(simd, (v.cell as u32).wrapping_mul(stride).wrapping_add(start)),
            ..Splits::splat(simd, v)
        }
    };
    let places = |coordinate: usize| std::array::from_fn::<_, D, _>(|axis| place.skewed(N::skew(coordinate, axis)));
    let (along_x, along_y, along_z) = (places(0), places(1), places(2));
    let zero = [Splits::splat(simd, Default::default()); D];
    let mut terms = Terms { x: zero, y: zero, z: zero };
    for axis in 0..D {
        terms.z[axis] = term(along_z[axis].z(level), axis, 0);
    }
    let mut free: [[Row; D]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| Row::new()));
    for r in 0..at.height {
        let span = at.span(r, from, to);
        for axis in 0..D {
            let (start, stride) = noise.strides(axis);
            if at.separable {
                terms.y[axis] = term(along_y[axis].y(at.y[r]), axis, start);
            } else {
                free[0][axis].lay(simd, &at.x[span.clone()], (&along_x[axis], 0), (0, stride));
                free[1][axis].lay(simd, &at.y[span.clone()], (&along_y[axis], 1), (start, stride));
            }
        }
        let line = &mut out[span.clone()];
        let mut done = 0;
        if at.separable && at.displacement.is_none() && !matches!(depth, Depth::Samples(_)) {
            let lanes = S::f32s::LEN;
            for (v, line) in line.chunks_exact_mut(2 * lanes).enumerate() {
                let mut sums = [zero; 2];
                for k in 0..2 {
                    for axis in 0..D {
                        terms.x[axis] = work.strips[axis].strided_at(simd, (2 * v + k) * lanes);
                    }
                    sums[k] = terms.sum(noise);
                }
                let [west, east] = noise.two(simd, &ready, sums);
                west.store_slice(&mut line[..lanes]);
                east.store_slice(&mut line[lanes..]);
            }
            done = line.len() / (2 * lanes) * (2 * lanes);
        }
        for i in (done..to - from).step_by(S::f32s::LEN) {
            for axis in 0..D {
                if at.separable {
                    terms.x[axis] = work.strips[axis].strided_at(simd, i);
                } else {
                    (terms.x[axis], terms.y[axis]) = (free[0][axis].at(simd, i), free[1][axis].at(simd, i));
                }
                if let Depth::Samples(z) = depth {
                    let z = depths(simd, &z[span.clone()], i, |z| along_z[axis].z(z));
                    terms.z[axis] = Splits { cell: z.cell * noise.strides(axis).1, ..z };
                }
            }
            let mut sum = terms.sum(noise);
            if let Some((dx, dy)) = at.displacement {
                let dx = place.steps(simd, load(simd, &dx[span.clone()], i), 0);
                let dy = place.steps(simd, load(simd, &dy[span.clone()], i), 1);
                for (axis, by) in N::steps::<S>(dx, dy).into_iter().enumerate().take(D) {
                    sum[axis] = sum[axis].moved(by, noise.strides(axis).1);
                }
            }
            store::<S>(noise.value(simd, &ready, sum), line, i);
        }
    }
}
