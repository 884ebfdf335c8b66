//! The editor of the view's colour ramp, in the real window.

use crate::support::window::{Start, Window};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::Queryable;
use orograph::graph::{Graph, Node, OwnRamp, ViewRamp};
use orograph::gui::dock::Pane;
use orograph::gui::panels::ramp::Stops;
use orograph::gui::ramps::Ramps;
use orograph::gui::request::{Command, Request};
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

fn editor(folder: &Path) -> Window {
    let path = folder.join("recipe.ron");
    if !path.exists() {
        let mut graph =
            Graph { world: orograph::graph::World { samples: (33, 33), ..Default::default() }, ..Graph::default() };
        graph.nodes.insert("height".into(), Arc::new(Node::new("RadialFalloff")));
        let from = orograph::graph::Link::to("height");
        graph.outputs.push(orograph::graph::Output { name: "height".into(), from, sampling: Default::default() });
        graph.save(&path).unwrap();
    }
    let config = Some(folder.join("config"));
    let mut window = Window::start(Start { file: Some(path), config, ..Start::default() });
    // The pane takes the whole side.
    window.ask(Request::Pane(Pane::Preview, false));
    window.ask(Request::Pane(Pane::Ramp, true));
    window
}

fn own(window: &Window) -> OwnRamp {
    match window.graph().view.ramp {
        ViewRamp::Own(own) => OwnRamp::clone(&own),
        ViewRamp::Named(name) => panic!("the ramp is still {name}"),
    }
}

fn center(window: &Window, label: &str) -> Pos2 {
    window.harness.get_by_label(label).rect().center()
}

/// The place of a share on the strip of that name.
fn on_strip(window: &Window, label: &str, share: f32) -> Pos2 {
    let rect = window.harness.get_by_label(label).rect();
    pos2(rect.left() + share * rect.width(), rect.center().y)
}

const LAND: &str = "Colours of the land, a click adds one";

#[test]
fn the_first_change_makes_a_copy_that_the_recipe_holds_and_undo_takes_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = editor(folder.path());
    let land = orograph::view::ramp("terrain").unwrap().land.clone();
    let (from, to) = (center(&window, "Stop 5 of the land"), on_strip(&window, LAND, 0.4));
    window.drag(from, pos2(to.x, from.y));
    let ramp = own(&window);
    assert_eq!(ramp.name, "terrain 2");
    assert!((ramp.land[4].0 - 0.4).abs() < 0.01 && ramp.land[4].1 == land[4].1, "{:?}", ramp.land);
    assert_eq!(ramp.land.len(), land.len());
    assert_eq!(window.app().document().undo_len(), 1, "a drag is one step");
    // Neighbours stop it.
    window.drag(center(&window, "Stop 5 of the land"), pos2(on_strip(&window, LAND, 0.95).x, from.y));
    let ramp = own(&window);
    assert_eq!(ramp.land[4].0, ramp.land[5].0);
    window.command(Command::Undo);
    window.command(Command::Undo);
    assert_eq!(window.graph().view.ramp, ViewRamp::default());
}

#[test]
fn stops_are_added_by_a_click_moved_by_keys_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = editor(folder.path());
    let count = orograph::view::ramp("terrain").unwrap().land.len();
    let at = on_strip(&window, LAND, 0.35);
    window.harness.hover_at(at);
    window.steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        window.steps(2);
    }
    let ramp = own(&window);
    assert_eq!(ramp.land.len(), count + 1);
    let index = ramp.land.iter().position(|stop| (stop.0 - 0.35).abs() < 0.01).unwrap();
    assert_eq!(
        ramp.land[index].1,
        orograph::view::color_at(&orograph::view::ramp("terrain").unwrap().land, ramp.land[index].0)
    );
    // The new stop has the focus.
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::SHIFT, Key::ArrowRight);
    let moved = own(&window).land[index].0 - ramp.land[index].0;
    assert!((moved - 0.011).abs() < 0.0015, "{moved}");
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!(own(&window).land.len(), count);
    assert_eq!(window.graph().nodes.len(), 1, "the node stays");
    window.click("Remove Stop 1 of the water");
    assert_eq!(own(&window).water.len(), 2);
}

#[test]
fn halves_are_spread_reversed_removed_and_added() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = editor(folder.path());
    let water = orograph::view::ramp("terrain").unwrap().water.clone();
    window.click("Spread the water evenly");
    assert_eq!(own(&window).water.iter().map(|stop| stop.0).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    window.click("Reverse the water");
    assert_eq!(own(&window).water[0].1, water[2].1);
    window.click("Remove water");
    assert!(own(&window).water.is_empty() && window.shows("All heights"));
    window.click("Add water");
    assert_eq!(own(&window).water, water);
}

#[test]
fn a_ramp_is_kept_for_other_recipes_and_taken_from_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = editor(folder.path());
    window.click("Reverse the land");
    window.click("Save as my ramp");
    let saved = own(&window);
    let file = folder.path().join("config/ramps/terrain 2.ron");
    assert_eq!(OwnRamp::parse(&std::fs::read_to_string(file).unwrap()).unwrap(), saved);
    window.command(Command::Undo);
    assert_eq!(window.graph().view.ramp, ViewRamp::default());
    drop(window);
    let mut again = editor(folder.path());
    again.ask(Request::Pane(Pane::Preview, true));
    again.click("Colour ramp");
    assert!(again.harness.query_all_by_label("terrain 2").count() >= 2, "in the list and in the pane");
    again.key(Modifiers::NONE, Key::Escape);
    again.ask(Request::Pane(Pane::Preview, false));
    again.harness.query_all_by_label("terrain 2").last().unwrap().click();
    again.steps(3);
    assert_eq!(own(&again), saved);
    again.click("Remove terrain 2");
    assert_eq!(own(&again), saved, "the recipe keeps its colours");
    assert!(Ramps::load(Some(&folder.path().join("config"))).all().is_empty());
}

#[test]
fn a_name_that_is_no_file_is_refused_and_files_that_are_no_ramps_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut ramps = Ramps::load(Some(folder.path()));
    let ramp = |name: &str| {
        Arc::new(OwnRamp { name: name.into(), water: Vec::new(), land: vec![(0.0, [0; 3]), (1.0, [255; 3])] })
    };
    for name in ["../up", "a/b", "", " a", "con:", "a.b"] {
        assert!(ramps.save(&ramp(name)).unwrap_err().contains("cannot be saved"), "{name}");
    }
    ramps.save(&ramp("Küste 2")).unwrap();
    std::fs::write(folder.path().join("ramps/broken.ron"), "(name: ").unwrap();
    std::fs::write(folder.path().join("ramps/notes.txt"), "hello").unwrap();
    let again = Ramps::load(Some(folder.path()));
    assert_eq!(again.all().iter().map(|ramp| ramp.name.as_str()).collect::<Vec<_>>(), ["Küste 2"]);
    assert!(folder.path().join("ramps/broken.ron").exists());
}

#[derive(Clone, Debug)]
enum Act {
    Move(usize, f32),
    Add(f32),
    Remove(usize),
    Spread,
    Reverse,
}

proptest! {
    #[test]
    fn whatever_is_done_the_recipe_takes_the_stops(acts in prop::collection::vec(prop_oneof![
        (0..9usize, -0.5..1.5f32).prop_map(|(i, at)| Act::Move(i, at)),
        (-0.5..1.5f32).prop_map(Act::Add),
        (0..9usize).prop_map(Act::Remove),
        Just(Act::Spread),
        Just(Act::Reverse),
    ], 0..60)) {
        let mut stops = Stops(vec![(0.0, [0; 3]), (0.3, [9, 8, 7]), (1.0, [255; 3])]);
        for act in acts {
            stops = match act {
                Act::Move(i, at) => stops.moved(i, at),
                Act::Add(at) => stops.clone().added(at).map_or(stops, |(stops, _)| stops),
                Act::Remove(i) => stops.clone().without(i).unwrap_or(stops),
                Act::Spread => stops.spread(),
                Act::Reverse => stops.reversed(),
            };
            let ramp = OwnRamp { name: "a".into(), water: Vec::new(), land: stops.0.clone() };
            prop_assert_eq!(ramp.check(), Ok(()));
            prop_assert_eq!(&OwnRamp::parse(&ramp.to_ron()).unwrap(), &ramp);
        }
    }
}
