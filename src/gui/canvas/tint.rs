//! The colours that people give to nodes, frames and notes: swatches in menus.

use super::menu::Action;
use crate::graph::{Edit, Item};
use crate::gui::language::{self, key, tr};
use crate::gui::request::Request;
use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

/// The colours with their names.
const COLORS: [(&str, [u8; 3]); 8] = [
    (key!("Red"), [0xd9, 0x5d, 0x5d]),
    (key!("Orange"), [0xdd, 0x8f, 0x45]),
    (key!("Yellow"), [0xcf, 0xb2, 0x45]),
    (key!("Green"), [0x5e, 0xa9, 0x6b]),
    (key!("Teal"), [0x3f, 0xa6, 0xa3]),
    (key!("Blue"), [0x4a, 0x8f, 0xd6]),
    (key!("Violet"), [0x8c, 0x78, 0xe0]),
    (key!("Grey|a colour"), [0x8b, 0x95, 0xa1]),
];
/// Side of a swatch.
const SIDE: f32 = 20.0;

/// Swatches that colour `items`, and the way back to the usual colours.
pub fn menu(ui: &mut Ui, items: &[Item], out: &mut Vec<Action>) {
    let tint = |color| Action::Ask(Request::edit(Edit::Tint { items: items.to_vec(), color }));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (name, color) in COLORS {
            let name = language::text(name);
            let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            let [r, g, b] = color;
            ui.painter().rect_filled(rect.shrink(1.0), 4.0, Color32::from_rgb(r, g, b));
            if response.hovered() || response.has_focus() {
                let stroke = Stroke::new(1.5, ui.visuals().strong_text_color());
                ui.painter().rect_stroke(rect, 5.0, stroke, StrokeKind::Inside);
            }
            if response.on_hover_text(name).clicked() {
                out.push(tint(Some(color)));
                ui.close();
            }
        }
    });
    if ui.button(tr!("Usual colour")).clicked() {
        out.push(tint(None));
    }
}
