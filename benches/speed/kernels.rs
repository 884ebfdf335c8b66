//! Every kernel by itself.

use crate::kernel::{Places, Setup, node};
use divan::Bencher;
use divan::counter::ItemsCount;
use orograph::spec::{Base, Displacement, Domain, Field, Input, Interval};

/// Samples of a block, as a render has them.
const WIDTH: usize = 256;
const ROWS: usize = 8;
/// Blocks down the strip.
const BLOCKS: usize = 32;

/// A node with features of 100 metres.
fn scaled(kind: &str) -> Setup<'static> {
    node(kind).scale(100.0).seed(1)
}

fn fractal(kind: &str) -> Setup<'static> {
    scaled(kind).count("octaves", 6).give("gain", 0.5)
}

fn fill(bencher: Bencher<'_, '_>, setup: Setup<'_>, displaced: bool) {
    let ready = setup.ready();
    let places = Places::new((0.0, 0.0), 1.0, WIDTH, ROWS * BLOCKS);
    let bend = |phase: f64| -> Vec<f32> {
        let wave = |i: usize| (40.0 * libm::sin((i % WIDTH) as f64 / 60.0 + (i / WIDTH) as f64 / 90.0 + phase)) as f32;
        (0..WIDTH * ROWS * BLOCKS).map(wave).collect()
    };
    let (dx, dy) = (bend(0.0), bend(2.0));
    let mut out = vec![0.0; WIDTH * ROWS];
    bencher.counter(ItemsCount::new(WIDTH * ROWS * BLOCKS)).bench_local(|| {
        for y in (0..ROWS * BLOCKS).step_by(ROWS) {
            let part = y * WIDTH..(y + ROWS) * WIDTH;
            let displacement = displaced.then(|| Displacement { x: &dx[part.clone()], y: &dy[part] });
            let base = Base::Separable { x: &places.x, y: &places.y[y..][..ROWS] };
            let at = Domain { width: WIDTH, height: ROWS, base, displacement, salt: 0, time: 0.0, period: None };
            ready.sample(&at, divan::black_box(&mut out));
        }
    });
}

#[divan::bench(args = ["Perlin", "Simplex", "Value", "Cellular"])]
fn generator(bencher: Bencher<'_, '_>, kind: &str) {
    fill(bencher, scaled(kind), false);
}

#[divan::bench(args = ["Perlin", "Simplex", "Value", "Cellular"])]
fn generator_3d(bencher: Bencher<'_, '_>, kind: &str) {
    fill(bencher, scaled(kind).give("depth", 30.0), false);
}

#[divan::bench(args = ["Perlin", "Simplex", "Value", "Cellular"])]
fn generator_displaced(bencher: Bencher<'_, '_>, kind: &str) {
    fill(bencher, scaled(kind), true);
}

#[divan::bench]
fn white(bencher: Bencher<'_, '_>) {
    fill(bencher, node("White").seed(1), false);
}

#[divan::bench]
fn permutation(bencher: Bencher<'_, '_>) {
    fill(bencher, scaled("Perlin").choice("lattice", "Permutation"), false);
}

#[divan::bench(args = ["Fbm", "Ridged", "Billow", "Turbulence"])]
fn fractal_6(bencher: Bencher<'_, '_>, kind: &str) {
    fill(bencher, fractal(kind), false);
}

#[divan::bench(args = ["Fbm", "Ridged", "Billow", "Turbulence"])]
fn fractal_6_3d(bencher: Bencher<'_, '_>, kind: &str) {
    fill(bencher, fractal(kind).give("depth", 30.0), false);
}

#[divan::bench(args = ["Fbm", "Ridged", "Billow", "Turbulence"])]
fn fractal_6_displaced(bencher: Bencher<'_, '_>, kind: &str) {
    fill(bencher, fractal(kind), true);
}

#[divan::bench(args = ["Simplex", "Value"])]
fn fbm_6_of(bencher: Bencher<'_, '_>, noise: &'static str) {
    fill(bencher, fractal("Fbm").choice("noise", noise), false);
}

/// Octave by octave, over a plugged source.
#[divan::bench(args = ["Perlin", "Cellular"])]
fn fbm_6_over(bencher: Bencher<'_, '_>, kind: &str) {
    let source = scaled(kind).ready();
    fill(bencher, node("Fbm").count("octaves", 6).give("gain", 0.5).source(&source), false);
}

/// With its own displacement, two fBm of four octaves.
#[divan::bench]
fn warp_of_fbm_6(bencher: Bencher<'_, '_>) {
    let source = fractal("Fbm").ready();
    fill(bencher, node("Warp").scale(150.0).seed(1).give("amplitude", 40.0).source(&source), false);
}

/// Kinds that read one, two or three fields at the same sample, and what they read.
#[divan::bench(args = ["Abs", "Add", "Blend", "Clamp", "Invert", "Maximum", "Multiply", "Power", "RadialFalloff", "Remap",
    "Ridge", "Tiles"])]
fn pointwise(bencher: Bencher<'_, '_>, kind: &str) {
    let values: Vec<f32> = (0..WIDTH * ROWS).map(|i| (i % 1000) as f32 / 500.0 - 1.0).collect();
    let plug = |setup, input: &&str| Setup::plug(setup, input, Input::Samples(&values), Interval::SIGNED);
    let fields: &[&str] = match kind {
        "Add" | "Maximum" | "Multiply" => &["a", "b"],
        "Blend" => &["a", "b", "mask"],
        "RadialFalloff" => &[],
        "Power" => &["a"],
        _ => &["source"],
    };
    let setup = fields.iter().fold(node(kind), plug);
    fill(bencher, setup, false);
}

/// The same with everything plugged that a slider usually gives.
#[divan::bench(args = ["Clamp", "Power", "RadialFalloff", "Remap"])]
fn pointwise_all_plugged(bencher: Bencher<'_, '_>, kind: &str) {
    let values: Vec<f32> = (0..WIDTH * ROWS).map(|i| (i % 1000) as f32 / 500.0 - 1.0).collect();
    let plug = |setup, input: &&str| Setup::plug(setup, input, Input::Samples(&values), Interval::SIGNED);
    let fields: &[&str] = match kind {
        "Clamp" => &["source", "min", "max"],
        "Power" => &["a", "b"],
        "RadialFalloff" => &["inner"],
        _ => &["source", "from_min", "from_max", "to_min", "to_max"],
    };
    fill(bencher, fields.iter().fold(node(kind), plug), false);
}
