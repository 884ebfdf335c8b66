//! One sentence that says everything about an export, before it is made and after.

use super::{By, Content, Job, Mapping, Units};
use crate::spec::Measured;

/// The sentence about `job`, such as `2017 x 2017, 16-bit little endian, north row first, -180 m = 0, 420 m = 65535,
/// uses 100 % of the range, Unreal Z scale 117.1893`.
///
/// `seen` are the extremes of the values where they are known; without them the share of the range is left out.
pub fn sentence(job: &Job, seen: Option<Measured>) -> String {
    let rows = if job.south_first { "south row first" } else { "north row first" };
    let mut parts = vec![format!("{} x {}", job.region.width, job.region.height), medium(job), rows.to_owned()];
    let mapping = mapping_with(job, seen);
    match &job.content {
        Content::Tiles(levels) => parts.extend(match &levels[..] {
            [first, .., last] => vec![format!("0 = {}", first.name), format!("{} = {}", levels.len() - 1, last.name)],
            _ => Vec::new(),
        }),
        Content::Picture(..) | Content::Map(..) => {}
        Content::Numbers(Units::Metres) => parts.push("heights in metres".into()),
        Content::Numbers(units) => numbers(job, *units, mapping, &mut parts),
        Content::Codes => codes(job, mapping, seen, &mut parts),
    }
    if let (Some(preset), Some(scale)) = (job.preset, mapping.and_then(|m| job.engine(Some(m)).z_scale)) {
        parts.push(format!("{} Z scale {}", preset.title, number(scale)));
    }
    parts.join(", ")
}

/// A number for people: at most four decimals, no trailing zeros, never `-0`.
pub fn number(v: f64) -> String {
    if v != 0.0 && v.abs() < 1e-3 {
        return format!("{v:e}");
    }
    let text = format!("{v:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The job's mapping; a measured one only where the extremes are known.
fn mapping_with(job: &Job, seen: Option<Measured>) -> Option<Mapping> {
    job.mapping.or_else(|| {
        let seen = job.measure.as_ref().and(seen)?;
        Some(Mapping { lo: f64::from(seen.min), hi: f64::from(seen.max), by: By::Measured })
    })
}

fn medium(job: &Job) -> String {
    match &job.content {
        Content::Tiles(levels) => format!("{} of {} tiles", job.format.title(), levels.len()),
        Content::Picture(mode, _) => format!("picture ({}) as {}", mode.name(), job.format.title()),
        Content::Map(map, _) => format!("{} as {}", map.title(), job.format.title()),
        _ => job.format.title().to_owned(),
    }
}

fn numbers(job: &Job, units: Units, mapping: Option<Mapping>, parts: &mut Vec<String>) {
    parts.push(if units == Units::Raw { "values as they are".into() } else { "values from 0 to 1".into() });
    let Some(mapping) = mapping else { return };
    let ends = if units == Units::Raw { (mapping.lo, mapping.hi) } else { (0.0, 1.0) };
    if let Some(heights) = job.heights(mapping) {
        parts.push(format!("{} m = {}", number(heights.zero), number(ends.0)));
        parts.push(format!("{} m = {}", number(heights.one), number(ends.1)));
    }
}

fn codes(job: &Job, mapping: Option<Mapping>, seen: Option<Measured>, parts: &mut Vec<String>) {
    let top = job.format.max_code().unwrap_or(u16::MAX);
    let Some(mapping) = mapping else {
        parts.push(format!("measured minimum = 0, measured maximum = {top}"));
        return;
    };
    let ends = match job.heights(mapping) {
        Some(heights) => (format!("{} m", number(heights.zero)), format!("{} m", number(heights.one))),
        None => (number(mapping.lo), number(mapping.hi)),
    };
    parts.push(format!("{} = 0", ends.0));
    parts.push(format!("{} = {top}", ends.1));
    if let Some(seen) = seen {
        let share = |v: f32| mapping.unit(f64::from(v)).clamp(0.0, 1.0);
        let used = share(seen.max) - share(seen.min);
        parts.push(format!("uses {:.0} % of the range", used * 100.0));
    }
}
