//! Waiting for the desktop: whatever its file dialog does, the window goes on.

use crate::support::recipe::island_like;
use crate::support::window::{Answers, Window};
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use orograph::graph::{Edit, Graph, Link, Output};
use orograph::gui::files::{Answer, FilePicker, Question};
use orograph::gui::request::Command;
use orograph::gui::worker::Setup;
use orograph::gui::{EditorApp, Options};
use orograph::raster::Sampling;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A dialog that stays open until the test closes it.
#[derive(Clone, Default)]
struct Open(Arc<Mutex<Vec<Sender<Answer>>>>);

impl FilePicker for Open {
    fn ask(&self, _: &Question, reply: Sender<Answer>, _: Box<dyn FnOnce() + Send>) {
        self.0.lock().unwrap().push(reply);
    }
}

impl Open {
    fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    fn close(&self, answer: Answer) {
        self.0.lock().unwrap().pop().unwrap().send(answer).unwrap();
    }
}

fn recipe() -> Graph {
    let mut graph = island_like(65, 65);
    let from = Link::to("height");
    graph.outputs.push(Output { name: "height".into(), from, sampling: Sampling::Vertices });
    graph
}

/// An editor with threads of its own, as people have it.
fn window(file: &Path, picker: Box<dyn FilePicker>) -> Window {
    let options = Options {
        file: Some(file.into()),
        worker: Setup { threads: Some(2), cache: 64 << 20, synchronous: false },
        picker,
        config: None,
        recovery_delay: Duration::from_millis(20),
        system_fonts: false,
        locale: None,
        ..Options::default()
    };
    let size = Vec2::new(1600.0, 1000.0);
    let harness = Harness::builder().with_size(size).build_eframe(move |cc| EditorApp::new(cc, options));
    let mut window = Window { harness, answers: Answers::default() };
    window.wait();
    window
}

/// Draws frames until `done`, for at most ten seconds.
fn until(window: &mut Window, done: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    while !done(window) {
        assert!(start.elapsed().as_secs() < 10, "{:?}", window.app().notices());
        window.steps(1);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn while_a_dialog_is_open_the_window_draws_computes_and_exports() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.ron");
    recipe().save(&path).unwrap();
    let dialog = Open::default();
    let mut window = window(&path, Box::new(dialog.clone()));
    let before = window.app().hash().map(str::to_owned);
    window.command(Command::Open);
    assert_eq!(dialog.count(), 1);
    let start = Instant::now();
    window.steps(20);
    assert!(start.elapsed().as_secs_f64() < 4.0, "five frames a second are the least");
    window.edit(Edit::Seed(5));
    until(&mut window, |w| w.app().hash().is_some_and(|hash| before.as_deref() != Some(hash)));
    window.key(Modifiers::COMMAND, Key::E);
    window.harness.get_all_by_label("Export").last().unwrap().click();
    let file = folder.path().join("recipe-height.png");
    until(&mut window, |_| file.exists());
    dialog.close(Answer::Cancelled);
    window.steps(3);
    assert_eq!(window.graph().seed, 5, "a cancelled dialog changes nothing");
    window.command(Command::SaveAs);
    dialog.close(Answer::Path(path.clone()));
    until(&mut window, |w| !w.app().document().is_dirty());
    assert_eq!(Graph::load(&path).unwrap().graph.seed, 5, "the file that existed was replaced");
}

#[test]
fn a_dialog_that_dies_leaves_the_typed_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.ron");
    recipe().save(&path).unwrap();
    let dialog = Open::default();
    let mut window = window(&path, Box::new(dialog.clone()));
    window.command(Command::Open);
    dialog.0.lock().unwrap().clear();
    until(&mut window, |w| w.shows("type the path"));
}

#[test]
fn octaves_raised_in_the_window_give_the_hash_of_a_file_that_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.ron");
    recipe().save(&path).unwrap();
    let mut six = Window::open(&path);
    let raised = Edit::Set { id: "land".into(), field: "octaves".into(), setting: Some(7u32.into()) };
    six.edit(raised.clone());
    let mut graph = recipe();
    graph.apply(&raised).unwrap();
    let fresh = folder.path().join("seven.ron");
    graph.save(&fresh).unwrap();
    let seven = Window::open(&fresh);
    assert!(seven.app().hash().is_some());
    assert_eq!(six.app().hash(), seven.app().hash());
}
