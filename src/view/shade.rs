//! Light on relief: slopes by central differences, Lambert's cosine for a distant sun.

use super::{Exaggeration, Mode, Scene};
use crate::raster::Raster;
use rayon::prelude::*;

/// Where the light comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Degrees clockwise from north.
    pub azimuth: f64,
    /// Degrees above the horizon.
    pub altitude: f64,
}

impl Default for Sun {
    /// From the north-west at 45 degrees, as maps are lit.
    fn default() -> Self {
        Self { azimuth: 315.0, altitude: 45.0 }
    }
}

/// The exaggeration of `scene` for a map of `height` rows as a factor, found from a few rows: `rows` gives the values of
/// the rows from the first number to before the second. Parts of the map that are drawn with it fit together.
///
/// # Errors
/// What `rows` reports.
pub fn exaggeration<E>(
    scene: &Scene,
    height: usize,
    mut rows: impl FnMut(usize, usize) -> Result<Raster, E>,
) -> Result<Exaggeration, E> {
    let is_lit = matches!(scene.mode, Mode::Terrain | Mode::Shade | Mode::Hillshade);
    if scene.exaggeration != Exaggeration::Auto || !is_lit {
        return Ok(scene.exaggeration);
    }
    let floor = scene.floor();
    let plain = Scene { exaggeration: Exaggeration::Factor(1.0), ..scene.clone() };
    let mut slopes = Vec::new();
    for row in looked_at(height) {
        let first = row.saturating_sub(1);
        let part = rows(first, (row + 2).min(height))?;
        slopes.extend(Light::new(&part, &plain, floor).slopes(row - first));
    }
    Ok(Exaggeration::Factor(steepening(slopes)))
}

/// Rows whose slopes count for the exaggeration.
fn looked_at(height: usize) -> impl Iterator<Item = usize> {
    let step = step(height);
    (step / 2..height).step_by(step)
}

/// Distance of the samples whose slopes count, along a side of `n` samples.
fn step(n: usize) -> usize {
    const SAMPLES: usize = 192;
    (n / SAMPLES).max(1)
}

/// The factor that makes the 90th percentile of the slopes 40 degrees; 1 on a plain.
fn steepening(mut slopes: Vec<f32>) -> f64 {
    if slopes.is_empty() {
        return 1.0;
    }
    let place = slopes.len() * 9 / 10;
    let slope = f64::from(*slopes.select_nth_unstable_by(place, f32::total_cmp).1);
    if slope > 0.0 && slope.is_finite() { libm::tan(40f64.to_radians()) / slope } else { 1.0 }
}

/// How steep a raster is at each of its samples, in degrees: the angle of the slope in true metres, by central differences.
pub fn slope(raster: &Raster, scene: &Scene) -> Raster {
    let mut degrees = Raster::new(raster.width, raster.height);
    if raster.data.is_empty() {
        return degrees;
    }
    let light = Light::plain(raster, scene);
    degrees.data.par_chunks_mut(raster.width).enumerate().for_each(|(row, out)| light.degrees(row, out));
    degrees
}

/// The relief of a raster under a sun, ready to be read row by row.
pub(super) struct Light<'a> {
    raster: &'a Raster,
    /// Values below stand at this one: the surface of the sea.
    floor: f32,
    /// Rise per step of one sample for a difference of one raster value, eastwards and southwards, exaggeration included.
    rise: (f32, f32),
    /// Direction to the sun: eastwards, southwards, upwards.
    sun: [f32; 3],
    /// Directions to the four suns of light from all around: eastwards and southwards.
    around: [[f32; 2]; 4],
}

/// Degrees from the sun's azimuth to those of the four suns: the steps of 45 degrees that Mark's are apart.
const AROUND: [f64; 4] = [-90.0, -45.0, 0.0, 45.0];

impl<'a> Light<'a> {
    /// `floor` is the raster value of the sea's surface, or -∞ to see the sea's ground.
    pub(super) fn new(raster: &'a Raster, scene: &Scene, floor: f32) -> Self {
        let altitude = scene.sun.altitude.to_radians();
        let level = libm::cos(altitude);
        let towards = |turn: f64| {
            let azimuth = (scene.sun.azimuth + turn).to_radians();
            [libm::sin(azimuth) * level, -libm::cos(azimuth) * level].map(|v| v as f32)
        };
        let [east, south] = towards(0.0);
        let (sun, around) = ([east, south, libm::sin(altitude) as f32], AROUND.map(towards));
        let metres = scene.metres_per_value();
        let per = |spacing: f64| if spacing > 0.0 { metres / spacing } else { 0.0 };
        let rise = (per(scene.spacing.0), per(scene.spacing.1));
        let plain = Self { raster, floor, rise: (rise.0 as f32, rise.1 as f32), sun, around };
        let factor = match scene.exaggeration {
            Exaggeration::Factor(factor) => factor,
            Exaggeration::Auto => plain.steepening(),
        };
        Self { rise: ((rise.0 * factor) as f32, (rise.1 * factor) as f32), ..plain }
    }

    /// The relief as it is, without exaggeration.
    pub(super) fn plain(raster: &'a Raster, scene: &Scene) -> Self {
        let true_scale = Scene { exaggeration: Exaggeration::Factor(1.0), ..scene.clone() };
        Self::new(raster, &true_scale, scene.floor())
    }

    /// The slopes of a row in degrees.
    pub(super) fn degrees(&self, row: usize, out: &mut [f32]) {
        self.each(row, |column, gx, gy| {
            out[column] = libm::atanf((gx * gx + gy * gy).sqrt()) * (180.0 / std::f32::consts::PI);
        });
    }

    fn steepening(&self) -> f64 {
        let rows: Vec<_> = looked_at(self.raster.height).collect();
        steepening(rows.into_par_iter().flat_map_iter(|row| self.slopes(row)).collect())
    }

    /// The slopes of a row that count for the exaggeration: a few of them, without the sea.
    fn slopes(&self, row: usize) -> Vec<f32> {
        let step = step(self.raster.width);
        let mut slopes = Vec::new();
        self.each(row, |column, gx, gy| {
            if column % step == step / 2 && self.raster.at(column, row) > self.floor {
                slopes.push((gx * gx + gy * gy).sqrt());
            }
        });
        slopes
    }

    /// Brightness of each sample of a row: the cosine between the sun and the surface's normal, 0 where it is turned away.
    pub(super) fn row(&self, row: usize, out: &mut [f32]) {
        let [sx, sy, sz] = self.sun;
        self.each(row, |column, gx, gy| {
            let cosine = (sz - gx * sx - gy * sy) / (1.0 + gx * gx + gy * gy).sqrt();
            out[column] = if cosine > 0.0 { cosine } else { 0.0 };
        });
    }

    /// Brightness of each sample of a row from four suns, each counting as much as the slope lies across its direction
    /// (Mark, Multidirectional, oblique-weighted, shaded-relief image of the Island of Hawaii, USGS, 1992).
    pub(super) fn row_around(&self, row: usize, out: &mut [f32]) {
        let (sz, around) = (self.sun[2], self.around);
        let level = 1.0 - sz * sz;
        self.each(row, |column, gx, gy| {
            let steep = gx * gx + gy * gy;
            let length = (1.0 + steep).sqrt();
            let mut sum = 0.0;
            for [sx, sy] in around {
                let cosine = (sz - gx * sx - gy * sy) / length;
                let across = gx * sy - gy * sx;
                // The square of the sine between slope and sun; four of them in steps of 45 degrees sum to 2.
                let weight = if steep * level > 0.0 { across * across / (steep * level) / 2.0 } else { 0.25 };
                sum += if cosine > 0.0 { cosine * weight } else { 0.0 };
            }
            out[column] = sum;
        });
    }

    /// Calls `f(column, eastward slope, southward slope)` for a row.
    #[inline(always)]
    pub(super) fn slopes_of(&self, row: usize, f: impl FnMut(usize, f32, f32)) {
        self.each(row, f);
    }

    /// Calls `f(column, eastward slope, southward slope)` for a row; differences are one-sided at the border.
    #[inline(always)]
    fn each(&self, row: usize, mut f: impl FnMut(usize, f32, f32)) {
        let (w, last) = (self.raster.width, self.raster.height - 1);
        let (up, down) = (row.saturating_sub(1), (row + 1).min(last));
        let (north, here, south) = (self.raster.row(up), self.raster.row(row), self.raster.row(down));
        let (north, here, south) = (&north[..w], &here[..w], &south[..w]);
        let floor = self.floor;
        let height = |v: f32| if v > floor { v } else { floor };
        let rise_y = if down > up { self.rise.1 / (down - up) as f32 } else { 0.0 };
        let rise_x = self.rise.0 / 2.0;
        let south_of = |i: usize| (height(south[i]) - height(north[i])) * rise_y;
        if w < 2 {
            (0..w).for_each(|i| f(i, 0.0, south_of(i)));
            return;
        }
        f(0, (height(here[1]) - height(here[0])) * self.rise.0, south_of(0));
        for i in 1..w - 1 {
            f(i, (height(here[i + 1]) - height(here[i - 1])) * rise_x, south_of(i));
        }
        f(w - 1, (height(here[w - 1]) - height(here[w - 2])) * self.rise.0, south_of(w - 1));
    }
}
