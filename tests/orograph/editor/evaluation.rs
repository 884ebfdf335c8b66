//! What is evaluated when, and that it gives what the command line gives.

use super::*;
use orograph::gui::worker::{Event, Setup, Worker};
use orograph::raster::Raster;

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
    // On a slow machine parts of it come first, more of them than a frame takes in.
    window.wait();
    assert!(window.app().hash().is_some());
}

/// What the worker tells of the preview for one job: stride, hash and values.
fn stages(worker: &mut Worker, job: Job) -> Vec<(u32, Option<String>, Arc<Raster>)> {
    worker.submit(job);
    let shown = |event| if let (_, Event::Shown(shown)) = event { Some(shown) } else { None };
    let events = worker.poll(10_000).into_iter().filter_map(shown);
    events.map(|s| (s.subject.region.stride, s.hash, s.raster)).collect()
}

#[test]
fn a_range_is_a_draft_while_dragging_and_settles_after() {
    let mut graph = recipe::island_like(511, 511);
    let mut worker = Worker::start(Setup { threads: Some(2), cache: 64 << 20, synchronous: true }, || {});
    for (serial, b) in [(1, 1.7), (2, 1.8), (3, 1.9)] {
        graph.apply(&set("peaks", "b", b)).unwrap();
        let look = Look { pixels: 256, ..Look::default() };
        let job = Job { serial, worked_on: Some("peaks".into()), ..job(&graph, Link::to("height"), look) };
        let stages = stages(&mut worker, job);
        let (first, last) = (stages.first().unwrap(), stages.last().unwrap());
        assert!(first.0 > 1 && first.1.is_none(), "the coarse picture comes first and shows no hash");
        assert_eq!(last.0, 1);
        let whole = recipe::render(&graph, "height");
        assert_eq!(last.1.as_ref(), Some(&orograph::deliver::hash(&whole, false)), "edit {serial} settles");
        assert!(last.2.data == whole.data);
        // A draft's range is that of the coarse samples: its own extremes reach both ends.
        let (min, max) = first.2.extremes().unwrap();
        assert!(min < 1e-4 && max > 1.0 - 1e-4, "{min} to {max}");
    }
}
