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

/// Generator evaluations per sample of `root`: shared steps count once per context, sampled fields once per call.
pub(super) fn cost_of(steps: &[Step], root: Slot) -> u64 {
    Costs { known: vec![None; steps.len()], steps }.at(root.step)
}

/// Costs of a set of steps, each computed once.
pub(super) struct Costs<'s> {
    steps: &'s [Step],
    known: Vec<Option<u64>>,
}

impl<'s> Costs<'s> {
    pub fn new(steps: &'s [Step]) -> Self {
        Self { known: vec![None; steps.len()], steps }
    }

    pub fn at(&mut self, step: usize) -> u64 {
        if let Some(cost) = self.known[step] {
            return cost;
        }
        let steps = self.steps;
        let mut sum = 0u64;
        for i in order_of(steps, Slot { step, output: 0 }, |_| false) {
            sum = sum.saturating_add(u64::from(steps[i].kernel.generators()));
            for (port, source) in steps[i].inputs.iter().enumerate() {
                if let Source::Field(slot) = source {
                    let calls = u64::from(steps[i].kernel.calls(port));
                    sum = sum.saturating_add(calls.saturating_mul(self.at(slot.step)));
                }
            }
        }
        self.known[step] = Some(sum);
        sum
    }
}
