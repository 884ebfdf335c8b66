//! The loop of noises whose samples share nothing: every lane finds the cells that it needs.

use super::lanes::{Lanes, load, store};
use super::place::{Depth, Placement, Positions};
use super::points::{Row, depths};
use super::split::{CHUNK, Splits, split};
use fearless_simd::prelude::*;

/// A noise on the square lattice that gives `N` numbers per sample.
pub(super) trait Alone<const N: usize> {
    /// Tables in registers.
    type Ready<S: Lanes>: Copy;

    fn ready<S: Lanes>(&self, simd: S) -> Self::Ready<S>;
    /// The numbers at lattice coordinates along x, y and z; 2D noises do not look at the last.
    fn values<S: Lanes>(&self, simd: S, ready: &Self::Ready<S>, at: &[Splits<S>; 3]) -> [S::f32s; N];
}

/// Fills the columns `from..to` of all rows, at most [`CHUNK`], with the numbers of `noise`.
#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
#[inline(always)]
pub(super) fn fill<S: Lanes, A: Alone<N>, const N: usize>(
    simd: S,
    noise: &A,
    place: &Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, to): (usize, usize),
    out: &mut [&mut [f32]; N],
) {
    let ready = noise.ready(simd);
    let level = Splits::splat(simd, split(place.z(if let Depth::Level(z) = depth { z } else { 0.0 })));
    let (mut xs, mut ys) = (Row::new(), Row::new());
    for r in 0..at.height {
        let span = at.span(r, from, to);
        let mut row = level;
        if at.separable {
            row = Splits::splat(simd, place.split(at.y[r], 1));
        } else {
            ys.lay(simd, &at.y[span.clone()], (place, 1), (0, 1));
        }
        if !at.separable || r == 0 {
            let x = if at.separable { &at.x[from..to] } else { &at.x[span.clone()] };
            xs.lay(simd, x, (place, 0), (0, 1));
        }
        for i in (0..to - from).step_by(S::f32s::LEN) {
            let (mut x, mut y) = (xs.at(simd, i), if at.separable { row } else { ys.at(simd, i) });
            if let Some((dx, dy)) = at.displacement {
                x = x.moved(place.steps(simd, load(simd, &dx[span.clone()], i), 0), 1);
                y = y.moved(place.steps(simd, load(simd, &dy[span.clone()], i), 1), 1);
            }
            let z = match depth {
                Depth::Samples(z) => depths(simd, &z[span.clone()], i, |z| place.z(z)),
                Depth::Flat | Depth::Level(_) => level,
            };
            let values = noise.values(simd, &ready, &[x, y, z]);
            for n in 0..N {
                store::<S>(values[n], &mut out[n][span.clone()], i);
            }
        }
    }
}

/// The pieces of a row that [`fill`] works on.
pub(super) fn pieces(width: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..width).step_by(CHUNK).map(move |from| (from, width.min(from + CHUNK)))
}
