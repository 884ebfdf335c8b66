//! Five hundred random edits: nothing breaks, and the file says exactly what the graph is.

use super::{bands, number};
use orograph::graph::{Axis, CanvasNote, Edge, Edit, Frame, Graph, Item, Link, NodeId, Output, Setting};
use orograph::nodes;
use orograph::raster::Sampling;
use orograph::spec::Value;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseError;

/// Picks of one random edit, taken modulo what the graph holds.
#[derive(Clone, Debug)]
struct Pick {
    what: u8,
    a: Index,
    b: Index,
    c: Index,
    n: f64,
    word: String,
    on: bool,
}

fn pick() -> impl Strategy<Value = Pick> {
    let n = prop_oneof![any::<f64>(), -2.0..2.0f64, 0.0..5000.0f64, (0..40u32).prop_map(f64::from)];
    let parts = (0..44u8, any::<(Index, Index, Index)>(), n, "[a-z0-9é]{1,3}|\\PC{0,4}", any::<bool>());
    parts.prop_map(|(what, (a, b, c), n, word, on)| Pick { what, a, b, c, n, word, on })
}

fn edit(graph: &Graph, pick: &Pick) -> Edit {
    let ids: Vec<NodeId> = graph.nodes.keys().cloned().chain(["gone".into()]).collect();
    let (id, other) = (pick.a.get(&ids).clone(), pick.b.get(&ids).clone());
    let spec = graph.nodes.get(&id).and_then(|n| n.spec());
    let fields: Vec<&str> = spec.map_or(vec!["x"], |s| {
        s.inputs.iter().map(|i| i.name).chain(s.params.iter().map(|p| p.name)).chain(["x"]).collect()
    });
    let field: std::sync::Arc<str> = (*pick.c.get(&fields)).into();
    let kinds: Vec<&str> = nodes::all().map(|s| s.kind).collect();
    let place = [pick.n as f32, pick.c.index(1000) as f32];
    let mut world = graph.world;
    match pick.c.index(5) {
        0 => world.extent = (pick.n, 1000.0),
        1 => world.samples = (pick.a.index(3000) as u32, 17),
        2 => world.sea = pick.on.then_some(pick.n),
        3 => world.origin.1 = pick.n,
        _ => world.height.1 = pick.n,
    }
    let name = format!("p{}", pick.c.index(3));
    match pick.what {
        0..4 => Edit::Add {
            kind: (*pick.c.get(&kinds)).into(),
            at: place,
            from: pick.on.then(|| Link::to(&other)),
            to: None,
        },
        4..8 => Edit::Connect { from: Link::to(&other), to: id, port: field },
        43 => Edit::Remove { ids: vec![id, other], heal: pick.on },
        8 => Edit::Disconnect { to: id, port: field },
        9 => Edit::Insert { id: other, to: id, port: field },
        10 => Edit::Extract { id },
        11 => Edit::MoveWires { from: Link::to(&id), to: Link::to(&other) },
        12 => Edit::Set { id, field, setting: random_setting(pick, &name) },
        13 => Edit::Rename { id, to: pick.word.as_str().into() },
        14 => Edit::Mute { ids: vec![id, other], muted: pick.on },
        15 => Edit::Note { id, note: pick.word.clone() },
        16 => Edit::Place(vec![(id, place)]),
        17 => Edit::Paste { text: graph.copy(&[id, other]), at: place },
        18 => Edit::SetOutput(Output { name: pick.word.clone(), from: Link::to(&id), sampling: Sampling::Cells }),
        19 => Edit::World(world),
        20 => Edit::ScaleWorld(world),
        21..23 => Edit::Parameter { name: name.as_str().into(), parameter: pick.on.then(|| number(pick.n, None)) },
        23 => Edit::RenameParameter { from: name.as_str().into(), to: format!("p{}", pick.a.index(4)).into() },
        24..26 => Edit::Expose { id, field, name: pick.on.then(|| name.as_str().into()) },
        26 => Edit::Unexpose { id, field },
        _ => canvas_edit(graph, pick, place),
    }
}

/// A random edit of what lies on the canvas, and of several wires.
fn canvas_edit(graph: &Graph, pick: &Pick, place: [f32; 2]) -> Edit {
    let all: Vec<Item> = graph
        .nodes
        .keys()
        .cloned()
        .map(Item::Node)
        .chain(graph.items.frames.keys().cloned().map(Item::Frame))
        .chain(graph.items.notes.keys().cloned().map(Item::Note))
        .chain([Item::Note("gone".into())])
        .collect();
    let items = vec![pick.a.get(&all).clone(), pick.b.get(&all).clone()];
    let color = pick.on.then_some([1, 2, pick.c.index(256) as u8]);
    let wires: Vec<_> = graph.wires().map(|(_, to, port)| (to.clone(), port.clone())).collect();
    let wire = |index: &Index| if wires.is_empty() { ("x".into(), "a".into()) } else { index.get(&wires).clone() };
    let ids = items.iter().filter_map(|i| if let Item::Node(id) = i { Some(id.clone()) } else { None });
    let boxes = items.iter().map(|item| (item.clone(), [40.0, 30.0])).collect();
    let frame = format!("f{}", pick.c.index(4));
    match pick.what {
        27 => Edit::Cut(vec![wire(&pick.a), wire(&pick.b)]),
        28 => Edit::Swap { id: wire(&pick.a).0, a: wire(&pick.a).1, b: "b".into() },
        29..31 => Edit::Bend { to: wire(&pick.a).0, port: wire(&pick.a).1, points: vec![place; pick.c.index(3)] },
        31 => Edit::Collapse { ids: ids.collect(), collapsed: pick.on },
        32 => Edit::Tint { items, color },
        33..35 => {
            let mut new = Frame { title: pick.word.clone(), at: place, size: [pick.n as f32, 5.5], ..Frame::default() };
            new.nodes = ids.collect();
            new.color = color;
            Edit::SetFrame { name: frame.as_str().into(), frame: pick.a.index(5).gt(&0).then_some(new) }
        }
        35 => {
            let note =
                CanvasNote { text: pick.word.clone(), at: place, size: [5.0, 0.0], color, ..CanvasNote::default() };
            Edit::SetNote { name: frame.as_str().into(), note: pick.a.index(5).gt(&0).then_some(note) }
        }
        36 => Edit::Enclose { items, frame: pick.on.then(|| frame.as_str().into()) },
        37 => Edit::Move { items, by: place },
        38 => Edit::Align { boxes, to: [Edge::Left, Edge::Middle, Edge::Bottom, Edge::Center][pick.c.index(4)] },
        39 => Edit::Distribute { boxes, along: if pick.on { Axis::Horizontal } else { Axis::Vertical } },
        40 => Edit::Snap { items, grid: pick.n as f32 },
        41 => match pick.on {
            true => Edit::Arrange { sizes: ids.map(|id| (id, [pick.n as f32, 50.0])).collect() },
            false => Edit::Paste { text: graph.copy_items(&items), at: place },
        },
        42 if pick.c.index(4) > 0 => Edit::Duplicate { items, by: place, links: pick.on },
        _ => Edit::Delete { items, heal: pick.on },
    }
}

fn random_setting(pick: &Pick, name: &str) -> Option<Setting> {
    Some(match pick.b.index(9) {
        0 => return None,
        1 => Setting::Parameter(name.into()),
        2 => Value::Count(pick.n as u32).into(),
        3 => Value::Flag(pick.on).into(),
        4 => Value::Seed(pick.n.to_bits()).into(),
        5 => Value::Point([pick.n, -pick.n]).into(),
        6 => bands([-0.0, pick.n as f32, 0.5]).into(),
        7 => Value::Off.into(),
        _ => pick.n.into(),
    })
}

/// Checks that the file says exactly what the graph is; gives the file.
fn exact(graph: &Graph) -> Result<String, TestCaseError> {
    let text = graph.to_ron();
    let again = Graph::parse(&text);
    prop_assert!(again.is_ok(), "{:?}\n{}", again.map(|_| ()), text);
    let again = again.unwrap().graph;
    prop_assert_eq!(&again, graph, "{}", text);
    prop_assert_eq!(&again.to_ron(), &text);
    Ok(text)
}

fn grows(edit: &Edit) -> bool {
    matches!(edit, Edit::Add { .. } | Edit::Paste { .. } | Edit::Duplicate { .. })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn five_hundred_random_edits_keep_the_graph_sound_and_its_file_exact(
        picks in prop::collection::vec(pick(), 500)
    ) {
        let mut graph = Graph::starter();
        let mut done = Vec::new();
        for (i, pick) in picks.iter().enumerate() {
            let edit = edit(&graph, pick);
            if graph.nodes.len() > 40 && grows(&edit) {
                continue;
            }
            let before = graph.clone();
            match graph.apply(&edit) {
                Ok(applied) => {
                    let nodes = applied.select.iter().cloned().map(Item::Node);
                    let known = nodes.chain(applied.items).all(|item| graph.has(&item));
                    prop_assert!(known, "{:?} selects what is not there", edit);
                    done.push((edit, before, exact(&graph)?));
                }
                Err(refusal) => {
                    prop_assert!(!refusal.0.is_empty());
                    prop_assert_eq!(&graph, &before, "{:?} was refused and changed the graph", edit);
                }
            }
            if i % 10 == 0 {
                prop_assert!(graph.loops().is_empty());
                let broken = graph.check().into_iter().find(|p| !p.message.contains("is open"));
                prop_assert!(broken.is_none(), "{:?} after {:?}", broken, done.last());
            }
        }
        prop_assert!(done.len() > 100, "most edits were refused: {}", done.len());
        // Undone and done again, step by step, every file is the same.
        for (i, (edit, before, _)) in done.iter().enumerate().rev() {
            let text = i.checked_sub(1).map_or_else(|| Graph::starter().to_ron(), |i| done[i].2.clone());
            prop_assert_eq!(before.to_ron(), text, "{:?} is not undone", edit);
        }
        let mut graph = Graph::starter();
        for (edit, _, text) in &done {
            prop_assert!(graph.apply(edit).is_ok());
            prop_assert_eq!(&graph.to_ron(), text, "{:?} does something else the second time", edit);
        }
    }
}
