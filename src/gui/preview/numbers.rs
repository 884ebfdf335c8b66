//! The line of statistics under the picture.

use super::{Outcome, Preview};
use crate::gui::language::tr;
use crate::gui::theme::{SMALL, Theme, semibold};
use crate::gui::widgets::expression::{Unit, format, sample};
use crate::gui::widgets::tone::tone;
use crate::gui::worker::{Shown, is_output};
use crate::spec::Quantity;
use eframe::egui::{Button, Label, RichText, Sense, Ui};

/// Draws minimum, maximum, mean, share of land and the hash, or that there is none yet.
pub(super) fn line(ui: &mut Ui, preview: &Preview<'_>, shown: &Shown, outcome: &mut Outcome) {
    let statistics = &shown.statistics;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if shown.subject.quantity == Quantity::Tiles {
            number(ui, tr!("tiles"), &shown.subject.levels.len().to_string());
        } else {
            let show = |v: f64| match shown.subject.quantity {
                Quantity::Metres => format(v, Unit::Metres),
                _ => sample(v),
            };
            number(ui, tr!("min"), &show(f64::from(statistics.min)));
            number(ui, tr!("max"), &show(f64::from(statistics.max)));
            number(ui, tr!("mean"), &show(statistics.mean));
            let shows_land = is_output(preview.scene.graph, &shown.link) || shown.subject.quantity == Quantity::Metres;
            if let Some(land) = statistics.land.filter(|_| shows_land) {
                number(ui, tr!("land"), &format!("{:.0} %", land * 100.0));
            }
        }
        match (&shown.hash, shown.on_request) {
            (Some(hash), _) => show_hash(ui, hash),
            (None, true) => {
                let text = RichText::new(tr!("Compute the hash")).size(SMALL);
                let hint = tr!("The whole grid has more than 4097 x 4097 samples, so it is computed on request");
                if ui.add(Button::new(text).small()).on_hover_text(hint).clicked() {
                    outcome.whole_grid = true;
                }
            }
            (None, false) => {
                let color = Theme::of(ui).accent;
                ui.add(Label::new(RichText::new(tr!("draft")).size(SMALL).color(color)))
                    .on_hover_text(tr!("These numbers are of a coarse picture; the whole grid is being computed"));
            }
        }
    });
}

/// A number with its name.
pub(super) fn number(ui: &mut Ui, name: &str, value: &str) {
    let tone = tone(ui);
    ui.label(RichText::new(name).size(SMALL).color(tone.muted));
    ui.label(RichText::new(value).font(semibold(SMALL)).color(tone.text));
    ui.add_space(7.0);
}

fn show_hash(ui: &mut Ui, hash: &str) {
    let tone = tone(ui);
    ui.label(RichText::new(tr!("hash")).size(SMALL).color(tone.muted));
    let short = format!("{}…{}", &hash[..4.min(hash.len())], &hash[hash.len().saturating_sub(2)..]);
    let label = Label::new(RichText::new(short).font(semibold(SMALL)).color(tone.text)).sense(Sense::click());
    let hint =
        tr!("BLAKE3 {hash}\nof the whole build grid, as `orograph info` reports it. A click copies it.", hash = hash);
    if ui.add(label).on_hover_text(hint).clicked() {
        ui.ctx().copy_text(hash.to_owned());
        ui.ctx().request_repaint();
    }
}
