//! Presets: each says all that a program needs, refuses what it would garble, and can be a person's own file.

use super::{ask, file, floats, values, write};
use crate::support::recipe::{graph, island_like};
use orograph::deliver::{Ask, RangeAsk, resolve, sentence};
use orograph::export::{Format, Preset};
use orograph::graph::{Graph, Node, Parameter, ParameterValue};
use std::fs;
use std::path::Path;

fn preset(name: &str) -> Option<&'static Preset> {
    Some(Preset::find(name).unwrap_or_else(|| panic!("there is no preset {name}")))
}

/// The island with tiles and a graph parameter.
fn island(width: u32, height: u32) -> Graph {
    let mut graph = island_like(width, height);
    graph.nodes.insert("tiles".into(), Node::new("Tiles").with("source", "height").into());
    let value = ParameterValue::Number(1.5);
    graph.parameters.insert("ruggedness".into(), Parameter { value, range: None, about: String::new() });
    graph
}

/// The facts beside a file that was written with the preset, and the file's name.
fn facts(graph: &Graph, wish: &Ask, name: &str) -> (serde_json::Value, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let report = write(graph, &Ask { path: path.clone(), ..wish.clone() });
    let json = folder.path().join(format!("{name}.json"));
    assert!(report.beside.contains(&json.display().to_string()));
    (serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap(), fs::read(path).unwrap())
}

#[test]
fn every_preset_says_its_import_steps_and_offers_sizes_that_it_takes() {
    let island = island(1025, 1025);
    for preset in Preset::all() {
        assert!(preset.about.ends_with('.') && !preset.sizes().is_empty(), "{}", preset.name);
        assert!(preset.sizes().iter().all(|side| preset.accept(*side, *side).is_ok()), "{}", preset.name);
        for format in preset.formats {
            let node = if preset.for_tiles { "tiles" } else { "height" };
            let side = preset.sizes()[0];
            let path = format!("land.{}", format.extensions()[0]);
            let wish = Ask { preset: Some(preset), format: Some(*format), ..ask(node, (side, side), path) };
            let job = resolve(&island, &wish).unwrap_or_else(|e| panic!("{} as {format:?}: {e}", preset.name));
            let steps = job.engine(None).import;
            assert!(!steps.is_empty() && steps.iter().all(|line| !line.contains(['{', '}'])), "{steps:?}");
            assert!(sentence(&job, None).contains(&format!("{side} x {side}")));
        }
        let other = Format::ALL.into_iter().find(|f| !preset.formats.contains(f)).unwrap();
        let why = preset.accept_format(other).unwrap_err().to_string();
        assert!(why.contains(preset.formats[0].title()), "{why}");
    }
    assert!(Preset::faults().is_empty(), "{:?}", Preset::faults());
}

#[test]
fn the_facts_beside_a_file_say_what_it_cannot() {
    let graph = island(513, 513);
    let wish = Ask { preset: preset("unity"), ..ask("height", (513, 513), "-") };
    let (json, raw) = facts(&graph, &wish, "land.raw");
    assert_eq!(raw.len(), 513 * 513 * 2);
    let told = |name: &str| json[name].clone();
    assert_eq!((told("file"), told("format"), told("sample")), ("land.raw".into(), "r16".into(), "uint16".into()));
    assert_eq!((told("width"), told("height"), told("bytes")), (513.into(), 513.into(), raw.len().into()));
    assert_eq!((told("byte_order"), told("first_row")), ("little endian".into(), "south".into()));
    assert_eq!((told("seed"), told("orograph")), ("7".into(), env!("CARGO_PKG_VERSION").into()));
    assert_eq!(json["metres"], serde_json::json!({ "zero": -180.0, "one": 420.0 }));
    assert_eq!((&json["parameters"]["ruggedness"], &json["spacing"]), (&1.5.into(), &serde_json::json!([8.0, 8.0])));
    assert_eq!((told("preset"), json["import"].as_array().unwrap().len()), ("unity".into(), 3));
    assert_eq!(json["recipe_hash"].as_str().unwrap().len(), 64);
    let job = resolve(&graph, &Ask { path: "land.raw".into(), ..wish }).unwrap();
    assert_eq!(json["import"], serde_json::json!(job.engine(None).import), "the dialog shows the same text");
}

#[test]
fn the_recipes_hash_follows_its_meaning_and_not_its_layout() {
    let hash = |graph: &Graph| {
        let job = resolve(graph, &ask("height", (65, 65), "a.r16")).unwrap();
        job.recipe.recipe_hash
    };
    let mut moved = island(65, 65);
    let first = hash(&moved);
    moved.layout.insert("land".into(), [40.0, 80.0]);
    moved.view.mode = "Grey".into();
    assert_eq!(hash(&moved), first);
    moved.seed += 1;
    assert_ne!(hash(&moved), first);
}

#[test]
fn a_preset_writes_what_its_program_reads() {
    let graph = island(65, 65);
    let raster = values(&graph, &ask("height", (65, 65), "-"));
    let metres: Vec<f32> = raster.data.iter().map(|v| (-180.0 + f64::from(*v) * 600.0) as f32).collect();
    // Terrain3D and Blender: metres in OpenEXR, channel R.
    for name in ["terrain3d", "blender"] {
        let (exr, report) = file(&graph, &Ask { preset: preset(name), ..ask("height", (65, 65), "-") }, "exr");
        assert_eq!(floats(&exr[exr.len() - 65 * 4..]), metres[64 * 65..]);
        assert_eq!((report.format, report.units, report.first_row), ("exr", Some("metres"), "north"));
    }
    // HTerrain: steps of one in 65536.
    let wish = Ask { preset: preset("hterrain"), ..ask("height", (513, 513), "-") };
    let (raw, _) = file(&graph, &wish, "raw");
    let raster = values(&graph, &wish);
    for (code, value) in super::words(&raw).iter().zip(&raster.data) {
        assert_eq!(f64::from(*code), (f64::from(*value) * 65536.0).round().min(65535.0));
    }
    // Machine learning: the values as they are.
    let wish = Ask { preset: preset("machine-learning"), ..ask("height", (40, 30), "-") };
    let (npy, report) = file(&graph, &wish, "npy");
    assert_eq!(floats(&npy[npy.len() - 40 * 30 * 4..]), values(&graph, &wish).data);
    assert!(report.import.iter().any(|line| line.contains("(30, 40)")), "{:?}", report.import);
    // GIS: metres, and the place.
    let (_, report) = file(&graph, &Ask { preset: preset("gis"), ..ask("height", (65, 65), "-") }, "tif");
    assert_eq!((report.format, report.units), ("tiff32", Some("metres")));
}

#[test]
fn what_a_program_would_garble_is_refused_with_the_nearest_that_would_do() {
    let graph = island(65, 65);
    let refused = |name: &str, node: &str, size: (u32, u32), path: &str| {
        resolve(&graph, &Ask { preset: preset(name), ..ask(node, size, path) }).unwrap_err().to_string()
    };
    assert!(refused("hterrain", "height", (1000, 1000), "a.raw").contains("513 and 1025"));
    assert!(refused("terrain3d", "height", (1024, 1024), "a.png").contains("OpenEXR"));
    assert!(refused("terrain3d", "height", (1025, 513), "a.exr").contains("1025 x 1025"));
    assert!(refused("terrain3d", "height", (20000, 20000), "a.exr").contains("16384 x 16384"));
    assert!(refused("unity", "tiles", (513, 513), "a.raw").contains("for heights"));
    assert!(refused("tiled", "height", (64, 64), "a.png").contains("for tile maps"));
    assert!(refused("tiled", "tiles", (8192, 64), "a.tmx").contains("4096 x 64"));
    let flat = Ask { range: RangeAsk::Given(0.0, 1.0), preset: preset("unity"), ..ask("c", (33, 33), "a.raw") };
    let mut level = super::graph(&[("c", Node::new("Constant"))]);
    level.world.height = (5.0, 5.0);
    let why = resolve(&level, &flat).unwrap_err().to_string();
    assert!(why.contains("height range") && why.contains("5 m"), "{why}");
}

#[test]
fn a_persons_own_preset_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let text = r#"(
        preset: 1, name: "mine", title: "My engine", about: "Small maps.", formats: ["r16be"], rows: South, steps: 1000,
        sizes: Any(from: 2, to: 100, offer: [64]), most_metres: Some(700.0), scale: Some((2.0, 1.0)),
        location: Some((low: 1.0, scale: 0.5)),
        import: ["{file}: {width} x {height}, {low} to {high}, scale {z_scale}, at {z_location}"],
    )"#;
    fs::write(&path, text).unwrap();
    let mine = Preset::named(path.to_str().unwrap()).unwrap();
    let graph = island(65, 65);
    let wish = Ask { preset: Some(mine), ..ask("height", (64, 64), "-") };
    let (json, bytes) = facts(&graph, &wish, "out.raw");
    assert_eq!(json["import"][0], "out.raw: 64 x 64, -180 to 420, scale 1200, at 420");
    assert_eq!((&json["byte_order"], &json["first_row"]), (&"big endian".into(), &"south".into()));
    let most = bytes.chunks(2).map(|b| u16::from_be_bytes([b[0], b[1]])).max().unwrap();
    assert!((900..=1000).contains(&most), "{most}");
    for (from, to, why) in [
        ("preset: 1", "preset: 2", "version 2"),
        ("r16be", "r17", "r16"),
        ("{file}", "{fiel}", "{fiel} means nothing"),
        ("offer: [64]", "offer: [640]", "offer 640"),
        ("rows: South", "row: South", "row"),
        ("rows: South", "rows: South, extension: \"png\"", "none of the first format"),
    ] {
        fs::write(&path, text.replace(from, to)).unwrap();
        let refused = Preset::read(&path).unwrap_err().to_string();
        assert!(refused.contains("mine.ron") && refused.contains(why), "{refused}");
    }
    assert!(Preset::read(Path::new("nowhere.ron")).is_err());
    assert!(Preset::named("nothing").unwrap_err().to_string().contains("unity, unreal"));
}

#[test]
fn without_a_preset_the_facts_are_written_when_they_are_asked_for() {
    let graph = graph(&[("n", Node::new("Fbm"))]);
    let (json, _) = facts(&graph, &Ask { sidecar: true, ..ask("n", (9, 5), "-") }, "x.r32");
    assert_eq!((&json["units"], &json["sample"]), (&"raw".into(), &"float32".into()));
    assert_eq!((&json["width"], &json["height"]), (&9.into(), &5.into()));
}
