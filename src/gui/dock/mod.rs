//! Where the panes of the window lie: side by side, above each other, as tabs; what is hidden; how it is remembered.
//!
//! The tree, its dragging and its drop targets are `egui_tiles`'. Sizes are ours: a pane keeps its points when the window
//! changes, and the canvas takes what is left (see `sizes.rs`).

mod borders;
mod saved;
mod sizes;

pub use saved::{Area, Saved};

use super::language::tr;
use eframe::egui::{Id, Pos2, Rect, Ui, Vec2, vec2};
use egui_tiles::{Behavior, Container, Tile, TileId, Tree};
use serde::{Deserialize, Serialize};
use sizes::Sizes;

/// Height of a bar of tabs in points.
pub const TAB_BAR: f32 = 28.0;
/// Points between panes.
pub const GAP: f32 = 1.0;

/// What a pane shows. The names are part of the settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// The graph. Always shown.
    Canvas,
    /// The picture of an output.
    Preview,
    /// The fields of what is selected.
    Inspector,
    /// The world, the outputs and the graph's parameters, whatever is selected.
    World,
    /// The bands of a tile map.
    Tiles,
    /// The colours of the view's ramp.
    Ramp,
    /// The recipe with other seeds or values.
    Variations,
    /// What is wrong with the recipe.
    Problems,
    /// The steps since the document was opened.
    History,
    /// The export, without a dialog.
    Export,
}

impl Pane {
    /// Every pane, in the order of the menu.
    pub const ALL: [Self; 10] = [
        Self::Canvas,
        Self::Preview,
        Self::Inspector,
        Self::World,
        Self::Tiles,
        Self::Ramp,
        Self::Variations,
        Self::Problems,
        Self::History,
        Self::Export,
    ];

    /// Name on tabs and in menus.
    pub fn title(self) -> &'static str {
        match self {
            Self::Canvas => tr!("Canvas"),
            Self::Preview => tr!("Preview"),
            Self::Inspector => tr!("Inspector"),
            Self::World => tr!("World"),
            Self::Tiles => tr!("Tiles"),
            Self::Ramp => tr!("Colours"),
            Self::Variations => tr!("Variations"),
            Self::Problems => tr!("Problems"),
            Self::History => tr!("History"),
            Self::Export => tr!("Export"),
        }
    }

    /// What is in it, as one looks for it by name.
    pub fn about(self) -> &'static str {
        match self {
            Self::Canvas => tr!("The graph of nodes and wires"),
            Self::Preview => tr!("The picture of an output, flat or in 3D"),
            Self::Inspector => tr!("The fields of the selected nodes"),
            Self::World => tr!("Extent, samples, heights, outputs and graph parameters"),
            Self::Tiles => tr!("The bands of a tile map, their names and colours"),
            Self::Ramp => tr!("The colour ramp of the picture"),
            Self::Variations => tr!("The recipe with other seeds or values, side by side"),
            Self::Problems => tr!("What is wrong with the recipe, and where"),
            Self::History => tr!("The steps that led here, to go back to"),
            Self::Export => tr!("Size, format and engine of the files to be written"),
        }
    }

    /// Smallest width and height in points at which everything in it can be used.
    fn smallest(self) -> Vec2 {
        match self {
            Self::Canvas => vec2(320.0, 200.0),
            Self::Preview => vec2(300.0, 240.0),
            Self::Inspector | Self::World | Self::Tiles | Self::Ramp => vec2(320.0, 140.0),
            Self::Variations => vec2(360.0, 180.0),
            Self::Problems | Self::History => vec2(240.0, 100.0),
            Self::Export => vec2(360.0, 160.0),
        }
    }

    /// Of several panes beside each other, the one of the highest rank takes what the others leave.
    fn rank(self) -> u8 {
        match self {
            Self::Canvas => 3,
            Self::Inspector | Self::World | Self::Tiles | Self::Ramp | Self::Variations | Self::Export => 2,
            Self::Problems | Self::History => 1,
            Self::Preview => 0,
        }
    }
}

/// The panes of one window.
pub struct Dock {
    tree: Tree<Pane>,
    sizes: Sizes,
}

impl Default for Dock {
    fn default() -> Self {
        Self::of(Saved::default())
    }
}

impl Dock {
    /// The layout that a text describes; the usual one where the text is empty, damaged or of no use.
    pub fn read(text: &str) -> Self {
        Self::of(Saved::read(text))
    }

    fn of(saved: Saved) -> Self {
        let (tree, sizes) = saved.build();
        Self { tree, sizes }
    }

    /// The layout as text for [`Dock::read`]; empty for the usual one.
    pub fn text(&self) -> String {
        Saved::of(&self.tree, &self.sizes).text()
    }

    /// Draws the panes into all that is left of `ui`; whether a border between them was moved.
    pub fn show(&mut self, ui: &mut Ui, behavior: &mut dyn Behavior<Pane>) -> bool {
        self.tree.simplify(&behavior.simplification_options());
        let room = ui.available_rect_before_wrap().size();
        self.sizes.lay_out(&mut self.tree, room);
        self.tree.ui(behavior, ui);
        borders::show(ui, &self.tree, &mut self.sizes)
    }

    /// Whether the pane has a place in the window, in front or behind another tab.
    pub fn is_open(&self, pane: Pane) -> bool {
        self.find(pane).is_some_and(|id| self.tree.is_visible(id))
    }

    /// Whether the pane is seen.
    pub fn is_seen(&self, pane: Pane) -> bool {
        self.find(pane).is_some_and(|id| self.tree.active_tiles().contains(&id))
    }

    /// Gives the pane a place again and puts it in front, or takes its place away; the canvas always stays.
    pub fn open(&mut self, pane: Pane, open: bool) {
        let Some(id) = self.find(pane) else { return };
        self.tree.set_visible(id, open || pane == Pane::Canvas);
        if open {
            self.tree.make_active(|tile, _| tile == id);
        }
    }

    /// Panes that have a place but are hidden, as tiles.
    pub fn hidden(&self) -> Vec<TileId> {
        let all = Pane::ALL.iter().filter_map(|pane| self.find(*pane));
        all.filter(|id| !self.tree.is_visible(*id)).collect()
    }

    /// The tile of a pane.
    pub fn find(&self, pane: Pane) -> Option<TileId> {
        self.tree.tiles.find_pane(&pane)
    }

    /// Id of the tab that stands for a pane, which takes the keyboard's focus.
    pub fn tab(&self, pane: Pane) -> Option<Id> {
        Some(self.find(pane)?.egui_id(self.tree.id()))
    }

    /// Where a pane was drawn last, its tab included; `None` while it is not seen.
    pub fn rect(&self, pane: Pane) -> Option<Rect> {
        let id = self.find(pane).filter(|_| self.is_seen(pane))?;
        let own = self.tree.tiles.rect(id)?;
        let parent = self.tree.tiles.parent_of(id);
        let tabs = parent.filter(|p| matches!(self.tree.tiles.get(*p), Some(Tile::Container(Container::Tabs(_)))));
        Some(tabs.and_then(|tabs| self.tree.tiles.rect(tabs)).unwrap_or(own))
    }

    /// The pane at a point of the window.
    pub fn pane_at(&self, at: Pos2) -> Option<Pane> {
        Pane::ALL.into_iter().find(|pane| self.rect(*pane).is_some_and(|rect| rect.contains(at)))
    }

    /// The pane after `from` of those that are seen, or the one before it, in the order of reading.
    pub fn neighbour(&self, from: Pane, forward: bool) -> Option<Pane> {
        let mut seen: Vec<(Pane, Rect)> =
            Pane::ALL.into_iter().filter_map(|pane| Some((pane, self.rect(pane)?))).collect();
        seen.sort_by(|(_, a), (_, b)| a.left().total_cmp(&b.left()).then(a.top().total_cmp(&b.top())));
        let place = seen.iter().position(|(pane, _)| *pane == from)?;
        let count = seen.len();
        seen.get((place + if forward { 1 } else { count - 1 }) % count).map(|(pane, _)| *pane)
    }
}
