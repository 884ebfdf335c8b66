//! The export dialog: what, for whom, how large, where to, and one sentence that says everything about it.
//!
//! The dialog decides and shows; the app runs the [`ExportJob`] on a thread of its own, hands the [`ExportState`] back
//! every frame, and opens the file dialog for *Browse*.

mod choices;
mod form;
mod plan;

use crate::deliver::{Ask, Job, RangeAsk, Report, What};
use crate::export::Format;
use crate::graph::{Graph, Link};
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{Theme, semibold};
use crate::spec::Measured;
use eframe::egui::{Button, Context, Id, Label, Modal, ProgressBar, RichText, Ui};
use plan::Checked;
use std::path::{Path, PathBuf};

/// A decided export for a thread of its own.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// What was asked for; kept for *Export again*, which resolves it anew.
    pub ask: Ask,
    /// What to evaluate and write; give it to [`deliver`](crate::deliver::deliver).
    pub job: Box<Job>,
}

/// Where an export stands.
#[derive(Clone, Debug, Default)]
pub enum ExportState {
    /// None was started.
    #[default]
    Idle,
    /// It runs; the share that is done.
    Running(f32),
    /// It is written.
    Done(Box<Report>),
    /// It failed, with the sentence that says why.
    Failed(String),
    /// It was cancelled; nothing was written.
    Cancelled,
}

/// What the dialog asks of the app beyond [`Request`]s.
#[derive(Clone, Debug)]
pub enum ExportAction {
    /// Run this.
    Start(ExportJob),
    /// Stop what runs.
    Cancel,
    /// Open a file dialog with this path as a suggestion, and hand the answer to [`ExportDialog::set_path`].
    Browse(PathBuf),
    /// Close the dialog.
    Close,
}

/// What came of one frame of the dialog.
#[derive(Debug, Default)]
pub struct ExportReply {
    /// Changes of the graph and toasts.
    pub requests: Vec<Request>,
    /// What the app should do.
    pub action: Option<ExportAction>,
}

/// The dialog while it is open.
pub struct ExportDialog {
    ask: Ask,
    /// Whether the size is typed rather than chosen from the list.
    custom_size: bool,
    checked: Option<Checked>,
    /// Extremes on the build grid of what was looked at last.
    measured: Option<(Link, Measured)>,
}

impl ExportDialog {
    /// A dialog for the recipe's first output, or for what was asked `last`. Files go beside the recipe's file.
    pub fn new(graph: &Graph, recipe: Option<&Path>, last: Option<&Ask>) -> Self {
        let known = |ask: &&Ask| match &ask.what {
            What::Output(name) => graph.output(name).is_some(),
            _ => false,
        };
        let ask = last.filter(known).cloned().unwrap_or_else(|| {
            let output = graph.outputs.first().map(|o| o.name.clone());
            let path = suggested(recipe, output.as_deref());
            Ask { what: output.map_or(What::First, What::Output), path, ..Ask::default() }
        });
        let mut dialog = Self { ask, custom_size: false, checked: None, measured: None };
        dialog.fit(graph);
        dialog
    }

    /// What is asked for at the moment.
    pub fn ask(&self) -> &Ask {
        &self.ask
    }

    /// Takes the answer of the file dialog.
    pub fn set_path(&mut self, path: PathBuf) {
        self.take_path(path);
    }

    /// Tells the extremes of `link` on the whole build grid; without them the dialog goes by the thumbnail and says *about*.
    pub fn know(&mut self, link: Link, measured: Measured) {
        self.measured = Some((link, measured));
    }

    /// Draws the dialog; `state` is that of the export it started.
    pub fn show(&mut self, ctx: &Context, scene: &Scene<'_>, state: &ExportState) -> ExportReply {
        let mut reply = ExportReply::default();
        self.check(scene);
        let theme = Theme::of(ctx);
        let running = matches!(state, ExportState::Running(_));
        let modal = Modal::new(Id::unique("export")).frame(theme.popup().inner_margin(18)).show(ctx, |ui| {
            ui.set_width(520.0);
            ui.label(RichText::new("Export").font(semibold(15.0)).color(theme.text));
            ui.add_space(6.0);
            ui.add_enabled_ui(!running, |ui| self.form(ui, scene, &mut reply));
            ui.add_space(4.0);
            self.summary(ui, scene, running, &mut reply);
            progress(ui, state);
            ui.add_space(8.0);
            self.buttons(ui, state, &mut reply);
        });
        if reply.action.is_none() && !running && modal.should_close() {
            reply.action = Some(ExportAction::Close);
        }
        reply
    }

    fn buttons(&self, ui: &mut Ui, state: &ExportState, reply: &mut ExportReply) {
        let theme = Theme::of(ui.ctx());
        ui.horizontal(|ui| {
            if matches!(state, ExportState::Running(_)) {
                if ui.button("Cancel export").clicked() {
                    reply.action = Some(ExportAction::Cancel);
                }
                return;
            }
            let job = self.checked.as_ref().and_then(|c| c.result.as_ref().ok());
            let again = if matches!(state, ExportState::Done(_)) { "Export again" } else { "Export" };
            let export = ui.add_enabled(job.is_some(), theme.primary(again));
            if let (true, Some(job)) = (export.clicked(), job) {
                let job = ExportJob { ask: self.ask.clone(), job: Box::new(job.clone()) };
                reply.action = Some(ExportAction::Start(job));
            }
            if ui.add(Button::new("Close")).clicked() {
                reply.action = Some(ExportAction::Close);
            }
        });
    }
}

/// `island-height.png` beside `island.ron`.
fn suggested(recipe: Option<&Path>, output: Option<&str>) -> PathBuf {
    let stem = recipe.and_then(Path::file_stem).map_or_else(|| "terrain".into(), |s| s.to_string_lossy().into_owned());
    let name = match output {
        Some(output) => format!("{stem}-{output}.png"),
        None => format!("{stem}.png"),
    };
    recipe.map_or_else(|| PathBuf::from(&name), |recipe| recipe.with_file_name(&name))
}

fn progress(ui: &mut Ui, state: &ExportState) {
    let theme = Theme::of(ui.ctx());
    let line = |ui: &mut Ui, text: &str, color| {
        ui.add(Label::new(RichText::new(text).color(color)).wrap());
    };
    match state {
        ExportState::Idle => {}
        ExportState::Running(share) => {
            let bar = ProgressBar::new(*share).desired_height(14.0).fill(theme.accent);
            ui.add(bar).accessible_name("Progress of the export");
        }
        ExportState::Done(report) => {
            line(ui, &format!("Written to {}: {}.", report.path, report.sentence), theme.ok);
            for setting in &report.import {
                line(ui, setting, theme.secondary);
            }
        }
        ExportState::Failed(why) => line(ui, why, theme.error),
        ExportState::Cancelled => line(ui, "Cancelled; nothing was written.", theme.muted),
    }
}

/// Whether a range that was measured is asked for.
fn is_measured(ask: &Ask) -> bool {
    ask.range == RangeAsk::Measured
}

/// The extension that files of `format` usually have.
fn extension(format: Format) -> &'static str {
    format.extensions().first().copied().unwrap_or("png")
}
