//! The per-sample loop: noise at displaced, scattered or too widely spaced positions, where samples share nothing.

use super::Curve;
use super::lanes::{Lanes, MOST, load};
use super::lattice::Lattice;
use super::place::{Depth, Placement, Positions};
use super::split::{CHUNK, ROUND_BITS, Splits, split, step_of};
use super::square::{Cell, Octave, Slab, Square};
use super::strip::Strip;
use super::sum::Finish;
use super::wrapped::Wrapped;
use fearless_simd::prelude::*;

/// Positions of the samples of a row of up to [`CHUNK`] on a lattice, before displacement, their cells strided.
#[repr(C, align(64))]
pub(super) struct Row {
    pub cell: [u32; CHUNK],
    pub frac: [f32; CHUNK],
}

impl Row {
    pub const fn new() -> Self {
        Self { cell: [0; CHUNK], frac: [0.0; CHUNK] }
    }

    /// Splits coordinates along x or y (`axis` 0 or 1); strides cells by `start` and `stride`.
    ///
    /// A function of its own, compiled once per level rather than into every noise.
    #[inline(never)]
    pub fn lay<S: Lanes>(
        &mut self,
        simd: S,
        values: &[f64],
        (place, axis): (&Placement, usize),
        (start, stride): (u32, u32),
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                place.split_all(values, axis, &mut self.cell, &mut self.frac);
                for cells in self.cell.chunks_exact_mut(S::u32s::LEN).take(values.len().div_ceil(S::u32s::LEN)) {
                    (S::u32s::from_slice(simd, cells) * stride + start).store_slice(cells);
                }
            },
        );
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

/// The largest displacement of the samples `from..to` of all rows, in metres; no number if one of them is none.
pub(super) fn reach<S: Lanes>(simd: S, at: &Positions<'_>, (from, to): (usize, usize)) -> f32 {
    let Some(displacement) = at.displacement else { return 0.0 };
    simd.vectorize(
        #[inline(always)]
        || reach_of(simd, at, displacement, (from, to)),
    )
}

#[inline(always)]
fn reach_of<S: Lanes>(simd: S, at: &Positions<'_>, (dx, dy): (&[f32], &[f32]), (from, to): (usize, usize)) -> f32 {
    // Magnitudes compare like their bits, and numbers that are none like the largest.
    let mut most = [S::u32s::splat(simd, 0); 2];
    for r in 0..at.height {
        let span = at.span(r, from, to);
        for i in (0..to - from).step_by(S::f32s::LEN) {
            for (d, most) in [dx, dy].into_iter().zip(&mut most) {
                let bits: S::u32s = load(simd, &d[span.clone()], i).abs().bitcast();
                *most = most.max(bits);
            }
        }
    }
    f32::from_bits(most[0].max(most[1]).as_slice().iter().copied().max().unwrap_or(0))
}

/// A row's displacements in cells, in whole vectors, where one multiplication is not enough: for stretches that round, for
/// displacements that reach so far that they have to be kept within bounds, and for rows that end within a vector.
struct Steps {
    x: [f32; CHUNK],
    y: [f32; CHUNK],
}

impl Steps {
    #[inline(never)]
    fn lay<S: Lanes>(&mut self, simd: S, place: &Placement, dx: &[f32], dy: &[f32]) {
        simd.vectorize(
            #[inline(always)]
            || {
                for i in (0..dx.len()).step_by(S::f32s::LEN) {
                    place.steps(simd, load(simd, dx, i), 0).store_slice(&mut self.x[i..i + S::f32s::LEN]);
                    place.steps(simd, load(simd, dy, i), 1).store_slice(&mut self.y[i..i + S::f32s::LEN]);
                }
            },
        );
    }
}

/// How the per-sample loop strides cells along x and y: from where, less [`ROUND_BITS`] cells, which the first number of
/// [`step_of`] is more than the step, and by how much. Cells of a lattice that repeats stay plain.
#[inline(always)]
pub(super) fn strides<L: Lattice>(lattice: Wrapped<L>, place: &Placement) -> [(u32, u32); 2] {
    let of = |start: [u32; 3], stride: [u32; 3]| {
        [0, 1].map(|axis| (start[axis].wrapping_sub(ROUND_BITS.wrapping_mul(stride[axis])), stride[axis]))
    };
    if place.repeats() { of(lattice.start(), Wrapped::<L>::STRIDE) } else { of(lattice.inner().start(), L::STRIDE) }
}

/// Adds an octave to `out`, or writes it: the `first` of a sum replaces what is there, the last one is finished. Of each
/// row it fills `len` samples, at most [`CHUNK`], after `from`, which lie `aside` after the strip's first column. `reach` is
/// the largest displacement. `lattice` is that of the octave, or what wraps it.
#[allow(clippy::too_many_arguments, reason = "the whole state of one loop")]
#[inline(always)]
pub(super) fn points<S: Lanes, N: Square<C, T>, L: Lattice, const C: usize, const T: usize>(
    simd: S,
    noise: &N,
    (octave, lattice): (&Octave, L),
    strip: &Strip,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, aside, len): (usize, usize, usize),
    reach: f32,
    (first, finish): (bool, Option<Finish>),
    out: &mut [f32],
) {
    let ready = noise.ready(simd, octave);
    let (place, curve) = (&octave.place, noise.curve());
    let z = split(place.z(if let Depth::Level(z) = depth { z } else { 0.0 }));
    let level = N::slab(simd, lattice, curve, Splits::splat(simd, z));
    let strides = strides(Wrapped::new(N::lattice(&ready), octave), place);
    let (mut xs, mut ys, mut steps) = (Row::new(), Row::new(), Steps { x: [0.0; CHUNK], y: [0.0; CHUNK] });
    let whole = len.is_multiple_of(S::f32s::LEN);
    let direct = place.frequency_within(reach).filter(|_| whole);
    let mut padded = [0.0; CHUNK];
    for r in 0..at.height {
        let span = at.span(r, from, from + len);
        // What all samples of a row share stands in one vector, which is read again and again.
        let (mut every_y, mut every_step) = (usize::MAX, 0);
        if at.separable {
            let (y, (start, stride)) = (place.split(at.y[r], 1), strides[1]);
            ys.cell[..MOST].fill((y.cell as u32).wrapping_mul(stride).wrapping_add(start));
            ys.frac[..MOST].fill(y.frac);
            every_y = 0;
        } else {
            xs.lay(simd, &at.x[span.clone()], (place, 0), strides[0]);
            ys.lay(simd, &at.y[span.clone()], (place, 1), strides[1]);
        }
        let (mut dx, mut dy, mut frequency) = (&steps.x[..], &steps.y[..], 1.0);
        if let Some((x, y)) = at.displacement {
            every_step = usize::MAX;
            (dx, dy) = (&x[span.clone()], &y[span.clone()]);
            if let Some(direct) = direct {
                frequency = direct;
            } else {
                steps.lay(simd, place, dx, dy);
                (dx, dy) = (&steps.x[..], &steps.y[..]);
            }
        }
        let line = if whole {
            &mut out[span.clone()]
        } else {
            padded[..len].copy_from_slice(&out[span.clone()]);
            &mut padded[..len.next_multiple_of(S::f32s::LEN)]
        };
        let x = if at.separable { strip.chunk(aside) } else { (&xs.cell, &xs.frac) };
        let base = Base { x, y: (&ys.cell, &ys.frac), every_y, steps: (dx, dy), every_step, frequency };
        let octave = At { ready: &ready, lattice, curve, octave, first, finish };
        let slabs = |i: usize| match depth {
            Depth::Samples(z) => N::slab(simd, lattice, curve, depths(simd, &z[span.clone()], i, |z| place.z(z))),
            Depth::Flat | Depth::Level(_) => level,
        };
        let lanes = S::f32s::LEN;
        let mut pairs = line.chunks_exact_mut(2 * lanes);
        let mut i = 0;
        for pair in &mut pairs {
            octave.add::<S, N, C, T, 2>(simd, &base, i, [slabs(i), slabs(i + lanes)], pair);
            i += 2 * lanes;
        }
        for one in pairs.into_remainder().chunks_exact_mut(lanes) {
            octave.add::<S, N, C, T, 1>(simd, &base, i, [slabs(i)], one);
        }
        if !whole {
            out[span].copy_from_slice(&padded[..len]);
        }
    }
}

/// Where the samples of a row lie before displacement, as strided cells and fractions, and their displacements.
struct Base<'a> {
    x: (&'a [u32; CHUNK], &'a [f32; CHUNK]),
    y: (&'a [u32; CHUNK], &'a [f32; CHUNK]),
    /// What is taken of a sample's number to find its y: nothing where all samples share the first vector.
    every_y: usize,
    steps: (&'a [f32], &'a [f32]),
    /// The same for its displacement.
    every_step: usize,
    /// Cells in a unit of displacement.
    frequency: f32,
}

impl Base<'_> {
    /// The samples from `i` on, displaced.
    #[inline(always)]
    fn at<S: Lanes>(&self, simd: S, i: usize, [stride_x, stride_y, _]: [u32; 3]) -> [Splits<S>; 2] {
        let numbers = |from: &[f32], i: usize| S::f32s::from_slice(simd, &from[i..][..S::f32s::LEN]);
        let cells = |from: &[u32], i: usize| S::u32s::from_slice(simd, &from[i..][..S::u32s::LEN]);
        // Changes no number, but says to the compiler that the lanes lie within a chunk: it need not look.
        let within = CHUNK - S::f32s::LEN;
        let (sample, i) = (i & self.every_step, i & within);
        let line = i & self.every_y & within;
        let (x, x_frac) = step_of::<S>(numbers(self.x.1, i), numbers(self.steps.0, sample) * self.frequency);
        let (y, y_frac) = step_of::<S>(numbers(self.y.1, line), numbers(self.steps.1, sample) * self.frequency);
        [
            Splits { cell: cells(self.x.0, i) + x * stride_x, frac: x_frac },
            Splits { cell: cells(self.y.0, line) + y * stride_y, frac: y_frac },
        ]
    }
}

/// An octave as the per-sample loop adds it.
struct At<'a, R, L> {
    ready: &'a R,
    lattice: L,
    curve: Curve,
    octave: &'a Octave,
    first: bool,
    finish: Option<Finish>,
}

impl<R: Copy, L: Lattice> At<'_, R, L> {
    /// Adds `K` vectors from sample `i` on to `line`.
    ///
    /// Each step is done for all of them before the next: a processor that waits for the long chain of one vector has the
    /// other's work at hand.
    #[inline(always)]
    fn add<S: Lanes, N: Square<C, T, Ready<S> = R>, const C: usize, const T: usize, const K: usize>(
        &self,
        simd: S,
        base: &Base<'_>,
        i: usize,
        slabs: [Slab<S>; K],
        line: &mut [f32],
    ) {
        let lanes = S::f32s::LEN;
        let n = self.values::<S, N, C, T, K>(simd, base, i, slabs);
        for (k, line) in line.chunks_exact_mut(lanes).enumerate().take(K) {
            let mut n = n[k];
            if let Some(term) = self.octave.term {
                if term.bent {
                    n = n.abs() - term.bias;
                }
                if let Some(weight) = term.weight {
                    n *= weight;
                }
                n = if self.first { n + 0.0 } else { S::f32s::from_slice(simd, line) + n };
                if let Some(finish) = self.finish {
                    n = finish.apply(simd, n);
                }
            }
            n.store_slice(line);
        }
    }

    #[inline(always)]
    fn values<S: Lanes, N: Square<C, T, Ready<S> = R>, const C: usize, const T: usize, const K: usize>(
        &self,
        simd: S,
        base: &Base<'_>,
        i: usize,
        slabs: [Slab<S>; K],
    ) -> [S::f32s; K] {
        let zero = S::f32s::splat(simd, 0.0);
        let (ready, lattice, stride) = (self.ready, self.lattice, L::STRIDE);
        let mut places = [[Splits::splat(simd, Default::default()); 2]; K];
        let mut faded = [[zero; 2]; K];
        let mut lines = [[S::u32s::splat(simd, 0); 4]; K];
        let mut corners = [[[zero; C]; 4]; K];
        let mut edges = [[[zero; 2]; 2]; K];
        let mut values = [zero; K];
        for k in 0..K {
            places[k] = base.at(simd, i + k * S::f32s::LEN, stride);
        }
        for k in 0..K {
            let [x, y] = places[k];
            faded[k] = [self.curve.lanes(simd, x.frac), self.curve.lanes(simd, y.frac)];
        }
        for k in 0..K {
            let [x, y] = places[k];
            let (west, east) = (lattice.column(simd, x.cell), lattice.column(simd, x.cell + stride[0]));
            let (north, south) = (lattice.row(simd, y.cell), lattice.row(simd, y.cell + stride[1]));
            lines[k] = [west, east, north, south];
        }
        for k in 0..K {
            let [west, east, north, south] = lines[k];
            for (corner, (column, row)) in
                [(west, north), (west, south), (east, north), (east, south)].into_iter().enumerate()
            {
                corners[k][corner] = N::corner(simd, ready, column, row, &slabs[k]);
            }
        }
        for k in 0..K {
            let (y, v) = (places[k][1].frac, faded[k][1]);
            let [nw, sw, ne, se] = corners[k];
            edges[k] = [N::edge::<S>(nw, sw, y, v), N::edge::<S>(ne, se, y, v)];
        }
        for k in 0..K {
            let [west, east] = edges[k];
            values[k] = N::Cell::value::<S>(N::Cell::between::<S>(west, east), places[k][0].frac, faded[k][0]);
        }
        values
    }
}
