//! The buttons in the right upper corner of the preview.

use super::viewport::Viewport;
use super::{Command, Outcome, Preview, PreviewPane};
use crate::gui::language::tr;
use eframe::egui::{Align, Layout, Rect, Ui, vec2};

impl PreviewPane {
    /// The buttons in the upper right corner, and what they do.
    pub(super) fn corner(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        preview: &Preview<'_>,
        solid: bool,
        outcome: &mut Outcome,
    ) {
        let flat = self.viewport.is_fitted() && self.tiled.is_none();
        let state = Corner {
            fitted: if solid { self.relief.is_home() } else { flat },
            solid,
            tiled: self.tiled,
            measures: self.profile.tool || self.profile.is_drawn(),
        };
        match buttons(ui, area, preview, &state, outcome) {
            Some(Pressed::Fit) if solid => self.relief.go_home(),
            Some(Pressed::Fit) => (self.viewport, self.tiled) = (Viewport::default(), None),
            Some(Pressed::Tiled) if self.tiled.is_some() => {
                (self.viewport, self.tiled) = (Viewport::default(), None);
            }
            Some(Pressed::Tiled) => (self.viewport, self.tiled) = (Viewport::at(1.0 / 3.0), Some(true)),
            Some(Pressed::Seams) => self.tiled = self.tiled.map(|marked| !marked),
            Some(Pressed::Measure) if self.profile.is_drawn() => self.profile.clear(),
            Some(Pressed::Measure) => self.profile.tool = !self.profile.tool,
            None => {}
        }
    }
}

/// Height of a button with the gap below it.
const BUTTON: f32 = 26.0;

/// How the buttons in the corner stand.
struct Corner {
    /// Whether the whole world is in sight.
    fitted: bool,
    /// Whether it is seen in 3D.
    solid: bool,
    /// Whether the map is shown beside itself, and whether its seams are marked.
    tiled: Option<bool>,
    /// Whether a line is drawn or about to be.
    measures: bool,
}

/// A button of the corner that changes how the preview looks at the world.
enum Pressed {
    Fit,
    Tiled,
    Seams,
    Measure,
}

/// The buttons in the right upper corner of the picture, downwards: pin, lock, a line to measure along, the map beside itself,
/// its seams, and the whole world where it is not all in sight.
fn buttons(ui: &mut Ui, area: Rect, preview: &Preview<'_>, state: &Corner, outcome: &mut Outcome) -> Option<Pressed> {
    let count = if state.solid { 2 } else { 4 + usize::from(state.tiled.is_some()) } + usize::from(!state.fitted);
    // Where they have no room one below the other, they stand in a row under the chips.
    let (rect, layout) = match 8.0 + BUTTON * count as f32 > area.height() {
        true => {
            let corner = area.left_top() + vec2(8.0, 8.0 + BUTTON);
            (Rect::from_min_size(corner, vec2(area.width() - 16.0, 22.0)), Layout::right_to_left(Align::Min))
        }
        false => {
            let corner = area.right_top() + vec2(-68.0, 8.0);
            (Rect::from_min_size(corner, vec2(60.0, 160.0)), Layout::top_down(Align::Max))
        }
    };
    let mut over = ui.new_child(eframe::egui::UiBuilder::new().id_salt("corner").max_rect(rect).layout(layout));
    over.spacing_mut().item_spacing = vec2(4.0, 4.0);
    let pinned = preview.compared.is_some();
    let pin = if pinned { Command::StopComparing } else { Command::Pin };
    let lock =
        if preview.locked { egui_material_icons::icons::ICON_LOCK } else { egui_material_icons::icons::ICON_LOCK_OPEN };
    let buttons = [
        (egui_material_icons::icons::ICON_PUSH_PIN.codepoint, pinned, pin),
        (lock.codepoint, preview.locked, Command::LockPreview),
    ];
    for (sign, on, command) in buttons {
        let response = super::options::chip(&mut over, sign, on);
        let title = command.title();
        response.clone().accessible_name(title);
        let keys = crate::gui::topbar::shortcut_of(ui, command);
        let hint = if keys.is_empty() { title.to_owned() } else { format!("{title} ({keys})") };
        if response.on_hover_text(hint).clicked() {
            outcome.requests.push(command.request());
        }
    }
    let icons = egui_material_icons::icons::ICON_SHOW_CHART.codepoint;
    let mut pressed = None;
    let mut press = |sign: &str, on: bool, name: &str, hint: &str, what: Pressed| {
        let response = super::options::chip(&mut over, sign, on);
        response.clone().accessible_name(name);
        if response.on_hover_text(hint).clicked() {
            pressed = Some(what);
        }
    };
    let hint = tr!("Draw a line, and see the heights along it (Shift and drag)");
    if state.solid {
        if !state.fitted {
            press(tr!("Fit"), false, tr!("Fit"), tr!("Show the whole world (double click)"), Pressed::Fit);
        }
        return pressed;
    }
    press(icons, state.measures, tr!("Profile along a line"), hint, Pressed::Measure);
    let sign = egui_material_icons::icons::ICON_GRID_ON.codepoint;
    let hint = tr!("Show the map beside itself, three by three: does it fit?");
    press(sign, state.tiled.is_some(), tr!("Seamless check"), hint, Pressed::Tiled);
    if let Some(marked) = state.tiled {
        press(tr!("Seams"), marked, tr!("Seams"), tr!("Mark where the map meets itself"), Pressed::Seams);
    }
    if !state.fitted {
        press(tr!("Fit"), false, tr!("Fit"), tr!("Show the whole world (double click)"), Pressed::Fit);
    }
    pressed
}
