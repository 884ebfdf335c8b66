//! Swirl: turning that fades with the distance.

use super::elsewhere;
use super::room::with_room;
use crate::simd::{circle, vectorized};
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Stirs its source about a point: cyclones, galaxies, whirlpools.
    ///
    /// Turned clockwise by the angle in the middle, by (1 - d / radius)² of it at the distance d, not at all from the radius on.
    pub struct Swirl = "Swirl" in Warp,
    keywords ["twirl", "twist", "vortex", "spiral", "whirl", "cyclone", "galaxy", "rotate"], bypass source, face [radius];
    inputs {
        /// What is stirred.
        source: Field(Plain) = REQUIRED;
        /// How far the middle is turned clockwise.
        angle: In(Degrees) = number(270.0), soft -720.0..=720.0, hard -36000.0..=36000.0;
    }
    params {
        /// Position of the middle.
        center: Point = DefaultValue::WorldCenter;
        /// Distance from the middle beyond which nothing moves.
        radius: Metres = shorter_side(0.45), soft shorter_side(0.05)..=shorter_side(1.0), hard metres(1e-3)..=metres(1e9);
    }
    outputs { value: Inherited }
}

elsewhere!(Swirl);

impl Kernel for Swirl {
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Self::source) else { return out.value().fill(0.0) };
        let (angle, [cx, cy], radius) = (ins.operand(Self::angle), self.center, self.radius);
        with_room(|room| {
            vectorized(
                #[inline(always)]
                || {
                    room.map_positions(at, |px, py, i| {
                        let (x, y) = (px - cx, py - cy);
                        let left = 1.0 - (x * x + y * y).sqrt() / radius;
                        let left = if left > 0.0 { left } else { 0.0 };
                        let (cos, sin) = circle(f64::from(angle.at(i)) / 360.0 * (left * left));
                        let (tx, ty) = (cx + (x * cos + y * sin), cy + (y * cos - x * sin));
                        // Outside, positions keep their last bit.
                        if left > 0.0 { (tx, ty) } else { (px, py) }
                    });
                },
            );
            source.sample(&room.scattered(at), out.value());
        });
    }
}
