//! Several nodes of one kind: shared rows, marked where they differ, and edits that reach all of them in one step.

use super::*;
use orograph::graph::{Edit, ParameterValue};
use orograph::spec::Value;

/// Three fractals that agree on their octaves and differ in gain and noise.
fn fractals() -> Graph {
    let mut graph = graph();
    let mut add = |id: &str, node: Node| graph.nodes.insert(id.into(), Arc::new(node));
    let fbm = |seed: u64| Node::new("Fbm").with("seed", Value::Seed(seed)).with("octaves", 3u32);
    add("one", fbm(1).with("gain", 0.25));
    add("two", fbm(2).with("gain", 0.75).with("noise", Value::Choice("Simplex")));
    add("three", fbm(3));
    add("disc", Node::new("RadialFalloff").with("center", Value::Point([10.0, 20.0])));
    add("ring", Node::new("RadialFalloff").with("center", Value::Point([30.0, 20.0])));
    add("lifted", Node::new("Normalize").with("source", "one").with("pivot", 0.25));
    graph
}

fn three() -> Harness<'static, Host> {
    window(Host::new(fractals(), &["one", "two", "three"]))
}

fn settings(host: &Host, field: &str) -> [Option<Setting>; 3] {
    ["one", "two", "three"].map(|id| host.node(id).setting(field).cloned())
}

fn shown(harness: &Harness<'_, Host>, label: &str) -> String {
    harness.get_by_label(label).accesskit_node().value().unwrap_or_default()
}

#[test]
fn rows_show_what_nodes_agree_on_and_mark_what_differs() {
    let harness = three();
    assert!(words(&harness).contains("3 nodes selected") && words(&harness).contains("an edit reaches all 3"));
    assert_eq!(shown(&harness, "octaves"), "3");
    assert_eq!(shown(&harness, "gain"), "mixed");
    assert_eq!(shown(&harness, "noise"), "mixed");
    assert_eq!(shown(&harness, "lacunarity"), "2");
}

#[test]
fn a_typed_value_goes_to_all_as_one_step() {
    let mut harness = three();
    type_into(&mut harness, "octaves", "5");
    assert_eq!(settings(harness.state(), "octaves"), [5u32, 5, 5].map(|n| Some(n.into())));
    assert_eq!(harness.state().document.undo_len(), 1);
    assert_eq!(harness.state().document.undo_name(), Some("Set octaves of 3 nodes"));
    harness.state_mut().document.undo();
    assert_eq!(*harness.state().graph(), fractals());
}

#[test]
fn a_mixed_number_takes_even_the_value_of_the_first_node() {
    let mut harness = three();
    type_into(&mut harness, "gain", "0.25");
    assert_eq!(settings(harness.state(), "gain"), [0.25, 0.25, 0.25].map(|v| Some(v.into())));
    assert_eq!(shown(&harness, "gain"), "0.25");
}

#[test]
fn a_mixed_number_that_is_looked_at_and_left_stays_mixed() {
    let mut harness = three();
    click(&mut harness, "gain");
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(*harness.state().graph(), fractals());
    assert_eq!(harness.state().document.undo_len(), 0);
}

#[test]
fn a_drag_over_all_is_one_step_and_escape_gives_each_its_own_back() {
    let mut harness = three();
    let from = middle(&harness, "gain");
    drag(&mut harness, from, from + vec2(40.0, 0.0));
    let [first, second, third] = settings(harness.state(), "gain");
    assert!(first.is_some() && first == second && second == third, "{first:?} {second:?} {third:?}");
    assert_eq!(harness.state().document.undo_len(), 1);
    harness.state_mut().document.undo();
    harness.run();
    let from = middle(&harness, "gain");
    drag_without_release(&mut harness, from, from + vec2(60.0, 0.0));
    assert_ne!(*harness.state().graph(), fractals());
    harness.key_press(Key::Escape);
    harness.step();
    release(&mut harness, from + vec2(60.0, 0.0));
    assert_eq!(*harness.state().graph(), fractals());
    assert_eq!(harness.state().document.undo_len(), 0);
}

#[test]
fn a_mixed_choice_is_picked_for_all() {
    let mut harness = three();
    click(&mut harness, "noise");
    click(&mut harness, "Simplex");
    assert_eq!(settings(harness.state(), "noise"), [(); 3].map(|()| Some(Value::Choice("Simplex").into())));
    assert_eq!(harness.state().document.undo_len(), 1);
}

#[test]
fn the_dice_give_each_node_a_seed_of_its_own() {
    let mut harness = three();
    click(&mut harness, "Roll seed");
    let seeds: Vec<_> = settings(harness.state(), "seed").map(|s| format!("{s:?}")).to_vec();
    assert_eq!(seeds.iter().collect::<BTreeSet<_>>().len(), 3, "{seeds:?}");
    assert_eq!(harness.state().document.undo_len(), 1);
}

#[test]
fn a_typed_seed_goes_to_all() {
    let mut harness = three();
    type_into(&mut harness, "seed", "42");
    assert_eq!(settings(harness.state(), "seed"), [(); 3].map(|()| Some(Value::Seed(42).into())));
    assert_eq!(shown(&harness, "seed"), "42");
}

#[test]
fn one_axis_of_positions_is_set_and_the_other_stays() {
    let mut harness = window(Host::new(fractals(), &["disc", "ring"]));
    assert_eq!((shown(&harness, "center x"), shown(&harness, "center y")), ("mixed".into(), "20 m".into()));
    type_into(&mut harness, "center y", "5");
    let center = |host: &Host, id: &str| host.node(id).setting("center").cloned();
    assert_eq!(center(harness.state(), "disc"), Some(Value::Point([10.0, 5.0]).into()));
    assert_eq!(center(harness.state(), "ring"), Some(Value::Point([30.0, 5.0]).into()));
}

#[test]
fn an_optional_number_that_some_have_is_switched_on_for_the_others() {
    let mut harness = window(Host::new(fractals(), &["height", "lifted"]));
    assert!(words(&harness).contains("plugged into different nodes"));
    click(&mut harness, "pivot");
    assert_eq!(harness.state().number("height", "pivot"), 0.0);
    assert_eq!(harness.state().number("lifted", "pivot"), 0.25);
    assert_eq!(harness.state().document.undo_len(), 1);
}

#[test]
fn where_one_is_plugged_the_row_says_so_and_is_left_alone() {
    let mut graph = fractals();
    let wire = Edit::Connect { from: Link::to("dunes"), to: "two".into(), port: "gain".into() };
    graph.apply(&wire).unwrap();
    let harness = window(Host::new(graph, &["one", "two", "three"]));
    assert!(words(&harness).contains("1 of 3 plugged"), "{}", words(&harness));
    let sliders = harness.query_all_by_role(Role::Slider);
    let named = |name: &str| sliders.map(|s| s.accesskit_node().label()).any(|label| label.as_deref() == Some(name));
    assert!(!named("gain"));
}

#[test]
fn a_value_of_several_nodes_is_shared_and_freed_for_all() {
    let mut harness = three();
    harness.get_by_value("octaves").click();
    harness.run();
    click(&mut harness, "Share as a graph parameter");
    let shared = Setting::Parameter("octaves".into());
    assert_eq!(settings(harness.state(), "octaves"), [(); 3].map(|()| Some(shared.clone())));
    assert_eq!(harness.state().document.undo_len(), 1);
    type_into(&mut harness, "octaves", "4");
    assert_eq!(harness.state().graph().parameters["octaves"].value, ParameterValue::Number(4.0));
    click(&mut harness, "Stop using $octaves");
    assert_eq!(settings(harness.state(), "octaves"), [4u32, 4, 4].map(|n| Some(n.into())));
    assert!(harness.state().refused.is_empty(), "{:?}", harness.state().refused);
}

#[test]
fn values_are_reset_and_pasted_for_all() {
    let mut harness = three();
    click(&mut harness, "Reset gain");
    assert_eq!(settings(harness.state(), "gain"), [None, None, None]);
    assert_eq!(harness.state().document.undo_len(), 1);
    click(&mut harness, "Values");
    harness.get_by_label_contains("Reset values").click();
    harness.run();
    assert_eq!(settings(harness.state(), "octaves"), [None, None, None]);
    assert_eq!(settings(harness.state(), "noise"), [None, None, None]);
    assert_eq!(harness.state().document.undo_len(), 2);
}

#[test]
fn nodes_of_several_kinds_show_no_rows() {
    let harness = window(Host::new(fractals(), &["one", "disc"]));
    assert!(harness.query_by_label("octaves").is_none() && harness.query_by_label("radius").is_none());
}
