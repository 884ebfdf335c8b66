//! Particles that drift along the preview, and what can be said about them.

use super::options::{Changes, small, small_button};
use crate::graph::{Along, Flow as Options, Graph, Link, View};
use crate::gui::language::{self, tr};
use crate::gui::theme::{SMALL, Theme};
use crate::gui::widgets::number::NumberField;
use crate::gui::worker::Flowing;
use crate::view::{Flow, Mode, Picture, STEPS, Stop, flow_for, size_for};
use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{ColorImage, ComboBox, Id, Label, PopupCloseBehavior, RichText, TextureHandle, TextureOptions, Ui};
use std::sync::Arc;

/// Pixels along the longer side that trails are drawn with at most.
const LARGEST: usize = 1024;
/// Most steps in one frame of the window: a slow machine shows a slower flow rather than none.
const MOST_STEPS: f64 = 6.0;

/// The particles of the preview.
#[derive(Default)]
pub(super) struct Drift {
    running: Option<Running>,
    /// Whether a person has stopped them.
    paused: bool,
}

struct Running {
    flow: Flow,
    /// What they were made with: with anything else they begin anew.
    made: Made,
    texture: Option<TextureHandle>,
    /// Steps that are due, less than one of them.
    due: f64,
}

#[derive(PartialEq)]
struct Made {
    particles: crate::view::Particles,
    stops: Vec<Stop>,
    size: (usize, usize),
    dot: usize,
}

impl Drift {
    /// Begins anew.
    pub fn reset(&mut self) {
        self.running = None;
    }

    /// Lets the particles drift along a field of so many samples for as long as the last frame took, and gives their picture.
    pub fn show(
        &mut self,
        ui: &Ui,
        flowing: &Arc<Flowing>,
        samples: (usize, usize),
        place: (usize, usize),
    ) -> Option<TextureHandle> {
        let (pixels, dot) = place;
        let size = size_for(Mode::Flow, samples, pixels.clamp(16, LARGEST));
        let scene = &flowing.scene;
        let made = Made { particles: scene.particles.clone(), stops: scene.heat.land.clone(), size, dot };
        if self.running.as_ref().is_none_or(|running| running.made != made) {
            let texture = self.running.take().and_then(|running| running.texture);
            self.running = Some(Running { flow: flow_for(scene, size), made, texture, due: 1.0 });
        }
        let running = self.running.as_mut()?;
        if !self.paused {
            let passed = f64::from(ui.input(|i| i.stable_dt));
            running.due = (running.due + passed * f64::from(STEPS)).min(MOST_STEPS);
            ui.ctx().request_repaint();
        }
        let mut moved = running.texture.is_none();
        while running.due >= 1.0 {
            running.flow.step(&flowing.current);
            running.due -= 1.0;
            moved = true;
        }
        if moved {
            let image = image(&running.flow.picture());
            match &mut running.texture {
                Some(texture) => texture.set(image, TextureOptions::LINEAR),
                None => running.texture = Some(ui.ctx().load_texture("flow", image, TextureOptions::LINEAR)),
            }
        }
        running.texture.clone()
    }

    /// Draws what can be said about the particles.
    pub fn row(&mut self, ui: &mut Ui, graph: &Graph, out: &mut Changes<'_>) {
        let icons = (egui_material_icons::icons::ICON_PLAY_ARROW, egui_material_icons::icons::ICON_PAUSE);
        let (sign, name) = match self.paused {
            true => (icons.0.codepoint, tr!("Let the particles drift")),
            false => (icons.1.codepoint, tr!("Stop the particles")),
        };
        if small(ui, sign, false).on_hover_text(name).accessible_name(name).clicked() {
            self.paused = !self.paused;
        }
        let again = tr!("Begin anew");
        let sign = egui_material_icons::icons::ICON_SKIP_PREVIOUS.codepoint;
        if small(ui, sign, false).on_hover_text(again).accessible_name(again).clicked() {
            self.reset();
        }
        along(ui, out);
        let button = small_button(ui, tr!("Particles"), false);
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        MenuButton::from_button(button).config(config).ui(ui, |ui| {
            numbers(ui, out);
            color(ui, graph, out);
        });
    }
}

fn image(picture: &Picture) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([picture.width, picture.height], &picture.rgba)
}

/// What the field says about their way.
fn along(ui: &mut Ui, out: &mut Changes<'_>) {
    let flow = &out.view.flow;
    let now = flow.along;
    let combo = ComboBox::from_id_salt("along").selected_text(language::text(now.name())).width(84.0);
    let mut chosen = now;
    let combo = combo.show_ui(ui, |ui| {
        for (name, along) in Along::NAMED {
            ui.selectable_value(&mut chosen, along, language::text(name)).on_hover_text(about(along));
        }
    });
    combo.response.on_hover_text(about(now)).accessible_name(tr!("Way of the particles"));
    if chosen != now {
        change(out, Options { along: chosen, ..flow.clone() }, None);
    }
}

fn about(along: Along) -> &'static str {
    match along {
        Along::Angle => tr!("The value is an angle: times two pi, clockwise from east"),
        Along::Downhill => tr!("Downhill, against the gradient"),
        Along::Around => tr!("Along the lines of equal height: the curl, which flows together nowhere"),
    }
}

fn change(out: &mut Changes<'_>, flow: Options, gesture: Option<Id>) {
    let view = View { flow, ..out.view.clone() };
    match gesture {
        Some(gesture) => out.drag(view, Some(gesture)),
        None => out.change(view),
    }
}

fn numbers(ui: &mut Ui, out: &mut Changes<'_>) {
    let flow = out.view.flow.clone();
    // Name, value, soft and hard range, and how it is set.
    type Row<'a> = (&'a str, f64, (f64, f64), (f64, f64), fn(&mut Options, f64));
    let rows: [Row<'_>; 5] = [
        (tr!("Particles"), f64::from(flow.particles), (100.0, 20_000.0), (1.0, 100_000.0), |f, v| {
            f.particles = v as u32;
        }),
        (tr!("Speed|particles"), flow.speed, (0.005, 0.5), (0.001, 10.0), |f, v| f.speed = v),
        (tr!("Fade|trails"), flow.fade, (0.1, 10.0), (0.01, 60.0), |f, v| f.fade = v),
        (tr!("Life|particles"), flow.life, (0.5, 30.0), (0.05, 600.0), |f, v| f.life = v),
        (tr!("Seed|particles"), flow.seed as f64, (0.0, 100.0), (0.0, 9_007_199_254_740_991.0), |f, v| {
            f.seed = v as u64;
        }),
    ];
    for (name, value, soft, hard, set) in rows {
        let whole = hard.1 > 1000.0;
        ui.horizontal(|ui| {
            ui.add_sized([72.0, 20.0], Label::new(name));
            let field = NumberField::new(name, value).whole(whole).soft(Some(soft)).hard(Some(hard)).width(130.0);
            let edited = field.show(ui);
            if let Some(value) = edited.value {
                let mut flow = flow.clone();
                set(&mut flow, value);
                change(out, flow, edited.gesture);
            }
        });
    }
}

/// The output that colours the particles.
fn color(ui: &mut Ui, graph: &Graph, out: &mut Changes<'_>) {
    let flow = out.view.flow.clone();
    ui.horizontal(|ui| {
        ui.add_sized([72.0, 20.0], Label::new(tr!("Colour")));
        let own = tr!("by the field itself").to_owned();
        let present = flow.color.as_ref().map_or_else(|| own.clone(), ToString::to_string);
        let combo = ComboBox::from_id_salt("flow color").selected_text(present).width(130.0).height(260.0).truncate();
        let combo = combo.show_ui(ui, |ui| {
            let mut entry = |text: &str, color: Option<Link>| {
                if ui.selectable_label(flow.color == color, text).clicked() {
                    change(out, Options { color, ..flow.clone() }, None);
                }
            };
            entry(&own, None);
            for id in graph.nodes.keys() {
                entry(id, Some(Link::to(id)));
            }
        });
        combo.response.accessible_name(tr!("What colours the particles"));
    });
    let hint = tr!("Another noise of the recipe gives them colours of its own.");
    ui.add(Label::new(RichText::new(hint).size(SMALL).color(Theme::of(ui).muted)).wrap());
}
