//! The world panel, shown while nothing is selected.

use super::*;
use orograph::graph::{Parameter, ParameterValue};
use orograph::raster::Sampling;

#[test]
fn a_new_extent_asks_what_should_follow() {
    let mut harness = window(Host::new(graph(), &[]));
    type_into(&mut harness, "extent x", "8km");
    assert_eq!(harness.state().graph().world.extent, (4096.0, 4096.0));
    click(&mut harness, "Show more terrain");
    assert_eq!(harness.state().graph().world.extent, (8000.0, 4096.0));
    assert_eq!(harness.state().number("land", "feature_scale"), 1300.0);
    assert!(harness.query_by_label("Show more terrain").is_none());
}

#[test]
fn a_new_extent_may_scale_the_terrain() {
    let mut harness = window(Host::new(graph(), &[]));
    type_into(&mut harness, "extent x", "8192");
    type_into(&mut harness, "extent y", "8192");
    click(&mut harness, "Scale terrain");
    assert_eq!(harness.state().graph().world.extent, (8192.0, 8192.0));
    assert_eq!(harness.state().number("land", "feature_scale"), 2600.0);
    assert_eq!(harness.state().document.undo_len(), 1);
}

#[test]
fn the_question_can_be_left_unanswered() {
    let mut harness = window(Host::new(graph(), &[]));
    type_into(&mut harness, "extent x", "8192");
    click(&mut harness, "Cancel");
    assert_eq!(harness.state().graph().world, Graph::default().world);
    assert!(harness.query_by_label("Scale terrain").is_none());
}

#[test]
fn samples_heights_and_sea_are_set() {
    let mut harness = window(Host::new(graph(), &[]));
    type_into(&mut harness, "samples x", "513");
    type_into(&mut harness, "height low", "-50");
    type_into(&mut harness, "height high", "0.9km");
    type_into(&mut harness, "sea level in metres", "12");
    let world = harness.state().graph().world;
    assert_eq!((world.samples, world.height, world.sea), ((513, 1025), (-50.0, 900.0), Some(12.0)));
    click(&mut harness, "sea level");
    assert_eq!(harness.state().graph().world.sea, None);
    click(&mut harness, "sea level");
    assert_eq!(harness.state().graph().world.sea, Some(0.0));
    assert!(harness.state().refused.is_empty(), "{:?}", harness.state().refused);
}

#[test]
fn the_distance_of_samples_is_shown() {
    let harness = window(Host::new(graph(), &[]));
    assert!(words(&harness).contains("4 m a sample"), "{}", words(&harness));
}

#[test]
fn heights_never_cross() {
    let mut harness = window(Host::new(graph(), &[]));
    type_into(&mut harness, "height low", "5000");
    let (low, high) = harness.state().graph().world.height;
    assert!(low < high, "{low} {high}");
    assert!(harness.state().refused.is_empty(), "{:?}", harness.state().refused);
}

#[test]
fn outputs_are_renamed_resampled_selected_and_removed() {
    let mut harness = window(Host::new(graph(), &[]));
    type_into(&mut harness, "Name of output biomes", "tiles");
    let names = |host: &Host| host.graph().outputs.iter().map(|o| o.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(harness.state()), ["height", "tiles"]);
    click(&mut harness, "Sampling of output tiles");
    click(&mut harness, "Cells");
    assert_eq!(harness.state().graph().output("tiles").unwrap().sampling, Sampling::Cells);
    click(&mut harness, "Remove output height");
    assert_eq!(names(harness.state()), ["tiles"]);
    click(&mut harness, "biomes");
    assert_eq!(selection(harness.state()), BTreeSet::from(["biomes".into()]));
}

#[test]
fn graph_parameters_have_sliders() {
    let mut graph = graph();
    let parameter = Parameter { value: ParameterValue::Number(1.5), range: Some((1.0, 3.0)), about: String::new() };
    graph.parameters.insert("ruggedness".into(), parameter);
    let mut harness = window(Host::new(graph, &[]));
    type_into(&mut harness, "$ruggedness", "2.25");
    type_into(&mut harness, "$ruggedness to", "4");
    type_into(&mut harness, "What $ruggedness does", "How sharp the peaks are");
    let found = harness.state().graph().parameters["ruggedness"].clone();
    assert_eq!((found.value, found.range), (ParameterValue::Number(2.25), Some((1.0, 4.0))));
    assert_eq!(found.about, "How sharp the peaks are");
    click(&mut harness, "Remove $ruggedness");
    assert!(harness.state().graph().parameters.is_empty());
}

/// `land` and `hills` share `detail`, and `land` the noise.
fn shared() -> Graph {
    let mut graph = graph();
    let number = |value, range| Parameter { value: ParameterValue::Number(value), range, about: String::new() };
    graph.parameters.insert("detail".into(), number(3.0, Some((1.0, 8.0))));
    graph.parameters.insert("spare".into(), number(0.5, None));
    let noise = Parameter { value: ParameterValue::Choice("Simplex".into()), range: None, about: String::new() };
    graph.parameters.insert("noise".into(), noise);
    let uses = |name: &str| Setting::Parameter(name.into());
    let land = Node::new("Fbm").with("octaves", uses("detail")).with("noise", uses("noise"));
    graph.nodes.insert("land".into(), Arc::new(land));
    graph.nodes.insert("hills".into(), Arc::new(Node::new("Billow").with("octaves", uses("detail"))));
    graph
}

#[test]
fn a_renamed_parameter_is_followed_by_all_its_uses_in_one_step() {
    let mut harness = window(Host::new(shared(), &[]));
    type_into(&mut harness, "Name of $detail", "fineness");
    let host = harness.state();
    for id in ["land", "hills"] {
        assert_eq!(host.node(id).setting("octaves"), Some(&Setting::Parameter("fineness".into())), "{id}");
    }
    assert_eq!(host.document.undo_len(), 1);
    assert!(harness.query_by_label("$fineness").is_some() && harness.query_by_label("$detail").is_none());
    harness.state_mut().document.undo();
    assert_eq!(*harness.state().graph(), shared());
    harness.run();
    type_into(&mut harness, "Name of $detail", "spare");
    assert_eq!(*harness.state().graph(), shared());
    assert!(harness.state().refused[0].contains("there is already a graph parameter $spare"));
}

#[test]
fn a_parameter_keeps_to_what_all_its_uses_take() {
    let mut harness = window(Host::new(shared(), &[]));
    type_into(&mut harness, "$detail", "99.7");
    assert_eq!(harness.state().graph().parameters["detail"].value, ParameterValue::Number(32.0));
    type_into(&mut harness, "$detail", "4.4");
    assert_eq!(harness.state().graph().parameters["detail"].value, ParameterValue::Number(4.0), "octaves are whole");
    assert!(harness.state().refused.is_empty(), "{:?}", harness.state().refused);
}

#[test]
fn a_shared_choice_is_picked_from_the_options_of_its_use() {
    let mut harness = window(Host::new(shared(), &[]));
    click(&mut harness, "$noise");
    click(&mut harness, "Perlin");
    assert_eq!(harness.state().graph().parameters["noise"].value, ParameterValue::Choice("Perlin".into()));
}

#[test]
fn the_uses_of_a_parameter_are_counted_and_selected() {
    let mut harness = window(Host::new(shared(), &[]));
    assert!(words(&harness).contains("not used"));
    click(&mut harness, "used by 2 fields");
    assert_eq!(selection(harness.state()), BTreeSet::from(["land".into(), "hills".into()]));
}

#[test]
fn a_parameter_is_added_and_removed_and_what_used_it_keeps_its_value() {
    let mut harness = window(Host::new(shared(), &[]));
    click(&mut harness, "Add a parameter");
    assert!(harness.state().graph().parameters.contains_key("parameter"));
    click(&mut harness, "Remove $detail");
    let host = harness.state();
    assert_eq!(host.node("land").setting("octaves"), Some(&Setting::from(3u32)));
    assert_eq!(host.node("hills").setting("octaves"), Some(&Setting::from(3u32)));
    assert_eq!(host.document.undo_len(), 2);
}

#[test]
fn all_rows_end_at_one_right_edge() {
    let mut graph = graph();
    let parameter = Parameter { value: ParameterValue::Number(1.5), range: Some((1.0, 3.0)), about: String::new() };
    graph.parameters.insert("ruggedness".into(), parameter);
    let harness = window(Host::new(graph, &[]));
    let names = ["height low", "sea level in metres", "extent y", "samples y", "origin y"];
    let edges: Vec<f32> = names.iter().map(|name| harness.get_by_label(name).rect().right()).collect();
    assert!(edges.iter().all(|edge| (edge - edges[0]).abs() < 0.6), "{names:?} {edges:?}");
}
