//! All exports that the recipe remembers, written in one go on the thread and pool of exports.

use super::EditorApp;
use crate::deliver::{
    Ask, DeliverError, Job, Names, Pattern, SetError, TilesAsk, all_apart, deliver_all, deliver_set, delivery, resolve,
    resolve_link,
};
use crate::graph::Graph;
use crate::gui::language::tr;
use crate::gui::panels::export::ExportState;
use crate::run::{Options, Runner};
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the recipe remembers, with all decisions made that can be made beforehand.
pub(super) struct Delivered {
    graph: Arc<Graph>,
    files: Vec<Job>,
    sets: Vec<(Ask, TilesAsk)>,
}

impl Delivered {
    /// Looks at all exports of `graph`, whose file lies in `folder`.
    fn of(graph: &Arc<Graph>, folder: &Path) -> Result<Self, String> {
        let mut found = Self { graph: Arc::clone(graph), files: Vec::new(), sets: Vec::new() };
        let mut names = Vec::new();
        for export in &graph.exports {
            let wanted = delivery(export, folder).map_err(|e| e.to_string())?;
            let said = |e: crate::deliver::AskError| format!("{}: {e}", export.name);
            match wanted.tiles {
                Some(tiles) => found.sets.push((wanted.ask, tiles)),
                None => {
                    let (name, link, _) = resolve_link(graph, &wanted.ask.what).map_err(said)?;
                    let name = name.unwrap_or_else(|| link.to_string());
                    let pattern = Pattern::parse(&wanted.ask.path).map_err(said)?;
                    let path = pattern.fill(&Names { seed: graph.seed, output: &name, tile: None });
                    names.push(export.name.as_str());
                    found.files.push(resolve(graph, &Ask { path, ..wanted.ask }).map_err(said)?);
                }
            }
        }
        let files = names.iter().zip(&found.files).map(|(name, job)| (*name, job.path.as_path()));
        all_apart(files).map_err(|e| e.to_string())?;
        Ok(found)
    }

    /// Writes everything; the first thing that goes wrong is told, and the rest is written all the same.
    pub(super) fn write(&self, runner: &Runner, options: &Options) -> ExportState {
        let parts = (usize::from(!self.files.is_empty()) + self.sets.len()).max(1) as f32;
        let share = |n: usize| n as f32 / parts;
        let (mut written, mut failed) = (0, None);
        let run = deliver_all(&self.files, runner, &options.part(0.0, share(1)), |_, report| match report {
            Ok(_) => written += 1,
            Err(error) => failed = failed.take().or(Some(error.to_string())),
        });
        if run.is_err() {
            return ExportState::Cancelled;
        }
        let first = usize::from(!self.files.is_empty());
        for (n, (ask, tiles)) in (first..).zip(&self.sets) {
            match deliver_set(&self.graph, ask, tiles, runner, &options.part(share(n), share(n + 1))) {
                Ok(set) => written += set.files as usize,
                Err(SetError::Deliver(DeliverError::Cancelled)) => return ExportState::Cancelled,
                Err(error) => failed = failed.take().or(Some(error.to_string())),
            }
        }
        failed.map_or(ExportState::DoneAll(written), ExportState::Failed)
    }
}

impl EditorApp {
    /// Writes all exports of the recipe. `quiet`: a toast tells how that ended.
    pub(super) fn export_all(&mut self, quiet: bool, ctx: &egui::Context) {
        if self.document.graph().exports.is_empty() {
            self.complain(tr!("The recipe remembers no exports yet: the export dialog adds them."));
            return;
        }
        if self.export.is_running() {
            self.say(tr!("An export is still running."));
            return;
        }
        match Delivered::of(self.document.graph(), &self.recipe_folder()) {
            Ok(all) => self.start_all(all, quiet, ctx),
            Err(why) => self.complain(why),
        }
    }

    /// The folder that the paths of exports are relative to.
    pub(super) fn recipe_folder(&self) -> PathBuf {
        self.document.path().and_then(Path::parent).map(Path::to_path_buf).unwrap_or_default()
    }
}
