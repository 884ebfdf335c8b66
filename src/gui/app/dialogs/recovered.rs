//! The question about work that dead windows left: every copy with its picture, its file and its time.

use super::{EditorApp, Enter, TEXT, Theme, ask_wide, buttons, is_fresh, paragraph, semibold};
use crate::gui::app::prompts::Prompt;
use crate::gui::language::tr;
use crate::gui::panels::welcome;
use crate::gui::recovery::{self, Left};
use crate::gui::request::Sketched;
use crate::gui::theme::SMALL;
use crate::gui::widgets::ago::ago;
use crate::gui::widgets::scroll::scrolled;
use eframe::egui::{self, Button, Label, RichText, ScrollArea, Sense, Ui, Vec2, vec2};

/// Side of a picture in points.
const PICTURE: f32 = 88.0;
/// Width of the dialog in points.
const WIDTH: f32 = 560.0;

/// What a person wants of a copy.
#[derive(Clone, Copy)]
enum Wish {
    Recover,
    Forget,
}

impl EditorApp {
    pub(super) fn recovered(&mut self, mut left: Vec<Left>, ctx: &egui::Context) {
        let mut wish = None;
        let answer = ask_wide(ctx, "recovered", tr!("Unsaved work was found"), WIDTH, |ui| {
            paragraph(ui, tr!("Orograph ended without being closed. What was not saved by then was kept:"));
            let height = (ui.ctx().content_rect().height() - 260.0).max(PICTURE);
            scrolled(ui, ScrollArea::vertical().max_height(height).min_scrolled_height(height), |ui| {
                for (i, copy) in left.iter().enumerate() {
                    let known = self.board.sketches.get(&*copy.file.display().to_string());
                    wish = row(ui, copy, known, i == 0).map(|what| (i, what)).or(wish);
                }
            });
            if left.len() > 1 {
                paragraph(ui, tr!("What is not recovered now is offered again by the next start."));
            }
            buttons(ui, &[tr!("Later")], Enter::Above)
        });
        match wish {
            Some((i, Wish::Recover)) => return self.recover(&left[i]),
            Some((i, Wish::Forget)) => recovery::forget(&left.remove(i)),
            None if answer.is_some() => return,
            None => {}
        }
        if !left.is_empty() {
            self.prompt = Some(Prompt::Recovered(left));
        }
    }
}

fn row(ui: &mut Ui, left: &Left, known: Option<&Sketched>, first: bool) -> Option<Wish> {
    let theme = Theme::of(ui);
    let fresh = is_fresh(ui);
    let name = left.path.as_deref().and_then(std::path::Path::file_name);
    let name = name.map_or_else(|| tr!("An untitled recipe").to_owned(), |n| n.to_string_lossy().into_owned());
    ui.horizontal(|ui| {
        let (place, _) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
        welcome::picture(ui, place, known.and_then(|known| known.texture.as_ref()).map(|texture| texture.id()));
        ui.add_space(4.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.label(RichText::new(&name).font(semibold(TEXT)).color(theme.text));
            let folder = left.path.as_deref().and_then(std::path::Path::parent);
            let folder = folder.map_or_else(|| tr!("It has no file yet").to_owned(), |f| f.display().to_string());
            ui.add(Label::new(RichText::new(folder).size(SMALL).color(theme.muted)).truncate());
            let mut facts: Vec<String> = left.written.map(ago).into_iter().collect();
            facts.extend(known.and_then(|known| known.nodes).map(|n| tr!(n, "1 node", "{n} nodes")));
            ui.label(RichText::new(facts.join(" · ")).size(SMALL).color(theme.secondary));
            ui.horizontal(|ui| {
                let recover = if first { theme.primary(tr!("Recover")) } else { Button::new(tr!("Recover")) };
                let recover = ui.add(recover.min_size(vec2(76.0, 24.0)));
                if first && fresh {
                    recover.request_focus();
                }
                let forget = ui.add(Button::new(tr!("Throw away")).min_size(vec2(76.0, 24.0)));
                match (recover.clicked(), forget.clicked()) {
                    (true, _) => Some(Wish::Recover),
                    (_, true) => Some(Wish::Forget),
                    _ => None,
                }
            })
            .inner
        })
        .inner
    })
    .inner
}
