//! `orograph info`: what a recipe's outputs are, evaluated on the build grid.

use super::Failure;
use super::args::InfoArgs;
use super::load::{Warned, load, runner};
use super::output::{print, print_json, warn_raw};
use crate::deliver::{Inspection, What, inspect, number};
use crate::graph::{Graph, World};
use crate::run::Options;
use serde::Serialize;

#[derive(Serialize)]
struct Info<'a> {
    file: String,
    seed: String,
    world: WorldInfo,
    /// Nodes of the recipe, reached or not.
    nodes: usize,
    outputs: &'a [Inspection],
}

#[derive(Serialize)]
struct WorldInfo {
    origin: (f64, f64),
    extent: (f64, f64),
    samples: (u32, u32),
    height: (f64, f64),
    sea: Option<f64>,
    repeat: bool,
}

/// Prints what is known of every output. Outputs that cannot be evaluated are named, the others are printed.
pub fn run(args: &InfoArgs) -> Result<(), Failure> {
    let recipe = load(&args.recipe, args.seed)?;
    let mut evaluator = runner(&args.recipe);
    let options = Options { profile: args.profile, ..Options::default() };
    let mut found = Vec::new();
    let mut failed = false;
    let mut warned = Warned::default();
    for output in &recipe.graph.outputs {
        if args.profile {
            // What an earlier output has left stored would hide the time that it took.
            evaluator = runner(&args.recipe);
        }
        match inspect(&recipe.graph, &What::Output(output.name.clone()), &evaluator, &options) {
            Ok(Some(inspection)) => {
                warned.print(inspection.notes.iter().chain(&inspection.remarks));
                found.push(inspection);
            }
            Ok(None) => {}
            Err(error) => {
                failed = true;
                recipe.refused(&error).print();
            }
        }
    }
    if recipe.graph.outputs.is_empty() {
        warn_raw("warning: the recipe has no output");
    }
    let file = args.recipe.file.display().to_string();
    if args.recipe.json {
        let world = world(&recipe.graph.world);
        let seed = recipe.graph.seed.to_string();
        print_json(&Info { file, seed, world, nodes: recipe.graph.nodes.len(), outputs: &found })?;
    } else {
        print(&text(&file, &recipe.graph, &found))?;
    }
    if failed { Err(Failure::Printed) } else { Ok(()) }
}

fn world(world: &World) -> WorldInfo {
    let pair = |(a, b): (f64, f64)| (a + 0.0, b + 0.0);
    WorldInfo {
        origin: pair(world.origin),
        extent: pair(world.extent),
        samples: world.samples,
        height: pair(world.height),
        sea: world.sea.map(|sea| sea + 0.0),
        repeat: world.repeat,
    }
}

fn text(file: &str, graph: &Graph, found: &[Inspection]) -> String {
    let world = &graph.world;
    let sea = world.sea.map_or("no sea".into(), |sea| format!("sea at {} m", number(sea)));
    let mut lines = vec![format!(
        "{file}: seed {}, {} x {} m, {} to {} m high, {sea}{}, {} nodes",
        graph.seed,
        number(world.extent.0),
        number(world.extent.1),
        number(world.height.0),
        number(world.height.1),
        if world.repeat { ", repeating" } else { "" },
        graph.nodes.len(),
    )];
    for i in found {
        let end = |v: Option<f32>| v.map_or("unbounded".into(), |v| number(v.into()));
        let name = i.output.as_deref().unwrap_or(&i.node);
        lines.push(format!("{name} ({}): {} x {}, {}", i.node, i.width, i.height, i.sampling));
        lines.push(format!("  {}, bound {} to {}", i.kind, end(i.bound.0), end(i.bound.1)));
        lines.push(format!("  min {}, max {}, mean {}", number(i.min.into()), number(i.max.into()), number(i.mean)));
        for tile in i.tiles.iter().flatten() {
            lines.push(format!("  {} {}: {} ({} %)", tile.index, tile.name, tile.samples, number(tile.share * 100.0)));
        }
        lines.push(format!("  cost {}, {} nodes reached", i.cost, i.nodes));
        lines.extend(i.hints.iter().map(|hint| format!("  note: {}", hint.message)));
        lines.push(format!("  hash {}", i.hash));
        lines.extend(i.profile.iter().flat_map(|profile| profile.lines()).map(|line| format!("  {line}")));
    }
    lines.join("\n")
}
