//! Groups: graphs within the graph that stand as one node, each instance with a seed of its own.
//!
//! A node of the kind [`GROUP`] is an instance. Its ports are the group's, given as a [`NodeSpec`](crate::spec::NodeSpec) like any other node's,
//! so that whoever loops over declarations needs no second way. Inside, an input is a node that the group's nodes link to.

use super::field::fits_f32;
use super::shape::Shape;
use super::{Graph, Items, Link, Node, NodeId, Output};
use crate::spec::Quantity;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Kind of a node that stands for a group.
pub const GROUP: &str = "Group";
/// Kind of a group's input among its nodes; no file holds it.
pub(crate) const INPUT: &str = "GroupInput";
/// Names that an input of a group cannot have: an instance has fields of these names.
pub(super) const TAKEN: [&str; 5] = ["of", "seed", "note", "version", "muted"];

/// A graph that stands as one node wherever an instance of it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What it does, for people.
    pub about: String,
    /// What instances read, in the order of their ports.
    pub inputs: Vec<GroupInput>,
    /// Nodes by id. They link to one another and to inputs by name.
    pub nodes: BTreeMap<NodeId, Arc<Node>>,
    /// What instances give; the first is the default. Where samples lie is the matter of the recipe's outputs.
    pub outputs: Vec<Output>,
    /// Positions on the canvas of nodes and inputs.
    pub layout: BTreeMap<NodeId, [f32; 2]>,
    /// What else is on its canvas.
    pub items: Items,
    /// Fields of other versions, kept verbatim.
    pub unknown: Vec<(String, String)>,
}

/// A port of a group. The ports inside that read it convert units and keep to their limits, as if nothing stood between.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupInput {
    /// Name in the file, also for the group's nodes.
    pub name: NodeId,
    /// What its values mean.
    pub quantity: Quantity,
    /// The number that stands in while nothing is plugged; `None`: a link is needed, unless the input is optional.
    pub default: Option<f64>,
    /// Whether an instance may do without: the ports inside are open then.
    pub optional: bool,
    /// Extent of the slider.
    pub range: Option<(f64, f64)>,
    /// What it does, for people.
    pub about: String,
}

impl GroupInput {
    /// An input that needs a link.
    pub fn new(name: &str, quantity: Quantity) -> Self {
        Self { name: name.into(), quantity, default: None, optional: false, range: None, about: String::new() }
    }

    /// Refuses what does not go together, as the end of a sentence.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.quantity == Quantity::Tiles && (self.default.is_some() || self.range.is_some()) {
            return Err("tiles have no default and no range".to_owned());
        }
        if self.default.is_some() && self.optional {
            return Err("an input with a default is never open, so it cannot be optional".to_owned());
        }
        if let Some(v) = self.default.filter(|v| !fits_f32(*v)) {
            return Err(format!("default is {v}, allowed is a finite number"));
        }
        match self.range.filter(|(lo, hi)| !fits_f32(*lo) || !fits_f32(*hi) || lo >= hi) {
            Some((lo, hi)) => Err(format!("range is ({lo}, {hi}), allowed are two rising numbers")),
            None => Ok(()),
        }
    }

    /// The node that the group's nodes link to.
    pub(super) fn node(&self) -> Node {
        Node { shape: Some(Shape::of_input(self)), ..Node::new(INPUT) }
    }
}

impl Group {
    /// The input of that name.
    pub fn input(&self, name: &str) -> Option<&GroupInput> {
        self.inputs.iter().find(|input| &*input.name == name)
    }

    /// Whether another group has the same ports and does the same, wherever things lie on its canvas.
    pub(super) fn does_as(&self, other: &Self) -> bool {
        let bare = |group: &Self| -> Vec<(NodeId, Node)> {
            let bare = |node: &Arc<Node>| Node { shape: None, ..(**node).clone() };
            group.nodes.iter().map(|(id, node)| (id.clone(), bare(node))).collect()
        };
        self.inputs == other.inputs
            && self.outputs == other.outputs
            && self.unknown == other.unknown
            && bare(self) == bare(other)
    }

    /// Names of the groups that it uses.
    pub(super) fn uses(&self) -> BTreeSet<Arc<str>> {
        self.nodes.values().filter_map(|node| node.group.clone()).collect()
    }
}

impl Node {
    /// An instance of the group `of`, whose ports are known once it is part of a graph.
    pub fn instance(of: &str) -> Self {
        Self { group: Some(of.into()), ..Self::new(GROUP) }
    }

    /// Whether the node only passes on what others give: an instance whose nodes stand in its place, or an input.
    pub(crate) fn is_alias(&self) -> bool {
        self.is_group_input() || (&*self.kind == GROUP && self.group.is_none() && self.shape.is_some())
    }

    /// Whether this is an input of the group whose nodes it is among.
    pub fn is_group_input(&self) -> bool {
        &*self.kind == INPUT
    }
}

impl Graph {
    /// Makes a node an instance of a group, with its ports if it is known.
    pub(super) fn make_instance(&self, node: &mut Node, of: &Arc<str>) {
        node.group = Some(of.clone());
        node.shape = self.groups.get(of).map(|group| Shape::of_group(of, group, self));
    }

    /// Adds or replaces a group, for recipes in code and tests; editors use edits.
    pub fn set_group(&mut self, name: &str, group: Group) {
        self.groups.insert(name.into(), Arc::new(group));
        self.reshape();
    }

    /// An instance through which each group can be looked into, by its whole name, such as `hills` or `valley/hills`: the
    /// outermost, and the first of those. Groups that nothing uses are left out.
    pub fn ways_in(&self) -> BTreeMap<Arc<str>, String> {
        let mut found = BTreeMap::new();
        let mut level = vec![(String::new(), &self.nodes)];
        while !level.is_empty() {
            let mut deeper = Vec::new();
            for (prefix, nodes) in level {
                for (id, node) in nodes {
                    let Some(of) = node.group.as_ref().filter(|of| !found.contains_key(*of)) else { continue };
                    let Some(body) = self.groups.get(of) else { continue };
                    found.insert(of.clone(), format!("{prefix}{id}"));
                    deeper.push((format!("{prefix}{id}/"), &body.nodes));
                }
            }
            level = deeper;
        }
        found
    }

    /// The graph of a group, as an editor shows it: its nodes and inputs, its outputs and layout, in this recipe's world.
    pub fn inside(&self, group: &str) -> Option<Self> {
        let body = self.groups.get(group)?;
        let mut nodes = body.nodes.clone();
        nodes.extend(body.inputs.iter().map(|input| (input.name.clone(), Arc::new(input.node()))));
        Some(Self {
            seed: self.seed,
            world: self.world,
            parameters: self.parameters.clone(),
            nodes,
            outputs: body.outputs.clone(),
            layout: body.layout.clone(),
            items: body.items.clone(),
            groups: self.groups.clone(),
            ..Self::default()
        })
    }

    /// Makes an edited inside the group's graph again. Inputs whose nodes are gone go too.
    pub(super) fn put_inside(&mut self, group: &Arc<str>, inside: Self) {
        let Some(body) = self.groups.get(group) else { return };
        let mut body = (**body).clone();
        body.inputs.retain(|input| inside.nodes.get(&input.name).is_some_and(|node| node.is_group_input()));
        body.nodes = inside.nodes;
        body.nodes.retain(|_, node| !node.is_group_input());
        (body.outputs, body.layout, body.items) = (inside.outputs, inside.layout, inside.items);
        self.groups = inside.groups;
        self.groups.insert(group.clone(), Arc::new(body));
    }

    /// Every set of nodes: the recipe's own and those of each group.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &BTreeMap<NodeId, Arc<Node>>> {
        std::iter::once(&self.nodes).chain(self.groups.values().map(|group| &group.nodes))
    }

    /// Every set of nodes with the name of its group.
    pub(super) fn named_bodies(&self) -> impl Iterator<Item = (Option<&Arc<str>>, &BTreeMap<NodeId, Arc<Node>>)> {
        let groups = self.groups.iter().map(|(name, group)| (Some(name), &group.nodes));
        std::iter::once((None, &self.nodes)).chain(groups)
    }

    /// Calls `change` with every set of nodes.
    pub(super) fn change_bodies(&mut self, mut change: impl FnMut(&mut BTreeMap<NodeId, Arc<Node>>)) {
        change(&mut self.nodes);
        for group in self.groups.values_mut() {
            let mut nodes = group.nodes.clone();
            change(&mut nodes);
            let same = |(a, b): (&Arc<Node>, &Arc<Node>)| Arc::ptr_eq(a, b);
            if nodes.len() != group.nodes.len() || !nodes.values().zip(group.nodes.values()).all(same) {
                Arc::make_mut(group).nodes = nodes;
            }
        }
    }

    /// Gives every instance the ports of its group; to be called when groups may have changed.
    pub(super) fn reshape(&mut self) {
        let instances = |graph: &Self| graph.bodies().any(|nodes| nodes.values().any(|node| node.group.is_some()));
        if !instances(self) {
            return;
        }
        let shapes: BTreeMap<Arc<str>, Shape> =
            self.groups.iter().map(|(name, group)| (name.clone(), Shape::of_group(name, group, self))).collect();
        self.change_bodies(|nodes| {
            for node in nodes.values_mut() {
                let Some(of) = &node.group else { continue };
                let shape = shapes.get(of).copied();
                if node.shape != shape {
                    Arc::make_mut(node).shape = shape;
                }
            }
        });
    }

    /// Whether the group `from` is `to` or uses it, directly or not.
    pub(super) fn group_reaches(&self, from: &str, to: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![Arc::<str>::from(from)];
        while let Some(name) = waiting.pop() {
            if &*name == to {
                return true;
            }
            if seen.insert(name.clone()) {
                waiting.extend(self.groups.get(&name).into_iter().flat_map(|group| group.uses()));
            }
        }
        false
    }

    /// Groups that hold themselves, directly or not.
    pub(super) fn endless_groups(&self) -> Vec<Arc<str>> {
        let within =
            |(name, group): &(&Arc<str>, &Arc<Group>)| group.uses().iter().any(|used| self.group_reaches(used, name));
        self.groups.iter().filter(within).map(|(name, _)| name.clone()).collect()
    }

    /// What the values at `link` mean, among the nodes of `group`, as far as declarations say.
    pub(super) fn quantity_in(&self, group: &Group, link: &Link) -> Quantity {
        let (mut group, mut link) = (group, link);
        // Bypasses and groups within groups are followed; a file may make them endless.
        for _ in 0..256 {
            if let Some(input) = group.input(&link.node) {
                return input.quantity;
            }
            let Some(node) = group.nodes.get(&link.node) else { break };
            if let Some(of) = &node.group {
                let Some(inner) = self.groups.get(of) else { break };
                let output = match &link.output {
                    Some(name) => inner.outputs.iter().find(|o| *o.name == **name),
                    None => inner.outputs.first(),
                };
                let Some(output) = output else { break };
                (group, link) = (inner, &output.from);
                continue;
            }
            let Some(spec) = node.spec() else { break };
            let Some(output) = link.output_index(spec).and_then(|i| spec.outputs.get(i)) else { break };
            match spec.bypass.filter(|_| output.inherits).and_then(|port| node.link(port)) {
                Some(source) => link = source,
                None => return output.quantity,
            }
        }
        Quantity::Plain
    }
}
