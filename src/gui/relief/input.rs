//! What mouse and keyboard do in the 3D view.

use super::camera::Camera;
use super::ground::Ground;
use super::{Relief, Sun};
use eframe::egui::{EventFilter, Key, Modifiers, PointerButton, Rect, Response, Ui, Vec2};

/// Degrees that a drag over one point turns.
const TURN: f64 = 0.4;
/// The same for the inclination.
const TILT: f64 = 0.3;
/// Degrees of a press of an arrow key.
const STEP: f64 = 5.0;
/// Factor of one notch of the wheel, and of a key.
const NOTCH: f32 = 1.1;
/// Share of the picture that a press of an arrow key moves the ground.
const PUSH: f64 = 0.08;

impl Relief {
    /// Takes drags, wheel and keys; whether anything moved.
    pub(super) fn input(&mut self, ui: &Ui, area: Rect, response: &Response, ground: &Ground, sun: &mut Sun) -> bool {
        let home = || Camera::home(&ground.bounds());
        let before = *self.camera.get_or_insert_with(home);
        let mut camera = before;
        drag(ui, area, response, &mut camera, sun);
        if let Some(at) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            let factor = pinch * libm::powf(NOTCH, scroll / 50.0);
            if factor != 1.0 {
                camera.zoom(f64::from(factor), self.hit(area, ground, at));
            }
        }
        let mut reset = response.double_clicked();
        if response.clicked() {
            // From here on the arrows are its own; a drag leaves the keyboard to the canvas.
            response.request_focus();
        }
        if response.has_focus() {
            reset |= keys(ui, response, &mut camera);
        }
        if reset {
            camera = home();
        }
        self.camera = Some(camera);
        if reset || camera != before {
            self.moved = !reset;
        }
        camera != before
    }
}

fn drag(ui: &Ui, area: Rect, response: &Response, camera: &mut Camera, sun: &mut Sun) {
    let moved = response.drag_delta();
    if moved == Vec2::ZERO {
        return;
    }
    let (right, down) = (f64::from(moved.x), f64::from(moved.y));
    let modifiers = ui.input(|i| i.modifiers);
    let pans =
        response.dragged_by(PointerButton::Secondary) || response.dragged_by(PointerButton::Middle) || modifiers.shift;
    if pans {
        let side = f64::from(area.width().min(area.height()).max(1.0));
        camera.pan(right / side, down / side);
    } else if modifiers.command {
        *sun = turned(*sun, right * TURN, -down * TILT);
    } else {
        camera.orbit(right * TURN, down * TILT);
    }
}

/// Arrows turn, with Shift they move; plus and minus approach. Whether Home asks for the first view.
fn keys(ui: &Ui, response: &Response, camera: &mut Camera) -> bool {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let take = |key: Key, modifiers: Modifiers| ui.input_mut(|i| i.count_and_consume_key(modifiers, key)) as f64;
    let axis = |modifiers, more, less| take(more, modifiers) - take(less, modifiers);
    let moves =
        (axis(Modifiers::SHIFT, Key::ArrowRight, Key::ArrowLeft), axis(Modifiers::SHIFT, Key::ArrowDown, Key::ArrowUp));
    // The view goes where the arrow points, so the ground goes the other way.
    camera.pan(-moves.0 * PUSH, -moves.1 * PUSH);
    let turns =
        (axis(Modifiers::NONE, Key::ArrowRight, Key::ArrowLeft), axis(Modifiers::NONE, Key::ArrowUp, Key::ArrowDown));
    camera.orbit(-turns.0 * STEP, turns.1 * STEP);
    let plus = take(Key::Plus, Modifiers::NONE) + take(Key::Equals, Modifiers::NONE);
    let nearer = plus - take(Key::Minus, Modifiers::NONE);
    if nearer != 0.0 {
        camera.zoom(libm::pow(f64::from(NOTCH), nearer), None);
    }
    take(Key::Home, Modifiers::NONE) > 0.0
}

/// A sun that went so many degrees around and up; it does not set.
pub(super) fn turned(sun: Sun, around: f64, up: f64) -> Sun {
    Sun { azimuth: (sun.azimuth + around).rem_euclid(360.0), altitude: (sun.altitude + up).clamp(3.0, 90.0) }
}
