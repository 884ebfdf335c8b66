//! Events in their order: buttons and moves to gestures, the wheel and pinches to the camera, keys to commands.

use super::gesture::Gesture;
use super::{Camera, Canvas, Frame, Purpose};
use crate::graph::Edit;
use crate::gui::keymap::Keymap;
use crate::gui::request::{Command, Request};
use crate::gui::settings::Scroll;
use eframe::egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Response, Ui, Vec2, vec2};
use std::sync::Arc;

/// Points that a line of the wheel pans.
const LINE: f32 = 50.0;
/// Points of a trackpad that zoom by e.
const ZOOM_TRAVEL: f32 = 200.0;

impl Canvas {
    /// Handles everything that happened since the last frame.
    pub(super) fn input(&mut self, ui: &Ui, response: &Response, frame: &mut Frame<'_, '_>) {
        // Egui says who owns a press: a panel's edge, a field or a popup over the canvas may.
        let own_press = response.is_pointer_button_down_on()
            || response.clicked()
            || response.secondary_clicked()
            || response.middle_clicked()
            || response.drag_stopped();
        let over = response.contains_pointer();
        let events = ui.input(|i| i.events.clone());
        let mut kept = Vec::with_capacity(events.len());
        for event in events {
            let consumed = match &event {
                Event::PointerButton { pressed: true, .. } if own_press => {
                    response.request_focus();
                    self.pointer_event(&event, frame);
                    false
                }
                Event::PointerButton { pressed: false, .. } | Event::PointerMoved(_) => {
                    self.pointer_event(&event, frame);
                    false
                }
                Event::ModifiersChanged(modifiers) => {
                    frame.modifiers = *modifiers;
                    self.follow_view(frame);
                    false
                }
                Event::MouseWheel { .. } | Event::Zoom(_) if over => {
                    self.wheel_event(&event, frame);
                    true
                }
                Event::WindowFocused(false) => {
                    self.space = None;
                    false
                }
                _ => self.key_event(&event, frame),
            };
            if !consumed {
                kept.push(event);
            }
            self.relayout(ui, frame);
        }
        self.nudge(frame);
        if self.gesture != Gesture::Idle && !ui.input(|i| i.pointer.any_down()) {
            // The release was lost, to another window for instance.
            self.cancel(frame);
        }
        ui.input_mut(|i| i.events = kept);
    }

    fn pointer_event(&mut self, event: &Event, frame: &mut Frame<'_, '_>) {
        match event {
            Event::PointerButton { pos, button, pressed: true, modifiers } => {
                frame.modifiers = *modifiers;
                self.pressed(*pos, *button, *modifiers, frame);
            }
            Event::PointerButton { pos, button, pressed: false, .. } => self.released(*pos, *button, frame),
            Event::PointerMoved(to) => self.moved(*to, frame),
            _ => {}
        }
    }

    fn wheel_event(&mut self, event: &Event, frame: &mut Frame<'_, '_>) {
        match event {
            Event::MouseWheel { unit, delta, source, modifiers, .. } => {
                self.wheel(*unit, *delta, *source, *modifiers, frame);
            }
            Event::Zoom(factor) => self.zoom_at_pointer(*factor, frame),
            _ => {}
        }
    }

    /// Later events of the frame see where things are now.
    fn relayout(&mut self, ui: &Ui, frame: &mut Frame<'_, '_>) {
        let origin = self.camera.to_screen(frame.view, eframe::egui::Pos2::ZERO);
        let seen = frame.layout.origin;
        if frame.layout.zoom != self.camera.zoom || seen != origin {
            frame.layout = self.layout(frame.scene, ui);
        }
    }

    fn wheel(
        &mut self,
        unit: MouseWheelUnit,
        delta: Vec2,
        source: MouseWheelSource,
        modifiers: Modifiers,
        frame: &mut Frame<'_, '_>,
    ) {
        let momentum = source == MouseWheelSource::Momentum;
        if momentum && self.zoomed_last {
            return;
        }
        let lines = unit != MouseWheelUnit::Point;
        let zooms = match self.scroll {
            _ if modifiers.command || modifiers.ctrl => true,
            _ if modifiers.shift => false,
            Scroll::Auto => lines,
            Scroll::Zoom => true,
            Scroll::Pan => false,
        };
        if !momentum {
            self.zoomed_last = zooms;
        }
        let along = if delta.y != 0.0 { delta.y } else { delta.x };
        if zooms && !momentum {
            let factor = match lines {
                true => libm::powf(Camera::NOTCH, along),
                false => libm::expf(along / ZOOM_TRAVEL),
            };
            self.zoom_at_pointer(factor, frame);
        } else if !zooms {
            let points = if lines { delta * LINE } else { delta };
            let sideways = modifiers.shift && points.x == 0.0;
            self.camera.offset += if sideways { vec2(points.y, 0.0) } else { points };
            self.follow_view(frame);
        }
    }

    fn zoom_at_pointer(&mut self, factor: f32, frame: &mut Frame<'_, '_>) {
        let at = self.pointer.filter(|p| frame.view.contains(*p)).unwrap_or(frame.view.center());
        self.camera.zoom_about(frame.view, at, factor);
        self.follow_view(frame);
    }

    /// What is dragged stays under the pointer while the view moves.
    fn follow_view(&mut self, frame: &mut Frame<'_, '_>) {
        if let (Some(at), true) = (self.pointer, self.gesture.pans_at_the_edge()) {
            self.follow(at, Vec2::ZERO, frame);
        }
    }

    /// Handles an event of the keyboard or the clipboard; whether it was for the canvas.
    fn key_event(&mut self, event: &Event, frame: &mut Frame<'_, '_>) -> bool {
        if let Event::Key { key: Key::Escape, pressed: true, .. } = event
            && self.gesture != Gesture::Idle
        {
            self.cancel(frame);
            return true;
        }
        if let Event::Key { key: key @ (Key::Space | Key::Tab), pressed: false, .. } = event {
            return self.release_space(*key, frame);
        }
        if !self.focused {
            return false;
        }
        match event {
            Event::Key { key: Key::Escape, pressed: true, .. } if !self.path.is_empty() => {
                self.carry_out(Command::LeaveGroup, frame)
            }
            Event::Copy => self.carry_out(Command::Copy, frame),
            Event::Cut => self.carry_out(Command::Cut, frame),
            Event::Paste(text) => {
                let at = self.paste_point(frame.view);
                frame.out.push(Request::edit(Edit::Paste { text: text.clone(), at }));
                true
            }
            Event::Key { key, pressed: true, repeat, modifiers, .. } => self.key(*key, *repeat, *modifiers, frame),
            _ => false,
        }
    }

    fn release_space(&mut self, key: Key, frame: &mut Frame<'_, '_>) -> bool {
        let enters = key == Key::Tab && self.tab_enters(frame.scene);
        match self.space.take() {
            Some(false) if enters && self.focused && self.gesture == Gesture::Idle => {
                self.carry_out(Command::EnterGroup, frame)
            }
            Some(dragged) if !dragged && self.focused && self.gesture == Gesture::Idle => {
                self.open_palette(self.pointer, Purpose::Free, frame.view);
                true
            }
            Some(_) => true,
            None => false,
        }
    }

    fn key(&mut self, key: Key, repeat: bool, modifiers: Modifiers, frame: &mut Frame<'_, '_>) -> bool {
        let plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt;
        let adds = |keymap: &Keymap| keymap.on_canvas(key, modifiers) == Some(Command::AddNode);
        if plain && matches!(key, Key::Space | Key::Tab) && adds(&self.keymap()) {
            if !repeat {
                self.space = Some(false);
            }
            return true;
        }
        let step = if modifiers.shift { 5.0 } else { 1.0 };
        let nudge = match key {
            Key::ArrowLeft => vec2(-step, 0.0),
            Key::ArrowRight => vec2(step, 0.0),
            Key::ArrowUp => vec2(0.0, -step),
            Key::ArrowDown => vec2(0.0, step),
            _ => Vec2::ZERO,
        };
        if plain && nudge != Vec2::ZERO {
            frame.nudge += nudge;
            return true;
        }
        self.nudge(frame);
        match self.keymap().on_canvas(key, modifiers) {
            Some(command) if repeat && !command.repeats() => true,
            Some(command) => self.carry_out(command, frame),
            None => false,
        }
    }

    /// Shortcuts as they act now.
    fn keymap(&self) -> Arc<Keymap> {
        self.context.as_ref().map(Keymap::of).unwrap_or_default()
    }

    /// Carries out a command of the canvas, or asks the app to.
    fn carry_out(&mut self, command: Command, frame: &mut Frame<'_, '_>) -> bool {
        match command.is_of_canvas() {
            true => {
                let requests = self.command(command, frame.scene);
                frame.out.extend(requests);
            }
            false => frame.out.push(Request::Do(command)),
        }
        true
    }
}
