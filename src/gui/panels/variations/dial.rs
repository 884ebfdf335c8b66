//! What can vary: the seed of the recipe, its parameters, and the fields of a node; and the row that chooses it.

use crate::deliver::Along;
use crate::graph::{Field, Graph, Node, NodeId, ParameterValue, Setting};
use crate::gui::language::{self, tr};
use crate::gui::panels::inspector::{option_title, unit_of, unit_of_kind};
use crate::gui::widgets::expression::{Unit, round_to};
use crate::spec::{NodeSpec, ParamKind, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Ranges wider than this factor are swept about the present value.
const WIDE: f64 = 100.0;

/// Something that can vary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The seed of the recipe.
    #[default]
    Seed,
    /// A graph parameter.
    Parameter(Arc<str>),
    /// A field of a node of the recipe.
    Field(NodeId, Arc<str>),
}

impl Target {
    /// What people call it, whether the recipe has it or not.
    pub fn name(&self) -> String {
        match self {
            Self::Seed => tr!("seed of the recipe").to_owned(),
            Self::Parameter(name) => format!("${name}"),
            Self::Field(id, name) => format!("{id} · {name}"),
        }
    }
}

/// A target with what its values are.
#[derive(Clone, Debug, PartialEq)]
pub struct Dial {
    /// What varies.
    pub target: Target,
    /// What people call it.
    pub name: String,
    /// What its values are.
    pub sort: Sort,
}

/// What values are.
#[derive(Clone, Debug, PartialEq)]
pub enum Sort {
    /// Seeds; the present one.
    Seed(u64),
    /// Numbers.
    Number {
        /// The ends that a sweep begins with.
        ends: (f64, f64),
        /// What is allowed.
        hard: Option<(f64, f64)>,
        /// Their unit.
        unit: Unit,
        /// Whether only whole ones are allowed.
        whole: bool,
    },
    /// One of these: how it is written, and what people call it.
    Choice(Vec<(String, String)>),
}

/// Which values of a target a sheet shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What varies.
    pub target: Target,
    /// The first seed.
    pub first: u64,
    /// First and last number.
    pub ends: (f64, f64),
    /// Number of seeds or numbers.
    pub count: usize,
}

impl Axis {
    /// An axis of `count` values of a dial, as they are usually wanted.
    pub fn of(dial: &Dial, count: usize) -> Self {
        let mut axis = Self { target: dial.target.clone(), first: 1, ends: (0.0, 1.0), count };
        match &dial.sort {
            Sort::Seed(present) => axis.first = *present,
            Sort::Number { ends, whole, .. } => {
                axis.ends = *ends;
                if *whole && ends.1 - ends.0 < count as f64 {
                    axis.count = (ends.1 - ends.0) as usize + 1;
                }
            }
            Sort::Choice(options) => axis.count = options.len(),
        }
        axis
    }

    /// What the engine varies.
    pub fn along(&self, dial: &Dial) -> Along {
        let name: Arc<str> = match &self.target {
            Target::Seed => return Along::Seeds(self.first..self.first.saturating_add(self.count as u64)),
            Target::Parameter(name) => name.clone(),
            Target::Field(node, field) => format!("{node}.{field}").into(),
        };
        match &dial.sort {
            Sort::Seed(_) => {
                let seeds = self.first..self.first.saturating_add(self.count as u64);
                Along::Listed { name, values: seeds.map(|seed| seed.to_string()).collect() }
            }
            Sort::Number { .. } => Along::Numbers { name, from: self.ends.0, to: self.ends.1, count: self.count },
            Sort::Choice(options) => Along::Listed { name, values: options.iter().map(|o| o.0.clone()).collect() },
        }
    }
}

impl Dial {
    /// The words of a value as it is written.
    pub fn words(&self, value: &str) -> String {
        match &self.sort {
            Sort::Choice(options) => {
                options.iter().find(|o| o.0 == value).map_or_else(|| value.to_owned(), |o| o.1.clone())
            }
            Sort::Number { unit: Unit::Metres, .. } => format!("{value} m"),
            Sort::Number { unit: Unit::Degrees, .. } => format!("{value}°"),
            _ => value.to_owned(),
        }
    }

    /// What a cell is called beside others: `seed 12`, `land · octaves 5`.
    pub fn with(&self, value: &str) -> String {
        let words = self.words(value);
        match self.target {
            Target::Seed => tr!("seed {number}", number = words),
            _ => format!("{} {words}", self.name),
        }
    }

    /// What is known of a target; `None` where the recipe does not have it, or it does not vary.
    pub fn find(graph: &Graph, target: &Target) -> Option<Self> {
        let (name, sort) = match target {
            Target::Seed => (target.name(), Sort::Seed(graph.seed)),
            Target::Parameter(name) => (target.name(), parameter(graph, name)?),
            Target::Field(id, name) => {
                let node = graph.nodes.get(id)?;
                let spec = node.spec()?;
                let sort = field(graph, node, spec, Field::of(spec, name)?)?;
                (format!("{id} · {}", language::port(spec, name)), sort)
            }
        };
        Some(Self { target: target.clone(), name, sort })
    }

    /// All that a person is likely to vary: the recipe's own, the fields of the selected node, and `also`.
    pub fn all(graph: &Graph, selection: &BTreeSet<NodeId>, also: &[&Target]) -> Vec<Self> {
        let parameters = graph.parameters.keys().cloned().map(Target::Parameter);
        let mut targets: Vec<Target> = [Target::Seed].into_iter().chain(parameters).collect();
        let mut selected = selection.iter();
        if let (Some(id), None) = (selected.next(), selected.next())
            && let Some(spec) = graph.nodes.get(id).and_then(|node| node.spec())
        {
            targets.extend(Field::written(spec).map(|field| Target::Field(id.clone(), field.name().into())));
        }
        targets.extend(also.iter().filter(|t| !targets.contains(t)).map(|t| Target::clone(t)).collect::<Vec<_>>());
        targets.iter().filter_map(|target| Self::find(graph, target)).collect()
    }
}

fn parameter(graph: &Graph, name: &str) -> Option<Sort> {
    let parameter = graph.parameters.get(name)?;
    let used = graph.nodes.values().find_map(|node| {
        let spec = node.spec()?;
        let reads = |field: &Field| node.setting(field.name()) == Some(&Setting::Parameter(name.into()));
        Field::all(spec).find(reads).map(|field| (spec, field))
    });
    match &parameter.value {
        ParameterValue::Number(value) => {
            let whole = matches!(used, Some((_, Field::Param(param))) if param.kind == ParamKind::Count);
            let own = used.and_then(|(_, field)| field.soft_range(graph.world.extent));
            let unit = used.map_or(Unit::Plain, |(_, field)| unit(field));
            let hard = used.and_then(|(_, field)| field.limits(graph.world.extent));
            Some(Sort::Number { ends: ends(parameter.range.or(own), *value, whole), hard, unit, whole })
        }
        ParameterValue::Choice(_) => match used? {
            (spec, Field::Param(param)) => options(spec, param.name, param.kind),
            _ => None,
        },
    }
}

fn field(graph: &Graph, node: &Node, spec: &NodeSpec, field: Field) -> Option<Sort> {
    if matches!(node.setting(field.name()), Some(Setting::Link(_) | Setting::Parameter(_)))
        || !graph.is_shown(node, field.shown())
    {
        return None;
    }
    let (value, whole) = match field {
        Field::Input(input) => (graph.number(node, input).filter(|_| field.takes_value())?, false),
        Field::Param(param) => match (param.kind, graph.value(node, param)) {
            (ParamKind::Choice(_), _) => return options(spec, param.name, param.kind),
            (_, Value::Seed(seed)) => return Some(Sort::Seed(seed)),
            (_, Value::Flag(_)) => {
                let option = |written: &str, words: &str| (written.to_owned(), words.to_owned());
                return Some(Sort::Choice(vec![option("false", tr!("off")), option("true", tr!("on"))]));
            }
            (_, Value::Number(value)) => (value, false),
            (_, Value::Count(value)) => (f64::from(value), true),
            _ => return None,
        },
    };
    let extent = graph.world.extent;
    let ends = ends(field.soft_range(extent), value, whole);
    Some(Sort::Number { ends, hard: field.limits(extent), unit: unit(field), whole })
}

fn options(spec: &NodeSpec, param: &str, kind: ParamKind) -> Option<Sort> {
    let ParamKind::Choice(options) = kind else { return None };
    let words = |name: &str| language::choice(Some(spec), param, name, option_title(name));
    Some(Sort::Choice(options.iter().map(|option| (option.name.to_owned(), words(option.name))).collect()))
}

fn unit(field: Field) -> Unit {
    match field {
        Field::Input(input) => unit_of(input.quantity),
        Field::Param(param) => unit_of_kind(param.kind),
    }
}

/// The ends that a sweep about `value` begins with: the slider's, or half and twice the value where that is very long.
fn ends(soft: Option<(f64, f64)>, value: f64, whole: bool) -> (f64, f64) {
    let tidy = |v: f64| if whole { v.round() } else { round_to(v, 3) };
    match soft.filter(|(lo, hi)| hi > lo) {
        Some((lo, hi)) if lo > 0.0 && hi / lo > WIDE && value > 0.0 => {
            (tidy((value / 2.0).max(lo)), tidy((value * 2.0).min(hi)))
        }
        Some((lo, hi)) => (tidy(lo), tidy(hi)),
        None if value == 0.0 => (0.0, 1.0),
        None => (tidy((0.5 * value).min(1.5 * value)), tidy((0.5 * value).max(1.5 * value))),
    }
}
