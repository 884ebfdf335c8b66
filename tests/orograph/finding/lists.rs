//! The lists of commands, nodes, kinds, steps and problems.

use super::*;
use eframe::egui;

#[test]
fn a_command_is_found_by_a_few_letters_and_run_with_enter() {
    let folder = folder();
    let mut window = window(folder.path());
    window.key(Modifiers::COMMAND, Key::P);
    type_text(&mut window, "sel all");
    assert_eq!(rows(&window)[0], "Select all");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().document().selection().len(), window.graph().nodes.len());
    assert!(rows(&window).is_empty(), "the list is closed");
}

#[test]
fn a_panel_is_found_by_what_is_in_it() {
    let folder = folder();
    let mut window = window(folder.path());
    window.key(Modifiers::COMMAND, Key::P);
    type_text(&mut window, "graph parameters");
    assert_eq!(rows(&window)[0], "Show World");
}

#[test]
fn a_command_that_cannot_be_carried_out_says_why_and_does_nothing() {
    let folder = folder();
    let mut window = window(folder.path());
    window.key(Modifiers::COMMAND, Key::P);
    type_text(&mut window, "duplicate");
    let row = window.harness.get_by_label("Duplicate");
    let told = row.accesskit_node().description().unwrap_or_default();
    assert!(told.starts_with("Select a node first."), "{told}");
    let before = window.graph();
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.graph(), before);
    assert!(!rows(&window).is_empty(), "the list stays open");
}

#[test]
fn the_list_of_commands_holds_every_command_and_the_recent_files() {
    let folder = folder();
    let mut window = window(folder.path());
    window.key(Modifiers::COMMAND, Key::P);
    let rows = rows(&window);
    for entry in ENTRIES.iter().filter(|entry| entry.command != Command::Commands) {
        let title = entry.title.trim_end_matches('…');
        assert!(rows.iter().any(|row| row == title), "{title} is missing");
    }
    assert!(rows.iter().any(|row| row == "recipe.ron"));
}

#[test]
fn a_node_is_found_by_name_kind_note_and_value_and_the_arrows_go_from_one_to_the_next() {
    let folder = folder();
    let mut window = window(folder.path());
    let ids: Vec<_> = window.graph().nodes.keys().cloned().collect();
    window.edit(Edit::Note { id: ids[0].clone(), note: "Look after the lighthouse".into() });
    window.key(Modifiers::COMMAND, Key::F);
    type_text(&mut window, "lighthouse");
    assert_eq!(rows(&window), [ids[0].to_string()]);
    assert_eq!(window.app().document().selection().iter().collect::<Vec<_>>(), [&ids[0]]);
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::COMMAND, Key::F);
    let all = rows(&window);
    assert_eq!(all.len(), ids.len());
    #[allow(clippy::needless_range_loop, reason = "the index is the number of steps too")]
    for next in 1..all.len() {
        window.key(Modifiers::NONE, Key::ArrowDown);
        let selected = window.app().document().selection().first().unwrap().to_string();
        assert_eq!(selected, all[next]);
    }
    let kind = window.graph().nodes[&ids[0]].spec().unwrap().title;
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::COMMAND, Key::F);
    type_text(&mut window, kind);
    assert!(rows(&window).contains(&ids[0].to_string()));
}

#[test]
fn a_click_in_the_history_goes_to_that_step_and_back() {
    let folder = folder();
    let mut window = window(folder.path());
    let mut states = vec![window.graph()];
    for seed in [3, 4, 5] {
        window.edit(Edit::Seed(seed));
        states.push(window.graph());
    }
    window.ask(Request::Pane(Pane::History, true));
    assert_eq!(rows(&window), ["Opened", "Set the seed to 3", "Set the seed to 4", "Set the seed to 5"]);
    window.click("Set the seed to 3");
    assert_eq!(window.graph(), states[1]);
    window.click("Opened");
    assert_eq!(window.graph(), states[0]);
    window.click("Set the seed to 5");
    assert_eq!(window.graph(), states[3]);
    window.ask(Request::Step(99));
    assert_eq!(window.graph(), states[3], "there is nothing beyond the last step");
}

#[test]
fn recent_kinds_and_favourites_stand_first_in_the_palette_and_are_remembered() {
    let folder = folder();
    let mut first = window(folder.path());
    first.edit(Edit::Add { kind: "Perlin".into(), at: [900.0, 900.0], from: None, to: None });
    first.command(Command::AddNode);
    assert_eq!(rows(&first)[0], "add Perlin, used before");
    first.key(Modifiers::COMMAND, Key::D);
    assert_eq!(rows(&first)[0], "add Perlin, a favourite");
    assert!(first.app().settings().liked.is_favourite("Perlin"));
    first.key(Modifiers::NONE, Key::Escape);
    first.command(Command::Undo);
    drop(first);
    let mut second = window(folder.path());
    second.command(Command::AddNode);
    assert_eq!(rows(&second)[..2], ["add Perlin, a favourite", "add Perlin, used before"]);
    second.key(Modifiers::COMMAND, Key::D);
    assert_eq!(rows(&second)[0], "add Perlin, used before");
}

#[test]
fn a_kind_is_found_by_letters_that_begin_its_words() {
    let kinds: Vec<_> = orograph::nodes::all().collect();
    let found = orograph::gui::palette::ranked("prlin", &kinds);
    assert_eq!(found.first().map(|spec| spec.kind), Some("Perlin"));
    let rows = orograph::gui::palette::rows("", &kinds, &Liked::default());
    assert_eq!(rows.len(), kinds.len(), "without favourites and recent kinds every kind stands there once");
}

#[test]
fn letters_that_follow_a_shortcut_before_the_list_is_drawn_go_into_its_field() {
    let folder = folder();
    for (shortcut, field) in
        [(Key::F, "Find a node by name, kind, note or value"), (Key::P, "Search commands and recent files")]
    {
        let mut window = window(folder.path());
        window.select(&["land"]);
        let before = window.graph();
        // As a person types them while one frame is slow. M alone would mute the node, Del would delete it.
        let down =
            |key, modifiers| egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        let text = |letter: &str| egui::Event::Text(letter.into());
        let typed = [
            down(shortcut, Modifiers::COMMAND),
            down(Key::M, Modifiers::NONE),
            text("m"),
            down(Key::O, Modifiers::NONE),
            text("o"),
        ];
        for event in typed {
            window.harness.event(event);
        }
        window.steps(8);
        assert_eq!(window.harness.get_by_label(field).accesskit_node().value().as_deref(), Some("mo"));
        assert_eq!(window.graph(), before, "no letter was taken for a command");
    }
}
