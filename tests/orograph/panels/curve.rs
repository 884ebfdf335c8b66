//! The editor of a curve.

use super::*;
use orograph::gui::panels::curve::{PRESETS, Shape};
use orograph::gui::request::OutputFacts;
use orograph::spec::{Interval, Quantity, Value};
use proptest::prelude::*;

const PLOT: &str = "Curve, a double click adds a point";

fn points(host: &Host) -> Vec<[f64; 2]> {
    let node = host.node("shore");
    let (_, param) = node.spec().unwrap().param("points").unwrap();
    match host.graph().value(node, param) {
        Value::Points(points) => points.to_vec(),
        other => panic!("{other:?}"),
    }
}

fn editor() -> Harness<'static, Host> {
    let mut graph = graph();
    graph.nodes.insert("shore".into(), Arc::new(Node::new("Curve").with("source", "height")));
    let mut host = Host::new(graph, &["shore"]);
    host.histogram = Some((0..256).map(|i| 256 - i).collect());
    window(host)
}

/// The place of a value on the plot, whose window is the unit square.
fn place(harness: &Harness<'_, Host>, x: f32, y: f32) -> Pos2 {
    let rect = harness.get_by_label(PLOT).rect().shrink(9.0);
    pos2(rect.left() + x * rect.width(), rect.bottom() - y * rect.height())
}

fn click_at(harness: &mut Harness<'_, Host>, at: Pos2, modifiers: Modifiers, times: usize) {
    // Frames of a test are a quarter of a second apart.
    harness.ctx.options_mut(|options| options.input_options.max_double_click_delay = 1.0);
    harness.event(Event::ModifiersChanged(modifiers));
    harness.hover_at(at);
    harness.step();
    for pressed in [true, false].repeat(times) {
        harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers });
        harness.step();
    }
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
}

fn near(found: &[[f64; 2]], wanted: &[[f64; 2]]) -> bool {
    found.len() == wanted.len()
        && found.iter().flatten().zip(wanted.iter().flatten()).all(|(a, b)| (a - b).abs() < 0.01)
}

#[test]
fn a_double_click_adds_a_point_which_drags_in_one_undo_step() {
    let mut harness = editor();
    let at = place(&harness, 0.5, 0.5);
    click_at(&mut harness, at, Modifiers::NONE, 2);
    assert!(near(&points(harness.state()), &[[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]]), "{:?}", points(harness.state()));
    assert_eq!(harness.state().document.undo_len(), 1);
    let (from, to) = (middle(&harness, "Point 2"), place(&harness, 0.4, 0.2));
    drag(&mut harness, from, to);
    assert!(near(&points(harness.state()), &[[0.0, 0.0], [0.4, 0.2], [1.0, 1.0]]), "{:?}", points(harness.state()));
    assert_eq!(harness.state().document.undo_len(), 2);
    assert!(harness.state().refused.is_empty());
}

#[test]
fn a_point_stops_at_its_neighbours_and_at_the_edge_of_the_plot() {
    let mut harness = editor();
    let at = place(&harness, 0.25, 0.75);
    click_at(&mut harness, at, Modifiers::COMMAND, 1);
    let (from, to) = (middle(&harness, "Point 2"), place(&harness, 3.0, 3.0));
    drag(&mut harness, from, to);
    let found = points(harness.state());
    assert_eq!(found.len(), 3);
    assert_eq!(found[1], [0.999, 1.0]);
    let (from, to) = (middle(&harness, "Point 1"), place(&harness, -1.0, -1.0));
    drag(&mut harness, from, to);
    assert_eq!(points(harness.state())[0], [0.0, 0.0]);
    assert!(harness.state().refused.is_empty());
}

#[test]
fn the_keyboard_chooses_moves_and_removes_points() {
    let mut harness = editor();
    let at = place(&harness, 0.5, 0.5);
    click_at(&mut harness, at, Modifiers::NONE, 2);
    // The new point has the focus.
    for key in [Key::ArrowLeft, Key::ArrowLeft, Key::ArrowUp] {
        harness.key_press(key);
        harness.run();
    }
    assert!(near(&points(harness.state())[1..2], &[[0.48, 0.51]]), "{:?}", points(harness.state()));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    harness.run();
    assert!((points(harness.state())[1][1] - 0.511).abs() < 1e-9, "{:?}", points(harness.state()));
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.get_by_label("Point 3").accesskit_node().is_focused());
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert_eq!(points(harness.state())[2], [1.0, 0.99]);
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(points(harness.state()).len(), 2);
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(points(harness.state()).len(), 2, "a curve keeps two points");
}

#[test]
fn the_chosen_point_is_typed() {
    let mut harness = editor();
    click(&mut harness, "Point 2");
    type_into(&mut harness, "Value out of point 2", "150%");
    assert_eq!(points(harness.state()), [[0.0, 0.0], [1.0, 1.5]]);
    type_into(&mut harness, "Value in of point 2", "3/4");
    assert_eq!(points(harness.state()), [[0.0, 0.0], [0.75, 1.5]]);
    // Not past its neighbour.
    type_into(&mut harness, "Value in of point 2", "-1");
    let found = points(harness.state());
    assert!(found[1][0] > 0.0 && found[1][0] < 1e-30, "{found:?}");
    assert!(harness.state().refused.is_empty());
}

#[test]
fn shapes_are_laid_over_the_values_that_come_in_and_reset_goes_back() {
    let mut harness = editor();
    click(&mut harness, "Shapes");
    click(&mut harness, "Terraces");
    assert_eq!(points(harness.state()), PRESETS.iter().find(|(name, _)| *name == "Terraces").unwrap().1);
    click(&mut harness, "Remove point 1");
    assert_eq!(points(harness.state()).len(), 6);
    click(&mut harness, "Reset points");
    assert_eq!(harness.state().node("shore").setting("points"), None);
    let signed = OutputFacts { quantity: Quantity::Signed, bound: Interval::SIGNED, seen: None };
    let facts = Facts { outputs: vec![signed], ..Facts::default() };
    harness.state_mut().facts.insert("height".into(), facts);
    harness.run();
    click(&mut harness, "Shapes");
    click(&mut harness, "Wide lowlands");
    assert_eq!(points(harness.state()), [[-1.0, -1.0], [0.0, -0.7], [1.0, 1.0]]);
}

#[test]
fn every_point_says_what_it_does() {
    let mut harness = editor();
    type_into(&mut harness, "Value out of point 1", "0.25");
    let point = harness.get_by_label("Point 1");
    assert_eq!(point.accesskit_node().value().as_deref(), Some("0 becomes 0.25"));
    assert!(words(&harness).contains("Point 1 of 2"));
}

#[derive(Clone, Debug)]
enum Act {
    Move(usize, f64, f64),
    Type(usize, f64, f64),
    Add(f64, f64),
    Remove(usize),
}

fn act() -> impl Strategy<Value = Act> {
    let v = || prop_oneof![-0.5..1.5f64, -1e6..1e6f64, Just(0.5), Just(f64::MAX)];
    prop_oneof![
        (0..9usize, v(), v()).prop_map(|(i, x, y)| Act::Move(i, x, y)),
        (0..9usize, v(), v()).prop_map(|(i, x, y)| Act::Type(i, x, y)),
        (v(), v()).prop_map(|(x, y)| Act::Add(x, y)),
        (0..9usize).prop_map(Act::Remove),
    ]
}

proptest! {
    #[test]
    fn whatever_is_done_the_graph_takes_the_points(acts in prop::collection::vec(act(), 0..40)) {
        let (mut graph, mut points) = (graph(), vec![[0.0, 0.0], [1.0, 1.0]]);
        graph.nodes.insert("shore".into(), Arc::new(Node::new("Curve").with("source", "height")));
        for act in acts {
            let shape = Shape::new(&points);
            let window = shape.window(Some((0.0, 1.0)));
            points = match act {
                Act::Move(i, x, y) => shape.moved(i, [x, y], window),
                Act::Type(i, x, y) => shape.with(i, [x, y]),
                Act::Add(x, y) => shape.added([x, y], window).map_or(points, |(points, _)| points),
                Act::Remove(i) => shape.without(i).unwrap_or(points),
            };
            let setting = Some(Value::Points(points.clone().into()).into());
            let edit = orograph::graph::Edit::Set { id: "shore".into(), field: "points".into(), setting };
            let done = graph.apply(&edit);
            prop_assert!(done.is_ok(), "{:?}: {:?}", done.map(|_| ()), points);
        }
        prop_assert_eq!(&Graph::parse(&graph.to_ron()).unwrap().graph.to_ron(), &graph.to_ron());
    }
}
