//! What cellular noise gives besides the distance to the nearest point (Worley, 1996): other measures of distance, the
//! second nearest point, the border between the two, and a number for the nearest one's cell.
//!
//! Points are those of [`Cellular`](super::Cellular). Each lane searches the cells around its own, ring by ring, until no
//! ring further out can hold anything nearer: all distances are exact.

use super::cellular::Strewn;
use super::lanes::{Lanes, MOST, load, store};
use super::lattice::Hashed;
use super::level::at_level;
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::points::{Row, depths};
use super::split::{CHUNK, Splits, split};
use super::square::Octave;
use super::wrapped::Wrapped;
use fearless_simd::prelude::*;

/// How far apart two points are, from their offsets along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Metric {
    /// The straight line.
    Euclidean,
    /// The square of the straight line.
    Squared,
    /// Along the axes: the sum of the offsets.
    Manhattan,
    /// The largest offset.
    Chebyshev,
    /// The sum of the offsets to this power, of which the root is taken.
    Minkowski(f32),
    /// Manhattan plus Squared.
    Hybrid,
}

impl Metric {
    /// The largest F1 and F2 in `axes` dimensions: the far corner of the own cell, and that of a neighbour seen from the
    /// middle of the cell or from its corner.
    fn longest(self, axes: f32) -> [f32; 2] {
        let longest = |corner: f32, neighbour: f32| [corner, corner.max(neighbour)];
        match self {
            Self::Euclidean => longest(axes, 2.25 + 0.25 * (axes - 1.0)).map(f32::sqrt),
            Self::Squared => longest(axes, 2.25 + 0.25 * (axes - 1.0)),
            Self::Manhattan => longest(axes, 1.5 + 0.5 * (axes - 1.0)),
            Self::Chebyshev => [1.0, 1.5],
            Self::Minkowski(p) => {
                let powers = longest(axes, libm::powf(1.5, p) + libm::powf(0.5, p) * (axes - 1.0));
                powers.map(|sum| libm::powf(sum, 1.0 / p))
            }
            Self::Hybrid => longest(2.0 * axes, 3.75 + 0.75 * (axes - 1.0)),
        }
    }
}

/// What is given of the distances to the nearest points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it: F1 is the distance to the nearest point, F2 to the second nearest")]
pub enum Feature {
    F1,
    F2,
    F2MinusF1,
    F1PlusF2,
    F1TimesF2,
    F1OverF2,
    /// Distance to the border of the cell (of the straight line, whatever the metric).
    Edge,
    /// A number of the nearest point's cell.
    Cell,
}

/// Cellular noise of one feature scale, seed, metric and feature; values in [0, 1].
#[derive(Clone, Debug)]
pub struct Worley {
    /// Width of a cell in metres.
    pub scale: f64,
    /// The mixed seed.
    pub seed: u64,
    /// How far points stray, 0 to 1.
    pub jitter: f32,
    /// Measure of distance.
    pub metric: Metric,
    /// What is given.
    pub feature: Feature,
    /// Metres of depth after which everything repeats, by cells that are made to fit.
    pub looped: Option<f64>,
}

/// Rings of cells that are searched at most; the farthest that can matter is three cells away for distances, five for
/// borders.
const MOST_RINGS: [i32; 2] = [4, 5];

/// Less than a ring's distance, for the rounding of the distances that are compared with it.
const ROUNDING: f32 = 1e-4;

impl Worley {
    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        self.run(at, depth, salt, &mut [out]);
    }

    /// Writes the offsets in metres, eastwards and southwards, from each position to the nearest point.
    pub fn offsets(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, [x, y]: [&mut [f32]; 2]) {
        self.run(at, depth, salt, &mut [x, y]);
    }

    fn run(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [&mut [f32]]) {
        let seed = mix(self.seed, salt);
        let place = Placement::new(self.scale, shift(seed)).looping(self.looped).repeating(at.period);
        let octave = Octave::single(place, Hashed::new(seed));
        let strewn = Strewn::new(Wrapped::new(octave.lattice, &octave), self.jitter);
        let solid = !matches!(depth, Depth::Flat);
        // Borders are planes half-way between points, which is where straight lines to them are equally long.
        let metric = if self.feature == Feature::Edge { Metric::Euclidean } else { self.metric };
        let scales = metric.longest(if solid { 3.0 } else { 2.0 });
        let scale = [place.scale(0) as f32, place.scale(1) as f32];
        let search = Search { strewn, solid, metric, feature: self.feature, scale, scales };
        for from in (0..at.width).step_by(CHUNK) {
            let to = at.width.min(from + CHUNK);
            at_level!(simd => points(simd, &search, &place, at, depth, (from, to), out));
        }
    }
}

/// What a sample is searched for.
struct Search {
    strewn: Strewn,
    solid: bool,
    metric: Metric,
    feature: Feature,
    /// Width of a cell in metres along x and y.
    scale: [f32; 2],
    /// The largest F1 and F2.
    scales: [f32; 2],
}

/// The nearest points of some cells.
struct Found<S: Lanes> {
    first: S::f32s,
    second: S::f32s,
    /// Number of the nearest point's cell.
    number: S::u32s,
    /// Offset of the nearest point.
    to: [S::f32s; 3],
}

impl Search {
    /// Offsets from the samples `at` to the points of the cells `offset` from theirs, and the numbers of those cells.
    #[inline(always)]
    fn point<S: Lanes>(&self, simd: S, at: &[Splits<S>; 3], offset: [i32; 3]) -> ([S::f32s; 3], S::u32s) {
        let number = self.strewn.number(simd, at, self.solid, offset);
        let mut to = [S::f32s::splat(simd, 0.0); 3];
        for axis in 0..if self.solid { 3 } else { 2 } {
            to[axis] = self.strewn.coordinate::<S>(number, axis) + offset[axis] as f32 - at[axis].frac;
        }
        (to, number)
    }

    /// What grows with the distance, without its root.
    #[inline(always)]
    fn measure<S: Lanes>(&self, simd: S, [x, y, z]: [S::f32s; 3]) -> S::f32s {
        match self.metric {
            Metric::Euclidean | Metric::Squared => x * x + y * y + z * z,
            Metric::Manhattan => x.abs() + y.abs() + z.abs(),
            Metric::Chebyshev => x.abs().max(y.abs()).max(z.abs()),
            Metric::Minkowski(p) => {
                let [x, y, z] = [x, y, z].map(|v| raised(simd, v.abs(), p));
                x + y + z
            }
            Metric::Hybrid => (x.abs() + y.abs() + z.abs()) + (x * x + y * y + z * z),
        }
    }

    /// The distance of what `measure` gives.
    #[inline(always)]
    fn distance<S: Lanes>(&self, simd: S, measured: S::f32s) -> S::f32s {
        match self.metric {
            Metric::Euclidean => measured.sqrt(),
            Metric::Minkowski(p) => raised(simd, measured, 1.0 / p),
            Metric::Squared | Metric::Manhattan | Metric::Chebyshev | Metric::Hybrid => measured,
        }
    }

    /// Distance along an axis from the samples to the cells that `rings` rings do not hold.
    #[inline(always)]
    fn beyond<S: Lanes>(&self, simd: S, at: &[Splits<S>; 3], rings: i32) -> S::f32s {
        let one = S::f32s::splat(simd, 1.0);
        let mut nearest = one;
        for axis in &at[..if self.solid { 3 } else { 2 }] {
            nearest = nearest.min(axis.frac.min(one - axis.frac));
        }
        nearest + (rings as f32 - ROUNDING)
    }

    #[inline(always)]
    fn around(&self, rings: i32) -> impl Iterator<Item = [i32; 3]> + use<> {
        let layers = if self.solid { rings } else { 0 };
        (-layers..=layers).flat_map(move |up| {
            (-rings..=rings).flat_map(move |south| (-rings..=rings).map(move |east| [east, south, up]))
        })
    }

    /// The nearest points of the cells at most `rings` away.
    #[inline(always)]
    fn search<S: Lanes>(&self, simd: S, at: &[Splits<S>; 3], rings: i32) -> Found<S> {
        let most = S::f32s::splat(simd, f32::MAX);
        let zero = S::f32s::splat(simd, 0.0);
        let mut found: Found<S> = Found { first: most, second: most, number: S::u32s::splat(simd, 0), to: [zero; 3] };
        for offset in self.around(rings) {
            let (to, number) = self.point(simd, at, offset);
            let measured = self.measure(simd, to);
            let nearer = measured.simd_lt(found.first);
            let Found { first, second, .. } = found;
            found.second = nearer.select(first, second.min(measured));
            found.first = nearer.select(measured, first);
            found.number = nearer.select(number, found.number);
            for (have, to) in found.to.iter_mut().zip(to) {
                *have = nearer.select(to, *have);
            }
        }
        found
    }

    /// The nearest points of all.
    #[inline(always)]
    fn nearest<S: Lanes>(&self, simd: S, at: &[Splits<S>; 3]) -> Found<S> {
        let zero = S::f32s::splat(simd, 0.0);
        let mut rings = 1;
        loop {
            let found = self.search(simd, at, rings);
            let counts = if self.is_of_second() { found.second } else { found.first };
            let outside = self.measure(simd, [self.beyond(simd, at, rings), zero, zero]);
            if rings == MOST_RINGS[0] || !counts.simd_gt(outside).any_true() {
                return found;
            }
            rings += 1;
        }
    }

    fn is_of_second(&self) -> bool {
        !matches!(self.feature, Feature::F1 | Feature::Cell | Feature::Edge)
    }

    /// Distance to the nearest of the planes half-way between the nearest point and the others.
    #[inline(always)]
    fn edge<S: Lanes>(&self, simd: S, at: &[Splits<S>; 3], found: &Found<S>) -> S::f32s {
        let [ax, ay, az] = found.to;
        let own = (ax * ax + ay * ay + az * az).sqrt();
        let mut rings = 2;
        loop {
            let mut nearest = S::f32s::splat(simd, f32::MAX);
            for offset in self.around(rings) {
                let ([bx, by, bz], _) = self.point(simd, at, offset);
                let (x, y, z) = (bx - ax, by - ay, bz - az);
                let apart = (x * x + y * y + z * z).sqrt();
                let half = ((ax + bx) * x + (ay + by) * y + (az + bz) * z) * 0.5 / apart;
                // The point itself is no neighbour of its own.
                nearest = apart.simd_gt(0.0).select(nearest.min(half), nearest);
            }
            // A plane is at least half as far as its point is farther than the nearest one.
            if rings == MOST_RINGS[1] || !(nearest * 2.0 + own).simd_gt(self.beyond(simd, at, rings)).any_true() {
                return nearest.max(S::f32s::splat(simd, 0.0));
            }
            rings += 1;
        }
    }

    #[inline(always)]
    fn value<S: Lanes>(&self, simd: S, at: &[Splits<S>; 3]) -> S::f32s {
        let found = self.nearest(simd, at);
        let [first, second] = [found.first, found.second].map(|measured| self.distance(simd, measured));
        let [f1, f2] = self.scales;
        let value = match self.feature {
            Feature::F1 => first * (1.0 / f1),
            Feature::F2 => second * (1.0 / f2),
            Feature::F2MinusF1 => (second - first) * (1.0 / f2),
            Feature::F1PlusF2 => (first + second) * (1.0 / (f1 + f2)),
            Feature::F1TimesF2 => first * second * (1.0 / (f1 * f2)),
            Feature::F1OverF2 => {
                let zero = S::f32s::splat(simd, 0.0);
                second.simd_gt(0.0).select(first / second, zero)
            }
            Feature::Edge => self.edge(simd, at, &found) * (2.0 / f2),
            Feature::Cell => self.strewn.drawn::<S>(found.number),
        };
        value.min(S::f32s::splat(simd, 1.0))
    }
}

/// Lanes to a power, one by one: the only power that gives the same bits everywhere.
#[inline(always)]
fn raised<S: Lanes>(simd: S, lanes: S::f32s, power: f32) -> S::f32s {
    let mut out = [0.0; MOST];
    for (out, &v) in out.iter_mut().zip(lanes.as_slice()) {
        *out = libm::powf(v, power);
    }
    S::f32s::from_slice(simd, &out[..S::f32s::LEN])
}

/// Fills the columns `from..to`: one slot with values, or two with the offsets of the nearest points.
#[inline(always)]
fn points<S: Lanes>(
    simd: S,
    search: &Search,
    place: &Placement,
    at: &Positions<'_>,
    depth: Depth<'_>,
    (from, to): (usize, usize),
    out: &mut [&mut [f32]],
) {
    let level = Splits::splat(simd, split(place.z(if let Depth::Level(z) = depth { z } else { 0.0 })));
    let (mut xs, mut ys) = (Row::new(), Row::new());
    for r in 0..at.height {
        let span = at.span(r, from, to);
        if !at.separable || r == 0 {
            let x = if at.separable { &at.x[from..to] } else { &at.x[span.clone()] };
            xs.lay(simd, x, (place, 0), (0, 1));
        }
        let row = Splits::splat(simd, place.split(if at.separable { at.y[r] } else { 0.0 }, 1));
        if !at.separable {
            ys.lay(simd, &at.y[span.clone()], (place, 1), (0, 1));
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
            let here = [x, y, z];
            if let [value] = out {
                store::<S>(search.value(simd, &here), &mut value[span.clone()], i);
            } else {
                let found = search.nearest(simd, &here);
                for (axis, out) in out.iter_mut().enumerate() {
                    store::<S>(found.to[axis] * search.scale[axis], &mut out[span.clone()], i);
                }
            }
        }
    }
}
