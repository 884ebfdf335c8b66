//! The colours that the panels' controls use, taken from the window's theme.

use crate::gui::theme::Theme;
use crate::spec::Category;
use eframe::egui::{Color32, Ui};

/// Colours of controls.
#[derive(Clone, Copy, Debug)]
pub struct Tone {
    /// Panels, windows and cards.
    pub panel: Color32,
    /// Cards and popups.
    pub body: Color32,
    /// Rows under the pointer.
    pub raised: Color32,
    /// Inside of fields.
    pub field: Color32,
    /// Filled part of a number field.
    pub bar: Color32,
    /// Borders.
    pub edge: Color32,
    /// Borders under the pointer.
    pub edge_hover: Color32,
    /// Text.
    pub text: Color32,
    /// Less important text.
    pub secondary: Color32,
    /// Least important text.
    pub muted: Color32,
    /// Selection and primary buttons.
    pub accent: Color32,
    /// Errors.
    pub error: Color32,
    /// Things that a person should know and need not mend.
    pub warning: Color32,
}

/// The colours of the window that `ui` belongs to.
pub fn tone(ui: &Ui) -> Tone {
    let theme = Theme::of(ui.ctx());
    Tone {
        panel: theme.panel,
        body: theme.body,
        raised: theme.raised,
        field: theme.field,
        bar: theme.slider,
        edge: theme.edge,
        edge_hover: theme.muted.gamma_multiply(0.6),
        text: theme.text,
        secondary: theme.secondary,
        muted: theme.muted,
        accent: theme.accent,
        error: theme.error,
        warning: theme.warning,
    }
}

/// Colour of a family of nodes.
pub fn category(ui: &Ui, category: Category) -> Color32 {
    Theme::of(ui.ctx()).category(category)
}
