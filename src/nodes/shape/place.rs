//! Where samples lie relative to a shape.

use crate::simd::circle;
use crate::spec::*;

/// A direction: what it takes to turn positions into it.
#[derive(Clone, Copy)]
pub(super) struct Turned {
    /// Cosine and sine of the angle, clockwise on the map.
    pub cos: f64,
    pub sin: f64,
}

impl Turned {
    /// Turned clockwise by this many degrees; 0 looks eastwards.
    pub fn by(degrees: f64) -> Self {
        let (cos, sin) = circle(degrees / 360.0);
        Self { cos, sin }
    }

    /// An offset on the map as one along and aside of the direction.
    #[inline(always)]
    pub fn back(self, dx: f32, dy: f32) -> (f32, f32) {
        let (cos, sin) = (self.cos as f32, self.sin as f32);
        (dx * cos + dy * sin, dy * cos - dx * sin)
    }

    /// [`Turned::back`] in full precision.
    #[inline(always)]
    pub fn back_exact(self, dx: f64, dy: f64) -> (f64, f64) {
        (dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin)
    }
}

/// Writes `f` of the offsets of every position from `center`, which are rounded to 32 bits.
#[inline(always)]
pub(super) fn offsets(at: &Domain<'_>, [cx, cy]: Point, out: &mut [f32], f: impl Fn(f32, f32) -> f32) {
    let width = at.width;
    for (row, line) in out.chunks_mut(width.max(1)).enumerate() {
        let here = row * width..(row + 1) * width;
        let offset = |p: f64, c: f64| (p - c) as f32;
        match (at.base, at.displacement) {
            (Base::Separable { x, y }, None) => {
                let dy = offset(y[row], cy);
                line.iter_mut().zip(x).for_each(|(o, &x)| *o = f(offset(x, cx), dy));
            }
            (Base::Separable { x, y }, Some(d)) => {
                let dy = offset(y[row], cy);
                let displaced = d.x[here.clone()].iter().zip(&d.y[here]);
                for ((o, &x), (&by_x, &by_y)) in line.iter_mut().zip(x).zip(displaced) {
                    *o = f(offset(x, cx) + by_x, dy + by_y);
                }
            }
            (Base::Full { x, y }, None) => {
                for ((o, &x), &y) in line.iter_mut().zip(&x[here.clone()]).zip(&y[here]) {
                    *o = f(offset(x, cx), offset(y, cy));
                }
            }
            (Base::Full { x, y }, Some(d)) => {
                for (i, o) in here.zip(line) {
                    *o = f(offset(x[i], cx) + d.x[i], offset(y[i], cy) + d.y[i]);
                }
            }
        }
    }
}

/// Writes `f` of the offsets of every position from `center` in full precision, and of the number of the sample.
#[inline(always)]
pub(super) fn exact_offsets(at: &Domain<'_>, [cx, cy]: Point, out: &mut [f32], f: impl Fn(f64, f64, usize) -> f32) {
    let width = at.width;
    for (row, line) in out.chunks_mut(width.max(1)).enumerate() {
        let from = row * width;
        match (at.base, at.displacement) {
            (Base::Separable { x, y }, None) => {
                let dy = y[row] - cy;
                for (column, (o, &x)) in line.iter_mut().zip(x).enumerate() {
                    *o = f(x - cx, dy, from + column);
                }
            }
            _ => {
                for (column, o) in line.iter_mut().enumerate() {
                    let (x, y) = at.position(column, row);
                    *o = f(x - cx, y - cy, from + column);
                }
            }
        }
    }
}
