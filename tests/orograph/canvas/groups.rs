//! Groups: made of what is selected, used again from the palette, unpacked.

use super::*;

#[test]
fn ctrl_g_groups_the_selection_and_ctrl_shift_g_unpacks_it() {
    let mut window = recipe(CHAIN);
    for id in ["b", "c"] {
        let at = body(&window, &format!("node {id}"));
        click(&mut window, at, PointerButton::Primary, Modifiers::SHIFT);
    }
    chord(&mut window, Modifiers::COMMAND, Key::G);
    assert_eq!(ids(&window), ["a", "group"]);
    assert_eq!(selected(&window), ["group"]);
    assert_eq!(window.state().link("group", "source").as_deref(), Some("a"));
    chord(&mut window, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::G);
    assert_eq!(ids(&window), ["a", "b", "c"]);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("b"));
}

#[test]
fn the_palette_offers_the_recipes_groups() {
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    chord(&mut window, Modifiers::COMMAND, Key::G);
    key(&mut window, Key::Space);
    write(&mut window, "group");
    key(&mut window, Key::Enter);
    let graph = &window.state().graph;
    let instances = graph.nodes.values().filter(|node| node.group.as_deref() == Some("group")).count();
    assert_eq!((instances, graph.groups.len()), (2, 1));
}

#[test]
fn what_is_no_group_cannot_be_unpacked_and_says_so() {
    let mut window = recipe(PAIR);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    window.state_mut().command(Command::Unpack);
    assert_eq!(window.state().toasts, ["Select a group to unpack."]);
}

#[test]
fn resting_on_a_group_says_how_it_opens() {
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    chord(&mut window, Modifiers::COMMAND, Key::G);
    let at = body(&window, "node group");
    move_to(&mut window, at);
    window.run_steps(40);
    assert!(says(&window, "Group group") && says(&window, "Double-click or Tab to open"));
    let at = body(&window, "node a");
    move_to(&mut window, at);
    window.run_steps(40);
    assert!(!says(&window, "Double-click or Tab to open"), "nodes that do not open say nothing");
}
