//! Titles of frames and texts of notes, typed where they stand.

use super::plates::Plate;
use super::{Canvas, Frame};
use crate::graph::{CanvasNote, Edit, Frame as Border, Graph, Item};
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::theme::{regular, semibold};
use crate::gui::widgets::text::select_all;
use eframe::egui::{Frame as Edge, Id, Key, Margin, Modifiers, Rect, Stroke, TextEdit, Ui, UiBuilder, vec2};

/// A title or text that is being typed.
pub struct Words {
    item: Item,
    text: String,
    fresh: bool,
    /// Frames that it still waits for a thing that was only just asked for.
    patience: u8,
}

impl Canvas {
    /// Starts typing a frame's title or a note's text.
    pub(super) fn start_words(&mut self, item: &Item, graph: &Graph) {
        let text = match item {
            Item::Frame(name) => graph.items.frames.get(name).map(|frame| frame.title.clone()),
            Item::Note(name) => graph.items.notes.get(name).map(|note| note.text.clone()),
            Item::Node(_) => None,
        };
        self.words = Some(Words { item: item.clone(), text: text.unwrap_or_default(), fresh: true, patience: 3 });
    }

    /// Gives what is being typed a text to begin with.
    pub(super) fn retitle(&mut self, text: &str) {
        if let Some(words) = &mut self.words {
            words.text = text.into();
        }
    }

    pub(super) fn is_typing(&self, item: &Item) -> bool {
        self.words.as_ref().is_some_and(|words| words.item == *item)
    }

    pub(super) fn show_words(&mut self, ui: &mut Ui, frame: &mut Frame<'_, '_>) {
        let Some(mut words) = self.words.take() else { return };
        // A thing that was only just asked for appears in the next frame.
        let Some(plate) = frame.plate(&words.item) else {
            words.patience = words.patience.saturating_sub(1);
            self.words = Some(words).filter(|words| words.fresh && words.patience > 0);
            return;
        };
        let font = self.camera.font(13.0).max(10.0);
        let (done, dropped) = type_words(ui, &mut words, plate, font, frame);
        if done {
            frame.out.extend(edit(&words, frame.scene.graph).map(Request::edit));
        }
        if done || dropped {
            ui.ctx().memory_mut(|m| m.request_focus(Self::id()));
        } else {
            self.words = Some(words);
        }
    }
}

/// Draws the field; whether its text is taken, and whether it is dropped.
fn type_words(ui: &mut Ui, words: &mut Words, plate: &Plate, size: f32, frame: &Frame<'_, '_>) -> (bool, bool) {
    let note = matches!(words.item, Item::Note(_));
    let rect = match note {
        true => plate.rect,
        false => Rect::from_min_size(plate.rect.min, vec2(plate.rect.width().max(140.0), plate.title().height())),
    };
    let id = Id::unique(("canvas words", words.item.to_string()));
    let ctrl_enter = note && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter));
    let inset = if note { 8 } else { 10 };
    let border = Edge::new()
        .fill(frame.theme.field)
        .stroke(Stroke::new(1.5, frame.theme.accent))
        .corner_radius(5)
        .inner_margin(Margin::symmetric(inset, if note { 6 } else { 0 }));
    let edit = match note {
        true => TextEdit::multiline(&mut words.text).font(regular(size)),
        false => TextEdit::singleline(&mut words.text).font(semibold(size)),
    };
    let edit = edit.id(id).frame(border).desired_width(rect.width() - 2.0 * f32::from(inset)).min_size(rect.size());
    let response = ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| ui.add(edit)).inner;
    let name = match &words.item {
        Item::Frame(_) => tr!("title of {frame}", frame = plate.name()),
        _ => tr!("text of {note}", note = plate.name()),
    };
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    if std::mem::take(&mut words.fresh) {
        response.request_focus();
        if !note {
            select_all(ui, id, &words.text);
        }
        return (false, false);
    }
    let (escaped, elsewhere) = ui.input(|i| {
        let outside = i.pointer.interact_pos().is_none_or(|p| !response.rect.contains(p));
        (i.key_pressed(Key::Escape), i.pointer.any_pressed() && outside)
    });
    (!escaped && (ctrl_enter || elsewhere || response.lost_focus()), escaped)
}

/// The edit that writes what was typed, if it differs.
fn edit(words: &Words, graph: &Graph) -> Option<Edit> {
    let text = words.text.trim_end().to_owned();
    match &words.item {
        Item::Frame(name) => {
            let frame = graph.items.frames.get(name).filter(|frame| frame.title != text)?;
            Some(Edit::SetFrame { name: name.clone(), frame: Some(Border { title: text, ..frame.clone() }) })
        }
        Item::Note(name) => {
            let note = graph.items.notes.get(name).filter(|note| note.text != text)?;
            Some(Edit::SetNote { name: name.clone(), note: Some(CanvasNote { text, ..note.clone() }) })
        }
        Item::Node(_) => None,
    }
}
