//! Work for several machines: plans as plain commands, ranges in parts, and reports that are verified.

use super::{folder, island, run, small_island, words};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A Normalize of a Normalize: the second range waits for the first.
const TWICE: &str = r#""n": Normalize(source: "warped"), "warped": Multiply(a: "even", b: "x"), "even": Normalize(source: "x"), "x": Fbm(feature_scale: 900.0)"#;

/// Runs the commands of a plan, a process each, and returns what the last one said.
fn carry_out(folder: &Path, plan: &str) -> String {
    let mut last = String::new();
    for line in plan.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').map(|word| word.trim_matches('\'')).collect();
        assert_eq!(words[0], "orograph");
        let ran = run(folder, &words[1..]);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        last = ran.out;
    }
    last
}

#[test]
fn the_commands_of_a_plan_give_the_tiles_of_one_run() {
    let folder = folder(&[("r.ron", TWICE)]);
    let path = |name: &str| folder.path().join(name);
    let tiles = ["--tiles", "2x3", "--tile-size", "23", "--range", "measured", "-o", "t_{x}_{y}.r16"];
    let ran = run(folder.path(), &[&["plan", "r.ron"], &tiles[..], &["--format", "commands"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let names: Vec<&str> = ran.out.lines().filter_map(|line| line.strip_prefix("# ")).collect();
    assert_eq!(names, ["range1", "reduce1", "range2", "reduce2", "range3", "reduce3", "render", "gather"]);
    assert_eq!(ran.out.lines().count(), 8 + 3 * 7 + 6 + 1);
    let said = carry_out(folder.path(), &ran.out);
    assert!(said.contains("6 files, 6 of them finished before"), "{said}");
    assert!(said.contains("7 shared edges read back, 161 samples, none differs"), "{said}");
    let one: Vec<&str> = tiles.iter().map(|word| if word.contains("{x}") { "u_{x}_{y}.r16" } else { word }).collect();
    assert_eq!(run(folder.path(), &[&["render", "r.ron"], &one[..]].concat()).code, 0);
    for (x, y) in (0..3).flat_map(|y| (0..2).map(move |x| (x, y))) {
        assert_eq!(words(&path(&format!("t_{x}_{y}.r16"))), words(&path(&format!("u_{x}_{y}.r16"))), "tile {x},{y}");
    }
}

#[test]
fn a_plan_has_a_form_for_programs_and_phases() {
    let folder = folder(&[("r.ron", TWICE)]);
    let plan = |more: &[&str]| run(folder.path(), &[&["plan", "r.ron", "-o", "a_{x}_{y} {seed}.r16"], more].concat());
    let both = plan(&["--tiles", "2x2", "--format", "r16", "--format", "json", "--phase", "gather"]).json();
    let words = both["phases"][0]["commands"][0].to_string();
    assert!(words.contains(r#""--format","r16","--range-file""#), "the other --format is the files': {words}");
    let json = plan(&["--tiles", "2x2", "--tile-size", "9", "--format=json"]).json();
    let phases = json["phases"].as_array().unwrap();
    assert_eq!(phases.len(), 6);
    let words: Vec<&str> = phases[4]["commands"][3].as_array().unwrap().iter().map(|w| w.as_str().unwrap()).collect();
    let expected =
        "render r.ron -o|a_{x}_{y} {seed}.r16|--tiles 2x2 --tile-size 9 --tile 1,1 --range-file a.ranges2.json";
    let expected: Vec<&str> = expected
        .split('|')
        .flat_map(|p| if p.contains('{') { vec![p] } else { p.split(' ').filter(|w| !w.is_empty()).collect() })
        .collect();
    assert_eq!(words[1..], expected);
    let render = plan(&["--tiles", "2x2", "--tile-size", "9", "--phase", "render"]);
    assert_eq!(render.out.lines().count(), 4);
    assert!(render.out.starts_with("orograph render r.ron -o 'a_{x}_{y} {seed}.r16' --tiles 2x2"), "{}", render.out);
    let wrong = plan(&["--tiles", "2x2", "--tile-size", "9", "--phase", "bake"]);
    assert!(wrong.code == 2 && wrong.err.contains("there are range1, reduce1"), "{}", wrong.err);
}

#[test]
fn seeds_are_planned_in_chunks_whose_lists_the_last_command_takes_in() {
    let folder = folder(&[("r.ron", TWICE)]);
    let args = ["plan", "r.ron", "--seeds", "5..12", "--chunk", "3", "-o", "s_{seed}.r16", "--size", "17"];
    let ran = run(folder.path(), &args);
    assert_eq!(ran.out.lines().count(), 2 + 3 + 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("--seeds 11..12 --manifest s.seeds.11-12.json"), "{}", ran.out);
    let said = carry_out(folder.path(), &ran.out);
    assert!(said.contains("7 files, 7 of them finished before, listed in s.seeds.json"), "{said}");
    assert!(!folder.path().join("s.seeds.5-8.json").exists());
}

/// Measures the parts of 2 x 1 of a recipe.
fn parts(folder: &Path, recipe: &str, names: [&str; 2]) {
    for (x, name) in names.iter().enumerate() {
        let ran = run(folder, &["range", recipe, "--tiles", "2x1", "--tile", &format!("{x},0"), "-o", name, "-q"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
}

#[test]
fn ranges_put_together_are_those_that_a_render_measures_itself() {
    let folder = folder(&[("r.ron", r#""n": Normalize(source: "x"), "x": Fbm(feature_scale: 900.0)"#)]);
    parts(folder.path(), "r.ron", ["a.json", "b.json"]);
    assert_eq!(run(folder.path(), &["reduce", "a.json", "b.json", "-o", "all.json"]).code, 0);
    assert_eq!(run(folder.path(), &["range", "r.ron", "-o", "whole.json"]).code, 0);
    let read = |name: &str| -> Value { serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap() };
    assert_eq!(read("all.json")["found"], read("whole.json")["found"]);
    let sampled = run(folder.path(), &["info", "r.ron", "--json"]).json();
    assert_eq!((sampled["outputs"][0]["min"].as_f64(), sampled["outputs"][0]["max"].as_f64()), (Some(0.0), Some(1.0)));
    let hash = |more: &[&str]| {
        let args = ["render", "r.ron", "-o", "a.r16", "--size", "33", "--json"];
        run(folder.path(), &[&args[..], more].concat()).json()["hash"].to_string()
    };
    let own = hash(&[]);
    assert_eq!(hash(&["--range-file", "all.json"]), own);
    assert_eq!(hash(&["--range-file", "whole.json"]), own);
}

#[test]
fn stale_missing_and_foreign_ranges_are_refused() {
    let folder = folder(&[
        ("r.ron", r#""n": Normalize(source: "x"), "x": Fbm(feature_scale: 900.0)"#),
        ("other.ron", r#""n": Normalize(source: "x"), "x": Fbm(feature_scale: 800.0)"#),
        ("plain.ron", super::FBM),
    ]);
    parts(folder.path(), "r.ron", ["a.json", "b.json"]);
    parts(folder.path(), "other.ron", ["c.json", "d.json"]);
    assert_eq!(run(folder.path(), &["range", "r.ron", "-o", "all.json", "-q"]).code, 0);
    let old = fs::read_to_string(folder.path().join("all.json")).unwrap();
    fs::write(folder.path().join("old.json"), old.replace(env!("CARGO_PKG_VERSION"), "0.0.1")).unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["reduce", "a.json", "-o", "x.json"], "part 1,0 of 2 x 1 are missing"),
        (&["reduce", "a.json", "d.json", "-o", "x.json"], "a.json and d.json are of different work"),
        (&["reduce", "all.json", "-o", "x.json"], "all.json is no part"),
        (&["reduce", "r.ron", "-o", "x.json"], "r.ron holds no ranges"),
        (&["reduce", "gone.json", "-o", "x.json"], "cannot read gone.json"),
        (&["render", "r.ron", "-o", "a.r16", "--range-file", "a.json"], "a.json is part 0,0 of 2"),
        (&["render", "other.ron", "-o", "a.r16", "--range-file", "all.json"], "of another recipe, seed or output"),
        (&["render", "r.ron", "-o", "a.r16", "--seed", "7", "--range-file", "all.json"], "of another recipe, seed"),
        (&["render", "r.ron", "-o", "a.r16", "--range-file", "old.json"], "were measured by orograph 0.0.1"),
    ];
    for (args, sentence) in cases {
        let ran = run(folder.path(), args);
        assert!(ran.code == 1 && ran.err.contains(sentence), "{args:?}: {} {}", ran.code, ran.err);
        assert!(ran.err.starts_with("error: ") && ran.err.trim().lines().count() == 1, "{}", ran.err);
    }
    assert!(!folder.path().join("x.json").exists() && !folder.path().join("a.r16").exists());
    let outside = run(folder.path(), &["range", "r.ron", "--tiles", "2x1", "--tile", "2,0", "-o", "x.json"]);
    assert!(outside.code == 2 && outside.err.contains("there is no tile 2,0"), "{}", outside.err);
    let none = run(folder.path(), &["range", "plain.ron", "-o", "none.json"]);
    assert!(none.code == 0 && none.out.contains("measures no range"), "{}{}", none.out, none.err);
    assert_eq!(run(folder.path(), &["render", "plain.ron", "-o", "a.r16", "--range-file", "none.json"]).code, 0);
}

#[test]
fn a_report_is_verified_and_a_changed_recipe_is_found_out() {
    let folder = folder(&[]);
    let island = island();
    let small = ["--set", "world.samples=129"];
    let report = small_island(folder.path(), &["-o", "a.r16", "--region", "10,20,64,40", "--json"]);
    fs::write(folder.path().join("report.json"), &report.out).unwrap();
    let tiles = small_island(folder.path(), &["--output", "biomes", "--size", "65", "-o", "b.png", "--json"]);
    fs::write(folder.path().join("both.json"), report.out + &tiles.out).unwrap();
    let batch =
        small_island(folder.path(), &["--seeds", "3..6", "--tiles", "2x1", "-o", "{seed}_{x}.png", "--size", "33"]);
    assert_eq!(batch.code, 0, "{}", batch.err);
    let verify = |file: &str, more: &[&str]| {
        run(folder.path(), &[&["render", &island, "--verify", file], &small[..], more].concat())
    };
    for (file, results) in [("report.json", 1), ("both.json", 2), ("tiles.json", 6)] {
        let ran = verify(file, &[]);
        assert_eq!(ran.code, 0, "{file}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(&format!("{results} results are what {file} says")), "{}", ran.out);
    }
    let ran = verify("both.json", &["--set", "land.octaves=3"]);
    assert_eq!((ran.code, &*ran.err), (1, "error: 2 of 2 results differ from what both.json says\n"));
    let lines: Vec<Value> =
        verify("both.json", &["--set", "biomes.levels=[(name: \"a\", color: \"#000000\")]", "--json"])
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
    assert_eq!(
        (&lines[0]["same"], &lines[1]["same"], &lines[1]["path"]),
        (&true.into(), &false.into(), &"b.png".into())
    );
}

#[test]
fn a_text_that_is_no_report_is_told_from_one() {
    let folder = folder(&[("r.ron", super::FBM)]);
    for (text, sentence) in [
        ("", "holds no report"),
        ("{}", "holds no report"),
        ("hash", "it is no JSON"),
        ("{\"hash\": 1}", "is not complete"),
    ] {
        fs::write(folder.path().join("report.json"), text).unwrap();
        let ran = run(folder.path(), &["render", "r.ron", "--verify", "report.json"]);
        assert!(ran.code == 1 && ran.err.contains(sentence), "{text}: {}", ran.err);
    }
    let ran = run(folder.path(), &["render", "r.ron", "--verify", "gone.json"]);
    assert!(ran.code == 1 && ran.err.contains("cannot read gone.json"), "{}", ran.err);
    let both = run(folder.path(), &["render", "r.ron", "--verify", "report.json", "-o", "a.r16"]);
    assert_eq!(both.code, 2, "{}", both.err);
}
