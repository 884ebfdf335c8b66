//! Pictures of the kinds with their defaults, for the palette; drawn once, when there is nothing else to do.

use super::Event;
use super::engine::{Desk, Engine};
use super::paint::{self, Style, Subject};
use crate::graph::{Graph, Link, Node, World};
use crate::plan::compile;
use crate::raster::Sampling;
use crate::run::Cancelled;
use crate::spec::{Open, Port, Quantity};
use std::sync::Arc;

/// Samples of a picture: width and height.
const SIZE: (u32, u32) = (96, 64);

/// How far the pictures are.
#[derive(Default)]
pub(super) struct Kinds {
    drawn: usize,
}

impl Kinds {
    /// Draws the pictures that are missing.
    pub fn draw(&mut self, engine: &mut Engine, desk: &Desk<'_>) -> Result<(), Cancelled> {
        for spec in crate::nodes::all().skip(self.drawn) {
            desk.check()?;
            let graph = example(spec.kind);
            let link = Link::to(NODE);
            if let Ok(plan) = compile(&graph, &link, 0.0) {
                let grid = graph.world.grid(Sampling::Vertices);
                let rendered =
                    engine.runner.render(&plan, &grid, grid.region(), &super::engine::options(desk.cancel))?;
                let subject = Subject::new(&graph, &link, &plan, &grid, grid.region());
                let style = if plan.quantity == Quantity::Tiles { Style::Tiles } else { Style::Grey };
                let thumb = paint::thumb(&rendered.raster, &subject, style);
                (desk.send)(Event::Kind(spec.kind, Arc::new(thumb.picture)));
            }
            self.drawn += 1;
        }
        Ok(())
    }
}

const NODE: &str = "node";

/// A graph in which a node of `kind` has something to show: its inputs that need a source get noises.
fn example(kind: &str) -> Graph {
    let mut graph = Graph {
        world: World { extent: (3000.0, 2000.0), samples: SIZE, ..World::default() },
        seed: 42,
        ..Graph::default()
    };
    let mut node = Node::new(kind);
    let Some(spec) = crate::nodes::find(kind) else { return graph };
    for (i, input) in spec.inputs.iter().enumerate() {
        // Wires go where the node is nothing without them; two-sided operations show more with both sides plugged.
        let needed = input.open == Open::Required || (input.port == Port::In && matches!(input.name, "a" | "b"));
        if !needed {
            continue;
        }
        let id = format!("noise{i}");
        let seed = crate::spec::Value::Seed(i as u64 + 1);
        let noise = Node::new("Fbm").with("feature_scale", 1000.0).with("seed", seed);
        graph.nodes.insert(id.as_str().into(), Arc::new(noise));
        node = node.with(input.name, &*id);
    }
    graph.nodes.insert(NODE.into(), Arc::new(node));
    graph
}
