//! The per-sample loop: noise at displaced, scattered or too widely spaced positions, where samples share nothing.

use super::Curve;
use super::lanes::{Lanes, MOST, load, store};
use super::place::{Depth, Placement, Positions};
use super::split::{CHUNK, Splits, split, split_all};
use super::square::{Cell, Octave, Slab, Square};
use super::strip::Strip;
use super::sum::Finish;
use fearless_simd::prelude::*;

/// Positions of the samples of a row of up to [`CHUNK`] on a lattice, before displacement.
#[repr(C, align(64))]
pub(super) struct Row {
    pub cell: [u32; CHUNK],
    pub frac: [f32; CHUNK],
}

impl Row {
    pub fn new() -> Self {
        Self { cell: [0; CHUNK], frac: [0.0; CHUNK] }
    }

    #[inline(always)]
    pub fn lay(&mut self, values: &[f64], f: impl Fn(f64) -> f64) {
        split_all(values, f, &mut self.cell, &mut self.frac);
    }

    #[inline(always)]
    fn set<S: Lanes>(&mut self, i: usize, v: Splits<S>) {
        v.cell.store_slice(&mut self.cell[i..i + S::u32s::LEN]);
        v.frac.store_slice(&mut self.frac[i..i + S::f32s::LEN]);
    }

    #[inline(always)]
    pub fn at<S: Lanes>(&self, simd: S, i: usize) -> Splits<S> {
        let span = i..i + S::f32s::LEN;
        let cell = S::u32s::from_slice(simd, &self.cell[span.clone()]);
        Splits { cell, frac: S::f32s::from_slice(simd, &self.frac[span]) }
    }
}

/// The lanes of the depths `z` from sample `i` on.
#[inline(always)]
pub(super) fn depths<S: Lanes>(simd: S, z: &[f32], i: usize, place: impl Fn(f64) -> f64) -> Splits<S> {
    let (mut cell, mut frac) = ([0; MOST], [0.0; MOST]);
    for (lane, &z) in z[i..].iter().take(S::f32s::LEN).enumerate() {
        let v = split(place(f64::from(z)));
        (cell[lane], frac[lane]) = (v.cell as u32, v.frac);
    }
    Splits {
        cell: S::u32s::from_slice(simd, &cell[..S::u32s::LEN]),
        frac: S::f32s::from_slice(simd, &frac[..S::f32s::LEN]),
    }
}

/// Where the samples of a row lie on the lattice, displacement included, and their fractions faded.
///
/// Placing the samples and computing the noise are separate passes over a row: a processor that looks some hundred
/// instructions ahead overlaps the samples of a short pass, but not of a long one.
struct Placed {
    x: Row,
    y: Row,
    u: [f32; CHUNK],
    v: [f32; CHUNK],
}

impl Placed {
    fn new() -> Self {
        Self { x: Row::new(), y: Row::new(), u: [0.0; CHUNK], v: [0.0; CHUNK] }
    }

    /// Places the samples `from..to` of row `r`; `strip` holds the columns of a separable base.
    #[inline(always)]
    fn lay<S: Lanes>(
        &mut self,
        simd: S,
        (place, curve): (&Placement, Curve),
        strip: &Strip,
        at: &Positions<'_>,
        r: usize,
        (from, to): (usize, usize),
    ) {
        let span = at.span(r, from, to);
        let mut row = Splits::splat(simd, Default::default());
        if at.separable {
            row = Splits::splat(simd, split(place.y(at.y[r])));
        } else {
            self.x.lay(&at.x[span.clone()], |x| place.x(x));
            self.y.lay(&at.y[span.clone()], |y| place.y(y));
        }
        for i in (0..to - from).step_by(S::f32s::LEN) {
            let mut x = if at.separable { strip.at(simd, i) } else { self.x.at(simd, i) };
            let mut y = if at.separable { row } else { self.y.at(simd, i) };
            if let Some((dx, dy)) = at.displacement {
                x = x.moved(simd, place.offsets::<S>(load(simd, &dx[span.clone()], i)));
                y = y.moved(simd, place.offsets::<S>(load(simd, &dy[span.clone()], i)));
            }
            self.x.set(i, x);
            self.y.set(i, y);
            curve.lanes(simd, x.frac).store_slice(&mut self.u[i..i + S::f32s::LEN]);
            curve.lanes(simd, y.frac).store_slice(&mut self.v[i..i + S::f32s::LEN]);
        }
    }
}

/// Adds an octave to `out`, or writes it: the `first` of a sum replaces what is there, the last one is finished.
#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
#[inline(always)]
pub(super) fn points<S: Lanes, N: Square<C, T>, const C: usize, const T: usize>(
    simd: S,
    noise: &N,
    octave: &Octave,
    strip: &Strip,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, to): (usize, usize),
    (first, finish): (bool, Option<Finish>),
    out: &mut [f32],
) {
    let ready = noise.ready(simd, octave);
    let (place, curve) = (&octave.place, noise.curve());
    let z = split(place.z(if let Depth::Level(z) = depth { z } else { 0.0 }));
    let level = N::slab(simd, &ready, curve, Splits::splat(simd, z));
    let mut placed = Placed::new();
    for r in 0..at.height {
        placed.lay(simd, (place, curve), strip, at, r, (from, to));
        let span = at.span(r, from, to);
        let line = &mut out[span.clone()];
        for i in (0..to - from).step_by(S::f32s::LEN) {
            let slab = match depth {
                Depth::Samples(z) => N::slab(simd, &ready, curve, depths(simd, &z[span.clone()], i, |z| place.z(z))),
                Depth::Flat | Depth::Level(_) => level,
            };
            let mut n = inside::<S, N, C, T>(simd, &ready, &placed, i, &slab);
            if let Some(term) = octave.term {
                if term.bent {
                    n = n.abs() - term.bias;
                }
                if let Some(weight) = term.weight {
                    n *= weight;
                }
                n = if first { n + 0.0 } else { load(simd, line, i) + n };
                if let Some(finish) = finish {
                    n = finish.apply(simd, n);
                }
            }
            store::<S>(n, line, i);
        }
    }
}

/// The noise at the samples from `i` on.
#[inline(always)]
fn inside<S: Lanes, N: Square<C, T>, const C: usize, const T: usize>(
    simd: S,
    ready: &N::Ready<S>,
    placed: &Placed,
    i: usize,
    slab: &Slab<S>,
) -> S::f32s {
    let (x, y) = (placed.x.at(simd, i), placed.y.at(simd, i));
    let u = S::f32s::from_slice(simd, &placed.u[i..i + S::f32s::LEN]);
    let v = S::f32s::from_slice(simd, &placed.v[i..i + S::f32s::LEN]);
    let (west, east) = (N::column(simd, ready, x.cell), N::column(simd, ready, x.cell + 1));
    let (north, south) = (N::row(simd, ready, y.cell), N::row(simd, ready, y.cell + 1));
    let west = {
        let (n, s) = (N::corner(simd, ready, west, north, slab), N::corner(simd, ready, west, south, slab));
        N::edge::<S>(n, s, y.frac, v)
    };
    let east = {
        let (n, s) = (N::corner(simd, ready, east, north, slab), N::corner(simd, ready, east, south, slab));
        N::edge::<S>(n, s, y.frac, v)
    };
    N::Cell::value::<S>(N::Cell::between::<S>(west, east), x.frac, u)
}
