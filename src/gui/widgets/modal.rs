//! The frame of dialogs that hold up the window until they are answered.

use crate::gui::theme::Theme;
use eframe::egui::{Align2, Context, Id, Modal, Order, vec2};

/// Points between a dialog's edge and its contents.
const MARGIN: i8 = 18;

/// A dialog over the whole window.
///
/// It lies below the order of lists and menus: a list that opens from the dialog is above it in whatever order presses
/// arrive, because layers of one order are ranked by the last press.
pub fn modal(ctx: &Context, name: &str) -> Modal {
    let id = Id::unique(name);
    let area = Modal::default_area(id).order(Order::Middle);
    Modal::new(id).area(area).frame(Theme::of(ctx).popup().inner_margin(MARGIN))
}

/// A dialog whose height changes while it is used: its top stays where it is, so that nothing slips from under the pointer.
///
/// Returns it with the height in points that its contents may have; what is higher has to scroll.
pub fn hanging_modal(ctx: &Context, name: &str) -> (Modal, f32) {
    let id = Id::unique(name);
    let height = ctx.content_rect().height();
    // A small window gives the dialog all of its height.
    let top = (height * 0.14).min((height - 600.0).max(0.0) + 12.0);
    let area = Modal::default_area(id).order(Order::Middle).anchor(Align2::CENTER_TOP, vec2(0.0, top));
    (modal(ctx, name).area(area), height - top - 12.0 - 2.0 * f32::from(MARGIN))
}
