//! The arguments of the commands for work on many files: `export`, `plan`, `range`, `reduce`.

use super::many::{counts, tile};
use super::{RecipeArgs, RenderArgs, ResultArgs};
use crate::deliver::RangeAsk;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `orograph export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub recipe: RecipeArgs,
    /// Exports by name; all unless given
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Seed of the recipe for this run
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Write finished tiles again
    #[arg(long)]
    pub fresh: bool,
    /// No progress bar and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `orograph plan`.
#[derive(Debug, Args)]
#[command(
    after_help = "All arguments of render. --format commands or json chooses the form of the plan, any other --format that of \
                        the files. Commands of one phase may run in any order and at once, each phase after the one before."
)]
pub struct PlanArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub render: RenderArgs,
    /// Form of the plan; --format commands|json means it too
    #[arg(long = "as", value_name = "FORM", default_value = "commands")]
    pub form: PlanFormat,
    /// Print the commands of one phase alone, such as range1, reduce1, render or gather
    #[arg(long, value_name = "NAME")]
    pub phase: Option<String>,
    /// Seeds of a command
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub chunk: u64,
}

/// Form of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PlanFormat {
    /// One command a line, as a shell reads it
    Commands,
    /// Phases with lists of words
    Json,
}

/// Arguments of `orograph range`.
#[derive(Debug, Args)]
pub struct RangeArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub recipe: RecipeArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "described at the type")]
    pub result: ResultArgs,
    /// File to write (.json)
    #[arg(short, long = "out", value_name = "OUT")]
    pub out: PathBuf,
    /// Seed of the recipe for this run
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Measure the result itself too, for a render with --range measured
    #[arg(long, value_name = "measured")]
    pub range: Option<RangeAsk>,
    /// Parts of the build grid, columns and rows
    #[arg(long, value_name = "CxR", value_parser = counts)]
    pub tiles: Option<(u32, u32)>,
    /// Measure this part alone, counted from the north-west
    #[arg(long, value_name = "X,Y", requires = "tiles", value_parser = tile)]
    pub tile: Option<(u32, u32)>,
    /// Ranges of earlier rounds
    #[arg(long, value_name = "FILE")]
    pub range_file: Option<PathBuf>,
    /// No progress bar and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `orograph reduce`.
#[derive(Debug, Args)]
pub struct ReduceArgs {
    /// What orograph range has written for every part
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
    /// File to write (.json)
    #[arg(short, long = "out", value_name = "OUT")]
    pub out: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// No summary
    #[arg(long, short)]
    pub quiet: bool,
}
