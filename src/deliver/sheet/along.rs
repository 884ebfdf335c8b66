//! What varies over a sheet: the seed, a graph parameter, or a field of a node.

use crate::graph::{Edit, Graph, Parameter, ParameterValue};
use std::ops::Range;
use std::sync::Arc;

/// What varies, and through which values.
#[derive(Clone, Debug, PartialEq)]
pub enum Along {
    /// The recipe's seed, the end excluded.
    Seeds(Range<u64>),
    /// A number from one end to the other, both included, in equal steps. Where the parameter has to be whole, values are
    /// rounded and each occurs once.
    Numbers {
        /// The graph parameter, or `node.field`.
        name: Arc<str>,
        /// First value.
        from: f64,
        /// Last value.
        to: f64,
        /// Number of values; one is the first alone.
        count: usize,
    },
    /// Something through these values: numbers or names of options.
    Listed {
        /// The graph parameter, or `node.field`.
        name: Arc<str>,
        /// The values as they are written.
        values: Vec<String>,
    },
}

/// Why nothing can vary this way.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0}")]
pub enum AlongError {
    /// There is no such parameter or field, or a value does not fit.
    #[error("{0}")]
    Parameter(String),
    /// Both directions vary the same thing.
    #[error("{0} cannot vary in both directions")]
    Twice(String),
}

/// A value of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    /// What it is in a few words: `seed 12`.
    pub label: String,
    /// The value alone: `12`.
    pub value: String,
    /// The edit that sets it.
    pub edit: Edit,
}

impl Along {
    /// What varies, as a person says it.
    pub fn name(&self) -> String {
        match self {
            Self::Seeds(_) => "seed".into(),
            Self::Numbers { name, .. } | Self::Listed { name, .. } => name.to_string(),
        }
    }

    /// Number of values before equal ones are taken out.
    pub fn len(&self) -> usize {
        match self {
            Self::Seeds(seeds) => usize::try_from(seeds.end.saturating_sub(seeds.start)).unwrap_or(usize::MAX),
            Self::Numbers { count, .. } => *count,
            Self::Listed { values, .. } => values.len(),
        }
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values in order.
    pub(super) fn steps(&self, graph: &Graph) -> Result<Vec<Step>, AlongError> {
        match self {
            Self::Seeds(seeds) => {
                let step =
                    |seed: u64| Step { label: format!("seed {seed}"), value: seed.to_string(), edit: Edit::Seed(seed) };
                Ok(seeds.clone().map(step).collect())
            }
            Self::Numbers { name, from, to, count } => {
                let mut steps: Vec<Step> = Vec::new();
                for value in spread(*from, *to, *count) {
                    let step = number(graph, name, value)?;
                    if !steps.contains(&step) {
                        steps.push(step);
                    }
                }
                Ok(steps)
            }
            Self::Listed { name, values } => values.iter().map(|text| listed(graph, name, text)).collect(),
        }
    }
}

/// `count` numbers from `from` to `to`. The inner ones are rounded to what a label shows; the steps stay equal to a
/// thousandth.
fn spread(from: f64, to: f64, count: usize) -> Vec<f64> {
    let steps = count.saturating_sub(1).max(1) as f64;
    let step = (to - from).abs() / steps;
    let decimals = if step > 0.0 { (3.0 - libm::floor(libm::log10(step))).clamp(0.0, 15.0) as usize } else { 15 };
    let inner = |i: usize| {
        let value = from + (to - from) * (i as f64 / steps);
        format!("{value:.decimals$}").parse().unwrap_or(value) + 0.0
    };
    let value = |i: usize| match i {
        0 => from,
        i if i + 1 == count => to,
        i => inner(i),
    };
    (0..count).map(value).collect()
}

/// Sets a number, rounded if only whole ones fit.
fn number(graph: &Graph, name: &Arc<str>, value: f64) -> Result<Step, AlongError> {
    let exact = listed(graph, name, &value.to_string());
    match exact {
        Err(_) if value.round() != value => listed(graph, name, &value.round().to_string()).or(exact),
        exact => exact,
    }
}

fn listed(graph: &Graph, name: &Arc<str>, text: &str) -> Result<Step, AlongError> {
    match name.split_once('.') {
        Some((node, field)) => field_step(graph, (node, field), name, text),
        None => parameter_step(graph, name, text),
    }
}

fn parameter_step(graph: &Graph, name: &Arc<str>, text: &str) -> Result<Step, AlongError> {
    let mut varied = graph.clone();
    varied.assign_parameter(name, text).map_err(|e| AlongError::Parameter(e.0))?;
    let missing = || AlongError::Parameter(format!("there is no graph parameter {name}"));
    let parameter: &Parameter = varied.parameters.get(name).ok_or_else(missing)?;
    let value = match &parameter.value {
        ParameterValue::Number(v) => v.to_string(),
        ParameterValue::Choice(choice) => choice.clone(),
    };
    let edit = Edit::Parameter { name: name.clone(), parameter: Some(parameter.clone()) };
    Ok(Step { label: format!("{name} {value}"), value, edit })
}

fn field_step(graph: &Graph, (node, field): (&str, &str), name: &str, text: &str) -> Result<Step, AlongError> {
    let mut varied = graph.clone();
    varied.assign(name, text).map_err(|e| AlongError::Parameter(e.0))?;
    let missing = || AlongError::Parameter(format!("{name} is no field of a node, and nothing else varies by --set"));
    let setting = varied.nodes.get(node).ok_or_else(missing)?.setting(field).cloned();
    let value = text.trim().parse::<f64>().map_or_else(|_| text.trim().to_owned(), |v| v.to_string());
    // A seed may have more digits than a number keeps.
    let value = if text.trim().bytes().all(|b| b.is_ascii_digit()) { text.trim().to_owned() } else { value };
    let edit = Edit::Set { id: node.into(), field: field.into(), setting };
    Ok(Step { label: format!("{name} {value}"), value, edit })
}
