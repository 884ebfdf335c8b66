//! Comparing: pinned pictures, two nodes, before and after, the line between them, the difference; and locking the preview.

use super::*;
use egui_kittest::kittest::NodeT;
use orograph::gui::command::State;
use orograph::gui::compare::{Since, Way};
use orograph::gui::worker::{Contrast, Counts, Event, Job, Look, Reference, Setup, Unlike, Worker};

/// What the probe says in the middle of the picture.
fn read(window: &mut Window, name: &str) -> String {
    let label = format!("preview of {name}");
    let rect = window.harness.get_by_label(&label).rect();
    window.harness.hover_at(rect.center() + egui::vec2(40.0, 30.0));
    window.steps(2);
    window.harness.get_by_label(&label).value().unwrap_or_default()
}

fn line(window: &Window) -> egui_kittest::Node<'_> {
    window.harness.get_by_label_contains("Line between")
}

#[test]
fn a_pinned_picture_stays_what_it_was_beside_what_the_recipe_becomes() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.command(Command::Pin);
    let label = line(&window).accesskit_node().label().unwrap();
    assert_eq!(label, "Line between height, pinned and height, now");
    let before = read(&mut window, "height");
    assert!(before.contains("difference +0.0 m"), "{before}");
    window.edit(set("bent", "amplitude", 300.0));
    let after = read(&mut window, "height");
    assert!(after.contains("height, pinned") && !after.contains("difference +0.0 m"), "{after}");
    let main = before.split(" · ").next().unwrap();
    assert!(after.contains(&format!("height, pinned  {main}")), "{before} became {after}");
    assert_eq!(window.app().document().undo_len(), 1, "pinning is no step");
    window.command(Command::StopComparing);
    assert!(window.app().comparison().is_none() && !window.shows("Line between"));
}

#[test]
fn the_line_drags_and_obeys_the_arrow_keys() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.command(Command::Pin);
    assert_eq!(line(&window).value().as_deref(), Some("50 %"));
    let center = line(&window).rect().center();
    window.drag(center, center + egui::vec2(60.0, 0.0));
    let right = line(&window).rect().center().x;
    assert!((right - center.x - 60.0).abs() < 2.0, "{center:?} to {right}");
    line(&window).focus();
    window.steps(2);
    window.key(Modifiers::NONE, Key::Home);
    assert_eq!(line(&window).value().as_deref(), Some("0 %"));
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(line(&window).value().as_deref(), Some("2 %"));
    window.command(Command::SwapSides);
    let label = line(&window).accesskit_node().label().unwrap();
    assert_eq!(label, "Line between height, now and height, pinned");
}

#[test]
fn two_selected_nodes_are_compared_and_both_follow_the_recipe() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.select(&["bent", "land"]);
    window.command(Command::CompareNodes);
    let pin = window.app().comparison().unwrap().pin.clone();
    assert_eq!((pin.link, pin.since), (Link::to("bent"), Since::Live));
    assert_eq!(window.app().preview(), Some(&Link::to("land")));
    assert!(window.shows("Line between bent and land"));
    window.edit(Edit::Rename { id: "bent".into(), to: "warped".into() });
    assert!(window.shows("Line between warped and land"));
    assert!(read(&mut window, "land").contains("warped"));
    window.edit(Edit::Remove { ids: vec!["warped".into()], heal: true });
    assert!(window.app().comparison().is_none(), "what is gone is compared no more");
}

#[test]
fn the_last_step_the_saved_recipe_and_any_state_of_the_history_are_compared_with() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(70));
    window.edit(Edit::Seed(80));
    let seed = |window: &Window| window.app().comparison().unwrap().pin.graph.as_ref().unwrap().seed;
    window.command(Command::CompareBefore);
    assert_eq!(seed(&window), 70);
    window.command(Command::CompareSaved);
    assert_eq!((seed(&window), window.app().comparison().unwrap().pin.since), (small().seed, Since::Saved));
    window.command(Command::Undo);
    for (count, wanted) in [(0, small().seed), (1, 70), (2, 80)] {
        window.ask(Request::CompareStep(count));
        assert_eq!(seed(&window), wanted, "after {count} steps");
    }
    window.ask(Request::CompareStep(3));
    assert_eq!(seed(&window), 80, "there is no such state");
    window.command(Command::New);
    window.click("Discard");
    assert!(window.app().comparison().is_none(), "a pin belongs to its document");
}

#[test]
fn the_difference_shows_its_numbers_or_says_why_there_is_none() {
    let folder = folder();
    let mut graph = small();
    graph.nodes.insert("zones".into(), Arc::new(Node::new("Tiles").with("source", "height")));
    let mut window = Window::on(&graph, folder.path());
    window.command(Command::Pin);
    window.click("Difference");
    assert_eq!(window.app().comparison().unwrap().way, Way::Difference);
    for name in ["largest", "lowest", "highest"] {
        assert!(window.shows(name), "{name}");
    }
    let unchanged = window.harness.query_all_by_label("0 m").count();
    window.edit(set("bent", "amplitude", 300.0));
    assert!(window.harness.query_all_by_label("0 m").count() < unchanged);
    assert!(read(&mut window, "height").contains("height, pinned"), "the probe tells both");
    window.click("Split");
    assert!(window.shows("Line between"));
    // Tiles beside heights are shown side by side; there is nothing to subtract.
    window.click("Difference");
    window.view("zones");
    assert!(!window.shows("largest") && window.app().comparison().is_some());
}

#[test]
fn commands_of_comparing_say_what_they_need() {
    let none = State::default();
    for command in [Command::Pin, Command::LockPreview, Command::CompareNodes, Command::CompareSaved] {
        assert_eq!(command.refusal(&none), Some("There is no picture yet."), "{command:?}");
    }
    let shown = State { previewing: true, ..none };
    for command in [Command::SplitPreview, Command::ShowDifference, Command::SwapSides, Command::StopComparing] {
        assert_eq!(command.refusal(&shown), Some("Pin a picture first."), "{command:?}");
    }
    assert!(Command::CompareNodes.refusal(&shown).is_some() && Command::CompareBefore.refusal(&shown).is_some());
    assert!(Command::CompareNodes.refusal(&State { selected: 2, ..shown }).is_none());
    assert!(Command::Pin.refusal(&shown).is_none());
}

#[test]
fn a_locked_preview_stays_and_an_unlocked_one_follows_the_selection_on_request() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.click("Lock the preview");
    assert!(window.app().is_preview_locked());
    window.view("land");
    assert_eq!(window.app().preview(), Some(&Link::to("height")));
    assert!(window.app().notices().last().unwrap().contains("locked to height"));
    window.command(Command::FollowSelection);
    window.select(&["disc"]);
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "the lock is stronger");
    window.click("Lock the preview");
    window.steps(3);
    assert_eq!(window.app().preview(), Some(&Link::to("disc")));
    window.select(&["land"]);
    assert_eq!(window.app().preview(), Some(&Link::to("land")));
    window.view("height");
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "what is selected already does not pull it back");
    window.command(Command::FollowSelection);
    window.select(&["disc"]);
    assert_eq!(window.app().preview(), Some(&Link::to("height")));
}

/// The last reference picture and difference of a job.
fn compared(job: Job) -> (Option<orograph::gui::worker::Shown>, Option<Result<Contrast, Unlike>>) {
    let mut worker = Worker::start(Setup { threads: Some(2), cache: 16 << 20, synchronous: true }, || {});
    worker.submit(job);
    let (mut reference, mut contrast) = (None, None);
    for (_, event) in worker.poll(usize::MAX) {
        match event {
            Event::Reference(shown) => reference = shown.ok().map(|shown| *shown),
            Event::Contrast(told) => contrast = Some(told.map(|told| *told)),
            _ => {}
        }
    }
    (reference, contrast)
}

fn job(graph: &Graph, preview: &str, other: &Graph, link: &str) -> Job {
    let reference = Reference { turn: 1, graph: Arc::new(other.clone()), link: Link::to(link), difference: true };
    let look = Look { pixels: 256, ..Look::default() };
    Job { reference: Some(reference), ..super::job(graph, Link::to(preview), look) }
}

#[test]
fn the_difference_is_that_of_the_samples_in_metres() {
    let graph = recipe::island_like(200, 200);
    let mut other = graph.clone();
    other.apply(&set("peaks", "b", 2.5)).unwrap();
    let (reference, contrast) = compared(job(&graph, "height", &other, "height"));
    let (now, then) = (recipe::render(&graph, "height"), recipe::render(&other, "height"));
    assert!(reference.unwrap().raster.data == then.data);
    let contrast = contrast.unwrap().unwrap();
    let metres = graph.world.height.1 - graph.world.height.0;
    let wanted: Vec<f64> =
        now.data.iter().zip(&then.data).map(|(a, b)| (f64::from(*a) - f64::from(*b)) * metres).collect();
    assert_eq!((contrast.counts, contrast.subject.region.stride), (Counts::Metres, 1));
    for (got, wanted) in contrast.raster.data.iter().zip(&wanted) {
        assert!((f64::from(*got) - wanted).abs() < 1e-3, "{got} is not {wanted}");
    }
    let size = wanted.iter().map(|d| d.abs()).sum::<f64>() / wanted.len() as f64;
    assert!((contrast.size - size).abs() < 1e-3 && size > 0.1, "{} is not {size}", contrast.size);
    assert!(f64::from(contrast.most()) >= size);
}

#[test]
fn a_recipe_on_another_grid_is_compared_at_the_same_places() {
    let graph = recipe::island_like(129, 129);
    let mut coarse = graph.clone();
    coarse.world.samples = (65, 65);
    // What is not measured has the same value at the same place whatever the grid.
    let (reference, contrast) = compared(job(&graph, "land", &coarse, "land"));
    assert_eq!(reference.unwrap().raster.width, 129);
    let contrast = contrast.unwrap().unwrap();
    assert_eq!(contrast.extremes, (0.0, 0.0));
}

#[test]
fn tiles_differ_by_their_share_and_from_heights_not_at_all() {
    let mut graph = recipe::island_like(65, 65);
    graph.nodes.insert("zones".into(), Arc::new(Node::new("Tiles").with("source", "height")));
    let mut other = graph.clone();
    other.apply(&set("peaks", "b", 3.0)).unwrap();
    let (_, contrast) = compared(job(&graph, "zones", &other, "zones"));
    let contrast = contrast.unwrap().unwrap();
    let (now, then) = (recipe::render(&graph, "zones"), recipe::render(&other, "zones"));
    let differ = now.data.iter().zip(&then.data).filter(|(a, b)| a != b).count();
    assert_eq!(contrast.counts, Counts::Tiles);
    assert!((contrast.size - differ as f64 / now.data.len() as f64).abs() < 1e-9 && differ > 0);
    let (_, contrast) = compared(job(&graph, "zones", &graph, "height"));
    assert!(matches!(contrast, Some(Err(_))));
}
