//! Range passes: the plans that find the extremes of an input over the build grid.

use super::compile::{Compiler, Wire};
use super::resolve::Resolver;
use super::{Extremes, Key, KeyBuilder, Measure, Plan, PlanError, Source};
use crate::graph::{Link, NodeId};
use crate::spec::{InputSpec, Measured, Port};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Most nodes in a row that each measure the range of what the one before gives. Each has a plan of its own over all that
/// feeds it, so that work grows with the square of their number.
const MOST_IN_A_ROW: usize = 64;

/// Range passes by node and input. Passes within passes are shared: planned anew each time, their number would double
/// with every node that measures.
#[derive(Default)]
pub(super) struct Ranges(RefCell<BTreeMap<Which, Result<Measure, PlanError>>>);

/// A node and its input.
type Which = (NodeId, &'static str);

impl<'g> Compiler<'g> {
    /// Where the extremes of each `Range` input come from.
    pub fn extremes(&mut self, r: &Resolver<'g>, inputs: &[Wire]) -> Result<Vec<Option<Extremes>>, PlanError> {
        let mut out = Vec::with_capacity(inputs.len());
        for (input, wire) in r.spec.inputs.iter().zip(inputs) {
            out.push(match (input.port, wire.source) {
                (Port::Range | Port::Spread, Source::Number(v)) => {
                    Some(Extremes::Known(Measured { min: v as f32, max: v as f32 }))
                }
                (Port::Range | Port::Spread, Source::Slot(_)) => Some(Extremes::Pass(self.pass(r, input)?)),
                _ => None,
            });
        }
        Ok(out)
    }

    /// Index of the pass that measures an input.
    fn pass(&mut self, r: &Resolver<'g>, input: &'static InputSpec) -> Result<usize, PlanError> {
        let which = (Arc::clone(r.id), input.name);
        let known = self.ranges.0.borrow().get(&which).cloned();
        let pass = match known {
            Some(known) => known?,
            None => {
                let pass = self.measure(r, input);
                self.ranges.0.borrow_mut().insert(which, pass.clone());
                pass?
            }
        };
        if let Some(known) = self.measures.iter().position(|m| m.key == pass.key) {
            self.measures[known].counts |= pass.counts;
            return Ok(known);
        }
        self.measures.push(pass);
        Ok(self.measures.len() - 1)
    }

    /// A range is measured at time 0, so it has a plan of its own. What feeds the input was planned before and holds no
    /// loop.
    fn measure(&self, r: &Resolver<'g>, input: &'static InputSpec) -> Result<Measure, PlanError> {
        let mut still = Compiler::new(self.graph, 0.0);
        still.ranges = Rc::clone(&self.ranges);
        still.map_plans = Rc::clone(&self.map_plans);
        let wire = still.input(r, input)?;
        let link = r.node.link(input.name).cloned().unwrap_or_else(|| Link::to(r.id));
        let plan = still.finish(&link, wire)?;
        let in_a_row = 1 + plan.rounds();
        if in_a_row > MOST_IN_A_ROW {
            let what = format!("more than {MOST_IN_A_ROW} nodes in a row measure a range, which is not supported");
            return Err(r.error(input.name, &what));
        }
        let counts = input.port == Port::Spread;
        Ok(Measure { key: plan.range_key(), plan: Arc::new(plan), in_a_row, counts })
    }
}

impl Plan {
    /// Every pass that the plan or one of its passes needs, each once, those that others wait for first.
    pub(crate) fn passes(&self) -> Vec<Measure> {
        let mut found: Vec<Measure> = Vec::new();
        let mut maps = BTreeSet::new();
        let mut plans = vec![self];
        while let Some(plan) = plans.pop() {
            for pass in &plan.measures {
                if found.iter().all(|known| known.key != pass.key) {
                    found.push(pass.clone());
                    plans.push(&pass.plan);
                }
            }
            // What a whole map reads may wait for ranges too.
            plans.extend(plan.maps.iter().filter(|map| maps.insert(map.key)).map(|map| &*map.plan));
        }
        found.sort_by_key(|pass| (pass.in_a_row, pass.key));
        found
    }

    /// How many passes wait for one another before the plan's values are known.
    fn rounds(&self) -> usize {
        let maps = self.maps.iter().map(|map| map.plan.rounds());
        self.measures.iter().map(|pass| pass.in_a_row).chain(maps).max().unwrap_or(0)
    }

    /// The key of what a pass over the plan's values finds: field and build grid.
    pub fn range_key(&self) -> Key {
        KeyBuilder::new("range").key(self.key).grid(&self.build_grid).finish()
    }
}
