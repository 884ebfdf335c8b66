//! One day of a technical artist in the real editor: a terrain from nothing, saved, opened again, exported, and rendered
//! to the same bytes by the command line.

use crate::support::window::{Start, Window};
use eframe::egui::{Key, Modifiers, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use orograph::graph::{Graph, Link, Setting};
use orograph::gui::files::Answer;
use orograph::gui::request::Command;
use orograph::spec::Value;
use std::path::Path;
use std::process::Command as Process;

impl Window {
    fn rect(&self, label: &str) -> Rect {
        self.harness.get_by_label(label).rect()
    }

    /// Adds a node through the palette at a free place of the canvas.
    fn add(&mut self, at: Pos2, word: &str) {
        self.harness.hover_at(at);
        self.steps(2);
        self.key(Modifiers::NONE, Key::Space);
        self.harness.get_by_label("search nodes").type_text(word);
        self.steps(3);
        self.key(Modifiers::NONE, Key::Enter);
        self.steps(3);
    }

    /// Drags a wire between two sockets.
    fn wire(&mut self, from: &str, to: &str) {
        let (from, to) = (self.rect(from).center(), self.rect(to).center());
        self.drag(from, to);
    }
}

fn empty(folder: &Path) -> Window {
    let path = folder.join("recipe.ron");
    let mut graph = Graph { seed: 9, ..Graph::default() };
    graph.world.samples = (129, 129);
    graph.save(&path).unwrap();
    let mut window = Window::start(Start { file: Some(path), config: Some(folder.join("config")), ..Start::default() });
    let canvas = window.rect("graph");
    window.harness.hover_at(canvas.center());
    window.drag(canvas.left_top() + vec2(300.0, 500.0), canvas.left_top() + vec2(310.0, 510.0));
    window
}

fn build(window: &mut Window) {
    let corner = window.rect("graph").left_top();
    window.add(corner + vec2(60.0, 60.0), "fbm");
    window.add(corner + vec2(60.0, 420.0), "radial falloff");
    window.add(corner + vec2(340.0, 200.0), "multiply");
    window.add(corner + vec2(600.0, 200.0), "normalize");
    window.wire("output fbm.value", "input multiply.a");
    window.wire("output radial_falloff.value", "input multiply.b");
    window.wire("output multiply.value", "input normalize.source");
}

#[test]
fn a_terrain_is_built_from_nothing_saved_reopened_and_exported_to_the_bytes_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = empty(folder.path());
    build(&mut window);
    let built = window.graph();
    assert_eq!(built.nodes.len(), 4, "{:?}", built.nodes.keys());
    assert_eq!(built.nodes["multiply"].link("a"), Some(&Link::to("fbm")));
    assert_eq!(built.nodes["multiply"].link("b"), Some(&Link::to("radial_falloff")));
    assert_eq!(built.nodes["normalize"].link("source"), Some(&Link::to("multiply")));
    assert_eq!(built.outputs[0].name, "height", "the first node became the output");

    // The normalised field becomes the output, and a value is typed on the node's face.
    window.select(&["normalize"]);
    window.ask(orograph::gui::request::Request::edit(orograph::graph::Edit::SetOutput(orograph::graph::Output {
        from: Link::to("normalize"),
        ..built.outputs[0].clone()
    })));
    window.view("normalize");
    let value = window.rect("value fbm.octaves").center();
    window.drag(value, value + vec2(90.0, 0.0));
    let Some(Setting::Value(Value::Count(octaves))) = window.graph().nodes["fbm"].setting("octaves").cloned() else {
        panic!("the drag set no octaves: {:?}", window.graph().nodes["fbm"]);
    };
    assert!(octaves > 6, "{octaves}");
    let after = window.graph();

    window.command(Command::Undo);
    assert_eq!(window.graph().nodes["fbm"].setting("octaves"), None, "undo takes the drag back");
    window.command(Command::Redo);
    assert_eq!(window.graph(), after);

    let saved = folder.path().join("mine.ron");
    window.answers.push(Answer::Path(saved.clone()));
    window.command(Command::SaveAs);
    let hash = window.app().hash().unwrap().to_owned();
    drop(window);

    let mut window = Window::open(&saved);
    assert_eq!(window.graph(), after, "the file holds all of it");
    assert_eq!(window.app().hash(), Some(&*hash));
    window.key(Modifiers::COMMAND, Key::E);
    window.harness.get_all_by_label("Export").last().unwrap().click();
    window.steps(6);
    let exported = std::fs::read(folder.path().join("mine-height.png")).unwrap();

    let rendered = folder.path().join("headless.png");
    let mut run = Process::new(env!("CARGO_BIN_EXE_orograph"));
    run.args(["render", "--json", "-o"]).arg(&rendered).arg(&saved);
    let report = run_clean(&mut run);
    assert!(report.contains(&hash), "the command line reports another hash: {report}");
    assert_eq!(std::fs::read(&rendered).unwrap(), exported, "window and command line wrote different files");
}

fn run_clean(run: &mut Process) -> String {
    let out = run.env_clear().output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn undoing_a_whole_day_leads_back_to_nothing_and_redoing_it_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = empty(folder.path());
    let start = window.graph().to_ron();
    build(&mut window);
    let end = window.graph().to_ron();
    for _ in 0..20 {
        window.command(Command::Undo);
    }
    assert_eq!(window.graph().to_ron(), start);
    for _ in 0..20 {
        window.command(Command::Redo);
    }
    assert_eq!(window.graph().to_ron(), end);
}
