//! Runs a plan's programs over one block at a time.
//!
//! An [`Executor`] belongs to one job on one thread. Slots come from a pool and go back as soon as their last reader has
//! run, so a block allocates nothing once the pool is warm.

use super::cache::Found;
use super::clock::Clock;
use crate::plan::{Plan, Program, Slot, Source};
use crate::run::Cancel;
use crate::spec::{Domain, Field, Input, Inputs, Measured, Outputs};
use std::cell::{Cell, RefCell};

/// What the jobs of one render share.
pub(super) struct Shared<'a> {
    pub plan: &'a Plan,
    /// The target's program with the steps that stored results replace left out.
    pub main: Program,
    /// Stored results by step, for the main program only.
    pub stored: Vec<Option<Found>>,
    /// Extremes found by each of the plan's measuring passes.
    pub measured: &'a [Measured],
    pub cancel: &'a Cancel,
    /// Whether kernels are timed.
    pub profile: bool,
}

/// Scratch of one job.
pub(super) struct Executor<'a> {
    shared: &'a Shared<'a>,
    pool: RefCell<Vec<Vec<f32>>>,
    /// Samples that each step has filled.
    filled: Vec<Cell<u64>>,
    pub clock: Clock,
}

/// Values of the steps of one program in one block: one buffer per output of each step.
type Slots = Vec<Vec<Vec<f32>>>;

impl<'a> Executor<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        let filled = vec![Cell::new(0); shared.plan.steps.len()];
        let clock = Clock::new(shared.profile, shared.plan.steps.len());
        Self { shared, pool: RefCell::default(), filled, clock }
    }

    /// Samples that each step has filled so far.
    pub fn filled(&self) -> impl Iterator<Item = u64> {
        self.filled.iter().map(Cell::get)
    }

    /// Fills a block of the target at `column`, `row` of the wanted region. `keep` is called with each of its slots
    /// before the slot is reused.
    pub fn block(&self, at: &Domain<'_>, place: (usize, usize), out: &mut [f32], keep: &mut dyn FnMut(Slot, &[f32])) {
        self.run(&self.shared.main, at, out, Some(place), keep);
    }

    fn run(
        &self,
        program: &Program,
        at: &Domain<'_>,
        out: &mut [f32],
        main: Option<(usize, usize)>,
        keep: &mut dyn FnMut(Slot, &[f32]),
    ) {
        if self.shared.cancel.is_cancelled() {
            return;
        }
        let steps = &self.shared.plan.steps;
        let mut slots: Slots = vec![Vec::new(); program.order.len()];
        for (here, &step) in program.order.iter().enumerate() {
            let mut buffers: Vec<Vec<f32>> = (0..steps[step].outputs).map(|_| self.take(at.len())).collect();
            match (main, &self.shared.stored[step]) {
                (Some((column, row)), Some(found)) => found.read(column, row, at.width, &mut buffers[0]),
                _ => self.fill(program, step, at, &slots, &mut buffers),
            }
            if main.is_some() {
                buffers.iter().enumerate().for_each(|(output, b)| keep(Slot { step, output }, b));
            }
            slots[here] = buffers;
            for done in program.last_reads(here) {
                self.give(std::mem::take(&mut slots[done]));
            }
        }
        if let Some(last) = program.position(program.root.step) {
            out.copy_from_slice(&slots[last][program.root.output]);
        }
        slots.into_iter().for_each(|b| self.give(b));
    }

    fn fill(&self, program: &Program, step: usize, at: &Domain<'_>, slots: &Slots, buffers: &mut [Vec<f32>]) {
        let step_index = step;
        let step = &self.shared.plan.steps[step];
        let calls: Vec<Option<Call<'_>>> = step.inputs.iter().map(|s| self.call(*s)).collect();
        let ports: Vec<Input<'_>> = step
            .inputs
            .iter()
            .zip(&calls)
            .map(|(source, call)| match (source, call) {
                (Source::Number(v), _) => Input::Number(*v),
                (Source::Slot(slot), _) => match program.position(slot.step) {
                    Some(i) => Input::Samples(&slots[i][slot.output]),
                    None => Input::Open,
                },
                (Source::Field(_), Some(call)) => Input::Field(call),
                (Source::Field(_) | Source::Open, _) => Input::Open,
            })
            .collect();
        let measured: Vec<Option<Measured>> =
            step.measured.iter().map(|e| e.map(|e| e.find(self.shared.measured))).collect();
        let mut outputs: Vec<&mut [f32]> = buffers.iter_mut().map(|b| &mut b[..]).collect();
        let ins = Inputs { ports: &ports, measured: &measured };
        self.clock.time(step_index, || step.kernel.fill(at, &ins, &mut Outputs::new(&mut outputs)));
        let count = &self.filled[step_index];
        count.set(count.get() + at.len() as u64);
    }

    fn call(&self, source: Source) -> Option<Call<'_>> {
        let Source::Field(slot) = source else { return None };
        let programs = &self.shared.plan.programs;
        // The first program is the target's; a field that happens to be the target still has a program of its own.
        let program = programs.iter().skip(1).find(|p| p.root == slot)?;
        Some(Call { executor: self, program })
    }

    fn take(&self, len: usize) -> Vec<f32> {
        let mut buffer = self.pool.borrow_mut().pop().unwrap_or_default();
        buffer.resize(len, 0.0);
        buffer
    }

    fn give(&self, buffers: Vec<Vec<f32>>) {
        self.pool.borrow_mut().extend(buffers);
    }
}

/// A field that a kernel may sample: one of the plan's programs.
struct Call<'e> {
    executor: &'e Executor<'e>,
    program: &'e Program,
}

impl Field for Call<'_> {
    fn sample(&self, at: &Domain<'_>, out: &mut [f32]) {
        self.executor.run(self.program, at, out, None, &mut |_, _| {});
    }
}
