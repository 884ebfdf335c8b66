//! Rules for sizes, and the sentence that names the nearest ones.

use super::words::join;
use serde::Deserialize;

/// The rule for a program's sizes.
#[derive(Debug, PartialEq)]
pub(super) enum Sizes {
    /// Squares of these sides.
    Squares(&'static [u32]),
    /// `components * sections * quads + 1` samples a side, with the same sections and quads on both sides.
    Components { quads: Vec<u32>, sections: Vec<u32>, most: u32, recommended: &'static [u32] },
    /// Sides from one number to another.
    Any { from: u32, to: u32, offer: &'static [u32] },
}

/// The same as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum SizesData {
    Squares(Vec<u32>),
    Components { quads: Vec<u32>, sections: Vec<u32>, most: u32, recommended: Vec<u32> },
    Any { from: u32, to: u32, offer: Vec<u32> },
}

impl SizesData {
    /// The rule, or what is wrong with it.
    pub fn checked(self) -> Result<Sizes, String> {
        let sizes = match self {
            Self::Squares(sides) => Sizes::Squares(sorted(sides)),
            Self::Components { quads, sections, most, recommended } => {
                if quads.iter().chain(&sections).any(|n| !(1..=4096).contains(n)) || !(1..=1024).contains(&most) {
                    return Err("quads and sections are 1 to 4096, most is 1 to 1024".into());
                }
                Sizes::Components { quads, sections, most, recommended: sorted(recommended) }
            }
            Self::Any { from, to, offer } => Sizes::Any { from: from.max(1), to, offer: sorted(offer) },
        };
        match sizes.offered() {
            [] => Err("sizes offer no side".into()),
            sides => match sides.iter().find(|side| !sizes.takes(**side, **side)) {
                Some(side) => Err(format!("sizes offer {side}, which they do not take")),
                None => Ok(sizes),
            },
        }
    }
}

fn sorted(mut sides: Vec<u32>) -> &'static [u32] {
    sides.sort_unstable();
    sides.dedup();
    sides.leak()
}

impl Sizes {
    /// Sides to offer first.
    pub fn offered(&self) -> &'static [u32] {
        match self {
            Self::Squares(sides) | Self::Any { offer: sides, .. } => sides,
            Self::Components { recommended, .. } => recommended,
        }
    }

    /// Accepts a size, or says which are near.
    pub fn accept(&self, title: &str, width: u32, height: u32) -> Result<(), String> {
        if self.takes(width, height) {
            return Ok(());
        }
        let size = format!("{title} does not take {width} x {height} samples");
        if let Self::Any { from, to, .. } = self {
            let near = |side: u32| side.clamp(*from, *to);
            let (w, h) = (near(width), near(height));
            return Err(format!("{size}, sides are {from} to {to}: the nearest size is {w} x {h}"));
        }
        if width != height && self.takes(width, width) && matches!(self, Self::Squares(_)) {
            return Err(format!("{size}, it takes squares such as {width} x {width}"));
        }
        let nearest = join(&nearest(&self.sides(), width.max(height)), "and");
        let usual: Vec<String> = self.offered().iter().map(u32::to_string).collect();
        Err(format!("{size}, the nearest sizes are {nearest} a side (usual ones: {})", usual.join(", ")))
    }

    fn takes(&self, width: u32, height: u32) -> bool {
        match self {
            Self::Squares(sides) => width == height && sides.contains(&width),
            Self::Any { from, to, .. } => (*from..=*to).contains(&width) && (*from..=*to).contains(&height),
            Self::Components { most, .. } => {
                self.components().any(|component| fits(width, component, *most) && fits(height, component, *most))
            }
        }
    }

    fn components(&self) -> impl Iterator<Item = u32> {
        let (quads, sections): (&[u32], &[u32]) = match self {
            Self::Components { quads, sections, .. } => (quads, sections),
            _ => (&[], &[]),
        };
        quads.iter().flat_map(move |q| sections.iter().map(move |s| q * s))
    }

    /// Every side that is taken as a square, smallest first.
    fn sides(&self) -> Vec<u32> {
        match self {
            Self::Squares(sides) => sides.to_vec(),
            Self::Any { from, to, .. } => vec![*from, *to],
            Self::Components { most, .. } => {
                let mut sides: Vec<u32> =
                    self.components().flat_map(|component| (1..=*most).map(move |n| n * component + 1)).collect();
                sides.sort_unstable();
                sides.dedup();
                sides
            }
        }
    }
}

fn fits(side: u32, component: u32, most: u32) -> bool {
    side > 1 && (side - 1).is_multiple_of(component) && (side - 1) / component <= most
}

/// The largest side below `side` and the smallest above it.
fn nearest(sides: &[u32], side: u32) -> Vec<String> {
    let below = sides.iter().rev().find(|s| **s <= side);
    let above = sides.iter().find(|s| **s > side);
    below.into_iter().chain(above).map(u32::to_string).collect()
}
