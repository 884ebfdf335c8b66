//! Draws the questions that wait for an answer, and the sign that something may be dropped.

mod changed;
mod recovered;

use super::EditorApp;
use super::prompts::{Prompt, Then, TypedPath, Unreadable};
use crate::gui::files::{Purpose, typed, with_ron};
use crate::gui::language::{self, tr};
use crate::gui::theme::{ON_PLATE, PLATE, TEXT, Theme, semibold};
use crate::gui::widgets::modal::modal;
use crate::gui::widgets::text::select;
use eframe::egui::{self, Align2, Button, Id, Key, Label, Order, RichText, Stroke, StrokeKind, TextEdit, Ui, vec2};
use std::path::PathBuf;

impl EditorApp {
    /// Draws the question that waits, if one does.
    pub(super) fn dialogs(&mut self, ctx: &egui::Context) {
        drop_sign(ctx);
        let Some(prompt) = self.prompt.take().or_else(|| self.next_prompts.pop()) else { return };
        match prompt {
            Prompt::Unsaved(then) => self.unsaved(then, ctx),
            Prompt::Typed(path) => self.typed_path(path, ctx),
            Prompt::Recovered(left) => self.recovered(left, ctx),
            Prompt::Unreadable(unreadable) => self.show_unreadable(unreadable, ctx),
            Prompt::Changed(outside) => self.changed_outside(outside, ctx),
        }
    }

    fn unsaved(&mut self, then: Then, ctx: &egui::Context) {
        let title = tr!("Save the changes to {file}?", file = self.document.title());
        let answer = ask(ctx, "unsaved", &title, |ui| {
            paragraph(ui, tr!("They are lost otherwise."));
            buttons(ui, &[tr!("Save"), tr!("Discard"), tr!("Cancel")], Enter::First)
        });
        match answer {
            Some(0) => {
                self.after_save = Some(then);
                self.save(ctx);
            }
            Some(1) => {
                self.after_save = None;
                self.recovery.clear();
                self.go_on(then, ctx);
            }
            Some(_) => {}
            None => self.prompt = Some(Prompt::Unsaved(then)),
        }
    }

    fn typed_path(&mut self, mut path: TypedPath, ctx: &egui::Context) {
        let (title, verb) = match path.purpose {
            Purpose::Open => (tr!("Open a recipe"), tr!("Open")),
            Purpose::Save => (tr!("Save the recipe"), tr!("Save")),
            Purpose::Export => (tr!("Write the export to"), tr!("Use")),
            Purpose::Image => (tr!("Choose a height image"), tr!("Use")),
        };
        match ask(ctx, "typed path", title, |ui| path_field(ui, &mut path, verb)) {
            Some(0) => match self.checked(&path) {
                Ok(checked) => return self.answered(path.purpose, checked, ctx),
                Err((sentence, would_replace)) => {
                    path.problem = Some(sentence);
                    path.replaces = would_replace;
                }
            },
            Some(_) => {
                self.after_save = None;
                return;
            }
            None => {}
        }
        self.prompt = Some(Prompt::Typed(path));
    }

    /// A typed path that can be used, or what is wrong with it and which file it would replace.
    fn checked(&self, path: &TypedPath) -> Result<PathBuf, (String, Option<PathBuf>)> {
        let TypedPath { purpose, text, replaces, .. } = path;
        let purpose = *purpose;
        let path = typed(text).ok_or_else(|| (tr!("Type the path of a file.").to_owned(), None))?;
        if matches!(purpose, Purpose::Open | Purpose::Image) {
            return match path.is_file() {
                true => Ok(path),
                false => Err((tr!("There is no file {path}.", path = path.display()), None)),
            };
        }
        let path = if purpose == Purpose::Save { with_ron(path) } else { path };
        let folder = path.parent().filter(|f| f.is_dir());
        if folder.is_none() {
            let folder = path.parent().unwrap_or(&path).display().to_string();
            return Err((tr!("There is no folder {path}.", path = folder), None));
        }
        let known = self.document.path() == Some(&path) || replaces.as_ref() == Some(&path);
        if purpose == Purpose::Save && path.exists() && !known {
            return Err((tr!("{path} exists already. Replace it?", path = path.display()), Some(path)));
        }
        Ok(path)
    }

    fn show_unreadable(&mut self, unreadable: Unreadable, ctx: &egui::Context) {
        let answer = ask(ctx, "unreadable", &unreadable.title, |ui| {
            paragraph(ui, &unreadable.message);
            if let Some(excerpt) = &unreadable.excerpt {
                let theme = Theme::of(ui);
                egui::Frame::new().fill(theme.field).corner_radius(5).inner_margin(8).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    ui.add(Label::new(RichText::new(excerpt).monospace().color(theme.text)).extend());
                });
            }
            if unreadable.kept {
                paragraph(ui, tr!("The document that was open stays open."));
            }
            buttons(ui, &[tr!("OK")], Enter::First)
        });
        if answer.is_none() {
            self.prompt = Some(Prompt::Unreadable(unreadable));
        }
    }
}

/// The field of a typed path with its buttons; which was pressed.
fn path_field(ui: &mut Ui, path: &mut TypedPath, verb: &str) -> Option<usize> {
    paragraph(ui, language::text(path.why));
    let before = path.text.clone();
    let field = TextEdit::singleline(&mut path.text).id(path_field_id());
    let edit = ui.add(field.desired_width(f32::INFINITY)).accessible_name(tr!("Path"));
    // Enter never replaces a file: that takes a press on the button.
    let entered = edit.lost_focus() && path.replaces.is_none() && ui.input(|i| i.key_pressed(Key::Enter));
    if !path.focused {
        path.focused = true;
        edit.request_focus();
        select(ui, edit.id, name_in(&path.text));
    }
    if before != path.text {
        path.problem = None;
        path.replaces = None;
    }
    if let Some(problem) = &path.problem {
        ui.add(Label::new(RichText::new(problem).color(Theme::of(ui).error)).wrap());
    }
    let verb = if path.replaces.is_some() { tr!("Replace") } else { verb };
    let enter = if path.replaces.is_some() { Enter::Nothing } else { Enter::First };
    let pressed = buttons(ui, &[verb, tr!("Cancel")], enter);
    if entered { Some(0) } else { pressed }
}

/// Draws a question over everything; the last button is what Esc and a press outside stand for.
fn ask(ctx: &egui::Context, id: &str, title: &str, content: impl FnOnce(&mut Ui) -> Option<usize>) -> Option<usize> {
    ask_wide(ctx, id, title, 460.0, content)
}

/// [`ask`] of this width in points.
fn ask_wide(
    ctx: &egui::Context,
    id: &str,
    title: &str,
    width: f32,
    content: impl FnOnce(&mut Ui) -> Option<usize>,
) -> Option<usize> {
    let theme = Theme::of(ctx);
    let modal = modal(ctx, id).show(ctx, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 9.0;
        ui.label(RichText::new(title).font(semibold(15.0)).color(theme.text));
        content(ui)
    });
    let closes = modal.should_close();
    modal.inner.or_else(|| closes.then_some(usize::MAX))
}

fn paragraph(ui: &mut Ui, text: &str) {
    let color = Theme::of(ui).secondary;
    ui.add(Label::new(RichText::new(text).size(TEXT).color(color)).wrap());
}

/// What Enter does in a question.
#[derive(Clone, Copy, PartialEq)]
enum Enter {
    /// It presses the first button.
    First,
    /// It does nothing: the first button destroys something.
    Nothing,
    /// It is another button's, above the row: the row is what else can be done.
    Above,
}

/// Stands for a gap in a row of buttons.
const APART: &str = "";

/// A row of buttons, the first one primary; which was pressed.
fn buttons(ui: &mut Ui, titles: &[&str], enter: Enter) -> Option<usize> {
    ui.add_space(4.0);
    let fresh = is_fresh(ui);
    let entered = enter == Enter::First && !fresh && ui.input(|i| i.key_pressed(Key::Enter));
    ui.horizontal(|ui| {
        let mut pressed = None;
        let mut elsewhere = ui.memory(|m| m.focused()) == Some(path_field_id());
        let mut first = None;
        for (i, title) in titles.iter().enumerate() {
            if *title == APART {
                ui.add_space(24.0);
                continue;
            }
            let primary = i == 0 && enter != Enter::Above;
            let button = if primary { Theme::of(ui).primary(title) } else { Button::new(*title) };
            let response = ui.add(button.min_size(vec2(76.0, 26.0)));
            elsewhere |= i > 0 && response.has_focus();
            if response.clicked() && !(fresh && ui.input(|i| i.key_pressed(Key::Enter))) {
                pressed = Some(i);
            }
            first.get_or_insert(response);
        }
        if elsewhere {
            return pressed;
        }
        // Enter stands for the first button until Tab goes elsewhere.
        if let Some(first) = first.filter(|first| enter == Enter::First && !first.has_focus()) {
            first.request_focus();
        }
        pressed.or(entered.then_some(0))
    })
    .inner
}

/// Whether the question is drawn for the first time: the key that led to it does not answer it.
fn is_fresh(ui: &Ui) -> bool {
    // Frames, not passes: a new window is measured in a pass of its own.
    let frame = ui.ctx().cumulative_frame_nr();
    let id = ui.layer_id().id.with("drawn");
    let before = ui.data(|d| d.get_temp::<(u64, u64)>(id));
    let first = before.filter(|(_, last)| last + 2 > frame).map_or(frame, |(first, _)| first);
    ui.data_mut(|d| d.insert_temp(id, (first, frame)));
    first == frame
}

/// The characters of a path that are its file's name without extension: what is typed over.
fn name_in(path: &str) -> std::ops::Range<usize> {
    let name = path.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let end = path[name..].rfind('.').filter(|dot| *dot > 0).map_or(path.len(), |dot| name + dot);
    path[..name].chars().count()..path[..end].chars().count()
}

fn path_field_id() -> Id {
    Id::unique("typed path field")
}

/// While a file hovers over the window: what a drop would do.
fn drop_sign(ctx: &egui::Context) {
    let hovered = ctx.input(|i| i.raw.hovered_files.clone());
    if hovered.is_empty() {
        return;
    }
    let recipe = hovered.iter().filter_map(|f| f.path.as_deref()).find(|p| super::filing::is_recipe(p));
    // Some systems do not say which file hovers.
    let unknown = hovered.iter().all(|f| f.path.is_none());
    let text = match recipe.and_then(|p| p.file_name()) {
        Some(name) => tr!("Drop to open {file}", file = name.to_string_lossy()),
        None if unknown => tr!("Drop a recipe (.ron) to open it").into(),
        None => tr!("Only recipes (.ron) can be opened").into(),
    };
    let theme = Theme::of(ctx);
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("drop")));
    let rect = ctx.content_rect();
    painter.rect_filled(rect, 0.0, PLATE);
    painter.rect_stroke(rect.shrink(12.0), 10.0, Stroke::new(2.0, theme.accent), StrokeKind::Inside);
    painter.text(rect.center(), Align2::CENTER_CENTER, text, semibold(18.0), ON_PLATE);
}
