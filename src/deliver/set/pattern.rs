//! Names of files with fields such as `{x}`, `{y}` and `{seed}`.

use super::TileSet;
use crate::deliver::AskError;
use std::path::{Path, PathBuf};

/// The name of a file in which fields stand for what tells files apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    path: PathBuf,
    /// `None` for a name that is no Unicode: it has no fields.
    pieces: Option<Vec<Piece>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(String),
    /// A field and the digits it has at least.
    Field(Field, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    X,
    Y,
    Seed,
    Udim,
    Output,
}

impl Field {
    const NAMED: [(&'static str, Self); 5] =
        [("x", Self::X), ("y", Self::Y), ("seed", Self::Seed), ("udim", Self::Udim), ("output", Self::Output)];
}

/// What the fields of a name stand for.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Seed of the recipe.
    pub seed: u64,
    /// Name of the output or node.
    pub output: &'a str,
    /// The set and the tile of it, column and row.
    pub tile: Option<(&'a TileSet, (u32, u32))>,
}

impl Pattern {
    /// Reads a name such as `land_x{x}_y{y}.r16`; `{x:02}` has at least two digits.
    ///
    /// # Errors
    /// When something in braces is no field.
    pub fn parse(path: &Path) -> Result<Self, AskError> {
        let Some(mut rest) = path.to_str() else { return Ok(Self { path: path.into(), pieces: None }) };
        let mut pieces = Vec::new();
        while let Some((before, inner, after)) = braces(rest) {
            if !before.is_empty() {
                pieces.push(Piece::Text(before.into()));
            }
            pieces.push(field(inner).ok_or_else(|| unknown(path, inner))?);
            rest = after;
        }
        pieces.push(Piece::Text(rest.into()));
        Ok(Self { path: path.into(), pieces: Some(pieces) })
    }

    /// Refuses a name that would be the same for several files.
    ///
    /// # Errors
    /// A sentence with an example.
    pub fn tells_apart(&self, seeds: bool, tiles: Option<&TileSet>) -> Result<(), AskError> {
        let needs = |what: &str, fields: &str, example: &str| {
            let why = format!("one file per {what} is written, so OUT needs {fields}, such as {example}");
            Err(AskError::Conflict(format!("{}: {why}", self.path.display())))
        };
        if seeds && !self.has(Field::Seed) {
            return needs("seed", "{seed}", "map_{seed}.png");
        }
        let Some(set) = tiles else { return Ok(()) };
        if self.has(Field::Udim) {
            let why = "a row of {udim} has ten tiles, this set has more columns: name tiles by {x} and {y}";
            return if set.columns <= 10 { Ok(()) } else { Err(AskError::Conflict(why.into())) };
        }
        match (set.columns > 1 && !self.has(Field::X), set.rows > 1 && !self.has(Field::Y)) {
            (false, false) => Ok(()),
            _ => needs("tile", "{x} and {y}", "map_x{x}_y{y}.r16"),
        }
    }

    /// The file of that name.
    pub fn fill(&self, names: &Names<'_>) -> PathBuf {
        let Some(pieces) = &self.pieces else { return self.path.clone() };
        let text = |piece: &Piece| match (piece, names.tile) {
            (Piece::Text(text), _) => text.clone(),
            (Piece::Field(Field::X, digits), Some((_, (x, _)))) => format!("{x:0digits$}"),
            (Piece::Field(Field::Y, digits), Some((_, (_, y)))) => format!("{y:0digits$}"),
            (Piece::Field(Field::Udim, digits), Some((set, tile))) => format!("{:0digits$}", set.udim(tile)),
            (Piece::Field(Field::X | Field::Y, digits), None) => format!("{:0digits$}", 0),
            (Piece::Field(Field::Udim, digits), None) => format!("{:0digits$}", 1001),
            (Piece::Field(Field::Seed, digits), _) => format!("{:0digits$}", names.seed),
            (Piece::Field(Field::Output, _), _) => names.output.replace(['/', '\\'], "-"),
        };
        pieces.iter().map(text).collect::<String>().into()
    }

    /// A file beside those of this name that is about all of them: `land.tiles.json` for `land_{x}_{y}.r16`.
    pub fn beside(&self, ending: &str) -> PathBuf {
        let plain: PathBuf = match &self.pieces {
            None => self.path.clone(),
            Some(pieces) => {
                pieces.iter().map(|p| if let Piece::Text(text) = p { text } else { "\0" }).collect::<String>().into()
            }
        };
        let fixed = plain.ancestors().skip(1).find(|a| !a.to_string_lossy().contains('\0'));
        let stem = plain.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut tidy = String::new();
        for c in stem.chars().filter(|c| *c != '\0') {
            let separates = |c| matches!(c, ' ' | '_' | '-' | '.');
            if !(separates(c) && (tidy.is_empty() || tidy.ends_with(separates))) {
                tidy.push(c);
            }
        }
        let tidy = tidy.trim_end_matches([' ', '_', '-', '.']);
        let dot = if tidy.is_empty() { "" } else { "." };
        fixed.unwrap_or(Path::new("")).join(format!("{tidy}{dot}{ending}"))
    }

    fn has(&self, field: Field) -> bool {
        self.pieces.iter().flatten().any(|p| matches!(p, Piece::Field(f, _) if *f == field))
    }
}

/// What stands before, in and after the first braces.
fn braces(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (inner, after) = rest.split_once('}')?;
    Some((before, inner, after))
}

fn field(inner: &str) -> Option<Piece> {
    let (name, digits) = match inner.split_once(':') {
        Some((name, digits)) => (name, digits.parse::<usize>().ok().filter(|n| *n <= 20)?),
        None => (inner, 1),
    };
    Field::NAMED.iter().find(|(n, _)| *n == name).map(|(_, f)| Piece::Field(*f, digits))
}

fn unknown(path: &Path, inner: &str) -> AskError {
    let known: Vec<String> = Field::NAMED.iter().map(|(name, _)| format!("{{{name}}}")).collect();
    let known = known.join(", ");
    AskError::Conflict(format!(
        "{}: {{{inner}}} is no field of a name, there are {known} and, with zeros, {{x:02}}",
        path.display()
    ))
}
