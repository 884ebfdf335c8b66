//! The inspector of one node, of several, of none that is known.

use super::*;
use orograph::graph::{Parameter, ParameterValue};
use orograph::gui::request::{Command, OutputFacts};
use orograph::spec::{Interval, Quantity, Value};

#[test]
fn a_typed_length_with_a_unit_is_metres() {
    let mut harness = window(Host::new(graph(), &["land"]));
    type_into(&mut harness, "feature scale", "1.5km");
    assert_eq!(harness.state().number("land", "feature_scale"), 1500.0);
    assert_eq!(harness.state().document.undo_len(), 1);
}

#[test]
fn a_click_elsewhere_takes_what_was_typed() {
    let mut harness = window(Host::new(graph(), &["land"]));
    click(&mut harness, "feature scale");
    harness.get_by_label("feature scale").type_text("512*2");
    harness.run();
    let below = pos2(200.0, 890.0);
    harness.drag_at(below);
    harness.run();
    release(&mut harness, below);
    assert_eq!(harness.state().number("land", "feature_scale"), 1024.0);
}

#[test]
fn escape_while_typing_restores() {
    let mut harness = window(Host::new(graph(), &["land"]));
    click(&mut harness, "feature scale");
    harness.get_by_label("feature scale").type_text("77");
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().number("land", "feature_scale"), 1300.0);
    assert_eq!(harness.state().document.undo_len(), 0);
    assert!(!harness.get_by_label("feature scale").is_focused());
}

#[test]
fn tab_takes_the_value_and_goes_to_the_next_field() {
    let mut harness = window(Host::new(graph(), &["land"]));
    click(&mut harness, "feature scale");
    harness.get_by_label("feature scale").type_text("900");
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().number("land", "feature_scale"), 900.0);
    assert!(!harness.get_by_label("feature scale").is_focused());
}

#[test]
fn nonsense_keeps_the_old_value_and_says_why() {
    let mut harness = window(Host::new(graph(), &["land"]));
    type_into(&mut harness, "feature scale", "wide");
    assert_eq!(harness.state().number("land", "feature_scale"), 1300.0);
    assert_eq!(harness.state().document.undo_len(), 0);
    assert!(words(&harness).contains("The value stays 1300 m."), "{}", words(&harness));
}

#[test]
fn a_value_outside_its_limits_stops_at_the_limit_and_says_so() {
    let mut harness = window(Host::new(graph(), &["land"]));
    type_into(&mut harness, "octaves", "99");
    assert_eq!(harness.state().node("land").setting("octaves"), Some(&Setting::Value(Value::Count(32))));
    assert!(words(&harness).contains("allowed is 1 to 32"), "{}", words(&harness));
    assert!(harness.state().refused.is_empty());
}

#[test]
fn a_drag_of_a_slider_is_one_step() {
    let mut harness = window(Host::new(graph(), &["land"]));
    let from = middle(&harness, "gain");
    drag(&mut harness, from, from + vec2(60.0, 0.0));
    let gain = harness.state().number("land", "gain");
    assert!(gain > 0.6 && gain <= 1.0, "{gain}");
    assert_eq!(harness.state().document.undo_len(), 1);
    harness.state_mut().document.undo();
    assert_eq!(harness.state().node("land").setting("gain"), None);
}

#[test]
fn a_point_of_a_drag_is_a_two_hundredth_of_the_slider() {
    let mut harness = window(Host::new(graph(), &["land"]));
    let from = middle(&harness, "gain");
    // The first points decide that it is a drag and still count.
    drag(&mut harness, from, from + vec2(40.0, 0.0));
    let gain = harness.state().number("land", "gain");
    assert!((gain - 0.7).abs() < 0.025, "{gain}");
}

#[test]
fn escape_while_dragging_restores() {
    let mut harness = window(Host::new(graph(), &["land"]));
    let from = middle(&harness, "feature scale");
    let to = from + vec2(80.0, 0.0);
    drag_without_release(&mut harness, from, to);
    assert_ne!(harness.state().number("land", "feature_scale"), 1300.0);
    harness.key_press(Key::Escape);
    harness.step();
    harness.hover_at(to + vec2(20.0, 0.0));
    harness.step();
    release(&mut harness, to);
    assert_eq!(harness.state().number("land", "feature_scale"), 1300.0);
    assert_eq!(harness.state().document.undo_len(), 0);
}

#[test]
fn the_wheel_changes_no_value() {
    let mut harness = window(Host::new(graph(), &["land"]));
    let before = harness.state().graph().clone();
    harness.hover_at(middle(&harness, "feature scale"));
    let wheel = Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 3.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    };
    harness.event(wheel);
    harness.run();
    assert_eq!(*harness.state().graph(), before);
}

#[test]
fn an_arrow_returns_a_value_to_its_default() {
    let mut harness = window(Host::new(graph(), &["land"]));
    assert!(harness.query_by_label("Reset gain").is_none());
    click(&mut harness, "Reset octaves");
    assert_eq!(harness.state().node("land").setting("octaves"), None);
    assert!(harness.query_by_label("Reset octaves").is_none());
}

#[test]
fn what_a_plugged_source_makes_idle_is_hidden() {
    let mut harness = window(Host::new(graph(), &["land"]));
    for field in ["noise", "lattice", "fade", "feature scale", "seed"] {
        assert!(harness.query_by_label(field).is_some(), "{field}");
    }
    let plug = orograph::graph::Edit::Connect { from: Link::to("dunes"), to: "land".into(), port: "source".into() };
    harness.state_mut().carry_out(vec![Request::edit(plug)]);
    harness.run();
    for field in ["noise", "lattice", "fade", "feature scale", "seed"] {
        assert!(harness.query_by_label(field).is_none(), "{field}");
    }
    assert!(harness.query_by_label("octaves").is_some());
}

#[test]
fn the_dice_give_another_seed() {
    let mut harness = window(Host::new(graph(), &["dunes"]));
    let seed = |host: &Host| match host.node("dunes").setting("seed") {
        Some(Setting::Value(Value::Seed(seed))) => *seed,
        None => 0,
        other => panic!("{other:?}"),
    };
    let mut seeds = BTreeSet::from([seed(harness.state())]);
    for _ in 0..5 {
        click(&mut harness, "Roll seed");
        seeds.insert(seed(harness.state()));
    }
    assert!(seeds.len() > 4, "{seeds:?}");
    type_into(&mut harness, "seed", &u64::MAX.to_string());
    assert_eq!(seed(harness.state()), u64::MAX);
}

#[test]
fn a_plugged_port_selects_its_source_and_unplugs() {
    let mut harness = window(Host::new(graph(), &["sum"]));
    click(&mut harness, "Source land");
    assert_eq!(selection(harness.state()), BTreeSet::from(["land".into()]));
    harness.state_mut().document.select(BTreeSet::from(["sum".into()]));
    harness.run();
    click(&mut harness, "Unplug a");
    assert!(harness.state().node("sum").link("a").is_none());
    assert!(words(&harness).contains("plug in a source"));
}

#[test]
fn an_optional_number_is_switched_on_and_off() {
    let mut harness = window(Host::new(graph(), &["height"]));
    assert!(harness.query_by_label("pivot level").is_none());
    click(&mut harness, "pivot");
    assert_eq!(harness.state().number("height", "pivot"), 0.0);
    assert!(harness.query_by_label("pivot level").is_some());
    click(&mut harness, "pivot");
    assert!(harness.query_by_label("pivot level").is_none());
    assert!(harness.state().refused.is_empty());
}

#[test]
fn an_optional_input_is_switched_on_and_off() {
    let mut harness = window(Host::new(graph(), &["dunes"]));
    click(&mut harness, "depth");
    assert_eq!(harness.state().number("dunes", "depth"), 0.0);
    click(&mut harness, "depth");
    assert_eq!(harness.state().node("dunes").setting("depth"), None);
    assert!(harness.state().refused.is_empty());
}

#[test]
fn a_choice_is_picked_from_its_list() {
    let mut harness = window(Host::new(graph(), &["dunes"]));
    click(&mut harness, "fade");
    click(&mut harness, "Linear");
    let fade = harness.state().node("dunes").setting("fade").cloned();
    assert_eq!(fade, Some(Setting::Value(Value::Choice("Linear"))));
}

#[test]
fn a_value_is_shared_used_and_freed() {
    let mut harness = window(Host::new(graph(), &["land"]));
    harness.get_by_value("octaves").click();
    harness.run();
    click(&mut harness, "Share as a graph parameter");
    assert_eq!(harness.state().document.undo_len(), 1);
    let shared = Setting::Parameter("octaves".into());
    assert_eq!(harness.state().node("land").setting("octaves"), Some(&shared));
    assert_eq!(harness.state().graph().parameters["octaves"].value, ParameterValue::Number(8.0));
    type_into(&mut harness, "octaves", "5");
    assert_eq!(harness.state().graph().parameters["octaves"].value, ParameterValue::Number(5.0));
    click(&mut harness, "Stop using $octaves");
    assert_eq!(harness.state().node("land").setting("octaves"), Some(&Setting::Value(Value::Count(5))));
    assert!(harness.state().refused.is_empty());
}

#[test]
fn a_shared_value_that_does_not_exist_is_named() {
    let mut graph = graph();
    let land = Node::new("Fbm").with("gain", Setting::Parameter("missing".into()));
    graph.nodes.insert("land".into(), Arc::new(land));
    graph.parameters.insert("other".into(), parameter(0.25));
    let mut harness = window(Host::new(graph, &["land"]));
    assert!(words(&harness).contains("$missing does not exist"));
    harness.get_by_value("gain").click();
    harness.run();
    click(&mut harness, "Use $other");
    assert_eq!(harness.state().node("land").setting("gain"), Some(&Setting::Parameter("other".into())));
}

fn parameter(value: f64) -> Parameter {
    Parameter { value: ParameterValue::Number(value), range: Some((0.0, 1.0)), about: String::new() }
}

#[test]
fn a_node_is_renamed_noted_and_muted() {
    let mut harness = window(Host::new(graph(), &["height"]));
    type_into(&mut harness, "Name of the node", "summit");
    assert!(harness.state().graph().nodes.contains_key("summit"));
    type_into(&mut harness, "Note", "keep me");
    assert_eq!(harness.state().node("summit").note, "keep me");
    click(&mut harness, "Mute");
    assert!(harness.state().node("summit").muted);
    click(&mut harness, "View");
    assert_eq!(harness.state().others, [Request::Preview(Link::to("summit"))]);
}

#[test]
fn cost_bound_extremes_and_problems_are_shown() {
    let mut host = Host::new(graph(), &["land"]);
    let seen = Some(orograph::spec::Measured { min: -0.62, max: 0.5 });
    let output = OutputFacts { quantity: Quantity::Signed, bound: Interval::SIGNED, seen };
    let clamped = vec![("gain".into(), "gain is clamped to 0 to 2".to_owned())];
    host.facts.insert("land".into(), Facts { outputs: vec![output], cost: 8, clamped, ..Facts::default() });
    let harness = window(host);
    let words = words(&harness);
    for part in ["8 evaluations/sample", "signed, -1 to 1", "-0.62 to 0.5", "gain is clamped to 0 to 2"] {
        assert!(words.contains(part), "{part} is missing in\n{words}");
    }
    let mut graph = graph();
    graph.nodes.insert("lost".into(), Arc::new(Node::new("Normalize")));
    let harness = window(Host::new(graph, &["lost"]));
    assert!(super::words(&harness).contains("source needs a wire"), "{}", super::words(&harness));
}

#[test]
fn several_nodes_offer_what_can_be_done_to_all() {
    let mut harness = window(Host::new(graph(), &["land", "sum"]));
    assert!(words(&harness).contains("2 nodes selected"));
    click(&mut harness, "Delete");
    assert_eq!(harness.state().others, [Request::Do(Command::Delete)]);
    click(&mut harness, "sum");
    assert_eq!(selection(harness.state()), BTreeSet::from(["sum".into()]));
}

#[test]
fn a_kind_of_another_version_shows_its_fields_as_text() {
    let mut node = Node::new("Glacier");
    node.unknown.push(("depth".into(), "[1, 2, 3]".into()));
    let mut graph = graph();
    graph.nodes.insert("ice".into(), Arc::new(node));
    let harness = window(Host::new(graph, &["ice"]));
    let words = words(&harness);
    assert!(words.contains("Glacier") && words.contains("[1, 2, 3]"), "{words}");
}

#[test]
fn every_kind_of_node_can_be_inspected() {
    for spec in orograph::nodes::all() {
        let mut graph = Graph::default();
        graph.nodes.insert("it".into(), Arc::new(Node::new(spec.kind)));
        let harness = window(Host::new(graph, &["it"]));
        assert!(words(&harness).contains(spec.sentence()), "{}", spec.kind);
    }
}
