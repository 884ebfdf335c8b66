//! What a file holds, and in which format: the part of an [`Ask`] that the values decide.

use super::tiles::levels_of;
use super::{Ask, AskError, Map, RangeAsk, Units};
use crate::export::{Format, Shape};
use crate::graph::{Graph, Link};
use crate::spec::{Level, Quantity};
use crate::view::Mode;
use std::path::Path;

/// What the samples of a file are.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Integer codes of the unit range.
    Codes,
    /// Numbers in these units.
    Numbers(Units),
    /// Tile numbers, with the bands that they stand for.
    Tiles(Vec<Level>),
    /// A picture in this mode; of tile maps with their bands.
    Picture(Mode, Vec<Level>),
    /// A map for a shader; of tile maps with their bands.
    Map(Map, Vec<Level>),
}

/// What the file holds, and in which format.
pub(super) fn content_of(
    graph: &Graph,
    ask: &Ask,
    link: &Link,
    quantity: Quantity,
) -> Result<(Format, Content), AskError> {
    let tiles = quantity == Quantity::Tiles;
    let mode = ask.picture.as_deref().map(|name| mode_of(name, quantity)).transpose()?;
    let shape = match (ask.map, &mode, tiles) {
        (Some(Map::Normals(_) | Map::Flow(_)), ..) => Shape::Normals,
        (Some(Map::Weights(_)), ..) => Shape::Weights,
        (None, Some(_), _) => Shape::Picture,
        (None, None, true) => Shape::Tiles,
        (None, None, false) => Shape::Values,
    };
    let format = format_of(ask, shape)?;
    let levels = if tiles { levels_of(graph, link) } else { Vec::new() };
    if matches!(format, Format::Indexed | Format::Png8 | Format::R8) && levels.len() > 256 {
        let what = format.title();
        return Err(AskError::Conflict(format!("{what} holds at most 256 levels of tiles: write .r16 instead")));
    }
    let content = match (ask.map, mode) {
        (Some(map), _) => Content::Map(map, levels),
        (None, Some(mode)) => Content::Picture(mode, levels),
        (None, None) if tiles => Content::Tiles(levels),
        (None, None) if format.is_float() => {
            Content::Numbers(ask.units.unwrap_or_else(|| units_of(ask, format, quantity)))
        }
        (None, None) => Content::Codes,
    };
    check_wishes(ask, &content, format, quantity)?;
    check_map(ask, &content, quantity)?;
    Ok((format, content))
}

/// What floats hold where nothing is asked for: metres in formats that lie in the world, else the values as they are.
fn units_of(ask: &Ask, format: Format, quantity: Quantity) -> Units {
    let metres = format.prefers_metres() || ask.preset.is_some_and(|preset| preset.metres);
    if metres && quantity != Quantity::Degrees { Units::Metres } else { Units::Raw }
}

/// Refuses maps for shaders that the values do not give.
fn check_map(ask: &Ask, content: &Content, quantity: Quantity) -> Result<(), AskError> {
    let conflict = |why: String| Err(AskError::Conflict(why));
    let Some(map) = ask.map else { return Ok(()) };
    let tiles = quantity == Quantity::Tiles;
    match (map, content) {
        _ if ask.picture.is_some() => conflict("a view and a map are two files, ask for one of them".into()),
        _ if ask.units.is_some() => conflict("units are for numbers, not for maps of normals or weights".into()),
        (Map::Normals(_), _) if tiles || quantity == Quantity::Degrees => {
            conflict("a normal map is made of heights, this is none: give it the output that holds the heights".into())
        }
        (Map::Flow(_), _) if tiles || quantity == Quantity::Degrees => conflict(
            "a flow map is made of a field of numbers, this is none: give it the output that holds the field".into(),
        ),
        (Map::Weights(_), _) if !tiles => {
            conflict("weights are made of a tile map: put a Tiles node behind the heights".into())
        }
        (Map::Weights(first), Content::Map(_, levels)) if usize::from(first) >= levels.len().max(1) => {
            conflict(format!("the tile map has {} tiles, so {} would be empty", levels.len(), map.name()))
        }
        _ => Ok(()),
    }
}

fn mode_of(name: &str, quantity: Quantity) -> Result<Mode, AskError> {
    let tiles = quantity == Quantity::Tiles;
    match Mode::from_name(name) {
        None => {
            let known: Vec<&str> = Mode::NAMED.iter().map(|(name, _)| *name).collect();
            Err(AskError::Conflict(format!("there is no view \"{name}\", there are {}", known.join(", "))))
        }
        Some(Mode::Tiles) if !tiles => Err(AskError::Conflict("the view Tiles shows tile maps only".into())),
        Some(_) if tiles => Ok(Mode::Tiles),
        Some(mode) if mode.is_of_heights() && quantity == Quantity::Degrees => Err(AskError::Conflict(format!(
            "the view {} shows heights, angles are none: take heat or grey",
            mode.name()
        ))),
        Some(mode) => Ok(mode),
    }
}

fn format_of(ask: &Ask, shape: Shape) -> Result<Format, AskError> {
    let refuse = |why: String| AskError::NoFormat { path: ask.path.clone(), why };
    let format = match ask.format.or_else(|| format_of_preset(ask, shape)) {
        Some(format) => format,
        None if ask.path == Path::new("-") => Format::by_extension("png", shape).unwrap_or(Format::Png16),
        None => {
            let extension = ask.path.extension().unwrap_or_default().to_string_lossy();
            let known: Vec<String> = Format::all_extensions().iter().map(|e| format!(".{e}")).collect();
            Format::by_extension(&extension, shape).ok_or_else(|| match (shape, &*extension) {
                (_, "") => refuse(format!("the name needs an extension, one of {}", known.join(", "))),
                (_, other) if known.contains(&format!(".{}", other.to_ascii_lowercase())) => refuse(misfit(shape)),
                (_, other) => refuse(format!("the format .{other} is not known, known are {}", known.join(", "))),
            })?
        }
    };
    if format.holds(shape) {
        return Ok(format);
    }
    Err(refuse(format!("{} does not suit: {}", format.title(), misfit(shape))))
}

/// The format among those of the preset that the extension means: several of them may share one.
fn format_of_preset(ask: &Ask, shape: Shape) -> Option<Format> {
    let extension = ask.path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let mut fitting = ask.preset?.formats.iter().copied().filter(|format| format.holds(shape));
    fitting.find(|format| ask.path == Path::new("-") || format.extensions().contains(&&*extension))
}

/// Which formats hold `shape`, as a sentence.
fn misfit(shape: Shape) -> String {
    let what = match shape {
        Shape::Picture => "a picture is",
        Shape::Values => "heights and other numbers are",
        Shape::Tiles => "a tile map is",
        Shape::Normals => "a normal map is",
        Shape::Weights => "a map of weights is",
    };
    format!("{what} written as {}", Format::names_for(shape))
}

/// Refuses wishes that would have no effect, so that nobody believes they had one.
fn check_wishes(ask: &Ask, content: &Content, format: Format, quantity: Quantity) -> Result<(), AskError> {
    let conflict = |why: &str| Err(AskError::Conflict(why.into()));
    let tiles = quantity == Quantity::Tiles;
    match content {
        _ if tiles && ask.range != RangeAsk::Socket => {
            conflict("a range is for numbers, tiles are written as they are")
        }
        _ if tiles && ask.units.is_some() => conflict("units are for numbers, tiles are written as they are"),
        _ if tiles && ask.preset.is_some_and(|p| !p.for_tiles) => conflict("this preset is for heights, not for tiles"),
        _ if !tiles && ask.preset.is_some_and(|p| p.for_tiles) => {
            conflict("this preset is for tile maps, not for heights")
        }
        Content::Picture(..) | Content::Map(..) if ask.preset.is_some() => {
            conflict("a preset is for heights and tiles, not for pictures")
        }
        Content::Picture(..) if ask.units.is_some() => conflict("units are for numbers, not for pictures"),
        Content::Codes if matches!(ask.units, Some(Units::Raw | Units::Metres)) => Err(AskError::Conflict(format!(
            "{} holds shares of a range, not {}: write .r32 or .npy for other units",
            format.title(),
            ask.units.map_or("", Units::name)
        ))),
        Content::Numbers(Units::Metres) if quantity == Quantity::Degrees => conflict("angles have no height in metres"),
        _ => Ok(()),
    }
}
