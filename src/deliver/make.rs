//! Evaluates a [`Job`], turns values into the samples of a file, writes them, and reports.

use super::picture::picture;
use super::report::{Corner, MappingReport, Metres, Remark, TileShare};
use super::{By, Content, Job, Mapping, Report, Units, hash, number, sentence};
use crate::export::{Engine, Format, Image, Pixels, WriteError, encode, write_file, write_stdout};
use crate::graph::Link;
use crate::plan::Plan;
use crate::raster::{Raster, Region, Sampling};
use crate::run::{Cancelled, Options, Rendered, Runner};
use crate::spec::{Level, Measured, Quantity};
use std::path::Path;

/// Rows that are measured at a time.
const BAND: usize = 256;

/// Samples ready to be written, with a report that lacks only the bytes.
#[derive(Clone, Debug)]
pub struct Deliverable {
    /// The samples in the order of the file.
    pub image: Image,
    /// The values, north row first.
    pub raster: Raster,
    /// All about them.
    pub report: Report,
}

/// Why nothing was delivered.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// Somebody stopped it; no fault.
    #[error("cancelled")]
    Cancelled,
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<Cancelled> for DeliverError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Evaluates `job` and writes its file.
///
/// # Errors
/// [`DeliverError::Cancelled`] when `options` stopped it, else what the disk said. The old file is unchanged then.
pub fn deliver(job: &Job, runner: &Runner, options: &Options) -> Result<Report, DeliverError> {
    let deliverable = render(job, runner, options)?;
    Ok(write(&deliverable, job.format, &job.path)?)
}

/// Writes rendered samples to `path` (`-`: standard output) and completes their report.
///
/// # Errors
/// What the disk said; the old file is unchanged then.
pub fn write(deliverable: &Deliverable, format: Format, path: &Path) -> Result<Report, WriteError> {
    let fill = |writer: &mut dyn std::io::Write| encode(&deliverable.image, format, writer);
    let bytes = if path == Path::new("-") { write_stdout(fill)? } else { write_file(path, fill)? };
    Ok(Report { path: path.display().to_string(), bytes, ..deliverable.report.clone() })
}

/// Evaluates `job` and makes the samples of its file.
///
/// # Errors
/// [`Cancelled`] when `options` stopped it.
pub fn render(job: &Job, runner: &Runner, options: &Options) -> Result<Deliverable, Cancelled> {
    let mapping = match &job.measure {
        Some(plan) => Some(measured_mapping(plan, runner, options)?),
        None => job.mapping,
    };
    let rendered = runner.render(&job.plan, &job.grid, job.region, options)?;
    let (mut image, codes) = samples(job, mapping, &rendered.raster);
    if job.south_first {
        image.flip_rows();
    }
    let report = report(job, mapping, &rendered, codes.as_ref());
    Ok(Deliverable { image, raster: rendered.raster, report })
}

/// The extremes over the recipe's build grid at time 0, as for any other range.
fn measured_mapping(plan: &Plan, runner: &Runner, options: &Options) -> Result<Mapping, Cancelled> {
    let grid = plan.build_grid;
    let options = Options { progress: None, ..options.clone() };
    let whole = grid.region();
    let mut found: Option<(f32, f32)> = None;
    // Band by band, because the build grid may be far larger than what is written.
    for y in (0..whole.height).step_by(BAND) {
        let band = Region { y: y as i64, height: BAND.min(whole.height - y), ..whole };
        if let Some((lo, hi)) = runner.render(plan, &grid, band, &options)?.raster.extremes() {
            found = Some(found.map_or((lo, hi), |(min, max)| (min.min(lo), max.max(hi))));
        }
    }
    let (min, max) = found.unwrap_or((0.0, 0.0));
    Ok(Mapping { lo: f64::from(min), hi: f64::from(max), by: By::Measured })
}

/// What is known of the codes of an integer format.
struct Codes {
    used: f64,
    distinct: usize,
}

fn samples(job: &Job, mapping: Option<Mapping>, raster: &Raster) -> (Image, Option<Codes>) {
    let (pixels, codes) = match (&job.content, mapping) {
        (Content::Codes, Some(mapping)) => quantise(job, mapping, raster),
        (Content::Numbers(units), _) => (Pixels::Float(numbers(job, *units, mapping, raster)), None),
        (Content::Tiles(levels), _) => (tiles(job.format, levels, raster), None),
        (Content::Picture(mode, levels), _) => (picture(job, *mode, levels, mapping, raster), None),
        // A job for codes always has a mapping; values of no known range stay at the middle.
        (Content::Codes, None) => quantise(job, Mapping { lo: 0.0, hi: 0.0, by: By::Bound }, raster),
    };
    (Image { width: raster.width as u32, height: raster.height as u32, pixels }, codes)
}

fn quantise(job: &Job, mapping: Mapping, raster: &Raster) -> (Pixels, Option<Codes>) {
    let top = job.format.max_code().unwrap_or(u16::MAX);
    let code = |v: f32| {
        let unit = mapping.unit(f64::from(v)).clamp(0.0, 1.0);
        match job.preset {
            Some(preset) => preset.code(unit),
            None => (unit * f64::from(top)).round() as u16,
        }
    };
    let codes: Vec<u16> = raster.data.iter().map(|&v| code(v)).collect();
    let mut seen = vec![false; usize::from(top) + 1];
    codes.iter().for_each(|&c| seen[usize::from(c)] = true);
    let lowest = seen.iter().position(|s| *s).unwrap_or(0);
    let highest = seen.iter().rposition(|s| *s).unwrap_or(0);
    let used = (highest - lowest) as f64 / f64::from(top);
    let distinct = seen.iter().filter(|s| **s).count();
    let pixels = match job.format {
        Format::Png8 => Pixels::Grey8(codes.iter().map(|&c| c as u8).collect()),
        _ => Pixels::Grey16(codes),
    };
    (pixels, Some(Codes { used, distinct }))
}

/// The nearest finite number: far outside a range a share of it may be beyond what the format holds.
fn saturated(v: f64) -> f32 {
    v.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

/// Numbers are never clamped: a float can hold what lies outside.
fn numbers(job: &Job, units: Units, mapping: Option<Mapping>, raster: &Raster) -> Vec<f32> {
    let unit = |v: f32| mapping.map_or(f64::from(v), |m| m.unit(f64::from(v)));
    let heights = mapping.and_then(|m| job.heights(m));
    let number = |v: f32| match (units, heights) {
        (Units::Raw, _) => v,
        (Units::Metres, _) if job.plan.quantity == Quantity::Metres => v,
        (Units::Metres, Some(heights)) => saturated(heights.at(unit(v))),
        _ => saturated(unit(v)),
    };
    raster.data.iter().map(|&v| number(v) + 0.0).collect()
}

fn tiles(format: Format, levels: &[Level], raster: &Raster) -> Pixels {
    let numbers = raster.data.iter().copied();
    match format {
        Format::R32 | Format::Npy => Pixels::Float(numbers.map(|v| v + 0.0).collect()),
        Format::R16 | Format::Png16 => Pixels::Grey16(numbers.map(|v| v as u16).collect()),
        Format::Png8 => Pixels::Grey8(numbers.map(|v| v as u8).collect()),
        Format::Indexed => Pixels::Indexed {
            indices: numbers.map(|v| v as u8).collect(),
            palette: match levels {
                [] => vec![[0, 0, 0]],
                levels => levels.iter().map(|l| l.color).collect(),
            },
        },
        Format::Color => Pixels::Rgb(numbers.map(|v| levels.get(v as usize).map_or([0, 0, 0], |l| l.color)).collect()),
    }
}

fn report(job: &Job, mapping: Option<Mapping>, rendered: &Rendered, codes: Option<&Codes>) -> Report {
    let raster = &rendered.raster;
    let (min, max) = raster.extremes().unwrap_or((0.0, 0.0));
    let tiles = job.plan.quantity == Quantity::Tiles;
    let heights = mapping.and_then(|m| job.heights(m));
    let engine = engine(job, mapping);
    let spacing = job.grid.spacing();
    Report {
        output: job.output.clone(),
        node: job.link.to_string(),
        kind: kind_name(job.plan.quantity),
        path: job.path.display().to_string(),
        bytes: 0,
        format: job.format.name(),
        view: if let Content::Picture(mode, _) = &job.content { Some(mode.name()) } else { None },
        width: raster.width,
        height: raster.height,
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
        mean: raster.mean(),
        codes_used: codes.map(|c| c.used),
        distinct_codes: codes.map(|c| c.distinct),
        clipped: mapping.map(|m| clipped(m, raster)),
        tiles: tiles.then(|| shares(levels(&job.content), raster)),
        hash: hash(raster, tiles),
        seed: job.seed,
        time: job.plan.time,
        preset: job.preset.map(|p| p.name),
        z_scale: engine.z_scale,
        z_location: engine.z_location,
        import: engine.import,
        cost: job.plan.cost,
        notes: notes(&job.plan),
        remarks: remarks(rendered, &job.plan, &job.link, job.textbook),
        sentence: sentence(job, Some(Measured { min, max })),
    }
}

fn engine(job: &Job, mapping: Option<Mapping>) -> Engine {
    let heights = mapping.and_then(|m| job.heights(m));
    let size = (job.region.width as u32, job.region.height as u32);
    match (job.preset, heights) {
        (Some(preset), Some(heights)) => preset.engine((heights.zero, heights.one), job.grid.spacing(), size),
        _ => Engine::default(),
    }
}

fn clipped(mapping: Mapping, raster: &Raster) -> f64 {
    let outside = raster.data.iter().filter(|v| mapping.clips(f64::from(**v))).count();
    outside as f64 / raster.data.len().max(1) as f64
}

fn levels(content: &Content) -> &[Level] {
    match content {
        Content::Tiles(levels) | Content::Picture(_, levels) => levels,
        _ => &[],
    }
}

/// Samples in each band; they sum to all samples.
pub(super) fn shares(levels: &[Level], raster: &Raster) -> Vec<TileShare> {
    let highest = raster.data.iter().fold(0.0_f32, |a, &b| a.max(b)) as usize;
    let mut counts = vec![0_usize; levels.len().max(highest + 1)];
    raster.data.iter().for_each(|&v| counts[v as usize] += 1);
    let name = |index: usize| levels.get(index).map_or_else(String::new, |l| l.name.clone());
    let total = raster.data.len().max(1) as f64;
    let share = |(index, samples)| TileShare { index, name: name(index), samples, share: samples as f64 / total };
    counts.into_iter().enumerate().map(share).collect()
}

pub(super) fn notes(plan: &Plan) -> Vec<Remark> {
    plan.notes.iter().map(|n| remark(&n.node, n.field.as_deref(), &n.message)).collect()
}

/// What the run noticed; that every sample is the same where values may differ, if nothing else was noticed.
pub(super) fn remarks(rendered: &Rendered, plan: &Plan, link: &Link, textbook: bool) -> Vec<Remark> {
    let mut found: Vec<Remark> = rendered.remarks.iter().map(|r| remark(&r.node, None, &r.message)).collect();
    let several = rendered.raster.data.len() > 1 && plan.bound.lo < plan.bound.hi && plan.quantity != Quantity::Tiles;
    if let Some((min, max)) = rendered.raster.extremes().filter(|_| several && found.is_empty())
        && min == max
    {
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
