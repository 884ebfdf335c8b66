//! Commands that the canvas carries out, from keys, menus and the window's menu bar alike.

use super::geometry::{bounds, link, rects};
use super::menu::{Menu, Subject};
use super::plates::area;
use super::{Camera, Canvas, Goal, Purpose};
use crate::graph::{Edit, Item, NodeId};
use crate::gui::language::tr;
use crate::gui::request::{Command, Request, Scene};
use eframe::egui::{Pos2, Rect, Vec2, ViewportCommand, vec2};

/// Points between a duplicate and its original.
const GAP: f32 = 44.0;
/// Places below each other that a duplicate looks for.
const FAR: usize = 32;

impl Command {
    /// Whether [`Canvas::command`] carries it out.
    pub fn is_of_canvas(self) -> bool {
        matches!(
            self,
            Self::Cut
                | Self::Copy
                | Self::Paste
                | Self::Duplicate
                | Self::Delete
                | Self::DeleteWithoutHealing
                | Self::SelectAll
                | Self::AddNode
                | Self::View
                | Self::UseAsOutput
                | Self::Mute
                | Self::Rename
                | Self::FrameSelection
                | Self::FrameAll
                | Self::ActualSize
                | Self::ZoomIn
                | Self::ZoomOut
        ) || self.orders()
            || matches!(self, Self::MakeGroup | Self::Unpack | Self::EnterGroup | Self::LeaveGroup)
    }

    /// Whether it puts things on the canvas in order.
    pub(super) fn orders(self) -> bool {
        matches!(
            self,
            Self::Enclose
                | Self::AddNote
                | Self::Collapse
                | Self::SwapInputs
                | Self::SnapNow
                | Self::AutoLayout
                | Self::AlignLeft
                | Self::AlignCenter
                | Self::AlignRight
                | Self::AlignTop
                | Self::AlignMiddle
                | Self::AlignBottom
                | Self::SpaceAcross
                | Self::SpaceDown
        )
    }

    /// Whether a key that stays down repeats it.
    pub(super) fn repeats(self) -> bool {
        matches!(self, Self::ZoomIn | Self::ZoomOut)
    }
}

impl Canvas {
    /// Carries out a command of the canvas on the selection; other commands do nothing.
    pub fn command(&mut self, command: Command, scene: &Scene<'_>) -> Vec<Request> {
        match command {
            Command::AddNode => self.open_palette(self.pointer, Purpose::Free, self.view),
            Command::FrameAll => self.goal = Some(Goal::All),
            Command::FrameSelection => {
                let items = self.chosen(scene);
                self.goal = Some(if items.is_empty() { Goal::All } else { Goal::Items(items) });
            }
            Command::ActualSize => self.zoom_by(1.0 / self.camera.zoom),
            Command::ZoomIn => self.zoom_by(Camera::NOTCH),
            Command::ZoomOut => self.zoom_by(1.0 / Camera::NOTCH),
            Command::SelectAll => {
                let items = &scene.graph.items;
                let frames = items.frames.keys().cloned().map(Item::Frame);
                self.picked = frames.chain(items.notes.keys().cloned().map(Item::Note)).collect();
                return vec![Request::Select(scene.graph.nodes.keys().cloned().collect())];
            }
            Command::Delete => return self.delete(true, scene),
            Command::DeleteWithoutHealing => return self.delete(false, scene),
            Command::Copy => self.copy(scene),
            Command::Cut => {
                self.copy(scene);
                return self.delete(true, scene);
            }
            Command::Paste => {
                // The text comes back as an event of the next frame.
                if let Some(ctx) = &self.context {
                    ctx.memory_mut(|m| m.request_focus(Self::id()));
                    ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
                }
            }
            Command::Duplicate => return self.duplicate(scene),
            Command::View | Command::UseAsOutput | Command::Mute | Command::Rename => {
                return self.command_on_node(command, scene);
            }
            Command::EnterGroup | Command::LeaveGroup => return self.enter_or_leave(command, scene),
            Command::MakeGroup | Command::Unpack => return self.command_on_groups(command, scene),
            command if command.orders() => return self.put_in_order(command, scene),
            _ => {}
        }
        Vec::new()
    }

    /// Takes away the selected point of a wire, or everything that is selected.
    fn delete(&mut self, heal: bool, scene: &Scene<'_>) -> Vec<Request> {
        if let Some(request) = self.remove_knot(scene.graph) {
            return vec![request];
        }
        let items = self.chosen(scene);
        if items.is_empty() {
            return Vec::new();
        }
        if items.len() == scene.selection.len() {
            let ids = scene.selection.iter().cloned().collect();
            return vec![Request::edit(Edit::Remove { ids, heal })];
        }
        vec![Request::edit(Edit::Delete { items, heal })]
    }

    fn command_on_node(&mut self, command: Command, scene: &Scene<'_>) -> Vec<Request> {
        if let (Command::Rename, Some(item), true) = (command, self.picked.first().cloned(), scene.selection.is_empty())
        {
            self.start_words(&item, scene.graph);
            return Vec::new();
        }
        let Some(id) = self.leading(scene) else { return Vec::new() };
        let Some(node) = scene.graph.nodes.get(&id) else { return Vec::new() };
        match command {
            Command::View => vec![Request::Preview(link(&id, node.spec(), 0))],
            Command::Mute => mute(scene).into_iter().collect(),
            Command::Rename => {
                self.start_rename(id);
                Vec::new()
            }
            _ => {
                let at = self.corner_of(&id, scene).unwrap_or(self.view.center());
                self.menu = Some(Menu::by_key(Subject::UseAsOutput(link(&id, node.spec(), 0)), at));
                Vec::new()
            }
        }
    }

    /// The node that single-node commands mean: the last one that was pressed, while it is selected.
    pub fn leading(&self, scene: &Scene<'_>) -> Option<NodeId> {
        let raised = self.raised.as_ref().filter(|id| scene.selection.contains(*id));
        raised.or(scene.selection.first()).cloned()
    }

    fn corner_of(&self, id: &NodeId, scene: &Scene<'_>) -> Option<Pos2> {
        let rect = bounds(scene.graph, std::iter::once(id))?;
        let at = self.camera.to_screen(self.view, rect.left_top()) + vec2(0.0, 27.0 * self.camera.zoom);
        self.view.contains(at).then_some(at)
    }

    fn zoom_by(&mut self, factor: f32) {
        self.camera.zoom_about(self.view, self.view.center(), factor);
    }

    /// Puts the selected nodes on the clipboard.
    fn copy(&self, scene: &Scene<'_>) {
        let items = self.chosen(scene);
        if let (Some(ctx), false) = (&self.context, items.is_empty()) {
            ctx.copy_text(scene.graph.copy_items(&items));
        }
    }

    /// Duplicates lie to the right of their originals if there is room, else below.
    fn duplicate(&self, scene: &Scene<'_>) -> Vec<Request> {
        let items = self.chosen(scene);
        let rect = items.iter().filter_map(|item| area(scene.graph, item)).reduce(|a, b| a | b);
        let Some(rect) = rect else { return Vec::new() };
        let taken: Vec<Rect> = rects(scene.graph).map(|(_, rect)| rect).collect();
        let is_free = |by: &Vec2| {
            let place = rect.translate(*by).expand(GAP / 4.0);
            !taken.iter().any(|other| other.intersects(place))
        };
        let right = vec2(rect.width() + GAP, 0.0);
        let below = (1..=FAR).map(|n| vec2(0.0, (rect.height() + GAP) * n as f32));
        let by = std::iter::once(right).chain(below).find(is_free).unwrap_or(right);
        vec![Request::edit(Edit::Duplicate { items, by: by.into(), links: false })]
    }

    /// Where pasted nodes go: under the pointer, else into the middle of the view.
    pub(super) fn paste_point(&self, view: Rect) -> [f32; 2] {
        let at = self.pointer.filter(|p| view.contains(*p)).unwrap_or(view.center());
        let point = self.camera.to_graph(view, at);
        [point.x.round(), point.y.round()]
    }
}

/// Mutes the selected nodes that can be muted, or wakes them where all are muted.
pub fn mute(scene: &Scene<'_>) -> Option<Request> {
    let node = |id: &NodeId| scene.graph.nodes.get(id);
    let can = |id: &&NodeId| node(id).and_then(|n| n.spec()).is_some_and(|s| s.bypass.is_some());
    let ids: Vec<NodeId> = scene.selection.iter().filter(can).cloned().collect();
    let muted = ids.iter().any(|id| node(id).is_some_and(|n| !n.muted));
    match ids.is_empty() {
        true => Some(Request::Toast(
            tr!("The selected nodes have no input that could pass through, so none can be muted.").into(),
        )),
        false => Some(Request::edit(Edit::Mute { ids, muted })),
    }
}
