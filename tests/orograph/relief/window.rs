//! The 3D view in the window: how it is chosen, moved and remembered, with and without a graphics device.

use super::{cone, drawn};
use crate::support::recipe;
use crate::support::window::{Start, Window};
use eframe::egui::{self, Key, Modifiers, Sense, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use orograph::graph::{Edit, Graph, Link, Output};
use orograph::gui::relief::{Camera, Relief};
use orograph::gui::request::Command;
use orograph::raster::Sampling;
use orograph::view::Sun;
use std::sync::Arc;

const NO_ADAPTER: &str = "No graphics adapter was found";

fn small() -> Graph {
    let mut graph = recipe::island_like(65, 65);
    graph.outputs.push(Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices });
    graph
}

#[test]
fn without_an_adapter_the_lit_picture_is_shown_with_a_sentence_and_the_choice_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.ron");
    small().save(&path).unwrap();
    let start = || Start { file: Some(path.clone()), config: Some(folder.path().join("config")), ..Start::default() };
    let mut window = Window::start(start());
    assert!(!window.shows(NO_ADAPTER));
    window.click("3D");
    assert!(window.shows(NO_ADAPTER));
    assert!(window.app().settings().relief);
    assert!(!window.app().document().is_dirty(), "it is a way to look, no part of the recipe");
    drop(window);
    let mut again = Window::start(start());
    assert!(again.shows(NO_ADAPTER), "a new window remembers it");
    again.command(Command::Relief);
    assert!(!again.shows(NO_ADAPTER));
}

#[test]
fn a_key_and_the_list_of_commands_switch_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::on(&small(), folder.path());
    let canvas = orograph::gui::canvas::Canvas::id();
    window.harness.ctx.memory_mut(|memory| memory.request_focus(canvas));
    window.steps(2);
    window.key(Modifiers::NONE, Key::Num3);
    assert!(window.app().settings().relief);
    window.key(Modifiers::COMMAND, Key::P);
    window.harness.event(egui::Event::Text("3d view".into()));
    window.steps(3);
    window.key(Modifiers::NONE, Key::Enter);
    assert!(!window.app().settings().relief);
}

/// A view alone, without a device: camera and keys need none.
fn view() -> Harness<'static, (Relief, Sun)> {
    let ground = Arc::new(cone(65));
    let mut harness = Harness::builder().with_size(Vec2::new(400.0, 400.0)).with_step_dt(1.0 / 60.0).build_ui_state(
        move |ui, (relief, sun): &mut (Relief, Sun)| {
            let (area, response) = ui.allocate_exact_size(Vec2::splat(360.0), Sense::click_and_drag());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Image, true, "view"));
            relief.show(ui, area, &response, (&ground, false), sun);
            relief.dial(ui, sun);
        },
        (Relief::default(), Sun::default()),
    );
    harness.run_steps(2);
    harness
}

fn camera(harness: &Harness<'_, (Relief, Sun)>) -> Camera {
    *harness.state().0.camera().unwrap()
}

fn drag(harness: &mut Harness<'_, (Relief, Sun)>, button: egui::PointerButton, by: Vec2, modifiers: Modifiers) {
    let from = harness.get_by_label("view").rect().center();
    harness.hover_at(from);
    harness.run_steps(1);
    harness.event(egui::Event::ModifiersChanged(modifiers));
    harness.event(egui::Event::PointerButton { pos: from, button, pressed: true, modifiers });
    for share in [0.3, 0.7, 1.0] {
        harness.hover_at(from + by * share);
        harness.run_steps(1);
    }
    harness.event(egui::Event::PointerButton { pos: from + by, button, pressed: false, modifiers });
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(2);
}

#[test]
fn drags_turn_and_move_and_a_double_click_shows_everything_again() {
    let mut harness = view();
    let home = camera(&harness);
    drag(&mut harness, egui::PointerButton::Primary, Vec2::new(50.0, 20.0), Modifiers::NONE);
    let turned = camera(&harness);
    assert!(turned.heading > home.heading + 10.0 && turned.pitch > home.pitch + 3.0, "{turned:?}");
    assert_eq!((turned.target, turned.distance), (home.target, home.distance));
    assert!(!harness.state().0.is_home());
    for (button, modifiers) in [
        (egui::PointerButton::Primary, Modifiers::SHIFT),
        (egui::PointerButton::Secondary, Modifiers::NONE),
        (egui::PointerButton::Middle, Modifiers::NONE),
    ] {
        let before = camera(&harness);
        drag(&mut harness, button, Vec2::new(40.0, 0.0), modifiers);
        let moved = camera(&harness);
        assert_eq!((moved.heading, moved.pitch, moved.distance), (before.heading, before.pitch, before.distance));
        assert_ne!(moved.target, before.target, "{button:?} with {modifiers:?}");
    }
    let view = harness.get_by_label("view").rect().center();
    harness.hover_at(view);
    for pressed in [true, false, true, false] {
        let button = egui::PointerButton::Primary;
        harness.event(egui::Event::PointerButton { pos: view, button, pressed, modifiers: Modifiers::NONE });
        harness.run_steps(1);
    }
    harness.run_steps(2);
    assert_eq!(camera(&harness), home);
    assert!(harness.state().0.is_home());
}

#[test]
fn a_drag_with_ctrl_moves_the_sun_and_nothing_else() {
    let mut harness = view();
    let (home, sun) = (camera(&harness), harness.state().1);
    drag(&mut harness, egui::PointerButton::Primary, Vec2::new(50.0, 20.0), Modifiers::COMMAND);
    assert_eq!(camera(&harness), home);
    let moved = harness.state().1;
    assert!(moved.azimuth > sun.azimuth + 10.0 && moved.altitude < sun.altitude - 3.0, "{moved:?}");
}

#[test]
fn arrows_turn_plus_and_minus_approach_and_home_shows_everything() {
    let mut harness = view();
    let home = camera(&harness);
    harness.get_by_label("view").focus();
    harness.run_steps(2);
    let press = |harness: &mut Harness<'_, (Relief, Sun)>, modifiers, key| {
        harness.key_press_modifiers(modifiers, key);
        harness.run_steps(2);
    };
    press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    let turned = camera(&harness);
    assert!(turned.heading != home.heading && turned.pitch > home.pitch, "{turned:?}");
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    assert_ne!(camera(&harness).target, turned.target);
    press(&mut harness, Modifiers::NONE, Key::Plus);
    let near = camera(&harness).distance;
    assert!(near < home.distance);
    press(&mut harness, Modifiers::NONE, Key::Minus);
    assert!(camera(&harness).distance > near);
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert_eq!(camera(&harness), home);
}

#[test]
fn the_sun_has_a_name_and_a_value_and_obeys_the_arrows() {
    let mut harness = view();
    let value = |harness: &Harness<'_, (Relief, Sun)>| harness.get_by_label("Sun").value().unwrap();
    assert_eq!(value(&harness), "from 315°, 45° high");
    harness.get_by_label("Sun").focus();
    harness.run_steps(2);
    for key in [Key::ArrowRight, Key::ArrowUp, Key::ArrowUp] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    assert_eq!(value(&harness), "from 320°, 55° high");
}

#[test]
fn with_a_device_the_camera_stays_where_it_is_while_the_preview_changes() {
    let Some(state) = drawn::device("the 3D view of the window") else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.ron");
    small().save(&path).unwrap();
    let mut window = Window::start(Start { file: Some(path), device: Some(state), ..Start::default() });
    window.command(Command::Relief);
    window.steps(4);
    assert!(!window.shows(NO_ADAPTER));
    let value = |window: &Window| window.harness.get_by_label("preview of height").value().unwrap();
    let home = value(&window);
    assert!(home.starts_with("3D view towards 30°, 38° down"), "{home}");
    assert!(window.shows("Water") && window.shows("Mesh"));
    let middle = window.harness.get_by_label("preview of height").rect().center();
    window.drag(middle, middle + Vec2::new(60.0, 30.0));
    window.steps(3);
    let towards = |text: &str| text.split(" · ").next().unwrap().to_owned();
    let turned = towards(&value(&window));
    assert_ne!(turned, towards(&home));
    let hash = window.app().hash().unwrap().to_owned();
    window.edit(Edit::Seed(99));
    window.steps(6);
    assert_ne!(window.app().hash().unwrap(), hash, "the preview has changed");
    assert_eq!(towards(&value(&window)), turned);
    window.click("Fit");
    assert_eq!(towards(&value(&window)), towards(&home));
    let reading = value(&window);
    window.harness.hover_at(middle);
    window.steps(3);
    let probed = value(&window);
    assert!(probed.starts_with(&reading) && probed.contains("slope"), "the ground is probed: {probed}");
}

#[test]
fn the_sun_of_the_3d_view_is_that_of_the_recipe_and_moving_it_is_an_edit() {
    let Some(state) = drawn::device("the sun of the 3D view") else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.ron");
    let mut graph = small();
    graph.view.sun = (90.0, 20.0);
    graph.save(&path).unwrap();
    let mut window = Window::start(Start { file: Some(path), device: Some(state), ..Start::default() });
    window.command(Command::Relief);
    window.steps(4);
    let dial = |window: &Window| {
        let all = window.harness.get_all_by_label("Sun");
        all.filter_map(|node| node.value()).find(|value| value.contains("high")).unwrap()
    };
    assert_eq!(dial(&window), "from 90°, 20° high");
    let middle = window.harness.get_by_label("preview of height").rect().center();
    window.harness.event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    window.drag(middle, middle + Vec2::new(50.0, -40.0));
    window.harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    window.steps(2);
    let sun = window.graph().view.sun;
    assert!(sun.0 > 100.0 && sun.1 > 25.0, "the recipe has the sun that was dragged: {sun:?}");
    assert_eq!(dial(&window), format!("from {:.0}°, {:.0}° high", sun.0, sun.1));
    window.command(Command::Undo);
    window.steps(2);
    assert_eq!(window.graph().view.sun, (90.0, 20.0), "the whole drag is one step");
    assert_eq!(dial(&window), "from 90°, 20° high");
}
