//! The ground as a mesh without vertices: which samples its corners take, in square patches of which those in sight are
//! drawn. The shader places the corners; what is counted here is all that it is told.

use super::camera::{Bounds, Camera, Ray, Vector, dot};
use super::ground::Ground;

/// Cells along a side of a patch.
pub const PATCH: usize = 64;

/// A mesh over a ground: every `step`-th sample in both directions, and the last ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mesh {
    /// Samples in a row and in a column of the ground.
    pub samples: (usize, usize),
    /// Every how many of them is a corner.
    pub step: usize,
}

impl Mesh {
    /// The finest mesh of at most `cells` cells along a side.
    pub fn new(samples: (usize, usize), cells: usize) -> Self {
        let longer = samples.0.max(samples.1).saturating_sub(1);
        Self { samples, step: longer.div_ceil(cells.max(1)).max(1) }
    }

    /// Cells across and down.
    pub fn cells(&self) -> (usize, usize) {
        let side = |n: usize| n.saturating_sub(1).div_ceil(self.step).max(1);
        (side(self.samples.0), side(self.samples.1))
    }

    /// Patches across and down.
    pub fn patches(&self) -> (usize, usize) {
        let (across, down) = self.cells();
        (across.div_ceil(PATCH), down.div_ceil(PATCH))
    }

    /// Column and row of the patches that a camera may see of `ground`, row by row.
    pub fn in_sight(&self, ground: &Ground, camera: &Camera, aspect: f64) -> Vec<[u32; 2]> {
        let sides = Sides::of(camera, aspect);
        let (across, down) = self.patches();
        let whole = ground.bounds();
        let span = |patch: usize, samples: usize, axis: usize| {
            let sample = |cell: usize| (cell * self.step).min(samples - 1);
            let (first, last) = (sample(patch * PATCH), sample((patch + 1) * PATCH));
            (ground.place(axis, first), ground.place(axis, last))
        };
        let mut seen = Vec::new();
        for row in 0..down {
            let (north, south) = span(row, self.samples.1, 1);
            for column in 0..across {
                let (west, east) = span(column, self.samples.0, 0);
                let bounds = Bounds { min: [west, south, whole.min[2]], max: [east, north, whole.max[2]] };
                if sides.may_see(&bounds) {
                    seen.push([column as u32, row as u32]);
                }
            }
        }
        seen
    }
}

/// The corners of two triangles per cell of a patch, as numbers of the patch's `(PATCH + 1)²` points, row by row. Cells go
/// in stripes narrow enough that a graphics card still knows the points of the row before.
pub fn patch_indices() -> Vec<u16> {
    const STRIPE: usize = 8;
    let point = |column: usize, row: usize| (row * (PATCH + 1) + column) as u16;
    let mut indices = Vec::with_capacity(PATCH * PATCH * 6);
    for stripe in (0..PATCH).step_by(STRIPE) {
        for row in 0..PATCH {
            for column in stripe..stripe + STRIPE {
                let (nw, ne) = (point(column, row), point(column + 1, row));
                let (sw, se) = (point(column, row + 1), point(column + 1, row + 1));
                indices.extend([nw, sw, ne, ne, sw, se]);
            }
        }
    }
    indices
}

/// The planes that bound the view to its four sides, through the eye.
struct Sides {
    eye: Vector,
    /// Directions that point out of the view.
    outwards: [Vector; 4],
}

impl Sides {
    fn of(camera: &Camera, aspect: f64) -> Self {
        let (right, up, _) = camera.axes();
        let edge = |x: f64, y: f64| camera.ray(aspect, (x, y)).to;
        let out = |axis: Vector, along: Vector| -> Vector {
            // What is left of the axis is square to the edge of the view.
            let share = dot(axis, along);
            std::array::from_fn(|i| axis[i] - along[i] * share)
        };
        let back = |v: Vector| v.map(|c| -c);
        let outwards = [
            out(right, edge(1.0, 0.0)),
            out(back(right), edge(-1.0, 0.0)),
            out(up, edge(0.0, 1.0)),
            out(back(up), edge(0.0, -1.0)),
        ];
        Self { eye: camera.eye(), outwards }
    }

    /// Whether a box is not wholly beyond one of the sides.
    fn may_see(&self, bounds: &Bounds) -> bool {
        self.outwards.iter().all(|out| {
            let nearest: f64 =
                (0..3).map(|i| out[i] * (if out[i] > 0.0 { bounds.min[i] } else { bounds.max[i] } - self.eye[i])).sum();
            nearest <= 0.0
        })
    }
}

/// Where a look meets the ground, or the sea above it where `water` is shown: the point, in the camera's lengths.
pub fn hit(ground: &Ground, ray: &Ray, water: bool) -> Option<Vector> {
    let bounds = ground.bounds();
    let (enter, leave) = through(ray, &bounds)?;
    let at = |t: f64| -> Vector { std::array::from_fn(|i| ray.from[i] + ray.to[i] * t) };
    let surface = |p: Vector| {
        let z = ground.height_at(p[0], p[1]);
        if water { ground.sea_height().map_or(z, |sea| sea.max(z)) } else { z }
    };
    let above = |t: f64| {
        let p = at(t);
        p[2] - surface(p)
    };
    // Half a sample at a time near enough; what is thinner may be missed.
    let steps = (ground.longer_side() * 2).clamp(64, 2048);
    let step = (leave - enter) / steps as f64;
    let (mut from, mut to) = (enter, None);
    if above(enter) <= 0.0 {
        // The look enters through a wall.
        return Some(at(enter));
    }
    for i in 1..=steps {
        let t = enter + step * i as f64;
        if above(t) <= 0.0 {
            to = Some(t);
            break;
        }
        from = t;
    }
    let mut to = to?;
    for _ in 0..24 {
        let middle = (from + to) / 2.0;
        if above(middle) <= 0.0 { to = middle } else { from = middle }
    }
    Some(at(to))
}

/// The part of a look inside a box, as lengths along it.
fn through(ray: &Ray, bounds: &Bounds) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
    for i in 0..3 {
        let (a, b) = (bounds.min[i] - ray.from[i], bounds.max[i] - ray.from[i]);
        if ray.to[i] == 0.0 {
            if a > 0.0 || b < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (a / ray.to[i], b / ray.to[i]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    (enter < leave && leave.is_finite()).then_some((enter, leave))
}
