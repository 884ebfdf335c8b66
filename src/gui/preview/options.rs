//! How the picture is coloured: mode chips on the picture, ramp, levels and exaggeration below it.

use super::{Command, Outcome, Preview, Request};
use crate::graph::{Edit, View, ViewRamp};
use crate::gui::dock::Pane;
use crate::gui::language::{self, tr};
use crate::gui::ramps::Ramps;
use crate::gui::theme::{ON_PLATE, PLATE, SMALL, Theme};
use crate::gui::topbar::shortcut_of;
use crate::gui::widgets::gradient::swatch;
use crate::gui::worker::{Shown, is_output, modes_of};
use crate::view::{Mode, Stop, ramps};
use eframe::egui::{Align, Button, ComboBox, Layout, Rect, RichText, Sense, Stroke, Ui, UiBuilder, vec2};
use std::sync::Arc;

/// Draws the modes that make sense over the top of the picture.
pub(super) fn chips(ui: &mut Ui, area: Rect, preview: &Preview<'_>, shown: &Shown, outcome: &mut Outcome) {
    let modes = modes_of(shown.subject.quantity);
    let rect = Rect::from_min_size(area.min + vec2(8.0, 8.0), vec2(area.width() - 16.0, 22.0));
    // A child of its own: the chips lie on the picture and take no room below it.
    let mut over =
        ui.new_child(UiBuilder::new().id_salt("modes").max_rect(rect).layout(Layout::left_to_right(Align::Min)));
    over.spacing_mut().item_spacing.x = 4.0;
    for &mode in modes {
        if chip(&mut over, language::text(mode.name()), shown.mode == mode).clicked() {
            choose(preview, shown, mode, outcome);
        }
    }
    over.add_space(6.0);
    let hint = format!("{} ({})", Command::Relief.title(), shortcut_of(&over, Command::Relief));
    if chip(&mut over, tr!("3D"), preview.solid).on_hover_text(hint).clicked() {
        outcome.requests.push(Command::Relief.request());
    }
}

/// A recipe remembers the mode of its results; other outputs are looked at in passing.
fn choose(preview: &Preview<'_>, shown: &Shown, mode: Mode, outcome: &mut Outcome) {
    let graph = preview.scene.graph;
    if is_output(graph, &shown.link) {
        let view = View { mode: mode.name().into(), ..graph.view.clone() };
        outcome.requests.push(Request::edit(Edit::View(view)));
    }
    outcome.mode = Some((shown.link.clone(), mode));
}

/// A button on the picture.
pub(super) fn chip(ui: &mut Ui, text: &str, on: bool) -> eframe::egui::Response {
    let theme = Theme::of(ui);
    let (fill, color) = match on {
        true => (theme.accent, theme.on_accent),
        false => (PLATE, ON_PLATE),
    };
    let button = Button::new(RichText::new(text).size(SMALL + 0.5).color(color)).fill(fill).stroke(Stroke::NONE);
    ui.add(button.corner_radius(5.0).min_size(vec2(0.0, 22.0)).selected(on))
}

/// Draws ramp, exaggeration and levels, as far as the mode has them.
pub(super) fn row(ui: &mut Ui, preview: &Preview<'_>, shown: &Shown, outcome: &mut Outcome) {
    let mode = shown.mode;
    let solid = preview.solid && (shown.ground.is_some() || shown.subject.metres(0.0).is_some());
    if mode == Mode::Tiles && !solid {
        return;
    }
    let view = &preview.scene.graph.view;
    let mut change = |view: View| outcome.requests.push(Request::edit(Edit::View(view)));
    let (mut auto_levels, mut edits) = (None, false);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if matches!(mode, Mode::Ramp | Mode::Terrain) {
            if let Some(ramp) = choose_ramp(ui, &view.ramp, preview.ramps) {
                change(View { ramp, ..view.clone() });
            }
            let button = small(ui, tr!("Edit"), false).accessible_name(tr!("Edit the colour ramp"));
            edits = button.on_hover_text(tr!("Change, add and save colours.")).clicked();
        }
        if solid || matches!(mode, Mode::Terrain | Mode::Shade) {
            let steps = [("1x", Some(1.0)), ("2x", Some(2.0)), (tr!("auto"), None)];
            let label = RichText::new(tr!("relief")).size(SMALL).color(Theme::of(ui).muted);
            ui.label(label).on_hover_text(tr!("Factor on heights before they are lit"));
            for (text, exaggeration) in steps {
                if small(ui, text, view.exaggeration == exaggeration).clicked() {
                    change(View { exaggeration, ..view.clone() });
                }
            }
            if let Some(other) = view.exaggeration.filter(|e| ![1.0, 2.0].contains(e)) {
                small(ui, &format!("{other}x"), true).on_hover_text(tr!("As the recipe says"));
            }
        }
        if matches!(mode, Mode::Grey | Mode::Signed) || (mode == Mode::Ramp && shown.subject.sea().is_none()) {
            let on = preview.auto_levels;
            let hint = tr!("Stretches the colours over the values that occur (A)");
            auto_levels = Some(small(ui, tr!("Auto levels"), on).on_hover_text(hint).clicked());
        }
    });
    if edits {
        outcome.requests.push(Request::Pane(Pane::Ramp, true));
    }
    if auto_levels == Some(true) {
        outcome.requests.push(Request::Do(Command::AutoLevels));
    }
}

fn choose_ramp(ui: &mut Ui, present: &ViewRamp, own: &Ramps) -> Option<ViewRamp> {
    let mut chosen = None;
    let label = RichText::new(tr!("ramp")).size(SMALL).color(Theme::of(ui).muted);
    ui.label(label);
    let combo = ComboBox::from_id_salt("ramp").selected_text(present.name()).width(96.0).height(340.0).truncate();
    let combo = combo.show_ui(ui, |ui| {
        for ramp in ramps() {
            let named = ViewRamp::Named(ramp.name.clone());
            if entry(ui, &ramp.name, *present == named, &ramp.water, &ramp.land) {
                chosen = Some(named);
            }
        }
        if !own.all().is_empty() {
            ui.separator();
        }
        for ramp in own.all() {
            let held = ViewRamp::Own(Arc::clone(ramp));
            if entry(ui, &ramp.name, *present == held, &ramp.water, &ramp.land) {
                chosen = Some(held);
            }
        }
    });
    combo.response.accessible_name(tr!("Colour ramp"));
    chosen
}

/// A ramp in the list, with its colours before its name; whether it was clicked.
fn entry(ui: &mut Ui, name: &str, on: bool, water: &[Stop], land: &[Stop]) -> bool {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(48.0, 14.0), Sense::hover());
        swatch(ui.painter(), rect, water, land);
        ui.selectable_label(on, name).clicked()
    })
    .inner
}

/// A small button below the picture.
pub(super) fn small(ui: &mut Ui, text: &str, on: bool) -> eframe::egui::Response {
    let theme = Theme::of(ui);
    let color = if on { theme.accent } else { theme.secondary };
    let stroke = if on { theme.accent.gamma_multiply(0.6) } else { theme.edge };
    let button =
        Button::new(RichText::new(text).size(SMALL).color(color)).fill(theme.body).stroke(Stroke::new(1.0, stroke));
    ui.add(button.corner_radius(4.0).min_size(vec2(0.0, 20.0)).selected(false))
}
