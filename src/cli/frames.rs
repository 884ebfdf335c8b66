//! `orograph render --frames`: one moment after another.

use super::Failure;
use super::args::RenderArgs;
use super::interrupt::stop_on_request;
use super::load::{Recipe, runner};
use super::output::{print, print_json, warn, warn_raw};
use super::progress::Progress;
use super::render::{ask, failed};
use crate::deliver::{FramesAsk, deliver_frames, resolve_frames};
use std::path::Path;

/// Renders the moments that the arguments ask for.
pub fn run(args: &RenderArgs, recipe: &Recipe, frames: FramesAsk) -> Result<(), Failure> {
    let ask = ask(args, &args.out);
    let runner = runner(&args.recipe);
    let frames = resolve_frames(&recipe.graph, &ask, frames).map_err(|e| recipe.refused(&e))?;
    let progress = Progress::new(1, args.quiet);
    let options = progress.options(0, &args.out.display().to_string(), &stop_on_request());
    let report = deliver_frames(&frames, &runner, &options, |_| {}).map_err(|error| failed(&args.out, &error))?;
    progress.pause(|| {
        report.notes.iter().for_each(|note| warn(note));
        let to_stdout = args.out != Path::new("-");
        if args.recipe.json && to_stdout {
            return print_json(&report);
        }
        if args.quiet {
            return Ok(());
        }
        let seconds = crate::deliver::number(f64::from(report.frames) / report.fps);
        let (n, w, h) = (report.frames, report.width, report.height);
        let fps = crate::deliver::number(report.fps);
        let line =
            format!("{}: {n} frames of {w} x {h}, {fps} a second, {seconds} s, {} bytes", report.path, report.bytes);
        if to_stdout {
            return print(&line);
        }
        warn_raw(&line);
        Ok(())
    })
}
