//! The window of keys and mouse gestures (F1): every command with its shortcuts, searched and changed here; gestures of
//! the canvas.

use crate::gui::command::{ENTRIES, Entry, Scope};
use crate::gui::fuzzy;
use crate::gui::keymap::{Keymap, is_reserved, recorded};
use crate::gui::language::{self, tr};
use crate::gui::request::Command;
use crate::gui::theme::{TEXT, Theme, regular, semibold};
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::gui::widgets::row::heading;
use crate::gui::widgets::scroll::scrolled;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align, Align2, Button, Context, Event, Grid, Id, Key, KeyboardShortcut, Label, Layout, Response, RichText,
    ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, Window, vec2,
};

/// What the pointer does on the canvas, and what that means.
pub const GESTURES: &[(&str, &str)] = &[
    ("Click, Shift+click, Ctrl+click on a node", "Select only it, add it, toggle it"),
    ("Drag on nothing, with Shift, with Ctrl", "Select by a box, add, subtract"),
    ("Drag a node", "Move all selected nodes; Esc restores"),
    ("Wheel", "Zoom about the pointer"),
    ("Middle drag, right drag, Space+drag", "Move the view"),
    ("Space, Tab, double click or right click on nothing", "Add a node at the pointer"),
    ("Double click on a node, on its title", "View it in the preview, rename it"),
    ("Drag from an output or an open input", "New wire; on nothing: a node to go with it"),
    ("Drag from a plugged input", "Pick the wire up; on nothing: unplug"),
    ("Ctrl+drag from an output", "Move all its wires to another output"),
    ("Drop a wire on a node", "Plug it into the first input that takes it"),
    ("Drop a node on a wire", "Insert it"),
    ("Alt while dragging a node", "Lift it out and heal the wires"),
    ("Double click or Tab on a group, Esc", "Look into it, leave it"),
    ("Drag a frame by its title, by its edge", "Move it with its contents, resize it"),
    ("Double click on a frame's title, on a note", "Rename it, write it"),
    ("Double click on a wire, drag the point, Del", "Give it a point, move it, take it away"),
    ("Ctrl+right drag", "Cut the wires that the line crosses"),
    ("Press or drag on the map", "Move the view"),
    ("Shift and drag on the preview", "Draw a line and see the heights along it"),
    ("Arrows, with Shift, on a profile", "Read along the line, move it sideways"),
    ("Drag the frame of the world in the preview", "Move the world over its ground by whole samples"),
    ("Ctrl while dragging", "Ignore the grid, if things snap to it"),
    ("Drag, right drag, wheel on the 3D view", "Turn it, move it, approach"),
    ("Ctrl+drag, double click on the 3D view", "Move the sun, show everything again"),
    ("Arrows, with Shift, + and - on the 3D view", "Turn it, move it, approach; Home shows everything"),
    ("Drag a number, with Shift, with Ctrl", "Change it, slowly, fast; Esc restores"),
    ("Click a number", "Type it: 1.5km, 512/3 and 30% are understood"),
    ("Click a value's name, Alt+Down in its field", "Share, copy, paste or reset it"),
    ("Arrows, with Shift", "Nudge the selected nodes, five times as far"),
];

/// The window of keys.
#[derive(Default)]
pub struct KeysWindow {
    query: String,
    /// The command whose shortcut is being pressed.
    recording: Option<Command>,
    /// A pressed shortcut that another command has: it, the one that wants it, the one that has it.
    conflict: Option<(KeyboardShortcut, Command, Command)>,
    /// What was wrong with the last press.
    refusal: Option<String>,
}

impl KeysWindow {
    /// Takes the next pressed key as a shortcut while one is being recorded; whether the keys of this frame are taken.
    pub fn record(&mut self, ctx: &Context, keymap: &mut Keymap) -> bool {
        let Some(command) = self.recording else { return false };
        let mut pressed = None;
        ctx.input_mut(|input| {
            input.events.retain(|event| match event {
                Event::Key { key, pressed: true, repeat: false, modifiers, .. } => {
                    pressed = pressed.or(Some((*key, *modifiers)));
                    false
                }
                Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_) => false,
                _ => true,
            });
        });
        let Some((key, modifiers)) = pressed else { return true };
        self.recording = None;
        if key == Key::Escape {
            return true;
        }
        let keys = recorded(key, modifiers);
        if is_reserved(&keys) {
            let keys = ctx.format_shortcut(&keys);
            self.refusal = Some(tr!("{keys} is needed for moving and answering: add Ctrl or Alt.", keys = keys));
            return true;
        }
        match keymap.holder(keys, command) {
            Some(other) => self.conflict = Some((keys, command, other)),
            None => keymap.set(command, vec![keys]),
        }
        true
    }

    /// Shows the window while `open`.
    pub fn show(&mut self, ctx: &Context, open: &mut bool, keymap: &mut Keymap) {
        if !*open {
            *self = Self::default();
            return;
        }
        let height = ctx.content_rect().height() * 0.7;
        // The bar of the window has words of its own, in English alone, so its title and cross are drawn here.
        let mut closed = false;
        let window = Window::new(tr!("Keys and gestures")).open(open).title_bar(false).resizable(false);
        window.pivot(Align2::CENTER_CENTER).default_pos(ctx.content_rect().center()).show(ctx, |ui| {
            ui.set_width(640.0);
            ui.horizontal(|ui| {
                let title = RichText::new(tr!("Keys and gestures")).font(semibold(15.0)).color(Theme::of(ui).text);
                ui.add(Label::new(title).selectable(false));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    closed = icon_button(ui, Icon::Remove, tr!("Close"), tr!("Close"), false).clicked();
                });
            });
            ui.add_space(4.0);
            self.head(ui, keymap);
            self.question(ui, keymap);
            let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
            scrolled(ui, area.auto_shrink([false, true]), |ui| {
                let groups = [(tr!("Everywhere"), Scope::Window), (tr!("On the canvas"), Scope::Canvas)];
                let mut any = false;
                for (title, scope) in groups {
                    any |= self.group(ui, title, scope, keymap);
                }
                any |= self.gestures(ui);
                if !any {
                    ui.add_space(12.0);
                    ui.label(RichText::new(tr!("Nothing is called so")).color(Theme::of(ui).muted));
                }
            });
        });
        *open &= !closed;
    }

    fn head(&mut self, ui: &mut Ui, keymap: &mut Keymap) {
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut self.query).hint_text(tr!("Search commands and keys"));
            let field = ui.add(field.id(Id::unique("keys search")).desired_width(380.0));
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(tr!("Search commands and keys")));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let reset = Button::new(tr!("Reset all keys"));
                if ui.add_enabled(keymap.is_any_changed(), reset).clicked() {
                    keymap.reset_all();
                    self.conflict = None;
                }
            });
        });
        let words = match self.recording {
            Some(command) => tr!("Press the keys for {command}, or Esc.", command = plain(command.title())),
            None => tr!("Click a shortcut and press another one.").to_owned(),
        };
        ui.label(RichText::new(words).color(Theme::of(ui).muted));
    }

    /// What was wrong with the last press, and what to do about it.
    fn question(&mut self, ui: &mut Ui, keymap: &mut Keymap) {
        let theme = Theme::of(ui);
        if let Some(refusal) = &self.refusal {
            ui.add(Label::new(RichText::new(refusal).color(theme.error)).wrap());
        }
        let Some((keys, command, other)) = self.conflict else { return };
        let words = tr!(
            "{keys} is the shortcut of {other}.",
            keys = ui.ctx().format_shortcut(&keys),
            other = plain(other.title())
        );
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(words).color(theme.warning));
            if ui.button(tr!("Use it for {command}", command = plain(command.title()))).clicked() {
                keymap.move_to(command, keys);
                self.conflict = None;
            }
            if ui.button(tr!("Leave it")).clicked() {
                self.conflict = None;
            }
        });
    }

    /// The commands of one place that the query means; whether there are any.
    fn group(&mut self, ui: &mut Ui, title: &str, scope: Scope, keymap: &mut Keymap) -> bool {
        let found: Vec<&Entry> =
            ENTRIES.iter().filter(|entry| entry.scope == scope && self.means(ui.ctx(), entry, keymap)).collect();
        if !found.is_empty() {
            heading(ui, title);
        }
        for entry in &found {
            self.row(ui, entry.command, keymap);
        }
        !found.is_empty()
    }

    fn means(&self, ctx: &Context, entry: &Entry, keymap: &Keymap) -> bool {
        let keys = all_keys(ctx, entry.command, keymap);
        self.query.trim().is_empty() || fuzzy::best(&self.query, [entry.title(), entry.title, &keys]).is_some()
    }

    fn row(&mut self, ui: &mut Ui, command: Command, keymap: &mut Keymap) {
        let theme = Theme::of(ui);
        let title = plain(command.title());
        ui.horizontal(|ui| {
            let keys = all_keys(ui.ctx(), command, keymap);
            let records = self.recording == Some(command);
            let text = match (records, keys.is_empty()) {
                (true, _) => tr!("press keys…").to_owned(),
                (false, true) => "–".to_owned(),
                (false, false) => keys,
            };
            if cap(ui, &text, title, records, command.has_fixed_keys()).clicked() && !command.has_fixed_keys() {
                *self = Self { recording: Some(command), query: std::mem::take(&mut self.query), ..Self::default() };
            }
            ui.add(Label::new(RichText::new(title).color(theme.secondary)).selectable(false));
            if keymap.is_changed(command) {
                let name = tr!("Reset keys of {command}", command = title);
                if icon_button(ui, Icon::Reset, &name, tr!("Return to the usual keys"), false).clicked() {
                    let usual = command.entry().keys.to_vec();
                    match usual.iter().find_map(|keys| Some((*keys, keymap.holder(*keys, command)?))) {
                        Some((keys, other)) => self.conflict = Some((keys, command, other)),
                        None => keymap.reset(command),
                    }
                }
            }
        });
    }

    fn gestures(&self, ui: &mut Ui) -> bool {
        let theme = Theme::of(ui);
        let query = self.query.trim();
        let means = |words: &[&'static str]| query.is_empty() || fuzzy::best(query, words.iter().copied()).is_some();
        let text = |(gesture, effect): &(&'static str, &'static str)| (language::text(gesture), language::text(effect));
        let found: Vec<_> = GESTURES.iter().map(text).filter(|(gesture, effect)| means(&[effect, gesture])).collect();
        if found.is_empty() {
            return false;
        }
        heading(ui, tr!("Pointer"));
        Grid::new("gestures").num_columns(2).min_col_width(260.0).spacing([16.0, 4.0]).show(ui, |ui| {
            for (gesture, effect) in found {
                ui.label(RichText::new(gesture).color(theme.text));
                ui.label(RichText::new(effect).color(theme.secondary));
                ui.end_row();
            }
        });
        true
    }
}

/// The place of a shortcut, which is pressed to change it.
fn cap(ui: &mut Ui, text: &str, title: &str, records: bool, fixed: bool) -> Response {
    let theme = Theme::of(ui);
    let sense = if fixed { Sense::hover() } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(vec2(240.0, 24.0), sense);
    let name = tr!("Keys of {command}: {keys}", command = title, keys = text);
    response.widget_info(|| WidgetInfo::selected(Role::Button, !fixed, records, &name));
    let lit = !fixed && (response.hovered() || response.has_focus());
    if lit || records {
        ui.painter().rect_filled(rect, 5.0, theme.field);
    }
    if records || response.has_focus() {
        ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.0, theme.accent), StrokeKind::Inside);
    }
    let color = if records { theme.accent } else { theme.text };
    ui.painter().text(rect.left_center() + vec2(8.0, 0.0), Align2::LEFT_CENTER, text, regular(TEXT), color);
    match fixed {
        true => response.on_hover_text(tr!("The system's own keys for the clipboard")),
        false => response,
    }
}

fn all_keys(ctx: &Context, command: Command, keymap: &Keymap) -> String {
    let keys: Vec<String> = keymap.keys(command).iter().map(|keys| ctx.format_shortcut(keys)).collect();
    keys.join(", ")
}

fn plain(title: &str) -> &str {
    title.trim_end_matches('…')
}
