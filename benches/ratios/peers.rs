//! The same fields from other libraries.

use crate::{Peer, SIDE};
use fastnoise_lite::{CellularDistanceFunction, CellularReturnType, FastNoiseLite, FractalType, NoiseType};
use libnoise::{Generator, Source};
use noise::{MultiFractal, NoiseFn};

/// A peer's run over some rows, with the number of samples that it fills.
pub type Run = (Peer, usize, Box<dyn FnMut()>);

/// Rows that peers fill per run: they are slow, and rows are alike.
const ROWS: usize = 64;

/// A run that fills rows sample by sample; `f` gets column and row.
pub fn each(peer: Peer, f: impl Fn(f32, f32) -> f32 + 'static) -> Run {
    let mut out = vec![0.0f32; SIDE * ROWS];
    let run = move || {
        for (row, line) in out.chunks_exact_mut(SIDE).enumerate() {
            for (column, o) in line.iter_mut().enumerate() {
                *o = f(column as f32, row as f32);
            }
        }
        std::hint::black_box(&mut out);
    };
    (peer, SIDE * ROWS, Box::new(run))
}

/// The settings of a `fastnoise-lite` noise with features of `scale` metres.
pub fn lite(noise: NoiseType, fractal: FractalType, octaves: i32, scale: f32) -> FastNoiseLite {
    let mut lite = FastNoiseLite::with_seed(1);
    lite.set_noise_type(Some(noise));
    lite.set_fractal_type(Some(fractal));
    lite.set_fractal_octaves(Some(octaves));
    lite.set_frequency(Some(1.0 / scale));
    lite.set_cellular_return_type(Some(CellularReturnType::Distance));
    lite.set_cellular_distance_function(Some(CellularDistanceFunction::Euclidean));
    lite
}

pub fn of_lite(noise: NoiseType, fractal: FractalType, octaves: i32) -> Run {
    let lite = lite(noise, fractal, octaves, 100.0);
    each(Peer::FastNoiseLite, move |x, y| lite.get_noise_2d(x, y))
}

pub fn of_noise(noise: impl NoiseFn<f64, 2> + 'static) -> Run {
    each(Peer::Noise, move |x, y| noise.get([f64::from(x) * 0.01, f64::from(y) * 0.01]) as f32)
}

pub fn of_libnoise(source: impl Generator<2> + 'static) -> Run {
    each(Peer::Libnoise, move |x, y| source.sample([f64::from(x) * 0.01, f64::from(y) * 0.01]) as f32)
}

pub fn perlin() -> Vec<Run> {
    vec![
        of_lite(NoiseType::Perlin, FractalType::None, 1),
        of_noise(noise::Perlin::new(1)),
        of_libnoise(Source::perlin(1)),
    ]
}

pub fn value() -> Vec<Run> {
    vec![of_lite(NoiseType::Value, FractalType::None, 1), of_noise(noise::Value::new(1)), of_libnoise(Source::value(1))]
}

pub fn simplex() -> Vec<Run> {
    vec![
        of_lite(NoiseType::OpenSimplex2, FractalType::None, 1),
        of_noise(noise::OpenSimplex::new(1)),
        of_libnoise(Source::simplex(1)),
    ]
}

pub fn cellular() -> Vec<Run> {
    vec![
        of_lite(NoiseType::Cellular, FractalType::None, 1),
        of_noise(noise::Worley::new(1).set_return_type(noise::core::worley::ReturnType::Distance)),
        of_libnoise(Source::worley(1)),
    ]
}

pub fn fbm(octaves: usize) -> Vec<Run> {
    vec![
        of_lite(NoiseType::Perlin, FractalType::FBm, octaves as i32),
        of_noise(noise::Fbm::<noise::Perlin>::new(1).set_octaves(octaves)),
        of_libnoise(Source::perlin(1).fbm(octaves as u32, 1.0, 2.0, 0.5)),
    ]
}

pub fn ridged(octaves: usize) -> Vec<Run> {
    vec![
        of_lite(NoiseType::Perlin, FractalType::Ridged, octaves as i32),
        of_noise(noise::RidgedMulti::<noise::Perlin>::new(1).set_octaves(octaves)),
        of_libnoise(Source::perlin(1).ridgedmulti(octaves as u32, 1.0, 2.0, 2.0)),
    ]
}

/// `benches/recipe12.ron` by hand on `fastnoise-lite`.
pub fn recipe12() -> Run {
    let fractal = |kind, octaves, scale| lite(NoiseType::Perlin, kind, octaves, scale);
    let land = fractal(FractalType::FBm, 6, 100.0);
    let (bx, by) = (fractal(FractalType::FBm, 3, 150.0), fractal(FractalType::FBm, 3, 150.0));
    let ridges = fractal(FractalType::Ridged, 5, 100.0);
    each(Peer::FastNoiseLite, move |x, y| {
        let bent = land.get_noise_2d(x + 40.0 * bx.get_noise_2d(x, y), y + 40.0 * by.get_noise_2d(x, y));
        let mask = ((bent + 0.3) / 0.7).clamp(0.0, 1.0);
        let mixed = bent + (ridges.get_noise_2d(x, y) - bent) * mask;
        let (dx, dy) = (x - 511.5, y - 511.5);
        let t = ((500.0 - (dx * dx + dy * dy).sqrt()) / 300.0).clamp(0.0, 1.0);
        let island = mixed * (t * t * (3.0 - 2.0 * t));
        let level = (island * 0.5 + 0.5).clamp(0.0, 1.0);
        level * level
    })
}
