//! `orograph sample`: values at positions.

use super::Failure;
use super::args::SampleArgs;
use super::load::{Warned, load, runner, what};
use super::output::{print, print_json};
use crate::deliver::{Heights, Mapping, Remark, kind_name, levels_of, resolve_link};
use crate::plan::compile;
use crate::run::Options;
use crate::spec::Quantity;
use serde::Serialize;

/// The values of one result at some positions.
#[derive(Serialize)]
struct Sampled {
    output: Option<String>,
    node: String,
    kind: &'static str,
    seed: String,
    time: f64,
    samples: Vec<Sample>,
}

#[derive(Serialize)]
struct Sample {
    x: f64,
    y: f64,
    value: f32,
    /// Height, where the values are heights.
    metres: Option<f64>,
    /// Name of the tile, for tile maps.
    tile: Option<String>,
}

/// Prints the values at the positions that the arguments give.
pub fn run(args: &SampleArgs) -> Result<(), Failure> {
    let recipe = load(&args.recipe, args.seed)?;
    let graph = &recipe.graph;
    let (output, link, _) = resolve_link(graph, &what(&args.result)).map_err(|e| recipe.refused(&e))?;
    let plan = compile(graph, &link, args.result.time).map_err(|e| recipe.plan_failed(&e))?;
    let rendered = runner(&args.recipe).sample(&plan, &args.at, &Options::default());
    let Ok(rendered) = rendered else { return Err(Failure::fault("cancelled")) };
    let notes = plan.notes.iter().map(|n| (&n.node, &n.message));
    let said = notes.chain(rendered.remarks.iter().map(|r| (&r.node, &r.message)));
    let remarks: Vec<Remark> =
        said.map(|(node, m)| Remark { node: node.to_string(), field: None, message: m.clone() }).collect();
    Warned::default().print(&remarks);
    let levels = if plan.quantity == Quantity::Tiles { levels_of(graph, &link) } else { Vec::new() };
    let heights =
        Mapping::of(plan.bound).and_then(|m| Heights::of(&graph.world, plan.quantity, plan.bound, m).map(|h| (m, h)));
    let sample = |(&(x, y), &value): (&(f64, f64), &f32)| Sample {
        x: x + 0.0,
        y: y + 0.0,
        value: value + 0.0,
        metres: heights.map(|(mapping, heights)| heights.at(mapping.unit(f64::from(value))) + 0.0),
        tile: levels.get(value as usize).map(|l| l.name.clone()),
    };
    let samples: Vec<Sample> = args.at.iter().zip(&rendered.raster.data).map(sample).collect();
    if args.recipe.json {
        return print_json(&Sampled {
            output,
            node: link.to_string(),
            kind: kind_name(plan.quantity),
            seed: graph.seed.to_string(),
            time: args.result.time + 0.0,
            samples,
        });
    }
    let lines: Vec<String> = samples.iter().map(line).collect();
    print(&lines.join("\n"))
}

fn line(sample: &Sample) -> String {
    let mut line = format!("{},{}\t{}", sample.x, sample.y, sample.value);
    if let Some(tile) = &sample.tile {
        line += &format!("\t{tile}");
    }
    line
}
