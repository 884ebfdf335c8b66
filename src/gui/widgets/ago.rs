//! How long ago something was, in words.

use crate::gui::language::tr;
use std::time::SystemTime;

/// `5 minutes ago`.
pub fn ago(time: SystemTime) -> String {
    let minutes = time.elapsed().map_or(0, |t| t.as_secs() / 60);
    match minutes {
        0 => tr!("less than a minute ago").into(),
        m if m < 120 => tr!(m, "1 minute ago", "{n} minutes ago"),
        m if m < 48 * 60 => tr!(m / 60, "1 hour ago", "{n} hours ago"),
        m => tr!(m / (24 * 60), "1 day ago", "{n} days ago"),
    }
}
