//! The part of the export dialog about exports that the recipe remembers: the list, and the choices above as one more.

use super::{ExportAction, ExportDialog, ExportReply, ExportState};
use crate::deliver::{delivery, export_of};
use crate::graph::{Edit, Export};
use crate::gui::language::tr;
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, Theme, regular, semibold};
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::gui::widgets::text::TextField;
use eframe::egui::{Button, Label, RichText, Sense, Ui};
use std::path::Path;

/// Width of the name's field in points.
const NAME: f32 = 160.0;

impl ExportDialog {
    /// Draws the list and what adds to it.
    pub(super) fn remembered(&mut self, ui: &mut Ui, scene: &Scene<'_>, state: &ExportState, reply: &mut ExportReply) {
        let theme = Theme::of(ui.ctx());
        let exports = &scene.graph.exports;
        ui.label(RichText::new(tr!("In the recipe")).font(semibold(SMALL)).color(theme.muted));
        for export in exports {
            self.entry(ui, export, reply);
        }
        ui.horizontal(|ui| {
            let name = self.new_name(scene);
            let hint = tr!("Name of an export of the recipe");
            let (_, typed) = TextField::new(hint, &name).width(NAME).show(ui);
            if let Some(typed) = typed {
                self.name = Some(typed.trim().to_owned());
            }
            let name = self.new_name(scene);
            let replaces = scene.graph.export(&name).is_some();
            let words = if replaces { tr!("Replace it") } else { tr!("Remember") };
            let hint = tr!("Keeps these choices in the recipe under this name, so that one click writes them again.");
            let enabled = !name.is_empty() && self.checked.as_ref().is_some_and(|c| c.result.is_ok());
            if ui.add_enabled(enabled, Button::new(words)).on_hover_text(hint).clicked() {
                let old = scene.graph.export(&name);
                let export = export_of(&name, &self.ask, None, &self.folder, old);
                reply.requests.push(Request::edit(Edit::SetExport(export)));
                self.name = None;
            }
            let idle = !matches!(state, ExportState::Running(_));
            let all = Button::new(tr!("Write all"));
            let hint = tr!("Writes all exports that the recipe remembers.");
            if ui.add_enabled(idle && !exports.is_empty(), all).on_hover_text(hint).clicked() {
                reply.action = Some(ExportAction::All);
            }
        });
    }

    fn entry(&mut self, ui: &mut Ui, export: &Export, reply: &mut ExportReply) {
        let theme = Theme::of(ui.ctx());
        ui.horizontal(|ui| {
            let found = delivery(export, &self.folder);
            let words = match (&found, export.get("path")) {
                (Ok(_), Some(path)) => format!("{}: {path}", export.name),
                (Err(why), _) => why.to_string(),
                (_, None) => export.name.clone(),
            };
            let color = if found.is_ok() { theme.text } else { theme.error };
            let forget = tr!("Forget {name}", name = export.name);
            if icon_button(ui, Icon::Remove, &forget, tr!("Remove."), false).clicked() {
                reply.requests.push(Request::edit(Edit::RemoveExport(export.name.clone())));
            }
            // What is cut into tiles has more to it than the form shows.
            let plain = found.ok().filter(|found| found.tiles.is_none());
            let hint = tr!("Sets the choices above to those of {name}.", name = export.name);
            let choose = ui.add_enabled(plain.is_some(), Button::new(tr!("Choose"))).accessible_name(hint.clone());
            if choose.on_hover_text(hint).clicked()
                && let Some(found) = plain
            {
                self.ask = found.ask;
                self.custom_size = false;
                self.name = Some(export.name.clone());
            }
            let text = RichText::new(words).font(regular(SMALL)).color(color);
            ui.add(Label::new(text).sense(Sense::hover()).truncate());
        });
    }

    /// The name under which the choices would be remembered: the one that is typed, else that of the output.
    fn new_name(&self, scene: &Scene<'_>) -> String {
        let own = || {
            let stem = self.ask.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let free = |name: &String| scene.graph.export(name).is_none();
            let names = std::iter::once(stem.clone()).chain((2..).map(|n| format!("{stem}{n}")));
            let plain =
                |name: String| name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect();
            names.map(plain).find(free).unwrap_or_default()
        };
        self.name.clone().unwrap_or_else(own)
    }

    /// Tells where the recipe lies; paths of its exports are relative to that folder.
    pub fn lies_in(&mut self, folder: &Path) {
        if self.folder != folder {
            self.folder = folder.into();
        }
    }
}
