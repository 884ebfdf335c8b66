//! Where the heights of index lines are written: on quiet, level stretches, upright, never on one another.

use super::contour::{Piece, joined};
use super::draw::Scale;
use super::{Scene, text_size};

/// Dots of free room around a label, its halo included: about a letter, so that two numbers are never read as one.
const ROOM: usize = 10;
/// Dots from one label to the next of the same height.
const APART: usize = 130;
/// Dots by which a line may leave the height of its label on the way along it.
const BEND: f32 = 3.5;
/// Most lines of which labels are looked for: beyond that nobody reads them.
const MOST_PIECES: usize = 1 << 21;

/// A label with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The height.
    pub text: String,
    /// Its upper left pixel.
    pub corner: (usize, usize),
    /// Pixels that it takes.
    pub size: (usize, usize),
}

/// A place where a label might stand.
struct Candidate {
    bend: f32,
    level: i64,
    label: Label,
}

/// Chooses labels for the lines that `pieces` make, the straightest places first.
pub(super) fn place(pieces: &[Piece], scene: &Scene, scale: Scale, size: (usize, usize), dot: usize) -> Vec<Label> {
    if pieces.len() > MOST_PIECES {
        return Vec::new();
    }
    let mut candidates = Vec::new();
    let mut levels: Vec<&Piece> = pieces.iter().collect();
    levels.sort_by_key(|p| p.level);
    for same in levels.chunk_by(|a, b| a.level == b.level) {
        let level = same[0].level;
        let text = height(level, scene.contour_interval());
        let own: Vec<Piece> = same.iter().map(|p| **p).collect();
        for line in joined(&own) {
            let line: Vec<[f32; 2]> = line.into_iter().map(|p| scale.pixel(p)).collect();
            along(&line, &text, size, dot, |label, bend| candidates.push(Candidate { bend, level, label }));
        }
    }
    // A stable order: equal places keep that in which the lines were found.
    candidates.sort_by(|a, b| a.bend.total_cmp(&b.bend));
    let mut chosen: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        if chosen.iter().all(|other| fits(&candidate, other, dot)) {
            chosen.push(candidate);
        }
    }
    chosen.into_iter().map(|c| c.label).collect()
}

fn fits(a: &Candidate, b: &Candidate, dot: usize) -> bool {
    let room = dot * if a.level == b.level { APART } else { ROOM };
    let apart = |p: usize, size: usize, q: usize, other: usize| p >= q + other + room || q >= p + size + room;
    let (x, y) = (a.label.corner, b.label.corner);
    apart(x.0, a.label.size.0, y.0, b.label.size.0) || apart(x.1, a.label.size.1, y.1, b.label.size.1)
}

/// Hands over every place along a line where `text` would lie on it, with how far the line bends there.
fn along(
    line: &[[f32; 2]],
    text: &str,
    (width, height): (usize, usize),
    dot: usize,
    mut found: impl FnMut(Label, f32),
) {
    let (w, h) = text_size(text, dot);
    let reach = (w as f32 / 2.0) + (2 * dot) as f32;
    let (mut walked, mut last) = (0.0, line.first().copied().unwrap_or_default());
    for (i, &at) in line.iter().enumerate() {
        walked += (at[0] - last[0]).abs() + (at[1] - last[1]).abs();
        last = at;
        // Every few dots is close enough to look.
        if walked < 4.0 * dot as f32 {
            continue;
        }
        walked = 0.0;
        let (Some(before), Some(after)) = (bend(&line[..=i], at, reach, true), bend(&line[i..], at, reach, false))
        else {
            continue;
        };
        let bend = before.max(after);
        // The letters' middle lies on the line: they have seven rows above their descenders.
        let corner = [at[0] - w as f32 / 2.0, at[1] - 3.5 * dot as f32];
        let room = (ROOM * dot) as f32;
        let inside = corner[0] >= room
            && corner[1] >= room
            && corner[0] + w as f32 + room <= width as f32
            && corner[1] + h as f32 + room <= height as f32;
        if inside && bend <= BEND * dot as f32 {
            let corner = (corner[0] as usize, corner[1] as usize);
            found(Label { text: text.to_owned(), corner, size: (w, h) }, bend);
        }
    }
}

/// How far a line leaves the height of `at` until it is `reach` to the side of it, walked from its end (`backwards`) or its
/// beginning; `None` if it never gets there or turns back.
fn bend(line: &[[f32; 2]], at: [f32; 2], reach: f32, backwards: bool) -> Option<f32> {
    let mut most = 0f32;
    let mut look = |p: [f32; 2]| {
        most = most.max((p[1] - at[1]).abs());
        (p[0] - at[0]).abs() >= reach
    };
    let there = match backwards {
        true => line.iter().rev().take(STEPS).any(|p| look(*p)),
        false => line.iter().take(STEPS).any(|p| look(*p)),
    };
    there.then_some(most)
}

/// Points of a line that are looked at for a label.
const STEPS: usize = 400;

/// A height in metres without a unit, as maps write it.
fn height(level: i64, interval: f64) -> String {
    let metres = level as f64 * interval;
    let decimals = if interval >= 1.0 { 0 } else { 2 };
    format!("{:.decimals$}", metres + 0.0)
}
