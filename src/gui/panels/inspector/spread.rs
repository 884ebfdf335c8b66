//! How the samples of the inspected node spread: a small histogram of its picture, which the worker has counted.

use super::{At, interval};
use crate::gui::histogram::{columns, say_bar};
use crate::gui::language::tr;
use crate::gui::request::Spread;
use crate::gui::widgets::expression::Unit;
use crate::gui::widgets::row::Row;
use crate::gui::widgets::tone::{category, tone};
use crate::spec::{Interval, NodeSpec};
use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

/// Height in points.
const HEIGHT: f32 = 46.0;

impl At<'_> {
    /// The histogram of the first output, over its bound where it has one.
    pub(super) fn spread(&self, ui: &mut Ui, spread: &Spread, spec: &NodeSpec) {
        let doc = tr!("How often each value occurs in the picture, over all that the output may give.");
        Row { name: tr!("spread"), doc, reset: false }.show(ui, |ui, width| {
            let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
            let tone = tone(ui);
            ui.painter().rect(rect, 3.0, tone.field, Stroke::new(1.0, tone.edge), StrokeKind::Inside);
            let inner = rect.shrink2(vec2(4.0, 4.0));
            let (lo, hi) = spread.ends;
            let own = category(ui, spec.category);
            columns(ui.painter(), inner, &spread.bars, |i| match spread.tiles.get(i) {
                Some((_, [r, g, b])) => Color32::from_rgb(*r, *g, *b),
                None => own,
            });
            if spread.tiles.is_empty() && lo < 0.0 && hi > 0.0 {
                let zero = inner.left() - lo / (hi - lo) * inner.width();
                ui.painter().vline(zero, inner.y_range(), Stroke::new(1.0, tone.muted.gamma_multiply(0.8)));
            }
            say_bar(ui, inner, &response, &spread.bars, spread.ends, |i| {
                spread.tiles.get(i).map(|(name, _)| name.as_str())
            });
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, tr!("histogram of {node}", node = self.id)));
            let words = describe(spread);
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(words));
        });
    }
}

/// The histogram in words: where most of the samples lie.
fn describe(spread: &Spread) -> String {
    let most = spread.bars.iter().enumerate().max_by_key(|(i, n)| (**n, std::cmp::Reverse(*i)));
    let Some((i, _)) = most.filter(|(_, n)| **n > 0) else { return String::new() };
    if let Some((name, _)) = spread.tiles.get(i) {
        return tr!("most are {what}", what = name);
    }
    let (lo, hi) = spread.ends;
    let edge = |i: usize| lo + i as f32 / spread.bars.len() as f32 * (hi - lo);
    tr!("most are {what}", what = interval(Interval::new(edge(i), edge(i + 1)), Unit::Plain))
}
