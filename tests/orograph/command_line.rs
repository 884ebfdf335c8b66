//! The program itself, with an empty environment: every command, exit codes, and what is printed where.

mod batches;
mod colours;
mod deliveries;
mod farm;
mod frames;
mod groups;
mod hints;
mod large;
mod places;
mod profile;
mod refused;
mod sheets;
mod terminal;
mod tile_sets;
mod views;

use crate::support::png;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run left behind.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orograph"));
    command.env_clear().current_dir(folder).args(args);
    command
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    let output = command(folder, args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    // A program that a signal ends has no code, and no test expects that.
    let code = output.status.code().unwrap();
    assert!([0, 1, 2, 75].contains(&code), "{args:?} ends with {code}: {}", String::from_utf8_lossy(&output.stderr));
    Ran { code, out: text(output.stdout), err: text(output.stderr) }
}

/// A folder with these recipes: name and nodes. The first node by name is the output `height`.
fn folder(recipes: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, nodes) in recipes {
        let first = nodes.split('"').nth(1).unwrap();
        let world = "world: (extent: (4096.0, 4096.0), samples: (65, 65))";
        let text = format!(
            "(\n    orograph: 1,\n    {world},\n    nodes: {{\n        {nodes}\n    }},\n    outputs: {{ \"height\": \"{first}\" }},\n)\n"
        );
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn island() -> String {
    format!("{}/graphs/island.ron", env!("CARGO_MANIFEST_DIR"))
}

/// The island's seed, which may be chosen anew.
fn seed() -> String {
    orograph::graph::Graph::load(Path::new(&island())).unwrap().graph.seed.to_string()
}

/// The island on a coarse build grid, for tests that do not ask about size.
fn small_island(folder: &Path, more: &[&str]) -> Ran {
    let island = island();
    run(folder, &[&["render", &island, "--set", "world.samples=129"], more].concat())
}

fn words(path: &Path) -> Vec<u16> {
    fs::read(path).unwrap().chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect()
}

const FBM: &str = r#""n": Fbm(feature_scale: 900.0)"#;

#[test]
fn the_island_renders_to_16_bits_with_both_ends_in_use() {
    let folder = folder(&[]);
    let island = island();
    let report = run(folder.path(), &["render", &island, "-o", "island.png", "--json"]).json();
    let png = png::read(&fs::read(folder.path().join("island.png")).unwrap());
    let codes = png.words();
    assert_eq!((png.width, png.height, png.depth, png.color), (1025, 1025, 16, 0));
    assert!(codes.contains(&0) && codes.contains(&65535));
    assert_eq!(report["hash"].as_str().unwrap().len(), 64);
    assert_eq!(report["mapping"]["by"], "unit");
    let raw = run(folder.path(), &["render", &island, "-o", "island.r16", "--json"]).json();
    assert_eq!(raw["hash"], report["hash"]);
    assert_eq!(words(&folder.path().join("island.r16")), codes);
}

#[test]
fn the_islands_border_is_sea_floor_on_20_seeds() {
    let folder = folder(&[]);
    let ran = small_island(folder.path(), &["--seeds", "0..20", "-o", "{seed}.r16", "--json"]);
    assert_eq!(ran.out.lines().count(), 20, "one line of JSON a file: {}", ran.err);
    let mut hashes = std::collections::BTreeSet::new();
    for (seed, line) in ran.out.lines().enumerate() {
        let report: Value = serde_json::from_str(line).unwrap();
        assert_eq!(report["seed"], seed.to_string());
        hashes.insert(report["hash"].to_string());
        let codes = words(&folder.path().join(format!("{seed}.r16")));
        let border = |i: usize| i.is_multiple_of(129) || i % 129 == 128 || !(129..128 * 129).contains(&i);
        assert!(codes.iter().enumerate().all(|(i, c)| !border(i) || *c == 0), "seed {seed}");
        assert!(codes.contains(&65535));
    }
    assert_eq!(hashes.len(), 20);
}

#[test]
fn threads_change_nothing() {
    let folder = folder(&[]);
    let hash = |threads| {
        small_island(folder.path(), &["-o", "a.r16", "--threads", threads, "--json"]).json()["hash"].to_string()
    };
    assert_eq!(hash("1"), hash("2"));
    assert_eq!(hash("1"), hash("7"));
}

#[test]
fn a_region_equals_that_part_of_the_whole() {
    let folder = folder(&[]);
    let floats = |args: &[&str]| {
        small_island(folder.path(), &[args, &["-o", "a.r32", "--size", "200", "--json"]].concat()).json();
        fs::read(folder.path().join("a.r32")).unwrap()
    };
    let (whole, part) = (floats(&[]), floats(&["--region", "30,20,64,48"]));
    for row in 0..48 {
        let from = 4 * ((20 + row) * 200 + 30);
        assert_eq!(part[row * 256..][..256], whole[from..from + 256]);
    }
    let beyond = small_island(folder.path(), &["--region", "-8,-8,16,16", "-o", "a.r32", "--json"]).json();
    assert_eq!((&beyond["region"]["x"], &beyond["width"]), (&Value::from(-8), &Value::from(16)));
}

/// The value of the node `n` of a recipe at positions.
fn sample(folder: &Path, settings: &[String], at: &[(f64, f64)]) -> Vec<f64> {
    let mut args: Vec<String> = ["sample", "r.ron", "--node", "n", "--json"].map(Into::into).into();
    settings.iter().for_each(|s| args.extend(["--set".into(), s.clone()]));
    args.extend(at.iter().map(|(x, y)| format!("--at={x},{y}")));
    let args: Vec<&str> = args.iter().map(|a| &**a).collect();
    let samples = run(folder, &args).json()["samples"].take();
    samples.as_array().unwrap().iter().map(|s| s["value"].as_f64().unwrap()).collect()
}

/// Compares a table of reference values: `settings` gives what to set for a row, the rest of the row is x, y and value.
fn compare(node: &str, table: &str, within: f64, settings: impl Fn(&[f64]) -> Vec<String>) {
    let all: Value = serde_json::from_str(include_str!("../vectors/noise.json")).unwrap();
    let folder = folder(&[("r.ron", node)]);
    let mut groups: BTreeMap<Vec<String>, Vec<Vec<f64>>> = BTreeMap::new();
    for row in all[table]["rows"].as_array().unwrap() {
        let row: Vec<f64> = row.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
        groups.entry(settings(&row)).or_default().push(row);
    }
    for (settings, rows) in groups {
        let at: Vec<(f64, f64)> = rows.iter().map(|r| (r[0], r[1])).collect();
        for (value, row) in sample(folder.path(), &settings, &at).into_iter().zip(rows) {
            assert!((value - row[row.len() - 1]).abs() <= within, "{table} {row:?}: {value}");
        }
    }
}

#[test]
fn sampling_meets_the_reference_values() {
    let depth = |row: &[f64]| vec![format!("n.depth={}", row[2])];
    let fbm = |row: &[f64]| {
        let (octaves, lacunarity, gain) = (row[2], row[3], row[4]);
        vec![format!("n.octaves={octaves}"), format!("n.lacunarity={lacunarity:?}"), format!("n.gain={gain:?}")]
    };
    let textbook = |kind: &str| format!("\"n\": {kind}(lattice: Permutation, feature_scale: 1.0)");
    compare(&textbook("Perlin"), "perlin_2d", 1e-5, |_| Vec::new());
    compare(&textbook("Fbm"), "fbm_2d", 1e-5, fbm);
    compare(&textbook("Perlin"), "perlin_3d", 1e-5, depth);
    compare(&textbook("Simplex"), "simplex_2d", 1e-5, |_| Vec::new());
    compare(&textbook("Simplex"), "simplex_3d", 2e-4, depth);
}

#[test]
fn sampling_prints_one_line_a_position() {
    let folder = folder(&[("r.ron", r#""n": Perlin(lattice: Permutation, feature_scale: 1.0, depth: 0.5)"#)]);
    let one = run(folder.path(), &["sample", "r.ron", "--node", "n", "--at=3.25,42", "--json"]).json();
    let samples = one["samples"].as_array().unwrap();
    assert_eq!((samples.len(), &samples[0]["x"], &one["node"]), (1, &Value::from(3.25), &Value::from("n")));
    let many = run(folder.path(), &["sample", "r.ron", "--at", "-3,4", "-0.0,0", "5,6", "--threads", "1"]);
    let places: Vec<&str> = many.out.lines().map(|l| l.split('\t').next().unwrap()).collect();
    assert_eq!(places, ["-3,4", "0,0", "5,6"], "{}", many.err);
    let whole = run(folder.path(), &["sample", "r.ron", "--at", "0,0", "7,9", "--set", "n.depth=0", "--json"]);
    assert!(!whole.out.contains("-0.0"), "{}", whole.out);
}

#[test]
fn rendering_says_what_it_did() {
    let folder = folder(&[("r.ron", FBM)]);
    let report =
        run(folder.path(), &["render", "r.ron", "-o", "a.png", "--seed", "18446744073709551615", "--json"]).json();
    assert_eq!(report["seed"], "18446744073709551615", "beyond 2^53 numbers are strings");
    let size = (&report["width"], &report["height"], &report["grid"]);
    assert_eq!(size, (&Value::from(65), &Value::from(65), &serde_json::json!([65, 65])));
    assert_eq!((&report["kind"], &report["mapping"]["by"]), (&Value::from("signed"), &Value::from("signed")));
    assert_eq!(report["metres"]["one"].as_f64(), Some(420.0));
    assert_eq!(report["spacing"], serde_json::json!([64.0, 64.0]));
    let numbers = ["min", "max", "mean", "codes_used", "clipped", "bytes", "cost", "time"];
    assert!(numbers.iter().all(|k| report[k].is_number()), "{report}");
    assert_eq!(report["cost"], 6, "one generator evaluation an octave");
    let text = run(folder.path(), &["render", "r.ron", "-o", "a.png"]);
    assert!(text.out.contains("65 x 65, 16-bit grey PNG, north row first"), "{}", text.out);
    assert_eq!(text.err, "", "no progress bar where nobody watches");
    let quiet = run(folder.path(), &["render", "r.ron", "-o", "a.png", "--quiet"]);
    assert_eq!((quiet.out, quiet.err), (String::new(), String::new()));
}

#[test]
fn values_of_the_command_line_take_the_place_of_the_recipes() {
    let folder = folder(&[]);
    let hash = |more: &[&str]| {
        small_island(folder.path(), &[more, &["-o", "a.r16", "--json"]].concat()).json()["hash"].to_string()
    };
    let plain = hash(&[]);
    assert_eq!(plain, hash(&["--seed", &seed()]));
    for change in
        [["--seed", "43"], ["--set", "land.octaves=3"], ["--param", "ruggedness=2.5"], ["--set", "world.extent=4000"]]
    {
        assert_ne!(plain, hash(&change), "{change:?}");
    }
    for wrong in
        [["--set", "land.octaves=99"], ["--set", "nobody.octaves=3"], ["--param", "ruggedness=high"], ["--set", "land"]]
    {
        let ran = small_island(folder.path(), &[&wrong[..], &["-o", "b.r16"]].concat());
        assert_eq!(ran.code, 2, "{wrong:?}: {}", ran.err);
    }
    assert!(!folder.path().join("b.r16").exists());
    let named = small_island(folder.path(), &["--set", "land.octaves=99", "-o", "b.r16"]);
    assert!(named.err.contains(r#"node "land" (Fbm): octaves is 99, allowed is 1 to 32"#), "{}", named.err);
}

#[test]
fn wrong_usage_ends_with_2_and_leaves_no_file() {
    let folder = folder(&[("r.ron", FBM)]);
    let cases: &[&[&str]] = &[
        &["render", "r.ron"],
        &["render", "r.ron", "-o", "a.png", "--sise", "64"],
        &["render", "r.ron", "-o", "a.png", "–size", "64"],
        &["render", "r.ron", "-o", "a.png", "--size", "0"],
        &["render", "r.ron", "-o", "a.png", "--region", "1,2,3"],
        &["render", "r.ron", "-o", "a.png", "--range", "1,0"],
        &["render", "r.ron", "-o", "a.png", "--preset", "doom"],
        &["render", "r.ron", "-o", "a.png", "--threads", "0"],
        &["render", "r.ron", "-o", "a.png", "--output", "nothing"],
        &["render", "r.ron", "-o", "a.png", "--node", "nobody"],
        &["render", "r.ron", "-o", "a.png", "--view", "oil"],
        &["render", "r.ron", "-o", "a.png", "--units", "metres"],
        &["render", "r.ron", "-o", "a.png", "--seeds", "0..3"],
        &["render", "r.ron", "-o", "a.png", "--seeds", "3..3"],
        &["render", "r.ron", "-o", "a.bmp"],
        &["sample", "r.ron"],
        &["sample", "r.ron", "--at", "1;2"],
        &["nodes", "Perlon"],
        &["check"],
    ];
    for args in cases {
        let ran = run(folder.path(), args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: ") && ran.out.is_empty(), "{args:?}: {}", ran.err);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a file was left behind");
}

#[test]
fn faults_of_files_and_disk_end_with_1_and_one_sentence() {
    let folder = folder(&[("r.ron", FBM), ("xy.ron", r#""xy": Coordinates()"#), ("open.ron", r#""w": Warp()"#)]);
    fs::write(
        folder.path().join("broken.ron"),
        "(\n    orograph: 1,\n    nodes: {\n        \"n\": Fbm(octaves: 99),\n    },\n)\n",
    )
    .unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["render", "missing.ron", "-o", "a.png"], "missing.ron"),
        (&["render", "r.ron", "-o", "nowhere/a.png"], "the folder nowhere does not exist"),
        (&["render", "r.ron", "-o", "./"], "is a folder"),
        (&["render", "r.ron", "-o", "r.ron/a.png"], "r.ron"),
        (
            &["render", "broken.ron", "-o", "a.png"],
            r#"broken.ron:4:27: node "n" (Fbm): octaves is 99, allowed is 1 to 32"#,
        ),
        (&["render", "open.ron", "-o", "a.png"], r#"node "w" (Warp)"#),
        (&["render", "xy.ron", "-o", "a.png"], "--range"),
        (&["render", "r.ron", "-o", "a.png", "--size", "99999x99999"], "at most 65537 x 65537"),
        (&["render", "r.ron", "-o", "a.png", "--preset", "unreal"], "the nearest sizes are"),
    ];
    for (args, sentence) in cases {
        let ran = run(folder.path(), args);
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: "), "{args:?}: {}", ran.err);
        assert!(ran.err.lines().next().unwrap().contains(sentence), "{args:?}: {}", ran.err);
        assert!(ran.out.is_empty() || args[0] == "info");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "a file was left behind");
    let shown = run(folder.path(), &["render", "broken.ron", "-o", "a.png"]).err;
    assert!(shown.contains(r#""n": Fbm(octaves: 99)"#), "the line of the file is shown: {shown}");
}

#[test]
fn a_loop_is_named_by_every_command() {
    let pair = r#""a": Abs(source: "b"), "b": Ridge(source: "a"), "n": Fbm()"#;
    let own = r#""a": Abs(source: "a"), "n": Fbm()"#;
    let folder = folder(&[("pair.ron", pair), ("own.ron", own)]);
    // The output is another node: a loop anywhere is an error.
    for file in ["pair.ron", "own.ron"] {
        let cases: &[&[&str]] = &[
            &["render", file, "--node", "n", "-o", "a.png"],
            &["sample", file, "--node", "n", "--at", "1,2"],
            &["info", file],
            &["check", file],
        ];
        for args in cases {
            let ran = run(folder.path(), args);
            assert_eq!(ran.code, 1, "{args:?}");
            let said = ran.out + &ran.err;
            assert!(said.contains("loop") && said.contains(r#""a""#) && !said.contains(r#""n" form"#), "{said}");
            assert!(file == "own.ron" || said.contains(r#""b""#), "{said}");
        }
    }
    assert!(!folder.path().join("a.png").exists());
    let twice = r#""n": Abs(source: "a", source: "b"), "a": Fbm(), "b": Fbm()"#;
    fs::write(folder.path().join("twice.ron"), format!("(orograph: 1, nodes: {{ {twice} }})")).unwrap();
    let ran = run(folder.path(), &["info", "twice.ron"]);
    assert!(ran.code == 1 && ran.err.contains("source"), "two wires into one input: {}", ran.err);
}

#[test]
fn a_flat_field_gives_one_half_and_one_warning() {
    let recipe = r#""flat": Normalize(source: "c"), "c": Constant(value: 0.3), "t": Tiles(source: "flat")"#;
    let folder = folder(&[("r.ron", recipe)]);
    for size in ["64", "1"] {
        let ran = run(folder.path(), &["render", "r.ron", "-o", "a.r16", "--size", size, "--json"]);
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((report["min"].as_f64(), report["max"].as_f64()), (Some(0.5), Some(0.5)));
        assert_eq!(ran.err.lines().filter(|l| l.starts_with("warning: ")).count(), 1, "{}", ran.err);
        assert!(ran.err.contains(r#"node "flat""#), "{}", ran.err);
    }
    let tiles = run(folder.path(), &["render", "r.ron", "--node", "t", "-o", "a.png", "--size", "1", "--json"]).json();
    assert_eq!(tiles["tiles"][4]["samples"], 1);
    let picture = ["render", "r.ron", "-o", "a.png", "--view", "shade", "--size", "16"];
    assert_eq!(run(folder.path(), &picture).code, 0, "the preview draws it");
}

#[test]
fn standard_output_takes_a_file_and_may_close_early() {
    let folder = folder(&[("r.ron", FBM)]);
    let output = command(folder.path(), &["render", "r.ron", "-o", "-", "--json"]).output().unwrap();
    assert_eq!(png::read(&output.stdout).width, 65);
    let report: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(report["bytes"], output.stdout.len());
    let raw = command(folder.path(), &["render", "r.ron", "-o", "-", "--format", "r32", "-q"]).output().unwrap();
    assert_eq!((raw.stdout.len(), raw.stderr.len()), (4 * 65 * 65, 0));
    for args in [&["nodes", "--json"][..], &["render", "r.ron", "-o", "-", "-q"], &["info", "r.ron"]] {
        let (out, err) = (Stdio::piped(), Stdio::piped());
        let mut child = command(folder.path(), args).stdout(out).stderr(err).spawn().unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success() && ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
    }
}

#[test]
fn info_knows_every_output() {
    let folder = folder(&[]);
    let island = island();
    let info = run(folder.path(), &["info", &island, "--set", "world.samples=65", "--json"]).json();
    let outputs = info["outputs"].as_array().unwrap();
    let names: Vec<&str> = outputs.iter().map(|o| o["output"].as_str().unwrap()).collect();
    assert_eq!(names, ["height", "biomes"]);
    assert_eq!((&info["seed"], &info["nodes"]), (&Value::from(seed()), &Value::from(17)));
    let (height, biomes) = (&outputs[0], &outputs[1]);
    assert_eq!(height["bound"], serde_json::json!([0.0, 1.0]));
    assert_eq!((height["min"].as_f64(), height["max"].as_f64()), (Some(0.0), Some(1.0)));
    assert_eq!((&biomes["kind"], &biomes["sampling"]), (&Value::from("tiles"), &Value::from("cells")));
    assert_eq!((height["nodes"].as_u64(), biomes["nodes"].as_u64()), (Some(16), Some(17)));
    let rendered = small_island(folder.path(), &["-o", "a.png", "--set", "world.samples=65", "--json"]).json();
    assert_eq!(rendered["hash"], height["hash"], "info and render report the same hash");
    assert!(run(folder.path(), &["info", &island, "--set", "world.samples=65"]).out.contains("hash"));
}

#[test]
fn check_names_the_place_of_every_problem() {
    let nodes =
        "\"a\": Abs(source: \"nobody\"),\n        \"b\": Perlin(),\n        \"c\": Warp(),\n        \"d\": Perlon()";
    let folder = folder(&[("bad.ron", nodes), ("good.ron", r#""n": Fbm(feature_scale: 900.0, octaves: 3)"#)]);
    let ran = run(folder.path(), &["check", "bad.ron", "good.ron"]);
    assert_eq!((ran.code, ran.err), (1, String::new()));
    for start in ["bad.ron:5:", "bad.ron:7:", "bad.ron:8:"] {
        assert!(ran.out.lines().any(|l| l.starts_with(start) && l.contains(": error: node ")), "{start}: {}", ran.out);
    }
    assert!(ran.out.contains("good.ron: no problems") && !ran.out.contains("bad.ron:6:"), "{}", ran.out);
    let json = run(folder.path(), &["check", "bad.ron", "--json"]);
    let found: Vec<Value> = serde_json::from_str(&json.out).unwrap();
    let node = |f: &Value| (f["node"].as_str().unwrap().to_owned(), f["line"].as_u64().unwrap());
    let nodes: Vec<_> = found.iter().map(node).collect();
    assert_eq!(nodes, [("a".into(), 5), ("c".into(), 7), ("d".into(), 8)]);
    assert_eq!(run(folder.path(), &["check", "good.ron"]).code, 0);
}

#[test]
fn the_catalogue_explains_every_kind() {
    let folder = folder(&[]);
    let text = run(folder.path(), &["nodes"]).out;
    let all = run(folder.path(), &["nodes", "--json"]).json();
    for spec in orograph::nodes::all() {
        assert!(text.contains(spec.kind) && text.contains(spec.sentence()));
        let entry = all.as_array().unwrap().iter().find(|e| e["kind"] == spec.kind).unwrap();
        assert_eq!(entry["params"].as_array().unwrap().len(), spec.params.len());
        assert_eq!(entry["inputs"].as_array().unwrap().len(), spec.inputs.len());
    }
    let one = run(folder.path(), &["nodes", "fbm"]).out;
    assert!(one.contains("octaves") && one.contains("allowed 1 to 32"), "{one}");
    assert_eq!(run(folder.path(), &["nodes", "Fbm", "--json"]).json()["kind"], "Fbm");
}

#[test]
fn no_display_is_one_sentence_that_names_the_way_out() {
    let folder = folder(&[("r.ron", FBM)]);
    for args in [&["r.ron"][..], &[]] {
        let ran = run(folder.path(), args);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("orograph render") && ran.err.trim().lines().count() == 1, "{}", ran.err);
    }
    assert_eq!(run(folder.path(), &["--version"]).code, 0);
    assert!(run(folder.path(), &["--help"]).out.contains("render"));
}
