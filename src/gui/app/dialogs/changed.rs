//! The question about a file that another program has changed, with the lines that differ.

use super::{APART, EditorApp, Enter, ask_wide, buttons, paragraph};
use crate::gui::app::outside::Outside;
use crate::gui::app::prompts::Prompt;
use crate::gui::difference::Line;
use crate::gui::language::tr;
use crate::gui::theme::Theme;
use crate::gui::widgets::scroll::scrolled;
use eframe::egui::{self, Color32, FontId, Frame, Label, RichText, ScrollArea, TextFormat, Ui, text::LayoutJob};

impl EditorApp {
    pub(super) fn changed_outside(&mut self, mut outside: Outside, ctx: &egui::Context) {
        let name = outside.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let title = tr!("{file} was changed by another program", file = name);
        let readable = outside.problem.is_none();
        let shown = outside.lines.is_some();
        let width = if shown { 760.0 } else { 480.0 };
        let answer = ask_wide(ctx, "changed", &title, width, |ui| {
            match &outside.problem {
                None => paragraph(
                    ui,
                    tr!(
                        "Reload shows what the file holds now; undo returns to what is open. Keep mine leaves what is open as unsaved changes."
                    ),
                ),
                Some(problem) => {
                    paragraph(ui, &tr!("The file cannot be read as a recipe any more: {why}", why = problem));
                    paragraph(ui, tr!("What is open is kept as unsaved changes."));
                }
            }
            if let Some(lines) = &outside.lines {
                differences(ui, lines);
            }
            let mut titles = vec![tr!("Keep mine")];
            if readable {
                titles.push(tr!("Reload"));
            }
            if !shown {
                titles.extend([APART, tr!("Show difference")]);
            }
            // Which is pressed, whatever is offered: 0 keep, 1 reload, 2 show.
            let pressed = buttons(ui, &titles, Enter::First)?;
            Some(match (pressed, readable) {
                (1, true) => 1,
                (pressed, _) if pressed > 1 => 2,
                _ => 0,
            })
        });
        match answer {
            Some(1) => self.reload(&outside),
            Some(2) => {
                outside.lines = Some(self.compare(&outside));
                self.prompt = Some(Prompt::Changed(outside));
            }
            Some(_) => {}
            None => self.prompt = Some(Prompt::Changed(outside)),
        }
    }
}

/// The lines with signs before them, since colour alone does not tell everybody.
fn differences(ui: &mut Ui, lines: &[Line]) {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("− open here")).color(theme.error));
        ui.label(RichText::new(tr!("+ in the file")).color(added(ui)));
    });
    let frame = Frame::new().fill(theme.field).corner_radius(5).inner_margin(8);
    frame.show(ui, |ui| {
        let height = (ui.ctx().content_rect().height() * 0.5).max(120.0);
        // The dialog is as high as the lines need at once, not only as high as the question was before.
        let area = ScrollArea::both().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
        scrolled(ui, area, |ui| {
            for line in lines {
                ui.add(Label::new(row(ui, line)).extend());
            }
        });
    });
}

fn added(ui: &Ui) -> Color32 {
    match ui.visuals().dark_mode {
        true => Color32::from_rgb(0x7c, 0xc9, 0x92),
        false => Color32::from_rgb(0x1f, 0x6f, 0x3a),
    }
}

fn row(ui: &Ui, line: &Line) -> LayoutJob {
    let theme = Theme::of(ui);
    let (text, color) = match line {
        Line::Same(text) => (format!("  {text}"), theme.secondary),
        Line::Old(text) => (format!("− {text}"), theme.error),
        Line::New(text) => (format!("+ {text}"), added(ui)),
        Line::Gap(n) => (format!("  … {}", tr!(*n, "1 line alike", "{n} lines alike")), theme.muted),
    };
    LayoutJob::single_section(text, TextFormat::simple(FontId::monospace(12.0), color))
}
