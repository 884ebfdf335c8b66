//! Wires: their curves, what touches them, and how they are drawn.

use super::geometry::Face;
use crate::graph::{Graph, Link, NodeId};
use crate::gui::theme::Theme;
use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pieces that a curve is measured in.
const PIECES: usize = 24;

/// One wire on the screen.
pub struct Wire {
    /// Its source.
    pub from: Link,
    /// The node that it goes to.
    pub to: NodeId,
    /// The port that it goes to.
    pub port: Arc<str>,
    /// Its curve.
    pub curve: Curve,
    /// Colour of its source's family.
    pub color: Color32,
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
        let line = |width: f32, color: Color32| {
            let stroke = Stroke::new(width, color);
            Shape::CubicBezier(CubicBezierShape::from_points_stroke(self.0, false, Color32::TRANSPARENT, stroke))
        };
        let strong = Theme::of(painter.ctx()).text;
        match tone {
            Tone::Plain => drop(painter.add(line(width, color.gamma_multiply(0.88)))),
            Tone::Trace => drop(painter.add(line(width, color.gamma_multiply(0.35)))),
            Tone::Bright => drop(painter.add(line(width * 1.25, color.lerp_to_gamma(strong, 0.5)))),
            Tone::Glowing => {
                painter.add(line(width * 5.0, color.gamma_multiply(0.28)));
                painter.add(line(width * 1.5, color.lerp_to_gamma(strong, 0.65)));
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
    pub fn all(graph: &Graph, faces: &BTreeMap<NodeId, Face>, zoom: f32) -> Vec<Self> {
        let wire = |(from, to, port): (&Link, &NodeId, &Arc<str>)| {
            let (source, target) = (faces.get(&from.node)?, faces.get(to)?);
            let index = source.spec.and_then(|s| from.output_index(s)).unwrap_or(0);
            let curve = Curve::between(source.output(index), target.input(port), zoom);
            Some(Self { from: from.clone(), to: to.clone(), port: port.clone(), curve, color: source.color })
        };
        graph.wires().filter_map(wire).collect()
    }

    /// Distance to a point; infinite where the curve cannot be near.
    pub fn distance(&self, p: Pos2) -> f32 {
        if self.curve.bounds().expand(30.0).contains(p) { self.curve.distance(p) } else { f32::INFINITY }
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

/// Width of wires at a zoom.
pub fn width(zoom: f32) -> f32 {
    (2.0 * zoom).clamp(1.2, 2.6)
}
