//! The frame of dialogs that hold up the window until they are answered.

use crate::gui::theme::Theme;
use eframe::egui::{Context, Id, Modal, Order};

/// A dialog over the whole window.
///
/// It lies below the order of lists and menus: a list that opens from the dialog is above it in whatever order presses
/// arrive, because layers of one order are ranked by the last press.
pub fn modal(ctx: &Context, name: &str) -> Modal {
    let id = Id::unique(name);
    let area = Modal::default_area(id).order(Order::Middle);
    Modal::new(id).area(area).frame(Theme::of(ctx).popup().inner_margin(18))
}
