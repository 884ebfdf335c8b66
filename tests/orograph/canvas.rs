//! Building a graph by hand: adding, wiring, moving, renaming, zooming, found and done by accessible names.

use eframe::egui::{self, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use orograph::graph::{Edit, Graph, Link, NodeId, Problem, Setting};
use orograph::gui::canvas::Canvas;
use orograph::gui::request::{Command, Request, Scene};
use orograph::gui::theme::Theme;
use orograph::spec::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A window with nothing but a canvas; it carries out requests as the editor does.
struct Host {
    graph: Graph,
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
            graph,
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
            Request::Edit { edit, merge } => match self.graph.apply(&edit) {
                Ok(applied) => {
                    if merge.is_none() || merge != self.last_merge {
                        self.steps.push(edit);
                    }
                    self.last_merge = merge;
                    if !applied.select.is_empty() {
                        self.selection = applied.select.into_iter().collect();
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
            Request::OpenFile(_) | Request::OpenTemplate(_) => {}
        }
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
    host.graph.apply(&Edit::Place(places)).unwrap();
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

#[test]
fn a_node_is_added_by_space_a_word_and_enter() {
    let mut window = window("");
    move_to(&mut window, pos2(400.0, 300.0));
    key(&mut window, Key::Space);
    assert!(window.get_by_label("search nodes").is_focused());
    write(&mut window, "perl");
    key(&mut window, Key::Enter);
    assert_eq!(ids(&window), ["perlin"]);
    assert_eq!(selected(&window), ["perlin"]);
    let title = rect(&window, "node perlin");
    assert!(Rect::from_min_size(title.min, vec2(176.0, 27.0)).contains(pos2(400.0, 300.0)));
    assert_eq!(window.state().graph.outputs[0].name, "height");
    assert!(window.state().canvas.has_focus());
    key(&mut window, Key::Tab);
    assert!(window.query_by_label("search nodes").is_some());
    key(&mut window, Key::Escape);
    assert!(window.query_by_label("search nodes").is_none());
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn the_palette_finds_by_title_then_keyword_then_documentation() {
    let mut window = window("");
    key(&mut window, Key::Space);
    write(&mut window, "sum");
    let labels = palette(&window);
    assert_eq!(labels[0], "add Add", "{labels:?}");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, "per");
    assert_eq!(palette(&window)[0], "add Perlin");
    key(&mut window, Key::ArrowDown);
    let second = palette(&window)[1].clone();
    key(&mut window, Key::Enter);
    let spec = orograph::nodes::all().find(|s| second == format!("add {}", s.title)).unwrap();
    assert_eq!(window.state().graph.nodes.values().next().unwrap().kind.as_ref(), spec.kind);
}

/// Rows of the open palette from the top.
fn palette(window: &Window) -> Vec<String> {
    let titles: Vec<String> = orograph::nodes::all().map(|s| format!("add {}", s.title)).collect();
    let mut rows: Vec<(f32, String)> = Vec::new();
    for title in titles {
        if let Some(row) = window.query_by_label(&title) {
            rows.push((row.rect().top(), title.clone()));
        }
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, title)| title).collect()
}

#[test]
fn every_kind_of_node_can_be_found_by_its_title() {
    let kinds: Vec<_> = orograph::nodes::all().collect();
    for spec in &kinds {
        let found = orograph::gui::palette::ranked(spec.title, &kinds);
        assert_eq!(found[0].kind, spec.kind, "searching for {}", spec.title);
        for keyword in spec.keywords {
            let found = orograph::gui::palette::ranked(keyword, &kinds);
            assert!(found.iter().any(|s| s.kind == spec.kind), "{keyword} does not find {}", spec.kind);
        }
    }
}

#[test]
fn a_right_click_on_nothing_opens_the_palette_and_a_press_elsewhere_closes_it() {
    let mut window = window("");
    click(&mut window, pos2(300.0, 500.0), PointerButton::Secondary, Modifiers::NONE);
    assert!(window.query_by_label("search nodes").is_some());
    click(&mut window, pos2(900.0, 100.0), PointerButton::Primary, Modifiers::NONE);
    assert!(window.query_by_label("search nodes").is_none());
    assert!(window.state().graph.nodes.is_empty());
    double_click(&mut window, pos2(300.0, 500.0));
    assert!(window.query_by_label("search nodes").is_some());
}

#[test]
fn a_wire_connects_an_output_to_an_input_in_both_directions() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs(), "c": Invert()"#);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"));
    let (from, to) = (centre(&window, "input c.source"), centre(&window, "output b.value"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("b"));
    assert_eq!(window.state().steps.len(), 2);
}

#[test]
fn a_wire_snaps_within_24_points_and_not_beyond() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs()"#);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    drag(&mut window, from, to - vec2(20.0, 0.0));
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"));
    window.state_mut().graph.apply(&Edit::Disconnect { to: "b".into(), port: "source".into() }).unwrap();
    window.run_steps(2);
    drag(&mut window, from, to - vec2(28.0, 0.0));
    assert_eq!(window.state().link("b", "source"), None);
    assert!(window.query_by_label("search nodes").is_some(), "a drop on nothing opens the palette");
}

#[test]
fn a_wire_that_would_make_a_loop_is_refused_and_says_why() {
    let mut window = recipe(CHAIN);
    window.state_mut().graph.apply(&Edit::Disconnect { to: "b".into(), port: "source".into() }).unwrap();
    window.run_steps(2);
    let (from, to) = (centre(&window, "output c.value"), centre(&window, "input b.source"));
    grab(&mut window, from, to, Modifiers::NONE);
    window.run_steps(2);
    assert!(says(&window, "would make a loop"));
    press(&mut window, to, PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
    assert_eq!(window.state().link("b", "source"), None);
    assert!(window.state().steps.is_empty());
    assert!(window.state().toasts[0].contains("would make a loop"), "{:?}", window.state().toasts);
}

#[test]
fn a_wire_dropped_on_a_body_goes_to_the_first_open_legal_input() {
    let mut window = recipe(r#""a": Perlin(), "b": Add(a: "c"), "c": Perlin()"#);
    let (from, to) = (centre(&window, "output a.value"), body(&window, "node b"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "a").as_deref(), Some("c"));
    assert_eq!(window.state().link("b", "b").as_deref(), Some("a"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "a").as_deref(), Some("a"), "all are taken: the first is replaced");
    assert_eq!(window.state().steps.len(), 2);
}

#[test]
fn a_wire_dropped_on_nothing_offers_what_fits_and_connects_it() {
    let mut window = recipe(r#""a": Perlin()"#);
    let from = centre(&window, "output a.value");
    drag(&mut window, from, from + vec2(200.0, 150.0));
    assert!(window.query_by_label("add Time").is_none(), "the clock reads nothing");
    write(&mut window, "abs");
    key(&mut window, Key::Enter);
    assert_eq!(window.state().link("abs", "source").as_deref(), Some("a"));
    assert_eq!(window.state().steps.len(), 1);
    drag(&mut window, from, from + vec2(0.0, 350.0));
    key(&mut window, Key::Escape);
    assert_eq!(ids(&window).len(), 2, "Esc leaves nothing");
}

#[test]
fn an_open_input_dropped_on_nothing_gets_a_new_source() {
    let mut window = recipe(r#""b": Abs()"#);
    let from = centre(&window, "input b.source");
    drag(&mut window, from, from + vec2(-120.0, 150.0));
    write(&mut window, "value");
    key(&mut window, Key::Enter);
    let link = window.state().link("b", "source").unwrap();
    assert_eq!(window.state().graph.nodes[link.as_str()].kind.as_ref(), "Value");
}

#[test]
fn a_plugged_wire_is_picked_up_moved_dropped_and_put_back() {
    let mut window = recipe(r#""a": Perlin(), "b": Add(a: "a"), "c": Abs()"#);
    let (from, to) = (centre(&window, "input b.a"), centre(&window, "input c.source"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "a"), None);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"));
    assert_eq!(window.state().steps.len(), 1, "moving a wire is one step");
    drag(&mut window, to, to + vec2(6.0, 2.0));
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"), "it is back where it was");
    assert_eq!(window.state().steps.len(), 1);
    drag(&mut window, to, to + vec2(-20.0, 300.0));
    assert_eq!(window.state().link("c", "source"), None);
    assert!(window.query_by_label("search nodes").is_none());
}

#[test]
fn ctrl_drag_moves_all_wires_of_an_output() {
    let mut window = recipe(r#""a": Perlin(), "b": Add(a: "a", b: "a"), "c": Value()"#);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "output c.value"));
    grab(&mut window, from, to, Modifiers::COMMAND);
    press(&mut window, to, PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
    assert_eq!(window.state().link("b", "a").as_deref(), Some("c"));
    assert_eq!(window.state().link("b", "b").as_deref(), Some("c"));
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn clicks_select_add_toggle_and_clear() {
    let mut window = recipe(CHAIN);
    let at = |window: &Window, id: &str| body(window, &format!("node {id}"));
    let (a, b) = (at(&window, "a"), at(&window, "b"));
    click(&mut window, a, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(selected(&window), ["a"]);
    click(&mut window, b, PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(selected(&window), ["a", "b"]);
    click(&mut window, a, PointerButton::Primary, Modifiers::COMMAND);
    assert_eq!(selected(&window), ["b"]);
    click(&mut window, a, PointerButton::Primary, Modifiers::COMMAND);
    click(&mut window, b, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(selected(&window), ["b"], "a release without a drag selects only that node");
    click(&mut window, pos2(500.0, 650.0), PointerButton::Primary, Modifiers::NONE);
    assert!(selected(&window).is_empty());
}

#[test]
fn a_box_selects_what_it_touches_adds_and_subtracts() {
    let mut window = recipe(CHAIN);
    let (b, c) = (rect(&window, "node b"), rect(&window, "node c"));
    let below = b.bottom() + 40.0;
    grab(&mut window, pos2(b.left() - 20.0, below), pos2(c.left() + 10.0, b.bottom() - 10.0), Modifiers::NONE);
    assert_eq!(selected(&window), ["b", "c"]);
    press(&mut window, pos2(c.left() + 10.0, b.bottom() - 10.0), PointerButton::Primary, false, Modifiers::NONE);
    let a = rect(&window, "node a");
    grab(&mut window, pos2(a.right() - 5.0, below + 60.0), pos2(a.left() - 10.0, a.bottom() - 10.0), Modifiers::SHIFT);
    press(&mut window, pos2(a.left() - 10.0, a.bottom() - 10.0), PointerButton::Primary, false, Modifiers::NONE);
    assert_eq!(selected(&window), ["a", "b", "c"]);
    grab(&mut window, pos2(b.left() - 5.0, below), pos2(b.left() + 10.0, b.bottom() - 10.0), Modifiers::COMMAND);
    assert_eq!(selected(&window), ["a", "c"]);
    key(&mut window, Key::Escape);
    assert_eq!(selected(&window), ["a", "b", "c"], "Esc restores the selection");
}

#[test]
fn moving_many_nodes_is_one_edit_and_esc_restores() {
    let mut window = recipe(CHAIN);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    let before = window.state().graph.layout.clone();
    let from = body(&window, "node b");
    let seen = rect(&window, "node a");
    grab(&mut window, from, from + vec2(30.0, 44.0), Modifiers::NONE);
    assert_eq!(rect(&window, "node a").min, seen.min + vec2(30.0, 44.0), "nodes follow the pointer");
    key(&mut window, Key::Escape);
    press(&mut window, from, PointerButton::Primary, false, Modifiers::NONE);
    assert_eq!(window.state().graph.layout, before);
    assert!(window.state().steps.is_empty());
    drag(&mut window, from, from + vec2(30.0, 44.0));
    for (id, [x, y]) in &before {
        assert_eq!(window.state().graph.layout[id], [x + 30.0, y + 44.0]);
    }
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn a_right_click_cancels_a_drag() {
    let mut window = recipe(PAIR);
    let from = body(&window, "node a");
    grab(&mut window, from, from + vec2(50.0, 50.0), Modifiers::NONE);
    press(&mut window, from + vec2(50.0, 50.0), PointerButton::Secondary, true, Modifiers::NONE);
    press(&mut window, from + vec2(50.0, 50.0), PointerButton::Secondary, false, Modifiers::NONE);
    press(&mut window, from + vec2(50.0, 50.0), PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
    assert!(window.state().steps.is_empty());
    assert!(window.query_by_label("Rename…").is_none(), "and opens no menu");
}

#[test]
fn a_drag_starts_after_four_points() {
    let mut window = recipe(PAIR);
    let from = body(&window, "node a");
    drag(&mut window, from, from + vec2(3.0, 0.0));
    assert!(window.state().steps.is_empty());
    drag(&mut window, from, from + vec2(5.0, 0.0));
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn delete_heals_and_ctrl_delete_does_not() {
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::Delete);
    assert_eq!(ids(&window), ["a", "c"]);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"));
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    chord(&mut window, Modifiers::COMMAND, Key::Delete);
    assert_eq!(window.state().link("c", "source"), None);
}

#[test]
fn a_title_is_renamed_by_double_click_and_f2() {
    let mut window = recipe(PAIR);
    let title = rect(&window, "node a").left_top() + vec2(40.0, 13.0);
    double_click(&mut window, title);
    assert!(window.get_by_label("rename a").is_focused());
    write(&mut window, "hills");
    key(&mut window, Key::Enter);
    assert_eq!(ids(&window), ["b", "hills"]);
    assert_eq!(window.state().link("b", "source").as_deref(), Some("hills"));
    assert_eq!(selected(&window), ["hills"]);
    key(&mut window, Key::F2);
    write(&mut window, "nonsense name");
    key(&mut window, Key::Escape);
    assert_eq!(ids(&window), ["b", "hills"]);
    assert!(window.state().canvas.has_focus(), "the keys are the canvas's again");
}

#[test]
fn keys_do_not_act_while_text_is_typed() {
    let mut window = recipe(PAIR);
    let at = body(&window, "node a");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::F2);
    assert!(!window.state().canvas.has_focus());
    key(&mut window, Key::V);
    key(&mut window, Key::Delete);
    assert_eq!(window.state().preview, None);
    assert_eq!(ids(&window), ["a", "b"]);
    key(&mut window, Key::Escape);
    key(&mut window, Key::V);
    assert_eq!(window.state().preview, Some(Link::to("a")));
}

#[test]
fn a_double_click_on_a_body_views_the_node() {
    let mut window = recipe(PAIR);
    let at = body(&window, "node b");
    double_click(&mut window, at);
    assert_eq!(window.state().preview, Some(Link::to("b")));
}

#[test]
fn a_free_node_dropped_on_a_wire_goes_into_it_as_one_step() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs(source: "a"), "c": Invert()"#);
    let places = vec![("b".into(), [560.0, 60.0]), ("c".into(), [300.0, 420.0])];
    window.state_mut().graph.apply(&Edit::Place(places)).unwrap();
    window.state_mut().command(Command::FrameAll);
    window.run_steps(2);
    let (output, input) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    let middle = output + (input - output) * 0.5;
    let from = body(&window, "node c");
    let target = middle + (from - rect(&window, "node c").center());
    drag(&mut window, from, target);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"));
    assert_eq!(window.state().link("b", "source").as_deref(), Some("c"));
    assert_eq!(window.state().steps.len(), 1);
    let from = body(&window, "node c");
    grab(&mut window, from, from + vec2(0.0, 120.0), Modifiers::NONE);
    hold(&mut window, Modifiers::ALT);
    press(&mut window, from + vec2(0.0, 120.0), PointerButton::Primary, false, Modifiers::ALT);
    window.run_steps(2);
    assert_eq!(window.state().link("c", "source"), None, "Alt lifts a node out");
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"), "and heals");
    assert_eq!(window.state().steps.len(), 2);
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

#[test]
fn the_wheel_zooms_about_the_pointer_and_two_fingers_pan() {
    let mut window = recipe(CHAIN);
    let at = pos2(333.0, 222.0);
    move_to(&mut window, at);
    let before = window.state().canvas.point_at(at);
    wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, 3.0), Modifiers::NONE);
    assert!((window.state().canvas.zoom() - 1.331).abs() < 1e-4);
    assert!(window.state().canvas.point_at(at).distance(before) < 0.01);
    wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, -3.0), Modifiers::NONE);
    assert_eq!(window.state().canvas.zoom(), 1.0);
    wheel(&mut window, MouseWheelUnit::Point, vec2(12.0, -30.0), Modifiers::NONE);
    assert_eq!(window.state().canvas.zoom(), 1.0);
    assert!(window.state().canvas.point_at(at).distance(before - vec2(12.0, -30.0)) < 0.01);
    wheel(&mut window, MouseWheelUnit::Point, vec2(0.0, 20.0), Modifiers::COMMAND);
    assert!(window.state().canvas.zoom() > 1.05);
    for _ in 0..60 {
        wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, 1.0), Modifiers::NONE);
    }
    assert_eq!(window.state().canvas.zoom(), 2.0);
    window.event(Event::Zoom(0.5));
    window.step();
    assert_eq!(window.state().canvas.zoom(), 1.0);
    for _ in 0..60 {
        wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, -1.0), Modifiers::NONE);
    }
    assert_eq!(window.state().canvas.zoom(), 0.1);
}

#[test]
fn accessibility_boxes_are_where_nodes_are_seen_at_any_zoom() {
    for notches in [-4.0, 0.0, 4.0] {
        let mut window = recipe(CHAIN);
        move_to(&mut window, pos2(500.0, 350.0));
        wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, notches), Modifiers::NONE);
        let zoom = window.state().canvas.zoom();
        for id in ["a", "b", "c"] {
            let seen = rect(&window, &format!("node {id}"));
            let [x, y] = window.state().graph.layout[id];
            let place = window.state().canvas.point_at(seen.min);
            assert!(place.distance(pos2(x, y)) < 1.0 / zoom, "{id} at {zoom}: {place:?}");
            assert!((seen.width() - 176.0 * zoom).abs() < 0.5);
        }
        let seen = body(&window, "node b");
        click(&mut window, seen, PointerButton::Primary, Modifiers::NONE);
        assert_eq!(selected(&window), ["b"], "a click at {zoom} hits");
    }
}

#[test]
fn the_middle_and_right_buttons_and_space_pan() {
    for (button, space) in
        [(PointerButton::Middle, false), (PointerButton::Secondary, false), (PointerButton::Primary, true)]
    {
        let mut window = recipe(PAIR);
        let from = body(&window, "node a");
        let before = rect(&window, "node a").min;
        if space {
            window.key_down(Key::Space);
            window.step();
        }
        move_to(&mut window, from);
        press(&mut window, from, button, true, Modifiers::NONE);
        move_to(&mut window, from + vec2(10.0, 5.0));
        move_to(&mut window, from + vec2(40.0, 25.0));
        press(&mut window, from + vec2(40.0, 25.0), button, false, Modifiers::NONE);
        if space {
            window.key_up(Key::Space);
            window.step();
        }
        window.run_steps(2);
        assert_eq!(rect(&window, "node a").min, before + vec2(40.0, 25.0), "{button:?}");
        assert!(window.query_by_label("search nodes").is_none());
        assert!(window.state().steps.is_empty());
    }
}

#[test]
fn the_view_pans_while_something_is_dragged_at_its_edge() {
    let mut window = recipe(PAIR);
    let from = body(&window, "node a");
    let before = rect(&window, "node b").min;
    grab(&mut window, from, pos2(995.0, from.y), Modifiers::NONE);
    window.run_steps(10);
    assert!(rect(&window, "node b").left() < before.x - 20.0);
    assert!((body(&window, "node a").x - 995.0).abs() < 2.0, "the node stays under the pointer");
}

#[test]
fn numbers_are_dragged_and_typed_in_their_rows() {
    let mut window = recipe(r#""a": Fbm(octaves: 4), "b": Abs(source: "a")"#);
    let at = centre(&window, "value a.octaves");
    let param = orograph::nodes::find("Fbm").unwrap().param("octaves").unwrap().1;
    let octaves = |window: &Window| {
        let graph = &window.state().graph;
        match graph.value(&graph.nodes["a"], param) {
            Value::Count(n) => n,
            other => panic!("{other:?}"),
        }
    };
    let soft = param.soft.unwrap().resolve((1.0, 1.0));
    let per_point = (soft.1 - soft.0) / 200.0;
    let points = (2.0 / per_point) as f32;
    grab(&mut window, at, at + vec2(points, 0.0), Modifiers::NONE);
    assert_eq!(octaves(&window), 6, "the value follows while it is dragged");
    key(&mut window, Key::Escape);
    assert_eq!(octaves(&window), 4, "Esc restores");
    press(&mut window, at, PointerButton::Primary, false, Modifiers::NONE);
    window.state_mut().steps.clear();
    drag(&mut window, at, at + vec2(points, 0.0));
    assert_eq!(octaves(&window), 6);
    assert_eq!(window.state().steps.len(), 1, "a drag is one step");
    double_click(&mut window, at);
    assert!(window.get_by_label("type a.octaves").is_focused());
    write(&mut window, "16/2");
    key(&mut window, Key::Enter);
    assert_eq!(octaves(&window), 8);
    let scale = centre(&window, "value a.feature_scale");
    double_click(&mut window, scale);
    write(&mut window, "1.5km");
    key(&mut window, Key::Tab);
    assert_eq!(window.state().graph.nodes["a"].setting("feature_scale"), Some(&Setting::from(1500.0)));
    assert!(window.query_by_label("type a.feature_scale").is_none());
    key(&mut window, Key::Escape);
}

#[test]
fn copy_and_paste_go_through_the_clipboard_as_text() {
    let mut window = recipe(PAIR);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    window.event(Event::Copy);
    window.step();
    let copied = window.output().platform_output.commands.iter().find_map(|c| match c {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let text = copied.unwrap();
    assert!(text.contains("Perlin"));
    move_to(&mut window, pos2(300.0, 500.0));
    window.event(Event::Paste(text));
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.nodes.len(), 4);
    assert_eq!(selected(&window).len(), 2, "the pasted nodes are selected");
    chord(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(window.state().graph.nodes.len(), 6);
    window.event(Event::Cut);
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.nodes.len(), 4);
}

#[test]
fn menus_act_on_nodes_wires_and_sockets() {
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Secondary, Modifiers::NONE);
    assert_eq!(selected(&window), ["b"]);
    window.get_by_label_contains("Mute").click();
    window.step();
    window.run_steps(2);
    assert!(window.state().graph.nodes["b"].muted);
    let (from, to) = (centre(&window, "output b.value"), centre(&window, "input c.source"));
    click(&mut window, from + (to - from) * 0.5, PointerButton::Secondary, Modifiers::NONE);
    window.get_by_label("Unplug").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().link("c", "source"), None);
    let at = centre(&window, "input b.source");
    click(&mut window, at, PointerButton::Secondary, Modifiers::NONE);
    window.get_by_label("Unplug").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().link("b", "source"), None);
}

#[test]
fn o_offers_the_outputs_that_a_node_may_become() {
    let mut window = recipe(PAIR);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::O);
    window.get_by_label("New output").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.outputs[0].name, "height");
    assert_eq!(window.state().graph.outputs[0].from, Link::to("b"));
    let at = body(&window, "node a");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::O);
    window.get_by_label("height").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.outputs.len(), 1);
    assert_eq!(window.state().graph.outputs[0].from, Link::to("a"));
}

#[test]
fn a_wire_and_a_socket_say_what_they_are_after_a_moment() {
    let mut window = recipe(PAIR);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    move_to(&mut window, from + (to - from) * 0.5);
    assert!(!says(&window, "a → b.source"));
    window.run_steps(60);
    assert!(says(&window, "a → b.source"));
    move_to(&mut window, to);
    window.run_steps(60);
    assert!(says(&window, "b · source"));
}

#[test]
fn nodes_of_unknown_kinds_are_shown_with_their_text() {
    let window = recipe(r#""a": Erosion(strength: 0.5), "b": Abs(source: "a")"#);
    assert!(window.query_by_label("node a").is_some());
    let description = window.get_by_label("node a").accesskit_node().description().unwrap_or_default();
    assert!(description.contains("Erosion"), "{description}");
    assert!(window.query_by_label("output a.value").is_some());
}

#[test]
fn keys_of_the_view_frame_and_zoom() {
    let mut window = recipe(CHAIN);
    chord(&mut window, Modifiers::COMMAND, Key::Minus);
    assert!((window.state().canvas.zoom() - 1.0 / 1.1).abs() < 1e-4);
    key(&mut window, Key::Num1);
    assert_eq!(window.state().canvas.zoom(), 1.0);
    let at = body(&window, "node c");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::F);
    assert!(rect(&window, "node c").center().distance(pos2(500.0, 350.0)) < 1.5);
    key(&mut window, Key::Home);
    let all = rect(&window, "node a") | rect(&window, "node b") | rect(&window, "node c");
    assert!(all.center().distance(pos2(500.0, 350.0)) < 1.5);
    key(&mut window, Key::A);
    assert_eq!(window.state().done, [Command::AutoLevels], "what the canvas cannot do goes to the editor");
    let before = window.state().graph.layout["c"];
    key(&mut window, Key::ArrowRight);
    chord(&mut window, Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(window.state().graph.layout["c"], [before[0] + 1.0, before[1] - 5.0]);
}

#[test]
fn a_screen_reader_selects_by_name() {
    let mut window = recipe(PAIR);
    window.get_by_label("node b").click_accesskit();
    window.step();
    window.run_steps(2);
    assert_eq!(selected(&window), ["b"]);
}
