//! Changing recipes: every edit, what it refuses, what follows it, and the command line's `--set` and `--param`.

mod canvas;
mod exports;
mod groups;
mod parameters;
pub mod random;
mod world;

use orograph::graph::{Applied, Edit, Graph, Link, NodeId, Output, Parameter, ParameterValue, Refusal, Setting, World};
use orograph::nodes;
use orograph::raster::Sampling;
use orograph::spec::{Level, Value};

/// A graph with nodes `nodes` and the output `height` from node `out`.
fn graph(nodes: &str) -> Graph {
    let text = format!("(orograph: 1, nodes: {{ {nodes} }}, outputs: {{ \"height\": \"out\" }})");
    let mut graph = Graph::parse(&text).unwrap().graph;
    graph.auto_layout();
    graph
}

fn apply(graph: &mut Graph, edit: Edit) -> Applied {
    graph.apply(&edit).unwrap()
}

/// The reason for a refusal, after making sure that nothing has changed.
fn refusal(graph: &Graph, edit: Edit) -> String {
    let mut changed = graph.clone();
    let Refusal(why) = changed.apply(&edit).unwrap_err();
    assert_eq!(&changed, graph, "a refused edit changes nothing");
    why
}

fn line<'a>(text: &'a str, id: &str) -> &'a str {
    let start = format!("        \"{id}\": ");
    text.lines().find_map(|l| l.strip_prefix(&start)).unwrap_or_else(|| panic!("no {id} in {text}"))
}

fn node(graph: &Graph, id: &str) -> String {
    line(&graph.to_ron(), id).to_owned()
}

fn add(kind: &str, from: Option<&str>) -> Edit {
    Edit::Add { kind: kind.into(), at: [10.0, 20.0], from: from.map(Link::parse), to: None }
}

#[test]
fn new_is_a_fractal_normalised_to_a_height() {
    let graph = Graph::starter();
    assert_eq!(node(&graph, "fbm"), "Fbm(seed: 1, feature_scale: 1024.0),");
    assert_eq!(node(&graph, "height"), "Normalize(source: \"fbm\"),");
    assert_eq!(
        graph.outputs,
        [Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices }]
    );
    assert_eq!(graph.world, World::default());
    assert_eq!(graph.view.mode, "Terrain");
    assert!(graph.check().is_empty());
    assert_eq!(graph.layout.len(), 2);
}

#[test]
fn an_added_node_has_a_free_name_a_free_seed_and_lengths_written_out() {
    let mut graph = Graph::default();
    graph.world.extent = (1000.0, 500.0);
    let applied = apply(&mut graph, add("Fbm", None));
    assert_eq!(applied.select, [NodeId::from("fbm")]);
    assert_eq!(graph.outputs[0].from, Link::to("fbm"), "the first node becomes the output");
    apply(&mut graph, add("Fbm", None));
    apply(&mut graph, Edit::Remove { ids: vec!["fbm".into()], heal: false });
    apply(&mut graph, add("Ridged", None));
    assert_eq!(node(&graph, "fbm2"), "Fbm(seed: 2, feature_scale: 250.0),");
    assert_eq!(node(&graph, "ridged"), "Ridged(seed: 1, feature_scale: 250.0),");
    apply(&mut graph, add("Warp", Some("fbm2")));
    assert_eq!(node(&graph, "warp"), "Warp(source: \"fbm2\", seed: 3, feature_scale: 333.0, amplitude: 83.3),");
    apply(&mut graph, add("RadialFalloff", None));
    assert_eq!(node(&graph, "radial_falloff"), "RadialFalloff(radius: 225.0),");
    assert_eq!(graph.layout["warp"], [10.0, 20.0]);
    assert_eq!(graph.fresh_seed(), 4);
}

#[test]
fn every_kind_can_be_added_and_saved() {
    let mut graph = Graph::default();
    for spec in nodes::all() {
        apply(&mut graph, add(spec.kind, None));
    }
    assert_eq!(graph.nodes.len(), nodes::all().count());
    assert_eq!(Graph::parse(&graph.to_ron()).unwrap().graph, graph);
    assert!(refusal(&graph, add("Fbn", None)).contains("Fbn is no kind of node; did you mean Fbm?"));
}

#[test]
fn a_wire_dropped_on_nothing_goes_into_the_new_node() {
    let mut graph = graph("\"out\": Fbm(seed: 1), \"t\": Tiles(source: \"out\")");
    apply(&mut graph, add("Add", Some("out.value")));
    assert_eq!(node(&graph, "add"), "Add(a: \"out\"),");
    let why = refusal(&graph, add("Add", Some("t")));
    assert!(why.contains("tiles connect only to tiles"), "{why}");
    assert!(refusal(&graph, add("Constant", Some("out"))).contains("has no input"));
    let to = Some(("add".into(), "b".into()));
    apply(&mut graph, Edit::Add { kind: "Constant".into(), at: [0.0, 0.0], from: None, to });
    assert_eq!(node(&graph, "add"), "Add(a: \"out\", b: \"constant\"),");
    let nowhere = Edit::Add { kind: "Perlin".into(), at: [f32::NAN, 0.0], from: None, to: None };
    assert!(refusal(&graph, nowhere).contains("cannot be placed"));
}

#[test]
fn wires_are_refused_with_a_reason_that_fits_beside_the_pointer() {
    let graph = graph(
        "\"out\": Abs(source: \"mid\"), \"mid\": Abs(source: \"in\"), \"in\": Perlin(), \"t\": Tiles(source: \"in\")",
    );
    let legal = |from: &str, to: &str, port: &str| graph.legal(&Link::parse(from), &to.into(), port).map_err(|r| r.0);
    assert_eq!(legal("in", "out", "source"), Ok(()));
    assert_eq!(legal("out", "mid", "source").unwrap_err(), "the wire would make a loop: \"mid\" feeds \"out\"");
    assert_eq!(legal("mid", "mid", "source").unwrap_err(), "the wire would make a loop: \"mid\" would feed itself");
    assert_eq!(legal("t", "mid", "source").unwrap_err(), "tiles connect only to tiles, and \"t\" gives tiles");
    assert!(legal("in", "mid", "sauce").unwrap_err().contains("node \"mid\" (Abs) has no field sauce"));
    assert!(legal("in", "in", "seed").unwrap_err().contains("seed is no input"));
    assert!(legal("gone", "mid", "source").unwrap_err().contains("there is no node \"gone\""));
    assert!(legal("in.left", "mid", "source").unwrap_err().contains("has no output left"));
    let connect = Edit::Connect { from: Link::to("out"), to: "mid".into(), port: "source".into() };
    assert!(refusal(&graph, connect).contains("would make a loop"));
}

#[test]
fn connecting_replaces_and_disconnecting_unplugs() {
    let mut graph = graph("\"out\": Add(a: \"p\"), \"p\": Perlin(), \"q\": Perlin(seed: 2)");
    apply(&mut graph, Edit::Connect { from: Link::parse("q.value"), to: "out".into(), port: "a".into() });
    assert_eq!(node(&graph, "out"), "Add(a: \"q\"),");
    apply(&mut graph, Edit::Disconnect { to: "out".into(), port: "a".into() });
    assert_eq!(node(&graph, "out"), "Add(),");
    assert!(refusal(&graph, Edit::Disconnect { to: "out".into(), port: "a".into() }).contains("nothing is plugged"));
}

#[test]
fn a_wire_dropped_on_a_node_takes_the_first_open_input_else_the_first() {
    let mut graph = graph("\"out\": Add(a: \"p\"), \"p\": Perlin(), \"q\": Perlin(seed: 2)");
    let q = Link::to("q");
    assert_eq!(graph.first_legal_input(&q, &"out".into()).as_deref(), Some("b"));
    apply(&mut graph, Edit::Connect { from: q.clone(), to: "out".into(), port: "b".into() });
    assert_eq!(graph.first_legal_input(&q, &"out".into()).as_deref(), Some("a"));
    assert_eq!(graph.first_legal_input(&Link::to("out"), &"out".into()), None);
}

#[test]
fn removing_heals_wires_and_moves_the_output_to_what_fed_it() {
    let text =
        "\"p\": Perlin(), \"x\": Abs(source: \"p\"), \"y\": Abs(source: \"x\"), \"out\": Add(a: \"y\", b: \"x\")";
    let mut healed = graph(text);
    let applied = apply(&mut healed, Edit::Remove { ids: vec!["y".into(), "x".into()], heal: true });
    assert_eq!(node(&healed, "out"), "Add(a: \"p\", b: \"p\"),");
    assert_eq!(applied.notice, None);
    let mut cut = graph(text);
    apply(&mut cut, Edit::Remove { ids: vec!["y".into(), "x".into()], heal: false });
    assert_eq!(node(&cut, "out"), "Add(),");
    assert!(!cut.layout.contains_key("x"));
    let applied = apply(&mut healed, Edit::Remove { ids: vec!["out".into()], heal: true });
    assert_eq!(applied.notice.as_deref(), Some("output \"height\" now comes from \"p\""));
    assert_eq!(healed.outputs[0].from, Link::to("p"));
    let applied = apply(&mut healed, Edit::Remove { ids: vec!["p".into()], heal: true });
    assert_eq!(applied.notice.as_deref(), Some("output \"height\" went with its node"));
    assert!(healed.outputs.is_empty() && healed.nodes.is_empty());
    assert!(refusal(&healed, Edit::Remove { ids: vec!["p".into()], heal: true }).contains("there is no node \"p\""));
}

#[test]
fn tiles_are_never_healed_into_numbers() {
    let mut graph = graph("\"p\": Perlin(), \"t\": Tiles(source: \"p\"), \"out\": Tiles(source: \"p\")");
    apply(
        &mut graph,
        Edit::SetOutput(Output { name: "biomes".into(), from: Link::to("t"), sampling: Sampling::Cells }),
    );
    let applied = apply(&mut graph, Edit::Remove { ids: vec!["t".into()], heal: true });
    assert_eq!(applied.notice.as_deref(), Some("output \"biomes\" now comes from \"p\""));
    assert!(graph.check().is_empty());
}

#[test]
fn a_free_node_goes_into_a_wire_and_comes_out_again() {
    let mut graph = graph("\"p\": Perlin(), \"out\": Abs(source: \"p\"), \"free\": Power()");
    let before = graph.clone();
    let insert = Edit::Insert { id: "free".into(), to: "out".into(), port: "source".into() };
    apply(&mut graph, insert.clone());
    assert_eq!(
        (node(&graph, "free"), node(&graph, "out")),
        ("Power(a: \"p\"),".into(), "Abs(source: \"free\"),".into())
    );
    assert!(refusal(&graph, insert).contains("has wires of its own"));
    apply(&mut graph, Edit::Extract { id: "free".into() });
    assert_eq!(graph, before);
    let source = Edit::Insert { id: "p".into(), to: "out".into(), port: "source".into() };
    assert!(refusal(&graph, source).contains("has wires of its own"));
    apply(&mut graph, add("Constant", None));
    let constant = Edit::Insert { id: "constant".into(), to: "out".into(), port: "source".into() };
    assert!(refusal(&graph, constant).contains("has no input"));
}

#[test]
fn all_wires_of_an_output_move_together() {
    let mut graph =
        graph("\"p\": Perlin(), \"q\": Perlin(seed: 2), \"x\": Abs(source: \"p\"), \"out\": Add(a: \"p\", b: \"x\")");
    apply(&mut graph, Edit::MoveWires { from: Link::parse("p.value"), to: Link::to("q") });
    assert_eq!(
        (node(&graph, "x"), node(&graph, "out")),
        ("Abs(source: \"q\"),".into(), "Add(a: \"q\", b: \"x\"),".into())
    );
    let to_reader = Edit::MoveWires { from: Link::to("q"), to: Link::to("x") };
    assert!(refusal(&graph, to_reader).contains("would make a loop"));
}

#[test]
fn settings_are_checked_and_defaults_vanish() {
    let mut graph = graph("\"out\": Fbm(seed: 1)");
    let set = |field: &str, setting: Option<Setting>| Edit::Set { id: "out".into(), field: field.into(), setting };
    apply(&mut graph, set("octaves", Some(8u32.into())));
    apply(&mut graph, set("gain", Some(0.4.into())));
    apply(&mut graph, set("lacunarity", Some(2.0.into())));
    apply(&mut graph, set("noise", Some(Value::Choice("Simplex").into())));
    assert_eq!(node(&graph, "out"), "Fbm(seed: 1, octaves: 8, noise: Simplex, gain: 0.4),");
    apply(&mut graph, set("octaves", Some(6u32.into())));
    apply(&mut graph, set("gain", None));
    assert_eq!(node(&graph, "out"), "Fbm(seed: 1, noise: Simplex),");
    let why = refusal(&graph, set("octaves", Some(99u32.into())));
    assert_eq!(why, "node \"out\" (Fbm): octaves is 99, allowed is 1 to 32");
    assert!(refusal(&graph, set("gain", Some(f64::NAN.into()))).contains("gain is NaN"));
    assert!(refusal(&graph, set("noise", Some(Value::Choice("Perlim").into()))).contains("did you mean Perlin?"));
    assert!(refusal(&graph, set("octave", None)).contains("has no field octave; did you mean octaves?"));
    assert!(refusal(&graph, set("source", Some("out".into()))).contains("would make a loop"));
    assert!(refusal(&graph, set("octaves", Some(Setting::Parameter("p".into())))).contains("does not exist"));
}

#[test]
fn an_unknown_field_can_be_taken_out() {
    let mut graph = graph("\"out\": Perlin(sparkle: 3)");
    apply(&mut graph, Edit::Set { id: "out".into(), field: "sparkle".into(), setting: None });
    assert_eq!(node(&graph, "out"), "Perlin(),");
}

#[test]
fn a_rename_takes_links_outputs_layout_and_unknown_nodes_along() {
    let mut graph = graph(
        "\"p\": Coordinates(), \"out\": Add(a: \"p.y\", b: \"p\"), \"odd\": Erode(source: \"p.y\", other: \"pp\")",
    );
    apply(&mut graph, Edit::SetOutput(Output { name: "raw".into(), from: Link::to("p"), sampling: Sampling::Cells }));
    let place = graph.layout["p"];
    let applied = apply(&mut graph, Edit::Rename { id: "p".into(), to: "Größe".into() });
    assert_eq!(applied.select, [NodeId::from("Größe")]);
    assert_eq!(node(&graph, "out"), "Add(a: \"Größe.y\", b: \"Größe\"),");
    assert_eq!(node(&graph, "odd"), "Erode(source: \"Größe.y\", other: \"pp\"),");
    assert_eq!(graph.output("raw").unwrap().from, Link::to("Größe"));
    assert_eq!(graph.layout["Größe"], place);
    for (to, why) in
        [("out", "already a node"), ("a b", "cannot name a node"), ("", "cannot name a node"), ("a.b", "cannot")]
    {
        let edit = Edit::Rename { id: "Größe".into(), to: to.into() };
        assert!(refusal(&graph, edit).contains(why), "{to}");
    }
    assert!(refusal(&graph, Edit::Rename { id: "gone".into(), to: "x".into() }).contains("there is no node"));
}

#[test]
fn muting_passes_over_nodes_that_cannot_be_muted_and_says_so() {
    let mut graph = graph("\"p\": Perlin(), \"out\": Abs(source: \"p\")");
    let applied = apply(&mut graph, Edit::Mute { ids: vec!["p".into(), "out".into()], muted: true });
    assert!(applied.notice.unwrap().contains("\"p\" (Perlin) cannot be muted"));
    assert_eq!(node(&graph, "out"), "Abs(source: \"p\", muted: true),");
    assert!(refusal(&graph, Edit::Mute { ids: vec!["p".into()], muted: true }).contains("cannot be muted"));
    apply(&mut graph, Edit::Mute { ids: vec!["out".into()], muted: false });
    assert_eq!(node(&graph, "out"), "Abs(source: \"p\"),");
}

#[test]
fn notes_and_places_touch_nothing_else() {
    let mut graph = graph("\"out\": Perlin()");
    let nodes = graph.nodes.clone();
    apply(&mut graph, Edit::Place(vec![("out".into(), [-0.0, 12.5])]));
    assert!(graph.to_ron().contains("layout: { \"out\": (0, 12.5) },"), "{}", graph.to_ron());
    assert_eq!(graph.nodes, nodes);
    assert!(refusal(&graph, Edit::Place(vec![("gone".into(), [0.0, 0.0])])).contains("there is no node"));
    apply(&mut graph, Edit::Note { id: "out".into(), note: "here".into() });
    assert_eq!(node(&graph, "out"), "Perlin(note: \"here\"),");
    apply(&mut graph, Edit::Note { id: "out".into(), note: String::new() });
    assert_eq!(graph.nodes, nodes);
}

#[test]
fn a_duplicate_has_its_own_names_and_seeds_and_keeps_its_sources() {
    let mut graph = graph(concat!(
        "\"bend\": Fbm(seed: 3), \"a1\": Fbm(seed: 1), \"b\": Ridged(seed: 1), \"c\": Fbm(seed: 9),",
        "\"w\": Warp(source: \"a1\", dx: \"bend\"), \"out\": Add(a: \"w\", b: \"b\")"
    ));
    let ids: Vec<NodeId> = ["a1", "b", "w"].map(NodeId::from).to_vec();
    let text = graph.copy(&ids);
    assert!(Graph::parse(&text).is_ok(), "{text}");
    let applied = apply(&mut graph, Edit::Paste { text: text.clone(), at: [500.0, 600.0] });
    assert_eq!(applied.select, ["a2", "b2", "w2"].map(NodeId::from));
    assert_eq!(applied.notice, None);
    assert_eq!(node(&graph, "a2"), "Fbm(seed: 4),", "a seed that is free");
    assert_eq!(node(&graph, "b2"), "Ridged(seed: 4),", "a shared seed stays shared");
    assert!(node(&graph, "w2").starts_with("Warp(source: \"a2\", dx: \"bend\", seed: 2"), "{}", node(&graph, "w2"));
    let corner =
        applied.select.iter().map(|id| graph.layout[id]).fold([f32::MAX; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
    assert_eq!(corner, [500.0, 600.0]);
    // In another recipe the names and seeds are free, and the source of dx is missing.
    let mut other = Graph::default();
    let applied = apply(&mut other, Edit::Paste { text, at: [0.0, 0.0] });
    assert_eq!(applied.select, ["a1", "b", "w"].map(NodeId::from));
    assert_eq!(node(&other, "a1"), "Fbm(seed: 1),");
    assert!(node(&other, "w").starts_with("Warp(source: \"a1\""), "{}", node(&other, "w"));
    assert!(!node(&other, "w").contains("dx"));
    assert_eq!(applied.notice.unwrap(), "1 of the copied wires come from nodes that are not here");
}

#[test]
fn pasted_nodes_bring_the_graph_parameters_that_they_use() {
    let mut graph = graph("\"out\": Fbm(octaves: \"$p\")");
    // The node of a parameter that is not there yet can be copied too.
    apply(&mut graph, Edit::Parameter { name: "p".into(), parameter: Some(number(3.0, None)) });
    let text = graph.copy(&["out".into()]);
    let mut other = Graph::default();
    apply(&mut other, Edit::Paste { text, at: [0.0, 0.0] });
    assert_eq!(other.parameters["p"], number(3.0, None));
    assert!(other.check().is_empty(), "{:?}", other.check());
}

#[test]
fn only_nodes_can_be_pasted() {
    let graph = graph("\"out\": Perlin()");
    let paste = |text: &str| Edit::Paste { text: text.into(), at: [0.0, 0.0] };
    assert!(refusal(&graph, paste("hello")).contains("the clipboard holds no nodes"));
    assert!(refusal(&graph, paste("(orograph: 1)")).contains("the clipboard holds no nodes"));
    assert!(refusal(&graph, paste("(orograph: 1, nodes: { \"a\": Abs(source: \"a\") })")).contains("a loop"));
    assert!(refusal(&graph, paste("(orograph: 1, nodes: { \"a\": Fbm(octaves: 99) })")).contains("octaves is 99"));
}

#[test]
fn outputs_are_added_replaced_renamed_and_removed() {
    let mut graph = graph("\"out\": Perlin(), \"c\": Coordinates()");
    let output = |name: &str, from: &str, sampling| {
        Edit::SetOutput(Output { name: name.into(), from: Link::parse(from), sampling })
    };
    apply(&mut graph, output("y", "c.y", Sampling::Cells));
    apply(&mut graph, output("height", "c.x", Sampling::Repeating));
    let text = graph.to_ron();
    let line = "outputs: { \"height\": (node: \"c\", sampling: Repeating), \"y\": (node: \"c.y\", sampling: Cells) },";
    assert!(text.contains(line), "{text}");
    assert!(refusal(&graph, output("z", "gone", Sampling::Cells)).contains("which does not exist"));
    assert!(refusal(&graph, output("", "c", Sampling::Cells)).contains("cannot name an output"));
    let rename = |from: &str, to: &str| Edit::RenameOutput { from: from.into(), to: to.into() };
    assert!(refusal(&graph, rename("y", "height")).contains("there is already an output"));
    assert!(refusal(&graph, rename("x", "z")).contains("there is no output"));
    apply(&mut graph, rename("y", "south"));
    apply(&mut graph, Edit::RemoveOutput("height".into()));
    assert_eq!(graph.outputs.iter().map(|o| o.name.as_str()).collect::<Vec<_>>(), ["south"]);
    assert!(refusal(&graph, Edit::RemoveOutput("height".into())).contains("there is no output"));
}

fn bands(bounds: [f32; 3]) -> Value {
    let level = |name: &str, below, water| Level { name: name.into(), below, color: [1, 2, 3], water };
    let [deep, sea, sand] = bounds.map(Some);
    Value::Levels(
        [level("deep", deep, true), level("sea", sea, true), level("sand", sand, false), level("top", None, false)]
            .into(),
    )
}

fn number(value: f64, range: Option<(f64, f64)>) -> Parameter {
    Parameter { value: ParameterValue::Number(value), range, about: String::new() }
}

#[test]
fn nodes_without_a_place_get_one_that_is_free() {
    let mut graph = graph("\"out\": Add(a: \"p\", b: \"q\"), \"p\": Fbm(), \"q\": Fbm(seed: 1)");
    let full = graph.clone();
    graph.layout.remove("q");
    graph.layout.insert("gone".into(), [0.0, 0.0]);
    graph.auto_layout();
    assert_eq!((graph.layout["p"], graph.layout["out"]), (full.layout["p"], full.layout["out"]));
    assert_eq!(graph.layout.len(), 3);
    for (a, p) in &graph.layout {
        for (b, q) in graph.layout.iter().filter(|(b, _)| a < *b) {
            assert!((p[0] - q[0]).abs() >= 200.0 || (p[1] - q[1]).abs() >= 150.0, "{a} {p:?} and {b} {q:?} overlap");
        }
    }
    assert!(full.layout["p"][0] < full.layout["out"][0], "sources stand left of what they feed");
}
