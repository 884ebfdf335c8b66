//! The last pass: cost, programs, and the plan itself.

use super::compile::{Compiler, Wire, as_slot};
use super::program::{Cost, Costs, nesting_of, programs};
use super::{COSTLY, Key, KeyBuilder, Note, Plan, PlanError, Program, Source, TOO_COSTLY};
use crate::graph::Link;
use crate::raster::Sampling;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Kernel runs per sample above which a plan is refused: fields within fields multiply even where no noise is evaluated.
const TOO_MANY_RUNS: u64 = 65_536;
/// Most fields within fields: each is a call on a thread's stack while it is sampled.
const MOST_NESTED: usize = 128;

impl Compiler<'_> {
    /// The plan of what arrives along `wire`, which `target` names.
    pub fn finish(mut self, target: &Link, wire: Wire) -> Result<Plan, PlanError> {
        let root = as_slot(wire.source);
        let (key, cost) = match root {
            Source::Slot(slot) => {
                let key = KeyBuilder::new("output").key(self.steps[slot.step].key).whole(slot.output as u64).finish();
                (key, Costs::new(&self.steps).at(slot.step))
            }
            Source::Number(v) => (KeyBuilder::new("number").number(v).finish(), Cost::default()),
            Source::Open | Source::Field(_) | Source::Area(_) | Source::Map(_) => {
                (KeyBuilder::new("open").finish(), Cost::default())
            }
        };
        if let Some(why) = too_much(cost, nesting_of(&self.steps, root)) {
            let message = format!("node \"{}\" {why}", target.node);
            return Err(PlanError { node: Some(Arc::clone(&target.node)), field: None, message });
        }
        if cost.generators > COSTLY {
            let message = format!(
                "node \"{}\" needs {} generator evaluations per sample, which is slow",
                target.node, cost.generators
            );
            self.notes.push(Note { node: Arc::clone(&target.node), field: None, message });
        }
        let programs = programs(&self.steps, root);
        let read: BTreeSet<usize> = programs.iter().flat_map(Program::steps).collect();
        let read: Vec<Key> = read.into_iter().map(|step| self.steps[step].key).collect();
        self.maps.retain(|map| read.contains(&map.key));
        Ok(Plan {
            quantity: wire.quantity,
            bound: wire.bound,
            cost: cost.generators,
            nodes: self.done.keys().cloned().collect(),
            notes: self.notes,
            hints: self.hints,
            key,
            time: self.time,
            build_grid: self.graph.world.grid(Sampling::Vertices),
            programs,
            steps: self.steps,
            root,
            measures: self.measures,
            maps: self.maps,
        })
    }
}

/// Why a plan asks for too much, as the end of a sentence.
fn too_much(cost: Cost, nested: usize) -> Option<String> {
    if nested > MOST_NESTED {
        return Some(format!(
            "samples fields within fields {nested} deep, allowed are {MOST_NESTED}: use fewer warps and fractals in a row"
        ));
    }
    if cost.generators > TOO_COSTLY {
        return Some(format!(
            "would need {} generator evaluations per sample, allowed are {TOO_COSTLY}: use fewer octaves or fewer nested \
             warps, or put a Bake behind what they sample",
            cost.generators
        ));
    }
    (cost.runs > TOO_MANY_RUNS).then(|| {
        format!(
            "would run {} nodes per sample, allowed are {TOO_MANY_RUNS}: use fewer octaves or fewer nested warps, or \
             put a Bake behind what they sample",
            cost.runs
        )
    })
}
