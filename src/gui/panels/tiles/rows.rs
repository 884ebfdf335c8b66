//! One row per band: colour, name, upper bound as a value and in metres, measured share, water.

use super::{Bands, ROW, TilesEditor, TilesReply};
use crate::gui::language::tr;
use crate::gui::panels::inspector::shortest;
use crate::gui::theme::{SMALL, Theme, regular};
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::{NumberField, Unit};
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use eframe::egui::{Align, Align2, Label, Layout, RichText, Sense, Stroke, StrokeKind, Ui, vec2};

const SWATCH: f32 = 22.0;
const VALUE: f32 = 52.0;
const METRES: f32 = 66.0;
const SHARE: f32 = 36.0;
const SPACE: f32 = 4.0;
/// Decimals of a bound: a thousandth of the height range, as fine as a hand means it.
const DECIMALS: usize = 3;

fn name_width(list: f32) -> f32 {
    (list - SWATCH - VALUE - METRES - SHARE - 2.0 * icon::SIZE - 6.0 * SPACE).max(40.0)
}

/// The captions of the columns.
pub(super) fn captions(ui: &mut Ui, list: f32) {
    let (_, rect) = ui.allocate_space(vec2(list, 13.0));
    let color = tone(ui).muted;
    let value = rect.left() + SWATCH + name_width(list) + 2.0 * SPACE;
    let columns = [
        (value, tr!("below")),
        (value + VALUE + SPACE, tr!("metres")),
        (value + VALUE + METRES + 2.0 * SPACE, tr!("share")),
    ];
    for (x, words) in columns {
        let at = eframe::egui::pos2(x, rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, words, regular(SMALL), color);
    }
}

impl TilesEditor<'_> {
    pub(super) fn row(&self, ui: &mut Ui, bands: &Bands, index: usize, reply: &mut TilesReply) {
        let Some(level) = bands.levels.get(index) else { return };
        let list = ui.available_width();
        ui.allocate_ui_with_layout(vec2(list, ROW), Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = SPACE;
            ui.spacing_mut().interact_size.y = ROW - 2.0;
            self.swatch(ui, bands, index, reply);
            let label = tr!("Name of band {name}", name = level.name);
            if let Some(name) = TextField::new(&label, &level.name).bare().width(name_width(list)).show(ui).1 {
                let mut levels = bands.levels.clone();
                levels[index].name = name.trim().to_owned();
                reply.levels = Some((levels, None));
            }
            match level.below {
                Some(below) => match self.levels.get(index).and_then(|l| l.below) {
                    Some(stored) if bands.is_pushed(index, stored) => self.drowned(ui, &level.name, stored),
                    _ => self.bounds(ui, bands, index, below, reply),
                },
                None => top(ui),
            }
            self.share(ui, bands, index);
            let hint = tr!("Water: follows the sea, with every band below it.");
            if icon_button(ui, Icon::Water, &tr!("Water {name}", name = level.name), hint, level.water).clicked() {
                reply.levels = Some((bands.clone().with_water(index, !level.water).levels, None));
            }
            if bands.levels.len() > 1 {
                let hint = tr!("Remove this band.");
                if icon_button(ui, Icon::Remove, &tr!("Remove {name}", name = level.name), hint, false).clicked() {
                    reply.levels = Some((bands.clone().without(index).levels, None));
                }
            }
        });
    }

    fn swatch(&self, ui: &mut Ui, bands: &Bands, index: usize, reply: &mut TilesReply) {
        let level = &bands.levels[index];
        let mut color = level.color;
        let response = ui
            .name_inputs(tr!("Colour of {name}", name = level.name), |ui| {
                ui.scope(|ui| {
                    ui.spacing_mut().interact_size = vec2(SWATCH, ROW - 6.0);
                    ui.color_edit_button_srgb(&mut color)
                })
            })
            .inner;
        // Snow on a light ground and deep sea on a dark one would have no edge.
        let edge = Stroke::new(1.0, Theme::of(ui.ctx()).muted);
        ui.painter().rect_stroke(response.rect, 2.0, edge, StrokeKind::Inside);
        if color != level.color {
            let mut levels = bands.levels.clone();
            levels[index].color = color;
            reply.levels = Some((levels, Some(response.id)));
        }
    }

    /// The upper bound, as a value of the unit range and in metres.
    fn bounds(&self, ui: &mut Ui, bands: &Bands, index: usize, below: f32, reply: &mut TilesReply) {
        let name = &bands.levels[index].name;
        let (lo, hi) = bands.limits(index);
        let (lo, hi) = (shortest(lo), shortest(hi.max(lo)));
        let label = tr!("{name} below", name = name);
        let field = NumberField::new(&label, shortest(below)).decimals(DECIMALS).hard(Some((lo, hi)));
        let edited = field.width(VALUE).show(ui);
        if let Some(value) = edited.value {
            self.move_bound(bands, index, value as f32, edited.gesture, reply);
        }
        let label = tr!("{name} below in metres", name = name);
        let metres = crate::gui::widgets::expression::round_to(self.world.metres(shortest(below)), 6);
        let limits = (self.world.metres(lo), self.world.metres(hi));
        let field = NumberField::new(&label, metres).unit(Unit::Metres).hard(Some(limits));
        let edited = field.decimals(self.decimals_of_metres()).width(METRES).show(ui);
        if bands.ends_at_sea(index) {
            let text = tr!("The sea: moving it moves the world's sea level.");
            edited.response.clone().on_hover_text(text);
        }
        if let Some(value) = edited.value {
            self.move_bound(bands, index, self.world.unit(value) as f32, edited.gesture, reply);
        }
    }

    /// Decimals of metres that a height of this world is meant with.
    fn decimals_of_metres(&self) -> usize {
        match (self.world.height.1 - self.world.height.0).abs() {
            span if span >= 100.0 => 0,
            span if span >= 1.0 => 2,
            _ => 5,
        }
    }

    /// A bound that the sea covers: what is stored, which counts again once the sea falls.
    fn drowned(&self, ui: &mut Ui, name: &str, stored: f32) {
        let label = tr!("{name} below", name = name);
        let field = NumberField::new(&label, shortest(stored)).decimals(DECIMALS).width(VALUE);
        ui.add_enabled_ui(false, |ui| field.show(ui));
        let text = RichText::new(tr!("under water")).font(regular(SMALL)).color(tone(ui).muted);
        ui.allocate_ui_with_layout(vec2(METRES, ROW), Layout::left_to_right(Align::Center), |ui| {
            let label = ui.add(Label::new(text).truncate().selectable(false));
            label.on_hover_text(tr!("The sea stands above this bound; it counts again once the sea falls."));
            ui.set_min_width(METRES);
        });
    }

    fn share(&self, ui: &mut Ui, bands: &Bands, index: usize) {
        let size = vec2(SHARE, ROW);
        let Some(histogram) = self.histogram else {
            ui.allocate_space(size);
            return;
        };
        let (lo, hi) = bands.ends(index);
        let share = histogram.share(lo, hi) * 100.0;
        let words = if share >= 10.0 { format!("{share:.0} %") } else { format!("{share:.1} %") };
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let font = regular(SMALL);
        ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, words, font, tone(ui).secondary);
        response.on_hover_text(tr!("Share of the map."));
    }
}

fn top(ui: &mut Ui) {
    let width = VALUE + METRES + SPACE;
    let text = RichText::new(tr!("all above")).color(tone(ui).muted);
    ui.allocate_ui_with_layout(vec2(width, ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add_space(8.0);
        ui.add(Label::new(text).selectable(false));
    });
}
