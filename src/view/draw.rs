//! A whole picture: colours, over them lines, arrows and labels, and a legend where one is wanted.

use super::contour::{INDEX, Piece, at_height, in_intervals, pieces};
use super::downscale::enlarge;
use super::labels::{self, Label};
use super::stroke::{Stroke, covered, ink};
use super::{Current, Flow, Mode, Picture, Scene, WARM_UP, arrows, downscale, draw_text, legend, paint};
use crate::raster::Raster;

/// Half of the width of a contour line in dots.
const THIN: f32 = 0.3;
/// Half of the width of an index line in dots.
pub(super) const HEAVY: f32 = 0.7;
/// How strong the lines are.
const STRENGTH: (f32, f32) = (0.62, 0.9);
/// Colours darker than this, of 255, take light lines.
const DARK: f32 = 76.0;

/// Draws a raster, one pixel a sample.
pub fn picture(raster: &Raster, scene: &Scene) -> Picture {
    picture_at(raster, scene, (raster.width, raster.height))
}

/// Draws a raster for a place with `pixels` pixels along its longer side, as the window does: more samples than that are
/// filtered down; fewer stay as they are, but lines and letters are drawn as sharp as the place is.
pub fn picture_for(raster: &Raster, scene: &Scene, pixels: usize) -> Picture {
    picture_at(raster, scene, size_for(scene.mode, (raster.width, raster.height), pixels))
}

/// The size of [`picture_for`]'s picture of so many columns and rows.
pub fn size_for(mode: Mode, (width, height): (usize, usize), pixels: usize) -> (usize, usize) {
    let (longer, pixels) = (width.max(height), pixels.max(1));
    if longer == 0 || (longer <= pixels && !mode.is_whole()) {
        return (width, height);
    }
    let side = |n: usize| (n * pixels).div_ceil(longer);
    (side(width), side(height))
}

/// Draws a raster at `width` x `height` pixels. Colours are drawn at the raster's size and filtered; lines, arrows and letters
/// are drawn at that of the picture.
pub fn picture_at(raster: &Raster, scene: &Scene, (width, height): (usize, usize)) -> Picture {
    if scene.mode == Mode::Flow && !raster.data.is_empty() {
        let mut flow = flow_for(scene, (width, height));
        let current = current(raster, scene);
        (0..WARM_UP).for_each(|_| flow.step(&current));
        return flow.picture();
    }
    let colors = paint::colors(raster, scene);
    let mut picture = match (width, height) == (raster.width, raster.height) {
        true => colors,
        false if scene.mode.is_whole() && width >= raster.width && height >= raster.height => {
            enlarge(&colors, width, height)
        }
        false => downscale(&colors, width, height),
    };
    if picture.rgba.is_empty() || raster.data.is_empty() {
        return picture;
    }
    match scene.mode {
        Mode::Contours => lines(&mut picture, raster, scene),
        Mode::Arrows => arrows::draw(&mut picture, raster, scene),
        _ => {}
    }
    if scene.legend {
        legend::draw(&mut picture, raster, scene);
    }
    picture
}

/// The particles of a scene at their first places, on a picture of `size` pixels.
pub fn flow_for(scene: &Scene, size: (usize, usize)) -> Flow {
    Flow::new(&scene.particles, size, scene.dot_of(size.0, size.1), &scene.heat.land)
}

/// What particles see of a raster.
pub fn current(raster: &Raster, scene: &Scene) -> Current {
    let sides = (raster.width as f64 * scene.spacing.0, raster.height as f64 * scene.spacing.1);
    let own = (raster, if scene.auto_levels { raster.extremes().unwrap_or(scene.shown) } else { scene.shown });
    let color = scene.tint.as_ref().map_or(own, |tint| (&tint.raster, tint.ends));
    Current::new(raster, color, scene.particles.course, sides)
}

/// From columns and rows of a raster to pixels of a picture of it, whose centres lie at halves.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    x: f32,
    y: f32,
}

impl Scale {
    pub fn new(raster: &Raster, picture: &Picture) -> Self {
        Self::of((raster.width, raster.height), (picture.width, picture.height))
    }

    pub fn of(samples: (usize, usize), pixels: (usize, usize)) -> Self {
        let per = |pixels: usize, samples: usize| pixels as f32 / samples.max(1) as f32;
        Self { x: per(pixels.0, samples.0), y: per(pixels.1, samples.1) }
    }

    pub fn pixel(self, [column, row]: [f32; 2]) -> [f32; 2] {
        [(column + 0.5) * self.x, (row + 0.5) * self.y]
    }

    pub fn sample(self, [x, y]: [f32; 2]) -> [f32; 2] {
        [x / self.x - 0.5, y / self.y - 0.5]
    }
}

/// Contour lines, the coast, and the heights of the index lines.
fn lines(picture: &mut Picture, raster: &Raster, scene: &Scene) {
    let size = (picture.width, picture.height);
    let (scale, dot) = (Scale::new(raster, picture), scene.dot_of(size.0, size.1));
    let pieces = pieces(&in_intervals(raster, scene), None);
    let mut inked = covered(size.0, size.1, &strokes(&pieces, raster, scene, (0, 0), (scale, dot)));
    let labels = placed(&pieces, scene, scale, size, dot);
    for label in &labels {
        clear(&mut inked, picture.width, label, dot);
    }
    ink(picture, &inked, line_color);
    for label in &labels {
        write(picture, label, dot);
    }
}

/// The strokes of contour lines and of the coast, of a raster whose first column and row in the whole is `origin`.
pub(super) fn strokes(
    pieces: &[Piece],
    raster: &Raster,
    scene: &Scene,
    origin: (usize, usize),
    (scale, dot): (Scale, usize),
) -> Vec<Stroke> {
    let stroke = |piece: &Piece, heavy: bool| Stroke {
        from: scale.pixel(piece.ends[0]),
        to: scale.pixel(piece.ends[1]),
        half: dot as f32 * if heavy { HEAVY } else { THIN },
        strength: if heavy { STRENGTH.1 } else { STRENGTH.0 },
    };
    let mut strokes: Vec<Stroke> = pieces.iter().map(|piece| stroke(piece, piece.level % INDEX == 0)).collect();
    if let Some(sea) = scene.sea.filter(|_| scene.shown_sea().is_some()) {
        strokes.extend(at_height(raster, scene, sea, origin).iter().map(|piece| stroke(piece, true)));
    }
    strokes
}

/// The labels of a picture of contours at `width` x `height` pixels: their texts and where they stand.
pub fn contour_labels(raster: &Raster, scene: &Scene, (width, height): (usize, usize)) -> Vec<Label> {
    let scale = Scale::of((raster.width, raster.height), (width, height));
    placed(&pieces(&in_intervals(raster, scene), None), scene, scale, (width, height), scene.dot_of(width, height))
}

fn placed(pieces: &[Piece], scene: &Scene, scale: Scale, size: (usize, usize), dot: usize) -> Vec<Label> {
    let index: Vec<Piece> = pieces.iter().filter(|p| p.level % INDEX == 0).copied().collect();
    labels::place(&index, scene, scale, size, dot)
}

/// Writes a label in the ink that stands out from what lies behind it, in a halo that keeps it from mixing with that.
fn write(picture: &mut Picture, label: &Label, dot: usize) {
    let there = mean(picture, label);
    let (ink, paper, share) = match brightness(there) < DARK {
        true => ([236.0; 3], [0.0; 3], 0.35),
        false => ([16.0; 3], [255.0; 3], 0.38),
    };
    let halo: [u8; 3] = std::array::from_fn(|i| (there[i] + (paper[i] - there[i]) * share) as u8);
    for (dx, dy) in [(0, 1), (2, 1), (1, 0), (1, 2), (0, 0), (2, 2), (0, 2), (2, 0)] {
        let (x, y) = label.corner;
        draw_text(picture, &label.text, (x + dx * dot - dot, y + dy * dot - dot), dot, halo);
    }
    draw_text(picture, &label.text, label.corner, dot, ink.map(|c| c as u8));
}

fn brightness([r, g, b]: [f32; 3]) -> f32 {
    0.3 * r + 0.59 * g + 0.11 * b
}

/// The colour of a line over `there`: darker, or lighter where darker could not be seen.
pub(super) fn line_color(there: [f32; 3]) -> [f32; 3] {
    if brightness(there) < DARK {
        return there.map(|c| c + (255.0 - c) * 0.5);
    }
    there.map(|c| c * 0.2 + 14.0)
}

/// Takes the lines away from where a label stands.
fn clear(inked: &mut [f32], width: usize, label: &Label, dot: usize) {
    let (w, h) = label.size;
    let (x, y) = label.corner;
    for row in inked.chunks_mut(width).take(y + h).skip(y.saturating_sub(dot)) {
        row[x.saturating_sub(2 * dot)..(x + w + 2 * dot).min(width)].fill(0.0);
    }
}

/// The mean colour behind a label.
fn mean(picture: &Picture, label: &Label) -> [f32; 3] {
    let (w, h) = label.size;
    let (x, y) = label.corner;
    let mut sum = [0.0; 3];
    for row in y..y + h {
        for column in x..x + w {
            let color = picture.at(column, row);
            sum.iter_mut().zip(color).for_each(|(sum, c)| *sum += f32::from(c));
        }
    }
    sum.map(|sum| sum / (w * h).max(1) as f32)
}
