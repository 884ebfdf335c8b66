//! How the picture is coloured: mode chips on the picture, ramp, levels and exaggeration below it.

use super::{Command, Outcome, Preview, Request};
use crate::graph::{Edit, View, ViewRamp};
use crate::gui::dock::Pane;
use crate::gui::language::{self, tr};
use crate::gui::ramps::Ramps;
use crate::gui::theme::{ON_PLATE, PLATE, PLATE_EDGE, SMALL, Theme};
use crate::gui::topbar::shortcut_of;
use crate::gui::widgets::gradient::swatch;
use crate::gui::widgets::number::{NumberField, Unit, format};
use crate::gui::worker::{Shown, is_output, modes_of};
use crate::view::{EVEN, Mode, Scene, Stop, ramp, ramps, round_below};
use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{
    Align, Button, ComboBox, FontId, Id, Label, Layout, PopupCloseBehavior, Rect, RichText, Sense, Stroke, StrokeKind,
    Ui, UiBuilder, vec2,
};
use std::sync::Arc;

/// Draws the modes that make sense over the top of the picture.
pub(super) fn chips(ui: &mut Ui, area: Rect, preview: &Preview<'_>, shown: &Shown, outcome: &mut Outcome) {
    let modes = modes_of(shown.subject.quantity);
    let rect = Rect::from_min_size(area.min + vec2(8.0, 8.0), vec2(area.width() - 16.0, 22.0));
    // A child of its own: the chips lie on the picture and take no room below it.
    let mut over =
        ui.new_child(UiBuilder::new().id_salt("modes").max_rect(rect).layout(Layout::left_to_right(Align::Min)));
    over.spacing_mut().item_spacing.x = GAP;
    let room = rect.width() - super::compare::CORNER - MORE - THREE;
    let (first, rest) = modes.split_at(fitting(&over, modes, room));
    for &mode in first {
        if chip(&mut over, language::text(mode.name()), shown.mode == mode).clicked() {
            choose(preview, shown, mode, outcome);
        }
    }
    if !rest.is_empty() {
        more(&mut over, rest, preview, shown, outcome);
    }
    over.add_space(6.0);
    let hint = format!("{} ({})", Command::Relief.title(), shortcut_of(&over, Command::Relief));
    if chip(&mut over, tr!("3D"), preview.solid).on_hover_text(hint).clicked() {
        outcome.requests.push(Command::Relief.request());
    }
}

/// Points between chips.
const GAP: f32 = 4.0;
/// Points that the chip of the 3D view takes.
const THREE: f32 = 44.0;
/// Points that the chip for the other modes may take.
const MORE: f32 = 104.0;

/// How many of the modes have room as chips of their own; all of them if none is left over.
fn fitting(ui: &Ui, modes: &[Mode], room: f32) -> usize {
    let font = FontId::proportional(SMALL + 0.5);
    let width = |mode: &Mode| {
        let text = language::text(mode.name()).to_owned();
        let words = ui.painter().layout_no_wrap(text, font.clone(), ON_PLATE);
        words.size().x + 2.0 * ui.spacing().button_padding.x + GAP
    };
    let mut left = room;
    let fits = |mode: &&Mode| {
        left -= width(mode);
        left >= 0.0
    };
    let count = modes.iter().take_while(fits).count();
    // One that is left over needs no menu.
    if modes.len() - count == 1 && left + MORE >= 0.0 { modes.len() } else { count }
}

/// The chip that opens a menu of the modes without one; it says the mode where that is among them.
fn more(ui: &mut Ui, modes: &[Mode], preview: &Preview<'_>, shown: &Shown, outcome: &mut Outcome) {
    let chosen = modes.iter().find(|mode| **mode == shown.mode);
    let name = chosen.map_or_else(|| tr!("More"), |mode| language::text(mode.name()));
    let arrow = egui_material_icons::icons::ICON_ARROW_DROP_DOWN.codepoint;
    let button = chip_button(ui, &format!("{name} {arrow}"), chosen.is_some());
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        for &mode in modes {
            let text = RichText::new(language::text(mode.name()));
            if ui.selectable_label(shown.mode == mode, text).on_hover_text(about(mode)).clicked() {
                choose(preview, shown, mode, outcome);
                ui.close();
            }
        }
    });
    edge(ui, response.rect, chosen.is_some());
    response.accessible_name(tr!("More ways to look at it"));
}

/// What a mode shows.
fn about(mode: Mode) -> &'static str {
    match mode {
        Mode::Grey => tr!("Black at the low end, white at the high end"),
        Mode::Signed => tr!("Blue below 0, tan above"),
        Mode::Ramp => tr!("The colour ramp without shading"),
        Mode::Terrain => tr!("The colour ramp with shading"),
        Mode::Shade => tr!("Light and shade from one sun"),
        Mode::Tiles => tr!("One colour per tile"),
        Mode::Heat => tr!("An even ramp, in which equal steps look equal"),
        Mode::Hillshade => tr!("Light from four directions: slopes turned away show their form too"),
        Mode::Slope => tr!("How steep it is, in degrees"),
        Mode::Normals => tr!("Which way the ground faces, as in a normal map"),
        Mode::Contours => tr!("Lines of equal height, every fifth one heavy and labelled"),
        Mode::Clipping => tr!("Where values leave the range that an export keeps"),
        Mode::Arrows => tr!("Arrows downhill, longer where it is steeper"),
        Mode::Flow => tr!("Particles that drift along the field"),
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
    let button = chip_button(ui, text, on);
    let response = ui.add(button);
    edge(ui, response.rect, on);
    response
}

/// The edge of a chip, without which it has no shape over black. It takes no room.
fn edge(ui: &Ui, rect: Rect, on: bool) {
    if !on {
        ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.0, PLATE_EDGE), StrokeKind::Inside);
    }
}

fn chip_button<'a>(ui: &Ui, text: &str, on: bool) -> Button<'a> {
    let theme = Theme::of(ui);
    let (fill, color) = match on {
        true => (theme.accent, theme.on_accent),
        false => (PLATE, ON_PLATE),
    };
    let button = Button::new(RichText::new(text).size(SMALL + 0.5).color(color)).fill(fill).stroke(Stroke::NONE);
    button.corner_radius(5.0).min_size(vec2(0.0, 22.0)).selected(on)
}

/// Draws what a mode leaves open: ramp, relief, sun, lines, levels, legend. Gives the height of the lines that it takes
/// beyond the first.
pub(super) fn row(
    ui: &mut Ui,
    preview: &Preview<'_>,
    shown: &Shown,
    drift: &mut super::flow::Drift,
    outcome: &mut Outcome,
) -> f32 {
    let mode = shown.mode;
    let solid = preview.solid && (shown.ground.is_some() || shown.subject.metres(0.0).is_some());
    let view = &preview.scene.graph.view;
    let mut out = Changes { view, requests: Vec::new() };
    let (mut auto_levels, mut edits) = (None, false);
    let lines = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // A mode that leaves nothing open takes the same room, so that what lies below does not move.
        ui.set_min_height(ui.spacing().interact_size.y);
        if matches!(mode, Mode::Ramp | Mode::Terrain | Mode::Contours) {
            if let Some(ramp) = choose_ramp(ui, &view.ramp, preview.ramps) {
                out.change(View { ramp, ..view.clone() });
            }
            let button = small(ui, tr!("Edit"), false).accessible_name(tr!("Edit the colour ramp"));
            edits = button.on_hover_text(tr!("Change, add and save colours.")).clicked();
        }
        if mode == Mode::Flow {
            drift.row(ui, preview.scene.graph, &mut out);
        }
        if matches!(mode, Mode::Heat | Mode::Arrows | Mode::Flow) {
            choose_heat(ui, &mut out);
        }
        let lit = matches!(mode, Mode::Terrain | Mode::Shade | Mode::Hillshade);
        if solid || lit {
            relief(ui, &mut out);
        }
        if solid || lit {
            sun(ui, &mut out);
        }
        if mode == Mode::Contours {
            interval(ui, preview.scene.graph.world.height, &mut out);
        }
        let spans = matches!(mode, Mode::Grey | Mode::Signed | Mode::Heat);
        if spans || (mode == Mode::Ramp && shown.subject.sea().is_none()) {
            let on = preview.auto_levels;
            let hint = tr!("Stretches the colours over the values that occur (A)");
            auto_levels = Some(small(ui, tr!("Auto levels"), on).on_hover_text(hint).clicked());
        }
        if shown.picture.legend.is_some() {
            let hint = tr!("Says on the picture what its colours mean, in files as well");
            if small(ui, tr!("Legend"), view.legend).on_hover_text(hint).clicked() {
                out.change(View { legend: !view.legend, ..view.clone() });
            }
        }
    });
    outcome.requests.append(&mut out.requests);
    if edits {
        outcome.requests.push(Request::Pane(Pane::Ramp, true));
    }
    if auto_levels == Some(true) {
        outcome.requests.push(Request::Do(Command::AutoLevels));
    }
    let (height, line) = (lines.response.rect.height(), ui.spacing().interact_size.y);
    if height > 1.5 * line { height - line } else { 0.0 }
}

/// Collects changes of the recipe's view.
pub(super) struct Changes<'a> {
    /// The view as it is.
    pub view: &'a View,
    requests: Vec<Request>,
}

impl Changes<'_> {
    pub fn change(&mut self, view: View) {
        self.requests.push(Request::edit(Edit::View(view)));
    }

    /// The same as part of a drag.
    pub fn drag(&mut self, view: View, gesture: Option<Id>) {
        self.requests.push(Request::Edit { edit: Edit::View(view), merge: gesture });
    }
}

/// The factor on heights.
fn relief(ui: &mut Ui, out: &mut Changes<'_>) {
    let view = out.view;
    let steps = [("1x", Some(1.0)), ("2x", Some(2.0)), (tr!("auto"), None)];
    let label = RichText::new(tr!("relief")).size(SMALL).color(Theme::of(ui).muted);
    ui.label(label).on_hover_text(tr!("Factor on heights before they are lit"));
    for (text, exaggeration) in steps {
        if small(ui, text, view.exaggeration == exaggeration).clicked() {
            out.change(View { exaggeration, ..view.clone() });
        }
    }
    if let Some(other) = view.exaggeration.filter(|e| ![1.0, 2.0].contains(e)) {
        small(ui, &format!("{other}x"), true).on_hover_text(tr!("As the recipe says"));
    }
}

/// The place of the sun, in a menu of its own.
fn sun(ui: &mut Ui, out: &mut Changes<'_>) {
    let view = out.view;
    let (azimuth, altitude) = view.sun;
    let is_usual = view.sun == View::default().sun;
    let button = small_button(ui, egui_material_icons::icons::ICON_LIGHT_MODE.codepoint, !is_usual);
    // Dragging a number within the menu is no reason to close it.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| {
        let names = [tr!("Azimuth"), tr!("Altitude")];
        let hints = [tr!("Degrees clockwise from north"), tr!("Degrees above the horizon")];
        for (i, (value, limits)) in [(azimuth, (0.0, 360.0)), (altitude, (1.0, 90.0))].into_iter().enumerate() {
            ui.horizontal(|ui| {
                ui.add_sized([64.0, 20.0], Label::new(names[i])).on_hover_text(hints[i]);
                let field = NumberField::new(names[i], value).unit(Unit::Degrees).soft(Some(limits));
                let edited = field.hard(Some(limits)).width(120.0).show(ui);
                if let Some(value) = edited.value {
                    let sun = if i == 0 { (value, altitude) } else { (azimuth, value) };
                    out.drag(View { sun, ..view.clone() }, edited.gesture);
                }
            });
        }
        if !is_usual && ui.button(tr!("As maps are lit")).clicked() {
            out.change(View { sun: View::default().sun, ..view.clone() });
        }
    });
    response.on_hover_text(tr!("Where the light comes from")).accessible_name(tr!("Sun"));
}

/// The interval of contour lines: automatic or a round number of metres.
fn interval(ui: &mut Ui, height: (f64, f64), out: &mut Changes<'_>) {
    let view = out.view;
    let scene = Scene { height, ..Scene::default() };
    let usual = scene.contour_interval();
    let words = |metres: f64| format(metres, Unit::Metres);
    let automatic = tr!("auto, {metres}", metres = words(usual));
    ui.label(RichText::new(tr!("every")).size(SMALL).color(Theme::of(ui).muted));
    let present = view.contours.map_or_else(|| automatic.clone(), words);
    let combo = ComboBox::from_id_salt("contours").selected_text(present).width(104.0).height(340.0);
    let combo = combo.show_ui(ui, |ui| {
        let mut entry = |text: String, contours: Option<f64>| {
            if ui.selectable_label(view.contours == contours, text).clicked() {
                out.change(View { contours, ..view.clone() });
            }
        };
        entry(automatic, None);
        for factor in [0.1, 0.25, 0.5, 1.0, 2.5, 5.0] {
            let metres = round_below(usual * factor);
            entry(words(metres), Some(metres));
        }
    });
    combo.response.accessible_name(tr!("Contour interval"));
}

/// The ramp of heat and arrows, among those whose steps look even.
fn choose_heat(ui: &mut Ui, out: &mut Changes<'_>) {
    let view = out.view;
    ui.label(RichText::new(tr!("ramp")).size(SMALL).color(Theme::of(ui).muted));
    let combo = ComboBox::from_id_salt("heat").selected_text(&view.heat).width(96.0).height(340.0).truncate();
    let combo = combo.show_ui(ui, |ui| {
        for ramp in EVEN.iter().filter_map(|name| ramp(name)) {
            if entry(ui, &ramp.name, view.heat == ramp.name, &[], &ramp.land) {
                out.change(View { heat: ramp.name.clone(), ..view.clone() });
            }
        }
    });
    combo.response.accessible_name(tr!("Even ramp"));
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
    let button = small_button(ui, text, on);
    ui.add(button)
}

pub(super) fn small_button<'a>(ui: &Ui, text: &str, on: bool) -> Button<'a> {
    let theme = Theme::of(ui);
    let color = if on { theme.accent } else { theme.secondary };
    let stroke = if on { theme.accent.gamma_multiply(0.6) } else { theme.edge };
    let button =
        Button::new(RichText::new(text).size(SMALL).color(color)).fill(theme.body).stroke(Stroke::new(1.0, stroke));
    button.corner_radius(4.0).min_size(vec2(0.0, 20.0)).selected(false)
}
