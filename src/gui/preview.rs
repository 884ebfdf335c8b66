//! The preview: the picture of one output with its modes, the probe under the pointer, the scale bar and the numbers.

mod compare;
mod corner;
mod extent;
mod flow;
mod legend;
mod numbers;
mod options;
mod picture;
mod probe;
mod profile;
mod scale;
mod solid;
mod timeline;
mod viewport;

use super::compare::Way;
use super::histogram;
use super::language::{self, tr};
use super::ramps::Ramps;
use super::relief::Relief;
use super::request::{Command, Request, Scene};
use super::widgets::tone::tone;
use super::worker::{Patch, Shown};
use crate::graph::Link;
use crate::view::Mode;
pub use compare::Compared;
use eframe::egui::{Align, Label, Layout, RichText, Sense, TextureHandle, Ui, vec2};
use eframe::egui_wgpu::RenderState;
use picture::{Layer, draft_mark, name_of};
pub use viewport::Beyond;
use viewport::Viewport;

/// Height of the lines below the picture in points: options, numbers, histogram.
const CONTROLS: f32 = 136.0;
/// Where the picture would be lower than this in points, it takes the place of the histogram.
const LOWEST: f32 = 140.0;

/// What the pane reads.
pub struct Preview<'a> {
    /// The document and what is known of it.
    pub scene: &'a Scene<'a>,
    /// The newest picture, which may be of another output while one is computed.
    pub shown: Option<&'a Shown>,
    /// The picture as a texture.
    pub texture: Option<&'a TextureHandle>,
    /// Parts of it that are finer already, and their pictures.
    pub patches: &'a [(Patch, TextureHandle)],
    /// What lies around the world, and its picture.
    pub around: Option<(&'a Shown, &'a TextureHandle)>,
    /// Why the preview cannot be computed.
    pub failure: Option<&'a str>,
    /// Whether auto levels are on.
    pub auto_levels: bool,
    /// Whether something better is on its way.
    pub computing: bool,
    /// The person's own colour ramps.
    pub ramps: &'a Ramps,
    /// What it is compared with.
    pub compared: Option<Compared<'a>>,
    /// Whether it stays on what it shows.
    pub locked: bool,
    /// Whether it is to be seen in 3D.
    pub solid: bool,
}

/// What a person did in the pane.
#[derive(Default)]
pub struct Outcome {
    /// Requests for the app.
    pub requests: Vec<Request>,
    /// A mode chosen for an output that is no result of the recipe, which the file does not remember.
    pub mode: Option<(Link, Mode)>,
    /// Whether the whole grid of a large recipe was asked for.
    pub whole_grid: bool,
}

/// The pane, with what it remembers between frames.
pub struct PreviewPane {
    viewport: Viewport,
    /// Pixels along the longer side of the picture as it is drawn.
    pixels: usize,
    /// Pixels of a point, rounded.
    dot: usize,
    timeline: timeline::Timeline,
    drift: flow::Drift,
    profile: profile::Profile,
    frame: extent::Frame,
    /// Whether the map is shown beside itself, and whether its seams are marked.
    tiled: Option<bool>,
    /// What is in sight beside the world.
    beyond: Option<Beyond>,
    /// The place that a person looks at, as shares of the world's sides.
    looks_at: (f64, f64),
    /// Height of the lines of options beyond the first, where they do not fit into one.
    wrapped: f32,
    /// Where two pictures meet, as a share of the pane's width.
    divider: f32,
    /// The 3D view.
    relief: Relief,
}

impl Default for PreviewPane {
    fn default() -> Self {
        Self {
            viewport: Viewport::default(),
            pixels: 0,
            dot: 1,
            timeline: timeline::Timeline::default(),
            drift: flow::Drift::default(),
            profile: profile::Profile::default(),
            frame: extent::Frame::default(),
            tiled: None,
            beyond: None,
            looks_at: (0.5, 0.5),
            wrapped: 0.0,
            divider: 0.5,
            relief: Relief::default(),
        }
    }
}

impl PreviewPane {
    /// A pane in a window that is drawn on this graphics device, if there is one.
    pub fn on(device: Option<&RenderState>) -> Self {
        Self { relief: Relief::on(device), ..Self::default() }
    }

    /// Shows everything again, for another document.
    pub fn reset(&mut self) {
        self.viewport = Viewport::default();
        self.timeline = timeline::Timeline::default();
        self.drift.reset();
        self.profile.clear();
        (self.frame, self.tiled, self.beyond) = (extent::Frame::default(), None, None);
        self.relief.go_home();
    }

    /// What is in sight beside the world, whose samples are wanted.
    pub fn beyond(&self) -> Option<Beyond> {
        self.beyond
    }

    /// Lays a line through the middle of what is in sight, from west to east, whose heights are then shown; where it lies
    /// already, one from north to south; where that lies, or another, none.
    pub fn lay_profile(&mut self) {
        self.profile.lay();
    }

    /// The place that a person looks at, as shares of the world's sides: what is under the pointer, else the middle.
    pub fn looks_at(&self) -> (f64, f64) {
        self.looks_at
    }

    /// Whether it can show the ground in 3D.
    pub fn can_be_solid(&self) -> bool {
        self.relief.can_draw()
    }

    /// The moment that is shown, in seconds.
    pub fn time(&self) -> f64 {
        self.timeline.wanted()
    }

    /// Pixels along the longer side that a picture should have to be sharp.
    pub fn pixels(&self) -> usize {
        self.pixels
    }

    /// Pixels of the dots that lines and letters in the picture are made of.
    pub fn dot(&self) -> usize {
        self.dot
    }

    /// Draws the pane and returns what the person did.
    pub fn show(&mut self, ui: &mut Ui, preview: &Preview<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        let differs = preview.compared.as_ref().is_some_and(|c| c.comparison.way == Way::Difference);
        // A profile that was asked for is worth a lower picture.
        let is_low = ui.available_height() - CONTROLS < LOWEST && (differs || !self.profile.is_laid());
        let controls = if is_low { CONTROLS - histogram::HEIGHT - ui.spacing().item_spacing.y } else { CONTROLS };
        let moves = preview.shown.is_some_and(|shown| shown.moves && Some(&shown.link) == preview.scene.preview);
        let controls = controls + self.wrapped;
        let controls = controls + if preview.compared.is_some() { compare::BAR } else { 0.0 };
        let controls = controls + if moves { timeline::ROW } else { 0.0 };
        let room = vec2(ui.available_width(), (ui.available_height() - controls).max(72.0));
        let (area, response) = ui.allocate_exact_size(room, Sense::click_and_drag());
        let ground = self.ground(preview);
        let extent = preview.scene.graph.world.extent;
        let seen = match ground {
            Some(_) => [(0.0, 0.0), (1.0, 1.0)],
            None => [area.min, area.max].map(|corner| self.viewport.place(area, extent, corner)),
        };
        self.profile.follow(seen);
        match ground {
            Some(ground) => {
                self.beyond = None;
                self.solid(ui, area, &response, preview, ground, &mut outcome);
            }
            None => self.picture(ui, area, &response, preview, &mut outcome),
        }
        if let Some(shown) = preview.shown.filter(|s| Some(&s.link) == preview.scene.preview) {
            let difference = preview.compared.as_ref().filter(|c| c.comparison.way == Way::Difference);
            if difference.is_none() {
                options::chips(ui, area, preview, shown, &mut outcome);
            }
            self.corner(ui, area, preview, ground.is_some(), &mut outcome);
            match moves {
                true => {
                    self.timeline.fit(preview.scene.graph);
                    self.timeline.show(ui, !preview.computing);
                }
                false => self.timeline.rest(),
            }
            if let Some(compared) = &preview.compared {
                compare::bar(ui, compared, &mut outcome);
            }
            match difference {
                Some(compared) => {
                    compare::legend(ui, compared);
                    compare::numbers(ui, preview, compared);
                }
                None => {
                    let wrapped = options::row(ui, preview, shown, &mut self.drift, &mut outcome);
                    if wrapped != std::mem::replace(&mut self.wrapped, wrapped) {
                        // The picture above makes room in the next frame.
                        ui.request_repaint();
                    }
                    numbers::line(ui, preview, shown, &mut outcome);
                }
            }
            if !is_low && self.profile.is_drawn() && difference.is_none() {
                self.profile.plot(ui, shown);
            } else if !is_low {
                histogram::show(ui, preview.scene, shown, &mut outcome.requests);
            }
        }
        outcome
    }
}

/// What the preview shows, from the right: the kind of the node, the outputs that it is, its name.
pub fn subject(ui: &mut Ui, scene: &Scene<'_>) {
    let tone = tone(ui);
    let Some(link) = scene.preview else { return };
    let graph = scene.graph;
    let outputs: Vec<&str> = graph.outputs.iter().filter(|o| o.from == *link).map(|o| o.name.as_str()).collect();
    // From the right, so that a long name gives way to what stands behind it.
    if let Some(kind) = graph.nodes.get(&link.node).and_then(|n| n.spec()) {
        ui.add(Label::new(RichText::new(language::title(kind)).color(tone.muted)).truncate());
    }
    if !outputs.is_empty() && outputs != [link.to_string()] {
        let most = vec2(ui.available_width() * 0.5, ui.available_height());
        let text = RichText::new(tr!("output {names}", names = outputs.join(", "))).color(tone.muted);
        let layout = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(most, layout, |ui| ui.add(Label::new(text).truncate()));
    }
    ui.add(Label::new(RichText::new(link.to_string()).color(tone.secondary)).truncate());
}
