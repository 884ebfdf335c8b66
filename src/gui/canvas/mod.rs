//! The canvas: the graph as nodes and wires that people move, connect and look at.
//!
//! [`Canvas`] holds what concerns the view alone (where it looks, what the pointer is doing, what is open); it reads
//! the document through a [`Scene`] and answers with [`Request`]s. Sizes and fonts are multiplied by the zoom,
//! nothing is drawn through a layer transform.
//!
//! Accessible names: `node land`, `output land.value`, `input warp.source`, `value land.octaves`.

mod access;
mod adding;
mod camera;
mod command;
mod editor;
mod face;
mod far;
mod geometry;
mod gesture;
mod groups;
mod holding;
mod hover;
mod input;
mod kept;
mod map;
mod menu;
mod node;
mod number;
mod order;
mod paint;
mod path;
mod plates;
mod pointing;
mod tint;
mod trouble;
mod value;
mod wire;
mod wiring;
mod words;

use super::palette::Palette;
use super::request::{Command, Request, Scene};
use super::settings::{Liked, Scroll};
use super::theme::Theme;
use crate::graph::{Item, NodeId, Problem};
use adding::Purpose;
use camera::{Camera, Detail};
use editor::Editor;
use eframe::egui::{Context, Id, Modifiers, Pos2, Rect, Response, Sense, Ui, Vec2, vec2};
use geometry::{Hit, Layout};
use gesture::Gesture;
use kept::{Kept, Sheet};
use menu::Menu;
pub use path::Entered;
pub use pointing::overlap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use words::Words;

/// Commands that line things up, in the order of menus.
pub const ARRANGE: &[Command] = &[
    Command::AlignLeft,
    Command::AlignCenter,
    Command::AlignRight,
    Command::AlignTop,
    Command::AlignMiddle,
    Command::AlignBottom,
    Command::SpaceAcross,
    Command::SpaceDown,
    Command::SnapNow,
    Command::AutoLayout,
];

/// Points a second that the view moves while something is dragged at its edge.
const EDGE_SPEED: f32 = 300.0;
/// Width of that edge in points.
const EDGE: f32 = 18.0;

/// The view of the graph.
pub struct Canvas {
    /// What the wheel and two fingers do.
    pub scroll: Scroll,
    /// Whether the small map is shown.
    pub map: bool,
    /// Whether what is dragged snaps to the grid.
    pub snap: bool,
    /// The groups that were entered, outermost first.
    pub path: Vec<Entered>,
    /// Where the canvas looked before each of them was entered.
    views: Vec<Camera>,
    /// Kinds that the palette shows first.
    pub liked: Liked,
    camera: Camera,
    view: Rect,
    goal: Option<Goal>,
    /// What was framed last, and how: a window that changes its size frames it again until the person looks elsewhere.
    framed: Option<(Goal, Camera)>,
    gesture: Gesture,
    gestures: u64,
    raised: Option<NodeId>,
    pointer: Option<Pos2>,
    last_click: Option<(f64, Pos2)>,
    /// The key that adds is down; whether the view was dragged meanwhile.
    space: Option<bool>,
    zoomed_last: bool,
    rest: Option<(Hit, f64)>,
    palette: Option<(Palette, Purpose, Pos2)>,
    menu: Option<Menu>,
    editor: Option<Editor>,
    words: Option<Words>,
    /// Selected frames and notes.
    picked: BTreeSet<Item>,
    /// The selected point of a wire: reader, port, index.
    knot: Option<(NodeId, Arc<str>, usize)>,
    focused: bool,
    /// Nodes whose pictures were drawn last.
    pictured: Vec<NodeId>,
    context: Option<Context>,
    kept: Option<Kept>,
    /// The dots of the ground, and the wires and boxes of a graph far out.
    sheets: [Sheet; 3],
}

/// What the view should show as soon as it is drawn.
#[derive(Clone, Debug, PartialEq)]
enum Goal {
    All,
    Items(Vec<Item>),
    Centre(NodeId),
}

/// What one frame works with.
struct Frame<'a, 'g> {
    scene: &'a Scene<'g>,
    /// Nodes that an output is computed from; none where nothing is wrong, since nobody asks then.
    feeding: BTreeSet<&'g NodeId>,
    /// What is wrong with nodes, by node.
    troubles: BTreeMap<&'g NodeId, Vec<&'g Problem>>,
    layout: Rc<Layout>,
    view: Rect,
    time: f64,
    modifiers: Modifiers,
    theme: &'static Theme,
    out: Vec<Request>,
    selected: Option<BTreeSet<NodeId>>,
    /// How far the arrows of this frame move what is selected, in points of the graph.
    nudge: Vec2,
}

impl Default for Canvas {
    fn default() -> Self {
        Self {
            scroll: Scroll::default(),
            map: false,
            snap: false,
            path: Vec::new(),
            views: Vec::new(),
            liked: Liked::default(),
            camera: Camera::default(),
            view: Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0)),
            goal: Some(Goal::All),
            framed: None,
            gesture: Gesture::Idle,
            gestures: 0,
            raised: None,
            pointer: None,
            last_click: None,
            space: None,
            zoomed_last: false,
            rest: None,
            palette: None,
            menu: None,
            editor: None,
            words: None,
            picked: BTreeSet::new(),
            knot: None,
            focused: false,
            pictured: Vec::new(),
            context: None,
            kept: None,
            sheets: Default::default(),
        }
    }
}

impl Frame<'_, '_> {
    /// Asks for a selection, unless it is the present one.
    fn select(&mut self, ids: BTreeSet<NodeId>) {
        if self.selected.as_ref().unwrap_or(self.scene.selection) != &ids {
            self.selected = Some(ids.clone());
            self.out.push(Request::Select(ids));
        }
    }
}

impl Canvas {
    /// A view of a document that was not shown before: everything is in sight.
    pub fn new() -> Self {
        Self::default()
    }

    /// The canvas's id in egui, which holds the keyboard focus while single keys act on the canvas.
    pub fn id() -> Id {
        Id::unique("orograph canvas")
    }

    /// Whether single keys act on the canvas: it has the focus, no text is being typed and nothing modal is open.
    pub fn has_focus(&self) -> bool {
        self.focused
    }

    /// The zoom, 1 at 100 %.
    pub fn zoom(&self) -> f32 {
        self.camera.zoom
    }

    /// Nodes whose pictures were drawn last, by their names in the open group; none where nodes are drawn as boxes.
    pub fn pictured(&self) -> &[NodeId] {
        &self.pictured
    }

    /// The graph's point under a position of the window.
    pub fn point_at(&self, at: Pos2) -> Pos2 {
        self.camera.to_graph(self.view, at)
    }

    /// Whether nodes are drawn with what wires are dragged from.
    pub fn shows_pins(&self) -> bool {
        Detail::at(self.camera.zoom) == Detail::Full
    }

    /// Brings a node into the middle of the view, for a problem that names it.
    pub fn reveal(&mut self, id: &NodeId) {
        self.goal = Some(Goal::Centre(id.clone()));
    }

    /// Draws the canvas into what is left of `ui` and returns what the person asked for.
    ///
    /// Keys of the canvas's scope are consumed and carried out here; those that the canvas cannot carry out come back
    /// as [`Request::Do`]. Copied text goes to the clipboard through egui, pasted text comes from it.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> Vec<Request> {
        let view = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(view);
        let response = ui.interact(view, Self::id(), Sense::click_and_drag());
        if self.view.size() != view.size() && self.goal.is_none() {
            self.goal = self.framed.as_ref().filter(|(_, camera)| *camera == self.camera).map(|(goal, _)| goal.clone());
        }
        self.view = view;
        self.context = Some(ui.ctx().clone());
        if self.views.len() > self.path.len() {
            // Undo took the group away that was looked at.
            self.left(self.views.len() - self.path.len());
        }
        self.forget_missing(scene);
        self.reach_goal(scene);
        let troubles = trouble::by_node(scene.problems);
        let mut frame = Frame {
            scene,
            feeding: if troubles.is_empty() { BTreeSet::new() } else { trouble::feeding(scene.graph) },
            troubles,
            layout: self.layout(scene, ui),
            view,
            time: ui.input(|i| i.time),
            modifiers: ui.input(|i| i.modifiers),
            theme: Theme::of(ui.ctx()),
            out: Vec::new(),
            selected: None,
            nudge: Vec2::ZERO,
        };
        let before = (self.camera, self.gesture.clone(), self.raised.clone());
        self.keep_focus(ui, &response);
        self.pan_at_edge(ui, &mut frame);
        self.input(ui, &response, &mut frame);
        if (self.camera, &self.gesture, &self.raised) != (before.0, &before.1, &before.2) {
            frame.layout = self.layout(scene, ui);
        }
        self.rest_on(ui, &response, &frame);
        let mut inner = ui.new_child(eframe::egui::UiBuilder::new().id_salt("canvas contents").max_rect(view));
        inner.set_clip_rect(view.intersect(ui.clip_rect()));
        self.paint(&inner, &frame);
        self.pictured = match frame.layout.detail {
            Detail::Box => Vec::new(),
            _ => frame.layout.visible().filter(|face| !face.collapsed).map(|face| face.id.clone()).collect(),
        };
        self.describe(&inner, &response, &mut frame);
        self.show_map(&inner, &frame);
        self.show_path(&mut inner, &mut frame);
        self.show_editor(&mut inner, &mut frame);
        self.show_words(&mut inner, &mut frame);
        self.show_menu(ui, &mut frame);
        self.show_palette(ui, &mut frame);
        self.show_hover(ui, &frame);
        frame.out
    }

    /// Lets go of nodes that are gone, after an undo for instance.
    fn forget_missing(&mut self, scene: &Scene<'_>) {
        let nodes = &scene.graph.nodes;
        let exists = |id: &NodeId| nodes.contains_key(id);
        let holds = match &self.gesture {
            Gesture::Move(drag) => drag.items.iter().all(|item| scene.graph.has(item)),
            Gesture::Resize(resized) => scene.graph.has(&resized.item),
            Gesture::Knot(knot) => nodes.get(&knot.to).is_some_and(|n| n.link(&knot.port).is_some()),
            Gesture::Press(press) => match &press.hit {
                Hit::Node(id, _) | Hit::Input(id, _) => exists(id),
                Hit::Output(link) => exists(&link.node),
                Hit::Plate(item, _) => scene.graph.has(item),
                Hit::Wire(..) | Hit::Knot(..) | Hit::Empty => true,
            },
            Gesture::Wire(wiring::Drag::Input(id, _)) => exists(id),
            Gesture::Wire(wiring::Drag::Plugged(link, id, port)) => {
                nodes.get(id).is_some_and(|n| n.link(port) == Some(link))
            }
            Gesture::Wire(wiring::Drag::Output(link) | wiring::Drag::Bundle(link)) => exists(&link.node),
            Gesture::Idle | Gesture::Pan(_) | Gesture::Box(_) | Gesture::Number(_) => true,
            Gesture::Knife(_) | Gesture::Map => true,
        };
        if !holds {
            self.gesture = Gesture::Idle;
        }
        self.raised = self.raised.take().filter(exists);
        let bends = &scene.graph.items.bends;
        self.knot.take_if(|(to, port, i)| bends.get(&(to.clone(), port.clone())).is_none_or(|b| *i >= b.len()));
        if self.words.is_none() {
            self.picked.retain(|item| scene.graph.has(item));
        }
        self.menu = self.menu.take().filter(|menu| menu.holds(scene.graph));
        self.editor = self.editor.take().filter(|editor| exists(editor.node()));
    }

    fn reach_goal(&mut self, scene: &Scene<'_>) {
        let graph = scene.graph;
        let bounds = match &self.goal {
            Some(Goal::All) => holding::everything(graph),
            Some(Goal::Items(items)) => items.iter().filter_map(|item| plates::area(graph, item)).reduce(|a, b| a | b),
            Some(Goal::Centre(id)) => {
                if let Some(rect) = geometry::bounds(graph, std::iter::once(id)) {
                    self.camera.zoom = self.camera.zoom.max(0.5);
                    self.camera.centre(self.view, rect.center());
                }
                None
            }
            None => None,
        };
        if let Some(bounds) = bounds {
            self.camera.frame(self.view, bounds);
        }
        // A view without room, as in the first frame of a window, shows nothing yet.
        if self.view.width() > 1.0
            && let Some(goal) = self.goal.take()
        {
            self.framed = Some((goal, self.camera));
        }
    }

    fn pan_at_edge(&mut self, ui: &Ui, frame: &mut Frame<'_, '_>) {
        let Some(at) = self.pointer.filter(|_| self.gesture.pans_at_the_edge()) else { return };
        let inner = frame.view.shrink(EDGE);
        let outside = at - inner.clamp(at);
        if outside.length_sq() == 0.0 {
            return;
        }
        let step = EDGE_SPEED * ui.input(|i| i.stable_dt).min(0.1);
        self.camera.offset -= (outside / EDGE).clamp(vec2(-1.0, -1.0), vec2(1.0, 1.0)) * step;
        self.follow(at, vec2(0.0, 0.0), frame);
        ui.ctx().request_repaint();
    }

    /// The canvas takes the focus when nothing else wants it, and keeps Tab, the arrows and Esc for itself.
    fn keep_focus(&mut self, ui: &Ui, response: &Response) {
        let (id, ctx) = (Self::id(), ui.ctx());
        let modal = ctx.memory(|m| !m.is_above_modal_layer(ui.layer_id()));
        let free = self.palette.is_none() && self.editor.is_none() && self.words.is_none() && !modal;
        if free && ctx.memory(|m| m.focused().is_none()) && !ctx.any_popup_open() {
            response.request_focus();
        }
        let keep =
            eframe::egui::EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
        ctx.memory_mut(|m| m.set_focus_lock_filter(id, keep));
        self.focused = free && ctx.memory(|m| m.has_focus(id)) && self.menu.is_none();
    }
}
