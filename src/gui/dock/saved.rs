//! A layout as data: what stands in the settings file, and how a tree is built of it.
//!
//! A text that is damaged, or that says something which cannot be shown, gives the usual layout. Panes that a text does
//! not know wait as hidden tabs, so that a newer version finds a place for what an older one has not heard of.

use super::Pane;
use super::sizes::Sizes;
use eframe::egui::Id;
use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Longest text that is read.
const LONGEST: usize = 1 << 14;
/// Containers within containers.
const DEEPEST: usize = 12;
/// Width of the right side in points, and height of the preview in it.
const SIDE: f32 = 446.0;
const PICTURE: f32 = 583.0;
/// Height of the variations below the canvas.
const STRIP: f32 = 320.0;

/// A part of the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Area {
    /// One pane.
    Pane(Pane),
    /// Tabs, and which of them is in front.
    Tabs(usize, Vec<Area>),
    /// Beside each other, with widths in points.
    Row(Vec<(f32, Area)>),
    /// Above each other, with heights in points.
    Column(Vec<(f32, Area)>),
}

/// A layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The whole window.
    pub area: Area,
    /// Panes that have a place there and are not shown.
    pub hidden: BTreeSet<Pane>,
}

impl Default for Saved {
    /// The canvas; at its right the preview over the inspector; everything else hidden behind that and below the canvas.
    fn default() -> Self {
        let tabs = |panes: &[Pane]| Area::Tabs(0, panes.iter().copied().map(Area::Pane).collect());
        let behind = [Pane::World, Pane::Tiles, Pane::Ramp, Pane::Problems, Pane::History, Pane::Export];
        let below = tabs(&[&[Pane::Inspector], &behind[..]].concat());
        let side = Area::Column(vec![(PICTURE, tabs(&[Pane::Preview])), (350.0, below)]);
        // A strip of pictures below the graph, which is seen while they are looked at.
        let middle = Area::Column(vec![(620.0, tabs(&[Pane::Canvas])), (STRIP, tabs(&[Pane::Variations]))]);
        let area = Area::Row(vec![(1153.0, middle), (SIDE, side)]);
        let hidden = [&behind[..], &[Pane::Variations]].concat();
        Self { area, hidden: hidden.into_iter().collect() }
    }
}

impl Saved {
    /// The layout of a text, or the usual one.
    pub fn read(text: &str) -> Self {
        let parsed = (text.len() <= LONGEST).then(|| ron::from_str::<Self>(text).ok()).flatten();
        parsed.filter(Self::is_sound).unwrap_or_default()
    }

    /// The layout as text; empty for the usual one.
    pub fn text(&self) -> String {
        match *self == Self::default() {
            true => String::new(),
            false => ron::to_string(self).unwrap_or_default(),
        }
    }

    /// Whether the canvas is there and shown, no pane is there twice, and all numbers are sizes.
    fn is_sound(&self) -> bool {
        let mut panes = Vec::new();
        let sound = self.area.collect(0, &mut panes);
        let different: BTreeSet<Pane> = panes.iter().copied().collect();
        sound
            && different.len() == panes.len()
            && different.contains(&Pane::Canvas)
            && !self.hidden.contains(&Pane::Canvas)
    }

    /// The tree of the layout, with the wished sizes.
    pub(super) fn build(mut self) -> (Tree<Pane>, Sizes) {
        self.add_missing();
        let (mut tiles, mut sizes) = (Tiles::default(), Sizes::default());
        let root = self.area.build(&mut tiles, &mut sizes);
        let mut tree = Tree::new(Id::unique("orograph panes"), root, tiles);
        for pane in self.hidden {
            if let Some(tile) = tree.tiles.find_pane(&pane) {
                tree.set_visible(tile, false);
            }
        }
        (tree, sizes)
    }

    /// Gives panes that the layout does not know a place behind the inspector, or at the right edge.
    fn add_missing(&mut self) {
        let mut known = Vec::new();
        self.area.collect(0, &mut known);
        let missing: Vec<Pane> = Pane::ALL.into_iter().filter(|pane| !known.contains(pane)).collect();
        if missing.is_empty() {
            return;
        }
        self.hidden.extend(&missing);
        let areas: Vec<Area> = missing.into_iter().map(Area::Pane).collect();
        match self.area.tabs_of(Pane::Inspector) {
            Some(tabs) => tabs.extend(areas),
            None => {
                let whole = std::mem::replace(&mut self.area, Area::Pane(Pane::Canvas));
                self.area = Area::Row(vec![(1153.0, whole), (SIDE, Area::Tabs(0, areas))]);
            }
        }
    }

    /// What a tree looks like.
    pub(super) fn of(tree: &Tree<Pane>, sizes: &Sizes) -> Self {
        let area = tree.root().and_then(|root| Area::of(&tree.tiles, root, sizes));
        let hidden = Pane::ALL.into_iter().filter(|pane| {
            let tile = tree.tiles.find_pane(pane);
            tile.is_some_and(|tile| !tree.is_visible(tile))
        });
        area.map_or_else(Self::default, |area| Self { area, hidden: hidden.collect() })
    }
}

impl Area {
    /// Collects the panes; whether all numbers are sizes and nothing is nested too deep.
    fn collect(&self, depth: usize, panes: &mut Vec<Pane>) -> bool {
        if depth > DEEPEST {
            return false;
        }
        match self {
            Self::Pane(pane) => {
                panes.push(*pane);
                true
            }
            Self::Tabs(_, areas) => areas.iter().all(|area| area.collect(depth + 1, panes)),
            Self::Row(parts) | Self::Column(parts) => {
                let sizes = parts.iter().all(|(points, _)| (0.0..1e6).contains(points));
                parts.iter().all(|(_, area)| area.collect(depth + 1, panes)) && sizes
            }
        }
    }

    /// The tabs that hold a pane.
    fn tabs_of(&mut self, pane: Pane) -> Option<&mut Vec<Self>> {
        match self {
            Self::Pane(_) => None,
            Self::Tabs(_, areas) => match areas.contains(&Self::Pane(pane)) {
                true => Some(areas),
                false => areas.iter_mut().find_map(|area| area.tabs_of(pane)),
            },
            Self::Row(parts) | Self::Column(parts) => parts.iter_mut().find_map(|(_, area)| area.tabs_of(pane)),
        }
    }

    fn build(&self, tiles: &mut Tiles<Pane>, sizes: &mut Sizes) -> TileId {
        match self {
            Self::Pane(pane) => tiles.insert_pane(*pane),
            Self::Tabs(front, areas) => {
                let children: Vec<TileId> = areas.iter().map(|area| area.build(tiles, sizes)).collect();
                let mut tabs = Tabs::new(children.clone());
                tabs.active = children.get(*front).or(children.first()).copied();
                tiles.insert_container(tabs)
            }
            Self::Row(parts) => line(LinearDir::Horizontal, parts, tiles, sizes),
            Self::Column(parts) => line(LinearDir::Vertical, parts, tiles, sizes),
        }
    }

    fn of(tiles: &Tiles<Pane>, tile: TileId, sizes: &Sizes) -> Option<Self> {
        Some(match tiles.get(tile)? {
            Tile::Pane(pane) => Self::Pane(*pane),
            Tile::Container(Container::Tabs(tabs)) => {
                let front = tabs.children.iter().position(|child| Some(*child) == tabs.active).unwrap_or(0);
                Self::Tabs(front, tabs.children.iter().filter_map(|child| Self::of(tiles, *child, sizes)).collect())
            }
            Tile::Container(container) => {
                let part = |child: &TileId| {
                    let points = sizes.wished(*child).unwrap_or(SIDE).round();
                    Some((points, Self::of(tiles, *child, sizes)?))
                };
                let parts = container.children().filter_map(part).collect();
                match container {
                    Container::Linear(Linear { dir: LinearDir::Vertical, .. }) => Self::Column(parts),
                    _ => Self::Row(parts),
                }
            }
        })
    }
}

fn line(dir: LinearDir, parts: &[(f32, Area)], tiles: &mut Tiles<Pane>, sizes: &mut Sizes) -> TileId {
    let children: Vec<TileId> = parts
        .iter()
        .map(|(points, area)| {
            // Every pane gets tabs; were they made later, they would not have its size.
            let child = match area {
                Area::Pane(_) => Area::Tabs(0, vec![area.clone()]).build(tiles, sizes),
                area => area.build(tiles, sizes),
            };
            sizes.wish(child, *points);
            child
        })
        .collect();
    tiles.insert_container(Linear::new(dir, children))
}
