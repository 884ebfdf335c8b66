//! The 3D view of the preview: the ground as a lit block that is turned, moved and approached.
//!
//! The worker makes a [`Ground`]; [`Drawer`] draws it into a texture on the window's graphics device whenever something
//! changed; [`Relief`] is what the pane keeps: camera, and which of the two meshes is due, a coarse one while
//! somebody moves and one with all samples as soon as all is still.

pub mod camera;
mod dial;
mod gpu;
mod ground;
mod input;
pub mod mesh;
mod pipelines;
mod target;
mod upload;

pub use camera::Camera;
pub use gpu::{Drawer, Drawn, PICTURE, Shot, Sky};
pub use ground::{Ground, LARGEST, shares_of, thinned};

use crate::view::Sun;
use dial::Dial;
use eframe::egui::epaint::RectShape;
use eframe::egui::{Color32, Pos2, Rect, Response, TextureId, Theme, Ui, pos2};
use eframe::egui_wgpu::RenderState;
use eframe::wgpu;
use std::sync::Arc;
use std::time::Duration;

/// Seconds without a move after which all samples are drawn.
const STILL: f64 = 0.14;
/// Seconds after which the processor smooths edges as well, which takes it several times as long.
const SETTLED: f64 = 1.0;
/// Cells along the longer side of the mesh while something moves, on a graphics card and on the processor.
const MOVING: (usize, usize) = (512, 160);
/// The same when all is still: all of them.
const AT_REST: usize = LARGEST;

/// The view as the pane keeps it.
#[derive(Default)]
pub struct Relief {
    screen: Option<Screen>,
    /// `None` until there is a ground to frame.
    camera: Option<Camera>,
    /// Whether a person has moved the camera.
    moved: bool,
    /// The light of the last picture.
    sun: Option<Sun>,
    /// Whether the sea is hidden.
    pub dry: bool,
    /// Whether the lines of the mesh are shown.
    pub wire: bool,
    /// When something moved last, in the window's seconds.
    moved_at: f64,
}

/// What draws, and where egui finds the picture.
struct Screen {
    state: RenderState,
    /// `None` until the view is seen for the first time: most windows start without it.
    drawer: Option<Drawer>,
    texture: Option<TextureId>,
}

impl Relief {
    /// A view on the window's graphics device; one that cannot draw where there is none.
    pub fn on(state: Option<&RenderState>) -> Self {
        let able = state.filter(|state| Drawer::can_draw(&state.adapter, &state.device));
        let screen = able.map(|state| Screen { state: state.clone(), drawer: None, texture: None });
        Self { screen, ..Self::default() }
    }

    /// Whether there is a graphics device that can draw it.
    pub fn can_draw(&self) -> bool {
        self.screen.is_some()
    }

    /// Whether the camera is where a view begins.
    pub fn is_home(&self) -> bool {
        !self.moved
    }

    /// Shows all of the ground again.
    pub fn go_home(&mut self) {
        self.camera = None;
        self.moved = false;
    }

    /// The camera, once there was a ground to look at.
    pub fn camera(&self) -> Option<&Camera> {
        self.camera.as_ref()
    }

    /// Takes what a person does on the picture, and draws it in the light of `sun`, which they may have moved.
    pub fn show(
        &mut self,
        ui: &Ui,
        area: Rect,
        response: &Response,
        (ground, dim): (&Arc<Ground>, bool),
        sun: &mut Sun,
    ) {
        let moves = self.input(ui, area, response, ground, sun) | (self.sun != Some(*sun));
        self.sun = Some(*sun);
        let Some(screen) = &mut self.screen else { return };
        let drawer = screen.drawer();
        let (is_new, software) = (drawer.take(ground), drawer.is_software());
        let now = ui.input(|i| i.time);
        if moves || is_new {
            self.moved_at = now;
        }
        // What is held is about to move.
        let still = if response.is_pointer_button_down_on() { 0.0 } else { now - self.moved_at };
        let due = [STILL, SETTLED].into_iter().find(|due| still < *due && (software || *due == STILL));
        if let Some(due) = due.filter(|_| !response.is_pointer_button_down_on()) {
            ui.ctx().request_repaint_after(Duration::from_secs_f64((due - still).max(0.01)));
        }
        let shot = self.shot(ui, area, (ground, *sun), (still, software));
        let tint = if dim { Color32::from_white_alpha(90) } else { Color32::WHITE };
        if let Some((texture, is_whole)) = self.screen.as_mut().and_then(|screen| screen.draw(&shot)) {
            if !is_whole {
                ui.ctx().request_repaint();
            }
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().add(RectShape::filled(area, 6, tint).with_texture(texture, uv));
        }
    }

    /// The picture that is due after so many seconds without a move, where the processor draws or a graphics card.
    fn shot(&mut self, ui: &Ui, area: Rect, (ground, sun): (&Ground, Sun), (still, software): (f64, bool)) -> Shot {
        let pixels = area.size() * ui.pixels_per_point();
        Shot {
            size: [pixels.x.round().max(1.0) as u32, pixels.y.round().max(1.0) as u32],
            camera: *self.camera.get_or_insert_with(|| Camera::home(&ground.bounds())),
            sun,
            water: !self.dry,
            wire: self.wire,
            sky: if ui.ctx().theme() == Theme::Light { Sky::LIGHT } else { Sky::DARK },
            cells: match software {
                _ if still >= STILL => AT_REST,
                true => MOVING.1,
                false => MOVING.0,
            },
            smooth: !software || still >= SETTLED,
        }
    }

    /// The place of the world under a point of the picture, as shares of its sides eastwards and southwards.
    pub fn place(&self, area: Rect, ground: &Ground, at: Pos2) -> Option<(f64, f64)> {
        let hit = self.hit(area, ground, at)?;
        Some(ground.shares(hit[0], hit[1]))
    }

    fn hit(&self, area: Rect, ground: &Ground, at: Pos2) -> Option<camera::Vector> {
        let camera = self.camera.as_ref()?;
        let size = area.size().max(eframe::egui::Vec2::splat(1.0));
        let place = (at - area.center()) / size * 2.0;
        let ray = camera.ray(f64::from(size.x / size.y), (f64::from(place.x), -f64::from(place.y)));
        mesh::hit(ground, &ray, !self.dry)
    }

    /// The small sky with the sun, which is dragged.
    pub fn dial(&self, ui: &mut Ui, sun: &mut Sun) {
        let heading = self.camera.as_ref().map_or(0.0, |camera| camera.heading);
        Dial { sun, heading }.show(ui);
    }
}

impl Screen {
    fn drawer(&mut self) -> &mut Drawer {
        let RenderState { adapter, device, queue, .. } = &self.state;
        self.drawer.get_or_insert_with(|| Drawer::new(adapter, device, queue))
    }

    /// The picture for egui, drawn anew if it is another one, and whether it is the one that was asked for.
    fn draw(&mut self, shot: &Shot) -> Option<(TextureId, bool)> {
        let drawn = self.drawer().draw(shot)?;
        if let Some(texture) = self.texture.filter(|_| drawn != Drawn::Elsewhere) {
            return Some((texture, drawn != Drawn::Partly));
        }
        let (_, view) = self.drawer.as_ref()?.picture()?;
        let (device, filter) = (&self.state.device, wgpu::FilterMode::Linear);
        let mut renderer = self.state.renderer.write();
        match self.texture {
            Some(id) => renderer.update_egui_texture_from_wgpu_texture(device, view, filter, id),
            None => self.texture = Some(renderer.register_native_texture(device, view, filter)),
        }
        self.texture.map(|texture| (texture, drawn != Drawn::Partly))
    }
}
