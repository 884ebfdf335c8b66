//! The clock of the preview: play, loop, speed, scrub. It is there while what is shown depends on time.

use super::options::small;
use crate::graph::{Graph, Setting};
use crate::gui::language::tr;
use crate::gui::theme::{SMALL, Theme};
use crate::gui::widgets::number::NumberField;
use crate::spec::Value;
use eframe::egui::{ComboBox, Label, RichText, Slider, Ui, vec2};

/// Height of the row under the picture in points, with the gap above it.
pub(super) const ROW: f32 = 27.0;
/// Seconds of the timeline at first.
const LENGTH: f64 = 20.0;
/// The shortest and the longest timeline in seconds.
const LENGTHS: (f64, f64) = (0.1, 3600.0);
/// Factors on the clock.
const SPEEDS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// Seconds after which a moment that is still being computed gives way to the present one while the clock runs.
const PATIENCE: f64 = 0.12;
/// Longest part of a second that one frame of the window may move the clock by.
const LONGEST: f64 = 0.25;

/// Where the clock stands and how it runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timeline {
    /// Seconds on the clock.
    now: f64,
    /// The moment whose picture is wanted: the clock's, or an earlier one that is still being computed.
    wanted: f64,
    /// Seconds since another moment was wanted.
    waited: f64,
    playing: bool,
    /// Whether the clock begins again at its end.
    looping: bool,
    length: f64,
    /// Whether a person has set it; else it is that of the recipe's loop.
    chosen: bool,
    speed: f64,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            now: 0.0,
            wanted: 0.0,
            waited: 0.0,
            playing: false,
            looping: true,
            length: LENGTH,
            chosen: false,
            speed: 1.0,
        }
    }
}

impl Timeline {
    /// The moment whose picture is wanted, in seconds.
    pub fn wanted(&self) -> f64 {
        self.wanted
    }

    /// Stops the clock where there is nothing to see.
    pub fn rest(&mut self) {
        self.playing = false;
    }

    /// Lets `passed` seconds pass; `ready` tells whether the last moment's picture is there.
    pub fn advance(&mut self, passed: f64, ready: bool) {
        if !self.playing {
            return;
        }
        self.now += passed.clamp(0.0, LONGEST) * self.speed;
        if self.now >= self.length {
            match self.looping {
                true => self.now -= libm::floor(self.now / self.length) * self.length,
                false => (self.now, self.playing) = (self.length, false),
            }
        }
        self.waited += passed;
        if ready || self.waited >= PATIENCE || !self.playing {
            self.want();
        }
    }

    /// Wants the picture of the present moment, to the millisecond, as the command line takes it.
    fn want(&mut self) {
        self.wanted = (self.now * 1000.0).round() / 1000.0;
        self.waited = 0.0;
    }

    /// Takes the length of a recipe's longest loop, so that it leads on to itself, unless a person has set another.
    pub fn fit(&mut self, graph: &Graph) {
        if self.chosen {
            return;
        }
        let clocks = graph.nodes.values().filter(|node| &*node.kind == "Time");
        let loops = clocks.filter_map(|node| match node.settings.get("loop_length") {
            Some(Setting::Value(Value::Number(seconds))) => Some(*seconds),
            _ => None,
        });
        let longest = loops.fold(0.0, f64::max);
        self.length = if longest > 0.0 { longest.clamp(LENGTHS.0, LENGTHS.1) } else { LENGTH };
    }

    /// Draws the row and lets the clock run.
    pub fn show(&mut self, ui: &mut Ui, ready: bool) {
        self.advance(f64::from(ui.input(|i| i.stable_dt)), ready);
        if self.playing {
            ui.ctx().request_repaint();
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            self.buttons(ui);
            let mut now = self.now;
            let width = (ui.available_width() - 178.0).max(40.0);
            ui.spacing_mut().slider_width = width;
            let slider = ui.add_sized(vec2(width, 20.0), Slider::new(&mut now, 0.0..=self.length).show_value(false));
            slider.clone().accessible_name(tr!("Moment in seconds"));
            if slider.changed() {
                self.now = now;
                self.want();
            }
            let text = RichText::new(tr!("{seconds} s", seconds = format_args!("{:.2}", self.now))).size(SMALL);
            let color = Theme::of(ui).secondary;
            ui.add_sized(vec2(48.0, 20.0), Label::new(text.color(color)).selectable(false));
            let field = NumberField::new(tr!("Length of the timeline in seconds"), self.length).decimals(1);
            let edited = field.hard(Some(LENGTHS)).soft(Some((1.0, 120.0))).width(48.0).height(20.0).show(ui);
            edited.response.on_hover_text(tr!("Length of the timeline in seconds"));
            if let Some(length) = edited.value {
                (self.length, self.chosen) = (length, true);
                if self.now > length {
                    self.now = length;
                    self.want();
                }
            }
            self.speeds(ui);
        });
    }

    fn buttons(&mut self, ui: &mut Ui) {
        let icons = egui_material_icons::icons::ICON_PAUSE.codepoint;
        let (sign, name) = match self.playing {
            true => (icons, tr!("Pause")),
            false => (egui_material_icons::icons::ICON_PLAY_ARROW.codepoint, tr!("Play")),
        };
        if small(ui, sign, self.playing).on_hover_text(name).accessible_name(name).clicked() {
            self.playing = !self.playing;
            if self.playing && self.now >= self.length {
                self.now = 0.0;
            }
            self.want();
        }
        let sign = egui_material_icons::icons::ICON_REPEAT.codepoint;
        let name = tr!("Begin again at the end");
        if small(ui, sign, self.looping).on_hover_text(name).accessible_name(name).clicked() {
            self.looping = !self.looping;
        }
    }

    fn speeds(&mut self, ui: &mut Ui) {
        let combo = ComboBox::from_id_salt("speed").selected_text(format!("{}x", self.speed)).width(52.0);
        let combo = combo.show_ui(ui, |ui| {
            for speed in SPEEDS {
                ui.selectable_value(&mut self.speed, speed, format!("{speed}x"));
            }
        });
        combo.response.accessible_name(tr!("Speed of the clock"));
    }
}
