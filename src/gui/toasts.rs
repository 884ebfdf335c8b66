//! Sentences that are said in passing, at the foot of the canvas.
//!
//! Long sentences wrap, a screen reader hears them, a press takes one away, the pointer on one keeps it, and the window is
//! redrawn only when one comes or goes.

use super::language::tr;
use super::theme::{SMALL, Theme, regular};
use super::widgets::icon::{Icon, icon_button};
use eframe::egui::accesskit::Live;
use eframe::egui::{
    Align2, Area, Button, Context, Frame, Id, Label, Margin, Order, RichText, ScrollArea, Stroke, TextStyle,
    TextWrapMode, Ui, WidgetText, vec2,
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
    /// More than a sentence; shown on request.
    details: Option<String>,
    open: bool,
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
        self.say_more(tone, text, None);
    }

    /// Says something with details that a press unfolds.
    pub fn say_more(&mut self, tone: Tone, text: &str, details: Option<String>) {
        self.shown.retain(|toast| toast.text != text);
        self.count += 1;
        self.shown.push(Toast { number: self.count, tone, text: text.to_owned(), details, open: false, until: None });
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
            let gone: Vec<u64> =
                self.shown.iter_mut().filter_map(|toast| toast.draw(ui).then_some(toast.number)).collect();
            self.shown.retain(|toast| !gone.contains(&toast.number));
        });
        let held = area.response.contains_pointer();
        for toast in &mut self.shown {
            let lasts = toast.lasts();
            let until = toast.until.get_or_insert(now + lasts);
            if held || toast.open {
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
    fn draw(&mut self, ui: &mut Ui) -> bool {
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
            let gone = ui
                .horizontal(|ui| {
                    let text = WidgetText::from(RichText::new(&self.text).color(theme.text));
                    let galley = text.into_galley(ui, Some(TextWrapMode::Wrap), WIDTH, TextStyle::Body);
                    let words = ui.label(galley);
                    ui.ctx().accesskit_node_builder(words.id, |node| node.set_live(Live::Polite));
                    if self.details.is_some() {
                        let verb = if self.open { tr!("Less") } else { tr!("Details") };
                        self.open ^= ui.add(Button::new(verb).small()).clicked();
                    }
                    icon_button(ui, Icon::Remove, tr!("Dismiss"), "", false).clicked()
                })
                .inner;
            self.unfold(ui);
            gone
        });
        let bar = drawn.response.rect.shrink2(vec2(0.0, 6.0));
        ui.painter().vline(bar.left() + 5.0, bar.y_range(), Stroke::new(3.0, color));
        drawn.inner
    }

    /// The details, while they are asked for.
    fn unfold(&self, ui: &mut Ui) {
        let Some(details) = self.details.as_ref().filter(|_| self.open) else { return };
        let theme = Theme::of(ui);
        Frame::new().fill(theme.field).corner_radius(5).inner_margin(8).show(ui, |ui| {
            ui.set_width(WIDTH);
            ScrollArea::vertical().id_salt(self.number).max_height(180.0).show(ui, |ui| {
                let text = RichText::new(details).font(regular(SMALL)).color(theme.secondary);
                ui.add(Label::new(text).selectable(true).wrap());
            });
        });
    }
}
