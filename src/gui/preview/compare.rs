//! Two pictures in one: the line between them, their names, the bar that says how they are compared, and the difference.

use super::{Layer, Outcome, Preview, PreviewPane};
use crate::graph::World;
use crate::gui::compare::{Comparison, Way};
use crate::gui::language::tr;
use crate::gui::request::Command;
use crate::gui::theme::{ON_PLATE, PLATE, SMALL, Theme, semibold};
use crate::gui::widgets::expression::{Unit, format, sample};
use crate::gui::widgets::tone::tone;
use crate::gui::worker::{Contrast, Counts, Shown, Unlike};
use crate::spec::Quantity;
use crate::view::DIFFERENCE;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align, Color32, CursorIcon, EventFilter, FontId, Key, Label, Layout, Mesh, Painter, Rect, RichText, Sense, Stroke,
    TextureHandle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

/// Height of the bar under the picture in points, with the gap above it.
pub(super) const BAR: f32 = 30.0;
/// Width in points that the buttons in the corner of the picture may take.
pub(super) const CORNER: f32 = 40.0;
/// Points on either side of the line that belong to it.
const REACH: f32 = 6.0;
/// Share of the picture that an arrow key moves the line.
const STEP: f32 = 0.02;
/// Where the names stand below the picture's upper edge.
const NAMES: f32 = 40.0;

/// What the preview is compared with.
pub struct Compared<'a> {
    /// How.
    pub comparison: &'a Comparison,
    /// The other picture; `None` until it is there.
    pub shown: Option<&'a Shown>,
    /// It as a texture.
    pub texture: Option<&'a TextureHandle>,
    /// Why it cannot be computed.
    pub failure: Option<&'a str>,
    /// The difference, or why there is none; `None` until it is known.
    pub contrast: Option<&'a Result<Contrast, Unlike>>,
    /// The picture of the difference.
    pub contrast_texture: Option<&'a TextureHandle>,
}

impl PreviewPane {
    /// Draws both pictures, each on its side of the line.
    pub(super) fn split(
        &mut self,
        ui: &mut Ui,
        (area, world): (Rect, &World),
        main: &Layer<'_>,
        compared: &Compared<'_>,
        link: &str,
    ) {
        let x = (area.left() + area.width() * self.divider).round();
        let (left, right) = (area.with_max_x(x), area.with_min_x(x));
        let (own, other) = if compared.comparison.swapped { (left, right) } else { (right, left) };
        let clip = ui.clip_rect();
        self.draw(&ui.painter().with_clip_rect(own.intersect(clip)), area, world, main, false);
        let beyond = ui.painter().with_clip_rect(other.intersect(clip));
        match (compared.failure, compared.shown, compared.texture) {
            (Some(sentence), ..) => blank(&beyond, other, sentence, Theme::of(ui).error),
            (None, Some(shown), Some(texture)) => {
                self.draw(&beyond, area, world, &Layer { texture, ..Layer::of(shown, texture) }, false);
            }
            _ => blank(&beyond, other, tr!("Computing…"), Theme::of(ui).muted),
        }
        let pinned = compared.comparison.pin.name();
        let (one, two) = if compared.comparison.swapped { (link, &*pinned) } else { (&*pinned, link) };
        name(&ui.painter().with_clip_rect(left.intersect(clip)), one, pos2(x - 8.0, area.top() + NAMES), Align::Max);
        name(&ui.painter().with_clip_rect(right.intersect(clip)), two, pos2(x + 8.0, area.top() + NAMES), Align::Min);
        self.line(ui, area, x, (one, two));
    }

    /// The line between the pictures, which drags and obeys the arrow keys.
    fn line(&mut self, ui: &mut Ui, area: Rect, x: f32, (left, right): (&str, &str)) {
        let line = Rect::from_x_y_ranges(x - REACH..=x + REACH, area.y_range());
        let response = ui.interact(line, ui.unique_id().with("divider"), Sense::click_and_drag());
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        let share = format!("{:.0} %", self.divider * 100.0);
        response.widget_info(|| {
            let words = tr!("Line between {left} and {right}", left = left, right = right);
            let mut info = WidgetInfo::labeled(Role::Splitter, true, words);
            info.current_text_value = Some(share.clone());
            info
        });
        if response.double_clicked() {
            self.divider = 0.5;
        } else if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            self.divider = (at.x - area.left()) / area.width().max(1.0);
        }
        if response.has_focus() {
            let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            let pressed = |key| ui.input(|i| i.key_pressed(key));
            let step = if ui.input(|i| i.modifiers.shift) { STEP / 4.0 } else { STEP };
            self.divider += step * f32::from(i8::from(pressed(Key::ArrowRight)) - i8::from(pressed(Key::ArrowLeft)));
            if pressed(Key::Home) {
                self.divider = 0.0;
            } else if pressed(Key::End) {
                self.divider = 1.0;
            }
        }
        self.divider = self.divider.clamp(0.0, 1.0);
        let strong = response.dragged() || response.has_focus();
        let color = if strong { Theme::of(ui).accent } else { Color32::WHITE };
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        painter.vline(x, area.y_range(), Stroke::new(3.0, Color32::from_black_alpha(110)));
        painter.vline(x, area.y_range(), Stroke::new(if strong { 2.0 } else { 1.0 }, color));
        grip(&painter, pos2(x, area.center().y), color);
    }

    /// Draws the difference, or says why there is none.
    pub(super) fn difference(&self, ui: &Ui, area: Rect, world: &World, compared: &Compared<'_>) {
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        match (compared.failure, compared.contrast, compared.contrast_texture) {
            (Some(sentence), ..) => blank(&painter, area, sentence, Theme::of(ui).error),
            (None, Some(Err(unlike)), _) => blank(&painter, area, &unlike_words(*unlike), Theme::of(ui).muted),
            (None, Some(Ok(contrast)), Some(texture)) => {
                let size = (contrast.raster.width, contrast.raster.height);
                self.draw(&painter, area, world, &Layer { subject: &contrast.subject, size, texture }, false);
            }
            _ => blank(&painter, area, tr!("Computing…"), Theme::of(ui).muted),
        }
    }
}

/// The handle in the middle of the line.
fn grip(painter: &Painter, center: eframe::egui::Pos2, color: Color32) {
    painter.circle(center, 9.0, PLATE, Stroke::new(1.5, color));
    for side in [-1.0, 1.0] {
        let tip = center + vec2(5.0 * side, 0.0);
        let arm = |up: f32| vec2(-2.5 * side, 2.5 * up);
        painter.line(vec![tip + arm(1.0), tip, tip + arm(-1.0)], Stroke::new(1.4, color));
    }
}

/// What a picture is called, on a plate that ends or begins at `at`.
fn name(painter: &Painter, text: &str, at: eframe::egui::Pos2, align: Align) {
    let galley = painter.layout_no_wrap(text.to_owned(), semibold(SMALL), ON_PLATE);
    let size = galley.size() + vec2(12.0, 6.0);
    let min = if align == Align::Max { at - vec2(size.x, 0.0) } else { at };
    painter.rect_filled(Rect::from_min_size(min, size), 4.0, PLATE);
    painter.galley(min + vec2(6.0, 3.0), galley, ON_PLATE);
}

fn blank(painter: &Painter, area: Rect, text: &str, color: Color32) {
    painter.rect_filled(area, 0.0, Theme::of(painter.ctx()).field);
    let galley = painter.layout(text.to_owned(), FontId::proportional(12.5), color, (area.width() - 24.0).max(40.0));
    painter.galley(area.center() - galley.size() / 2.0, galley, color);
}

fn unlike_words(Unlike(one, other): Unlike) -> String {
    let words = |quantity: Quantity| match quantity {
        Quantity::Tiles => tr!("tiles"),
        Quantity::Degrees => tr!("degrees"),
        _ => tr!("heights"),
    };
    tr!("There is no difference of {one} and {other}.", one = words(one), other = words(other))
}

/// The bar under the picture: with what it is compared, how, and the ways out.
pub(super) fn bar(ui: &mut Ui, compared: &Compared<'_>, outcome: &mut Outcome) {
    let comparison = compared.comparison;
    let mut press = |command: Command| outcome.requests.push(command.request());
    ui.allocate_ui_with_layout(vec2(ui.available_width(), BAR - 7.0), Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let stop = super::options::small(ui, egui_material_icons::icons::ICON_CLOSE.codepoint, false);
        let stop = stop.on_hover_text(Command::StopComparing.title());
        stop.clone().accessible_name(Command::StopComparing.title());
        if stop.clicked() {
            press(Command::StopComparing);
        }
        let swap = super::options::small(ui, egui_material_icons::icons::ICON_SWAP_HORIZ.codepoint, false);
        let swap = swap.on_hover_text(Command::SwapSides.title());
        swap.clone().accessible_name(Command::SwapSides.title());
        if swap.clicked() {
            press(Command::SwapSides);
        }
        for (way, text, command) in [
            (Way::Difference, tr!("Difference"), Command::ShowDifference),
            (Way::Split, tr!("Split"), Command::SplitPreview),
        ] {
            if super::options::small(ui, text, comparison.way == way).clicked() {
                press(command);
            }
        }
        ui.add_space(4.0);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let tone = tone(ui);
            ui.label(RichText::new(tr!("compared with")).size(SMALL).color(tone.muted));
            let name = RichText::new(comparison.pin.name()).font(semibold(SMALL)).color(tone.text);
            ui.add(Label::new(name).truncate().selectable(false));
        });
    });
}

/// The colours of the difference with what they stand for.
pub(super) fn legend(ui: &mut Ui, compared: &Compared<'_>) {
    let Some(Ok(contrast)) = compared.contrast else {
        ui.allocate_space(vec2(1.0, 20.0));
        return;
    };
    let most = f64::from(contrast.most());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let color = tone(ui).secondary;
        let words = |ui: &mut Ui, text: String| {
            ui.add(Label::new(RichText::new(text).size(SMALL).color(color)).selectable(false));
        };
        if contrast.counts == Counts::Tiles {
            words(ui, tr!("bright where the tiles differ").to_owned());
            return;
        }
        words(ui, amount(contrast.counts, -most));
        let (rect, response) =
            ui.allocate_exact_size(vec2((ui.available_width() - 80.0).max(60.0), 10.0), Sense::hover());
        gradient(ui.painter(), rect);
        let hint = tr!(
            "Blue where it is lower than what it is compared with, dark where it is the same, orange where it is higher"
        );
        response.on_hover_text(hint);
        words(ui, amount(contrast.counts, most));
    });
}

fn gradient(painter: &Painter, rect: Rect) {
    let mut mesh = Mesh::default();
    for (i, &(at, [r, g, b])) in (0_u32..).zip(&DIFFERENCE) {
        let x = rect.left() + (at + 1.0) / 2.0 * rect.width();
        let color = Color32::from_rgb(r, g, b);
        mesh.colored_vertex(pos2(x, rect.top()), color);
        mesh.colored_vertex(pos2(x, rect.bottom()), color);
        if i > 0 {
            mesh.add_triangle(2 * i - 2, 2 * i - 1, 2 * i);
            mesh.add_triangle(2 * i - 1, 2 * i, 2 * i + 1);
        }
    }
    painter.add(mesh);
    painter.vline(rect.center().x, rect.top() - 2.0..=rect.bottom() + 2.0, Stroke::new(1.0, Color32::from_gray(150)));
}

/// A signed difference with its unit.
pub(super) fn amount(counts: Counts, value: f64) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    match counts {
        Counts::Metres => format!("{sign}{}", format(round(value), Unit::Metres)),
        _ => format!("{sign}{}", sample(value)),
    }
}

/// Two digits behind the point are more than anybody sees.
fn round(metres: f64) -> f64 {
    (metres * 100.0).round() / 100.0 + 0.0
}

/// The numbers of the difference: the largest, the mean, both ends; of tiles how much differs.
pub(super) fn numbers(ui: &mut Ui, preview: &Preview<'_>, compared: &Compared<'_>) {
    let Some(Ok(contrast)) = compared.contrast else {
        ui.allocate_space(Vec2::new(1.0, 16.0));
        return;
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let size = |value: f64| amount(contrast.counts, value).trim_start_matches('+').to_owned();
        if contrast.counts == Counts::Tiles {
            super::numbers::number(ui, tr!("different"), &format!("{:.2} %", contrast.size * 100.0));
        } else {
            super::numbers::number(ui, tr!("largest"), &size(f64::from(contrast.most())));
            super::numbers::number(ui, tr!("mean"), &size(contrast.size));
            super::numbers::number(ui, tr!("lowest"), &amount(contrast.counts, f64::from(contrast.extremes.0)));
            super::numbers::number(ui, tr!("highest"), &amount(contrast.counts, f64::from(contrast.extremes.1)));
        }
        if contrast.subject.region.stride > 1 {
            let words = if preview.computing { tr!("refining…") } else { tr!("draft") };
            ui.add(Label::new(RichText::new(words).size(SMALL).color(Theme::of(ui).accent)));
        }
    });
}
