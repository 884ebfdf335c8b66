//! Keeping recipes in files: what is read, what is refused in which words, what survives, and how it is written.

mod refused;
mod saving;

use orograph::graph::{Field, Graph, Loaded, Node, ParameterValue, ParseError, Setting, Severity};
use orograph::nodes;
use orograph::spec::{DefaultValue, ParamKind, Value};
use std::fs;
use std::path::PathBuf;

fn graphs() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/graphs");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "ron"));
    paths.sort();
    assert!(paths.len() >= 6, "{paths:?}");
    paths
}

/// A recipe whose nodes are `nodes`.
fn recipe(nodes: &str) -> String {
    format!("(\n    orograph: 1,\n    nodes: {{\n{nodes}\n    }},\n)\n")
}

fn parse(nodes: &str) -> Loaded {
    Graph::parse(&recipe(nodes)).unwrap()
}

fn error(nodes: &str) -> ParseError {
    Graph::parse(&recipe(nodes)).unwrap_err()
}

fn problems(loaded: &Loaded) -> Vec<String> {
    loaded.graph.check().into_iter().map(|p| p.message).collect()
}

const EXAMPLE: &str = r##"// A ridged island.
(
    orograph: 1,
    seed: 42,
    world: (origin: (0.0, 0.0), extent: (4096.0, 4096.0), samples: (1025, 1025), height: (-180.0, 420.0), sea: 0.0),
    parameters: { "ruggedness": (value: 1.7, range: (1.0, 3.0), about: "How sharp the peaks are") },
    nodes: {
        "biomes": Tiles(source: "height", levels: [(name: "sea", below: 0.3, color: "#4a86b2", water: true), (name: "sand", below: 0.33, color: "#ded0a0"), (name: "snow", color: "#f0f3f7")]),
        "coast": RadialFalloff(radius: 1760.0, inner: 0.45),
        "height": Normalize(source: "island"),
        "island": Multiply(a: "relief", b: "coast"),
        "land": Fbm(seed: 1, feature_scale: 1300.0, octaves: 8),
        "peaks": Power(a: "ridges", b: "$ruggedness", note: "drag me"),
        "relief": Add(a: "land", b: "peaks"),
        "ridges": Ridged(seed: 2, feature_scale: 1150.0, octaves: 8),
    },
    outputs: { "height": "height", "biomes": (node: "biomes", sampling: Cells) },
    layout: { "land": (40, 80) },
    view: (mode: Terrain, ramp: "terrain"),
)
"##;

#[test]
fn every_recipe_that_ships_saves_to_the_same_bytes_and_is_sound() {
    for path in graphs() {
        let text = fs::read_to_string(&path).unwrap();
        let loaded = Graph::load(&path).unwrap();
        if std::env::var_os("OROGRAPH_BLESS").is_some() {
            // A recipe that was written by hand gets its canonical form.
            fs::write(&path, loaded.graph.to_ron()).unwrap();
            continue;
        }
        assert_eq!(loaded.graph.to_ron(), text, "{}", path.display());
        assert_eq!(problems(&loaded), Vec::<String>::new(), "{}", path.display());
        assert!(loaded.warnings.is_empty() && !loaded.loses_comments);
        assert_eq!(loaded.graph.layout.len(), loaded.graph.nodes.len(), "{}", path.display());
    }
}

#[test]
fn the_documented_example_is_canonical() {
    let loaded = Graph::parse(EXAMPLE).unwrap();
    assert_eq!(loaded.graph.to_ron(), EXAMPLE);
    assert_eq!(problems(&loaded), Vec::<String>::new());
    assert_eq!(loaded.graph.remark, "// A ridged island.");
}

#[test]
fn a_free_form_becomes_canonical_and_then_stays() {
    let text = "\u{feff}(orograph:1,\r\n outputs:{\"h\":(node:\"b.value\")},seed:0x2A,world:(sea:Off),\r\n\
        nodes:{ \"b\" : Normalize( source : \"a.value\" ) /* here */, \"a\":Perlin(fade:Quintic,feature_scale:1e3, muted:false),}, )";
    let loaded = Graph::parse(text).unwrap();
    assert!(loaded.loses_comments);
    let canonical = loaded.graph.to_ron();
    assert!(canonical.contains("\"a\": Perlin(feature_scale: 1000.0),\n"), "{canonical}");
    assert!(canonical.contains("outputs: { \"h\": \"b\" },\n"), "{canonical}");
    assert!(canonical.contains("sea: Off)"), "{canonical}");
    assert_eq!(loaded.graph.seed, 42);
    let again = Graph::parse(&canonical).unwrap();
    assert_eq!(again.graph, loaded.graph);
    assert_eq!(again.graph.to_ron(), canonical);
}

#[test]
fn numbers_are_written_so_that_they_read_back_to_the_same_bits() {
    let values = [0.1, 1e-300, 3.4e38, 123_456_789.125, 1.0 / 3.0, -2.5e-7, 1e16, 16_777_217.0];
    for v in values {
        let graph = parse(&format!("\"c\": Constant(value: {v:?})")).graph;
        let text = graph.to_ron();
        assert_eq!(Graph::parse(&text).unwrap().graph, graph, "{text}");
        assert!(text.contains(&format!("value: {v:?}")), "{text}");
    }
    let zero = parse("\"c\": Constant(value: -0.0)").graph.to_ron();
    assert!(zero.contains("Constant(value: 0.0)"), "{zero}");
}

#[test]
fn texts_keep_quotes_line_ends_and_other_scripts() {
    let mut graph = parse("\"Höhe-1\": Constant()").graph;
    let note = "a \"b\" \\ c\nd\te\u{7}\u{feff}é水".to_owned();
    let edit = orograph::graph::Edit::Note { id: "Höhe-1".into(), note: note.clone() };
    graph.apply(&edit).unwrap();
    let text = graph.to_ron();
    assert!(text.contains("\"Höhe-1\": Constant("), "{text}");
    let again = Graph::parse(&text).unwrap().graph;
    assert_eq!(again.nodes["Höhe-1"].note, note);
    assert_eq!(again, graph);
}

#[test]
fn every_truncation_of_a_recipe_is_an_error_and_no_panic() {
    let end = EXAMPLE.trim_end().len();
    for cut in (0..end).filter(|cut| EXAMPLE.is_char_boundary(*cut)) {
        let error = Graph::parse(&EXAMPLE[..cut]).map(|_| ()).unwrap_err();
        assert!(error.place.span.end <= cut && error.place.line >= 1, "at {cut}: {error}");
    }
    assert!(Graph::parse(&EXAMPLE[..end]).is_ok(), "only the last line end may be missing");
}

#[test]
fn damaged_bytes_are_an_error_or_a_recipe_and_never_a_panic() {
    for junk in ["(", ")", "\"", ",", "{", "]", "$", "é", "/*", "//", "r#\"", "1e999", "NaN", "'", "\\"] {
        for cut in (0..EXAMPLE.len()).step_by(7).filter(|cut| EXAMPLE.is_char_boundary(*cut)) {
            let text = format!("{}{junk}{}", &EXAMPLE[..cut], &EXAMPLE[cut..]);
            if let Ok(loaded) = Graph::parse(&text) {
                assert_eq!(Graph::parse(&loaded.graph.to_ron()).unwrap().graph, loaded.graph, "{junk} at {cut}");
            }
        }
    }
}

#[test]
fn unknown_kinds_fields_and_newer_versions_are_kept_and_reported_by_check() {
    let text = recipe(concat!(
        "        \"a\": Melt(source: \"b\", rain: [1, (x: 2)], note: \"later\", muted: true),\n",
        "        \"b\": Perlin(seed: 3, sparkle: Some(\"x\"), feature_skale: 100.0),\n",
        "        \"c\": Normalize(source: \"b\", blur: 3.0, version: 9),"
    ))
    .replace("    nodes:", "    scatter: { \"g\": (inputs: [], nodes: {}) },\n    nodes:");
    let loaded = Graph::parse(&text).unwrap();
    let written = loaded.graph.to_ron();
    for part in [
        "\"a\": Melt(source: \"b\", rain: [1, (x: 2)], note: \"later\", muted: true),",
        "\"b\": Perlin(seed: 3, sparkle: Some(\"x\"), feature_skale: 100.0),",
        "\"c\": Normalize(source: \"b\", blur: 3.0, version: 9),",
        "    scatter: { \"g\": (inputs: [], nodes: {}) },\n",
    ] {
        assert!(written.contains(part), "{part}\n{written}");
    }
    assert_eq!(Graph::parse(&written).unwrap().graph, loaded.graph);
    assert_eq!(loaded.warnings.len(), 1);
    assert!(loaded.warnings[0].message.contains("the field scatter is not known here"), "{:?}", loaded.warnings);
    let all = problems(&loaded).join("\n");
    for part in [
        "node \"a\" (Melt): Melt is no kind of node that this version of Orograph knows",
        "node \"b\" (Perlin): sparkle is no field of this kind",
        "node \"b\" (Perlin): feature_skale is no field of this kind; did you mean feature_scale?",
        "node \"c\" (Normalize): version 9 of this kind is newer than this Orograph, which knows versions up to 1",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
}

#[test]
fn a_misspelt_kind_suggests_the_right_one() {
    let all = problems(&parse("\"a\": Perlim()")).join("\n");
    assert!(all.contains("did you mean Perlin?"), "{all}");
}

#[test]
fn loops_are_read_named_and_located() {
    let loaded = parse(concat!(
        "\"a\": Abs(source: \"b\"), \"b\": Abs(source: \"a\"),\n\"self\": Abs(source: \"self\"),\n",
        "\"p\": Perlin(), \"out\": Abs(source: \"p\"),\n\"tail\": Abs(source: \"a\"),"
    ));
    let loops = loaded.graph.loops();
    let names: Vec<Vec<&str>> = loops.iter().map(|ids| ids.iter().map(|id| &**id).collect()).collect();
    assert_eq!(names, [vec!["a", "b"], vec!["self"]]);
    let problems = loaded.graph.check();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].message.contains("the nodes \"a\" → \"b\" → \"a\" form a loop"), "{problems:?}");
    assert_eq!(problems[0].severity, Severity::Error);
    assert_eq!(loaded.locate(&problems[1]).unwrap().line, 5);
}

#[test]
fn a_long_chain_is_checked_quickly_and_without_recursion() {
    let mut nodes = "\"n0\": Perlin(),\n".to_owned();
    for i in 1..5000 {
        nodes += &format!("\"n{i}\": Abs(source: \"n{}\"),\n", i - 1);
    }
    let start = std::time::Instant::now();
    let mut loaded = parse(&nodes);
    assert!(loaded.graph.check().is_empty());
    loaded.graph.auto_layout();
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn check_reports_links_inputs_tiles_parameters_and_outputs_with_their_places() {
    let text = concat!(
        "(\n    orograph: 1,\n    parameters: { \"p\": (value: 99.0), \"word\": (value: Soft) },\n    nodes: {\n",
        "        \"a\": Add(a: \"nowhere\"),\n",
        "        \"b\": Add(),\n",
        "        \"c\": Add(a: \"noise.left\"),\n",
        "        \"d\": Abs(source: \"tiles\"),\n",
        "        \"noise\": Fbm(octaves: \"$p\", gain: \"$q\", noise: \"$word\"),\n",
        "        \"tiles\": Tiles(source: \"noise\"),\n",
        "    },\n    outputs: { \"height\": \"hight\" },\n)\n"
    );
    let loaded = Graph::parse(text).unwrap();
    let found: Vec<(usize, String)> =
        loaded.graph.check().into_iter().map(|p| (loaded.locate(&p).unwrap().line, p.message)).collect();
    let expected = [
        (5, "node \"a\" (Add): a links to \"nowhere\", which does not exist"),
        (6, "node \"b\" (Add): the input a is open, it needs a link to a node"),
        (7, "node \"c\" (Add): a links to \"noise.left\", but Fbm has no output left, it has value"),
        (8, "node \"d\" (Abs): source links to \"tiles\""),
        (9, "gain uses the graph parameter $q, which does not exist; did you mean p?"),
        (9, "noise is the graph parameter $word = Soft, allowed is Perlin, Simplex, Value, SuperSimplex or ValueCubic"),
        (9, "octaves is the graph parameter $p = 99, allowed is a whole number from 1 to 32"),
        (12, "output \"height\" comes from \"hight\", which does not exist"),
    ];
    for (line, sentence) in expected {
        let tiles = "tiles connect only to tiles";
        let hit = found.iter().any(|(l, m)| *l == line && (m.contains(sentence) || (line == 8 && m.contains(tiles))));
        assert!(hit, "line {line}: {sentence}\n{found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn every_default_is_left_out_and_every_field_reads_back() {
    for spec in nodes::all() {
        let mut graph = Graph::default();
        let mut node = Node::new(spec.kind);
        for field in Field::all(spec) {
            let Some(value) = field.default(&graph.world) else { continue };
            node.settings.insert(field.name().into(), Setting::Value(value));
        }
        graph.nodes.insert("n".into(), node.into());
        let text = graph.to_ron();
        let again = Graph::parse(&text).unwrap().graph;
        let left: Vec<&str> = again.nodes["n"].settings.keys().map(|name| &**name).collect();
        let symbolic = |f: &Field| f.is_symbolic() && f.default(&graph.world).is_some();
        let mut expected: Vec<&str> = Field::all(spec).filter(symbolic).map(Field::name).collect();
        expected.sort_unstable();
        assert_eq!(left, expected, "{text}");
        assert_eq!(again.to_ron(), text);
    }
}

#[test]
fn graph_parameters_stand_for_numbers_counts_and_choices() {
    for spec in nodes::all() {
        for param in spec.params {
            let value = match (param.kind, param.default) {
                (ParamKind::Choice(options), _) => ParameterValue::Choice(options[0].name.into()),
                (ParamKind::Count, DefaultValue::Count(n)) => ParameterValue::Number(f64::from(n)),
                (ParamKind::Number | ParamKind::Metres | ParamKind::Degrees, DefaultValue::Number(n)) => {
                    ParameterValue::Number(n.resolve((4096.0, 4096.0)))
                }
                _ => continue,
            };
            let text = format!("\"n\": {}({}: \"$p\")", spec.kind, param.name);
            let mut graph = parse(&text).graph;
            let parameter = orograph::graph::Parameter { value, range: None, about: String::new() };
            graph.parameters.insert("p".into(), parameter);
            let node = &graph.nodes["n"];
            assert_ne!(graph.value(node, param), Value::Off, "{text}");
            let about = |p: &orograph::graph::Problem| p.field.as_deref() == Some(param.name);
            assert!(!graph.check().iter().any(about), "{text}: {:?}", graph.check());
        }
    }
}

#[test]
fn a_node_is_written_and_read_alone() {
    for text in [
        "Fbm(seed: 3, octaves: 8, gain: 0.4)",
        "Glacier(depth: [1, 2])",
        "Tiles(levels: [(name: \"a }, b\", color: \"#010203\")])",
    ] {
        assert_eq!(Node::parse(text).unwrap().to_ron(), text);
    }
    assert!(Node::parse("Fbm(octaves: 99)").unwrap_err().to_string().contains("allowed is 1 to 32"));
    assert!(Node::parse("Fbm(").is_err() && Node::parse("").is_err());
}
