//! Building a graph by hand: adding, wiring, moving, renaming, zooming, found and done by accessible names.

mod adding;
mod arranging;
mod groups;
mod looking;
mod order;
mod plates;
mod values;
mod wiring;

use eframe::egui::{self, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use orograph::graph::{Applied, Edit, Graph, Link, NodeId, Problem, Refusal, Setting};
use orograph::gui::canvas::Canvas;
use orograph::gui::request::{Command, Request, Scene};
use orograph::gui::theme::Theme;
use orograph::spec::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A window with nothing but a canvas; it carries out requests as the editor does.
struct Host {
    graph: Arc<Graph>,
    canvas: Canvas,
    selection: BTreeSet<NodeId>,
    preview: Option<Link>,
    problems: Vec<Problem>,
    /// Undo steps: edits that share a merge key are one.
    steps: Vec<Edit>,
    last_merge: Option<egui::Id>,
    toasts: Vec<String>,
    done: Vec<Command>,
}

impl Host {
    fn new(text: &str) -> Self {
        let graph = if text.is_empty() { Graph::default() } else { Graph::parse(text).unwrap().graph };
        Self {
            problems: graph.check(),
            graph: graph.into(),
            canvas: Canvas::new(),
            selection: BTreeSet::new(),
            preview: None,
            steps: Vec::new(),
            last_merge: None,
            toasts: Vec::new(),
            done: Vec::new(),
        }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let mut canvas = std::mem::take(&mut self.canvas);
        let requests = self.with_scene(|scene| canvas.show(ui, scene));
        self.canvas = canvas;
        requests.into_iter().for_each(|request| self.carry_out(request));
    }

    fn with_scene<R>(&self, act: impl FnOnce(&Scene<'_>) -> R) -> R {
        act(&Scene {
            graph: &self.graph,
            selection: &self.selection,
            preview: self.preview.as_ref(),
            facts: &BTreeMap::new(),
            problems: &self.problems,
            thumbs: &BTreeMap::new(),
            kinds: &BTreeMap::new(),
        })
    }

    fn carry_out(&mut self, request: Request) {
        match request {
            Request::Edit { edit, merge } => match self.apply(&edit) {
                Ok(applied) => {
                    if merge.is_none() || merge != self.last_merge {
                        self.steps.push(edit);
                    }
                    self.last_merge = merge;
                    if !applied.select.is_empty() {
                        self.selection = applied.select.into_iter().collect();
                    }
                    if !applied.items.is_empty() {
                        self.canvas.pick(applied.items);
                    }
                    let nodes = &self.graph.nodes;
                    self.selection.retain(|id| nodes.contains_key(id));
                    self.problems = self.graph.check();
                }
                Err(refusal) => self.toasts.push(refusal.0),
            },
            Request::Select(ids) => self.selection = ids,
            Request::Preview(link) => self.preview = Some(link),
            Request::Toast(text) => self.toasts.push(text),
            Request::Do(command) => self.done.push(command),
            Request::OpenFile(_) | Request::OpenTemplate(_) | Request::Pane(..) => {}
            Request::SaveRamp(_) | Request::ForgetRamp(_) => {}
            Request::KeepPreset { .. } | Request::DropPreset { .. } => {}
            Request::Enter(_)
            | Request::Leave(_)
            | Request::GoTo(_)
            | Request::Step(_)
            | Request::Star(_)
            | Request::CompareStep(_)
            | Request::Adopt { .. }
            | Request::PickImage { .. } => {}
        }
    }

    /// Changes the graph as if from outside of the canvas.
    fn apply(&mut self, edit: &Edit) -> Result<Applied, Refusal> {
        Arc::make_mut(&mut self.graph).apply(edit)
    }

    fn command(&mut self, command: Command) {
        let mut canvas = std::mem::take(&mut self.canvas);
        let requests = self.with_scene(|scene| canvas.command(command, scene));
        self.canvas = canvas;
        requests.into_iter().for_each(|request| self.carry_out(request));
    }

    fn link(&self, node: &str, port: &str) -> Option<String> {
        self.graph.nodes[node].link(port).map(Link::to_string)
    }
}

type Window = Harness<'static, Host>;

fn window(text: &str) -> Window {
    let mut window = Harness::builder()
        .with_size(vec2(1000.0, 700.0))
        .with_step_dt(1.0 / 60.0)
        .with_context_setup(Theme::apply)
        .build_ui_state(|ui, host: &mut Host| host.show(ui), Host::new(text));
    window.run_steps(3);
    window
}

/// A recipe of nodes in a row, 260 points apart, seen at 100 %.
fn recipe(nodes: &str) -> Window {
    let mut window = window(&format!("(orograph: 1, nodes: {{ {nodes} }})"));
    let ids: Vec<NodeId> = window.state().graph.nodes.keys().cloned().collect();
    let places = ids.into_iter().enumerate().map(|(i, id)| (id, [60.0 + 240.0 * i as f32, 60.0])).collect();
    let host = window.state_mut();
    host.apply(&Edit::Place(places)).unwrap();
    host.command(Command::FrameAll);
    window.run_steps(2);
    assert_eq!(window.state().canvas.zoom(), 1.0);
    window
}

const PAIR: &str = r#""a": Perlin(), "b": Abs(source: "a")"#;
const CHAIN: &str = r#""a": Perlin(), "b": Abs(source: "a"), "c": Invert(source: "b")"#;

fn rect(window: &Window, label: &str) -> Rect {
    window.get_by_label(label).rect()
}

fn centre(window: &Window, label: &str) -> Pos2 {
    rect(window, label).center()
}

/// A place on a node that is neither a title, a value nor a pin.
fn body(window: &Window, node: &str) -> Pos2 {
    rect(window, node).left_top() + vec2(60.0, 60.0) * window.state().canvas.zoom()
}

fn press(window: &mut Window, at: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    window.event(Event::PointerButton { pos: at, button, pressed, modifiers });
    window.step();
}

fn move_to(window: &mut Window, at: Pos2) {
    window.event(Event::PointerMoved(at));
    window.step();
}

/// Presses at `from` and moves to `to`, without letting go.
fn grab(window: &mut Window, from: Pos2, to: Pos2, modifiers: Modifiers) {
    move_to(window, from);
    press(window, from, PointerButton::Primary, true, modifiers);
    move_to(window, from + (to - from) * 0.5);
    move_to(window, to);
}

fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    grab(window, from, to, Modifiers::NONE);
    press(window, to, PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
}

fn click(window: &mut Window, at: Pos2, button: PointerButton, modifiers: Modifiers) {
    move_to(window, at);
    press(window, at, button, true, modifiers);
    press(window, at, button, false, modifiers);
    window.run_steps(2);
}

fn double_click(window: &mut Window, at: Pos2) {
    move_to(window, at);
    for pressed in [true, false, true, false] {
        press(window, at, PointerButton::Primary, pressed, Modifiers::NONE);
    }
    window.run_steps(2);
}

fn hold(window: &mut Window, modifiers: Modifiers) {
    window.event(Event::ModifiersChanged(modifiers));
    window.step();
}

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.step();
    window.run_steps(2);
}

fn chord(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.step();
    window.run_steps(2);
}

fn write(window: &mut Window, text: &str) {
    window.event(Event::Text(text.to_owned()));
    window.step();
    window.run_steps(2);
}

fn selected(window: &Window) -> Vec<String> {
    window.state().selection.iter().map(|id| id.to_string()).collect()
}

fn ids(window: &Window) -> Vec<String> {
    window.state().graph.nodes.keys().map(|id| id.to_string()).collect()
}

fn says(window: &Window, text: &str) -> bool {
    window.query_by_label_contains(text).is_some()
}

fn wheel(window: &mut Window, unit: MouseWheelUnit, delta: Vec2, modifiers: Modifiers) {
    window.event(Event::MouseWheel {
        unit,
        delta,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers,
    });
    window.step();
    window.run_steps(2);
}
