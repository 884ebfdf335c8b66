//! The pictures of a sheet: as large as the panel allows, by pointer and by keyboard.

use super::{Cell, Dial, Sheet, VariationsPanel};
use crate::deliver::Variation;
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::theme::{SMALL, Theme, regular, semibold};
use crate::gui::widgets::scroll::scrolled;
use eframe::egui::accesskit::Role;
use eframe::egui::emath::GuiRounding;
use eframe::egui::epaint::RectShape;
use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Color32, EventFilter, FontId, Id, Key, Modifiers, Pos2, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};

/// Points between pictures.
const GAP: f32 = 8.0;
/// Height of a label below a picture, or of the values above all columns.
const LABEL: f32 = 18.0;
/// Width of the values before all rows.
const ROW_LABEL: f32 = 72.0;
/// Narrowest picture in points; where more do not fit, the sheet scrolls.
const LEAST: f32 = 92.0;
const LEAST_CROSSED: f32 = 60.0;
/// Width in points at which a picture can be judged.
const LEAST_JUDGED: f32 = 116.0;
/// Widest picture in points.
const MOST: f32 = 320.0;
/// Pixels in whose multiples pictures are drawn, so that a border that is dragged does not draw every size.
const STEP: u32 = 64;

/// Points around all pictures, for the outline of those at the edge.
const EDGE: f32 = 3.0;

/// Where the pictures of a sheet lie.
struct Places {
    /// Size of a picture in points.
    picture: Vec2,
    columns: usize,
    rows: usize,
    /// From one picture to the next.
    step: Vec2,
    /// The first picture's corner.
    corner: Vec2,
}

impl Places {
    /// One thing varies: as many columns as give the largest pictures in that room.
    fn flowing(count: usize, aspect: f32, room: Vec2) -> Self {
        let width = |columns: usize| {
            let (columns, rows) = (columns as f32, count.div_ceil(columns) as f32);
            let wide = (room.x + GAP) / columns - GAP;
            let high = (room.y + GAP) / rows - GAP - LABEL;
            wide.min(high * aspect).min(MOST)
        };
        let best = (1..=count.max(1)).max_by(|a, b| width(*a).total_cmp(&width(*b)).then(b.cmp(a))).unwrap_or(1);
        let (columns, wide) = match width(best) {
            wide if wide >= LEAST => (best, wide),
            _ => {
                let columns = (((room.x + GAP) / (LEAST + GAP)) as usize).clamp(1, count.max(1));
                (columns, ((room.x + GAP) / columns as f32 - GAP).clamp(LEAST.min(room.x), MOST))
            }
        };
        let picture = vec2(wide, wide / aspect);
        let step = picture + vec2(GAP, GAP + LABEL);
        Self { picture, columns, rows: count.div_ceil(columns), step, corner: Vec2::splat(EDGE) }
    }

    /// Two things vary: a column for each value of the one, a row for each of the other.
    fn crossed((columns, rows): (usize, usize), aspect: f32, room: Vec2) -> Self {
        let wide = (room.x - ROW_LABEL + GAP) / columns.max(1) as f32 - GAP;
        let high = (room.y - LABEL + GAP) / rows.max(1) as f32 - GAP;
        // Rather than small pictures in a wide and low pane: larger ones, and the sheet scrolls.
        let wide = wide.min((high * aspect).max(LEAST_JUDGED)).clamp(LEAST_CROSSED, MOST);
        let picture = vec2(wide, wide / aspect);
        Self {
            picture,
            columns,
            rows,
            step: picture + Vec2::splat(GAP),
            corner: vec2(ROW_LABEL, LABEL) + Vec2::splat(EDGE),
        }
    }

    fn size(&self) -> Vec2 {
        self.corner + self.step * vec2(self.columns as f32, self.rows as f32) - Vec2::splat(GAP - EDGE)
    }

    fn at(&self, column: usize, row: usize) -> Vec2 {
        self.corner + self.step * vec2(column as f32, row as f32)
    }
}

impl VariationsPanel {
    /// Draws the pictures and returns what was asked for.
    pub(super) fn cells(&mut self, ui: &mut Ui, sheet: &Sheet<'_>, dials: &[Dial]) -> Vec<Request> {
        let aspect = sheet.aspect.clamp(0.2, 5.0);
        let last = |of: fn(&Variation) -> usize| sheet.cells.iter().map(of).max().map(|last| last + 1);
        let room = ui.available_size() - Vec2::splat(2.0 * EDGE) - vec2(0.0, 4.0);
        let places = match &self.down {
            None => {
                let count = if sheet.cells.is_empty() { self.across.count } else { sheet.cells.len() };
                Places::flowing(count, aspect, room)
            }
            Some(down) => {
                let columns = last(|v| v.at.0).unwrap_or(self.across.count);
                let rows = last(|v| v.at.1).unwrap_or(down.count);
                Places::crossed((columns, rows), aspect, room)
            }
        };
        self.need(ui, places.picture);
        if sheet.cells.is_empty() {
            let nothing = tr!("Add a node, and variations of the recipe appear here.");
            let words = match sheet.scene.preview {
                None => nothing,
                Some(_) if sheet.failure.is_some() => "",
                Some(_) => tr!("Computing…"),
            };
            Self::empty(ui, words);
            return Vec::new();
        }
        let mut out = Vec::new();
        let area = ScrollArea::both().id_salt("variations").auto_shrink(false);
        scrolled(ui, area, |ui| {
            let (whole, _) = ui.allocate_exact_size(places.size(), Sense::hover());
            if self.down.is_some() {
                heads(ui, whole.min, &places, sheet, dials);
            }
            for (index, variation) in sheet.cells.iter().enumerate() {
                let (column, row) = match self.down {
                    None => (index % places.columns, index / places.columns),
                    Some(_) => variation.at,
                };
                let picture = Rect::from_min_size(whole.min + places.at(column, row), places.picture);
                if self.cell(ui, picture, &places, (sheet, dials), index) {
                    let name = tr!("Take over {variation}", variation = name(variation, dials));
                    out.push(Request::Adopt { edits: variation.edits.clone(), name });
                }
            }
        });
        out
    }

    /// Notes how many pixels a picture needs. It is drawn larger than it is shown, since relief that is lit in few samples
    /// is harsh.
    fn need(&mut self, ui: &Ui, picture: Vec2) {
        let needed = (picture.max_elem() * ui.pixels_per_point() * 1.5).clamp(16.0, 960.0) as u32;
        let present = self.pixels;
        if needed > present || needed * 2 < present {
            self.pixels = needed.next_multiple_of(STEP).min(1024);
        }
        if present == 0 {
            ui.ctx().request_repaint();
        }
    }

    /// Draws a cell; whether it was chosen.
    fn cell(
        &mut self,
        ui: &mut Ui,
        picture: Rect,
        places: &Places,
        (sheet, dials): (&Sheet<'_>, &[Dial]),
        index: usize,
    ) -> bool {
        let Some(variation) = sheet.cells.get(index) else { return false };
        let labelled = self.down.is_none();
        let whole = if labelled { picture.with_max_y(picture.bottom() + LABEL) } else { picture };
        let id = cell_id(index);
        // One stop of the Tab key for the whole sheet: arrows go on from there.
        let sense = if index == self.cursor.min(sheet.cells.len() - 1) { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(whole, id, sense);
        let present = variation.is_present(sheet.scene.graph);
        let words = name(variation, dials);
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, present, &words));
        if response.has_focus() {
            self.arrows(ui, index, places.columns, sheet.cells.len());
        }
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        if ui.is_rect_visible(whole) {
            let drawn = sheet.drawn.get(index).and_then(Option::as_ref);
            paint(ui, picture.round_to_pixels(ui.pixels_per_point()), drawn, &response, present);
            if labelled {
                let value = variation.values.first().map(String::as_str).unwrap_or_default();
                let value = dials.first().map_or_else(|| value.to_owned(), |dial| dial.words(value));
                label(ui, Rect::from_min_max(picture.left_bottom(), whole.max), &value, present);
            }
        }
        if response.clicked() {
            self.cursor = index;
        }
        let failure = sheet.drawn.get(index).and_then(|cell| cell.as_ref()?.drawn.as_ref().err());
        let clicked = response.clicked();
        match failure {
            Some(why) => drop(response.on_hover_text(format!("{words}\n{why}"))),
            None if !labelled => drop(response.on_hover_text(words)),
            None => {}
        }
        clicked
    }

    /// Moves the keyboard's focus from cell to cell.
    fn arrows(&mut self, ui: &Ui, index: usize, columns: usize, count: usize) {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(cell_id(index), filter));
        // Taken, so that the cell that gets the focus, which is drawn later in this frame, does not see it too.
        let pressed = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        let next = match () {
            () if pressed(Key::ArrowRight) => index + 1,
            () if pressed(Key::ArrowLeft) => index.saturating_sub(1),
            () if pressed(Key::ArrowDown) => index + columns,
            () if pressed(Key::ArrowUp) => index.checked_sub(columns).unwrap_or(index),
            () if pressed(Key::Home) => 0,
            () if pressed(Key::End) => count.saturating_sub(1),
            () => return,
        };
        if next < count && next != index {
            self.cursor = next;
            ui.memory_mut(|memory| memory.request_focus(cell_id(next)));
        }
    }
}

fn cell_id(index: usize) -> Id {
    Id::unique(("variation", index))
}

/// What a cell is called: `seed 12`, `land · octaves 5, seed 3`.
fn name(variation: &Variation, dials: &[Dial]) -> String {
    let parts: Vec<String> = dials.iter().zip(&variation.values).map(|(dial, value)| dial.with(value)).collect();
    if parts.is_empty() { variation.label.clone() } else { parts.join(", ") }
}

/// The values over the columns and before the rows.
fn heads(ui: &Ui, corner: Pos2, places: &Places, sheet: &Sheet<'_>, dials: &[Dial]) {
    let [across, down] = dials else { return };
    let words = |axis: usize, dial: &Dial, is: &dyn Fn(&Variation) -> bool| {
        let cell = sheet.cells.iter().find(|cell| is(cell))?;
        cell.values.get(axis).map(|value| dial.words(value))
    };
    for column in 0..places.columns {
        if let Some(text) = words(0, across, &|v| v.at == (column, 0)) {
            let at = corner + places.at(column, 0) - vec2(0.0, LABEL);
            label(ui, Rect::from_min_size(at, vec2(places.picture.x, LABEL)), &text, false);
        }
    }
    for row in 0..places.rows {
        if let Some(text) = words(1, down, &|v| v.at == (0, row)) {
            let middle = corner + places.at(0, row) + vec2(-ROW_LABEL, places.picture.y / 2.0 - LABEL / 2.0);
            label(ui, Rect::from_min_size(middle, vec2(ROW_LABEL - GAP, LABEL)), &text, false);
        }
    }
}

fn label(ui: &Ui, place: Rect, text: &str, strong: bool) {
    let theme = Theme::of(ui);
    let (font, color) = match strong {
        true => (semibold(SMALL), theme.accent),
        false => (regular(SMALL), theme.secondary),
    };
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(place.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    let at = pos2(place.center().x - galley.size().x / 2.0, place.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, color);
}

fn paint(ui: &Ui, rect: Rect, drawn: Option<&Cell>, response: &Response, present: bool) {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme.field);
    match drawn {
        Some(Cell { texture: Some(texture), stale, .. }) => {
            let tint = if *stale { Color32::from_white_alpha(80) } else { Color32::WHITE };
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.add(RectShape::filled(rect, 4, tint).with_texture(texture.id(), whole));
        }
        Some(Cell { drawn: Err(_), .. }) => {
            let center = eframe::egui::Align2::CENTER_CENTER;
            painter.text(rect.center(), center, "!", semibold(18.0), theme.error);
        }
        _ => {
            let center = eframe::egui::Align2::CENTER_CENTER;
            painter.text(rect.center(), center, "…", FontId::proportional(14.0), theme.muted);
        }
    }
    let stroke = match (response.has_focus(), present, response.hovered()) {
        (true, ..) => Stroke::new(2.0, theme.text),
        (_, true, _) => Stroke::new(2.0, theme.accent),
        (_, _, true) => Stroke::new(1.0, theme.secondary),
        _ => Stroke::new(1.0, theme.edge),
    };
    let (radius, kind) = if stroke.width > 1.0 { (6.0, StrokeKind::Outside) } else { (4.0, StrokeKind::Inside) };
    painter.rect_stroke(rect, radius, stroke, kind);
}
