//! Moves nodes of an older version to the current one. Nothing does so unasked: an old node keeps its bytes.

use super::apply::{Done, refuse};
use super::{Applied, Edit, Refusal};
use crate::graph::field::Field;
use crate::graph::file::raw::Raw;
use crate::graph::file::read::setting;
use crate::graph::file::written;
use crate::graph::{Graph, Node, NodeId, Setting};
use crate::spec::NodeSpec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A node of an older version, and what an upgrade to the current one would do to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// The group that the node belongs to; `None`: the recipe itself.
    pub group: Option<Arc<str>>,
    /// The node.
    pub id: NodeId,
    /// Its kind.
    pub kind: Arc<str>,
    /// Its version.
    pub from: u32,
    /// The current version.
    pub to: u32,
    /// What happens to its fields, a sentence without an end each; empty: only what the kind computes changes.
    pub changes: Vec<String>,
}

impl std::fmt::Display for Upgrade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { group, id, kind, from, to, changes } = self;
        if let Some(group) = group {
            write!(f, "group \"{group}\": ")?;
        }
        write!(f, "node \"{id}\" ({kind}): version {from} becomes {to}")?;
        if changes.is_empty() { write!(f, "; all fields stay") } else { write!(f, "; {}", changes.join("; ")) }
    }
}

impl Upgrade {
    /// The node by name: `node`, or `group/node`.
    pub fn path(&self) -> String {
        self.group.as_ref().map_or_else(|| self.id.to_string(), |group| format!("{group}/{}", self.id))
    }

    /// The edit that carries it out.
    pub fn edit(&self) -> Edit {
        let edit = Edit::Upgrade { ids: vec![self.id.clone()] };
        match &self.group {
            Some(group) => Edit::Inside { group: Arc::clone(group), edit: Box::new(edit) },
            None => edit,
        }
    }
}

impl Graph {
    /// What an upgrade would do to each node of an older version: the recipe's own in order of their ids, then those of
    /// each group.
    pub fn upgrades(&self) -> Vec<Upgrade> {
        let of = |graph: &Self| graph.nodes.keys().filter_map(|id| graph.upgrade_of(id)).collect::<Vec<_>>();
        let mut found = of(self);
        for name in self.groups.keys() {
            let inside = self.inside(name).map(|inside| of(&inside)).unwrap_or_default();
            found.extend(inside.into_iter().map(|upgrade| Upgrade { group: Some(name.clone()), ..upgrade }));
        }
        found
    }

    /// What an upgrade would do to one node; `None` if it is of the newest version or of one that is not known.
    pub fn upgrade_of(&self, id: &str) -> Option<Upgrade> {
        let (id, node) = self.nodes.get_key_value(id)?;
        self.upgraded(id, node).map(|(_, upgrade)| upgrade)
    }

    pub(super) fn upgrade(&mut self, ids: &[NodeId]) -> Done<Applied> {
        let mut told = Vec::new();
        for id in ids {
            let Some(node) = self.nodes.get(id) else { return refuse(format!("there is no node \"{id}\"")) };
            let Some((next, upgrade)) = self.upgraded(id, node) else {
                return refuse(format!("node \"{id}\" ({}) is of the newest version that is known", node.kind));
            };
            self.nodes.insert(id.clone(), Arc::new(next));
            self.readers_stay(&upgrade)?;
            told.push(upgrade.to_string());
        }
        Ok(Applied { notice: (!told.is_empty()).then(|| told.join("\n")), ..Applied::default() })
    }

    /// The node in the current version of its kind; `None` if it is of that version or of one that is not known.
    fn upgraded(&self, id: &NodeId, node: &Node) -> Option<(Node, Upgrade)> {
        let (old, new) = (node.spec()?, crate::nodes::find(&node.kind)?);
        if old.version >= new.version {
            return None;
        }
        let mut next = Node { version: new.version, settings: BTreeMap::new(), unknown: Vec::new(), ..node.clone() };
        let mut changes = Vec::new();
        for field in Field::written(old) {
            if let Err(what) = self.carry(field, node, new, &mut next, &mut changes) {
                changes.push(what);
            }
        }
        for (name, text) in &node.unknown {
            match Field::of(new, name).map(|field| setting(field, &Raw::new(text, 0), &self.world)) {
                None => next.unknown.push((name.clone(), text.clone())),
                Some(Ok(setting)) => drop(next.settings.insert(name.as_str().into(), setting)),
                Some(Err(fault)) => changes.push(format!("{}, so the default stands", fault.message)),
            }
        }
        if next.muted && new.bypass.is_none() {
            next.muted = false;
            changes.push("it is muted no longer, no input could pass through".to_owned());
        }
        let upgrade = Upgrade {
            group: None,
            id: id.clone(),
            kind: node.kind.clone(),
            from: old.version,
            to: new.version,
            changes,
        };
        Some((next, upgrade))
    }

    /// Brings one field over; an error says why its setting is lost.
    fn carry(
        &self,
        field: Field,
        node: &Node,
        new: &NodeSpec,
        next: &mut Node,
        changes: &mut Vec<String>,
    ) -> Result<(), String> {
        let (name, set) = (field.name(), node.setting(field.name()));
        let Some(now) = Field::of(new, name) else {
            let gone = |s: &Setting| Err(format!("{name}: {} goes, there is no such field any more", written(s)));
            return set.map_or(Ok(()), gone);
        };
        let setting = match set {
            Some(setting) => setting.clone(),
            None if field.same_default(now) || !self.is_shown(node, field.shown()) => return Ok(()),
            None => {
                let Some(value) = field.default(&self.world) else { return Ok(()) };
                let setting = Setting::Value(value);
                changes.push(match now.default(&self.world) {
                    Some(default) => format!(
                        "{name} stays {}, now written out, for the default has become {}",
                        written(&setting),
                        written(&Setting::Value(default))
                    ),
                    None => format!("{name} stays {}, now written out", written(&setting)),
                });
                setting
            }
        };
        self.check_setting(now, &setting).map_err(|why| format!("{why}, so the default stands"))?;
        if !now.is_default(&setting) {
            next.settings.insert(name.into(), setting);
        }
        Ok(())
    }

    /// Refuses an upgrade that takes away an output which is in use.
    fn readers_stay(&self, upgrade: &Upgrade) -> Done {
        let Upgrade { id, kind, to, .. } = upgrade;
        let lost = |output: Option<&str>, reader: String| {
            let output = output.unwrap_or_default();
            Err(Refusal(format!(
                "node \"{id}\" ({kind}): version {to} has no output {output}, which {reader} reads: unplug it first"
            )))
        };
        for (link, reader, port) in self.wires().filter(|(link, _, _)| link.node == *id) {
            if self.check_source(link).is_err() {
                return lost(link.output.as_deref(), format!("{port} of \"{reader}\""));
            }
        }
        for output in self.outputs.iter().filter(|output| output.from.node == *id) {
            if self.check_source(&output.from).is_err() {
                return lost(output.from.output.as_deref(), format!("the output \"{}\"", output.name));
            }
        }
        Ok(())
    }
}
