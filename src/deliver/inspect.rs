//! What is known of a result without writing a file: `orograph info`, and the window's hash.

use super::facts::{kind_name, notes, remarks, sampling};
use super::job::{check_size, uses_textbook};
use super::profile::Profile;
use super::tally::Tally;
use super::tiles::levels_of;
use super::{AskError, Remark, TileShare, What, resolve_link};
use crate::graph::Graph;
use crate::plan::compile;
use crate::run::{Options, Runner, Stopped, Walk};
use crate::spec::Quantity;
use serde::Serialize;
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// One output of a recipe, evaluated on its build grid at time 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inspection {
    /// Name of the output, if one was asked for.
    pub output: Option<String>,
    /// What was evaluated: `node` or `node.output`.
    pub node: String,
    /// What the values mean.
    pub kind: &'static str,
    /// Samples in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Where samples lie.
    pub sampling: String,
    /// Values cannot leave this; `None` at an open end.
    pub bound: (Option<f32>, Option<f32>),
    /// Smallest value.
    pub min: f32,
    /// Largest value.
    pub max: f32,
    /// Mean of the values.
    pub mean: f64,
    /// Bands of a tile map with the number of samples in each.
    pub tiles: Option<Vec<TileShare>>,
    /// Hash of the values.
    pub hash: String,
    /// Generator evaluations per sample.
    pub cost: u64,
    /// Nodes that the output reaches.
    pub nodes: usize,
    /// What the plan notes: clamped ports, high cost.
    pub notes: Vec<Remark>,
    /// What a person may want to know while working on the recipe.
    pub hints: Vec<Remark>,
    /// What the run noticed, such as a flat field.
    pub remarks: Vec<Remark>,
    /// Where the time went, if `options` asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
}

/// Evaluates `what` of `graph` on its build grid at time 0; `None` when `options` stopped it.
///
/// # Errors
/// When the recipe has no such thing or it cannot be planned.
pub fn inspect(graph: &Graph, what: &What, runner: &Runner, options: &Options) -> Result<Option<Inspection>, AskError> {
    let (output, link, place) = resolve_link(graph, what)?;
    let plan = compile(graph, &link, 0.0)?;
    let grid = graph.world.grid(place);
    check_size(grid.region())?;
    let mut tally = Tally::new(grid.region(), None, plan.quantity == Quantity::Tiles);
    let (begun, mut counting) = (Instant::now(), Duration::ZERO);
    let run = runner.stream::<Infallible>(&plan, &grid, grid.region(), Walk::default(), options, |strip| {
        let from = Instant::now();
        runner.install(|| tally.add(&strip));
        counting += from.elapsed();
        Ok(())
    });
    let (found, stats) = match run {
        Ok(done) => done,
        Err(Stopped::Cancelled) => return Ok(None),
        Err(Stopped::Receiver(never)) => match never {},
    };
    let took = begun.elapsed().saturating_sub(counting);
    let profile = options.profile.then(|| Profile::new(graph, &stats, grid.samples, took, runner.threads()));
    let (min, max) = tally.extremes();
    let end = |v: f32| v.is_finite().then_some(v + 0.0);
    Ok(Some(Inspection {
        output,
        node: link.to_string(),
        kind: kind_name(plan.quantity),
        width: grid.samples.0,
        height: grid.samples.1,
        sampling: sampling(place),
        bound: (end(plan.bound.lo), end(plan.bound.hi)),
        min,
        max,
        mean: tally.mean() + 0.0,
        tiles: tally.shares(&levels_of(graph, &link)),
        cost: plan.cost,
        nodes: plan.nodes.len(),
        notes: notes(&plan.notes),
        hints: notes(&plan.hints),
        remarks: remarks(&found, &tally, &plan, &link, uses_textbook(graph, &plan)),
        hash: tally.hash(),
        profile,
    }))
}
