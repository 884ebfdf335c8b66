//! Arrows downhill: which way a field falls, and how steeply.

use super::draw::Scale;
use super::ramp::Table;
use super::stroke::{Stroke, covered};
use super::{Picture, Scene, Stop};
use crate::raster::Raster;

/// Dots from one arrow to the next.
const STEP: usize = 20;
/// Length of the longest and of the shortest arrow, as shares of the step.
const LENGTHS: (f32, f32) = (0.94, 0.3);
/// Half of the width of an arrow's line in dots.
const HALF: f32 = 0.62;
/// Length of the head as a share of the arrow, and its most in dots.
const HEAD: (f32, f32) = (0.42, 6.0);
/// The slope that the longest arrows stand for is above this share of all slopes.
const STEEPEST: f64 = 0.95;

/// Where an arrow stands, which way it points (a unit vector in pixels) and how steep it is there.
struct Arrow {
    at: [f32; 2],
    along: [f32; 2],
    steep: f32,
}

/// Draws arrows over a picture of the raster.
pub(super) fn draw(picture: &mut Picture, raster: &Raster, scene: &Scene) {
    let dot = scene.dot_of(picture.width, picture.height);
    let arrows = arrows(raster, picture, scene, dot);
    let mut slopes: Vec<f32> = arrows.iter().map(|a| a.steep).filter(|s| *s > 0.0).collect();
    slopes.sort_by(f32::total_cmp);
    let steepest = slopes.get((slopes.len() as f64 * STEEPEST) as usize).copied().unwrap_or(1.0);
    let (size, step) = (dot as f32, (STEP * dot) as f32);
    let stops: Vec<Stop> = scene.heat.land.clone();
    // The dark end of a ramp would not be seen on dark ground.
    let table = Table::new(&stops, -0.45, 1.0);
    let mut classes: Vec<Vec<Stroke>> = vec![Vec::new(); CLASSES];
    for arrow in arrows {
        let share = (arrow.steep / steepest).min(1.0);
        let share = if share.is_finite() { share } else { 1.0 };
        let class = ((share * CLASSES as f32) as usize).min(CLASSES - 1);
        let length = step * (LENGTHS.1 + (LENGTHS.0 - LENGTHS.1) * share);
        classes[class].extend(strokes(&arrow, length, size));
    }
    for (class, strokes) in classes.iter().enumerate().filter(|(_, strokes)| !strokes.is_empty()) {
        let color = table.at((class as f32 + 0.5) / CLASSES as f32);
        let inked = covered(picture.width, picture.height, strokes);
        super::stroke::ink(picture, &inked, |_| color);
    }
}

/// Classes of steepness that differ in colour.
const CLASSES: usize = 12;

/// The line and the head of an arrow; a point where the ground is level.
fn strokes(arrow: &Arrow, length: f32, dot: f32) -> Vec<Stroke> {
    let stroke = |from, to| Stroke { from, to, half: HALF * dot, strength: 1.0 };
    let [x, y] = arrow.at;
    if arrow.steep <= 0.0 {
        return vec![stroke(arrow.at, arrow.at)];
    }
    let [u, v] = arrow.along;
    let half = length / 2.0;
    let (tail, tip) = ([x - u * half, y - v * half], [x + u * half, y + v * half]);
    let head = (length * HEAD.0).min(HEAD.1 * dot);
    let barb = |side: f32| [tip[0] - head * (0.87 * u - side * 0.5 * v), tip[1] - head * (0.87 * v + side * 0.5 * u)];
    vec![stroke(tail, tip), stroke(tip, barb(1.0)), stroke(tip, barb(-1.0))]
}

/// Arrows on a square grid, each of the ground half a step around it.
fn arrows(raster: &Raster, picture: &Picture, scene: &Scene, dot: usize) -> Vec<Arrow> {
    let step = STEP * dot;
    let scale = Scale::new(raster, picture);
    let count = |pixels: usize| (pixels / step).max(1);
    let (columns, rows) = (count(picture.width), count(picture.height));
    // The grid lies in the middle of the picture.
    let place = |i: usize, n: usize, pixels: usize| (pixels as f32 - ((n - 1) * step) as f32) / 2.0 + (i * step) as f32;
    let per = scene.metres_per_value();
    let reach = step as f32 / 4.0;
    let metres_across =
        |from: [f32; 2], to: [f32; 2], axis: usize, spacing: f64| (to[axis] - from[axis]) as f64 * spacing;
    let mut arrows = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        for column in 0..columns {
            let at = [place(column, columns, picture.width), place(row, rows, picture.height)];
            let rise = |axis: usize, spacing: f64| {
                let beside = |by: f32| {
                    let mut p = at;
                    p[axis] += by;
                    inside(raster, scale.sample(p))
                };
                let (from, to) = (beside(-reach), beside(reach));
                let across = metres_across(from, to, axis, spacing);
                let metres = (f64::from(raster_at(raster, to)) - f64::from(raster_at(raster, from))) * per;
                if across > 0.0 { (metres / across) as f32 } else { 0.0 }
            };
            let (east, south) = (rise(0, scene.spacing.0), rise(1, scene.spacing.1));
            let steep = (east * east + south * south).sqrt();
            let is_slope = steep > 0.0 && steep.is_finite();
            let along = if is_slope { [-east / steep, -south / steep] } else { [0.0, 0.0] };
            arrows.push(Arrow { at, along, steep: if is_slope { steep } else { 0.0 } });
        }
    }
    arrows
}

/// The nearest place within the raster.
fn inside(raster: &Raster, [column, row]: [f32; 2]) -> [f32; 2] {
    let last = |n: usize| (n - 1) as f32;
    [column.clamp(0.0, last(raster.width)), row.clamp(0.0, last(raster.height))]
}

/// The value at a place within the raster, in straight lines between samples.
pub(super) fn raster_at(raster: &Raster, [column, row]: [f32; 2]) -> f32 {
    let (x, y) = (column as usize, row as usize);
    let (right, below) = ((x + 1).min(raster.width - 1), (y + 1).min(raster.height - 1));
    let (along, down) = (column - x as f32, row - y as f32);
    let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
    mix(
        mix(raster.at(x, y), raster.at(right, y), along),
        mix(raster.at(x, below), raster.at(right, below), along),
        down,
    )
}
