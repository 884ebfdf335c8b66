//! Stored pages: squares of the unbounded build grid that filters read and fill, least recently used first out.

use crate::plan::Key;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of pages that are kept whatever the budget: without those of the blocks at hand each would be made again and
/// again.
const LEAST: usize = 8 << 20;

/// Which page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PageId {
    /// Content key of the step.
    pub key: Key,
    /// Its output; a filter's page holds all of them.
    pub output: usize,
    /// Samples along a side.
    pub side: usize,
    /// Number of the page eastwards and southwards, counted from the sample with index 0.
    pub at: (i64, i64),
}

/// A page's values, once they are there.
type Held = Arc<Mutex<Option<Arc<Vec<f32>>>>>;

/// Pages under a budget of bytes.
pub(super) struct Pages {
    budget: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    pages: BTreeMap<PageId, Entry>,
    bytes: usize,
    clock: u64,
}

struct Entry {
    held: Held,
    bytes: usize,
    used: u64,
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while a lock was held leaves a page that is not there, and the next one makes it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pages {
    pub fn new(budget: usize) -> Self {
        Self { budget: budget.max(LEAST), inner: Mutex::default() }
    }

    /// Bytes that the pages take.
    pub fn bytes(&self) -> usize {
        open(&self.inner).bytes
    }

    /// The page `id`, made if it is not there. Whoever wants it meanwhile waits: a page is made once. `make` says whether
    /// what it has made is whole; what a cancelled run leaves is not kept.
    pub fn get(&self, id: PageId, make: impl FnOnce() -> (Vec<f32>, bool)) -> Arc<Vec<f32>> {
        let held = self.held(id);
        let mut page = open(&held);
        if let Some(page) = &*page {
            return Arc::clone(page);
        }
        let (values, whole) = make();
        let values = Arc::new(values);
        if whole {
            *page = Some(Arc::clone(&values));
            self.count(id, values.len() * size_of::<f32>());
        }
        values
    }

    fn held(&self, id: PageId) -> Held {
        let mut inner = open(&self.inner);
        inner.clock += 1;
        let used = inner.clock;
        let entry = inner.pages.entry(id).or_insert_with(|| Entry { held: Held::default(), bytes: 0, used });
        entry.used = used;
        Arc::clone(&entry.held)
    }

    /// Notes what a new page takes, and makes room.
    fn count(&self, id: PageId, bytes: usize) {
        let mut inner = open(&self.inner);
        let Some(entry) = inner.pages.get_mut(&id) else { return };
        entry.bytes = bytes;
        inner.bytes += bytes;
        if inner.bytes <= self.budget {
            return;
        }
        // Down to three quarters, so that not every page has to look for the oldest.
        let mut ages: Vec<(u64, PageId)> = inner.pages.iter().map(|(id, entry)| (entry.used, *id)).collect();
        ages.sort_unstable();
        for (_, id) in ages {
            if inner.bytes <= self.budget / 4 * 3 {
                break;
            }
            let gone = inner.pages.remove(&id).map_or(0, |entry| entry.bytes);
            inner.bytes -= gone;
        }
    }
}
