//! The export dialog: what, for whom, how large, where to, and one sentence that says everything about it.
//!
//! The dialog decides and shows; the app runs the [`ExportJob`] on a thread of its own, hands the [`ExportState`] back
//! every frame, and opens the file dialog for *Browse*.

mod choices;
mod form;
mod plan;
mod remembered;

use crate::deliver::{Ask, Job, RangeAsk, Report, Size, What};
use crate::export::{Format, Preset};
use crate::graph::{Graph, Link};
use crate::gui::language::tr;
use crate::gui::request::{Request, Scene};
use crate::gui::settings::ExportHabit;
use crate::gui::theme::{Theme, semibold};
use crate::gui::widgets::modal::hanging_modal;
use crate::gui::widgets::scroll::scrolled;
use crate::spec::Measured;
use eframe::egui::{Align, Button, Context, Label, Layout, ProgressBar, RichText, ScrollArea, Ui, vec2};
use plan::Checked;
use std::path::{Path, PathBuf};

/// Height in points of the dialog's title and its buttons.
const AROUND: f32 = 72.0;

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
    /// All exports of the recipe are written: so many files.
    DoneAll(usize),
    /// It failed, with the sentence that says why.
    Failed(String),
    /// It was cancelled; nothing was written.
    Cancelled,
}

/// What the dialog asks of the app beyond [`Request`]s.
#[derive(Clone, Debug)]
pub enum ExportAction {
    /// Run this.
    Start(Box<ExportJob>),
    /// Write all exports of the recipe.
    All,
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
    /// The name that was typed for an export of the recipe.
    name: Option<String>,
    /// The recipe's folder.
    folder: PathBuf,
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
        let mut dialog =
            Self { ask, custom_size: false, checked: None, measured: None, name: None, folder: PathBuf::new() };
        dialog.fit(graph);
        dialog
    }

    /// The same dialog with the preset, size and format of an earlier one, as far as they fit.
    #[must_use]
    pub fn with_habit(mut self, graph: &Graph, habit: &ExportHabit) -> Self {
        self.ask.preset = habit.preset.as_deref().and_then(Preset::find);
        self.ask.size = habit.size.map(|(width, height)| height.map_or(Size::Width(width), |h| Size::Exact(width, h)));
        self.fit(graph);
        let format = habit.format.as_deref().and_then(Format::from_name);
        if let Some(format) = format.filter(|format| self.formats(graph).contains(format)) {
            self.choose_format(format);
        }
        self
    }

    /// The preset, size and format that are chosen.
    pub fn habit(&self) -> ExportHabit {
        ExportHabit {
            preset: self.ask.preset.map(|preset| preset.name.to_owned()),
            size: self.ask.size.map(|size| match size {
                Size::Width(width) => (width, None),
                Size::Exact(width, height) => (width, Some(height)),
            }),
            format: self.ask.format.map(|format| format.name().to_owned()),
        }
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

    /// Draws the dialog; `state` is that of the export it started, which goes on when the dialog is closed.
    pub fn show(&mut self, ctx: &Context, scene: &Scene<'_>, state: &ExportState) -> ExportReply {
        let mut reply = ExportReply::default();
        self.check(scene);
        let theme = Theme::of(ctx);
        let (modal, height) = hanging_modal(ctx, "export");
        let modal = modal.show(ctx, |ui| {
            ui.set_width(520.0);
            ui.label(RichText::new(tr!("Export")).font(semibold(15.0)).color(theme.text));
            ui.add_space(6.0);
            // The buttons stay in sight whatever there is to say.
            let area = ScrollArea::vertical().id_salt("export").max_height(height - AROUND);
            scrolled(ui, area.auto_shrink([false, true]), |ui| self.contents(ui, scene, state, &mut reply));
            self.buttons(ui, scene, state, true, &mut reply);
        });
        if reply.action.is_none() && modal.should_close() {
            reply.action = Some(ExportAction::Close);
        }
        reply
    }

    /// Draws the dialog as a pane, which stays.
    pub fn show_docked(&mut self, ui: &mut Ui, scene: &Scene<'_>, state: &ExportState) -> ExportReply {
        let mut reply = ExportReply::default();
        self.check(scene);
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.set_max_width(ui.available_width() - 8.0);
        self.contents(ui, scene, state, &mut reply);
        self.buttons(ui, scene, state, false, &mut reply);
        reply
    }

    fn contents(&mut self, ui: &mut Ui, scene: &Scene<'_>, state: &ExportState, reply: &mut ExportReply) {
        let running = matches!(state, ExportState::Running(_));
        ui.add_enabled_ui(!running, |ui| self.form(ui, scene, reply));
        ui.add_space(4.0);
        self.summary(ui, scene, running, reply);
        progress(ui, state);
        ui.add_space(4.0);
        self.remembered(ui, scene, state, reply);
        ui.add_space(8.0);
    }

    fn buttons(&mut self, ui: &mut Ui, scene: &Scene<'_>, state: &ExportState, closes: bool, reply: &mut ExportReply) {
        let theme = Theme::of(ui.ctx());
        ui.horizontal(|ui| {
            if matches!(state, ExportState::Running(_)) {
                if ui.button(tr!("Cancel export")).clicked() {
                    reply.action = Some(ExportAction::Cancel);
                }
                let told = tr!("The export goes on. The status bar shows how far it is.");
                if closes && ui.button(tr!("Go on working")).on_hover_text(told).clicked() {
                    reply.action = Some(ExportAction::Close);
                }
                return;
            }
            // The press that is answered here may have ended the typing of a path in this very frame.
            self.check(scene);
            let job = self.checked.as_ref().and_then(|c| c.result.as_ref().ok());
            let again = if matches!(state, ExportState::Done(_)) { tr!("Export again") } else { tr!("Export") };
            let export = ui.add_enabled(job.is_some(), theme.primary(again));
            if let (true, Some(job)) = (export.clicked(), job) {
                let job = ExportJob { ask: self.ask.clone(), job: Box::new(job.clone()) };
                reply.action = Some(ExportAction::Start(Box::new(job)));
            }
            if closes && ui.add(Button::new(tr!("Close"))).clicked() {
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
    // Without a recipe's folder it is the working one, which the dialog names, so that the file is found again.
    recipe.map_or_else(
        || std::path::absolute(&name).unwrap_or_else(|_| PathBuf::from(&name)),
        |recipe| recipe.with_file_name(&name),
    )
}

/// Where the export stands, in room that is kept for it: nothing moves when it ends.
fn progress(ui: &mut Ui, state: &ExportState) {
    let room = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
        ui.set_min_size(room);
        ui.add_space(3.0);
        standing(ui, state);
    });
}

fn standing(ui: &mut Ui, state: &ExportState) {
    let theme = Theme::of(ui.ctx());
    match state {
        ExportState::Idle => {}
        ExportState::Running(share) => {
            let bar = ProgressBar::new(*share).desired_height(14.0).fill(theme.accent);
            ui.add(bar).accessible_name(tr!("Progress of the export"));
        }
        ExportState::Done(report) => {
            let words = tr!("Written to {path} ({size})", path = report.path, size = bytes(report.bytes));
            ui.add(Label::new(RichText::new(words).color(theme.ok)).truncate());
        }
        ExportState::DoneAll(files) => {
            let words = tr!(*files, "1 file was written.", "{n} files were written.");
            ui.add(Label::new(RichText::new(words).color(theme.ok)).truncate());
        }
        ExportState::Failed(why) => {
            ui.add(Label::new(RichText::new(why).color(theme.error)).wrap());
        }
        ExportState::Cancelled => {
            ui.label(RichText::new(tr!("Cancelled; nothing was written.")).color(theme.muted));
        }
    }
}

/// `988 kB`, `2.1 MB`, in powers of 1000.
fn bytes(count: u64) -> String {
    match count {
        0..1000 => format!("{count} B"),
        1000..1_000_000 => format!("{:.0} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
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
