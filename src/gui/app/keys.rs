//! Shortcuts that act anywhere in the window; those of the canvas are the canvas's.

use super::EditorApp;
use crate::gui::command::{ENTRIES, Scope};
use crate::gui::request::{Command, Request};
use eframe::egui;

impl EditorApp {
    /// Takes the window's shortcuts out of the input.
    pub(super) fn keys(&mut self, ctx: &egui::Context) -> Vec<Request> {
        if self.is_modal() {
            return Vec::new();
        }
        if self.keys_open && self.keys_window.record(ctx, &mut self.settings.keys) {
            return Vec::new();
        }
        if self.keys_open && ctx.input(|i| i.key_pressed(egui::Key::Escape)) {
            self.keys_open = false;
        }
        let typing = ctx.text_edit_focused();
        let mut keys: Vec<(Command, egui::KeyboardShortcut)> = ENTRIES
            .iter()
            .filter(|entry| entry.scope == Scope::Window)
            .flat_map(|entry| self.settings.keys.keys(entry.command).iter().map(|keys| (entry.command, *keys)))
            // A text field has an undo of its own.
            .filter(|(command, _)| !(typing && matches!(command, Command::Undo | Command::Redo)))
            .collect();
        // egui lets Ctrl+Shift+Z and Ctrl+Alt+Z pass for Ctrl+Z, so the longer ones are asked first.
        keys.sort_by_key(|(_, keys)| std::cmp::Reverse(u8::from(keys.modifiers.shift) + u8::from(keys.modifiers.alt)));
        // A shortcut without Ctrl or Alt is a letter in a text field.
        keys.retain(|(_, keys)| !typing || !is_letter(keys));
        if self.canvas.has_focus() {
            keys.retain(|(_, keys)| !self.is_pressed_for_canvas(ctx, keys));
        }
        ctx.input_mut(|input| {
            let pressed = keys.iter().filter(|(_, keys)| input.consume_shortcut(keys));
            pressed.map(|(command, _)| Request::Do(*command)).collect()
        })
    }

    /// Whether a key is pressed that would pass for the shortcut but is one of the canvas.
    fn is_pressed_for_canvas(&self, ctx: &egui::Context, keys: &egui::KeyboardShortcut) -> bool {
        let of_canvas = |event: &egui::Event| match event {
            egui::Event::Key { key, pressed: true, modifiers, .. } => {
                self.settings.keys.is_rather_of_canvas(keys, *key, *modifiers)
            }
            _ => false,
        };
        ctx.input(|input| input.events.iter().any(of_canvas))
    }
}

/// Whether a text field takes the key for itself.
fn is_letter(keys: &egui::KeyboardShortcut) -> bool {
    let plain = !keys.modifiers.command && !keys.modifiers.alt;
    plain && keys.logical_key.name().chars().count() == 1
}
