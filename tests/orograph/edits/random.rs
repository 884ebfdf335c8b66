//! Five hundred random edits: nothing breaks, and the file says exactly what the graph is.

use super::{bands, number};
use orograph::graph::{Axis, CanvasNote, Edge, Edit, Frame, Graph, GroupInput, Item, Link, NodeId, Output, Setting};
use orograph::nodes;
use orograph::raster::Sampling;
use orograph::spec::{Quantity, Value};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseError;

/// Picks of one random edit, taken modulo what the graph holds.
#[derive(Clone, Debug)]
pub struct Pick {
    what: u8,
    pub a: Index,
    b: Index,
    pub c: Index,
    n: f64,
    word: String,
    on: bool,
    /// Below a third, the edit is made inside a group where there is one.
    pub scope: u8,
}

pub fn pick() -> impl Strategy<Value = Pick> {
    let n = prop_oneof![any::<f64>(), -2.0..2.0f64, 0.0..5000.0f64, (0..40u32).prop_map(f64::from)];
    let parts = (0..58u8, any::<(Index, Index, Index)>(), n, "[a-z0-9é]{1,3}|\\PC{0,4}", any::<bool>(), any::<u8>());
    parts.prop_map(|(what, (a, b, c), n, word, on, scope)| Pick { what, a, b, c, n, word, on, scope })
}

/// An edit, or two at once, of the recipe or of what is inside one of its groups.
pub fn edit(graph: &Graph, pick: &Pick) -> Edit {
    let parts = [(pick.a.index(56), pick.on), (pick.c.index(56), !pick.on)];
    let parts = parts.map(|(what, on)| Pick { what: what as u8, on, ..pick.clone() });
    match (pick.what, graph.groups.keys().next()) {
        (56, _) | (57, None) => Edit::Together(parts.iter().map(|part| one_edit(graph, part)).collect()),
        (57, Some(group)) => {
            let inside = graph.inside(group).unwrap();
            let edits = parts.iter().map(|part| plain_edit(&inside, part)).collect();
            Edit::Inside { group: group.clone(), edit: Box::new(Edit::Together(edits)) }
        }
        _ => one_edit(graph, pick),
    }
}

fn one_edit(graph: &Graph, pick: &Pick) -> Edit {
    let groups: Vec<_> = graph.groups.keys().cloned().collect();
    if pick.scope > 84 || groups.is_empty() {
        return plain_edit(graph, pick);
    }
    let group = pick.b.get(&groups).clone();
    let edit = Box::new(plain_edit(&graph.inside(&group).unwrap(), pick));
    Edit::Inside { group, edit }
}

fn plain_edit(graph: &Graph, pick: &Pick) -> Edit {
    if pick.what >= 44 {
        return group_edit(graph, pick);
    }
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

/// A random edit of groups.
fn group_edit(graph: &Graph, pick: &Pick) -> Edit {
    let ids: Vec<NodeId> = graph.nodes.keys().cloned().chain(["gone".into()]).collect();
    let instances: Vec<NodeId> = graph
        .nodes
        .iter()
        .filter(|(_, n)| n.group.is_some())
        .map(|(id, _)| id.clone())
        .chain(["gone".into()])
        .collect();
    let groups: Vec<std::sync::Arc<str>> = graph.groups.keys().cloned().chain(["gone".into()]).collect();
    let group = pick.a.get(&groups).clone();
    let (inputs, outputs) = graph.groups.get(&group).map_or((Vec::new(), Vec::new()), |g| {
        let outputs = g.outputs.iter().map(|o| o.name.clone());
        (g.inputs.iter().map(|input| input.name.clone()).collect(), outputs.collect::<Vec<_>>())
    });
    let name = |names: &[NodeId]| names.get(pick.b.index(names.len().max(1))).cloned().unwrap_or_else(|| "x".into());
    let fresh = ["g1", "g2", "i1", "i2", "noise"][pick.c.index(5)];
    let inside = |edit: Edit| Edit::Inside { group: group.clone(), edit: Box::new(edit) };
    match pick.what {
        44..47 => {
            let items = [&pick.a, &pick.b, &pick.c].map(|i| Item::Node(i.get(&ids).clone()));
            Edit::MakeGroup { items: items[..1 + pick.c.index(3)].to_vec(), name: pick.on.then(|| fresh.into()) }
        }
        47 => Edit::Unpack { id: pick.b.get(&instances).clone() },
        48 => Edit::AddInstance { group, at: [1.0, 2.0], from: pick.on.then(|| Link::to(pick.b.get::<NodeId>(&ids))) },
        49 => Edit::RenameGroup { from: group, to: fresh.into() },
        50 => Edit::RemoveGroup(group),
        51 => Edit::MoveInput { name: name(&inputs), group, to: pick.c.index(3) },
        52 => inside(Edit::Rename { id: name(&inputs), to: fresh.into() }),
        53 => inside(match outputs.first() {
            Some(first) if pick.on => Edit::RenameOutput { from: first.clone(), to: fresh.into() },
            Some(first) => Edit::MoveOutput { name: first.clone(), to: pick.c.index(3) },
            None => Edit::RemoveOutput("x".into()),
        }),
        54 => Edit::DescribeGroup { group, about: pick.word.clone() },
        _ => {
            let quantity = [Quantity::Signed, Quantity::Unit, Quantity::Tiles, Quantity::Metres][pick.b.index(4)];
            let mut input = GroupInput::new(fresh, quantity);
            input.default = pick.on.then_some(pick.n);
            input.optional = !pick.on && pick.c.index(2) == 0;
            input.about.clone_from(&pick.word);
            Edit::SetInput { group, input }
        }
    }
}

fn random_setting(pick: &Pick, name: &str) -> Option<Setting> {
    Some(match pick.b.index(10) {
        0 => return None,
        1 => Setting::Parameter(name.into()),
        2 => Value::Count(pick.n as u32).into(),
        3 => Value::Flag(pick.on).into(),
        4 => Value::Seed(pick.n.to_bits()).into(),
        5 => Value::Point([pick.n, -pick.n]).into(),
        6 => bands([-0.0, pick.n as f32, 0.5]).into(),
        7 => Value::Off.into(),
        8 => Value::Points([[-0.0, pick.n], [1.0, -0.0]].into()).into(),
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

pub fn grows(edit: &Edit) -> bool {
    match edit {
        Edit::Inside { edit, .. } => grows(edit),
        Edit::Together(edits) => edits.iter().any(grows),
        Edit::MakeGroup { .. } | Edit::Unpack { .. } | Edit::AddInstance { .. } => true,
        edit => matches!(edit, Edit::Add { .. } | Edit::Paste { .. } | Edit::Duplicate { .. }),
    }
}

/// Nodes of the recipe and of its groups.
pub fn size(graph: &Graph) -> usize {
    graph.nodes.len() + graph.groups.values().map(|group| 1 + group.nodes.len()).sum::<usize>()
}

/// The graph that an edit works on.
fn subject(graph: &Graph, edit: &Edit) -> Graph {
    match edit {
        Edit::Inside { group, edit } => graph.inside(group).map_or_else(|| graph.clone(), |g| subject(&g, edit)),
        _ => graph.clone(),
    }
}

/// Whether what an edit selects may lie in several graphs.
fn is_scattered(edit: &Edit) -> bool {
    matches!(edit, Edit::Together(edits) if edits.iter().any(|edit| matches!(edit, Edit::Inside { .. })))
}

/// Edits that are done together do what they do one after the other, or nothing.
fn together_is_one_after_the_other(done: &[(Edit, Graph, String)]) -> Result<(), TestCaseError> {
    for part in done.chunks(4) {
        let mut edits: Vec<Edit> = part.iter().map(|(edit, ..)| edit.clone()).collect();
        let (before, after) = (&part[0].1, &part[part.len() - 1].2);
        let mut graph = before.clone();
        let applied = graph.apply(&Edit::Together(edits.clone()));
        prop_assert!(applied.is_ok(), "{:?}", applied);
        prop_assert_eq!(&graph.to_ron(), after, "{:?} do something else together", edits);
        edits.push(Edit::RemoveOutput("an output that is not there".into()));
        let mut graph = before.clone();
        prop_assert!(graph.apply(&Edit::Together(edits)).is_err());
        prop_assert_eq!(&graph, before, "a part of what was refused is done");
    }
    Ok(())
}

/// Copies each frame and each instance of a group into an empty recipe, and out of there again.
fn copies_equal_their_originals(graph: &Graph) -> Result<(), TestCaseError> {
    let frames = graph.items.frames.keys().cloned().map(Item::Frame);
    let instances = graph.nodes.iter().filter(|(_, node)| node.group.is_some());
    for item in frames.chain(instances.map(|(id, _)| Item::Node(id.clone()))) {
        let text = graph.copy_items(&[item]);
        let copied = Graph::parse(&text).unwrap().graph;
        if copied.nodes.keys().any(|id| !copied.layout.contains_key(id)) {
            continue;
        }
        let items = copied.items.frames.values().map(|f| f.at).chain(copied.items.notes.values().map(|n| n.at));
        let places = copied.layout.values().copied().chain(items);
        let at = places.fold([f32::INFINITY; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
        let mut empty = Graph { world: graph.world, ..Graph::default() };
        let applied = empty.apply(&Edit::Paste { text: text.clone(), at });
        prop_assert!(applied.is_ok(), "{:?}\n{}", applied, text);
        let applied = applied.unwrap();
        let all: Vec<Item> = applied.items.into_iter().chain(applied.select.into_iter().map(Item::Node)).collect();
        // Wires from nodes that did not come along are lost, and said to be.
        if applied.notice.is_none() {
            prop_assert_eq!(empty.copy_items(&all), text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn five_hundred_random_edits_keep_the_graph_sound_and_its_file_exact(
        picks in prop::collection::vec(pick(), 500)
    ) {
        let mut graph = Graph::starter();
        let mut done = Vec::new();
        for (i, pick) in picks.iter().enumerate() {
            let edit = edit(&graph, pick);
            if size(&graph) > 50 && grows(&edit) {
                continue;
            }
            let before = graph.clone();
            match graph.apply(&edit) {
                Ok(applied) => {
                    let nodes = applied.select.iter().cloned().map(Item::Node);
                    let subject = subject(&graph, &edit);
                    let known = nodes.chain(applied.items).all(|item| subject.has(&item));
                    prop_assert!(known || is_scattered(&edit), "{:?} selects what is not there", edit);
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
                prop_assert!(broken.is_none(), "{:?} after {:?}", broken, done.iter().rev().take(10).map(|d| &d.0).collect::<Vec<_>>());
            }
        }
        copies_equal_their_originals(&graph)?;
        together_is_one_after_the_other(&done)?;
        // Whatever became of it, it can be planned or refused.
        let _ = orograph::plan::survey(&graph);
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
