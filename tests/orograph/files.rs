//! Keeping recipes in files: what is read, what is refused in which words, what survives, and how it is written.

use orograph::graph::{Field, Graph, LoadError, Loaded, ParameterValue, ParseError, SaveError, Setting, Severity};
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
fn errors_point_at_their_line_and_column_in_characters() {
    let text = recipe("        \"é\": Fbm(seed: 1, octaves: 99),\n        \"b\": Fbm(gain: 9.0),");
    let error = Graph::parse(&text).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (4, 37));
    assert_eq!(&text[error.place.span.clone()], "99");
    assert_eq!(error.to_string(), "line 4, column 37: node \"é\" (Fbm): octaves is 99, allowed is 1 to 32");
    let more: Vec<_> = error.more.iter().map(|e| (e.place.line, &text[e.place.span.clone()])).collect();
    assert_eq!(more, [(5, "9.0")], "every error of the file is reported");
    let with_mark = format!("\u{feff}{text}");
    let marked = Graph::parse(&with_mark).unwrap_err();
    assert_eq!((marked.place.line, marked.place.column), (4, 37));
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
            "world.extent is (0, 5), allowed is two finite numbers of metres above 0",
        ),
        ("(orograph: 1, world: (height: (5.0, 5.0)))", "world.height is (5, 5)"),
        ("(orograph: 1, world: (extend: (5.0, 5.0)))", "world has no field extend"),
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
fn unknown_kinds_fields_and_newer_versions_are_kept_and_reported_by_check() {
    let text = recipe(concat!(
        "        \"a\": Erode(source: \"b\", rain: [1, (x: 2)], note: \"later\", muted: true),\n",
        "        \"b\": Perlin(seed: 3, sparkle: Some(\"x\"), feature_skale: 100.0),\n",
        "        \"c\": Normalize(source: \"b\", blur: 3.0, version: 9),"
    ))
    .replace("    nodes:", "    groups: { \"g\": (inputs: [], nodes: {}) },\n    nodes:");
    let loaded = Graph::parse(&text).unwrap();
    let written = loaded.graph.to_ron();
    for part in [
        "\"a\": Erode(source: \"b\", rain: [1, (x: 2)], note: \"later\", muted: true),",
        "\"b\": Perlin(seed: 3, sparkle: Some(\"x\"), feature_skale: 100.0),",
        "\"c\": Normalize(source: \"b\", blur: 3.0, version: 9),",
        "    groups: { \"g\": (inputs: [], nodes: {}) },\n",
    ] {
        assert!(written.contains(part), "{part}\n{written}");
    }
    assert_eq!(Graph::parse(&written).unwrap().graph, loaded.graph);
    assert_eq!(loaded.warnings.len(), 1);
    assert!(loaded.warnings[0].message.contains("the field groups is not known here"), "{:?}", loaded.warnings);
    let all = problems(&loaded).join("\n");
    for part in [
        "node \"a\" (Erode): Erode is no kind of node that this version of Orograph knows",
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
        (9, "noise is the graph parameter $word = Soft, allowed is Perlin, Simplex or Value"),
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
        let mut node = orograph::graph::Node::new(spec.kind);
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
fn a_save_replaces_the_file_as_a_whole_and_keeps_its_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.ron");
    fs::write(&path, "old").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    }
    let graph = Graph::starter();
    graph.save(&path).unwrap();
    assert_eq!(Graph::load(&path).unwrap().graph, graph);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn a_save_through_a_link_changes_what_it_points_at() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.ron"), folder.path().join("link.ron"));
    fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    Graph::starter().save(&link).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), Graph::starter().to_ron());
}

#[test]
fn a_save_that_fails_says_so_and_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/such/r.ron");
    let error = Graph::starter().save(&missing).unwrap_err();
    assert!(matches!(error, SaveError::Write { .. }) && error.to_string().contains("cannot save"), "{error}");
    let path = folder.path().join("r.ron");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let error = Graph::starter().save(&path).unwrap_err();
    assert!(error.to_string().ends_with("the file is read-only"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    // A folder in the place of the file cannot be replaced by one.
    let taken = folder.path().join("taken.ron");
    fs::create_dir(&taken).unwrap();
    assert!(Graph::starter().save(&taken).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn a_file_that_cannot_be_loaded_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.ron");
    let missing = Graph::load(&path).unwrap_err();
    assert!(missing.to_string().starts_with(&format!("cannot read {}", path.display())), "{missing}");
    fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert!(Graph::load(&path).unwrap_err().to_string().contains("it is not UTF-8 text"));
    fs::write(&path, recipe("\"n\": Fbm(octaves: 99)")).unwrap();
    let error = Graph::load(&path).unwrap_err();
    assert!(matches!(&error, LoadError::Parse { text, .. } if text.contains("octaves")));
    let expected = format!("{}:4:19: node \"n\" (Fbm): octaves is 99, allowed is 1 to 32", path.display());
    assert_eq!(error.to_string(), expected);
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let deep = format!("\"a\": Odd(x: {}1{})", "[".repeat(100_000), "]".repeat(100_000));
    assert!(error(&deep).message.contains("nested too deeply"));
}
