//! A look at a recipe in a terminal, and the catalogue that another front end is built on.

use super::{folder, island, run};
use orograph::nodes;
use orograph::spec::{ParamKind, Port, Quantity};
use serde_json::Value;
use std::fs;

#[test]
fn a_recipe_is_shown_in_letters_as_wide_as_is_asked_for() {
    let folder = folder(&[]);
    let show = |more: &[&str]| {
        let island = island();
        let ran = run(folder.path(), &[&["render", &island, "--set", "world.samples=129", "-o", "-"], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let text = show(&["--view", "ascii", "--size", "60"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 31, "30 lines and one that says what they span: {text}");
    assert!(lines[..30].iter().all(|line| line.chars().count() == 60), "{text}");
    assert!(lines[0].trim().is_empty() && lines[29].trim().is_empty(), "deep sea around the island: {text}");
    assert!(text.contains('~') && text.contains('+') && lines[15].contains('.'), "shallow water and land: {text}");
    assert_eq!(lines[30], "0 to 1");
    assert_eq!(
        show(&["--view", "ascii"]).lines().next().unwrap().len(),
        80,
        "where nothing says how wide a terminal is"
    );
    let tiles = show(&["--view", "ascii", "--size", "40", "--output", "biomes"]);
    assert!(tiles.ends_with("  ~ sea  . sand  : grass  ; forest  + rock  o snow\n"), "{tiles}");
    let colours = show(&["--view", "ansi", "--size", "40"]);
    assert_eq!((colours.lines().count(), colours.matches('▀').count()), (20, 800));
    assert!(colours.lines().all(|line| line.starts_with("\u{1b}[38;2;") && line.ends_with("\u{1b}[0m")), "{colours}");
    assert_eq!(show(&["--view", "ascii", "--size", "60", "--threads", "1"]), text, "whatever the threads");
}

#[test]
fn letters_go_to_a_file_too_and_what_has_no_effect_on_them_is_refused() {
    let folder = folder(&[("r.ron", "\"a\": Perlin()")]);
    let ran = run(folder.path(), &["render", "r.ron", "-o", "a.txt", "--view", "ascii", "--size", "20"]);
    assert_eq!((ran.code, &*ran.out), (0, ""), "{}", ran.err);
    assert_eq!(fs::read_to_string(folder.path().join("a.txt")).unwrap().lines().count(), 11);
    let ran = run(folder.path(), &["render", "r.ron", "-o", "-", "--view", "ansi", "--preset", "unity"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--preset has no effect on a picture of letters"), "{}", ran.err);
}

#[test]
fn tiles_of_what_works_on_the_whole_map_are_refused_unless_it_is_baked() {
    let nodes = "\"kept\": BakeTiles(source: \"clean\"),\n        \"clean\": RemoveSpecks(source: \"map\"),\n        \"map\": \
                 Tiles(source: \"land\"),\n        \"land\": Fbm()";
    let folder = folder(&[("r.ron", nodes)]);
    let tiles = |node: &str| {
        let args = ["render", "r.ron", "--node", node, "--tiles", "2x2", "--tile-size", "33", "-o", "t_{x}_{y}.r8"];
        run(folder.path(), &args)
    };
    let ran = tiles("clean");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err.contains(
            "node \"clean\" works on the whole map, which no tile holds: put a Bake node behind it, from which all tiles are read"
        ),
        "{}",
        ran.err
    );
    let ran = tiles("kept");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("4 shared edges read back, 132 samples, none differs"), "{}", ran.out);
    let whole = run(folder.path(), &["render", "r.ron", "--node", "clean", "-o", "whole.r8", "-q"]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    let whole = fs::read(folder.path().join("whole.r8")).unwrap();
    let tile = fs::read(folder.path().join("t_1_1.r8")).unwrap();
    let corner: Vec<u8> = (32..65).flat_map(|row| whole[row * 65 + 32..][..33].to_vec()).collect();
    assert!(tile == corner, "a tile is a part of the whole");
}

#[test]
fn another_size_of_a_whole_map_is_told_apart() {
    let folder = folder(&[("r.ron", "\"kept\": Bake(source: \"land\"),\n        \"land\": Fbm()")]);
    let args = ["render", "r.ron", "-o", "a.r32"];
    assert_eq!(run(folder.path(), &args).err, "");
    let ran = run(folder.path(), &[&args[..], &["--size", "33"]].concat());
    assert!(ran.err.contains("node \"kept\" is made once over 65 x 65 samples and read between them"), "{}", ran.err);
}

#[test]
fn the_catalogue_says_all_that_another_front_end_needs() {
    let folder = folder(&[]);
    let all = run(folder.path(), &["nodes", "--json"]).json();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), nodes::all().count());
    let has = |what: &Value, names: &[&str]| {
        let lacks: Vec<&&str> = names.iter().filter(|name| what.get(name).is_none()).collect();
        assert!(lacks.is_empty(), "{} lacks {lacks:?}", what["name"]);
    };
    for (json, spec) in all.iter().zip(nodes::all()) {
        let kind = spec.kind;
        has(json, &["kind", "title", "category", "keywords", "about", "version", "versions", "muted_passes", "face"]);
        assert_eq!((&json["kind"], &json["version"]), (&kind.into(), &spec.version.into()));
        assert!(json["keywords"].as_array().is_some_and(|k| k.len() >= 2), "{kind} has aliases");
        let list = |name: &str| json[name].as_array().unwrap().clone();
        for (port, input) in list("inputs").iter().zip(spec.inputs) {
            has(port, &["name", "about", "port", "quantity", "unit", "required", "default", "soft", "hard", "shown"]);
            assert_eq!(port["takes_number"], input.port == Port::In && input.quantity != Quantity::Tiles, "{kind}");
            assert_eq!(port["unit"] == "m", input.quantity == Quantity::Metres, "{kind}.{}", input.name);
        }
        for (value, param) in list("params").iter().zip(spec.params) {
            has(value, &["name", "about", "type", "unit", "choices", "default", "soft", "hard", "shown", "rows"]);
            assert_eq!(value["choices"].is_array(), matches!(param.kind, ParamKind::Choice(_)), "{kind}");
            assert_eq!(value["rows"].is_object(), matches!(param.kind, ParamKind::Rows(_)), "{kind}");
        }
        assert_eq!((list("inputs").len(), list("params").len()), (spec.inputs.len(), spec.params.len()));
        for (value, output) in list("outputs").iter().zip(spec.outputs) {
            has(value, &["name", "quantity", "unit", "inherits", "bound"]);
            let ends = value["bound"].as_array().unwrap();
            let (lo, hi) = (ends[0].as_f64(), ends[1].as_f64());
            assert!(lo.zip(hi).is_none_or(|(lo, hi)| lo <= hi), "{kind}.{}: {lo:?} to {hi:?}", output.name);
        }
    }
    let of = |kind: &str| all.iter().find(|json| json["kind"] == kind).unwrap().clone();
    assert_eq!(of("Perlin")["outputs"][0]["bound"], serde_json::json!([-1.0, 1.0]));
    assert_eq!(of("Normalize")["outputs"][0]["bound"], serde_json::json!([0.0, 1.0]));
    assert_eq!(of("DistanceToPath")["params"][0]["rows"]["columns"][0]["unit"], "m");
    assert_eq!(of("BiomeTable")["params"][0]["default"]["tiles"][0]["name"], "deep sea");
}
