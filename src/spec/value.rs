//! Values of parameters: what a document may hold, and how a typed kernel reads it.

use super::{Biomes, Imported};
use std::sync::Arc;

/// A parameter's value, as documents, the inspector and `node!` structs exchange it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number: plain, metres or degrees by the parameter's kind.
    Number(f64),
    /// A whole number.
    Count(u32),
    /// A switch.
    Flag(bool),
    /// A seed.
    Seed(u64),
    /// The name of one of a parameter's options.
    Choice(&'static str),
    /// A position in metres: x eastwards, y southwards.
    Point([f64; 2]),
    /// Height bands of a tile map, lowest first.
    Levels(Arc<[Level]>),
    /// Points of a curve, x and y each, from left to right; or the rows of a list of pairs.
    Points(Arc<[[f64; 2]]>),
    /// Tiles by height and moisture.
    Biomes(Arc<Biomes>),
    /// An optional number that is switched off.
    Off,
    /// Path of a file, relative to the recipe; empty while none is chosen.
    File(Arc<str>),
    /// What such a file holds; only the planner makes it.
    Image(Arc<Imported>),
}

/// One band of a tile map: everything below `below` that no lower band took.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Name of the tile.
    pub name: String,
    /// Upper bound, a value of the unit range; a value equal to it belongs to the next band. `None` on the last band.
    pub below: Option<f32>,
    /// Colour as red, green, blue.
    pub color: [u8; 3],
    /// Whether the band is water and follows the world's sea.
    pub water: bool,
}

/// The bands as they stand for a sea at `sea` (a value of the unit range; `None`: no sea, nothing moves).
///
/// The highest water band ends at the sea, deeper ones keep their ratio to it, dry bands that the sea crosses are pushed up.
pub fn levels_at_sea(levels: &[Level], sea: Option<f32>) -> Vec<Level> {
    let mut out = levels.to_vec();
    let top = levels.iter().filter(|l| l.water).filter_map(|l| l.below).reduce(f32::max);
    let (Some(sea), Some(top)) = (sea, top) else { return out };
    for level in &mut out {
        let Some(below) = level.below else { continue };
        level.below = Some(match level.water {
            true if below == top => sea,
            true if top > 0.0 => below / top * sea,
            true => below.min(sea),
            false => below.max(sea),
        });
    }
    out
}

/// Bands of a new tile map, from deep sea to snow, for a sea at 0.3 of the height range.
pub fn default_levels() -> Vec<Level> {
    let level = |name: &str, below: Option<f32>, color, water| Level { name: name.into(), below, color, water };
    vec![
        level("deep sea", Some(0.20), [38, 84, 130], true),
        level("sea", Some(0.30), [74, 134, 178], true),
        level("sand", Some(0.33), [222, 208, 160], false),
        level("grass", Some(0.47), [122, 160, 84], false),
        level("forest", Some(0.60), [66, 112, 66], false),
        level("rock", Some(0.78), [134, 124, 114], false),
        level("snow", None, [240, 243, 247], false),
    ]
}

/// One option of a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Name in files, such as `Quintic`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

/// An enum whose variants are a parameter's options; made by `choice!`.
pub trait Choices: Sized + Copy + 'static {
    /// The options in their order of presentation.
    const OPTIONS: &'static [Choice];
    /// The variant of that name.
    fn from_name(name: &str) -> Option<Self>;
}

/// A seed that is already mixed with the graph's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

/// Length in metres.
pub type Metres = f64;
/// Angle in degrees.
pub type Degrees = f64;
/// Position in metres.
pub type Point = [f64; 2];
/// A number that may be off.
pub type Optional = Option<f64>;
/// Bands of a tile map.
pub type Levels = Arc<[Level]>;
/// Points of a curve, x and y each, from left to right.
pub type Points = Arc<[[f64; 2]]>;
/// Corners of a path in metres, in its order.
pub type Path = Points;
/// Level and softness of terraces, the lowest first.
pub type Terraces = Points;
/// Tiles by height and moisture.
pub type Biomap = Arc<Biomes>;

/// Types that a `node!` parameter may have.
pub trait FromValue: Sized {
    /// Reads a value that a check has found to be of this parameter's kind; `None` if it is not.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! from_value {
    ($($type:ty: $pattern:pat => $result:expr;)*) => { $(
        impl FromValue for $type {
            fn from_value(value: &Value) -> Option<Self> {
                match value { $pattern => Some($result), _ => None }
            }
        }
    )* };
}

from_value! {
    u32: Value::Count(n) => *n;
    bool: Value::Flag(b) => *b;
    Seed: Value::Seed(s) => Seed(*s);
    Point: Value::Point(p) => *p;
    Levels: Value::Levels(l) => Arc::clone(l);
    Points: Value::Points(p) => Arc::clone(p);
    Biomap: Value::Biomes(b) => Arc::clone(b);
    f64: Value::Number(v) => *v;
}

impl FromValue for Optional {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(v) => Some(Some(*v)),
            Value::Off => Some(None),
            _ => None,
        }
    }
}

impl<C: Choices> FromValue for C {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Choice(name) => C::from_name(name),
            _ => None,
        }
    }
}
