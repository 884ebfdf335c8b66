//! A second, naive implementation of the lattice noises and fractals, written from `docs/definitions.md` alone: sample by
//! sample, without vectors, tables or sharing. It is bit-equal to the kernels.

use super::bits;
use crate::support::kernel::{Places, node};
use orograph::simd::{mix, shuffled};
use orograph::spec::Domain;
use proptest::prelude::*;

/// A lattice of one octave.
#[derive(Clone)]
pub(super) enum Lattice {
    Hashed(u64),
    Permuted(Vec<u32>),
    /// One that repeats along some axes after whole cells, which have a width of their own.
    Repeating(Box<Lattice>, [Option<(f64, f64)>; 3]),
}

#[derive(Clone, Copy)]
pub(super) struct Place {
    pub cell: u32,
    pub frac: f32,
}

fn whole(cell: u32, frac: f32) -> Place {
    if frac < 1.0 { Place { cell, frac } } else { Place { cell: cell.wrapping_add(1), frac: 0.0 } }
}

pub(super) fn split(v: f64) -> Place {
    let v = v.clamp(-2_251_799_813_685_248.0, 2_251_799_813_685_248.0);
    whole(v.floor() as i64 as u32, (v - v.floor()) as f32)
}

impl Place {
    pub fn moved(self, by: f32) -> Self {
        let t = self.frac + by;
        let rounded = (t - 0.5) + 12_582_912.0;
        let step = rounded.to_bits().wrapping_sub(0x4B40_0000);
        Self { cell: self.cell.wrapping_add(step), frac: t - (rounded - 12_582_912.0) }
    }

    pub fn plus(self, other: Self) -> Self {
        let (cell, frac) = (self.cell.wrapping_add(other.cell), self.frac + other.frac);
        if frac < 1.0 { Self { cell, frac } } else { Self { cell: cell.wrapping_add(1), frac: frac - 1.0 } }
    }
}

impl Lattice {
    pub fn of(kind: &str, seed: u64, salt: u64) -> Self {
        match kind {
            "Hashed" => Self::Hashed(mix(seed, salt)),
            _ => {
                let table = shuffled(seed);
                Self::Permuted((0..512).map(|i| u32::from(table[i & 255])).collect())
            }
        }
    }

    /// The lattice with cells of about `scale` metres that fit these lengths, and repeat with them.
    pub fn repeating(self, lengths: [Option<f64>; 3], scale: f64) -> Self {
        if lengths == [None; 3] {
            return self;
        }
        let fit = |length: f64| {
            let cells = (length / scale).round().max(1.0);
            (cells <= 4_194_304.0).then_some((cells, length / cells))
        };
        Self::Repeating(Box::new(self), lengths.map(|length| length.and_then(fit)))
    }

    pub fn is_hashed(&self) -> bool {
        match self {
            Self::Hashed(_) => true,
            Self::Permuted(_) => false,
            Self::Repeating(inner, _) => inner.is_hashed(),
        }
    }

    fn fit(&self, axis: usize) -> Option<(f64, f64)> {
        if let Self::Repeating(_, fit) = self { fit[axis] } else { None }
    }

    fn shift(&self, axis: usize) -> f64 {
        match self {
            Self::Repeating(inner, _) => inner.shift(axis),
            Self::Hashed(seed) => 0.125 + (0.75 * ((mix(*seed, 0x51) >> (21 * axis)) & 0x1F_FFFF) as f64) / 2_097_152.0,
            Self::Permuted(_) => 0.0,
        }
    }

    /// Number of a point; `k` only in 3D.
    pub fn number(&self, i: u32, j: u32, k: Option<u32>) -> u32 {
        match self {
            Self::Repeating(inner, fit) => {
                let within = |cell: u32, axis: usize| match fit[axis] {
                    Some((cells, _)) => (cell as i32).rem_euclid(cells as i32) as u32,
                    None => cell,
                };
                inner.number(within(i, 0), within(j, 1), k.map(|k| within(k, 2)))
            }
            Self::Hashed(s) => {
                let fold = |v: u32| v ^ (v >> 15);
                let x = fold(i.wrapping_mul(0x9E37_79B1).wrapping_add(*s as u32));
                let y = fold(j.wrapping_mul(0x85EB_CA77).wrapping_add((*s >> 32) as u32));
                let z = |k: u32| fold(k.wrapping_mul(0xC2B2_AE3D).wrapping_add(mix(*s, 0x7A) as u32));
                (x ^ y ^ k.map_or(0, z)).wrapping_mul(0xA97A_2D39)
            }
            Self::Permuted(perm) => {
                let look = |i: u32| perm[i as usize];
                let plane = look(look(i & 255) + (j & 255));
                k.map_or(plane, |k| look(plane + (k & 255)))
            }
        }
    }

    pub fn eighth(&self, n: u32) -> usize {
        (if self.is_hashed() { n >> 29 } else { n & 7 }) as usize
    }

    pub fn twelfth(&self, n: u32) -> usize {
        (if self.is_hashed() { ((n >> 16) * 12) >> 16 } else { n % 12 }) as usize
    }

    pub fn sixteenth(&self, n: u32) -> usize {
        if self.is_hashed() { self.twelfth(n) } else { (n & 15) as usize }
    }
}

pub(super) fn fade(curve: &str, t: f32) -> f32 {
    let h = t - 0.5;
    let q = h * h;
    match curve {
        "Linear" => t,
        "Cubic" => t * t * (3.0 - 2.0 * t),
        _ => 0.5 + h * (1.875 + q * (6.0 * q - 5.0)),
    }
}

pub(super) fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + t * (b - a)
}

pub(super) fn eight(d: f32) -> Vec<[f32; 2]> {
    let r = std::f32::consts::SQRT_2 * d;
    vec![[r, 0.0], [d, d], [0.0, r], [-d, d], [-r, 0.0], [-d, -d], [0.0, -r], [d, -d]]
}

pub(super) fn textbook(d: f32) -> Vec<[f32; 2]> {
    vec![[d, 0.0], [-d, 0.0], [0.0, d], [0.0, -d], [d, d], [-d, d], [d, -d], [-d, -d]]
}

pub(super) fn edges(d: f32) -> Vec<[f32; 3]> {
    let (o, m) = (0.0, -d);
    let twelve = [[d, d, o], [m, d, o], [d, m, o], [m, m, o], [d, o, d], [m, o, d], [d, o, m], [m, o, m]];
    let rest = [[o, d, d], [o, m, d], [o, d, m], [o, m, m], [d, d, o], [o, m, d], [m, d, o], [o, m, m]];
    [twelve, rest].concat()
}

/// What a noise is asked for: octave, position, displacement, depth.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub scale: f64,
    pub stretch: f64,
    pub x: f64,
    pub y: f64,
    pub by: Option<[f32; 2]>,
    pub z: Option<f64>,
}

impl At {
    pub fn place(&self, lattice: &Lattice, axis: usize) -> f64 {
        let p = [self.x * self.stretch, self.y * self.stretch, self.z.unwrap_or(0.0)][axis];
        let Some((cells, scale)) = lattice.fit(axis) else { return p / self.scale + lattice.shift(axis) };
        let v = (p / scale + lattice.shift(axis)).clamp(-2_251_799_813_685_248.0, 2_251_799_813_685_248.0);
        v - cells * (v / cells).floor()
    }

    pub fn steps(&self, lattice: &Lattice) -> Option<[f32; 2]> {
        let step = |axis: usize, d: f32| {
            let scale = lattice.fit(axis).map_or(self.scale, |(_, scale)| scale);
            ((d * self.stretch as f32) * (1.0 / scale) as f32).clamp(-1_048_576.0, 1_048_576.0)
        };
        self.by.map(|[x, y]| [step(0, x), step(1, y)])
    }

    pub fn on(&self, lattice: &Lattice) -> [Place; 3] {
        let mut at = [0, 1, 2].map(|axis| split(self.place(lattice, axis)));
        if let Some([dx, dy]) = self.steps(lattice) {
            (at[0], at[1]) = (at[0].moved(dx), at[1].moved(dy));
        }
        at
    }
}

fn perlin(lattice: &Lattice, curve: &str, at: &At) -> f32 {
    let [px, py, pz] = at.on(lattice);
    let (x, y, z) = (px.frac, py.frac, pz.frac);
    let (u, v, w) = (fade(curve, x), fade(curve, y), fade(curve, z));
    let hashed = lattice.is_hashed();
    let point = |i: u32, j: u32| -> [f32; 3] {
        let (i, j) = (px.cell.wrapping_add(i), py.cell.wrapping_add(j));
        if at.z.is_none() {
            let table = if hashed { eight(0.999_999_05) } else { textbook(0.999_999_05) };
            let [gx, gy] = table[lattice.eighth(lattice.number(i, j, None))];
            return [gx, gy, 0.0];
        }
        let bound = match curve {
            "Linear" => 1.064_829,
            "Cubic" => 1.044_906,
            _ => 1.036_354,
        };
        let table = edges(if hashed { 0.999_999_05 / bound } else { 1.0 });
        let gradient = |k: u32| table[lattice.sixteenth(lattice.number(i, j, Some(pz.cell.wrapping_add(k))))];
        let ([ax, ay, az], [bx, by, bz]) = (gradient(0), gradient(1));
        [lerp(ax, bx, w), lerp(ay, by, w), lerp(az * z, bz * (z - 1.0), w)]
    };
    let column = |i: u32| {
        let ([nx, ny, nz], [sx, sy, sz]) = (point(i, 0), point(i, 1));
        let (north, south) = (ny * y, sy * (y - 1.0));
        let offset = if at.z.is_some() { lerp(north + nz, south + sz, v) } else { lerp(north, south, v) };
        (lerp(nx, sx, v), offset)
    };
    let ((ga, ca), (gb, cb)) = (column(0), column(1));
    (ga * x + ca) + u * ((gb - ga) * x + ((cb - gb) - ca))
}

fn value(lattice: &Lattice, curve: &str, at: &At) -> f32 {
    let [px, py, pz] = at.on(lattice);
    let (u, v, w) = (fade(curve, px.frac), fade(curve, py.frac), fade(curve, pz.frac));
    let signed = |n: u32| ((n as i32) >> 8) as f32 * (0.999_998_1 / 8_388_608.0);
    let point = |i: u32, j: u32| {
        let (i, j) = (px.cell.wrapping_add(i), py.cell.wrapping_add(j));
        match at.z {
            None => signed(lattice.number(i, j, None)),
            Some(_) => {
                let layer = |k: u32| signed(lattice.number(i, j, Some(pz.cell.wrapping_add(k))));
                lerp(layer(0), layer(1), w)
            }
        }
    };
    let (a, b) = (lerp(point(0, 0), point(0, 1), v), lerp(point(1, 0), point(1, 1), v));
    a + u * (b - a)
}

fn simplex(lattice: &Lattice, at: &At) -> f32 {
    let hashed = lattice.is_hashed();
    let k = if at.z.is_some() { 1.0 / 3.0 } else { 0.366_025_403_784_438_65 };
    let along = |axis| split(at.place(lattice, axis) * (1.0 + k));
    let aside = |axis| split(at.place(lattice, axis) * k);
    let mut uvw = [along(0).plus(aside(1)), aside(0).plus(along(1)), aside(0).plus(aside(1))];
    if at.z.is_some() {
        uvw = [uvw[0].plus(aside(2)), uvw[1].plus(aside(2)), uvw[2].plus(along(2))];
    }
    if let Some([dx, dy]) = at.steps(lattice) {
        let s = (dx + dy) * k as f32;
        uvw = [uvw[0].moved(dx + s), uvw[1].moved(dy + s), uvw[2].moved(s)];
    }
    let [u, v, w] = uvw.map(|p| p.frac);
    let [cu, cv, cw] = uvw.map(|p| p.cell);
    if at.z.is_none() {
        let g: f32 = 0.211_324_87;
        let t = (u + v) * g;
        let corner = |i: u32, j: u32, x: f32, y: f32| {
            let n = lattice.number(cv.wrapping_add(j), cu.wrapping_add(i), None);
            let [gx, gy] = if hashed {
                eight(70.147)[lattice.eighth(n)]
            } else {
                let t = textbook(70.0);
                [t[4], t[5], t[6], t[7], t[0], t[1], t[0], t[1], t[2], t[3], t[2], t[3]][lattice.twelfth(n)]
            };
            let q = (0.5 - x * x - y * y).max(0.0);
            (q * q) * (q * q) * (gx * x + gy * y)
        };
        let (x, y) = (u - t, v - t);
        let middle = if u > v { corner(1, 0, x + (g - 1.0), y + g) } else { corner(0, 1, x + g, y + (g - 1.0)) };
        return corner(0, 0, x, y) + middle + corner(1, 1, x + (2.0 * g - 1.0), y + (2.0 * g - 1.0));
    }
    let g: f32 = 1.0 / 6.0;
    let t = (u + v + w) * g;
    let (table, r) = if hashed { (edges(76.88), 0.5) } else { (edges(32.0), 0.6) };
    let mut order = [(0, u), (1, v), (2, w)];
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut taken = [0u32; 3];
    let mut sum = 0.0;
    for steps in 0..4 {
        let along = |axis: usize| steps as f32 * g - taken[axis] as f32;
        let (x, y, z) = (u - t + along(0), v - t + along(1), w - t + along(2));
        let (i, j, k) = (cu.wrapping_add(taken[0]), cv.wrapping_add(taken[1]), cw.wrapping_add(taken[2]));
        let [gx, gy, gz] = table[lattice.twelfth(lattice.number(k, j, Some(i)))];
        let q = (r - x * x - y * y - z * z).max(0.0);
        let n = (q * q) * (q * q) * (gx * x + gy * y + gz * z);
        sum = if steps == 0 { n } else { sum + n };
        if steps < 3 {
            taken[order[steps].0] = 1;
        }
    }
    sum
}

fn cellular(lattice: &Lattice, jitter: f32, at: &At) -> f32 {
    let here = at.on(lattice);
    let solid = at.z.is_some();
    let squared = |e: [i32; 3]| {
        let cell = |axis: usize| here[axis].cell.wrapping_add(e[axis] as u32);
        let n = lattice.number(cell(0), cell(1), solid.then(|| cell(2)));
        let away = |axis: usize| {
            let draw = (n ^ (n >> 15)).wrapping_mul([0x9E37_79B1, 0xC2B2_AE35, 0x27D4_EB2F][axis]) >> 8;
            let p = (draw as f32 * (1.0 / 16_777_216.0)) * jitter + (0.5 - 0.5 * jitter);
            (p + e[axis] as f32) - here[axis].frac
        };
        let (dx, dy) = (away(0), away(1));
        if solid { dx * dx + dy * dy + away(2) * away(2) } else { dx * dx + dy * dy }
    };
    let search = |reach: i32| {
        let line = -reach..=reach;
        let layers = if solid { line.clone() } else { 0..=0 };
        let cells = layers.flat_map(|k| line.clone().flat_map(move |j| (-reach..=reach).map(move |i| [i, j, k])));
        cells.map(squared).fold(f32::MAX, f32::min)
    };
    let mut m = search(1);
    let insets = here[..if solid { 3 } else { 2 }].iter().map(|p| p.frac.min(1.0 - p.frac));
    let ring = insets.fold(1.0, f32::min) + 0.9999;
    if m > ring * ring {
        m = m.min(search(2));
    }
    (m * if solid { 1.0 / 3.0 } else { 0.5 }).sqrt().min(1.0)
}

/// One sample of a noise at its canonical expression.
pub(super) fn sample(kind: &str, lattice: &Lattice, curve: &str, jitter: f32, at: &At) -> f32 {
    match kind {
        "Perlin" => perlin(lattice, curve, at),
        "Value" => value(lattice, curve, at),
        "Simplex" => simplex(lattice, at),
        "SuperSimplex" => super::second::super_simplex(lattice, at),
        "ValueCubic" => super::second::value_cubic(lattice, at),
        _ => cellular(lattice, jitter, at),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn the_kernels_compute_what_the_definitions_say(
        kind in prop::sample::select(vec!["Perlin", "Value", "Simplex", "SuperSimplex", "ValueCubic", "Cellular"]),
        fractal in prop::option::of(prop::sample::select(vec!["Fbm", "Ridged", "Billow", "Turbulence"])),
        (table, curve) in (prop::sample::select(vec!["Hashed", "Permutation"]),
            prop::sample::select(vec!["Linear", "Cubic", "Quintic"])),
        (seed, salt) in any::<(u64, u64)>(),
        (scale, octaves, lacunarity) in (0.4..300.0f64, 1..7u32, 1.0..3.0f64),
        gain in prop_oneof![Just(0.5), Just(0.25), 0.1..1.5f64],
        (depth, jitter) in (prop::option::of(-90.0..90.0f64), 0.0..=1.0f64),
        (x0, y0, step) in (-1e6..1e6f64, -500.0..500.0f64, 0.05..4.0f64),
        (displace, finest) in (any::<bool>(), prop_oneof![Just(0.0), 0.0..200.0f64]),
        (period, looped) in (prop::option::of([20.0..900.0f64, 20.0..900.0f64]), prop::option::of(5.0..400.0f64)),
    ) {
        let fractal = fractal.filter(|_| kind != "Cellular");
        let table = if kind == "Perlin" || kind == "Simplex" { table } else { "Hashed" };
        let repeats = !kind.ends_with("Simplex");
        let (period, looped) = (period.filter(|_| repeats), looped.filter(|_| repeats && depth.is_some()));
        let mut setup = node(fractal.unwrap_or(kind)).scale(scale).seed(seed);
        if fractal.is_some() || kind == "Perlin" || kind == "Simplex" {
            setup = setup.choice("lattice", table);
        }
        if fractal.is_some() || kind == "Perlin" || kind == "Value" {
            setup = setup.choice("fade", curve);
        }
        if fractal.is_some() {
            setup = setup.choice("noise", kind).count("octaves", octaves).number("lacunarity", lacunarity);
            setup = setup.give("gain", gain).number("finest", finest);
        } else if kind == "Cellular" {
            setup = setup.number("jitter", jitter);
        }
        let noise = match (depth, looped) {
            (Some(z), Some(length)) => setup.looped("depth", z, length),
            (Some(z), None) => setup.give("depth", z),
            (None, _) => setup,
        };
        let noise = noise.ready();
        let places = Places::new((x0, y0), step, 37, 5);
        let by: Vec<f32> = (0..37 * 5).map(|i| i as f32 * 0.71 - 60.0).collect();
        let plain = Domain { salt, period, ..places.domain() };
        let values = noise.at(&if displace { plain.displaced(&by, &by) } else { plain });

        let expected: Vec<f32> = (0..values.len()).map(|i| {
            let by = displace.then(|| [by[i]; 2]);
            let at = At { scale, stretch: 1.0, x: places.x[i % 37], y: places.y[i / 37], by, z: depth };
            let repeating = |lattice: Lattice, stretch: f64| {
                let [x, y] = period.map_or([None; 2], |period| period.map(|length| Some(length * stretch)));
                lattice.repeating([x, y, looped], scale)
            };
            let Some(fractal) = fractal else {
                let lattice = repeating(Lattice::of(table, seed, salt), 1.0);
                return sample(kind, &lattice, curve, jitter as f32, &at);
            };
            let (mut sum, mut total, mut amplitude, mut stretch) = (0.0f32, 0.0f32, 1.0f32, 1.0f64);
            for k in 0..octaves {
                let lattice = repeating(Lattice::of(table, seed, mix(salt, u64::from(k))), stretch);
                let present = super::second::presence(finest / scale, stretch, k);
                let n = sample(kind, &lattice, curve, 1.0, &At { stretch, ..at });
                sum += amplitude * present * match fractal {
                    "Fbm" => n,
                    "Ridged" => 1.0 - 2.0 * n.abs(),
                    "Billow" => 2.0 * n.abs() - 1.0,
                    _ => n.abs(),
                };
                total = if k == 0 { 1.0 } else { total + amplitude * present };
                amplitude *= gain as f32;
                stretch *= lacunarity;
            }
            (sum * (1.0 / total)).clamp(noise.bound.lo, noise.bound.hi) + 0.0
        }).collect();
        prop_assert_eq!(bits(&values), bits(&expected));
    }
}
