//! Wires: plugged, unplugged, moved, and exchanged between two inputs.

use super::apply::{Done, refuse};
use crate::graph::field::Field;
use crate::graph::{Graph, Link, NodeId, Setting};
use std::sync::Arc;

impl Graph {
    pub(super) fn connect(&mut self, from: &Link, to: &NodeId, port: &str) -> Done {
        self.legal(from, to, port)?;
        let link = self.shortened(from);
        let old = self.node_mut(to)?.settings.insert(port.into(), Setting::Link(link.clone()));
        if old != Some(Setting::Link(link)) {
            self.items.bends.remove(&(to.clone(), port.into()));
        }
        Ok(())
    }

    pub(super) fn disconnect(&mut self, to: &NodeId, port: &str) -> Done {
        let node = self.node_mut(to)?;
        if node.link(port).is_none() {
            return refuse(format!("nothing is plugged into {port} of node \"{to}\""));
        }
        node.settings.remove(port);
        Ok(())
    }

    /// Every wire that begins at `from`.
    pub(super) fn readers(&self, from: &Link) -> Vec<(NodeId, Arc<str>)> {
        let from = self.shortened(from);
        let wires = self.wires().filter(|(link, _, _)| self.shortened(link) == from);
        wires.map(|(_, to, port)| (to.clone(), port.clone())).collect()
    }

    pub(super) fn move_wires(&mut self, from: &Link, to: &Link) -> Done {
        if self.shortened(from) == self.shortened(to) {
            return Ok(());
        }
        self.readers(from).iter().try_for_each(|(reader, port)| self.connect(to, reader, port))
    }

    pub(super) fn swap(&mut self, id: &NodeId, a: &Arc<str>, b: &Arc<str>) -> Done {
        for port in [a, b] {
            if !matches!(self.field(id, port)?, Field::Input(_)) {
                return refuse(format!("node \"{id}\": {port} is no input"));
            }
        }
        if a == b {
            return Ok(());
        }
        let key = |port: &Arc<str>| (id.clone(), port.clone());
        let bends = [self.items.bends.remove(&key(a)), self.items.bends.remove(&key(b))];
        let settings = &mut self.node_mut(id)?.settings;
        let (first, second) = (settings.remove(a), settings.remove(b));
        for (port, setting) in [(b, first), (a, second)] {
            if let Some(setting) = setting {
                self.set(id, port, Some(&setting))?;
            }
        }
        for (port, points) in [b, a].into_iter().zip(bends) {
            if let Some(points) = points {
                self.items.bends.insert(key(port), points);
            }
        }
        Ok(())
    }
}
