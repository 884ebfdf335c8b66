//! Takes nodes away or out of their wires, heals the wires, and keeps outputs on something that exists.

use super::Applied;
use super::apply::{Done, refuse};
use crate::graph::{Graph, Link, NodeId, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Graph {
    pub(super) fn remove(&mut self, ids: &[NodeId], heal: bool) -> Done<Applied> {
        let gone: BTreeSet<&NodeId> = ids.iter().collect();
        if let Some(id) = gone.iter().find(|id| !self.nodes.contains_key(**id)) {
            return refuse(format!("there is no node \"{id}\""));
        }
        let healed = |id: &NodeId| heal.then(|| self.survivor(id, &gone, |id| self.heal_source(id))).flatten();
        let sources: BTreeMap<&NodeId, Option<Link>> = gone.iter().map(|id| (*id, healed(id))).collect();
        let feeders: BTreeMap<&NodeId, Option<Link>> =
            gone.iter().map(|id| (*id, self.survivor(id, &gone, |id| self.feeder(id)))).collect();
        let cut: Vec<(NodeId, Arc<str>, NodeId)> = self
            .wires()
            .filter(|(link, to, _)| gone.contains(&link.node) && !gone.contains(to))
            .map(|(link, to, port)| (to.clone(), port.clone(), link.node.clone()))
            .collect();
        for id in &gone {
            self.nodes.remove(*id);
            self.layout.remove(*id);
        }
        for (to, port, _) in &cut {
            self.node_mut(to)?.settings.remove(port);
        }
        for (to, port, source) in &cut {
            if let Some(Some(link)) = sources.get(source)
                && self.legal(link, to, port).is_ok()
            {
                self.connect(link, to, port)?;
            }
        }
        Ok(Applied { notice: self.move_outputs(&feeders), ..Applied::default() })
    }

    /// Follows sources from a node that goes away to one that stays.
    fn survivor<'a>(
        &'a self,
        id: &'a NodeId,
        gone: &BTreeSet<&NodeId>,
        source: impl Fn(&'a NodeId) -> Option<&'a Link>,
    ) -> Option<Link> {
        let mut seen = BTreeSet::from([id]);
        let mut link = source(id)?;
        while gone.contains(&link.node) && seen.insert(&link.node) {
            link = source(&link.node)?;
        }
        self.nodes.contains_key(&link.node).then(|| link.clone()).filter(|link| !gone.contains(&link.node))
    }

    /// What feeds a node most directly: what heals its wires, else its first plugged input.
    fn feeder(&self, id: &NodeId) -> Option<&Link> {
        let node = self.nodes.get(id)?;
        let inputs = node.spec().map_or(&[][..], |spec| spec.inputs);
        self.heal_source(id).or_else(|| inputs.iter().find_map(|input| node.link(input.name)))
    }

    /// Moves the outputs of removed nodes to what fed them, and says so.
    fn move_outputs(&mut self, feeders: &BTreeMap<&NodeId, Option<Link>>) -> Option<String> {
        let mut notices = Vec::new();
        self.outputs.retain_mut(|output| match feeders.get(&output.from.node) {
            None => true,
            Some(Some(feeder)) => {
                output.from = feeder.clone();
                notices.push(format!("output \"{}\" now comes from \"{feeder}\"", output.name));
                true
            }
            Some(None) => {
                notices.push(format!("output \"{}\" went with its node", output.name));
                false
            }
        });
        (!notices.is_empty()).then(|| notices.join("; "))
    }

    pub(super) fn extract(&mut self, id: &NodeId) -> Done {
        let source = self.heal_source(id).cloned();
        self.node_mut(id)?.settings.retain(|_, setting| !matches!(setting, Setting::Link(_)));
        let wires = self.wires().filter(|(link, _, _)| link.node == *id);
        let cut: Vec<(NodeId, Arc<str>)> = wires.map(|(_, to, port)| (to.clone(), port.clone())).collect();
        for (to, port) in &cut {
            self.node_mut(to)?.settings.remove(port);
        }
        let Some(source) = source else { return Ok(()) };
        for (to, port) in &cut {
            if self.legal(&source, to, port).is_ok() {
                self.connect(&source, to, port)?;
            }
        }
        Ok(())
    }
}
