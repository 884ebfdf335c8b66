//! The history: every step since the document was opened, the present one marked; a click goes there.

use crate::gui::document::Document;
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::theme::{SMALL, TEXT, Theme, regular, semibold};
use eframe::egui::accesskit::Role;
use eframe::egui::{Align2, Label, Response, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Height of a step in points.
const ROW: f32 = 26.0;

/// Draws the steps, the newest at the bottom, and returns what was asked for.
pub fn show(ui: &mut Ui, document: &Document) -> Vec<Request> {
    let mut out = Vec::new();
    let (steps, present) = (document.steps(), document.undo_len());
    // The list follows the present step when that changes, and else stays where it was scrolled to.
    let memory = ui.scope_id().with("history present");
    let before = ui.data_mut(|d| std::mem::replace(d.get_temp_mut_or(memory, usize::MAX), present));
    let rows = steps.len() + 1;
    let mut area = ScrollArea::vertical().id_salt("history").auto_shrink(false);
    if before != present {
        let height = ui.available_height();
        area = area.vertical_scroll_offset(((present as f32 + 0.5) * ROW - height / 2.0).max(0.0));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, ROW, rows, |ui, seen| {
        for step in seen {
            let name = match step.checked_sub(1).and_then(|index| steps.get(index)) {
                Some(name) => name,
                None => tr!("Opened"),
            };
            let response = row(ui, step, name, present);
            if response.clicked() {
                out.push(Request::Step(step));
            }
            response.context_menu(|ui| {
                if ui.button(tr!("Compare with this state")).clicked() {
                    out.push(Request::CompareStep(step));
                }
            });
        }
        if steps.is_empty() {
            let hint = tr!("Every change is listed here; a click goes back to it.");
            ui.add_space(8.0);
            ui.add(Label::new(RichText::new(hint).color(Theme::of(ui).muted)).wrap().selectable(false));
        }
    });
    out
}

/// Draws a step.
fn row(ui: &mut Ui, step: usize, name: &str, present: usize) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - 8.0, ROW), Sense::click());
    let here = step == present;
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, here, name));
    if here {
        ui.painter().rect_filled(rect, 5.0, theme.raised);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 5.0, theme.body);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.0, theme.accent), eframe::egui::StrokeKind::Inside);
    }
    // A line through the dots shows the way; what is undone is beyond the present and dim.
    let x = rect.left() + 12.0;
    let undone = step > present;
    let line = Stroke::new(1.0, theme.edge);
    if step > 0 {
        ui.painter().vline(x, rect.top()..=rect.center().y - 5.0, line);
    }
    let dot = pos2(x, rect.center().y);
    if here {
        ui.painter().circle_filled(dot, 4.0, theme.accent);
    } else if undone {
        ui.painter().circle_stroke(dot, 2.5, Stroke::new(1.0, theme.muted));
    } else {
        ui.painter().circle_filled(dot, 2.5, theme.muted);
    }
    let font = if here { semibold(TEXT) } else { regular(TEXT) };
    let color = if undone { theme.muted } else { theme.text };
    let number = ui.painter().text(
        pos2(rect.right() - 8.0, rect.center().y),
        Align2::RIGHT_CENTER,
        step.to_string(),
        regular(SMALL),
        theme.muted,
    );
    let mut job = eframe::egui::text::LayoutJob::simple_singleline(name.to_owned(), font, color);
    job.wrap = eframe::egui::text::TextWrapping::truncate_at_width((number.left() - x - 22.0).max(20.0));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(pos2(x + 14.0, rect.center().y - galley.size().y / 2.0), galley, color);
    response
}
