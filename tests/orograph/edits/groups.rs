//! Groups: made of nodes and unpacked, edited inside, their ports, several instances, copies, and what evaluates the same.

use super::{apply, graph, node, refusal};
use crate::support::recipe::island_like;
use orograph::graph::{Edit, Graph, Group, GroupInput, Item, Link, Node, NodeId, Output, Setting};
use orograph::plan::{Key, compile};
use orograph::raster::Sampling;
use orograph::spec::{Quantity, Value};

fn items(ids: &[&str]) -> Vec<Item> {
    ids.iter().map(|id| Item::Node((*id).into())).collect()
}

fn make(ids: &[&str], name: &str) -> Edit {
    Edit::MakeGroup { items: items(ids), name: Some(name.into()) }
}

fn inside(group: &str, edit: Edit) -> Edit {
    Edit::Inside { group: group.into(), edit: Box::new(edit) }
}

fn key(graph: &Graph, link: &str) -> Key {
    compile(graph, &Link::parse(link), 0.0).unwrap_or_else(|e| panic!("{e}\n{}", graph.to_ron())).key
}

/// Checks that the file says exactly what the graph is, and that nothing is wrong with it.
fn saved(graph: &Graph) -> String {
    let text = graph.to_ron();
    let again = Graph::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(&again.graph, graph, "{text}");
    assert_eq!(again.graph.to_ron(), text);
    assert!(graph.check().is_empty(), "{:?}\n{text}", graph.check());
    text
}

/// The island with its hills in a group that has an input.
fn hilly() -> Graph {
    let mut graph = island_like(65, 65);
    graph.auto_layout();
    let output = Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices };
    apply(&mut graph, Edit::SetOutput(output));
    apply(&mut graph, make(&["bent", "hills", "by"], "hills"));
    graph
}

const TWO: &str = r#"(
    orograph: 1,
    seed: 3,
    world: (origin: (0.0, 0.0), extent: (4096.0, 4096.0), samples: (65, 65), height: (-180.0, 420.0), sea: 0.0),
    groups: {
        "bumps": (
            about: "Noise of an amount.",
            inputs: {
                "mask": (quantity: Unit, optional: true),
                "amount": (quantity: Plain, default: 0.5, range: (0.0, 1.0), about: "How much."),
            },
            nodes: {
                "noise": Fbm(seed: 2),
                "scaled": Multiply(a: "noise", b: "amount"),
            },
            outputs: { "value": "scaled", "raw": "noise" },
            layout: {
                "noise": (0, 0),
                "scaled": (200, 0),
            },
        ),
        "pairs": (
            nodes: {
                "left": Group(of: "bumps", seed: 1),
                "right": Group(of: "bumps", seed: 2, amount: 0.25),
                "sum": Add(a: "left", b: "right.raw"),
            },
            outputs: { "value": "sum" },
        ),
    },
    nodes: {
        "a": Group(of: "bumps", seed: 7),
        "b": Group(of: "bumps", seed: 7, amount: "a"),
        "c": Group(of: "pairs"),
        "out": Add(a: "b", b: "c", note: "end"),
    },
    outputs: { "height": "out" },
    view: (mode: Terrain, ramp: "terrain"),
)
"#;

fn two() -> Graph {
    Graph::parse(TWO).unwrap().graph
}

#[test]
fn a_file_with_groups_is_canonical_and_sound() {
    assert_eq!(saved(&two()), TWO);
}

#[test]
fn making_a_group_and_unpacking_it_changes_no_value() {
    let mut graph = hilly();
    let before = island_like(65, 65);
    assert_eq!(key(&graph, "height"), key(&before, "height"));
    let text = saved(&graph);
    assert!(text.contains("\"hills2\": Group(of: \"hills\", source: \"land\", dx: \"bx\"),"), "{text}");
    assert!(text.contains("\"relief\": Add(a: \"hills2\", b: \"peaks\"),"), "{text}");
    let body = &graph.groups["hills"];
    assert_eq!(body.inputs.iter().map(|i| &*i.name).collect::<Vec<_>>(), ["source", "dx"]);
    assert_eq!(body.outputs[0].name, "value");
    let shift = |a: &str| {
        let (was, is) = (graph_places(&before)[a], body.layout[a]);
        [is[0] - was[0], is[1] - was[1]]
    };
    assert_eq!(shift("bent"), shift("hills"), "the nodes lie to one another as before");
    apply(&mut graph, Edit::Unpack { id: "hills2".into() });
    assert_eq!(key(&graph, "height"), key(&before, "height"));
    let nodes = |graph: &Graph| graph.nodes.iter().map(|(id, n)| (id.clone(), (**n).clone())).collect::<Vec<_>>();
    assert_eq!(nodes(&graph), nodes(&before), "names and wires are as they were");
    saved(&graph);
}

fn graph_places(graph: &Graph) -> std::collections::BTreeMap<NodeId, [f32; 2]> {
    let mut graph = graph.clone();
    graph.auto_layout();
    graph.layout
}

#[test]
fn an_instance_equals_its_nodes_with_mixed_seeds() {
    let graph = two();
    let mut unpacked = graph.clone();
    for id in ["c", "b", "a"] {
        apply(&mut unpacked, Edit::Unpack { id: id.into() });
    }
    for id in unpacked.nodes.iter().filter(|(_, n)| n.group.is_some()).map(|(id, _)| id.clone()).collect::<Vec<_>>() {
        apply(&mut unpacked, Edit::Unpack { id });
    }
    saved(&unpacked);
    assert!(unpacked.nodes.values().all(|node| node.group.is_none()));
    assert_eq!(key(&unpacked, "out"), key(&graph, "out"));
}

#[test]
fn equal_instances_share_their_work_and_other_seeds_give_other_terrain() {
    let mut graph = two();
    assert_eq!(key(&graph, "a.raw"), key(&graph, "b.raw"), "the same seed");
    assert_eq!(key(&graph, "a"), key(&graph, "a.value"));
    assert_ne!(key(&graph, "a.raw"), key(&graph, "c/left.raw"));
    assert_ne!(key(&graph, "c/left.raw"), key(&graph, "c/right.raw"));
    assert_eq!(key(&graph, "c/left/noise"), key(&graph, "c/left.raw"), "a node within is named by its path");
    let set = Edit::Set { id: "b".into(), field: "seed".into(), setting: Some(Value::Seed(8).into()) };
    apply(&mut graph, set);
    assert_ne!(key(&graph, "a.raw"), key(&graph, "b.raw"));
    let plan = compile(&graph, &Link::to("a"), 0.0).unwrap();
    assert!(plan.nodes.iter().any(|id| &**id == "a/noise"), "{:?}", plan.nodes);
}

#[test]
fn an_edit_inside_reaches_every_instance() {
    let mut graph = two();
    let before = key(&graph, "a.raw");
    let set = Edit::Set { id: "noise".into(), field: "octaves".into(), setting: Some(3u32.into()) };
    apply(&mut graph, inside("bumps", set));
    assert!(graph.to_ron().contains("\"noise\": Fbm(seed: 2, octaves: 3),"));
    assert_ne!(key(&graph, "a.raw"), before);
    assert_eq!(key(&graph, "a.raw"), key(&graph, "b.raw"));
    let added = Edit::Add { kind: "Abs".into(), at: [5.0, 6.0], from: Some(Link::to("amount")), to: None };
    let applied = apply(&mut graph, inside("bumps", added));
    assert_eq!(applied.select, [NodeId::from("abs")]);
    assert_eq!(graph.groups["bumps"].nodes["abs"].link("source"), Some(&Link::to("amount")));
    let expose = Edit::Expose { id: "noise".into(), field: "octaves".into(), name: None };
    apply(&mut graph, inside("bumps", expose));
    assert!(graph.parameters.contains_key("octaves"));
    saved(&graph);
    let why = |edit: Edit| refusal(&graph, inside("bumps", edit));
    assert!(why(Edit::Seed(3)).contains("belongs to the recipe and not to the group"));
    assert!(why(Edit::RemoveOutput("x".into())).contains("there is no output \"x\""));
    let loops = Edit::Connect { from: Link::to("scaled"), to: "scaled".into(), port: "a".into() };
    assert!(why(loops).contains("would make a loop"));
    assert!(refusal(&graph, inside("gone", Edit::Cut(Vec::new()))).contains("there is no group \"gone\""));
    let value = Edit::Set { id: "noise".into(), field: "octaves".into(), setting: Some(99u32.into()) };
    assert_eq!(why(value), "node \"noise\" (Fbm): octaves is 99, allowed is 1 to 32");
}

#[test]
fn graph_parameters_and_the_world_reach_into_groups() {
    let mut graph = two();
    let expose = Edit::Expose { id: "noise".into(), field: "octaves".into(), name: Some("detail".into()) };
    apply(&mut graph, inside("bumps", expose));
    apply(&mut graph, Edit::RenameParameter { from: "detail".into(), to: "fine".into() });
    assert!(graph.to_ron().contains("Fbm(seed: 2, octaves: \"$fine\")"));
    let bad = Edit::Parameter { name: "fine".into(), parameter: Some(super::number(99.0, None)) };
    assert!(refusal(&graph, bad).contains("octaves is the graph parameter $fine = 99"));
    apply(&mut graph, Edit::Parameter { name: "fine".into(), parameter: None });
    assert!(graph.to_ron().contains("Fbm(seed: 2),"), "6 is the default");
    let world = orograph::graph::World { extent: (8192.0, 8192.0), ..graph.world };
    apply(&mut graph, Edit::World(world));
    assert!(graph.to_ron().contains("Fbm(seed: 2, feature_scale: 1024.0)"), "{}", graph.to_ron());
}

#[test]
fn ports_are_added_renamed_reordered_and_removed_with_every_instance() {
    let mut graph = two();
    let rename = |id: &str, to: &str| inside("bumps", Edit::Rename { id: id.into(), to: to.into() });
    let before = key(&graph, "out");
    apply(&mut graph, rename("amount", "much"));
    assert!(node(&graph, "b").contains("Group(of: \"bumps\", seed: 7, much: \"a\")"), "{}", node(&graph, "b"));
    assert!(graph.to_ron().contains("\"right\": Group(of: \"bumps\", seed: 2, much: 0.25)"));
    apply(&mut graph, inside("bumps", Edit::RenameOutput { from: "raw".into(), to: "plain".into() }));
    assert!(graph.to_ron().contains("b: \"right.plain\""));
    apply(&mut graph, Edit::MoveInput { group: "bumps".into(), name: "much".into(), to: 0 });
    assert_eq!(key(&graph, "out"), before);
    saved(&graph);
    apply(&mut graph, inside("bumps", Edit::MoveOutput { name: "plain".into(), to: 0 }));
    assert!(graph.to_ron().contains("Add(a: \"left.value\", b: \"right\")"), "wires keep their outputs");
    assert_eq!(key(&graph, "out"), before);
    saved(&graph);
    let applied = apply(&mut graph, inside("bumps", Edit::RemoveOutput("plain".into())));
    assert_eq!(applied.notice.unwrap(), "1 wires and outputs were fed by what the group no longer gives");
    assert!(graph.to_ron().contains("\"sum\": Add(a: \"left\"),"), "{}", graph.to_ron());
    apply(&mut graph, inside("bumps", Edit::Delete { items: items(&["much"]), heal: true }));
    assert!(!graph.to_ron().contains("much"), "{}", graph.to_ron());
    let last = inside("bumps", Edit::RemoveOutput("value".into()));
    assert!(refusal(&graph, last).contains("would have no output left"));
    let bare = inside("bumps", Edit::Remove { ids: vec!["scaled".into(), "noise".into()], heal: false });
    assert!(refusal(&graph, bare).contains("would have no output left"));
}

#[test]
fn an_input_says_what_it_takes() {
    let mut graph = two();
    let set = |input: GroupInput| Edit::SetInput { group: "bumps".into(), input };
    let amount = GroupInput { default: Some(0.75), ..GroupInput::new("amount", Quantity::Unit) };
    let before = key(&graph, "a");
    apply(&mut graph, set(amount.clone()));
    assert_ne!(key(&graph, "a"), before, "the default stands in while nothing is set");
    let spec = graph.nodes["a"].spec().unwrap();
    assert_eq!((spec.kind, spec.title, spec.inputs.len(), spec.outputs.len()), ("Group", "bumps", 2, 2));
    apply(&mut graph, set(GroupInput::new("tiles", Quantity::Tiles)));
    assert_eq!(graph.nodes["a"].spec().unwrap().inputs.len(), 3, "a port more");
    let open = graph.check();
    assert!(open.iter().any(|p| p.message.contains("the input tiles is open")), "{open:?}");
    let connect = Edit::Connect { from: Link::to("c"), to: "a".into(), port: "tiles".into() };
    assert!(refusal(&graph, connect).contains("tiles connect only to tiles"));
    for (input, why) in [
        (GroupInput::new("seed", Quantity::Plain), "cannot name an input: of, seed,"),
        (GroupInput::new("noise", Quantity::Plain), "there is already a node \"noise\" in the group"),
        (GroupInput::new("a b", Quantity::Plain), "cannot name an input, allowed are"),
        (GroupInput::new("0x", Quantity::Plain), "allowed are letters, digits and `_`, a letter first"),
        (GroupInput::new("amount", Quantity::Tiles), "cannot turn from numbers to tiles"),
        (GroupInput { range: Some((2.0, 1.0)), ..amount.clone() }, "range is (2, 1), allowed are two rising numbers"),
        (GroupInput { optional: true, ..amount.clone() }, "cannot be optional"),
        (GroupInput { default: Some(f64::NAN), ..amount }, "default is NaN"),
    ] {
        let found = refusal(&graph, set(input));
        assert!(found.contains(why), "{found}");
    }
}

#[test]
fn a_group_never_holds_itself() {
    let mut graph = two();
    let add = |group: &str| Edit::AddInstance { group: group.into(), at: [0.0; 2], from: None };
    assert_eq!(
        refusal(&graph, inside("bumps", add("bumps"))),
        "the group \"bumps\" would hold itself, which has no end"
    );
    assert!(refusal(&graph, inside("bumps", add("pairs"))).contains("would hold itself"));
    let copied = graph.copy(&["c".into()]);
    assert!(refusal(&graph, inside("bumps", Edit::Paste { text: copied, at: [0.0; 2] })).contains("would hold itself"));
    let applied = apply(&mut graph, add("pairs"));
    assert_eq!(applied.select, [NodeId::from("pairs")]);
    assert!(graph.to_ron().contains("\"pairs\": Group(of: \"pairs\", seed: 1),"), "an unused seed");
    let text = TWO.replace("\"noise\": Fbm(seed: 2),", "\"noise\": Group(of: \"pairs\"),");
    let endless = Graph::parse(&text).unwrap().graph;
    let all: Vec<String> = endless.check().into_iter().map(|p| p.message).collect();
    assert!(all.iter().any(|m| m == "the group \"bumps\" holds itself, which has no end"), "{all:?}");
    let error = compile(&endless, &Link::to("a"), 0.0).unwrap_err().to_string();
    assert_eq!(error, "node \"a\": the group \"bumps\" holds itself, which has no end");
}

#[test]
fn groups_are_renamed_described_and_removed_once_unused() {
    let mut graph = two();
    apply(&mut graph, Edit::RenameGroup { from: "bumps".into(), to: "lumps".into() });
    assert!(node(&graph, "a").starts_with("Group(of: \"lumps\""));
    assert!(graph.to_ron().contains("\"left\": Group(of: \"lumps\", seed: 1)"));
    apply(&mut graph, Edit::DescribeGroup { group: "lumps".into(), about: "Lumps.".into() });
    assert_eq!(graph.nodes["a"].spec().unwrap().doc, "Lumps.");
    saved(&graph);
    let from_within = inside("pairs", Edit::RemoveGroup("pairs".into()));
    assert!(refusal(&graph, from_within).contains("is used 1 times"), "wherever one looks from");
    let taken = Edit::RenameGroup { from: "lumps".into(), to: "pairs".into() };
    assert!(refusal(&graph, taken).contains("there is already a group \"pairs\""));
    assert!(refusal(&graph, Edit::RemoveGroup("pairs".into())).contains("is used 1 times"));
    apply(&mut graph, Edit::Remove { ids: vec!["c".into()], heal: false });
    let add = Edit::Add { kind: "Perlin".into(), at: [0.0, 0.0], from: None, to: None };
    let both = Edit::Together(vec![add, Edit::RemoveGroup("pairs".into())]);
    let applied = graph.clone().apply(&inside("pairs", both)).unwrap();
    assert_eq!(applied.select, [] as [NodeId; 0], "what went with its group cannot be selected");
    apply(&mut graph, Edit::RemoveGroup("pairs".into()));
    assert_eq!(graph.groups.len(), 1);
    assert!(refusal(&graph, Edit::RemoveGroup("pairs".into())).contains("there is no group"));
    assert!(refusal(&graph, Edit::Unpack { id: "out".into() }).contains("is no group"));
}

#[test]
fn a_group_travels_to_another_recipe_and_an_equal_one_is_used() {
    let mut graph = two();
    let text = graph.copy(&["c".into()]);
    let mut other = Graph::default();
    apply(&mut other, Edit::Paste { text: text.clone(), at: [0.0; 2] });
    assert_eq!(other.groups.len(), 2, "what the group uses comes along");
    assert_eq!(other.groups["bumps"], graph.groups["bumps"]);
    assert_eq!(other.copy(&["c".into()]), graph_copy_at_origin(&graph));
    saved(&other);
    apply(&mut graph, Edit::Paste { text: text.clone(), at: [0.0; 2] });
    assert_eq!(graph.groups.len(), 2, "an equal definition is used");
    assert_eq!(graph.nodes["c2"].group, graph.nodes["c"].group);
    let set = Edit::Set { id: "noise".into(), field: "octaves".into(), setting: Some(3u32.into()) };
    apply(&mut other, inside("bumps", set));
    let kept = key(&other, "c");
    apply(&mut other, Edit::Paste { text, at: [0.0; 2] });
    let names: Vec<&str> = other.groups.keys().map(|name| &**name).collect();
    assert_eq!(names, ["bumps", "bumps2", "pairs", "pairs2"], "another one of the same name gets a name");
    assert!(other.to_ron().contains("\"left\": Group(of: \"bumps2\", seed: 1)"));
    assert_eq!(key(&other, "c"), kept);
    saved(&other);
}

fn graph_copy_at_origin(graph: &Graph) -> String {
    let mut graph = graph.clone();
    apply(&mut graph, Edit::Place(vec![("c".into(), [0.0, 0.0])]));
    graph.copy(&["c".into()])
}

#[test]
fn a_border_that_wires_cross_twice_is_refused() {
    let mut graph = graph("\"p\": Perlin(), \"x\": Abs(source: \"p\"), \"out\": Add(a: \"x\", b: \"p\")");
    let why = refusal(&graph, make(&["p", "out"], "g"));
    assert!(why.contains("take the nodes between into the group too"), "{why}");
    apply(&mut graph, make(&["p", "x", "out"], "g"));
    assert_eq!(graph.nodes.len(), 1);
    assert_eq!(graph.outputs[0].from, Link::to("g"));
    let text = saved(&graph);
    assert!(text.contains("\"g\": Group(of: \"g\"),"), "{text}");
    assert!(refusal(&graph, Edit::MakeGroup { items: Vec::new(), name: None }).contains("at least one node"));
    assert!(refusal(&graph, make(&["g"], "g")).contains("there is already a group \"g\""));
    apply(&mut graph, Edit::MakeGroup { items: items(&["g"]), name: None });
    saved(&graph);
    let key_of = key(&graph, "group");
    apply(&mut graph, Edit::Unpack { id: "group".into() });
    assert_eq!(key(&graph, &graph.outputs[0].from.to_string()), key_of);
}

#[test]
fn numbers_links_and_open_inputs_pass_through_groups() {
    let text = r#"(orograph: 1, parameters: { "p": (value: 2.0) }, groups: { "g": (
        inputs: { "n": (quantity: Plain, default: 3.0), "m": (quantity: Unit, optional: true), "s": (quantity: Signed) },
        nodes: { "f": Fbm(seed: 1, source: "s"), "pow": Power(a: "f", b: "n"), "sel": Blend(a: "pow", b: "s", mask: "m") },
        outputs: { "value": "sel", "through": "n" }) },
        nodes: { "src": Perlin(seed: 5), "i": Group(of: "g", s: "src"), "j": Group(of: "g", s: "src", n: "$p"),
            "k": Group(of: "g", s: "src", n: "i.through"), "alone": Group(of: "g"), "mute": Group(of: "g", s: "src", n: "src", muted: true) })"#;
    let mut graph = Graph::parse(text).unwrap().graph;
    assert_eq!(key(&graph, "i"), key(&graph, "k"), "a default that passes through is that number");
    assert_ne!(key(&graph, "i"), key(&graph, "j"));
    assert_eq!(compile(&graph, &Link::parse("j.through"), 0.0).unwrap().constant(), Some(2.0));
    assert_eq!(key(&graph, "mute"), key(&graph, "src"));
    let error = compile(&graph, &Link::to("alone"), 0.0).unwrap_err();
    assert!(error.to_string().contains("is open"), "{error}");
    let open: Vec<String> = graph.check().into_iter().map(|p| p.message).collect();
    assert!(open[0].contains("node \"alone\" (Group): the input s is open"), "{open:?}");
    let before = key(&graph, "j");
    apply(&mut graph, Edit::Unpack { id: "j".into() });
    assert_eq!(key(&graph, "sel"), before);
    assert!(node(&graph, "pow").contains("b: \"$p\""), "{}", node(&graph, "pow"));
}

#[test]
fn what_is_wrong_in_a_group_is_named_with_its_line() {
    let text = "(\n    orograph: 1,\n    groups: {\n        \"g\": (\n            inputs: { \"x\": (quantity: Unit) },\n            nodes: {\n                \"a\": Fbm(octaves: 99),\n            },\n            outputs: { \"value\": \"a\" },\n        ),\n    },\n)\n";
    let error = Graph::parse(text).map(|_| ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 7, column 35: group \"g\": node \"a\" (Fbm): octaves is 99, allowed is 1 to 32"
    );
    for (from, to, why) in [
        ("Fbm(octaves: 99)", "Group()", "of is missing, allowed is the name of a group"),
        ("Fbm(octaves: 99)", "Group(of: 3)", "of is 3, allowed is the name of a group"),
        ("\"value\": \"a\"", "", "group \"g\": it has no output, a group gives something"),
        ("quantity: Unit", "quantity: Cubits", "quantity is Cubits, allowed is Signed, Unit,"),
        ("\"x\": (quantity", "\"seed\": (quantity", "cannot have that name: of, seed,"),
        ("\"x\": (quantity", "\"a\": (quantity", "\"a\" names a node and an input"),
    ] {
        let error = Graph::parse(&text.replace("octaves: 99", "octaves: 9").replace(&from.replace("99", "9"), to));
        let error = error.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let text = text.replace("Fbm(octaves: 99)", "Abs(source: \"y\")").replace(
        "groups: {",
        "nodes: { \"i\": Group(of: \"h\"), \"k\": Group(of: \"g\", x: 1.0, z: 2) },\n    groups: {",
    );
    let loaded = Graph::parse(&text).unwrap();
    assert_eq!(loaded.graph.to_ron().matches("z: 2").count(), 1, "unknown fields are kept");
    let problems = loaded.graph.check();
    let found = |why: &str| {
        let problem =
            problems.iter().find(|p| p.message.contains(why)).unwrap_or_else(|| panic!("{why}\n{problems:?}"));
        loaded.locate(problem).map(|place| place.line)
    };
    assert_eq!(found("node \"i\" (Group): there is no group \"h\""), Some(3));
    assert_eq!(found("node \"k\" (Group): z is no field of this kind"), Some(3));
    assert_eq!(found("group \"g\": node \"a\" (Abs): source links to \"y\", which does not exist"), Some(8));
    let error = compile(&loaded.graph, &Link::to("k"), 0.0).unwrap_err();
    assert_eq!(error.node.as_deref(), Some("k/a"));
    let place = loaded.node("k/a").unwrap();
    assert_eq!(place.line, 8, "a node within an instance is found in its group");
}

#[test]
fn groups_within_groups_that_grow_too_large_are_refused() {
    let mut graph = graph("\"out\": Perlin()");
    let mut below = "g0".to_owned();
    apply(&mut graph, make(&["out"], &below));
    for i in 1..40 {
        let name = format!("g{i}");
        let instance = |_: usize| std::sync::Arc::new(Node::instance(&below));
        let mut group = Group::default();
        for id in ["a", "b"] {
            group.nodes.insert(id.into(), instance(0));
        }
        group.outputs.push(Output { name: "value".into(), from: Link::to("a"), sampling: Sampling::Vertices });
        graph.set_group(&name, group);
        below = name;
    }
    let add = Edit::AddInstance { group: below.as_str().into(), at: [0.0; 2], from: None };
    apply(&mut graph, add);
    let error = compile(&graph, &Link::to("g39"), 0.0).unwrap_err().to_string();
    assert!(error.contains("its groups within groups would become more than 100000 nodes"), "{error}");
}

#[test]
fn an_instance_in_code_is_known_by_its_group() {
    let node = Node::instance("hills").with("seed", Setting::Value(Value::Seed(3)));
    assert_eq!((&*node.kind, node.group.as_deref()), ("Group", Some("hills")));
    assert!(node.spec().is_none(), "its ports are known once it is part of a graph");
}
