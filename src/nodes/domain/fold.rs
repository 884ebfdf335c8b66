//! Maps that show one part of the source several times: mirrors and repetition.

use super::elsewhere;
use super::room::with_room;
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

/// Samples `source` with each axis mapped alone: a grid stays a grid unless it is displaced.
#[inline(always)]
fn folded(at: &Domain<'_>, source: &dyn Field, out: &mut [f32], fx: impl Fn(f64) -> f64, fy: impl Fn(f64) -> f64) {
    with_room(|room| {
        vectorized(
            #[inline(always)]
            || match at.displacement {
                None => room.map_axes(at, &fx, &fy),
                Some(_) => room.map_positions(at, |x, y, _| (fx(x), fy(y))),
            },
        );
        let folded = if at.displacement.is_none() { room.like(at) } else { room.scattered(at) };
        source.sample(&folded, out);
    });
}

choice! {
    /// Which way a mirror faces.
    pub enum Axis {
        /// West and east are alike.
        EastWest,
        /// North and south are alike.
        NorthSouth,
        /// All four quarters are alike.
        Both,
    }
}

node! {
    /// Mirrors one half of its source onto the other: maps for two players, butterflies, ink blots.
    pub struct Mirror = "Mirror" in Warp,
    keywords ["reflect", "symmetry", "symmetric", "flip", "kaleidoscope", "fold"], bypass source, face [axis];
    inputs {
        /// What is mirrored.
        source: Field(Plain) = REQUIRED;
    }
    params {
        /// Which halves are alike.
        axis: Axis = Axis::EastWest;
        /// Whether the eastern or southern half is kept rather than the western or northern one.
        flip: bool = false;
        /// Position through which the mirror goes.
        center: Point = DefaultValue::WorldCenter;
    }
    outputs { value: Inherited }
}

elsewhere!(Mirror);

/// A coordinate on the side of `center` that is kept: the smaller ones, or the larger ones.
#[inline(always)]
fn mirrored(p: f64, center: f64, larger: bool) -> f64 {
    if (p > center) == larger { p } else { center - (p - center) }
}

impl Kernel for Mirror {
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Self::source) else { return out.value().fill(0.0) };
        let ([cx, cy], larger) = (self.center, self.flip);
        let (across, along) = (self.axis != Axis::NorthSouth, self.axis != Axis::EastWest);
        folded(
            at,
            source,
            out.value(),
            |x| if across { mirrored(x, cx, larger) } else { x },
            |y| if along { mirrored(y, cy, larger) } else { y },
        );
    }
}

node! {
    /// Repeats one rectangle of its source over the whole map, mirrored so that no seam shows, or straight.
    pub struct Repeat = "Repeat" in Warp,
    keywords ["tile", "tiling", "seamless", "wrap", "pattern", "modulo", "array", "mirror"], bypass source,
    face [width, height, mirror];
    inputs {
        /// What is repeated.
        source: Field(Plain) = REQUIRED;
    }
    params {
        /// Length of the rectangle from west to east.
        width: Metres = world_width(0.25), soft world_width(0.05)..=world_width(1.0), hard metres(1e-3)..=metres(1e9);
        /// Length of the rectangle from north to south.
        height: Metres = world_height(0.25), soft world_height(0.05)..=world_height(1.0), hard metres(1e-3)..=metres(1e9);
        /// Whether every other repetition is mirrored, so that borders meet.
        mirror: bool = true;
        /// Position of the rectangle's middle.
        center: Point = DefaultValue::WorldCenter;
    }
    outputs { value: Inherited }
}

elsewhere!(Repeat);

/// A coordinate within the rectangle; those inside keep their last bit.
#[inline(always)]
fn repeated(p: f64, center: f64, length: f64, mirror: bool) -> f64 {
    let number = ((p - center) / length + 0.5).floor();
    let inside = p - length * number;
    let odd = number * 0.5 != (number * 0.5).floor();
    if mirror && odd { center - (inside - center) } else { inside }
}

impl Kernel for Repeat {
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        let Some(source) = ins.field(Self::source) else { return out.value().fill(0.0) };
        let ([cx, cy], mirror) = (self.center, self.mirror);
        folded(
            at,
            source,
            out.value(),
            |x| repeated(x, cx, self.width, mirror),
            |y| repeated(y, cy, self.height, mirror),
        );
    }
}
