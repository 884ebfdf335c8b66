//! Graph parameters made of fields and back, their names, and the order of outputs.

use super::{apply, graph, node, number, refusal};
use orograph::graph::{Edit, Graph, Link, Output, ParameterValue};
use orograph::raster::Sampling;

fn expose(id: &str, field: &str, name: Option<&str>) -> Edit {
    Edit::Expose { id: id.into(), field: field.into(), name: name.map(Into::into) }
}

fn unexpose(id: &str, field: &str) -> Edit {
    Edit::Unexpose { id: id.into(), field: field.into() }
}

#[test]
fn a_field_becomes_a_graph_parameter_with_its_range_and_words() {
    let mut graph = graph("\"out\": Fbm(seed: 1, octaves: 4, gain: 1.5, noise: Simplex), \"r\": Ridged()");
    let before = graph.clone();
    apply(&mut graph, expose("out", "octaves", None));
    apply(&mut graph, expose("r", "octaves", None));
    apply(&mut graph, expose("out", "gain", Some("rough")));
    apply(&mut graph, expose("out", "noise", None));
    assert_eq!(node(&graph, "out"), "Fbm(seed: 1, octaves: \"$octaves\", noise: \"$noise\", gain: \"$rough\"),");
    assert_eq!(node(&graph, "r"), "Ridged(octaves: \"$octaves2\"),");
    let octaves = &graph.parameters["octaves"];
    assert_eq!((&octaves.value, octaves.range), (&ParameterValue::Number(4.0), Some((1.0, 8.0))));
    assert!(octaves.about.starts_with("Number of octaves"), "{}", octaves.about);
    assert_eq!(graph.parameters["rough"].range, Some((0.0, 1.5)), "the slider reaches the value");
    assert_eq!(graph.parameters["noise"].value, ParameterValue::Choice("Simplex".into()));
    assert!(graph.check().is_empty(), "{:?}", graph.check());
    assert_eq!(Graph::parse(&graph.to_ron()).unwrap().graph, graph);
    for (id, field) in [("out", "octaves"), ("r", "octaves"), ("out", "gain"), ("out", "noise")] {
        let applied = apply(&mut graph, unexpose(id, field));
        assert!(applied.notice.unwrap().contains("is used no more and went away"));
    }
    assert_eq!(graph, before);
}

#[test]
fn what_is_no_value_cannot_become_a_parameter() {
    let mut graph = graph("\"p\": Perlin(), \"out\": Power(a: \"p\"), \"n\": Normalize(source: \"p\")");
    assert!(refusal(&graph, expose("p", "seed", None)).contains("seed cannot be a graph parameter"));
    assert!(refusal(&graph, expose("out", "a", None)).contains("a comes from \"p\", only a value can become"));
    assert!(refusal(&graph, expose("n", "pivot", None)).contains("pivot has no value"));
    assert!(refusal(&graph, expose("n", "sauce", None)).contains("has no field sauce"));
    assert!(refusal(&graph, unexpose("out", "b")).contains("b of node \"out\" is no graph parameter"));
    apply(&mut graph, expose("out", "b", Some("sharp")));
    assert!(refusal(&graph, expose("out", "b", None)).contains("is the graph parameter $sharp already"));
    assert!(refusal(&graph, expose("p", "feature_scale", Some("sharp"))).contains("there is already"));
    assert!(refusal(&graph, expose("p", "feature_scale", Some("a b"))).contains("cannot name a graph parameter"));
}

#[test]
fn a_renamed_parameter_is_followed_by_every_field() {
    let mut graph = graph("\"out\": Fbm(octaves: \"$detail\"), \"odd\": Erode(rain: \"$detail\", wind: \"$detailed\")");
    apply(&mut graph, Edit::Parameter { name: "detail".into(), parameter: Some(number(3.0, None)) });
    apply(&mut graph, Edit::Parameter { name: "other".into(), parameter: Some(number(1.0, None)) });
    let rename = |to: &str| Edit::RenameParameter { from: "detail".into(), to: to.into() };
    apply(&mut graph, rename("fine"));
    assert_eq!(node(&graph, "out"), "Fbm(octaves: \"$fine\"),");
    assert_eq!(node(&graph, "odd"), "Erode(rain: \"$fine\", wind: \"$detailed\"),");
    assert_eq!(graph.parameters["fine"], number(3.0, None));
    assert!(refusal(&graph, rename("x")).contains("there is no graph parameter $detail"));
    let taken = Edit::RenameParameter { from: "fine".into(), to: "other".into() };
    assert!(refusal(&graph, taken).contains("there is already a graph parameter $other"));
}

#[test]
fn outputs_change_their_order_and_the_first_is_the_default() {
    let mut graph = graph("\"out\": Perlin()");
    for name in ["a", "b"] {
        let output = Output { name: name.into(), from: Link::to("out"), sampling: Sampling::Vertices };
        apply(&mut graph, Edit::SetOutput(output));
    }
    let names = |graph: &Graph| graph.outputs.iter().map(|o| o.name.clone()).collect::<Vec<_>>();
    apply(&mut graph, Edit::MoveOutput { name: "b".into(), to: 0 });
    assert_eq!(names(&graph), ["b", "height", "a"]);
    apply(&mut graph, Edit::MoveOutput { name: "height".into(), to: 99 });
    assert_eq!(names(&graph), ["b", "a", "height"]);
    assert!(refusal(&graph, Edit::MoveOutput { name: "z".into(), to: 0 }).contains("there is no output \"z\""));
}

#[test]
fn a_removed_parameter_says_what_keeps_its_value() {
    let mut graph = graph("\"out\": Fbm(octaves: \"$detail\"), \"r\": Ridged(octaves: \"$detail\", gain: \"$idle\")");
    for name in ["detail", "idle", "unused"] {
        apply(&mut graph, Edit::Parameter { name: name.into(), parameter: Some(number(1.0, None)) });
    }
    let mut remove = |name: &str| apply(&mut graph, Edit::Parameter { name: name.into(), parameter: None }).notice;
    assert_eq!(remove("detail").as_deref(), Some("$detail is gone: out.octaves, r.octaves keep 1"));
    assert_eq!(remove("idle").as_deref(), Some("$idle is gone: r.gain keeps 1"));
    assert_eq!(remove("unused"), None);
    assert_eq!(node(&graph, "r"), "Ridged(octaves: 1, gain: 1.0),");
}
