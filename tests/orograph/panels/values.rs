//! Values that are copied, pasted and reset, by row and by node.

use super::*;
use orograph::graph::{Edit, Parameter, ParameterValue};
use orograph::spec::Value;

/// `land` and `ridges` are fractals of two kinds, `dunes` a noise; `ridges` is fed at its gain.
fn fractals() -> Graph {
    let mut graph = graph();
    let mut add = |id: &str, node: Node| graph.nodes.insert(id.into(), Arc::new(node));
    let land = Node::new("Fbm").with("seed", Value::Seed(5)).with("octaves", 3u32).with("gain", 0.25);
    add("land", land.with("noise", Value::Choice("Simplex")));
    add("ridges", Node::new("Ridged").with("seed", Value::Seed(9)).with("lacunarity", 3.0).with("gain", "dunes"));
    add("hills", Node::new("Fbm").with("seed", Value::Seed(7)).with("lacunarity", 3.0));
    graph
}

fn setting(host: &Host, id: &str, field: &str) -> Option<Setting> {
    host.node(id).setting(field).cloned()
}

fn entry(harness: &mut Harness<'_, Host>, title: &str) {
    click(harness, "Values");
    harness.get_by_label_contains(title).click();
    harness.run();
}

fn select(harness: &mut Harness<'_, Host>, ids: &[&str]) {
    harness.state_mut().document.select(ids.iter().map(|id| NodeId::from(*id)).collect());
    harness.run();
}

fn toasts(host: &Host) -> String {
    let text = |request: &Request| if let Request::Toast(text) = request { Some(text.clone()) } else { None };
    host.others.iter().filter_map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn all_values_of_a_node_go_onto_another_in_one_step_and_its_seed_stays() {
    let mut harness = window(Host::new(fractals(), &["land"]));
    entry(&mut harness, "Copy values");
    assert!(toasts(harness.state()).contains("values of land"), "{}", toasts(harness.state()));
    select(&mut harness, &["hills"]);
    entry(&mut harness, "Paste values");
    let host = harness.state();
    assert_eq!(setting(host, "hills", "octaves"), Some(3u32.into()));
    assert_eq!(setting(host, "hills", "gain"), Some(0.25.into()));
    assert_eq!(setting(host, "hills", "noise"), Some(Value::Choice("Simplex").into()));
    assert_eq!(setting(host, "hills", "lacunarity"), None, "what was at its default is at its default");
    assert_eq!(setting(host, "hills", "seed"), Some(Value::Seed(7).into()));
    assert_eq!(host.document.undo_len(), 1);
    assert!(host.document.undo_name().is_some_and(|name| name.contains("values of hills")));
    harness.state_mut().document.undo();
    assert_eq!(*harness.state().graph(), fractals());
}

#[test]
fn what_a_node_does_not_have_or_has_plugged_is_left_and_told() {
    let mut harness = window(Host::new(fractals(), &["land"]));
    entry(&mut harness, "Copy values");
    select(&mut harness, &["ridges"]);
    entry(&mut harness, "Paste values");
    let host = harness.state();
    assert_eq!(setting(host, "ridges", "octaves"), Some(3u32.into()));
    assert_eq!(host.node("ridges").link("gain"), Some(&Link::to("dunes")), "a wire is not pulled out");
    assert!(toasts(host).contains("ridges: gain is plugged"), "{}", toasts(host));
    select(&mut harness, &["dunes"]);
    entry(&mut harness, "Paste values");
    let told = toasts(harness.state());
    assert!(told.contains("dunes has no ") && told.contains("octaves"), "{told}");
    assert_eq!(setting(harness.state(), "dunes", "octaves"), None);
    assert!(harness.state().refused.is_empty(), "{:?}", harness.state().refused);
}

#[test]
fn one_value_is_copied_and_pasted_by_the_menu_of_its_row() {
    let mut harness = window(Host::new(fractals(), &["land"]));
    harness.get_by_value("gain").click();
    harness.run();
    click(&mut harness, "Copy the value");
    select(&mut harness, &["hills"]);
    harness.get_by_value("octaves").click();
    harness.run();
    assert!(harness.query_by_label("Paste the value").is_none(), "a quarter is no number of octaves");
    harness.key_press(Key::Escape);
    harness.run();
    harness.get_by_value("lacunarity").click();
    harness.run();
    assert!(harness.query_by_label("Paste the value").is_none(), "lacunarity is 1 at least");
    harness.key_press(Key::Escape);
    harness.run();
    harness.get_by_value("gain").click();
    harness.run();
    click(&mut harness, "Paste the value");
    assert_eq!(harness.state().number("hills", "gain"), 0.25);
    assert_eq!(harness.state().document.undo_len(), 1);
}

#[test]
fn the_seed_travels_when_it_alone_is_copied() {
    let mut harness = window(Host::new(fractals(), &["land"]));
    harness.get_by_value("seed").click();
    harness.run();
    click(&mut harness, "Copy the value");
    select(&mut harness, &["hills"]);
    entry(&mut harness, "Paste values");
    assert_eq!(setting(harness.state(), "hills", "seed"), Some(Value::Seed(5).into()));
    assert_eq!(harness.state().number("hills", "lacunarity"), 3.0, "nothing else is touched");
}

#[test]
fn a_shared_value_stays_shared_when_it_is_pasted() {
    let mut graph = fractals();
    let parameter = Parameter { value: ParameterValue::Number(0.75), range: None, about: String::new() };
    graph.parameters.insert("rough".into(), parameter);
    let land = Node::new("Fbm").with("gain", Setting::Parameter("rough".into()));
    graph.nodes.insert("land".into(), Arc::new(land));
    let mut harness = window(Host::new(graph, &["land"]));
    entry(&mut harness, "Copy values");
    select(&mut harness, &["hills"]);
    entry(&mut harness, "Paste values");
    assert_eq!(setting(harness.state(), "hills", "gain"), Some(Setting::Parameter("rough".into())));
    harness.state_mut().document.undo();
    let gone = Edit::Parameter { name: "rough".into(), parameter: None };
    harness.state_mut().carry_out(vec![Request::edit(gone)]);
    harness.run();
    entry(&mut harness, "Paste values");
    assert_eq!(harness.state().number("hills", "gain"), 0.75, "without the parameter its value is pasted");
}

#[test]
fn all_values_return_to_their_defaults_in_one_step_and_wires_and_seeds_stay() {
    let mut harness = window(Host::new(fractals(), &["ridges"]));
    entry(&mut harness, "Reset values");
    let host = harness.state();
    assert_eq!(setting(host, "ridges", "lacunarity"), None);
    assert!(host.node("ridges").link("gain").is_some());
    assert_eq!(setting(host, "ridges", "seed"), Some(Value::Seed(9).into()));
    assert_eq!(host.document.undo_len(), 1);
    click(&mut harness, "Values");
    let disabled = harness.get_by_label_contains("Reset values").accesskit_node().is_disabled();
    assert!(disabled, "there is nothing left to reset");
}

#[test]
fn the_menu_of_a_row_opens_by_the_keyboard() {
    let mut harness = window(Host::new(fractals(), &["land"]));
    click(&mut harness, "gain");
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowDown);
    harness.run();
    click(&mut harness, "Reset to default");
    assert_eq!(setting(harness.state(), "land", "gain"), None);
}

#[test]
fn a_seed_that_is_no_number_is_told() {
    let mut harness = window(Host::new(fractals(), &["land"]));
    type_into(&mut harness, "seed", "lucky");
    assert!(toasts(harness.state()).contains("“lucky” is no whole number"), "{}", toasts(harness.state()));
    assert_eq!(setting(harness.state(), "land", "seed"), Some(Value::Seed(5).into()));
}
