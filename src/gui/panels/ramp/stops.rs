//! The stops of one half of a ramp and what a hand may do to them: they stay in order and as many as a half may have.

use crate::graph::{ColorStop, STOPS};
use crate::view::color_at;

/// Places along a half at which a hand puts stops.
const STEPS: f32 = 1000.0;

/// Stops of one half, from its lower end to its upper one.
#[derive(Clone, Debug, PartialEq)]
pub struct Stops(pub Vec<ColorStop>);

impl Stops {
    /// Smallest and largest place that stop `index` may have.
    pub fn limits(&self, index: usize) -> (f32, f32) {
        let at = |i: Option<usize>| i.and_then(|i| self.0.get(i)).map(|stop| stop.0);
        let lo = at(index.checked_sub(1)).unwrap_or(0.0);
        (lo, at(Some(index + 1)).unwrap_or(1.0).max(lo))
    }

    /// With stop `index` at `to`, which its neighbours stop.
    pub fn moved(mut self, index: usize, to: f32) -> Self {
        let (lo, hi) = self.limits(index);
        if let Some(stop) = self.0.get_mut(index).filter(|_| to.is_finite()) {
            stop.0 = ((to * STEPS).round() / STEPS).clamp(lo, hi) + 0.0;
        }
        self
    }

    /// With another colour at stop `index`.
    pub fn coloured(mut self, index: usize, color: [u8; 3]) -> Self {
        if let Some(stop) = self.0.get_mut(index) {
            stop.1 = color;
        }
        self
    }

    /// With one more stop at `at`, of the colour that is there, and its place among them; `None` where there is no room.
    pub fn added(mut self, at: f32) -> Option<(Self, usize)> {
        let at = shortened(at.clamp(0.0, 1.0));
        if self.0.len() >= *STOPS.end() || !at.is_finite() {
            return None;
        }
        let index = self.0.iter().filter(|stop| stop.0 <= at).count();
        let color = color_at(&self.0, at);
        self.0.insert(index, (at, color));
        Some((self, index))
    }

    /// Whether a stop may go.
    pub fn can_lose_one(&self) -> bool {
        self.0.len() > *STOPS.start()
    }

    /// Without stop `index`; `None` where it is needed.
    pub fn without(mut self, index: usize) -> Option<Self> {
        (self.can_lose_one() && index < self.0.len()).then(|| {
            self.0.remove(index);
            self
        })
    }

    /// At equal distances from one end to the other.
    pub fn spread(mut self) -> Self {
        let last = self.0.len().saturating_sub(1).max(1) as f32;
        for (i, stop) in self.0.iter_mut().enumerate() {
            stop.0 = shortened(i as f32 / last);
        }
        self
    }

    /// The other way round.
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        for stop in &mut self.0 {
            stop.0 = shortened(1.0 - stop.0);
        }
        self
    }
}

/// A place with at most four decimals, which is finer than a hand. Rounding keeps the order.
fn shortened(at: f32) -> f32 {
    (at * 10_000.0).round() / 10_000.0 + 0.0
}
