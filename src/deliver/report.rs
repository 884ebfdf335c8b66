//! What a person or a script needs to know about a file that was written.

use serde::{Deserialize, Serialize, Serializer};

/// All about one rendered file. Numbers are never -0; those that may exceed 2^53 are strings in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Name of the output, if one was asked for.
    pub output: Option<String>,
    /// What was evaluated: `node` or `node.output`.
    pub node: String,
    /// What the values mean: `signed`, `unit`, `metres`, `degrees`, `plain` or `tiles`.
    pub kind: &'static str,
    /// File that was written; `-` for standard output.
    pub path: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// Files that were written beside it: a tileset, the facts as JSON.
    pub beside: Vec<String>,
    /// Name of the format.
    pub format: &'static str,
    /// Name of the picture's mode, for pictures.
    pub view: Option<&'static str>,
    /// Name of the map for a shader, such as `normal-gl`.
    pub map: Option<String>,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Samples of the whole grid, over the width and the height of the world.
    pub grid: (u32, u32),
    /// First column and row within that grid.
    pub region: Corner,
    /// Where samples lie: `vertices`, `cells` or `repeating`.
    pub sampling: String,
    /// Metres between neighbouring samples, eastwards and southwards.
    pub spacing: (f64, f64),
    /// Which row comes first: `north` or `south`.
    pub first_row: &'static str,
    /// Order of the bytes of a sample, where it has several.
    pub byte_order: Option<&'static str>,
    /// Units of floating-point samples.
    pub units: Option<&'static str>,
    /// Which values become 0 and 1.
    pub mapping: Option<MappingReport>,
    /// Metres that 0 and 1 (the lowest and the highest code) stand for.
    pub metres: Option<Metres>,
    /// Smallest value of the rendered samples.
    #[serde(serialize_with = "plus_zero")]
    pub min: f32,
    /// Largest value of the rendered samples.
    #[serde(serialize_with = "plus_zero")]
    pub max: f32,
    /// Mean of the rendered samples.
    #[serde(serialize_with = "plus_zero_f64")]
    pub mean: f64,
    /// Share of the format's code range between the lowest and the highest code that occur, for integer formats.
    pub codes_used: Option<f64>,
    /// Number of different codes that occur, for integer formats.
    pub distinct_codes: Option<usize>,
    /// Share of the samples outside the mapping; integer formats clamp them.
    pub clipped: Option<f64>,
    /// Bands of a tile map with the number of samples in each.
    pub tiles: Option<Vec<TileShare>>,
    /// Hash of the values, whatever the format.
    pub hash: String,
    /// Seed of the recipe.
    #[serde(serialize_with = "as_string")]
    pub seed: u64,
    /// Seconds on the clock.
    #[serde(serialize_with = "plus_zero_f64")]
    pub time: f64,
    /// Name of the preset.
    pub preset: Option<&'static str>,
    /// The engine's scale of heights, when a preset gives one.
    pub z_scale: Option<f64>,
    /// Height of the terrain's origin in the engine's unit, when a preset gives one.
    pub z_location: Option<f64>,
    /// What to type into the engine, one line per setting.
    pub import: Vec<String>,
    /// Generator evaluations per sample.
    pub cost: u64,
    /// What the plan notes: clamped ports, high cost.
    pub notes: Vec<Remark>,
    /// What is worth knowing of a node in this world: octaves that no sample shows, sizes that were made to fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Remark>,
    /// What the run noticed, such as a flat field.
    pub remarks: Vec<Remark>,
    /// The whole in one sentence.
    pub sentence: String,
}

/// Which values become 0 and 1, and what decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MappingReport {
    /// Value that becomes 0.
    #[serde(serialize_with = "plus_zero_f64")]
    pub lo: f64,
    /// Value that becomes 1.
    #[serde(serialize_with = "plus_zero_f64")]
    pub hi: f64,
    /// What decided: `unit`, `signed`, `bound`, `range` or `measured`.
    pub by: &'static str,
}

/// Metres at the two ends of a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Metres {
    /// Metres that 0 stands for.
    #[serde(serialize_with = "plus_zero_f64")]
    pub zero: f64,
    /// Metres that 1 stands for.
    #[serde(serialize_with = "plus_zero_f64")]
    pub one: f64,
}

/// First column and row of what was rendered, by index of the whole grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corner {
    /// First column.
    pub x: i64,
    /// First row.
    pub y: i64,
}

/// One band of a tile map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileShare {
    /// Number of the tile.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Samples that have it.
    pub samples: usize,
    /// Their share.
    pub share: f64,
}

/// What a person should know, about a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The node.
    pub node: String,
    /// Its input or parameter, if it is about one.
    pub field: Option<String>,
    /// One sentence that names the node.
    pub message: String,
}

fn plus_zero<S: Serializer>(v: &f32, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_f32(v + 0.0)
}

fn plus_zero_f64<S: Serializer>(v: &f64, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_f64(v + 0.0)
}

fn as_string<S: Serializer>(v: &u64, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(v)
}
