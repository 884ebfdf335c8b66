//! The extent of the world as a frame on an endless plane: it drags, and the map beside itself with its seams.

use super::viewport::Viewport;
use super::{Outcome, Preview};
use crate::graph::{Edit, World};
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::theme::{ON_PLATE, PLATE, SMALL, Theme};
use crate::gui::widgets::expression::{Unit, format, sample};
use crate::gui::worker::Shown;
use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, Id, Painter, Rect, Response, Stroke, StrokeKind, Ui, Vec2, vec2,
};

/// Points on either side of the frame that belong to it.
const REACH: f32 = 6.0;

/// A drag of the frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// Where the world's origin was, and how far the pointer has moved in metres.
    held: Option<((f64, f64), (f64, f64))>,
}

impl Frame {
    /// Takes a drag that begins on the frame; whether it does. The world moves by whole samples, so that every sample stays
    /// where it was and only others are taken.
    pub fn input(
        &mut self,
        ui: &Ui,
        area: Rect,
        preview: &Preview<'_>,
        viewport: &mut Viewport,
        response: &Response,
        outcome: &mut Outcome,
    ) -> bool {
        let world = preview.scene.graph.world;
        let rect = viewport.rect(area, world.extent);
        let on_frame = |at: eframe::egui::Pos2| rect.expand(REACH).contains(at) && !rect.shrink(REACH).contains(at);
        let is_seen = viewport.beyond(area, world.extent).is_some();
        if is_seen && self.held.is_none() && response.hover_pos().is_some_and(on_frame) {
            ui.ctx().set_cursor_icon(CursorIcon::Move);
        }
        let press = ui.input(|i| i.pointer.press_origin());
        if response.drag_started() && is_seen && press.is_some_and(on_frame) {
            self.held = Some((world.origin, (0.0, 0.0)));
        }
        let Some((origin, moved)) = &mut self.held else { return false };
        let metres = vec2(world.extent.0 as f32, world.extent.1 as f32) / rect.size();
        let by = response.drag_delta() * metres;
        (moved.0, moved.1) = (moved.0 + f64::from(by.x), moved.1 + f64::from(by.y));
        let wanted = (whole(origin.0, moved.0, world, 0), whole(origin.1, moved.1, world, 1));
        if wanted != world.origin {
            let share = |wanted: f64, now: f64, side: f64| (wanted - now) / side.max(1e-9);
            viewport.follow((
                share(wanted.0, world.origin.0, world.extent.0),
                share(wanted.1, world.origin.1, world.extent.1),
            ));
            let edit = Edit::World(World { origin: wanted, ..world });
            outcome.requests.push(Request::gesture(edit, Id::unique("extent of the world")));
        }
        if !response.dragged() {
            self.held = None;
        }
        true
    }
}

/// The origin moved by the whole steps between samples that are nearest to `by` metres.
fn whole(origin: f64, by: f64, world: World, axis: usize) -> f64 {
    let grid = world.grid(crate::raster::Sampling::Vertices);
    let step = if axis == 0 { grid.spacing().0 } else { grid.spacing().1 };
    if step > 0.0 { origin + (by / step).round() * step } else { origin }
}

/// Draws the frame around the world.
pub(super) fn frame(painter: &Painter, area: Rect, world: World, viewport: &Viewport) {
    if viewport.beyond(area, world.extent).is_none() {
        return;
    }
    let rect = viewport.rect(area, world.extent);
    // Over a picture the accent of the light theme would be dark on dark.
    let color = Theme::DARK.accent;
    painter.rect_stroke(rect, 0.0, Stroke::new(3.0, Color32::from_black_alpha(120)), StrokeKind::Middle);
    painter.rect_stroke(rect, 0.0, Stroke::new(1.3, color), StrokeKind::Middle);
    let size = |metres: f64| format(metres, Unit::Metres);
    let text = format!("{} x {}", size(world.extent.0), size(world.extent.1));
    let galley = painter.layout_no_wrap(text, FontId::proportional(SMALL), ON_PLATE);
    let plate = galley.size() + vec2(10.0, 4.0);
    if rect.width() < plate.x + 8.0 || rect.height() < plate.y + 8.0 {
        return;
    }
    let at = Align2::LEFT_BOTTOM.anchor_size(rect.left_bottom() + vec2(4.0, -4.0), plate);
    painter.rect_filled(at, 4.0, PLATE);
    painter.galley(at.min + vec2(5.0, 2.0), galley, ON_PLATE);
}

/// Places of the map beside itself: its own, and the eight around it, in sides of the world.
pub(super) fn around() -> impl Iterator<Item = Vec2> {
    (-1..=1).flat_map(|y: i8| (-1..=1).map(move |x: i8| vec2(f32::from(x), f32::from(y))))
}

/// Draws lines where the map meets itself.
pub(super) fn seams(painter: &Painter, area: Rect, world: Rect) {
    let color = Theme::DARK.accent;
    let nine = area.intersect(world.expand2(world.size()));
    for i in 0..=1 {
        let side = i as f32;
        let x = world.left() + side * world.width();
        let y = world.top() + side * world.height();
        for stroke in [Stroke::new(3.0, Color32::from_black_alpha(110)), Stroke::new(1.2, color)] {
            painter.vline(x, nine.y_range(), stroke);
            painter.hline(nine.x_range(), y, stroke);
        }
    }
}

/// Says how well the map fits to itself.
pub(super) fn verdict(ui: &Ui, area: Rect, shown: &Shown) -> String {
    let words = |name: &str, seam: crate::view::Seam| {
        if seam.is_seamless() {
            return tr!("{side}: seamless", side = name);
        }
        let amount = |v: f32| match (shown.subject.metres(v), shown.subject.metres(0.0)) {
            (Some(a), Some(b)) => format!("{:.1} m", (a - b).abs()),
            _ => sample(f64::from(v)),
        };
        let (across, within) = (amount(seam.across), amount(seam.within));
        tr!("{side}: steps of {across}, within at most {within}", side = name, across = across, within = within)
    };
    let [east, south] = shown.statistics.seams;
    let text = format!("{}\n{}", words(tr!("west to east"), east), words(tr!("north to south"), south));
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    let galley = painter.layout(text.clone(), FontId::proportional(SMALL), ON_PLATE, area.width() - 40.0);
    let plate =
        Align2::CENTER_BOTTOM.anchor_size(area.center_bottom() - vec2(0.0, 40.0), galley.size() + vec2(16.0, 10.0));
    painter.rect_filled(plate, 5.0, PLATE);
    painter.galley(plate.min + vec2(8.0, 5.0), galley, ON_PLATE);
    text
}
