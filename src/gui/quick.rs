//! A search field over rows, for whatever is found by typing: commands, files, nodes.
//!
//! It takes the keyboard at once, marks a row, and reports what was chosen. What the rows mean is its owner's affair.
//! Accessible names: the field's is its hint, a row's is its title.

use super::language::tr;
use super::theme::{SMALL, TEXT, Theme, regular};
use super::widgets::mark::Mark;
use super::widgets::scroll::scrolled;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Area, Context, Frame, Id, Key, Margin, Modifiers, Order, Pos2, Rect, Response, ScrollArea, Sense, Stroke,
    TextEdit, Ui, Vec2, WidgetInfo, pos2, vec2,
};

/// Height of a row in points.
const ROW: f32 = 38.0;
/// Rows that are seen at once.
const ROWS: f32 = 9.0;

/// One row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// What it is.
    pub title: String,
    /// More about it, below the title.
    pub about: String,
    /// What stands at its right end: a shortcut or a family.
    pub right: String,
    /// Why it cannot be chosen now.
    pub refusal: Option<String>,
}

/// Where a list opens and what it says.
pub struct Look<'a> {
    /// Tells lists apart.
    pub id: &'a str,
    /// What the empty field says, also its accessible name.
    pub hint: &'a str,
    /// What is said when nothing is found.
    pub nothing: &'a str,
    /// Middle of its top edge.
    pub top: Pos2,
    /// Its width in points.
    pub width: f32,
}

/// An open list.
#[derive(Clone, Debug)]
pub struct Quick {
    query: String,
    mark: Mark,
    fresh: bool,
}

/// What the person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing that matters.
    Open,
    /// Moved the mark to this row, or typed something that changed what is marked.
    Marked(usize),
    /// Chose this row.
    Chosen(usize),
    /// Went away.
    Closed,
}

impl Default for Quick {
    fn default() -> Self {
        Self { query: String::new(), mark: Mark::default(), fresh: true }
    }
}

impl Quick {
    /// What was typed.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Draws the list; `rows` finds the rows for what is typed, best first.
    pub fn show(&mut self, ctx: &Context, look: &Look<'_>, rows: impl Fn(&str) -> Vec<Row>) -> Outcome {
        let theme = Theme::of(ctx);
        let before = (self.query.clone(), self.mark.row());
        let mut found = rows(&self.query);
        let mut outcome = self.keys(ctx, &found);
        let width = look.width.min(ctx.content_rect().width() - 32.0);
        let area = Area::new(Id::unique(look.id)).order(Order::Foreground);
        let area = area.fixed_pos(look.top - vec2(width / 2.0, 0.0)).constrain_to(ctx.content_rect().shrink(8.0));
        let shown = area.show(ctx, |ui| {
            theme.popup().inner_margin(Margin::ZERO).show(ui, |ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing = Vec2::ZERO;
                if self.search(ui, theme, look) {
                    found = rows(&self.query);
                    self.mark.first();
                }
                if let Some(chosen) = self.list(ui, theme, look, &found) {
                    outcome = Outcome::Chosen(chosen);
                }
            });
        });
        let rect = shown.response.rect;
        let outside =
            ctx.input(|i| i.pointer.any_pressed() && i.pointer.interact_pos().is_some_and(|at| !rect.contains(at)));
        if std::mem::take(&mut self.fresh) || outcome != Outcome::Open {
            return outcome;
        }
        match outside {
            true => Outcome::Closed,
            false if before != (self.query.clone(), self.mark.row()) && !found.is_empty() => {
                Outcome::Marked(self.mark.row())
            }
            false => Outcome::Open,
        }
    }

    /// Keys that move the mark, choose and close; the field never sees them.
    fn keys(&mut self, ctx: &Context, found: &[Row]) -> Outcome {
        let (enter, escape) = ctx.input_mut(|i| {
            self.mark.keys(i, found.len(), ROWS as usize - 1);
            let mut pressed = |key| i.consume_key(Modifiers::NONE, key);
            (pressed(Key::Enter), pressed(Key::Escape))
        });
        let free = found.get(self.mark.row()).is_some_and(|row| row.refusal.is_none());
        match (escape, enter && free && !self.fresh) {
            (true, _) => Outcome::Closed,
            (_, true) => Outcome::Chosen(self.mark.row()),
            _ => Outcome::Open,
        }
    }

    /// The field; whether something was typed.
    fn search(&mut self, ui: &mut Ui, theme: &Theme, look: &Look<'_>) -> bool {
        let edit = TextEdit::singleline(&mut self.query)
            .id(field(look.id))
            .hint_text(look.hint)
            .font(regular(TEXT + 1.0))
            .frame(Frame::NONE.inner_margin(Margin::symmetric(16, 12)))
            .desired_width(f32::INFINITY);
        let response = ui.add(edit);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(look.hint));
        if !response.has_focus() {
            response.request_focus();
        }
        ui.painter().hline(ui.min_rect().x_range(), response.rect.bottom(), Stroke::new(1.0, theme.edge));
        ui.add_space(1.0);
        response.changed()
    }

    fn list(&mut self, ui: &mut Ui, theme: &Theme, look: &Look<'_>, found: &[Row]) -> Option<usize> {
        if found.is_empty() {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, look.nothing));
            ui.painter().text(rect.center(), Align2::CENTER_CENTER, look.nothing, regular(TEXT), theme.muted);
            return None;
        }
        let mut chosen = None;
        // As high as the rows need at once: after a search that found little, a list would grow row by row.
        let most = (ROWS * ROW + 8.0).min(ui.ctx().content_rect().height() - 120.0);
        let area = ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        scrolled(ui, area.auto_shrink([false, true]), |ui| {
            ui.add_space(4.0);
            let moved = ui.input(|i| i.pointer.delta() != Vec2::ZERO);
            for (index, row) in found.iter().enumerate() {
                let response = row.draw(ui, theme, index == self.mark.row());
                self.mark.meet(index, &response, moved);
                if response.clicked() && row.refusal.is_none() {
                    chosen = Some(index);
                }
            }
            ui.add_space(4.0);
        });
        chosen
    }
}

impl Row {
    fn draw(&self, ui: &mut Ui, theme: &Theme, marked: bool) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let free = self.refusal.is_none();
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, free, marked, &self.title));
        let about = self.refusal.as_ref().unwrap_or(&self.about);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_description(match self.right.is_empty() {
                true => about.clone(),
                false => format!("{about} {}", self.right),
            });
        });
        if !ui.is_rect_visible(rect) {
            return response;
        }
        if marked {
            ui.painter().rect_filled(rect.shrink2(vec2(5.0, 0.0)), 5.0, theme.raised);
        }
        let mut right = rect.right() - 16.0;
        if !self.right.is_empty() {
            let at = pos2(right, rect.center().y);
            let color = if free { theme.secondary } else { theme.muted };
            let drawn = ui.painter().text(at, Align2::RIGHT_CENTER, &self.right, regular(SMALL), color);
            right = drawn.left() - 12.0;
        }
        let left = rect.left() + 16.0;
        let room = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
        let line = |text: &str, size: f32, color| {
            let mut job = eframe::egui::text::LayoutJob::simple_singleline(text.to_owned(), regular(size), color);
            job.wrap = eframe::egui::text::TextWrapping::truncate_at_width(room.width().max(10.0));
            ui.painter().layout_job(job)
        };
        let title = line(&self.title, TEXT, if free { theme.text } else { theme.muted });
        if about.is_empty() {
            let at = pos2(left, rect.center().y - title.size().y / 2.0);
            ui.painter().galley(at, title, theme.text);
            return response;
        }
        let color = if free { theme.muted } else { theme.warning };
        let about = line(about, SMALL - 0.5, color);
        let top = rect.center().y - (title.size().y + about.size().y) / 2.0;
        ui.painter().galley(pos2(left, top + title.size().y), about, color);
        ui.painter().galley(pos2(left, top), title, theme.text);
        response
    }
}

/// The field of the list with that id.
pub fn field(id: &str) -> Id {
    Id::unique((id, "search"))
}

/// What is said when nothing matches.
pub fn nothing() -> &'static str {
    tr!("Nothing is called so")
}
