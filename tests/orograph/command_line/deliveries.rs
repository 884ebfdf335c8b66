//! `orograph export`: what a recipe remembers to be written, all of it in one go.

use super::{FBM, folder, run, words};
use crate::support::png;
use std::fs;
use std::path::Path;

/// Puts exports into a recipe of the folder.
fn with_exports(folder: &Path, exports: &str) {
    let text = fs::read_to_string(folder.join("r.ron")).unwrap();
    let at =
        text.find("    exports: ").or_else(|| text.find("    layout: ")).unwrap_or_else(|| text.rfind(')').unwrap());
    let text = format!("{}    exports: {{ {exports} }},\n)\n", &text[..at]);
    fs::write(folder.join("r.ron"), text).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_whole_delivery_is_what_single_renders_give() {
    let folder = folder(&[("r.ron", r#""n": Normalize(source: "x"), "x": Fbm(feature_scale: 900.0)"#)]);
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("out")).unwrap();
    with_exports(
        folder.path(),
        r#""engine": (path: "out/land.r16", preset: "unreal", size: 127), "heights": (path: "out/land.npy", output: "height", size: 127, units: "metres"),
        "preview": (path: "out/{output}.png", view: "terrain", size: (127, 127)), "raw": (path: "out/x.r32", node: "x", sampling: Cells, flip_y: true),
        "south": (path: "out/land.raw", preset: "unity", range: Measured), "mesh": (path: "out/m.glb", mesh_error: 2.5, skirt: 10.0, size: 65),
        "place": (path: "out/p.tif", epsg: 32633, sidecar: true), "bumps": (path: "out/n.png", map: "normal-dx")"#,
    );
    let ran = run(folder.path(), &["export", "r.ron"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let files = ["height.png", "land.npy", "land.r16", "land.r16.json", "land.raw", "land.raw.json", "m.glb", "n.png"];
    assert_eq!(names(&path("out")), [&files[..], &["p.tif", "p.tif.json", "x.r32"]].concat());
    let singles: [(&str, &[&str]); 8] = [
        ("out/land.r16", &["-o", "a.r16", "--preset", "unreal", "--size", "127"]),
        ("out/land.npy", &["-o", "a.npy", "--size", "127", "--units", "metres"]),
        ("out/height.png", &["-o", "a.png", "--size", "127", "--view", "terrain"]),
        ("out/x.r32", &["-o", "a.r32", "--node", "x", "--sampling", "cells", "--flip-y"]),
        ("out/land.raw", &["-o", "a.raw", "--preset", "unity", "--range", "measured"]),
        ("out/m.glb", &["-o", "a.glb", "--mesh-error", "2.5", "--skirt", "10", "--size", "65"]),
        ("out/p.tif", &["-o", "a.tif", "--epsg", "32633", "--sidecar"]),
        ("out/n.png", &["-o", "b.png", "--map", "normal-dx"]),
    ];
    for (file, args) in singles {
        assert_eq!(run(folder.path(), &[&["render", "r.ron"], args].concat()).code, 0);
        assert!(fs::read(path(file)).unwrap() == fs::read(path(args[1])).unwrap(), "{file}");
        // The facts beside a file name the file, and are otherwise the same.
        let facts = |name: &str| {
            let text = fs::read_to_string(path(&format!("{name}.json"))).ok()?;
            Some(text.replace(name, "").replace(name.trim_start_matches("out/"), ""))
        };
        assert_eq!(facts(file), facts(args[1]), "{file}");
    }
    assert_eq!(png::read(&fs::read(path("out/height.png")).unwrap()).width, 127);
}

#[test]
fn exports_are_named_and_their_folder_is_the_recipes() {
    let folder = folder(&[("r.ron", FBM)]);
    with_exports(folder.path(), r#""a": (path: "a.r16"), "b": (path: "b.r16", size: 33), "c": (path: "c_{seed}.r16")"#);
    let elsewhere = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("r.ron");
    let ran = run(elsewhere.path(), &["export", recipe.to_str().unwrap(), "b", "c", "--seed", "9", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 2, "one report a file");
    assert_eq!(names(folder.path()), ["b.r16", "c_9.r16", "r.ron"]);
    assert_eq!(words(&folder.path().join("b.r16")).len(), 33 * 33);
    let wrong = run(folder.path(), &["export", "r.ron", "d"]);
    assert!(wrong.code == 2 && wrong.err.contains("r.ron has no export \"d\", it has a, b, c"), "{}", wrong.err);
}

#[test]
fn sets_of_tiles_are_exports_too() {
    let folder = folder(&[("r.ron", FBM)]);
    with_exports(
        folder.path(),
        r#""tiles": (path: "t_{x}_{y}.r16", tiles: (2, 2), tile_size: 17, overlap: 2), "all": (path: "all.r16", size: 32)"#,
    );
    let ran = run(folder.path(), &["export", "r.ron"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("4 shared edges read back, 136 samples, none differs"), "{}", ran.out);
    let (tile, all) = (words(&folder.path().join("t_1_1.r16")), words(&folder.path().join("all.r16")));
    assert_eq!(tile[..17], all[15 * 32 + 15..][..17]);
    assert!(run(folder.path(), &["export", "r.ron", "tiles"]).out.contains("4 of them finished before"));
}

#[test]
fn what_is_wrong_with_an_export_is_said_before_any_work() {
    let folder = folder(&[("r.ron", FBM)]);
    let none = run(folder.path(), &["export", "r.ron"]);
    assert!(none.code == 1 && none.err.contains("r.ron has no exports: save one"), "{}", none.err);
    let cases = [
        (r#""a": (path: "a.r16", preset: "doom")"#, "export \"a\": preset: \"doom\" is not known, known are unity"),
        (r#""a": (path: "a.r16", size: "big")"#, "export \"a\": size: \"big\" is not a size"),
        (r#""a": (path: "a.r16", output: "gone")"#, "the recipe has no output \"gone\""),
        (r#""a": (path: "a.r16", preset: "unreal")"#, "the nearest sizes are"),
        (r#""a": (path: "a.bmp")"#, "the format .bmp is not known"),
        (r#""a": (path: "nowhere/a.r16")"#, "the folder nowhere does not exist"),
        (r#""a": (path: "a.r16"), "b": (path: "a.r16", size: 9)"#, "\"a\" and \"b\" are both written to a.r16"),
        (r#""a": (path: "r.ron", format: "r16")"#, "is the recipe itself"),
        (r#""a": (preset: "unity")"#, "export \"a\" has no path"),
        (r#""a": "a.r16""#, "allowed is (path: \"NAME.png\", …)"),
        (r#""a": (path: "{x}_{q}.r16", tiles: (2, 2))"#, "{q} is no field of a name"),
        (r#""a": (path: "a.tif", epsg: 4326)"#, "export \"a\": epsg: write the code of a projected system"),
        (r#""a": (path: "a.glb", skirt: -1.0)"#, "export \"a\": skirt: write metres, 0 or more"),
        (r#""a": (path: "a.png", map: "bump")"#, "export \"a\": map: \"bump\" is not a map"),
    ];
    for (exports, sentence) in cases {
        let exports = format!(r#""good": (path: "good.r16"), {exports}"#);
        with_exports(folder.path(), &exports);
        let ran = run(folder.path(), &["export", "r.ron"]);
        assert!((1..3).contains(&ran.code) && ran.err.contains(sentence), "{exports}: {} {}", ran.code, ran.err);
        assert_eq!(names(folder.path()), ["r.ron"], "{exports}");
    }
    with_exports(folder.path(), r#""a": (path: "a.r16", lod: 3)"#);
    let ran = run(folder.path(), &["export", "r.ron"]);
    let warning = "warning: export \"a\": the field lod is not known here and has no effect\n";
    assert_eq!((ran.code, &*ran.err), (0, warning));
    with_exports(folder.path(), r#""a": (path: "a.r16", output: "gone")"#);
    let ran = run(folder.path(), &["check", "r.ron"]);
    assert!(ran.code == 1 && (ran.out + &ran.err).contains("export \"a\" cannot be written"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_does_not_hold_up_the_others() {
    let folder = folder(&[("r.ron", FBM)]);
    let exports = r#""full": (path: "/dev/full", format: "r16", size: 2049), "good": (path: "good.r16", size: 2049), "small": (path: "small.r16", size: 9)"#;
    with_exports(folder.path(), exports);
    let ran = run(folder.path(), &["export", "r.ron", "-q"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (75, "error: cannot write /dev/full: the disk is full; make room, or choose another place\n")
    );
    assert_eq!(words(&folder.path().join("good.r16")).len(), 2049 * 2049);
    assert_eq!(words(&folder.path().join("small.r16")).len(), 81);
}
