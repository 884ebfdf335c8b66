//! Five hundred random edits: nothing breaks, and the file says exactly what the graph is.

use super::{bands, number};
use orograph::graph::{Edit, Graph, Link, NodeId, Output, Setting};
use orograph::nodes;
use orograph::raster::Sampling;
use orograph::spec::Value;
use proptest::prelude::*;
use proptest::sample::Index;

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
    let parts = (0..22u8, any::<(Index, Index, Index)>(), n, "[a-z0-9é]{1,3}|\\PC{0,4}", any::<bool>());
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
        4..7 => Edit::Connect { from: Link::to(&other), to: id, port: field },
        7 => Edit::Remove { ids: vec![id, other], heal: pick.on },
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
        _ => Edit::Parameter { name: name.as_str().into(), parameter: pick.on.then(|| number(pick.n, None)) },
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn five_hundred_random_edits_keep_the_graph_sound_and_its_file_exact(
        picks in prop::collection::vec(pick(), 500)
    ) {
        let mut graph = Graph::starter();
        let mut done = 0;
        for (i, pick) in picks.iter().enumerate() {
            let edit = edit(&graph, pick);
            if graph.nodes.len() > 60 && matches!(edit, Edit::Add { .. } | Edit::Paste { .. }) {
                continue;
            }
            let before = graph.clone();
            match graph.apply(&edit) {
                Ok(applied) => {
                    done += 1;
                    let known = applied.select.iter().all(|id| graph.nodes.contains_key(id));
                    prop_assert!(known, "{:?} selects what is not there", edit);
                }
                Err(refusal) => {
                    prop_assert!(!refusal.0.is_empty());
                    prop_assert_eq!(&graph, &before, "{:?} was refused and changed the graph", edit);
                }
            }
            if i % 10 == 0 {
                let text = graph.to_ron();
                let again = Graph::parse(&text);
                prop_assert!(again.is_ok(), "{:?}\n{}", again.map(|_| ()), text);
                let again = again.unwrap().graph;
                prop_assert_eq!(&again, &graph, "{}", text);
                prop_assert_eq!(again.to_ron(), text);
                prop_assert!(graph.loops().is_empty());
                let broken = graph.check().into_iter().find(|p| !p.message.contains("is open"));
                prop_assert!(broken.is_none(), "{:?} after {:?}", broken, edit);
            }
        }
        prop_assert!(done > 100, "most edits were refused: {}", done);
    }
}
