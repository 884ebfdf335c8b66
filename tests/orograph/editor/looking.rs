//! Ways to look at a field: the pictures are those of the command line, and what the pane offers for them.

use super::*;
use orograph::gui::worker::{Event, Picture, Setup, Worker, modes_of};
use orograph::spec::Quantity;
use orograph::view::{Flow, Legend, Mode, WARM_UP, flow_for};

/// The last picture that the window's worker draws of `link` in a mode, for a place of so many pixels.
fn drawn(worker: &mut Worker, graph: &Graph, link: &str, mode: Mode, pixels: usize) -> Arc<Picture> {
    let look = Look { chosen: Some(mode), view: graph.view.clone(), pixels, dot: 1, ..Look::default() };
    worker.submit(job(graph, Link::to(link), look));
    let shown = |event| if let (_, Event::Shown(shown)) = event { Some(shown) } else { None };
    let last = worker.poll(10_000).into_iter().filter_map(shown).next_back().unwrap();
    assert_eq!((last.mode, last.subject.region.stride), (mode, 1));
    last.picture
}

/// The picture that `orograph render --view` writes: columns, rows, pixels of three bytes.
fn rendered(path: &Path, more: &[&str]) -> (usize, usize, Vec<u8>) {
    let out = path.with_extension("png");
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_orograph"))
        .args(["render", "-q"])
        .arg(path)
        .args(more)
        .arg("-o")
        .arg(&out)
        .env_clear()
        .output()
        .unwrap();
    assert!(ran.status.success(), "{more:?}: {}", String::from_utf8_lossy(&ran.stderr));
    let png = crate::support::png::read(&std::fs::read(out).unwrap());
    (png.width, png.height, png.bytes)
}

fn rgb(rgba: impl Iterator<Item = [u8; 4]>) -> Vec<u8> {
    rgba.flat_map(|[r, g, b, _]| [r, g, b]).collect()
}

#[test]
fn every_picture_of_the_window_is_the_one_that_the_command_line_writes() {
    let folder = folder();
    let mut graph = small();
    graph.view.contours = Some(30.0);
    graph.view.sun = (290.0, 38.0);
    graph.view.flow.particles = 50;
    let path = saved(&graph, folder.path().join("small.ron"));
    let mut worker = Worker::start(Setup { threads: Some(2), cache: 64 << 20, synchronous: true }, || {});
    for (link, quantity) in [("height", Quantity::Unit), ("land", Quantity::Signed)] {
        for &mode in modes_of(quantity) {
            for pixels in [48, 110] {
                let picture = drawn(&mut worker, &graph, link, mode, pixels);
                let text = pixels.to_string();
                let (width, height, bytes) =
                    rendered(&path, &["--node", link, "--view", mode.name(), "--pixels", &text]);
                let (size, own) = match &picture.current {
                    // The window lets particles drift itself, from the first step on.
                    Some(flowing) => {
                        let size = orograph::view::size_for(mode, (65, 65), pixels);
                        let mut flow: Flow = flow_for(&flowing.scene, size);
                        (0..WARM_UP).for_each(|_| flow.step(&flowing.current));
                        let picture = flow.picture();
                        ([picture.width, picture.height], rgb(picture.rgba.as_chunks().0.iter().copied()))
                    }
                    None => (picture.image.size, rgb(picture.image.pixels.iter().map(|c| c.to_array()))),
                };
                assert_eq!(size, [width, height], "{link} {mode:?} {pixels}");
                assert!(own == bytes, "{link} {mode:?} at {pixels} pixels");
            }
        }
    }
}

#[test]
fn modes_without_room_for_a_chip_are_in_a_menu_and_the_recipe_remembers_them() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.click("More ways to look at it");
    window.click("Slope");
    assert_eq!(window.graph().view.mode, "Slope");
    window.command(Command::Undo);
    assert_eq!(window.graph().view.mode, "Terrain");
}

#[test]
fn what_a_mode_leaves_open_is_set_under_the_picture() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let mode = |name: &str, window: &mut Window| {
        let view = orograph::graph::View { mode: name.into(), ..window.graph().view };
        window.edit(Edit::View(view));
    };
    mode("Contours", &mut window);
    window.click("Contour interval");
    window.click("50 m");
    assert_eq!(window.graph().view.contours, Some(50.0));
    window.click("Legend");
    assert!(window.graph().view.legend);
    mode("Heat", &mut window);
    window.click("Even ramp");
    window.click("magma");
    assert_eq!(window.graph().view.heat, "magma");
    mode("Hillshade", &mut window);
    window.click("Sun");
    assert!(window.shows("Azimuth") && window.shows("Altitude"));
    window.click("Sun");
    mode("Flow", &mut window);
    window.click("Stop the particles");
    window.click("Way of the particles");
    window.click("Around");
    assert_eq!(window.graph().view.flow.along, orograph::graph::Along::Around);
}

#[test]
fn options_that_do_not_fit_into_one_line_under_the_picture_go_on_in_the_next() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let place = |window: &Window, label: &str| window.harness.get_by_label(label).rect();
    let (ramp, legend) = (place(&window, "Edit the colour ramp"), place(&window, "Legend"));
    assert!((ramp.center().y - legend.center().y).abs() < 2.0, "one line holds the usual ones: {ramp:?} {legend:?}");
    let view = orograph::graph::View { exaggeration: Some(1.5), ..window.graph().view };
    window.edit(Edit::View(view));
    window.steps(4);
    let (ramp, legend) = (place(&window, "Edit the colour ramp"), place(&window, "Legend"));
    assert!(legend.right() <= 1600.0 && legend.top() >= ramp.bottom(), "{ramp:?} {legend:?}");
    window.click("Legend");
    assert!(window.graph().view.legend);
}

#[test]
fn the_clock_is_there_while_the_preview_depends_on_it() {
    let folder = folder();
    let mut graph = small();
    graph.nodes.insert("clock".into(), Arc::new(Node::new("Time")));
    graph.nodes.insert("drift".into(), Arc::new(Node::new("Multiply").with("a", "clock").with("b", 200.0)));
    graph.nodes.insert("moving".into(), Arc::new(Node::new("Perlin").with("depth", "drift")));
    let mut window = Window::on(&graph, folder.path());
    assert!(!window.shows("Play"), "the island stands still");
    window.view("moving");
    window.steps(3);
    let hash = |window: &Window| window.app().hash().unwrap().to_owned();
    let first = hash(&window);
    let slider = window.harness.get_by_label("Moment in seconds").rect();
    window.drag(slider.left_center() + egui::vec2(8.0, 0.0), slider.center());
    assert_ne!(hash(&window), first, "the clock was moved");
    window.click("Play");
    window.steps(12);
    let playing = hash(&window);
    window.click("Pause");
    let paused = hash(&window);
    window.steps(10);
    assert_eq!(hash(&window), paused, "a stopped clock stands");
    assert_ne!(playing, first);
    // A loop of the recipe is that of the clock, until a person says otherwise.
    let length = |window: &Window| window.harness.get_by_label("Length of the timeline in seconds").value().unwrap();
    assert_eq!(length(&window), "20");
    window.edit(Edit::Set { id: "clock".into(), field: "loop_length".into(), setting: Some(8.0.into()) });
    window.steps(2);
    assert_eq!(length(&window), "8");
    window.view("height");
    assert!(!window.shows("Pause"));
}

#[test]
fn a_line_on_the_picture_gives_the_heights_along_it() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let picture = window.harness.get_by_label("preview of height").rect();
    window.click("Profile along a line");
    let (from, to) = (picture.left_center() + egui::vec2(60.0, 20.0), picture.center() + egui::vec2(60.0, 20.0));
    window.drag(from, to);
    let words = window.harness.get_by_label("profile").value().unwrap();
    assert!(words.contains(" m to ") && words.contains("up"), "{words}");
    assert!(window.harness.query_by_label("histogram").is_none(), "it takes the histogram's place");
    window.click("Remove the profile");
    assert!(window.harness.query_by_label("histogram").is_some());
    assert!(window.harness.get_by_label("histogram").value().is_some_and(|v| v.contains("half below")));
}

#[test]
fn a_profile_needs_no_mouse() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let words = |window: &Window| window.harness.get_by_label("profile").value().unwrap();
    // R lays a line from west to east, R again one from north to south, R once more takes it away.
    window.key(Modifiers::NONE, Key::R);
    let across = words(&window);
    assert!(across.starts_with("4096 m · "), "{across}");
    window.key(Modifiers::NONE, Key::R);
    let down = words(&window);
    assert!(down.starts_with("4096 m · ") && down != across, "{down}");
    window.key(Modifiers::NONE, Key::R);
    assert!(window.harness.query_by_label("profile").is_none());
    // The list of commands has it too. With the focus the arrows read along it and move it.
    window.command(Command::Profile);
    assert_eq!(words(&window), across);
    window.harness.get_by_label("profile").focus();
    window.steps(2);
    window.key(Modifiers::NONE, Key::ArrowRight);
    let read = words(&window);
    assert!(read.starts_with(&across) && read.contains(" · 2089 m · "), "{read}");
    window.key(Modifiers::SHIFT, Key::ArrowLeft);
    assert!(words(&window).contains(" · 1679 m · "), "{}", words(&window));
    window.key(Modifiers::NONE, Key::ArrowUp);
    let moved = words(&window);
    assert!(!moved.starts_with(&across) && moved.starts_with("4096 m · "), "{moved}");
    (0..30).for_each(|_| window.key(Modifiers::SHIFT, Key::ArrowUp));
    assert!(words(&window).starts_with("4096 m · "), "it stays in the world: {}", words(&window));
    // One that was moved or drawn is taken away at once.
    window.command(Command::Profile);
    assert!(window.harness.query_by_label("histogram").is_some());
}

#[test]
fn a_world_that_was_moved_is_drawn_anew_also_where_its_first_picture_is_the_last() {
    let hash = |worker: &mut Worker, graph: &Graph| {
        worker.submit(job(graph, Link::to("land"), Look { pixels: 65, dot: 1, ..Look::default() }));
        let shown = |event| if let (_, Event::Shown(shown)) = event { Some(shown) } else { None };
        worker.poll(10_000).into_iter().filter_map(shown).next_back().and_then(|shown| shown.hash)
    };
    let start = || Worker::start(Setup { threads: Some(2), cache: 64 << 20, synchronous: true }, || {});
    let (here, mut moved) = (small(), small());
    moved.world.origin = (640.0, 320.0);
    let mut worker = start();
    let (first, second) = (hash(&mut worker, &here), hash(&mut worker, &moved));
    assert!(second.is_some() && second != first, "{first:?} and {second:?}");
    assert_eq!(second, hash(&mut start(), &moved));
}

#[test]
fn what_an_export_loses_does_not_depend_on_automatic_levels() {
    let graph = small();
    let mut worker = Worker::start(Setup { threads: Some(2), cache: 64 << 20, synchronous: true }, || {});
    let mut of = |auto_levels: bool| {
        let look = Look { chosen: Some(Mode::Clipping), pixels: 65, dot: 1, auto_levels, ..Look::default() };
        worker.submit(job(&graph, Link::to("land"), look));
        let shown = |event| if let (_, Event::Shown(shown)) = event { Some(shown) } else { None };
        worker.poll(10_000).into_iter().filter_map(shown).next_back().unwrap().picture
    };
    let plain = of(false);
    assert!(matches!(plain.legend, Some(Legend::Range { .. })));
    // The same pixels: either drawn anew, or known to be the same.
    let levelled = of(true);
    assert!(plain.image == levelled.image && plain.legend == levelled.legend);
}

#[test]
fn the_map_beside_itself_says_whether_it_fits() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.click("Seamless check");
    let words = |window: &Window| window.harness.get_by_label("preview of height").value().unwrap();
    assert!(words(&window).contains("west to east"), "{}", words(&window));
    window.click("Seams");
    window.click("Seamless check");
    assert!(window.harness.query_by_label("Fit").is_none(), "the whole world is back");
}

#[test]
fn the_world_beyond_is_real_and_the_frame_drags_by_whole_samples() {
    let folder = folder();
    let mut graph = small();
    graph.outputs[0].from = Link::to("land");
    let mut window = Window::on(&graph, folder.path());
    let picture = window.harness.get_by_label("preview of land").rect();
    for _ in 0..8 {
        window.harness.hover_at(picture.center());
        window.harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, -1.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        window.steps(8);
    }
    assert!(window.shows("Fit"), "it is smaller than the pane now");
    let before = window.graph();
    window.harness.hover_at(picture.left_top() + egui::vec2(30.0, 60.0));
    window.steps(6);
    let read = window.harness.get_by_label("preview of land").value();
    assert!(read.as_ref().is_some_and(|r| r.contains("x -")), "a place west of the world has a value: {read:?}");
    assert_eq!(window.graph(), before, "looking changes nothing");
    // The frame: find its edge by the place where x is 0.
    let x = |window: &mut Window, at: egui::Pos2| {
        window.harness.hover_at(at);
        window.steps(3);
        let text = window.harness.get_by_label("preview of land").value().unwrap_or_default();
        text.contains("x -")
    };
    let middle = picture.center().y;
    let mut edge = picture.left() + 4.0;
    while edge < picture.center().x && x(&mut window, pos2(edge, middle)) {
        edge += 2.0;
    }
    window.drag(pos2(edge, middle), pos2(edge + 40.0, middle));
    let origin = window.graph().world.origin;
    assert!(origin.0 > 0.0, "{origin:?}");
    let step = before.world.extent.0 / 64.0;
    assert!((origin.0 / step - (origin.0 / step).round()).abs() < 1e-9, "{origin:?} is whole steps of {step}");
    assert_eq!(window.app().document().undo_len(), 1, "a drag is one step");
}

#[test]
fn the_palette_stays_where_it_opened_and_whole_while_its_list_changes() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let at = pos2(560.0, 930.0);
    window.harness.hover_at(at);
    window.steps(2);
    window.key(Modifiers::NONE, Key::Space);
    let top = |window: &Window| window.harness.get_by_label("search nodes").rect().top();
    let opened = top(&window);
    assert!(opened > 400.0 && opened + 460.0 < 1000.0, "the longest list has room below the field: {opened}");
    for word in ["perl", "in", "zzz"] {
        window.harness.get_by_label("search nodes").type_text(word);
        window.steps(1);
        assert_eq!(top(&window), opened, "after {word:?}");
    }
}
