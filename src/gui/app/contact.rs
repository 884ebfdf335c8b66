//! The contact sheet between its panel and the worker: the order that is made of what was chosen, and the pictures that
//! come back.

use super::EditorApp;
use super::wanted::means_the_same;
use crate::deliver::{Along, RangeAsk, SheetAsk, What, variations};
use crate::graph::{Graph, Link};
use crate::gui::dock::Pane;
use crate::gui::panels::variations::{Cell, Sheet, VariationsPanel};
use crate::gui::request::Request;
use crate::gui::worker::{Contact, Event, is_output};
use eframe::egui::{Context, TextureOptions, Ui};
use std::sync::Arc;

/// The sheet as it is wanted and as far as it is drawn.
#[derive(Default)]
pub(super) struct ContactSheet {
    pub panel: VariationsPanel,
    made: Option<Made>,
    turn: u64,
    drawn: Vec<Option<Cell>>,
}

/// An order with what it was made of.
struct Made {
    along: (Along, Option<Along>),
    ask: SheetAsk,
    graph: Arc<Graph>,
    /// The order, or why there is none.
    order: Result<Arc<Contact>, String>,
}

impl ContactSheet {
    /// Begins anew, for another document. The count of turns goes on, so that no answer is taken for a new one.
    pub fn forget(&mut self) {
        *self = Self { turn: self.turn + 1, ..Self::default() };
    }

    /// The recipe changes while the sheet is stopped: what is drawn is out of date.
    fn note_change(&mut self, graph: &Arc<Graph>) {
        if self.made.as_ref().is_some_and(|made| !means_the_same(&made.graph, graph)) {
            self.drawn.iter_mut().flatten().for_each(|cell| cell.stale = true);
        }
    }

    /// Cells that are drawn and up to date, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.drawn.iter().flatten().filter(|cell| !cell.stale).count(), self.drawn.len())
    }

    /// Makes a new order unless the last one still holds.
    fn order(&mut self, along: (Along, Option<Along>), ask: SheetAsk, graph: &Arc<Graph>) -> Option<Arc<Contact>> {
        if let Some(made) = &self.made
            && made.along == along
            && made.ask == ask
            && means_the_same(&made.graph, graph)
        {
            return made.order.as_ref().ok().cloned();
        }
        let cells = variations(graph, &along.0, along.1.as_ref(), Some(1)).map_err(|error| error.to_string());
        // Pictures of the same cells are better than none until the new ones are there.
        let are_the_same = self.made.as_ref().is_some_and(|made| made.along == along && made.ask.what == ask.what);
        let count = cells.as_ref().map_or(0, Vec::len);
        if !are_the_same {
            self.drawn.clear();
        }
        self.drawn.resize_with(count, || None);
        self.drawn.iter_mut().flatten().for_each(|cell| cell.stale = true);
        self.turn += 1;
        let order = cells.map(|cells| Arc::new(Contact { turn: self.turn, cells, ask: ask.clone() }));
        let wanted = order.as_ref().ok().cloned();
        self.made = Some(Made { along, ask, graph: Arc::clone(graph), order });
        wanted
    }
}

impl EditorApp {
    /// The sheet that the worker should draw now.
    pub(super) fn contact_wanted(&mut self) -> Option<Arc<Contact>> {
        if !self.dock.is_seen(Pane::Variations) {
            return None;
        }
        let graph = Arc::clone(self.document.graph());
        let Some(along) = self.contact.panel.along(&graph) else {
            self.contact.note_change(&graph);
            return None;
        };
        let ask = self.sheet_ask(&graph)?;
        self.contact.order(along, ask, &graph)
    }

    /// What the cells show: what the preview shows, in its colours. `None` until the preview shows something.
    fn sheet_ask(&self, graph: &Graph) -> Option<SheetAsk> {
        let shown = self.board.shown.as_ref().filter(|shown| Some(&shown.link) == self.preview.as_ref())?;
        let measured = self.wanted.auto_levels || shown.subject.range.is_none();
        Some(SheetAsk {
            what: what_of(graph, &shown.link),
            view: Some(shown.mode.name().into()),
            size: self.contact.panel.pixels(),
            range: if measured { RangeAsk::Measured } else { RangeAsk::Socket },
            time: 0.0,
        })
    }

    /// Takes the cells out of the worker's events.
    pub(super) fn take_cells(&mut self, events: Vec<(u64, Event)>, ctx: &Context) -> Vec<(u64, Event)> {
        let mut others = Vec::with_capacity(events.len());
        for (serial, event) in events {
            match event {
                Event::Cell { turn, index, picture } if turn == self.contact.turn => {
                    if let Some(place) = self.contact.drawn.get_mut(index) {
                        let texture = picture.as_ref().ok().map(|picture| {
                            let name = format!("variation {index}");
                            ctx.load_texture(name, Arc::clone(&picture.image), TextureOptions::LINEAR)
                        });
                        *place = Some(Cell { texture, drawn: picture, stale: false });
                    }
                }
                Event::Cell { .. } => {}
                other => others.push((serial, other)),
            }
        }
        others
    }

    /// Draws the panel.
    pub(super) fn show_variations(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut contact = std::mem::take(&mut self.contact);
        let world = self.document.graph().world;
        let failed = self.board.failure.as_ref().filter(|(link, _)| Some(link) == self.preview.as_ref());
        let order = contact.made.as_ref().map(|made| &made.order);
        let failure = match (failed, order) {
            (Some((_, sentence)), _) | (None, Some(Err(sentence))) => Some(sentence.as_str()),
            _ => None,
        };
        let cells = match order {
            Some(Ok(order)) if failed.is_none() && self.preview.is_some() => order.cells.as_slice(),
            _ => &[],
        };
        let aspect = (world.extent.0 / world.extent.1) as f32;
        let sheet = Sheet { scene: &self.scene(), cells, drawn: &contact.drawn, failure, aspect };
        let requests = contact.panel.show(ui, &sheet);
        self.contact = contact;
        requests
    }
}

/// What the command line would be asked for: the output where the link is one, so that its sampling is used.
fn what_of(graph: &Graph, link: &Link) -> What {
    match graph.outputs.iter().find(|output| output.from == *link) {
        Some(output) if is_output(graph, link) => What::Output(output.name.clone()),
        _ => What::Node(link.clone()),
    }
}
