//! Variations: a contact sheet of the recipe with other seeds or values, which fills while nothing else is computed; a
//! click takes one over.
//!
//! What varies and how its pictures are drawn is `deliver`'s, as for `orograph sheet`. The panel keeps what was chosen and
//! returns requests; the app makes the order of it and gives the pictures back.

mod axes;
mod cells;
mod dial;

pub use dial::{Axis, Dial, Sort, Target};

use crate::deliver::{Along, Variation};
use crate::graph::{Graph, NodeId};
use crate::gui::language::tr;
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, Theme};
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::gui::widgets::tone::tone;
use crate::gui::worker::Picture;
use eframe::egui::{Align, Color32, Label, Layout, ProgressBar, RichText, TextureHandle, Ui};
use std::sync::Arc;

/// Seeds or values of a sheet that varies one thing, when it is opened first.
const FIRST_COUNT: usize = 16;
/// Most values of a sheet that varies one thing.
const MOST: usize = 100;
/// Most values of each of two things.
const MOST_CROSSED: usize = 12;
/// Values of each of two things, when the second one is chosen.
const CROSSED: usize = 4;

/// Points from which on both rows stand beside each other.
const WIDE: f32 = 980.0;
/// Points under which the values of a row stand below what varies.
const NARROW: f32 = 430.0;

/// A cell as far as it is drawn.
#[derive(Clone)]
pub struct Cell {
    /// The picture on the screen; `None` where the worker said why there is none.
    pub texture: Option<TextureHandle>,
    /// What the worker drew, or why it could not.
    pub drawn: Result<Arc<Picture>, String>,
    /// Whether the recipe has changed since.
    pub stale: bool,
}

/// What the panel reads.
pub struct Sheet<'a> {
    /// The document.
    pub scene: &'a Scene<'a>,
    /// What the cells vary; empty while there is nothing to show.
    pub cells: &'a [Variation],
    /// What is drawn of them.
    pub drawn: &'a [Option<Cell>],
    /// Why nothing can vary this way, or why the preview has no picture.
    pub failure: Option<&'a str>,
    /// Width by height of a picture relative to each other.
    pub aspect: f32,
}

impl Sheet<'_> {
    /// Cells that are up to date.
    fn done(&self) -> usize {
        self.drawn.iter().flatten().filter(|cell| !cell.stale).count()
    }

    /// Whether all is drawn and every picture is the same.
    fn is_all_the_same(&self) -> bool {
        let mut pictures = self.drawn.iter().map(|cell| cell.as_ref().and_then(|c| c.drawn.as_ref().ok()));
        let Some(Some(first)) = pictures.next() else { return false };
        self.drawn.len() > 1 && pictures.all(|other| other.is_some_and(|other| Arc::ptr_eq(first, other)))
    }
}

/// The panel, with what was chosen in it.
pub struct VariationsPanel {
    across: Axis,
    down: Option<Axis>,
    /// Whether a person stopped the drawing.
    stopped: bool,
    /// The cell that the keyboard is on.
    cursor: usize,
    /// Pixels along the longer side of a cell, as they were needed last.
    pixels: u32,
    /// Whether the first seed is still that of the recipe that was opened.
    fresh: bool,
    /// What varied until the recipe let go of it.
    lost: Option<String>,
}

impl Default for VariationsPanel {
    fn default() -> Self {
        let across = Axis { target: Target::Seed, first: 1, ends: (0.0, 1.0), count: FIRST_COUNT };
        Self { across, down: None, stopped: false, cursor: 0, pixels: 0, fresh: true, lost: None }
    }
}

impl VariationsPanel {
    /// What the engine varies, across and down; `None` before the panel was seen, and while it is stopped.
    pub fn along(&mut self, graph: &Graph) -> Option<(Along, Option<Along>)> {
        self.keep_sane(graph);
        if self.stopped || self.pixels == 0 {
            return None;
        }
        let dial = Dial::find(graph, &self.across.target)?;
        let down = self.down.as_ref().and_then(|axis| Some((axis, Dial::find(graph, &axis.target)?)));
        Some((self.across.along(&dial), down.map(|(axis, dial)| axis.along(&dial))))
    }

    /// Pixels of the longer side that the cells need.
    pub fn pixels(&self) -> u32 {
        self.pixels
    }

    /// A node has another name.
    pub fn renamed(&mut self, from: &NodeId, to: &NodeId) {
        for axis in [Some(&mut self.across), self.down.as_mut()].into_iter().flatten() {
            if let Target::Field(id, _) = &mut axis.target
                && id == from
            {
                *id = to.clone();
            }
        }
    }

    /// Lets go of what the recipe does not have any more.
    fn keep_sane(&mut self, graph: &Graph) {
        if std::mem::take(&mut self.fresh) {
            self.across.first = graph.seed;
        }
        let is_gone = |axis: &Axis| Dial::find(graph, &axis.target).is_none();
        if let Some(down) = self.down.take_if(|axis| is_gone(axis)) {
            self.lost = Some(down.target.name());
        }
        if is_gone(&self.across) {
            self.lost = Some(self.across.target.name());
            // What varied from row to row goes on alone.
            let down = self.down.take();
            *self = Self { pixels: self.pixels, lost: self.lost.take(), fresh: false, ..Self::default() };
            self.across.first = graph.seed;
            self.across = down.unwrap_or_else(|| self.across.clone());
        }
    }

    /// Draws the panel and returns what was asked for.
    pub fn show(&mut self, ui: &mut Ui, sheet: &Sheet<'_>) -> Vec<Request> {
        let graph = sheet.scene.graph;
        self.keep_sane(graph);
        let before = (self.across.clone(), self.down.clone());
        self.choose(ui, sheet);
        if before != (self.across.clone(), self.down.clone()) {
            // What was stopped was another sheet.
            self.stopped = false;
            self.lost = None;
            self.cursor = 0;
            ui.ctx().request_repaint();
        }
        let dials: Vec<Dial> = [Some(&self.across), self.down.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|axis| Dial::find(graph, &axis.target))
            .collect();
        self.note(ui, sheet, &dials);
        self.cells(ui, sheet, &dials)
    }

    /// The rows that choose what varies, beside each other where there is room.
    fn choose(&mut self, ui: &mut Ui, sheet: &Sheet<'_>) {
        let (graph, selection) = (sheet.scene.graph, sheet.scene.selection);
        let also: Vec<&Target> =
            [Some(&self.across), self.down.as_ref()].into_iter().flatten().map(|a| &a.target).collect();
        let dials = Dial::all(graph, selection, &also);
        let crossed = self.down.is_some();
        if ui.available_width() > WIDE {
            ui.horizontal(|ui| {
                self.across(ui, &dials, false);
                ui.add_space(14.0);
                self.down(ui, &dials, false);
                self.progress(ui, sheet);
            });
        } else {
            let narrow = ui.available_width() <= NARROW;
            match narrow {
                true => self.across(ui, &dials, true),
                false => drop(ui.horizontal(|ui| self.across(ui, &dials, false))),
            }
            // Values of a second thing leave no room beside them.
            if narrow && crossed {
                self.down(ui, &dials, true);
                ui.horizontal(|ui| self.progress(ui, sheet));
            } else {
                ui.horizontal(|ui| {
                    self.down(ui, &dials, false);
                    self.progress(ui, sheet);
                });
            }
        }
        // A sheet of two things that was one of many values would be endless.
        if self.down.is_some() && !crossed {
            self.across.count = self.across.count.min(CROSSED + 1);
        }
    }

    fn across(&mut self, ui: &mut Ui, dials: &[Dial], narrow: bool) {
        ui.spacing_mut().item_spacing.x = 6.0;
        let most = if self.down.is_some() { MOST_CROSSED } else { MOST };
        axes::across(ui, dials, (&mut self.across, self.down.as_ref()), most, narrow);
    }

    fn down(&mut self, ui: &mut Ui, dials: &[Dial], narrow: bool) {
        ui.spacing_mut().item_spacing.x = 6.0;
        axes::down(ui, dials, (&self.across.target, &mut self.down), (CROSSED, MOST_CROSSED), narrow);
    }

    /// How far the sheet is, with what stops it and lets it go on, at the right edge.
    fn progress(&mut self, ui: &mut Ui, sheet: &Sheet<'_>) {
        let (done, all) = (sheet.done(), sheet.cells.len());
        if all == 0 || (done == all && !self.stopped) {
            return;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if self.stopped {
                if ui.button(tr!("Go on")).on_hover_text(tr!("Draw the pictures that are missing")).clicked() {
                    self.stopped = false;
                }
            } else if icon_button(ui, Icon::Remove, tr!("Stop the sheet"), tr!("Stop the sheet"), false).clicked() {
                self.stopped = true;
            }
            let words = tr!("{done} of {all}", done = done, all = all);
            let text = RichText::new(words).size(SMALL).color(tone(ui).secondary);
            ui.add(Label::new(text).selectable(false));
            let room = ui.available_width();
            if room > 60.0 {
                let bar = ProgressBar::new(done as f32 / all as f32).desired_width(room.min(110.0)).desired_height(6.0);
                ui.add(bar.fill(Theme::of(ui).accent));
            }
        });
    }

    /// What a person should know of the whole sheet.
    fn note(&self, ui: &mut Ui, sheet: &Sheet<'_>, dials: &[Dial]) {
        let theme = Theme::of(ui);
        let mut say = |text: String, color: Color32| {
            ui.add(Label::new(RichText::new(text).size(SMALL).color(color)).wrap());
        };
        if let Some(what) = &self.lost {
            let words = tr!("{what} varies no more: it is gone, or something else sets it.", what = what);
            say(words, theme.secondary);
        }
        match sheet.failure {
            Some(sentence) => say(sentence.to_owned(), theme.error),
            None if sheet.done() == sheet.cells.len() && sheet.is_all_the_same() => {
                let names: Vec<&str> = dials.iter().map(|dial| dial.name.as_str()).collect();
                let words = tr!(
                    "These are all the same: nothing that the preview shows depends on {what}.",
                    what = names.join(", ")
                );
                say(words, theme.warning);
            }
            None => {}
        }
    }

    fn empty(ui: &mut Ui, text: &str) {
        let words = RichText::new(text).color(Theme::of(ui).muted);
        ui.centered_and_justified(|ui| ui.add(Label::new(words).wrap().selectable(false)));
    }
}
