//! Ctrl-C and requests to end: a run stops at its next block and leaves no half-written file behind.

use crate::run::Cancel;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A switch that Ctrl-C or a request to end sets; the second one ends the program at once.
pub fn stop_on_request() -> Cancel {
    let cancel = Cancel::default();
    for signal in [SIGINT, SIGTERM] {
        // In this order: what is registered first sees the switch as the request before has left it. Where a signal
        // cannot be caught it ends the program as ever.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, cancel.flag());
        let _ = flag::register(signal, cancel.flag());
    }
    cancel
}
