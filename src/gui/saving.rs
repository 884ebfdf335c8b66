//! Saving off the window's thread: one thread that forces recipes to the disk in the order in which they were asked for.
//!
//! The window goes on while a slow disk works; the document counts as unsaved until the outcome is there, and the thread
//! finishes what it was given before the program ends.

use crate::graph::{Graph, SaveError, SaveOptions, Saved};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;

/// A recipe that is to be saved.
#[derive(Clone)]
pub struct Order {
    /// Number of the document, since another one may be open once the disk is done.
    pub document: u64,
    /// The file.
    pub path: PathBuf,
    /// The recipe.
    pub graph: Arc<Graph>,
    /// What happens to the previous file.
    pub options: SaveOptions,
}

/// What became of an order.
pub struct Outcome {
    /// What was asked for.
    pub order: Order,
    /// What was done.
    pub result: Result<Saved, SaveError>,
}

/// What writes; tests put slow and full disks here.
pub type Writer = Arc<dyn Fn(&Order) -> Result<Saved, SaveError> + Send + Sync>;

/// Writes to the disk.
pub fn to_disk() -> Writer {
    Arc::new(|order| order.graph.save_with(&order.path, &order.options))
}

/// The window's end of saving.
pub struct Saver {
    writer: Writer,
    /// Orders for the thread; `None`: there is no thread, and [`Saver::save`] writes by itself.
    orders: Option<Sender<Order>>,
    outcomes: Receiver<Outcome>,
    thread: Option<JoinHandle<()>>,
    waiting: VecDeque<Order>,
    done: VecDeque<Outcome>,
}

impl Saver {
    /// Starts the thread, unless `synchronous`; `wake` is called from it when there is an outcome.
    pub fn start(writer: Writer, synchronous: bool, wake: impl Fn() + Send + 'static) -> Self {
        let (send, orders) = channel::<Order>();
        let (report, outcomes) = channel();
        let mut saver =
            Self { writer, orders: None, outcomes, thread: None, waiting: VecDeque::new(), done: VecDeque::new() };
        if synchronous {
            return saver;
        }
        let writer = Arc::clone(&saver.writer);
        let work = move || {
            for order in orders {
                let result = writer(&order);
                let _ = report.send(Outcome { order, result });
                wake();
            }
        };
        saver.thread = std::thread::Builder::new().name("saving".into()).spawn(work).ok();
        saver.orders = saver.thread.is_some().then_some(send);
        saver
    }

    /// Saves, now or soon.
    pub fn save(&mut self, order: Order) {
        let sent = self.orders.as_ref().is_some_and(|orders| orders.send(order.clone()).is_ok());
        if sent {
            self.waiting.push_back(order);
        } else {
            let result = (self.writer)(&order);
            self.done.push_back(Outcome { order, result });
        }
    }

    /// The next outcome, once it is there.
    pub fn poll(&mut self) -> Option<Outcome> {
        if let Some(outcome) = self.done.pop_front() {
            return Some(outcome);
        }
        match self.outcomes.try_recv() {
            Ok(outcome) => {
                self.waiting.pop_front();
                Some(outcome)
            }
            Err(TryRecvError::Empty) => None,
            // The thread died: what it had not done is done here.
            Err(TryRecvError::Disconnected) => {
                self.orders = None;
                let order = self.waiting.pop_front()?;
                let result = (self.writer)(&order);
                Some(Outcome { order, result })
            }
        }
    }

    /// What is being saved and has no outcome yet, the newest.
    pub fn newest(&self) -> Option<&Order> {
        self.waiting.back().or_else(|| self.done.back().map(|outcome| &outcome.order))
    }

    /// Finishes what it was given.
    pub fn close(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.close();
    }
}
