//! What varies over a sheet: the seed, or a graph parameter.

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
        /// The graph parameter.
        name: Arc<str>,
        /// First value.
        from: f64,
        /// Last value.
        to: f64,
        /// Number of values; one is the first alone.
        count: usize,
    },
    /// A graph parameter through these values: numbers or names of options.
    Listed {
        /// The graph parameter.
        name: Arc<str>,
        /// The values as they are written.
        values: Vec<String>,
    },
}

/// Why nothing can vary this way.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0}")]
pub enum AlongError {
    /// There is no such parameter, or a value does not fit.
    #[error("{0}")]
    Parameter(String),
    /// Both directions vary the same thing.
    #[error("{0} cannot vary in both directions")]
    Twice(String),
}

/// A value of a sheet: its words, and the edit that sets it.
pub(super) type Step = (String, Edit);

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
            Self::Seeds(seeds) => Ok(seeds.clone().map(|seed| (format!("seed {seed}"), Edit::Seed(seed))).collect()),
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
    let mut varied = graph.clone();
    varied.assign_parameter(name, text).map_err(|e| AlongError::Parameter(e.0))?;
    let missing = || AlongError::Parameter(format!("there is no graph parameter {name}"));
    let parameter: &Parameter = varied.parameters.get(name).ok_or_else(missing)?;
    let words = match &parameter.value {
        ParameterValue::Number(v) => v.to_string(),
        ParameterValue::Choice(choice) => choice.clone(),
    };
    let edit = Edit::Parameter { name: name.clone(), parameter: Some(parameter.clone()) };
    Ok((format!("{name} {words}"), edit))
}
