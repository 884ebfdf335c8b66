//! Fewer triangles within an error bound: a right-triangulated irregular network.
//!
//! From Evans, Kirkpatrick and Townsend, "Right-Triangulated Irregular Networks" (2001). A triangle is split at the middle
//! of its longest side when any sample that it covers lies farther from it than the bound. The decision is kept with the
//! middle, which both triangles along that side share, and passes to larger triangles: so there are no cracks. The network
//! spans a square of 2^k + 1 samples; triangles that reach beyond the map are split until they no longer do.

use super::{Heights, Mesh, MeshOptions};

/// A corner: column, row.
type Corner = (usize, usize);

/// A mesh of which no sample of the map lies farther than the error of `options` in height.
pub fn mesh(map: &Heights, options: &MeshOptions) -> Mesh {
    let side = (map.width.max(map.height) - 1).next_power_of_two();
    let row = side + 1;
    let mut network = Network { map, options: *options, row, split: vec![false; row * row] };
    // From the smallest triangles to the largest, level by level: a middle is decided when its children's are.
    let levels = 2 * side.trailing_zeros();
    let corners = [((0, 0), (side, side), (side, 0)), ((side, side), (0, 0), (0, side))];
    for level in (0..levels).rev() {
        for (a, b, c) in corners {
            network.decide(a, b, c, level);
        }
    }
    let mut out = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    let mut numbers = vec![u32::MAX; row * row];
    for (a, b, c) in corners {
        network.take(a, b, c, &mut numbers, &mut out);
    }
    out
}

/// Which triangles are split.
struct Network<'m> {
    map: &'m Heights,
    options: MeshOptions,
    row: usize,
    /// By middle of the longest side.
    split: Vec<bool>,
}

impl Network<'_> {
    /// Decides the triangles `level` halvings below this one, whose longest side runs from `a` to `b`.
    fn decide(&mut self, a: Corner, b: Corner, c: Corner, level: u32) {
        let middle = middle(a, b);
        if level > 0 {
            self.decide(c, a, middle, level - 1);
            self.decide(b, c, middle, level - 1);
            return;
        }
        let at = middle.1 * self.row + middle.0;
        if self.split[at] || is_smallest(a, c) {
            return;
        }
        self.split[at] = (self.options.keep_edges && self.lies_on_edge(a, b))
            || self.is_split(c, a, middle)
            || self.is_split(b, c, middle)
            || match self.covers(a, b, c) {
                Cover::Nothing => false,
                Cover::Part => true,
                Cover::All => !self.fits(a, b, c),
            };
    }

    /// Whether the side from `a` to `b` is a part of the map's edge.
    fn lies_on_edge(&self, a: Corner, b: Corner) -> bool {
        let on = |a: usize, b: usize, last: usize| a == b && (a == 0 || a == last);
        on(a.0, b.0, self.map.width - 1) || on(a.1, b.1, self.map.height - 1)
    }

    /// Whether the child whose longest side runs from `a` to `b` is split.
    fn is_split(&self, a: Corner, b: Corner, c: Corner) -> bool {
        let (x, y) = middle(a, b);
        !is_smallest(a, c) && self.split[y * self.row + x]
    }

    fn covers(&self, a: Corner, b: Corner, c: Corner) -> Cover {
        let (right, bottom) = (self.map.width - 1, self.map.height - 1);
        let (low, high) = bounds(a, b, c);
        if low.0 >= right || low.1 >= bottom {
            Cover::Nothing
        } else if high.0 > right || high.1 > bottom {
            Cover::Part
        } else {
            Cover::All
        }
    }

    /// Whether every sample that the triangle covers lies within the bound.
    fn fits(&self, a: Corner, b: Corner, c: Corner) -> bool {
        let height = |(x, y): Corner| f64::from(self.map.at(x, y));
        let (za, zb, zc) = (height(a), height(b), height(c));
        let area = cross(a, b, c) as f64;
        let (low, high) = bounds(a, b, c);
        for y in low.1..=high.1 {
            for x in low.0..=high.0 {
                let p = (x, y);
                let (ka, kb, kc) =
                    (cross(b, c, p) as f64 / area, cross(c, a, p) as f64 / area, cross(a, b, p) as f64 / area);
                if ka < 0.0 || kb < 0.0 || kc < 0.0 {
                    continue;
                }
                let distance = height(p) - (ka * za + kb * zb + kc * zc);
                if distance.is_nan() || distance.abs() > self.options.error {
                    return false;
                }
            }
        }
        true
    }

    /// Puts the triangle into the mesh, or its parts if it is split.
    fn take(&self, a: Corner, b: Corner, c: Corner, numbers: &mut [u32], out: &mut Mesh) {
        let middle = middle(a, b);
        if !is_smallest(a, c) && self.split[middle.1 * self.row + middle.0] {
            self.take(c, a, middle, numbers, out);
            self.take(b, c, middle, numbers, out);
            return;
        }
        if !matches!(self.covers(a, b, c), Cover::All) {
            return;
        }
        let [a, b, c] = if cross(a, b, c) < 0 { [a, b, c] } else { [b, a, c] }.map(|(x, y)| {
            let number = &mut numbers[y * self.row + x];
            if *number == u32::MAX {
                *number = out.vertices.len() as u32;
                out.vertices.push((x as u32, y as u32, self.map.at(x, y)));
            }
            *number
        });
        out.triangles.push([a, b, c]);
    }
}

/// How much of a triangle lies on the map.
enum Cover {
    Nothing,
    Part,
    All,
}

fn middle(a: Corner, b: Corner) -> Corner {
    ((a.0 + b.0) / 2, (a.1 + b.1) / 2)
}

/// Whether the triangle is half of the square between four samples.
fn is_smallest(a: Corner, c: Corner) -> bool {
    a.0.abs_diff(c.0) + a.1.abs_diff(c.1) <= 1
}

fn bounds(a: Corner, b: Corner, c: Corner) -> (Corner, Corner) {
    let low = (a.0.min(b.0).min(c.0), a.1.min(b.1).min(c.1));
    (low, (a.0.max(b.0).max(c.0), a.1.max(b.1).max(c.1)))
}

/// Twice the signed area; below 0 for corners that run counter-clockwise on a map whose rows run southwards.
fn cross(a: Corner, b: Corner, c: Corner) -> i64 {
    let by = |from: usize, to: usize| to as i64 - from as i64;
    by(a.0, b.0) * by(a.1, c.1) - by(a.1, b.1) * by(a.0, c.0)
}
