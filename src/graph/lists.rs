//! Values that are lists: bands, points, rows, tables. What is refused, in sentences.

use super::field::{fits_f32, plain, range_words};
use crate::spec::{Biomes, Column, Level, Rows};
use std::collections::BTreeSet;

/// Refuses bands that are empty, nameless, not finite or out of order, or whose last one ends.
pub fn check_levels(levels: &[Level]) -> Result<(), String> {
    let Some((last, lower)) = levels.split_last() else {
        return Err("there is no band, at least one is needed".to_owned());
    };
    if levels.len() > usize::from(u16::MAX) {
        return Err(format!("there are {} bands, allowed are {} at most", levels.len(), u16::MAX));
    }
    if last.below.is_some() {
        return Err(format!("the last band ({}) has `below`, it takes everything above the others", last.name));
    }
    let mut floor = f32::NEG_INFINITY;
    for level in lower {
        let Some(below) = level.below else {
            return Err(format!("band {} has no `below`, only the last one goes without", level.name));
        };
        if !below.is_finite() || below < floor {
            return Err(format!("band {} ends at {below}, bounds must rise from band to band", level.name));
        }
        floor = below;
    }
    Ok(())
}

/// Points of a curve, at least and at most.
const POINTS: std::ops::RangeInclusive<usize> = 2..=32;

/// Refuses points that are too few or too many, not finite, or whose x does not rise.
pub fn check_points(points: &[[f64; 2]]) -> Result<(), String> {
    if !POINTS.contains(&points.len()) {
        let count = match points.len() {
            0 => "there is no point".to_owned(),
            1 => "there is one point".to_owned(),
            n => format!("there are {n} points"),
        };
        return Err(format!("{count}, allowed are {} to {}", POINTS.start(), POINTS.end()));
    }
    let mut left = None;
    for &[x, y] in points {
        if !fits_f32(x) || !fits_f32(y) {
            return Err(format!("the point ({x}, {y}) is not finite"));
        }
        // As samples see it: two points in one place would be a step, which no curve through them can be.
        if left.is_some_and(|left: f64| x as f32 <= left as f32) {
            let words = (plain(x), plain(y), plain(left.unwrap_or(x)));
            return Err(format!(
                "the point ({}, {}) follows one at {}, x must rise from point to point",
                words.0, words.1, words.2
            ));
        }
        left = Some(x);
    }
    Ok(())
}

/// Refuses rows that are too few or too many, whose numbers are not allowed, or whose first number does not rise.
pub fn check_rows(rows: &Rows, pairs: &[[f64; 2]]) -> Result<(), String> {
    let (least, most) = rows.count;
    if !(least..=most).contains(&pairs.len()) {
        return Err(format!("there are {} rows, allowed are {least} to {most}", pairs.len()));
    }
    let outside = |pair: &[f64; 2]| {
        let columns = rows.columns.iter().zip(pair);
        columns.into_iter().find(|(column, v)| !(column.range.0..=column.range.1).contains(v)).map(|(c, v)| (*c, *v))
    };
    for (i, pair) in pairs.iter().enumerate() {
        if let Some((Column { name, range, .. }, v)) = outside(pair) {
            let range = range_words(range);
            return Err(format!("{name} of {} {} is {}, allowed is {range}", rows.entry, i + 1, plain(v)));
        }
        let before = i.checked_sub(1).and_then(|before| pairs.get(before));
        if let Some([before, _]) = before.filter(|before| rows.rising && pair[0] as f32 <= before[0] as f32) {
            let (name, here, before) = (rows.columns[0].name, plain(pair[0]), plain(*before));
            return Err(format!("{name} {here} follows {before}, it must rise from {} to {0}", rows.entry));
        }
    }
    Ok(())
}

/// Columns of a table of biomes at most.
const MOST_COLUMNS: usize = 16;

/// Refuses a table without tiles or rows, with names that are missing or twice there, or whose borders do not rise.
pub fn check_biomes(biomes: &Biomes) -> Result<(), String> {
    let mut names = BTreeSet::new();
    for tile in &biomes.tiles {
        if tile.name.trim().is_empty() || !names.insert(&*tile.name) {
            return Err(format!("there are two tiles \"{}\", or it has no name: each tile has its own", tile.name));
        }
    }
    if biomes.tiles.is_empty() || biomes.tiles.len() > usize::from(u16::MAX) {
        return Err(format!("there are {} tiles, allowed are 1 to {}", biomes.tiles.len(), u16::MAX));
    }
    let columns = biomes.moisture.len() + 1;
    let rising = biomes.moisture.iter().zip(biomes.moisture.iter().skip(1)).all(|(a, b)| a < b);
    if columns > MOST_COLUMNS || !rising || !biomes.moisture.iter().all(|v| v.is_finite()) {
        return Err(format!("borders of moisture must rise and be {} at most", MOST_COLUMNS - 1));
    }
    let Some((last, lower)) = biomes.rows.split_last() else {
        return Err("there is no row, at least one is needed".to_owned());
    };
    if last.below.is_some() || lower.iter().any(|row| row.below.is_none_or(|v| !v.is_finite())) {
        return Err("every row but the last has `below`: a finite number; the last takes everything above".to_owned());
    }
    if !lower.iter().zip(lower.iter().skip(1)).all(|(a, b)| a.below <= b.below) {
        return Err("rows must rise: `below` of a row is at least that of the row before".to_owned());
    }
    for (i, row) in biomes.rows.iter().enumerate() {
        if ![1, columns].contains(&row.tiles.len()) || row.tiles.iter().any(|&t| t >= biomes.tiles.len()) {
            let count = row.tiles.len();
            return Err(format!("row {} has {count} tiles, allowed are 1 or one for each of {columns} columns", i + 1));
        }
    }
    Ok(())
}
