//! The editor of a curve: its points over the values that come in, the numbers of the chosen point, and ready shapes.

mod plot;
mod shape;

pub use shape::{PRESETS, Shape};

use super::tiles::Histogram;
use crate::gui::language::{self, tr};
use crate::gui::theme::{SMALL, TEXT, regular, semibold};
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::row::prose;
use crate::gui::widgets::tone::tone;
use crate::nodes::CurveEnds;
use eframe::egui::{Align, Id, Label, Layout, RichText, Ui, vec2};

/// The editor of a parameter of points.
pub struct CurveEditor<'a> {
    /// Name of the parameter on screen.
    pub name: &'a str,
    /// Its documentation.
    pub doc: &'a str,
    /// The points as the document holds them, from left to right.
    pub points: &'a [[f64; 2]],
    /// How the curve goes on beyond them.
    pub ends: CurveEnds,
    /// Values that the source may have, as far as they are known.
    pub extent: Option<(f64, f64)>,
    /// How often each of them occurs: equal bins over the two values.
    pub histogram: Option<(&'a Histogram<'a>, (f64, f64))>,
}

/// What was done in the editor.
#[derive(Debug, Default)]
pub struct CurveReply {
    /// New points, with the key of the gesture that changed them.
    pub points: Option<(Vec<[f64; 2]>, Option<Id>)>,
    /// Whether the default points are wanted.
    pub reset: bool,
}

/// What the editor remembers between frames.
#[derive(Clone, Copy, Default)]
struct Memory {
    /// The point whose numbers are shown.
    chosen: usize,
    /// The window while a point is dragged, so that it does not move under the hand.
    held: Option<shape::Window>,
}

impl CurveEditor<'_> {
    /// Draws the editor; `changed` says whether the points differ from the default.
    pub fn show(&self, ui: &mut Ui, changed: bool) -> CurveReply {
        let mut reply = CurveReply::default();
        let id = ui.make_persistent_id("curve");
        let mut memory: Memory = ui.data(|d| d.get_temp(id)).unwrap_or_default();
        memory.chosen = memory.chosen.min(self.points.len().saturating_sub(1));
        let shape = Shape::new(self.points);
        let window = memory.held.unwrap_or_else(|| shape.window(self.extent));
        ui.add_space(4.0);
        self.head(ui, window, changed, &mut reply);
        self.plot(ui, &shape, window, &mut memory, &mut reply);
        self.numbers(ui, &shape, &mut memory, &mut reply);
        let words = tr!("double-click or Ctrl+click adds a point, Del removes it, arrows move it");
        ui.add(Label::new(RichText::new(words).font(regular(SMALL)).color(tone(ui).muted)).wrap().selectable(false));
        ui.data_mut(|d| d.insert_temp(id, memory));
        reply
    }

    fn head(&self, ui: &mut Ui, window: shape::Window, changed: bool, reply: &mut CurveReply) {
        ui.horizontal(|ui| {
            let title = RichText::new(self.name).font(semibold(TEXT)).color(tone(ui).text);
            ui.add(Label::new(title).selectable(false)).on_hover_text(prose(self.doc));
            let hint = tr!("Return {field} to its default.", field = self.name);
            let name = tr!("Reset {field}", field = self.name);
            reply.reset = changed && icon_button(ui, Icon::Reset, &name, &hint, false).clicked();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.menu_button(tr!("Shapes"), |ui| {
                    for (name, points) in PRESETS {
                        if ui.button(language::text(name)).clicked() {
                            reply.points = Some((window.laid_out(points), None));
                            ui.close();
                        }
                    }
                });
            });
        });
    }

    /// The chosen point as numbers.
    fn numbers(&self, ui: &mut Ui, shape: &Shape, memory: &mut Memory, reply: &mut CurveReply) {
        let index = memory.chosen;
        let Some(&[x, y]) = self.points.get(index) else { return };
        ui.horizontal(|ui| {
            let words = tr!("Point {n} of {count}", n = index + 1, count = self.points.len());
            let text = RichText::new(words).color(tone(ui).secondary);
            let size = vec2((ui.available_width() * 0.29).clamp(76.0, 132.0), ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(size.x);
                ui.add(Label::new(text).truncate().selectable(false));
            });
            let gaps = 2.0 * ui.spacing().item_spacing.x;
            let width = ((ui.available_width() - icon::SIZE - gaps) * 0.5).max(40.0);
            let limits = shape.limits(index);
            let (from, to) =
                (tr!("Value in of point {n}", n = index + 1), tr!("Value out of point {n}", n = index + 1));
            let field = NumberField::new(&from, x).hard(Some(limits)).width(width).show(ui);
            field.response.on_hover_text(tr!("The value that comes in."));
            if let Some(x) = field.value {
                reply.points = Some((shape.with(index, [x, y]), field.gesture));
            }
            let all = (f64::from(f32::MIN), f64::from(f32::MAX));
            let field = NumberField::new(&to, y).hard(Some(all)).width(width).show(ui);
            field.response.on_hover_text(tr!("What becomes of it."));
            if let Some(y) = field.value {
                reply.points = Some((shape.with(index, [x, y]), field.gesture));
            }
            let name = tr!("Remove point {n}", n = index + 1);
            if shape.can_lose_one() && icon_button(ui, Icon::Remove, &name, tr!("Remove this point."), false).clicked()
            {
                reply.points = shape.without(index).map(|points| (points, None));
            }
        });
    }
}
