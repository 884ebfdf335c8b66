//! The command line: `orograph` with a file opens the editor, with a command it renders, samples, checks or explains.
//!
//! Results go to standard output, everything else to standard error. Exit code 0: done; 1: the recipe, its files or the
//! disk are at fault; 2: wrong usage; 75: the disk is at fault and another try may succeed; 130: interrupted. A reader that
//! closes its end of a pipe early is no fault.

mod args;
mod batch;
mod catalogue;
mod check;
mod export;
mod frames;
mod info;
mod interrupt;
mod load;
mod nodes;
mod output;
mod plan;
mod progress;
mod range;
mod render;
mod sample;
mod sheet;
mod terminal;
mod upgrade;
mod verify;
mod window;

pub use args::{Cli, Command};
pub use output::Failure;

use clap::Parser;
use std::ffi::OsString;

/// Reads the arguments (the program's name first) and carries them out.
///
/// # Errors
/// What went wrong, with its exit code. Requests for help and the version end here too, with exit code 0.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let args = args::prepare(args)?;
    let cli = Cli::try_parse_from(&args).map_err(Failure::Arguments)?;
    match cli.command {
        None => window::open(cli.file),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Plan(plan)) => plan::run(&plan, &args),
        Some(Command::Range(args)) => range::range(&args),
        Some(Command::Reduce(args)) => range::reduce_parts(&args),
        Some(Command::Sheet(args)) => sheet::run(args),
        Some(Command::Sample(args)) => sample::run(&args),
        Some(Command::Info(args)) => info::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Upgrade(args)) => upgrade::run(&args),
        Some(Command::Nodes(args)) => nodes::run(&args),
    }
}
