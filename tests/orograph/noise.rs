//! Noises, fractals and warps: what they compute, where, and how far it can be trusted.

mod cells;
mod fractals;
mod golden;
pub mod levels;
mod places;
mod ranges;
mod reference;
mod repeating;
mod second;
mod seeds;
mod smoothness;
mod vectors;
mod warps;

/// Every noise of the lattice or of cells with its own feature scale.
const NOISES: [&str; 6] = ["Perlin", "Simplex", "SuperSimplex", "Value", "ValueCubic", "Cellular"];

/// Every fractal.
const FRACTALS: [&str; 9] = [
    "Fbm",
    "Ridged",
    "Billow",
    "Turbulence",
    "PingPongFractal",
    "HybridMultifractal",
    "RidgedMultifractal",
    "ErodedFbm",
    "Swiss",
];

/// Every generator with its own feature scale.
fn scaled() -> impl Iterator<Item = &'static str> {
    NOISES.into_iter().chain(FRACTALS)
}

fn mean(v: &[f32]) -> f64 {
    v.iter().map(|&v| f64::from(v)).sum::<f64>() / v.len() as f64
}

/// Standard deviation.
fn deviation(v: &[f32]) -> f64 {
    correlate(v, v).1.sqrt()
}

/// Pearson correlation.
pub fn correlation(a: &[f32], b: &[f32]) -> f64 {
    correlate(a, b).0
}

/// Correlation and covariance.
fn correlate(a: &[f32], b: &[f32]) -> (f64, f64) {
    let (ma, mb) = (mean(a), mean(b));
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for (&a, &b) in a.iter().zip(b) {
        let (a, b) = (f64::from(a) - ma, f64::from(b) - mb);
        aa += a * a;
        bb += b * b;
        ab += a * b;
    }
    (ab / (aa * bb).sqrt(), ab / a.len() as f64)
}

/// Root of the mean square.
fn rms(v: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = v.fold((0.0, 0), |(sum, n), v| (sum + v * v, n + 1));
    (sum / f64::from(n)).sqrt()
}

fn largest(v: impl Iterator<Item = f32>) -> f32 {
    v.fold(0.0, |m, v| m.max(v.abs()))
}

pub fn bits(v: &[f32]) -> Vec<u32> {
    v.iter().map(|v| v.to_bits()).collect()
}
