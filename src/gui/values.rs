//! Values that travel between nodes: copied from one, pasted onto others, returned to their defaults.
//!
//! What was copied stays in the window and outlives the document. Wires never travel. A node's seed is its own: only a copy of
//! that row alone carries it, and returning all values to their defaults leaves it.

use super::language::{self, tr};
use super::request::{Command, Request, Scene};
use crate::graph::{Edit, Field, Graph, Node, NodeId, Setting};
use crate::spec::{NodeSpec, ParamKind, Value};
use eframe::egui::{Context, Id};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Sentences about what was left that one toast holds.
const TOLD: usize = 4;

/// Values that were copied from a node.
#[derive(Clone)]
pub struct Values {
    fields: Vec<Copied>,
    /// Whether they are all of the node's, and not those of one row.
    whole: bool,
}

/// What one field held.
#[derive(Clone)]
struct Copied {
    field: Field,
    /// What people call it.
    title: String,
    /// What was set, if anything was.
    setting: Option<Setting>,
    /// What that came to; `None` for an input that was open.
    value: Option<Value>,
}

/// What becomes of values on one node.
#[derive(Default)]
struct Pasted {
    edits: Vec<Edit>,
    /// Fields that the node does not have.
    missing: Vec<String>,
    /// Why other fields stay as they are.
    refused: Vec<String>,
}

impl Values {
    /// All values of a node except its seed; `None` for a kind that this version does not know.
    pub fn of_node(graph: &Graph, node: &Node) -> Option<Self> {
        let free = |field: &Field| !is_seed(*field) && field.takes_value() && node.link(field.name()).is_none();
        let fields = Field::all(node.spec()?).filter(free).map(|field| copied(graph, node, field)).collect();
        Some(Self { fields, whole: true })
    }

    /// The value of one field; `None` where a wire is plugged in or could only be.
    pub fn of_field(graph: &Graph, node: &Node, field: Field) -> Option<Self> {
        let free = field.takes_value() && node.link(field.name()).is_none();
        free.then(|| Self { fields: vec![copied(graph, node, field)], whole: false })
    }

    /// The settings of a node, as a preset holds them.
    pub fn of_settings(graph: &Graph, node: &Node) -> Option<Self> {
        let known = |field: &Field| !is_seed(*field) && node.setting(field.name()).is_some();
        let fields = Field::all(node.spec()?).filter(known).map(|field| copied(graph, node, field)).collect();
        Some(Self { fields, whole: true })
    }

    /// Number of the values.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// What was copied last in a window.
    pub fn copied(ctx: &Context) -> Option<Arc<Self>> {
        ctx.data(|data| data.get_temp(Id::unique("copied values")))
    }

    /// Makes it what [`Values::copied`] tells.
    pub fn copy(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::unique("copied values"), Arc::new(self)));
    }

    /// What `field` of a node would be set to: by the value of that name, or by the only one that was copied. The outer
    /// `None`: nothing fits.
    pub fn for_field(&self, graph: &Graph, field: Field) -> Option<Option<Setting>> {
        let named = self.fields.iter().find(|copied| copied.field.name() == field.name());
        let only = self.fields.first().filter(|_| !self.whole);
        named.or(only)?.fitted(graph, field).ok()
    }

    /// Whether a node holds these values already, as far as it has the fields and no wire is plugged there.
    pub fn are_on(&self, graph: &Graph, node: &Node) -> bool {
        let Some(spec) = node.spec() else { return false };
        self.fields.iter().all(|copied| {
            let name = copied.field.name();
            let Some(field) = Field::of(spec, name) else { return true };
            let wanted = copied.fitted(graph, field).map(|setting| setting.filter(|s| !field.is_default(s)));
            node.link(name).is_some() || wanted.is_ok_and(|wanted| node.setting(name) == wanted.as_ref())
        })
    }

    /// Puts the values onto nodes, as one step; what does not fit is left and told.
    pub fn paste<'a>(&self, graph: &Graph, onto: impl Iterator<Item = (&'a NodeId, &'a Node)>) -> Vec<Request> {
        let mut edits = Vec::new();
        let mut told = Vec::new();
        for (id, node) in onto {
            let pasted = self.onto(graph, id, node);
            edits.extend(pasted.edits);
            if !pasted.missing.is_empty() {
                told.push(tr!("{node} has no {fields}", node = id, fields = pasted.missing.join(", ")));
            }
            told.extend(pasted.refused.iter().map(|why| format!("{id}: {why}")));
        }
        let mut out: Vec<Request> = Vec::new();
        if !edits.is_empty() {
            out.push(Request::edit(Edit::all(edits)));
        }
        if !told.is_empty() {
            let more = told.len().saturating_sub(TOLD);
            told.truncate(TOLD);
            let list = told.join("; ");
            out.push(Request::Toast(match more {
                0 => tr!("Left as it was: {list}.", list = list),
                n => tr!("Left as it was: {list}; and {n} more.", list = list, n = n),
            }));
        }
        out
    }

    fn onto(&self, graph: &Graph, id: &NodeId, node: &Node) -> Pasted {
        let mut pasted = Pasted::default();
        let spec = node.spec();
        for copied in &self.fields {
            let name = copied.field.name();
            let Some((spec, field)) = spec.and_then(|spec| Some((spec, Field::of(spec, name)?))) else {
                pasted.missing.push(copied.title.clone());
                continue;
            };
            if node.link(name).is_some() {
                pasted.refused.push(tr!("{field} is plugged", field = language::port(spec, name)));
                continue;
            }
            match copied.fitted(graph, field) {
                Ok(setting) => pasted.edits.push(Edit::Set { id: id.clone(), field: name.into(), setting }),
                Err(why) => pasted.refused.push(why),
            }
        }
        pasted
    }
}

impl Copied {
    /// The setting that gives `field` the copied value, or why there is none.
    fn fitted(&self, graph: &Graph, field: Field) -> Result<Option<Setting>, String> {
        if self.setting.is_none() && field.same_default(self.field) {
            return Ok(None);
        }
        if let Some(Setting::Parameter(name)) = &self.setting
            && let Some(parameter) = graph.parameters.get(name)
            && field.value_of_parameter(name, &parameter.value, &graph.world).is_ok()
        {
            return Ok(Some(Setting::Parameter(name.clone())));
        }
        match (&self.value, field) {
            (None | Some(Value::Off), Field::Input(_)) => Ok(None),
            (None, Field::Param(_)) => Err(field.refusal(tr!("open|port"), &graph.world)),
            (Some(value), _) => {
                let value = converted(value, field);
                field.check(&value, &graph.world)?;
                Ok(Some(Setting::Value(value)))
            }
        }
    }
}

/// A whole number where the field counts, a number where it does not.
fn converted(value: &Value, field: Field) -> Value {
    let counts = matches!(field, Field::Param(param) if param.kind == ParamKind::Count);
    match value {
        Value::Number(v) if counts && *v == v.trunc() && (0.0..=f64::from(u32::MAX)).contains(v) => {
            Value::Count(*v as u32)
        }
        Value::Count(n) if !counts => Value::Number(f64::from(*n)),
        other => other.clone(),
    }
}

fn copied(graph: &Graph, node: &Node, field: Field) -> Copied {
    let title = node.spec().map_or_else(String::new, |spec| language::port(spec, field.name()));
    Copied { field, title, setting: node.setting(field.name()).cloned(), value: effective(graph, node, field) }
}

/// The value that a field comes to; `None` where it has none, as while something is plugged.
pub fn effective(graph: &Graph, node: &Node, field: Field) -> Option<Value> {
    match field {
        Field::Input(input) => graph.number(node, input).map(Value::Number),
        Field::Param(param) => Some(graph.value(node, param)),
    }
}

fn is_seed(field: Field) -> bool {
    matches!(field, Field::Param(param) if param.kind == ParamKind::Seed)
}

/// Fields of a node that [`reset`] returns to their defaults: not wires, not the seed.
fn resettable<'a>(spec: &'static NodeSpec, node: &'a Node) -> impl Iterator<Item = &'a Arc<str>> {
    let own = |name: &Arc<str>| Field::of(spec, name).is_some_and(|field| !is_seed(field));
    let set = node.settings.iter().filter(|(_, setting)| !matches!(setting, Setting::Link(_)));
    set.map(|(name, _)| name).filter(move |name| own(name))
}

/// Whether [`reset`] would change a node.
pub fn is_changed(node: &Node) -> bool {
    node.spec().is_some_and(|spec| resettable(spec, node).next().is_some())
}

/// Returns all values of nodes to their defaults, as one step.
pub fn reset<'a>(nodes: impl Iterator<Item = (&'a NodeId, &'a Node)>) -> Option<Request> {
    let mut edits = Vec::new();
    for (id, node) in nodes {
        let Some(spec) = node.spec() else { continue };
        let reset = |field: &Arc<str>| Edit::Set { id: id.clone(), field: field.clone(), setting: None };
        edits.extend(resettable(spec, node).map(reset));
    }
    (!edits.is_empty()).then(|| Request::edit(Edit::all(edits)))
}

/// Carries out a command that copies from `leading`, or that pastes onto the selected nodes or resets them.
pub fn command(command: Command, scene: &Scene<'_>, leading: Option<&NodeId>, ctx: &Context) -> Vec<Request> {
    let selected: BTreeMap<&NodeId, &Node> = scene
        .selection
        .iter()
        .filter_map(|id| scene.graph.nodes.get_key_value(id))
        .map(|(id, node)| (id, &**node))
        .collect();
    let nodes = || selected.iter().map(|(id, node)| (*id, *node));
    match command {
        Command::CopyValues => {
            let node = leading.and_then(|id| Some((id, *selected.get(id)?)));
            node.map(|(id, node)| copy_node(scene.graph, id, node, ctx)).into_iter().collect()
        }
        Command::PasteValues => Values::copied(ctx).map_or_else(Vec::new, |values| values.paste(scene.graph, nodes())),
        Command::ResetValues => {
            let nothing = || Request::Toast(tr!("All values are at their defaults.").into());
            vec![reset(nodes()).unwrap_or_else(nothing)]
        }
        _ => Vec::new(),
    }
}

/// Copies all values of a node, and says so.
pub fn copy_node(graph: &Graph, id: &NodeId, node: &Node, ctx: &Context) -> Request {
    match Values::of_node(graph, node).filter(|values| !values.is_empty()) {
        Some(values) => {
            let n = values.len();
            values.copy(ctx);
            Request::Toast(match n {
                1 => tr!("Copied a value of {node}.", node = id),
                n => tr!("Copied {n} values of {node}.", n = n, node = id),
            })
        }
        None => Request::Toast(tr!("{node} has no values that could be copied.", node = id)),
    }
}
