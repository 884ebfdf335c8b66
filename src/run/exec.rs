//! Runs a plan's programs over one block at a time.
//!
//! An [`Executor`] belongs to one job on one thread. The buffers that programs write lie in frames, one per level of fields
//! within fields, which a thread keeps from job to job and from render to render: once they are large enough, a block
//! allocates nothing.

use super::around::Around;
use super::cache::{Cache, Found};
use super::clock::Clock;
use super::maps::{Map, Read};
use super::measure::Ready;
use crate::plan::{Arg, Extremes, Op, Plan, Program, Slot, Step, Target};
use crate::run::{Cancel, Options};
use crate::spec::{Area, Domain, Field, Filter, Input, Inputs, MOST_INPUTS, MOST_OUTPUTS, Measured, Outputs, Spread};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// What the jobs of one render share.
pub(super) struct Shared<'a> {
    pub plan: &'a Plan,
    /// The target's program with the steps that stored results replace left out.
    pub main: Program,
    /// Stored results by step, for the main program only.
    pub stored: Vec<Option<Found>>,
    /// The extremes of each step's inputs; empty for a step that asks for none.
    pub measured: Vec<Vec<Option<Measured>>>,
    /// How they are spread, likewise.
    pub spreads: Vec<Vec<Option<Arc<Spread>>>>,
    /// The whole map of each step that has one.
    pub maps: Vec<Option<Arc<Map>>>,
    pub cancel: &'a Cancel,
    pub cache: &'a Cache,
    /// Whether kernels are timed.
    pub profile: bool,
}

impl<'a> Shared<'a> {
    /// What jobs share over `plan`, given what its passes have found.
    pub fn new(
        plan: &'a Plan,
        main: Program,
        stored: Vec<Option<Found>>,
        ready: &Ready,
        (options, cache): (&'a Options, &'a Cache),
    ) -> Self {
        let measured = |step: &Step| each(step, |extremes| Some(extremes.find(&ready.measured)));
        let spread = |step: &Step| each(step, |extremes| ready.spreads.get(extremes.pass()?)?.clone());
        let map = |step: &Step| ready.maps.iter().find(|(key, _)| *key == step.key).map(|(_, map)| Arc::clone(map));
        Self {
            plan,
            main,
            stored,
            measured: plan.steps.iter().map(measured).collect(),
            spreads: plan.steps.iter().map(spread).collect(),
            maps: plan.steps.iter().map(map).collect(),
            cancel: &options.cancel,
            cache,
            profile: options.profile,
        }
    }
}

/// One entry per input of a step; none for a step that measures nothing.
fn each<T>(step: &Step, find: impl Fn(Extremes) -> Option<T>) -> Vec<Option<T>> {
    match step.measured.iter().any(Option::is_some) {
        true => step.measured.iter().map(|extremes| extremes.and_then(&find)).collect(),
        false => Vec::new(),
    }
}

/// Buffers of one program that is being run, each with room for the longest block so far. Their contents are those of an
/// earlier block.
type Frame = Vec<Vec<f32>>;

/// Samples in the widest vector: a vector that crosses two lines of a cache is written at half the speed.
const LINE: usize = 16;

/// How many samples of a buffer to leave out so that the next one begins a line of a cache.
fn margin(buffer: &[f32]) -> usize {
    buffer.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE)
}

/// Makes room for this many buffers of `len` samples.
fn fit(frame: &mut Frame, buffers: usize, len: usize) {
    if frame.len() < buffers {
        frame.resize_with(buffers, Vec::new);
    }
    for buffer in frame[..buffers].iter_mut().filter(|buffer| buffer.len() < len + LINE) {
        buffer.resize(len + LINE, 0.0);
    }
}

/// What a thread keeps from job to job.
#[derive(Default)]
struct Scratch {
    /// One per level of fields within fields, the outermost last. Below them lie the two of a target: its values, and
    /// the buffers of its program.
    frames: Vec<Frame>,
    /// Samples that each step has filled.
    filled: Vec<Cell<u64>>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// What all positions of a run share.
#[derive(Clone, Copy)]
pub(super) struct Common {
    /// Seconds on the clock.
    pub time: f64,
    /// Metres after which everything repeats.
    pub period: Option<[f64; 2]>,
}

/// What runs the blocks of one job.
pub(super) struct Executor<'a> {
    shared: &'a Shared<'a>,
    frames: RefCell<Vec<Frame>>,
    filled: Vec<Cell<u64>>,
    pub clock: Clock,
}

/// Buffers of a target, which a job holds from block to block.
pub(super) struct Hold {
    out: Frame,
    frame: Frame,
}

/// Receives the values of the steps of a target's program.
pub(super) type Receive<'r> = dyn FnMut(Slot, &[f32]) + 'r;

impl<'a> Executor<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        let Scratch { frames, mut filled } = SCRATCH.take();
        filled.clear();
        filled.resize(shared.plan.steps.len(), Cell::new(0));
        let clock = Clock::new(shared.profile, shared.plan.steps.len());
        Self { shared, frames: RefCell::new(frames), filled, clock }
    }

    /// What all positions of a run share.
    pub fn common(&self) -> Common {
        Common { time: self.shared.plan.time, period: self.shared.plan.build_grid.period() }
    }

    /// Samples that each step has filled so far.
    pub fn filled(&self) -> impl Iterator<Item = u64> {
        self.filled.iter().map(Cell::get)
    }

    /// Buffers for blocks of up to `len` samples, to be given back.
    pub fn hold(&self, len: usize) -> Hold {
        let mut hold = Hold { out: self.take(), frame: self.take() };
        fit(&mut hold.out, 1, len);
        fit(&mut hold.frame, self.shared.main.buffers, len);
        hold
    }

    /// Takes buffers back.
    pub fn give(&self, hold: Hold) {
        self.frames.borrow_mut().extend([hold.frame, hold.out]);
    }

    fn take(&self) -> Frame {
        self.frames.borrow_mut().pop().unwrap_or_default()
    }

    /// Fills the block of the target at `column`, `row` of the wanted region. `receive` is called with the values of each
    /// step of its program, the target's last, before their buffer is written anew.
    pub fn block(&self, hold: &mut Hold, at: &Domain<'_>, place: (usize, usize), receive: &mut Receive<'_>) {
        let margin = margin(&hold.out[0]);
        let out = &mut hold.out[0][margin..][..at.len()];
        self.run(&self.shared.main, at, &mut hold.frame, out, Some((place, receive)));
    }

    /// Runs a program. The target's comes with the place of the block and with whoever wants its values.
    fn run(
        &self,
        program: &Program,
        at: &Domain<'_>,
        frame: &mut Frame,
        out: &mut [f32],
        mut main: Option<((usize, usize), &mut Receive<'_>)>,
    ) {
        for op in &program.ops {
            // Buffers that are written leave the frame, so that the others can be read meanwhile.
            let mut taken: [Vec<f32>; MOST_OUTPUTS] = Default::default();
            let mut slots: [&mut [f32]; MOST_OUTPUTS] = Default::default();
            let mut out = Some(&mut *out);
            for ((slot, taken), target) in slots.iter_mut().zip(&mut taken).zip(&op.outputs) {
                *slot = match target {
                    Target::Out => out.take().unwrap_or_default(),
                    Target::Buffer(buffer) => {
                        *taken = std::mem::take(&mut frame[*buffer]);
                        let margin = margin(taken);
                        &mut taken[margin..][..at.len()]
                    }
                };
            }
            let slots = &mut slots[..op.outputs.len()];
            match (&main, &self.shared.stored[op.step]) {
                (Some(((column, row), _)), Some(found)) => found.read(*column, *row, at.width, slots[0]),
                _ => self.fill(op, at, frame, slots),
            }
            if let Some((_, receive)) = &mut main {
                for (output, values) in slots.iter().enumerate() {
                    receive(Slot { step: op.step, output }, values);
                }
            }
            for (taken, target) in taken.iter_mut().zip(&op.outputs) {
                if let Target::Buffer(buffer) = target {
                    frame[*buffer] = std::mem::take(taken);
                }
            }
        }
    }

    /// Runs the kernel of an op.
    fn fill(&self, op: &Op, at: &Domain<'_>, frame: &Frame, slots: &mut [&mut [f32]]) {
        let mut calls = [const { None }; MOST_INPUTS];
        for (call, arg) in calls.iter_mut().zip(&op.inputs) {
            if let Arg::Field(program) | Arg::Area(program) = arg {
                *call = Some(Call { executor: self, program: &self.shared.plan.programs[*program], step: op.step });
            }
        }
        let map = self.shared.maps[op.step].as_deref().map(Read);
        let mut ports = [Input::Open; MOST_INPUTS];
        for ((port, arg), call) in ports.iter_mut().zip(&op.inputs).zip(&calls) {
            *port = match (arg, call) {
                (Arg::Number(v), _) => Input::Number(*v),
                (Arg::Buffer(buffer), _) => {
                    let buffer = &frame[*buffer];
                    Input::Samples(&buffer[margin(buffer)..][..at.len()])
                }
                (Arg::Field(_), Some(call)) => Input::Field(call),
                (Arg::Area(_), Some(call)) => Input::Area(call),
                (Arg::Map, _) => map.as_ref().map_or(Input::Open, |map| Input::Area(map)),
                (Arg::Open | Arg::Field(_) | Arg::Area(_), _) => Input::Open,
            };
        }
        let (measured, spreads) = (&self.shared.measured[op.step], &self.shared.spreads[op.step]);
        let inputs = Inputs { ports: &ports[..op.inputs.len()], measured, spreads };
        let kernel = &self.shared.plan.steps[op.step].kernel;
        self.clock.time(op.step, || kernel.fill(at, &inputs, &mut Outputs::new(slots)));
        let filled = &self.filled[op.step];
        filled.set(filled.get() + at.len() as u64);
    }
}

impl Drop for Executor<'_> {
    fn drop(&mut self) {
        SCRATCH.set(Scratch { frames: self.frames.take(), filled: std::mem::take(&mut self.filled) });
    }
}

/// A field that a kernel may sample: one of the plan's programs.
pub(super) struct Call<'e> {
    executor: &'e Executor<'e>,
    pub program: &'e Program,
    /// The step whose kernel samples it.
    pub step: usize,
}

impl<'e> Call<'e> {
    pub fn shared(&self) -> &'e Shared<'e> {
        self.executor.shared
    }
}

impl Area for Call<'_> {
    fn filtered(&self, filter: &dyn Filter, at: &Domain<'_>, out: &mut Outputs<'_, '_>) {
        Around::new(self, filter).read(at, out);
    }
}

impl Field for Call<'_> {
    fn sample(&self, at: &Domain<'_>, out: &mut [f32]) {
        if self.executor.shared.cancel.is_cancelled() {
            return;
        }
        let mut frame = self.executor.take();
        fit(&mut frame, self.program.buffers, at.len());
        self.executor.run(self.program, at, &mut frame, out, None);
        self.executor.frames.borrow_mut().push(frame);
    }
}
