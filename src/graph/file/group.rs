//! The part `groups` of a recipe: graphs that stand as one node.

use super::parse::{Finding, Reader, names, output, refusal, section};
use super::raw::{Entry, Fault, Raw, Shape};
use super::read::{pair, unique};
use super::write::{self, key, lines_at, map, number, quoted};
use crate::graph::group::TAKEN;
use crate::graph::names::{is_name, listed};
use crate::graph::{Group, GroupInput};
use crate::spec::Quantity;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Reader {
    /// Reads inputs first, since what may stand in an instance depends on them, then the rest of each group.
    pub(super) fn groups(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        let mut read = Vec::new();
        for entry in names(raw, "the group ")? {
            self.places.others.insert(format!("groups.{}", entry.name), entry.span.clone());
            match self.group_inputs(&entry) {
                Ok(fields) => read.push((entry.name.as_str().into(), entry.value, fields)),
                Err(fault) => self.find_in_group(&entry.name, fault),
            }
        }
        for (name, value, fields) in &read {
            self.scope = Some(Arc::clone(name));
            if let Err(fault) = self.group_body(name, value, fields) {
                self.find_in_group(name, fault);
            }
            self.scope = None;
        }
        Ok(())
    }

    fn group_inputs<'a>(&mut self, entry: &Entry<'a>) -> Result<Vec<Entry<'a>>, Fault> {
        let fields = entry.value.fields()?;
        unique(&fields, "the field ")?;
        let mut group = Group::default();
        for field in &fields {
            match field.name.as_str() {
                "about" => group.about = field.value.string()?,
                "inputs" => {
                    for entry in names(&field.value, "the input ")? {
                        group.inputs.push(input(&entry)?);
                    }
                }
                _ => {}
            }
        }
        self.graph.groups.insert(entry.name.as_str().into(), Arc::new(group));
        Ok(fields)
    }

    fn group_body(&mut self, name: &Arc<str>, raw: &Raw<'_>, fields: &[Entry<'_>]) -> Result<(), Fault> {
        let mut group = self.graph.groups.get(name).map(|group| (**group).clone()).unwrap_or_default();
        for field in fields {
            let value = &field.value;
            match field.name.as_str() {
                "about" | "inputs" => {}
                "nodes" => group.nodes = self.nodes_of(value)?,
                "outputs" => {
                    for entry in names(value, "the output ")? {
                        group.outputs.push(output(&entry.name, &entry.value)?);
                    }
                }
                "layout" => (group.layout, group.items) = super::layout::read(value)?,
                _ => group.unknown.push((field.name.clone(), value.text.to_owned())),
            }
        }
        if group.outputs.is_empty() {
            return Err(raw.fault("it has no output, a group gives something"));
        }
        if let Some(input) = group.inputs.iter().find(|input| group.nodes.contains_key(&input.name)) {
            return Err(raw.fault(format!("\"{}\" names a node and an input", input.name)));
        }
        self.graph.groups.insert(name.clone(), Arc::new(group));
        Ok(())
    }

    fn find_in_group(&mut self, name: &str, fault: Fault) {
        let message = format!("group \"{name}\": {}", fault.message);
        let fault = Fault { message, span: fault.span };
        self.findings.push(Finding { field: Some(format!("groups.{name}")), ..fault.into() });
    }
}

fn input(entry: &Entry<'_>) -> Result<GroupInput, Fault> {
    let owner = format!("input \"{}\"", entry.name);
    if TAKEN.contains(&entry.name.as_str()) {
        let message = format!("{owner} cannot have that name: {} are fields of every group", listed(TAKEN));
        return Err(Fault { message, span: entry.span.clone() });
    }
    if !is_field_name(&entry.name) {
        let message = format!("{owner} cannot have that name, allowed are letters, digits and `_`, a letter first");
        return Err(Fault { message, span: entry.span.clone() });
    }
    let mut input = GroupInput::new(&entry.name, Quantity::Plain);
    for field in &section(&entry.value, &owner, &["quantity", "default", "optional", "range", "about"])? {
        let (value, what) = (&field.value, format!("{owner}: {}", field.name));
        match field.name.as_str() {
            "quantity" => {
                let found = Quantity::NAMED.iter().find(|(name, _)| *name == value.text).map(|(_, quantity)| *quantity);
                let allowed = listed(Quantity::NAMED.iter().map(|(name, _)| *name));
                input.quantity = found.ok_or_else(|| refusal(value, &what, &allowed))?;
            }
            "default" => {
                let number = value.number().filter(|v| crate::graph::field::fits_f32(*v));
                input.default = Some(number.ok_or_else(|| refusal(value, &what, "a finite number"))?);
            }
            "optional" => input.optional = value.read().map_err(|_| refusal(value, &what, "true or false"))?,
            "range" => {
                let ordered = pair(value).filter(|(lo, hi)| lo < hi);
                input.range =
                    Some(ordered.ok_or_else(|| refusal(value, &what, "two rising numbers such as (0.0, 1.0)"))?);
            }
            _ => input.about = value.string()?,
        }
    }
    match input.check() {
        Ok(()) => Ok(input),
        Err(why) => Err(entry.value.fault(format!("{owner}: {why}"))),
    }
}

/// Whether a name can stand for a field, as that of an input does in instances.
pub(in crate::graph) fn is_field_name(name: &str) -> bool {
    let text = format!("({name}: 0)");
    is_name(name)
        && Raw::new(&text, 0).fields().is_ok_and(|fields| matches!(&fields[..], [field] if field.name == name))
}

/// The name of the group that an instance stands for.
pub(super) fn group_of(fields: &[Entry<'_>], raw: &Raw<'_>) -> Result<Arc<str>, Fault> {
    let allowed = "the name of a group such as \"hills\"";
    let Some(of) = fields.iter().find(|field| field.name == "of") else {
        return Err(raw.fault(format!("of is missing, allowed is {allowed}")));
    };
    let name = of.value.string().ok().filter(|name| of.value.shape() == Shape::Text && is_name(name));
    name.map(Into::into).ok_or_else(|| refusal(&of.value, "of", allowed))
}

/// The groups of a recipe as they stand behind `groups: `, for a line that is indented by four.
pub(super) fn written(groups: &BTreeMap<Arc<str>, Arc<Group>>) -> String {
    lines_at(groups.iter().map(|(name, group)| format!("{}: {}", quoted(name), body(group))).collect(), 4)
}

fn body(group: &Group) -> String {
    const INDENT: usize = 12;
    let mut fields = Vec::new();
    if !group.about.is_empty() {
        fields.push(format!("about: {}", quoted(&group.about)));
    }
    if !group.inputs.is_empty() {
        let inputs = group.inputs.iter().map(|input| format!("{}: ({})", quoted(&input.name), ports(input)));
        fields.push(format!("inputs: {}", map(inputs.collect(), INDENT)));
    }
    let nodes = group.nodes.iter().map(|(id, node)| write::entry(id, node));
    fields.push(format!("nodes: {}", lines_at(nodes.collect(), INDENT)));
    let outputs: Vec<String> = group.outputs.iter().map(write::output).collect();
    fields.push(format!("outputs: {}", write::inline(&outputs)));
    fields
        .extend(super::layout::written(&group.layout, &group.items, INDENT).map(|layout| format!("layout: {layout}")));
    fields.extend(group.unknown.iter().map(|(name, text)| format!("{}: {text}", key(name))));
    let body: String = fields.iter().map(|field| format!("            {field},\n")).collect();
    format!("(\n{body}        )")
}

fn ports(input: &GroupInput) -> String {
    let mut fields = vec![format!("quantity: {}", input.quantity.name())];
    fields.extend(input.default.map(|v| format!("default: {}", number(v))));
    if input.optional {
        fields.push("optional: true".to_owned());
    }
    fields.extend(input.range.map(|(lo, hi)| format!("range: ({}, {})", number(lo), number(hi))));
    if !input.about.is_empty() {
        fields.push(format!("about: {}", quoted(&input.about)));
    }
    fields.join(", ")
}
