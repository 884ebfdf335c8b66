//! Shortcuts as they act: those of the table of commands, except where a person has recorded others.
//!
//! In the settings file a shortcut is text such as `Ctrl+Shift+N`, by the name of its command; what a version does not
//! know is left out when it is read.

use super::command::{ENTRIES, Scope};
use super::request::Command;
use eframe::egui::{Context, Id, Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Shortcuts of the commands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct Keymap {
    changed: BTreeMap<Command, Vec<KeyboardShortcut>>,
}

/// Shortcuts by the name of the command, as they stand in the settings file.
type Saved = BTreeMap<String, Vec<String>>;

impl Keymap {
    /// The shortcuts that act in a window; those of the table where none were published.
    pub fn of(ctx: &Context) -> Arc<Self> {
        ctx.data(|data| data.get_temp::<Arc<Self>>(Id::unique("keymap"))).unwrap_or_default()
    }

    /// Makes them those that act in a window; the app does it before it draws.
    pub fn publish(&self, ctx: &Context) {
        if *Self::of(ctx) != *self {
            ctx.data_mut(|data| data.insert_temp(Id::unique("keymap"), Arc::new(self.clone())));
        }
    }

    /// The command's shortcuts; the first is shown in menus.
    pub fn keys(&self, command: Command) -> &[KeyboardShortcut] {
        self.changed.get(&command).map_or(command.entry().keys, Vec::as_slice)
    }

    /// The command's first shortcut as this system writes it; empty if it has none.
    pub fn text(&self, ctx: &Context, command: Command) -> String {
        self.keys(command).first().map_or_else(String::new, |keys| ctx.format_shortcut(keys))
    }

    /// Gives a command these shortcuts.
    pub fn set(&mut self, command: Command, keys: Vec<KeyboardShortcut>) {
        match keys == command.entry().keys {
            true => self.reset(command),
            false => drop(self.changed.insert(command, keys)),
        }
    }

    /// Gives a command a shortcut instead of all it has, and takes it from whatever had it in the same place.
    pub fn move_to(&mut self, command: Command, keys: KeyboardShortcut) {
        while let Some(other) = self.holder(keys, command) {
            let rest = self.keys(other).iter().filter(|k| !same(k, &keys)).copied().collect();
            self.set(other, rest);
        }
        self.set(command, vec![keys]);
    }

    /// Returns a command to the shortcuts of the table.
    pub fn reset(&mut self, command: Command) {
        self.changed.remove(&command);
    }

    /// Returns all commands to the shortcuts of the table.
    pub fn reset_all(&mut self) {
        self.changed.clear();
    }

    /// Whether a command has other shortcuts than in the table.
    pub fn is_changed(&self, command: Command) -> bool {
        self.changed.contains_key(&command)
    }

    /// Whether any command has.
    pub fn is_any_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Another command that has the shortcut in a place where `command` would have it too.
    pub fn holder(&self, keys: KeyboardShortcut, command: Command) -> Option<Command> {
        let scope = command.entry().scope;
        // What acts in the whole window acts on the canvas as well.
        let meets = |other: Scope| other == scope || other == Scope::Window || scope == Scope::Window;
        let others = ENTRIES.iter().filter(|entry| entry.command != command && meets(entry.scope));
        others.map(|entry| entry.command).find(|other| self.keys(*other).iter().any(|k| same(k, &keys)))
    }

    /// Whether a pressed key with all that is held is a shortcut of the canvas that `keys` only resembles, as Ctrl+F does
    /// Ctrl+Shift+F.
    pub fn is_rather_of_canvas(&self, keys: &KeyboardShortcut, key: Key, modifiers: Modifiers) -> bool {
        let pressed = recorded(key, modifiers);
        let entries = ENTRIES.iter().filter(|entry| entry.scope == Scope::Canvas);
        keys.logical_key == key
            && !same(keys, &pressed)
            && entries.flat_map(|entry| self.keys(entry.command)).any(|k| same(k, &pressed))
    }

    /// The command that a pressed key means on the canvas.
    pub fn on_canvas(&self, key: Key, modifiers: Modifiers) -> Option<Command> {
        let plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt;
        let acts = |k: &KeyboardShortcut| {
            let free = k.modifiers != Modifiers::NONE || plain;
            k.logical_key == key && free && modifiers.matches_logically(k.modifiers)
        };
        let entries = ENTRIES.iter().filter(|entry| entry.scope == Scope::Canvas);
        let found = entries.flat_map(|entry| self.keys(entry.command).iter().map(|k| (entry.command, *k)));
        // Shift and Alt may be held without being meant, to type a plus for instance; who asks for them goes first.
        let held = |k: &KeyboardShortcut| u8::from(k.modifiers.shift) + u8::from(k.modifiers.alt);
        let mut found: Vec<_> = found.filter(|(_, k)| acts(k)).collect();
        found.sort_by_key(|(_, k)| std::cmp::Reverse(held(k)));
        found.first().map(|(command, _)| *command)
    }
}

fn same(a: &KeyboardShortcut, b: &KeyboardShortcut) -> bool {
    let held = |m: Modifiers| (m.command || m.ctrl || m.mac_cmd, m.shift, m.alt);
    a.logical_key == b.logical_key && held(a.modifiers) == held(b.modifiers)
}

/// A pressed key with what was held as a shortcut that is the same on every system.
pub fn recorded(key: Key, modifiers: Modifiers) -> KeyboardShortcut {
    let command = modifiers.command || modifiers.ctrl || modifiers.mac_cmd;
    let held = if command { Modifiers::COMMAND } else { Modifiers::NONE };
    KeyboardShortcut::new(Modifiers { shift: modifiers.shift, alt: modifiers.alt, ..held }, key)
}

/// Whether a key without Ctrl or Alt cannot be a shortcut, because everything else needs it.
pub fn is_reserved(keys: &KeyboardShortcut) -> bool {
    let plain = !keys.modifiers.command && !keys.modifiers.alt;
    let arrow = matches!(keys.logical_key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown);
    plain && (arrow || matches!(keys.logical_key, Key::Enter | Key::Escape))
}

fn write(keys: &KeyboardShortcut) -> String {
    let held = [(keys.modifiers.command, "Ctrl"), (keys.modifiers.alt, "Alt"), (keys.modifiers.shift, "Shift")];
    let mut parts: Vec<&str> = held.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
    parts.push(keys.logical_key.name());
    parts.join("+")
}

fn read(text: &str) -> Option<KeyboardShortcut> {
    let mut parts: Vec<&str> = text.split('+').collect();
    let key = Key::from_name(parts.pop()?)?;
    let mut modifiers = Modifiers::NONE;
    for part in parts {
        match part {
            "Ctrl" => modifiers.command = true,
            "Alt" => modifiers.alt = true,
            "Shift" => modifiers.shift = true,
            _ => return None,
        }
    }
    Some(KeyboardShortcut::new(modifiers, key))
}

impl From<Keymap> for Saved {
    fn from(keymap: Keymap) -> Self {
        let text = |keys: Vec<KeyboardShortcut>| keys.iter().map(write).collect();
        keymap.changed.into_iter().map(|(command, keys)| (format!("{command:?}"), text(keys))).collect()
    }
}

impl From<Saved> for Keymap {
    fn from(saved: Saved) -> Self {
        let mut keymap = Self::default();
        for entry in ENTRIES {
            if let Some(keys) = saved.get(&format!("{:?}", entry.command)) {
                keymap.set(entry.command, keys.iter().filter_map(|keys| read(keys)).collect());
            }
        }
        keymap
    }
}
