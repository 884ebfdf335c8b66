//! Pictures of the recipes that the program carries, for *New from template*.

use super::Event;
use super::engine::{Desk, options};
use super::paint::{self, Look, Subject, mode_for};
use super::stage::Statistics;
use crate::graph::Graph;
use crate::gui::templates::TEMPLATES;
use crate::plan::compile;
use crate::raster::Sampling;
use crate::run::{Cancelled, Runner};
use std::sync::Arc;

/// Samples over the longer side: enough that the relief, lit at this size and filtered down, looks like the whole.
const SAMPLES: u32 = 513;
/// Pixels over the longer side.
const PIXELS: usize = 448;

/// How far the pictures are.
#[derive(Default)]
pub(super) struct Templates {
    drawn: usize,
}

impl Templates {
    /// Draws the pictures that are missing.
    pub fn draw(&mut self, runner: &Runner, desk: &Desk<'_>) -> Result<(), Cancelled> {
        for template in TEMPLATES.iter().skip(self.drawn) {
            desk.check()?;
            if let Ok(loaded) = Graph::parse(template.text)
                && let Some(picture) = picture(loaded.graph, SAMPLES, PIXELS, runner, desk)?
            {
                (desk.send)(Event::Template(template.name, Arc::new(picture)));
            }
            self.drawn += 1;
        }
        Ok(())
    }
}

/// The first output of a recipe, with this many samples and pixels over the longer side; `None` where there is none.
pub(super) fn picture(
    mut graph: Graph,
    samples: u32,
    pixels: usize,
    runner: &Runner,
    desk: &Desk<'_>,
) -> Result<Option<paint::Picture>, Cancelled> {
    let (w, h) = graph.world.samples;
    let longer = w.max(h).max(1);
    let side = |n: u32| (u64::from(n) * u64::from(samples.min(longer)) / u64::from(longer)).max(1) as u32;
    graph.world.samples = (side(w), side(h));
    let Some(link) = graph.outputs.first().map(|o| o.from.clone()) else { return Ok(None) };
    let Ok(plan) = compile(&graph, &link, 0.0) else { return Ok(None) };
    let grid = graph.world.grid(Sampling::Vertices);
    let rendered = runner.render(&plan, &grid, grid.region(), &options(desk.cancel))?;
    let subject = Subject::new(&graph, &link, &plan, &grid, grid.region());
    let statistics = Statistics::of(&rendered.raster, &subject);
    let look = Look { view: graph.view.clone(), pixels, ..Look::default() };
    let mode = mode_for(&graph, &link, plan.quantity, None);
    Ok(Some(paint::preview(&rendered.raster, &subject, mode, &look, &statistics, None)))
}
