//! Frames and notes, collapsed and coloured nodes.

use super::*;
use orograph::graph::{CanvasNote, Frame, Item};

/// A chain in a frame called Coast, with the canvas at 100 %.
fn framed() -> Window {
    let mut window = recipe(CHAIN);
    for id in ["a", "b"] {
        let at = body(&window, &format!("node {id}"));
        click(&mut window, at, PointerButton::Primary, Modifiers::SHIFT);
    }
    chord(&mut window, CTRL_SHIFT, Key::F);
    write(&mut window, "Coast");
    key(&mut window, Key::Enter);
    window
}

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

fn frame(window: &Window) -> Frame {
    window.state().graph.items.frames.values().next().unwrap().clone()
}

#[test]
fn ctrl_shift_f_puts_the_selection_into_a_frame_and_asks_for_its_title() {
    let window = framed();
    let frame = frame(&window);
    assert_eq!(frame.title, "Coast");
    assert_eq!(frame.nodes, BTreeSet::from(["a".into(), "b".into()]));
    let around = rect(&window, "frame Coast");
    assert!(around.left() < rect(&window, "node a").left() && around.right() > rect(&window, "node b").right());
    assert!(around.bottom() <= rect(&window, "node a").top());
}

#[test]
fn a_frame_is_dragged_by_its_title_and_takes_its_contents_along() {
    let mut window = framed();
    let (layout, before, steps) = (window.state().graph.layout.clone(), frame(&window), window.state().steps.len());
    let title = rect(&window, "frame Coast").center();
    drag(&mut window, title, title + vec2(40.0, 30.0));
    let after = frame(&window);
    assert_eq!(after.at, [before.at[0] + 40.0, before.at[1] + 30.0]);
    let graph = &window.state().graph;
    for id in ["a", "b"] {
        assert_eq!(graph.layout[id], [layout[id][0] + 40.0, layout[id][1] + 30.0]);
    }
    assert_eq!(graph.layout["c"], layout["c"], "what lies beside the frame stays");
    assert_eq!(after.nodes, before.nodes);
    assert_eq!(window.state().steps.len(), steps + 1, "one undo step");
}

#[test]
fn a_frame_is_resized_by_its_edge_and_keeps_its_contents_where_they_are() {
    let mut window = framed();
    let (layout, before) = (window.state().graph.layout.clone(), frame(&window));
    let title = rect(&window, "frame Coast");
    // Below the socket of the node beside it, which snaps from afar.
    let edge = pos2(title.right() - 2.0, title.bottom() + 150.0);
    drag(&mut window, edge, edge + vec2(25.0, 10.0));
    let after = frame(&window);
    assert_eq!(after.size, [before.size[0] + 25.0, before.size[1]]);
    assert_eq!((after.at, &window.state().graph.layout), (before.at, &layout));
}

#[test]
fn a_node_that_is_dropped_in_a_frame_belongs_to_it_until_it_is_dragged_out() {
    let mut window = framed();
    let c = body(&window, "node c");
    let inside = body(&window, "node b") + vec2(14.0, 10.0);
    drag(&mut window, c, inside);
    assert!(frame(&window).nodes.contains("c"));
    drag(&mut window, inside, c);
    assert!(!frame(&window).nodes.contains("c"));
}

#[test]
fn a_double_click_on_a_frames_title_renames_it_and_del_leaves_its_nodes() {
    let mut window = framed();
    let title = centre(&window, "frame Coast");
    double_click(&mut window, title);
    write(&mut window, "Shore");
    key(&mut window, Key::Enter);
    assert_eq!(frame(&window).title, "Shore");
    let title = centre(&window, "frame Shore");
    click(&mut window, title, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::Delete);
    assert!(window.state().graph.items.frames.is_empty());
    assert_eq!(ids(&window), ["a", "b", "c"]);
}

#[test]
fn a_note_is_written_where_it_stands_and_moved_and_removed() {
    let mut window = recipe(PAIR);
    move_to(&mut window, pos2(300.0, 480.0));
    chord(&mut window, Modifiers::SHIFT, Key::N);
    write(&mut window, "the coast is drawn here");
    chord(&mut window, Modifiers::COMMAND, Key::Enter);
    let note = |window: &Window| window.state().graph.items.notes.values().next().cloned();
    let CanvasNote { text, at, .. } = note(&window).unwrap();
    assert_eq!(text, "the coast is drawn here");
    let middle = centre(&window, "note note");
    drag(&mut window, middle, middle + vec2(20.0, -10.0));
    assert_eq!(note(&window).unwrap().at, [at[0] + 20.0, at[1] - 10.0]);
    key(&mut window, Key::Delete);
    assert!(note(&window).is_none());
    assert_eq!(ids(&window), ["a", "b"]);
}

#[test]
fn h_collapses_the_selected_nodes_to_pills_that_keep_their_pins() {
    let mut window = recipe(r#""a": Perlin(), "b": Add(a: "a")"#);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    key(&mut window, Key::H);
    let looks = &window.state().graph.items.looks;
    assert!(looks["a"].collapsed && looks["b"].collapsed);
    assert!(rect(&window, "node b").height() < 50.0);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "input b.b"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "b").as_deref(), Some("a"));
    key(&mut window, Key::H);
    assert!(window.state().graph.items.looks.is_empty());
}

#[test]
fn the_nodes_menu_gives_it_a_colour_and_takes_it_back() {
    let mut window = recipe(PAIR);
    let pick = |window: &mut Window, entry: &str| {
        let at = body(window, "node a");
        click(window, at, PointerButton::Secondary, Modifiers::NONE);
        let colour = window.query_all_by_label_contains("Colour").next().unwrap().rect().center();
        click(window, colour, PointerButton::Primary, Modifiers::NONE);
        let entry = centre(window, entry);
        click(window, entry, PointerButton::Primary, Modifiers::NONE);
    };
    pick(&mut window, "Teal");
    assert!(window.state().graph.items.looks["a"].color.is_some());
    pick(&mut window, "Usual colour");
    assert!(window.state().graph.items.looks.is_empty());
}

#[test]
fn frames_and_notes_are_copied_and_duplicated_with_what_they_hold() {
    let mut window = framed();
    let title = centre(&window, "frame Coast");
    click(&mut window, title, PointerButton::Primary, Modifiers::NONE);
    assert_eq!(window.state().canvas.picked().iter().next(), Some(&Item::Frame("frame".into())));
    chord(&mut window, Modifiers::COMMAND, Key::D);
    let graph = &window.state().graph;
    assert_eq!((graph.items.frames.len(), graph.nodes.len()), (2, 5));
}
