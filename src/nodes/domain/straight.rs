//! Maps that keep straight lines straight: moving, stretching, turning.

use super::elsewhere;
use super::room::{Room, refill, with_room};
use crate::nodes::map::saturate;
use crate::simd::{circle, vectorized};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Moves its source across the map: to bring a good part into the frame, or to let clouds drift.
    ///
    /// What was at a position is found x metres further east and y metres further south. Time plugged into x makes it drift.
    pub struct Offset = "Offset" in Warp,
    keywords ["translate", "move", "pan", "shift", "transform", "drift", "domain offset", "position"], bypass source;
    inputs {
        /// What is moved.
        source: Field(Plain) = REQUIRED;
        /// How far eastwards.
        x: In(Metres) = length(extent(0.125)), soft extent(-1.0)..=extent(1.0), hard metres(-1e9)..=metres(1e9);
        /// How far southwards.
        y: In(Metres) = length(metres(0.0)), soft extent(-1.0)..=extent(1.0), hard metres(-1e9)..=metres(1e9);
    }
    params {}
    outputs { value: Inherited }
}

elsewhere!(Offset);

/// Writes the displacement along one axis after a move by `by`, which is a displacement itself if it differs from sample to
/// sample.
#[inline(always)]
fn moved(into: &mut Vec<f32>, len: usize, before: Option<&[f32]>, by: Input<'_>) {
    into.resize(len, 0.0);
    match (before, by) {
        (None, Input::Samples(by)) => into.iter_mut().zip(by).for_each(|(o, by)| *o = 0.0 - by),
        (Some(d), Input::Samples(by)) => {
            into.iter_mut().zip(d).zip(by).for_each(|((o, d), by)| *o = saturate(d - by));
        }
        (Some(d), _) => into.copy_from_slice(d),
        (None, _) => into.fill(0.0),
    }
}

impl Kernel for Offset {
    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Self::source) else { return out.value().fill(0.0) };
        let number = |port| ins.number(port).unwrap_or(0.0);
        let (x, y) = (number(Self::x), number(Self::y));
        let plugged = [Self::x, Self::y].iter().any(|&port| matches!(ins.port(port), Input::Samples(_)));
        with_room(|room| {
            vectorized(
                #[inline(always)]
                || {
                    room.map_axes(at, |p| p - x, |p| p - y);
                    if plugged {
                        moved(&mut room.dx, at.len(), at.displacement.map(|d| d.x), ins.port(Self::x));
                        moved(&mut room.dy, at.len(), at.displacement.map(|d| d.y), ins.port(Self::y));
                    }
                },
            );
            let displacement = if plugged { Some(room.displacement()) } else { at.displacement };
            source.sample(&Domain { displacement, ..room.like(at) }, out.value());
        });
    }
}

node! {
    /// Makes its source larger or smaller about a point, and stretches it: dunes drawn out by the wind, strata, ripples.
    pub struct Scale = "Scale" in Warp,
    keywords ["zoom", "stretch", "squash", "resize", "transform", "domain scale", "axis scale", "anisotropic", "frequency"],
    bypass source, face [size, stretch];
    inputs {
        /// What is scaled.
        source: Field(Plain) = REQUIRED;
    }
    params {
        /// How many times as large everything becomes.
        size: f64 = 2.0, soft 0.1..=10.0, hard 1e-6..=1e6;
        /// How many times as long everything becomes from west to east, beyond its size.
        stretch: f64 = 1.0, soft 0.1..=10.0, hard 1e-6..=1e6;
        /// Position that stays where it is.
        center: Point = DefaultValue::WorldCenter;
    }
    outputs { value: Inherited }
}

elsewhere!(Scale);

impl Kernel for Scale {
    /// The source repeats after as much more, or less.
    fn borders(&self) -> Borders {
        Borders::Meet
    }

    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Self::source) else { return out.value().fill(0.0) };
        let [cx, cy] = self.center;
        let (sx, sy) = (self.size * self.stretch, self.size);
        with_room(|room| {
            vectorized(
                #[inline(always)]
                || {
                    room.map_axes(at, |p| cx + (p - cx) / sx, |p| cy + (p - cy) / sy);
                    if let Some(d) = at.displacement {
                        refill(&mut room.dx, d.x, |d| saturate(d * (1.0 / sx) as f32));
                        refill(&mut room.dy, d.y, |d| saturate(d * (1.0 / sy) as f32));
                    }
                },
            );
            let displacement = at.displacement.map(|_| room.displacement());
            let period = at.period.map(|[x, y]| [x / sx, y / sy]);
            source.sample(&Domain { displacement, period, ..room.like(at) }, out.value());
        });
    }
}

node! {
    /// Turns its source about a point: to lay stripes, dunes or ranges across the map.
    ///
    /// Clockwise on the map. An angle that differs from sample to sample twists.
    pub struct Rotate = "Rotate" in Warp,
    keywords ["turn", "spin", "angle", "transform", "domain rotate", "orientation", "twist"], bypass source;
    inputs {
        /// What is turned.
        source: Field(Plain) = REQUIRED;
        /// How far it is turned clockwise.
        angle: In(Degrees) = number(30.0), soft -180.0..=180.0, hard -36000.0..=36000.0;
    }
    params {
        /// Position about which it turns.
        center: Point = DefaultValue::WorldCenter;
    }
    outputs { value: Inherited }
}

elsewhere!(Rotate);

impl Rotate {
    #[inline(always)]
    fn turn(&self, at: &Domain<'_>, room: &mut Room, angle: impl Fn(usize) -> (f64, f64)) {
        let [cx, cy] = self.center;
        room.map_base(at, |x, y, i| {
            let ((cos, sin), x, y) = (angle(i), x - cx, y - cy);
            (cx + (x * cos + y * sin), cy + (y * cos - x * sin))
        });
        let Some(d) = at.displacement else { return };
        room.dx.resize(at.len(), 0.0);
        room.dy.resize(at.len(), 0.0);
        let into = room.dx.iter_mut().zip(&mut room.dy);
        for (i, ((dx, dy), (&x, &y))) in into.zip(d.x.iter().zip(d.y)).enumerate() {
            let (cos, sin) = angle(i);
            let (cos, sin) = (cos as f32, sin as f32);
            // Halves cannot overflow on their way.
            *dx = saturate(2.0 * (0.5 * x * cos + 0.5 * y * sin));
            *dy = saturate(2.0 * (0.5 * y * cos - 0.5 * x * sin));
        }
    }
}

impl Kernel for Rotate {
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Self::source) else { return out.value().fill(0.0) };
        with_room(|room| {
            vectorized(
                #[inline(always)]
                || match ins.port(Self::angle) {
                    Input::Samples(angles) => self.turn(at, room, |i| circle(f64::from(angles[i]) / 360.0)),
                    _ => {
                        let turned = circle(ins.number(Self::angle).unwrap_or(0.0) / 360.0);
                        self.turn(at, room, |_| turned);
                    }
                },
            );
            let displacement = at.displacement.map(|_| room.displacement());
            source.sample(&Domain { displacement, ..room.scattered(at) }, out.value());
        });
    }
}
