//! What a kind of node is, as data, and the contract of its code.
//!
//! Everything else (file format, palette, inspector, planner, manual, tests) reads these types and loops over
//! [`nodes::ALL`](crate::nodes::all); nothing here knows a particular node.

mod area;
mod biomes;
pub mod declare;
mod domain;
mod image;
mod interval;
mod kernel;
mod node;
mod rows;
mod value;

pub use area::{Area, Extent, Filter, Filtered, MOST_REACH, MOST_WHOLE, Window};
pub use biomes::{Biome, BiomeRow, Biomes, default_biomes};
pub(crate) use declare::{choice, node};
pub use domain::{Base, Displacement, Domain, Stretched};
pub use image::{File, IMAGE_EXTENSIONS, Imported};
pub use interval::Interval;
pub use kernel::{
    BINS, Borders, Features, Field, Input, Inputs, Kernel, MOST_INPUTS, MOST_OUTPUTS, Measured, Node, Operand, Outputs,
    Spread,
};
pub use node::{
    BuildArgs, Built, Category, DefaultValue, InputBound, InputSpec, NodeSpec, Number, Open, OutputSpec, ParamKind,
    ParamSpec, Port, Quantity, Shown, Span, chosen, extent, metres, on, open, shorter_side, world_height, world_width,
};
pub use rows::{Column, PATH, Rows, TERRACES};
pub use value::{
    Biomap, Choice, Choices, Degrees, FromValue, Level, Levels, Metres, Optional, Path, Point, Points, Seed, Terraces,
    Value, default_levels, levels_at_sea,
};

/// An input that must be plugged.
pub const REQUIRED: Open = Open::Required;
/// An input that may stay open.
pub const OPTIONAL: Open = Open::Optional;

/// An input that is this number until something is plugged.
pub const fn number(v: f64) -> Open {
    Open::Number(Number::Fixed(v))
}

/// An input that is this length until something is plugged.
pub const fn length(v: Number) -> Open {
    Open::Number(v)
}
