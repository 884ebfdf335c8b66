//! The editor of the view's colour ramp: stops over strips of their colours, and the person's own ramps.
//!
//! A ramp of the program's is not changed: the first change makes colours of the recipe's own, which the recipe holds.

mod stops;
mod strip;

pub use stops::Stops;

use crate::deliver::colors;
use crate::graph::{ColorStop, Edit, OwnRamp, View, ViewRamp};
use crate::gui::language::tr;
use crate::gui::ramps::Ramps;
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, TEXT, regular, semibold};
use crate::gui::widgets::gradient::swatch;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::row::Row;
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use crate::view::{ramp, ramps};
use eframe::egui::{Align, Button, Id, Label, Layout, RichText, Sense, Ui, vec2};
use std::sync::Arc;

/// New stops, with the key of the gesture that changed them.
type Change = (Stops, Option<Id>);

/// Width of a colour's button and of a swatch in points.
const SWATCH: f32 = 34.0;

/// A half of a ramp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Water,
    Land,
    /// Land where there is no water.
    All,
}

impl Half {
    fn title(self) -> &'static str {
        match self {
            Self::Water => tr!("Water, from the deepest ground to the sea"),
            Self::Land => tr!("Land, from the sea to the highest ground"),
            Self::All => tr!("All heights, from the lowest to the highest"),
        }
    }

    fn strip_name(self) -> &'static str {
        match self {
            Self::Water => tr!("Colours of the water, a click adds one"),
            Self::Land | Self::All => tr!("Colours of the land, a click adds one"),
        }
    }

    fn stop_name(self, index: usize) -> String {
        match self {
            Self::Water => tr!("Stop {n} of the water", n = index + 1),
            Self::Land | Self::All => tr!("Stop {n} of the land", n = index + 1),
        }
    }
}

/// The ramp that is edited.
struct Editor<'a> {
    view: &'a View,
    own: &'a Ramps,
    /// Its colours, as the recipe's own would be.
    ramp: OwnRamp,
    out: Vec<Request>,
}

/// Draws the editor and returns what was asked for.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, own: &Ramps) -> Vec<Request> {
    let view = &scene.graph.view;
    let ramp = match &view.ramp {
        ViewRamp::Own(ramp) => OwnRamp::clone(ramp),
        ViewRamp::Named(name) => {
            let found = colors(&view.ramp).or_else(|| ramps().first().cloned()).unwrap_or_default();
            OwnRamp { name: unused_name(own, name), water: found.water.clone(), land: found.land.clone() }
        }
    };
    let mut editor = Editor { view, own, ramp, out: Vec::new() };
    editor.head(ui);
    let water = editor.ramp.water.clone();
    if water.is_empty() {
        editor.half(ui, Half::All);
    } else {
        editor.half(ui, Half::Land);
        editor.half(ui, Half::Water);
    }
    editor.whole(ui);
    editor.library(ui);
    editor.out
}

/// `terrain 2`: a name that no ramp has.
fn unused_name(own: &Ramps, name: &str) -> String {
    let taken = |name: &str| ramp(name).is_some() || own.find(name).is_some();
    (2..1000).map(|n| format!("{name} {n}")).find(|name| !taken(name)).unwrap_or_else(|| name.to_owned())
}

impl Editor<'_> {
    fn change(&mut self, ramp: OwnRamp, gesture: Option<Id>) {
        self.choose(ViewRamp::Own(Arc::new(ramp)), gesture);
    }

    fn choose(&mut self, ramp: ViewRamp, gesture: Option<Id>) {
        let view = View { ramp, ..self.view.clone() };
        self.out.push(Request::Edit { edit: Edit::View(view), merge: gesture });
    }

    fn head(&mut self, ui: &mut Ui) {
        let doc = tr!("A recipe holds colours of its own itself, so that it looks the same everywhere.");
        let is_own = matches!(self.view.ramp, ViewRamp::Own(_));
        let shown = self.view.ramp.name().to_owned();
        let row = Row { name: tr!("ramp"), doc, reset: false };
        let typed = row.show(ui, |ui, width| {
            if is_own {
                return TextField::new("", &shown).width(width).show(ui).1;
            }
            let words = tr!("{name}, built in; a change copies it", name = shown);
            ui.add(Label::new(RichText::new(words).color(tone(ui).secondary)).truncate().selectable(false));
            None
        });
        if let Some(name) = typed.inner.map(|name| name.trim().to_owned()).filter(|name| *name != shown) {
            let ramp = OwnRamp { name, ..self.ramp.clone() };
            self.change(ramp, None);
        }
    }

    fn stops(&self, half: Half) -> Stops {
        Stops(if half == Half::Water { self.ramp.water.clone() } else { self.ramp.land.clone() })
    }

    fn with(&self, half: Half, stops: Vec<ColorStop>) -> OwnRamp {
        let ramp = self.ramp.clone();
        if half == Half::Water { OwnRamp { water: stops, ..ramp } } else { OwnRamp { land: stops, ..ramp } }
    }

    fn half(&mut self, ui: &mut Ui, half: Half) {
        let stops = self.stops(half);
        let salt = if half == Half::Water { "water" } else { "land" };
        let change = ui.push_id(salt, |ui| {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(half.title()).font(semibold(TEXT)).color(tone(ui).text)).selectable(false));
            let id = ui.make_persistent_id("chosen");
            let mut chosen: usize = ui.data(|d| d.get_temp(id)).unwrap_or_default();
            chosen = chosen.min(stops.0.len().saturating_sub(1));
            let moved = strip::show(ui, half, &stops, &mut chosen);
            let typed = chosen_stop(ui, half, &stops, &mut chosen);
            let turned = turns(ui, half, &stops);
            ui.data_mut(|d| d.insert_temp(id, chosen));
            moved.or(typed).or(turned)
        });
        if let Some((stops, gesture)) = change.inner {
            let ramp = self.with(half, stops.0);
            self.change(ramp, gesture);
        }
    }

    /// What concerns both halves.
    fn whole(&mut self, ui: &mut Ui) {
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            if self.ramp.water.is_empty() {
                let hint = tr!("Give what lies under the sea colours of its own.");
                if ui.button(tr!("Add water")).on_hover_text(hint).clicked() {
                    let water = ramps().first().map_or_else(Vec::new, |ramp| ramp.water.clone());
                    let ramp = self.with(Half::Water, water);
                    self.change(ramp, None);
                }
            } else if ui
                .button(tr!("Remove water"))
                .on_hover_text(tr!("The land's colours cover all heights."))
                .clicked()
            {
                let ramp = self.with(Half::Water, Vec::new());
                self.change(ramp, None);
            }
            let saved = self.own.find(&self.ramp.name).is_some_and(|own| **own == self.ramp);
            let is_own = matches!(self.view.ramp, ViewRamp::Own(_));
            let hint = match saved {
                true => tr!("It is among your own ramps."),
                false => tr!("Keep these colours under their name for other recipes."),
            };
            let button = ui.add_enabled(is_own && !saved, Button::new(tr!("Save as my ramp")));
            if button.on_hover_text(hint).on_disabled_hover_text(hint).clicked() {
                self.out.push(Request::SaveRamp(Arc::new(self.ramp.clone())));
            }
        });
    }

    /// The person's own ramps: a click takes one, a cross removes it.
    fn library(&mut self, ui: &mut Ui) {
        ui.add_space(6.0);
        ui.add(Label::new(RichText::new(tr!("My ramps")).font(semibold(TEXT)).color(tone(ui).text)).selectable(false));
        if self.own.all().is_empty() {
            let words = tr!("None yet. Change the colours above and save them, and they are offered to every recipe.");
            ui.add(
                Label::new(RichText::new(words).font(regular(SMALL)).color(tone(ui).muted)).wrap().selectable(false),
            );
        }
        for own in self.own.all() {
            ui.push_id(own.name.as_str(), |ui| {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(2.0 * SWATCH, 16.0), Sense::hover());
                    swatch(ui.painter(), rect, &own.water, &own.land);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let name = tr!("Remove {name}", name = own.name);
                        let hint = tr!("Remove it from my ramps. Recipes keep their colours.");
                        if icon_button(ui, Icon::Remove, &name, hint, false).clicked() {
                            self.out.push(Request::ForgetRamp(own.name.clone()));
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            let used = self.view.ramp == ViewRamp::Own(Arc::clone(own));
                            if ui.add(Button::selectable(used, own.name.as_str()).truncate()).clicked() && !used {
                                let view = View { ramp: ViewRamp::Own(Arc::clone(own)), ..self.view.clone() };
                                self.out.push(Request::edit(Edit::View(view)));
                            }
                        });
                    });
                });
            });
        }
    }
}

/// Colour and place of the chosen stop.
fn chosen_stop(ui: &mut Ui, half: Half, stops: &Stops, chosen: &mut usize) -> Option<Change> {
    let index = *chosen;
    let &(at, color) = stops.0.get(index)?;
    let mut change = None;
    ui.horizontal(|ui| {
        let of = half.stop_name(index);
        let mut picked = color;
        let button = ui.name_inputs(tr!("Colour of {name}", name = of), |ui| {
            ui.scope(|ui| {
                ui.spacing_mut().interact_size = vec2(SWATCH, 20.0);
                ui.color_edit_button_srgb(&mut picked)
            })
        });
        if picked != color {
            change = Some((stops.clone().coloured(index, picked), Some(button.inner.id)));
        }
        let (lo, hi) = stops.limits(index);
        let label = tr!("Place of {name}", name = of);
        let shortest = crate::gui::panels::inspector::shortest;
        let field = NumberField::new(&label, shortest(at)).hard(Some((shortest(lo), shortest(hi))));
        let width = (ui.available_width() - icon::SIZE - ui.spacing().item_spacing.x).clamp(40.0, 110.0);
        let edited = field.soft(Some((0.0, 1.0))).width(width).show(ui);
        if let Some(value) = edited.value {
            change = Some((stops.clone().moved(index, value as f32), edited.gesture));
        }
        let name = tr!("Remove {name}", name = of);
        if stops.can_lose_one() && icon_button(ui, Icon::Remove, &name, tr!("Remove this colour."), false).clicked() {
            change = stops.clone().without(index).map(|stops| (stops, None));
        }
    });
    change
}

/// What is done to all stops of a half.
fn turns(ui: &mut Ui, half: Half, stops: &Stops) -> Option<Change> {
    let mut change = None;
    ui.horizontal(|ui| {
        let (spread, reverse) = match half {
            Half::Water => (tr!("Spread the water evenly"), tr!("Reverse the water")),
            Half::Land | Half::All => (tr!("Spread the land evenly"), tr!("Reverse the land")),
        };
        let hint = tr!("Put the colours at equal distances.");
        if ui.button(tr!("Spread evenly")).accessible_name(spread).on_hover_text(hint).clicked() {
            change = Some((stops.clone().spread(), None));
        }
        if ui.button(tr!("Reverse")).accessible_name(reverse).on_hover_text(tr!("Turn the colours round.")).clicked() {
            change = Some((stops.clone().reversed(), None));
        }
    });
    change
}
