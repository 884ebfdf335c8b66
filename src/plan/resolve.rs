//! From a node's settings to values: graph parameters, defaults, visibility.

use super::PlanError;
use crate::graph::{Graph, Node, NodeId, ParameterValue, Setting};
use crate::spec::{InputSpec, Interval, NodeSpec, Open, ParamKind, ParamSpec, Shown, Span, Value};
use std::sync::Arc;

/// One node's settings in the light of its graph.
pub(super) struct Resolver<'g> {
    pub graph: &'g Graph,
    pub id: &'g NodeId,
    pub node: &'g Node,
    pub spec: &'static NodeSpec,
}

impl Resolver<'_> {
    /// The error that says `what` of `field`.
    pub fn error(&self, field: &str, what: &str) -> PlanError {
        PlanError {
            node: Some(Arc::clone(self.id)),
            field: (!field.is_empty()).then(|| field.into()),
            message: format!("node \"{}\" ({}): {what}", self.id, self.spec.kind),
        }
    }

    /// Whether `shown` holds; what is not shown is ignored.
    pub fn is_shown(&self, shown: Shown) -> bool {
        match shown {
            Shown::Always => true,
            Shown::AnyOpen(inputs) => inputs.iter().any(|i| !matches!(self.node.setting(i), Some(Setting::Link(_)))),
            Shown::Chosen(param, option) => {
                self.spec.param(param).is_some_and(|(_, p)| self.value(p).is_ok_and(|v| v == Value::Choice(option)))
            }
            Shown::On(param) => {
                self.spec.param(param).is_some_and(|(_, p)| self.value(p).is_ok_and(|v| v != Value::Off))
            }
        }
    }

    /// The value of a parameter; its default while it is hidden.
    pub fn shown_value(&self, param: &ParamSpec) -> Result<Value, PlanError> {
        if self.is_shown(param.shown) { self.value(param) } else { Ok(self.graph.world.default_of(param)) }
    }

    /// The value of a parameter, graph parameters substituted.
    fn value(&self, param: &ParamSpec) -> Result<Value, PlanError> {
        let value = match self.node.setting(param.name) {
            None => self.graph.world.default_of(param),
            Some(Setting::Value(Value::Levels(levels))) => Value::Levels(self.graph.world.levels(levels).into()),
            Some(Setting::Value(Value::Biomes(biomes))) => {
                Value::Biomes(biomes.at_sea(self.graph.world.sea_unit()).into())
            }
            Some(Setting::Value(value)) => value.clone(),
            Some(Setting::Link(link)) => {
                let what = format!("{} is a value and takes no link, but \"{link}\" is given", param.name);
                return Err(self.error(param.name, &what));
            }
            Some(Setting::Parameter(name)) => self.parameter(param, name)?,
        };
        self.inside(param.name, param.hard, &value)?;
        Ok(value)
    }

    fn parameter(&self, param: &ParamSpec, name: &Arc<str>) -> Result<Value, PlanError> {
        let wrong =
            |kind: &str| self.error(param.name, &format!("{} needs {kind}, but ${name} is not one", param.name));
        let value = &self.lookup(param.name, name)?.value;
        match (param.kind, value) {
            (
                ParamKind::Number | ParamKind::Metres | ParamKind::Degrees | ParamKind::Optional,
                ParameterValue::Number(v),
            ) => Ok(Value::Number(*v)),
            (ParamKind::Count, ParameterValue::Number(v))
                if *v >= 0.0 && v.fract() == 0.0 && *v <= f64::from(u32::MAX) =>
            {
                Ok(Value::Count(*v as u32))
            }
            (ParamKind::Seed, ParameterValue::Number(v)) if *v >= 0.0 && v.fract() == 0.0 => Ok(Value::Seed(*v as u64)),
            (ParamKind::Choice(options), ParameterValue::Choice(text)) => options
                .iter()
                .find(|o| o.name == text)
                .map(|o| Value::Choice(o.name))
                .ok_or_else(|| wrong("one of its options")),
            (ParamKind::Choice(_), _) => Err(wrong("one of its options")),
            (ParamKind::Count | ParamKind::Seed, _) => Err(wrong("a whole number")),
            _ => Err(wrong("a number")),
        }
    }

    fn lookup(&self, field: &str, name: &Arc<str>) -> Result<&crate::graph::Parameter, PlanError> {
        self.graph
            .parameters
            .get(name)
            .ok_or_else(|| self.error(field, &format!("{field} is ${name}, but the graph has no such parameter")))
    }

    /// The number of an input that no link is plugged into; `None` while it is open without a number.
    pub fn input_number(&self, input: &InputSpec) -> Result<Option<f64>, PlanError> {
        let number = match self.node.setting(input.name) {
            None | Some(Setting::Link(_)) => match input.open {
                Open::Number(n) => Some(n.resolve(self.graph.world.extent)),
                Open::Optional => None,
                Open::Required => {
                    let what = format!("input {} is open: plug something in", input.name);
                    return Err(self.error(input.name, &what));
                }
            },
            Some(Setting::Value(Value::Number(v))) => Some(*v),
            Some(Setting::Value(_)) => {
                return Err(self.error(input.name, &format!("{} takes a link or a number", input.name)));
            }
            Some(Setting::Parameter(name)) => match self.lookup(input.name, name)?.value {
                ParameterValue::Number(v) => Some(v),
                ParameterValue::Choice(_) => {
                    let what = format!("{} needs a number, but ${name} is not one", input.name);
                    return Err(self.error(input.name, &what));
                }
            },
        };
        if let Some(v) = number {
            self.inside(input.name, input.hard, &Value::Number(v))?;
        }
        Ok(number)
    }

    /// The hard range of an input as a clamp.
    pub fn hard(&self, input: &InputSpec) -> Interval {
        input.hard.map_or(Interval::ALL, |span| {
            let (lo, hi) = span.resolve(self.graph.world.extent);
            Interval::new(lo as f32, hi as f32)
        })
    }

    fn inside(&self, field: &str, hard: Option<Span>, value: &Value) -> Result<(), PlanError> {
        let v = match value {
            Value::Number(v) => *v,
            Value::Count(n) => f64::from(*n),
            _ => return Ok(()),
        };
        let (lo, hi) = hard.map_or((f64::MIN, f64::MAX), |span| span.resolve(self.graph.world.extent));
        if v >= lo && v <= hi {
            return Ok(());
        }
        Err(self.error(field, &format!("{field} is {v}, allowed is {lo} to {hi}")))
    }
}
