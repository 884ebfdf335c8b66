//! What instances of groups and their inputs pass on: the wires of other nodes, without a step of their own.

use super::compile::{Compiler, Wire};
use super::resolve::Resolver;
use super::{PlanError, Source};
use crate::graph::{Node, NodeId, ParameterValue, Setting, VALUE};
use crate::spec::{Interval, NodeSpec, Quantity, Value};
use std::sync::Arc;

impl<'g> Compiler<'g> {
    /// The wires of an instance's outputs or of an input.
    pub fn alias(&mut self, id: &'g NodeId, node: &'g Node) -> Result<Arc<[Wire]>, PlanError> {
        let Some(spec) = node.spec() else { return Ok(Vec::new().into()) };
        let resolver = Resolver { graph: self.graph, id, node, spec };
        if node.is_group_input() {
            return Ok(vec![self.passed(&resolver)?].into());
        }
        let outputs = spec.outputs.iter().map(|output| match node.link(output.name) {
            Some(link) => self.link(link, Some((&resolver, output.name))),
            None => {
                Err(resolver.error(output.name, &format!("output {} comes from an input that is open", output.name)))
            }
        });
        outputs.collect::<Result<Vec<_>, _>>().map(Into::into)
    }

    /// What arrives at an input. A number means what the port inside means that reads it.
    fn passed(&mut self, r: &Resolver<'g>) -> Result<Wire, PlanError> {
        let number = |v: f64| Wire {
            source: Source::Number(v),
            bound: Interval::point(v as f32),
            quantity: Quantity::Plain,
            period: None,
        };
        match r.node.setting(VALUE) {
            Some(Setting::Link(link)) => self.link(link, Some((r, VALUE))),
            Some(Setting::Value(Value::Number(v))) => Ok(number(*v)),
            Some(Setting::Parameter(name)) => match self.graph.parameters.get(name).map(|p| &p.value) {
                Some(ParameterValue::Number(v)) => Ok(number(*v)),
                _ => Err(r.error("", &format!("it is ${name}, allowed is a graph parameter that is a number"))),
            },
            Some(Setting::Value(_)) => Err(r.error("", "it takes a link or a number")),
            None => match default_of(r.spec) {
                Some(v) => Ok(number(v)),
                None => Err(r.error("", "an input for tiles gives none while the group is looked at by itself")),
            },
        }
    }
}

/// What stands in for an input while its group is looked at by itself.
fn default_of(spec: &NodeSpec) -> Option<f64> {
    match spec.params.first()?.default {
        crate::spec::DefaultValue::Number(n) => Some(n.resolve((1.0, 1.0))),
        _ => None,
    }
}
