//! The table of commands, and shortcuts that a person changes.

use super::*;
use orograph::gui::keymap::recorded;

#[test]
fn every_command_has_a_title_and_no_two_share_a_shortcut_in_one_place() {
    let usual = Keymap::default();
    for entry in ENTRIES {
        assert!(!entry.title.trim().is_empty(), "{:?}", entry.command);
        assert_eq!(ENTRIES.iter().filter(|other| other.command == entry.command).count(), 1, "{}", entry.title);
        let same = ENTRIES.iter().filter(|other| other.title == entry.title).count();
        assert_eq!(same, 1, "two commands are called {}", entry.title);
        for keys in entry.keys {
            let other = usual.holder(*keys, entry.command).map(|other| other.entry().title);
            assert_eq!(other, None, "{} has the shortcut {keys:?} too", entry.title);
        }
    }
    assert!(ENTRIES.iter().any(|entry| entry.scope == Scope::Canvas));
}

#[test]
fn a_command_is_refused_exactly_while_what_it_needs_is_missing() {
    let nothing = State::default();
    assert!(Command::Undo.refusal(&nothing).is_some() && Command::Delete.refusal(&nothing).is_some());
    let ready = State {
        nodes: 3,
        selected: 1,
        mutable: true,
        groups: 1,
        undo: true,
        redo: true,
        exporting: true,
        values: true,
        previewing: true,
        comparing: true,
    };
    for entry in ENTRIES.iter().filter(|entry| !matches!(entry.command, Command::ExportAgain | Command::ExportAll)) {
        assert_eq!(entry.command.refusal(&ready), None, "{}", entry.title);
    }
    assert!(Command::View.refusal(&State { selected: 2, ..ready }).is_some());
    assert!(Command::Mute.refusal(&State { mutable: false, ..ready }).is_some());
}

#[test]
fn a_shortcut_with_alt_is_not_taken_for_the_one_without() {
    let folder = folder();
    let mut window = window(folder.path());
    window.key(Modifiers::COMMAND | Modifiers::ALT, Key::E);
    assert!(!window.shows("Write all"), "Ctrl+Alt+E opened the dialog of Ctrl+E");
    assert_eq!(window.app().notices().len(), 1, "{:?}", window.app().notices());
    window.key(Modifiers::COMMAND, Key::E);
    assert!(window.shows("Write all"));
}

#[test]
fn a_shortcut_of_the_canvas_with_shift_is_not_taken_for_one_of_the_window() {
    let folder = folder();
    let mut window = window(folder.path());
    window.key(Modifiers::COMMAND, Key::A);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    let frames = |window: &Window| window.app().document().graph().items.frames.len();
    assert_eq!(frames(&window), 1, "Ctrl+Shift+F is Put into a frame, not the search of Ctrl+F");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Find a node by name, kind, note or value"));
    window.key(Modifiers::COMMAND, Key::F);
    assert!(window.shows("Find a node by name, kind, note or value"));
    assert_eq!(frames(&window), 1);
}

/// Opens the window of keys and searches in it.
fn look_up(window: &mut Window, words: &str) {
    window.command(Command::Keys);
    window.click("Search commands and keys");
    type_text(window, words);
}

#[test]
fn a_pressed_shortcut_replaces_the_old_one_and_is_remembered() {
    let folder = folder();
    let mut first = window(folder.path());
    look_up(&mut first, "select all");
    first.click("Keys of Select all: Ctrl+A");
    first.key(Modifiers::COMMAND, Key::J);
    assert!(first.app().document().selection().is_empty(), "a key that is recorded does nothing");
    assert!(first.shows("Keys of Select all: Ctrl+J"));
    first.key(Modifiers::NONE, Key::F1);
    drop(first);
    let mut second = window(folder.path());
    second.key(Modifiers::COMMAND, Key::A);
    assert!(second.app().document().selection().is_empty());
    second.key(Modifiers::COMMAND, Key::J);
    assert!(!second.app().document().selection().is_empty());
}

#[test]
fn a_shortcut_that_is_taken_is_moved_only_when_a_person_says_so() {
    let folder = folder();
    let mut window = window(folder.path());
    look_up(&mut window, "select all");
    window.click("Keys of Select all: Ctrl+A");
    window.key(Modifiers::COMMAND, Key::D);
    assert!(window.shows("Ctrl+D is the shortcut of Duplicate."));
    assert!(window.shows("Keys of Select all: Ctrl+A"));
    window.click("Use it for Select all");
    assert!(window.shows("Keys of Select all: Ctrl+D"));
    assert!(window.app().settings().keys.keys(Command::Duplicate).is_empty());
    window.click("Reset all keys");
    assert!(window.shows("Keys of Select all: Ctrl+A"));
    assert_eq!(window.app().settings().keys, Keymap::default());
}

#[test]
fn shortcuts_survive_the_settings_file_and_what_it_does_not_know_is_left_out() {
    let folder = folder();
    let mut settings = Settings::default();
    let keys = recorded(Key::Plus, Modifiers { ctrl: true, shift: true, alt: true, ..Modifiers::NONE });
    settings.keys.move_to(Command::FrameAll, keys);
    settings.save(Some(folder.path())).unwrap();
    assert_eq!(Settings::load(Some(folder.path())), settings);
    let text = std::fs::read_to_string(folder.path().join("settings.ron")).unwrap();
    assert!(text.contains("Ctrl+Alt+Shift+Plus"), "{text}");
    let strange = text.replace("Ctrl+Alt+Shift+Plus", "Hyper+Nothing");
    std::fs::write(folder.path().join("settings.ron"), strange).unwrap();
    assert!(Settings::load(Some(folder.path())).keys.keys(Command::FrameAll).is_empty());
}

#[test]
fn the_window_of_keys_is_searched_by_command_and_by_key() {
    let folder = folder();
    let mut window = window(folder.path());
    look_up(&mut window, "mute");
    assert!(window.shows("Keys of Mute: M") && !window.shows("Keys of Redo"));
}
