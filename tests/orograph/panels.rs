//! The panels around the canvas: what the inspector, the world, the tiles editor and the dialogs show and ask for.

mod curve;
mod dialogs;
mod inspector;
mod lists;
mod numbers;
mod ramp;
mod tiles;
mod together;
mod values;
mod world;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Ui, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use orograph::graph::{Graph, Link, Node, NodeId, Output, Setting};
use orograph::gui::document::Document;
use orograph::gui::panels::inspector::Inspector;
use orograph::gui::panels::tiles::Histogram;
use orograph::gui::request::{Facts, Request, Scene};
use orograph::gui::theme::Theme;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A window that holds the inspector alone and carries out what it asks for.
struct Host {
    document: Document,
    inspector: Inspector,
    facts: BTreeMap<NodeId, Facts>,
    histogram: Option<Vec<u32>>,
    /// What was asked for and is no edit.
    others: Vec<Request>,
    /// Why edits were refused.
    refused: Vec<String>,
}

impl Host {
    fn new(graph: Graph, selected: &[&str]) -> Self {
        let mut document = Document::untitled(graph, "Untitled");
        document.select(selected.iter().map(|id| NodeId::from(*id)).collect());
        Self {
            document,
            inspector: Inspector::default(),
            facts: BTreeMap::new(),
            histogram: None,
            others: Vec::new(),
            refused: Vec::new(),
        }
    }

    fn ui(&mut self, ui: &mut Ui) {
        let graph = Arc::clone(self.document.graph());
        let selection = self.document.selection().clone();
        let problems = graph.check();
        let histogram = self.histogram.as_deref().map(|counts| Histogram { counts });
        let (thumbs, kinds) = (BTreeMap::new(), BTreeMap::new());
        let scene = Scene {
            graph: &graph,
            selection: &selection,
            preview: None,
            facts: &self.facts,
            problems: &problems,
            thumbs: &thumbs,
            kinds: &kinds,
        };
        let requests = self.inspector.show(ui, &scene, histogram.as_ref());
        self.carry_out(requests);
        if !ui.input(|i| i.pointer.any_down()) {
            self.document.end_gesture();
        }
    }

    fn carry_out(&mut self, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Edit { edit, merge } => {
                    if let Err(refusal) = self.document.apply(&edit, merge) {
                        self.refused.push(refusal.to_string());
                    }
                }
                Request::Select(ids) => self.document.select(ids),
                other => self.others.push(other),
            }
        }
    }

    fn graph(&self) -> &Graph {
        self.document.graph()
    }

    fn node(&self, id: &str) -> &Node {
        &self.graph().nodes[id]
    }

    fn number(&self, id: &str, field: &str) -> f64 {
        match self.node(id).setting(field) {
            Some(Setting::Value(orograph::spec::Value::Number(v))) => *v,
            other => panic!("{field} of {id} is {other:?}"),
        }
    }
}

fn window(host: Host) -> Harness<'static, Host> {
    let builder = Harness::builder().with_size(vec2(452.0, 900.0)).with_max_steps(12);
    let builder = builder.with_context_setup(Theme::apply);
    let mut harness = builder.build_ui_state(|ui, host: &mut Host| host.ui(ui), host);
    harness.run();
    harness
}

/// `land` (Fbm) feeds `sum`; `height` is the output.
fn graph() -> Graph {
    let mut graph = Graph::default();
    let mut add = |id: &str, node: Node| graph.nodes.insert(id.into(), Arc::new(node));
    add("land", Node::new("Fbm").with("feature_scale", 1300.0).with("octaves", 8u32));
    add("dunes", Node::new("Perlin"));
    add("sum", Node::new("Add").with("a", "land"));
    add("height", Node::new("Normalize").with("source", "sum"));
    add("biomes", Node::new("Tiles").with("source", "height"));
    graph.outputs = vec![output("height", "height"), output("biomes", "biomes")];
    graph
}

fn output(name: &str, node: &str) -> Output {
    Output { name: name.into(), from: Link::to(node), sampling: Default::default() }
}

/// Drags from one place to another in steps, as a hand does.
fn drag(harness: &mut Harness<'_, Host>, from: Pos2, to: Pos2) {
    drag_without_release(harness, from, to);
    release(harness, to);
}

fn drag_without_release(harness: &mut Harness<'_, Host>, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    for part in 1..=5 {
        harness.hover_at(from.lerp(to, part as f32 / 5.0));
        harness.step();
    }
}

fn release(harness: &mut Harness<'_, Host>, at: Pos2) {
    let modifiers = Modifiers::NONE;
    harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed: false, modifiers });
    harness.run();
}

/// Types into the number or text field of that name, and takes it with Enter.
fn type_into(harness: &mut Harness<'_, Host>, label: &str, text: &str) {
    harness.get_by_label(label).click();
    harness.run();
    harness.get_by_label(label).type_text(text);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
}

fn click(harness: &mut Harness<'_, Host>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

/// Every piece of text in the window.
fn words(harness: &Harness<'_, Host>) -> String {
    let labels = harness.query_all_by_role(Role::Label);
    labels.filter_map(|node| node.accesskit_node().value()).collect::<Vec<_>>().join("\n")
}

fn selection(host: &Host) -> BTreeSet<NodeId> {
    host.document.selection().clone()
}

fn middle(harness: &Harness<'_, Host>, label: &str) -> Pos2 {
    let rect = harness.get_by_label(label).rect();
    pos2(rect.center().x, rect.center().y)
}
