//! The contact sheet: pictures of variations of the recipe, drawn one after the other while nothing else is wanted.
//!
//! What is wanted and how it is drawn is `deliver`'s, as for `orograph sheet`. A newer job stops the sheet; cells that are
//! drawn and show the same afterwards are not drawn again.

use super::Event;
use super::engine::{Desk, options};
use super::paint::{self, Picture};
use crate::deliver::{Content, DeliverError, Job as Render, Mapping, SheetAsk, Variation, draw};
use crate::graph::{Graph, View, World};
use crate::plan::Key;
use crate::raster::{Grid, Region};
use crate::run::{Cancelled, Runner};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A contact sheet that is wanted of a job's graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Another number for every change of the graph, the cells or what they show; answers carry it.
    pub turn: u64,
    /// What each cell varies.
    pub cells: Vec<Variation>,
    /// What the cells show.
    pub ask: SheetAsk,
}

/// What the pixels of a cell depend on.
#[derive(PartialEq)]
struct Seen {
    grid: Grid,
    region: Region,
    content: Content,
    mapping: Option<Mapping>,
    measure: Option<Key>,
    world: World,
    view: View,
}

impl Seen {
    fn of(job: &Render) -> Self {
        Self {
            grid: job.grid,
            region: job.region,
            content: job.content.clone(),
            mapping: job.mapping,
            measure: job.measure.as_ref().map(|plan| plan.key),
            world: job.world,
            view: job.view.clone(),
        }
    }
}

/// How far the newest sheet is, and the pictures of it and the one before.
#[derive(Default)]
pub(super) struct Contacts {
    turn: Option<u64>,
    told: BTreeSet<usize>,
    known: BTreeMap<Key, (Seen, Arc<Picture>)>,
    used: BTreeSet<Key>,
}

impl Contacts {
    /// Draws the cells that are missing, those that are known first.
    pub fn draw(
        &mut self,
        contact: &Contact,
        graph: &Graph,
        runner: &Runner,
        desk: &Desk<'_>,
    ) -> Result<(), Cancelled> {
        if self.turn != Some(contact.turn) {
            self.turn = Some(contact.turn);
            self.told.clear();
            self.used.clear();
        }
        let mut missing = Vec::new();
        for (index, cell) in contact.cells.iter().enumerate() {
            if self.told.contains(&index) {
                continue;
            }
            desk.check()?;
            match cell.resolve(graph, &contact.ask) {
                Ok(job) => match self.known(&job) {
                    Some(picture) => self.told(contact, index, Ok(picture), desk),
                    None => missing.push((index, job)),
                },
                Err(error) => self.told(contact, index, Err(error.to_string()), desk),
            }
        }
        for (index, job) in missing {
            desk.check()?;
            let picture = match self.known(&job) {
                Some(picture) => Ok(picture),
                None => self.drawn(&job, runner, desk)?,
            };
            self.told(contact, index, picture, desk);
        }
        self.known.retain(|key, _| self.used.contains(key));
        Ok(())
    }

    /// Tells the window of a cell. Cells of a turn are told once, also where a newer job came in between.
    fn told(&mut self, contact: &Contact, index: usize, picture: Result<Arc<Picture>, String>, desk: &Desk<'_>) {
        self.told.insert(index);
        (desk.send)(Event::Cell { turn: contact.turn, index, picture });
    }

    fn known(&mut self, job: &Render) -> Option<Arc<Picture>> {
        let (_, picture) = self.known.get(&job.plan.key).filter(|(seen, _)| *seen == Seen::of(job))?;
        self.used.insert(job.plan.key);
        Some(Arc::clone(picture))
    }

    fn drawn(
        &mut self,
        job: &Render,
        runner: &Runner,
        desk: &Desk<'_>,
    ) -> Result<Result<Arc<Picture>, String>, Cancelled> {
        match draw(job, runner, &options(desk.cancel)) {
            Ok(picture) => {
                let picture = Arc::new(paint::image(&picture));
                self.known.insert(job.plan.key, (Seen::of(job), Arc::clone(&picture)));
                self.used.insert(job.plan.key);
                Ok(Ok(picture))
            }
            Err(DeliverError::Cancelled) => Err(Cancelled),
            Err(error) => Ok(Err(error.to_string())),
        }
    }
}
