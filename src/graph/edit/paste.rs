//! Copied nodes: a small recipe as text, so that it can be read, mailed and pasted into any other.

use super::Applied;
use super::apply::{Done, checked_place, refuse};
use crate::graph::field::Field;
use crate::graph::file::fragment;
use crate::graph::names::{numbered, smallest_unused, stem};
use crate::graph::{Graph, Link, Node, NodeId, Parameter, Setting};
use crate::spec::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Graph {
    /// Some nodes as text for the clipboard: with their places, the wires between them and to others, and the graph
    /// parameters that they use. Ids without a node are left out.
    pub fn copy(&self, ids: &[NodeId]) -> String {
        let nodes: BTreeMap<NodeId, Arc<Node>> =
            ids.iter().filter_map(|id| Some((id.clone(), self.nodes.get(id)?.clone()))).collect();
        let places = nodes.keys().filter_map(|id| Some((id.clone(), *self.layout.get(id)?))).collect();
        let used: BTreeSet<&Arc<str>> =
            nodes.values().flat_map(|node| node.settings.values()).filter_map(used).collect();
        let parameters: BTreeMap<Arc<str>, Parameter> =
            used.into_iter().filter_map(|name| Some((name.clone(), self.parameters.get(name)?.clone()))).collect();
        fragment(&nodes, &places, &parameters)
    }

    pub(super) fn paste(&mut self, text: &str, at: [f32; 2]) -> Done<Applied> {
        let mut copied = match Self::parse(text) {
            Ok(loaded) => loaded.graph,
            Err(error) => return refuse(format!("the clipboard holds no nodes: {error}")),
        };
        if copied.nodes.is_empty() {
            return refuse("the clipboard holds no nodes");
        }
        if !copied.loops().is_empty() {
            return refuse("the copied nodes form a loop");
        }
        copied.auto_layout();
        let ids = self.free_ids(&copied);
        let seeds = self.free_seeds(&copied);
        for (name, parameter) in &copied.parameters {
            self.parameters.entry(name.clone()).or_insert_with(|| parameter.clone());
        }
        let mut lost = 0;
        for (old, node) in &copied.nodes {
            let mut node = (**node).clone();
            for (name, seed) in copied.seeds_of(&node) {
                let seed = seeds.get(&seed).copied().unwrap_or(seed);
                self.set_seed(&mut node, name, seed);
            }
            lost += self.adopt_links(&mut node, &ids);
            let id = ids.get(old).unwrap_or(old).clone();
            self.check_pasted(&id, &node)?;
            self.nodes.insert(id, Arc::new(node));
        }
        self.place_pasted(&copied, &ids, checked_place(at)?);
        let words = format!("{lost} of the copied wires come from nodes that are not here");
        let notice = (lost > 0).then_some(words);
        Ok(Applied { select: ids.into_values().collect(), notice })
    }

    /// Ids for pasted nodes: their own where they are free.
    fn free_ids(&self, copied: &Self) -> BTreeMap<NodeId, NodeId> {
        let mut taken: BTreeSet<NodeId> = self.nodes.keys().cloned().collect();
        let mut ids = BTreeMap::new();
        for old in copied.nodes.keys() {
            let id: NodeId = match taken.contains(old) {
                false => old.clone(),
                true => {
                    let used = |id: &str| taken.contains(id) || copied.nodes.contains_key(id) || id == stem(old);
                    numbered(stem(old), used).into()
                }
            };
            taken.insert(id.clone());
            ids.insert(old.clone(), id);
        }
        ids
    }

    /// New seeds for pasted nodes whose seeds are in use; nodes that shared a seed still share one.
    fn free_seeds(&self, copied: &Self) -> BTreeMap<u64, u64> {
        let used = self.seeds();
        let pasted = copied.seeds();
        let mut taken: BTreeSet<u64> = used.union(&pasted).copied().collect();
        let mut seeds = BTreeMap::new();
        for old in pasted.intersection(&used) {
            let seed = smallest_unused(&taken);
            taken.insert(seed);
            seeds.insert(*old, seed);
        }
        seeds
    }

    fn set_seed(&self, node: &mut Node, name: &'static str, seed: u64) {
        let Some(field) = node.spec().and_then(|spec| Field::of(spec, name)) else { return };
        let setting = Setting::Value(Value::Seed(seed));
        if field.is_default(&setting) {
            node.settings.remove(name);
        } else {
            node.settings.insert(name.into(), setting);
        }
    }

    /// Turns inner links to the new ids and keeps links to nodes that exist here; gives the number of wires that are lost.
    fn adopt_links(&self, node: &mut Node, ids: &BTreeMap<NodeId, NodeId>) -> usize {
        let before = node.settings.len();
        let spec = node.spec();
        node.settings.retain(|port, setting| {
            let Setting::Link(link) = setting else { return true };
            if let Some(id) = ids.get(&link.node) {
                *link = Link { node: id.clone(), output: link.output.clone() };
                return true;
            }
            let fits =
                spec.and_then(|spec| spec.input(port)).is_some_and(|(_, i)| self.check_tiles(link, i.quantity).is_ok());
            fits && self.check_source(link).is_ok()
        });
        before - node.settings.len()
    }

    fn check_pasted(&self, id: &NodeId, node: &Node) -> Done {
        let Some(spec) = node.spec() else { return Ok(()) };
        for field in Field::all(spec) {
            match node.setting(field.name()) {
                Some(Setting::Value(value)) => {
                    let why = field.check(value, &self.world);
                    why.or_else(|why| refuse(format!("node \"{id}\" ({}): {why}", node.kind)))?;
                }
                Some(setting @ Setting::Parameter(_)) => {
                    let why = self.check_setting(field, setting);
                    why.or_else(|why| refuse(format!("node \"{id}\" ({}): {why}", node.kind)))?;
                }
                Some(Setting::Link(_)) | None => {}
            }
        }
        Ok(())
    }

    /// Puts the north-west corner of the pasted nodes at `at`.
    fn place_pasted(&mut self, copied: &Self, ids: &BTreeMap<NodeId, NodeId>, at: [f32; 2]) {
        let places = ids.keys().filter_map(|old| copied.layout.get(old));
        let corner = places.fold([f32::INFINITY; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
        for (old, id) in ids {
            let Some(place) = copied.layout.get(old) else { continue };
            let place = [place[0] - corner[0] + at[0], place[1] - corner[1] + at[1]];
            if place.iter().all(|v| v.is_finite()) {
                self.layout.insert(id.clone(), place);
            }
        }
    }
}

fn used(setting: &Setting) -> Option<&Arc<str>> {
    match setting {
        Setting::Parameter(name) => Some(name),
        _ => None,
    }
}
