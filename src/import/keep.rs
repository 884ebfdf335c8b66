//! What was read, as long as the files stay as they are.

use super::{CARRIED, ImportError, Wish};
use crate::spec::Imported;
use std::fs;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Bytes of samples that are kept beyond the newest image.
const BUDGET: usize = 256 << 20;

/// Size and time of a file: while both stay, its content does.
type State = Option<(u64, SystemTime)>;

/// Newest last.
static KEPT: Mutex<Vec<(Wish, State, Arc<Imported>)>> = Mutex::new(Vec::new());

/// What `wish` gave before, else what `read` gives now.
pub fn kept(wish: &Wish, read: impl FnOnce() -> Result<Imported, ImportError>) -> Result<Arc<Imported>, ImportError> {
    let state = match wish.path.to_str().is_some_and(|path| path.starts_with(CARRIED)) {
        // What the program carries does not change while it runs.
        true => Some((0, SystemTime::UNIX_EPOCH)),
        false => fs::metadata(&wish.path).ok().and_then(|m| Some((m.len(), m.modified().ok()?))),
    };
    let list = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    {
        let mut list = list();
        if let Some(at) = list.iter().position(|(w, s, _)| w == wish && *s == state && s.is_some()) {
            let found = list.remove(at);
            let image = Arc::clone(&found.2);
            list.push(found);
            return Ok(image);
        }
    }
    let image = Arc::new(read()?);
    let mut list = list();
    list.retain(|(w, ..)| w != wish);
    list.push((wish.clone(), state, Arc::clone(&image)));
    let size = |image: &Imported| 4 * image.raster.data.len();
    while list.len() > 1 && list.iter().map(|(.., image)| size(image)).sum::<usize>() > BUDGET + size(&image) {
        list.remove(0);
    }
    Ok(image)
}
