//! Whether a recipe still gives what a report says: the values are evaluated again and their hashes compared.

use super::tally::Tally;
use super::{AskError, Corner, What, resolve_link};
use crate::deliver::job::check_size;
use crate::graph::{Graph, Link};
use crate::plan::compile;
use crate::raster::{Region, Sampling};
use crate::run::{Options, Runner, Stopped, Walk};
use crate::spec::Quantity;
use serde::Deserialize;
use serde_json::Value;
use std::convert::Infallible;

/// What a report says of one result.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Claim {
    /// Name of the output, if one was asked for.
    pub output: Option<String>,
    /// What was evaluated: `node` or `node.output`.
    pub node: String,
    /// The file; for messages.
    #[serde(alias = "file")]
    pub path: String,
    /// Samples over the world.
    pub grid: (u32, u32),
    /// First column and row.
    pub region: Corner,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Where samples lie.
    pub sampling: String,
    /// Seed of the recipe.
    pub seed: String,
    /// Seconds on the clock.
    pub time: f64,
    /// Hash of the values.
    pub hash: String,
}

/// Why a text holds no reports.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ClaimError(String);

/// What the reports in `text` say: lines that `--json` prints, or a list of finished files.
///
/// # Errors
/// When it is no JSON, or holds no report.
pub fn claims(text: &str) -> Result<Vec<Claim>, ClaimError> {
    let mut found = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.map_err(|e| ClaimError(format!("it is no JSON: {e}")))?;
        if let Value::Array(items) = value {
            items.into_iter().try_for_each(|item| collect(item, &mut found))?;
        } else {
            collect(value, &mut found)?;
        }
    }
    if found.is_empty() {
        let ways = "write one with orograph render --json, or take the list of finished files";
        return Err(ClaimError(format!("it holds no report with a hash: {ways}")));
    }
    Ok(found)
}

fn collect(value: Value, found: &mut Vec<Claim>) -> Result<(), ClaimError> {
    let Value::Object(mut value) = value else { return Ok(()) };
    if let Some(Value::Array(files)) = value.remove("files") {
        // What all files have in common stands once.
        for file in files {
            let Value::Object(file) = file else { continue };
            let mut whole = value.clone();
            whole.extend(file);
            collect(Value::Object(whole), found)?;
        }
        return Ok(());
    }
    if !value.contains_key("hash") {
        return Ok(());
    }
    if value.contains_key("path") {
        value.remove("file");
    }
    let claim = serde_json::from_value(Value::Object(value));
    found.push(claim.map_err(|e| ClaimError(format!("a report in it is not complete: {e}")))?);
    Ok(())
}

/// The hash that `graph` gives for what `claim` is about; `None` when `options` stopped it. The graph has the claim's seed.
///
/// # Errors
/// When the recipe has no such thing or it cannot be planned.
pub fn hash_of(graph: &Graph, claim: &Claim, runner: &Runner, options: &Options) -> Result<Option<String>, AskError> {
    let what = match &claim.output {
        Some(name) => What::Output(name.clone()),
        None => What::Node(Link::parse(&claim.node)),
    };
    let (_, link, _) = resolve_link(graph, &what)?;
    let plan = compile(graph, &link, claim.time)?;
    let sampling = Sampling::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(&claim.sampling));
    let grid = graph.world.grid(sampling.map_or_else(Sampling::default, |(_, s)| *s)).resampled(claim.grid);
    let (x, y) = (claim.region.x, claim.region.y);
    let region = Region { x, y, width: claim.width, height: claim.height, stride: 1 };
    check_size(region)?;
    let mut tally = Tally::new(region, None, plan.quantity == Quantity::Tiles);
    let run = runner.stream::<Infallible>(&plan, &grid, region, Walk::default(), options, |strip| {
        runner.install(|| tally.add(&strip));
        Ok(())
    });
    match run {
        Ok(_) => Ok(Some(tally.hash())),
        Err(Stopped::Cancelled) => Ok(None),
        Err(Stopped::Receiver(never)) => match never {},
    }
}
