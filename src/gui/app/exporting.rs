//! Exports run on a thread and a pool of their own, and rest while the preview computes.

use super::EditorApp;
use super::delivering::Delivered;
use crate::deliver::{Ask, DeliverError, STORED, deliver, resolve};
use crate::gui::files::{Purpose, Question};
use crate::gui::language::tr;
use crate::gui::panels::export::{ExportAction, ExportDialog, ExportJob, ExportState};
use crate::run::{Cancel, Options, Runner};
use eframe::egui;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The export dialog and the export that runs.
#[derive(Default)]
pub(super) struct Exporting {
    pub dialog: Option<ExportDialog>,
    /// The same as a pane.
    pub docked: Option<ExportDialog>,
    /// What was exported last, for *Export again*.
    pub last: Option<Ask>,
    running: Option<Running>,
    ended: ExportState,
    /// Whether the end is told in a toast because no dialog shows it.
    quiet: bool,
}

struct Running {
    cancel: Cancel,
    pause: Arc<AtomicBool>,
    state: Arc<Mutex<ExportState>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Exporting {
    /// Where the export stands.
    pub fn state(&self) -> ExportState {
        match &self.running {
            Some(running) => running.state.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            None => self.ended.clone(),
        }
    }

    /// Whether an export runs.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Share of the running export that is done; `None` while none runs.
    pub fn progress(&self) -> Option<f32> {
        match self.state() {
            ExportState::Running(share) if self.running.is_some() => Some(share),
            _ => None,
        }
    }

    /// Asks the running export to end; what it has written is removed.
    pub fn cancel(&self) {
        if let Some(running) = &self.running {
            running.cancel.cancel();
        }
    }

    /// Lets the export rest while something more urgent is computed.
    pub fn pause(&self, rests: bool) {
        if let Some(running) = &self.running {
            running.pause.store(rests, Ordering::Relaxed);
        }
    }

    fn start(&mut self, job: ExportJob, synchronous: bool, ctx: &egui::Context) {
        if self.running.is_none() {
            self.last = Some(job.ask.clone());
            self.run(move |runner, options| one(&job, runner, options), synchronous, ctx);
        }
    }

    /// Does `work` on a thread of its own, which tells how it ended.
    fn run(
        &mut self,
        work: impl FnOnce(&Runner, &Options) -> ExportState + Send + 'static,
        synchronous: bool,
        ctx: &egui::Context,
    ) {
        let state = Arc::new(Mutex::new(ExportState::Running(0.0)));
        let (cancel, pause) = (Cancel::default(), Arc::new(AtomicBool::new(false)));
        let run = {
            let (state, cancel, pause, ctx) = (state.clone(), cancel.clone(), pause.clone(), ctx.clone());
            move || export(work, &state, cancel, pause, &ctx)
        };
        let thread = match synchronous {
            true => {
                run();
                None
            }
            false => std::thread::Builder::new().name("export".into()).stack_size(16 << 20).spawn(run).ok(),
        };
        self.running = Some(Running { cancel, pause, state, thread });
    }

    /// Takes in an export that has ended; returns how, once.
    fn take_ended(&mut self) -> Option<ExportState> {
        let state = self.state();
        let running = self.running.take_if(|_| !matches!(state, ExportState::Running(_)))?;
        if let Some(thread) = running.thread {
            let _ = thread.join();
        }
        self.ended = state.clone();
        Some(state)
    }

    /// Stops an export that runs and waits for its end, so that nothing half-written is left.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancel.cancel();
            if let Some(thread) = running.thread {
                let _ = thread.join();
            }
        }
    }
}

/// Writes one file.
fn one(job: &ExportJob, runner: &Runner, options: &Options) -> ExportState {
    match deliver(&job.job, runner, options) {
        Ok(report) => ExportState::Done(Box::new(report)),
        Err(DeliverError::Cancelled) => ExportState::Cancelled,
        Err(error) => ExportState::Failed(error.to_string()),
    }
}

fn export(
    work: impl FnOnce(&Runner, &Options) -> ExportState,
    state: &Arc<Mutex<ExportState>>,
    cancel: Cancel,
    pause: Arc<AtomicBool>,
    ctx: &egui::Context,
) {
    let set = |new: ExportState| {
        *state.lock().unwrap_or_else(PoisonError::into_inner) = new;
        ctx.request_repaint();
    };
    let (shared, waker) = (Arc::clone(state), ctx.clone());
    let progress = move |share: f32| {
        *shared.lock().unwrap_or_else(PoisonError::into_inner) = ExportState::Running(share);
        waker.request_repaint();
    };
    let runner = Runner::new(None, STORED);
    let options = Options { cancel, progress: Some(Arc::new(progress)), pause: Some(pause), ..Options::default() };
    set(work(&runner, &options));
}

impl EditorApp {
    /// Does what the export dialog asks for.
    pub(super) fn export_action(&mut self, action: ExportAction, ctx: &egui::Context) {
        match action {
            ExportAction::Start(job) => {
                self.export.quiet = false;
                self.export.start(*job, self.synchronous, ctx);
            }
            ExportAction::All => self.export_all(false, ctx),
            ExportAction::Cancel => self.export.cancel(),
            ExportAction::Browse(path) => self.browse(&path, ctx),
            ExportAction::Close => {
                self.export.dialog = None;
                self.export.ended = ExportState::Idle;
                self.export.quiet = true;
            }
        }
    }

    fn browse(&mut self, path: &Path, ctx: &egui::Context) {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.into());
        let name = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = absolute.parent().map(Path::to_path_buf);
        self.put(Question { purpose: Purpose::Export, folder, name }, ctx);
    }

    /// Repeats the last export without the dialog, or opens it where there was none.
    pub(super) fn export_again(&mut self, ctx: &egui::Context) {
        let Some(ask) = self.export.last.clone() else {
            self.show_export();
            return;
        };
        if self.export.running.is_some() {
            self.say(tr!("An export is still running."));
            return;
        }
        match resolve(self.document.graph(), &ask) {
            Ok(job) => {
                self.export.quiet = true;
                self.export.start(ExportJob { ask, job: Box::new(job) }, self.synchronous, ctx);
            }
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// Writes all exports of the recipe, which were looked at.
    pub(super) fn start_all(&mut self, all: Delivered, quiet: bool, ctx: &egui::Context) {
        self.export.quiet = quiet;
        self.export.run(move |runner, options| all.write(runner, options), self.synchronous, ctx);
    }

    /// Lets exports rest while the preview computes, and tells how they ended.
    pub(super) fn keep_export(&mut self) {
        self.export.pause(!self.board.is_done());
        let Some(ended) = self.export.take_ended() else { return };
        if !self.export.quiet {
            return;
        }
        match ended {
            ExportState::Done(report) => {
                let (w, h) = (report.width, report.height);
                let details = format!("{} · {w} x {h} · {} bytes\nBLAKE3 {}", report.format, report.bytes, report.hash);
                self.say_more(tr!("Exported {path}.", path = report.path), details);
            }
            ExportState::DoneAll(files) => self.say(tr!(files, "1 file was written.", "{n} files were written.")),
            ExportState::Failed(sentence) => self.complain(sentence),
            _ => {}
        }
    }
}
