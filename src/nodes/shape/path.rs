//! Distance to Path: how far away a line of corners, or the outline of a polygon, lies.

use crate::nodes::map::narrow;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Gives the distance from a path in metres, and how far along it the nearest place lies: roads, rivers, ridges, walls.
    ///
    /// Corners are joined by straight lines in their order. A closed path is a polygon: the distance is negative inside it
    /// (by the even-odd rule), at most half the shorter side of its bounding box deep. `along` is the share of the path's
    /// length from its first corner to the nearest place. Plugged into Smoothstep it is a mask of any profile; warp it, so
    /// that it looks grown. Distances to segments as in Ericson, Real-Time Collision Detection, 2005.
    pub struct DistanceToPath = "Distance to Path" in Shape,
    keywords ["polyline", "polygon", "distance", "line", "road", "river", "spline", "sdf", "outline", "area", "lasso", "path"],
    face [closed];
    inputs {}
    params {
        /// Positions of the corners.
        corners: Path = &[[0.2, 0.3], [0.45, 0.25], [0.55, 0.6], [0.8, 0.7]];
        /// Whether the last corner is joined to the first.
        closed: bool = false;
    }
    outputs { value: Metres, along: Unit }
}

/// Positions beyond this are taken for it, so that squares stay finite.
const FARTHEST: f64 = 1e140;

impl Node for DistanceToPath {
    fn bound(&self, output: usize, _: &[InputBound]) -> Interval {
        if output == 1 {
            return Interval::UNIT;
        }
        let extent = |axis: usize| {
            let along = self.corners.iter().map(|corner| corner[axis]);
            along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
        };
        let deepest = if self.closed { (extent(0).min(extent(1)) * 0.5).max(0.0) } else { 0.0 };
        let lowest = if deepest > 0.0 { narrow(-deepest).next_down() } else { 0.0 };
        Interval::new(lowest, f32::INFINITY)
    }

    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        let next = self.corners.iter().cycle().skip(1);
        let all = self.corners.len() - usize::from(!self.closed && self.corners.len() > 1);
        let mut before = 0.0;
        let segments: Vec<Segment> = self
            .corners
            .iter()
            .zip(next)
            .take(all)
            .map(|(&from, &to)| {
                let by = [to[0] - from[0], to[1] - from[1]];
                let square = by[0] * by[0] + by[1] * by[1];
                let segment = Segment { from, by, square, before, length: square.sqrt() };
                before += segment.length;
                segment
            })
            .collect();
        let lowest = self.bound(0, &[]).lo;
        Arc::new(Line { segments, length: before, closed: self.closed, lowest })
    }
}

struct Segment {
    from: [f64; 2],
    by: [f64; 2],
    /// Square of its length.
    square: f64,
    /// Length of the path before it, and its own.
    before: f64,
    length: f64,
}

struct Line {
    segments: Vec<Segment>,
    length: f64,
    closed: bool,
    /// What rounding must not leave.
    lowest: f32,
}

impl Line {
    /// Distance of a position, and the share of the path's length up to the nearest place.
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (mut least, mut along, mut inside) = (f64::INFINITY, 0.0, false);
        for Segment { from, by, square, before, length } in &self.segments {
            let (px, py) = (x - from[0], y - from[1]);
            let t = if *square > 0.0 { ((px * by[0] + py * by[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
            let (dx, dy) = (px - by[0] * t, py - by[1] * t);
            let distance = dx * dx + dy * dy;
            if distance < least {
                (least, along) = (distance, before + length * t);
            }
            // A ray eastwards crosses the segment if its ends lie on either side of the ray's line.
            if (py < 0.0) != (py < by[1]) && px < by[0] * (py / by[1]) {
                inside = !inside;
            }
        }
        let share = if self.length > 0.0 { (along / self.length).clamp(0.0, 1.0) } else { 0.0 };
        let distance = least.sqrt();
        (if inside && self.closed { -distance } else { distance }, share)
    }
}

impl Kernel for Line {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let kept = |p: f64| p.clamp(-FARTHEST, FARTHEST);
        for row in 0..at.height {
            for column in 0..at.width {
                let (x, y) = at.position(column, row);
                let (distance, along) = self.at(kept(x), kept(y));
                let i = row * at.width + column;
                out.slot(0)[i] = narrow(distance + 0.0).max(self.lowest);
                out.slot(1)[i] = along as f32;
            }
        }
    }
}
