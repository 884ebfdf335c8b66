//! Carries out what panels, menus and keys ask for. The only place that changes the document.

use super::EditorApp;
use super::prompts::Then;
use crate::graph::{Edit, Graph, Link, NodeId};
use crate::gui::canvas::Canvas;
use crate::gui::dock::Pane;
use crate::gui::document::Document;
use crate::gui::language::tr;
use crate::gui::request::{Command, Request};
use crate::gui::settings::Appearance;
use crate::gui::tour::Deed;
use crate::gui::values;
use eframe::egui;

impl EditorApp {
    /// Does what was asked for.
    pub fn carry_out(&mut self, request: Request, ctx: &egui::Context) {
        match request {
            Request::Edit { edit, merge } => self.edit(&edit, merge),
            Request::Adopt { edits, name } => {
                if let Err(refusal) = self.document.adopt(&edits, name) {
                    self.complain(refusal.0);
                }
            }
            Request::Select(ids) => self.document.select(ids),
            Request::Preview(link) => self.view(link),
            Request::Do(command) => self.command(command, ctx),
            Request::OpenFile(path) => self.guarded(Then::Open(path), ctx),
            Request::OpenTemplate(name) => self.guarded(Then::Template(name), ctx),
            Request::Enter(id) => drop(self.enter(&id)),
            Request::Leave(depth) => self.leave(depth),
            Request::Toast(text) => self.say(text),
            Request::Pane(pane, open) => self.open_pane(pane, open),
            Request::PickImage { nodes, field } => self.pick_image(nodes, field, ctx),
            Request::GoTo(path) => self.go_to(&path),
            Request::Step(count) => self.document.go_to(count),
            Request::CompareStep(count) => self.compare_with_step(count),
            Request::Star(kind) => self.settings.liked.star(kind),
            Request::SaveRamp(ramp) => match self.ramps.save(&ramp) {
                Ok(()) => self.say(tr!("The ramp “{name}” is among your own now.", name = ramp.name)),
                Err(why) => self.complain(why),
            },
            Request::ForgetRamp(name) => {
                if let Err(why) = self.ramps.remove(&name) {
                    self.complain(why);
                }
            }
            Request::KeepPreset { kind, name, text } => self.keep_preset(&kind, &name, &text),
            Request::DropPreset { kind, name } => self.drop_preset(&kind, &name),
        }
    }

    fn enter(&mut self, id: &NodeId) -> bool {
        let entered = self.document.enter(id);
        if entered {
            self.canvas.entered();
        }
        entered
    }

    fn leave(&mut self, depth: usize) {
        let left = self.document.open_groups().len().saturating_sub(depth);
        if left > 0 {
            self.document.leave_to(depth);
            self.canvas.left(left);
        }
    }

    /// Shows a node by its whole name, such as `hills/rock`, in the group that it is in.
    fn go_to(&mut self, path: &str) {
        let mut groups: Vec<NodeId> = path.split('/').map(NodeId::from).collect();
        let Some(id) = groups.pop() else { return };
        let open = self.document.open_groups();
        let common = open.iter().zip(&groups).take_while(|(a, b)| a == b).count();
        self.leave(common);
        if groups.iter().skip(common).all(|group| self.enter(group)) {
            self.document.select([id.clone()].into());
            self.canvas.reveal(&id);
        }
    }

    pub(super) fn edit(&mut self, edit: &Edit, merge: Option<egui::Id>) {
        let was_empty = self.document.shown().nodes.is_empty() && self.document.open_groups().is_empty();
        match self.document.apply(edit, merge) {
            Ok(applied) => {
                if let Some(deed) = Deed::of(edit, applied.select.first()) {
                    self.did(&deed);
                }
                if let Edit::Rename { id, to } = edit {
                    if self.document.open_groups().is_empty() {
                        self.contact.panel.renamed(id, to);
                    }
                    let path = |id: &NodeId| NodeId::from(format!("{}{id}", self.document.prefix()));
                    let (id, to) = (path(id), path(to));
                    self.pin_renamed(&id, &to);
                    for link in [&mut self.preview, &mut self.preview_before].into_iter().flatten() {
                        if link.node == id {
                            link.node = to.clone();
                        }
                    }
                }
                if !applied.items.is_empty() {
                    self.canvas.pick(applied.items);
                }
                if let Edit::Add { kind, .. } = edit {
                    self.settings.liked.added(kind);
                }
                if was_empty {
                    self.preview = None;
                }
                if let Some(notice) = applied.notice {
                    self.say(notice);
                }
            }
            Err(refusal) => self.complain(refusal.0),
        }
    }

    /// Tells the tour what was done.
    fn did(&mut self, deed: &Deed) {
        if let Deed::Added(id) = deed
            && self.tour.is_on()
            && !self.canvas.shows_pins()
        {
            // The next step is a wire, which boxes without pins do not take.
            self.canvas.reveal_beside(self.document.shown(), id);
        }
        if self.tour.did(deed) {
            self.say(tr!("That was the tour. F1 lists all keys; Help starts it again."));
        }
    }

    /// Shows an output in the preview; the shown one again returns to the last.
    fn view(&mut self, link: Link) {
        if !self.may_view() {
            return;
        }
        self.did(&Deed::Viewed);
        if self.preview.as_ref() == Some(&link) {
            if let Some(before) = self.preview_before.take() {
                self.preview_before = self.preview.replace(before);
            }
            return;
        }
        self.preview_before = self.preview.replace(link);
    }

    /// Does what a menu entry or a shortcut stands for.
    pub(super) fn command(&mut self, command: Command, ctx: &egui::Context) {
        if command.is_of_canvas() {
            let mut canvas = std::mem::take(&mut self.canvas);
            let requests = canvas.command(command, &self.scene_in_sight(&self.inside()));
            self.canvas = canvas;
            for request in self.outward(requests) {
                self.carry_out(request, ctx);
            }
            return;
        }
        if matches!(command, Command::CopyValues | Command::PasteValues | Command::ResetValues) {
            let inside = self.inside();
            let scene = self.scene_in_sight(&inside);
            let leading = self.canvas.leading(&scene);
            for request in values::command(command, &scene, leading.as_ref(), ctx) {
                self.carry_out(request, ctx);
            }
            return;
        }
        match command {
            Command::New => self.guarded(Then::New, ctx),
            Command::Templates => {
                self.templates_open = true;
                self.welcomed += 1;
            }
            Command::Open => self.guarded(Then::AskOpen, ctx),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.ask_save(ctx),
            Command::Export => {
                self.show_export();
                self.did(&Deed::Exporting);
            }
            Command::ExportAgain => self.export_again(ctx),
            Command::ExportAll => self.export_all(self.export.dialog.is_none(), ctx),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::AutoLevels => self.wanted.auto_levels = !self.wanted.auto_levels,
            Command::Relief => self.settings.relief ^= true,
            Command::Profile => {
                self.open_pane(Pane::Preview, true);
                self.pane.lay_profile();
            }
            Command::NextPane => self.focus_neighbour(true, ctx),
            Command::PreviousPane => self.focus_neighbour(false, ctx),
            Command::Menus => self.focus_menus = true,
            Command::ResetLayout => self.reset_layout(),
            Command::LargerInterface => self.settings.scale = self.settings.next_scale(true),
            Command::SmallerInterface => self.settings.scale = self.settings.next_scale(false),
            Command::UsualInterface => self.settings.scale = 100,
            Command::OtherTheme => {
                let dark = ctx.theme() == egui::Theme::Dark;
                self.settings.appearance = if dark { Appearance::Light } else { Appearance::Dark };
            }
            Command::Timings => self.settings.timings ^= true,
            Command::ExportOnSave => self.settings.export_on_save ^= true,
            Command::Map => self.settings.map ^= true,
            Command::SnapToGrid => self.settings.snap ^= true,
            Command::Tour => self.guarded(Then::Tour, ctx),
            Command::Commands | Command::FindNode => self.toggle_search(command, ctx),
            Command::CancelExport => self.export.cancel(),
            Command::Keys => self.keys_open = !self.keys_open,
            other => self.do_comparing(other),
        }
    }

    fn undo(&mut self) {
        if self.document.undo().is_none() {
            self.say(tr!("There is nothing to undo."));
        }
    }

    fn redo(&mut self) {
        if self.document.redo().is_none() {
            self.say(tr!("There is nothing to redo."));
        }
    }

    /// Replaces the document; what belonged to the old one goes.
    pub(super) fn show_document(&mut self, document: Document) {
        self.document = document;
        self.document_number += 1;
        self.watch.forget();
        self.preview = self.document.first_output();
        self.preview_before = None;
        self.wanted.modes.clear();
        self.wanted.whole_grid = false;
        let scroll = self.canvas.scroll;
        self.canvas = Canvas::new();
        self.canvas.scroll = scroll;
        self.pane.reset();
        self.contact.forget();
        self.comparing.forget();
        self.board.forget_reference();
        // The last export belongs to the old document: repeating it would write this one over its file.
        self.export.last = None;
        self.export.docked = None;
        self.typed_seed = None;
        self.recovered_revision = None;
    }

    /// Opens a recipe that is part of the program, as a document without a file.
    pub(super) fn open_text(&mut self, text: &str, title: &str) {
        match Graph::parse(text) {
            Ok(loaded) => self.show_document(Document::untitled(loaded.graph, title)),
            Err(error) => self.complain(tr!("The recipe {name} is damaged: {why}", name = title, why = error)),
        }
    }
}
