//! All facts about a file as JSON beside it: what a file without a header cannot say of itself, and what made it.

use super::{Job, Report};
use crate::export::{WriteError, write_file};
use crate::graph::{Graph, ParameterValue, View};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What there is to say about a recipe itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RecipeFacts {
    /// BLAKE3 of the recipe's canonical text without its layout, its view and the remarks above it, as 64 hexadecimal digits.
    pub recipe_hash: String,
    /// The graph parameters by name.
    pub parameters: BTreeMap<String, serde_json::Value>,
}

impl RecipeFacts {
    /// The facts about `graph`.
    pub fn of(graph: &Graph) -> Self {
        let bare = Graph {
            layout: BTreeMap::new(),
            items: Default::default(),
            view: View::default(),
            remark: String::new(),
            ..graph.clone()
        };
        let value = |value: &ParameterValue| match value {
            ParameterValue::Number(v) => serde_json::json!(v),
            ParameterValue::Choice(name) => serde_json::json!(name),
        };
        Self {
            recipe_hash: blake3::hash(bare.to_ron().as_bytes()).to_hex().to_string(),
            parameters: graph.parameters.iter().map(|(name, p)| (name.to_string(), value(&p.value))).collect(),
        }
    }
}

/// The file, in the order in which people look for things.
#[derive(Serialize)]
struct Sidecar<'r> {
    /// Version of the program.
    orograph: &'static str,
    /// Name of the file that this is about.
    file: String,
    /// Words for the format.
    holds: &'static str,
    /// Type of a sample.
    sample: &'static str,
    /// Metres over the width and the height, from the first sample to the last.
    size_metres: (f64, f64),
    /// Easting and northing of the first sample.
    first_sample: (f64, f64),
    /// EPSG code of the world's coordinate system, if one was given.
    epsg: Option<u16>,
    #[serde(flatten)]
    recipe: &'r RecipeFacts,
    #[serde(flatten)]
    report: &'r Report,
}

/// Writes the facts beside a file that was written, if `job` wants them; a pipe or a device has nothing beside it.
///
/// # Errors
/// What the disk said; the file itself is in place.
pub(super) fn write(job: &Job, report: &Report) -> Result<Option<PathBuf>, WriteError> {
    if !job.sidecar || job.path == Path::new("-") || !fs::metadata(&job.path).is_ok_and(|m| m.is_file()) {
        return Ok(None);
    }
    let path = path_of(&job.path);
    let place = job.place();
    let along = |n: usize, step: f64| step * (n.max(1) - 1) as f64;
    let facts = Sidecar {
        orograph: env!("CARGO_PKG_VERSION"),
        file: job.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        holds: job.format.title(),
        sample: job.format.sample().name(),
        size_metres: (along(report.width, place.spacing.0), along(report.height, place.spacing.1)),
        first_sample: place.first,
        epsg: place.epsg,
        recipe: &job.recipe,
        report,
    };
    let failed = |e: serde_json::Error| WriteError::Failed { target: path.clone(), source: e.into() };
    let mut text = serde_json::to_string_pretty(&facts).map_err(failed)?;
    text.push('\n');
    write_file(&path, |out| out.write_all(text.as_bytes()))?;
    Ok(Some(path))
}

/// `land.r16.json` beside `land.r16`: files of one name and several formats keep a JSON each.
fn path_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    name.into()
}
