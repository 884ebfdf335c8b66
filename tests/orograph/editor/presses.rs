//! Presses that come faster than frames: each acts on what the one before it left.

use eframe::egui::{Event, Key, Modifiers, PointerButton, pos2};
use orograph::gui::turns::Turns;

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

fn up(key: Key) -> Event {
    Event::Key { key, physical_key: None, pressed: false, repeat: false, modifiers: Modifiers::NONE }
}

fn button(pressed: bool) -> Event {
    let modifiers = Modifiers::NONE;
    Event::PointerButton { pos: pos2(5.0, 5.0), button: PointerButton::Primary, pressed, modifiers }
}

/// The frames in which events that came at once are handed over.
fn frames(events: Vec<Event>, typing: bool) -> Vec<Vec<Event>> {
    let mut turns = Turns::default();
    let mut frames = Vec::new();
    let mut events = events;
    loop {
        let more = turns.take(&mut events, typing);
        frames.push(std::mem::take(&mut events));
        if !more {
            return frames;
        }
    }
}

#[test]
fn keys_of_one_slow_frame_act_one_after_another() {
    let all = vec![
        key(Key::A, Modifiers::COMMAND),
        up(Key::A),
        key(Key::Delete, Modifiers::NONE),
        up(Key::Delete),
        key(Key::Z, Modifiers::COMMAND),
        up(Key::Z),
        key(Key::Z, Modifiers::COMMAND),
        Event::Paste("text".into()),
    ];
    let frames = frames(all.clone(), false);
    assert_eq!(frames.concat(), all, "nothing is lost and nothing is reordered");
    assert_eq!(frames.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2, 1, 1]);
}

#[test]
fn a_key_after_a_click_acts_on_what_was_clicked() {
    let all = vec![
        Event::PointerMoved(pos2(5.0, 5.0)),
        button(true),
        button(false),
        key(Key::Delete, Modifiers::NONE),
        button(true),
    ];
    let frames = frames(all.clone(), false);
    assert_eq!(frames.concat(), all);
    assert_eq!(frames.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1, 1]);
}

#[test]
fn arrows_and_letters_need_no_frame_each() {
    let arrows =
        vec![key(Key::ArrowRight, Modifiers::NONE), up(Key::ArrowRight), key(Key::ArrowDown, Modifiers::SHIFT)];
    assert_eq!(frames(arrows.clone(), false), [arrows]);
    let word = vec![
        key(Key::A, Modifiers::NONE),
        Event::Text("a".into()),
        key(Key::Z, Modifiers::COMMAND),
        key(Key::Enter, Modifiers::NONE),
        key(Key::Delete, Modifiers::NONE),
    ];
    let frames = frames(word.clone(), true);
    assert_eq!(frames.concat(), word);
    assert_eq!(frames.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1, 1], "Enter chooses what the word has found");
}

#[test]
fn a_held_key_does_not_go_on_after_it_is_let_go() {
    let mut turns = Turns::default();
    let undo = || key(Key::Z, Modifiers::COMMAND);
    let mut events = vec![undo(), undo(), undo()];
    assert!(turns.take(&mut events, false));
    for _ in 0..50 {
        let mut more = vec![undo(), undo()];
        turns.take(&mut more, false);
        assert_eq!(more, [undo()]);
    }
    let mut last = vec![up(Key::Z)];
    while turns.take(&mut last, false) {
        assert_eq!(last.len(), 1);
        last.clear();
    }
    let mut none = Vec::new();
    assert!(!turns.take(&mut none, false));
    assert!(none.is_empty());
}
