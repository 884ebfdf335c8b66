//! Sentences that are said in passing, at the foot of the canvas.
//!
//! Long sentences wrap, a screen reader hears them, a press takes one away, the pointer on one keeps it, and the window is
//! redrawn only when one comes or goes.

use super::language::tr;
use super::theme::Theme;
use super::widgets::icon::{Icon, icon_button};
use eframe::egui::accesskit::Live;
use eframe::egui::{
    Align2, Area, Context, Frame, Id, Margin, Order, RichText, Stroke, TextStyle, TextWrapMode, Ui, WidgetText, vec2,
};
use std::time::Duration;

/// Toasts that are shown at once; older ones give way.
const MOST: usize = 4;
/// Width of the words in points.
const WIDTH: f32 = 420.0;

/// How grave a toast is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done or is worth knowing.
    Notice,
    /// Something did not work.
    Error,
}

struct Toast {
    number: u64,
    tone: Tone,
    text: String,
    /// Second of the window's clock at which it goes; set when it is first drawn.
    until: Option<f64>,
}

/// The sentences that are shown.
#[derive(Default)]
pub struct Toasts {
    shown: Vec<Toast>,
    count: u64,
}

impl Toasts {
    /// Says something. A sentence that is shown already is not repeated, but stays longer.
    pub fn say(&mut self, tone: Tone, text: &str) {
        self.shown.retain(|toast| toast.text != text);
        self.count += 1;
        self.shown.push(Toast { number: self.count, tone, text: text.to_owned(), until: None });
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    /// Draws the sentences and forgets those whose time is over.
    pub fn show(&mut self, ctx: &Context) {
        if self.shown.is_empty() {
            return;
        }
        let now = ctx.input(|i| i.time);
        let area = Area::new(Id::unique("toasts")).order(Order::Foreground);
        let area = area.anchor(Align2::LEFT_BOTTOM, vec2(16.0, -40.0)).show(ctx, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            let gone: Vec<u64> = self.shown.iter().filter(|toast| toast.draw(ui)).map(|toast| toast.number).collect();
            self.shown.retain(|toast| !gone.contains(&toast.number));
        });
        let held = area.response.contains_pointer();
        for toast in &mut self.shown {
            let lasts = toast.lasts();
            let until = toast.until.get_or_insert(now + lasts);
            if held {
                *until = until.max(now + 2.0);
            }
        }
        self.shown.retain(|toast| toast.until.is_none_or(|until| until > now));
        let next = self.shown.iter().filter_map(|toast| toast.until).fold(f64::INFINITY, f64::min);
        if next.is_finite() {
            ctx.request_repaint_after(Duration::from_secs_f64((next - now).max(0.05)));
        }
    }
}

impl Toast {
    /// Seconds: long enough to be read, longer for what went wrong.
    fn lasts(&self) -> f64 {
        let reading = 3.0 + self.text.chars().count() as f64 / 18.0;
        if self.tone == Tone::Error { reading + 5.0 } else { reading }
    }

    /// Draws it; whether it was taken away.
    fn draw(&self, ui: &mut Ui) -> bool {
        let theme = Theme::of(ui);
        let color = match self.tone {
            Tone::Notice => theme.accent,
            Tone::Error => theme.error,
        };
        let frame = Frame::new()
            .fill(theme.raised)
            .stroke(Stroke::new(1.0, theme.edge))
            .corner_radius(6)
            .shadow(theme.soft_shadow(16))
            .inner_margin(Margin { left: 14, right: 8, top: 8, bottom: 8 });
        let drawn = frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                let text = WidgetText::from(RichText::new(&self.text).color(theme.text));
                let galley = text.into_galley(ui, Some(TextWrapMode::Wrap), WIDTH, TextStyle::Body);
                let words = ui.label(galley);
                ui.ctx().accesskit_node_builder(words.id, |node| node.set_live(Live::Polite));
                icon_button(ui, Icon::Remove, tr!("Dismiss"), "", false).clicked()
            })
            .inner
        });
        let bar = drawn.response.rect.shrink2(vec2(0.0, 6.0));
        ui.painter().vline(bar.left() + 5.0, bar.y_range(), Stroke::new(3.0, color));
        drawn.inner
    }
}
