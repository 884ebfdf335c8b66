//! The picture that the preview is compared with, and the difference of the two.
//!
//! It is evaluated on the samples of the preview, whatever grid its recipe has: a position has one value. It takes the
//! same stages, each after the preview's own.

use super::engine::{Desk, Engine, Target};
use super::paint::{self, Picture, Subject};
use super::refining::Remembered;
use super::{Event, Job, Shown};
use crate::graph::{Graph, Link};
use crate::plan::compile;
use crate::raster::{Raster, Region};
use crate::run::Cancelled;
use crate::spec::Quantity;
use std::sync::{Arc, Weak};

/// What the preview is compared with.
#[derive(Clone)]
pub struct Reference {
    /// Another number for every pin.
    pub turn: u64,
    /// Its recipe.
    pub graph: Arc<Graph>,
    /// The output.
    pub link: Link,
    /// Whether the difference is wanted.
    pub difference: bool,
}

/// The difference of the preview and what it is compared with: preview minus reference.
#[derive(Clone)]
pub struct Contrast {
    /// The preview's output.
    pub link: Link,
    /// Which samples of the preview they are.
    pub subject: Subject,
    /// What the numbers count.
    pub counts: Counts,
    /// The differences.
    pub raster: Arc<Raster>,
    /// The lowest and the highest difference.
    pub extremes: (f32, f32),
    /// Mean of the differences.
    pub mean: f64,
    /// Mean of the differences' sizes.
    pub size: f64,
    /// The picture.
    pub picture: Arc<Picture>,
}

/// What differences count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Metres of height.
    Metres,
    /// The values themselves.
    Values,
    /// 1 where the tiles differ, else 0.
    Tiles,
}

/// The two cannot be compared: they mean these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlike(pub Quantity, pub Quantity);

/// What the reference and the difference are known of.
#[derive(Default)]
pub(super) struct Compared {
    /// The pin that it is of.
    turn: u64,
    pub shown: Option<Remembered>,
    /// The two rasters that were told apart last.
    told: Option<(Weak<Raster>, Weak<Raster>)>,
}

impl Contrast {
    /// The largest difference, whichever way.
    pub fn most(&self) -> f32 {
        self.extremes.0.abs().max(self.extremes.1.abs())
    }
}

impl Engine {
    /// Brings the reference as far as the preview: `fine` is the last stage.
    pub fn reference(&mut self, job: &Job, main: &Target, fine: bool, desk: &Desk<'_>) -> Result<(), Cancelled> {
        let Some(reference) = &job.reference else {
            self.compared = Compared::default();
            return Ok(());
        };
        if self.compared.turn != reference.turn {
            self.compared = Compared { turn: reference.turn, ..Compared::default() };
        }
        let link = reference.link.clone();
        let plan = match compile(&reference.graph, &link, job.time) {
            Ok(plan) => plan,
            Err(error) => {
                self.compared.shown = None;
                (desk.send)(Event::Reference(Err(error.message)));
                return Ok(());
            }
        };
        let mode = self.shown_mode();
        let own = Job {
            graph: Arc::clone(&reference.graph),
            preview: Some(link.clone()),
            look: super::Look { chosen: mode.or(job.look.chosen), ..job.look.clone() },
            worked_on: None,
            timings: false,
            reference: None,
            contact: None,
            thumbs: Vec::new(),
            ..job.clone()
        };
        let target = Target { link, plan, grid: main.grid, moves: main.moves };
        self.start_from_preview(&own, &target, desk);
        let send = |event| match event {
            Event::Shown(shown) => (desk.send)(Event::Reference(Ok(shown))),
            // Beside another picture only wholes are shown.
            Event::Patch(_) => {}
            event => (desk.send)(event),
        };
        let own_desk = Desk { send: &send, newer: desk.newer, cancel: desk.cancel };
        std::mem::swap(&mut self.shown, &mut self.compared.shown);
        let drawn = match fine {
            true => self.fine(&own, &target, &own_desk),
            false => self.coarse(&own, &target, &own_desk),
        };
        std::mem::swap(&mut self.shown, &mut self.compared.shown);
        drawn?;
        self.contrast(job, desk);
        Ok(())
    }

    /// What was just pinned is there already.
    fn start_from_preview(&mut self, own: &Job, target: &Target, desk: &Desk<'_>) {
        let is = |known: &Remembered| known.key == target.plan.key && known.shown.subject.grid == target.grid;
        if self.compared.shown.as_ref().is_some_and(is) {
            return;
        }
        self.compared.shown = None;
        if let Some(known) = self.shown.as_ref().filter(|known| is(known)) {
            let painted = self.painted(own, target, known.shown.subject.region);
            let copy = Remembered::recoloured(target.plan.key, painted, known.shown.clone());
            (desk.send)(Event::Reference(Ok(Box::new(copy.shown.clone()))));
            self.compared.shown = Some(copy);
        }
    }

    /// Tells the difference, if it is wanted and new.
    fn contrast(&mut self, job: &Job, desk: &Desk<'_>) {
        if !job.reference.as_ref().is_some_and(|reference| reference.difference) {
            self.compared.told = None;
            return;
        }
        let (Some(shown), Some(other)) = (&self.shown, &self.compared.shown) else { return };
        let of = (Arc::downgrade(&shown.shown.raster), Arc::downgrade(&other.shown.raster));
        if self.compared.told.as_ref().is_some_and(|told| told.0.ptr_eq(&of.0) && told.1.ptr_eq(&of.1)) {
            return;
        }
        match contrast(&shown.shown, &other.shown, job.look.pixels) {
            Ok(None) => return,
            Ok(Some(contrast)) => (desk.send)(Event::Contrast(Ok(Box::new(contrast)))),
            Err(unlike) => (desk.send)(Event::Contrast(Err(unlike))),
        }
        self.compared.told = Some(of);
    }
}

/// The difference at the samples that both have; `None` where neither's are among the other's.
fn contrast(shown: &Shown, other: &Shown, pixels: usize) -> Result<Option<Contrast>, Unlike> {
    let (a, b) = (&shown.subject, &other.subject);
    let counts = match (a.quantity, b.quantity) {
        (Quantity::Tiles, Quantity::Tiles) => Counts::Tiles,
        _ if a.metres(0.0).is_some() && b.metres(0.0).is_some() => Counts::Metres,
        (one, same) if one == same => Counts::Values,
        (one, another) => return Err(Unlike(one, another)),
    };
    let stride = a.region.stride.max(b.region.stride);
    if a.grid != b.grid || stride % a.region.stride != 0 || stride % b.region.stride != 0 {
        return Ok(None);
    }
    let region = a.grid.region().strided(stride);
    let (step_a, step_b) = ((stride / a.region.stride) as usize, (stride / b.region.stride) as usize);
    let metres = |subject: &Subject, v: f32| subject.metres(v).unwrap_or(0.0);
    let raster = sampled(region, |column, row| {
        let one = shown.raster.at(column * step_a, row * step_a);
        let two = other.raster.at(column * step_b, row * step_b);
        match counts {
            Counts::Metres => (metres(a, one) - metres(b, two)) as f32,
            Counts::Values => one - two,
            Counts::Tiles => f32::from(u8::from(one != two)),
        }
    });
    let (min, max) = raster.extremes().unwrap_or((0.0, 0.0));
    let most = min.abs().max(max.abs());
    let picture = crate::view::difference(&raster, most);
    let sizes: f64 = raster.data.iter().map(|v| f64::from(v.abs())).sum();
    Ok(Some(Contrast {
        link: shown.link.clone(),
        subject: Subject { region, ..a.clone() },
        counts,
        extremes: (min, max),
        mean: raster.mean() + 0.0,
        size: sizes / raster.data.len().max(1) as f64,
        picture: Arc::new(paint::fitted(&picture, pixels)),
        raster: Arc::new(raster),
    }))
}

fn sampled(region: Region, value: impl Fn(usize, usize) -> f32) -> Raster {
    Raster::from_fn(region.width, region.height, value)
}
