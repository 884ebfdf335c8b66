//! What the exports that a recipe remembers mean: an [`Ask`] each, and the fields of an [`Ask`] the other way round.

use super::set::{Pattern, TilesAsk};
use super::{Ask, AskError, RangeAsk, Size, What, epsg};
use crate::export::{Format, Preset};
use crate::graph::{Export, Link};
use crate::raster::Sampling;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What an export asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// Name of the export.
    pub name: String,
    /// The file and all about it. The path may hold fields such as `{seed}`.
    pub ask: Ask,
    /// The tiles, if it is cut into some.
    pub tiles: Option<TilesAsk>,
    /// Fields that are not known here and have no effect.
    pub unknown: Vec<String>,
}

/// The fields that are known here.
const FIELDS: [&str; 21] = [
    "path",
    "output",
    "node",
    "format",
    "size",
    "region",
    "sampling",
    "preset",
    "range",
    "units",
    "view",
    "map",
    "mesh_error",
    "skirt",
    "epsg",
    "sidecar",
    "flip_y",
    "time",
    "tiles",
    "tile_size",
    "overlap",
];

/// Refuses exports that would be written over each other; each has a name and its file.
///
/// # Errors
/// A sentence that names both exports and the file.
pub fn all_apart<'a>(files: impl Iterator<Item = (&'a str, &'a Path)>) -> Result<(), AskError> {
    let mut seen = BTreeMap::new();
    for (name, path) in files {
        if let Some(other) = seen.insert(path, name) {
            let path = path.display();
            return Err(AskError::Conflict(format!(
                "the exports \"{other}\" and \"{name}\" are both written to {path}"
            )));
        }
    }
    Ok(())
}

/// What `export` asks for. Its path is relative to `folder`, the recipe's.
///
/// # Errors
/// A sentence that names the export and the field.
pub fn delivery(export: &Export, folder: &Path) -> Result<Delivery, AskError> {
    let (mut ask, mut unknown) = (Ask::default(), Vec::new());
    let (mut tiles, mut tile_size, mut overlap) = (None, None, None);
    for (field, text) in &export.fields {
        let wrong = |why: &str| AskError::Conflict(format!("export \"{}\": {field}: {why}", export.name));
        if !FIELDS.contains(&field.as_str()) {
            unknown.push(field.clone());
            continue;
        }
        let value = export.get(field).ok_or_else(|| wrong(&format!("{text} is no text, number or word")))?;
        // Pairs of counts are written with a cross on the command line.
        let counts = value.replace(',', "x").replace(' ', "");
        match field.as_str() {
            "path" => ask.path = place(folder, &value),
            "output" => ask.what = What::Output(value),
            "node" => ask.what = What::Node(Link::parse(&value)),
            "format" => ask.format = Some(known(&value, Format::from_name, &formats()).map_err(|e| wrong(&e))?),
            "size" => ask.size = Some(read(&counts).map_err(|e| wrong(&e))?),
            "region" => ask.region = Some(read(&value).map_err(|e| wrong(&e))?),
            "sampling" => ask.sampling = Some(known(&value, sampling, &samplings()).map_err(|e| wrong(&e))?),
            "preset" => ask.preset = Some(known(&value, Preset::find, &presets()).map_err(|e| wrong(&e))?),
            "range" => ask.range = read(&value.to_lowercase()).map_err(|e| wrong(&e))?,
            "units" => ask.units = Some(read(&value.to_lowercase()).map_err(|e| wrong(&e))?),
            "view" => ask.picture = Some(value),
            "map" => ask.map = Some(read(&value).map_err(|e| wrong(&e))?),
            "mesh_error" => ask.mesh.error = length(&value).ok_or_else(|| wrong("write metres, 0 or more"))?,
            "skirt" => ask.mesh.skirt = length(&value).ok_or_else(|| wrong("write metres, 0 or more"))?,
            "epsg" => ask.epsg = Some(epsg(&value).map_err(|e| wrong(&e.to_string()))?),
            "sidecar" => ask.sidecar = value.parse().map_err(|_| wrong("write true or false"))?,
            "flip_y" => ask.flip_y = value.parse().map_err(|_| wrong("write true or false"))?,
            "time" => ask.time = number(&value).ok_or_else(|| wrong("write a number of seconds"))?,
            "tiles" => tiles = Some(pair(&counts).ok_or_else(|| wrong("write (columns, rows), such as (4, 4)"))?),
            "tile_size" => tile_size = Some(read(&counts).map_err(|e| wrong(&e))?),
            // The last of the fields.
            _ => overlap = Some(value.parse().map_err(|_| wrong("write a number of samples"))?),
        }
    }
    let tiles = tiles.map(|(columns, rows)| TilesAsk { columns, rows, size: tile_size, overlap });
    Pattern::parse(&ask.path)?;
    Ok(Delivery { name: export.name.clone(), ask, tiles, unknown })
}

/// The export of that name that asks for `ask` and `tiles`. Paths below `folder`, the recipe's, are written without it.
/// Fields of `old` that are not known here stay.
pub fn export_of(name: &str, ask: &Ask, tiles: Option<&TilesAsk>, folder: &Path, old: Option<&Export>) -> Export {
    let path = ask.path.strip_prefix(folder).unwrap_or(&ask.path);
    let mut export = Export::new(name, &path.to_string_lossy().replace('\\', "/"));
    match &ask.what {
        What::First => {}
        What::Output(output) => export.set_text("output", output),
        What::Node(link) => export.set_text("node", &link.to_string()),
    }
    let texts = [
        ("preset", ask.preset.map(|p| p.name.to_owned())),
        ("format", ask.format.map(|f| f.name().to_owned())),
        ("units", ask.units.map(|u| u.name().to_owned())),
        ("view", ask.picture.clone()),
        ("map", ask.map.map(|m| m.name())),
    ];
    texts.into_iter().for_each(|(field, text)| text.iter().for_each(|text| export.set_text(field, text)));
    let size = |size: Size| match size {
        Size::Width(w) => w.to_string(),
        Size::Exact(w, h) => format!("({w}, {h})"),
    };
    let range = match ask.range {
        RangeAsk::Socket => None,
        RangeAsk::Measured => Some("Measured".to_owned()),
        RangeAsk::Given(lo, hi) => Some(format!("({lo:?}, {hi:?})")),
    };
    let plain = [
        ("size", ask.size.map(size)),
        ("region", ask.region.map(|c| format!("({}, {}, {}, {})", c.x, c.y, c.width, c.height))),
        ("sampling", ask.sampling.map(|s| s.name().to_owned())),
        ("range", range),
        ("mesh_error", (ask.mesh.error > 0.0).then(|| format!("{:?}", ask.mesh.error))),
        ("skirt", (ask.mesh.skirt > 0.0).then(|| format!("{:?}", ask.mesh.skirt))),
        ("epsg", ask.epsg.map(|code| code.to_string())),
        ("sidecar", ask.sidecar.then(|| "true".to_owned())),
        ("flip_y", ask.flip_y.then(|| "true".to_owned())),
        ("time", (ask.time != 0.0).then(|| format!("{:?}", ask.time))),
        ("tiles", tiles.map(|t| format!("({}, {})", t.columns, t.rows))),
        ("tile_size", tiles.and_then(|t| t.size).map(size)),
        ("overlap", tiles.and_then(|t| t.overlap).map(|n| n.to_string())),
    ];
    plain.into_iter().for_each(|(field, text)| text.into_iter().for_each(|text| export.set(field, text)));
    if let Some(old) = old
        && let Ok(before) = delivery(old, folder)
    {
        let kept = old.fields.iter().filter(|(field, _)| before.unknown.contains(field));
        kept.for_each(|(field, text)| export.set(field, text.clone()));
    }
    export
}

/// A path in the recipe's folder, unless it begins elsewhere.
fn place(folder: &Path, path: &str) -> PathBuf {
    if folder.as_os_str().is_empty() { path.into() } else { folder.join(path) }
}

fn read<T: FromStr<Err = super::ParseError>>(text: &str) -> Result<T, String> {
    text.parse::<T>().map_err(|e| e.to_string())
}

fn known<T>(text: &str, find: impl Fn(&str) -> Option<T>, names: &str) -> Result<T, String> {
    find(text).ok_or_else(|| format!("\"{text}\" is not known, known are {names}"))
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|v| v.is_finite())
}

fn length(text: &str) -> Option<f64> {
    number(text).filter(|v| *v >= 0.0)
}

fn pair(text: &str) -> Option<(u32, u32)> {
    let side = |t: &str| t.parse::<u32>().ok().filter(|n| *n > 0);
    text.split_once('x').and_then(|(a, b)| side(a).zip(side(b)))
}

fn sampling(text: &str) -> Option<Sampling> {
    Sampling::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, s)| *s)
}

fn samplings() -> String {
    Sampling::NAMED.map(|(name, _)| name).join(", ")
}

fn formats() -> String {
    Format::ALL.map(Format::name).join(", ")
}

fn presets() -> String {
    Preset::all().iter().map(|p| p.name).collect::<Vec<_>>().join(", ")
}
