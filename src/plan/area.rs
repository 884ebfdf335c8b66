//! Area ports: how far a node may look around.

use super::PlanError;
use super::compile::Compiler;
use super::resolve::Resolver;
use crate::raster::Sampling;
use crate::spec::Kernel;

impl Compiler<'_> {
    /// Refuses a node that would read further around a sample than a page's neighbourhood is made for.
    pub(super) fn within_reach(&self, r: &Resolver<'_>, kernel: &dyn Kernel) -> Result<(), PlanError> {
        let spacing = self.graph.world.grid(Sampling::Vertices).spacing();
        let (across, down) = kernel.reach(spacing);
        let most = kernel.most_reach();
        if across.max(down) <= most {
            return Ok(());
        }
        let (samples, step) = if across >= down { (across, spacing.0) } else { (down, spacing.1) };
        let field = r.spec.param("radius").map_or("", |(_, param)| param.name);
        let what = format!(
            "{field} reaches {samples} samples of the build grid, which lie {step} m apart here; allowed are {most}: \
             take a smaller {field} or fewer world.samples"
        );
        Err(r.error(field, &what))
    }
}
