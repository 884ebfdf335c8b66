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
pub(super) const NEGATIVE: &[Stop] =
    &[(0.0, [14, 38, 84]), (0.45, [36, 88, 148]), (0.8, [108, 154, 192]), (1.0, [182, 202, 214])];
/// From 0 to the highest value.
pub(super) const POSITIVE: &[Stop] = &[
    (0.0, [206, 194, 178]),
    (0.25, [196, 158, 116]),
    (0.5, [178, 128, 78]),
    (0.75, [216, 184, 142]),
    (1.0, [252, 246, 234]),
];
pub(super) const GREYS: &[Stop] = &[(0.0, [0, 0, 0]), (1.0, [255, 255, 255])];

/// Degrees of slope from flat to upright.
pub(super) const STEEPNESS: &[Stop] = &[
    (0.0, [246, 244, 236]),
    (0.0556, [232, 226, 184]),
    (0.1667, [240, 194, 104]),
    (0.3333, [224, 116, 66]),
    (0.5, [164, 44, 74]),
    (0.6667, [92, 24, 90]),
    (1.0, [26, 10, 42]),
];
/// Degrees at the two ends of them.
pub(super) const UPRIGHT: (f32, f32) = (0.0, 90.0);
/// Values inside of the range in the mode that looks for those outside, from its low end to its high end.
const QUIET: &[Stop] = &[(0.0, [46, 50, 56]), (1.0, [206, 208, 210])];
/// Values at the upper and at the lower end of the range: nothing is lost yet, or it was lost before: where an earlier step has
/// cut off, whole plains lie there.
const AT_THE_ENDS: (Color, Color) = ([152, 94, 152], [62, 104, 108]);

/// Where a value lies beside a range that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Above the range.
    Above,
    /// At its upper end.
    UpperEnd,
    /// Between its ends.
    Inside,
    /// At its lower end.
    LowerEnd,
    /// Below the range.
    Below,
}

impl Zone {
    /// All of them, the highest first.
    pub const ALL: [Self; 5] = [Self::Above, Self::UpperEnd, Self::Inside, Self::LowerEnd, Self::Below];

    /// The zone of a value beside a range.
    #[inline(always)]
    pub fn of(v: f32, (lo, hi): (f32, f32)) -> Self {
        match v {
            v if v > hi => Self::Above,
            v if v < lo => Self::Below,
            _ if lo >= hi => Self::Inside,
            v if v == hi => Self::UpperEnd,
            v if v == lo => Self::LowerEnd,
            _ => Self::Inside,
        }
    }

    /// Its colour; that of what lies inside is the middle one of many.
    pub fn color(self) -> Color {
        match self {
            Self::Above => ABOVE,
            Self::UpperEnd => AT_THE_ENDS.0,
            Self::Inside => super::color_at(QUIET, 0.5),
            Self::LowerEnd => AT_THE_ENDS.1,
            Self::Below => BELOW,
        }
    }
}

/// Draws the colours of a raster, one pixel a sample, without lines, labels and legend.
pub(super) fn colors(raster: &Raster, scene: &Scene) -> Picture {
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
    Heat { raster: &'a Raster, shown: (f32, f32), table: Table },
    Hillshade { light: Light<'a> },
    Slope { light: Light<'a>, table: Table },
    Normals { light: Light<'a> },
    Contours { raster: &'a Raster, tint: Tint, light: Light<'a> },
    Clipping { raster: &'a Raster, shown: (f32, f32), table: Table },
    Arrows { light: Light<'a> },
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
            Mode::Heat => Self::Heat { raster, shown, table: Table::new(&scene.heat.land, shown.0, shown.1) },
            Mode::Hillshade => Self::Hillshade { light: Light::new(raster, scene, scene.floor()) },
            Mode::Slope => {
                let table = Table::new(STEEPNESS, UPRIGHT.0, UPRIGHT.1);
                Self::Slope { light: Light::plain(raster, scene), table }
            }
            Mode::Normals => Self::Normals { light: Light::plain(raster, scene) },
            Mode::Contours => {
                let tint = Tint::new(scene, scene.values);
                Self::Contours { raster, tint, light: Light::new(raster, scene, scene.floor()) }
            }
            Mode::Clipping => Self::Clipping { raster, shown, table: Table::new(QUIET, shown.0, shown.1) },
            Mode::Arrows | Mode::Flow => {
                let lit = Scene { exaggeration: super::Exaggeration::Auto, ..scene.clone() };
                Self::Arrows { light: Light::new(raster, &lit, scene.floor()) }
            }
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
            Self::Heat { raster, shown, table } => {
                fill(pixels, raster.row(row), |_, v| alarm(v, *shown).unwrap_or_else(|| bytes(table.at(v), 1.0)));
            }
            Self::Hillshade { light: suns } => {
                suns.row_around(row, light);
                // A bend that makes level ground a middle grey: four suns are softer than one.
                let tone = |light: f32| 24.0 + 226.0 * light * (0.35 + 0.65 * light);
                fill(pixels, light, |_, light| bytes([tone(light); 3], 1.0));
            }
            Self::Slope { light: relief, table } => {
                relief.degrees(row, light);
                fill(pixels, light, |_, degrees| bytes(table.at(degrees), 1.0));
            }
            Self::Normals { light } => light.slopes_of(row, |column, east, south| {
                let length = (east * east + south * south + 1.0).sqrt();
                let [r, g, b] = [-east, south, 1.0].map(|v| ((v / length * 0.5 + 0.5) * 255.0 + 0.5) as u8);
                pixels[4 * column..][..4].copy_from_slice(&[r, g, b, 255]);
            }),
            Self::Contours { raster, tint, light: sun } => {
                sun.row_around(row, light);
                fill(pixels, raster.row(row), |i, v| {
                    bytes(tint.at(v), if v < tint.sea { 1.0 } else { 0.74 + 0.36 * light[i] })
                });
            }
            Self::Clipping { raster, shown, table } => {
                fill(pixels, raster.row(row), |_, v| match Zone::of(v, *shown) {
                    Zone::Inside => bytes(table.at(v), 1.0),
                    zone => zone.color(),
                });
            }
            Self::Arrows { light: suns } => {
                suns.row_around(row, light);
                fill(pixels, light, |_, light| bytes([16.0, 19.0, 24.0].map(|c| c + 52.0 * light * light), 1.0));
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
