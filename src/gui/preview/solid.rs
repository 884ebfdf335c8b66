//! The preview as a block of ground: the 3D view with its switches, and what is said where there is none.

use super::options::chip;
use super::{Outcome, Preview, PreviewPane, draft_mark, legend, probe};
use crate::graph::{Edit, View};
use crate::gui::language::tr;
use crate::gui::relief::Ground;
use crate::gui::request::Request;
use crate::gui::theme::{ON_PLATE, PLATE, SMALL, Theme};
use crate::gui::worker::Shown;
use crate::spec::Quantity;
use crate::view::Sun;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align, Align2, FontId, Id, Label, Layout, Rect, Response, RichText, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    WidgetInfo, vec2,
};
use std::sync::Arc;

/// Height of the row of switches over the foot of the picture.
const ROW: f32 = 50.0;

impl PreviewPane {
    /// The ground of the preview, if it is to be shown and can be.
    pub(super) fn ground<'a>(&self, preview: &Preview<'a>) -> Option<(&'a Shown, &'a Arc<Ground>)> {
        let wanted = preview.solid && preview.compared.is_none() && preview.failure.is_none();
        let shown = preview.shown.filter(|_| wanted && self.relief.can_draw())?;
        Some((shown, shown.ground.as_ref()?))
    }

    /// Draws the ground instead of the flat picture.
    pub(super) fn solid(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        response: &Response,
        preview: &Preview<'_>,
        (shown, ground): (&Shown, &Arc<Ground>),
        outcome: &mut Outcome,
    ) {
        let view = &preview.scene.graph.view;
        let before = Sun { azimuth: view.sun.0, altitude: view.sun.1 };
        let mut sun = before;
        let dim = Some(&shown.link) != preview.scene.preview;
        if self.pixels == 0 {
            // The flat picture waits for its turn in about the size that it will have.
            self.pixels = (area.size().max_elem() * ui.pixels_per_point()).round().max(1.0) as usize;
        }
        self.relief.show(ui, area, response, (ground, dim), &mut sun);
        let at = response.hover_pos().unwrap_or_else(|| area.center());
        self.looks_at = self.relief.place(area, ground, at).unwrap_or((0.5, 0.5));
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        let mut words = self.relief.camera().map(|camera| {
            tr!(
                "3D view towards {heading}°, {pitch}° down",
                heading = format_args!("{:.0}", camera.heading),
                pitch = format_args!("{:.0}", camera.pitch)
            )
        });
        if !dim {
            self.switches(ui, area, ground, &mut sun);
            if view.legend {
                legend::draw(&painter, area, shown);
            }
            draft_mark(&painter, area, shown, preview.computing);
            if let Some(reading) = self.solid_probe(ui, area, response, (shown, ground)) {
                words = words.map(|words| format!("{words} · {reading}"));
            }
        }
        if sun != before {
            let edit = Edit::View(View { sun: written(sun), ..view.clone() });
            outcome.requests.push(Request::gesture(edit, Id::unique("sun of the 3D view")));
        }
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Image, true, super::name_of(preview));
            info.current_text_value = words.clone();
            info
        });
        let focus = response.has_focus();
        let stroke = if focus { Stroke::new(1.5, Theme::of(ui).accent) } else { Stroke::new(1.0, Theme::of(ui).edge) };
        painter.rect_stroke(area, 6.0, stroke, StrokeKind::Inside);
    }

    fn solid_probe(
        &self,
        ui: &Ui,
        area: Rect,
        response: &Response,
        (shown, ground): (&Shown, &Ground),
    ) -> Option<String> {
        // While a button is held, the ground is what is looked at.
        let at = response.hover_pos().filter(|_| !ui.input(|i| i.pointer.any_down()))?;
        let reading = probe::read(shown, self.relief.place(area, ground, at)?)?;
        probe::draw(ui, area, at, &reading);
        Some(reading.text())
    }

    /// Sun, water and lines, over the foot of the picture.
    fn switches(&mut self, ui: &mut Ui, area: Rect, ground: &Ground, sun: &mut Sun) {
        let at = area.left_bottom() + vec2(8.0, -ROW - 8.0);
        let rect = Rect::from_min_size(at, vec2(area.width() - 16.0, ROW));
        let layout = Layout::left_to_right(Align::Max);
        let mut over = ui.new_child(UiBuilder::new().id_salt("relief").max_rect(rect).layout(layout));
        over.spacing_mut().item_spacing.x = 4.0;
        self.relief.dial(&mut over, sun);
        if ground.sea.is_some() && chip(&mut over, tr!("Water"), !self.relief.dry).clicked() {
            self.relief.dry ^= true;
        }
        let hint = tr!("The lines of the mesh; where they would touch, only some of them");
        if chip(&mut over, tr!("Mesh"), self.relief.wire).on_hover_text(hint).clicked() {
            self.relief.wire ^= true;
        }
    }
}

/// A sun as recipes have it: a tenth of a degree is more than anybody sees.
fn written(sun: Sun) -> (f64, f64) {
    let tenths = |degrees: f64| libm::round(degrees * 10.0) / 10.0;
    (tenths(sun.azimuth), tenths(sun.altitude))
}

/// Why the picture is flat though 3D is wanted; `None` where it is not wanted or on its way.
pub(super) fn why_flat(pane: &PreviewPane, preview: &Preview<'_>) -> Option<&'static str> {
    let shown = preview.shown.filter(|_| preview.solid && preview.failure.is_none())?;
    if !pane.relief.can_draw() {
        return Some(tr!("No graphics adapter was found that can draw in 3D, so the lit picture is shown from above."));
    }
    if preview.compared.is_some() {
        return Some(tr!("Pictures are compared from above. Stop comparing to see the ground in 3D."));
    }
    let quantity = shown.subject.quantity;
    let no_heights = quantity != Quantity::Tiles && shown.subject.metres(0.0).is_none();
    let unknown = quantity == Quantity::Tiles && shown.ground.is_none() && !preview.computing;
    (no_heights || unknown).then(|| tr!("These values are no heights, so they are shown from above."))
}

/// Says so at the foot of the picture.
pub(super) fn say(ui: &mut Ui, area: Rect, sentence: &str) {
    let text = RichText::new(sentence).size(SMALL + 0.5).color(ON_PLATE);
    let (font, width) = (FontId::proportional(SMALL + 0.5), (area.width() - 40.0).max(60.0));
    let size = ui.painter().layout(sentence.to_owned(), font, ON_PLATE, width).size() + Vec2::splat(1.0);
    let rect = Align2::CENTER_BOTTOM.anchor_size(area.center_bottom() - vec2(0.0, 48.0), size);
    let mut over = ui.new_child(UiBuilder::new().id_salt("why flat").max_rect(rect));
    over.set_clip_rect(area.intersect(ui.clip_rect()));
    over.painter().rect_filled(rect.expand2(vec2(8.0, 5.0)), 5.0, PLATE);
    over.add(Label::new(text).wrap().selectable(false));
}
