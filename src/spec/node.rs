//! What a kind of node is, as data: everything that the file format, the palette, the inspector, the manual, the command
//! line and the tests loop over.

use super::{Choice, Interval, Kernel, Rows, Value};
use std::sync::Arc;

/// A kind of node. Written by `node!` and never by hand.
pub struct NodeSpec {
    /// Name in files, such as `RadialFalloff`.
    pub kind: &'static str,
    /// Name on screen, such as `Radial Falloff`.
    pub title: &'static str,
    /// Family, which gives the colour and the place in the palette.
    pub category: Category,
    /// Other words that people search for.
    pub keywords: &'static [&'static str],
    /// Documentation; the first line is one sentence.
    pub doc: &'static str,
    /// Version of the definition, which grows when any computed value or default changes.
    pub version: u32,
    /// Earlier versions of the definition, version 1 first, each with its own fields, defaults and kernel: old files keep
    /// their bytes. None of them has older ones of its own.
    pub older: &'static [&'static NodeSpec],
    /// Whether an output depends on nothing but the inputs at the same sample, so that constant inputs give a constant.
    pub pointwise: bool,
    /// Ports that other nodes plug into.
    pub inputs: &'static [InputSpec],
    /// Values that are set by hand or by a graph parameter.
    pub params: &'static [ParamSpec],
    /// What the node gives; the first is the default.
    pub outputs: &'static [OutputSpec],
    /// Input that passes through while the node is muted; `None`: the node cannot be muted.
    pub bypass: Option<&'static str>,
    /// Parameters that the node shows on its face, three at most.
    pub face: &'static [&'static str],
    /// Makes a kernel and its bounds of checked values.
    pub build: fn(&BuildArgs<'_>) -> Built,
}

/// What [`NodeSpec::build`] reads.
pub struct BuildArgs<'a> {
    /// One value per entry of [`NodeSpec::params`], symbolic defaults resolved, seeds mixed with the graph's.
    pub values: &'a [Value],
    /// What the planner knows of each input.
    pub inputs: &'a [InputBound],
}

/// What the planner knows of an input when it builds a kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputBound {
    /// Whether a source is plugged or a number is given.
    pub plugged: bool,
    /// Bound of the values that arrive.
    pub bound: Interval,
    /// After how much the values begin anew, as the clock of a loop does: 0 and this mean the same.
    pub period: Option<f64>,
}

/// A kernel with the bound of each of its outputs.
pub struct Built {
    /// The kernel.
    pub kernel: Arc<dyn Kernel>,
    /// One bound per output.
    pub bounds: Vec<Interval>,
    /// After how much the values of all outputs begin anew.
    pub period: Option<f64>,
}

/// Family of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Category {
    Noise,
    Fractal,
    Warp,
    Shape,
    Math,
    Adjust,
    Filter,
    Select,
    Tiles,
    Input,
    Group,
}

impl Category {
    /// The families of declared kinds in their order of presentation.
    pub const ALL: [Self; 10] = [
        Self::Noise,
        Self::Fractal,
        Self::Warp,
        Self::Shape,
        Self::Math,
        Self::Adjust,
        Self::Filter,
        Self::Select,
        Self::Tiles,
        Self::Input,
    ];

    /// Name on screen.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Noise => "Noise",
            Self::Fractal => "Fractal",
            Self::Warp => "Warp",
            Self::Shape => "Shape",
            Self::Math => "Math",
            Self::Adjust => "Adjust",
            Self::Filter => "Filter",
            Self::Select => "Select",
            Self::Tiles => "Tiles",
            Self::Input => "Input",
            Self::Group => "Group",
        }
    }
}

/// What the values of a port or a parameter mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Centred on 0, usually within [-1, 1].
    Signed,
    /// Within [0, 1]: masks and normalised heights.
    Unit,
    /// Lengths and heights.
    Metres,
    /// Angles.
    Degrees,
    /// Numbers without a unit.
    Plain,
    /// Categories, numbered from 0; connects only to `Tiles`.
    Tiles,
}

impl Quantity {
    /// All quantities with their names in files.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("Signed", Self::Signed),
        ("Unit", Self::Unit),
        ("Metres", Self::Metres),
        ("Degrees", Self::Degrees),
        ("Plain", Self::Plain),
        ("Tiles", Self::Tiles),
    ];

    /// Name in files.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, q)| *q == self).map_or("Plain", |(name, _)| name)
    }
}

/// How a kernel uses an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Reads it at the same sample.
    In,
    /// Samples it at positions of its own.
    Field,
    /// Reads it at the same sample and knows its measured minimum and maximum.
    Range,
    /// The same, and knows how many samples lie in each of equal bins between the two.
    Spread,
    /// Reads a neighbourhood of it, or all of it, on the build grid.
    Area,
}

/// A port that other nodes plug into.
pub struct InputSpec {
    /// Name in files.
    pub name: &'static str,
    /// Documentation; the first line is one sentence.
    pub doc: &'static str,
    /// How the kernel uses it.
    pub port: Port,
    /// What its values mean.
    pub quantity: Quantity,
    /// What stands in while nothing is plugged.
    pub open: Open,
    /// Extent of the slider.
    pub soft: Option<Span>,
    /// Enforced limits: numbers are refused outside, plugged sources are clamped.
    pub hard: Option<Span>,
    /// When the inspector and the node show it.
    pub shown: Shown,
}

/// What stands in for an input while nothing is plugged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Open {
    /// Nothing: the node is in error until something is plugged.
    Required,
    /// The node does without.
    Optional,
    /// This number.
    Number(Number),
}

/// A value that is set by hand or by a graph parameter.
pub struct ParamSpec {
    /// Name in files.
    pub name: &'static str,
    /// Documentation; the first line is one sentence.
    pub doc: &'static str,
    /// Type of the value.
    pub kind: ParamKind,
    /// Value while the file says nothing.
    pub default: DefaultValue,
    /// Extent of the slider.
    pub soft: Option<Span>,
    /// Enforced limits.
    pub hard: Option<Span>,
    /// When the inspector shows it and the kernel reads it.
    pub shown: Shown,
}

/// Type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// A number without a unit.
    Number,
    /// A length in metres.
    Metres,
    /// An angle in degrees.
    Degrees,
    /// A whole number.
    Count,
    /// A switch.
    Flag,
    /// A seed.
    Seed,
    /// One of these options.
    Choice(&'static [Choice]),
    /// A position in metres.
    Point,
    /// Bands of a tile map.
    Levels,
    /// Points of a curve.
    Points,
    /// A list of pairs.
    Rows(&'static Rows),
    /// Tiles by height and moisture.
    Biomes,
    /// A number or `Off`.
    Optional,
    /// Path of a file.
    File,
}

/// A number that may depend on the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// This number.
    Fixed(f64),
    /// A share of the world's longer side, in metres.
    OfExtent(f64),
    /// A share of the world's shorter side, in metres.
    OfShorterSide(f64),
    /// A share of the world's side from west to east, in metres.
    OfWidth(f64),
    /// A share of the world's side from north to south, in metres.
    OfHeight(f64),
}

/// Default of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "one per kind of parameter")]
pub enum DefaultValue {
    Number(Number),
    Count(u32),
    Flag(bool),
    Seed(u64),
    Choice(&'static str),
    WorldCenter,
    Off,
    NoFile,
    /// The bands of [`default_levels`](super::default_levels), anchored to the sea.
    TerrainLevels,
    Points(&'static [[f64; 2]]),
    /// Positions as shares of the world's sides.
    Path(&'static [[f64; 2]]),
    /// The table of [`default_biomes`](super::default_biomes), anchored to the sea.
    TerrainBiomes,
}

/// Limits of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Smallest value.
    pub lo: Number,
    /// Largest value.
    pub hi: Number,
}

/// When a parameter or input is shown and used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    /// At all times.
    Always,
    /// While at least one of these inputs is open.
    AnyOpen(&'static [&'static str]),
    /// While this parameter has this choice.
    Chosen(&'static str, &'static str),
    /// While this optional number is on.
    On(&'static str),
}

/// What a node gives.
pub struct OutputSpec {
    /// Name in files (`node.name`); the first output needs no name.
    pub name: &'static str,
    /// What its values mean.
    pub quantity: Quantity,
    /// Whether they mean what the input means that passes through while the node is muted, once it is plugged.
    pub inherits: bool,
}

impl NodeSpec {
    /// The input of that name, with its index.
    pub fn input(&self, name: &str) -> Option<(usize, &'static InputSpec)> {
        self.inputs.iter().enumerate().find(|(_, i)| i.name == name)
    }

    /// The parameter of that name, with its index.
    pub fn param(&self, name: &str) -> Option<(usize, &'static ParamSpec)> {
        self.params.iter().enumerate().find(|(_, p)| p.name == name)
    }

    /// The output of that name, with its index.
    pub fn output(&self, name: &str) -> Option<(usize, &'static OutputSpec)> {
        self.outputs.iter().enumerate().find(|(_, o)| o.name == name)
    }

    /// Documentation's first line.
    pub fn sentence(&self) -> &'static str {
        first_line(self.doc)
    }

    /// This kind as it was, or is, in `version`; `None` for a version that this program does not know.
    pub fn at(&'static self, version: u32) -> Option<&'static Self> {
        std::iter::once(self).chain(self.older.iter().copied()).find(|spec| spec.version == version)
    }

    /// Whether the node has a seed of its own.
    pub fn is_seeded(&self) -> bool {
        self.params.iter().any(|p| p.kind == ParamKind::Seed)
    }
}

impl InputSpec {
    /// Documentation's first line.
    pub fn sentence(&self) -> &'static str {
        first_line(self.doc)
    }
}

impl ParamSpec {
    /// Documentation's first line.
    pub fn sentence(&self) -> &'static str {
        first_line(self.doc)
    }
}

fn first_line(doc: &'static str) -> &'static str {
    doc.trim_start().lines().next().unwrap_or("").trim()
}

impl Number {
    /// The number in a world whose sides are `extent` metres (x, y).
    pub fn resolve(self, extent: (f64, f64)) -> f64 {
        match self {
            Self::Fixed(v) => v,
            Self::OfExtent(share) => share * extent.0.max(extent.1),
            Self::OfShorterSide(share) => share * extent.0.min(extent.1),
            Self::OfWidth(share) => share * extent.0,
            Self::OfHeight(share) => share * extent.1,
        }
    }

    /// Whether the number depends on the world.
    pub fn is_symbolic(self) -> bool {
        !matches!(self, Self::Fixed(_))
    }
}

impl Span {
    /// Limits given as numbers.
    pub const fn numbers(range: std::ops::RangeInclusive<f64>) -> Self {
        Self { lo: Number::Fixed(*range.start()), hi: Number::Fixed(*range.end()) }
    }

    /// Limits given as whole numbers.
    pub const fn counts(range: std::ops::RangeInclusive<u32>) -> Self {
        Self { lo: Number::Fixed(*range.start() as f64), hi: Number::Fixed(*range.end() as f64) }
    }

    /// Limits given as lengths.
    pub const fn lengths(range: std::ops::RangeInclusive<Number>) -> Self {
        Self { lo: *range.start(), hi: *range.end() }
    }

    /// The limits in a world whose sides are `extent` metres.
    pub fn resolve(self, extent: (f64, f64)) -> (f64, f64) {
        (self.lo.resolve(extent), self.hi.resolve(extent))
    }
}

/// A share of the world's longer side.
pub const fn extent(share: f64) -> Number {
    Number::OfExtent(share)
}

/// A share of the world's shorter side.
pub const fn shorter_side(share: f64) -> Number {
    Number::OfShorterSide(share)
}

/// A share of the world's side from west to east.
pub const fn world_width(share: f64) -> Number {
    Number::OfWidth(share)
}

/// A share of the world's side from north to south.
pub const fn world_height(share: f64) -> Number {
    Number::OfHeight(share)
}

/// A length in metres.
pub const fn metres(length: f64) -> Number {
    Number::Fixed(length)
}

/// Shown while this input is open.
pub const fn open(inputs: &'static [&'static str]) -> Shown {
    Shown::AnyOpen(inputs)
}

/// Shown while `param` has the option `choice`.
pub const fn chosen(param: &'static str, choice: &'static str) -> Shown {
    Shown::Chosen(param, choice)
}

/// Shown while the optional number `param` is on.
pub const fn on(param: &'static str) -> Shown {
    Shown::On(param)
}
