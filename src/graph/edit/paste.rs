//! Copied nodes: a small recipe as text, so that it can be read, mailed and pasted into any other.

use super::Applied;
use super::apply::{Done, checked_place, refuse};
use crate::graph::field::Field;
use crate::graph::file::fragment;
use crate::graph::names::{numbered, smallest_unused, stem};
use crate::graph::{CanvasNote, Frame, Graph, Item, Link, Node, NodeId, Setting};
use crate::spec::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Graph {
    /// Some nodes as text for the clipboard: with their places, the wires between them and to others, and the graph
    /// parameters that they use. Ids without a node are left out.
    pub fn copy(&self, ids: &[NodeId]) -> String {
        self.copy_items(&ids.iter().cloned().map(Item::Node).collect::<Vec<_>>())
    }

    /// As [`Graph::copy`], with frames and all that they hold, and notes. Names that stand for nothing are left out.
    pub fn copy_items(&self, items: &[Item]) -> String {
        fragment(&self.piece(items))
    }

    /// A part of the recipe, as a recipe.
    pub(super) fn piece(&self, items: &[Item]) -> Self {
        let all = self.items.with_contents(items);
        let has = |item: Item| all.contains(&item);
        let nodes = self
            .nodes
            .iter()
            .filter(|(id, n)| has(Item::Node((*id).clone())) && !n.is_group_input())
            .collect::<Vec<_>>();
        let nodes: BTreeMap<NodeId, Arc<Node>> = nodes.into_iter().map(|(id, n)| (id.clone(), n.clone())).collect();
        let of: BTreeSet<Arc<str>> = nodes.values().filter_map(|node| node.group.clone()).collect();
        let mut groups = self.groups.clone();
        groups.retain(|name, _| of.iter().any(|of| self.group_reaches(of, name)));
        let bodies = std::iter::once(&nodes).chain(groups.values().map(|group| &group.nodes));
        let settings = bodies.flat_map(|nodes| nodes.values()).flat_map(|node| node.settings.values());
        let used: BTreeSet<&Arc<str>> = settings.filter_map(used).collect();
        let parameters =
            used.into_iter().filter_map(|name| Some((name.clone(), self.parameters.get(name)?.clone()))).collect();
        let mut items = self.items.clone();
        items.unknown.clear();
        items.looks.retain(|id, _| nodes.contains_key(id));
        items.bends.retain(|(to, port), _| {
            let source = nodes.get(to).and_then(|node| node.link(port)).map(|link| &link.node);
            source.is_some_and(|source| nodes.contains_key(source))
        });
        items.frames.retain(|name, _| has(Item::Frame(name.clone())));
        items.notes.retain(|name, _| has(Item::Note(name.clone())));
        for frame in items.frames.values_mut() {
            frame.nodes.retain(|id| nodes.contains_key(id));
        }
        let layout = self.layout.clone().into_iter().filter(|(id, _)| nodes.contains_key(id)).collect();
        Self { parameters, groups, nodes, layout, items, ..Self::default() }
    }

    pub(super) fn paste(&mut self, text: &str, at: [f32; 2]) -> Done<Applied> {
        let mut copied = match Self::parse(text) {
            Ok(loaded) => loaded.graph,
            Err(error) => return refuse(format!("the clipboard holds no nodes: {error}")),
        };
        if copied.nodes.is_empty() && copied.items.frames.is_empty() && copied.items.notes.is_empty() {
            return refuse("the clipboard holds no nodes");
        }
        if !copied.loops().is_empty() {
            return refuse("the copied nodes form a loop");
        }
        copied.auto_layout();
        let at = checked_place(at)?;
        let corner = copied.corner();
        self.adopt(&copied, [at[0] - corner[0], at[1] - corner[1]])
    }

    pub(super) fn duplicate(&mut self, items: &[Item], by: [f32; 2], links: bool) -> Done<Applied> {
        for item in items {
            self.existing(item)?;
        }
        let mut copied = self.piece(items);
        if !copied.loops().is_empty() {
            return refuse("the copied nodes form a loop");
        }
        if !links {
            let inner: BTreeSet<NodeId> = copied.nodes.keys().cloned().collect();
            copied.map_links(|link| inner.contains(&link.node).then(|| link.clone()));
        }
        self.adopt(&copied, checked_place(by)?)
    }

    /// The north-west corner of everything on the canvas; the origin where there is nothing.
    fn corner(&self) -> [f32; 2] {
        let items = self.items.frames.values().map(|f| f.at).chain(self.items.notes.values().map(|n| n.at));
        let places = self.layout.values().copied().chain(items);
        let corner = places.fold([f32::INFINITY; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
        if corner[0].is_finite() { corner } else { [0.0; 2] }
    }

    /// Takes the nodes and items of another recipe in, moved by `shift`.
    fn adopt(&mut self, copied: &Self, shift: [f32; 2]) -> Done<Applied> {
        let ids = self.free_ids(copied);
        let seeds = self.free_seeds(copied);
        for (name, parameter) in &copied.parameters {
            self.parameters.entry(name.clone()).or_insert_with(|| parameter.clone());
        }
        let groups = self.adopt_groups(copied)?;
        let mut lost = 0;
        for (old, node) in &copied.nodes {
            let mut node = (**node).clone();
            node.group = node.group.map(|of| groups.get(&of).cloned().unwrap_or(of));
            for (name, seed) in copied.seeds_of(&node) {
                let seed = seeds.get(&seed).copied().unwrap_or(seed);
                self.set_seed(&mut node, name, seed);
            }
            lost += self.adopt_links(&mut node, &ids);
            let id = ids.get(old).unwrap_or(old).clone();
            self.check_pasted(&id, &node)?;
            self.nodes.insert(id, Arc::new(node));
        }
        self.reshape();
        let items = self.adopt_items(copied, &ids, shift)?;
        let words = format!("{lost} of the copied wires come from nodes that are not here");
        let notice = (lost > 0).then_some(words);
        Ok(Applied { select: ids.into_values().collect(), items, notice })
    }

    /// Takes in the groups of another recipe: an equal one is used, another one of a known name gets a fresh name. Gives
    /// the names that they have here.
    fn adopt_groups(&mut self, copied: &Self) -> Done<BTreeMap<Arc<str>, Arc<str>>> {
        let mut names: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
        // Groups that others use come first.
        while names.len() < copied.groups.len() {
            let known = |of: &Arc<str>| names.contains_key(of) || !copied.groups.contains_key(of);
            let next = copied.groups.iter().find(|(name, g)| !names.contains_key(*name) && g.uses().iter().all(known));
            let Some((name, group)) = next else { return refuse("a copied group holds itself, which has no end") };
            let mut group = (**group).clone();
            for node in group.nodes.values_mut() {
                if let Some(new) = node.group.as_ref().and_then(|of| names.get(of)) {
                    let new = new.clone();
                    Arc::make_mut(node).group = Some(new);
                }
            }
            let here = match self.groups.get(name) {
                Some(known) if known.does_as(&group) => name.clone(),
                _ => {
                    let here = free_name(name, &self.groups, &copied.groups);
                    self.groups.insert(here.clone(), Arc::new(group));
                    here
                }
            };
            names.insert(name.clone(), here);
        }
        self.reshape();
        Ok(names)
    }

    /// Ids for pasted nodes: their own where they are free.
    pub(super) fn free_ids(&self, copied: &Self) -> BTreeMap<NodeId, NodeId> {
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

    /// Places pasted nodes and adds frames and notes under fresh names; gives the latter.
    pub(super) fn adopt_items(
        &mut self,
        copied: &Self,
        ids: &BTreeMap<NodeId, NodeId>,
        shift: [f32; 2],
    ) -> Done<Vec<Item>> {
        let moved = |at: &[f32; 2]| checked_place([at[0] + shift[0], at[1] + shift[1]]);
        for (old, id) in ids {
            if let Some(at) = copied.layout.get(old) {
                self.layout.insert(id.clone(), moved(at)?);
            }
            if let Some(look) = copied.items.looks.get(old) {
                self.items.looks.insert(id.clone(), look.clone());
            }
        }
        for ((to, port), points) in &copied.items.bends {
            let Some(id) = ids.get(to) else { continue };
            // The wire may have come from an input that nothing was plugged into.
            if self.nodes.get(id).and_then(|node| node.link(port)).is_none() {
                continue;
            }
            let points = points.iter().map(moved).collect::<Done<_>>()?;
            self.items.bends.insert((id.clone(), port.clone()), points);
        }
        let mut notes = BTreeMap::new();
        for (old, note) in &copied.items.notes {
            let name = free_name(old, &self.items.notes, &copied.items.notes);
            self.items.notes.insert(name.clone(), CanvasNote { at: moved(&note.at)?, ..note.clone() });
            notes.insert(old.clone(), name);
        }
        let mut frames = BTreeMap::new();
        for old in copied.items.frames.keys() {
            let name = free_name(old, &self.items.frames, &copied.items.frames);
            self.items.frames.insert(name.clone(), Frame::default());
            frames.insert(old.clone(), name);
        }
        for (old, frame) in &copied.items.frames {
            let renamed = |names: &BTreeSet<Arc<str>>, to: &BTreeMap<Arc<str>, Arc<str>>| {
                names.iter().filter_map(|name| to.get(name)).cloned().collect()
            };
            let frame = Frame {
                at: moved(&frame.at)?,
                nodes: renamed(&frame.nodes, ids),
                frames: renamed(&frame.frames, &frames),
                notes: renamed(&frame.notes, &notes),
                ..frame.clone()
            };
            self.items.frames.insert(frames.get(old).unwrap_or(old).clone(), frame);
        }
        let frames = frames.into_values().map(Item::Frame);
        Ok(frames.chain(notes.into_values().map(Item::Note)).collect())
    }
}

/// `old` where it is free here, else a numbered name of the same stem.
fn free_name<T>(old: &Arc<str>, here: &BTreeMap<Arc<str>, T>, copied: &BTreeMap<Arc<str>, T>) -> Arc<str> {
    match here.contains_key(old) {
        true => numbered(stem(old), |name| here.contains_key(name) || copied.contains_key(name)).into(),
        false => old.clone(),
    }
}

fn used(setting: &Setting) -> Option<&Arc<str>> {
    match setting {
        Setting::Parameter(name) => Some(name),
        _ => None,
    }
}
