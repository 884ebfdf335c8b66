//! The progress bar: only where a person watches, never in a log.

use crate::run::{Cancel, Options};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Arc;

/// Steps of the bar per file.
const STEPS: u64 = 1000;

/// A bar over several files, or nothing.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar for `files` files, unless standard error is no terminal or `quiet`.
    pub fn new(files: u64, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(files.saturating_mul(STEPS));
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {percent:>3} % {elapsed} + {eta}") {
            bar.set_style(style.progress_chars("=> "));
        }
        Self(Some(bar))
    }

    /// How to run file number `index` (from 0), called `name`, until `cancel` stops it.
    pub fn options(&self, index: u64, name: &str, cancel: &Cancel) -> Options {
        let mut options = Options { cancel: cancel.clone(), ..Options::default() };
        if let Some(bar) = &self.0 {
            bar.set_message(name.to_owned());
            let bar = bar.clone();
            let start = index.saturating_mul(STEPS);
            options.progress = Some(Arc::new(move |share: f32| {
                bar.set_position(start.saturating_add((share.clamp(0.0, 1.0) * STEPS as f32) as u64));
            }));
        }
        options
    }

    /// Takes the bar away for as long as `print` prints.
    pub fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
