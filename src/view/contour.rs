//! Lines of equal height by marching squares (Lorensen and Cline, 1987, in two dimensions), a saddle decided by its mean.

use super::Scene;
use crate::raster::Raster;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Lines through one cell above which only index lines are drawn there; more of those are left out as well.
const MOST_IN_A_CELL: i64 = 12;
/// Heights in intervals beyond which no lines are told apart.
const FAR: f32 = 1e15;
/// Every how many lines one is an index line.
pub const INDEX: i64 = 5;

/// A piece of a contour line within one cell, from one of its edges to another, with what is higher always on one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Which multiple of the interval the line stands for.
    pub level: i64,
    /// Where it enters and leaves: columns and rows, fractions between samples.
    pub ends: [[f32; 2]; 2],
    /// The edges that it enters and leaves by.
    edges: [usize; 2],
}

/// Corners of a cell clockwise from the north-west, as columns and rows.
const CORNERS: [(usize, usize); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

/// The pieces of all lines at multiples of 1 of `heights`, row by row; with `only`, of that multiple alone.
pub(super) fn pieces(heights: &Raster, only: Option<i64>) -> Vec<Piece> {
    pieces_from(heights, only, (0, 0))
}

/// The same of a part of a larger raster whose first column and row is `origin`: the pieces lie where they lie in that one.
pub(super) fn pieces_from(heights: &Raster, only: Option<i64>, origin: (usize, usize)) -> Vec<Piece> {
    let (width, height) = (heights.width, heights.height);
    let at = At { origin, width };
    let rows = (0..height.saturating_sub(1)).into_par_iter();
    let row = |row: usize| {
        let mut found = Vec::new();
        for column in 0..width.saturating_sub(1) {
            let values = CORNERS.map(|(x, y)| heights.at(column + x, row + y));
            if let Some((levels, step)) = levels_in(values, only) {
                let mut level = levels.0;
                while level <= levels.1 {
                    cell((column, row), at, values, level, &mut found);
                    level += step;
                }
            }
        }
        found
    };
    rows.flat_map_iter(row).collect()
}

/// The first and the last line through a cell, and the step between those that are drawn.
fn levels_in(values: [f32; 4], only: Option<i64>) -> Option<((i64, i64), i64)> {
    if !values.iter().all(|v| v.is_finite()) {
        return None;
    }
    let low = values.into_iter().fold(f32::INFINITY, f32::min);
    let high = values.into_iter().fold(f32::NEG_INFINITY, f32::max);
    // A line runs where something lies below it and something does not.
    let whole = |v: f32| libm::floorf(v).clamp(-FAR, FAR) as i64;
    let (from, to) = (whole(low) + 1, whole(high));
    if let Some(level) = only {
        return (from..=to).contains(&level).then_some(((level, level), 1));
    }
    if from > to {
        return None;
    }
    if to - from < MOST_IN_A_CELL {
        return Some(((from, to), 1));
    }
    let first = from.div_euclid(INDEX) * INDEX;
    let first = if first < from { first + INDEX } else { first };
    (first <= to && (to - first) / INDEX < MOST_IN_A_CELL).then_some(((first, to), INDEX))
}

/// Where a raster begins in a larger one, and how many columns it has.
#[derive(Clone, Copy)]
struct At {
    origin: (usize, usize),
    width: usize,
}

/// The pieces of the line at `level` in one cell.
fn cell(place: (usize, usize), at: At, values: [f32; 4], level: i64, found: &mut Vec<Piece>) {
    let level_value = level as f32;
    let is_high = values.map(|v| v >= level_value);
    let mean = values.iter().sum::<f32>() / 4.0;
    let (enters, leaves): (Vec<usize>, Vec<usize>) = (
        (0..4).filter(|&e| !is_high[e] && is_high[(e + 1) % 4]).collect(),
        (0..4).filter(|&e| is_high[e] && !is_high[(e + 1) % 4]).collect(),
    );
    for &enter in &enters {
        let leave = match leaves.as_slice() {
            [one] => *one,
            // Of a saddle the low corner is cut off where its middle is high, else the high one.
            _ if mean >= level_value => (enter + 3) % 4,
            _ => (enter + 1) % 4,
        };
        let (a, b) = (crossing(place, at, values, level_value, enter), crossing(place, at, values, level_value, leave));
        found.push(Piece { level, ends: [a.1, b.1], edges: [a.0, b.0] });
    }
}

/// The number of a cell's edge, and the place on it where the height is `level`. Both cells beside it find the same.
fn crossing((column, row): (usize, usize), at: At, values: [f32; 4], level: f32, edge: usize) -> (usize, [f32; 2]) {
    let (first, second) = [(0, 1), (1, 2), (3, 2), (0, 3)][edge];
    let (a, b) = (values[first], values[second]);
    let share = ((level - a) / (b - a)).clamp(0.0, 1.0);
    let (x, y) = (column + CORNERS[first].0, row + CORNERS[first].1);
    let upright = edge % 2;
    let (east, south) = ((x + at.origin.0) as f32, (y + at.origin.1) as f32);
    let place = match upright {
        0 => [east + share, south],
        _ => [east, south + share],
    };
    (2 * (y * at.width + x) + upright, place)
}

/// Pieces of one line each joined to as few lines as they make; a closed line ends where it begins.
pub(super) fn joined(pieces: &[Piece]) -> Vec<Vec<[f32; 2]>> {
    let mut next: BTreeMap<(i64, usize), usize> = BTreeMap::new();
    let mut is_entered = std::collections::BTreeSet::new();
    for (i, piece) in pieces.iter().enumerate() {
        next.insert((piece.level, piece.edges[0]), i);
        is_entered.insert((piece.level, piece.edges[1]));
    }
    let opens = |p: &Piece| !is_entered.contains(&(p.level, p.edges[0]));
    let starts: Vec<&Piece> = pieces.iter().filter(|p| opens(p)).chain(pieces).collect();
    let mut lines = Vec::new();
    for start in starts {
        let (level, mut edge) = (start.level, start.edges[0]);
        let mut line = Vec::new();
        while let Some(i) = next.remove(&(level, edge)) {
            if line.is_empty() {
                line.push(pieces[i].ends[0]);
            }
            line.push(pieces[i].ends[1]);
            edge = pieces[i].edges[1];
        }
        if line.len() > 1 {
            lines.push(line);
        }
    }
    lines
}

/// The raster in multiples of the interval between contour lines.
pub(super) fn in_intervals(raster: &Raster, scene: &Scene) -> Raster {
    let interval = scene.contour_interval();
    let data = raster.data.par_iter().map(|&v| (scene.metres(v) / interval) as f32).collect();
    Raster { width: raster.width, height: raster.height, data }
}

/// The lines where a raster stands at `metres`, as places in columns and rows; a closed line ends where it begins.
pub fn contour(raster: &Raster, scene: &Scene, metres: f64) -> Vec<Vec<[f32; 2]>> {
    joined(&at_height(raster, scene, metres, (0, 0)))
}

/// The pieces of those lines, in any order, of a part of a larger raster whose first column and row is `origin`.
pub(super) fn at_height(raster: &Raster, scene: &Scene, metres: f64, origin: (usize, usize)) -> Vec<Piece> {
    let level = raster.data.par_iter().map(|&v| (scene.metres(v) - metres) as f32).collect();
    pieces_from(&Raster { width: raster.width, height: raster.height, data: level }, Some(0), origin)
}
