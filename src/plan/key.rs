//! Content keys: two steps with the same key compute the same values at the same positions.

use crate::raster::Grid;
use crate::spec::Value;

/// Hash of everything that a step's values depend on besides the positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0[..6].iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

/// All of it, as 64 hexadecimal digits.
impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

/// Collects the parts of a key. Every part carries its length or tag, so that different parts never run together.
pub struct KeyBuilder(blake3::Hasher);

impl KeyBuilder {
    /// Starts a key of this sort of thing.
    pub fn new(sort: &str) -> Self {
        Self(blake3::Hasher::new()).text(sort)
    }

    /// Adds a text.
    pub fn text(mut self, text: &str) -> Self {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
        self
    }

    /// Adds a whole number.
    pub fn whole(mut self, n: u64) -> Self {
        self.0.update(&n.to_le_bytes());
        self
    }

    /// Adds a number by its bits, with -0 as +0.
    pub fn number(self, v: f64) -> Self {
        self.whole((v + 0.0).to_bits())
    }

    /// Adds another key.
    pub fn key(mut self, key: Key) -> Self {
        self.0.update(&key.0);
        self
    }

    /// Adds the samples of a grid.
    pub fn grid(self, grid: &Grid) -> Self {
        let sides = [grid.origin.0, grid.origin.1, grid.extent.0, grid.extent.1];
        let key = sides.iter().fold(self, |key, &v| key.number(v));
        key.whole(u64::from(grid.samples.0)).whole(u64::from(grid.samples.1))
    }

    /// Adds a parameter's value.
    pub fn value(self, value: &Value) -> Self {
        match value {
            Value::Number(v) => self.whole(0).number(*v),
            Value::Count(n) => self.whole(1).whole(u64::from(*n)),
            Value::Flag(b) => self.whole(2).whole(u64::from(*b)),
            Value::Seed(s) => self.whole(3).whole(*s),
            Value::Choice(name) => self.whole(4).text(name),
            Value::Point([x, y]) => self.whole(5).number(*x).number(*y),
            // A band's name and colour do not change the category that a sample gets.
            Value::Levels(levels) => levels.iter().fold(self.whole(6).whole(levels.len() as u64), |key, level| {
                key.number(level.below.map_or(f64::INFINITY, f64::from))
            }),
            Value::Biomes(biomes) => {
                let key = biomes
                    .moisture
                    .iter()
                    .fold(self.whole(11).whole(biomes.moisture.len() as u64), |key, v| key.number(f64::from(*v)));
                biomes.rows.iter().fold(key.whole(biomes.rows.len() as u64), |key, row| {
                    let key = key.number(row.below.map_or(f64::INFINITY, f64::from)).whole(row.tiles.len() as u64);
                    row.tiles.iter().fold(key, |key, tile| key.whole(*tile as u64))
                })
            }
            Value::Off => self.whole(7),
            Value::Points(points) => {
                points.iter().fold(self.whole(8).whole(points.len() as u64), |key, [x, y]| key.number(*x).number(*y))
            }
            Value::File(path) => self.whole(9).text(path),
            Value::Image(image) => self.whole(10).key(Key(image.hash)),
        }
    }

    /// The key.
    pub fn finish(self) -> Key {
        Key(*self.0.finalize().as_bytes())
    }
}
