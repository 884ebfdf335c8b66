//! What can be done to the bands of a tile map, without a window.

use super::Histogram;
use crate::graph::World;
use crate::spec::Level;

/// Smallest height of a band that a drag leaves, so that its borders can be told apart.
const THINNEST: f32 = 0.002;

/// Bands as they stand at the world's sea, lowest first, bounds rising; the last has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Bands {
    /// The bands.
    pub levels: Vec<Level>,
    sea: Option<f32>,
}

impl Bands {
    /// The bands of a document at the sea of its world.
    pub fn new(levels: &[Level], world: &World) -> Self {
        let mut bands = Self { levels: world.levels(levels), sea: world.sea_unit() };
        bands.rise();
        bands
    }

    /// Lower and upper end of band `index`; the unit range's ends where it has no bound.
    pub fn ends(&self, index: usize) -> (f32, f32) {
        let lower = index.checked_sub(1).and_then(|i| self.levels.get(i)).and_then(|l| l.below);
        let upper = self.levels.get(index).and_then(|l| l.below);
        (lower.unwrap_or(0.0).max(0.0), upper.unwrap_or(1.0))
    }

    /// Whether band `index` is dry ground whose bound the sea pushes up from `stored`.
    pub fn is_pushed(&self, index: usize, stored: f32) -> bool {
        let level = self.levels.get(index).filter(|l| !l.water);
        level.and_then(|l| l.below).zip(self.sea).is_some_and(|(below, sea)| stored < sea && stored < below)
    }

    /// Whether band `index` is the water whose surface is the sea.
    pub fn ends_at_sea(&self, index: usize) -> bool {
        self.sea.is_some() && self.shore() == Some(index)
    }

    /// The highest water band that has a bound.
    fn shore(&self) -> Option<usize> {
        self.levels.iter().rposition(|l| l.water && l.below.is_some())
    }

    /// `value` for the bound of band `index`, stopped by its neighbours.
    pub fn allowed(&self, index: usize, value: f32) -> f32 {
        let (floor, ceiling) = self.limits(index);
        value.max(floor).min(ceiling)
    }

    /// The values between which the bound of band `index` can move. Deeper water follows the sea and does not stop it.
    pub fn limits(&self, index: usize) -> (f32, f32) {
        let below = if self.ends_at_sea(index) { 0.0 } else { self.ends(index).0 };
        let above = self.levels.get(index + 1).and_then(|l| l.below).unwrap_or(1.0).max(below);
        let gap = THINNEST.min((above - below) * 0.5);
        (below + gap, (above - gap).max(below + gap))
    }

    /// The band that `value` belongs to.
    pub fn find(&self, value: f32) -> usize {
        let found = self.levels.iter().position(|l| l.below.is_none_or(|below| value < below));
        found.unwrap_or(self.levels.len().saturating_sub(1))
    }

    /// With another bound for band `index`, which the neighbours stop. Where the band ends at the sea, nothing changes.
    #[must_use]
    pub fn with_bound(mut self, index: usize, value: f32) -> Self {
        if self.ends_at_sea(index) {
            return self;
        }
        let value = self.allowed(index, round(value));
        if let Some(below) = self.levels.get_mut(index).and_then(|l| l.below.as_mut()) {
            *below = value;
        }
        // A sea below the world's lowest height leaves bounds below 0.
        self.rise();
        self
    }

    /// With the band at `value` cut there; the lower part gets a name and a shade of its own.
    #[must_use]
    pub fn split(mut self, value: f32) -> Self {
        let index = self.find(value);
        let Some(whole) = self.levels.get(index).cloned() else { return self };
        let (lower, upper) = self.ends(index);
        if value - lower < THINNEST || upper - value < THINNEST {
            return self;
        }
        let color = whole.color.map(|c| (f32::from(c) * 0.82) as u8);
        let name = self.free_name(&whole.name);
        self.levels.insert(index, Level { name, below: Some(round(value)), color, water: whole.water });
        self
    }

    fn free_name(&self, name: &str) -> String {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        let stem = if stem.is_empty() { "band" } else { stem };
        let taken = |name: &str| self.levels.iter().any(|l| l.name == name);
        let mut names = (2..).map(|n| format!("{stem} {n}"));
        names.find(|name| !taken(name)).unwrap_or_else(|| stem.to_owned())
    }

    /// Without band `index`, whose ground goes to the one above it, or below for the highest. One band always stays.
    #[must_use]
    pub fn without(mut self, index: usize) -> Self {
        if self.levels.len() < 2 || index >= self.levels.len() {
            return self;
        }
        self.levels.remove(index);
        if let Some(last) = self.levels.last_mut() {
            last.below = None;
        }
        self.settle()
    }

    /// With water up to band `index`, or only below it if `water` is false: water lies at the bottom.
    #[must_use]
    pub fn with_water(mut self, index: usize, water: bool) -> Self {
        for (i, level) in self.levels.iter_mut().enumerate() {
            match water {
                true if i <= index => level.water = true,
                false if i >= index => level.water = false,
                _ => {}
            }
        }
        self.settle()
    }

    /// With bands of equal heights; where a sea parts them, below and above it apart.
    #[must_use]
    pub fn equal_bands(self) -> Self {
        self.divide(|lo, hi, part| lo + (hi - lo) * part as f32)
    }

    /// With bands of equal areas; where a sea parts them, below and above it apart.
    #[must_use]
    pub fn equal_areas(self, histogram: &Histogram<'_>) -> Self {
        self.divide(|lo, hi, part| histogram.quantile(lo, hi, part))
    }

    /// Sets every bound to `place(low, high, part)` of the ground that it shares with its like.
    fn divide(mut self, place: impl Fn(f32, f32, f64) -> f32) -> Self {
        let shore = self.shore().zip(self.sea.map(|sea| sea.clamp(0.0, 1.0)));
        let count = self.levels.len();
        let groups = match shore {
            Some((shore, sea)) => vec![(0..shore + 1, 0.0, sea), (shore + 1..count, sea, 1.0)],
            None => vec![(0..count, 0.0, 1.0)],
        };
        for (members, lo, hi) in groups {
            let size = members.len() as f64;
            for (n, level) in self.levels[members].iter_mut().enumerate() {
                if let Some(below) = &mut level.below {
                    let part = (n as f64 + 1.0) / size;
                    *below = if part == 1.0 { hi } else { round(place(lo, hi, part)) };
                }
            }
        }
        self.rise();
        self
    }

    /// Puts the highest water at the sea again and keeps bounds rising.
    fn settle(mut self) -> Self {
        self.levels = crate::spec::levels_at_sea(&self.levels, self.sea);
        self.rise();
        self
    }

    fn rise(&mut self) {
        let mut floor = f32::NEG_INFINITY;
        for below in self.levels.iter_mut().filter_map(|l| l.below.as_mut()) {
            *below = below.max(floor) + 0.0;
            floor = *below;
        }
    }
}

/// A bound with four decimals, which is finer than a hand and coarser than noise in files.
fn round(value: f32) -> f32 {
    (value * 10_000.0).round() / 10_000.0 + 0.0
}

/// Metres of a value of the unit range, to a thousandth of the height range.
pub(super) fn tidy_metres(world: &World, unit: f64) -> f64 {
    let span = (world.height.1 - world.height.0).abs();
    let step = libm::pow(10.0, libm::floor(libm::log10((span / 1000.0).max(1e-6))));
    (world.metres(unit) / step).round() * step + 0.0
}
