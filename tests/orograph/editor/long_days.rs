//! A long day's work: hundreds of edits, all taken back and all done again, and pieces carried from one recipe to another.

use super::*;
use crate::edits::random::{Pick, edit, grows, pick, size};
use eframe::egui::{Event, Id, OutputCommand};
use orograph::graph::Item;
use orograph::gui::document::Document;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestRunner};

/// Enters an instance of a group or leaves it, now and then.
fn wander(document: &mut Document, pick: &Pick) {
    let instances: Vec<_> = document.shown().nodes.iter().filter(|(_, n)| n.group.is_some()).collect();
    let instance = (!instances.is_empty()).then(|| pick.c.get(&instances).0.clone());
    match (pick.a.index(12), instance) {
        (0, Some(id)) => drop(document.enter(&id)),
        (1, _) => document.leave_to(0),
        _ => {}
    }
}

/// Five hundred picks as edits of a document: many are gestures of several edits, many are made within groups.
fn work(document: &mut Document, picks: &[Pick]) {
    for pick in picks {
        wander(document, pick);
        let edit = edit(document.shown(), pick);
        if size(document.graph()) > 50 && grows(&edit) {
            continue;
        }
        let merge = (pick.scope % 3 == 0).then(|| Id::unique(("gesture", pick.scope % 2)));
        let before = document.graph().clone();
        if document.apply(&edit, merge).is_err() {
            assert_eq!(**document.graph(), *before, "{edit:?} was refused and changed the document");
        }
        if pick.scope % 5 == 0 {
            document.end_gesture();
        }
    }
    document.end_gesture();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn five_hundred_random_edits_are_all_undone_and_all_redone_to_the_byte(
        picks in prop::collection::vec(pick(), 500)
    ) {
        let mut document = Document::untitled(Graph::starter(), "Untitled");
        let first = document.graph().to_ron();
        work(&mut document, &picks);
        let last = document.graph().to_ron();
        let steps = document.undo_len();
        prop_assert!(steps > 80, "only {steps} steps");
        let mut states = Vec::new();
        while document.undo().is_some() {
            states.push(document.graph().to_ron());
        }
        prop_assert_eq!(states.len(), steps);
        prop_assert_eq!(document.graph().to_ron(), first);
        prop_assert!(!document.is_dirty(), "back at the start nothing is unsaved");
        for state in states.iter().rev() {
            prop_assert_eq!(&document.graph().to_ron(), state, "a state on the way is another one than before");
            prop_assert!(document.redo().is_some());
        }
        prop_assert!(document.redo().is_none());
        prop_assert_eq!(document.graph().to_ron(), last);
        same_from_the_history(&mut document, steps)?;
    }
}

/// Goes to the ends by a click on the history rather than step by step.
fn same_from_the_history(document: &mut Document, steps: usize) -> Result<(), TestCaseError> {
    let last = document.graph().clone();
    document.go_to(0);
    document.go_to(steps);
    prop_assert_eq!(document.graph().to_ron(), last.to_ron());
    Ok(())
}

#[test]
fn five_hundred_random_edits_in_the_window_are_undone_and_redone_by_keys_to_the_byte() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = Window::start(Start { file: Some(path), synchronous: false, boxes: true, ..Start::default() });
    let first = window.graph().to_ron();
    let mut runner = TestRunner::deterministic();
    let picks = prop::collection::vec(pick(), 500).new_tree(&mut runner).unwrap().current();
    for (i, pick) in picks.iter().enumerate() {
        let edit = edit(window.app().document().shown(), pick);
        // Evaluating random worlds of millions of samples is no part of this.
        if matches!(edit, Edit::World(_) | Edit::ScaleWorld(_)) || (size(&window.graph()) > 40 && grows(&edit)) {
            continue;
        }
        let ctx = window.harness.ctx.clone();
        window.harness.state_mut().carry_out(Request::edit(edit), &ctx);
        if i % 10 == 0 {
            window.steps(1);
        }
    }
    let last = window.graph().to_ron();
    let steps = window.app().document().undo_len();
    assert!(steps > 80, "only {steps} steps");
    for _ in 0..steps {
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.steps(1);
    }
    assert_eq!(window.graph().to_ron(), first);
    assert!(!window.app().document().is_dirty());
    for _ in 0..steps {
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
        window.steps(1);
    }
    assert_eq!(window.graph().to_ron(), last);
    println!("{steps} steps undone and redone");
}

/// What the window puts on the clipboard for everything in it.
fn copied(window: &mut Window) -> String {
    window.command(Command::SelectAll);
    window.harness.event(Event::Copy);
    window.harness.step();
    let commands = &window.harness.output().platform_output.commands;
    let text = commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    text.unwrap()
}

/// A copied piece with its north-west corner at the origin.
fn at_the_origin(text: &str) -> Graph {
    let mut graph = Graph::parse(text).unwrap().graph;
    let nodes = graph.nodes.keys().cloned().map(Item::Node);
    let frames = graph.items.frames.keys().cloned().map(Item::Frame);
    let all: Vec<Item> = nodes.chain(frames).chain(graph.items.notes.keys().cloned().map(Item::Note)).collect();
    let places = all.iter().filter_map(|item| graph.place_of(item));
    let [x, y] = places.fold([f32::INFINITY; 2], |c, p| [c[0].min(p[0]), c[1].min(p[1])]);
    graph.apply(&Edit::Move { items: all, by: [-x, -y] }).unwrap();
    graph
}

#[test]
fn a_copied_group_with_its_frame_and_note_is_pasted_into_another_recipe_as_it_was() {
    let folder = folder();
    let mut graph = small();
    let items = ["land", "bent"].map(|id| Item::Node(id.into())).to_vec();
    graph.apply(&Edit::MakeGroup { items, name: Some("dunes".into()) }).unwrap();
    let keep = ["dunes"];
    let ids = graph.nodes.keys().filter(|id| !keep.contains(&&***id)).cloned().collect();
    graph.outputs.clear();
    graph.apply(&Edit::Remove { ids, heal: false }).unwrap();
    graph.apply(&Edit::AddInstance { group: "dunes".into(), at: [300.0, 10.0], from: None }).unwrap();
    graph.apply(&Edit::Place(vec![("dunes".into(), [20.0, 30.0])])).unwrap();
    let inside = vec![Item::Node("dunes".into())];
    let frame =
        orograph::graph::Frame { title: "Sand".into(), at: [0.0, 0.0], size: [240.0, 300.0], ..Default::default() };
    graph.apply(&Edit::SetFrame { name: "f".into(), frame: Some(frame) }).unwrap();
    graph.apply(&Edit::Enclose { items: inside, frame: Some("f".into()) }).unwrap();
    let note = orograph::graph::CanvasNote {
        text: "as it was".into(),
        at: [600.0, 5.0],
        size: [90.0, 40.0],
        ..Default::default()
    };
    graph.apply(&Edit::SetNote { name: "n".into(), note: Some(note) }).unwrap();
    let mut source = Window::on(&graph, folder.path());
    let text = copied(&mut source);
    assert!(text.contains("groups") && text.contains("Sand") && text.contains("as it was"), "{text}");
    let empty = Graph { world: graph.world, ..Graph::default() };
    let path = saved(&empty, folder.path().join("other.ron"));
    let mut target = Window::open(&path);
    target.harness.event(Event::Paste(text.clone()));
    target.steps(3);
    let (was, is) = (at_the_origin(&text), at_the_origin(&copied(&mut target)));
    assert_eq!(is.to_ron(), was.to_ron());
    target.command(Command::Undo);
    assert_eq!(target.graph(), empty, "one undo takes all of it back");
}
