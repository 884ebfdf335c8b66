//! Orders steps into programs and counts what they cost.

use super::{Extremes, Plan, Program, Slot, Source, Step};
use crate::spec::Measured;
use std::collections::BTreeSet;

/// The program of `root` first, then one for every field that a step of any program samples.
pub(super) fn programs(steps: &[Step], root: Source) -> Vec<Program> {
    let mut roots: Vec<Slot> = match root {
        Source::Slot(slot) => vec![slot],
        _ => return Vec::new(),
    };
    let mut programs: Vec<Program> = Vec::new();
    while let Some(&root) = roots.get(programs.len()) {
        let order = order_of(steps, root, |_| false);
        for &step in &order {
            for source in &steps[step].inputs {
                if let Source::Field(slot) = source
                    && !roots[1..].contains(slot)
                {
                    roots.push(*slot);
                }
            }
        }
        programs.push(Program::new(steps, root, order));
    }
    programs
}

/// What `root` needs at its own positions, sources before readers; a step that `is_known` needs nothing. Steps are stored
/// in that order already.
fn order_of(steps: &[Step], root: Slot, mut is_known: impl FnMut(usize) -> bool) -> Vec<usize> {
    let mut needed = BTreeSet::from([root.step]);
    let mut stack = vec![root.step];
    while let Some(step) = stack.pop() {
        if is_known(step) {
            continue;
        }
        for source in &steps[step].inputs {
            if let Source::Slot(slot) = source
                && needed.insert(slot.step)
            {
                stack.push(slot.step);
            }
        }
    }
    needed.into_iter().collect()
}

impl Program {
    fn new(steps: &[Step], root: Slot, order: Vec<usize>) -> Self {
        let mut frees = vec![Vec::new(); order.len()];
        let mut last = vec![None; order.len()];
        for (here, &step) in order.iter().enumerate() {
            for source in &steps[step].inputs {
                if let Source::Slot(slot) = source
                    && let Ok(read) = order.binary_search(&slot.step)
                {
                    last[read] = Some(here);
                }
            }
        }
        for (read, last) in last.into_iter().enumerate() {
            if let Some(here) = last {
                frees[here].push(read);
            }
        }
        Self { root, order, frees }
    }

    /// Place of a step in the order.
    pub fn position(&self, step: usize) -> Option<usize> {
        self.order.binary_search(&step).ok()
    }

    /// Places whose values nobody reads after the step at `here` has run.
    pub fn last_reads(&self, here: usize) -> impl Iterator<Item = usize> {
        self.frees[here].iter().copied()
    }
}

impl Plan {
    /// The program of `root` without what only known steps would need.
    pub(crate) fn program_of(&self, root: Slot, is_known: impl FnMut(usize) -> bool) -> Program {
        Program::new(&self.steps, root, order_of(&self.steps, root, is_known))
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
        let fields = steps.iter().flat_map(|s| &s.inputs).filter_map(|s| match s {
            Source::Field(slot) => Some(slot.step),
            _ => None,
        });
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
                    Source::Field(slot) => sum.add(self.known[slot.step].unwrap_or_default(), kernel.calls(port)),
                    Source::Open | Source::Number(_) => {}
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
            Source::Field(slot) => nested[slot.step] + 1,
            Source::Open | Source::Number(_) => 0,
        });
        nested[i] = depths.max().unwrap_or(0);
    }
    nested[root.step]
}
