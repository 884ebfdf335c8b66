//! The canvas: the graph as nodes and wires that people move, connect and look at.
//!
//! [`Canvas`] holds what concerns the view alone (where it looks, what the pointer is doing, what is open); it reads
//! the document through a [`Scene`] and answers with [`Request`]s. Sizes and fonts are multiplied by the zoom,
//! nothing is drawn through a layer transform.
//!
//! Accessible names: `node land`, `output land.value`, `input warp.source`, `value land.octaves`.

mod access;
mod camera;
mod command;
mod editor;
mod geometry;
mod gesture;
mod hover;
mod input;
mod menu;
mod node;
mod paint;
mod trouble;
mod value;
mod wire;
mod wiring;

use super::palette::{Outcome, Palette};
use super::request::{Request, Scene};
use super::settings::{Liked, Scroll};
use super::theme::Theme;
use crate::graph::{Edit, Link, Node, NodeId};
use camera::Camera;
use editor::Editor;
use eframe::egui::{Context, Id, Modifiers, Pos2, Rect, Response, Sense, Ui, pos2, vec2};
use geometry::{HEADER, Hit, Layout, Moved, THUMB, WIDTH};
use gesture::Gesture;
use menu::Menu;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Points a second that the view moves while something is dragged at its edge.
const EDGE_SPEED: f32 = 300.0;
/// Width of that edge in points.
const EDGE: f32 = 18.0;

/// The view of the graph.
pub struct Canvas {
    /// What the wheel and two fingers do.
    pub scroll: Scroll,
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
    focused: bool,
    context: Option<Context>,
}

/// What the view should show as soon as it is drawn.
#[derive(Clone, Debug, PartialEq)]
enum Goal {
    All,
    Nodes(BTreeSet<NodeId>),
    Centre(NodeId),
}

/// What a node that is chosen in the palette is for.
#[derive(Clone, Debug, PartialEq)]
enum Purpose {
    /// Nothing yet.
    Free,
    /// It reads this.
    From(Link),
    /// It feeds this port.
    To(NodeId, Arc<str>),
    /// It goes into this wire.
    Into(Link, NodeId, Arc<str>),
}

/// What one frame works with.
struct Frame<'a, 'g> {
    scene: &'a Scene<'g>,
    /// Nodes that an output is computed from.
    feeding: BTreeSet<&'g NodeId>,
    layout: Layout,
    view: Rect,
    time: f64,
    modifiers: Modifiers,
    theme: &'static Theme,
    out: Vec<Request>,
    selected: Option<BTreeSet<NodeId>>,
}

impl Default for Canvas {
    fn default() -> Self {
        Self {
            scroll: Scroll::default(),
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
            focused: false,
            context: None,
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

    /// The graph's point under a position of the window.
    pub fn point_at(&self, at: Pos2) -> Pos2 {
        self.camera.to_graph(self.view, at)
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
        self.forget_missing(scene);
        self.reach_goal(scene);
        let mut frame = Frame {
            scene,
            feeding: trouble::feeding(scene.graph),
            layout: self.layout(scene, ui),
            view,
            time: ui.input(|i| i.time),
            modifiers: ui.input(|i| i.modifiers),
            theme: Theme::of(ui.ctx()),
            out: Vec::new(),
            selected: None,
        };
        self.keep_focus(ui, &response);
        self.pan_at_edge(ui, &mut frame);
        self.input(ui, &response, &mut frame);
        frame.layout = self.layout(scene, ui);
        self.rest_on(ui, &response, &frame);
        let mut inner = ui.new_child(eframe::egui::UiBuilder::new().id_salt("canvas contents").max_rect(view));
        inner.set_clip_rect(view.intersect(ui.clip_rect()));
        self.paint(&inner, &frame);
        self.describe(&inner, &response, &mut frame);
        self.show_editor(&mut inner, &mut frame);
        self.show_menu(ui, &mut frame);
        self.show_palette(ui, &mut frame);
        self.show_hover(ui, &frame);
        frame.out
    }

    fn layout(&self, scene: &Scene<'_>, ui: &Ui) -> Layout {
        let moved = match &self.gesture {
            Gesture::Move(drag) => Some(Moved { ids: &drag.ids, by: drag.by }),
            _ => None,
        };
        let look = (Theme::of(ui.ctx()), ui.pixels_per_point());
        Layout::new(scene, &self.camera, self.view, moved, self.raised.as_ref(), look)
    }

    /// Lets go of nodes that are gone, after an undo for instance.
    fn forget_missing(&mut self, scene: &Scene<'_>) {
        let nodes = &scene.graph.nodes;
        let exists = |id: &NodeId| nodes.contains_key(id);
        let holds = match &self.gesture {
            Gesture::Move(drag) => drag.ids.iter().all(exists),
            Gesture::Press(press) => match &press.hit {
                Hit::Node(id, _) | Hit::Input(id, _) => exists(id),
                Hit::Output(link) => exists(&link.node),
                Hit::Wire(..) | Hit::Empty => true,
            },
            Gesture::Wire(wiring::Drag::Input(id, _)) => exists(id),
            Gesture::Wire(wiring::Drag::Plugged(link, id, port)) => {
                nodes.get(id).is_some_and(|n| n.link(port) == Some(link))
            }
            Gesture::Wire(wiring::Drag::Output(link) | wiring::Drag::Bundle(link)) => exists(&link.node),
            Gesture::Idle | Gesture::Pan(_) | Gesture::Box(_) | Gesture::Number(_) => true,
        };
        if !holds {
            self.gesture = Gesture::Idle;
        }
        self.raised = self.raised.take().filter(exists);
        self.menu = self.menu.take().filter(|menu| menu.holds(scene.graph));
        self.editor = self.editor.take().filter(|editor| exists(editor.node()));
    }

    fn reach_goal(&mut self, scene: &Scene<'_>) {
        let graph = scene.graph;
        let bounds = match &self.goal {
            Some(Goal::All) => geometry::bounds(graph, graph.nodes.keys()),
            Some(Goal::Nodes(ids)) => geometry::bounds(graph, ids.iter()),
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
        let free = self.palette.is_none() && self.editor.is_none() && !modal;
        if free && ctx.memory(|m| m.focused().is_none()) && !ctx.any_popup_open() {
            response.request_focus();
        }
        let keep =
            eframe::egui::EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
        ctx.memory_mut(|m| m.set_focus_lock_filter(id, keep));
        self.focused = free && ctx.memory(|m| m.has_focus(id)) && self.menu.is_none();
    }

    /// Opens the palette, at the middle of the view where there is no pointer.
    fn open_palette(&mut self, at: Option<Pos2>, purpose: Purpose, view: Rect) {
        let at = at.filter(|p| view.contains(*p)).unwrap_or(view.center());
        self.menu = None;
        self.palette = Some((Palette::new(at), purpose, self.camera.to_graph(view, at)));
    }

    fn show_palette(&mut self, ui: &Ui, frame: &mut Frame<'_, '_>) {
        if ui.memory(|m| m.top_modal_layer().is_some()) {
            self.palette = None;
        }
        let Some((palette, purpose, at)) = &mut self.palette else { return };
        let graph = frame.scene.graph;
        let kinds: Vec<_> = crate::nodes::all().filter(|spec| purpose.fits(graph, spec)).collect();
        let chosen = match palette.show(ui.ctx(), &kinds, frame.scene.kinds, &self.liked) {
            Outcome::Open => return,
            Outcome::Starred(spec) => return frame.out.push(Request::Star(spec.kind)),
            Outcome::Closed => None,
            Outcome::Chosen(spec) => Some(purpose.add(spec.kind, *at)),
        };
        self.palette = None;
        frame.out.extend(chosen.map(|edit| Request::edit(self.in_sight(edit, frame))));
        ui.ctx().memory_mut(|m| m.request_focus(Self::id()));
    }

    /// The addition of a node, moved so that the whole node lies in the view.
    fn in_sight(&self, mut edit: Edit, frame: &Frame<'_, '_>) -> Edit {
        if let Edit::Add { kind, at, .. } = &mut edit {
            let size = vec2(WIDTH, geometry::height(frame.scene.graph, &Node::new(kind)));
            let place = self.camera.nudged_inside(frame.view, Rect::from_min_size(pos2(at[0], at[1]), size));
            *at = [place.x, place.y];
        }
        edit
    }
}

impl Purpose {
    /// Whether a node of that kind serves the purpose.
    fn fits(&self, graph: &crate::graph::Graph, spec: &crate::spec::NodeSpec) -> bool {
        use crate::spec::Quantity::Tiles;
        let given = |link: &Link| {
            let source = graph.nodes.get(&link.node).and_then(|n| n.spec())?;
            Some(source.outputs.get(link.output_index(source)?)?.quantity == Tiles)
        };
        let wanted = |id: &NodeId, port: &str| {
            let (_, input) = graph.nodes.get(id)?.spec()?.input(port)?;
            Some(input.quantity == Tiles)
        };
        let reads = |tiles: Option<bool>| spec.inputs.iter().any(|i| Some(i.quantity == Tiles) == tiles);
        let gives = |tiles: Option<bool>| spec.outputs.first().is_some_and(|o| Some(o.quantity == Tiles) == tiles);
        match self {
            Self::Free => true,
            Self::From(link) => reads(given(link)),
            Self::To(id, port) => gives(wanted(id, port)),
            Self::Into(link, id, port) => reads(given(link)) && gives(wanted(id, port)),
        }
    }

    /// The edit that adds a node of that kind where the palette was opened.
    fn add(&self, kind: &str, at: Pos2) -> Edit {
        let first_row = HEADER + THUMB + 11.0;
        let (from, to, corner) = match self {
            Self::Free => (None, None, at - vec2(WIDTH / 2.0, HEADER / 2.0)),
            Self::From(link) => (Some(link.clone()), None, at - vec2(0.0, first_row)),
            Self::To(id, port) => (None, Some((id.clone(), port.clone())), at - vec2(WIDTH, HEADER / 2.0)),
            Self::Into(link, id, port) => {
                (Some(link.clone()), Some((id.clone(), port.clone())), at - vec2(WIDTH / 2.0, HEADER / 2.0))
            }
        };
        let corner = pos2(corner.x.round(), corner.y.round());
        Edit::Add { kind: kind.into(), at: [corner.x, corner.y], from, to }
    }
}
