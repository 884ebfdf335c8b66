//! Selecting, moving, renaming, menus.

use super::*;

#[test]
fn clicks_select_add_toggle_and_clear() {
    let mut window = recipe(CHAIN);
    let at = |window: &Window, id: &str| body(window, &format!("node {id}"));
    let (a, b) = (at(&window, "a"), at(&window, "b"));
    click(&mut window, a, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(selected(&window), ["a"]);
    click(&mut window, b, PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(selected(&window), ["a", "b"]);
    click(&mut window, a, PointerButton::Primary, Modifiers::COMMAND);
    assert_eq!(selected(&window), ["b"]);
    click(&mut window, a, PointerButton::Primary, Modifiers::COMMAND);
    click(&mut window, b, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(selected(&window), ["b"], "a release without a drag selects only that node");
    click(&mut window, pos2(500.0, 650.0), PointerButton::Primary, Modifiers::NONE);
    assert!(selected(&window).is_empty());
}

#[test]
fn a_box_selects_what_it_touches_adds_and_subtracts() {
    let mut window = recipe(CHAIN);
    let (b, c) = (rect(&window, "node b"), rect(&window, "node c"));
    let below = b.bottom() + 40.0;
    grab(&mut window, pos2(b.left() - 20.0, below), pos2(c.left() + 10.0, b.bottom() - 10.0), Modifiers::NONE);
    assert_eq!(selected(&window), ["b", "c"]);
    press(&mut window, pos2(c.left() + 10.0, b.bottom() - 10.0), PointerButton::Primary, false, Modifiers::NONE);
    let a = rect(&window, "node a");
    grab(&mut window, pos2(a.right() - 5.0, below + 60.0), pos2(a.left() - 10.0, a.bottom() - 10.0), Modifiers::SHIFT);
    press(&mut window, pos2(a.left() - 10.0, a.bottom() - 10.0), PointerButton::Primary, false, Modifiers::NONE);
    assert_eq!(selected(&window), ["a", "b", "c"]);
    grab(&mut window, pos2(b.left() - 5.0, below), pos2(b.left() + 10.0, b.bottom() - 10.0), Modifiers::COMMAND);
    assert_eq!(selected(&window), ["a", "c"]);
    key(&mut window, Key::Escape);
    assert_eq!(selected(&window), ["a", "b", "c"], "Esc restores the selection");
}

#[test]
fn moving_many_nodes_is_one_edit_and_esc_restores() {
    let mut window = recipe(CHAIN);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    let before = window.state().graph.layout.clone();
    let from = body(&window, "node b");
    let seen = rect(&window, "node a");
    grab(&mut window, from, from + vec2(30.0, 44.0), Modifiers::NONE);
    assert_eq!(rect(&window, "node a").min, seen.min + vec2(30.0, 44.0), "nodes follow the pointer");
    key(&mut window, Key::Escape);
    press(&mut window, from, PointerButton::Primary, false, Modifiers::NONE);
    assert_eq!(window.state().graph.layout, before);
    assert!(window.state().steps.is_empty());
    drag(&mut window, from, from + vec2(30.0, 44.0));
    for (id, [x, y]) in &before {
        assert_eq!(window.state().graph.layout[id], [x + 30.0, y + 44.0]);
    }
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn a_right_click_cancels_a_drag() {
    let mut window = recipe(PAIR);
    let from = body(&window, "node a");
    grab(&mut window, from, from + vec2(50.0, 50.0), Modifiers::NONE);
    press(&mut window, from + vec2(50.0, 50.0), PointerButton::Secondary, true, Modifiers::NONE);
    press(&mut window, from + vec2(50.0, 50.0), PointerButton::Secondary, false, Modifiers::NONE);
    press(&mut window, from + vec2(50.0, 50.0), PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
    assert!(window.state().steps.is_empty());
    assert!(window.query_by_label("Rename…").is_none(), "and opens no menu");
}

#[test]
fn a_drag_starts_after_four_points() {
    let mut window = recipe(PAIR);
    let from = body(&window, "node a");
    drag(&mut window, from, from + vec2(3.0, 0.0));
    assert!(window.state().steps.is_empty());
    drag(&mut window, from, from + vec2(5.0, 0.0));
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn a_title_is_renamed_by_double_click_and_f2() {
    let mut window = recipe(PAIR);
    let title = rect(&window, "node a").left_top() + vec2(40.0, 13.0);
    double_click(&mut window, title);
    assert!(window.get_by_label("rename a").is_focused());
    write(&mut window, "hills");
    key(&mut window, Key::Enter);
    assert_eq!(ids(&window), ["b", "hills"]);
    assert_eq!(window.state().link("b", "source").as_deref(), Some("hills"));
    assert_eq!(selected(&window), ["hills"]);
    key(&mut window, Key::F2);
    write(&mut window, "nonsense name");
    key(&mut window, Key::Escape);
    assert_eq!(ids(&window), ["b", "hills"]);
    assert!(window.state().canvas.has_focus(), "the keys are the canvas's again");
}

#[test]
fn a_name_that_is_not_allowed_stays_open_and_says_why() {
    let mut window = recipe(PAIR);
    let at = body(&window, "node a");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::F2);
    write(&mut window, "old hills!");
    key(&mut window, Key::Enter);
    assert!(window.get_by_label("rename a").is_focused());
    assert!(says(&window, "\"old_hills!\" cannot name a node, allowed are letters, digits, _ and -."));
    chord(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, "b");
    key(&mut window, Key::Enter);
    assert!(says(&window, "already a node \"b\""));
    assert!(window.state().steps.is_empty() && window.state().toasts.is_empty());
    chord(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, "old hills");
    key(&mut window, Key::Enter);
    assert_eq!(ids(&window), ["b", "old_hills"], "a space becomes _");
    key(&mut window, Key::F2);
    key(&mut window, Key::Backspace);
    key(&mut window, Key::Enter);
    assert_eq!(ids(&window), ["b", "old_hills"], "an empty name keeps the old one");
    assert!(window.query_by_label("rename old_hills").is_none());
}

#[test]
fn duplicates_lie_beside_their_originals_or_below() {
    let mut window = recipe(PAIR);
    for (id, place) in [("b", "right"), ("a", "below")] {
        let at = body(&window, &format!("node {id}"));
        click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
        let before = rect(&window, &format!("node {id}"));
        chord(&mut window, Modifiers::COMMAND, Key::D);
        let copy = rect(&window, &format!("node {}", selected(&window)[0]));
        let beside = copy.top() == before.top() && copy.left() > before.right();
        let below = copy.left() == before.left() && copy.top() > before.bottom();
        assert_eq!((beside, below), (place == "right", place == "below"), "{id}: {copy:?} of {before:?}");
    }
}

#[test]
fn keys_do_not_act_while_text_is_typed() {
    let mut window = recipe(PAIR);
    let at = body(&window, "node a");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::F2);
    assert!(!window.state().canvas.has_focus());
    key(&mut window, Key::V);
    key(&mut window, Key::Delete);
    assert_eq!(window.state().preview, None);
    assert_eq!(ids(&window), ["a", "b"]);
    key(&mut window, Key::Escape);
    key(&mut window, Key::V);
    assert_eq!(window.state().preview, Some(Link::to("a")));
}

#[test]
fn a_double_click_on_a_body_views_the_node() {
    let mut window = recipe(PAIR);
    let at = body(&window, "node b");
    double_click(&mut window, at);
    assert_eq!(window.state().preview, Some(Link::to("b")));
}

#[test]
fn menus_act_on_nodes_wires_and_sockets() {
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Secondary, Modifiers::NONE);
    assert_eq!(selected(&window), ["b"]);
    window.get_by_label_contains("Mute").click();
    window.step();
    window.run_steps(2);
    assert!(window.state().graph.nodes["b"].muted);
    let (from, to) = (centre(&window, "output b.value"), centre(&window, "input c.source"));
    click(&mut window, from + (to - from) * 0.5, PointerButton::Secondary, Modifiers::NONE);
    window.get_by_label("Unplug").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().link("c", "source"), None);
    let at = centre(&window, "input b.source");
    click(&mut window, at, PointerButton::Secondary, Modifiers::NONE);
    window.get_by_label("Unplug").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().link("b", "source"), None);
}

#[test]
fn o_offers_the_outputs_that_a_node_may_become() {
    let mut window = recipe(PAIR);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::O);
    window.get_by_label("New output").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.outputs[0].name, "height");
    assert_eq!(window.state().graph.outputs[0].from, Link::to("b"));
    let at = body(&window, "node a");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::O);
    window.get_by_label("height").click();
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.outputs.len(), 1);
    assert_eq!(window.state().graph.outputs[0].from, Link::to("a"));
}

#[test]
fn a_screen_reader_selects_by_name() {
    let mut window = recipe(PAIR);
    window.get_by_label("node b").click_accesskit();
    window.step();
    window.run_steps(2);
    assert_eq!(selected(&window), ["b"]);
}

#[test]
fn the_menu_of_outputs_that_a_key_opened_is_chosen_from_by_the_keyboard() {
    let mut window = recipe(PAIR);
    for (node, keys) in [("node a", vec![Key::Enter]), ("node b", vec![Key::ArrowDown, Key::Enter])] {
        let at = body(&window, node);
        click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
        key(&mut window, Key::O);
        assert!(says(&window, "New output"), "the menu is open");
        keys.into_iter().for_each(|pressed| key(&mut window, pressed));
    }
    let outputs: Vec<_> = window.state().graph.outputs.iter().map(|o| (o.name.clone(), o.from.to_string())).collect();
    assert_eq!(outputs, [("height".into(), "a".into()), ("b".into(), "b".into())]);
    assert!(!says(&window, "New output"), "it is closed");
}
