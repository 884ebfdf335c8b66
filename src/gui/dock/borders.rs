//! The borders between panes: they drag, and the arrow keys move the one that has the focus.

use super::sizes::Sizes;
use super::{GAP, Pane};
use crate::gui::language::tr;
use crate::gui::theme::Theme;
use eframe::egui::accesskit::Role;
use eframe::egui::{CursorIcon, EventFilter, Id, Key, Rect, Response, Sense, Stroke, Ui, WidgetInfo, vec2};
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tree};

/// Points on either side of a border that belong to it.
const REACH: f32 = 4.0;
/// Points that an arrow key moves a border.
const STEP: f32 = 16.0;

/// Two neighbours in a row or column.
struct Border {
    dir: LinearDir,
    /// All that is seen in the row or column.
    children: Vec<TileId>,
    /// Which of them lies before the border.
    before: usize,
    line: Rect,
    name: String,
}

/// Lets people move the borders of a tree that was drawn; whether one was moved.
pub(super) fn show(ui: &Ui, tree: &Tree<Pane>, sizes: &mut Sizes) -> bool {
    let mut moved = false;
    for border in all(tree) {
        let id = Id::unique(("border of panes", border.children[border.before].0));
        let grip = border.line.expand2(if border.is_upright() { vec2(REACH, 0.0) } else { vec2(0.0, REACH) });
        let response = ui.interact(grip, id, Sense::click_and_drag()).on_hover_cursor(border.cursor());
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &border.name));
        border.paint(ui, &response);
        let by = border.wanted(ui, &response);
        if by != 0.0 {
            let points = |tile: &TileId| tree.tiles.rect(*tile).map_or(0.0, |rect| border.along(rect));
            let present: Vec<f32> = border.children.iter().map(points).collect();
            moved |= sizes.shift(tree, &border.children, &present, (border.before, by), !border.is_upright());
        }
    }
    moved
}

/// Every border, outer rows and columns before inner ones.
fn all(tree: &Tree<Pane>) -> Vec<Border> {
    let mut found = Vec::new();
    let mut waiting: Vec<TileId> = tree.root().into_iter().collect();
    while let Some(tile) = waiting.pop() {
        let Some(Tile::Container(container)) = tree.tiles.get(tile) else { continue };
        match container {
            Container::Tabs(tabs) => waiting.extend(tabs.active),
            Container::Grid(_) => {}
            Container::Linear(Linear { children, dir, .. }) => {
                let seen = |child: &TileId| tree.tiles.is_visible_in_layout(*child);
                let children: Vec<TileId> = children.iter().copied().filter(seen).collect();
                found.extend((1..children.len()).filter_map(|i| border(tree, *dir, &children, i - 1)));
                waiting.extend(children);
            }
        }
    }
    found
}

fn border(tree: &Tree<Pane>, dir: LinearDir, children: &[TileId], before: usize) -> Option<Border> {
    let (one, other) = (children[before], children[before + 1]);
    let (a, b) = (tree.tiles.rect(one)?, tree.tiles.rect(other)?);
    let line = match dir {
        LinearDir::Horizontal => Rect::from_x_y_ranges(a.right()..=b.left(), a.y_range()),
        LinearDir::Vertical => Rect::from_x_y_ranges(a.x_range(), a.bottom()..=b.top()),
    };
    let (first, second) = (front(tree, one)?.title(), front(tree, other)?.title());
    let name = tr!("Border between {one} and {other}", one = first, other = second);
    Some(Border { dir, children: children.to_vec(), before, line, name })
}

/// The first pane that is seen in a tile.
fn front(tree: &Tree<Pane>, tile: TileId) -> Option<Pane> {
    match tree.tiles.get(tile)? {
        Tile::Pane(pane) => Some(*pane),
        Tile::Container(Container::Tabs(tabs)) => front(tree, tabs.active?),
        Tile::Container(container) => {
            let mut seen = container.children().filter(|child| tree.tiles.is_visible_in_layout(**child));
            seen.find_map(|child| front(tree, *child))
        }
    }
}

impl Border {
    fn is_upright(&self) -> bool {
        self.dir == LinearDir::Horizontal
    }

    fn along(&self, rect: Rect) -> f32 {
        if self.is_upright() { rect.width() } else { rect.height() }
    }

    fn cursor(&self) -> CursorIcon {
        if self.is_upright() { CursorIcon::ResizeHorizontal } else { CursorIcon::ResizeVertical }
    }

    fn paint(&self, ui: &Ui, response: &Response) {
        let theme = Theme::of(ui);
        let stroke = match (response.dragged() || response.has_focus(), response.hovered()) {
            (true, _) => Stroke::new(2.0, theme.accent),
            (false, true) => Stroke::new(2.0, theme.muted),
            (false, false) => Stroke::new(GAP, theme.edge),
        };
        match self.dir {
            LinearDir::Horizontal => ui.painter().vline(self.line.center().x, self.line.y_range(), stroke),
            LinearDir::Vertical => ui.painter().hline(self.line.x_range(), self.line.center().y, stroke),
        };
    }

    /// How far the border should move, in points.
    fn wanted(&self, ui: &Ui, response: &Response) -> f32 {
        let (less, more) =
            if self.is_upright() { (Key::ArrowLeft, Key::ArrowRight) } else { (Key::ArrowUp, Key::ArrowDown) };
        if response.has_focus() {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            let pressed = |key| ui.input(|i| i.key_pressed(key));
            let steps = f32::from(i8::from(pressed(more)) - i8::from(pressed(less)));
            if steps != 0.0 {
                return steps * STEP;
            }
        }
        let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) else { return 0.0 };
        let off = at - self.line.center();
        (if self.is_upright() { off.x } else { off.y }).round()
    }
}
