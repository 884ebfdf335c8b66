//! What is no recipe, and in which words it is refused.

use super::{error, recipe};
use orograph::graph::Graph;

#[test]
fn values_are_refused_with_the_node_the_field_and_what_is_allowed() {
    let cases = [
        ("Fbm(octaves: 99)", "node \"n\" (Fbm): octaves is 99, allowed is 1 to 32"),
        ("Fbm(octaves: \"six\")", "node \"n\" (Fbm): octaves is \"six\", allowed is a whole number from 1 to 32"),
        ("Fbm(octaves: 6.5)", "node \"n\" (Fbm): octaves is 6.5, allowed is a whole number from 1 to 32"),
        ("Fbm(octaves: -1)", "node \"n\" (Fbm): octaves is -1, allowed is a whole number from 1 to 32"),
        ("Fbm(gain: 2.5)", "node \"n\" (Fbm): gain is 2.5, allowed is 0 to 2"),
        ("Constant(value: NaN)", "node \"n\" (Constant): value is NaN, allowed is a finite number"),
        ("Constant(value: -inf)", "node \"n\" (Constant): value is -inf, allowed is a finite number"),
        ("Constant(value: 1e39)", "allowed is a finite number"),
        ("Perlin(fade: Quintik)", "fade is Quintik, allowed is Linear, Cubic or Quintic; did you mean Quintic?"),
        ("Perlin(seed: -1)", "seed is -1, allowed is a whole number from 0 to 18446744073709551615"),
        ("Remap(source: \"n\", clamp: 1)", "clamp is 1, allowed is true or false"),
        ("Normalize(source: 0.5)", "source is 0.5, allowed is a link to a node"),
        ("Normalize(source: \"a b\")", "source links to \"a b\", allowed is \"node\" or \"node.output\""),
        ("Perlin(seed: \"$s\")", "seed is \"$s\", allowed is a whole number"),
        ("RadialFalloff(center: 3.0)", "center is 3.0, allowed is a position in metres such as (0.0, 0.0)"),
        ("RadialFalloff(center: (1.0, 2.0, 3.0))", "center is (1.0, 2.0, 3.0), allowed is a position"),
        ("Perlin(note: 3)", "note is 3, allowed is a text in quotes"),
        ("Perlin(version: 0)", "version is 0, allowed is a whole number from 1"),
    ];
    for (node, sentence) in cases {
        let error = error(&format!("\"n\": {node}"));
        assert!(error.message.contains(sentence), "{node}: {error}");
        assert_eq!((error.place.line, error.node.as_deref()), (4, Some("n")), "{node}: {error}");
    }
}

#[test]
fn bands_are_refused_with_their_reason() {
    let cases = [
        ("[]", "there is no band"),
        ("[(name: \"a\", below: 0.5, color: \"#000000\")]", "the last band (a) has `below`"),
        ("[(name: \"a\", color: \"#000000\"), (name: \"b\", color: \"#000000\")]", "band a has no `below`"),
        (
            "[(name: \"a\", below: 0.5, color: \"#000000\"), (name: \"b\", below: 0.4, color: \"#000000\"), (name: \"c\", color: \"#000000\")]",
            "band b ends at 0.4, bounds must rise from band to band",
        ),
        ("[(name: \"a\", color: \"red\")]", "color of a band is \"red\", allowed is a colour such as \"#4a86b2\""),
        (
            "[(name: \"a\", colour: \"#000000\")]",
            "a band has no field colour, it has name, below, color and water; did you mean color?",
        ),
        ("[(color: \"#000000\")]", "a band has no name"),
        ("3", "levels is 3, allowed is a list of bands"),
    ];
    for (levels, sentence) in cases {
        let error = error(&format!("\"t\": Tiles(source: \"x\", levels: {levels})"));
        assert!(error.message.contains(sentence), "{levels}: {error}");
        assert_eq!(error.field.as_deref(), Some("levels"));
    }
}

#[test]
fn points_of_a_curve_are_refused_with_their_reason() {
    let many: Vec<String> = (0..33).map(|i| format!("({i}.0, 0.0)")).collect();
    let many = format!("[{}]", many.join(", "));
    let cases = [
        ("[]", "points: there is no point, allowed are 2 to 32"),
        ("[(0.0, 0.0)]", "points: there is one point, allowed are 2 to 32"),
        (many.as_str(), "points: there are 33 points, allowed are 2 to 32"),
        ("[(0.5, 0.0), (0.5, 1.0)]", "the point (0.5, 1) follows one at 0.5, x must rise from point to point"),
        ("[(0.0, 0.0), (1e-60, 1.0)]", "x must rise from point to point"),
        ("[(0.0, 0.0), (1.0, NaN)]", "a point is (1.0, NaN), allowed is two finite numbers such as (0.4, 0.2)"),
        ("[(0.0, 0.0), (1.0, 1e39)]", "is not finite"),
        ("[(0.0, 0.0), 1.0]", "a point is 1.0, allowed is two finite numbers"),
        ("[(0.0, 0.0), (1.0, 1.0, 1.0)]", "a point is (1.0, 1.0, 1.0), allowed is two finite numbers"),
        ("0.5", "points is 0.5, allowed is a list of points such as [(0.0, 0.0), (0.4, 0.2), (1.0, 1.0)]"),
        ("\"$p\"", "points is \"$p\", allowed is a list of points"),
    ];
    for (points, sentence) in cases {
        let error = error(&format!("\"c\": Curve(source: \"x\", points: {points})"));
        assert!(error.message.contains(sentence), "{points}: {error}");
        assert_eq!(error.field.as_deref(), Some("points"));
    }
}

#[test]
fn errors_point_at_their_line_and_column_in_characters() {
    let text = recipe("        \"é\": Fbm(seed: 1, octaves: 99),\n        \"b\": Fbm(gain: 9.0),");
    let error = Graph::parse(&text).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (4, 36));
    assert_eq!(&text[error.place.span.clone()], "99");
    assert_eq!(error.to_string(), "line 4, column 36: node \"é\" (Fbm): octaves is 99, allowed is 1 to 32");
    let more: Vec<_> = error.more.iter().map(|e| (e.place.line, &text[e.place.span.clone()])).collect();
    assert_eq!(more, [(5, "9.0")], "every error of the file is reported");
    let with_mark = format!("\u{feff}{text}");
    let marked = Graph::parse(&with_mark).unwrap_err();
    assert_eq!((marked.place.line, marked.place.column), (4, 36));
    assert_eq!(&with_mark[marked.place.span.clone()], "99");
}

#[test]
fn what_is_no_recipe_is_refused_in_one_sentence() {
    let cases = [
        ("", "line 1, column 1: the file is empty, a recipe begins with (orograph: 1"),
        ("  // nothing\n", "the file holds only a comment"),
        ("(seed: 1)", "this is no recipe of Orograph: the field orograph: 1 is missing"),
        ("(orograph: 2, strange: [)", "expected"),
        ("(orograph: 2)", "the recipe has format 2, this version of Orograph reads format 1"),
        ("(orograph: \"1\")", "orograph is \"1\", allowed is 1"),
        ("(orograph: 1) more", "line 1, column 15: text follows after the end"),
        ("(orograph: 1, seed: 1, seed: 2)", "line 1, column 24: the field seed occurs twice"),
        ("(orograph: 1, seed: 1.5)", "seed is 1.5, allowed is a whole number"),
        ("(orograph: 1, nodes: [])", "expected a map"),
        (
            "(orograph: 1, world: (samples: (0, 5)))",
            "world.samples is (0, 5), allowed is two whole numbers from 1 to 65537",
        ),
        (
            "(orograph: 1, world: (extent: (0.0, 5.0)))",
            "world.extent is (0, 5), allowed is two numbers of metres from 0.01 to 1000000000",
        ),
        ("(orograph: 1, world: (height: (5.0, 5.0)))", "world.height is (5, 5)"),
        ("(orograph: 1, world: (extend: (5.0, 5.0)))", "world has no field extend"),
        ("(orograph: 1, view: (ramp: 3))", "view.ramp is 3, allowed is a name such as \"terrain\" or colours such as"),
        ("(orograph: 1, view: (ramp: (land: [])))", "view.ramp has no name"),
        (
            "(orograph: 1, view: (ramp: (name: \"a\", sea: [])))",
            "view.ramp has no field sea, it has name, water or land",
        ),
        (
            "(orograph: 1, view: (ramp: (name: \"a\", land: [(0.0, \"#000000\")])))",
            "view.ramp: land has 1 stops, allowed are 2 to 32",
        ),
        (
            "(orograph: 1, view: (ramp: (name: \"a\", land: [(0.5, \"#000000\"), (0.4, \"#ffffff\")])))",
            "view.ramp: land has a stop at 0.4 behind one at 0.5, they must rise",
        ),
        (
            "(orograph: 1, view: (ramp: (name: \"a\", land: [(0.0, \"#000000\"), (1.5, \"#ffffff\")])))",
            "view.ramp: land has a stop at 1.5, allowed is 0 to 1",
        ),
        (
            "(orograph: 1, view: (ramp: (name: \"a\", water: [(0.0, black), (1.0, \"#ffffff\")], land: [])))",
            "view.ramp: a stop of water is (0.0, black), allowed is a place and a colour such as (0.5, \"#4a86b2\")",
        ),
        ("(orograph: 1, outputs: { \"a\": 3 })", "output \"a\" is 3, allowed is a node"),
        (
            "(orograph: 1, outputs: { \"a\": (node: \"b\", sampling: Cell) })",
            "sampling is Cell, allowed is Vertices, Cells or Repeating",
        ),
        ("(orograph: 1, layout: { \"a\": (1, inf) })", "layout: the place of a is (1, inf)"),
        ("(orograph: 1, parameters: { \"p\": (about: \"x\") })", "graph parameter \"p\" has no value"),
        ("(orograph: 1, nodes: { \"a b\": Perlin() })", "the node \"a b\" has no valid name"),
        ("(orograph: 1, nodes: { \"a\": Perlin(), \"a\": Perlin() })", "line 1, column 39: the node a occurs twice"),
        ("(orograph: 1, nodes: { \"a\": Add(a: \"x\", a: \"y\") })", "node \"a\": the field a occurs twice"),
        ("(orograph: 1, nodes: { \"a\": 3 })", "node \"a\": the node is 3, allowed is a kind"),
        ("[1, 2]", "expected `(`"),
    ];
    for (text, sentence) in cases {
        let error = Graph::parse(text).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains(sentence), "{text}: {error}");
    }
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let deep = format!("\"a\": Odd(x: {}1{})", "[".repeat(100_000), "]".repeat(100_000));
    assert!(error(&deep).message.contains("nested too deeply"));
}
