//! Everything that can be wrong with a recipe that was read: loops, links, open inputs, graph parameters, outputs, world.

use super::field::{Field, fits_f32, plain};
use super::names::{quoted, suggestion};
use super::{GROUP, Graph, Item, Link, Node, NodeId, Setting, World};
use crate::spec::{NodeSpec, Open, Quantity};
use std::sync::Arc;

/// How bad a [`Problem`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// What reaches it cannot be evaluated.
    Error,
    /// It has no effect on values, or none that was meant.
    Warning,
}

/// Something wrong with a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The group that it is about, whose node `node` is then.
    pub group: Option<Arc<str>>,
    /// The node that it is about.
    pub node: Option<NodeId>,
    /// The node's field, or `world.extent`, `outputs.height`, `parameters.ruggedness` and the like.
    pub field: Option<String>,
    /// One sentence that names the thing, what is wrong and what is allowed.
    pub message: String,
}

impl Problem {
    /// The node of the recipe itself that it is about; `None` for what is about a group's node or about none.
    pub fn own_node(&self) -> Option<&NodeId> {
        self.node.as_ref().filter(|_| self.group.is_none())
    }

    /// Whether it is about `id`, or about the node of a group that `id` stands for in an instance, such as `hills/rock`.
    pub fn is_about(&self, id: &str) -> bool {
        let Some(node) = &self.node else { return false };
        match &self.group {
            None => **node == *id,
            Some(_) => id.rsplit_once('/').is_some_and(|(_, inner)| **node == *inner),
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl Graph {
    /// Every problem of the recipe: loops first, then nodes by id, outputs, layout and the world, then each group's. A loop
    /// is reported once, at the first of its nodes; [`Graph::loops`] gives all of them.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.loops().iter().map(|ids| loop_problem(ids)).collect();
        problems.extend(self.check_body());
        for name in ["origin", "extent", "samples", "height", "sea"] {
            if let Err(message) = check_world_field(&self.world, name) {
                problems.push(error(None, Some(format!("world.{name}")), message));
            }
        }
        problems.extend(self.loops_in_groups());
        for (name, inside) in self.insides() {
            problems.extend(inside.check_body().into_iter().map(|problem| in_group(name, problem)));
        }
        problems
    }

    /// The problems of [`Graph::check`] for which no part of a recipe is evaluated: loops, in the recipe and in its groups,
    /// and groups that hold themselves.
    pub fn check_loops(&self) -> Vec<Problem> {
        let own = self.loops();
        own.iter().map(|ids| loop_problem(ids)).chain(self.loops_in_groups()).collect()
    }

    fn loops_in_groups(&self) -> Vec<Problem> {
        let endless = self.endless_groups().into_iter().map(|name| {
            let message = format!("the group \"{name}\" holds itself, which has no end");
            Problem { group: Some(name), ..error(None, None, message) }
        });
        let loops = self.insides().flat_map(|(name, inside)| {
            let loops = inside.loops();
            loops.iter().map(|ids| in_group(name, loop_problem(ids))).collect::<Vec<_>>()
        });
        endless.chain(loops).collect()
    }

    fn insides(&self) -> impl Iterator<Item = (&Arc<str>, Self)> {
        self.groups.keys().filter_map(|name| Some((name, self.inside(name)?)))
    }

    fn check_body(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (id, node) in &self.nodes {
            self.check_node(id, node, &mut problems);
        }
        self.check_outputs(&mut problems);
        self.check_exports(&mut problems);
        for message in self.check_layout() {
            let field = Some("layout".into());
            problems.push(Problem { severity: Severity::Warning, group: None, node: None, field, message });
        }
        problems
    }

    /// What the layout says of things that do not exist.
    fn check_layout(&self) -> Vec<String> {
        let gone = |item: &Item| !self.has(item);
        let places = self.layout.keys().chain(self.items.looks.keys().filter(|id| !self.layout.contains_key(*id)));
        let mut messages: Vec<String> = places
            .filter(|id| !self.nodes.contains_key(*id))
            .map(|id| format!("layout places the node \"{id}\", which does not exist"))
            .collect();
        for (to, port) in self.items.bends.keys() {
            if self.nodes.get(to).and_then(|node| node.link(port)).is_none() {
                messages.push(format!("layout bends the wire \"{to}.{port}\", which does not exist"));
            }
        }
        for (name, frame) in &self.items.frames {
            messages.extend(
                frame.members().filter(gone).map(|m| format!("frame \"{name}\" holds the {m}, which does not exist")),
            );
            let inside: Vec<Item> = frame.frames.iter().cloned().map(Item::Frame).collect();
            if self.items.with_contents(&inside).contains(&Item::Frame(name.clone())) {
                messages.push(format!("frame \"{name}\" holds itself"));
            }
        }
        messages
    }

    fn check_node(&self, id: &NodeId, node: &Node, problems: &mut Vec<Problem>) {
        let mut push = |field: Option<&str>, what: String| {
            let message = format!("node \"{id}\" ({}): {what}", node.kind);
            problems.push(error(Some(id), field.map(str::to_owned), message));
        };
        let spec = match spec_of(node) {
            Ok(spec) => spec,
            Err(why) => return push(None, why),
        };
        for (name, _) in &node.unknown {
            let known = Field::all(spec).map(Field::name).chain(super::file::RESERVED);
            push(Some(name), format!("{name} is no field of this kind{}", suggestion(name, known)));
        }
        for (name, setting) in &node.settings {
            let result = match Field::of(spec, name) {
                Some(field) => self.check_setting(field, setting),
                None => Err(format!("{name} is no field of this kind")),
            };
            if let Err(why) = result {
                push(Some(name), why);
            }
        }
        if node.muted && spec.bypass.is_none() {
            push(Some("muted"), "it has no input that could pass through, so it cannot be muted".to_owned());
        }
        let bypassed = node.muted && spec.bypass.is_some_and(|b| node.setting(b).is_some());
        for input in spec.inputs.iter().filter(|i| i.open == Open::Required && !bypassed) {
            if node.setting(input.name).is_none() && self.is_shown(node, input.shown) {
                push(Some(input.name), format!("the input {} is open, it needs a link to a node", input.name));
            }
        }
    }

    /// Whether a setting may stand in a field of a node of this graph; the sentence begins with the field's name.
    pub(super) fn check_setting(&self, field: Field, setting: &Setting) -> Result<(), String> {
        match setting {
            Setting::Value(value) => field.check(value, &self.world),
            Setting::Parameter(name) => match self.parameters.get(name) {
                Some(parameter) => field.value_of_parameter(name, &parameter.value, &self.world).map(|_| ()),
                None => {
                    let hint = suggestion(name, self.parameters.keys().map(|n| &**n));
                    Err(format!("{} uses the graph parameter ${name}, which does not exist{hint}", field.name()))
                }
            },
            Setting::Link(link) => {
                self.check_source(link).map_err(|why| format!("{} links to \"{link}\", {why}", field.name()))?;
                match field {
                    Field::Input(input) => self.check_tiles(link, input.quantity),
                    Field::Param(_) => Err(field.refusal(&format!("a link to \"{link}\""), &self.world)),
                }
            }
        }
    }

    /// Whether the node and the output of a link exist; outputs of unknown kinds are taken on trust.
    pub(super) fn check_source(&self, link: &Link) -> Result<(), String> {
        let Some(node) = self.nodes.get(&link.node) else {
            return Err(format!("which does not exist{}", suggestion(&link.node, self.nodes.keys().map(|n| &**n))));
        };
        match (node.spec(), &link.output) {
            (Some(spec), Some(output)) if spec.output(output).is_none() => {
                let names: Vec<&str> = spec.outputs.iter().map(|o| o.name).collect();
                Err(format!("but {} has no output {output}, it has {}", node.kind, names.join(", ")))
            }
            _ => Ok(()),
        }
    }

    /// Tiles go to tiles and numbers to numbers.
    pub(super) fn check_tiles(&self, link: &Link, port: Quantity) -> Result<(), String> {
        let source = self.nodes.get(&link.node).and_then(|n| n.spec());
        let Some(output) = source.and_then(|spec| spec.outputs.get(link.output_index(spec)?)) else { return Ok(()) };
        match (output.quantity == Quantity::Tiles, port == Quantity::Tiles) {
            (true, false) => Err(format!("tiles connect only to tiles, and \"{link}\" gives tiles")),
            (false, true) => Err(format!("tiles connect only to tiles, and \"{link}\" gives numbers")),
            _ => Ok(()),
        }
    }

    fn check_outputs(&self, problems: &mut Vec<Problem>) {
        for (i, output) in self.outputs.iter().enumerate() {
            let field = Some(format!("outputs.{}", output.name));
            if let Err(why) = self.check_source(&output.from) {
                let message = format!("output \"{}\" comes from \"{}\", {why}", output.name, output.from);
                problems.push(error(None, field.clone(), message));
            }
            if self.outputs[..i].iter().any(|o| o.name == output.name) {
                problems.push(error(None, field, format!("output \"{}\" occurs twice", output.name)));
            }
        }
    }
}

impl Graph {
    /// Exports of what is not there.
    fn check_exports(&self, problems: &mut Vec<Problem>) {
        for export in &self.exports {
            let missing = match (export.get("output"), export.get("node")) {
                (Some(name), _) if self.output(&name).is_none() => format!("the recipe has no output \"{name}\""),
                (None, None) if self.outputs.is_empty() => "the recipe has no output".to_owned(),
                _ => continue,
            };
            let field = Some(format!("exports.{}", export.name));
            problems.push(error(None, field, format!("export \"{}\" cannot be written: {missing}", export.name)));
        }
    }
}

/// The declaration of a node, or why there is none.
pub(super) fn spec_of(node: &Node) -> Result<&'static NodeSpec, String> {
    match (node.spec(), crate::nodes::find(&node.kind)) {
        (Some(spec), _) => Ok(spec),
        (None, _) if &*node.kind == GROUP => {
            Err(format!("there is no group \"{}\"", node.group.as_deref().unwrap_or_default()))
        }
        (None, Some(spec)) => Err(format!(
            "version {} of this kind is newer than this Orograph, which knows versions up to {}",
            node.version, spec.version
        )),
        (None, None) => {
            let hint = suggestion(&node.kind, crate::nodes::all().map(|s| s.kind));
            Err(format!("{} is no kind of node that this version of Orograph knows{hint}", node.kind))
        }
    }
}

/// Refuses a field of the world that makes no sense.
pub(super) fn check_world_field(world: &World, name: &str) -> Result<(), String> {
    let pair = |(a, b): (f64, f64)| format!("({}, {})", plain(a), plain(b));
    let both = |(a, b): (f64, f64), f: fn(f64) -> bool| f(a) && f(b);
    let refuse = |found: String, allowed: &str| Err(format!("world.{name} is {found}, allowed is {allowed}"));
    let (low, high) = world.height;
    match name {
        "origin" if !both(world.origin, fits_f32) => refuse(pair(world.origin), "two finite numbers in metres"),
        "extent" if !both(world.extent, |v| (MIN_EXTENT..=MAX_EXTENT).contains(&v)) => {
            let words = format!("two numbers of metres from {MIN_EXTENT} to {MAX_EXTENT}");
            refuse(pair(world.extent), &words)
        }
        "samples" if ![world.samples.0, world.samples.1].iter().all(|n| (1..=MAX_SAMPLES).contains(n)) => {
            let found = format!("({}, {})", world.samples.0, world.samples.1);
            refuse(found, &format!("two whole numbers from 1 to {MAX_SAMPLES}"))
        }
        "height" if !both(world.height, fits_f32) || low >= high => {
            refuse(pair(world.height), "two finite numbers of metres, the lower one first")
        }
        "sea" => match world.sea.filter(|sea| !fits_f32(*sea)) {
            Some(sea) => refuse(plain(sea), "a finite number of metres or Off"),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Shortest and longest side of a world in metres, within which default lengths keep to their limits.
const MIN_EXTENT: f64 = 0.01;
const MAX_EXTENT: f64 = 1e9;
/// Most samples of a build grid along one side.
const MAX_SAMPLES: u32 = 65537;

/// A problem of a group's own graph as one of the recipe.
fn in_group(name: &Arc<str>, problem: Problem) -> Problem {
    let message = format!("group \"{name}\": {}", problem.message);
    Problem { group: Some(name.clone()), message, ..problem }
}

fn loop_problem(ids: &[NodeId]) -> Problem {
    let first = ids.first().map_or_else(String::new, |id| format!("\"{id}\""));
    let message = format!("the nodes {} → {first} form a loop; unplug one of these wires", quoted(ids, " → "));
    error(ids.first(), None, message)
}

fn error(node: Option<&NodeId>, field: Option<String>, message: String) -> Problem {
    Problem { severity: Severity::Error, group: None, node: node.cloned(), field, message }
}
