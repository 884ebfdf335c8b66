//! Evaluation off the window's thread: one thread that owns the runner, takes the newest job and drops the old one.
//!
//! A job is a snapshot of the document with what the window wants to see of it. The thread answers with [`Event`]s, coarse
//! pictures first, and wakes the window. Tests use a worker without a thread, which does the same work in [`Worker::submit`].

mod around;
mod compare;
mod contact;
mod engine;
mod facts;
mod kinds;
mod paint;
mod parts;
mod refining;
mod sketches;
mod solid;
mod stage;
mod templates;
mod thumb;
mod timings;
mod touched;

pub use compare::{Contrast, Counts, Reference, Unlike};
pub use contact::Contact;
pub use paint::{Flowing, Look, Picture, Subject, is_output, mode_for, modes_of};
pub use parts::Patch;
pub use sketches::{Drawn, Sketch, Source};
pub use solid::Shape;
pub use stage::Statistics;
pub use thumb::ThumbPicture;
pub use touched::touched;

use crate::graph::{Graph, Link, NodeId, Problem};
use crate::raster::Raster;
use crate::run::{Cancel, Remark, Runner};
use crate::view::{Mode, Tint};
use engine::{Desk, Engine};
use parts::Attention;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::preview::Beyond;
use super::relief::Ground;
use super::request::{Facts, Spread, Timing};

/// Samples of a build grid up to which the whole of it is computed unasked.
pub const UNASKED: u64 = 4097 * 4097;

/// What the window wants to see of a document.
#[derive(Clone)]
pub struct Job {
    /// Grows with every job; events carry it.
    pub serial: u64,
    /// The document.
    pub graph: Arc<Graph>,
    /// The output that the preview shows.
    pub preview: Option<Link>,
    /// What the preview is compared with.
    pub reference: Option<Reference>,
    /// What is in sight beside the world.
    pub around: Option<Beyond>,
    /// How the preview is coloured.
    pub look: Look,
    /// Nodes whose thumbnails are wanted, the most urgent first.
    pub thumbs: Vec<NodeId>,
    /// The node that a person is working on: what its descendants read is kept.
    pub worked_on: Option<NodeId>,
    /// Whether pictures of the templates are wanted.
    pub templates: bool,
    /// Recipes other than the open one whose pictures are wanted.
    pub sketches: Arc<[Sketch]>,
    /// The contact sheet that is wanted.
    pub contact: Option<Arc<Contact>>,
    /// Whether the whole build grid is wanted even above [`UNASKED`] samples.
    pub whole_grid: bool,
    /// Whether it is wanted how long each node takes.
    pub timings: bool,
    /// Seconds on the clock.
    pub time: f64,
}

/// The preview at one stage of its refinement.
#[derive(Clone)]
pub struct Shown {
    /// The output.
    pub link: Link,
    /// What the samples are.
    pub subject: Subject,
    /// Generator evaluations per sample.
    pub cost: u64,
    /// The values.
    pub raster: Arc<Raster>,
    /// Minimum, maximum, mean, histogram.
    pub statistics: Arc<Statistics>,
    /// Hash of the whole build grid, as the command line reports it; `None` while anything is not final.
    pub hash: Option<String>,
    /// The mode that it is drawn in.
    pub mode: Mode,
    /// What colours particles, where it is another output.
    pub tint: Option<Arc<Tint>>,
    /// The picture.
    pub picture: Arc<Picture>,
    /// Whether it depends on the clock.
    pub moves: bool,
    /// What the 3D view is drawn from, where it is wanted and the samples are heights.
    pub ground: Option<Arc<Ground>>,
    /// Whether the whole grid follows only on request.
    pub on_request: bool,
    /// What a person should know of it, such as that a field is flat.
    pub remarks: Vec<Remark>,
}

/// What the worker tells the window.
pub enum Event {
    /// What is known of every node, and what is wrong.
    Surveyed {
        /// Facts by node.
        facts: BTreeMap<NodeId, Facts>,
        /// Problems of the graph.
        problems: Vec<Problem>,
    },
    /// The preview got better.
    Shown(Box<Shown>),
    /// A part of the preview is better than the rest already.
    Patch(Box<Patch>),
    /// What lies around the world is drawn.
    Around(Box<Shown>),
    /// The preview cannot be computed.
    Failed {
        /// The output that was asked for.
        link: Link,
        /// One sentence that names the node.
        message: String,
    },
    /// What the preview is compared with got better, or cannot be computed.
    Reference(Result<Box<Shown>, String>),
    /// The difference of the two got better, or there is none.
    Contrast(Result<Box<Contrast>, Unlike>),
    /// A node has a picture.
    Thumb(NodeId, Arc<ThumbPicture>),
    /// A kind has a picture for the palette.
    Kind(&'static str, Arc<Picture>),
    /// A template has a picture.
    Template(&'static str, Arc<Picture>),
    /// A recipe that is not open was looked at.
    Sketch(Arc<str>, Box<Drawn>),
    /// A cell of the contact sheet of that turn is drawn, or why it cannot be.
    Cell {
        /// [`Contact::turn`] of the sheet.
        turn: u64,
        /// Which of its cells.
        index: usize,
        /// The picture; equal ones are the same.
        picture: Result<Arc<Picture>, String>,
    },
    /// How long the nodes that the preview reaches take.
    Timed(BTreeMap<NodeId, Timing>),
    /// The preview of this job is as good as it gets, after this time.
    Done(Duration),
    /// Everything but a contact sheet is drawn.
    Settled,
    /// The job is finished: nothing more will come of it.
    Idle,
}

/// Kernel work since the start, which tests assert.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Samples that each node's kernel filled.
    pub filled: BTreeMap<NodeId, u64>,
    /// Measuring passes that were run.
    pub range_passes: u64,
}

impl Work {
    /// Samples that all kernels filled.
    pub fn total(&self) -> u64 {
        self.filled.values().sum()
    }
}

/// How a worker is set up.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Threads of the runner; `None`: one per core.
    pub threads: Option<usize>,
    /// Bytes for stored results.
    pub cache: usize,
    /// Whether work is done in [`Worker::submit`] instead of a thread.
    pub synchronous: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { threads: None, cache: 512 << 20, synchronous: false }
    }
}

/// The window's end of the evaluation.
pub struct Worker {
    runner: Arc<Runner>,
    attention: Arc<Attention>,
    shared: Arc<Shared>,
    events: Receiver<(u64, Event)>,
    /// The engine of a worker without a thread, with its sender.
    inline: Option<(Engine, Sender<(u64, Event)>)>,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    slot: Mutex<Slot>,
    wake: Condvar,
    work: Arc<Mutex<Work>>,
}

#[derive(Default)]
struct Slot {
    job: Option<Job>,
    cancel: Cancel,
    closed: bool,
}

impl Worker {
    /// Starts a worker; `wake` is called from its thread when there is something to poll.
    pub fn start(setup: Setup, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let runner = Arc::new(Runner::new(setup.threads, setup.cache));
        let shared = Arc::new(Shared::default());
        let (send, events) = channel();
        let attention = Arc::new(Attention::default());
        let engine = Engine::new(Arc::clone(&runner), Arc::clone(&attention), Arc::clone(&shared.work));
        let mut worker = Self { runner, attention, shared, events, inline: None, thread: None };
        if setup.synchronous {
            worker.inline = Some((engine, send));
            return worker;
        }
        let shared = Arc::clone(&worker.shared);
        // Deep chains recurse once per node while they are planned.
        let builder = std::thread::Builder::new().name("worker".into()).stack_size(16 << 20);
        worker.thread = builder.spawn(move || work(engine, &shared, &send, &wake)).ok();
        worker
    }

    /// Replaces what is being worked on.
    pub fn submit(&mut self, job: Job) {
        if let Some((engine, send)) = &mut self.inline {
            let serial = job.serial;
            let send = |event| drop(send.send((serial, event)));
            engine.run(&job, &Desk { send: &send, newer: &|| false, cancel: &Cancel::default() });
            return;
        }
        let mut slot = self.shared.lock();
        slot.cancel.cancel();
        slot.cancel = Cancel::default();
        slot.job = Some(job);
        self.shared.wake.notify_all();
    }

    /// Says where a person looks, in metres: what lies there is computed first, also of what is being computed already.
    pub fn look_at(&self, place: (f64, f64)) {
        self.attention.focus.set(place);
    }

    /// Shows finished parts of a picture once it has been worked on for so long.
    pub fn show_parts_after(&self, patience: Duration) {
        self.attention.set_patience(patience);
    }

    /// What happened since the last call, at most `limit` events, with the serials of their jobs.
    pub fn poll(&self, limit: usize) -> Vec<(u64, Event)> {
        self.events.try_iter().take(limit).collect()
    }

    /// Bytes that stored results take, and the budget.
    pub fn cache_use(&self) -> (usize, usize) {
        self.runner.cache_use()
    }

    /// Kernel work since the start.
    pub fn work(&self) -> Work {
        lock(&self.shared.work).clone()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        {
            let mut slot = self.shared.lock();
            slot.closed = true;
            slot.cancel.cancel();
            self.shared.wake.notify_all();
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Slot> {
        lock(&self.slot)
    }

    /// Waits for a job; `None` when the window closes.
    fn next(&self) -> Option<(Job, Cancel)> {
        let mut slot = self.lock();
        loop {
            if slot.closed {
                return None;
            }
            if let Some(job) = slot.job.take() {
                return Some((job, slot.cancel.clone()));
            }
            slot = self.wake.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A poisoned lock only says that another thread died; what these locks guard is plain data that stays whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(mut engine: Engine, shared: &Shared, send: &Sender<(u64, Event)>, wake: &dyn Fn()) {
    while let Some((job, cancel)) = shared.next() {
        let serial = job.serial;
        let send = |event| {
            let _ = send.send((serial, event));
            wake();
        };
        let newer = || {
            let slot = shared.lock();
            slot.closed || slot.job.is_some()
        };
        engine.run(&job, &Desk { send: &send, newer: &newer, cancel: &cancel });
    }
}
