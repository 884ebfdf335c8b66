//! What a person or a script can ask for, and why it may be refused.

use super::Map;
use crate::export::{Format, MeshOptions, Preset, PresetError, WriteError};
use crate::graph::{Link, NodeId};
use crate::plan::PlanError;
use crate::raster::Sampling;
use std::path::PathBuf;

/// What is wanted. The default is the recipe's first output at its own size, in the format of the path's extension.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ask {
    /// What to evaluate.
    pub what: What,
    /// File to write; `-` is standard output. The extension chooses the format unless `format` does.
    pub path: PathBuf,
    /// Format; `None`: by the extension.
    pub format: Option<Format>,
    /// Samples over the world; `None`: the recipe's.
    pub size: Option<Size>,
    /// Part of those samples; `None`: all of them.
    pub region: Option<Crop>,
    /// Where the samples lie; `None`: as the output says, on vertices for a node.
    pub sampling: Option<Sampling>,
    /// The engine that will read the file.
    pub preset: Option<&'static Preset>,
    /// Which values become 0 and 1.
    pub range: RangeAsk,
    /// What floating-point samples hold.
    pub units: Option<Units>,
    /// Name of the mode of a picture, such as `Terrain`; `None`: the values themselves.
    pub picture: Option<String>,
    /// Pixels along the longer side of the picture, as in the window; `None`: one per sample.
    pub pixels: Option<u32>,
    /// What is made of the values for a shader; `None`: the values themselves.
    pub map: Option<Map>,
    /// How a mesh is made.
    pub mesh: MeshOptions,
    /// EPSG code of the projected coordinate system that the world lies in, for formats that hold a georeference.
    pub epsg: Option<u16>,
    /// Whether all facts about the file are written beside it as JSON, as they are with a preset.
    pub sidecar: bool,
    /// Whether the order of the rows is reversed.
    pub flip_y: bool,
    /// Seconds on the clock.
    pub time: f64,
}

/// What to evaluate.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum What {
    /// The recipe's first output.
    #[default]
    First,
    /// The output of that name.
    Output(String),
    /// An output of a node.
    Node(Link),
}

/// Number of samples over the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many samples over the width; the height keeps the aspect.
    Width(u32),
    /// Samples over the width and over the height.
    Exact(u32, u32),
}

/// A rectangle of samples by index, which may lie outside the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    /// First column.
    pub x: i64,
    /// First row.
    pub y: i64,
    /// Samples in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Which values become 0 and 1 of the unit range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RangeAsk {
    /// The socket's: `[0, 1]` or `[-1, 1]` where its bound lies inside, else the bound.
    #[default]
    Socket,
    /// The extremes on the recipe's build grid.
    Measured,
    /// These two values.
    Given(f64, f64),
}

/// What floating-point samples hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// The values as they are.
    Raw,
    /// 0 and 1 at the ends of the mapping; values outside are not clamped.
    Unit,
    /// Metres of height.
    Metres,
}

impl Units {
    /// All units with their names on the command line.
    pub const NAMED: [(&'static str, Self); 3] = [("raw", Self::Raw), ("unit", Self::Unit), ("metres", Self::Metres)];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, u)| *u == self).map_or("raw", |(n, _)| n)
    }
}

/// Why an [`Ask`] is refused: one sentence that says what would do.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The recipe has no output at all.
    #[error("the recipe has no output; name a node (--node ID) or give the recipe an output")]
    NoOutputs,
    /// There is no output of that name.
    #[error("the recipe has no output \"{name}\", it has {known}")]
    NoOutput {
        /// The name.
        name: String,
        /// The names that exist, in words.
        known: String,
    },
    /// There is no node of that id.
    #[error("the recipe has no node \"{0}\"")]
    NoNode(NodeId),
    /// The node has no output of that name.
    #[error("node \"{}\" has no output \"{}\", it has {known}", .link.node, .link.output.as_deref().unwrap_or_default())]
    NoNodeOutput {
        /// Node and output.
        link: Link,
        /// The names that exist, in words.
        known: String,
    },
    /// The file's extension names no format that fits.
    #[error("{}: {why}", .path.display())]
    NoFormat {
        /// The file.
        path: PathBuf,
        /// What is wrong and what is allowed.
        why: String,
    },
    /// Two wishes do not go together, or one is out of its range.
    #[error("{0}")]
    Conflict(String),
    /// More samples than one raster holds.
    #[error("{0}")]
    TooMany(String),
    /// The engine does not take the size or the format.
    #[error(transparent)]
    Preset(#[from] PresetError),
    /// The file cannot be written there.
    #[error(transparent)]
    Target(#[from] WriteError),
    /// The graph cannot be evaluated.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Nothing says which values become 0 and 1.
    #[error(
        "{name} has no bound, so nothing says which values become 0 and 1: give a range (--range LO,HI or \
         --range measured) or put a Normalize or Clamp node behind it"
    )]
    Unbounded {
        /// The output or node, in words.
        name: String,
    },
}

impl AskError {
    /// Whether the wish is at fault rather than the recipe or the disk: exit code 2 rather than 1.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            Self::NoOutput { .. }
                | Self::NoNode(_)
                | Self::NoNodeOutput { .. }
                | Self::NoFormat { .. }
                | Self::Conflict(_)
        )
    }
}
