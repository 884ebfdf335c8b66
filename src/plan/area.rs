//! Area ports: how far a node may look around, and the maps that are filled as a whole.

use super::compile::{Compiler, Wire};
use super::resolve::Resolver;
use super::{Key, MapPass, Plan, PlanError, Source};
use crate::graph::{Link, NodeId};
use crate::raster::Sampling;
use crate::spec::{Extent, Kernel, MOST_REACH, MOST_WHOLE, Port};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Most whole maps of whole maps: each is a plan within the plan of the next.
const MOST_MAPS_IN_A_ROW: usize = 64;

/// Plans of what whole maps read, by node, shared between a plan and those within it: planned anew each time, their
/// number would double with every map.
#[derive(Default)]
pub(super) struct Maps(RefCell<BTreeMap<Which, Result<Arc<Plan>, PlanError>>>);

/// A node and the bits of the time.
type Which = (NodeId, u64);

impl<'g> Compiler<'g> {
    /// How much of the build grid a kernel sees at once.
    ///
    /// # Errors
    /// When it would read further around a sample than is supported.
    pub(super) fn extent(&self, r: &Resolver<'_>, kernel: &dyn Kernel) -> Result<Extent, PlanError> {
        let grid = self.graph.world.grid(Sampling::Vertices);
        let (spacing, (across, down)) = (grid.spacing(), kernel.reach(grid.spacing()));
        let (samples, step) = if across >= down { (across, spacing.0) } else { (down, spacing.1) };
        let field = ["radius", "margin"].into_iter().find(|name| r.spec.param(name).is_some()).unwrap_or("");
        let most = kernel.most_reach();
        if samples > most {
            let what = format!(
                "{field} reaches {samples} samples of the build grid, which lie {step} m apart here; allowed are {most}: \
                 take a smaller {field} or fewer world.samples"
            );
            return Err(r.error(field, &what));
        }
        let extent = match kernel.extent() {
            Extent::Pages if samples > MOST_REACH => Extent::Whole,
            extent => extent,
        };
        if extent != Extent::Pages {
            let margin = kernel.margin(spacing);
            let side = |n: u32, reach: usize, margin: usize| {
                (n as usize).saturating_add(reach.saturating_add(margin).saturating_mul(2))
            };
            let width = side(grid.samples.0, across, margin.0);
            let height = side(grid.samples.1, down, margin.1);
            if width.saturating_mul(height) > MOST_WHOLE {
                let field = if samples > 0 || margin != (0, 0) { field } else { "" };
                let way = if field.is_empty() { String::new() } else { format!("a smaller {field} or ") };
                let what = format!(
                    "it works on the whole map, which with all that is read around it would be {width} x {height} samples; \
                     allowed are {MOST_WHOLE}: take {way}fewer world.samples"
                );
                return Err(r.error(field, &what));
            }
        }
        Ok(extent)
    }

    /// Makes the pass that fills the whole map of a step, unless there is one.
    pub(super) fn map(
        &mut self,
        r: &Resolver<'g>,
        key: Key,
        kernel: &Arc<dyn Kernel>,
        extent: Extent,
    ) -> Result<(), PlanError> {
        if extent == Extent::Pages || self.maps.iter().any(|map| map.key == key) {
            return Ok(());
        }
        let which = (Arc::clone(r.id), self.time.to_bits());
        let known = self.map_plans.0.borrow().get(&which).cloned();
        let plan = match known {
            Some(known) => known?,
            None => {
                let plan = self.map_source(r);
                self.map_plans.0.borrow_mut().insert(which, plan.clone());
                plan?
            }
        };
        let spacing = plan.build_grid.spacing();
        let (margin, reach) = (kernel.margin(spacing), kernel.reach(spacing));
        let outputs = r.spec.outputs.len();
        self.maps.push(MapPass { plan, key, kernel: Arc::clone(kernel), outputs, margin, reach });
        Ok(())
    }

    /// The plan of what arrives at the area port, as it stands at this time and without a salt.
    fn map_source(&self, r: &Resolver<'g>) -> Result<Arc<Plan>, PlanError> {
        let Some(input) = r.spec.inputs.iter().find(|input| input.port == Port::Area) else {
            return Err(r.error("", "it works on the whole map, but reads none"));
        };
        let mut own = Compiler::new(self.graph, self.time);
        own.ranges = Rc::clone(&self.ranges);
        own.map_plans = Rc::clone(&self.map_plans);
        let wire = own.input(r, input)?;
        let link = r.node.link(input.name).cloned().unwrap_or_else(|| Link::to(r.id));
        let plan = own.finish(&link, wire)?;
        if plan.maps_in_a_row() >= MOST_MAPS_IN_A_ROW {
            let what =
                format!("more than {MOST_MAPS_IN_A_ROW} nodes in a row work on the whole map, which is not supported");
            return Err(r.error(input.name, &what));
        }
        Ok(Arc::new(plan))
    }
}

impl Plan {
    fn maps_in_a_row(&self) -> usize {
        self.maps.iter().map(|map| 1 + map.plan.maps_in_a_row()).max().unwrap_or(0)
    }
}

/// What a step with a whole map reads: the area of its source becomes the map.
pub(super) fn sources(inputs: &[Wire], extent: Extent) -> Vec<Source> {
    let source = |wire: &Wire| match wire.source {
        Source::Area(slot) if extent != Extent::Pages => Source::Map(slot),
        other => other,
    };
    inputs.iter().map(source).collect()
}
