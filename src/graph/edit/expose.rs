//! Graph parameters made of fields, and back.

use super::Applied;
use super::apply::{Done, refuse};
use crate::graph::field::Field;
use crate::graph::names::{NAME_RULE, is_name, numbered};
use crate::graph::{Graph, Node, NodeId, Parameter, ParameterValue, Setting};
use crate::spec::Value;
use std::sync::Arc;

impl Graph {
    /// A name for a new graph parameter, such as `octaves` or `octaves2`.
    pub fn fresh_parameter(&self, stem: &str) -> Arc<str> {
        numbered(stem, |name| self.parameters.contains_key(name)).into()
    }

    pub(super) fn rename_parameter(&mut self, from: &Arc<str>, to: &Arc<str>) -> Done {
        if !is_name(to) {
            return refuse(format!("\"{to}\" cannot name a graph parameter, allowed are {NAME_RULE}"));
        }
        if from != to && self.parameters.contains_key(to) {
            return refuse(format!("there is already a graph parameter ${to}"));
        }
        let Some(parameter) = self.parameters.remove(from) else {
            return refuse(format!("there is no graph parameter ${from}"));
        };
        self.parameters.insert(to.clone(), parameter);
        let uses = |setting: &Setting| matches!(setting, Setting::Parameter(name) if name == from);
        let text = (format!("\"${from}\""), format!("\"${to}\""));
        self.change_bodies(|nodes| {
            for node in nodes.values_mut() {
                if !node.settings.values().any(uses) && !node.unknown.iter().any(|(_, t)| *t == text.0) {
                    continue;
                }
                let node = Arc::make_mut(node);
                for setting in node.settings.values_mut().filter(|setting| uses(setting)) {
                    *setting = Setting::Parameter(to.clone());
                }
                for (_, value) in node.unknown.iter_mut().filter(|(_, t)| *t == text.0) {
                    value.clone_from(&text.1);
                }
            }
        });
        Ok(())
    }

    pub(super) fn expose(&mut self, id: &NodeId, name: &str, parameter: Option<&Arc<str>>) -> Done<Applied> {
        let field = self.field(id, name)?;
        let Some(node) = self.nodes.get(id) else { return refuse(format!("there is no node \"{id}\"")) };
        let of = format!("node \"{id}\" ({}): {name}", node.kind);
        match node.setting(name) {
            Some(Setting::Parameter(known)) => return refuse(format!("{of} is the graph parameter ${known} already")),
            Some(Setting::Link(link)) => {
                return refuse(format!("{of} comes from \"{link}\", only a value can become a graph parameter"));
            }
            Some(Setting::Value(_)) | None => {}
        }
        if !field.takes_parameter() {
            return refuse(format!("{of} cannot be a graph parameter, allowed are numbers and choices"));
        }
        let value = match field {
            Field::Param(param) => Some(self.value(node, param)),
            Field::Input(input) => self.number(node, input).map(Value::Number),
        };
        let value = match value {
            Some(Value::Number(v)) => ParameterValue::Number(v),
            Some(Value::Count(n)) => ParameterValue::Number(f64::from(n)),
            Some(Value::Choice(choice)) => ParameterValue::Choice(choice.to_owned()),
            _ => return refuse(format!("{of} has no value that could become a graph parameter")),
        };
        let range = match value {
            ParameterValue::Number(v) => field.soft_range(self.world.extent).map(|(lo, hi)| (lo.min(v), hi.max(v))),
            ParameterValue::Choice(_) => None,
        };
        let about = field.sentence().to_owned();
        let to = parameter.cloned().unwrap_or_else(|| self.fresh_parameter(name));
        if self.parameters.contains_key(&to) {
            return refuse(format!("there is already a graph parameter ${to}"));
        }
        self.set_parameter(&to, &Parameter { value, range: range.filter(|(lo, hi)| lo < hi), about })?;
        self.fits(id, field, &Setting::Parameter(to.clone()))?;
        self.node_mut(id)?.settings.insert(name.into(), Setting::Parameter(to));
        Ok(Applied { select: vec![id.clone()], ..Applied::default() })
    }

    pub(super) fn unexpose(&mut self, id: &NodeId, name: &str) -> Done<Applied> {
        let field = self.field(id, name)?;
        let setting = self.nodes.get(id).and_then(|node| node.setting(name));
        let Some(Setting::Parameter(parameter)) = setting.cloned() else {
            return refuse(format!("{name} of node \"{id}\" is no graph parameter"));
        };
        let value = self.parameters.get(&parameter).map(|p| p.value.clone());
        let value = value.and_then(|value| field.value_of_parameter(&parameter, &value, &self.world).ok());
        let settings = &mut self.node_mut(id)?.settings;
        match value.map(Setting::Value).filter(|setting| !field.is_default(setting)) {
            Some(setting) => settings.insert(name.into(), setting),
            None => settings.remove(name),
        };
        if self.uses_parameter(&parameter) || self.parameters.remove(&parameter).is_none() {
            return Ok(Applied::default());
        }
        let notice = Some(format!("${parameter} is used no more and went away"));
        Ok(Applied { notice, ..Applied::default() })
    }

    /// Whether any field is set to the graph parameter `name`.
    fn uses_parameter(&self, name: &str) -> bool {
        let uses = |setting: &Setting| matches!(setting, Setting::Parameter(n) if &**n == name);
        let text = format!("\"${name}\"");
        let uses = |n: &Arc<Node>| n.settings.values().any(uses) || n.unknown.iter().any(|(_, t)| *t == text);
        self.bodies().any(|nodes| nodes.values().any(uses))
    }
}
