//! Undo, redo, gestures, the seed.

use super::*;

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
