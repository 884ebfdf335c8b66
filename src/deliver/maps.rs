//! Maps that are made of a result for a shader: directions of the surface, and weights of tiles.

use super::ParseError;
use super::parse::wrong;
use crate::graph::Along;
use crate::run::Strip;
use rayon::prelude::*;
use std::str::FromStr;

/// What is made of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// The direction that the surface faces: red is east, blue is up, green is north or south.
    Normals(Green),
    /// Which way things flow along the field: red is east, green is north or south, 128 is standing still, blue is empty.
    Flow(Green),
    /// How much of each pixel belongs to four tiles: red, green, blue and alpha, from this tile on.
    Weights(u16),
}

/// Where green points in a normal map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Green {
    /// Northwards, up on the picture: OpenGL, Godot, Unity, Blender.
    North,
    /// Southwards, down on the picture: DirectX, Unreal.
    South,
}

/// Tiles whose weights one picture holds.
const CHANNELS: u16 = 4;

impl Map {
    /// Words for sentences.
    pub fn title(self) -> String {
        match self {
            Self::Normals(Green::North) => "normal map (OpenGL, green is north)".into(),
            Self::Normals(Green::South) => "normal map (DirectX, green is south)".into(),
            Self::Flow(Green::North) => "flow map (green is north)".into(),
            Self::Flow(Green::South) => "flow map (green is south)".into(),
            Self::Weights(first) => format!("weights of the tiles {first} to {}", first + CHANNELS - 1),
        }
    }

    /// Name on the command line and in reports.
    pub fn name(self) -> String {
        match self {
            Self::Normals(Green::North) => "normal-gl".into(),
            Self::Normals(Green::South) => "normal-dx".into(),
            Self::Flow(Green::North) => "flow-gl".into(),
            Self::Flow(Green::South) => "flow-dx".into(),
            Self::Weights(0) => "splat".into(),
            Self::Weights(first) => format!("splat{}", first / CHANNELS + 1),
        }
    }
}

/// `normal-gl`, `normal-dx`, `flow-gl`, `flow-dx`, `splat`, `splat2` and so on.
impl FromStr for Map {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let splat = |number: &str| match number {
            "" => Some(1),
            digits => digits.parse::<u16>().ok().filter(|n| (1..=64).contains(n)),
        };
        match text {
            "normal-gl" => Ok(Self::Normals(Green::North)),
            "normal-dx" => Ok(Self::Normals(Green::South)),
            "flow-gl" => Ok(Self::Flow(Green::North)),
            "flow-dx" => Ok(Self::Flow(Green::South)),
            _ => {
                text.strip_prefix("splat").and_then(splat).map(|n| Self::Weights(CHANNELS * (n - 1))).ok_or_else(|| {
                    wrong(
                        text,
                        "a map: write normal-gl, normal-dx, flow-gl, flow-dx, splat, or splat2 for the tiles from 4 on",
                    )
                })
            }
        }
    }
}

/// Directions of the surface, three bytes a sample. `metres` turns a value into a height. The strip has a margin of one
/// sample; where the world ends slopes are one-sided.
pub(super) fn normals(strip: &Strip, spacing: (f64, f64), green: Green, metres: impl Fn(f32) -> f64 + Sync) -> Vec<u8> {
    slopes(strip, spacing, metres, |_, east, south| {
        let length = (east * east + south * south + 1.0).sqrt();
        let up = if green == Green::North { south } else { -south };
        [-east / length, up / length, 1.0 / length].map(|v| ((v * 0.5 + 0.5) * 255.0).round() as u8)
    })
}

/// Which way particles drift, three bytes a sample: as long as 1 along an angle, else as long as the sine of the slope in
/// true metres. The strip has a row of margin.
pub(super) fn flow(
    strip: &Strip,
    spacing: (f64, f64),
    green: Green,
    along: Along,
    metres: impl Fn(f32) -> f64 + Sync,
) -> Vec<u8> {
    slopes(strip, spacing, metres, |value, east, south| {
        let length = (east * east + south * south + 1.0).sqrt();
        let (x, y) = match along {
            Along::Angle => {
                let angle = f64::from(value) * std::f64::consts::TAU;
                (libm::cos(angle), libm::sin(angle))
            }
            Along::Downhill => (-east / length, -south / length),
            Along::Around => (south / length, -east / length),
        };
        let up = if green == Green::North { -y } else { y };
        // 128 is exactly nothing, so that still water stands still.
        let byte = |v: f64| (128.0 + (v * 127.0).round()) as u8;
        [byte(x), byte(up), 0]
    })
}

/// Three bytes for each sample from its value and its slopes eastwards and southwards.
fn slopes(
    strip: &Strip,
    spacing: (f64, f64),
    metres: impl Fn(f32) -> f64 + Sync,
    color: impl Fn(f32, f64, f64) -> [u8; 3] + Sync,
) -> Vec<u8> {
    let raster = &strip.raster;
    let (right, bottom) = (raster.width.saturating_sub(1), raster.height.saturating_sub(1));
    let slope = |from: (usize, usize), to: (usize, usize), step: f64| {
        let apart = (to.0 - from.0 + to.1 - from.1) as f64 * step;
        if apart > 0.0 { (metres(raster.at(to.0, to.1)) - metres(raster.at(from.0, from.1))) / apart } else { 0.0 }
    };
    let mut out = vec![0; 3 * strip.columns * strip.rows];
    out.par_chunks_mut((3 * strip.columns).max(1)).enumerate().for_each(|(row, pixels)| {
        let y = row + strip.above;
        for (x, pixel) in (strip.left..).zip(pixels.as_chunks_mut::<3>().0) {
            let east = slope((x.saturating_sub(1), y), ((x + 1).min(right), y), spacing.0);
            let south = slope((x, y.saturating_sub(1)), (x, (y + 1).min(bottom)), spacing.1);
            *pixel = color(raster.at(x, y), east, south);
        }
    });
    out
}

/// Weights of four tiles from `first` on, four bytes a sample: the share of each in the surrounding nine samples, near ones
/// counting more. The weights of all tiles of a map, over all its pictures, sum to 255 exactly.
pub(super) fn weights(strip: &Strip, first: u16) -> Vec<u8> {
    let raster = &strip.raster;
    let (right, bottom) = (raster.width.saturating_sub(1), raster.height.saturating_sub(1));
    let mut out = vec![0; 4 * strip.columns * strip.rows];
    out.par_chunks_mut((4 * strip.columns).max(1)).enumerate().for_each(|(row, pixels)| {
        let y = row + strip.above;
        let rows = [(y.saturating_sub(1), 1_u32), (y, 2), ((y + 1).min(bottom), 1)];
        for (x, pixel) in (strip.left..).zip(pixels.as_chunks_mut::<4>().0) {
            let columns = [(x.saturating_sub(1), 1_u32), (x, 2), ((x + 1).min(right), 1)];
            // Below the four tiles, then each of them: sixteenths in all.
            let mut shares = [0; 5];
            for (y, by) in rows {
                for (x, bx) in columns {
                    let tile = raster.at(x, y) as u16;
                    let place = if tile < first { 0 } else { usize::from(tile - first) + 1 };
                    if let Some(share) = shares.get_mut(place) {
                        *share += bx * by;
                    }
                }
            }
            // Rounding the running sum rather than each share keeps the sum of all weights.
            let mut sum = shares[0];
            for (weight, share) in pixel.iter_mut().zip(&shares[1..]) {
                let rounded = |n: u32| (255 * n + 8) / 16;
                *weight = (rounded(sum + share) - rounded(sum)) as u8;
                sum += share;
            }
        }
    });
    out
}
