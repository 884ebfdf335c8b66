//! A table of biomes: its tiles with their colours, and which of them stands at which height and moisture.

use super::{At, shortest};
use crate::graph::Setting;
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::theme::{SMALL, regular};
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use crate::spec::{Biome, BiomeRow, Biomes, ParamSpec, Value};
use eframe::egui::accesskit::Role;
use eframe::egui::{Align, ComboBox, Id, Label, Layout, RichText, Ui, vec2};

/// Width of a bound in points.
const BOUND: f32 = 58.0;
/// Height of a line in points.
const LINE: f32 = 22.0;

/// What was changed, with the key of the gesture.
type Change = Option<(Biomes, Option<Id>)>;

impl At<'_> {
    /// The table of a parameter.
    pub(super) fn biomes(&self, ui: &mut Ui, param: &'static ParamSpec, out: &mut Vec<Request>) {
        let Value::Biomes(biomes) = self.scene.graph.value(self.node, param) else { return };
        let mut change: Change = None;
        ui.push_id(param.name, |ui| {
            ui.add_space(4.0);
            let (add, reset) = self.head(ui, param, self.node.setting(param.name).is_some(), true);
            if reset {
                out.push(self.set(param.name, None, None));
            }
            if add {
                change = Some((with_row(&biomes), None));
            }
            table(ui, &biomes, &mut change);
            ui.add_space(6.0);
            tiles(ui, &biomes, &mut change);
        });
        if let Some((biomes, gesture)) = change {
            out.push(self.set(param.name, Some(Setting::Value(Value::Biomes(biomes.into()))), gesture));
        }
    }
}

/// The rows, highest on top as on a mountain, below the borders of moisture.
fn table(ui: &mut Ui, biomes: &Biomes, change: &mut Change) {
    ui.horizontal(|ui| {
        caption(ui, tr!("moisture"), BOUND);
        for (i, &border) in biomes.moisture.iter().enumerate() {
            let label = tr!("Border of moisture {n}", n = i + 1);
            let field = NumberField::new(&label, shortest(border)).decimals(3).width(BOUND);
            let reply = field.soft(Some((0.0, 1.0))).show(ui);
            if let Some(value) = reply.value {
                let mut biomes = biomes.clone();
                let (lo, hi) = between(&biomes.moisture, i);
                biomes.moisture[i] = (value as f32).clamp(lo.next_up(), hi.next_down());
                *change = Some((biomes, reply.gesture));
            }
        }
        if biomes.moisture.len() < 8 && ui.small_button("+").on_hover_text(tr!("Add a column.")).clicked() {
            *change = Some((with_column(biomes), None));
        }
        if !biomes.moisture.is_empty() && ui.small_button("−").on_hover_text(tr!("Remove the last column.")).clicked()
        {
            *change = Some((without_column(biomes), None));
        }
    });
    for index in (0..biomes.rows.len()).rev() {
        ui.push_id(("row", index), |ui| row(ui, biomes, index, change));
    }
}

fn row(ui: &mut Ui, biomes: &Biomes, index: usize, change: &mut Change) {
    let row = &biomes.rows[index];
    ui.horizontal(|ui| {
        match row.below {
            Some(below) => {
                let label = tr!("Row {n} below", n = index + 1);
                let reply =
                    NumberField::new(&label, shortest(below)).decimals(3).width(BOUND).soft(Some((0.0, 1.0))).show(ui);
                if let Some(value) = reply.value {
                    let bounds: Vec<f32> = biomes.rows.iter().filter_map(|row| row.below).collect();
                    let (lo, hi) = between(&bounds, index);
                    let mut biomes = biomes.clone();
                    biomes.rows[index].below = Some((value as f32).clamp(lo, hi));
                    *change = Some((biomes, reply.gesture));
                }
            }
            None => caption(ui, tr!("all above"), BOUND),
        }
        let cells = row.tiles.len().max(1);
        let columns = biomes.moisture.len() + 1;
        let spare = (icon::SIZE + ui.spacing().item_spacing.x) * 2.0;
        let gaps = ui.spacing().item_spacing.x * cells as f32;
        let width = ((ui.available_width() - spare - gaps) / cells as f32).max(28.0);
        for (column, &tile) in row.tiles.iter().enumerate() {
            ui.push_id(column, |ui| {
                let label = tr!("Tile of row {row}, column {column}", row = index + 1, column = column + 1);
                if let Some(tile) = cell(ui, biomes, tile, &label, width) {
                    let mut biomes = biomes.clone();
                    biomes.rows[index].tiles[column] = tile;
                    *change = Some((biomes, None));
                }
            });
        }
        if columns > 1 {
            let split = cells == 1;
            let hint = if split { tr!("One tile for each column.") } else { tr!("One tile for the whole row.") };
            let label = tr!("Split row {n}", n = index + 1);
            if icon_button(ui, Icon::More, &label, hint, !split).clicked() {
                let mut biomes = biomes.clone();
                let first = row.tiles.first().copied().unwrap_or(0);
                biomes.rows[index].tiles = vec![first; if split { columns } else { 1 }];
                *change = Some((biomes, None));
            }
        }
        if row.below.is_some() {
            let label = tr!("Remove row {n}", n = index + 1);
            if icon_button(ui, Icon::Remove, &label, tr!("Remove this row."), false).clicked() {
                let mut biomes = biomes.clone();
                biomes.rows.remove(index);
                *change = Some((biomes, None));
            }
        }
    });
}

/// A list of all tiles on the colour of the chosen one.
fn cell(ui: &mut Ui, biomes: &Biomes, chosen: usize, label: &str, width: f32) -> Option<usize> {
    let [r, g, b] = biomes.tiles.get(chosen).map_or([0; 3], |t| t.color);
    let color = eframe::egui::Color32::from_rgb(r, g, b);
    let ink = if 0.3 * f32::from(r) + 0.6 * f32::from(g) + 0.1 * f32::from(b) > 130.0 { 20 } else { 240 };
    let ink = eframe::egui::Color32::from_gray(ink);
    let name = biomes.tiles.get(chosen).map_or("", |t| &t.name);
    let mut picked = None;
    let list = ui
        .scope(|ui| {
            // A long name is cut rather than pushing what follows out of sight.
            ui.set_max_width(width);
            let widgets = &mut ui.visuals_mut().widgets;
            for state in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.open] {
                state.weak_bg_fill = color;
                state.fg_stroke.color = ink;
            }
            let text = RichText::new(name).font(regular(SMALL)).color(ink);
            ComboBox::from_id_salt("tile").selected_text(text).width(width).truncate().show_ui(ui, |ui| {
                for (i, tile) in biomes.tiles.iter().enumerate() {
                    if ui.selectable_label(i == chosen, &tile.name).clicked() {
                        picked = Some(i);
                    }
                }
            })
        })
        .inner;
    list.response.widget_info(|| eframe::egui::WidgetInfo::labeled(Role::ComboBox, true, label));
    list.response.on_hover_text(name);
    picked.filter(|i| *i != chosen)
}

/// The tiles: colour, name, water.
fn tiles(ui: &mut Ui, biomes: &Biomes, change: &mut Change) {
    for (index, tile) in biomes.tiles.iter().enumerate() {
        ui.push_id(("tile", index), |ui| {
            ui.horizontal(|ui| {
                let mut color = tile.color;
                let swatch = ui.name_swatch(&tr!("Colour of {name}", name = tile.name), &mut color);
                if color != tile.color {
                    *change = Some((changed(biomes, index, |t| t.color = color), Some(swatch)));
                }
                let width = (ui.available_width() - 2.0 * icon::SIZE - 3.0 * ui.spacing().item_spacing.x).max(60.0);
                let label = tr!("Name of tile {name}", name = tile.name);
                if let Some(name) = TextField::new(&label, &tile.name).bare().width(width).show(ui).1 {
                    let name = name.trim().to_owned();
                    if !name.is_empty() && biomes.tiles.iter().all(|t| t.name != name) {
                        *change = Some((changed(biomes, index, |t| t.name = name), None));
                    }
                }
                let hint = tr!("Water: rows of nothing but water follow the sea.");
                if icon_button(ui, Icon::Water, &tr!("Water {name}", name = tile.name), hint, tile.water).clicked() {
                    *change = Some((changed(biomes, index, |t| t.water = !t.water), None));
                }
                let used = biomes.rows.iter().any(|row| row.tiles.contains(&index));
                let label = tr!("Remove {name}", name = tile.name);
                if !used && icon_button(ui, Icon::Remove, &label, tr!("Remove this tile."), false).clicked() {
                    *change = Some((without_tile(biomes, index), None));
                }
            });
        });
    }
    if ui.button(tr!("Add a tile")).clicked() {
        let mut biomes = biomes.clone();
        let free = (1..).map(|n| format!("tile {n}")).find(|name| biomes.tiles.iter().all(|t| t.name != *name));
        biomes.tiles.push(Biome { name: free.unwrap_or_default(), color: [150, 150, 150], water: false });
        *change = Some((biomes, None));
    }
}

/// A button that opens a picker of colours, named for screen readers.
trait Swatch {
    fn name_swatch(&mut self, name: &str, color: &mut [u8; 3]) -> Id;
}

impl Swatch for Ui {
    fn name_swatch(&mut self, name: &str, color: &mut [u8; 3]) -> Id {
        self.name_inputs(name, |ui| {
            ui.scope(|ui| {
                ui.spacing_mut().interact_size = vec2(LINE, LINE - 4.0);
                ui.color_edit_button_srgb(color).id
            })
        })
        .inner
    }
}

fn caption(ui: &mut Ui, words: &str, width: f32) {
    let text = RichText::new(words).font(regular(SMALL)).color(tone(ui).muted);
    ui.allocate_ui_with_layout(vec2(width, LINE), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add(Label::new(text).selectable(false).truncate());
    });
}

/// What a bound may be without passing its neighbours.
fn between(bounds: &[f32], index: usize) -> (f32, f32) {
    let lower = index.checked_sub(1).and_then(|i| bounds.get(i)).copied().unwrap_or(-1.0);
    (lower, bounds.get(index + 1).copied().unwrap_or(2.0).max(lower))
}

fn changed(biomes: &Biomes, index: usize, change: impl FnOnce(&mut Biome)) -> Biomes {
    let mut biomes = biomes.clone();
    change(&mut biomes.tiles[index]);
    biomes
}

/// Splits the highest row.
fn with_row(biomes: &Biomes) -> Biomes {
    let mut biomes = biomes.clone();
    let top = biomes.rows.iter().filter_map(|row| row.below).fold(0.0, f32::max);
    if let Some(last) = biomes.rows.last().cloned() {
        let below = Some(top + (1.0 - top).max(0.0) * 0.5);
        let at = biomes.rows.len() - 1;
        biomes.rows.insert(at, BiomeRow { below, ..last });
    }
    biomes
}

/// Splits the wettest column.
fn with_column(biomes: &Biomes) -> Biomes {
    let mut biomes = biomes.clone();
    let wettest = biomes.moisture.last().copied().unwrap_or(0.0);
    biomes.moisture.push(wettest + (1.0 - wettest).max(0.1) * 0.5);
    for row in biomes.rows.iter_mut().filter(|row| row.tiles.len() > 1) {
        row.tiles.extend(row.tiles.last().copied());
    }
    biomes
}

fn without_column(biomes: &Biomes) -> Biomes {
    let mut biomes = biomes.clone();
    biomes.moisture.pop();
    for row in biomes.rows.iter_mut().filter(|row| row.tiles.len() > 1) {
        row.tiles.pop();
    }
    biomes
}

fn without_tile(biomes: &Biomes, index: usize) -> Biomes {
    let mut biomes = biomes.clone();
    biomes.tiles.remove(index);
    for tile in biomes.rows.iter_mut().flat_map(|row| &mut row.tiles).filter(|tile| **tile > index) {
        *tile -= 1;
    }
    biomes
}
