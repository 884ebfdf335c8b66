//! Groups put in the place of their instances, which the planner does before all else.
//!
//! A node `rock` of the instance `hills` becomes `hills/rock`. The instance and its inputs stay as names for what they pass
//! on, so that links and messages need no translation.

use super::{Graph, Link, Node, NodeId, Setting};
use crate::simd::mix;
use crate::spec::{ParamKind, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most nodes that a recipe may have once groups are in their places.
const MOST_NODES: usize = 100_000;

/// The field of an input's node that holds what arrives.
pub(crate) const VALUE: &str = "value";

impl Graph {
    /// The graph with the nodes of groups in the places of instances. An instance that remains has no group, holds itself,
    /// or would grow too large; [`Graph::group_trouble`] says which.
    pub(crate) fn expanded(&self) -> Cow<'_, Self> {
        if self.nodes.values().all(|node| node.group.is_none()) {
            return Cow::Borrowed(self);
        }
        let mut flat = Self { nodes: BTreeMap::new(), ..self.clone() };
        let sizes = self.group_sizes();
        let all = self.nodes.values().filter_map(|node| node.group.as_ref());
        let total = all.map(|of| sizes.get(of).copied().unwrap_or(0)).fold(self.nodes.len(), usize::saturating_add);
        let mut waiting = Vec::new();
        for (id, node) in &self.nodes {
            flat.nodes.insert(id.clone(), node.clone());
            if node.group.as_ref().is_some_and(|of| sizes.contains_key(of)) && total <= MOST_NODES {
                waiting.push(id.clone());
            }
        }
        while let Some(id) = waiting.pop() {
            waiting.extend(self.unfold(&id, &mut flat));
        }
        Cow::Owned(flat)
    }

    /// Why an instance cannot be evaluated, as the end of a sentence.
    pub(crate) fn group_trouble(&self, node: &Node) -> String {
        let of = node.group.as_deref().unwrap_or_default();
        match self.groups.get(of) {
            None => format!("there is no group \"{of}\""),
            Some(group) if group.uses().iter().any(|used| self.group_reaches(used, of)) => {
                format!("the group \"{of}\" holds itself, which has no end")
            }
            Some(_) if self.endless_groups().is_empty() => {
                format!("its groups within groups would become more than {MOST_NODES} nodes")
            }
            Some(_) => format!("a group within \"{of}\" holds itself, which has no end"),
        }
    }

    /// Number of nodes of each group with all groups within it; none for groups without end.
    fn group_sizes(&self) -> BTreeMap<Arc<str>, usize> {
        let mut sizes = BTreeMap::new();
        // Groups within groups come first: each round finds those whose parts are known.
        loop {
            let before = sizes.len();
            for (name, group) in self.groups.iter().filter(|(name, _)| !sizes.contains_key(*name)).collect::<Vec<_>>() {
                let size = |of: &Arc<str>| if self.groups.contains_key(of) { sizes.get(of).copied() } else { Some(0) };
                let parts: Option<Vec<usize>> =
                    group.nodes.values().filter_map(|n| n.group.as_ref()).map(size).collect();
                if let Some(parts) = parts {
                    let own = group.nodes.len() + group.inputs.len();
                    sizes.insert(name.clone(), parts.into_iter().fold(own, usize::saturating_add));
                }
            }
            if sizes.len() == before {
                return sizes;
            }
        }
    }

    /// Puts the nodes of one instance into `flat`; gives the instances among them.
    fn unfold(&self, id: &NodeId, flat: &mut Self) -> Vec<NodeId> {
        let Some(node) = flat.nodes.get(id).cloned() else { return Vec::new() };
        let Some(group) = node.group.as_ref().and_then(|of| self.groups.get(of)) else { return Vec::new() };
        let inner = |name: &str| -> NodeId { format!("{id}/{name}").into() };
        let mut open: BTreeSet<&str> = BTreeSet::new();
        for input in &group.inputs {
            let mut alias = input.node();
            match node.setting(&input.name).cloned().or_else(|| input.default.map(Setting::from)) {
                Some(setting) => {
                    alias.settings.insert(VALUE.into(), setting);
                    flat.nodes.insert(inner(&input.name), Arc::new(alias));
                }
                None => {
                    open.insert(&input.name);
                }
            }
        }
        let within = |link: &Link| {
            (!open.contains(&*link.node)).then(|| Link { node: inner(&link.node), output: link.output.clone() })
        };
        let seed = instance_seed(&node);
        let mut instances = Vec::new();
        for (name, body) in &group.nodes {
            let mut body = (**body).clone();
            relink(&mut body, within);
            mix_seeds(&mut body, seed);
            if body.group.is_some() {
                instances.push(inner(name));
            }
            flat.nodes.insert(inner(name), Arc::new(body));
        }
        let mut alias = Node::new(&node.kind);
        alias.shape = node.shape;
        let passed = group.inputs.first().map(|input| Link::to(&input.name)).filter(|_| node.muted);
        for output in &group.outputs {
            let from = passed.as_ref().unwrap_or(&output.from);
            if let Some(link) = within(from) {
                alias.settings.insert(output.name.as_str().into(), Setting::Link(link));
            }
        }
        flat.nodes.insert(id.clone(), Arc::new(alias));
        instances
    }
}

/// The seed of an instance.
pub(super) fn instance_seed(node: &Node) -> u64 {
    match node.setting("seed") {
        Some(Setting::Value(Value::Seed(seed))) => *seed,
        _ => 0,
    }
}

/// Mixes an instance's seed into those of a node of its group; 0 leaves them as they are.
pub(super) fn mix_seeds(node: &mut Node, seed: u64) {
    let Some(spec) = node.spec().filter(|_| seed != 0) else { return };
    for param in spec.params.iter().filter(|param| param.kind == ParamKind::Seed) {
        let own = match node.setting(param.name) {
            Some(Setting::Value(Value::Seed(own))) => *own,
            _ => match param.default {
                crate::spec::DefaultValue::Seed(own) => own,
                _ => 0,
            },
        };
        node.settings.insert(param.name.into(), Setting::Value(Value::Seed(mix(seed, own))));
    }
}

/// Changes a node's links; `None` unplugs.
fn relink(node: &mut Node, map: impl Fn(&Link) -> Option<Link>) {
    node.settings.retain(|_, setting| match setting {
        Setting::Link(link) => map(link).map(|new| *link = new).is_some(),
        _ => true,
    });
}
