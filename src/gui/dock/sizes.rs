//! Sizes of panes in points: what a person gave a pane it keeps, whatever the window does, as far as there is room.

use super::{GAP, Pane, TAB_BAR};
use eframe::egui::{Vec2, vec2};
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};
use std::collections::BTreeMap;

/// Wished sizes, along the direction of the container that a tile lies in.
#[derive(Clone, Debug, Default)]
pub(super) struct Sizes {
    wishes: BTreeMap<u64, f32>,
}

impl Sizes {
    /// Remembers a wish in points.
    pub fn wish(&mut self, tile: TileId, points: f32) {
        self.wishes.insert(tile.0, points);
    }

    /// What was wished for a tile.
    pub fn wished(&self, tile: TileId) -> Option<f32> {
        self.wishes.get(&tile.0).copied()
    }

    /// Gives every tile its share of a window of `room` points.
    pub fn lay_out(&mut self, tree: &mut Tree<Pane>, room: Vec2) {
        self.wishes.retain(|id, _| tree.tiles.get(TileId::from_u64(*id)).is_some());
        if let Some(root) = tree.root() {
            self.fit(&mut tree.tiles, root, room);
        }
    }

    fn fit(&mut self, tiles: &mut Tiles<Pane>, tile: TileId, room: Vec2) {
        let Some(Tile::Container(container)) = tiles.get(tile) else { return };
        match container {
            Container::Tabs(tabs) => {
                for child in tabs.children.clone() {
                    self.fit(tiles, child, room - vec2(0.0, TAB_BAR));
                }
            }
            Container::Linear(linear) => {
                let seen = |child: &TileId| tiles.is_visible_in_layout(*child);
                let children: Vec<TileId> = linear.children.iter().copied().filter(seen).collect();
                let across = linear.dir == LinearDir::Vertical;
                let points = self.split(tiles, &children, across, room);
                let Some(Tile::Container(Container::Linear(linear))) = tiles.get_mut(tile) else { return };
                for (child, size) in children.iter().zip(&points) {
                    linear.shares.set_share(*child, *size);
                }
                for (child, size) in children.into_iter().zip(points) {
                    let room = if across { vec2(room.x, size) } else { vec2(size, room.y) };
                    self.fit(tiles, child, room);
                }
            }
            Container::Grid(_) => {}
        }
    }

    /// Points for each of the children of a row or column.
    fn split(&mut self, tiles: &Tiles<Pane>, children: &[TileId], across: bool, room: Vec2) -> Vec<f32> {
        let along = |size: Vec2| if across { size.y } else { size.x };
        let count = children.len().max(1) as f32;
        let room = (along(room) - GAP * (count - 1.0)).max(0.0);
        // A new pane gets as much as the others have on average.
        let wishes: Vec<f32> =
            children.iter().map(|child| *self.wishes.entry(child.0).or_insert(room / count)).collect();
        let least: Vec<f32> = children.iter().map(|child| along(smallest(tiles, *child))).collect();
        let ranks = children.iter().map(|child| rank(tiles, *child));
        let free = ranks.enumerate().max_by_key(|(i, rank)| (*rank, std::cmp::Reverse(*i))).map_or(0, |(i, _)| i);
        distribute(&wishes, &least, free, room)
    }

    /// Moves the border behind the child `before` by some points, as far as the smallest sizes allow; `present` are the
    /// points that the children of that row or column have. Whether it moved.
    pub fn shift(
        &mut self,
        tree: &Tree<Pane>,
        children: &[TileId],
        present: &[f32],
        (before, by): (usize, f32),
        across: bool,
    ) -> bool {
        let (Some(a), Some(b)) = (present.get(before), present.get(before + 1)) else { return false };
        let least = |tile: TileId| {
            let size = smallest(&tree.tiles, tile);
            if across { size.y } else { size.x }
        };
        let (low, high) = (least(children[before]), a + b - least(children[before + 1]));
        let size = (a + by).min(high).max(low);
        if size == *a || high < low {
            return false;
        }
        for (child, points) in children.iter().zip(present) {
            self.wish(*child, *points);
        }
        self.wish(children[before], size);
        self.wish(children[before + 1], a + b - size);
        true
    }
}

/// Smallest size of a tile with all that is seen in it.
fn smallest(tiles: &Tiles<Pane>, tile: TileId) -> Vec2 {
    let children = |ids: &[TileId]| {
        let seen = ids.iter().filter(|id| tiles.is_visible_in_layout(**id));
        seen.map(|id| smallest(tiles, *id)).collect::<Vec<_>>()
    };
    match tiles.get(tile) {
        Some(Tile::Pane(pane)) => pane.smallest(),
        Some(Tile::Container(Container::Linear(linear))) => {
            let inner = children(&linear.children);
            let gaps = GAP * inner.len().saturating_sub(1) as f32;
            let (sum, most) = inner.iter().fold((Vec2::ZERO, Vec2::ZERO), |(s, m), v| (s + *v, m.max(*v)));
            match linear.dir {
                LinearDir::Horizontal => vec2(sum.x + gaps, most.y),
                LinearDir::Vertical => vec2(most.x, sum.y + gaps),
            }
        }
        Some(Tile::Container(container)) => {
            let ids: Vec<TileId> = container.children().copied().collect();
            children(&ids).into_iter().fold(Vec2::ZERO, Vec2::max) + vec2(0.0, TAB_BAR)
        }
        None => Vec2::ZERO,
    }
}

/// Highest rank of what is seen in a tile.
fn rank(tiles: &Tiles<Pane>, tile: TileId) -> u8 {
    match tiles.get(tile) {
        Some(Tile::Pane(pane)) => pane.rank(),
        Some(Tile::Container(container)) => {
            let seen = container.children().filter(|id| tiles.is_visible_in_layout(**id));
            seen.map(|id| rank(tiles, *id)).max().unwrap_or(0)
        }
        None => 0,
    }
}

/// Sizes that fill `room`: each as wished and not under its least, `free` takes the rest; where that does not fit, the
/// others give way, and at last all shrink below their least alike.
fn distribute(wishes: &[f32], least: &[f32], free: usize, room: f32) -> Vec<f32> {
    let mut sizes: Vec<f32> = wishes.iter().zip(least).map(|(w, l)| w.max(*l)).collect();
    let Some(rest) = sizes.get(free).map(|own| room - (sizes.iter().sum::<f32>() - own)) else { return sizes };
    sizes[free] = rest.max(least[free]);
    let excess = sizes.iter().sum::<f32>() - room;
    if excess <= 0.0 {
        return sizes;
    }
    let spare: f32 = sizes.iter().zip(least).map(|(s, l)| s - l).sum();
    if excess <= spare {
        return sizes.iter().zip(least).map(|(s, l)| s - (s - l) * excess / spare).collect();
    }
    let all: f32 = least.iter().sum::<f32>().max(1.0);
    least.iter().map(|l| l * room / all).collect()
}
