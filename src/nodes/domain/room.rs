//! Room for mapped positions, kept from block to block so that no block allocates.

use crate::spec::{Base, Displacement, Domain};
use std::cell::RefCell;

/// Positions of a domain that is being mapped.
#[derive(Default)]
pub(super) struct Room {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    pub dx: Vec<f32>,
    pub dy: Vec<f32>,
}

thread_local! {
    /// As many as domain nodes were nested at once on this thread.
    static IDLE: RefCell<Vec<Room>> = const { RefCell::new(Vec::new()) };
}

/// Lends `f` room whose contents are those of an earlier call.
pub(super) fn with_room<R>(f: impl FnOnce(&mut Room) -> R) -> R {
    let mut room = IDLE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = f(&mut room);
    IDLE.with_borrow_mut(|idle| idle.push(room));
    result
}

/// Writes `f` of every entry of `from` into `into`.
#[inline(always)]
pub(super) fn refill<T: Copy>(into: &mut Vec<T>, from: &[T], f: impl Fn(T) -> T) {
    into.clear();
    into.extend(from.iter().map(|&v| f(v)));
}

/// A coordinate that further maps cannot take beyond the numbers.
#[inline(always)]
fn kept(p: f64) -> f64 {
    const FARTHEST: f64 = 1e300;
    let p = if p < FARTHEST { p } else { FARTHEST };
    if p > -FARTHEST { p } else { -FARTHEST }
}

impl Room {
    /// Maps each axis of the base alone, so that a grid stays one.
    #[inline(always)]
    pub fn map_axes(&mut self, at: &Domain<'_>, fx: impl Fn(f64) -> f64, fy: impl Fn(f64) -> f64) {
        let (Base::Separable { x, y } | Base::Full { x, y }) = at.base;
        refill(&mut self.x, x, |x| kept(fx(x)));
        refill(&mut self.y, y, |y| kept(fy(y)));
    }

    /// Maps every position of the base, column and row given by the number of the sample.
    #[inline(always)]
    pub fn map_base(&mut self, at: &Domain<'_>, f: impl Fn(f64, f64, usize) -> (f64, f64)) {
        self.map_each(at, |c, r| at.base_at(c, r), f);
    }

    /// Maps every position, displacement included.
    #[inline(always)]
    pub fn map_positions(&mut self, at: &Domain<'_>, f: impl Fn(f64, f64, usize) -> (f64, f64)) {
        self.map_each(at, |c, r| at.position(c, r), f);
    }

    #[inline(always)]
    fn map_each(
        &mut self,
        at: &Domain<'_>,
        place: impl Fn(usize, usize) -> (f64, f64),
        f: impl Fn(f64, f64, usize) -> (f64, f64),
    ) {
        self.x.resize(at.len(), 0.0);
        self.y.resize(at.len(), 0.0);
        for row in 0..at.height {
            let from = row * at.width;
            let (xs, ys) = (&mut self.x[from..from + at.width], &mut self.y[from..from + at.width]);
            for (column, (x, y)) in xs.iter_mut().zip(ys).enumerate() {
                let (px, py) = place(column, row);
                let (mx, my) = f(px, py, from + column);
                (*x, *y) = (kept(mx), kept(my));
            }
        }
    }

    /// The mapped positions as a grid where `at` is one, without a displacement.
    pub fn like<'a>(&'a self, at: &Domain<'a>) -> Domain<'a> {
        let (x, y) = (&self.x[..], &self.y[..]);
        let base = match at.base {
            Base::Separable { .. } => Base::Separable { x, y },
            Base::Full { .. } => Base::Full { x, y },
        };
        Domain { base, displacement: None, ..*at }
    }

    /// The mapped positions one by one, without a displacement.
    pub fn scattered<'a>(&'a self, at: &Domain<'a>) -> Domain<'a> {
        Domain { base: Base::Full { x: &self.x, y: &self.y }, displacement: None, ..*at }
    }

    /// The displacement that was written into the room.
    pub fn displacement(&self) -> Displacement<'_> {
        Displacement { x: &self.dx, y: &self.dy }
    }
}
