//! Copies of unsaved work whose windows seemed to live when this one started.
//!
//! A window that is killed holds the lock of its copy until the last of its threads has ended, which takes a second and
//! more on a busy machine; Windows, too, lets go of locks late. So what was held is looked at again for a while.

use super::EditorApp;
use super::prompts::Prompt;
use crate::gui::recovery::{self, Left};
use eframe::egui;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(500);
/// Looks after which a window that holds its copy is taken for alive.
const LOOKS: u32 = 30;

/// Copies that are looked at again.
pub(super) struct Late {
    held: Vec<PathBuf>,
    looks: u32,
    next: Instant,
}

impl Late {
    /// Looks again at these, for a while.
    pub fn new(held: Vec<PathBuf>) -> Self {
        Self { held, looks: 0, next: Instant::now() + PAUSE }
    }

    /// Copies that were let go of since the last look.
    fn look(&mut self, ctx: &egui::Context) -> Vec<Left> {
        if self.held.is_empty() || self.looks == LOOKS {
            return Vec::new();
        }
        let wait = self.next.saturating_duration_since(Instant::now());
        if !wait.is_zero() {
            ctx.request_repaint_after(wait);
            return Vec::new();
        }
        self.looks += 1;
        self.next = Instant::now() + PAUSE;
        ctx.request_repaint_after(PAUSE);
        recovery::let_go(&mut self.held)
    }
}

impl EditorApp {
    /// Offers what turned out to be left behind after the window had started.
    pub(super) fn offer_late_copies(&mut self, ctx: &egui::Context) {
        let left = self.late.look(ctx);
        if left.is_empty() {
            return;
        }
        // As at the start: the question comes instead of the welcome.
        self.templates_open = false;
        let mut prompts = self.prompt.iter_mut().chain(&mut self.next_prompts);
        let waiting = prompts.find_map(|prompt| match prompt {
            Prompt::Recovered(list) => Some(list),
            _ => None,
        });
        match waiting {
            Some(list) => list.extend(left),
            None => self.next_prompts.push(Prompt::Recovered(left)),
        }
    }
}
