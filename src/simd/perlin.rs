//! Gradient noise on the square lattice (Perlin, 1985 and 2002), in 2D and 3D.
//!
//! The canonical expression blends over z, then y, then x, and keeps slope and offset of each lattice column apart, because
//! everything but the last step then depends on column and row only:
//!
//! ```text
//! ga = lerp(gx00, gx01, v)   ca = lerp(gy00·y, gy01·(y - 1), v)   left lattice column; gb, cb: the right one
//! value = (ga·x + ca) + u·((gb - ga)·x + ((cb - gb) - ca))
//! ```

use super::fade::{Curve, lerp, lerps};
use super::gradient::{EIGHT, TEXTBOOK, edges, edges_within};
use super::lanes::Lanes;
use super::lattice::{Hashed, Lattice, Permuted, Seeds};
use super::mix::mix;
use super::place::{Depth, Placement, Positions, shift};
use super::split::Splits;
use super::square::{self, Cell, Octave, Slab, Square, layers};
use super::strip::{Key, next_noise};
use super::sum::{Finish, Sum};

/// Perlin noise of one feature scale and seed.
///
/// Hashed: eight gradients of length √2 in 2D and twelve scaled by the bound of the fade in 3D, values in [-1, 1] in both.
/// Permutation: the textbook's, unscaled; values in [-1, 1] in 2D and in [-1.065, 1.065] in 3D.
#[derive(Clone, Debug)]
pub struct Perlin {
    number: u64,
    scale: f64,
    pub(super) seeds: Seeds,
    pub(super) curve: Curve,
    /// Metres of depth after which everything repeats.
    looped: Option<f64>,
}

impl Perlin {
    /// Noise whose cells are `scale` metres wide.
    pub fn new(scale: f64, seeds: Seeds, curve: Curve) -> Self {
        Self { number: next_noise(), scale, seeds, curve, looped: None }
    }

    /// The same noise with layers that repeat after `depth` metres, about `scale` metres apart.
    pub fn looping(self, depth: Option<f64>) -> Self {
        Self { looped: depth, ..self }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let octaves = |into: &mut Vec<Octave>| {
            let (place, lattice) = self.octave(salt);
            into.push(Octave::single(place.repeating(at.period), lattice));
        };
        self.run(&Key::new(self.number, salt, None, depth, at.period), None, octaves, at, depth, out);
    }

    /// Writes a sum of octaves of the noise at the positions `at` into `out`, one value per sample.
    pub fn sum(&self, sum: &Sum, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let octaves = |into: &mut Vec<Octave>| sum.octaves(|k| self.octave(mix(salt, k)), at.period, into);
        self.run(
            &Key::new(self.number, salt, Some(sum), depth, at.period),
            Some(sum.finish()),
            octaves,
            at,
            depth,
            out,
        );
    }

    /// Place and random numbers of the lattice with a salt.
    pub(super) fn octave(&self, salt: u64) -> (Placement, Hashed) {
        match self.seeds {
            Seeds::Hashed(seed) => {
                let seed = mix(seed, salt);
                (Placement::new(self.scale, shift(seed)).looping(self.looped), Hashed::new(seed))
            }
            Seeds::Permutation(_) => (Placement::new(self.scale, [0.0; 3]).looping(self.looped), Hashed::default()),
        }
    }

    fn run(
        &self,
        key: &Key,
        finish: Option<Finish>,
        octaves: impl Fn(&mut Vec<Octave>) + Copy,
        at: &Positions<'_>,
        depth: Depth<'_>,
        out: &mut [f32],
    ) {
        let (curve, solid) = (self.curve, !matches!(depth, Depth::Flat));
        let scaled = &edges_within(curve.bound_3d());
        macro_rules! fill {
            ($noise:ident, $gradients:expr, $lattice:expr) => {{
                let noise = $noise { gradients: $gradients, lattice: $lattice, curve };
                square::fill(&noise, key, (finish, self.scale), octaves, at, depth, out);
            }};
        }
        match (&self.seeds, solid) {
            (Seeds::Hashed(_), false) => fill!(Flat, &EIGHT, |octave: &Octave| octave.lattice),
            (Seeds::Hashed(_), true) => fill!(Solid, scaled, |octave: &Octave| octave.lattice),
            (Seeds::Permutation(table), false) => fill!(Flat, &TEXTBOOK, |_: &Octave| Permuted(table)),
            (Seeds::Permutation(table), true) => fill!(Solid, &edges(1.0), |_: &Octave| Permuted(table)),
        }
    }
}

/// The noise of one 2D cell from its four gradients, as the kernels blend it.
///
/// `gradients` are those of the corners (0, 0), (1, 0), (0, 1), (1, 1); `x` and `y` lie in [0, 1].
pub fn corner_blend(gradients: [[f32; 2]; 4], x: f32, y: f32, curve: Curve) -> f32 {
    let [nw, ne, sw, se] = gradients;
    let v = curve.at(y);
    between(column(nw, sw, y, v), column(ne, se, y, v), x, curve.at(x))
}

/// Slope in x and offset of a lattice column.
fn column(north: [f32; 2], south: [f32; 2], y: f32, v: f32) -> [f32; 2] {
    [lerp(north[0], south[0], v), lerp(north[1] * y, south[1] * (y - 1.0), v)]
}

/// Slope and offset of the west column, then what the east column differs by.
fn difference([ga, ca]: [f32; 2], [gb, cb]: [f32; 2]) -> [f32; 4] {
    [ga, ca, gb - ga, (cb - gb) - ca]
}

fn across([g, c, dg, dc]: [f32; 4], x: f32, u: f32) -> f32 {
    (g * x + c) + u * (dg * x + dc)
}

fn between(west: [f32; 2], east: [f32; 2], x: f32, u: f32) -> f32 {
    across(difference(west, east), x, u)
}

#[derive(Clone, Copy)]
struct Flat<'a, F> {
    gradients: &'a [[f32; 2]; 8],
    lattice: F,
    curve: Curve,
}

#[derive(Clone, Copy)]
struct ReadyFlat<S: Lanes, L: Lattice> {
    lattice: L,
    gradients: [S::Eight; 2],
}

impl<L: Lattice, F: Fn(&Octave) -> L + Copy> Square<2, 4> for Flat<'_, F> {
    type Ready<S: Lanes> = ReadyFlat<S, L>;
    type Lattice = L;
    type Cell = Slopes;

    #[inline(always)]
    fn curve(&self) -> Curve {
        self.curve
    }
    #[inline(always)]
    fn ready<S: Lanes>(&self, simd: S, octave: &Octave) -> ReadyFlat<S, L> {
        let (x, y) = (self.gradients.map(|g| g[0] * octave.scale), self.gradients.map(|g| g[1] * octave.scale));
        ReadyFlat { lattice: (self.lattice)(octave), gradients: [simd.eight(&x), simd.eight(&y)] }
    }
    #[inline(always)]
    fn lattice<S: Lanes>(ready: &ReadyFlat<S, L>) -> L {
        ready.lattice
    }
    #[inline(always)]
    fn slab<S: Lanes>(simd: S, _: impl Lattice, _: Curve, _: Splits<S>) -> Slab<S> {
        Slab::none(simd)
    }
    #[inline(always)]
    fn corner<S: Lanes>(simd: S, ready: &ReadyFlat<S, L>, column: S::u32s, row: S::u32s, _: &Slab<S>) -> [S::f32s; 2] {
        let number = L::eighth::<S>(ready.lattice.flat(simd, column, row));
        [simd.look8(ready.gradients[0], number), simd.look8(ready.gradients[1], number)]
    }
    #[inline(always)]
    fn edge<S: Lanes>(north: [S::f32s; 2], south: [S::f32s; 2], y: S::f32s, v: S::f32s) -> [S::f32s; 2] {
        [lerps::<S>(north[0], south[0], v), lerps::<S>(north[1] * y, south[1] * (y - 1.0), v)]
    }
}

/// Slope and offset of the west column, then what the east column differs by: [`difference`] and [`across`] in lanes.
#[derive(Clone, Copy)]
struct Slopes;

impl Cell<4> for Slopes {
    #[inline(always)]
    fn between<S: Lanes>([ga, ca]: [S::f32s; 2], [gb, cb]: [S::f32s; 2]) -> [S::f32s; 4] {
        [ga, ca, gb - ga, (cb - gb) - ca]
    }
    #[inline(always)]
    fn value<S: Lanes>([g, c, dg, dc]: [S::f32s; 4], x: S::f32s, u: S::f32s) -> S::f32s {
        (g * x + c) + u * (dg * x + dc)
    }
}

#[derive(Clone, Copy)]
struct Solid<'a, F> {
    gradients: &'a [[f32; 3]; 16],
    lattice: F,
    curve: Curve,
}

#[derive(Clone, Copy)]
struct ReadySolid<S: Lanes, L: Lattice> {
    lattice: L,
    gradients: [S::Sixteen; 3],
}

impl<L: Lattice, F: Fn(&Octave) -> L + Copy> Square<3, 4> for Solid<'_, F> {
    type Ready<S: Lanes> = ReadySolid<S, L>;
    type Lattice = L;
    type Cell = Slopes;

    #[inline(always)]
    fn curve(&self) -> Curve {
        self.curve
    }
    #[inline(always)]
    fn ready<S: Lanes>(&self, simd: S, octave: &Octave) -> ReadySolid<S, L> {
        let (x, y) = (self.gradients.map(|g| g[0] * octave.scale), self.gradients.map(|g| g[1] * octave.scale));
        let z = self.gradients.map(|g| g[2] * octave.scale);
        ReadySolid {
            lattice: (self.lattice)(octave),
            gradients: [simd.sixteen(&x), simd.sixteen(&y), simd.sixteen(&z)],
        }
    }
    #[inline(always)]
    fn lattice<S: Lanes>(ready: &ReadySolid<S, L>) -> L {
        ready.lattice
    }
    #[inline(always)]
    fn slab<S: Lanes>(simd: S, lattice: impl Lattice, curve: Curve, z: Splits<S>) -> Slab<S> {
        let [below, above] = layers(simd, lattice, z.cell);
        Slab { below, above, z: z.frac, w: curve.lanes(simd, z.frac) }
    }
    /// Gradient in x and y and what z contributes, blended over z.
    #[inline(always)]
    fn corner<S: Lanes>(
        simd: S,
        ready: &ReadySolid<S, L>,
        column: S::u32s,
        row: S::u32s,
        slab: &Slab<S>,
    ) -> [S::f32s; 3] {
        let below = L::sixteenth::<S>(ready.lattice.solid(simd, column, row, slab.below));
        let above = L::sixteenth::<S>(ready.lattice.solid(simd, column, row, slab.above));
        let [gx, gy, gz] = ready.gradients;
        let (ax, ay, az) = (simd.look16(gx, below), simd.look16(gy, below), simd.look16(gz, below));
        let (bx, by, bz) = (simd.look16(gx, above), simd.look16(gy, above), simd.look16(gz, above));
        let (z, w) = (slab.z, slab.w);
        [lerps::<S>(ax, bx, w), lerps::<S>(ay, by, w), lerps::<S>(az * z, bz * (z - 1.0), w)]
    }
    #[inline(always)]
    fn edge<S: Lanes>(north: [S::f32s; 3], south: [S::f32s; 3], y: S::f32s, v: S::f32s) -> [S::f32s; 2] {
        let ([nx, ny, nz], [sx, sy, sz]) = (north, south);
        [lerps::<S>(nx, sx, v), lerps::<S>(ny * y + nz, sy * (y - 1.0) + sz, v)]
    }
}
