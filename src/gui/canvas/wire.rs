//! Wires: their curves, what touches them, and how they are drawn.

use super::camera::Camera;
use super::face::Face;
use super::geometry::Changed;
use crate::graph::{Graph, Link, NodeId};
use crate::gui::theme::Theme;
use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pieces that a curve is measured in.
const PIECES: usize = 24;
/// Curves that are shorter than this on screen are drawn in few pieces, of about [`PIECE`] each.
const SHORT: f32 = 160.0;
/// Length of a piece on screen.
const PIECE: f32 = 12.0;
/// Fewest and most of them.
const FEW: (f32, f32) = (4.0, 12.0);
/// Points of wires are grabbed within this distance on screen.
const KNOT: f32 = 8.0;

/// One wire on the screen.
pub struct Wire {
    /// Its source.
    pub from: Link,
    /// The node that it goes to.
    pub to: NodeId,
    /// The port that it goes to.
    pub port: Arc<str>,
    /// Its curve, or the first piece of it.
    pub curve: Curve,
    /// The pieces from each of its points to the next.
    pub more: Vec<Curve>,
    /// Colour of its source's family.
    pub color: Color32,
    /// The rectangle around it.
    pub bounds: Rect,
}

/// A cubic Bézier curve from an output to an input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve(pub [Pos2; 4]);

/// How a wire is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Under the pointer.
    Bright,
    /// About to be replaced.
    Dashed,
    /// About to receive a node.
    Glowing,
    /// Followed over the nodes that cover it.
    Trace,
    /// About to be cut.
    Doomed,
}

/// A point of a wire that follows the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Knot {
    /// The node at the wire's end.
    pub to: NodeId,
    /// The port at the wire's end.
    pub port: Arc<str>,
    /// Index of the point.
    pub index: usize,
    /// Where it is, in points of the graph.
    pub at: Pos2,
}

impl Tone {
    /// The colour of a wire that nothing happens to.
    pub fn plain(color: Color32) -> Color32 {
        color.gamma_multiply(0.88)
    }
}

impl Curve {
    /// The curve from an output's pin to an input's.
    pub fn between(from: Pos2, to: Pos2, zoom: f32) -> Self {
        let (dx, dy) = (to.x - from.x, (to.y - from.y).abs());
        let reach = if dx >= 0.0 { dx * 0.5 } else { -dx * 0.35 + dy * 0.15 };
        let bend = vec2(reach.clamp(28.0 * zoom, 180.0 * zoom), 0.0);
        Self([from, from + bend, to - bend, to])
    }

    /// The point at `t` in 0..1.
    pub fn at(&self, t: f32) -> Pos2 {
        let [a, b, c, d] = self.0.map(Pos2::to_vec2);
        let s = 1.0 - t;
        (a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)).to_pos2()
    }

    /// Points along the curve, ends included.
    pub fn points(&self) -> impl Iterator<Item = Pos2> {
        (0..=PIECES).map(|i| self.at(i as f32 / PIECES as f32))
    }

    /// A few points along the curve, ends included, which are closer at the ends, where curves bend.
    pub fn few_points(&self) -> impl ExactSizeIterator<Item = Pos2> {
        let pieces = (self.bounds().size().length() / PIECE).ceil().clamp(FEW.0, FEW.1);
        (0..pieces as usize + 1).map(move |i| {
            let t = i as f32 / pieces;
            self.at(t * t * (3.0 - 2.0 * t))
        })
    }

    /// The rectangle around the curve's control points, which holds it.
    pub fn bounds(&self) -> Rect {
        Rect::from_points(&self.0)
    }

    /// Distance to a point.
    pub fn distance(&self, p: Pos2) -> f32 {
        let points: Vec<Pos2> = self.points().collect();
        let segment = |w: &[Pos2]| {
            let (a, along) = (w[0], w[1] - w[0]);
            let t =
                if along.length_sq() > 0.0 { ((p - a).dot(along) / along.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
            (a + along * t).distance(p)
        };
        points.windows(2).map(segment).fold(f32::INFINITY, f32::min)
    }

    /// Draws the curve.
    pub fn paint(&self, painter: &Painter, color: Color32, width: f32, tone: Tone) {
        let length = self.bounds().size().length();
        let line = |width: f32, color: Color32| {
            let stroke = Stroke::new(width, color);
            if length < SHORT {
                return Shape::line(self.few_points().collect(), stroke);
            }
            Shape::CubicBezier(CubicBezierShape::from_points_stroke(self.0, false, Color32::TRANSPARENT, stroke))
        };
        let strong = || Theme::of(painter.ctx()).text;
        match tone {
            Tone::Plain => drop(painter.add(line(width, Tone::plain(color)))),
            Tone::Trace => drop(painter.add(line(width, color.gamma_multiply(0.35)))),
            Tone::Doomed => {
                let error = Theme::of(painter.ctx()).error;
                painter.add(line(width * 4.0, error.gamma_multiply(0.25)));
                painter.add(line(width * 1.25, error));
            }
            Tone::Bright => drop(painter.add(line(width * 1.25, color.lerp_to_gamma(strong(), 0.5)))),
            Tone::Glowing => {
                painter.add(line(width * 5.0, color.gamma_multiply(0.28)));
                painter.add(line(width * 1.5, color.lerp_to_gamma(strong(), 0.65)));
            }
            Tone::Dashed => {
                let points: Vec<Pos2> = self.points().collect();
                let stroke = Stroke::new(width, color.gamma_multiply(0.7));
                painter.extend(Shape::dashed_line(&points, stroke, 6.0, 5.0));
            }
        }
    }
}

impl Wire {
    /// Every wire of the graph whose source exists.
    pub fn all(
        graph: &Graph,
        faces: &BTreeMap<NodeId, Face>,
        camera: &Camera,
        view: Rect,
        changed: &Changed<'_>,
    ) -> Vec<Self> {
        let bends = &graph.items.bends;
        let wire = |(from, to, port): (&Link, &NodeId, &Arc<str>)| {
            let (source, target) = (faces.get(&from.node)?, faces.get(to)?);
            let index = source.spec.and_then(|s| from.output_index(s)).unwrap_or(0);
            let (start, end) = (source.output(index), target.input(port));
            let bent = match bends.is_empty() {
                true => None,
                false => bends.get(&(to.clone(), port.clone())),
            };
            let (curve, more) = match bent {
                None => (Curve::between(start, end, camera.zoom), Vec::new()),
                Some(points) => {
                    let points = knots(points, (&from.node, to, port), changed);
                    bent_curve(start, end, points.map(|p| camera.to_screen(view, p)), camera.zoom)
                }
            };
            let (color, bounds) = (source.color, more.iter().fold(curve.bounds(), |rect, curve| rect | curve.bounds()));
            Some(Self { from: from.clone(), to: to.clone(), port: port.clone(), curve, more, color, bounds })
        };
        graph.wires().filter_map(wire).collect()
    }

    /// Its curves from source to reader.
    pub fn pieces(&self) -> impl Iterator<Item = &Curve> {
        std::iter::once(&self.curve).chain(&self.more)
    }

    /// Where it ends.
    pub fn end(&self) -> Pos2 {
        self.more.last().unwrap_or(&self.curve).0[3]
    }

    /// The points that it passes.
    pub fn knots(&self) -> impl Iterator<Item = Pos2> {
        self.more.iter().map(|curve| curve.0[0])
    }

    /// Index of the point under a position.
    pub fn knot_at(&self, at: Pos2) -> Option<usize> {
        self.knots().position(|knot| knot.distance(at) <= KNOT)
    }

    /// Index that a new point at a position would have.
    pub fn place_of_knot(&self, at: Pos2) -> usize {
        let near = self.pieces().enumerate().map(|(i, curve)| (curve.distance(at), i));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, i)| i)
    }

    /// Draws it, with its points.
    pub fn paint(&self, painter: &Painter, width: f32, tone: Tone) {
        self.pieces().for_each(|curve| curve.paint(painter, self.color, width, tone));
        if tone != Tone::Trace {
            for knot in self.knots() {
                painter.circle_filled(knot, width * 1.9, self.color);
            }
        }
    }

    /// Whether a line crosses it.
    pub fn is_crossed(&self, line: &[Pos2]) -> bool {
        let reach = Rect::from_points(line);
        let near = self.pieces().filter(|curve| curve.bounds().intersects(reach));
        let pieces: Vec<Vec<Pos2>> = near.map(|curve| curve.points().collect()).collect();
        pieces.iter().flat_map(|points| points.windows(2)).any(|w| line.windows(2).any(|l| cross(w, l)))
    }

    /// Distance to a point; infinite where the curve cannot be near.
    pub fn distance(&self, p: Pos2) -> f32 {
        let near = self.pieces().filter(|curve| curve.bounds().expand(30.0).contains(p));
        near.map(|curve| curve.distance(p)).fold(f32::INFINITY, f32::min)
    }

    /// Whether this is the wire into that port.
    pub fn is(&self, to: &NodeId, port: &str) -> bool {
        self.to == *to && &*self.port == port
    }

    /// `a → b.port`.
    pub fn label(&self) -> String {
        format!("{} → {}.{}", self.from, self.to, self.port)
    }
}

/// The points of a wire as they lie now, in points of the graph.
fn knots<'a>(
    points: &'a [[f32; 2]],
    (from, to, port): (&NodeId, &'a NodeId, &'a Arc<str>),
    changed: &Changed<'a>,
) -> impl Iterator<Item = Pos2> + use<'a> {
    let (source, target) = (changed.shift_of(from), changed.shift_of(to));
    // Points move along where both ends do.
    let by = if source == target { target } else { Vec2::ZERO };
    let held = changed.knot.filter(|knot| knot.to == *to && knot.port == *port);
    points.iter().enumerate().map(move |(i, [x, y])| match held {
        Some(knot) if knot.index == i => knot.at,
        _ => pos2(*x, *y) + by,
    })
}

/// A curve from a pin through points to another pin, level at the pins and smooth at the points.
fn bent_curve(start: Pos2, end: Pos2, between: impl Iterator<Item = Pos2>, zoom: f32) -> (Curve, Vec<Curve>) {
    let points: Vec<Pos2> = std::iter::once(start).chain(between).chain([end]).collect();
    let last = points.len() - 1;
    let direction = |i: usize| match i {
        0 => vec2(1.0, 0.0),
        i if i == last => vec2(1.0, 0.0),
        i => (points[i + 1] - points[i - 1]).normalized(),
    };
    let piece = |i: usize| {
        let (a, b) = (points[i], points[i + 1]);
        let reach = (a.distance(b) * 0.36).min(160.0 * zoom);
        Curve([a, a + direction(i) * reach, b - direction(i + 1) * reach, b])
    };
    (piece(0), (1..last).map(piece).collect())
}

/// Whether two segments cross.
fn cross(a: &[Pos2], b: &[Pos2]) -> bool {
    let side = |p: Pos2, q: Pos2, r: Pos2| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) <= 0.0 && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) <= 0.0
}

/// Width of wires from afar, where there are many of them.
pub const THIN: f32 = 1.2;

/// Width of wires at a zoom.
pub fn width(zoom: f32) -> f32 {
    (2.0 * zoom).clamp(THIN, 2.6)
}
