//! A table of biomes in a file: `(tiles: […], moisture: […], rows: […])`, where rows name their tiles.

use super::quoted;
use super::raw::{Fault, Raw};
use super::read::{color, single};
use crate::graph::lists::check_biomes;
use crate::graph::names::suggestion;
use crate::spec::{Biome, BiomeRow, Biomes};

/// The table as it stands in a file.
pub(super) fn written(biomes: &Biomes) -> String {
    let name = |tile: usize| biomes.tiles.get(tile).map_or_else(String::new, |t| quoted(&t.name));
    let tile = |t: &Biome| {
        let [r, g, b] = t.color;
        let water = if t.water { ", water: true" } else { "" };
        format!("(name: {}, color: \"#{r:02x}{g:02x}{b:02x}\"{water})", quoted(&t.name))
    };
    let row = |row: &BiomeRow| {
        let below = row.below.map_or_else(String::new, |v| format!("below: {:?}, ", v + 0.0));
        format!("({below}tiles: [{}])", joined(row.tiles.iter().map(|&t| name(t))))
    };
    format!(
        "(tiles: [{}], moisture: [{}], rows: [{}])",
        joined(biomes.tiles.iter().map(tile)),
        joined(biomes.moisture.iter().map(|v| format!("{:?}", v + 0.0))),
        joined(biomes.rows.iter().map(row))
    )
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// Reads a table.
pub(super) fn biomes(param: &str, raw: &Raw<'_>) -> Result<Biomes, Fault> {
    let mut biomes = Biomes::default();
    let mut rows = Vec::new();
    for (name, value) in fields(param, "a table", raw, &["tiles", "moisture", "rows"])? {
        match &*name {
            "tiles" => biomes.tiles = value.items()?.iter().map(|t| tile(param, t)).collect::<Result<_, _>>()?,
            "moisture" => biomes.moisture = value.items()?.iter().map(|v| bound(param, v)).collect::<Result<_, _>>()?,
            _ => rows = value.items()?,
        }
    }
    biomes.rows = rows.iter().map(|r| row(param, r, &biomes.tiles)).collect::<Result<_, _>>()?;
    check_biomes(&biomes).map_err(|why| raw.fault(format!("{param}: {why}")))?;
    Ok(biomes)
}

/// The fields of a part of a table, each at most once and none but the known ones.
fn fields<'a>(param: &str, what: &str, raw: &Raw<'a>, known: &[&str]) -> Result<Vec<(String, Raw<'a>)>, Fault> {
    let mut found: Vec<(String, Raw<'a>)> = Vec::new();
    for field in raw.fields()? {
        let fault = |message: String| Err(Fault { message, span: field.span.clone() });
        if !known.contains(&&*field.name) {
            let hint = suggestion(&field.name, known.iter().copied());
            let all = known.join(", ");
            return fault(format!("{param}: {what} has no field {}, it has {all}{hint}", field.name));
        }
        if found.iter().any(|(name, _)| *name == field.name) {
            return fault(format!("{param}: {what} has the field {} twice", field.name));
        }
        found.push((field.name, field.value));
    }
    Ok(found)
}

fn bound(param: &str, raw: &Raw<'_>) -> Result<f32, Fault> {
    single(raw).ok_or_else(|| raw.fault(format!("{param}: a bound is {}, allowed is a finite number", raw.excerpt())))
}

fn tile(param: &str, raw: &Raw<'_>) -> Result<Biome, Fault> {
    let mut tile = Biome { name: String::new(), color: [0; 3], water: false };
    for (name, value) in fields(param, "a tile", raw, &["name", "color", "water"])? {
        let refuse = |allowed: &str| {
            value.fault(format!("{param}: {name} of a tile is {}, allowed is {allowed}", value.excerpt()))
        };
        match &*name {
            "name" => tile.name = value.string().map_err(|_| refuse("a text in quotes"))?,
            "color" => tile.color = color(&value).ok_or_else(|| refuse("a colour such as \"#4a86b2\""))?,
            _ => tile.water = value.read().map_err(|_| refuse("true or false"))?,
        }
    }
    Ok(tile)
}

fn row(param: &str, raw: &Raw<'_>, tiles: &[Biome]) -> Result<BiomeRow, Fault> {
    let mut row = BiomeRow { below: None, tiles: Vec::new() };
    for (name, value) in fields(param, "a row", raw, &["below", "tiles"])? {
        if name == "below" {
            row.below = Some(bound(param, &value)?);
            continue;
        }
        for item in value.items()? {
            let name = item.string()?;
            let known = || suggestion(&name, tiles.iter().map(|t| &*t.name));
            let found = tiles.iter().position(|t| t.name == name);
            let unknown = || item.fault(format!("{param}: there is no tile {}{}", quoted(&name), known()));
            row.tiles.push(found.ok_or_else(unknown)?);
        }
    }
    Ok(row)
}
