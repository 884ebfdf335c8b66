//! Presses that a slow frame collected, handed over in turns.
//!
//! A key acts on the document as its frame found it. Of several that come within one frame, each after the first would
//! therefore act on what the person no longer sees: Ctrl+A and Del delete the old selection, a second Ctrl+Z is lost. So
//! a frame gets no more than one of them, and the next frame the next. Arrows go together, since the canvas adds them up,
//! and so do the buttons of the pointer, which egui tells apart by itself.

use eframe::egui::{Event, Key};

/// What waits for its turn.
#[derive(Default)]
pub struct Turns {
    waiting: Vec<Event>,
}

/// What an event means for those behind it in the same frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// May stand anywhere: moves, the wheel, releases, text.
    Free,
    /// A button of the pointer.
    Button,
    /// An arrow that moves nodes, or the mark of a list.
    Arrow,
    /// What a text field takes.
    Letter,
    /// A key or what it stands for.
    Act,
}

impl Turns {
    /// Leaves in `events` what one frame can take and keeps what comes after it; whether something waits. While text is
    /// `typing`, keys and letters go together, since a field takes them one after another.
    pub fn take(&mut self, events: &mut Vec<Event>, typing: bool) -> bool {
        if !self.waiting.is_empty() {
            for event in events.drain(..) {
                // A key that is held repeats faster than slow frames can follow; nobody counts those.
                if !self.repeats(&event) {
                    self.waiting.push(event);
                }
            }
            std::mem::swap(events, &mut self.waiting);
        }
        let mut last = Sort::Free;
        let end = events.iter().position(|event| {
            let sort = sort(event, typing);
            let waits = !sort.may_follow(last);
            if sort != Sort::Free {
                last = sort;
            }
            waits
        });
        self.waiting = end.map(|end| events.split_off(end)).unwrap_or_default();
        !self.waiting.is_empty()
    }

    /// Whether a key goes down that is down already, and whose last press still waits.
    fn repeats(&self, event: &Event) -> bool {
        let Event::Key { key: this, pressed: true, modifiers: held, .. } = event else { return false };
        let last = self.waiting.iter().rev().find_map(|before| match before {
            Event::Key { key, pressed, modifiers, .. } if key == this => Some((*pressed, *modifiers)),
            _ => None,
        });
        last == Some((true, *held))
    }
}

impl Sort {
    /// Whether it may stand in one frame with what came before it.
    fn may_follow(self, last: Self) -> bool {
        let free = last == Self::Free || self == Self::Free;
        free || (last == self && self != Self::Act)
    }
}

fn sort(event: &Event, typing: bool) -> Sort {
    match event {
        Event::PointerButton { .. } => Sort::Button,
        // What these choose or end is what the letters before them have found.
        Event::Key { key: Key::Enter | Key::Escape | Key::Tab, pressed: true, .. } => Sort::Act,
        Event::Key { key: Key::ArrowUp | Key::ArrowDown | Key::PageUp | Key::PageDown, pressed: true, .. }
            if typing =>
        {
            Sort::Arrow
        }
        Event::Key { pressed: true, .. } | Event::Copy | Event::Cut | Event::Paste(_) | Event::Text(_) if typing => {
            Sort::Letter
        }
        Event::Key { key, pressed: true, modifiers, .. } => {
            let arrow = matches!(key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown);
            let plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt;
            if arrow && plain { Sort::Arrow } else { Sort::Act }
        }
        Event::Copy | Event::Cut | Event::Paste(_) => Sort::Act,
        _ => Sort::Free,
    }
}
