//! `orograph render --verify`: whether the recipe still gives what a report says.

use super::Failure;
use super::args::RenderArgs;
use super::interrupt::stop_on_request;
use super::load::{load, runner};
use super::output::{print, print_json};
use super::progress::Progress;
use crate::deliver::{Claim, claims, hash_of};
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Verdict<'a> {
    path: &'a str,
    seed: &'a str,
    same: bool,
    hash: String,
    reported: &'a str,
}

/// Evaluates what the reports in `file` are about and compares the hashes.
pub fn run(args: &RenderArgs, file: &Path) -> Result<(), Failure> {
    let mut recipe = load(&args.recipe, args.seed)?;
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|e| Failure::fault(format!("cannot read {shown}: {e}")))?;
    let claims = claims(&text).map_err(|e| Failure::fault(format!("{shown}: {e}")))?;
    let runner = runner(&args.recipe);
    let progress = Progress::new(claims.len() as u64, args.quiet);
    let cancel = stop_on_request();
    let mut differing = 0_usize;
    for (index, claim) in (0..).zip(&claims) {
        let seed = claim.seed.parse();
        recipe.graph.seed = seed.map_err(|_| Failure::fault(format!("{shown}: \"{}\" is no seed", claim.seed)))?;
        let options = progress.options(index, &claim.path, &cancel);
        let hash = hash_of(&recipe.graph, claim, &runner, &options).map_err(|e| recipe.refused(&e))?;
        let stopped = || Failure::Interrupted(format!("interrupted: {index} of {} were verified", claims.len()));
        let hash = hash.ok_or_else(stopped)?;
        differing += usize::from(hash != claim.hash);
        progress.pause(|| say(args, claim, hash))?;
    }
    drop(progress);
    if differing > 0 {
        let all = claims.len();
        return Err(Failure::fault(format!("{differing} of {all} results differ from what {shown} says")));
    }
    if args.recipe.json || args.quiet {
        return Ok(());
    }
    print(&format!("{} results are what {shown} says", claims.len()))
}

fn say(args: &RenderArgs, claim: &Claim, hash: String) -> Result<(), Failure> {
    let same = hash == claim.hash;
    if args.recipe.json {
        return print_json(&Verdict { path: &claim.path, seed: &claim.seed, same, hash, reported: &claim.hash });
    }
    let (path, seed, reported) = (&claim.path, &claim.seed, &claim.hash);
    match same {
        true if args.quiet => Ok(()),
        true => print(&format!("{path}: seed {seed}, the same, hash {hash}")),
        false => print(&format!("{path}: seed {seed}, differs, hash {hash}, reported {reported}")),
    }
}
