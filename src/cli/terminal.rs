//! `orograph render --view ascii` and `--view ansi`: a look at a recipe where there is no window.

use super::Failure;
use super::args::RenderArgs;
use super::interrupt::stop_on_request;
use super::load::{Recipe, runner, what};
use super::progress::Progress;
use super::render::write_failed;
use crate::deliver::{Letters, Size, letters};
use crate::export::{write_file, write_stdout};
use std::path::Path;

/// Characters in a row where neither the terminal nor the person says.
const COLUMNS: usize = 80;

/// Writes the picture as text.
pub fn run(args: &RenderArgs, view: Letters, recipe: &Recipe) -> Result<(), Failure> {
    let idle = [
        ("--preset", args.preset.is_some()),
        ("--map", args.map.is_some()),
        ("--format", args.format.is_some()),
        ("--region", args.region.is_some()),
        ("--seeds", args.seeds.is_some()),
        ("--tiles", args.many.tiles.is_some()),
        ("--units", args.units.is_some()),
        ("--flip-y", args.flip_y),
    ];
    if let Some((name, _)) = idle.into_iter().find(|(_, given)| *given) {
        let words = format!("{name} has no effect on a picture of letters: leave it out, or ask for another view");
        return Err(Failure::Usage(words));
    }
    let columns = match args.size {
        Some(Size::Width(width) | Size::Exact(width, _)) => width as usize,
        None => width_of_terminal(),
    };
    let runner = runner(&args.recipe);
    let progress = Progress::new(1, args.quiet);
    let options = progress.options(0, &args.recipe.file.display().to_string(), &stop_on_request());
    let wanted = (&what(&args.result), args.result.time);
    let text = letters(&recipe.graph, wanted, (view, columns), &runner, &options).map_err(|e| recipe.refused(&e))?;
    let Ok(text) = text else { return Err(Failure::Interrupted("interrupted".into())) };
    progress.pause(|| {
        let written = match args.out == Path::new("-") {
            true => write_stdout(|out| out.write_all(text.as_bytes())),
            false => write_file(&args.out, |out| out.write_all(text.as_bytes())),
        };
        written.map(drop).map_err(|error| write_failed(&error))
    })
}

/// What the shell says, else what the terminal does.
fn width_of_terminal() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse().ok()).filter(|n| *n > 0);
    said.or_else(|| console::Term::stdout().size_checked().map(|(_, columns)| columns.into())).unwrap_or(COLUMNS)
}
