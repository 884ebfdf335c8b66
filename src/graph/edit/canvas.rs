//! What lies on the canvas beside nodes: frames, notes, bends, looks. None of these edits computes anything.

use super::Applied;
use super::apply::{Done, checked_place, refuse};
use crate::graph::names::{NAME_RULE, is_name};
use crate::graph::{CanvasNote, Frame, Graph, Item, NodeId};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Graph {
    pub(super) fn bend(&mut self, to: &NodeId, port: &Arc<str>, points: &[[f32; 2]]) -> Done {
        if self.nodes.get(to).and_then(|node| node.link(port)).is_none() {
            return refuse(format!("nothing is plugged into {port} of node \"{to}\""));
        }
        let points = points.iter().map(|at| checked_place(*at)).collect::<Done<Vec<_>>>()?;
        let key = (to.clone(), port.clone());
        match points.is_empty() {
            true => self.items.bends.remove(&key),
            false => self.items.bends.insert(key, points),
        };
        Ok(())
    }

    pub(super) fn collapse(&mut self, ids: &[NodeId], collapsed: bool) -> Done {
        ids.iter().try_for_each(|id| {
            self.existing(&Item::Node(id.clone()))?;
            self.items.looks.entry(id.clone()).or_default().collapsed = collapsed;
            Ok(())
        })
    }

    pub(super) fn tint(&mut self, items: &[Item], color: Option<[u8; 3]>) -> Done {
        for item in items {
            self.existing(item)?;
            let of = match item {
                Item::Node(id) => Some(&mut self.items.looks.entry(id.clone()).or_default().color),
                Item::Frame(name) => self.items.frames.get_mut(name).map(|frame| &mut frame.color),
                Item::Note(name) => self.items.notes.get_mut(name).map(|note| &mut note.color),
            };
            if let Some(of) = of {
                *of = color;
            }
        }
        Ok(())
    }

    pub(super) fn set_frame(&mut self, name: &Arc<str>, frame: Option<&Frame>) -> Done<Applied> {
        let item = Item::Frame(name.clone());
        let Some(frame) = frame else {
            self.existing(&item)?;
            self.remove_frame(name);
            return Ok(Applied::default());
        };
        checked_name(name, "frame")?;
        let (at, size) = (checked_place(frame.at)?, checked_size(frame.size)?);
        for member in frame.members() {
            self.existing(&member)?;
            if self.items.with_contents(std::slice::from_ref(&member)).contains(&item) || member == item {
                return refuse(format!("frame \"{name}\" would hold itself"));
            }
            self.items.release(&member);
        }
        self.items.frames.insert(name.clone(), Frame { at, size, ..frame.clone() });
        Ok(Applied { items: vec![item], ..Applied::default() })
    }

    /// Takes a frame away. What it held goes to the frame that held it.
    fn remove_frame(&mut self, name: &Arc<str>) {
        let item = Item::Frame(name.clone());
        let outer = self.items.frame_of(&item).cloned();
        let Some(frame) = self.items.frames.remove(name) else { return };
        self.items.release(&item);
        if let Some(outer) = outer.and_then(|outer| self.items.frames.get_mut(&outer)) {
            frame.members().for_each(|member| outer.hold(&member));
        }
    }

    pub(super) fn set_note(&mut self, name: &Arc<str>, note: Option<&CanvasNote>) -> Done<Applied> {
        let item = Item::Note(name.clone());
        let Some(note) = note else {
            self.existing(&item)?;
            self.items.notes.remove(name);
            self.items.release(&item);
            return Ok(Applied::default());
        };
        checked_name(name, "note")?;
        let (at, size) = (checked_place(note.at)?, checked_size(note.size)?);
        self.items.notes.insert(name.clone(), CanvasNote { at, size, ..note.clone() });
        Ok(Applied { items: vec![item], ..Applied::default() })
    }

    pub(super) fn enclose(&mut self, items: &[Item], frame: Option<&Arc<str>>) -> Done {
        for item in items {
            self.existing(item)?;
        }
        if let Some(name) = frame {
            let inside = Item::Frame(name.clone());
            self.existing(&inside)?;
            if self.items.with_contents(items).contains(&inside) {
                return refuse(format!("frame \"{name}\" would hold itself"));
            }
        }
        for item in items {
            self.items.release(item);
            if let Some(frame) = frame.and_then(|name| self.items.frames.get_mut(name)) {
                frame.hold(item);
            }
        }
        Ok(())
    }

    pub(super) fn delete(&mut self, items: &[Item], heal: bool) -> Done<Applied> {
        let mut ids = BTreeSet::new();
        for item in items.iter().collect::<BTreeSet<_>>() {
            self.existing(item)?;
            match item {
                Item::Node(id) => {
                    ids.insert(id.clone());
                }
                Item::Frame(name) => self.remove_frame(name),
                Item::Note(name) => self.set_note(name, None).map(|_| ())?,
            }
        }
        self.remove(&ids.into_iter().collect::<Vec<_>>(), heal)
    }

    pub(super) fn move_items(&mut self, items: &[Item], by: [f32; 2]) -> Done {
        for item in items {
            self.existing(item)?;
        }
        let all = self.items.with_contents(items);
        for item in &all {
            // A node that has no place yet gets one by itself.
            if let Some([x, y]) = self.place_of(item) {
                self.put(item, [x + by[0], y + by[1]])?;
            }
        }
        self.move_bends(&all, by)
    }

    /// Moves the bends of wires between nodes that move together.
    fn move_bends(&mut self, moved: &BTreeSet<Item>, by: [f32; 2]) -> Done {
        let moves = |id: &NodeId| moved.contains(&Item::Node(id.clone()));
        for ((to, port), points) in &mut self.items.bends {
            let link = self.nodes.get(to).and_then(|node| node.link(port));
            if !moves(to) || !link.is_some_and(|link| moves(&link.node)) {
                continue;
            }
            for point in points {
                *point = checked_place([point[0] + by[0], point[1] + by[1]])?;
            }
        }
        Ok(())
    }

    /// Places one thing, without what it holds.
    pub(super) fn put(&mut self, item: &Item, at: [f32; 2]) -> Done {
        let at = checked_place(at)?;
        match item {
            Item::Node(id) => {
                self.layout.insert(id.clone(), at);
            }
            Item::Frame(name) => {
                if let Some(frame) = self.items.frames.get_mut(name) {
                    frame.at = at;
                }
            }
            Item::Note(name) => {
                if let Some(note) = self.items.notes.get_mut(name) {
                    note.at = at;
                }
            }
        }
        Ok(())
    }

    pub(super) fn existing(&self, item: &Item) -> Done {
        if self.has(item) { Ok(()) } else { refuse(format!("there is no {item}")) }
    }
}

fn checked_name(name: &str, what: &str) -> Done {
    match is_name(name) {
        true => Ok(()),
        false => refuse(format!("\"{name}\" cannot name a {what}, allowed are {NAME_RULE}")),
    }
}

/// A size without minus zero, which the file would not keep.
fn checked_size(size: [f32; 2]) -> Done<[f32; 2]> {
    match size.iter().all(|v| v.is_finite() && *v >= 0.0) {
        true => Ok(size.map(|v| v + 0.0)),
        false => refuse(format!("the size is ({}, {}), allowed are two numbers from 0", size[0], size[1])),
    }
}
