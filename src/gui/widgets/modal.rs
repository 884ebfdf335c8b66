//! The frame of dialogs that hold up the window until they are answered.

use crate::gui::theme::Theme;
use eframe::egui::{Align2, Context, Id, Modal, Order, vec2};

/// A dialog over the whole window.
///
/// It lies below the order of lists and menus: a list that opens from the dialog is above it in whatever order presses
/// arrive, because layers of one order are ranked by the last press.
pub fn modal(ctx: &Context, name: &str) -> Modal {
    let id = Id::unique(name);
    let area = Modal::default_area(id).order(Order::Middle);
    Modal::new(id).area(area).frame(Theme::of(ctx).popup().inner_margin(18))
}

/// A dialog whose height changes while it is used: its top stays where it is, so that nothing slips from under the pointer.
pub fn hanging_modal(ctx: &Context, name: &str) -> Modal {
    let id = Id::unique(name);
    let top = vec2(0.0, ctx.content_rect().height() * 0.14);
    modal(ctx, name).area(Modal::default_area(id).order(Order::Middle).anchor(Align2::CENTER_TOP, top))
}
