//! A preset as it stands in a RON file, and the checks that make a [`Preset`] of it.

use super::sizes::SizesData;
use super::{Preset, PresetError, words};
use crate::export::{Format, Shape};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Version of the files that this program reads.
const VERSION: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    preset: u32,
    name: String,
    title: String,
    about: String,
    #[serde(default)]
    holds: Holds,
    formats: Vec<String>,
    /// What the program's file dialog looks for; empty where that is the usual extension of the first format.
    #[serde(default)]
    extension: String,
    #[serde(default)]
    rows: Rows,
    #[serde(default = "all_codes")]
    steps: u32,
    #[serde(default)]
    units: Units,
    sizes: SizesData,
    #[serde(default)]
    square_cells: bool,
    #[serde(default)]
    most_metres: Option<f64>,
    /// The engine's scale of heights is the height range times the first number, divided by the second.
    #[serde(default)]
    scale: Option<(f64, f64)>,
    #[serde(default)]
    location: Option<Location>,
    import: Vec<String>,
    #[serde(default)]
    import_of: BTreeMap<String, Vec<String>>,
}

#[derive(Default, Deserialize)]
enum Holds {
    #[default]
    Heights,
    Tiles,
}

#[derive(Default, Deserialize)]
enum Rows {
    #[default]
    North,
    South,
}

#[derive(Default, Deserialize)]
enum Units {
    #[default]
    Raw,
    Metres,
}

/// Height of the terrain's origin in the engine's unit: so much for each metre of the lowest height, and so much for each
/// unit of the scale.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Location {
    pub low: f64,
    #[serde(default)]
    pub scale: f64,
}

fn all_codes() -> u32 {
    65535
}

/// Reads a preset. It is kept until the program ends, as the few presets of a run are.
///
/// # Errors
/// One sentence that says what is wrong and what is allowed; `from` names the file.
pub(super) fn read(text: &str, from: &str) -> Result<&'static Preset, PresetError> {
    let data: Data = ron::from_str(text).map_err(|e| PresetError(format!("preset {from}: {e}")))?;
    checked(data).map_err(|why| PresetError(format!("preset {from}: {why}")))
}

fn checked(data: Data) -> Result<&'static Preset, String> {
    if data.preset != VERSION {
        return Err(format!("it is of version {}, this program reads version {VERSION}", data.preset));
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if data.name.is_empty() || !data.name.chars().all(plain) || data.title.trim().is_empty() {
        return Err("name consists of letters, digits, - and _, and title is not empty".into());
    }
    let for_tiles = matches!(data.holds, Holds::Tiles);
    let shape = if for_tiles { Shape::Tiles } else { Shape::Values };
    let format = |name: &str| match Format::from_name(name) {
        Some(format) if format.holds(shape) => Ok(format),
        _ => Err(format!("the format \"{name}\" does not suit, {} do", Format::names_for(shape))),
    };
    let formats = data.formats.iter().map(|name| format(name)).collect::<Result<Vec<_>, _>>()?;
    if formats.is_empty() {
        return Err("formats are missing".into());
    }
    let (known, own) = (formats[0].extensions(), data.extension);
    let Some(extension) = known.iter().find(|known| own.is_empty() || **known == own) else {
        return Err(format!("the extension \"{own}\" is none of the first format, which has {}", known.join(", ")));
    };
    if !(1..=65536).contains(&data.steps) {
        return Err(format!("steps is {}, allowed is 1 to 65536", data.steps));
    }
    let lines = data.import.iter().chain(data.import_of.values().flatten());
    if let Some(name) = lines.filter_map(|line| words::unknown(line)).next() {
        return Err(format!("{{{name}}} means nothing, known are {}", words::NAMES.join(", ")));
    }
    let import_of = data.import_of.into_iter().map(|(name, lines)| Ok((format(&name)?, lines)));
    Ok(Box::leak(Box::new(Preset {
        name: data.name.leak(),
        title: data.title.leak(),
        about: data.about.leak(),
        formats: formats.leak(),
        extension,
        for_tiles,
        south_first: matches!(data.rows, Rows::South),
        steps: data.steps,
        metres: matches!(data.units, Units::Metres),
        square_cells: data.square_cells,
        most_metres: data.most_metres.filter(|m| m.is_finite()),
        sizes: data.sizes.checked()?,
        scale: data.scale.filter(|(_, over)| *over != 0.0),
        location: data.location,
        import: data.import,
        import_of: import_of.collect::<Result<Vec<_>, String>>()?,
    })))
}
