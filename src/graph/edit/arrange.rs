//! Puts things on the canvas in order: in line, evenly apart, on a grid, or laid out anew.

use super::apply::{Done, refuse};
use super::{Axis, Edge};
use crate::graph::{Graph, Item, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// Room between a frame's border and what it holds, and more of it for the title.
const MARGIN: f32 = 20.0;
const TITLE: f32 = 44.0;

/// A thing on the canvas with its north-west corner and its size.
type Placed = (Item, [f32; 2], [f32; 2]);

/// A rectangle on the canvas.
#[derive(Clone, Copy)]
struct Area {
    lo: [f32; 2],
    hi: [f32; 2],
}

impl Area {
    const NONE: Self = Self { lo: [f32::INFINITY; 2], hi: [f32::NEG_INFINITY; 2] };

    fn with(self, at: [f32; 2], size: [f32; 2]) -> Self {
        let lo = [self.lo[0].min(at[0]), self.lo[1].min(at[1])];
        Self { lo, hi: [self.hi[0].max(at[0] + size[0]), self.hi[1].max(at[1] + size[1])] }
    }
}

impl Graph {
    pub(super) fn align(&mut self, boxes: &[(Item, [f32; 2])], to: Edge) -> Done {
        let places = self.placed(boxes)?;
        let all = places.iter().fold(Area::NONE, |area, (_, at, size)| area.with(*at, *size));
        let axis = usize::from(matches!(to, Edge::Top | Edge::Middle | Edge::Bottom));
        for (item, at, size) in places {
            let wish = match to {
                Edge::Left | Edge::Top => all.lo[axis],
                Edge::Center | Edge::Middle => (all.lo[axis] + all.hi[axis] - size[axis]) / 2.0,
                Edge::Right | Edge::Bottom => all.hi[axis] - size[axis],
            };
            self.shift(&item, axis, wish - at[axis])?;
        }
        Ok(())
    }

    pub(super) fn distribute(&mut self, boxes: &[(Item, [f32; 2])], along: Axis) -> Done {
        let axis = usize::from(along == Axis::Vertical);
        let mut places = self.placed(boxes)?;
        let middle = |(_, at, size): &Placed| at[axis] + size[axis] / 2.0;
        places.sort_by(|a, b| middle(a).total_cmp(&middle(b)).then_with(|| a.0.cmp(&b.0)));
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Ok(()) };
        let (from, to) = (first.1[axis], last.1[axis] + last.2[axis]);
        let filled: f32 = places.iter().map(|(_, _, size)| size[axis]).sum();
        let gap = (to - from - filled) / (places.len().max(2) - 1) as f32;
        let mut next = from;
        for (item, at, size) in places {
            self.shift(&item, axis, next - at[axis])?;
            next += size[axis] + gap;
        }
        Ok(())
    }

    pub(super) fn snap(&mut self, items: &[Item], grid: f32) -> Done {
        if !grid.is_finite() || grid <= 0.0 {
            return refuse(format!("the grid is {grid}, allowed is a number of points above 0"));
        }
        let boxes: Vec<(Item, [f32; 2])> = items.iter().map(|item| (item.clone(), [0.0; 2])).collect();
        for (item, at, _) in self.placed(&boxes)? {
            for (axis, v) in at.into_iter().enumerate() {
                self.shift(&item, axis, (v / grid).round() * grid - v)?;
            }
        }
        Ok(())
    }

    /// Lays nodes out anew, their north-west corner where it was; frames that hold nothing else follow them.
    pub(super) fn arrange(&mut self, sizes: &[(NodeId, [f32; 2])]) -> Done {
        let sizes: BTreeMap<NodeId, [f32; 2]> = sizes.iter().cloned().collect();
        for (id, size) in &sizes {
            self.existing(&Item::Node(id.clone()))?;
            if !size.iter().all(|v| v.is_finite() && *v >= 0.0) {
                return refuse(format!(
                    "the size of node \"{id}\" is ({}, {}), allowed are two numbers from 0",
                    size[0], size[1]
                ));
            }
        }
        let corner = |places: &mut dyn Iterator<Item = [f32; 2]>| {
            places.fold([f32::INFINITY; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])])
        };
        let old = corner(&mut sizes.keys().filter_map(|id| self.layout.get(id)).copied());
        let places = self.laid_out(&sizes);
        let new = corner(&mut places.values().copied());
        for (id, at) in &places {
            let at = if old[0].is_finite() { [at[0] - new[0] + old[0], at[1] - new[1] + old[1]] } else { *at };
            self.put(&Item::Node(id.clone()), at)?;
        }
        self.items.bends.retain(|(to, port), _| {
            let source = self.nodes.get(to).and_then(|node| node.link(port)).map(|link| &link.node);
            !sizes.contains_key(to) || source.is_none_or(|source| !sizes.contains_key(source))
        });
        self.fit_frames(&sizes)
    }

    /// Fits the frames that hold nothing but these nodes, inner ones first.
    fn fit_frames(&mut self, sizes: &BTreeMap<NodeId, [f32; 2]>) -> Done {
        let held = |graph: &Self, name: &_| graph.items.with_contents(&[Item::Frame(std::sync::Arc::clone(name))]);
        let follows = |item: &Item| match item {
            Item::Node(id) => sizes.contains_key(id),
            Item::Frame(_) => true,
            Item::Note(_) => false,
        };
        let mut frames: Vec<_> = self.items.frames.keys().map(|name| (held(self, name), name.clone())).collect();
        frames.retain(|(held, _)| held.len() > 1 && held.iter().all(follows));
        frames.sort_by_key(|(held, _)| held.len());
        for (_, name) in frames {
            let Some(frame) = self.items.frames.get(&name) else { continue };
            let mut area = Area::NONE;
            for member in frame.members() {
                let size = match &member {
                    Item::Node(id) => sizes.get(id).copied(),
                    Item::Frame(name) => self.items.frames.get(name).map(|frame| frame.size),
                    Item::Note(_) => None,
                };
                if let (Some(at), Some(size)) = (self.place_of(&member), size) {
                    area = area.with(at, size);
                }
            }
            if let Some(frame) = self.items.frames.get_mut(&name).filter(|_| area.lo[0].is_finite()) {
                frame.at = [area.lo[0] - MARGIN, area.lo[1] - TITLE];
                frame.size = [area.hi[0] - area.lo[0] + 2.0 * MARGIN, area.hi[1] - area.lo[1] + TITLE + MARGIN];
            }
        }
        Ok(())
    }

    /// Things with place and size, each once. Things that lie in a frame among them move with the frame and are left out.
    fn placed(&self, boxes: &[(Item, [f32; 2])]) -> Done<Vec<Placed>> {
        let items: Vec<Item> = boxes.iter().map(|(item, _)| item.clone()).collect();
        let held: BTreeSet<Item> = items
            .iter()
            .flat_map(|item| {
                let mut inside = self.items.with_contents(std::slice::from_ref(item));
                inside.remove(item);
                inside
            })
            .collect();
        let mut placed = BTreeMap::new();
        for (item, size) in boxes {
            self.existing(item)?;
            let Some(at) = self.place_of(item) else { return refuse(format!("{item} has no place yet")) };
            if !size.iter().all(|v| v.is_finite()) {
                return refuse(format!("the size of {item} is ({}, {}), allowed are finite numbers", size[0], size[1]));
            }
            if !held.contains(item) {
                placed.insert(item.clone(), (at, *size));
            }
        }
        Ok(placed.into_iter().map(|(item, (at, size))| (item, at, size)).collect())
    }

    fn shift(&mut self, item: &Item, axis: usize, by: f32) -> Done {
        let mut step = [0.0; 2];
        step[axis] = by;
        self.move_items(std::slice::from_ref(item), step)
    }
}
