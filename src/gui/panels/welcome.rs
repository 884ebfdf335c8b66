//! The welcome view: recipes to start from as pictures, files that were open lately, and the ways in. It lies over the
//! document, which is there when it is closed.

use super::templates;
use crate::gui::language::tr;
use crate::gui::request::{Command, Request, Sketched};
use crate::gui::theme::{SMALL, TEXT, Theme, semibold};
use crate::gui::widgets::ago::ago;
use crate::gui::widgets::modal::modal;
use crate::gui::widgets::scroll::scrolled;
use eframe::egui::accesskit::Role;
use eframe::egui::epaint::RectShape;
use eframe::egui::{
    Align, Button, Color32, Context, Label, Layout, Pos2, Rect, Response, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, TextWrapMode, TextureId, Ui, Vec2, WidgetInfo, WidgetText, pos2, vec2,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Width of the list of files in points.
const SIDE: f32 = 292.0;
/// Height of a row and side of its picture in points.
const ROW: f32 = 56.0;
/// Room between both sides in points.
const BETWEEN: f32 = 26.0;

/// What the view reads.
pub struct Welcome<'a> {
    /// Pictures by [`Template::name`](crate::gui::templates::Template::name), as far as they are rendered.
    pub templates: &'a BTreeMap<&'static str, TextureId>,
    /// Files that were opened or saved, newest first.
    pub recent: &'a [PathBuf],
    /// What is known of those files, by their path.
    pub sketches: &'a BTreeMap<Arc<str>, Sketched>,
}

/// Shows the view while `open`.
pub fn show(ctx: &Context, open: &mut bool, welcome: &Welcome<'_>) -> Vec<Request> {
    if !*open {
        return Vec::new();
    }
    let height = (ctx.content_rect().height() - 170.0).clamp(200.0, templates::height());
    let modal = modal(ctx, "welcome").show(ctx, |ui| {
        let room = (ctx.content_rect().width() - 90.0).max(SIDE + BETWEEN + 240.0);
        let left = templates::width(room - SIDE - BETWEEN);
        ui.set_width(left + BETWEEN + SIDE);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = BETWEEN;
            let chosen = column(ui, left, |ui| {
                title(ui, tr!("Start from a template"));
                let area = ScrollArea::vertical().id_salt("templates").max_height(height).min_scrolled_height(height);
                scrolled(ui, area, |ui| templates::cards(ui, left, welcome.templates))
            });
            let asked = column(ui, SIDE, |ui| side(ui, height, welcome));
            chosen.map(|template| Request::OpenTemplate(template.name)).or(asked)
        })
        .inner
    });
    let closes = modal.should_close();
    *open &= !closes && modal.inner.is_none();
    // Closing alone asks for nothing.
    modal.inner.filter(|request| *request != Request::Do(Command::Templates)).into_iter().collect()
}

fn column<R>(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = Layout::top_down(Align::Min);
    let inner = ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        ui.set_width(width);
        content(ui)
    });
    inner.inner
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(semibold(15.0)).color(Theme::of(ui).text));
}

/// The ways in, and the files; what was asked for.
fn side(ui: &mut Ui, height: f32, welcome: &Welcome<'_>) -> Option<Request> {
    let mut asked = None;
    title(ui, tr!("Recent files"));
    let files = height - 118.0;
    if welcome.recent.is_empty() {
        let text =
            tr!("Recipes that you open or save are listed here, with a picture and the time of their last change.");
        ui.add(Label::new(RichText::new(text).size(TEXT).color(Theme::of(ui).muted)).wrap());
        ui.add_space(10.0);
    } else {
        let area = ScrollArea::vertical().id_salt("recent").max_height(files).min_scrolled_height(files);
        asked = scrolled(ui, area, |ui| {
            let mut pressed = None;
            for path in welcome.recent {
                let known = welcome.sketches.get(&*path.display().to_string());
                if row(ui, path, known).clicked() {
                    pressed = Some(Request::OpenFile(path.clone()));
                }
            }
            pressed
        });
    }
    let ways = [
        (tr!("Open a file…"), Command::Open),
        (tr!("New recipe"), Command::New),
        (tr!("Take the tour"), Command::Tour),
        (tr!("Close"), Command::Templates),
    ];
    for pair in ways.chunks(2) {
        ui.horizontal(|ui| {
            for (title, command) in pair {
                let button = Button::new(*title).min_size(vec2((SIDE - 8.0) / 2.0, 28.0));
                if ui.add(button).clicked() {
                    asked = Some(Request::Do(*command));
                }
            }
        });
    }
    asked
}

/// A file with its picture, name, folder and time.
fn row(ui: &mut Ui, path: &Path, known: Option<&Sketched>) -> Response {
    let theme = Theme::of(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE - 10.0, ROW), Sense::click());
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let lit = response.hovered() || response.has_focus();
    if lit {
        ui.painter().rect_filled(rect, 5.0, theme.raised);
    }
    let place = Rect::from_min_size(rect.min, Vec2::splat(ROW)).shrink(4.0);
    picture(ui, place, known.and_then(|known| known.texture.as_ref()).map(|texture| texture.id()));
    let folder = path.parent().map_or_else(String::new, |folder| folder.display().to_string());
    let when = match known {
        Some(Sketched { modified: Some(time), nodes: Some(_), .. }) => ago(*time),
        Some(Sketched { modified: None, .. }) => tr!("The file is gone").to_owned(),
        Some(_) => tr!("The file cannot be read").to_owned(),
        None => String::new(),
    };
    let at = pos2(place.right() + 10.0, rect.top() + 5.0);
    let width = rect.right() - at.x - 6.0;
    for (text, font, color, down) in [
        (name, semibold(TEXT), theme.text, 0.0),
        (folder, eframe::egui::FontId::proportional(SMALL), theme.muted, 17.0),
        (when, eframe::egui::FontId::proportional(SMALL), theme.secondary, 32.0),
    ] {
        let words = WidgetText::from(RichText::new(text).font(font).color(color));
        let galley = words.into_galley(ui, Some(TextWrapMode::Truncate), width, eframe::egui::TextStyle::Body);
        ui.painter().galley(at + vec2(0.0, down), galley, color);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.0, theme.accent), StrokeKind::Inside);
    }
    response.on_hover_text(path.display().to_string())
}

/// A small picture, or its empty place.
pub fn picture(ui: &Ui, place: Rect, texture: Option<TextureId>) {
    let theme = Theme::of(ui.ctx());
    match texture {
        Some(texture) => {
            let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            ui.painter().add(RectShape::filled(place, 3.0, Color32::WHITE).with_texture(texture, whole));
        }
        None => templates::skeleton(ui, place),
    }
    ui.painter().rect_stroke(place, 3.0, Stroke::new(1.0, theme.edge), StrokeKind::Inside);
}
