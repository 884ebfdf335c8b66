//! From values to pixels, one mode at a time.

use super::ramp::Table;
use super::shade::Light;
use super::{Color, Mode, Picture, Scene, Stop};
use crate::raster::Raster;
use rayon::prelude::*;

/// Above the shown range.
const ABOVE: Color = [255, 0, 255];
/// Below the shown range.
const BELOW: Color = [0, 255, 255];
/// The line between below 0 and above.
const LINE: Color = [16, 20, 26];
/// Categories without a colour.
const UNKNOWN: Color = [255, 0, 255];

/// From the lowest value to 0.
const NEGATIVE: &[Stop] = &[(0.0, [14, 38, 84]), (0.45, [36, 88, 148]), (0.8, [108, 154, 192]), (1.0, [182, 202, 214])];
/// From 0 to the highest value.
const POSITIVE: &[Stop] = &[
    (0.0, [206, 194, 178]),
    (0.25, [196, 158, 116]),
    (0.5, [178, 128, 78]),
    (0.75, [216, 184, 142]),
    (1.0, [252, 246, 234]),
];
const GREYS: &[Stop] = &[(0.0, [0, 0, 0]), (1.0, [255, 255, 255])];

/// Draws a raster, one pixel a sample.
pub fn picture(raster: &Raster, scene: &Scene) -> Picture {
    let (width, height) = (raster.width, raster.height);
    let mut rgba = vec![255; width * height * 4];
    if !raster.data.is_empty() {
        let paint = Paint::new(raster, scene);
        let rows = rgba.par_chunks_mut(width * 4).enumerate();
        rows.for_each_init(|| vec![0.0; width], |light, (row, pixels)| paint.row(row, light, pixels));
    }
    Picture { width, height, rgba }
}

/// Everything that a mode needs beyond the samples.
enum Paint<'a> {
    Grey { raster: &'a Raster, shown: (f32, f32), table: Table },
    Signed { raster: &'a Raster, shown: (f32, f32), negative: Table, positive: Table },
    Ramp { raster: &'a Raster, tint: Tint },
    Terrain { raster: &'a Raster, tint: Tint, light: Light<'a> },
    Shade { light: Light<'a> },
    Tiles { raster: &'a Raster, colors: &'a [Color] },
}

impl<'a> Paint<'a> {
    fn new(raster: &'a Raster, scene: &'a Scene) -> Self {
        let shown = if scene.auto_levels { raster.extremes().unwrap_or(scene.shown) } else { scene.shown };
        match scene.mode {
            Mode::Grey => Self::Grey { raster, shown, table: Table::new(GREYS, shown.0, shown.1) },
            Mode::Signed => Self::Signed {
                raster,
                shown,
                negative: Table::new(NEGATIVE, shown.0.min(0.0), 0.0),
                positive: Table::new(POSITIVE, 0.0, shown.1.max(0.0)),
            },
            Mode::Ramp => Self::Ramp { raster, tint: Tint::new(scene, shown) },
            Mode::Terrain => {
                let tint = Tint::new(scene, scene.values);
                let light = Light::new(raster, scene, scene.floor());
                Self::Terrain { raster, tint, light }
            }
            Mode::Shade => Self::Shade { light: Light::new(raster, scene, scene.floor()) },
            Mode::Tiles => Self::Tiles { raster, colors: &scene.tiles },
        }
    }

    /// Draws one row into `pixels`; `light` is room for the brightness of a row.
    fn row(&self, row: usize, light: &mut [f32], pixels: &mut [u8]) {
        match self {
            Self::Grey { raster, shown, table } => {
                fill(pixels, raster.row(row), |_, v| alarm(v, *shown).unwrap_or_else(|| bytes(table.at(v), 1.0)));
            }
            Self::Signed { raster, shown, negative, positive } => {
                let (here, below) = (raster.row(row), raster.row((row + 1).min(raster.height - 1)));
                fill(pixels, here, |i, v| {
                    let up = v >= 0.0;
                    let next = here[(i + 1).min(here.len() - 1)];
                    match alarm(v, *shown) {
                        Some(color) => color,
                        None if up != (next >= 0.0) || up != (below[i] >= 0.0) => LINE,
                        None => bytes(if up { positive.at(v) } else { negative.at(v) }, 1.0),
                    }
                });
            }
            Self::Ramp { raster, tint } => fill(pixels, raster.row(row), |_, v| bytes(tint.at(v), 1.0)),
            Self::Terrain { raster, tint, light: sun } => {
                sun.row(row, light);
                fill(pixels, raster.row(row), |i, v| {
                    bytes(tint.at(v), if v < tint.sea { 1.0 } else { 0.35 + 0.85 * light[i] })
                });
            }
            Self::Shade { light: sun } => {
                sun.row(row, light);
                fill(pixels, light, |_, light| bytes([56.0 + 190.0 * light; 3], 1.0));
            }
            Self::Tiles { raster, colors } => {
                fill(pixels, raster.row(row), |_, v| colors.get(v as usize).copied().unwrap_or(UNKNOWN));
            }
        }
    }
}

/// A ramp laid over raster values.
struct Tint {
    /// Raster value of the sea's surface; -∞ without a sea.
    sea: f32,
    water: Table,
    land: Table,
}

impl Tint {
    /// `shown` is what the colours span where no sea is drawn.
    fn new(scene: &Scene, shown: (f32, f32)) -> Self {
        let ramp = &scene.ramp;
        match scene.shown_sea() {
            Some(sea) => Self {
                sea,
                water: Table::new(&ramp.water, scene.values.0, sea),
                land: Table::new(&ramp.land, sea, scene.values.1),
            },
            None => Self {
                sea: f32::NEG_INFINITY,
                water: Table::new(&[], 0.0, 0.0),
                land: Table::new(&ramp.land, shown.0, shown.1),
            },
        }
    }

    #[inline(always)]
    fn at(&self, v: f32) -> [f32; 3] {
        if v < self.sea { self.water.at(v) } else { self.land.at(v) }
    }
}

#[inline(always)]
fn fill(pixels: &mut [u8], values: &[f32], color: impl Fn(usize, f32) -> Color) {
    for (i, (pixel, &v)) in pixels.chunks_exact_mut(4).zip(values).enumerate() {
        let [r, g, b] = color(i, v);
        pixel.copy_from_slice(&[r, g, b, 255]);
    }
}

#[inline(always)]
fn alarm(v: f32, (lo, hi): (f32, f32)) -> Option<Color> {
    match v {
        v if v > hi => Some(ABOVE),
        v if v < lo => Some(BELOW),
        _ => None,
    }
}

/// A colour times a brightness, in bytes; what is brighter than white is white.
#[inline(always)]
fn bytes(color: [f32; 3], brightness: f32) -> Color {
    color.map(|c| (c * brightness + 0.5) as u8)
}
