//! What there is to say about an evaluated result: the report of a file, and remarks about its values.

use super::report::{Corner, MappingReport, Metres, Remark, Report};
use super::tally::Tally;
use super::{Content, Job, Mapping, number, sentence};
use crate::graph::Link;
use crate::plan::{Note, Plan};
use crate::raster::Sampling;
use crate::run;
use crate::spec::{Measured, Quantity};

/// The report of a file that lacks only its bytes. `codes` are the share of the code range in use and the number of
/// different codes.
pub(super) fn report(
    job: &Job,
    mapping: Option<Mapping>,
    codes: Option<(f64, usize)>,
    tally: Tally,
    found: &[run::Remark],
) -> Report {
    let (min, max) = tally.extremes();
    let heights = mapping.and_then(|m| job.heights(m));
    let engine = job.engine(mapping);
    let spacing = job.grid.spacing();
    Report {
        output: job.output.clone(),
        node: job.link.to_string(),
        kind: kind_name(job.plan.quantity),
        path: job.path.display().to_string(),
        bytes: 0,
        beside: Vec::new(),
        format: job.format.name(),
        view: if let Content::Picture(mode, _) = &job.content { Some(mode.name()) } else { None },
        map: if let Content::Map(map, _) = &job.content { Some(map.name()) } else { None },
        width: job.region.width,
        height: job.region.height,
        grid: job.grid.samples,
        region: Corner { x: job.region.x, y: job.region.y },
        sampling: sampling(job.grid.sampling),
        spacing,
        first_row: if job.south_first { "south" } else { "north" },
        byte_order: job.format.byte_order(),
        units: if let Content::Numbers(units) = &job.content { Some(units.name()) } else { None },
        mapping: mapping.map(|m| MappingReport { lo: m.lo, hi: m.hi, by: m.by.name() }),
        metres: heights.map(|h| Metres { zero: h.zero, one: h.one }),
        min,
        max,
        mean: tally.mean(),
        codes_used: codes.map(|(used, _)| used),
        distinct_codes: codes.map(|(_, distinct)| distinct),
        clipped: tally.clipped(),
        tiles: tally.shares(job.levels()),
        seed: job.seed,
        time: job.plan.time,
        preset: job.preset.map(|p| p.name),
        z_scale: engine.z_scale,
        z_location: engine.z_location,
        import: engine.import,
        cost: job.plan.cost,
        notes: notes(&job.plan.notes).into_iter().chain(whole_map(job)).collect(),
        hints: notes(&job.plan.hints),
        remarks: remarks(found, &tally, &job.plan, &job.link, job.textbook),
        sentence: sentence(job, Some(Measured { min, max })),
        hash: tally.hash(),
    }
}

pub(super) fn notes(of: &[Note]) -> Vec<Remark> {
    of.iter().map(|n| remark(&n.node, n.field.as_deref(), &n.message)).collect()
}

/// That a whole map is read between its samples, if the samples are not those of the build grid.
fn whole_map(job: &Job) -> Option<Remark> {
    let (have, want) = (job.plan.build_grid.samples, job.grid.samples);
    let node = job.plan.map_nodes().next().filter(|_| have != want)?;
    let message = format!(
        "node \"{node}\" is made once over {} x {} samples and read between them at other sizes: set world.samples to what \
         is written for its full detail",
        have.0, have.1
    );
    Some(remark(node, None, &message))
}

/// What the run noticed; that every sample is the same where values may differ, if nothing else was noticed.
pub(super) fn remarks(run: &[run::Remark], tally: &Tally, plan: &Plan, link: &Link, textbook: bool) -> Vec<Remark> {
    let mut found: Vec<Remark> = run.iter().map(|r| remark(&r.node, None, &r.message)).collect();
    let several = tally.samples() > 1 && plan.bound.lo < plan.bound.hi && plan.quantity != Quantity::Tiles;
    let (min, max) = tally.extremes();
    if several && found.is_empty() && min == max {
        let hint =
            if textbook { ": a Permutation lattice is flat at whole multiples of its feature scale" } else { "" };
        let message = format!("node \"{link}\": every sample is {}{hint}", number(min.into()));
        found.push(remark(&link.node, None, &message));
    }
    found
}

pub(super) fn remark(node: &str, field: Option<&str>, message: &str) -> Remark {
    Remark { node: node.into(), field: field.map(Into::into), message: message.into() }
}

pub(super) fn sampling(sampling: Sampling) -> String {
    sampling.name().to_lowercase()
}

/// Word for what values mean.
pub const fn kind_name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Signed => "signed",
        Quantity::Unit => "unit",
        Quantity::Metres => "metres",
        Quantity::Degrees => "degrees",
        Quantity::Plain => "plain",
        Quantity::Tiles => "tiles",
    }
}
