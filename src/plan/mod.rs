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
use crate::spec::{Extent, Interval, Kernel, Measured, Quantity};
use std::collections::BTreeSet;
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
    /// Whole maps that the programs read.
    pub(crate) maps: Vec<MapPass>,
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
    /// Whether its values are those of a whole map, one of [`Plan::maps`].
    pub whole: bool,
}

impl Step {
    /// A step that measures nothing and that no node has asked for yet.
    pub fn new(kernel: Arc<dyn Kernel>, outputs: usize, inputs: Vec<Source>, key: Key) -> Self {
        let measured = vec![None; inputs.len()];
        Self { kernel, outputs, inputs, measured, key, nodes: Vec::new(), whole: false }
    }
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
    /// Output of a step, on all samples of the build grid: a plan of its own fills them first.
    Map(Slot),
}

impl Source {
    /// The output of a step that it reads, wherever it reads it.
    pub fn slot(self) -> Option<Slot> {
        match self {
            Self::Slot(slot) | Self::Field(slot) | Self::Area(slot) | Self::Map(slot) => Some(slot),
            Self::Open | Self::Number(_) => None,
        }
    }

    /// The output of a step that it samples itself at other positions than its own.
    pub fn elsewhere(self) -> Option<Slot> {
        match self {
            Self::Field(slot) | Self::Area(slot) => Some(slot),
            Self::Open | Self::Number(_) | Self::Slot(_) | Self::Map(_) => None,
        }
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
    /// The whole map of this very step.
    Map,
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
    /// Whether samples are counted in bins too.
    pub counts: bool,
}

/// A pass over the whole build grid that fills the map of one step.
#[derive(Clone)]
pub(crate) struct MapPass {
    /// What the step's kernel reads.
    pub plan: Arc<Plan>,
    /// Content key of the step, which holds the build grid.
    pub key: Key,
    /// The step's kernel and how many values it gives.
    pub kernel: Arc<dyn Kernel>,
    pub outputs: usize,
    /// Samples beyond each edge of the world that are filled, and beyond those the ones that are read.
    pub margin: (usize, usize),
    pub reach: (usize, usize),
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

    /// How many steps it has, those of its measuring passes included: what it takes in memory grows with it.
    pub fn size(&self) -> usize {
        self.with_passes().iter().map(|plan| plan.steps.len()).sum()
    }

    /// The plan itself, then those of the passes that it or one of them waits for, each once: passes share passes, and
    /// following each on its own would take twice as long with every one in a row.
    fn with_passes(&self) -> Vec<&Self> {
        let mut seen = BTreeSet::new();
        let mut found = vec![self];
        let mut next = 0;
        while let Some(&plan) = found.get(next) {
            next += 1;
            let ranges = plan.measures.iter().map(|pass| (pass.key, &*pass.plan));
            let all = ranges.chain(plan.maps.iter().map(|map| (map.key, &*map.plan)));
            found.extend(all.filter(|(key, _)| seen.insert(*key)).map(|(_, plan)| plan));
        }
        found
    }

    /// The nodes whose values are those of a whole map that is not baked: a tile cannot be made without all others.
    pub fn whole_maps(&self) -> Vec<&NodeId> {
        let read = |key: Key| self.maps.iter().any(|map| map.key == key);
        let steps = self.steps.iter().filter(|step| step.whole && step.kernel.extent() != Extent::Baked);
        steps.filter(|step| read(step.key)).filter_map(|step| step.nodes.first()).collect()
    }

    /// The nodes whose whole maps the values are made of.
    pub fn map_nodes(&self) -> impl Iterator<Item = &NodeId> {
        let read = |key: Key| self.maps.iter().any(|map| map.key == key);
        self.steps.iter().filter(move |step| step.whole && read(step.key)).filter_map(|step| step.nodes.first())
    }

    /// Keys of the whole maps that the values are made of.
    pub fn map_keys(&self) -> impl Iterator<Item = Key> {
        self.maps.iter().map(|map| map.key)
    }

    /// Keys of the steps worth keeping while `node` is being edited: what the steps that depend on it read from steps
    /// that do not, at the positions of the target and at those of its passes.
    pub fn frontier(&self, node: &str) -> Vec<Key> {
        let mut keys = Vec::new();
        for key in self.with_passes().into_iter().flat_map(|plan| plan.own_frontier(node)) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Keys of the steps whose values serve `other` too: those that both have and that what only this plan has reads, at
    /// the positions of the target.
    pub fn shared_with(&self, other: &Self) -> Vec<Key> {
        let Some(main) = self.programs.first() else { return Vec::new() };
        let theirs: BTreeSet<Key> = other.with_passes().into_iter().flat_map(|p| &p.steps).map(|s| s.key).collect();
        let is_shared = |step: usize| theirs.contains(&self.steps[step].key);
        let own = main.steps().filter(|&step| !is_shared(step));
        let read = own.flat_map(|step| &self.steps[step].inputs).filter_map(|source| match source {
            Source::Slot(slot) => Some(slot.step),
            _ => None,
        });
        let keys: BTreeSet<Key> =
            read.chain([main.root.step]).filter(|&s| is_shared(s)).map(|s| self.steps[s].key).collect();
        keys.into_iter().collect()
    }

    /// The frontier at the positions of the target alone.
    fn own_frontier(&self, node: &str) -> Vec<Key> {
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
