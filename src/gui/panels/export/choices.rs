//! A list to choose one text from.

use eframe::egui::{ComboBox, Ui};

/// Height in points that a list may have before it scrolls: every format and preset is seen at once.
const HEIGHT: f32 = 420.0;

/// Draws a list of texts with a sentence each (may be empty); the text that was picked, if it is another one.
pub(super) fn list(
    ui: &mut Ui,
    id: &str,
    chosen: &str,
    width: f32,
    options: impl Iterator<Item = (String, String)>,
) -> Option<String> {
    let mut picked = None;
    ComboBox::from_id_salt(id).selected_text(chosen).width(width).truncate().height(HEIGHT).show_ui(ui, |ui| {
        for (text, about) in options {
            let mut response = ui.selectable_label(text == chosen, &text);
            if !about.is_empty() {
                response = response.on_hover_text(about);
            }
            if response.clicked() && text != chosen {
                picked = Some(text);
            }
        }
    });
    picked
}
