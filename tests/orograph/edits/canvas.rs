//! Frames, notes, bends and looks; putting things in order; copies of them.

use super::{apply, graph, node, refusal};
use orograph::graph::{Axis, CanvasNote, Edge, Edit, Frame, Graph, Item, NodeId};
use std::collections::BTreeSet;

const CHAIN: &str = "\"p\": Fbm(seed: 1), \"x\": Abs(source: \"p\"), \"out\": Add(a: \"x\", b: \"p\")";

fn item(id: &str) -> Item {
    Item::Node(id.into())
}

fn frame_of(nodes: &[&str]) -> Frame {
    let nodes = nodes.iter().map(|id| NodeId::from(*id)).collect();
    Frame { title: "Hills".into(), at: [0.0, 10.0], size: [300.0, 200.0], nodes, ..Frame::default() }
}

fn add_frame(graph: &mut Graph, name: &str, frame: Frame) {
    apply(graph, Edit::SetFrame { name: name.into(), frame: Some(frame) });
}

/// Checks that the file says exactly what the graph is.
fn saved(graph: &Graph) -> String {
    let text = graph.to_ron();
    let again = Graph::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(&again.graph, graph, "{text}");
    assert_eq!(again.graph.to_ron(), text);
    text
}

fn furnished() -> Graph {
    let mut graph = graph(CHAIN);
    for (id, at) in [("p", [0.0, 0.0]), ("x", [200.0, 0.0]), ("out", [400.0, 0.0])] {
        apply(&mut graph, Edit::Place(vec![(id.into(), at)]));
    }
    apply(&mut graph, Edit::Bend { to: "x".into(), port: "source".into(), points: vec![[190.0, 60.0], [195.5, 80.0]] });
    apply(&mut graph, Edit::Collapse { ids: vec!["x".into()], collapsed: true });
    apply(&mut graph, Edit::Tint { items: vec![item("x")], color: Some([170, 51, 34]) });
    let note = CanvasNote { text: "a \"b\"\nc".into(), at: [5.0, 300.0], size: [120.0, 60.0], ..CanvasNote::default() };
    apply(&mut graph, Edit::SetNote { name: "note".into(), note: Some(note) });
    add_frame(&mut graph, "inner", frame_of(&["p"]));
    let mut outer = frame_of(&["x"]);
    outer.frames.insert("inner".into());
    outer.notes.insert("note".into());
    outer.color = Some([1, 2, 3]);
    add_frame(&mut graph, "outer", outer);
    graph
}

#[test]
fn the_file_keeps_what_is_on_the_canvas_in_its_layout() {
    let text = saved(&furnished());
    let layout = "    layout: (
        nodes: {
            \"out\": (400, 0),
            \"p\": (0, 0),
            \"x\": (at: (200, 0), collapsed: true, color: \"#aa3322\"),
        },
        wires: { \"x.source\": [(190, 60), (195.5, 80)] },
        frames: {
            \"inner\": (title: \"Hills\", at: (0, 10), size: (300, 200), nodes: [\"p\"]),
            \"outer\": (title: \"Hills\", at: (0, 10), size: (300, 200), color: \"#010203\", nodes: [\"x\"], frames: [\"inner\"], notes: [\"note\"]),
        },
        notes: { \"note\": (text: \"a \\\"b\\\"\\nc\", at: (5, 300), size: (120, 60)) },
    ),
";
    assert!(text.contains(layout), "{text}");
    let looks = Graph::parse("(orograph: 1, layout: { \"x\": (collapsed: true), \"y\": (at: (1, 2)) })").unwrap().graph;
    assert!(saved(&looks).contains("layout: {\n        \"x\": (collapsed: true),\n        \"y\": (1, 2),\n    },"));
}

#[test]
fn fields_of_the_layout_that_are_not_known_here_are_kept() {
    let text = "(orograph: 1, nodes: { \"p\": Perlin() }, layout: (nodes: { \"p\": (at: (1, 2), glow: 3) }, magnets: [1, 2],
        frames: { \"f\": (at: (1, 1), size: (2, 2), icon: Tree) }, notes: { \"n\": (text: \"\", at: (0, 0), size: (1, 1), pin: true) }))";
    let mut graph = Graph::parse(text).unwrap().graph;
    apply(&mut graph, Edit::Tint { items: vec![item("p"), Item::Frame("f".into())], color: Some([0; 3]) });
    let written = saved(&graph);
    for part in ["glow: 3", "magnets: [1, 2]", "icon: Tree", "pin: true"] {
        assert!(written.contains(part), "{part}\n{written}");
    }
}

#[test]
fn a_layout_that_makes_no_sense_is_refused_in_one_sentence() {
    for (layout, sentence) in [
        ("(nodes: { \"p\": (at: (1, inf)) })", "layout: the place of p is (1, inf), allowed is two finite numbers"),
        ("(wires: { \"p\": [(1, 2)] })", "layout: the wire \"p\" has no valid name, allowed is \"node.port\""),
        ("(wires: { \"p.a\": (1, 2) })", "layout: the wire p.a is (1, 2), allowed is a list of points"),
        ("(frames: { \"f\": (at: 3) })", "layout: frame \"f\": at is 3, allowed is two finite numbers"),
        ("(frames: { \"f\": (size: (-1, 2)) })", "layout: frame \"f\": size is (-1, 2), allowed is two numbers from 0"),
        ("(frames: { \"f\": (color: Red) })", "layout: frame \"f\": color is Red, allowed is a colour such as"),
        ("(frames: { \"f\": (nodes: [3]) })", "layout: frame \"f\": nodes is 3, allowed is names in quotes"),
        ("(notes: { \"n\": (text: 3) })", "layout: note \"n\": text is 3, allowed is a text in quotes"),
        ("(notes: { \"n\": (text: \"\", text: \"\") })", "layout: note \"n\": the field text occurs twice"),
        ("(nodes: { \"p\": (collapsed: 1) })", "layout: collapsed of p is 1, allowed is true or false"),
    ] {
        let error = Graph::parse(&format!("(orograph: 1, layout: {layout})")).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains(sentence), "{layout}: {error}");
    }
}

#[test]
fn a_frame_moves_all_that_it_holds_and_the_bends_between() {
    let mut graph = furnished();
    let before = graph.clone();
    apply(&mut graph, Edit::Move { items: vec![Item::Frame("outer".into()), item("x")], by: [10.0, -5.0] });
    assert_eq!(graph.layout["p"], [10.0, -5.0], "what an inner frame holds moves too");
    assert_eq!(graph.layout["x"], [210.0, -5.0], "what is listed twice moves once");
    assert_eq!(graph.layout["out"], [400.0, 0.0]);
    assert_eq!(graph.items.frames["inner"].at, [10.0, 5.0]);
    assert_eq!(graph.items.notes["note"].at, [15.0, 295.0]);
    assert_eq!(graph.items.bends[&("x".into(), "source".into())], [[200.0, 55.0], [205.5, 75.0]]);
    apply(&mut graph, Edit::Move { items: vec![Item::Frame("outer".into())], by: [-10.0, 5.0] });
    assert_eq!(graph, before);
    let away = Edit::Move { items: vec![item("p")], by: [f32::INFINITY, 0.0] };
    assert!(refusal(&graph, away).contains("cannot be placed"));
}

#[test]
fn a_thing_lies_in_one_frame_and_no_frame_in_itself() {
    let mut graph = furnished();
    apply(&mut graph, Edit::Enclose { items: vec![item("p"), item("out")], frame: Some("outer".into()) });
    assert_eq!(graph.items.frame_of(&item("p")).map(|f| &**f), Some("outer"));
    assert!(graph.items.frames["inner"].nodes.is_empty());
    apply(&mut graph, Edit::Enclose { items: vec![item("p")], frame: None });
    assert_eq!(graph.items.frame_of(&item("p")), None);
    let inside_out = Edit::Enclose { items: vec![Item::Frame("outer".into())], frame: Some("inner".into()) };
    assert_eq!(refusal(&graph, inside_out), "frame \"inner\" would hold itself");
    let mut own = frame_of(&[]);
    own.frames.insert("outer".into());
    let own = Edit::SetFrame { name: "inner".into(), frame: Some(own) };
    assert_eq!(refusal(&graph, own), "frame \"inner\" would hold itself");
    let gone = Edit::SetFrame { name: "new".into(), frame: Some(frame_of(&["gone"])) };
    assert_eq!(refusal(&graph, gone), "there is no node \"gone\"");
    assert!(
        refusal(&graph, Edit::SetNote { name: "a b".into(), note: Some(CanvasNote::default()) }).contains("cannot")
    );
    let small = Frame { size: [-1.0, 5.0], ..Frame::default() };
    assert!(refusal(&graph, Edit::SetFrame { name: "f".into(), frame: Some(small) }).contains("the size is (-1, 5)"));
}

#[test]
fn what_a_removed_frame_held_goes_to_the_frame_around_it() {
    let mut graph = furnished();
    apply(&mut graph, Edit::SetFrame { name: "inner".into(), frame: None });
    assert_eq!(graph.items.frame_of(&item("p")).map(|f| &**f), Some("outer"));
    saved(&graph);
    apply(
        &mut graph,
        Edit::Delete { items: vec![Item::Frame("outer".into()), item("x"), Item::Note("note".into())], heal: true },
    );
    assert!(graph.items.frames.is_empty() && graph.items.notes.is_empty() && graph.items.looks.is_empty());
    assert!(graph.items.bends.is_empty());
    assert_eq!(node(&graph, "out"), "Add(a: \"p\", b: \"p\"),");
    saved(&graph);
}

#[test]
fn bends_and_looks_follow_a_rename_and_go_with_their_wire() {
    let mut graph = furnished();
    apply(&mut graph, Edit::Rename { id: "x".into(), to: "y".into() });
    assert!(graph.items.bends.contains_key(&("y".into(), "source".into())));
    assert!(graph.items.looks["y"].collapsed && graph.items.frames["outer"].nodes.contains("y"));
    apply(&mut graph, Edit::Cut(vec![("y".into(), "source".into()), ("out".into(), "b".into())]));
    assert!(graph.items.bends.is_empty());
    assert_eq!(node(&graph, "out"), "Add(a: \"y\"),");
    let bend = Edit::Bend { to: "y".into(), port: "source".into(), points: vec![[0.0; 2]] };
    assert!(refusal(&graph, bend).contains("nothing is plugged into source"));
    assert!(
        refusal(&graph, Edit::Cut(vec![("out".into(), "a".into()), ("out".into(), "b".into())])).contains("nothing")
    );
    saved(&graph);
}

fn boxes(sizes: &[(&str, [f32; 2])]) -> Vec<(Item, [f32; 2])> {
    sizes.iter().map(|(id, size)| (item(id), *size)).collect()
}

#[test]
fn things_line_up_along_edges_and_middles() {
    let all = boxes(&[("p", [100.0, 50.0]), ("x", [60.0, 90.0]), ("out", [20.0, 20.0])]);
    let aligned = |to: Edge| {
        let mut graph = furnished();
        apply(&mut graph, Edit::Place(vec![("x".into(), [200.0, 30.0]), ("out".into(), [400.0, -10.0])]));
        apply(&mut graph, Edit::Align { boxes: all.clone(), to });
        saved(&graph);
        ["p", "x", "out"].map(|id| graph.layout[id])
    };
    assert_eq!(aligned(Edge::Left).map(|p| p[0]), [0.0, 0.0, 0.0]);
    assert_eq!(aligned(Edge::Right).map(|p| p[0]), [320.0, 360.0, 400.0]);
    assert_eq!(aligned(Edge::Center).map(|p| p[0]), [160.0, 180.0, 200.0]);
    assert_eq!(aligned(Edge::Top).map(|p| p[1]), [-10.0, -10.0, -10.0]);
    assert_eq!(aligned(Edge::Bottom).map(|p| p[1]), [70.0, 30.0, 100.0]);
    assert_eq!(aligned(Edge::Middle).map(|p| p[1]), [30.0, 10.0, 45.0]);
    assert_eq!(aligned(Edge::Middle).map(|p| p[0]), [0.0, 200.0, 400.0], "the other direction stays");
}

#[test]
fn things_are_spaced_evenly_and_snap_to_a_grid() {
    let mut graph = furnished();
    let all = boxes(&[("p", [100.0, 50.0]), ("x", [60.0, 90.0]), ("out", [20.0, 20.0])]);
    apply(&mut graph, Edit::Distribute { boxes: all, along: Axis::Horizontal });
    let gaps = (graph.layout["x"][0] - 100.0, graph.layout["out"][0] - graph.layout["x"][0] - 60.0);
    assert_eq!((gaps.0, graph.layout["out"][0]), (gaps.1, 400.0), "the outer ones stay");
    apply(&mut graph, Edit::Place(vec![("p".into(), [13.0, -27.4]), ("x".into(), [0.4, 35.0])]));
    apply(&mut graph, Edit::Snap { items: vec![item("p"), item("x")], grid: 10.0 });
    assert_eq!((graph.layout["p"], graph.layout["x"]), ([10.0, -30.0], [0.0, 40.0]));
    assert!(refusal(&graph, Edit::Snap { items: vec![], grid: 0.0 }).contains("the grid is 0"));
    saved(&graph);
}

#[test]
fn nodes_laid_out_anew_do_not_overlap_and_keep_their_corner() {
    let mut graph = furnished();
    let heights = [("p", [300.0, 400.0]), ("x", [50.0, 30.0]), ("out", [176.0, 90.0])];
    for (id, _) in heights {
        apply(&mut graph, Edit::Place(vec![(id.into(), [70.0, 80.0])]));
    }
    let sizes: Vec<(NodeId, [f32; 2])> = heights.iter().map(|(id, size)| ((*id).into(), *size)).collect();
    apply(&mut graph, Edit::Arrange { sizes });
    for (a, s) in heights {
        for (b, t) in heights.into_iter().filter(|(b, _)| *b != a) {
            let (p, q) = (graph.layout[a], graph.layout[b]);
            let apart = |i: usize| p[i] + s[i] <= q[i] || q[i] + t[i] <= p[i];
            assert!(apart(0) || apart(1), "{a} {p:?} and {b} {q:?} overlap");
        }
    }
    let corner = graph.layout.values().fold([f32::MAX; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
    assert_eq!(corner, [70.0, 80.0]);
    assert!(graph.items.bends.is_empty(), "old bends lead nowhere");
    let (inner, p) = (&graph.items.frames["inner"], graph.layout["p"]);
    assert_eq!((inner.at, inner.size), ([p[0] - 20.0, p[1] - 44.0], [340.0, 464.0]), "a frame follows its nodes");
    saved(&graph);
}

#[test]
fn a_copied_frame_brings_all_that_it_holds() {
    let mut graph = furnished();
    let text = graph.copy_items(&[Item::Frame("outer".into())]);
    let applied = apply(&mut graph, Edit::Paste { text: text.clone(), at: [1000.0, 1000.0] });
    assert_eq!(applied.select, ["p2", "x2"].map(NodeId::from));
    let names: BTreeSet<String> = applied.items.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["frame \"inner2\"", "frame \"outer2\"", "note \"note2\""].map(String::from).into());
    assert_eq!(graph.items.frames["outer2"].frames, ["inner2".into()].into());
    assert_eq!(graph.items.frames["inner2"].nodes, ["p2".into()].into());
    assert!(graph.items.looks["x2"].collapsed);
    assert_eq!(graph.items.bends[&("x2".into(), "source".into())], [[1190.0, 1060.0], [1195.5, 1080.0]]);
    saved(&graph);
    // Into an empty recipe and out again, it is the same text.
    let mut other = Graph::default();
    let applied = apply(&mut other, Edit::Paste { text: text.clone(), at: [0.0, 0.0] });
    let all: Vec<Item> = applied.items.iter().cloned().chain(applied.select.into_iter().map(Item::Node)).collect();
    assert_eq!(other.copy_items(&all), text);
}

#[test]
fn a_duplicate_is_fed_from_outside_or_not() {
    let copies = |links: bool| {
        let mut graph = furnished();
        apply(&mut graph, Edit::Duplicate { items: vec![item("x"), item("out")], by: [7.0, 8.0], links });
        assert_eq!(graph.layout["x2"], [207.0, 8.0]);
        saved(&graph);
        (node(&graph, "x2"), node(&graph, "out2"))
    };
    assert_eq!(copies(true), ("Abs(source: \"p\"),".into(), "Add(a: \"x2\", b: \"p\"),".into()));
    assert_eq!(copies(false), ("Abs(),".into(), "Add(a: \"x2\"),".into()));
}

#[test]
fn two_inputs_change_places() {
    let mut graph = graph("\"p\": Perlin(), \"out\": Power(a: \"p\", b: 3.0), \"w\": Warp(source: \"p\")");
    let swap = |a: &str, b: &str| Edit::Swap { id: "out".into(), a: a.into(), b: b.into() };
    apply(&mut graph, swap("a", "b"));
    assert_eq!(node(&graph, "out"), "Power(a: 3.0, b: \"p\"),");
    apply(&mut graph, swap("a", "b"));
    assert_eq!(node(&graph, "out"), "Power(a: \"p\", b: 3.0),");
    assert!(refusal(&graph, swap("a", "c")).contains("has no field c"));
    let field = Edit::Swap { id: "w".into(), a: "source".into(), b: "seed".into() };
    assert!(refusal(&graph, field).contains("seed is no input"));
}
