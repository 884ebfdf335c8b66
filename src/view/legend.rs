//! What the colours of a picture mean: a bar with its ends, or a list of tiles, or of the zones of a range, with their shares.

use super::paint::{GREYS, NEGATIVE, POSITIVE, STEEPNESS, UPRIGHT};
use super::{Color, Mode, Picture, Scene, Zone, color_at, draw_text, text_size};
use crate::raster::Raster;
use rayon::prelude::*;

/// Colours of a bar.
const STEPS: usize = 64;
/// Most tiles that are listed.
const MOST: usize = 24;
/// Room around and between what the legend holds, and size of a swatch, in dots.
const ROOM: usize = 6;
const SWATCH: usize = 8;
/// Height of a bar in dots.
const BAR: usize = 96;
/// The plate that it stands on, and its letters.
const PLATE: Color = [22, 26, 31];
const LETTERS: Color = [226, 230, 234];

/// The meaning of a picture's colours.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// Colours from the lowest to the highest, with what the two ends and the places between stand for, from 0 to 1.
    Bar {
        /// From low to high.
        colors: Vec<Color>,
        /// Place and text of each mark.
        marks: Vec<(f32, String)>,
    },
    /// Categories: name, colour, share of the samples.
    Tiles(Vec<(String, Color, f64)>),
    /// What of the samples a range keeps.
    Range {
        /// Share of the samples in each of [`Zone::ALL`], the highest first.
        shares: [f64; 5],
        /// The lower and the upper end of the range.
        ends: (String, String),
    },
}

/// The legend of a picture of `raster`; `None` for a mode whose colours mean no amount.
pub fn legend(raster: &Raster, scene: &Scene) -> Option<Legend> {
    let shown = if scene.auto_levels { raster.extremes().unwrap_or(scene.shown) } else { scene.shown };
    let sample = |color: &dyn Fn(f32) -> Color| (0..STEPS).map(|i| color(i as f32 / (STEPS - 1) as f32)).collect();
    match scene.mode {
        Mode::Tiles => Some(Legend::Tiles(shares(raster, scene))),
        Mode::Grey => {
            let colors = sample(&|t| color_at(GREYS, t));
            Some(Legend::Bar { colors, marks: amounts(shown, &|v| metres(scene, v)) })
        }
        Mode::Signed => {
            let (from, to) = shown;
            let colors = sample(&|t| match from + t * (to - from) {
                v if v >= 0.0 => color_at(POSITIVE, share(v, 0.0, to.max(0.0))),
                v => color_at(NEGATIVE, share(v, from.min(0.0), 0.0)),
            });
            Some(Legend::Bar { colors, marks: amounts(shown, &|v| metres(scene, v)) })
        }
        Mode::Heat => {
            let colors = sample(&|t| color_at(&scene.heat.land, t));
            Some(Legend::Bar { colors, marks: amounts(shown, &|v| metres(scene, v)) })
        }
        Mode::Clipping => {
            let ends = (metres(scene, shown.0), metres(scene, shown.1));
            Some(Legend::Range { shares: zones(raster, shown), ends })
        }
        Mode::Slope => {
            let colors = sample(&|t| color_at(STEEPNESS, t));
            // In round degrees.
            let marks = [0.0, 30.0, 45.0, 60.0, 90.0].map(|v| (share(v, UPRIGHT.0, UPRIGHT.1), format!("{v:.0}°")));
            Some(Legend::Bar { colors, marks: marks.into() })
        }
        Mode::Ramp | Mode::Terrain | Mode::Contours => {
            let (from, to) = match (scene.shown_sea(), scene.mode) {
                (None, Mode::Ramp) => shown,
                _ => scene.values,
            };
            let sea = scene.shown_sea();
            let colors = sample(&|t| {
                let v = from + t * (to - from);
                match sea {
                    Some(sea) if v < sea => color_at(&scene.ramp.water, share(v, from, sea)),
                    Some(sea) => color_at(&scene.ramp.land, share(v, sea, to)),
                    None => color_at(&scene.ramp.land, t),
                }
            });
            Some(Legend::Bar { colors, marks: amounts((from, to), &|v| metres(scene, v)) })
        }
        _ => None,
    }
}

fn share(v: f32, from: f32, to: f32) -> f32 {
    if to > from { (v - from) / (to - from) } else { 0.0 }
}

/// A share in per cent. A few samples are not none, and all but a few are not all.
pub fn per_cent(share: f64) -> String {
    match share {
        s if s > 0.0 && s < 0.0005 => "< 0.1 %".into(),
        s if (0.9995..1.0).contains(&s) => "> 99.9 %".into(),
        s => format!("{:.1} %", s * 100.0),
    }
}

/// A value as the scene measures it.
fn metres(scene: &Scene, v: f32) -> String {
    if scene.degrees {
        return format!("{v:.0}°");
    }
    let metres = scene.metres(v);
    let span = (scene.height.1 - scene.height.0).abs();
    if span >= 10.0 { format!("{:.0} m", metres + 0.0) } else { format!("{metres:.2} m") }
}

/// Marks at both ends, at the middle and half way to it.
fn amounts((from, to): (f32, f32), text: &dyn Fn(f32) -> String) -> Vec<(f32, String)> {
    [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().map(|t| (t, text(from + t * (to - from)))).collect()
}

/// The share of the samples in each zone, the highest first.
fn zones(raster: &Raster, range: (f32, f32)) -> [f64; 5] {
    let add = |a: [u64; 5], b: [u64; 5]| std::array::from_fn(|i| a[i] + b[i]);
    let count = |values: &[f32]| {
        let mut counts = [0u64; 5];
        values.iter().for_each(|&v| counts[Zone::of(v, range) as usize] += 1);
        counts
    };
    let counts = raster.data.par_chunks(1 << 16).map(count).reduce(Default::default, add);
    counts.map(|n| n as f64 / raster.data.len().max(1) as f64)
}

fn shares(raster: &Raster, scene: &Scene) -> Vec<(String, Color, f64)> {
    let mut counts = vec![0u64; scene.tiles.len()];
    for &v in &raster.data {
        if let Some(count) = counts.get_mut(v as usize) {
            *count += 1;
        }
    }
    let total = raster.data.len().max(1) as f64;
    let name = |i: usize| scene.names.get(i).cloned().unwrap_or_default();
    let tiles = scene.tiles.iter().zip(&counts).enumerate();
    tiles.map(|(i, (&color, &n))| (name(i), color, n as f64 / total)).collect()
}

/// Writes the legend into the lower right corner.
pub(super) fn draw(picture: &mut Picture, raster: &Raster, scene: &Scene) {
    let dot = scene.dot_of(picture.width, picture.height);
    match legend(raster, scene) {
        Some(Legend::Tiles(tiles)) => {
            // Highest on top, as they lie in the world; letters are those of ASCII, so other names give way to numbers.
            let line = |(i, (name, color, share)): (usize, &(String, Color, f64))| {
                let name = if name.is_ascii() && !name.is_empty() { name.clone() } else { format!("tile {i}") };
                (name, *color, format!("{:.1} %", share * 100.0))
            };
            let lines: Vec<_> = tiles.iter().enumerate().map(line).rev().take(MOST).collect();
            list(picture, &lines, dot);
        }
        Some(Legend::Range { shares, ends }) => {
            let (low, high) = (in_ascii(&ends.0), in_ascii(&ends.1));
            let line = |(zone, share): (Zone, f64)| {
                let words = match zone {
                    Zone::Above => format!("above {high}"),
                    Zone::UpperEnd => format!("at {high}"),
                    Zone::Inside => "between".into(),
                    Zone::LowerEnd => format!("at {low}"),
                    Zone::Below => format!("below {low}"),
                };
                (words, zone.color(), per_cent(share))
            };
            let lines: Vec<_> = Zone::ALL.into_iter().zip(shares).map(line).collect();
            list(picture, &lines, dot);
        }
        Some(Legend::Bar { colors, marks }) => bar(picture, &colors, &marks, dot),
        None => {}
    }
}

/// A text in the letters that pictures have.
fn in_ascii(text: &str) -> String {
    text.replace('°', " deg")
}

/// Fills the plate for `width` x `height` dots and returns the corner of what stands on it; `None` if there is no room.
fn plate(picture: &mut Picture, (width, height): (usize, usize), dot: usize) -> Option<(usize, usize)> {
    let (w, h) = ((width + 2 * ROOM) * dot, (height + 2 * ROOM) * dot);
    let margin = 8 * dot;
    let (x, y) = (picture.width.checked_sub(w + margin)?, picture.height.checked_sub(h + margin)?);
    fill(picture, (x, y), (w, h), |there| std::array::from_fn(|i| PLATE[i] - PLATE[i] / 8 + there[i] / 8));
    Some((x + ROOM * dot, y + ROOM * dot))
}

fn fill(picture: &mut Picture, (x, y): (usize, usize), (w, h): (usize, usize), color: impl Fn(Color) -> Color) {
    for row in y..(y + h).min(picture.height) {
        for column in x..(x + w).min(picture.width) {
            let there = picture.at(column, row);
            let at = (row * picture.width + column) * 4;
            picture.rgba[at..at + 3].copy_from_slice(&color(there));
        }
    }
}

/// Lines from the top, each with its name, its colour and its share.
fn list(picture: &mut Picture, lines: &[(String, Color, String)], dot: usize) {
    let widest = |text: &dyn Fn(&(String, Color, String)) -> usize| lines.iter().map(text).max().unwrap_or(0);
    let (names, shares) = (widest(&|l| text_size(&l.0, 1).0), widest(&|l| text_size(&l.2, 1).0));
    let (step, width) = (SWATCH + 4, SWATCH + 6 + names + 10 + shares);
    let Some((x, y)) = plate(picture, (width, (lines.len() * step).saturating_sub(4)), dot) else { return };
    for (i, (name, color, share)) in lines.iter().enumerate() {
        let top = y + i * step * dot;
        fill(picture, (x, top), (SWATCH * dot, SWATCH * dot), |_| *color);
        draw_text(picture, name, (x + (SWATCH + 6) * dot, top), dot, LETTERS);
        let right = x + width * dot - text_size(share, dot).0;
        draw_text(picture, share, (right, top), dot, LETTERS);
    }
}

fn bar(picture: &mut Picture, colors: &[Color], marks: &[(f32, String)], dot: usize) {
    let marks: Vec<(f32, String)> = marks.iter().map(|(at, text)| (*at, in_ascii(text))).collect();
    let letters = marks.iter().map(|(_, text)| text_size(text, 1).0).max().unwrap_or(0);
    let Some((x, y)) = plate(picture, (SWATCH + 6 + letters, BAR + 8), dot) else { return };
    let height = BAR * dot;
    let top = y + 4 * dot;
    for row in 0..height {
        let at = (height - 1 - row) * colors.len() / height.max(1);
        let color = colors.get(at).copied().unwrap_or_default();
        fill(picture, (x, top + row), (SWATCH * dot, 1), |_| color);
    }
    for (place, text) in &marks {
        let row = ((1.0 - place) * (height - 1) as f32) as usize;
        draw_text(picture, text, (x + (SWATCH + 6) * dot, (top + row).saturating_sub(3 * dot)), dot, LETTERS);
    }
}
