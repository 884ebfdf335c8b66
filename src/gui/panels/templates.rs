//! Every recipe that the program carries, as pictures to choose from in the welcome view.

use crate::gui::language;
use crate::gui::templates::{TEMPLATES, Template};
use crate::gui::theme::{TEXT, Theme, semibold};
use eframe::egui::accesskit::Role;
use eframe::egui::epaint::RectShape;
use eframe::egui::text::LayoutJob;
use eframe::egui::{
    Color32, CornerRadius, Pos2, Rect, Response, Sense, Stroke, StrokeKind, TextStyle, TextureId, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use std::collections::BTreeMap;

/// Side of a picture in points: as large as this, or smaller so that two stand beside each other.
const PICTURE: f32 = 212.0;
const LEAST: f32 = 160.0;
/// Height of the words under it in points.
const WORDS: f32 = 58.0;
const COLUMNS: usize = 3;
const GAP: f32 = 14.0;
/// Room for a scroll bar in points.
const BAR: f32 = 12.0;

/// Height of the whole grid in points where there is room for all columns.
pub fn height() -> f32 {
    let rows = TEMPLATES.len().div_ceil(COLUMNS) as f32;
    rows * (PICTURE + WORDS) + (rows - 1.0) * GAP
}

/// Width that the cards take out of `room` points, with the room of a scroll bar.
pub fn width(room: f32) -> f32 {
    let columns = columns(room) as f32;
    columns * side(room) + (columns - 1.0) * GAP + BAR
}

fn columns(room: f32) -> usize {
    let large = ((room - BAR + GAP) / (PICTURE + GAP)) as usize;
    // One column alone would be a long way to scroll.
    let least = if room >= 2.0 * LEAST + GAP + BAR { 2 } else { 1 };
    large.clamp(least, COLUMNS)
}

/// Side of the pictures in `room` points.
fn side(room: f32) -> f32 {
    let columns = columns(room) as f32;
    ((room - BAR + GAP) / columns - GAP).floor().min(PICTURE)
}

/// The cards in rows; the one that was clicked. `pictures` holds one per [`Template::name`], as far as they are rendered.
pub fn cards(ui: &mut Ui, room: f32, pictures: &BTreeMap<&'static str, TextureId>) -> Option<&'static Template> {
    let mut chosen = None;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let side = side(room);
    for row in TEMPLATES.chunks(columns(room)) {
        ui.horizontal(|ui| {
            for template in row {
                if card(ui, template, side, pictures.get(template.name).copied()).clicked() {
                    chosen = Some(template);
                }
            }
        });
    }
    chosen
}

fn card(ui: &mut Ui, template: &Template, side: f32, picture: Option<TextureId>) -> Response {
    let theme = Theme::of(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(side, side + WORDS), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, language::text(template.title)));
    let lit = response.hovered() || response.has_focus();
    ui.painter().rect_filled(rect, 6.0, if lit { theme.raised } else { theme.field });
    let image = Rect::from_min_size(rect.min, Vec2::splat(side)).shrink(1.0);
    match picture {
        Some(texture) => {
            let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            let corners = CornerRadius { nw: 5, ne: 5, sw: 0, se: 0 };
            ui.painter().add(RectShape::filled(image, corners, Color32::WHITE).with_texture(texture, whole));
        }
        None => skeleton(ui, image),
    }
    let edge = if lit { theme.accent } else { theme.edge };
    ui.painter().rect_stroke(rect, 6.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let at = image.left_bottom() + vec2(10.0, 7.0);
    ui.painter().text(at, eframe::egui::Align2::LEFT_TOP, language::text(template.title), semibold(TEXT), theme.text);
    let font = TextStyle::Small.resolve(ui.style());
    let mut about = LayoutJob::simple(language::text(template.about).to_owned(), font, theme.muted, side - 20.0);
    about.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(about);
    ui.painter().galley(at + vec2(0.0, 18.0), galley, theme.muted);
    response
}

/// The place of a picture that is still being rendered.
pub fn skeleton(ui: &Ui, rect: Rect) {
    let theme = Theme::of(ui.ctx());
    ui.painter().rect_filled(rect, 5.0, theme.body);
    let base = rect.bottom() - rect.height() * 0.3;
    let peak = |x: f32, y: f32| pos2(rect.left() + rect.width() * x, base - rect.height() * y);
    let ridge = vec![peak(0.14, 0.0), peak(0.36, 0.26), peak(0.48, 0.12), peak(0.64, 0.36), peak(0.86, 0.0)];
    ui.painter().line(ridge, Stroke::new(2.0, theme.edge));
}
