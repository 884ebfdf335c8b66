//! Places for nodes that have none: columns from sources to results, neighbours at about the same height.

use super::{Graph, Node, NodeId};
use std::collections::BTreeMap;

/// About how wide a node is.
const WIDTH: f32 = 176.0;
/// Room between columns, where the wires run.
const AISLE: f32 = 54.0;
/// Room between nodes of a column.
const GAP: f32 = 30.0;
/// North-west corner of a new layout.
const CORNER: [f32; 2] = [40.0, 40.0];

impl Graph {
    /// Gives every node without a place one; nodes that have one stay where they are.
    ///
    /// Layers by the longest way from a source, ordered within a layer by the mean height of neighbours
    /// (after K. Sugiyama, S. Tagawa and M. Toda, 1981), without overlaps.
    pub fn auto_layout(&mut self) {
        self.layout.retain(|id, _| self.nodes.contains_key(id));
        let missing: Vec<NodeId> = self.nodes.keys().filter(|id| !self.layout.contains_key(*id)).cloned().collect();
        if missing.is_empty() {
            return;
        }
        let depths = self.depths();
        if self.layout.is_empty() {
            self.layout = self.layered(&depths, &|id| [WIDTH, self.height_of(id)]);
            return;
        }
        let mut order: Vec<&NodeId> = missing.iter().collect();
        order.sort_by_key(|id| depths.get(*id).copied().unwrap_or(0));
        for id in order {
            let place = self.beside_neighbours(id);
            self.layout.insert(id.clone(), place);
        }
    }

    /// Places for some nodes as if there were no others, without overlaps at these sizes; in columns from sources to
    /// results, see [`Graph::auto_layout`].
    pub(super) fn laid_out(&self, sizes: &BTreeMap<NodeId, [f32; 2]>) -> BTreeMap<NodeId, [f32; 2]> {
        let nodes = sizes.keys().filter_map(|id| Some((id.clone(), self.nodes.get(id)?.clone()))).collect();
        let alone = Self { nodes, ..Self::default() };
        alone.layered(&alone.depths(), &|id| sizes.get(id).copied().unwrap_or([WIDTH, 0.0]))
    }

    /// Length of the longest way from a source to each node; nodes of a loop get what one round gives.
    fn depths(&self) -> BTreeMap<NodeId, usize> {
        let mut open: BTreeMap<&NodeId, usize> = BTreeMap::new();
        let mut readers: BTreeMap<&NodeId, Vec<&NodeId>> = BTreeMap::new();
        for (link, to, _) in self.wires().filter(|(link, _, _)| self.nodes.contains_key(&link.node)) {
            *open.entry(to).or_default() += 1;
            readers.entry(&link.node).or_default().push(to);
        }
        let mut depths: BTreeMap<NodeId, usize> = self.nodes.keys().map(|id| (id.clone(), 0)).collect();
        let mut ready: Vec<&NodeId> = self.nodes.keys().filter(|id| !open.contains_key(id)).collect();
        while let Some(id) = ready.pop() {
            let next = depths.get(id).map_or(1, |depth| depth + 1);
            for to in readers.get(id).into_iter().flatten() {
                if let Some(depth) = depths.get_mut(*to) {
                    *depth = (*depth).max(next);
                }
                if let Some(count) = open.get_mut(to) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(to);
                    }
                }
            }
        }
        depths
    }

    fn layered(&self, depths: &BTreeMap<NodeId, usize>, size: Size<'_>) -> BTreeMap<NodeId, [f32; 2]> {
        let near = self.neighbours();
        let columns = self.columns(depths, &near);
        let mut places: BTreeMap<NodeId, [f32; 2]> = BTreeMap::new();
        let mut x = CORNER[0];
        for column in &columns {
            stack(column, x, size, &mut places);
            x += column.iter().map(|id| size(id)[0]).fold(0.0, f32::max) + AISLE;
        }
        for round in 0..8 {
            let forward = round % 2 == 0;
            let mut indices: Vec<usize> = (0..columns.len()).collect();
            if !forward {
                indices.reverse();
            }
            for i in indices {
                let wish = |id: &NodeId| near.get(id).and_then(|near| near.wish(&places, forward));
                let stay = |id: &NodeId| places.get(id).map_or(0.0, |p| p[1]);
                let mut column: Vec<(NodeId, f32)> =
                    columns[i].iter().map(|id| (id.clone(), wish(id).unwrap_or_else(|| stay(id)))).collect();
                column.sort_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
                settle(&column, size, &mut places);
            }
        }
        let top = places.values().map(|p| p[1]).fold(f32::INFINITY, f32::min);
        for place in places.values_mut() {
            place[1] = (place[1] - top + CORNER[1]).round();
        }
        places
    }

    /// Nodes by column; a source stands right before the first node that reads it.
    fn columns(&self, depths: &BTreeMap<NodeId, usize>, near: &BTreeMap<&NodeId, Near<'_>>) -> Vec<Vec<NodeId>> {
        let mut column: BTreeMap<&NodeId, usize> = depths.iter().map(|(id, d)| (id, *d)).collect();
        for (id, near) in near.iter().filter(|(_, near)| near.sources.is_empty()) {
            if let Some(first) = near.readers.iter().filter_map(|to| depths.get(*to)).min() {
                column.insert(id, first.saturating_sub(1));
            }
        }
        let mut columns = vec![Vec::new(); column.values().max().map_or(0, |d| d + 1)];
        for (id, x) in column {
            columns[x].push(id.clone());
        }
        columns
    }

    fn neighbours(&self) -> BTreeMap<&NodeId, Near<'_>> {
        let mut near: BTreeMap<&NodeId, Near<'_>> = self.nodes.keys().map(|id| (id, Near::default())).collect();
        for (link, to, _) in self.wires().filter(|(link, _, _)| self.nodes.contains_key(&link.node)) {
            near.entry(to).or_default().sources.push(&link.node);
            near.entry(&link.node).or_default().readers.push(to);
        }
        near
    }

    /// A free place right of a node's sources or left of its readers.
    fn beside_neighbours(&self, id: &NodeId) -> [f32; 2] {
        let place_of = |id: &NodeId| self.layout.get(id).copied();
        let links = self.nodes.get(id).into_iter().flat_map(|node| node.links());
        let sources: Vec<[f32; 2]> = links.filter_map(|(_, link)| place_of(&link.node)).collect();
        let wires = self.wires().filter(|(link, _, _)| link.node == *id);
        let readers: Vec<[f32; 2]> = wires.filter_map(|(_, to, _)| place_of(to)).collect();
        let mean = |places: &[[f32; 2]]| places.iter().map(|p| p[1]).sum::<f32>() / places.len() as f32;
        let edge = |from: f32, f: fn(f32, f32) -> f32, places: &[[f32; 2]]| places.iter().map(|p| p[0]).fold(from, f);
        let all: Vec<[f32; 2]> = self.layout.values().copied().collect();
        let mut place = if !sources.is_empty() {
            [edge(f32::NEG_INFINITY, f32::max, &sources) + WIDTH + AISLE, mean(&sources)]
        } else if !readers.is_empty() {
            [edge(f32::INFINITY, f32::min, &readers) - WIDTH - AISLE, mean(&readers)]
        } else {
            let bottom = all.iter().map(|p| p[1]).fold(f32::NEG_INFINITY, f32::max);
            [edge(f32::INFINITY, f32::min, &all), bottom + 300.0]
        };
        let height = self.height_of(id);
        let overlaps = |place: [f32; 2]| {
            self.layout.iter().find(|(other, p)| {
                (p[0] - place[0]).abs() < WIDTH + AISLE - GAP
                    && p[1] < place[1] + height + GAP
                    && place[1] < p[1] + self.height_of(other) + GAP
            })
        };
        while let Some((other, p)) = overlaps(place) {
            let below = p[1] + self.height_of(other) + GAP;
            if below <= place[1] {
                break;
            }
            place[1] = below;
        }
        place.map(f32::round)
    }

    /// About what the canvas draws: a header, a picture, and a row for each socket and each parameter on the face.
    fn height_of(&self, id: &NodeId) -> f32 {
        let rows = |node: &Node| node.spec().map_or(4, |s| s.inputs.len() + s.outputs.len() + s.face.len());
        let rows = self.nodes.get(id).map_or(4, |node| rows(node));
        27.0 + 100.0 + 23.0 * rows as f32
    }
}

/// Width and height of a node on the canvas.
type Size<'a> = &'a dyn Fn(&NodeId) -> [f32; 2];

fn stack(column: &[NodeId], x: f32, size: Size<'_>, places: &mut BTreeMap<NodeId, [f32; 2]>) {
    let mut y = CORNER[1];
    for id in column {
        places.insert(id.clone(), [x, y]);
        y += size(id)[1] + GAP;
    }
}

/// Places a column in order, each node as near to its wish as the ones above allow, and the whole around their mean.
fn settle(column: &[(NodeId, f32)], size: Size<'_>, places: &mut BTreeMap<NodeId, [f32; 2]>) {
    let mut floor = f32::NEG_INFINITY;
    let mut ys = Vec::new();
    for (id, wish) in column {
        let y = wish.max(floor);
        floor = y + size(id)[1] + GAP;
        ys.push(y);
    }
    let drift: f32 = column.iter().zip(&ys).map(|((_, wish), y)| y - wish).sum();
    let shift = drift / column.len().max(1) as f32;
    for ((id, _), y) in column.iter().zip(ys) {
        if let Some(place) = places.get_mut(id) {
            place[1] = y - shift;
        }
    }
}

/// The nodes at the other ends of a node's wires.
#[derive(Default)]
struct Near<'a> {
    sources: Vec<&'a NodeId>,
    readers: Vec<&'a NodeId>,
}

impl Near<'_> {
    /// Where a node would like to stand: at the mean of its sources, on the way back of its readers.
    fn wish(&self, places: &BTreeMap<NodeId, [f32; 2]>, forward: bool) -> Option<f32> {
        let ids = if forward { &self.sources } else { &self.readers };
        let ys: Vec<f32> = ids.iter().filter_map(|id| places.get(*id)).map(|p| p[1]).collect();
        (!ys.is_empty()).then(|| ys.iter().sum::<f32>() / ys.len() as f32)
    }
}
