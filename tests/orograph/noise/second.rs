//! The second, naive implementation goes on: the newer noises, and fractals whose octaves depend on one another, written from
//! `docs/definitions.md` alone and bit-equal to the kernels.

use super::bits;
use super::reference::{At, Lattice, Place, edges, eight, fade, lerp, sample, split, textbook};
use crate::support::kernel::{Places, Ready, Setup, node};
use orograph::simd::mix;
use orograph::spec::{Domain, Field, Stretched};
use proptest::prelude::*;

pub(super) fn presence(finest: f64, factor: f64, k: u32) -> f32 {
    if k == 0 || finest <= 0.0 { 1.0 } else { (1.0 / (factor * finest) - 1.0).clamp(0.0, 1.0) as f32 }
}

pub(super) fn super_simplex(lattice: &Lattice, at: &At) -> f32 {
    if at.z.is_some() { super_simplex_3d(lattice, at) } else { super_simplex_2d(lattice, at) }
}

fn super_simplex_2d(lattice: &Lattice, at: &At) -> f32 {
    let k = 0.366_025_403_784_438_65;
    let along = |axis| split(at.place(lattice, axis) * (1.0 + k));
    let aside = |axis| split(at.place(lattice, axis) * k);
    let mut uv = [along(0).plus(aside(1)), aside(0).plus(along(1))];
    if let Some([dx, dy]) = at.steps(lattice) {
        let s = (dx + dy) * k as f32;
        uv = [uv[0].moved(dx + s), uv[1].moved(dy + s)];
    }
    let ([u, v], [cu, cv]) = (uv.map(|p| p.frac), uv.map(|p| p.cell));
    let g: f32 = 0.211_324_87;
    let t = (u + v) * g;
    let (x, y) = (u - t, v - t);
    let d: f32 = 18.201;
    let (a, b, c) = (d * 0.923_879_5, d * 0.382_683_43, d * std::f32::consts::FRAC_1_SQRT_2);
    let half = [[d, 0.0], [a, b], [c, c], [b, a], [0.0, d], [-b, a], [-c, c], [-a, b]];
    let point = |(i, j): (i32, i32)| {
        let n = lattice.number(cv.wrapping_add(j as u32), cu.wrapping_add(i as u32), None) >> 28;
        let [gx, gy] = half[n as usize % 8].map(|g| if n < 8 { g } else { -g });
        let s = (i + j) as f32 * g;
        let (x, y) = (x + (s - i as f32), y + (s - j as f32));
        let q = (2.0 / 3.0 - x * x - y * y).max(0.0);
        (q * q) * (q * q) * (gx * x + gy * y)
    };
    let (lean_u, lean_v) = (2.0 * u - v, 2.0 * v - u);
    let (third, fourth) = if u + v > 1.0 {
        (if lean_u > 1.0 { (2, 1) } else { (0, 1) }, if lean_v > 1.0 { (1, 2) } else { (1, 0) })
    } else {
        (if lean_u < 0.0 { (-1, 0) } else { (1, 0) }, if lean_v < 0.0 { (0, -1) } else { (0, 1) })
    };
    point((0, 0)) + point((1, 1)) + point(third) + point(fourth)
}

fn super_simplex_3d(lattice: &Lattice, at: &At) -> f32 {
    let (k, r) = (-0.211_324_865_405_187_1, 0.577_350_269_189_625_8);
    let times = |axis, factor: f64| split(at.place(lattice, axis) * factor);
    let (along, aside, up, down) =
        (|axis| times(axis, 1.0 + k), |axis| times(axis, k), |axis| times(axis, r), |axis| times(axis, -r));
    let mut uvw: [Place; 3] =
        [along(0).plus(aside(1)).plus(up(2)), aside(0).plus(along(1)).plus(up(2)), down(0).plus(down(1)).plus(up(2))];
    if let Some([dx, dy]) = at.steps(lattice) {
        let e = dx + dy;
        let s = e * k as f32;
        uvw = [uvw[0].moved(dx + s), uvw[1].moved(dy + s), uvw[2].moved(e * -r as f32)];
    }
    let table = edges(9.045);
    let Lattice::Hashed(seed) = lattice else { unreachable!() };
    let fold = |v: u32| v ^ (v >> 15);
    // Offset and cell of the near and of the next corner or middle along an axis.
    let corner = |axis: usize, next: bool| {
        let f = uvw[axis].frac;
        let o = i32::from(f >= 0.5);
        let near = f - o as f32;
        if next { (near + (2 * o - 1) as f32, 1 - o) } else { (near, o) }
    };
    let middle = |axis: usize, next: bool| {
        let f = uvw[axis].frac;
        let d = 2 * i32::from(f >= 0.5) - 1;
        if next { (f - 0.5 - d as f32, d) } else { (f - 0.5, 0) }
    };
    let point = |places: [(f32, i32); 3], second: u32| {
        let cell = |axis: usize| uvw[axis].cell.wrapping_add(places[axis].1 as u32);
        let x = fold(cell(2).wrapping_mul(0x9E37_79B1).wrapping_add(*seed as u32)) ^ second;
        let y = fold(cell(1).wrapping_mul(0x85EB_CA77).wrapping_add((*seed >> 32) as u32));
        let z = fold(cell(0).wrapping_mul(0xC2B2_AE3D).wrapping_add(mix(*seed, 0x7A) as u32));
        let [gx, gy, gz] = table[lattice.twelfth((x ^ y ^ z).wrapping_mul(0xA97A_2D39))];
        let [x, y, z] = places.map(|p| p.0);
        let q = (0.75 - x * x - y * y - z * z).max(0.0);
        (q * q) * (q * q) * (gx * x + gy * y + gz * z)
    };
    let matters = |places: [(f32, i32); 3]| {
        let [x, y, z] = places.map(|p| p.0);
        0.75 - x * x - y * y - z * z > 0.0
    };
    let all = |of: &dyn Fn(usize, bool) -> (f32, i32), next: [bool; 3]| [0, 1, 2].map(|axis| of(axis, next[axis]));
    const SECOND: u32 = 0xB529_7A4D;
    let mut sum = point(all(&corner, [false; 3]), 0) + point(all(&middle, [false; 3]), SECOND);
    for axis in 0..3 {
        let this = [0, 1, 2].map(|other| other == axis);
        for (of, second) in [(&corner as &dyn Fn(usize, bool) -> (f32, i32), 0), (&middle, SECOND)] {
            let along = all(of, this);
            sum += point(if matters(along) { along } else { all(of, this.map(|next| !next)) }, second);
        }
    }
    sum
}

pub(super) fn value_cubic(lattice: &Lattice, at: &At) -> f32 {
    let here = at.on(lattice);
    let spline = |[a, b, c, d]: [f32; 4], t: f32| {
        b + (t * 0.5) * ((c - a) + t * ((a * 2.0 - b * 5.0 + c * 4.0 - d) + t * ((b - c) * 3.0 + d - a)))
    };
    let cell = |axis: usize, k: u32| here[axis].cell.wrapping_add(k).wrapping_sub(1);
    let signed = |n: u32, most: f32| ((n as i32) >> 8) as f32 * (0.999_998_1 / 8_388_608.0 / most);
    let four = [0, 1, 2, 3];
    let point = |i: u32, j: u32| match at.z {
        None => signed(lattice.number(cell(0, i), cell(1, j), None), 1.5625),
        Some(_) => {
            let layer = |k| signed(lattice.number(cell(0, i), cell(1, j), Some(cell(2, k))), 1.953_125);
            spline(four.map(layer), here[2].frac)
        }
    };
    spline(four.map(|i| spline(four.map(|j| point(i, j)), here[1].frac)), here[0].frac)
}

/// Perlin noise and its slopes per cell.
fn sloped(lattice: &Lattice, curve: &str, at: &At) -> [f32; 3] {
    let [px, py, pz] = at.on(lattice);
    let (x, y, z) = (px.frac, py.frac, pz.frac);
    let (u, v, w) = (fade(curve, x), fade(curve, y), fade(curve, z));
    let slope = |t: f32| {
        let b = t * (1.0 - t);
        match curve {
            "Linear" => 1.0,
            "Cubic" => b * 6.0,
            _ => b * b * 30.0,
        }
    };
    let point = |i: u32, j: u32| -> [f32; 3] {
        let (i, j) = (px.cell.wrapping_add(i), py.cell.wrapping_add(j));
        if at.z.is_none() {
            let table = if lattice.is_hashed() { eight(0.999_999_05) } else { textbook(0.999_999_05) };
            let [gx, gy] = table[lattice.eighth(lattice.number(i, j, None))];
            return [gx, gy, 0.0];
        }
        let bound = match curve {
            "Linear" => 1.064_829,
            "Cubic" => 1.044_906,
            _ => 1.036_354,
        };
        let table = edges(if lattice.is_hashed() { 0.999_999_05 / bound } else { 1.0 });
        let gradient = |k: u32| table[lattice.sixteenth(lattice.number(i, j, Some(pz.cell.wrapping_add(k))))];
        let ([ax, ay, az], [bx, by, bz]) = (gradient(0), gradient(1));
        [lerp(ax, bx, w), lerp(ay, by, w), lerp(az * z, bz * (z - 1.0), w)]
    };
    let column = |i: u32| {
        let ([nx, ny, nz], [sx, sy, sz]) = (point(i, 0), point(i, 1));
        let (mut north, mut south) = (ny * y, sy * (y - 1.0));
        if at.z.is_some() {
            (north, south) = (north + nz, south + sz);
        }
        let dv = slope(y);
        [lerp(nx, sx, v), lerp(north, south, v), dv * (sx - nx), lerp(ny, sy, v) + dv * (south - north)]
    };
    let ([ga, ca, ga_south, ca_south], [gb, cb, gb_south, cb_south]) = (column(0), column(1));
    let across = (gb - ga) * x + ((cb - gb) - ca);
    let value = (ga * x + ca) + u * across;
    let east = (ga + u * (gb - ga)) + slope(x) * across;
    let south = (ga_south * x + ca_south) + u * ((gb_south - ga_south) * x + ((cb_south - gb_south) - ca_south));
    [value, east, south]
}

/// Settings of a fractal.
#[derive(Clone, Copy, Debug)]
struct Rule {
    gain: f32,
    /// Offset, erosion, warp or strength, and attenuation or weighted strength.
    by: [f32; 2],
    scale: f64,
    finest: f64,
    octaves: u32,
    lacunarity: f64,
}

/// The fractal of `octave`, which gives value and slopes of octave `k` at a stretch and a displacement before it.
fn fractal(kind: &str, rule: Rule, start: [f32; 2], octave: &dyn Fn(u32, f64, [f32; 2]) -> [f32; 3]) -> f32 {
    let Rule { gain, by: [p, q], scale, finest, octaves, lacunarity } = rule;
    let (mut sum, mut total, mut a, mut w, mut stretch) = (0.0f32, 0.0f32, 1.0f32, 1.0f32, 1.0f64);
    let (mut slopes, mut d) = ([0.0f32; 2], start);
    for k in 0..octaves {
        let present = presence(finest / scale, stretch, k);
        if present == 0.0 {
            break;
        }
        let [n, east, south] = octave(k, stretch, d);
        if k > 0 {
            a *= gain;
        }
        let b = a * present;
        total += b;
        let m = n.clamp(-1.0, 1.0);
        match kind {
            "PingPongFractal" => {
                let t = (f64::from(n) + 1.0) * f64::from(p);
                let t = (t - 2.0 * (t * 0.5).floor()) - 1.0;
                let v = (1.0 - 2.0 * t.abs()) as f32;
                if k > 0 {
                    w *= gain;
                }
                sum += w * present * v;
                w *= 1.0 + q * (((v + 1.0) * 0.5).clamp(0.0, 1.0) - 1.0);
            }
            "HybridMultifractal" => {
                let s = w * ((m + p) * b);
                sum += s;
                w = s.clamp(0.0, 1.0);
            }
            "RidgedMultifractal" => {
                let r = p - m.abs();
                let s = r * r * w;
                sum += s * b;
                w = (s / q).min(1.0);
            }
            "ErodedFbm" => {
                slopes = [slopes[0] + present * (0.5 * east), slopes[1] + present * (0.5 * south)];
                sum += b * ((m + 1.0) * 0.5) / (1.0 + p * (slopes[0] * slopes[0] + slopes[1] * slopes[1]));
            }
            _ => {
                let c = w * present;
                sum += c * (1.0 - m.abs());
                let flow = (p * scale as f32) * (c * -m);
                d = [d[0] + flow * east, d[1] + flow * south];
                w *= gain * sum.min(1.0);
            }
        }
        stretch *= lacunarity;
    }
    let mean = sum * (1.0 / total);
    match kind {
        "HybridMultifractal" => (mean - p).clamp(-1.0f32.max(p), 1.0).max(if p > 1.0 { -p } else { -1.0 }),
        "RidgedMultifractal" | "ErodedFbm" | "Swiss" => mean.clamp(0.0, 1.0),
        _ => mean.clamp(-1.0, 1.0),
    }
}

const KINDS: [&str; 5] = ["PingPongFractal", "HybridMultifractal", "RidgedMultifractal", "ErodedFbm", "Swiss"];

/// The fields of a kind that take the two numbers of a [`Rule`].
fn fields(kind: &str) -> [Option<&'static str>; 2] {
    match kind {
        "PingPongFractal" => [Some("strength"), Some("weighted_strength")],
        "HybridMultifractal" => [Some("offset"), None],
        "RidgedMultifractal" => [Some("offset"), Some("attenuation")],
        "ErodedFbm" => [Some("erosion"), None],
        _ => [Some("warp"), None],
    }
}

fn with_rule<'a>(setup: Setup<'a>, kind: &str, rule: Rule) -> Setup<'a> {
    let setup = setup.count("octaves", rule.octaves).number("lacunarity", rule.lacunarity);
    let setup = setup.give("gain", f64::from(rule.gain)).scale(rule.scale).number("finest", rule.finest);
    let given = fields(kind).into_iter().zip(rule.by);
    given.fold(setup, |setup, (field, v)| match field {
        Some(field) => setup.give(field, f64::from(v)),
        None => setup,
    })
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let by = [0.0..=1.0f32, 0.1..=1.0f32];
    let sizes = (4.0..300.0f64, prop_oneof![Just(0.0), 0.0..100.0f64], 1..7u32, 1.0..3.0f64);
    (by, prop_oneof![Just(0.5f32), 0.1..1.5f32], sizes).prop_map(|(by, gain, (scale, finest, octaves, lacunarity))| {
        Rule { gain, by, scale, finest, octaves, lacunarity }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn fractals_whose_octaves_depend_on_one_another_are_what_the_definitions_say(
        kind in prop::sample::select(KINDS.to_vec()),
        noise in prop::sample::select(vec!["Perlin", "Value", "Simplex", "SuperSimplex", "ValueCubic"]),
        (table, curve) in (prop::sample::select(vec!["Hashed", "Permutation"]),
            prop::sample::select(vec!["Linear", "Cubic", "Quintic"])),
        (seed, salt) in any::<(u64, u64)>(),
        rule in any_rule(),
        depth in prop::option::of(-90.0..90.0f64),
        (x0, y0, step) in (-1e6..1e6f64, -500.0..500.0f64, 0.05..4.0f64),
        displace in any::<bool>(),
        period in prop::option::of([60.0..900.0f64, 60.0..900.0f64]),
    ) {
        let steep = kind == "ErodedFbm" || kind == "Swiss";
        let noise = if steep { "Perlin" } else { noise };
        let table = if noise == "Perlin" || noise == "Simplex" { table } else { "Hashed" };
        let period = period.filter(|_| !noise.ends_with("Simplex"));
        let mut setup = with_rule(node(kind), kind, rule).seed(seed).choice("fade", curve).choice("lattice", table);
        if !steep {
            setup = setup.choice("noise", noise);
        }
        let ready = depth.map_or(setup.clone(), |z| setup.give("depth", z)).ready();
        let places = Places::new((x0, y0), step, 37, 5);
        let by: Vec<f32> = (0..37 * 5).map(|i| i as f32 * 0.71 - 60.0).collect();
        let plain = Domain { salt, period, ..places.domain() };
        let values = ready.at(&if displace { plain.displaced(&by, &by) } else { plain });
        let expected: Vec<f32> = (0..values.len()).map(|i| {
            let (x, y) = (places.x[i % 37], places.y[i / 37]);
            let octave = |k: u32, stretch: f64, d: [f32; 2]| {
                let lengths = period.map_or([None; 2], |period| period.map(|length| Some(length * stretch)));
                let lattice = Lattice::of(table, seed, mix(salt, u64::from(k)));
                let lattice = lattice.repeating([lengths[0], lengths[1], None], rule.scale);
                if steep {
                    // Octaves are stretched before they are looked up, so that the displacement is rounded on its way.
                    let by = (displace || kind == "Swiss").then(|| d.map(|d| d * stretch as f32));
                    let at = At { scale: rule.scale, stretch: 1.0, x: x * stretch, y: y * stretch, by, z: depth };
                    return sloped(&lattice, curve, &at);
                }
                let at = At { scale: rule.scale, stretch, x, y, by: displace.then_some(d), z: depth };
                [sample(noise, &lattice, curve, 1.0, &at), 0.0, 0.0]
            };
            let start = if displace { [by[i]; 2] } else { [0.0; 2] };
            let value = fractal(kind, rule, start, &octave);
            value.clamp(ready.bound.lo, ready.bound.hi) + 0.0
        }).collect();
        prop_assert_eq!(bits(&values), bits(&expected));
    }

    #[test]
    fn so_are_those_of_plugged_sources_whose_slopes_are_differences(
        kind in prop::sample::select(KINDS.to_vec()), seed in any::<u64>(), rule in any_rule(), d in -200.0..200.0f32,
    ) {
        let source = node("Simplex").scale(70.0).seed(seed).ready();
        let rule = Rule { finest: if kind == "ErodedFbm" || kind == "Swiss" { rule.finest } else { 0.0 }, ..rule };
        let plugged = with_rule(node(kind), kind, rule).source(&source).ready();
        let places = Places::new((-70.0, 1234.5), 3.3, 19, 5);
        let by = vec![d; 19 * 5];
        let values = plugged.at(&places.domain().displaced(&by, &by));
        let expected: Vec<f32> = (0..values.len()).map(|i| {
            let at = Places { x: vec![places.x[i % 19]], y: vec![places.y[i / 19]] };
            let octave = |k: u32, stretch: f64, d: [f32; 2]| {
                let here = at.domain();
                let (dx, dy) = ([d[0]], [d[1]]);
                let mut room = Stretched::default();
                let stretched = room.domain(&here.displaced(&dx, &dy), stretch, mix(0, u64::from(k)));
                let h = (rule.scale / 64.0) as f32;
                let beside = |east: f32, south: f32| {
                    let moved = stretched.displacement.unwrap();
                    let (x, y) = ([moved.x[0] + east], [moved.y[0] + south]);
                    one(&source, &stretched.displaced(&x, &y))
                };
                let slope = |east: f32, south: f32| (beside(east, south) - beside(-east, -south)) * 32.0;
                [one(&source, &stretched), slope(h, 0.0), slope(0.0, h)]
            };
            let value = fractal(kind, rule, [d; 2], &octave);
            value.clamp(plugged.bound.lo, plugged.bound.hi) + 0.0
        }).collect();
        prop_assert_eq!(bits(&values), bits(&expected));
    }

    #[test]
    fn octaves_weigh_less_above_low_ground_as_the_definitions_say(
        kind in prop::sample::select(vec!["Fbm", "Ridged", "Billow", "Turbulence"]),
        (seed, strength, gain) in (any::<u64>(), 0.01..=1.0f32, 0.1..1.5f32), octaves in 1..7u32,
    ) {
        let setup = node(kind).scale(40.0).seed(seed).count("octaves", octaves).give("gain", f64::from(gain));
        let ready = setup.give("weighted_strength", f64::from(strength)).ready();
        let places = Places::new((-70.0, 1234.5), 1.3, 31, 5);
        let values = ready.on(&places);
        let expected: Vec<f32> = (0..values.len()).map(|i| {
            let (mut sum, mut total, mut a, mut c, mut stretch) = (0.0f32, 0.0f32, 1.0f32, 1.0f32, 1.0);
            for k in 0..octaves {
                let at = At { scale: 40.0, stretch, x: places.x[i % 31], y: places.y[i / 31], by: None, z: None };
                let lattice = Lattice::of("Hashed", seed, mix(0, u64::from(k)));
                let n = sample("Perlin", &lattice, "Quintic", 1.0, &at);
                let (v, height) = match kind {
                    "Fbm" => (n, (n + 1.0) * 0.5),
                    "Ridged" => (1.0 - 2.0 * n.abs(), ((1.0 - 2.0 * n.abs()) + 1.0) * 0.5),
                    "Billow" => (2.0 * n.abs() - 1.0, ((2.0 * n.abs() - 1.0) + 1.0) * 0.5),
                    _ => (n.abs(), n.abs()),
                };
                if k > 0 {
                    (a, c) = (a * gain, c * gain);
                }
                total += a;
                sum += c * v;
                c *= 1.0 + strength * (height.clamp(0.0, 1.0) - 1.0);
                stretch *= 2.0;
            }
            (sum * (1.0 / total)).clamp(ready.bound.lo, ready.bound.hi) + 0.0
        }).collect();
        prop_assert_eq!(bits(&values), bits(&expected));
    }
}

fn one(source: &Ready<'_>, at: &Domain<'_>) -> f32 {
    let mut out = [0.0];
    source.sample(at, &mut out);
    out[0]
}

#[test]
fn what_asks_for_nothing_changes_nothing() {
    let places = Places::new((-100.0, 30.0), 2.0, 90, 7);
    let plain = node("Fbm").scale(64.0).seed(3);
    let same =
        |setup: Setup<'_>| assert_eq!(bits(&plain.clone().ready().on(&places)), bits(&setup.ready().on(&places)));
    same(plain.clone().give("weighted_strength", 0.0).number("finest", 0.0));
    let settings = |kind| node(kind).scale(64.0).seed(3).count("octaves", 6);
    same(settings("PingPongFractal").give("strength", 0.5));
    let level = settings("ErodedFbm").give("erosion", 0.0).ready().on(&places);
    let lifted = plain.clone().ready().on(&places).into_iter().map(|v| (v + 1.0) * 0.5);
    assert!(level.iter().zip(lifted).all(|(a, b)| (a - b).abs() < 1e-6), "without erosion it is Fbm");
    // Octaves that no sample can show are left out, whole octaves are kept.
    let finest = |v: f64| plain.clone().number("finest", v).ready().on(&places);
    assert_eq!(finest(1.0), finest(0.0), "the sixth octave is 2 m fine");
    assert_eq!(finest(16.0), plain.clone().count("octaves", 2).ready().on(&places), "the third is 16 m fine");
    assert_ne!(finest(1.5), finest(0.0));
}
