//! Files from other versions, with loops, damaged or cut short: the window opens what it can, says what it cannot, and keeps
//! what it does not know.

use super::*;

/// A small recipe in full, as the window saves it.
const WHOLE: &str = "(\n    orograph: 1,\n    nodes: {\n        \"a\": Perlin(seed: 1, feature_scale: 80.0),\n        \"b\": \
                     Abs(source: \"a\"),\n    },\n    outputs: { \"height\": \"b\" },\n    layout: { \"a\": (0, 0), \"b\": (240, 0) },\n)\n";

/// Opens a text as a file; what was said about it, or nothing where it opened.
fn open(window: &mut Window, folder: &Path, text: &[u8]) -> Option<String> {
    let path = folder.join("other.ron");
    std::fs::write(&path, text).unwrap();
    let before = window.app().notices().len();
    window.ask(Request::OpenFile(path));
    if !window.shows("cannot be opened") {
        return None;
    }
    let said = window.app().notices()[before..].join(" ");
    window.click("OK");
    Some(said)
}

#[test]
fn loops_open_and_name_their_nodes_and_the_window_goes_on() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let add = |id: &str, from: &str| format!("\"{id}\": Add(a: \"{from}\")");
    let two = format!("{}, {}", add("a", "b"), add("b", "a"));
    let detached = format!("{two}, \"c\": Perlin()");
    for (nodes, output, named) in
        [(two.as_str(), "a", ["a", "b"]), (&add("a", "a"), "a", ["a", "a"]), (&detached, "c", ["a", "b"])]
    {
        let text = format!("(orograph: 1, nodes: {{ {nodes} }}, outputs: {{ \"height\": \"{output}\" }})");
        assert_eq!(open(&mut window, folder.path(), text.as_bytes()), None);
        let problems = window.app().scene().problems;
        let told = problems.iter().find(|problem| problem.message.contains("loop")).unwrap();
        assert!(named.iter().all(|id| told.message.contains(&format!("\"{id}\""))), "{}", told.message);
        assert_eq!(window.app().hash().is_some(), output == "c", "what is not part of a loop is computed");
    }
    let twice = "(orograph: 1, nodes: { \"c\": Perlin(), \"a\": Abs(source: \"c\", source: \"c\") })";
    let said = open(&mut window, folder.path(), twice.as_bytes()).unwrap();
    assert!(said.contains("source") && said.contains("other.ron:1:"), "{said}");
}

#[test]
fn a_file_that_is_wrong_is_refused_with_its_place_or_opened_with_a_documented_default() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let nodes = |nodes: &str| format!("(orograph: 1, nodes: {{ {nodes} }}, outputs: {{ \"height\": \"a\" }})");
    let refused = [
        nodes("\"a\": Perlin(), \"a\": Perlin()"),
        nodes("\"a\": Perlin(feature_scale: \"far\")"),
        nodes("\"a\": Fbm(octaves: \"many\")"),
        String::new(),
        format!("{} and more", nodes("\"a\": Perlin()")),
        "(orograph: 1, nodes: [1, 2])".into(),
        "(orograph: 99)".into(),
    ];
    for text in refused {
        let before = window.graph();
        let said = open(&mut window, folder.path(), text.as_bytes());
        let said = said.unwrap_or_else(|| panic!("this was opened: {text}"));
        assert!(said.contains("other.ron:"), "{text}: {said}");
        assert_eq!(window.graph(), before, "the open document stays");
    }
    // Marked where it stands, or its default: opened all the same.
    for (text, node) in [
        (nodes("\"a\": Perlin()"), None),
        (nodes("\"a\": Quake(depth: 3)"), Some("a")),
        (nodes("\"a\": Perlin(wobble: 3)"), Some("a")),
        (nodes("\"a\": Abs(source: \"gone\")"), Some("a")),
        (nodes("\"b\": Tiles(), \"a\": Abs(source: \"b.gone\")"), Some("a")),
    ] {
        assert_eq!(open(&mut window, folder.path(), text.as_bytes()), None, "{text}");
        let problems = window.app().scene().problems;
        let told = node.is_none_or(|id| problems.iter().any(|problem| problem.own_node().is_some_and(|n| **n == *id)));
        assert!(told, "{text}: {problems:?}");
    }
    let mut windows = b"\xef\xbb\xbf".to_vec();
    windows.extend(WHOLE.replace('\n', "\r\n").into_bytes());
    assert_eq!(open(&mut window, folder.path(), &windows), None, "marks and line ends of other systems");
    assert_eq!(window.graph(), Graph::parse(WHOLE).unwrap().graph);
}

#[test]
fn a_file_cut_short_anywhere_never_ends_the_window_and_never_opens_as_less() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let whole = Graph::parse(WHOLE).unwrap().graph;
    for end in 0..WHOLE.len() {
        let Some(part) = WHOLE.get(..end) else { continue };
        match open(&mut window, folder.path(), part.as_bytes()) {
            Some(said) => assert!(said.contains("other.ron"), "{end}: {said}"),
            None => assert_eq!(window.graph(), whole, "{end} bytes opened as something else"),
        }
    }
}

#[test]
fn what_a_version_does_not_know_is_shown_and_saved_again_with_its_wires() {
    let folder = folder();
    let path = folder.path().join("recipe.ron");
    let text = "(\n    orograph: 1,\n    nodes: {\n        \"a\": Quake(depth: 3, source: \"b\"),\n        \"b\": Perlin(seed: 1, \
                wobble: (2, \"x\")),\n        \"c\": Abs(source: \"a\"),\n        \"d\": Abs(source: \"gone\"),\n    },\n    outputs: { \
                \"height\": \"c\", \"other\": \"b\" },\n)\n";
    std::fs::write(&path, text).unwrap();
    let mut window = Window::open(&path);
    for node in ["node a", "node b", "node c", "node d"] {
        assert!(window.shows(node), "{node} is not shown");
    }
    window.edit(Edit::Place(vec![("c".into(), [500.0, 0.0])]));
    window.key(Modifiers::COMMAND, Key::S);
    let saved = std::fs::read_to_string(&path).unwrap();
    for kept in [
        "Quake(",
        "depth: 3",
        "source: \"b\"",
        "wobble: (2, \"x\")",
        "source: \"a\"",
        "source: \"gone\"",
        "\"other\": \"b\"",
    ] {
        assert!(saved.contains(kept), "{kept} is gone from\n{saved}");
    }
}

#[test]
fn any_number_of_octaves_is_typed_and_one_more_than_is_allowed_is_not_taken() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.select(&["land"]);
    let octaves = |window: &Window| window.graph().nodes["land"].settings.get("octaves").cloned();
    for n in 1..=32u32 {
        type_octaves(&mut window, &n.to_string());
        let default = window.graph().nodes["land"].spec().unwrap().param("octaves").unwrap().1;
        let is_default = octaves(&window).is_none() && format!("{:?}", default.default).contains(&n.to_string());
        assert!(is_default || octaves(&window) == Some(n.into()), "{n}: {:?}", octaves(&window));
        assert!(window.app().hash().is_some(), "{n} octaves are computed");
        if [7, 32].contains(&n) {
            let fresh = saved(&window.graph(), folder.path().join("fresh.ron"));
            assert_eq!(Window::open(&fresh).app().hash(), window.app().hash(), "{n} octaves");
        }
    }
    type_octaves(&mut window, "33");
    assert_eq!(octaves(&window), Some(32u32.into()), "{:?}", window.app().notices().last());
}

fn type_octaves(window: &mut Window, text: &str) {
    window.click("octaves");
    window.harness.event(egui::Event::Text(text.into()));
    window.steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    window.steps(2);
}
