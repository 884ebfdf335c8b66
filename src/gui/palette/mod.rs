//! The node palette: a search field over rows with a picture, a title, one sentence and a family.
//!
//! It opens where the pointer is, takes the keyboard at once, and reports the kind that was chosen; what becomes of
//! it is the canvas's affair. Accessible names: `search nodes` and `add` with a kind's title.

mod search;

use super::language::{self, tr};
use super::settings::Liked;
use super::theme::{SMALL, TEXT, Theme, regular, semibold};
use super::widgets::mark::Mark;
use super::widgets::scroll::scrolled;
use crate::spec::NodeSpec;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Area, Context, Frame, Id, Key, KeyboardShortcut, Margin, Modifiers, Order, Pos2, Rect, Response,
    ScrollArea, Sense, TextEdit, TextureId, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use std::collections::BTreeMap;

pub use search::{Section, ranked, rows};

/// Width of the palette.
const WIDTH: f32 = 340.0;
/// Height of the list at most.
const HEIGHT: f32 = 396.0;
/// Height of the search field.
const SEARCH: f32 = 44.0;
/// Height of a row.
const ROW: f32 = 48.0;
/// Height of a family's heading.
const HEADING: f32 = 26.0;
/// Height of the line of keys at the bottom.
const FOOT: f32 = 24.0;
/// Size of a row's picture.
const PICTURE: Vec2 = vec2(44.0, 32.0);

/// An open palette.
pub struct Palette {
    at: Pos2,
    query: String,
    /// The marked row in the list as shown.
    mark: Mark,
    fresh: bool,
}

/// What the person did.
pub enum Outcome {
    /// Nothing yet.
    Open,
    /// Chose this kind.
    Chosen(&'static NodeSpec),
    /// Gave this kind a star, or took it away.
    Starred(&'static NodeSpec),
    /// Went away.
    Closed,
}

impl Palette {
    /// A palette whose north-west corner is at a position of the window.
    pub fn new(at: Pos2) -> Self {
        Self { at, query: String::new(), mark: Mark::default(), fresh: true }
    }

    /// A palette whose north-east corner is at a position of the window.
    pub fn left_of(at: Pos2) -> Self {
        Self::new(at - vec2(WIDTH + 12.0, 0.0))
    }

    /// Draws the palette over `kinds`, the ones that make sense here.
    pub fn show(
        &mut self,
        ctx: &Context,
        kinds: &[&'static NodeSpec],
        pictures: &BTreeMap<&'static str, TextureId>,
        liked: &Liked,
    ) -> Outcome {
        let theme = Theme::of(ctx);
        let room = ctx.content_rect().shrink(8.0);
        // Where the longest list fits, so that it neither jumps nor is cut while its rows change.
        let at = self.at.min(room.max - vec2(WIDTH, SEARCH + HEIGHT + FOOT)).max(room.min);
        let mut outcome = self.keys(ctx, &rows(&self.query, kinds, liked));
        let area = Area::new(Id::unique("palette")).order(Order::Foreground).fixed_pos(at);
        let area = area.constrain_to(room).show(ctx, |ui| {
            theme.popup().inner_margin(Margin::ZERO).show(ui, |ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing = Vec2::ZERO;
                self.search(ui, theme);
                let found = rows(&self.query, kinds, liked);
                if let Some(pressed) = self.list(ui, theme, &found, pictures, liked) {
                    outcome = pressed;
                }
                foot(ui, theme);
            });
        });
        let rect = area.response.rect;
        let outside = |i: &eframe::egui::InputState| {
            i.pointer.any_pressed() && i.pointer.interact_pos().is_some_and(|p| !rect.contains(p))
        };
        if !self.fresh && matches!(outcome, Outcome::Open) && ctx.input(outside) {
            outcome = Outcome::Closed;
        }
        self.fresh = false;
        outcome
    }

    /// Keys that move the mark, choose and close; the search field never sees them.
    fn keys(&mut self, ctx: &Context, found: &[(Section, &'static NodeSpec)]) -> Outcome {
        let page = (HEIGHT / ROW) as usize - 1;
        let star = ctx.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::D));
        let (enter, escape) = ctx.input_mut(|i| {
            self.mark.keys(i, found.len(), page);
            let mut pressed = |key| i.consume_key(Modifiers::NONE, key);
            (pressed(Key::Enter) || pressed(Key::Tab), pressed(Key::Escape))
        });
        match (escape, enter, found.get(self.mark.row())) {
            (true, ..) => Outcome::Closed,
            (_, true, Some((_, spec))) => Outcome::Chosen(spec),
            (_, _, Some((_, spec))) if star => Outcome::Starred(spec),
            _ => Outcome::Open,
        }
    }

    fn search(&mut self, ui: &mut Ui, theme: &Theme) {
        let edit = TextEdit::singleline(&mut self.query)
            .id(Id::unique("palette search"))
            .hint_text(tr!("Search nodes"))
            .font(regular(TEXT + 0.5))
            .frame(Frame::NONE.inner_margin(Margin::symmetric(14, 11)))
            .desired_width(WIDTH - 28.0);
        let response = ui.add(edit);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(tr!("search nodes")));
        if !response.has_focus() {
            response.request_focus();
        }
        if response.changed() {
            self.mark.first();
        }
        let y = response.rect.bottom();
        ui.painter().hline(ui.min_rect().x_range(), y, eframe::egui::Stroke::new(1.0, theme.edge));
        ui.add_space(1.0);
    }

    fn list(
        &mut self,
        ui: &mut Ui,
        theme: &Theme,
        found: &[(Section, &'static NodeSpec)],
        pictures: &BTreeMap<&'static str, TextureId>,
        liked: &Liked,
    ) -> Option<Outcome> {
        if found.is_empty() {
            let (rect, _) = ui.allocate_exact_size(vec2(WIDTH, ROW), Sense::hover());
            let words = if self.query.is_empty() {
                tr!("No kind of node fits here")
            } else {
                tr!("No node has such a name or word")
            };
            ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, regular(TEXT), theme.muted);
            return None;
        }
        let mut pressed = None;
        // A low window leaves the keys below the list in sight.
        let most = HEIGHT.min(ui.ctx().content_rect().height() - SEARCH - FOOT - 16.0);
        scrolled(
            ui,
            ScrollArea::vertical().max_height(most).min_scrolled_height(most).auto_shrink([false, true]),
            |ui| {
                ui.add_space(if self.query.trim().is_empty() { 0.0 } else { 4.0 });
                let mut above = Section::Found;
                let moved = ui.input(|i| i.pointer.delta() != Vec2::ZERO);
                for (index, (section, spec)) in found.iter().enumerate() {
                    if above != *section {
                        above = *section;
                        heading(ui, theme, *section);
                    }
                    let row = Row {
                        spec,
                        section: *section,
                        picture: pictures.get(spec.kind).copied(),
                        marked: index == self.mark.row(),
                        favourite: liked.is_favourite(spec.kind),
                    };
                    let (response, starred) = row.show(ui, theme);
                    self.mark.meet(index, &response, moved);
                    if starred {
                        pressed = Some(Outcome::Starred(spec));
                    } else if response.clicked() {
                        pressed = Some(Outcome::Chosen(spec));
                    }
                }
                ui.add_space(4.0);
            },
        );
        pressed
    }
}

/// What the keys do here.
fn foot(ui: &mut Ui, theme: &Theme) {
    let (rect, _) = ui.allocate_exact_size(vec2(WIDTH, FOOT), Sense::hover());
    ui.painter().hline(rect.x_range(), rect.top(), eframe::egui::Stroke::new(1.0, theme.edge));
    let star = KeyboardShortcut::new(Modifiers::COMMAND, Key::D);
    let words = tr!("Enter adds · {keys} stars · Esc closes", keys = ui.ctx().format_shortcut(&star));
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, regular(SMALL - 0.5), theme.muted);
}

fn heading(ui: &mut Ui, theme: &Theme, section: Section) {
    let (rect, _) = ui.allocate_exact_size(vec2(WIDTH, HEADING), Sense::hover());
    let at = pos2(rect.left() + 13.0, rect.center().y + 2.0);
    let (title, color) = match section {
        Section::Favourites => (tr!("Favourites"), theme.accent),
        Section::Recent => (tr!("Recent|nodes"), theme.muted),
        Section::Family(category) => (language::category(category), theme.category(category)),
        Section::Found => return,
    };
    let dot = Rect::from_center_size(at + vec2(4.0, 0.0), Vec2::splat(7.0));
    ui.painter().rect_filled(dot, 2.0, color);
    let at = at + vec2(14.0, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, title, semibold(SMALL), theme.muted);
}

/// One kind as a row.
struct Row {
    spec: &'static NodeSpec,
    section: Section,
    picture: Option<TextureId>,
    marked: bool,
    favourite: bool,
}

impl Row {
    /// Draws it; the row, and whether its star was pressed.
    fn show(&self, ui: &mut Ui, theme: &Theme) -> (Response, bool) {
        let (spec, marked) = (self.spec, self.marked);
        let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, ROW), Sense::click());
        let node = language::title(spec);
        let name = match self.section {
            Section::Favourites => tr!("add {node}, a favourite", node = node),
            Section::Recent => tr!("add {node}, used before", node = node),
            Section::Family(_) | Section::Found => tr!("add {node}", node = node),
        };
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, marked, &name));
        if !ui.is_rect_visible(rect) {
            return (response, false);
        }
        if marked {
            ui.painter().rect_filled(rect.shrink2(vec2(4.0, 0.0)), 5.0, theme.raised);
        }
        let frame = Rect::from_center_size(pos2(rect.left() + 13.0 + PICTURE.x / 2.0, rect.center().y), PICTURE);
        ui.painter().rect_filled(frame, 3.0, theme.field);
        paint_picture(ui, theme, spec, self.picture, frame);
        let left = frame.right() + 11.0;
        let (mut right, starred) = self.star(ui, theme, rect);
        if self.section == Section::Found {
            let at = pos2(right, rect.center().y);
            let family = language::category(spec.category);
            right = ui.painter().text(at, Align2::RIGHT_CENTER, family, regular(SMALL), theme.muted).left() - 10.0;
        }
        words(ui, theme, spec, rect, left, right);
        (response, starred)
    }

    /// The star at the right end, seen on the marked row and on favourites; where it begins, and whether it was pressed.
    fn star(&self, ui: &mut Ui, theme: &Theme, rect: Rect) -> (f32, bool) {
        let at = Rect::from_center_size(pos2(rect.right() - 20.0, rect.center().y), Vec2::splat(22.0));
        if !self.marked && !self.favourite {
            return (at.left() - 2.0, false);
        }
        let family = matches!(self.section, Section::Family(_));
        let id = ui.scope_id().with(("star", self.spec.kind, family, self.section == Section::Recent));
        let response = ui.interact(at, id, Sense::CLICK);
        let node = language::title(self.spec);
        let name = match self.favourite {
            true => tr!("take the star from {node}", node = node),
            false => tr!("give {node} a star", node = node),
        };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, self.favourite, &name));
        let lit = self.favourite || response.hovered();
        let stroke = eframe::egui::Stroke::new(1.2, if lit { theme.accent } else { theme.muted });
        let fill = if self.favourite { theme.accent } else { eframe::egui::Color32::TRANSPARENT };
        draw_star(ui, at.center(), 6.5, fill, stroke);
        (at.left() - 2.0, response.clicked())
    }
}

/// A star with five points; a concave shape is filled as its triangles.
fn draw_star(ui: &Ui, at: Pos2, radius: f32, fill: eframe::egui::Color32, stroke: eframe::egui::Stroke) {
    let corner = |i: usize| {
        let angle = (i as f32 * 36.0 - 90.0).to_radians();
        let far = if i.is_multiple_of(2) { radius } else { radius * 0.42 };
        at + far * vec2(libm::cosf(angle), libm::sinf(angle))
    };
    let none = eframe::egui::Stroke::NONE;
    for tip in (0..10).step_by(2) {
        let shape = vec![at, corner(tip + 9), corner(tip), corner(tip + 1)];
        ui.painter().add(eframe::egui::Shape::convex_polygon(shape, fill, none));
    }
    let outline: Vec<Pos2> = (0..10).map(corner).collect();
    ui.painter().add(eframe::egui::Shape::closed_line(outline, stroke));
}

fn paint_picture(ui: &Ui, theme: &Theme, spec: &NodeSpec, picture: Option<TextureId>, frame: Rect) {
    match picture {
        Some(texture) => {
            // The middle of a square picture, at the row's proportions.
            let cut = (1.0 - PICTURE.y / PICTURE.x) / 2.0;
            let part = Rect::from_min_max(pos2(0.0, cut), pos2(1.0, 1.0 - cut));
            ui.painter().image(texture, frame, part, eframe::egui::Color32::WHITE);
        }
        None => {
            let dot = Rect::from_center_size(frame.center(), Vec2::splat(10.0));
            ui.painter().rect_filled(dot, 3.0, theme.category(spec.category));
        }
    }
}

/// Title and sentence of a row; a long sentence takes two lines.
fn words(ui: &Ui, theme: &Theme, spec: &NodeSpec, rect: Rect, left: f32, right: f32) {
    use eframe::egui::text::{LayoutJob, TextWrapping};
    let painter = ui.painter();
    let mut job =
        LayoutJob::simple(language::sentence(spec).to_owned(), regular(SMALL - 0.5), theme.muted, right - left);
    job.wrap = TextWrapping { max_width: right - left, max_rows: 2, ..Default::default() };
    let sentence = painter.layout_job(job);
    let title = painter.layout_no_wrap(language::title(spec).to_owned(), regular(TEXT), theme.text);
    let height = title.size().y + sentence.size().y;
    let top = rect.center().y - height / 2.0;
    painter.galley(pos2(left, top + title.size().y), sentence, theme.muted);
    painter.galley(pos2(left, top), title, theme.text);
}
