//! Draws once more while dialogs and lists find their size.
//!
//! What floats is placed by the size that it had in the frame before. A dialog that unfolds would stay off the middle, or
//! half hidden, until the next press; so a frame in which anything that floats has moved or grown asks for another.

use eframe::egui::{AreaState, Context, Id};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Asks for another frame if something that floats is not where it was.
pub(super) fn settle(ctx: &Context) {
    let layers = ctx.memory(|m| m.areas().visible_layer_ids());
    // A sum, since the layers come in no order.
    let places = layers.into_iter().map(|layer| place(ctx, layer.id)).fold(0, u64::wrapping_add);
    let key = Id::unique("places of what floats");
    let before = ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(key), places));
    if before != places {
        ctx.request_repaint();
    }
}

/// A number that stands for an area and its rectangle in whole points.
fn place(ctx: &Context, id: Id) -> u64 {
    let Some(state) = AreaState::load(ctx, id) else { return 0 };
    let rect = state.rect();
    let mut hasher = DefaultHasher::new();
    (id, [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|edge| edge.round() as i32)).hash(&mut hasher);
    hasher.finish()
}
