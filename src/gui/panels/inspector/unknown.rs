//! Fields that this version does not know: shown as the text that stands in the file.

use super::At;
use crate::graph::Setting;
use crate::gui::language::tr;
use crate::gui::widgets::row::{heading, text_row};
use crate::gui::widgets::tone::tone;
use eframe::egui::{RichText, Ui};

impl At<'_> {
    /// Fields of a known kind that its declaration does not have.
    pub(super) fn unknown_fields(&self, ui: &mut Ui) {
        if !self.node.unknown.is_empty() {
            heading(ui, tr!("Fields of another version"));
            self.verbatim(ui);
        }
    }

    /// A node of a kind that this version does not know.
    pub(super) fn unknown_kind(&self, ui: &mut Ui) {
        for (field, setting) in &self.node.settings {
            let words = match setting {
                Setting::Link(link) => format!("\u{201c}{link}\u{201d}"),
                Setting::Parameter(name) => format!("${name}"),
                Setting::Value(value) => format!("{value:?}"),
            };
            text_row(ui, field, "", RichText::new(words).monospace());
        }
        self.verbatim(ui);
    }

    fn verbatim(&self, ui: &mut Ui) {
        let color = tone(ui).text;
        for (field, text) in &self.node.unknown {
            text_row(ui, field, tr!("Kept as it stands in the file."), RichText::new(text).monospace().color(color));
        }
    }
}
