//! From a graph to an immutable plan: the reachable part as ordered steps with content keys.
//!
//! Passes, all in [`compile`]: put groups in the places of their instances; follow the links from the target; substitute graph parameters, defaults and muted nodes;
//! convert units and clamp at ports; fold constants; merge equal steps; propagate bounds; order the steps into programs
//! (one for the target, one for every field that a kernel samples); count the cost. A plan is `Send + Sync` and knows
//! nothing of tiles, threads or caches.

mod adapt;
mod alias;
mod area;
mod compile;
mod finish;
mod image;
mod key;
mod program;
mod range;
mod remark;
mod resolve;
mod survey;

pub use compile::compile;
pub use key::{Key, KeyBuilder};
pub use survey::{Survey, survey};

pub use crate::graph::NodeId;
use crate::raster::Grid;
use crate::spec::{Interval, Kernel, Measured, Quantity};
use std::sync::Arc;

/// Cost in generator evaluations per sample from which a plan carries a notice.
pub const COSTLY: u64 = 256;
/// Cost above which a plan is refused.
pub const TOO_COSTLY: u64 = 4096;

/// What to compute for one output of one node: immutable, shared between threads.
pub struct Plan {
    /// What the values mean.
    pub quantity: Quantity,
    /// Every value lies inside.
    pub bound: Interval,
    /// Generator evaluations per sample, octaves and contexts multiplied.
    pub cost: u64,
    /// Nodes that the target reaches, by id.
    pub nodes: Vec<NodeId>,
    /// What a person should know: clamped ports, high cost.
    pub notes: Vec<Note>,
    /// What a person may want to know while working on the recipe, and no render repeats: scales that a repeating world
    /// changes, octaves that no sample shows.
    pub hints: Vec<Note>,
    /// Content key of the target's values.
    pub key: Key,
    /// Seconds on the clock.
    pub time: f64,
    /// The build grid on which ranges are measured.
    pub build_grid: Grid,
    pub(crate) steps: Vec<Step>,
    pub(crate) root: Source,
    pub(crate) programs: Vec<Program>,
    pub(crate) measures: Vec<Measure>,
}

/// One kernel with what it reads.
pub(crate) struct Step {
    pub kernel: Arc<dyn Kernel>,
    pub outputs: usize,
    pub inputs: Vec<Source>,
    /// One per input: where its extremes come from, for `Range` ports.
    pub measured: Vec<Option<Extremes>>,
    pub key: Key,
    /// Nodes that share the step: equal sub-graphs are merged.
    pub nodes: Vec<NodeId>,
}

/// Where a kernel's input comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    Open,
    Number(f64),
    /// Output of a step, at the same sample.
    Slot(Slot),
    /// Output of a step, at positions that the kernel chooses.
    Field(Slot),
    /// Output of a step, on the samples of the build grid around.
    Area(Slot),
}

impl Source {
    /// The output of a step that it reads, wherever it reads it.
    pub fn slot(self) -> Option<Slot> {
        match self {
            Self::Slot(slot) | Self::Field(slot) | Self::Area(slot) => Some(slot),
            Self::Open | Self::Number(_) => None,
        }
    }

    /// The output of a step that it reads at other samples than its own.
    pub fn elsewhere(self) -> Option<Slot> {
        self.slot().filter(|_| !matches!(self, Self::Slot(_)))
    }
}

/// One output of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slot {
    pub step: usize,
    pub output: usize,
}

/// Where the extremes of a `Range` input come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Extremes {
    Known(Measured),
    /// Index into [`Plan::measures`].
    Pass(usize),
}

/// The steps that one root needs at the same positions, in order, with the buffers that they read and write.
pub(crate) struct Program {
    pub root: Slot,
    pub ops: Vec<Op>,
    /// Block-sized buffers that hold all values which are needed at once.
    pub buffers: usize,
}

/// One step of a program.
pub(crate) struct Op {
    pub step: usize,
    pub inputs: Vec<Arg>,
    pub outputs: Vec<Target>,
}

/// What an op reads at one port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Arg {
    Open,
    Number(f64),
    Buffer(usize),
    /// Index into [`Plan::programs`].
    Field(usize),
    /// The same for a field of which a neighbourhood is read.
    Area(usize),
}

/// Where an op writes one of its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Straight to whoever runs the program.
    Out,
    Buffer(usize),
}

/// A pass over the build grid that finds a field's extremes.
#[derive(Clone)]
pub(crate) struct Measure {
    /// The field, at time 0.
    pub plan: Arc<Plan>,
    /// Content key of the pass: field and build grid.
    pub key: Key,
    /// Passes that wait for one another, this one included.
    pub in_a_row: usize,
}

/// What a person should know of a node in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The node.
    pub node: NodeId,
    /// The input or parameter it is about, if it is about one.
    pub field: Option<Arc<str>>,
    /// One sentence that names the node.
    pub message: String,
}

/// Why a graph cannot be planned: one sentence that names the node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PlanError {
    /// The node at fault, if one is.
    pub node: Option<NodeId>,
    /// Its input or parameter at fault.
    pub field: Option<Arc<str>>,
    /// The sentence.
    pub message: String,
}

/// Whether `id` is `node` or stands in the place of it, as the nodes of a group do.
fn is_within(id: &str, node: &str) -> bool {
    id.strip_prefix(node).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan").field("key", &self.key).field("steps", &self.steps.len()).finish_non_exhaustive()
    }
}

impl Plan {
    /// The value everywhere, if the target does not depend on the position.
    pub fn constant(&self) -> Option<f64> {
        match self.root {
            Source::Number(v) => Some(v),
            _ => None,
        }
    }

    /// Keys of the steps worth keeping while `node` is being edited: what the steps that depend on it read from steps
    /// that do not, at the positions of the target.
    pub fn frontier(&self, node: &str) -> Vec<Key> {
        let Some(main) = self.programs.first() else { return Vec::new() };
        let mut touched = vec![false; self.steps.len()];
        // Steps are in dependency order, so one sweep finds all that depends on the node.
        for (i, step) in self.steps.iter().enumerate() {
            touched[i] = step.nodes.iter().any(|id| is_within(id, node))
                || step.inputs.iter().any(|s| s.slot().is_some_and(|slot| touched[slot.step]));
        }
        let mut keys = Vec::new();
        for i in main.steps().filter(|&i| touched[i]) {
            for source in &self.steps[i].inputs {
                if let Source::Slot(slot) = source
                    && !touched[slot.step]
                    && !keys.contains(&self.steps[slot.step].key)
                {
                    keys.push(self.steps[slot.step].key);
                }
            }
        }
        keys
    }
}
