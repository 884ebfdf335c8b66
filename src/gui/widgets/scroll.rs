//! A scroll area whose bars have a name for screen readers.

use crate::gui::language::tr;
use eframe::egui::{ScrollArea, Ui};

/// Shows `area` and returns what its contents gave. Bars exist for screen readers only while they are seen.
pub fn scrolled<R>(ui: &mut Ui, area: ScrollArea, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = area.show(ui, contents);
    for direction in 0..2_usize {
        let bar = shown.id.with(direction);
        if ui.ctx().has_accesskit_node(bar) {
            ui.ctx().accesskit_node_builder(bar, |node| node.set_label(tr!("Scroll bar")));
        }
    }
    shown.inner
}
