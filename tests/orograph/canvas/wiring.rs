//! Wires: plugging, refusing, moving, inserting, healing.

use super::*;

#[test]
fn a_wire_connects_an_output_to_an_input_in_both_directions() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs(), "c": Invert()"#);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"));
    let (from, to) = (centre(&window, "input c.source"), centre(&window, "output b.value"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("b"));
    assert_eq!(window.state().steps.len(), 2);
}

#[test]
fn a_wire_snaps_within_24_points_and_not_beyond() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs()"#);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    drag(&mut window, from, to - vec2(20.0, 0.0));
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"));
    window.state_mut().apply(&Edit::Disconnect { to: "b".into(), port: "source".into() }).unwrap();
    window.run_steps(2);
    drag(&mut window, from, to - vec2(28.0, 0.0));
    assert_eq!(window.state().link("b", "source"), None);
    assert!(window.query_by_label("search nodes").is_some(), "a drop on nothing opens the palette");
}

#[test]
fn a_wire_that_would_make_a_loop_is_refused_and_says_why() {
    let mut window = recipe(CHAIN);
    window.state_mut().apply(&Edit::Disconnect { to: "b".into(), port: "source".into() }).unwrap();
    window.run_steps(2);
    let (from, to) = (centre(&window, "output c.value"), centre(&window, "input b.source"));
    grab(&mut window, from, to, Modifiers::NONE);
    window.run_steps(2);
    assert!(says(&window, "would make a loop"));
    press(&mut window, to, PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
    assert_eq!(window.state().link("b", "source"), None);
    assert!(window.state().steps.is_empty());
    assert!(window.state().toasts[0].contains("would make a loop"), "{:?}", window.state().toasts);
}

#[test]
fn a_wire_dropped_on_a_body_goes_to_the_first_open_legal_input() {
    let mut window = recipe(r#""a": Perlin(), "b": Add(a: "c"), "c": Perlin()"#);
    let (from, to) = (centre(&window, "output a.value"), body(&window, "node b"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "a").as_deref(), Some("c"));
    assert_eq!(window.state().link("b", "b").as_deref(), Some("a"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "a").as_deref(), Some("a"), "all are taken: the first is replaced");
    assert_eq!(window.state().steps.len(), 2);
}

#[test]
fn a_wire_dropped_on_nothing_offers_what_fits_and_connects_it() {
    let mut window = recipe(r#""a": Perlin()"#);
    let from = centre(&window, "output a.value");
    drag(&mut window, from, from + vec2(200.0, 150.0));
    assert!(window.query_by_label("add Time").is_none(), "the clock reads nothing");
    write(&mut window, "abs");
    key(&mut window, Key::Enter);
    assert_eq!(window.state().link("abs", "source").as_deref(), Some("a"));
    assert_eq!(window.state().steps.len(), 1);
    drag(&mut window, from, from + vec2(0.0, 350.0));
    key(&mut window, Key::Escape);
    assert_eq!(ids(&window).len(), 2, "Esc leaves nothing");
}

#[test]
fn an_open_input_dropped_on_nothing_gets_a_new_source() {
    let mut window = recipe(r#""b": Abs()"#);
    let from = centre(&window, "input b.source");
    drag(&mut window, from, from + vec2(-120.0, 150.0));
    write(&mut window, "value");
    key(&mut window, Key::Enter);
    let link = window.state().link("b", "source").unwrap();
    assert_eq!(window.state().graph.nodes[link.as_str()].kind.as_ref(), "Value");
}

#[test]
fn a_plugged_wire_is_picked_up_moved_dropped_and_put_back() {
    let mut window = recipe(r#""a": Perlin(), "b": Add(a: "a"), "c": Abs()"#);
    let (from, to) = (centre(&window, "input b.a"), centre(&window, "input c.source"));
    drag(&mut window, from, to);
    assert_eq!(window.state().link("b", "a"), None);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"));
    assert_eq!(window.state().steps.len(), 1, "moving a wire is one step");
    drag(&mut window, to, to + vec2(6.0, 2.0));
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"), "it is back where it was");
    assert_eq!(window.state().steps.len(), 1);
    drag(&mut window, to, to + vec2(-20.0, 300.0));
    assert_eq!(window.state().link("c", "source"), None);
    assert!(window.query_by_label("search nodes").is_none());
}

#[test]
fn ctrl_drag_moves_all_wires_of_an_output() {
    let mut window = recipe(r#""a": Perlin(), "b": Add(a: "a", b: "a"), "c": Value()"#);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "output c.value"));
    grab(&mut window, from, to, Modifiers::COMMAND);
    press(&mut window, to, PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
    assert_eq!(window.state().link("b", "a").as_deref(), Some("c"));
    assert_eq!(window.state().link("b", "b").as_deref(), Some("c"));
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn delete_heals_and_ctrl_delete_does_not() {
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::Delete);
    assert_eq!(ids(&window), ["a", "c"]);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"));
    let mut window = recipe(CHAIN);
    let at = body(&window, "node b");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    chord(&mut window, Modifiers::COMMAND, Key::Delete);
    assert_eq!(window.state().link("c", "source"), None);
}

#[test]
fn a_free_node_dropped_on_a_wire_goes_into_it_as_one_step() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs(source: "a"), "c": Invert()"#);
    let places = vec![("b".into(), [560.0, 60.0]), ("c".into(), [300.0, 420.0])];
    window.state_mut().apply(&Edit::Place(places)).unwrap();
    window.state_mut().command(Command::FrameAll);
    window.run_steps(2);
    let (output, input) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    let middle = output + (input - output) * 0.5;
    let from = body(&window, "node c");
    let beside = middle + vec2(0.0, -40.0);
    grab(&mut window, from, beside, Modifiers::NONE);
    assert!(rect(&window, "node c").contains(middle), "the node covers the wire");
    press(&mut window, beside, PointerButton::Primary, false, Modifiers::NONE);
    window.run_steps(2);
    assert_eq!(window.state().link("c", "source"), None, "but the pointer is not at it");
    window.state_mut().steps.clear();
    let from = body(&window, "node c");
    drag(&mut window, from, middle);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("a"));
    assert_eq!(window.state().link("b", "source").as_deref(), Some("c"));
    assert_eq!(window.state().steps.len(), 1);
    let from = body(&window, "node c");
    grab(&mut window, from, from + vec2(0.0, 120.0), Modifiers::NONE);
    hold(&mut window, Modifiers::ALT);
    press(&mut window, from + vec2(0.0, 120.0), PointerButton::Primary, false, Modifiers::ALT);
    window.run_steps(2);
    assert_eq!(window.state().link("c", "source"), None, "Alt lifts a node out");
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"), "and heals");
    assert_eq!(window.state().steps.len(), 2);
}

#[test]
fn of_two_wires_under_a_dragged_node_the_one_at_the_pointer_takes_it() {
    for (port, other, source) in [("a", "b", "a"), ("b", "a", "d")] {
        let nodes = r#""a": Perlin(), "b": Add(a: "a", b: "d"), "c": Invert(), "d": Value()"#;
        let mut window = window(&format!("(orograph: 1, nodes: {{ {nodes} }})"));
        let places: [(&str, [f32; 2]); 4] =
            [("a", [0.0, 0.0]), ("d", [0.0, 240.0]), ("b", [560.0, 60.0]), ("c", [300.0, 420.0])];
        window.state_mut().apply(&Edit::Place(places.map(|(id, at)| (id.into(), at)).into())).unwrap();
        window.state_mut().command(Command::FrameAll);
        window.run_steps(2);
        let output = centre(&window, &format!("output {source}.value"));
        let input = centre(&window, &format!("input b.{port}"));
        let title = rect(&window, "node c").left_top() + vec2(60.0, 13.0) * window.state().canvas.zoom();
        let kept = window.state().link("b", other);
        drag(&mut window, title, output + (input - output) * 0.5);
        assert_eq!(window.state().link("b", port).as_deref(), Some("c"));
        assert_eq!(window.state().link("c", "source").as_deref(), Some(source));
        assert_eq!(window.state().link("b", other), kept);
    }
}

/// Whether a wire is drawn between two places of the window.
fn is_drawn(window: &Window, from: Pos2, to: Pos2) -> bool {
    let near = |a: Pos2, b: Pos2| a.distance(b) < 1.0;
    window.output().shapes.iter().any(|clipped| match &clipped.shape {
        egui::Shape::CubicBezier(curve) => near(curve.points[0], from) && near(curve.points[3], to),
        _ => false,
    })
}

#[test]
fn a_wire_dropped_on_nothing_is_drawn_as_long_as_the_palette_is_open() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs()"#);
    let from = centre(&window, "output a.value");
    let to = from + vec2(40.0, 260.0);
    drag(&mut window, from, to);
    assert!(window.query_by_label("search nodes").is_some() && is_drawn(&window, from, to));
    let elsewhere = to + vec2(90.0, 90.0);
    move_to(&mut window, elsewhere);
    assert!(is_drawn(&window, from, to), "it does not follow the pointer any more");
    key(&mut window, Key::Escape);
    assert!(!is_drawn(&window, from, to), "Esc leaves no wire");

    let end = centre(&window, "input b.source");
    let start = end + vec2(150.0, 200.0);
    drag(&mut window, end, start);
    assert!(is_drawn(&window, start, end), "a wire that is pulled from an input too");
    assert!(rect(&window, "search nodes").right() < start.x, "the palette stands beside the wire, not over it");
}
