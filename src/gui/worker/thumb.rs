//! Pictures of nodes: the first output of each on a strided build grid, in shading, tile colours or grey.
//!
//! A world that is narrower than a node's place for the picture is shown with what lies beside it.

use super::engine::{Desk, Engine, options};
use super::paint::{self, Picture, Style, Subject};
use super::refining::draft_of;
use super::stage::Stride;
use super::touched::touched;
use super::{Event, Job, Spread};
use crate::graph::{Graph, Link, NodeId};
use crate::plan::{Key, Plan, compile};
use crate::raster::{Grid, Raster, Region, Sampling};
use crate::run::{Cancelled, Options};
use crate::spec::{Measured, Quantity};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Pictures that are remembered for undo and for nodes that come back into view.
const REMEMBERED: usize = 256;
/// Evaluations per sample that a plan of a thumbnail may cost before its grid gets coarser.
const THUMB_COST: u64 = 96;
/// Steps of all plans that are kept from one job to the next: a long chain has as many plans as nodes, each as long.
const KEPT_STEPS: usize = 100_000;
/// Width by height of a node's place for its picture.
const PLACE: (usize, usize) = (176, 100);

/// Seconds on the clock of all thumbnails: one picture a node, whatever moment the preview shows.
const MOMENT: f64 = 0.0;

/// Picture of a node.
pub struct ThumbPicture {
    /// The picture.
    pub picture: Picture,
    /// Part of the bound that the samples use, as two shares; `None` for tiles and unbounded sockets.
    pub used: Option<(f32, f32)>,
    /// Extremes of the samples.
    pub seen: Option<Measured>,
    /// How often each height occurs: equal bins over the unit range; empty where the values are no heights.
    pub heights: Vec<u32>,
    /// How the samples spread over the bound, or over themselves where there is none.
    pub spread: Arc<Spread>,
}

/// What a picture depends on.
#[derive(Clone, PartialEq)]
struct Recipe {
    key: Key,
    style: Style,
    subject: Subject,
}

/// Pictures by what they show.
#[derive(Default)]
pub(super) struct Thumbs {
    pictures: BTreeMap<Key, (Recipe, Arc<ThumbPicture>)>,
    /// What the window was last given for each node.
    given: BTreeMap<NodeId, Arc<ThumbPicture>>,
    /// Steps whose values the wanted thumbnails show, so that a coarse preview leaves them behind.
    keep: Vec<Key>,
    /// Plans of the last job, for nodes that a change does not touch; `None` for nodes in error.
    plans: BTreeMap<NodeId, Option<Arc<Plan>>>,
    planned: Option<(Arc<Graph>, f64)>,
}

impl Thumbs {
    /// Steps worth keeping while a coarse preview is computed.
    pub fn keep(&self) -> Vec<Key> {
        self.keep.clone()
    }

    /// The window drops the pictures of the nodes for which `is` holds, so they have to be given again.
    pub fn dropped(&mut self, is: impl Fn(&NodeId) -> bool) {
        self.given.retain(|id, _| !is(id));
    }

    /// Draws what is missing of the wanted pictures.
    pub fn draw(&mut self, engine: &mut Engine, job: &Job, desk: &Desk<'_>) -> Result<(), Cancelled> {
        let wanted: BTreeSet<&NodeId> = job.thumbs.iter().collect();
        self.given.retain(|id, _| wanted.contains(id));
        self.forget_plans(job);
        let mut room = KEPT_STEPS;
        let mut drafts = None;
        let mut found = Vec::new();
        for id in &job.thumbs {
            let Some(plan) = self.plan(engine, job, id, &mut drafts) else {
                self.given.remove(id);
                continue;
            };
            let kept = room.checked_sub(plan.size());
            if let Some(left) = kept {
                room = left;
            } else {
                self.plans.remove(id);
            }
            found.push((id, plan.key, kept.map(|_| plan)));
        }
        self.keep = found.iter().map(|(_, key, _)| *key).collect();
        for (id, _, plan) in found {
            if let Some(plan) = plan {
                self.one(engine, job, id, &plan, desk)?;
            } else if let Some(plan) = self.plan(engine, job, id, &mut drafts) {
                self.plans.remove(id);
                self.one(engine, job, id, &plan, desk)?;
            }
        }
        self.forget();
        Ok(())
    }

    /// The plan of a node's picture, on a coarser grid while ranges are not measured; `None` for a node in error.
    fn plan(&mut self, engine: &Engine, job: &Job, id: &NodeId, drafts: &mut Option<Graph>) -> Option<Arc<Plan>> {
        let fresh = || compile(&job.graph, &Link::to(id), MOMENT).ok().map(Arc::new);
        let plan = self.plans.entry(id.clone()).or_insert_with(fresh).clone()?;
        if engine.knows_ranges(&plan) {
            return Some(plan);
        }
        let graph = drafts.get_or_insert_with(|| draft_of(&job.graph, THUMB_COST));
        Some(compile(graph, &Link::to(id), MOMENT).map_or(plan, Arc::new))
    }

    /// Forgets the plans that the newest change can have an effect on.
    fn forget_plans(&mut self, job: &Job) {
        let same = self.planned.as_ref().filter(|(_, time)| *time == MOMENT);
        match same.and_then(|(graph, _)| touched(graph, &job.graph)) {
            Some(touched) => self.plans.retain(|id, _| !touched.contains(id) && job.graph.nodes.contains_key(id)),
            None => self.plans.clear(),
        }
        self.planned = Some((Arc::clone(&job.graph), MOMENT));
    }

    fn one(
        &mut self,
        engine: &mut Engine,
        job: &Job,
        id: &NodeId,
        plan: &Plan,
        desk: &Desk<'_>,
    ) -> Result<(), Cancelled> {
        let grid = job.graph.world.grid(Sampling::Vertices);
        let region = grid.region().strided(Stride::coarse(&grid, THUMB_COST).step);
        let link = Link::to(id);
        let subject = Subject::new(&job.graph, &link, plan, &grid, region);
        let recipe = Recipe { key: plan.key, style: style_of(&job.graph, &link, plan.quantity), subject };
        let known = self.pictures.get(&plan.key).filter(|(r, _)| *r == recipe).map(|(_, p)| Arc::clone(p));
        let picture = match known {
            Some(picture) => picture,
            None => {
                desk.check()?;
                let world = self.samples(engine, plan, &grid, region, desk)?;
                let picture = match beside(&region) {
                    Some(beside) => {
                        let [west, east] = beside.map(|side| self.samples(engine, plan, &grid, side, desk));
                        let wide = joined([&west?, &world, &east?]);
                        paint::thumb_around(&world, &wide, &recipe.subject, recipe.style)
                    }
                    None => paint::thumb(&world, &recipe.subject, recipe.style),
                };
                let picture = Arc::new(picture);
                self.pictures.insert(plan.key, (recipe, Arc::clone(&picture)));
                picture
            }
        };
        if self.given.get(id).is_none_or(|given| !Arc::ptr_eq(given, &picture)) {
            self.given.insert(id.clone(), Arc::clone(&picture));
            (desk.send)(Event::Thumb(id.clone(), picture));
        }
        Ok(())
    }

    /// The sides are rendered for themselves, so that the world's own samples can come from the coarse preview.
    fn samples(
        &self,
        engine: &mut Engine,
        plan: &Plan,
        grid: &Grid,
        region: Region,
        desk: &Desk<'_>,
    ) -> Result<Raster, Cancelled> {
        let options = Options { keep: self.keep.clone(), ..options(desk.cancel) };
        Ok(engine.render(plan, grid, region, options)?.raster)
    }

    /// Keeps the memory of pictures bounded: those that no node shows go when there are too many.
    fn forget(&mut self) {
        if self.pictures.len() > REMEMBERED {
            let given = &self.given;
            self.pictures.retain(|_, (_, picture)| given.values().any(|g| Arc::ptr_eq(g, picture)));
        }
    }
}

/// What lies west and east of a world that is narrower than a node's place; `None` where the world is wide enough.
fn beside(world: &Region) -> Option<[Region; 2]> {
    let wanted = (world.height * PLACE.0).div_ceil(PLACE.1);
    let width = wanted.saturating_sub(world.width).div_ceil(2);
    let columns = |n: usize| n as i64 * i64::from(world.stride);
    let side = |x: i64| Region { x, width, ..*world };
    (width > 0).then(|| [side(world.x - columns(width)), side(world.x + columns(world.width))])
}

/// Rasters of equal height side by side.
fn joined(parts: [&Raster; 3]) -> Raster {
    let mut wide = Raster::new(parts.iter().map(|part| part.width).sum(), parts[0].height);
    for row in 0..wide.height {
        let (mut from, first) = (0, row * wide.width);
        for part in parts {
            wide.data[first + from..][..part.width].copy_from_slice(part.row(row));
            from += part.width;
        }
    }
    wide
}

/// Shading for heights, colours for tiles, grey for the rest.
fn style_of(graph: &Graph, link: &Link, quantity: Quantity) -> Style {
    let normalized = graph.nodes.get(&link.node).is_some_and(|n| &*n.kind == "Normalize");
    let flagged = graph.outputs.iter().any(|o| o.from == *link);
    match quantity {
        Quantity::Tiles => Style::Tiles,
        Quantity::Metres => Style::Shade,
        _ if normalized || flagged => Style::Shade,
        _ => Style::Grey,
    }
}
