//! The editor's window: files, undo, preview, prompts, recovery. It runs without display and GPU.

use super::support::recipe;
use super::support::window::{Start, Window};
use eframe::egui::{self, Key, Modifiers, pos2};
use egui_kittest::kittest::Queryable;
use orograph::graph::{Edit, Graph, Link, Node, Output, World};
use orograph::gui::files::{Answer, Purpose};
use orograph::gui::request::{Command, Request};
use orograph::raster::Sampling;
use orograph::spec::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

fn small() -> Graph {
    let mut graph = recipe::island_like(65, 65);
    graph.outputs.push(Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices });
    graph
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn saved(graph: &Graph, path: PathBuf) -> PathBuf {
    graph.save(&path).unwrap();
    path
}

fn set(id: &str, field: &str, value: f64) -> Edit {
    Edit::Set { id: id.into(), field: field.into(), setting: Some(value.into()) }
}

/// One edit of every sort that a small island takes.
fn many_edits() -> Vec<Edit> {
    let world = World { sea: Some(30.0), ..small().world };
    vec![
        Edit::Add { kind: "Fbm".into(), at: [10.0, 20.0], from: None, to: None },
        Edit::Set { id: "land".into(), field: "octaves".into(), setting: Some(7u32.into()) },
        set("bent", "amplitude", 100.0),
        Edit::Connect { from: Link::to("ridges"), to: "relief".into(), port: "b".into() },
        Edit::Disconnect { to: "bent".into(), port: "dx".into() },
        Edit::Rename { id: "land".into(), to: "ground".into() },
        Edit::Place(vec![("disc".into(), [300.0, 400.0])]),
        Edit::Mute { ids: vec!["peaks".into()], muted: true },
        Edit::Note { id: "disc".into(), note: "the coast".into() },
        Edit::SetOutput(Output { name: "mask".into(), from: Link::to("disc"), sampling: Sampling::Cells }),
        Edit::RenameOutput { from: "mask".into(), to: "coast".into() },
        Edit::RemoveOutput("coast".into()),
        Edit::World(world),
        Edit::Seed(99),
        Edit::Remove { ids: vec!["peaks".into()], heal: true },
        Edit::View(orograph::graph::View { ramp: "alpine".into(), ..Default::default() }),
    ]
}

#[test]
fn without_a_file_the_island_opens_untitled_and_clean() {
    let window = Window::start(Start { synchronous: false, ..Start::default() });
    let document = window.app().document();
    let island = Graph::parse(include_str!("../../graphs/island.ron")).unwrap().graph;
    assert_eq!(**document.graph(), island);
    assert_eq!((document.title().as_str(), document.is_dirty()), ("Untitled", false));
    assert_eq!(window.app().preview(), Some(&island.outputs[0].from));
}

#[test]
fn a_file_opens_with_its_first_output_in_the_preview() {
    let folder = folder();
    let window = Window::on(&small(), folder.path());
    assert_eq!(window.graph(), small());
    assert_eq!(window.app().preview(), Some(&Link::to("height")));
    assert!(window.app().hash().is_some());
    assert!(window.shows("preview of height"));
    for mode in ["Grey", "Ramp", "Terrain", "Shade"] {
        assert!(window.harness.query_by_label(mode).is_some(), "{mode} is not offered");
    }
    assert!(window.harness.query_by_label("Signed").is_none(), "a height has no signed mode");
}

#[test]
fn the_window_and_the_command_line_report_the_same_hash() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("small.ron"));
    let window = Window::open(&path);
    let info = std::process::Command::new(env!("CARGO_BIN_EXE_orograph"))
        .args(["info", "--json"])
        .arg(&path)
        .env_clear()
        .output()
        .unwrap();
    let text = String::from_utf8(info.stdout).unwrap();
    let hash = window.app().hash().unwrap();
    assert_eq!(hash.len(), 64);
    assert!(text.contains(hash), "{hash} is not in {text}");
}

#[test]
fn undo_and_redo_take_back_and_repeat_every_edit() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let mut states = vec![window.graph()];
    for edit in many_edits() {
        window.edit(edit.clone());
        assert_ne!(&window.graph(), states.last().unwrap(), "{edit:?} did nothing: {:?}", window.app().notices());
        states.push(window.graph());
    }
    assert_eq!(window.app().document().undo_len(), many_edits().len());
    for state in states.iter().rev().skip(1) {
        window.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(window.graph(), *state);
    }
    assert!(!window.app().document().is_dirty(), "back at the start nothing is unsaved");
    for state in states.iter().skip(1) {
        window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        assert_eq!(window.graph(), *state);
    }
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Y);
    assert_eq!(window.graph(), *states.last().unwrap());
}

#[test]
fn the_edit_menu_names_the_steps() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Add { kind: "Fbm".into(), at: [0.0, 0.0], from: None, to: None });
    window.click("Edit");
    assert!(window.shows("Undo: Add "), "the menu names what undo takes back");
    assert!(window.shows("Redo"));
}

#[test]
fn one_gesture_is_one_step_and_a_gesture_that_comes_back_is_none() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let key = egui::Id::unique("slider");
    window.harness.drag_at(pos2(5.0, 500.0));
    window.harness.run_steps(1);
    for value in [200.0, 220.0, 260.0] {
        window.ask(Request::gesture(set("bent", "amplitude", value), key));
    }
    assert_eq!(window.app().document().undo_len(), 1);
    window.harness.drop_at(pos2(5.0, 500.0));
    window.steps(2);
    window.ask(Request::gesture(set("bent", "amplitude", 280.0), key));
    assert_eq!(window.app().document().undo_len(), 2, "after the release a new step begins");
    window.harness.drag_at(pos2(5.0, 500.0));
    window.harness.run_steps(1);
    for value in [300.0, 280.0] {
        window.ask(Request::gesture(set("bent", "amplitude", value), key));
    }
    window.harness.drop_at(pos2(5.0, 500.0));
    window.steps(2);
    assert_eq!(window.app().document().undo_len(), 2, "what ends where it began is no step");
}

#[test]
fn a_thousand_steps_are_kept() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    for seed in 1..=1010 {
        window.harness.state_mut().carry_out(Request::edit(Edit::Seed(seed)), &egui::Context::default());
    }
    assert_eq!(window.app().document().undo_len(), 1000);
}

#[test]
fn the_selection_stays_sane_after_undo() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Add { kind: "Fbm".into(), at: [0.0, 0.0], from: None, to: None });
    let added = window.app().document().selection().clone();
    assert_eq!(added.len(), 1, "what was added is selected");
    window.command(Command::Undo);
    let graph = window.graph();
    assert!(window.app().document().selection().iter().all(|id| graph.nodes.contains_key(id)));
}

#[test]
fn saving_and_reopening_gives_the_same_graph() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    for edit in many_edits() {
        window.edit(edit);
    }
    assert!(window.app().document().is_dirty());
    window.key(Modifiers::COMMAND, Key::S);
    assert!(!window.app().document().is_dirty());
    let reopened = Window::open(&folder.path().join("recipe.ron"));
    assert_eq!(reopened.graph(), window.graph());
}

#[test]
fn save_as_asks_for_a_path_and_adds_the_extension() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.answers.push(Answer::Path(folder.path().join("copy")));
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    let copy = folder.path().join("copy.ron");
    assert_eq!(Graph::load(&copy).unwrap().graph, small());
    assert_eq!(window.app().document().path(), Some(copy.as_path()));
    assert_eq!(window.answers.questions()[0].purpose, Purpose::Save);
    window.answers.push(Answer::Cancelled);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert_eq!(window.app().document().path(), Some(copy.as_path()), "a cancelled dialog changes nothing");
}

#[test]
fn a_save_that_fails_says_so_and_keeps_the_changes() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(5));
    window.answers.push(Answer::Path("/proc/nowhere/recipe.ron".into()));
    window.command(Command::SaveAs);
    assert!(window.app().document().is_dirty());
    assert!(window.app().notices().last().unwrap().contains("cannot save"), "{:?}", window.app().notices());
}

#[test]
fn where_there_is_no_file_dialog_a_typed_path_works() {
    let folder = folder();
    let other = Graph { seed: 1234, ..small() };
    let other_path = saved(&other, folder.path().join("other.ron"));
    let mut window = Window::on(&small(), folder.path());
    window.answers.push(Answer::NoService);
    window.command(Command::Open);
    assert!(window.shows("type the path"), "the window explains why it asks for a typed path");
    type_path(&mut window, "/no/such/file.ron");
    window.click("Open");
    assert!(window.shows("There is no file"));
    type_path(&mut window, other_path.to_str().unwrap());
    window.click("Open");
    assert_eq!(window.graph(), other);

    window.edit(Edit::Seed(4321));
    window.answers.push(Answer::NoService);
    window.command(Command::SaveAs);
    type_path(&mut window, folder.path().join("typed.ron").to_str().unwrap());
    window.click("Save");
    assert_eq!(Graph::load(&folder.path().join("typed.ron")).unwrap().graph.seed, 4321);

    window.answers.push(Answer::NoService);
    window.command(Command::SaveAs);
    type_path(&mut window, other_path.to_str().unwrap());
    window.click("Save");
    assert!(window.shows("exists already"), "another file is not replaced without a question");
    assert_eq!(Graph::load(&other_path).unwrap().graph.seed, 1234);
    window.click("Replace");
    assert_eq!(Graph::load(&other_path).unwrap().graph.seed, 4321);
}

/// Replaces the text of the path field.
fn type_path(window: &mut Window, text: &str) {
    window.harness.get_by_label("Path").focus();
    window.steps(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.steps(1);
    window.harness.event(egui::Event::Text(text.into()));
    window.steps(2);
}

#[test]
fn the_dice_draws_another_seed_and_undo_brings_the_old_one_back() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let seed = window.graph().seed;
    window.click("Another seed");
    assert_ne!(window.graph().seed, seed);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.graph().seed, seed);
}

#[test]
fn a_seed_can_be_typed_and_nonsense_is_refused() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    for (text, expected) in [("18446744073709551615", u64::MAX), ("blue", u64::MAX), ("12", 12)] {
        let label = format!("Seed {}", window.graph().seed);
        window.click(&label);
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.steps(1);
        window.harness.event(egui::Event::Text(text.into()));
        window.steps(1);
        window.harness.key_press(Key::Enter);
        window.steps(3);
        assert_eq!(window.graph().seed, expected, "after typing {text}");
    }
    assert!(window.app().notices().iter().any(|n| n.contains("blue")));
}

#[test]
fn the_preview_is_sticky_and_viewing_again_returns() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.select(&["land"]);
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "selecting does not change the preview");
    window.view("land");
    assert_eq!(window.app().preview(), Some(&Link::to("land")));
    assert!(window.harness.query_by_label("Signed").is_some(), "signed noise offers the signed mode");
    window.view("land");
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "viewing again returns to the last");
    window.view("disc");
    window.edit(Edit::Rename { id: "disc".into(), to: "coast".into() });
    assert_eq!(window.app().preview(), Some(&Link::to("coast")), "a rename does not lose the preview");
    window.edit(Edit::Remove { ids: vec!["coast".into()], heal: false });
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "a deleted node gives way to the last one");
}

#[test]
fn a_mode_chip_is_remembered_in_the_recipe_for_its_outputs_only() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.click("Shade");
    assert_eq!(window.graph().view.mode, "Shade");
    assert!(window.app().document().is_dirty());
    window.command(Command::Undo);
    window.view("land");
    window.click("Grey");
    assert_eq!(window.graph().view.mode, "Terrain", "looking at a noise in grey does not change the recipe");
    assert!(!window.app().document().is_dirty());
}

#[test]
fn unsaved_changes_are_saved_discarded_or_kept_as_the_person_says() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(77));
    window.command(Command::New);
    assert!(window.shows("Save the changes to recipe.ron?"));
    window.click("Cancel");
    assert_eq!(window.graph().seed, 77, "cancel keeps the document");
    window.command(Command::New);
    window.click("Save");
    assert_eq!(Graph::load(&folder.path().join("recipe.ron")).unwrap().graph.seed, 77);
    assert_eq!(window.graph(), Graph::starter(), "after saving the new document comes");
    window.edit(Edit::Seed(78));
    window.command(Command::New);
    window.click("Discard");
    assert_eq!(window.graph(), Graph::starter());
}

#[test]
fn cancelling_the_save_dialog_of_the_prompt_loses_nothing() {
    let mut window = Window::start(Start { file: None, synchronous: false, ..Start::default() });
    window.command(Command::New);
    window.edit(Edit::Seed(5));
    window.command(Command::New);
    window.answers.push(Answer::Cancelled);
    window.click("Save");
    assert_eq!(window.graph().seed, 5);
    assert!(window.app().document().is_dirty());
}

#[test]
fn closing_the_window_asks_about_unsaved_changes() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(77));
    let viewport = window.harness.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    viewport.events.push(egui::ViewportEvent::Close);
    window.steps(1);
    let commands = &window.harness.output().viewport_output[&egui::ViewportId::ROOT].commands;
    assert!(commands.contains(&egui::ViewportCommand::CancelClose), "{commands:?}");
    window.steps(2);
    assert!(window.shows("Save the changes to recipe.ron?"));
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|e| e.to_string())
    }
}

#[test]
fn a_dropped_recipe_opens_and_other_files_are_refused() {
    let folder = folder();
    let other = Graph { seed: 4, ..small() };
    let path = saved(&other, folder.path().join("dropped.ron"));
    let mut window = Window::on(&small(), folder.path());
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped("picture.txt".into())));
    window.steps(2);
    assert_eq!(window.graph(), small());
    assert!(window.app().notices().last().unwrap().contains("picture.txt is no recipe"));
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.steps(3);
    assert_eq!(window.graph(), other);
}

#[test]
fn a_file_that_cannot_be_read_says_where_and_the_document_stays() {
    let folder = folder();
    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "(\n    orograph: 1,\n    nodes: { \"a\": Fbm(octaves: 99) },\n)\n").unwrap();
    let mut window = Window::on(&small(), folder.path());
    window.ask(Request::OpenFile(broken.clone()));
    assert!(window.shows("broken.ron cannot be opened"));
    let sentence = window.app().notices().last().unwrap().clone();
    assert!(sentence.contains("broken.ron:3:"), "line and column are missing in: {sentence}");
    window.click("OK");
    assert_eq!(window.graph(), small());
    let started = Window::start(Start { file: Some(broken), synchronous: false, ..Start::default() });
    assert!(started.shows("broken.ron cannot be opened"), "the window opens all the same");
    assert!(started.graph().nodes.is_empty());
}

#[test]
fn a_file_with_a_loop_opens_and_is_marked() {
    let folder = folder();
    let path = folder.path().join("loop.ron");
    let text = "(\n    orograph: 1,\n    nodes: {\n        \"a\": Add(a: \"b\"),\n        \"b\": Add(a: \"a\"),\n        \
                \"c\": Fbm(),\n    },\n    outputs: { \"height\": \"a\" },\n)\n";
    std::fs::write(&path, text).unwrap();
    let window = Window::open(&path);
    assert_eq!(window.graph().nodes.len(), 3);
    let scene = window.app().scene();
    let problem = scene.problems.iter().find(|p| p.message.contains("loop")).unwrap();
    assert!(problem.node.is_some());
    assert!(window.shows("problem"));
    assert!(scene.thumbs.contains_key("c"), "what is not part of the loop has its picture");
}

#[test]
fn work_survives_a_crash_and_is_offered_on_the_next_start() {
    let folder = folder();
    let config = folder.path().join("config");
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let start = |file: Option<PathBuf>| {
        Window::start(Start { file, config: Some(config.clone()), synchronous: false, ..Start::default() })
    };
    let mut window = start(Some(path.clone()));
    let copy = window.app().recovery_file().unwrap().to_path_buf();
    assert!(!copy.exists(), "nothing is unsaved yet");
    window.edit(Edit::Seed(31_337));
    wait_for(|| copy.exists());
    // A second window at the same time does not take the first one's work for lost.
    let second = start(Some(path.clone()));
    assert!(!second.shows("Unsaved work was found"));
    drop(second);
    drop(window);
    assert!(copy.exists(), "a crash leaves the copy behind");
    let mut next = start(Some(path.clone()));
    assert!(next.shows("Unsaved work was found"));
    next.click("Recover");
    assert_eq!(next.graph().seed, 31_337);
    assert_eq!(next.app().document().path(), Some(path.as_path()));
    assert!(next.app().document().is_dirty(), "what was recovered is not saved yet");
    assert!(!copy.exists());
    let own = next.app().recovery_file().unwrap().to_path_buf();
    wait_for(|| own.exists());
    next.key(Modifiers::COMMAND, Key::S);
    wait_for(|| !own.exists());
    assert_eq!(Graph::load(&path).unwrap().graph.seed, 31_337);
}

#[test]
fn a_clean_exit_leaves_no_recovery_file() {
    let folder = folder();
    let config = folder.path().join("config");
    let start = || Start { config: Some(config.clone()), synchronous: false, ..Start::default() };
    let mut window = Window::start(start());
    window.edit(Edit::Seed(31_337));
    let copy = window.app().recovery_file().unwrap().to_path_buf();
    wait_for(|| copy.exists());
    eframe::App::on_exit(window.harness.state_mut());
    assert!(!copy.exists());
    drop(window);
    assert!(!Window::start(start()).shows("Unsaved work was found"));
}

fn wait_for(done: impl Fn() -> bool) {
    for _ in 0..400 {
        if done() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it does not happen within 4 seconds");
}

#[test]
fn recent_files_are_remembered_between_runs() {
    let folder = folder();
    let config = folder.path().join("config");
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let start = |file: Option<PathBuf>| {
        Window::start(Start { file, config: Some(config.clone()), synchronous: false, ..Start::default() })
    };
    drop(start(Some(path.clone())));
    let mut window = start(None);
    assert_eq!(window.app().settings().recent, [path]);
    window.click("File");
    assert!(window.shows("Open recent"));
}

#[test]
fn moving_and_renaming_a_node_runs_no_kernel() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let before = window.app().work();
    assert!(before.total() > 0 && before.range_passes > 0);
    window.edit(Edit::Place(vec![("land".into(), [500.0, 100.0])]));
    window.edit(Edit::Rename { id: "bent".into(), to: "twisted".into() });
    window.edit(Edit::Note { id: "land".into(), note: "hills".into() });
    window.edit(Edit::World(World { sea: Some(50.0), ..window.graph().world }));
    window.click("Shade");
    assert_eq!(window.app().work(), before);
    assert!(window.app().hash().is_some());
    window.command(Command::Undo);
    window.command(Command::Redo);
    assert_eq!(window.app().work(), before, "what undo brings back is known already");
}

#[test]
fn from_the_second_edit_of_a_node_on_only_its_descendants_run() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    // Thumbnails ask for every node; a change of peaks must not run what only feeds it.
    window.edit(set("peaks", "b", 1.8));
    window.edit(set("peaks", "b", 1.9));
    let before = window.app().work();
    window.edit(set("peaks", "b", 2.0));
    let after = window.app().work();
    let ran = |id: &str| after.filled.get(id) > before.filled.get(id);
    for id in ["peaks", "relief", "island", "height"] {
        assert!(ran(id), "{id} depends on the change");
    }
    for id in ["ridges", "bent", "land", "bx", "by", "hills", "disc"] {
        assert!(!ran(id), "{id} does not depend on the change");
    }
}

#[test]
fn a_worker_with_a_thread_comes_to_the_same_hash_and_never_blocks() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let expected = Window::open(&path).app().hash().unwrap().to_owned();
    let mut window = Window::start(Start { file: Some(path), synchronous: false, ..Start::default() });
    window.wait();
    assert_eq!(window.app().hash(), Some(expected.as_str()));
    // A burst of edits: the newest wins.
    for seed in 1..=30 {
        window.ask(Request::edit(Edit::Seed(seed)));
    }
    window.ask(Request::edit(Edit::Seed(small().seed)));
    window.wait();
    assert_eq!(window.app().hash(), Some(expected.as_str()));
}

#[test]
fn the_sea_level_drags_in_the_histogram() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let sea = window.graph().world.sea.unwrap();
    let from = window.harness.get_by_label("sea line").rect().center();
    window.drag(from, from + egui::vec2(60.0, 0.0));
    let moved = window.graph().world.sea.unwrap();
    assert!(moved > sea + 20.0, "{sea} became {moved}");
    assert_eq!(window.app().document().undo_len(), 1, "a drag is one step");
}

#[test]
fn a_node_in_error_shows_its_sentence_in_place_of_the_picture() {
    let folder = folder();
    let mut graph = small();
    graph.nodes.insert("open".into(), Arc::new(Node::new("Warp")));
    let mut window = Window::on(&graph, folder.path());
    window.view("open");
    assert!(window.app().hash().is_none());
    assert!(window.app().scene().problems.iter().any(|p| p.node.as_deref() == Some("open")));
    window.view("open");
    assert!(window.app().hash().is_some());
}

#[test]
fn an_export_from_the_window_holds_the_hash_that_the_window_shows() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.key(Modifiers::COMMAND, Key::E);
    assert!(window.harness.query_all_by_label("Export").count() > 1, "the dialog is open");
    window.harness.get_all_by_label("Export").last().unwrap().click();
    window.steps(6);
    let file = folder.path().join("recipe-height.png");
    assert!(file.exists(), "{:?}", window.app().notices());
    std::fs::remove_file(&file).unwrap();
    window.click("Close");
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    window.steps(4);
    assert!(file.exists(), "the export is repeated without the dialog");
    assert!(window.app().notices().last().unwrap().starts_with("Exported"));
}

#[test]
fn a_seeded_value_can_be_set_through_the_graph() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let hash = window.app().hash().unwrap().to_owned();
    let seed = Edit::Set { id: "land".into(), field: "seed".into(), setting: Some(Value::Seed(5).into()) };
    window.edit(seed);
    assert_ne!(window.app().hash(), Some(hash.as_str()));
    window.command(Command::Undo);
    assert_eq!(window.app().hash(), Some(hash.as_str()));
}

#[test]
fn a_flat_field_is_a_warning_in_the_status_bar() {
    let folder = folder();
    let mut graph = recipe::graph(&[
        ("level", Node::new("RadialFalloff").with("radius", Value::Number(1e7)).with("inner", 1.0)),
        ("height", Node::new("Normalize").with("source", "level")),
    ]);
    graph.outputs.push(Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices });
    let window = Window::on(&graph, folder.path());
    let problems = window.app().scene().problems;
    let flat: Vec<_> = problems.iter().filter(|p| p.node.as_deref() == Some("height")).collect();
    assert_eq!(flat.len(), 1, "{problems:?}");
    assert!(window.shows("1 problem"));
}

#[test]
fn every_node_keeps_its_picture_through_a_burst_of_deletes_and_undos() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = Window::start(Start { file: Some(path), synchronous: false, ..Start::default() });
    window.wait();
    for id in ["land", "peaks", "disc"] {
        window.edit(Edit::Remove { ids: vec![id.into()], heal: false });
        window.command(Command::Undo);
    }
    window.wait();
    let scene = window.app().scene();
    let missing: Vec<_> = scene.graph.nodes.keys().filter(|id| !scene.thumbs.contains_key(*id)).collect();
    assert!(missing.is_empty(), "{missing:?} have no picture");
    assert!(scene.thumbs.values().all(|thumb| !thumb.stale));
}

#[test]
fn a_change_touches_the_node_and_what_it_feeds() {
    let old = small();
    let names = |graph: &Graph| {
        let touched = orograph::gui::worker::touched(&old, graph)?;
        Some(touched.iter().map(|id| id.to_string()).collect::<Vec<_>>())
    };
    let after = |edit: Edit| {
        let mut graph = old.clone();
        graph.apply(&edit).unwrap();
        graph
    };
    assert_eq!(names(&old), Some(vec![]));
    assert_eq!(names(&after(Edit::Place(vec![("land".into(), [1.0, 2.0])]))), Some(vec![]));
    assert_eq!(names(&after(set("disc", "inner", 0.7))), Some(vec!["disc".into(), "height".into(), "island".into()]));
    assert_eq!(names(&after(Edit::Seed(8))), None, "the graph's seed reaches every noise");
    let removed = after(Edit::Remove { ids: vec!["disc".into()], heal: false });
    assert_eq!(names(&removed), Some(vec!["height".into(), "island".into()]));
}

#[test]
fn a_large_grid_is_a_draft_until_its_hash_is_asked_for() {
    let folder = folder();
    let mut graph = recipe::graph(&[("flat", Node::new("Coordinates"))]);
    graph.world.samples = (4098, 4098);
    graph.outputs.push(Output { name: "x".into(), from: Link::to("flat"), sampling: Sampling::Vertices });
    let mut window = Window::on(&graph, folder.path());
    assert!(window.app().hash().is_none());
    assert!(window.shows("Draft"), "the status bar says so");
    window.click("Compute the hash");
    assert!(window.app().hash().is_some());
}
