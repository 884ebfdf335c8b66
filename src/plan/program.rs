//! Orders steps into programs, gives their values buffers, and counts what they cost.

use super::{Arg, Extremes, Op, Plan, Program, Slot, Source, Step, Target};
use crate::spec::Measured;
use std::collections::{BTreeMap, BTreeSet};

/// Number of the program that computes each sampled field.
type Fields = BTreeMap<Slot, usize>;

/// The program of `root` first, then one for every field that a step of any program samples.
pub(super) fn programs(steps: &[Step], root: Source) -> Vec<Program> {
    let mut roots: Vec<Slot> = match root {
        Source::Slot(slot) => vec![slot],
        _ => return Vec::new(),
    };
    // The first program is the target's; a field that happens to be the target still has a program of its own.
    let mut fields = Fields::new();
    let mut needs = Vec::new();
    while let Some(&root) = roots.get(needs.len()) {
        let needed = needed(steps, root, |_| false);
        for source in needed.keys().flat_map(|&step| &steps[step].inputs) {
            if let Some(slot) = source.elsewhere()
                && !fields.contains_key(&slot)
            {
                fields.insert(slot, roots.len());
                roots.push(slot);
            }
        }
        needs.push(needed);
    }
    roots.iter().zip(needs).map(|(&root, needed)| Program::new(steps, root, &needed, &fields)).collect()
}

/// What `root` needs at its own positions, sources before readers, and whether it `is_known`: a known step needs nothing.
/// Steps are stored in that order already.
fn needed(steps: &[Step], root: Slot, mut is_known: impl FnMut(usize) -> bool) -> BTreeMap<usize, bool> {
    let mut needed = BTreeMap::from([(root.step, false)]);
    let mut stack = vec![root.step];
    while let Some(step) = stack.pop() {
        if is_known(step) {
            needed.insert(step, true);
            continue;
        }
        for source in &steps[step].inputs {
            if let Source::Slot(slot) = source
                && needed.insert(slot.step, false).is_none()
            {
                stack.push(slot.step);
            }
        }
    }
    needed
}

impl Program {
    /// Gives every value a buffer from the op that writes it to the last one that reads it. Buffers that are read no more
    /// are written next, the latest first, while they are still in the processor's nearest cache.
    fn new(steps: &[Step], root: Slot, needed: &BTreeMap<usize, bool>, fields: &Fields) -> Self {
        let mut last = BTreeMap::new();
        for (&step, _) in needed.iter().filter(|(_, known)| !**known) {
            last.extend(slots_of(&steps[step]).map(|slot| (slot, step)));
        }
        let mut buffers = Buffers::default();
        let mut ops = Vec::with_capacity(needed.len());
        for (&step, &known) in needed {
            let mut target = |output| match (Slot { step, output }) {
                slot if slot == root => Target::Out,
                slot => Target::Buffer(buffers.take(slot)),
            };
            let outputs: Vec<Target> = (0..steps[step].outputs).map(&mut target).collect();
            let sources: &[Source] = if known { &[] } else { &steps[step].inputs };
            let arg = |source: &Source| match source {
                Source::Open => Arg::Open,
                Source::Number(v) => Arg::Number(*v),
                Source::Slot(slot) => buffers.held.get(slot).map_or(Arg::Open, |&buffer| Arg::Buffer(buffer)),
                Source::Field(slot) => fields.get(slot).map_or(Arg::Open, |&program| Arg::Field(program)),
                Source::Area(slot) => fields.get(slot).map_or(Arg::Open, |&program| Arg::Area(program)),
                Source::Map(_) => Arg::Map,
            };
            let inputs = sources.iter().map(arg).collect();
            ops.push(Op { step, inputs, outputs });
            for slot in slots_of(&steps[step]).filter(|slot| last.get(slot) == Some(&step)) {
                buffers.give(slot);
            }
            let unread = (0..steps[step].outputs).map(|output| Slot { step, output });
            unread.filter(|slot| !last.contains_key(slot)).for_each(|slot| buffers.give(slot));
        }
        Self { root, ops, buffers: buffers.count }
    }

    /// The steps that it runs, sources before readers.
    pub fn steps(&self) -> impl Iterator<Item = usize> {
        self.ops.iter().map(|op| op.step)
    }
}

/// What a step reads at its own samples.
fn slots_of(step: &Step) -> impl Iterator<Item = Slot> {
    step.inputs.iter().filter_map(|source| match source {
        Source::Slot(slot) => Some(*slot),
        _ => None,
    })
}

/// Which value each buffer holds while ops are laid out.
#[derive(Default)]
struct Buffers {
    count: usize,
    free: Vec<usize>,
    held: BTreeMap<Slot, usize>,
}

impl Buffers {
    fn take(&mut self, slot: Slot) -> usize {
        let buffer = self.free.pop().unwrap_or_else(|| {
            self.count += 1;
            self.count - 1
        });
        self.held.insert(slot, buffer);
        buffer
    }

    fn give(&mut self, slot: Slot) {
        self.free.extend(self.held.remove(&slot));
    }
}

impl Plan {
    /// The program of `root` without what only known steps would need.
    pub(crate) fn program_of(&self, root: Slot, is_known: impl FnMut(usize) -> bool) -> Program {
        let fields = self.programs.iter().enumerate().skip(1).map(|(i, program)| (program.root, i)).collect();
        Program::new(&self.steps, root, &needed(&self.steps, root, is_known), &fields)
    }

    /// Block-sized buffers that a block of the target needs at once, those of sampled fields left out.
    pub fn buffers(&self) -> usize {
        self.programs.first().map_or(0, |program| program.buffers)
    }

    /// The slot of the target, unless it is a number.
    pub(crate) fn root_slot(&self) -> Option<Slot> {
        match self.root {
            Source::Slot(slot) => Some(slot),
            _ => None,
        }
    }
}

impl Extremes {
    /// The extremes, given those of the plan's passes.
    pub fn find(self, passes: &[Measured]) -> Measured {
        match self {
            Self::Known(measured) => measured,
            Self::Pass(pass) => passes[pass],
        }
    }

    /// Index of the pass that finds them, if one does.
    pub fn pass(self) -> Option<usize> {
        match self {
            Self::Known(_) => None,
            Self::Pass(pass) => Some(pass),
        }
    }
}

/// What one sample costs: shared steps count once per context, sampled fields once per call.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cost {
    /// Generator evaluations.
    pub generators: u64,
    /// Kernels that are run.
    pub runs: u64,
}

/// Costs of a set of steps, each computed once.
pub(super) struct Costs<'s> {
    steps: &'s [Step],
    known: Vec<Option<Cost>>,
    /// Per step the last root, plus one, whose steps it was counted among.
    counted: Vec<usize>,
}

impl<'s> Costs<'s> {
    pub fn new(steps: &'s [Step]) -> Self {
        let mut costs = Self { known: vec![None; steps.len()], counted: vec![0; steps.len()], steps };
        let fields = steps.iter().flat_map(|s| &s.inputs).filter_map(|s| s.elsewhere()).map(|slot| slot.step);
        // Sources are stored before readers: what a field samples itself is known when its turn comes.
        for field in fields.collect::<BTreeSet<usize>>() {
            costs.at(field);
        }
        costs
    }

    pub fn at(&mut self, root: usize) -> Cost {
        if let Some(cost) = self.known[root] {
            return cost;
        }
        let mut sum = Cost::default();
        let mut stack = vec![root];
        while let Some(step) = stack.pop() {
            if std::mem::replace(&mut self.counted[step], root + 1) == root + 1 {
                continue;
            }
            let kernel = &self.steps[step].kernel;
            sum.add(Cost { generators: u64::from(kernel.generators()), runs: 1 }, 1);
            for (port, source) in self.steps[step].inputs.iter().enumerate() {
                match source {
                    Source::Slot(slot) => stack.push(slot.step),
                    Source::Field(slot) | Source::Area(slot) => {
                        sum.add(self.known[slot.step].unwrap_or_default(), kernel.calls(port));
                    }
                    // A whole map is made once, however often it is read.
                    Source::Open | Source::Number(_) | Source::Map(_) => {}
                }
            }
        }
        self.known[root] = Some(sum);
        sum
    }
}

impl Cost {
    fn add(&mut self, other: Self, times: u32) {
        let times = u64::from(times);
        self.generators = self.generators.saturating_add(other.generators.saturating_mul(times));
        self.runs = self.runs.saturating_add(other.runs.saturating_mul(times));
    }
}

/// How many fields are sampled within one another for a sample of `root`.
pub(super) fn nesting_of(steps: &[Step], root: Source) -> usize {
    let Source::Slot(root) = root else { return 0 };
    let mut nested = vec![0; root.step + 1];
    // Sources are stored before readers.
    for (i, step) in steps.iter().enumerate().take(root.step + 1) {
        let depths = step.inputs.iter().map(|source| match source {
            Source::Slot(slot) => nested[slot.step],
            Source::Field(slot) | Source::Area(slot) => nested[slot.step] + 1,
            Source::Open | Source::Number(_) | Source::Map(_) => 0,
        });
        nested[i] = depths.max().unwrap_or(0);
    }
    nested[root.step]
}
