//! Exports that a recipe remembers: what is to be written, where, and how. A graph keeps their fields as text; what they
//! mean is known to `deliver`, and fields that this version does not know stay as they are.

use super::file::quoted;
use super::file::raw::{Raw, Shape};
use super::names::is_name;

/// One file, or a set of files, that the recipe is to be written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Name on the command line.
    pub name: String,
    /// Fields in file order: name and RON text.
    pub fields: Vec<(String, String)>,
}

impl Export {
    /// An export to a file; its path is relative to the recipe.
    pub fn new(name: &str, path: &str) -> Self {
        let mut export = Self { name: name.into(), fields: Vec::new() };
        export.set_text("path", path);
        export
    }

    /// Sets a field to a text.
    pub fn set_text(&mut self, field: &str, text: &str) {
        self.set(field, quoted(text));
    }

    /// Sets a field to RON as it stands: a number, a word, `(1, 2)`.
    pub fn set(&mut self, field: &str, ron: String) {
        match self.fields.iter_mut().find(|(name, _)| name == field) {
            Some((_, old)) => *old = ron,
            None => self.fields.push((field.into(), ron)),
        }
    }

    /// What stands in a field, as an option of the command line has it: a text without its quotes, a number or a word as it
    /// is, several numbers with commas between. `None` where there is no such field or something else stands in it.
    pub fn get(&self, field: &str) -> Option<String> {
        let (_, text) = self.fields.iter().find(|(name, _)| name == field)?;
        let raw = Raw::new(text, 0);
        match raw.shape() {
            Shape::Text => raw.string().ok(),
            Shape::Number | Shape::Word => Some(raw.text.to_owned()),
            Shape::Round => {
                let items = raw.items().ok()?;
                let plain = items.iter().all(|item| matches!(item.shape(), Shape::Number));
                plain.then(|| items.iter().map(|item| item.text).collect::<Vec<_>>().join(","))
            }
            _ => None,
        }
    }

    /// Whether the export may stand in a file: a valid name, a path, fields that are RON.
    pub(super) fn check(&self) -> Result<(), String> {
        let refuse = |why: &str| Err(format!("export \"{}\" {why}", self.name));
        if !is_name(&self.name) {
            return refuse("has no valid name");
        }
        if self.get("path").is_none_or(|path| path.is_empty()) {
            return refuse("has no path, write path: \"NAME.png\"");
        }
        for (i, (name, text)) in self.fields.iter().enumerate() {
            if !super::names::is_word(name) || ron::from_str::<&ron::value::RawValue>(text).is_err() {
                return refuse(&format!("cannot hold the field {name}: {text}"));
            }
            if self.fields[..i].iter().any(|(other, _)| other == name) {
                return refuse(&format!("names the field {name} twice"));
            }
        }
        Ok(())
    }

    /// Follows an output or node to its new name.
    pub(super) fn rename(&mut self, field: &str, renamed: impl Fn(&str) -> Option<String>) {
        if let Some(to) = self.get(field).and_then(|old| renamed(&old)) {
            self.set_text(field, &to);
        }
    }
}
