//! The mark of a list that is chosen from by keyboard: which row it is on, and whether that row has to come into sight.

use eframe::egui::{InputState, Key, Modifiers, Response};

/// The marked row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    row: usize,
    follow: bool,
}

impl Mark {
    /// Index of the marked row.
    pub fn row(self) -> usize {
        self.row
    }

    /// Marks the first row and brings it into sight, as after typing.
    pub fn first(&mut self) {
        *self = Self { row: 0, follow: true };
    }

    /// Takes the keys that move the mark in a list of `rows` rows, `page` of which are seen at once; from the last row it
    /// goes on to the first. As often as a key was pressed, as far it goes.
    pub fn keys(&mut self, input: &mut InputState, rows: usize, page: usize) {
        let last = rows.saturating_sub(1);
        self.row = self.row.min(last);
        let before = self.row;
        let mut pressed = |key| input.count_and_consume_key(Modifiers::NONE, key);
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        for _ in 0..down {
            self.row = if self.row >= last { 0 } else { self.row + 1 };
        }
        for _ in 0..up {
            self.row = if self.row == 0 { last } else { self.row - 1 };
        }
        let page = page.max(1);
        self.row = (self.row + page * pressed(Key::PageDown)).min(last);
        self.row = self.row.saturating_sub(page * pressed(Key::PageUp));
        self.follow |= self.row != before;
    }

    /// Puts the mark on a row under the pointer, if the pointer `moved`; scrolls to the marked row if it has to come into sight.
    pub fn meet(&mut self, row: usize, response: &Response, moved: bool) {
        if moved && response.contains_pointer() {
            self.row = row;
        }
        if self.row == row && std::mem::take(&mut self.follow) {
            response.scroll_to_me(None);
        }
    }
}
