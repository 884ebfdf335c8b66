//! What game engines accept, as data: sizes, formats, order of rows, steps of height, and the numbers to type in.

use super::Format;

/// What one engine accepts.
#[derive(Debug, PartialEq)]
pub struct Preset {
    /// Name on the command line.
    pub name: &'static str,
    /// Name on screen.
    pub title: &'static str,
    /// Formats that the engine reads, the recommended one first.
    pub formats: &'static [Format],
    /// Whether the first row of a file is the southern edge.
    pub south_first: bool,
    /// Steps of the engine's height range: 65536 where the top is one step above the largest code.
    pub steps: u32,
    /// The rule for sizes.
    sizes: Sizes,
}

/// The rule for an engine's sizes.
#[derive(Debug, PartialEq)]
enum Sizes {
    /// Squares of these sides.
    Squares(&'static [u32]),
    /// `components * sections * quads + 1` samples a side, with the same sections and quads on both sides.
    Components {
        /// Quads of a section's side.
        quads: &'static [u32],
        /// Sections of a component's side.
        sections: &'static [u32],
        /// Most components a side.
        most: u32,
        /// Sides to offer first.
        recommended: &'static [u32],
    },
}

/// Why a preset refuses: one sentence that names what would do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PresetError(String);

/// What to type into the engine's import dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Engine {
    /// Scale of heights.
    pub z_scale: Option<f64>,
    /// Height of the terrain's origin, in the engine's unit.
    pub z_location: Option<f64>,
    /// One line per setting, in words.
    pub import: Vec<String>,
}

/// Unity's terrain: raw 16-bit files of Windows byte order, 2^n + 1 a side, southern row first.
///
/// From Unity's published sources (`TerrainWizards.cs`): height = code / 65536, larger files are refused, files of
/// another size are stretched along their edge.
static UNITY: Preset = Preset {
    name: "unity",
    title: "Unity",
    formats: &[Format::R16],
    south_first: true,
    steps: 65536,
    sizes: Sizes::Squares(&[33, 65, 129, 257, 513, 1025, 2049, 4097]),
};

/// Unreal's landscape: 16-bit PNG or raw files; height in centimetres = (code - 32768) / 128 · Z scale.
///
/// From Unreal's documentation: sections of 7 to 255 quads, one or two of them a component's side, up to 32
/// components a side.
static UNREAL: Preset = Preset {
    name: "unreal",
    title: "Unreal",
    formats: &[Format::Png16, Format::R16],
    south_first: false,
    steps: 65535,
    sizes: Sizes::Components {
        quads: &[7, 15, 31, 63, 127, 255],
        sections: &[1, 2],
        most: 32,
        recommended: &[127, 253, 505, 1009, 2017, 4033, 8129],
    },
};

impl Preset {
    /// All presets.
    pub const ALL: [&'static Self; 2] = [&UNITY, &UNREAL];

    /// The preset of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|p| p.name == name)
    }

    /// Sides to offer in a list, smallest first; all of them are accepted as squares.
    pub fn sizes(&self) -> &'static [u32] {
        match self.sizes {
            Sizes::Squares(sides) => sides,
            Sizes::Components { recommended, .. } => recommended,
        }
    }

    /// Whether the engine takes `width` x `height` samples.
    ///
    /// # Errors
    /// A sentence that names the nearest sizes that it takes.
    pub fn accept(&self, width: u32, height: u32) -> Result<(), PresetError> {
        if self.takes(width, height) {
            return Ok(());
        }
        let size = format!("{} does not take {width} x {height} samples", self.title);
        if width != height && self.takes(width, width) && matches!(self.sizes, Sizes::Squares(_)) {
            return Err(PresetError(format!("{size}, it takes squares such as {width} x {width}")));
        }
        let nearest = join(&nearest(&self.sides(), width.max(height)), "and");
        let list = join_all(self.sizes());
        Err(PresetError(format!("{size}, the nearest sizes are {nearest} a side (usual ones: {list})")))
    }

    /// Whether the engine reads files of `format`.
    ///
    /// # Errors
    /// A sentence that names the formats that it reads.
    pub fn accept_format(&self, format: Format) -> Result<(), PresetError> {
        if self.formats.contains(&format) {
            return Ok(());
        }
        let known: Vec<String> = self.formats.iter().map(|f| format!("{} ({})", f.title(), extensions(*f))).collect();
        let (title, known) = (self.title, join(&known, "or"));
        Err(PresetError(format!("{title} does not read {} as heights, it reads {known}", format.title())))
    }

    /// The code for a height that is given as a share of the height range; shares outside 0..1 are clamped.
    pub fn code(&self, unit: f64) -> u16 {
        (unit * f64::from(self.steps)).round().clamp(0.0, 65535.0) as u16
    }

    /// What to type into the engine for heights from `low` to `high` metres, `spacing` metres between neighbouring
    /// samples, `width` x `height` samples.
    pub fn engine(&self, (low, high): (f64, f64), spacing: (f64, f64), (width, height): (u32, u32)) -> Engine {
        match self.sizes {
            Sizes::Squares(_) => unity(low, high - low, spacing, width, height),
            Sizes::Components { .. } => unreal(low, high - low, spacing),
        }
    }

    fn takes(&self, width: u32, height: u32) -> bool {
        match self.sizes {
            Sizes::Squares(sides) => width == height && sides.contains(&width),
            Sizes::Components { quads, sections, most, .. } => quads
                .iter()
                .flat_map(|q| sections.iter().map(move |s| q * s))
                .any(|component| fits(width, component, most) && fits(height, component, most)),
        }
    }

    /// Every side that the engine takes as a square, smallest first.
    fn sides(&self) -> Vec<u32> {
        match self.sizes {
            Sizes::Squares(sides) => sides.to_vec(),
            Sizes::Components { quads, sections, most, .. } => {
                let mut sides: Vec<u32> = quads
                    .iter()
                    .flat_map(|q| sections.iter().map(move |s| q * s))
                    .flat_map(|component| (1..=most).map(move |n| n * component + 1))
                    .collect();
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

fn unity(low: f64, range: f64, spacing: (f64, f64), width: u32, height: u32) -> Engine {
    let (x, z) = (spacing.0 * f64::from(width.max(1) - 1), spacing.1 * f64::from(height.max(1) - 1));
    Engine {
        z_scale: None,
        z_location: Some(low + 0.0),
        import: vec![
            format!("Import Raw: Depth 16 bit, Resolution {width}, Byte Order Windows, Flip Vertically off"),
            format!("Terrain Size {} x {} x {} (x, y, z)", short(x), short(range), short(z)),
            format!("Transform position y {}", short(low)),
        ],
    }
}

/// Code 0 lies at `low` and code 65535 at `low + range`; code 32768, which Unreal puts at the landscape's origin, is
/// the middle of the range.
fn unreal(low: f64, range: f64, spacing: (f64, f64)) -> Engine {
    let z_scale = range * 12800.0 / 65535.0;
    let z_location = low * 100.0 + 256.0 * z_scale;
    let (x, y) = (spacing.0 * 100.0, spacing.1 * 100.0);
    Engine {
        z_scale: Some(z_scale + 0.0),
        z_location: Some(z_location + 0.0),
        import: vec![
            format!("Scale X {}, Y {}, Z {}", short(x), short(y), short(z_scale)),
            format!("Location Z {} (cm, so that code 32768 is the middle of the height range)", short(z_location)),
        ],
    }
}

/// The largest side below `side` and the smallest above it.
fn nearest(sides: &[u32], side: u32) -> Vec<String> {
    let below = sides.iter().rev().find(|s| **s <= side);
    let above = sides.iter().find(|s| **s > side);
    below.into_iter().chain(above).map(u32::to_string).collect()
}

fn join_all(sides: &[u32]) -> String {
    let words: Vec<String> = sides.iter().map(u32::to_string).collect();
    words.join(", ")
}

fn join(words: &[String], with: &str) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} {with} {last}", first.join(", ")),
        _ => words.concat(),
    }
}

fn extensions(format: Format) -> String {
    let dotted: Vec<String> = format.extensions().iter().map(|e| format!(".{e}")).collect();
    join(&dotted, "or")
}

/// At most four decimals, without trailing zeros and never `-0`.
fn short(v: f64) -> String {
    let text = format!("{v:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}
