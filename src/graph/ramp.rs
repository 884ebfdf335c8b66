//! The colour ramp of a recipe's view: the name of one that the program has, or colours of the recipe's own, written in it
//! so that it looks the same wherever it is drawn.

use std::sync::Arc;

/// A place on a half of a ramp, 0 to 1, and the colour there: red, green, blue.
pub type ColorStop = (f32, [u8; 3]);

/// Stops of a half, at least and at most.
pub const STOPS: std::ops::RangeInclusive<usize> = 2..=32;
/// Longest name of a ramp in characters.
const LONGEST: usize = 64;

/// Where a view's colours come from.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewRamp {
    /// The ramp of that name, which the program has.
    Named(String),
    /// Colours of the recipe's own.
    Own(Arc<OwnRamp>),
}

/// Colours of one or two halves that meet at the sea.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRamp {
    /// Name for people.
    pub name: String,
    /// From the lowest height to the sea; empty: no colours for water.
    pub water: Vec<ColorStop>,
    /// From the sea to the greatest height; over all heights where there is no sea or no water half.
    pub land: Vec<ColorStop>,
}

impl ViewRamp {
    /// Name for people.
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) => name,
            Self::Own(own) => &own.name,
        }
    }
}

impl Default for ViewRamp {
    fn default() -> Self {
        Self::Named("terrain".into())
    }
}

impl From<&str> for ViewRamp {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

impl OwnRamp {
    /// Refuses a name that is empty or too long, and halves whose stops are too few, too many, out of order or outside.
    ///
    /// # Errors
    /// One sentence that begins with what is wrong.
    pub fn check(&self) -> Result<(), String> {
        let length = self.name.chars().count();
        if self.name.trim().is_empty() || length > LONGEST || self.name.chars().any(char::is_control) {
            return Err(format!("the name {:?} is no name, allowed are 1 to {LONGEST} characters", self.name));
        }
        if !self.water.is_empty() {
            check_half("water", &self.water)?;
        }
        check_half("land", &self.land)
    }
}

fn check_half(half: &str, stops: &[ColorStop]) -> Result<(), String> {
    if !STOPS.contains(&stops.len()) {
        let (least, most) = (STOPS.start(), STOPS.end());
        return Err(format!("{half} has {} stops, allowed are {least} to {most}", stops.len()));
    }
    let mut floor = 0.0;
    for &(at, _) in stops {
        if !(0.0..=1.0).contains(&at) {
            return Err(format!("{half} has a stop at {at}, allowed is 0 to 1"));
        }
        if at < floor {
            return Err(format!("{half} has a stop at {at} behind one at {floor}, they must rise"));
        }
        floor = at;
    }
    Ok(())
}
