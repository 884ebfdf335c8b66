//! Bends, the knife, swapping, lining up, the grid, laying out, the small map.

use super::*;

fn middle(a: Pos2, b: Pos2) -> Pos2 {
    a + (b - a) * 0.5
}

fn bends(window: &Window) -> Vec<[f32; 2]> {
    window.state().graph.items.bends.values().next().cloned().unwrap_or_default()
}

#[test]
fn a_double_click_bends_a_wire_a_drag_moves_the_point_and_del_removes_it() {
    let mut window = recipe(PAIR);
    let on_wire = middle(centre(&window, "output a.value"), centre(&window, "input b.source"));
    double_click(&mut window, on_wire);
    assert_eq!(bends(&window).len(), 1);
    let point = centre(&window, "bend b.source 1");
    drag(&mut window, point, point + vec2(6.0, 150.0));
    assert!((bends(&window)[0][1] - window.state().canvas.point_at(point).y - 150.0).abs() <= 1.0);
    let point = centre(&window, "bend b.source 1");
    click(&mut window, point, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::Delete);
    assert!(bends(&window).is_empty());
    assert_eq!(ids(&window), ["a", "b"], "Del took the point and nothing else");
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"));
}

#[test]
fn a_ctrl_right_drag_cuts_the_wires_that_its_line_crosses_in_one_step() {
    let mut window = recipe(CHAIN);
    let gap = |window: &Window, a: &str, b: &str| {
        (rect(window, &format!("node {a}")).right() + rect(window, &format!("node {b}")).left()) / 2.0
    };
    let (x, y) = (gap(&window, "a", "b"), rect(&window, "node a"));
    let (from, to) = (pos2(x, y.top() - 20.0), pos2(x, y.bottom() + 20.0));
    move_to(&mut window, from);
    press(&mut window, from, PointerButton::Secondary, true, Modifiers::COMMAND);
    move_to(&mut window, middle(from, to));
    move_to(&mut window, to);
    press(&mut window, to, PointerButton::Secondary, false, Modifiers::COMMAND);
    window.run_steps(2);
    assert_eq!(window.state().link("b", "source"), None);
    assert_eq!(window.state().link("c", "source").as_deref(), Some("b"));
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn esc_puts_the_knife_away() {
    let mut window = recipe(PAIR);
    let wire = middle(centre(&window, "output a.value"), centre(&window, "input b.source"));
    move_to(&mut window, wire - vec2(0.0, 80.0));
    press(&mut window, wire - vec2(0.0, 80.0), PointerButton::Secondary, true, Modifiers::COMMAND);
    move_to(&mut window, wire);
    move_to(&mut window, wire + vec2(0.0, 80.0));
    key(&mut window, Key::Escape);
    press(&mut window, wire + vec2(0.0, 80.0), PointerButton::Secondary, false, Modifiers::COMMAND);
    assert_eq!(window.state().link("b", "source").as_deref(), Some("a"));
}

#[test]
fn alt_s_swaps_the_inputs_of_the_selected_node() {
    let mut window = recipe(r#""a": Perlin(), "b": Perlin(seed: 2), "c": Subtract(a: "a", b: "b")"#);
    let at = body(&window, "node c");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    chord(&mut window, Modifiers::ALT, Key::S);
    assert_eq!(window.state().link("c", "a").as_deref(), Some("b"));
    assert_eq!(window.state().link("c", "b").as_deref(), Some("a"));
}

#[test]
fn things_are_lined_up_spaced_evenly_and_put_on_the_grid() {
    let mut window = recipe(CHAIN);
    let place = |window: &Window, id: &str| window.state().graph.layout[id];
    let moved = vec![("b".into(), [347.0, 91.0]), ("c".into(), [540.0, 133.0])];
    window.state_mut().apply(&Edit::Place(moved)).unwrap();
    chord(&mut window, Modifiers::COMMAND, Key::A);
    window.state_mut().command(Command::AlignTop);
    assert_eq!([place(&window, "b")[1], place(&window, "c")[1]], [60.0; 2]);
    window.state_mut().command(Command::SpaceAcross);
    assert_eq!([place(&window, "a")[0], place(&window, "b")[0], place(&window, "c")[0]], [60.0, 300.0, 540.0]);
    window.state_mut().command(Command::SnapNow);
    assert!(["a", "b", "c"].iter().all(|id| place(&window, id).iter().all(|v| v % 22.0 == 0.0)));
    window.state_mut().command(Command::AlignLeft);
    assert_eq!(place(&window, "c")[0], place(&window, "a")[0]);
}

#[test]
fn dragged_nodes_snap_to_the_grid_unless_ctrl_is_held() {
    let mut window = recipe(PAIR);
    window.state_mut().canvas.snap = true;
    let from = body(&window, "node b");
    drag(&mut window, from, from + vec2(33.0, 51.0));
    let [x, y] = window.state().graph.layout["b"];
    assert_eq!([x % 22.0, y % 22.0], [0.0, 0.0]);
    let from = body(&window, "node b");
    grab(&mut window, from, from + vec2(7.0, 9.0), Modifiers::NONE);
    hold(&mut window, Modifiers::COMMAND);
    press(&mut window, from + vec2(7.0, 9.0), PointerButton::Primary, false, Modifiers::COMMAND);
    window.run_steps(2);
    assert_eq!(window.state().graph.layout["b"], [x + 7.0, y + 9.0]);
}

#[test]
fn laying_out_leaves_no_two_nodes_on_top_of_each_other() {
    let mut window = recipe(CHAIN);
    let heap = ["a", "b", "c"].map(|id| (id.into(), [100.0, 100.0])).to_vec();
    window.state_mut().apply(&Edit::Place(heap)).unwrap();
    chord(&mut window, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::L);
    key(&mut window, Key::Home);
    let rects = ["node a", "node b", "node c"].map(|label| rect(&window, label));
    assert!(!rects[0].intersects(rects[1]) && !rects[1].intersects(rects[2]) && !rects[0].intersects(rects[2]));
    assert!(rects[0].right() < rects[1].left() && rects[1].right() < rects[2].left(), "sources stand on the left");
}

#[test]
fn a_press_and_a_drag_on_the_map_move_the_view() {
    let mut window = recipe(CHAIN);
    window.state_mut().canvas.map = true;
    window.run_steps(2);
    let map = rect(&window, "map");
    let middle = |window: &Window| window.state().canvas.point_at(pos2(500.0, 350.0));
    click(&mut window, pos2(map.left() + 12.0, map.center().y), PointerButton::Primary, Modifiers::NONE);
    let west = middle(&window);
    grab(&mut window, map.center(), pos2(map.right() - 12.0, map.center().y), Modifiers::NONE);
    let east = middle(&window);
    press(&mut window, map.center(), PointerButton::Primary, false, Modifiers::NONE);
    assert!(east.x > west.x + 200.0, "{west} to {east}");
    assert!(window.state().steps.is_empty() && selected(&window).is_empty());
}
