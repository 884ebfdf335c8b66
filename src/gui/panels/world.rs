//! The world, shown while nothing is selected: its ground and heights, the recipe's outputs, and the values that nodes
//! share.

mod lists;
mod parameters;

pub use lists::output_row;

use crate::graph::{Edit, World};
use crate::gui::language::tr;
use crate::gui::panels::inspector::group_of;
use crate::gui::request::{Request, Scene};
use crate::gui::theme::Theme;
use crate::gui::widgets::number::{NumberField, Unit, format};
use crate::gui::widgets::row::{Row, heading, text_row};
use crate::gui::widgets::tone::tone;
use crate::raster::Sampling;
use eframe::egui::{Checkbox, Frame, Id, Label, Margin, RichText, Ui};

/// Most samples over one side of the build grid that the fields take.
const MOST_SAMPLES: f64 = 65_537.0;
/// Longest side in metres: 32-bit displacements stay exact to a few metres there.
const LONGEST: f64 = 1e8;
/// Smallest height range in metres.
const THINNEST: f64 = 0.001;

/// The world panel; remembers an extent until the person has said what should follow it.
#[derive(Default)]
pub struct WorldPanel {
    asked: Option<(f64, f64)>,
}

impl WorldPanel {
    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Request>) {
        let world = scene.graph.world;
        // Within a group its outputs matter more than the world, which it shares with the recipe.
        let in_group = group_of(scene.graph).is_some();
        if in_group {
            lists::outputs(ui, scene, out);
        }
        self.extent(ui, world, out);
        samples(ui, world, out);
        heights(ui, world, out);
        origin(ui, world, out);
        repeat(ui, world, out);
        if !in_group {
            lists::outputs(ui, scene, out);
        }
        parameters::show(ui, scene, out);
    }

    fn extent(&mut self, ui: &mut Ui, world: World, out: &mut Vec<Request>) {
        let shown = self.asked.unwrap_or(world.extent);
        let doc = tr!("Ground that the recipe covers: width and height in metres.");
        let soft = Some((64.0, 65_536.0));
        let (extent, _) = pair(ui, tr!("extent"), doc, shown, |field| {
            field.unit(Unit::Metres).soft(soft).hard(Some((1e-3, LONGEST)))
        });
        if let Some(extent) = extent {
            self.asked = Some(extent).filter(|asked| *asked != world.extent);
        }
        let Some(extent) = self.asked.filter(|asked| *asked != world.extent) else { return };
        match question(ui, world, extent) {
            Some(Answer::ShowMore) => out.push(Request::edit(Edit::World(World { extent, ..world }))),
            Some(Answer::Scale) => out.push(Request::edit(Edit::ScaleWorld(World { extent, ..world }))),
            Some(Answer::Keep) => {}
            None => return,
        }
        self.asked = None;
    }
}

/// What should follow a new extent.
enum Answer {
    ShowMore,
    Scale,
    Keep,
}

fn question(ui: &mut Ui, world: World, asked: (f64, f64)) -> Option<Answer> {
    let theme = Theme::of(ui.ctx());
    let frame =
        Frame::new().fill(theme.body).stroke((1.0, theme.accent)).corner_radius(6).inner_margin(Margin::same(10));
    let answer = frame.show(ui, |ui| {
        let words = tr!("From {old} to {new}: what should follow?", old = size(world.extent), new = size(asked));
        ui.add(Label::new(RichText::new(words).color(theme.text)).wrap());
        let mut answer = None;
        ui.horizontal_wrapped(|ui| {
            let more = tr!("Keep every length: the same terrain, with more or less of it in view.");
            if ui.add(theme.primary(tr!("Show more terrain"))).on_hover_text(more).clicked() {
                answer = Some(Answer::ShowMore);
            }
            let scale = tr!("Multiply every length: the same picture over larger or smaller ground.");
            if ui.button(tr!("Scale terrain")).on_hover_text(scale).clicked() {
                answer = Some(Answer::Scale);
            }
            if ui.button(tr!("Cancel")).clicked() {
                answer = Some(Answer::Keep);
            }
        });
        answer
    });
    answer.inner
}

fn size((x, y): (f64, f64)) -> String {
    match x == y {
        true => format(x, Unit::Metres),
        false => format!("{} x {}", format(x, Unit::Metres), format(y, Unit::Metres)),
    }
}

/// A row of two numbers; the new pair and the gesture's key, if one changed.
fn pair(
    ui: &mut Ui,
    name: &str,
    doc: &str,
    value: (f64, f64),
    field: impl Fn(NumberField<'_>) -> NumberField<'_>,
) -> (Option<(f64, f64)>, Option<Id>) {
    let row = Row { name, doc, reset: false };
    let reply = row.show(ui, |ui, width| {
        let half = (width - ui.spacing().item_spacing.x) * 0.5;
        let names = (format!("{name} x"), format!("{name} y"));
        let x = field(NumberField::new(&names.0, value.0)).width(half).show(ui);
        let y = field(NumberField::new(&names.1, value.1)).width(half).show(ui);
        let changed = x.value.or(y.value).map(|_| (x.value.unwrap_or(value.0), y.value.unwrap_or(value.1)));
        (changed, x.gesture.or(y.gesture))
    });
    reply.inner
}

fn samples(ui: &mut Ui, world: World, out: &mut Vec<Request>) {
    let doc = tr!("Samples of the build grid, which is part of the recipe: ranges are measured on it.");
    let (n, m) = world.samples;
    let (changed, gesture) = pair(ui, tr!("samples"), doc, (f64::from(n), f64::from(m)), |field| {
        field.whole(true).soft(Some((65.0, 8193.0))).hard(Some((1.0, MOST_SAMPLES)))
    });
    if let Some((n, m)) = changed {
        let samples = (n.clamp(1.0, MOST_SAMPLES) as u32, m.clamp(1.0, MOST_SAMPLES) as u32);
        push(out, World { samples, ..world }, gesture);
    }
    let (dx, dy) = world.grid(Sampling::Vertices).spacing();
    let words = tr!("{metres} a sample", metres = size((dx, dy)));
    let color = tone(ui).muted;
    text_row(ui, tr!("spacing"), tr!("Distance of neighbouring samples."), RichText::new(words).color(color));
}

fn heights(ui: &mut Ui, world: World, out: &mut Vec<Request>) {
    let (low, high) = world.height;
    let soft = Some((-1000.0, 4000.0));
    let limits = Some((-1e6, 1e6));
    let field = |value| NumberField::new("", value).unit(Unit::Metres).soft(soft);
    let row = Row { name: tr!("height low"), doc: tr!("Metres that the value 0 stands for."), reset: false };
    let edited = row.show(ui, |ui, w| field(low).hard(Some((-1e6, high - THINNEST))).width(w).show(ui)).inner;
    if let Some(low) = edited.value {
        push(out, World { height: (low, high), ..world }, edited.gesture);
    }
    let row = Row { name: tr!("height high"), doc: tr!("Metres that the value 1 stands for."), reset: false };
    let edited = row.show(ui, |ui, w| field(high).hard(Some((low + THINNEST, 1e6))).width(w).show(ui)).inner;
    if let Some(high) = edited.value {
        push(out, World { height: (low, high), ..world }, edited.gesture);
    }
    let doc = tr!("Level of the sea in metres. Pictures, water tiles and exports follow it.");
    let row = Row { name: tr!("sea level"), doc, reset: false };
    row.show(ui, |ui, width| {
        let mut on = world.sea.is_some();
        let switch = ui.add(Checkbox::without_text(&mut on));
        if switch.changed() {
            let sea = on.then_some(if low <= 0.0 && 0.0 <= high { 0.0 } else { low });
            push(out, World { sea, ..world }, None);
        }
        let Some(sea) = world.sea else {
            ui.add(Label::new(RichText::new(tr!("no sea")).color(tone(ui).muted)).selectable(false));
            return;
        };
        let width = width - switch.rect.width() - ui.spacing().item_spacing.x;
        let field = NumberField::new(tr!("sea level in metres"), sea).unit(Unit::Metres);
        let edited = field.soft(Some((low, high))).hard(limits).width(width).show(ui);
        if let Some(sea) = edited.value {
            push(out, World { sea: Some(sea), ..world }, edited.gesture);
        }
    });
}

fn origin(ui: &mut Ui, world: World, out: &mut Vec<Request>) {
    let doc = tr!("Position of the north-west corner in metres, eastwards and southwards.");
    let (changed, gesture) =
        pair(ui, tr!("origin"), doc, world.origin, |field| field.unit(Unit::Metres).hard(Some((-1e12, 1e12))));
    if let Some(origin) = changed {
        push(out, World { origin, ..world }, gesture);
    }
}

fn repeat(ui: &mut Ui, world: World, out: &mut Vec<Request>) {
    let doc = tr!(
        "Whether the borders meet, so that the map can be laid side by side without a seam. Noises are fitted to the world."
    );
    let row = Row { name: tr!("repeat"), doc, reset: false };
    row.show(ui, |ui, _| {
        let mut repeat = world.repeat;
        if ui.add(Checkbox::without_text(&mut repeat)).changed() {
            push(out, World { repeat, ..world }, None);
        }
    });
}

fn push(out: &mut Vec<Request>, world: World, merge: Option<Id>) {
    out.push(Request::Edit { edit: Edit::World(world), merge });
}

/// A heading of the panel's lists.
fn list_heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    heading(ui, text);
}
