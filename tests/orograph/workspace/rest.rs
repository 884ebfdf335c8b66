//! A window in which nothing happens draws nothing, whatever is open: it lies open all day beside other work.

use super::driven::Driven;
use super::*;
use eframe::egui::{Event, vec2};
use std::time::Duration;

/// A text cursor blinks twice a second; what is drawn more often than that is drawn for nothing.
const SELDOM: Duration = Duration::from_millis(200);

/// Draws until the window wants to rest; panics with the reasons where it never does.
fn rests(window: &mut Driven, what: &str) {
    let mut seldom = 0;
    for _ in 0..600 {
        window.frame(Vec::new());
        seldom = if window.wanted >= SELDOM { seldom + 1 } else { 0 };
        if seldom == 3 {
            return;
        }
        std::thread::sleep(Duration::from_millis(4));
    }
    panic!("{what}: the window is drawn for ever, because of {:?}", window.ctx.repaint_causes());
}

fn key(window: &mut Driven, key: Key) {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    window.frame(vec![event(true)]);
    window.frame(vec![event(false)]);
}

#[test]
fn a_window_in_which_nothing_happens_draws_nothing_whatever_is_open() {
    let folder = folder();
    let file = folder.path().join("recipe.ron");
    std::fs::write(&file, small().to_ron()).unwrap();
    let mut window = Driven::open(&file, vec2(1500.0, 1000.0));
    window.settle();
    rests(&mut window, "the plain window");
    for command in [
        Command::Commands,
        Command::FindNode,
        Command::Keys,
        Command::Export,
        Command::Templates,
        Command::AddNode,
        Command::CompareSaved,
        Command::ShowDifference,
        Command::StopComparing,
        Command::Tour,
    ] {
        window.command(command);
        window.settle();
        rests(&mut window, &format!("{command:?}"));
        key(&mut window, Key::Escape);
        rests(&mut window, &format!("after {command:?}"));
    }
    for pane in Pane::ALL {
        let ctx = window.ctx.clone();
        window.app.carry_out(Request::Pane(pane, true), &ctx);
        window.settle();
        rests(&mut window, &format!("{pane:?}"));
    }
    let select = ["height", "land"].map(Into::into).into();
    let ctx = window.ctx.clone();
    window.app.carry_out(Request::Select(select), &ctx);
    rests(&mut window, "a selection");
    window.command(Command::Save);
    rests(&mut window, "a notice of a save");
}
