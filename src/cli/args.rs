//! The arguments as types; clap writes help and usage errors from them.

mod farm;
mod frames;
mod many;

pub use farm::{ExportArgs, PlanArgs, PlanFormat, RangeArgs, ReduceArgs};
pub use frames::FramesArgs;
pub use many::ManyArgs;

use super::Failure;
use crate::deliver::{CELL, Crop, Map, RangeAsk, Size, Units};
use crate::export::{Format, Preset};
use crate::raster::Sampling;
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::ops::Range;
use std::path::PathBuf;

/// Draws terrain as a graph of noise nodes, with a live preview, and renders the same file without a window.
#[derive(Debug, Parser)]
#[command(name = "orograph", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Cli {
    /// Recipe to open in the editor; none: the island
    pub file: Option<PathBuf>,
    /// What to do without a window
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do without a window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Evaluates an output and writes it; the format follows the file's extension
    Render(RenderArgs),
    /// Writes the exports that the recipe remembers, all or some of them
    Export(ExportArgs),
    /// Prints a render of many files as plain commands, for several machines
    Plan(PlanArgs),
    /// Measures the ranges that a render needs, all or a part of them
    Range(RangeArgs),
    /// Puts measured parts of ranges together
    Reduce(ReduceArgs),
    /// Draws pictures of several seeds or values on one sheet
    Sheet(SheetArgs),
    /// Prints values at positions of the world
    Sample(SampleArgs),
    /// Prints size, bound, extremes, mean, hash and cost of every output
    Info(InfoArgs),
    /// Prints every problem of recipes with node, line and column
    Check(CheckArgs),
    /// Moves nodes of older versions to the current ones, lists what changes, and writes the recipe
    Upgrade(UpgradeArgs),
    /// Prints the catalogue of nodes
    Nodes(NodesArgs),
}

impl RecipeArgs {
    /// The same as words of a command line, with the result and the seed.
    pub fn words(&self, result: &ResultArgs, seed: Option<u64>) -> Vec<String> {
        let mut words = vec![self.file.display().to_string()];
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        self.set.iter().for_each(|(name, value)| add("--set", format!("{name}={value}")));
        self.param.iter().for_each(|(name, value)| add("--param", format!("{name}={value}")));
        self.threads.iter().for_each(|n| add("--threads", n.to_string()));
        result.output.iter().for_each(|name| add("--output", name.clone()));
        result.node.iter().for_each(|id| add("--node", id.clone()));
        if result.time != 0.0 {
            add("--time", format!("{:?}", result.time));
        }
        seed.iter().for_each(|seed| add("--seed", seed.to_string()));
        words
    }
}

/// What to evaluate and with which values.
#[derive(Debug, Args)]
pub struct RecipeArgs {
    /// Recipe (.ron)
    pub file: PathBuf,
    /// Set a field for this run: NODE.FIELD=VALUE, INSTANCE/NODE.FIELD=VALUE within a group, world.FIELD=VALUE or seed=N; may
    /// be repeated
    #[arg(long, value_name = "NODE.PARAM=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
    /// Set a graph parameter for this run; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub param: Vec<(String, String)>,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Which result of the recipe.
#[derive(Debug, Args)]
pub struct ResultArgs {
    /// Output by name; the first one unless given
    #[arg(long, value_name = "NAME", conflicts_with = "node")]
    pub output: Option<String>,
    /// Node by id, or NODE.OUTPUT, instead of an output
    #[arg(long, value_name = "ID")]
    pub node: Option<String>,
    /// Seconds on the clock
    #[arg(long, value_name = "T", default_value_t = 0.0, allow_hyphen_values = true, value_parser = seconds)]
    pub time: f64,
}

/// Arguments of `orograph render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub recipe: RecipeArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub result: ResultArgs,
    /// File to write, or - for standard output: .png (16-bit grey, or a tile map's palette), .r16 or .raw, .r8, .r32, .npy,
    /// .exr, .tif, .asc, .pgm; meshes .obj, .stl, .ply, .glb; tile maps .csv, .tmx; pictures .png, .jpg
    #[arg(short, long = "out", value_name = "OUT", allow_hyphen_values = true, required_unless_present = "verify")]
    #[arg(default_value = "-", hide_default_value = true)]
    pub out: PathBuf,
    /// Format where the extension says too little, such as png8, r16be, exry, tiff16 or bigtiff32
    #[arg(long, value_name = "NAME", value_parser = format)]
    pub format: Option<Format>,
    /// Samples over the world: W keeps the aspect
    #[arg(long, value_name = "W|WxH")]
    pub size: Option<Size>,
    /// Part of those samples by index, which may lie outside the world
    #[arg(long, value_name = "X,Y,W,H", allow_hyphen_values = true)]
    pub region: Option<Crop>,
    /// Where samples lie (vertices, cells or repeating) unless as the output says
    #[arg(long, value_name = "NAME", value_parser = sampling)]
    pub sampling: Option<Sampling>,
    /// Seed of the recipe for this run
    #[arg(long, value_name = "N", conflicts_with = "seeds")]
    pub seed: Option<u64>,
    /// One file per seed from A up to, not including, B; OUT holds {seed}, and a list of the files stands beside them
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub seeds: Option<Range<u64>>,
    /// Program that will read the file (unity, unreal, terrain3d, hterrain, blender, gis, machine-learning, tiled), or the
    /// file of a preset of your own (.ron); a JSON with all facts is written beside OUT
    #[arg(long, value_name = "NAME", value_parser = preset)]
    pub preset: Option<&'static Preset>,
    /// Values that become 0 and 1: two numbers, or the extremes on the build grid
    #[arg(long, value_name = "LO,HI|measured", allow_hyphen_values = true)]
    pub range: Option<RangeAsk>,
    /// What .r32 and .npy hold: raw (unless given), unit or metres
    #[arg(long, value_name = "NAME")]
    pub units: Option<Units>,
    /// Write the picture of the preview instead of values: a mode such as terrain or grey; or show it in the terminal, in
    /// letters (ascii) or in colours (ansi), --size characters wide
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// Draw the picture for a place of so many pixels along its longer side, as the window does; one per sample unless given
    #[arg(long, value_name = "N", requires = "view", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub pixels: Option<u32>,
    /// Write a map for a shader instead of values: normal-gl, normal-dx, flow-gl, flow-dx (which way a
    /// field flows), or splat (the weights of four tiles), splat2, ...
    #[arg(long, value_name = "NAME", conflicts_with = "view")]
    pub map: Option<Map>,
    /// Make a mesh coarser: no sample lies farther from it than so many metres
    #[arg(long, value_name = "METRES", default_value_t = 0.0, value_parser = length)]
    pub mesh_error: f64,
    /// Hang walls of so many metres from the edge of a mesh
    #[arg(long, value_name = "METRES", default_value_t = 0.0, value_parser = length)]
    pub skirt: f64,
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub frames: FramesArgs,
    /// Write a JSON with all facts about the file beside it, as presets do
    #[arg(long)]
    pub sidecar: bool,
    /// EPSG code of the projected coordinate system in which the world lies, for .tif
    #[arg(long, value_name = "CODE", value_parser = epsg)]
    pub epsg: Option<u16>,
    /// Reverse the order of the rows
    #[arg(long)]
    pub flip_y: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub many: ManyArgs,
    /// No progress bar and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `orograph sheet`.
#[derive(Debug, Args)]
#[command(
    after_help = "A --param or --set of several values varies too: NAME=LO..HI:COUNT or, of options and graph parameters, \
                        NAME=A,B,C. Two things that vary are crossed, the second one from row to row."
)]
pub struct SheetArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub recipe: RecipeArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub result: ResultArgs,
    /// File to write (.png), or - for standard output
    #[arg(short, long = "out", value_name = "OUT", allow_hyphen_values = true)]
    pub out: PathBuf,
    /// Seeds of the recipe from A up to, not including, B
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub seeds: Option<Range<u64>>,
    /// Seed of the recipe while something else varies
    #[arg(long, value_name = "N", conflicts_with = "seeds")]
    pub seed: Option<u64>,
    /// Pixels of the longer side of a picture
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = cell)]
    pub size: u32,
    /// Pictures in a row while one thing varies; about a square unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub columns: Option<u16>,
    /// Mode of the pictures, such as terrain or grey; the recipe's unless given
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// Values that become black and white: two numbers, or the extremes on the build grid
    #[arg(long, value_name = "LO,HI|measured", allow_hyphen_values = true)]
    pub range: Option<RangeAsk>,
    /// No progress bar and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `orograph sample`.
#[derive(Debug, Args)]
pub struct SampleArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub recipe: RecipeArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub result: ResultArgs,
    /// Positions in metres, eastwards and southwards; several may follow
    #[arg(long, value_name = "X,Y", required = true, value_parser = position)]
    pub at: Vec<(f64, f64)>,
    /// Seed of the recipe for this run
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Arguments of `orograph info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub recipe: RecipeArgs,
    /// Print how long each node takes; every output is then evaluated from nothing
    #[arg(long)]
    pub profile: bool,
    /// Seed of the recipe for this run
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Arguments of `orograph check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Recipes (.ron)
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `orograph upgrade`.
#[derive(Debug, Args)]
pub struct UpgradeArgs {
    /// Recipe (.ron)
    pub file: PathBuf,
    /// Node by id, GROUP/ID within a group; all unless given; may be repeated
    #[arg(long, value_name = "ID")]
    pub node: Vec<String>,
    /// List what would change and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Write the file though it holds comments among its fields, which are lost
    #[arg(long)]
    pub drop_comments: bool,
}

/// Arguments of `orograph nodes`.
#[derive(Debug, Args)]
pub struct NodesArgs {
    /// Kind to explain; none: all in short
    pub kind: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// En dash, em dash and minus sign.
const DASHES: [char; 3] = ['–', '—', '−'];

/// Refuses dashes that word processors make, and gives every position after `--at` its own `--at`, so that several may
/// follow one and each may begin with a minus sign.
pub fn prepare(args: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    let mut out: Vec<OsString> = Vec::new();
    let mut in_positions = false;
    for mut arg in args {
        let text = arg.to_string_lossy().into_owned();
        if out.get(1).is_some_and(|command| command == "plan") {
            // `--format` is the files'; of a plan it may be the plan's.
            match (&*text, out.last().is_some_and(|last| last == "--format")) {
                ("commands" | "json", true) => {
                    out.pop();
                    out.push("--as".into());
                }
                ("--format=commands" | "--format=json", _) => arg = text.replace("--format", "--as").into(),
                _ => {}
            }
        }
        if let Some(rest) = text.strip_prefix(DASHES).filter(|_| !out.is_empty()) {
            let name = rest.trim_start_matches(DASHES).trim_start_matches('-');
            let hyphens = if name.starts_with(|c: char| c.is_ascii_digit()) { "-" } else { "--" };
            let message = format!("\"{text}\" begins with a dash that is no hyphen: write {hyphens}{name}");
            return Err(Failure::Usage(message));
        }
        if in_positions && position(&text).is_ok() {
            if out.last().is_some_and(|last| last == "--at") {
                out.pop();
            }
            out.push(format!("--at={text}").into());
            continue;
        }
        in_positions = text == "--at" || text.starts_with("--at=");
        out.push(arg);
    }
    Ok(out)
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err("write NAME=VALUE".into()),
    }
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|v| v.is_finite())
}

fn length(text: &str) -> Result<f64, String> {
    finite(text).filter(|v| *v >= 0.0).ok_or_else(|| "write metres, 0 or more".into())
}

fn epsg(text: &str) -> Result<u16, String> {
    crate::deliver::epsg(text).map_err(|e| e.to_string())
}

fn seconds(text: &str) -> Result<f64, String> {
    finite(text).ok_or_else(|| "write a number of seconds".into())
}

fn position(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(x, y)| finite(x).zip(finite(y)));
    pair.ok_or_else(|| "write X,Y in metres, such as 3.14,42".into())
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").and_then(|(a, b)| a.parse::<u64>().ok().zip(b.parse::<u64>().ok()));
    match ends {
        Some((a, b)) if a < b => Ok(a..b),
        _ => Err("write A..B with A below B, such as 0..1000".into()),
    }
}

fn cell(text: &str) -> Result<u32, String> {
    let size = text.parse::<u32>().ok().filter(|size| CELL.contains(size));
    size.ok_or_else(|| format!("allowed are {} to {} pixels", CELL.start(), CELL.end()))
}

fn preset(text: &str) -> Result<&'static Preset, String> {
    Preset::named(text).map_err(|e| e.to_string())
}

fn format(text: &str) -> Result<Format, String> {
    let known: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
    Format::from_name(text).ok_or_else(|| format!("known formats are {}", known.join(", ")))
}

fn sampling(text: &str) -> Result<Sampling, String> {
    let known = Sampling::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    known.map(|(_, s)| *s).ok_or_else(|| "write vertices, cells or repeating".into())
}
